/*
 * Plays games of the metro family with the engine and the reference side by side, for every number
 * of seats and every combination of options, and compares everything at each event: who acts,
 * the legal events with their weights, counting and picking, every field of the state, the
 * refusal of illegal events, the final sheet. Fails on any difference, and in a full run also
 * if a corner of the rules was never reached.
 *
 *     test_metro EVENTS BOARD_FILE...
 *
 * EVENTS is the number of events on the first board; on each other one it is a third. The
 * environment variable ANDEN_TEST_SCALE (per cent) reduces it.
 */
#include "metro_reference.h"

#include "tests/reference/rng.h"
#include "tests/support/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FULL = 100000, LOG_MAX = 400 };

/* Corners that a full run must have seen. */
#define CORNERS(X)                                                                             \
    X(REDRAW, "M4 a tile drawn instead of one in hand")                                        \
    X(EXCEPTION, "M7 a placement by the exception")                                            \
    X(EXCEPTION_WITH_CHOICE, "M7R ... while another tile in hand could be placed otherwise")   \
    X(BANNED, "M7 a reachable square refused")                                                 \
    X(TURNED, "M12 a tile placed turned")                                                      \
    X(CENTRAL, "M9 a line into the centre")                                                    \
    X(OWN_END, "M9 a line that ends at its own station")                                       \
    X(UNOWNED, "M9 a line of a station without a car complete")                                \
    X(FOUR_TIMES, "M9 a line over one tile four times")                                        \
    X(THREE_OWNERS, "M9 a tile that completes lines of three seats")                           \
    X(ALL_COMPLETE, "M10 a placement by a seat whose lines are all complete")                  \
    X(EMPTY_SUPPLY, "M4 a hand that can't be filled")                                          \
    X(LOOPS, "M11 a full board with crossings on no station's line")                           \
    X(TIE, "M11 a shared win")                                                                 \
    X(LARGE_HAND, "M13 a choice between different tiles in hand")

#define CORNER_NAME(name, words) CORNER_##name,
#define CORNER_WORDS(name, words) words,
enum corner { CORNERS(CORNER_NAME) CORNER_COUNT };
static const char *const corner_words[CORNER_COUNT] = {CORNERS(CORNER_WORDS)};
static unsigned long corner[CORNER_COUNT];

static struct {
    unsigned long events, games, refused, lines, points;
} figures;

/* A game being played. */
static struct {
    struct match match;
    struct state state;
    struct ref_metro ref;
    struct rng rng;
    struct ref_choice list[REF_CHOICES_MAX];
    uint32_t choices;
    event_t log[LOG_MAX];
    uint32_t length;
} g;

static _Noreturn void differ(const char *what, long engine, long reference)
{
    struct state s;
    const struct match *m = &g.match;

    printf("difference: %s: engine %ld, reference %ld\n", what, engine, reference);
    printf("# board %s, seats %u, options", m->board->id, m->seats);
    for (uint32_t i = 0; m->rules->option[i].name; i++)
        printf(" %s=%u", m->rules->option[i].name, m->option[i]);
    printf("; events:\n");
    m->rules->start(m, &s);
    for (uint32_t i = 0; i < g.length; i++) {
        char text[100];
        struct text t = text_in(text, sizeof text);

        m->rules->format(m, &s, g.log[i], &t);
        printf("%s\n", text);
        m->rules->apply(m, &s, g.log[i]);
    }
    exit(1);
}

static void same(const char *what, long engine, long reference)
{
    if (engine != reference)
        differ(what, engine, reference);
}

static uint32_t engine_phase(enum ref_phase phase)
{
    static const uint32_t phases[] = {METRO_HANDS, METRO_FIRST_SEAT, METRO_FILL, METRO_REDRAW,
                                      METRO_TURN,  METRO_DRAWN,      METRO_OVER};

    return phases[phase];
}

static void compare_lines(const struct metro_state *s, const struct ref_metro *r)
{
    for (uint32_t i = 0; i < METRO_STATIONS_MAX; i++) {
        const struct ref_line *line = &r->line[i];
        bool there = i < g.match.board->metro.stations;

        same("complete", s->complete >> i & 1, there && line->complete);
        same("central", s->central >> i & 1, there && line->central);
        same("length", s->length[i], there ? line->length : 0);
        int head = 4 * (8 * line->row + line->column) + line->port / 2;
        same("head", s->head[i], there && !line->complete ? head : 0);
    }
}

