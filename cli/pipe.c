/*
 * Players over a pipe: see pipe.h. Each thread has a process of its own for each seat that the
 * player has at a table, so that no program sees what two seats see. The process plays one game
 * after the other; if it has forfeited a game, another process is started.
 */
#include "pipe.h"

#include "../protocol/json_read.h"
#include "../protocol/view_json.h"
#include "bots.h"
#include "interrupt.h"
#include "process.h"
#include "sim_show.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SAID_MOST = 10 }; /* forfeits that are printed; the others are only counted */

static const char prefix[] = "pipe:";

/* ---- specs ---- */

bool pipe_is(const char *spec, size_t n)
{
    return n >= sizeof prefix - 1 && memcmp(spec, prefix, sizeof prefix - 1) == 0;
}

/* Takes ",time=2s" off the end of a command of n bytes; returns how many are left. */
static size_t take_time(const char *command, size_t n, uint32_t *milliseconds)
{
    static const char key[] = ",time=";
    size_t length = sizeof key - 1;

    for (size_t i = n; i-- > 0;)
        if (i + length < n && memcmp(command + i, key, length) == 0 &&
            bot_time(command + i + length, n - i - length, milliseconds))
            return i;
    return n;
}

bool pipe_read(struct pipe_player *p, const char *spec, size_t n)
{
    const char *command = spec + sizeof prefix - 1;

    if (n >= PIPE_SPEC)
        return false;
    p->milliseconds = PIPE_TIME;
    n = take_time(command, n - (sizeof prefix - 1), &p->milliseconds);
    memcpy(p->command, command, n);
    p->command[n] = '\0';
    return p->command[strspn(p->command, " ")] != '\0';
}

/* ---- questions ---- */

/* Text that grows. */
struct heap_text {
    char *at;
    size_t size, room;
};

static void grow(void *context, const char *at, size_t n)
{
    struct heap_text *t = context;

    if (t->size + n > t->room) {
        t->room = 2 * (t->size + n);
        t->at = cli_need(realloc(t->at, t->room));
    }
    memcpy(t->at + t->size, at, n);
    t->size += n;
}

/* Bytes of the text of n bytes in base64, with its final zero. */
static size_t base64_size(size_t n)
{
    return (n + 2) / 3 * 4 + 1;
}

