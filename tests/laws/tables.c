/*
 * Laws of tables: random tables with random commands, sensible and senseless ones, for which
 * certain things must always be true; and pairs of games that look the same to a viewer, who
 * must then get the same messages.
 *
 *     tables BOARD_FILE TABLES [SEED]
 *
 * The environment variable ANDEN_TEST_SCALE (per cent) makes TABLES fewer for slow builds.
 */
#include "table/table.h"
#include "table/table_log.h"

#include "tests/support/commands.h"
#include "tests/support/file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 6000, LOG_ROOM = 1 << 19 };

struct world {
    struct table t;
    struct entry entries[ROOM];
    event_t line[ROOM];
};

static struct world here, again;
static struct state history[ROOM]; /* after n events of the line */
static struct rng rng;
static uint64_t now, seed;
static struct table_command last; /* the last command that was done */
static uint32_t seen_answers[TABLE_FULL + 1], seen_kinds[ENTRY_KINDS], differing;
static struct rules counting; /* the rules of the match, which count what is applied */
static const struct rules *plain;
static uint32_t applied;

static bool count_apply(const struct match *m, struct state *s, event_t e)
{
    applied++;
    return plain->apply(m, s, e);
}

static _Noreturn void broken(const char *law, int line)
{
    const struct table *t = &here.t;

    printf("tables.c:%d: broken law: %s\n# %s, %u seats, seed %" PRIu64 ", entries:\n", line,
           law, t->plan.match.board->id, t->plan.match.seats, seed);
    for (uint32_t i = 0; i < t->count; i++)
        printf("%u %s seat %d event %08x role %d at %" PRIu64 "\n", i + 1,
               entry_name(here.entries[i].kind), here.entries[i].seat, here.entries[i].event,
               here.entries[i].role, here.entries[i].time);
    exit(1);
}

#define LAW(law, condition)                                                                    \
    do {                                                                                       \
        if (!(condition))                                                                      \
            broken(law, __LINE__);                                                             \
    } while (0)

static uint32_t below(uint32_t n)
{
    return rng_below(&rng, n);
}

static void open_world(struct world *w, const struct table_plan *plan)
{
    table_open(&w->t, plan, w->entries, w->line, ROOM);
}

/* Nobody except its own seat may notice what a sealed choice is. */
static void check_sealed(const struct world *w, const struct entry *e, const struct table *old)
{
    const struct match *m = &w->t.plan.match;

    LAW("a sealed choice does not change the game",
        memcmp(&old->state, &w->t.state, sizeof old->state) == 0);
    for (uint32_t i = 0; i <= m->seats; i++) {
        uint32_t viewer = i < m->seats ? i : (uint32_t)SPECTATOR;
        struct view a, b;

        table_view(old, viewer, &a);
        table_view(&w->t, viewer, &b);
        LAW("a sealed choice shows in no view", memcmp(&a, &b, sizeof a) == 0);
        LAW("a sealed choice is known to its seat only",
            e->kind == ENTRY_UNSEAL ||
                table_seen(old, e, viewer) ==
                    (viewer == e->seat ? e->event : event_hidden(event_kind(e->event), 0)));
    }
}

static void check_waiting(const struct world *w)
{
    const struct match *m = &w->t.plan.match;
    uint32_t waiting = table_waiting(&w->t);
    struct view v;

    LAW("the game waits for nobody unless it is being played",
        w->t.phase == TABLE_PLAYING || !waiting);
    for (uint32_t i = 0; i < m->seats; i++) {
        table_view(&w->t, i, &v);
        LAW("a view is that of its seat", v.seat == i);
        if (waiting >> i & 1)
            LAW("a seat that the game waits for acts in its view",
                m->rules->actor(m, &v.seen) == i);
    }
}

/* The events that are left if a seat takes its last choice back, found by playing the game again;
 * choices made at the same time are taken back together (C18R). False if it has made none. */
static bool before_last_choice(const struct table *t, uint32_t seat, uint32_t *left)
{
    const struct match *m = &t->plan.match;
    uint32_t batch = 0, batch_end = 0;
    struct state s;
    bool found = false;

    m->rules->start(m, &s);
    for (uint32_t i = 0; i < t->events; i++) {
        uint32_t together = (uint32_t)__builtin_popcount(m->rules->choosers(m, &s));

        if (together > 1 && i >= batch_end) {
            batch = i;
            batch_end = i + together;
        }
        if (m->rules->actor(m, &s) == seat) {
            found = true;
            *left = i < batch_end ? batch : i;
        }
        plain->apply(m, &s, t->line[i]);
    }
    return found;
}

