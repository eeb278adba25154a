/*
 * The laws that hold for every family of rules: listing, counting, picking and applying agree;
 * events survive the way to text and back; views show enough, hide the rest, and can be filled
 * in again. Nothing here knows about cards or routes.
 */
#include "laws.h"

#include <stdlib.h>
#include <string.h>

const char *rules_page;

/* The text of an event that was legal earlier in the game, or none. */
static char earlier[EVENT_TEXT];

void generic_start(struct game *g, const struct match *m, uint64_t seed)
{
    struct state other;

    g->match = *m;
    g->seed = seed;
    rng_seed(&g->rng, seed, 0);
    g->length = g->turns = g->last_seat = g->trigger = g->passes = 0;
    g->tunnel = 0;
    g->sweeps = g->declined = 0;
    memset(g->points, 0, sizeof g->points);
    memset(g->exists, 0, sizeof g->exists);
    *earlier = 0;
    memset(&g->state, 0xAA, sizeof g->state);
    memset(&other, 0x55, sizeof other);
    m->rules->start(m, &g->state);
    m->rules->start(m, &other);
    LAW(g, "start() writes every byte", memcmp(&g->state, &other, sizeof other) == 0);
}

static int by_value(const void *a, const void *b)
{
    event_t x = *(const event_t *)a, y = *(const event_t *)b;

    return (x > y) - (x < y);
}

/* The legal events of g in ascending order, for looking things up. */
static event_t sorted[LEGAL_MAX];

static bool is_legal(const struct game *g, event_t e)
{
    return bsearch(&e, sorted, g->legals, sizeof e, by_value) != NULL;
}

/* legal() with too little room still counts correctly and does not write too far. */
static void check_cap(struct game *g)
{
    const struct rules *rules = g->match.rules;
    event_t few[9];
    uint32_t weights[9];
    uint32_t cap = rng_below(&g->rng, 9);

    memset(few, 0xEE, sizeof few);
    memset(weights, 0xEE, sizeof weights);
    LAW(g, "legal() counts what doesn't fit",
        rules->legal(&g->match, &g->state, few, weights, cap) == g->legals);
    for (uint32_t i = 0; i < 9; i++) {
        bool written = i < cap && i < g->legals;

        LAW(g, "legal() writes up to its capacity",
            few[i] == (written ? g->legal[i] : 0xEEEEEEEE));
        LAW(g, "legal() writes as many weights",
            weights[i] == (written ? g->weight[i] : 0xEEEEEEEE));
    }
    LAW(g, "legal() needs no weights",
        rules->legal(&g->match, &g->state, few, NULL, 1) == g->legals);
}

/* pick() goes through the list in its order: all of a short list, some of a long one. */
static void check_pick(struct game *g)
{
    const struct rules *rules = g->match.rules;
    uint32_t before = 0;
    uint32_t step = g->legals > 40 ? 1 + rng_below(&g->rng, 40) : 1;

    for (uint32_t i = 0; i < g->legals; before += g->weight[i], i++) {
        LAW(g, "weights are positive, those of choices 1",
            g->weight[i] > 0 && (g->actor == NATURE || g->weight[i] == 1));
        if (i % step != 0)
            continue;
        uint32_t last = before + g->weight[i] - 1;
        LAW(g, "allows() knows what legal() lists",
            rules->allows(&g->match, &g->state, g->legal[i]));
        LAW(g, "pick() follows the order of legal()",
            rules->pick(&g->match, &g->state, before) == g->legal[i] &&
                rules->pick(&g->match, &g->state, last) == g->legal[i]);
    }
    LAW(g, "count() is the sum of the weights", g->count == before);
    uint32_t number = (uint32_t)(rng_next(&g->rng) >> 32);
    const uint32_t numbers[] = {0, number, UINT32_MAX};
    for (uint32_t i = 0; i < 3; i++)
        LAW(g, "choose() picks what its number stands for",
            rules->choose(&g->match, &g->state, numbers[i]) ==
                rules->pick(&g->match, &g->state, number_below(numbers[i], g->count)));
    LAW(g, "pick() of too high a number is 0",
        rules->pick(&g->match, &g->state, g->count) == 0 &&
            rules->pick(&g->match, &g->state, UINT32_MAX) == 0);
}

