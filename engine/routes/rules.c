/*
 * The routes family as one constant of the contract in game.h: set-up, who acts, and the way from
 * an event to the file that knows its rule.
 */
#include "routes.h"

#include "queries.h"

static const struct option options[] = {
    {"first", "the seat that begins, or 0 for chance", 0, ROUTES_SEATS_MAX, 0},
    {0},
};

static const char *const parts[] = {"routes", "tickets", "stations", "express", "flag", 0};

static bool check(const struct match *m, struct complaint *why)
{
    return match_in_range(m, why) && first_seat_exists(m, m->option[0], "E4", why);
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

static void hand_deal(const struct match *m, struct routes_state *s, uint32_t card)
{
    cards_take(s, card);
    cards_to_hand(&s->seat[s->turn], card);
    if (s->seat[s->turn].hand_size < board_of(m)->hand)
        return;
    s->turn++;
    if (s->turn < m->seats)
        return;
    s->turn = 0;
    s->phase = PHASE_MARKET;
    s->next = PHASE_FIRST_TICKETS;
}

static void card_deal(const struct match *m, struct routes_state *s, uint32_t card)
{
    cards_take(s, card);
    cards_to_hand(&s->seat[s->turn], card);
    routes_go_on(m, s, s->next);
}

static enum refusal deal_refusal(const struct routes_state *s, event_t e)
{
    if (s->phase != PHASE_HANDS && s->phase != PHASE_MARKET && s->phase != PHASE_CARD &&
        s->phase != PHASE_TUNNEL)
        return REFUSED_NOW;
    if (e != event_make(EVENT_DEAL, event_arg(e)))
        return REFUSED_MALFORMED;
    return cards_can_deal(s, event_arg(e)) ? REFUSED_NOT : REFUSED_CARD_GONE;
}

static enum refusal deal_ticket_refusal(const struct routes_state *s, event_t e)
{
    if (s->phase != PHASE_FIRST_TICKETS && s->phase != PHASE_TICKETS)
        return REFUSED_NOW;
    uint32_t ticket = event_arg(e);
    if (e != event_make(EVENT_DEAL_TICKET, ticket) || ticket >= TICKETS_MAX)
        return REFUSED_MALFORMED;
    return bits_have(s->ticket_deck, ticket) ? REFUSED_NOT : REFUSED_TICKET_GONE;
}

/* Refusals of the events without arguments that mean anything only in one phase. */
static enum refusal plain_refusal(const struct match *m, const struct routes_state *s,
                                  event_t e)
{
    enum event_kind kind = event_kind(e);
    if (kind == EVENT_FIRST) {
        if (s->phase != PHASE_FIRST_SEAT)
            return REFUSED_NOW;
        return e == event_make(kind, event_arg(e)) && event_arg(e) < m->seats
                   ? REFUSED_NOT
                   : REFUSED_MALFORMED;
    }
    if (e != event_make(kind, 0))
        return REFUSED_MALFORMED;
    if (kind == EVENT_DECLINE)
        return s->phase == PHASE_EXTRA ? REFUSED_NOT : REFUSED_NOW;
    if (s->phase != PHASE_TURN)
        return REFUSED_NOW;
    if (kind == EVENT_TICKETS)
        return s->ticket_count > 0 ? REFUSED_NOT : REFUSED_NO_TICKETS; /* C12 */
    return routes_must_pass(m, s) ? REFUSED_NOT : REFUSED_PASS;        /* C15R */
}

enum refusal routes_refusal(const struct match *m, const struct routes_state *s, event_t e)
{
    if (s->phase == PHASE_OVER)
        return REFUSED_OVER;
    switch (event_kind(e)) {
    case EVENT_DEAL:
        return deal_refusal(s, e);
    case EVENT_DRAW:
        return s->phase == PHASE_TURN || s->phase == PHASE_SECOND ? draw_refusal(s, e)
                                                                  : REFUSED_NOW;
    case EVENT_CLAIM:
        return s->phase == PHASE_TURN ? claim_refusal(m, s, e) : REFUSED_NOW;
    case EVENT_STATION:
        return s->phase == PHASE_TURN ? station_refusal(m, s, e) : REFUSED_NOW;
    case EVENT_KEEP:
        return s->phase == PHASE_CHOOSE || s->phase == PHASE_KEEP ? keep_refusal(m, s, e)
                                                                  : REFUSED_NOW;
    case EVENT_EXTRA:
        return s->phase == PHASE_EXTRA ? extra_refusal(s, e) : REFUSED_NOW;
    case EVENT_DEAL_TICKET:
        return deal_ticket_refusal(s, e);
    case EVENT_TICKETS:
    case EVENT_DECLINE:
    case EVENT_PASS:
    case EVENT_FIRST:
        return plain_refusal(m, s, e);
    default:
        return REFUSED_MALFORMED;
    }
}

/* A card dealt goes where the phase says. */
static void apply_deal(const struct match *m, struct routes_state *s, uint32_t card)
{
    switch (s->phase) {
    case PHASE_HANDS:
        hand_deal(m, s, card);
        break;
    case PHASE_MARKET:
        market_deal(m, s, card);
        break;
    case PHASE_CARD:
        card_deal(m, s, card);
        break;
    default:
        tunnel_deal(m, s, card);
    }
}

static void apply_extra(const struct match *m, struct routes_state *s, event_t e)
{
    uint32_t wilds = event_wilds(e);
    cards_pay(&s->seat[s->turn], event_colour(s->claim), s->extra - wilds, wilds);
    claim_complete(m, s, wilds);
}

static bool apply(const struct match *m, struct state *state, event_t e)
{
    struct routes_state *s = &state->routes;
    if (routes_refusal(m, s, e))
        return false;
    switch (event_kind(e)) {
    case EVENT_DEAL:
        apply_deal(m, s, event_arg(e));
        break;
    case EVENT_DRAW:
        draw_apply(s, e);
        break;
    case EVENT_CLAIM:
        claim_apply(m, s, e);
        break;
    case EVENT_STATION:
        station_apply(m, s, e);
        break;
    case EVENT_TICKETS:
        ticket_draw(s);
        break;
    case EVENT_KEEP:
        keep_apply(m, s, e);
        break;
    case EVENT_EXTRA:
        apply_extra(m, s, e);
        break;
    case EVENT_DECLINE:
        tunnel_decline(m, s);
        break;
    case EVENT_DEAL_TICKET:
        if (s->phase == PHASE_TICKETS)
            ticket_deal(m, s, event_arg(e));
        else
            ticket_setup_deal(m, s, event_arg(e));
        break;
    case EVENT_FIRST:
        s->turn = (uint8_t)event_arg(e);
        s->phase = PHASE_TURN;
        break;
    default:
        turn_pass(m, s);
    }
    return true;
}

const struct rules routes_rules = {
    .name = "routes",
    .option = options,
    .part = parts,
    .check = check,
    .start = start,
    .actor = actor,
    .count = routes_count,
    .pick = routes_pick,
    .legal = routes_legal,
    .apply = apply,
    .explain = routes_explain,
    .choosers = routes_choosers,
    .hide = routes_hide,
    .view = routes_view,
    .resample = routes_resample,
    .score = routes_score,
    .format = routes_format,
    .parse = routes_parse,
};

bool routes_allows(const struct match *m, const struct routes_state *s, event_t e)
{
    return routes_refusal(m, s, e) == REFUSED_NOT;
}

uint32_t routes_owner(const struct match *m, const struct routes_state *s, uint32_t route)
{
    for (uint32_t i = 0; i < m->seats; i++)
        if (routes_have(s->seat[i].owned, route))
            return i;
    return NOBODY;
}

enum ticket_state routes_ticket_state(const struct match *m, const struct routes_state *s,
                                      uint32_t seat, uint32_t ticket)
{
    const struct ticket *t = &board_of(m)->ticket[ticket];
    uint64_t usable[PLANES_MAX];
    uint8_t label[CITIES_MAX];
    routes_labels(board_of(m), s->seat[seat].owned, label);
    if (label[t->a] == label[t->b])
        return TICKET_DONE;
    for (uint32_t p = 0; p < PLANES_MAX; p++)
        usable[p] = s->seat[seat].owned[p] | (s->open[p] & ~s->seat[seat].barred[p]);
    routes_labels(board_of(m), usable, label);
    return label[t->a] == label[t->b] ? TICKET_POSSIBLE : TICKET_CUT_OFF;
}
