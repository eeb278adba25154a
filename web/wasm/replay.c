/*
 * Replaying a log in the page: opening it, its moments in words, its positions, and a log that
 * ends at one of them. web/core/replay.ts is the other side.
 *
 * A moment is a position in which a seat is to act, or the last position. What chance does
 * after a choice belongs to that choice. Viewers are seats from 0, SPECTATOR or EVERYTHING.
 */
#include "replay.h"

#include "../../protocol/names.h"
#include "../../protocol/plan.h"
#include "../../protocol/story.h"
#include "wasm.h"

EXPORT(replay_open) uint32_t replay_open(uint32_t log_size, uint32_t board_size);
EXPORT(replay_moments) uint32_t replay_moments(uint32_t viewer);
EXPORT(replay_position) uint32_t replay_position(uint32_t n, uint32_t viewer);
EXPORT(replay_log) uint32_t replay_log(uint32_t n);

enum { MOMENT_LINES = 8 }; /* of the story: the choice, and what chance adds to it */

struct replay replay;

/* Opening. */

/* The board that a log was played on: one of the program's own, or the given board file. */
static const struct board *find_board(const struct log_header *h, const char *text, size_t n,
                                      struct complaint *why)
{
    static struct board own;
    const struct board *b;

    if (n > 0)
        return board_parse(text, n, &own, NULL, why) ? &own : NULL;
    b = wasm_board(h->board, text_length(h->board), h->hash);
    if (!b)
        COMPLAIN(
            why, GROUND("board_missing", ""),
            "This game was played on a map of somebody's own, {0}: open its board file too.",
            say_text(h->board));
    return b;
}

static bool read_events(struct log_reader *r, struct complaint *why)
{
    const struct match *m = &replay.match;
    enum log_step step;
    struct state s;
    event_t e;
    uint32_t read = 0;

    m->rules->start(m, &s);
    while ((step = log_next(r, m, &s, &e, why)) < LOG_END) {
        if (step == LOG_UNDO)
            log_rewind(m, replay.line, r->events, &s);
        if (step != LOG_EVENT)
            continue;
        if (r->events > REPLAY_EVENTS) {
            COMPLAIN(why, GROUND("log_too_long", ""),
                     "The log is too long to be shown: {0} {0|event is|events are} the most.",
                     say_number(REPLAY_EVENTS));
            why->line = r->line;
            return false;
        }
        replay.line[r->events - 1] = e;
        read++;
    }
    replay.events = r->events;
    replay.undone = read - r->events;
    return step == LOG_END;
}

/* Seats are named as at a table: by the name in the log, or else by the kind of player. */
static void name_seats(void)
{
    const struct log_header *h = &replay.header;
    uint32_t people = 0;

    for (uint32_t i = 0; i < SEATS_MAX; i++)
        people += text_equal(h->player[i], "human");
    replay.nameless = 0;
    for (uint32_t i = 0; i < SEATS_MAX; i++) {
        struct text t = text_in(replay.name[i], NAME_SIZE);

        if (h->name[i][0]) {
            if (!bot_called(h->name[i], &t))
                text_put(&t, h->name[i]);
            continue;
        }
        names_nameless(wasm_language, i, h->player[i], people == 1, replay.name[i]);
        if (people == 1 && text_equal(h->player[i], "human"))
            replay.nameless |= 1u << i;
    }
}

/* {"error": ..., "board": the board that the log names, if that could be read} */
static uint32_t refuse(const struct complaint *why)
{
    struct json j = wasm_json();

    replay.match = (struct match){0};
    replay.events = 0;
    json_object(&j, NULL);
    wasm_complaint(&j, "error", why);
    if (replay.header.board[0])
        json_text(&j, "board", replay.header.board);
    json_end(&j);
    return wasm_answer(&j);
}

static uint32_t describe(void)
{
    const struct match *m = &replay.match;
    struct json j = wasm_json();
    struct state s;

    replay_state(replay.events, &s);
    json_object(&j, NULL);
    json_text(&j, "board", m->board->id);
    json_number(&j, "seats", m->seats);
    json_array(&j, "names");
    for (uint32_t i = 0; i < m->seats; i++)
        json_text(&j, NULL, replay.name[i]);
    json_end(&j);
    json_array(&j, "players");
    for (uint32_t i = 0; i < m->seats; i++)
        json_text(&j, NULL, replay.header.player[i]);
    json_end(&j);
    json_number(&j, "events", replay.events);
    json_number(&j, "undone", replay.undone);
    json_bool(&j, "over", m->rules->actor(m, &s) == NOBODY);
    json_end(&j);
    return wasm_answer(&j);
}

/* The input is a log, followed by the board file if the log's board is not one of the program's
 * own. Answers {"board", "seats", "names", "players", "events", "undone", "over"} or {"error",
 * "board"}. */
uint32_t replay_open(uint32_t log_size, uint32_t board_size)
{
    struct complaint why = {0};
    struct log_reader r;
    const struct board *board;

    __builtin_memset(&replay.header, 0, sizeof replay.header);
    if (log_size > WASM_IN || board_size > WASM_IN - log_size) {
        COMPLAIN(&why, GROUND("log_too_long", ""), "The file is too large to be a log.",
                 say_number(0));
        return refuse(&why);
    }
    log_open(&r, wasm_in, log_size);
    if (!log_read_header(&r, &replay.header, &why))
        return refuse(&why);
    board = find_board(&replay.header, wasm_in + log_size, board_size, &why);
    if (!board || !log_match(&replay.header, board, &replay.match, &why) ||
        !read_events(&r, &why))
        return refuse(&why);
    name_seats();
    return describe();
}

