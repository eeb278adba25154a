/*
 * Plays random games on a board and checks every position against the laws (see laws.h): all
 * numbers of seats, all options, several styles of play, until enough events have been seen.
 *
 *     laws RULES.md BOARD_FILE EVENTS [SEED]
 *
 * The environment variable ANDEN_TEST_SCALE (per cent) makes EVENTS smaller for slow builds.
 */
#include "laws.h"

#include "tests/support/file.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void law_broken(const struct game *g, const char *law, const char *file, int line)
{
    struct state s;
    const struct match *m = &g->match;

    printf("%s:%d: broken law: %s\n", file, line, law);
    printf("# board %s, seats %u, options", m->board->id, m->seats);
    for (uint32_t i = 0; m->rules->option[i].name; i++)
        printf(" %s=%u", m->rules->option[i].name, m->option[i]);
    printf(", seed %" PRIu64 ", after these %u events:\n", g->seed, g->length);
    m->rules->start(m, &s);
    for (uint32_t i = 0; i < g->length; i++) {
        char text[200];
        struct text t = text_in(text, sizeof text);

        m->rules->format(m, &s, g->log[i], &t);
        uint32_t actor = m->rules->actor(m, &s);
        if (actor < m->seats)
            printf("%u: ", actor + 1);
        printf("%s\n", text);
        m->rules->apply(m, &s, g->log[i]);
    }
    exit(1);
}

static void step(struct game *g)
{
    generic_legal(g);
    if (rng_below(&g->rng, 3) == 0)
        generic_text(g);
    family_position(g);
    if (g->actor == NOBODY || rng_below(&g->rng, 4) == 0) {
        generic_views(g);
        family_hidden(g);
    }
    if (g->actor == NOBODY)
        return;
    LAW(g, "a game is bounded", g->length < LOG_MAX);
    event_t e = styles_choose(g);
    family_before(g, e);
    LAW(g, "what is legal is accepted", g->match.rules->apply(&g->match, &g->state, e));
    g->log[g->length++] = e;
    family_after(g, e);
}

static uint32_t play(struct game *g, const struct match *m, uint64_t seed)
{
    generic_start(g, m, seed);
    enum style all = (enum style)rng_below(&g->rng, STYLES + 2); /* often mixed */
    for (uint32_t i = 0; i < SEATS_MAX; i++)
        g->style[i] = all < STYLES ? all : (enum style)rng_below(&g->rng, STYLES);
    family_start(g);
    do
        step(g);
    while (g->actor != NOBODY);
    generic_end(g);
    family_end(g);
    return g->length;
}

/* Goes to the next combination of options; false when it is back at the first. */
static bool next_options(struct match *m)
{
    for (uint32_t i = 0; m->rules->option[i].name; i++) {
        if (m->option[i] < m->rules->option[i].max) {
            m->option[i]++;
            return true;
        }
        m->option[i] = m->rules->option[i].min;
    }
    return false;
}

static bool all_preset(const struct match *m)
{
    for (uint32_t i = 0; m->rules->option[i].name; i++)
        if (m->option[i] != m->rules->option[i].preset)
            return false;
    return true;
}

/* check() refuses values outside the range of an option. */
static void check_ranges(const struct board *board)
{
    struct match m = match_of(board, board->seats_min);
    struct complaint why;

    for (uint32_t i = 0; i < OPTIONS_MAX && m.rules->option[i].name; i++) {
        const struct option *o = &m.rules->option[i];

        for (uint32_t value = 0; value < 256; value++) {
            m.option[i] = (uint8_t)value;
            if ((value < o->min || value > o->max) && m.rules->check(&m, &why)) {
                printf("%s: check() allows option %s %u\n", board->id, o->name, value);
                exit(1);
            }
        }
        m.option[i] = o->preset;
    }
}

/* One game of each number of seats and each combination of options that the rules allow. */
static uint64_t round_of_games(struct game *g, const struct board *board, uint64_t *seed)
{
    uint64_t events = 0;

    for (uint32_t seats = 0; seats <= SEATS_MAX + 1; seats++) {
        struct match m = match_of(board, seats);

        for (uint32_t i = 0; m.rules->option[i].name; i++)
            m.option[i] = m.rules->option[i].min;
        do {
            struct complaint why;
            bool possible = m.rules->check(&m, &why);

            if (possible != (seats >= board->seats_min && seats <= board->seats_max) &&
                (possible || all_preset(&m))) {
                printf("%s with %u seats: check() says %s\n", board->id, seats,
                       possible ? "yes" : why.message);
                exit(1);
            }
            if (possible)
                events += play(g, &m, ++*seed);
        } while (next_options(&m));
    }
    return events;
}

int main(int argc, char **argv)
{
    static struct board board;
    static struct game game;

    if (argc < 4) {
        fprintf(stderr, "usage: laws RULES.md BOARD_FILE EVENTS [SEED]\n");
        return 2;
    }
    const char *scale = getenv("ANDEN_TEST_SCALE");
    uint64_t wanted = strtoull(argv[3], NULL, 10);
    wanted = scale ? wanted * strtoull(scale, NULL, 10) / 100 : wanted;
    uint64_t seed = argc > 4 ? strtoull(argv[4], NULL, 10) : 0, events = 0, first = seed;
    size_t size;
    char *page = load_file(argv[1], &size);
    rules_page = page;
    load_board(argv[2], &board);
    check_ranges(&board);
    while (events < wanted)
        events += round_of_games(&game, &board, &seed);
    printf("%s: %" PRIu64 " games, %" PRIu64 " events, no law broken\n", board.id, seed - first,
           events);
    free(page);
    return 0;
}