static void check_last_choices(const struct table *t)
{
    for (uint32_t seat = 0; seat < t->plan.match.seats; seat++) {
        uint32_t left = 0;
        bool chose = before_last_choice(t, seat, &left);

        LAW("a table knows each seat's last choice",
            t->seat[seat].chose == chose && (!chose || t->seat[seat].before_choice == left));
    }
}

/* Applies an entry and checks its effects. */
static void apply(struct world *w, const struct entry *e)
{
    static struct table old;
    struct complaint why;

    old = w->t;
    applied = 0;
    LAW("what is proposed can be done", table_apply(&w->t, e, &why));
    LAW("an event of the game is applied once",
        applied == 1 || (e->kind != ENTRY_CHOICE && e->kind != ENTRY_CHANCE));
    LAW("an entry is kept",
        w->t.count == old.count + 1 && memcmp(&w->entries[old.count], e, sizeof *e) == 0);
    seen_kinds[e->kind]++;
    if (e->kind == ENTRY_SEALED || e->kind == ENTRY_UNSEAL)
        check_sealed(w, e, &old);
    if (e->kind == ENTRY_UNDO) {
        LAW("undo goes back", w->t.events < old.events && w->t.events == e->event);
        LAW("undo restores the exact state",
            memcmp(&w->t.state, &history[w->t.events], sizeof w->t.state) == 0);
    } else if (w->t.events > old.events) {
        history[w->t.events] = w->t.state;
    } else {
        LAW("only events change the game",
            memcmp(&old.state, &w->t.state, sizeof old.state) == 0);
    }
    check_waiting(w);
}

static void check_complaint(const struct complaint *why)
{
    const char *end = memchr(why->message, 0, sizeof why->message);

    LAW("a refusal has a reason", why->rule && end && end > why->message + 8);
}

/* Who may do what, written a second time, differently. */
static void check_allowed(const struct table *t, const struct table_command *c)
{
    if (c->kind == COMMAND_CHOOSE) {
        LAW("only a seat that the game waits for chooses", table_waiting(t) >> c->seat & 1);
        LAW("a person's seat is not played by a bot, nor the other way round",
            c->role == (table_is_bot(t, c->seat) ? ROLE_BOT : ROLE_PERSON));
    }
    if (c->kind == COMMAND_CHOOSE || c->kind == COMMAND_UNDO)
        LAW("what was meant for another position is not done", c->seen >= t->position);
    if (c->kind >= COMMAND_CHOOSE && c->kind <= COMMAND_RESIGN)
        LAW("nothing happens in a game that is not being played", t->phase == TABLE_PLAYING);
    if (c->kind == COMMAND_AGREE || c->kind == COMMAND_REFUSE)
        LAW("only others answer a wish to undo", t->asks != NOBODY && t->asks != c->seat);
}

static void give(struct world *w, const struct table_command *c)
{
    static struct proposal p, second;
    static struct world before;
    struct complaint why, other;
    enum table_answer answer;

    memcpy(&before.t, &w->t, sizeof before.t);
    memcpy(before.entries, w->entries, w->t.count * sizeof *w->entries);
    memset(&why, 0xEE, sizeof why);
    applied = 0;
    answer = table_propose(&w->t, c, now, &p, &why);
    LAW("proposing changes nothing",
        memcmp(&before.t, &w->t, sizeof before.t) == 0 &&
            memcmp(before.entries, w->entries, w->t.count * sizeof *w->entries) == 0);
    seen_answers[answer]++;
    LAW("entries come with OK only", (answer == TABLE_OK) == (p.count > 0));
    if (answer != TABLE_OK && answer != TABLE_REPEATED)
        check_complaint(&why);
    if (answer != TABLE_OK)
        return;
    check_allowed(&w->t, c);
    LAW("proposing applies each event of the game once",
        applied == p.after.events - w->t.events || p.entry[0].kind == ENTRY_SEALED ||
            p.entry[p.count - 1].kind == ENTRY_UNDO);
    LAW("the same command gives the same entries",
        table_propose(&w->t, c, now, &second, &other) == TABLE_OK && second.count == p.count &&
            memcmp(p.entry, second.entry, p.count * sizeof *p.entry) == 0);
    for (uint32_t i = 0; i < p.count; i++)
        apply(w, &p.entry[i]);
    LAW("a proposal knows the table after it", memcmp(&second.after, &w->t, sizeof w->t) == 0);
    LAW("chance does not keep people waiting",
        p.more || w->t.phase != TABLE_PLAYING || table_waiting(&w->t) ||
            (before.t.phase == TABLE_PLAYING && !table_waiting(&before.t)));
    last = *c;
    if (c->kind != COMMAND_GO_ON && c->kind != COMMAND_TIMEOUT && c->kind != COMMAND_STAND)
        LAW("a repeated command is recognised",
            table_propose(&w->t, c, now, &second, &other) == TABLE_REPEATED ||
                (c->kind == COMMAND_BACK && w->t.phase != TABLE_PLAYING));
}