static void compare_hands(const struct metro_state *s, const struct ref_metro *r)
{
    for (uint32_t seat = 0; seat < SEATS_MAX; seat++) {
        uint32_t n = 0;

        for (int kind = 0; kind < TILE_KINDS; kind++)
            for (int i = 0; i < r->hand[seat][kind]; i++)
                same("hand", s->hand[seat][n++], kind + 1);
        same("hand size", s->hand_size[seat], (long)n);
        while (n < METRO_HAND_MAX)
            same("empty place of a hand", s->hand[seat][n++], 0);
        same("points", s->points[seat], r->points[seat]);
    }
    for (int kind = 0; kind < TILE_KINDS; kind++)
        same("supply", s->supply[kind], r->supply[kind]);
    same("supply size", s->supply_size, ref_supply_size(r));
    same("drawn", s->drawn, r->drawn + 1);
}

static void compare_state(void)
{
    const struct metro_state *s = &g.state.metro;
    const struct ref_metro *r = &g.ref;

    same("actor", (long)g.match.rules->actor(&g.match, &g.state), (long)ref_actor(r));
    same("phase", s->phase, (long)engine_phase(r->phase));
    if (r->phase != REF_OVER && r->phase != REF_FIRST)
        same("turn", s->turn, r->turn);
    for (int q = 0; q < SQUARES_MAX; q++) {
        const struct ref_tile *t = &r->tile[q / 8][q % 8];

        same("placed", bits_have(s->placed, (uint32_t)q), t->there);
        same("tile", s->tile[q], t->there ? ref_kind_of(t) + 1 : 0);
    }
    compare_lines(s, r);
    compare_hands(s, r);
}

static const struct ref_choice *find(event_t e)
{
    for (uint32_t i = 0; i < g.choices; i++)
        if (g.list[i].event == e)
            return &g.list[i];
    return NULL;
}

static void compare_legal(void)
{
    static event_t events[LEGAL_MAX];
    static uint32_t weights[LEGAL_MAX];
    const struct rules *rules = g.match.rules;

    g.choices = ref_legal(&g.match, &g.ref, g.list);
    uint32_t n = rules->legal(&g.match, &g.state, events, weights, LEGAL_MAX), sum = 0;
    same("number of legal events", (long)n, (long)g.choices);
    for (uint32_t i = 0; i < n; i++) {
        const struct ref_choice *c = find(events[i]);

        if (!c)
            differ("an event that is not legal is listed", (long)events[i], 0);
        same("weight", weights[i], c->weight);
        for (uint32_t j = 0; j < i; j++)
            if (events[j] == events[i])
                differ("an event is listed twice", (long)events[i], 0);
        same("pick, first number", (long)rules->pick(&g.match, &g.state, sum), (long)events[i]);
        sum += weights[i];
        same("pick, last number", (long)rules->pick(&g.match, &g.state, sum - 1),
             (long)events[i]);
    }
    same("count", rules->count(&g.match, &g.state), sum);
    same("pick beyond the last", (long)rules->pick(&g.match, &g.state, sum), 0);
}

/* The engine accepts an event if and only if the reference lists it; a refusal changes no byte. */
static void try_event(event_t e)
{
    struct state s = g.state;
    bool accepted = g.match.rules->apply(&g.match, &s, e);

    same("acceptance", accepted, find(e) != NULL);
    if (accepted)
        return;
    figures.refused++;
    if (memcmp(&s, &g.state, sizeof s) != 0)
        differ("a refused event changed the state", (long)e, 0);
}