/* Is this the id of a rule of the game that is played? Boards for tests mix the route games. */
static bool is_rule(const struct game *g, const char *rule)
{
    static const char *const letters[][2] = {
        {"europe", "CE"}, {"berlin", "CB"}, {"paris", "CP"}};
    const char *of = g->match.rules == &routes_rules ? "CEBP" : g->match.rules->turn_rule;
    char row[16];

    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
        if (strcmp(g->match.board->id, letters[i][0]) == 0)
            of = letters[i][1];
    snprintf(row, sizeof row, "\n| %s |", rule);
    return strchr(of, *rule) && (!rules_page || strstr(rules_page, row));
}

/* A refusal names a rule of the game, or none if it need not: not all games have ids. */
static void check_refusal(const struct game *g, const struct complaint *why, bool needs_rule)
{
    const char *end = memchr(why->message, 0, sizeof why->message);

    LAW(g, "a refusal has a message", end != NULL && end > why->message + 8);
    LAW(g, "a refusal names a rule or none", why->rule != NULL);
    needs_rule = needs_rule && *g->match.rules->turn_rule;
    LAW(g, "a refusal names a rule of the game",
        *why->rule ? is_rule(g, why->rule) : !needs_rule);
}

/* An event that can be written is refused by a rule. */
static void check_explained(const struct game *g, event_t e)
{
    const struct rules *rules = g->match.rules;
    char line[200];
    struct text t = text_in(line, sizeof line);
    struct complaint why, unread;

    rules->format(&g->match, &g->state, e, &t);
    event_t again = rules->parse(&g->match, &g->state, line, t.length, &unread);
    if (!again)
        check_refusal(g, &unread, false);
    memset(&why, 0xEE, sizeof why);
    rules->explain(&g->match, &g->state, e, &why);
    check_refusal(g, &why, e && again == e && !event_is_hidden(e));
}

/* An event is allowed and accepted if and only if it is listed; refusing changes nothing. */
static void check_apply(struct game *g, event_t e)
{
    struct state s = g->state;

    LAW(g, "allows() knows what legal() lists",
        g->match.rules->allows(&g->match, &s, e) == is_legal(g, e));
    if (g->match.rules->apply(&g->match, &s, e)) {
        LAW(g, "what apply() accepts is legal", is_legal(g, e));
    } else {
        LAW(g, "apply() accepts what is legal", !is_legal(g, e));
        LAW(g, "a refused event changes nothing", memcmp(&s, &g->state, sizeof s) == 0);
        check_explained(g, e);
    }
}

/* A word that is close to an event, but probably not one. */
static event_t near_miss(struct game *g)
{
    event_t e = g->legals ? g->legal[rng_below(&g->rng, g->legals)] : 0;
    uint32_t word = (uint32_t)rng_next(&g->rng);

    switch (rng_below(&g->rng, 6)) {
    case 0:
        return word;
    case 1: /* another kind */
        return (e & 0x07FFFFFF) | (word & 31) << 27;
    case 2: /* another argument */
        return (e & ~(event_t)0xFF) | (word & 0xFF);
    case 3: /* another payment */
        return (e & ~(event_t)0x1FF00) | (word & 0x1FF00);
    case 4: /* one bit */
        return e ^ (event_t)1 << (word & 31);
    default: /* a small event of any kind */
        return event_pay((enum event_kind)(word % 16), word >> 8 & 7, word >> 16 & 15,
                         word >> 20 & 3);
    }
}