/* Turns all entries into bytes and back, and makes a table from them. */
static void check_rebuilt(const struct world *w)
{
    struct complaint why;

    open_world(&again, &w->t.plan);
    for (uint32_t i = 0; i < w->t.count; i++) {
        uint8_t bytes[ENTRY_SIZE];
        struct entry e;

        memset(&e, 0xEE, sizeof e);
        entry_encode(&w->entries[i], bytes);
        LAW("entries survive being stored",
            entry_decode(bytes, &e) && memcmp(&e, &w->entries[i], sizeof e) == 0);
        LAW("a stored entry can be done again", table_apply(&again.t, &e, &why));
    }
    again.t.entries = w->t.entries;
    again.t.line = w->t.line;
    LAW("a table rebuilt from its entries is the same",
        memcmp(&again.t, &w->t, sizeof again.t) == 0);
    LAW("... and so is its line",
        memcmp(again.line, w->line, w->t.events * sizeof *w->line) == 0);
}

/* An entry that is changed is refused, or makes another table. */
static void check_tampered(const struct world *w)
{
    uint32_t at = below(w->t.count);
    struct complaint why;
    struct entry e = w->entries[at];

    if (e.kind != ENTRY_CHANCE)
        return;
    open_world(&again, &w->t.plan);
    for (uint32_t i = 0; i < at; i++)
        table_apply(&again.t, &w->entries[i], &why);
    const struct match *m = &w->t.plan.match;
    event_t other =
        m->rules->pick(m, &again.t.state, below(m->rules->count(m, &again.t.state)));
    if (other == e.event)
        return;
    e.event = other;
    LAW("a card that the dealer did not deal is refused", !table_apply(&again.t, &e, &why));
}

static void check_log(const struct world *w)
{
    static char text[LOG_ROOM];
    static event_t line[ROOM];
    static const struct log_people who = {
        .name = {"Ana", "Luis \"el #1\"", "Bea", "", "Eva", "Rai"},
        .player = {"human", "human", "medium", "rollout:iterations=500", "", "human"}};
    struct text out = text_in(text, sizeof text);
    struct log_reader r;
    struct log_header h;
    struct match m;
    struct state s;
    struct complaint why = {0};
    enum log_step step;
    event_t e;

    open_world(&again, &w->t.plan);
    table_put_log(&w->t, &who, &again.t, &out);
    LAW("a log fits", !out.cut);
    log_open(&r, text, out.length);
    LAW("the header of a table's log can be read", log_read_header(&r, &h, &why));
    LAW("the match of a table's log is its own",
        log_match(&h, w->t.plan.match.board, &m, &why) &&
            memcmp(m.option, w->t.plan.match.option, sizeof m.option) == 0);
    m.rules->start(&m, &s);
    while ((step = log_next(&r, &m, &s, &e, &why)) != LOG_END) {
        if (step == LOG_BAD)
            printf("%u:%u: %s\n%s", why.line, why.column, why.message, text);
        LAW("a table's log can be replayed", step != LOG_BAD);
        if (step == LOG_EVENT)
            line[r.events - 1] = e;
        else if (step == LOG_UNDO)
            log_rewind(&m, line, r.events, &s);
    }
    LAW("a table's log leads to its state",
        r.events == w->t.events && memcmp(&s, &w->t.state, sizeof s) == 0);
    for (uint32_t i = 0; i < m.seats; i++)
        LAW("a table's log says who is out", (r.out >> i & 1) == (w->t.seat[i].out != 0));
    struct verdict v;
    bool over = w->t.phase >= TABLE_FINISHED;
    LAW("the log of a table that is over is found good, others have no seed yet",
        log_verify(text, out.length, &m, line, ROOM, &v, &why) == over);
    LAW("a table's log says whether the game is over", log_is_over(text, out.length) == over);
    LAW("all chance has been checked", !over || v.chance == w->t.dealt);
}

