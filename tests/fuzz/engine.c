/*
 * Fuzz harness for the engine: bytes are choices. The first three choose board, seats and options;
 * then each byte is an event by its number, a raw word that may not be an event at all, some
 * random play, or a stop at which all laws are tested. The laws are those of tests/laws.
 */
#include "fuzz.h"
#include "tests/laws/laws.h"

#include <string.h>

_Noreturn void law_broken(const struct game *g, const char *law, const char *file, int line)
{
    (void)g;
    fuzz_fail(law, file, line);
}

enum { EVENTS_MAX = 2000, LAWS_MAX = 4 }; /* for one input, so that it stays quick */

struct input {
    const uint8_t *at;
    size_t left;
    uint32_t laws; /* stops for all laws so far */
};

static uint32_t next(struct input *in)
{
    if (in->left == 0)
        return 0;
    in->left--;
    return *in->at++;
}

static void take(struct game *g, event_t e)
{
    g->actor = g->match.rules->actor(&g->match, &g->state);
    if (event_kind(e) == EVENT_PASS)
        g->legals = g->match.rules->legal(&g->match, &g->state, g->legal, NULL, LEGAL_MAX);
    family_before(g, e);
    CHECK(g->match.rules->apply(&g->match, &g->state, e));
    g->length++;
    family_after(g, e);
    if (g->match.board->family == FAMILY_ROUTES)
        routes_market(g);
    if (g->length % 16 == 0)
        family_conserved(g, &g->state);
}

static void take_number(struct game *g, uint32_t k)
{
    uint32_t n = g->match.rules->count(&g->match, &g->state);

    CHECK((n == 0) == (g->match.rules->actor(&g->match, &g->state) == NOBODY));
    if (n)
        take(g, g->match.rules->pick(&g->match, &g->state, k % n));
}

/* A raw word is accepted if and only if it is listed. */
static void take_word(struct game *g, event_t e)
{
    struct state s = g->state;
    bool listed = false;
    uint32_t n = g->match.rules->legal(&g->match, &g->state, g->legal, NULL, LEGAL_MAX);

    for (uint32_t i = 0; i < n; i++)
        listed |= g->legal[i] == e;
    CHECK(g->match.rules->apply(&g->match, &s, e) == listed);
    if (listed) {
        take(g, e);
    } else {
        struct complaint why;

        CHECK(memcmp(&s, &g->state, sizeof s) == 0);
        g->match.rules->explain(&g->match, &s, e, &why);
        CHECK(why.rule && why.message[0]);
    }
}

static void all_laws(struct game *g)
{
    family_conserved(g, &g->state);
    generic_legal(g);
    generic_text(g);
    generic_views(g);
    family_hidden(g);
}

static void one(struct game *g, struct input *in)
{
    uint32_t op = next(in);

    if (op < 0xC0) {
        uint32_t n = g->match.rules->count(&g->match, &g->state);

        take_number(g, op * n / 0xC0);
    } else if (op < 0xE0) {
        uint32_t high = next(in);

        take_number(g, high << 8 | next(in));
    } else if (op < 0xF0) {
        uint32_t a = next(in), b = next(in);

        take_word(g, event_make((enum event_kind)(op & 15), b << 8 | a));
    } else if (op < 0xF8) {
        for (uint32_t i = 0; i < 1u << (op & 7); i++)
            take_number(g, (uint32_t)rng_next(&g->rng) >> 1);
    } else if (in->laws++ < LAWS_MAX) {
        all_laws(g);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct game g;
    struct input in = {data, size, 0};
    struct complaint why;
    const struct board *board = fuzz_board(next(&in));
    uint32_t seats = board->seats_min + next(&in) % (board->seats_max - board->seats_min + 1u);
    struct match m = match_of(board, seats);
    uint32_t choice = next(&in);

    for (uint32_t i = 0; i < OPTIONS_MAX && m.rules->option[i].name; i++) {
        uint32_t values = m.rules->option[i].max + 2u; /* one of them too high */

        m.option[i] = (uint8_t)(choice % values);
        choice /= values;
    }
    if (!m.rules->check(&m, &why))
        return 0;
    generic_start(&g, &m, size);
    family_start(&g);
    while (in.left > 0 && g.length < EVENTS_MAX)
        one(&g, &in);
    all_laws(&g);
    return 0;
}