void generic_legal(struct game *g)
{
    const struct rules *rules = g->match.rules;

    g->actor = rules->actor(&g->match, &g->state);
    g->count = rules->count(&g->match, &g->state);
    g->legals = rules->legal(&g->match, &g->state, g->legal, g->weight, LEGAL_MAX);
    LAW(g, "somebody acts",
        g->actor < g->match.seats || g->actor == NATURE || g->actor == NOBODY);
    LAW(g, "only a seat begins a turn",
        !rules->begins_turn(&g->match, &g->state) || g->actor < g->match.seats);
    LAW(g, "legal() is bounded", g->legals <= LEGAL_MAX);
    LAW(g, "there is something to do until the game is over",
        (g->actor == NOBODY) == (g->legals == 0));

    memcpy(sorted, g->legal, g->legals * sizeof *sorted);
    qsort(sorted, g->legals, sizeof *sorted, by_value);
    LAW(g, "0 is never legal", g->legals == 0 || sorted[0] != 0);
    for (uint32_t i = 1; i < g->legals; i++)
        LAW(g, "legal() has no duplicates", sorted[i - 1] != sorted[i]);

    check_pick(g);
    check_cap(g);
    check_apply(g, 0);
    for (uint32_t i = 0; i < 4; i++)
        check_apply(g, near_miss(g));
    for (uint32_t i = 0; i < 3 && g->legals; i++)
        check_apply(g, g->legal[rng_below(&g->rng, g->legals)]);
}

/* If an event is no longer legal, a rule says so. */
static void check_earlier(const struct game *g)
{
    const struct rules *rules = g->match.rules;
    struct complaint why;
    event_t e = rules->parse(&g->match, &g->state, earlier, strlen(earlier), &why);

    if (e && is_legal(g, e))
        return;
    if (e)
        rules->explain(&g->match, &g->state, e, &why);
    check_refusal(g, &why, true);
}

/* Text of one event, back again, also in plain letters; s is the state or what the actor sees. */
static void check_text(struct game *g, const struct state *s, event_t e)
{
    const struct rules *rules = g->match.rules;
    char line[EVENT_TEXT], plain[EVENT_TEXT];
    struct complaint why;
    struct text t = text_in(line, sizeof line);

    rules->format(&g->match, s, e, &t);
    LAW(g, "an event has a text of one line", !t.cut && t.length > 0 && !strpbrk(line, "\r\n"));
    if (g->actor != NATURE && rng_below(&g->rng, 8) == 0)
        memcpy(earlier, line, sizeof earlier);
    LAW(g, "parse() undoes format()", rules->parse(&g->match, s, line, t.length, &why) == e);

    struct text p = text_in(plain, sizeof plain);
    text_plain(&p, line);
    LAW(g, "plain letters are understood",
        rules->parse(&g->match, s, plain, p.length, &why) == e);

    /* A damaged text is an event or gets a complaint. */
    uint32_t at = rng_below(&g->rng, (uint32_t)t.length);
    if (rng_below(&g->rng, 2))
        t.length = at;
    else
        line[at] = (char)rng_below(&g->rng, 256);
    memset(&why, 0xEE, sizeof why);
    if (rules->parse(&g->match, s, line, t.length, &why) == 0) {
        const char *end = memchr(why.message, 0, sizeof why.message);

        LAW(g, "what parse() does not understand gets a complaint",
            end != NULL && end > why.message && why.rule != NULL);
        LAW(g, "a complaint's column is in the text or just behind it",
            why.column <= t.length + 1);
    }
}

void generic_text(struct game *g)
{
    struct view v;
    const struct state *s = &g->state;

    if (g->actor < g->match.seats && rng_below(&g->rng, 2)) {
        g->match.rules->view(&g->match, &g->state, g->actor, &v);
        s = &v.seen;
    }
    if (g->length && *earlier)
        check_earlier(g);
    bool all = g->legals < 12 || rng_below(&g->rng, 64) == 0;
    for (uint32_t i = 0; i < (all ? g->legals : 4); i++)
        check_text(g, s, g->legal[all ? i : rng_below(&g->rng, g->legals)]);
}