static void play_table(const struct match *m)
{
    struct table_plan plan = random_plan(&rng, m);
    uint32_t nonsense = below(6), hurry = 1 + below(200);

    memset(&here, 0, sizeof here.t);
    open_world(&here, &plan);
    history[0] = here.t.state;
    now = 0;
    last = (struct table_command){0};
    while (here.t.phase <= TABLE_PLAYING && here.t.count + PROPOSAL_MAX < ROOM) {
        struct table_command c = below(10) < nonsense ? senseless_command(&rng, &here.t, &last)
                                                      : sensible_command(&rng, &here.t);
        uint64_t when;
        uint32_t seat;

        now += below(60) ? below(hurry) : below(6000);
        if (table_deadline(&here.t, &when, &seat) && below(40) == 0) {
            now = when > now ? when : now;
            c = (struct table_command){.kind = COMMAND_TIMEOUT, .seen = here.t.count};
        } else if (table_deadline(&here.t, &when, &seat) && when <= now && below(4)) {
            c = (struct table_command){.kind = COMMAND_TIMEOUT, .seen = here.t.count};
        }
        give(&here, &c);
        if (below(100) == 0 || here.t.phase > TABLE_PLAYING) {
            check_rebuilt(&here);
            check_tampered(&here);
            check_last_choices(&here.t);
        }
    }
    check_log(&here);
    struct table_command c = sensible_command(&rng, &here.t);
    give(&here, &c); /* a table that is over does nothing any more */
    uint8_t rank[SEATS_MAX];
    bool ranked = here.t.phase == TABLE_FINISHED || here.t.phase == TABLE_DECIDED;
    LAW("a result has ranks", table_ranks(&here.t, rank) == ranked);
    for (uint32_t i = 0; ranked && i < m->seats; i++)
        for (uint32_t k = 0; k < m->seats; k++)
            LAW("who is out comes after who is not",
                rank[i] >= 1 && rank[i] <= m->seats &&
                    (!here.t.seat[i].out || here.t.seat[k].out || rank[k] < rank[i]));
}

/* ---- two worlds that a viewer cannot tell apart */

static struct world there;

static bool same_view(const struct table *a, const struct table *b, uint32_t viewer)
{
    struct view x, y;

    table_view(a, viewer, &x);
    table_view(b, viewer, &y);
    return memcmp(&x, &y, sizeof x) == 0;
}

/* Would this entry make the other world look like this one does now? */
static bool fits(struct entry e, uint32_t viewer, struct entry *found)
{
    static struct world copy;
    struct complaint why;

    copy.t = there.t;
    copy.t.entries = copy.entries;
    copy.t.line = copy.line;
    memcpy(copy.line, there.line, there.t.events * sizeof *copy.line);
    if (!table_apply(&copy.t, &e, &why) || !same_view(&here.t, &copy.t, viewer))
        return false;
    *found = e;
    return true;
}

/* An entry for the other world that looks the same to the viewer, if possible not the same. */
static bool counterpart(const struct table *before, const struct entry *e, uint32_t viewer,
                        struct entry *found)
{
    const struct match *m = &there.t.plan.match;
    struct view mine;
    struct entry other = *e;
    uint32_t n;

    if (there.t.seat[e->seat < SEATS_MAX ? e->seat : 0].sealed && e->kind == ENTRY_CHOICE) {
        other.event = there.t.seat[e->seat].sealed;
        return fits(other, viewer, found);
    }
    if (e->seat == viewer) /* one's own sealed choice is not in the view, but known */
        return fits(*e, viewer, found);
    if (e->kind == ENTRY_CHANCE)
        m->rules->view(m, &there.t.state, EVERYTHING, &mine);
    else
        table_view(&there.t, e->seat, &mine);
    n = m->rules->count(m, &mine.seen);
    for (int tries = 0; tries < 12; tries++) {
        other.event = m->rules->pick(m, &mine.seen, below(n));
        /* Public counts are shown when all have chosen. */
        if (e->kind == ENTRY_SEALED &&
            m->rules->hide(m, &before->state, other.event, SPECTATOR) !=
                m->rules->hide(m, &before->state, e->event, SPECTATOR))
            continue;
        if (other.event != e->event && fits(other, viewer, found))
            return true;
    }
    return fits(*e, viewer, found);
}

/* A hidden event can be written and read, but not applied. */
static void check_hidden(const struct match *m, const struct state *s, event_t e,
                         const char *words)
{
    struct state after = *s;
    struct complaint why = {0};

    LAW("a hidden event can be read", m->rules->parse(m, s, words, strlen(words), &why) == e);
    LAW("a hidden event can't be done", !m->rules->apply(m, &after, e));
    LAW("... and changes nothing", memcmp(&after, s, sizeof after) == 0);
    m->rules->explain(m, s, e, &why);
    check_complaint(&why);
}

