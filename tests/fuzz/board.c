/*
 * Fuzz harness for the board parser: any bytes are a board or get a complaint, and games can be
 * played on every accepted board without losing anything.
 */
#include "engine/board_art.h"
#include "fuzz.h"
#include "protocol/board_json.h"
#include "tests/laws/laws.h"

#include <string.h>

_Noreturn void law_broken(const struct game *g, const char *law, const char *file, int line)
{
    (void)g;
    fuzz_fail(law, file, line);
}

static void play(const struct board *board, uint32_t seats)
{
    static struct game g;
    struct complaint why;
    struct match m = match_of(board, seats);

    CHECK(m.rules->check(&m, &why));
    generic_start(&g, &m, seats);
    family_start(&g);
    for (uint32_t i = 0; i < 400; i++) {
        uint32_t n = g.match.rules->count(&g.match, &g.state);

        if (n == 0)
            break;
        event_t e = g.match.rules->pick(&g.match, &g.state, rng_below(&g.rng, n));
        CHECK(g.match.rules->apply(&g.match, &g.state, e));
        if (i % 8 == 0)
            family_conserved(&g, &g.state);
        if (i % 64 == 0) {
            generic_legal(&g);
            generic_text(&g);
            generic_views(&g);
        }
    }
    struct sheet sheet;
    g.match.rules->score(&g.match, &g.state, &sheet);
}

/* A board with mistakes: the first complaint is the same, and the correct part can be
 * described. */
static void draft(const char *text, size_t size, const struct complaint *first)
{
    static struct complaint why[8];
    static struct board board;
    static struct board_art art;
    static char buffer[1 << 20];
    struct json j = json_in(buffer, sizeof buffer);
    uint32_t n = board_draft(text, size, &board, &art, why, 8);

    CHECK(n > 0 && n <= 8);
    for (uint32_t i = 0; i < n; i++)
        CHECK(why[i].message[0] && why[i].line > 0);
    CHECK(n == 8 || (why[0].line == first->line && why[0].column == first->column &&
                     strcmp(why[0].message, first->message) == 0));
    if (board.family) {
        board_json(&j, &board, &art);
        CHECK(json_done(&j));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct board board, again;
    static struct board_art art;
    struct complaint why;

    memset(&why, 0xEE, sizeof why);
    bool good = board_parse((const char *)data, size, &board, &art, &why);
    CHECK(good == board_parse((const char *)data, size, &again, NULL, &why));
    if (!good) {
        CHECK(memchr(why.message, 0, sizeof why.message) && why.message[0] && why.line > 0);
        fuzz_check_words(&why);
        draft((const char *)data, size, &why);
        return 0;
    }
    CHECK(board.hash == again.hash);
    CHECK(board.seats_min > 0 && board.seats_min <= board.seats_max);
    CHECK(memchr(board.id, 0, sizeof board.id) && board.id[0]);
    for (uint32_t seats = board.seats_min; seats <= board.seats_max; seats++)
        play(&board, seats);
    return 0;
}