/* The same events are legal here as in the true state. */
static void check_same_legal(struct game *g, const struct state *s, const char *law)
{
    static event_t events[LEGAL_MAX];
    const struct rules *rules = g->match.rules;

    LAW(g, law, rules->count(&g->match, s) == g->count);
    LAW(g, law, rules->legal(&g->match, s, events, NULL, LEGAL_MAX) == g->legals);
    LAW(g, law, memcmp(events, g->legal, g->legals * sizeof *events) == 0);
    uint32_t k = rng_below(&g->rng, g->count);
    event_t e = rules->pick(&g->match, &g->state, k), other = near_miss(g);
    LAW(g, law, rules->pick(&g->match, s, k) == e && rules->allows(&g->match, s, e));
    LAW(g, law, rules->allows(&g->match, s, other) == is_legal(g, other));
}

/* A resampled state is one to play on from. */
static void check_playable(struct game *g, struct state *s)
{
    const struct rules *rules = g->match.rules;

    for (uint32_t i = 0; i < 12 && rules->actor(&g->match, s) != NOBODY; i++) {
        uint32_t n = rules->count(&g->match, s);

        LAW(g, "a resampled game goes on", n > 0);
        event_t e = rules->pick(&g->match, s, rng_below(&g->rng, n));
        LAW(g, "a resampled game goes on", rules->apply(&g->match, s, e));
        family_conserved(g, s);
    }
}

/* A view of somebody who does not act can be asked everything too: the answers may be
 * incomplete, but asking does no harm. */
static void check_harmless(struct game *g, const struct state *seen)
{
    static event_t events[LEGAL_MAX];
    const struct rules *rules = g->match.rules;
    struct sheet sheet;
    struct complaint why;
    char line[200];
    uint32_t n = rules->legal(&g->match, seen, events, NULL, LEGAL_MAX);

    LAW(g, "legal() is bounded", n <= LEGAL_MAX);
    rules->count(&g->match, seen);
    rules->pick(&g->match, seen, 0);
    rules->score(&g->match, seen, &sheet);
    for (uint32_t i = 0; i < 2; i++) {
        event_t e = near_miss(g);

        rules->allows(&g->match, seen, e);
        rules->explain(&g->match, seen, e, &why);
    }
    event_t e = g->legals ? g->legal[rng_below(&g->rng, g->legals)] : 0;
    struct text t = text_in(line, sizeof line);
    if (e) {
        rules->format(&g->match, seen, e, &t);
        rules->parse(&g->match, seen, line, t.length, &why);
    }
}

static void check_view(struct game *g, uint32_t seat)
{
    const struct rules *rules = g->match.rules;
    const struct dice dice = rng_dice(&g->rng);
    struct view v, again;

    memset(&v, 0xAA, sizeof v);
    memset(&again, 0x55, sizeof again);
    rules->view(&g->match, &g->state, seat, &v);
    rules->view(&g->match, &g->state, seat, &again);
    LAW(g, "a view writes every byte", memcmp(&v, &again, sizeof v) == 0);
    LAW(g, "a view knows whose it is", v.seat == seat);
    LAW(g, "who acts is public", rules->actor(&g->match, &v.seen) == g->actor);
    if (g->actor == seat)
        check_same_legal(g, &v.seen, "legal from the view equals legal from the state");
    else
        check_harmless(g, &v.seen);

    for (uint32_t i = 0; i < 2; i++) {
        struct state s;

        memset(&s, i ? 0xAA : 0x55, sizeof s);
        rules->resample(&g->match, &v, &dice, &s);
        memset(&again, 0x55, sizeof again);
        rules->view(&g->match, &s, seat, &again);
        LAW(g, "view(resample(view)) is the view", memcmp(&v, &again, sizeof v) == 0);
        LAW(g, "resampling keeps who acts", rules->actor(&g->match, &s) == g->actor);
        family_conserved(g, &s);
        if (g->actor == seat)
            check_same_legal(g, &s, "a resampled state has the same legal events");
        if (rng_below(&g->rng, 16) == 0)
            check_playable(g, &s);
    }
}

/* Is it the view of a state that obeys all laws? */
static void check_is_view(struct game *g, const struct view *v)
{
    const struct rules *rules = g->match.rules;
    const struct dice dice = rng_dice(&g->rng);
    struct view again;
    struct state s;

    rules->resample(&g->match, v, &dice, &s);
    rules->view(&g->match, &s, v->seat, &again);
    LAW(g, "what was followed is a view", memcmp(&again, v, sizeof again) == 0);
    family_conserved(g, &s);
}