static void check_told(const struct table *a, const struct table *b, const struct entry *x,
                       const struct entry *y, uint32_t viewer)
{
    char one[300], two[300];
    struct text t = text_in(one, sizeof one), u = text_in(two, sizeof two);

    LAW("who can't tell two games apart is told the same event",
        table_seen(a, x, viewer) == table_seen(b, y, viewer));
    table_put_seen(a, x, viewer, &t);
    table_put_seen(b, y, viewer, &u);
    LAW("... in the same words", strcmp(one, two) == 0);
    differing += x->event != y->event;
    if (event_is_hidden(table_seen(a, x, viewer)))
        check_hidden(&a->plan.match, &a->state, table_seen(a, x, viewer), one);
}

/* The next entry of a game without commands: chance, a choice, or a sealed choice. */
static struct entry next_entry(const struct table *t)
{
    const struct match *m = &t->plan.match;
    uint32_t waiting = table_waiting(t);
    struct entry e = {.kind = ENTRY_CHANCE, .seat = NOBODY, .time = t->clock_at};

    if (m->rules->actor(m, &t->state) == NATURE) {
        e.event = dealer_choose(m, &t->state, &rng);
        return e;
    }
    e.kind = ENTRY_CHOICE;
    e.role = ROLE_PERSON;
    if (!waiting) {
        e.seat = (uint8_t)m->rules->actor(m, &t->state);
        e.event = t->seat[e.seat].sealed;
        return e;
    }
    e.seat = (uint8_t)random_seat(&rng, waiting);
    e.event = random_event(&rng, t, e.seat);
    if (m->rules->choosers(m, &t->state) & (m->rules->choosers(m, &t->state) - 1))
        e.kind = ENTRY_SEALED;
    return e;
}

static void play_two_worlds(const struct match *m)
{
    const struct table_plan plan = {.match = *m};
    uint32_t viewer = below(m->seats + 1u);
    struct complaint why;
    static struct table before;

    viewer = viewer < m->seats ? viewer : (uint32_t)SPECTATOR;
    open_world(&here, &plan);
    open_world(&there, &plan);
    for (uint32_t i = 0; i <= m->seats; i++) {
        struct entry e = {.kind = i < m->seats ? ENTRY_SIT : ENTRY_START,
                          .seat = (uint8_t)(i < m->seats ? i : NOBODY),
                          .role = i < m->seats ? ROLE_PERSON : 0};

        LAW("everybody may sit down",
            table_apply(&here.t, &e, &why) && table_apply(&there.t, &e, &why));
    }
    while (here.t.phase == TABLE_PLAYING && here.t.count < ROOM) {
        struct entry e = next_entry(&here.t), other;

        before = here.t;
        LAW("what is legal is accepted", table_apply(&here.t, &e, &why));
        if (here.t.phase == TABLE_FINISHED || !counterpart(&before, &e, viewer, &other))
            return;
        check_told(&before, &there.t, &e, &other, viewer);
        LAW("the counterpart is accepted", table_apply(&there.t, &other, &why));
        LAW("the game waits for the same seats",
            table_waiting(&here.t) == table_waiting(&there.t));
    }
}

int main(int argc, char **argv)
{
    static struct board board;
    const char *scale = getenv("ANDEN_TEST_SCALE");
    uint64_t tables, played = 0;

    if (argc < 3) {
        fprintf(stderr, "usage: tables BOARD_FILE TABLES [SEED]\n");
        return 2;
    }
    tables = strtoull(argv[2], NULL, 10) * (scale ? strtoull(scale, NULL, 10) : 100) / 100 + 8;
    seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 0;
    load_board(argv[1], &board);
    for (; played < tables; played++) {
        rng_seed(&rng, ++seed, 0);
        struct match m = random_match(&rng, &board);
        plain = m.rules;
        counting = *plain;
        counting.apply = count_apply;
        m.rules = &counting;
        play_table(&m);
        play_two_worlds(&m);
    }
    for (uint32_t i = TABLE_OK; i < TABLE_FULL; i++)
        if (!seen_answers[i] && played >= 250) {
            printf("the answer %u was never given\n", i);
            return 1;
        }
    for (uint32_t i = ENTRY_NONE + 1; i < ENTRY_KINDS; i++)
        if (!seen_kinds[i] && played >= 250 &&
            !((i == ENTRY_SEALED || i == ENTRY_UNSEAL) && !seen_kinds[ENTRY_SEALED])) {
            printf("no entry was of the kind %s\n", entry_name(i));
            return 1;
        }
    LAW("the two worlds did differ", differing > 0);
    printf("%s: %" PRIu64 " tables, %u differing hidden events, no law broken\n", board.id,
           played, differing);
    return 0;
}