/* Positions. */

void replay_state(uint32_t n, struct state *s)
{
    log_rewind(&replay.match, replay.line, n < replay.events ? n : replay.events, s);
}

struct position replay_seen(const struct state *s, uint32_t n, uint32_t viewer, struct view *v)
{
    const struct match *m = &replay.match;
    struct position p = {.match = m, .view = v, .events = n, .language = wasm_language};

    name_seats();
    p.nameless = replay.nameless;
    m->rules->view(m, s, viewer, v);
    for (uint32_t i = 0; i < m->seats; i++)
        p.name[i] = replay.name[i];
    return p;
}

uint32_t replay_position(uint32_t n, uint32_t viewer)
{
    struct json j = wasm_json();
    struct state s;
    struct view v;
    struct position p;

    if (!replay.match.rules)
        return 0;
    replay_state(n, &s);
    p = replay_seen(&s, n, viewer, &v);
    view_json(&j, &p);
    return wasm_answer(&j);
}

/* Moments. */

/* A moment that is being written. */
struct moment {
    uint32_t viewer;
    uint32_t seat; /* whose choice led to it; SEATS_MAX: only chance */
    int32_t points;
    struct retelling retelling;
    struct story line[MOMENT_LINES];
    uint32_t lines;
};

/* Adds a line of the story; the line of the choice replaces a shorter one. */
static void add_line(struct moment *x, const struct story *s)
{
    bool grown = s->kind == STORY_TURN && x->lines && x->line[0].kind == STORY_TURN;

    if (s->kind == STORY_NONE || (!grown && x->lines == MOMENT_LINES))
        return;
    story_copy(&x->line[grown ? 0 : x->lines], s);
    x->lines += !grown;
}

/* Applies event number n and adds what the story says about it. */
static void do_event(struct moment *x, struct state *s, uint32_t n)
{
    static struct story story;
    const struct match *m = &replay.match;
    uint32_t actor = m->rules->actor(m, s);
    struct view v;

    if (actor < m->seats) {
        x->seat = actor;
        x->points = -m->rules->points(m, s, actor);
    }
    m->rules->apply(m, s, replay.line[n]);
    m->rules->view(m, s, x->viewer, &v);
    retelling_event(&x->retelling, &v, &story);
    add_line(x, &story);
}

/* The words of all lines as one array of runs. */
static void runs_json(struct json *j, const struct moment *x)
{
    json_array(j, "runs");
    for (uint32_t i = 0; i < x->lines; i++) {
        if (i)
            json_text(j, NULL, " ");
        story_runs(j, &replay.match, &x->line[i]);
    }
    json_end(j);
}

/* One object: "n", the events that led there, "seat" (from 1; null: chance alone), "acts" (the
 * seat to act; null: the game is over, or the log ends where chance has to act), "runs" (see
 * story_runs()), "points". */
static void moment_json(struct json *j, const struct moment *x, const struct state *s,
                        uint32_t n)
{
    const struct match *m = &replay.match;
    uint32_t acts = m->rules->actor(m, s);
    int32_t gained = x->seat < m->seats ? x->points + m->rules->points(m, s, x->seat) : 0;

    json_object(j, NULL);
    json_number(j, "n", n);
    json_known(j, "seat", x->seat < m->seats, x->seat + 1);
    json_known(j, "acts", acts < m->seats, acts + 1);
    runs_json(j, x);
    json_known(j, "points", gained, gained);
    json_end(j);
}

static void next_moment(struct moment *x)
{
    x->seat = SEATS_MAX;
    x->points = 0;
    x->lines = 0;
}

/* Before the first event. */
static void first_moment(struct moment *x, uint32_t viewer, struct state *s)
{
    struct view v;
    struct position p;

    replay.match.rules->start(&replay.match, s);
    p = replay_seen(s, 0, viewer, &v);
    retelling_begin(&x->retelling, &p, replay.line);
    x->retelling.by_choice = true;
    x->viewer = viewer;
    next_moment(x);
}

/* All moments of the game, as a viewer may know them: an array. */
uint32_t replay_moments(uint32_t viewer)
{
    static struct moment x;
    const struct match *m = &replay.match;
    struct json j = wasm_json();
    struct state s;

    if (!m->rules)
        return 0;
    first_moment(&x, viewer, &s);
    json_array(&j, NULL);
    for (uint32_t n = 0;; n++) {
        if (m->rules->actor(m, &s) != NATURE || n == replay.events) {
            moment_json(&j, &x, &s, n);
            next_moment(&x);
        }
        if (n == replay.events)
            break;
        do_event(&x, &s, n);
    }
    json_end(&j);
    return wasm_answer(&j);
}

/* The log of the first n events; with the result if the game is over after them. */
uint32_t replay_log(uint32_t n)
{
    const struct match *m = &replay.match;
    struct text t = text_in(wasm_out, sizeof wasm_out);
    struct log_header h;
    struct state s;

    if (!m->rules)
        return 0;
    log_header_of(m, &h);
    __builtin_memcpy(h.name, replay.header.name, sizeof h.name);
    __builtin_memcpy(h.player, replay.header.player, sizeof h.player);
    log_put_header(&t, &h);
    m->rules->start(m, &s);
    for (uint32_t i = 0; i < n && i < replay.events; i++) {
        log_put_event(&t, m, &s, replay.line[i]);
        m->rules->apply(m, &s, replay.line[i]);
    }
    if (m->rules->actor(m, &s) == NOBODY)
        log_put_result(&t, m, &s);
    return t.cut ? 0 : (uint32_t)t.length;
}