static void base64_put(char *out, const uint8_t *b, size_t n)
{
    static const char digits[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    for (size_t i = 0; i < n; i += 3) {
        uint32_t three = (uint32_t)b[i] << 16 | (i + 1 < n ? (uint32_t)b[i + 1] << 8 : 0) |
                         (i + 2 < n ? b[i + 2] : 0);

        *out++ = digits[three >> 18];
        *out++ = digits[three >> 12 & 63];
        *out++ = i + 1 < n ? digits[three >> 6 & 63] : '=';
        *out++ = i + 2 < n ? digits[three & 63] : '=';
    }
    *out = '\0';
}

/* A process at a seat, and its questions. */
struct sitting {
    struct pipe_player *player;
    bool runs;
    bool answered; /* at least once */
    struct process process;
    struct heap_text position, question;
    uint8_t *observation;
    char *observation_text;
    uint32_t count; /* of the legal events */
    event_t legal[LEGAL_MAX];
    uint32_t action[LEGAL_MAX];
};

static void put_legal(struct json *j, const struct sitting *s, const struct sim_question *q)
{
    char words[ENV_LABEL];

    json_array(j, "legal");
    for (uint32_t i = 0; i < s->count; i++) {
        struct text t = text_in(words, sizeof words);

        q->match->rules->format(q->match, &q->view->seen, s->legal[i], &t);
        json_text(j, NULL, words);
    }
    json_end(j);
    json_array(j, "actions");
    for (uint32_t i = 0; i < s->count; i++)
        json_number(j, NULL, s->action[i]);
    json_end(j);
}

/* The position is written by itself first, then put into the question. */
static void put_position(struct json *j, struct sitting *s, const struct sim_question *q)
{
    char buffer[1024];
    struct json inner = json_to(buffer, sizeof buffer, grow, &s->position);
    struct position p = {.match = q->match, .view = q->view, .events = q->events};
    char name[SEATS_MAX][16];

    for (uint32_t seat = 0; seat < q->match->seats; seat++) {
        snprintf(name[seat], sizeof name[seat], "seat %u", (unsigned)seat + 1);
        p.name[seat] = name[seat];
    }
    s->position.size = 0;
    view_json(&inner, &p);
    json_done(&inner);
    json_raw(j, "position", s->position.at, s->position.size);
}

static void write_question(struct sitting *s, const struct sim_question *q)
{
    const struct env *env = s->player->env;
    char buffer[1024];
    struct json j = json_to(buffer, sizeof buffer, grow, &s->question);

    s->question.size = 0;
    s->count = q->match->rules->legal(q->match, &q->view->seen, s->legal, NULL, LEGAL_MAX);
    for (uint32_t i = 0; i < s->count; i++)
        s->action[i] = env_action(env, s->legal[i]);
    env_observe_view(env, q->view, s->observation);
    base64_put(s->observation_text, s->observation, env_observation_size(env));
    json_object(&j, NULL);
    json_number(&j, "number", (int64_t)q->game + 1);
    json_number(&j, "milliseconds", s->player->milliseconds);
    put_position(&j, s, q);
    put_legal(&j, s, q);
    json_text(&j, "observation", s->observation_text);
    json_end(&j);
    json_done(&j);
    grow(&s->question, "\n", 1);
}

/* ---- answers ---- */

/* The legal event that an answer means: the number of an action, or the text of an event. 0 if it
 * means none. */
static event_t read_answer(const struct sitting *s, const struct sim_question *q,
                           const struct process_answer *answer)
{
    struct json_value v;
    struct complaint why;
    char words[PROCESS_LINE];
    size_t length;
    int64_t action = -1;
    event_t e = 0;

    if (!json_read_open(answer->text, answer->size, &v, &why))
        return 0;
    if (json_read_text(&v, words, sizeof words, &length))
        e = q->match->rules->parse(q->match, &q->view->seen, words, length, &why);
    else if (!json_read_number(&v, &action))
        return 0;
    for (uint32_t i = 0; i < s->count; i++)
        if (s->legal[i] == e || s->action[i] == action)
            return s->legal[i];
    return 0;
}

/* Makes an answer safe to print on a terminal. */
static void make_plain(struct process_answer *answer)
{
    enum { MOST = 80 };

    if (answer->size > MOST)
        answer->text[MOST] = '\0';
    for (char *c = answer->text; *c; c++)
        if ((unsigned char)*c < ' ' || (unsigned char)*c > '~')
            *c = '?';
}

static const char *reason_of(enum process_said said)
{
    switch (said) {
    case PROCESS_ANSWERED:
        return SAYS("it answered {0}, which is not a legal choice.");
    case PROCESS_ENDED:
        return SAYS("it ended before it had answered.");
    case PROCESS_LATE:
        return SAYS("it did not answer in time.");
    case PROCESS_LONG:
        return SAYS("its answer is too long.");
    default:
        return SAYS("it answered before it was asked.");
    }
}

/* Prints why a game is lost, or all of them. */
static void say_lost(struct pipe_player *p, const struct sim_question *q, bool broken,
                     const char *why)
{
    if (broken)
        interrupt_raise();
    if (broken ? atomic_exchange(&p->broken, true) : atomic_fetch_add(&p->lost, 1) >= SAID_MOST)
        return;
    if (isatty(STDERR_FILENO))
        sim_clear_progress();
    cli_refuse(broken ? SAYS("{0} cannot play: {2}") : SAYS("{0} has lost game {1}: {2}"),
               SAID(say_text(p->label), say_text(cli_digits(q->game + 1).text), say_text(why)));
}

/* The process is of no more use. */
static void lose(struct sitting *s, const struct sim_question *q, enum process_said said,
                 struct process_answer *answer)
{
    struct pipe_player *p = s->player;
    char why[sizeof p->why];
    struct text t = text_in(why, sizeof why);

    make_plain(answer);
    if (s->runs)
        process_end(&s->process, false);
    s->runs = false;
    cli_put(&t, reason_of(said), SAID(say_text(answer->text)));
    if (p->reports)
        memcpy(p->why, why, sizeof why);
    else if (said != PROCESS_STOPPED)
        say_lost(p, q, said == PROCESS_ENDED && !atomic_load(&p->answered), why);
}

static event_t choose(void *sitting, const struct sim_question *q)
{
    struct sitting *s = sitting;
    struct process_limit limit = {.stop = {q->stop[0], q->stop[1]}};
    struct process_answer answer = {0};
    enum process_said said = PROCESS_ENDED;
    uint64_t time = s->player->milliseconds;
    event_t e = 0;

    write_question(s, q);
    if (!s->runs) {
        s->runs = process_start(&s->process, s->player->command, s->player->mute);
        s->answered = false;
    }
    time += s->answered ? 0 : PIPE_START_TIME;
    limit.deadline = think_nanoseconds() + time * 1000 * 1000;
    if (s->runs)
        said = process_ask(&s->process, s->question.at, s->question.size, &limit, &answer);
    s->answered = true;
    if (said == PROCESS_ANSWERED) {
        atomic_store(&s->player->answered, true);
        e = read_answer(s, q, &answer);
    }
    if (!e)
        lose(s, q, said, &answer);
    return e;
}

/* ---- sitting down and leaving ---- */

static void *sit(void *context)
{
    struct pipe_player *player = context;
    size_t size = env_observation_size(player->env);
    struct sitting *s = cli_need(calloc(1, sizeof *s));

    s->player = player;
    s->observation = cli_need(malloc(size + 1));
    s->observation_text = cli_need(malloc(base64_size(size)));
    return s;
}

static void leave(void *sitting)
{
    struct sitting *s = sitting;

    if (s->runs)
        process_end(&s->process, true);
    free(s->position.at);
    free(s->question.at);
    free(s->observation);
    free(s->observation_text);
    free(s);
}

bool pipe_open(struct pipe_player *p, const struct match *m, const char *label)
{
    p->label = label;
    p->guest = (struct sim_guest){.context = p, .sit = sit, .choose = choose, .leave = leave};
    p->env = malloc(env_size());
    if (!p->env)
        return false;
    env_open_match(p->env, m);
    signal(SIGPIPE, SIG_IGN); /* a missing program is noticed when it is asked */
    return true;
}

void pipe_close(struct pipe_player *p)
{
    free(p->env);
    p->env = NULL;
}
