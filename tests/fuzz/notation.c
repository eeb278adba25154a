/*
 * Fuzz harness for the notation of events. The first four bytes make a position (board, seats, how
 * far random play has come), the rest is text. Text that is an event can be written out and
 * read again; any other text gets a complaint.
 */
#include "fuzz.h"
#include "table/dealer.h"

#include <string.h>

static void position(const uint8_t *bytes, struct match *m, struct state *s)
{
    const struct board *board = fuzz_board(bytes[0]);
    struct rng rng;

    *m = match_of(board,
                  board->seats_min + bytes[1] % (board->seats_max - board->seats_min + 1u));
    uint32_t choice = bytes[1] / 8u;
    for (uint32_t i = 1; i < OPTIONS_MAX && m->rules->option[i].name; i++) {
        uint32_t values = m->rules->option[i].max - m->rules->option[i].min + 1u;

        m->option[i] = (uint8_t)(m->rules->option[i].min + choice % values);
        choice /= values;
    }
    rng_seed(&rng, bytes[2], 0);
    m->rules->start(m, s);
    for (uint32_t i = 0; i < bytes[3] * 3u; i++) {
        uint32_t n = m->rules->count(m, s);

        if (n == 0)
            break;
        CHECK(m->rules->apply(m, s, m->rules->pick(m, s, rng_below(&rng, n))));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct match m;
    struct state s;
    struct complaint why;
    char line[240];

    if (size < 4)
        return 0;
    position(data, &m, &s);
    memset(&why, 0xEE, sizeof why);
    event_t e = m.rules->parse(&m, &s, (const char *)data + 4, size - 4, &why);
    if (e == 0) {
        CHECK(why.rule && memchr(why.message, 0, sizeof why.message) && why.message[0]);
        CHECK(why.column <= size - 4 + 1);
        return 0;
    }
    struct state t = s;
    struct text text = text_in(line, sizeof line);
    m.rules->format(&m, &s, e, &text);
    CHECK(!text.cut);
    CHECK(m.rules->parse(&m, &s, line, text.length, &why) == e);
    if (!m.rules->apply(&m, &t, e)) {
        CHECK(memcmp(&s, &t, sizeof s) == 0);
        m.rules->explain(&m, &s, e, &why);
        CHECK(why.rule && why.message[0]);
    }
    return 0;
}
