/*
 * The routes family as one constant of the contract in game.h: set-up, who acts, and the way from
 * an event to the file that knows its rule.
 */
#include "../words.h"
#include "routes.h"

static const struct option options[] = {
    {"first", SAYS("the seat that begins; chance decides if none is named"), 0,
     ROUTES_SEATS_MAX, 0},
    {0},
};

static const char *const parts[] = {SAYS("routes"),  SAYS("tickets"), SAYS("stations"),
                                    SAYS("express"), SAYS("flag"),    0};

static bool check(const struct match *m, struct complaint *why)
{
    return match_in_range(m, why) &&
           first_seat_exists(m, m->option[0], first_rule(board_of(m)), why);
}

static void start(const struct match *m, struct state *state)
{
    const struct routes_board *b = board_of(m);
    struct routes_state *s = &state->routes;

    __builtin_memset(state, 0, sizeof *state);
    for (uint32_t i = 0; i < m->seats; i++) {
        s->seat[i].pieces[0] = b->pieces[0];
        s->seat[i].pieces[1] = b->pieces[1];
        s->seat[i].stations_left = b->stations;
    }
    for (uint32_t p = 0; p < b->planes; p++)
        s->open[p] = b->within[0][SPACES_MAX][p] | b->within[1][SPACES_MAX][p];
    s->deck = b->cards;
    s->deck_wild = b->wilds;
    s->deck_size = (uint8_t)(pack_sum(b->cards) + b->wilds);
    if (b->features & FEATURE_STATIONS)
        s->free_cities = b->cities == CITIES_MAX ? ~(uint64_t)0 : bit(b->cities) - 1;
    __builtin_memset(s->market, NO_CARD, sizeof s->market);
    s->phase = b->hand ? PHASE_HANDS : PHASE_MARKET;
    s->next = b->hand ? 0 : PHASE_FIRST_TICKETS;
}

static uint32_t actor(const struct match *m, const struct state *state)
{
    const struct routes_state *s = &state->routes;

    (void)m;
    if (s->phase <= PHASE_LAST_OF_CHANCE)
        return NATURE;
    return s->phase == PHASE_OVER ? NOBODY : s->turn;
}

static bool begins_turn(const struct match *m, const struct state *s)
{
    (void)m;
    return s->routes.phase == PHASE_TURN;
}

/* The kinds of event of this family. A kind is five bits, so every event has its place here. */
static const struct routes_kind *const kinds[32] = {
    [EVENT_DRAW] = &draw_kind,       [EVENT_CLAIM] = &claim_kind,
    [EVENT_TICKETS] = &tickets_kind, [EVENT_KEEP] = &keep_kind,
    [EVENT_STATION] = &station_kind, [EVENT_EXTRA] = &extra_kind,
    [EVENT_DECLINE] = &decline_kind, [EVENT_PASS] = &pass_kind,
    [EVENT_DEAL] = &deal_kind,       [EVENT_DEAL_TICKET] = &ticket_deal_kind,
    [EVENT_FIRST] = &first_kind,
};

enum refusal routes_refusal(const struct match *m, const struct routes_state *s, event_t e)
{
    const struct routes_kind *kind = kinds[event_kind(e)];

    if (s->phase == PHASE_OVER)
        return REFUSED_OVER;
    return kind ? kind->refusal(m, s, e) : REFUSED_MALFORMED;
}

static bool allows(const struct match *m, const struct state *s, event_t e)
{
    return routes_allows(m, &s->routes, e);
}

bool routes_apply(const struct match *m, struct state *state, event_t e)
{
    const struct routes_kind *kind = kinds[event_kind(e)];

    return kind && kind->apply(m, &state->routes, e);
}

const struct rules routes_rules = {
    .name = "routes",
    .seats_max = ROUTES_SEATS_MAX,
    .read_board = routes_read_board,
    .option = options,
    .part = parts,
    .turn_rule = "C1",
    .together_rule = "C18R",
    .check = check,
    .start = start,
    .actor = actor,
    .count = routes_count,
    .pick = routes_pick,
    .choose = routes_choose,
    .legal = routes_legal,
    .allows = allows,
    .apply = routes_apply,
    .explain = routes_explain,
    .begins_turn = begins_turn,
    .choosers = routes_choosers,
    .hide = routes_hide,
    .reveal = routes_reveal,
    .view = routes_view,
    .follow = routes_follow,
    .resample = routes_resample,
    .score = routes_score,
    .points = routes_points,
    .format = routes_format,
    .parse = routes_parse,
};
