/*
 * What all families of rules share: finding the family of a board, matches, options, and
 * fingerprints of states.
 */
#include "fnv.h"
#include "game.h"
#include "words.h"

/* Here and not in the header, which compiles as C++ too. */
_Static_assert(sizeof(struct state) < 1024, "a state stays under 1 KiB");

const struct rules *const all_rules[FAMILIES] = {EACH_FAMILY(FAMILY_PLACE, rules)};

const struct rules *rules_of(const struct board *board)
{
    return all_rules[board->family];
}

const struct rules *rules_named(const char *name, size_t n)
{
    for (uint32_t i = 1; i < FAMILIES; i++)
        if (text_is(name, n, all_rules[i]->name))
            return all_rules[i];
    return NULL;
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
        COMPLAIN(why, GROUND("wrong_seats", ""),
                 "This board is for {0} to {1} players, not for {2}.",
                 say_number(m->board->seats_min), say_number(m->board->seats_max),
                 say_number(m->seats));
        return false;
    }
    for (uint32_t i = 0; i < OPTIONS_MAX && m->rules->option[i].name; i++) {
        const struct option *o = &m->rules->option[i];

        if (m->option[i] >= o->min && m->option[i] <= o->max)
            continue;
        COMPLAIN(why, GROUND("option_range", ""),
                 "The option {0} is a number from {1} to {2}, not {3}.", say_text(o->name),
                 say_number(o->min), say_number(o->max), say_number(m->option[i]));
        return false;
    }
    return true;
}

bool first_seat_exists(const struct match *m, uint32_t first, const char *rule,
                       struct complaint *why)
{
    if (first <= m->seats)
        return true;
    COMPLAIN(why, GROUND("no_first_seat", rule),
             "There is no seat {0} to begin: the game has {1} seats.",
             say_number((int32_t)first), say_number(m->seats));
    return false;
}

uint32_t option_index(const struct rules *rules, const char *name, size_t n)
{
    for (uint32_t i = 0; i < OPTIONS_MAX && rules->option[i].name; i++)
        if (text_is(name, n, rules->option[i].name))
            return i;
    return OPTIONS_MAX;
}

event_t choose_by_count(const struct match *m, const struct state *s, uint32_t number)
{
    return m->rules->pick(m, s, number_below(number, m->rules->count(m, s)));
}

uint32_t choosers_alone(const struct match *m, const struct state *s)
{
    uint32_t actor = m->rules->actor(m, s);

    return actor < m->seats ? 1u << actor : 0;
}

void rank_by_total(const struct match *m, struct sheet *sheet)
{
    for (uint32_t i = 0; i < m->seats; i++) {
        sheet->seat[i].rank = 1;
        for (uint32_t k = 0; k < m->seats; k++)
            sheet->seat[i].rank =
                (uint8_t)(sheet->seat[i].rank + (sheet->seat[k].total > sheet->seat[i].total));
    }
}

void first_view(const struct match *m, uint32_t viewer, struct view *v)
{
    struct state s;

    m->rules->start(m, &s);
    m->rules->view(m, &s, viewer, v);
}

uint64_t state_hash(const struct state *s)
{
    return fnv_bytes(FNV_START, s, sizeof *s);
}