/* Whoever has followed the game by what it sees of its events sees what there is to see. Wrong
 * events and facts, as a hostile server may send them, are refused or lead to a view. */
static void check_follow(struct game *g, event_t e, uint32_t viewer)
{
    const struct rules *rules = g->match.rules;
    struct state after = g->state;
    struct view v, before, next;
    event_t fact[FACTS_MAX], seen = rules->hide(&g->match, &g->state, e, viewer);
    uint32_t n = rules->reveal(&g->match, &g->state, e, viewer, fact);

    rules->view(&g->match, &g->state, viewer, &before);
    LAW(g, "apply() accepts what is legal", rules->apply(&g->match, &after, e));
    rules->view(&g->match, &after, viewer, &next);
    v = before;
    LAW(g, "a viewer can follow what it sees", rules->follow(&g->match, &v, seen, fact, n));
    LAW(g, "following leads to the view", memcmp(&v, &next, sizeof v) == 0);

    event_t wrong = near_miss(g);
    bool changes_fact = n > 0 && rng_below(&g->rng, 2);
    v = before;
    if (changes_fact)
        fact[rng_below(&g->rng, n)] ^= 1u << rng_below(&g->rng, 16);
    if (rules->follow(&g->match, &v, changes_fact ? seen : wrong, fact,
                      changes_fact || rng_below(&g->rng, 2) ? n : 0))
        check_is_view(g, &v);
    else
        LAW(g, "what can't be followed changes nothing", memcmp(&v, &before, sizeof v) == 0);
}

static void check_follows(struct game *g)
{
    for (uint32_t i = 0; i < 2 && g->legals; i++) {
        event_t e = g->legal[rng_below(&g->rng, g->legals)];

        for (uint32_t seat = 0; seat < g->match.seats; seat++)
            check_follow(g, e, seat);
        check_follow(g, e, SPECTATOR);
        check_follow(g, e, EVERYTHING);
    }
}

void generic_views(struct game *g)
{
    check_follows(g);
    for (uint32_t seat = 0; seat < g->match.seats; seat++)
        check_view(g, seat);
    check_view(g, SPECTATOR);

    struct view v;
    g->match.rules->view(&g->match, &g->state, EVERYTHING, &v);
    LAW(g, "the view of everything is the state",
        memcmp(&v.seen, &g->state, sizeof g->state) == 0);
}

void generic_end(struct game *g)
{
    const struct rules *rules = g->match.rules;
    struct state s;

    memset(&s, 0xAA, sizeof s);
    rules->start(&g->match, &s);
    for (uint32_t i = 0; i < g->length; i++)
        LAW(g, "a game can be replayed", rules->apply(&g->match, &s, g->log[i]));
    LAW(g, "replay gives the same bytes", memcmp(&s, &g->state, sizeof s) == 0);
    LAW(g, "the same bytes have the same hash", state_hash(&s) == state_hash(&g->state));

    struct sheet sheet, again;
    memset(&sheet, 0xAA, sizeof sheet);
    memset(&again, 0x55, sizeof again);
    rules->score(&g->match, &g->state, &sheet);
    rules->score(&g->match, &g->state, &again);
    for (uint32_t i = 0; i < g->match.seats; i++) {
        const struct seat_sheet *a = &sheet.seat[i];
        int32_t sum = 0;

        for (uint32_t p = 0; rules->part[p]; p++)
            sum += a->part[p];
        LAW(g, "the parts of a sheet add up", sum == a->total);
        LAW(g, "the sheet is written out",
            memcmp(a->part, again.seat[i].part, sizeof a->part) == 0 &&
                a->rank == again.seat[i].rank && a->completed == again.seat[i].completed &&
                a->kept == again.seat[i].kept && a->tickets == again.seat[i].tickets);
        uint32_t better = 0;
        for (uint32_t j = 0; j < g->match.seats; j++)
            better += sheet.seat[j].rank < a->rank;
        LAW(g, "a rank is one more than the seats before it", a->rank == better + 1);
    }
}
