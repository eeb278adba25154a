/*
 * The null game: the smallest complete family of rules, a template for a new one. It has chance, a
 * secret, a choice and a score, and is built and tested like the others.
 *
 * Chance rolls a die for each seat, secretly. Then each seat in turn says a number, at most the
 * number on its die, and at most 3. The seat that brings the total to 10 or more ends the game;
 * each seat scores what it said. Dice are rolled again for each round.
 */
#include "../game.h"
#include "../hidden.h"
#include "../words.h"

enum { SAY_MAX = 3, TOTAL_END = 10, DIE_SIDES = 6 };

static const struct option options[] = {{0}};
static const char *const parts[] = {SAYS("said"), 0};

static bool check(const struct match *m, struct complaint *why)
{
    return match_in_range(m, why);
}

static void start(const struct match *m, struct state *s)
{
    (void)m;
    __builtin_memset(s, 0, sizeof *s);
}

static uint32_t actor(const struct match *m, const struct state *s)
{
    if (s->null.over)
        return NOBODY;
    return s->null.rolled < m->seats ? NATURE : s->null.turn;
}

static uint32_t count(const struct match *m, const struct state *s)
{
    uint32_t who = actor(m, s);

    if (who == NOBODY)
        return 0;
    if (who == NATURE)
        return DIE_SIDES;
    return s->null.die[who] < SAY_MAX ? s->null.die[who] : SAY_MAX;
}

static event_t pick(const struct match *m, const struct state *s, uint32_t k)
{
    if (k >= count(m, s))
        return 0;
    return event_make(actor(m, s) == NATURE ? EVENT_DIE : EVENT_COUNT, k + 1);
}

static uint32_t legal(const struct match *m, const struct state *s, event_t *events,
                      uint32_t *weights, uint32_t cap)
{
    uint32_t n = count(m, s);

    for (uint32_t k = 0; k < n && k < cap; k++) {
        events[k] = pick(m, s, k);
        if (weights)
            weights[k] = 1;
    }
    return n;
}

static bool allows(const struct match *m, const struct state *s, event_t e)
{
    return event_arg(e) > 0 && event_arg(e) <= count(m, s) && e == pick(m, s, event_arg(e) - 1);
}

static bool apply(const struct match *m, struct state *state, event_t e)
{
    struct null_state *s = &state->null;

    if (!allows(m, state, e))
        return false;
    if (event_kind(e) == EVENT_DIE) {
        s->die[s->rolled++] = (uint8_t)event_arg(e);
        return true;
    }
    s->points[s->turn] = (uint8_t)(s->points[s->turn] + event_arg(e));
    s->total = (uint8_t)(s->total + event_arg(e));
    s->turn = (uint8_t)((s->turn + 1) % m->seats);
    s->over = s->total >= TOTAL_END;
    if (s->turn == 0 && !s->over) {
        s->rolled = 0;
        __builtin_memset(s->die, 0, sizeof s->die);
    }
    return true;
}

static void explain(const struct match *m, const struct state *s, event_t e,
                    struct complaint *why)
{
    if (allows(m, s, e))
        complain_say(why, GROUND("allowed", ""), "This is allowed.", 0, 0);
    else if (s->null.over)
        complain_say(why, GROUND("game_over", ""), "The game is over.", 0, 0);
    else if (actor(m, s) == NATURE)
        complain_say(why, GROUND("wrong_phase", ""), "A die must be rolled first.", 0, 0);
    else
        complain_say(why, GROUND("too_much", ""),
                     "Say 1, 2 or 3, but not more than your die shows.", 0, 0);
}

static bool begins_turn(const struct match *m, const struct state *s)
{
    return actor(m, s) < m->seats;
}

/* Only the seat that a die is rolled for sees it. */
static event_t hide(const struct match *m, const struct state *s, event_t e, uint32_t viewer)
{
    (void)m;
    if (event_kind(e) == EVENT_DIE && viewer != EVERYTHING && viewer != s->null.rolled)
        return event_hidden(EVENT_DIE, 0);
    return e;
}

