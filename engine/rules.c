/*
 * What is common to all families of rules: finding the family of a board, matches, options, and
 * fingerprints of states.
 */
#include "game.h"

const struct rules *rules_of(const struct board *board)
{
    switch (board->family) {
    case FAMILY_ROUTES:
        return &routes_rules;
    case FAMILY_METRO:
        return &metro_rules;
    default:
        return &null_rules;
    }
}

struct match match_of(const struct board *board, uint32_t seats)
{
    struct match m = {.rules = rules_of(board), .board = board, .seats = (uint8_t)seats};
    for (uint32_t i = 0; i < OPTIONS_MAX && m.rules->option[i].name; i++)
        m.option[i] = m.rules->option[i].preset;
    return m;
}

bool match_in_range(const struct match *m, struct complaint *why)
{
    if (m->seats < m->board->seats_min || m->seats > m->board->seats_max) {
        struct text t = complain(why, "");
        text_put(&t, "This board is for ");
        text_number(&t, m->board->seats_min);
        text_put(&t, " to ");
        text_number(&t, m->board->seats_max);
        text_put(&t, " players, not for ");
        text_number(&t, m->seats);
        text_put(&t, ".");
        return false;
    }
    for (uint32_t i = 0; i < OPTIONS_MAX && m->rules->option[i].name; i++) {
        const struct option *o = &m->rules->option[i];
        if (m->option[i] >= o->min && m->option[i] <= o->max)
            continue;
        struct text t = complain(why, "");
        text_put(&t, "The option ");
        text_put(&t, o->name);
        text_put(&t, " is a number from ");
        text_number(&t, o->min);
        text_put(&t, " to ");
        text_number(&t, o->max);
        text_put(&t, ", not ");
        text_number(&t, m->option[i]);
        text_put(&t, ".");
        return false;
    }
    return true;
}

bool first_seat_exists(const struct match *m, uint32_t first, const char *rule,
                       struct complaint *why)
{
    if (first <= m->seats)
        return true;
    struct text t = complain(why, rule);
    text_put(&t, "There is no seat ");
    text_number(&t, first);
    text_put(&t, " to begin: the game has ");
    text_number(&t, m->seats);
    text_put(&t, " seats.");
    return false;
}

uint32_t option_index(const struct rules *rules, const char *name, size_t n)
{
    for (uint32_t i = 0; i < OPTIONS_MAX && rules->option[i].name; i++)
        if (text_is(name, n, rules->option[i].name))
            return i;
    return OPTIONS_MAX;
}

/* FNV-1a over the bytes; they are the same on every little-endian machine, wasm included. */
uint64_t state_hash(const struct state *s)
{
    const unsigned char *bytes = (const unsigned char *)s;
    uint64_t hash = 0xCBF29CE484222325u;
    for (size_t i = 0; i < sizeof *s; i++)
        hash = (hash ^ bytes[i]) * 0x100000001B3u;
    return hash;
}