/* Tries every square with a tile, in hand or not, and words that are nearly events. */
static void try_others(void)
{
    uint32_t kind = rng_below(&g.rng, TILE_KINDS), turns = rng_below(&g.rng, 4);

    if (g.choices && rng_below(&g.rng, 4)) {
        event_t e = g.list[rng_below(&g.rng, g.choices)].event;

        if (event_kind(e) == EVENT_PLACE) {
            kind = event_tile(e);
            turns = rng_below(&g.rng, 2) ? 0 : turns;
        }
    }
    for (uint32_t q = 0; q < SQUARES_MAX; q++)
        try_event(event_place(q, kind, turns));
    try_event(event_make(EVENT_REDRAW, 0));
    try_event(event_make(EVENT_FIRST, rng_below(&g.rng, 8)));
    try_event(event_make(EVENT_DEAL_TILE, rng_below(&g.rng, 32)));
    try_event((event_t)rng_next(&g.rng));
    for (int i = 0; i < 4 && g.choices; i++) {
        event_t e = g.list[rng_below(&g.rng, g.choices)].event;

        try_event(e ^ (event_t)1 << rng_below(&g.rng, 32));
    }
}

static void note(enum corner c, bool reached)
{
    corner[c] += reached;
}

/* Before a placement: notes what could be chosen. */
static void note_choice(event_t e)
{
    const struct ref_metro *r = &g.ref;
    bool clean_other = false;
    uint32_t kinds = 0;

    for (uint32_t i = 0; i < g.choices; i++)
        if (event_kind(g.list[i].event) == EVENT_PLACE)
            kinds |= 1u << event_tile(g.list[i].event);
    note(CORNER_LARGE_HAND, bits_count(kinds) > 1);
    for (uint32_t i = 0; i < g.choices && bits_count(kinds) > 1; i++) {
        event_t o = g.list[i].event;

        if (event_kind(o) != EVENT_PLACE || event_tile(o) == event_tile(e))
            continue;
        struct ref_metro after = *r;
        ref_apply(&g.match, &after, o);
        clean_other |= !after.by_exception;
    }
    struct ref_metro after = *r;
    ref_apply(&g.match, &after, e);
    note(CORNER_EXCEPTION_WITH_CHOICE, after.by_exception && clean_other);
    /* The border has a free square that is not offered: the ban. */
    const struct metro_board *b = &g.match.board->metro;
    for (uint32_t q = 0; q < SQUARES_MAX; q++)
        if (bits_have(b->squares & b->border & ~g.state.metro.placed, q) &&
            !find(event_place(q, event_tile(e), event_turns(e)))) {
            note(CORNER_BANNED, true);
            break;
        }
    bool all = true;
    for (uint32_t i = 0; i < b->stations; i++)
        all &= b->owner[g.match.seats][i] != r->turn || r->scored[i];
    note(CORNER_ALL_COMPLETE, all);
}

/* After a placement: notes what it did. */
static void note_placement(const struct ref_metro *before, event_t e)
{
    const struct ref_metro *r = &g.ref;
    const struct metro_board *b = &g.match.board->metro;

    note(CORNER_REDRAW, before->phase == REF_DRAWN);
    note(CORNER_EXCEPTION, r->by_exception);
    note(CORNER_TURNED, event_turns(e) != 0);
    note(CORNER_THREE_OWNERS, bits_count(r->owners) >= 3);
    note(CORNER_EMPTY_SUPPLY, ref_supply_size(r) == 0 && before->phase == REF_TURN);
    for (uint32_t i = 0; i < b->stations; i++) {
        const struct ref_line *line = &r->line[i];

        if (!line->complete || before->scored[i])
            continue;
        figures.lines++;
        figures.points += (unsigned long)line->length * (line->central ? 2 : 1);
        note(CORNER_CENTRAL, line->central);
        note(CORNER_OWN_END, line->end == (int)i && line->length > 1);
        note(CORNER_UNOWNED, b->owner[g.match.seats][i] == NO_OWNER);
        note(CORNER_FOUR_TIMES, line->most == 4);
    }
}