static void view(const struct match *m, const struct state *s, uint32_t seat, struct view *v)
{
    __builtin_memset(v, 0, sizeof *v);
    v->seat = (uint8_t)seat;
    v->seen = *s;
    for (uint32_t i = 0; i < m->seats && i < SEATS_MAX; i++)
        if (i != seat && seat != EVERYTHING)
            v->seen.null.die[i] = 0;
}

/* Nothing becomes known but by events. */
static uint32_t reveal(const struct match *m, const struct state *s, event_t e, uint32_t viewer,
                       event_t fact[FACTS_MAX])
{
    (void)m, (void)s, (void)e, (void)viewer, (void)fact;
    return 0;
}

/* A hidden die may show anything, and is hidden again; whoever says a number could say it. */
static bool follow(const struct match *m, struct view *v, event_t seen, const event_t *fact,
                   uint32_t facts)
{
    struct state s = v->seen;
    uint32_t who = s.null.rolled < m->seats ? s.null.rolled : s.null.turn;
    bool hides = who != v->seat && v->seat != EVERYTHING;

    (void)fact;
    if (hides && actor(m, &s) == NATURE)
        seen = seen == event_hidden(EVENT_DIE, 0) ? event_make(EVENT_DIE, 1) : 0;
    else if (hides)
        s.null.die[who] = DIE_SIDES;
    if (facts > 0 || !apply(m, &s, seen))
        return false;
    view(m, &s, v->seat, v);
    return true;
}

static void resample(const struct match *m, const struct view *v, const struct dice *dice,
                     struct state *s)
{
    *s = v->seen;
    for (uint32_t i = 0; i < s->null.rolled && v->seat != EVERYTHING; i++)
        if (i != v->seat)
            s->null.die[i] = (uint8_t)(1 + dice->roll(dice->context, DIE_SIDES));
    (void)m;
}

static void score(const struct match *m, const struct state *s, struct sheet *sheet)
{
    __builtin_memset(sheet, 0, sizeof *sheet);
    for (uint32_t i = 0; i < m->seats; i++)
        sheet->seat[i].part[0] = sheet->seat[i].total = s->null.points[i];
    rank_by_total(m, sheet);
}

static int32_t points(const struct match *m, const struct state *s, uint32_t seat)
{
    (void)m;
    return s->null.points[seat];
}

static void format(const struct match *m, const struct state *s, event_t e, struct text *t)
{
    (void)m, (void)s;
    if (hidden_format(e, t))
        return;
    text_put(t, event_kind(e) == EVENT_DIE ? "roll " : "say ");
    text_number(t, event_arg(e));
}

static event_t parse(const struct match *m, const struct state *s, const char *text, size_t n,
                     struct complaint *why)
{
    (void)m, (void)s;
    uint32_t number;
    size_t verb = text_spells(text, n, "say "), roll = text_spells(text, n, "roll ");
    size_t from = verb + roll;
    size_t used = from ? text_digits(text + from, n - from, &number) : 0;
    if (used && from + used == n && number < 256)
        return event_make(roll ? EVENT_DIE : EVENT_COUNT, number);
    if (hidden_parse(text, n, 1u << EVENT_DIE))
        return event_hidden(EVENT_DIE, 0);
    complain_say(why, GROUND("event_syntax", ""),
                 "An event is \"say\" or, for chance, \"roll\", and a number.", 0, 0);
    why->column = 1;
    return 0;
}

const struct rules null_rules = {
    .name = "null",
    .seats_max = SEATS_MAX,
    .option = options,
    .part = parts,
    .turn_rule = "",
    .together_rule = "",
    .check = check,
    .start = start,
    .actor = actor,
    .count = count,
    .pick = pick,
    .choose = choose_by_count,
    .legal = legal,
    .allows = allows,
    .apply = apply,
    .explain = explain,
    .begins_turn = begins_turn,
    .choosers = choosers_alone,
    .hide = hide,
    .reveal = reveal,
    .view = view,
    .follow = follow,
    .resample = resample,
    .score = score,
    .points = points,
    .format = format,
    .parse = parse,
};