static void compare_end(void)
{
    struct sheet sheet;
    uint32_t winners = 0;

    g.match.rules->score(&g.match, &g.state, &sheet);
    for (uint32_t i = 0; i < g.match.seats; i++) {
        int rank = 1;

        for (uint32_t j = 0; j < g.match.seats; j++)
            rank += g.ref.points[j] > g.ref.points[i];
        same("total", sheet.seat[i].total, g.ref.points[i]);
        same("points of lines", sheet.seat[i].part[0], g.ref.points[i]);
        same("rank", sheet.seat[i].rank, rank);
        winners += rank == 1;
    }
    note(CORNER_TIE, winners > 1);
    note(CORNER_LOOPS, ref_loops(&g.match, &g.ref) > 0);
    for (uint32_t i = 0; i < g.match.board->metro.stations; i++)
        same("every line is complete at the end", g.ref.line[i].complete, 1);
}

/* Chance deals by weight; a seat takes any of its choices, and draws another now and then. */
static event_t choose(void)
{
    uint32_t sum = 0;

    for (uint32_t i = 0; i < g.choices; i++)
        sum += g.list[i].weight;
    uint32_t k = rng_below(&g.rng, sum);
    if (ref_actor(&g.ref) != NATURE && rng_below(&g.rng, 8) == 0)
        k = sum - 1; /* the reference lists redraw last */
    for (uint32_t i = 0;; k -= g.list[i++].weight)
        if (k < g.list[i].weight)
            return g.list[i].event;
}

static void play(const struct match *m, uint64_t seed)
{
    g.match = *m;
    g.rng = (struct rng){seed};
    g.length = 0;
    memset(&g.state, 0xAA, sizeof g.state);
    m->rules->start(m, &g.state);
    ref_start(m, &g.ref);
    for (;;) {
        compare_state();
        compare_legal();
        if (rng_below(&g.rng, 4) == 0)
            try_others();
        if (ref_actor(&g.ref) == NOBODY)
            break;
        event_t e = choose();
        struct ref_metro before = g.ref;
        if (event_kind(e) == EVENT_PLACE)
            note_choice(e);
        if (g.length == LOG_MAX)
            differ("a game without end", (long)g.length, 0);
        ref_apply(m, &g.ref, e);
        if (!m->rules->apply(m, &g.state, e))
            differ("a legal event is refused", (long)e, 0);
        g.log[g.length++] = e;
        if (event_kind(e) == EVENT_PLACE)
            note_placement(&before, e);
        figures.events++;
    }
    compare_end();
    figures.games++;
}

/* Every number of seats with every combination of options. */
static void play_board(const struct board *board, unsigned long events)
{
    unsigned long until = figures.events + events;
    static uint64_t seed;
    struct complaint why;

    while (figures.events < until)
        for (uint32_t seats = board->seats_min; seats <= board->seats_max; seats++)
            for (uint32_t turning = 0; turning < 2; turning++)
                for (uint32_t hand = 1; hand <= METRO_HAND_MAX; hand++) {
                    struct match m = match_of(board, seats);

                    m.option[option_index(m.rules, "turning", 7)] = (uint8_t)turning;
                    m.option[option_index(m.rules, "hand", 4)] = (uint8_t)hand;
                    m.option[option_index(m.rules, "first", 5)] = (uint8_t)(seed % (seats + 1));
                    seed++;
                    if (m.rules->check(&m, &why))
                        play(&m, seed);
                }
}

int main(int count, char **words)
{
    static struct board board;

    if (count < 3) {
        fprintf(stderr, "usage: test_metro EVENTS BOARD_FILE...\n");
        return 2;
    }
    const char *scale = getenv("ANDEN_TEST_SCALE");
    unsigned long events = strtoul(words[1], NULL, 10);
    events = scale ? events * strtoul(scale, NULL, 10) / 100 : events;
    for (int i = 2; i < count; i++) {
        memset(&figures, 0, sizeof figures);
        load_board(words[i], &board);
        play_board(&board, i == 2 ? events : events / 3);
        printf("%-12s %7lu events, %5lu games, %8lu refused, %6lu lines of %.2f points\n",
               board.id, figures.events, figures.games, figures.refused, figures.lines,
               (double)figures.points / (double)figures.lines);
        fflush(stdout);
    }
    bool missed = false;
    for (int i = 0; i < CORNER_COUNT; i++) {
        printf("%9lu  %s%s\n", corner[i], corner_words[i], corner[i] ? "" : "   NEVER");
        missed |= corner[i] == 0;
    }
    return missed && events >= FULL;
}
