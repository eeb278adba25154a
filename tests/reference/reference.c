/*
 * The flow of the reference: set-up, what each event does, how a turn and the game end. Legal
 * events are in ref_legal.c, cards in ref_cards.c, tickets in ref_tickets.c, the final sheet in
 * ref_score.c.
 */
#include "reference.h"
#include "ref_corners.h"

#include <string.h>

unsigned long ref_corner[CORNERS];

static const struct routes_board *board_of(const struct match *m)
{
    return &m->board->routes;
}

/* Option "first" of the match: 0 = chance, otherwise a seat counted from 1 (E4). */
static int first_option(const struct match *m)
{
    uint32_t i = option_index(m->rules, "first", 5);

    return i < OPTIONS_MAX ? m->option[i] : 0;
}

static void top_lot(const struct match *m, struct ref *r, bool is_long)
{
    const struct routes_board *b = board_of(m);

    r->lots = 1;
    r->lot[0].count = 0;
    for (int t = 0; t < b->tickets; t++)
        if ((b->ticket[t].is_long != 0) == is_long)
            r->lot[0].ticket[r->lot[0].count++] = t;
}

/* E1, B1, P1 */
void ref_start(const struct match *m, struct ref *r)
{
    const struct routes_board *b = board_of(m);

    memset(r, 0, sizeof *r);
    for (int s = 0; s < m->seats; s++) {
        for (int k = 0; k < PIECE_KINDS; k++)
            r->seat[s].pieces[k] = b->pieces[k];
        r->seat[s].stations_left = b->stations;
    }
    for (int n = 0; n < ROUTES_MAX; n++)
        r->owner[n] = NOBODY_YET;
    for (int c = 0; c < COLOURS_MAX; c++)
        r->deck[c] = (int)(b->cards >> (8 * c) & 0xFF);
    r->deck[WILD] = b->wilds;
    for (int i = 0; i < MARKET_SIZE; i++)
        r->market[i] = NO_CARD;
    r->phase = PHASE_HANDS;
    top_lot(m, r, b->first_long > 0);
    r->long_tickets_dealt = b->first_long == 0;
}

static void begin_turn(const struct match *m, struct ref *r)
{
    r->phase = PHASE_TURN;
    r->sweeps_in_a_row = 0;
    ref_note_turn(m, r);
}

/* The cards a turn has used become discards together (C6), a finished flag among them (P4). */
static void discard_what_is_held(const struct match *m, struct ref *r)
{
    const struct routes_board *b = board_of(m);
    struct ref_seat *seat = &r->seat[r->turn];
    bool whole = (b->features & FEATURE_FLAG) != 0;

    for (int c = 0; c < COLOURS_MAX; c++)
        if (ref_flag_colour(m, c) && seat->flag[c] == 0)
            whole = false;
    if (whole) {
        for (int c = 0; c < COLOURS_MAX; c++)
            if (ref_flag_colour(m, c)) {
                seat->flag[c]--;
                r->held[c]++;
            }
        seat->flags++;
        ref_note(seat->flags == 1 ? CORNER_FLAG_DONE : CORNER_FLAG_SECOND);
    }
    if (ref_count(r->deck) == 0 && ref_count(r->held) > 0)
        ref_note(CORNER_DISCARDS_TO_EMPTY_DECK);
    for (int c = 0; c < CARD_KINDS; c++) {
        r->discard[c] += r->held[c];
        r->held[c] = 0;
    }
    ref_refill(r);
}

/* E17, E17R, B9, P6, C15R: the discards, the last round, whose turn it is, the market (C5R). */
static void end_turn(const struct match *m, struct ref *r)
{
    const struct routes_board *b = board_of(m);

    discard_what_is_held(m, r);
    r->claim = 0;
    r->turned_count = 0;
    r->extra = 0;

    int pieces = 0;
    for (int k = 0; k < PIECE_KINDS; k++)
        pieces += r->seat[r->turn].pieces[k];
    bool over = false;
    if (r->last_turns > 0) {
        if (pieces <= b->last_round_at && r->last_turns > 1)
            ref_note(CORNER_LAST_ROUND_AGAIN);
        r->last_turns--;
        over = r->last_turns == 0;
        if (over)
            ref_note(CORNER_OVER_LAST_ROUND);
    } else if (pieces <= b->last_round_at) {
        r->last_turns = m->seats;
        ref_note(CORNER_LAST_ROUND);
    }
    if (r->passes == m->seats) {
        over = true;
        ref_note(CORNER_ALL_PASS);
    }
    if (over) {
        r->phase = PHASE_OVER;
        return;
    }
    r->turn = (r->turn + 1) % m->seats;
    if (ref_market_must_be_swept(r)) {
        ref_note(CORNER_SWEEP_END_OF_TURN);
        ref_sweep(r, PHASE_TURN);
    } else {
        begin_turn(m, r);
    }
}

/* The phase after the market is full and need not be swept. */
static void go_on(const struct match *m, struct ref *r)
{
    r->sweeps_in_a_row = 0;
    switch (r->next) {
    case PHASE_FIRST_TICKETS:
        r->phase = PHASE_FIRST_TICKETS;
        r->step = 0;
        break;
    case PHASE_SECOND:
        if (ref_count(r->deck) == 0) { /* C6R */
            ref_note(CORNER_ONE_CARD_ONLY);
            end_turn(m, r);
            break;
        }
        r->phase = PHASE_SECOND;
        for (int i = 0; i < MARKET_SIZE; i++)
            if (r->market[i] == WILD) {
                ref_note(CORNER_WILD_NOT_SECOND);
                break;
            }
        break;
    case PHASE_TURN:
        begin_turn(m, r);
        break;
    default:
        end_turn(m, r);
        break;
    }
}

static void deal_hand(const struct match *m, struct ref *r, int card)
{
    r->seat[r->step / board_of(m)->hand].hand[card]++;
    ref_take_from_deck(r, card);
    r->step++;
    if (r->step == m->seats * board_of(m)->hand) {
        r->phase = PHASE_MARKET;
        r->next = PHASE_FIRST_TICKETS;
        r->step = 0;
    }
}

/* C2: into the first empty place; a full market is tested (C5). */
static void deal_market(const struct match *m, struct ref *r, int card)
{
    int slot = 0;

    while (r->market[slot] != NO_CARD)
        slot++;
    r->market[slot] = card;
    ref_take_from_deck(r, card);
    for (int i = 0; i < MARKET_SIZE; i++)
        if (r->market[i] == NO_CARD)
            return;
    if (ref_market_must_be_swept(r)) {
        if (r->next == PHASE_FIRST_TICKETS)
            ref_note(CORNER_SWEEP_SET_UP);
        if (r->next == PHASE_SECOND)
            ref_note(CORNER_SWEEP_MID_DRAW);
        ref_sweep(r, r->next);
    } else {
        go_on(m, r);
    }
}

/* C4 */
static void deal_blind(const struct match *m, struct ref *r, int card)
{
    if (card == WILD)
        ref_note(CORNER_WILD_BLIND);
    if (ref_count(r->deck) == 1 && ref_count(r->discard) > 0)
        ref_note(CORNER_RESHUFFLE_DRAW);
    r->seat[r->turn].hand[card]++;
    ref_take_from_deck(r, card);
    if (ref_market_must_be_swept(r)) {
        ref_note(CORNER_SWEEP_AFTER_BLIND);
        ref_sweep(r, r->next);
    } else {
        go_on(m, r);
    }
}

/* C2, C3 */
static void draw(struct ref *r, uint32_t slot)
{
    struct ref_seat *seat = &r->seat[r->turn];

    r->next = r->phase == PHASE_TURN ? PHASE_SECOND : PHASE_OVER;
    if (slot == SLOT_DECK) {
        r->phase = PHASE_CARD;
        return;
    }
    int card = r->market[slot];
    seat->hand[card]++;
    seat->known[card]++; /* C17R */
    r->market[slot] = NO_CARD;
    if (card == WILD) {
        r->next = PHASE_OVER;
        ref_note(CORNER_WILD_TAKEN);
    }
    r->phase = PHASE_MARKET;
}

/* Takes cards out of the hand; the cards that everybody knew are reduced with them, as far as
 * they go. */
static void pay(struct ref_seat *seat, int card, int n, int *to)
{
    seat->hand[card] -= n;
    seat->known[card] = seat->known[card] > n ? seat->known[card] - n : 0;
    to[card] += n;
}

/* C8, C10: the seat gets the route; the payment and the turned-up cards will be discarded. */
static void take_route(const struct match *m, struct ref *r)
{
    struct ref_seat *seat = &r->seat[r->turn];
    int n = (int)event_arg(r->claim);
    const struct route *route = &board_of(m)->route[n];

    ref_note_route(m, r);
    for (int c = 0; c < CARD_KINDS; c++) {
        r->held[c] += r->paid[c];
        r->paid[c] = 0;
    }
    for (int i = 0; i < r->turned_count; i++)
        r->held[r->turned[i]]++; /* E11 */
    if (event_keeps_flag(r->claim)) {
        int colour = (int)event_colour(r->claim);

        r->held[colour]--;
        seat->flag[colour]++; /* P3 */
    }
    r->owner[n] = r->turn;
    seat->pieces[route->kind] -= route->length;
    seat->score += route->points;
    end_turn(m, r);
}

static void claim(const struct match *m, struct ref *r, event_t e)
{
    struct ref_seat *seat = &r->seat[r->turn];
    const struct route *route = &board_of(m)->route[event_arg(e)];
    int wilds = (int)event_wilds(e);

    r->claim = e;
    if (event_colour(e) != WILD)
        pay(seat, (int)event_colour(e), ref_price(route) - wilds, r->paid);
    pay(seat, WILD, wilds, r->paid);
    if (!route->tunnel) {
        take_route(m, r);
    } else if (ref_count(r->deck) + ref_count(r->discard) == 0) { /* E12 */
        ref_note(CORNER_TUNNEL_NONE);
        take_route(m, r);
    } else {
        r->phase = PHASE_TUNNEL;
    }
}

/* E7, E9, E12, E22R */
static void turn_up(const struct match *m, struct ref *r, int card)
{
    if (ref_count(r->deck) == 1 && ref_count(r->discard) > 0)
        ref_note(CORNER_TUNNEL_RESHUFFLE);
    r->turned[r->turned_count++] = card;
    ref_take_from_deck(r, card);
    if (r->turned_count < 3 && ref_count(r->deck) > 0)
        return;
    r->extra = 0;
    for (int i = 0; i < r->turned_count; i++)
        if (r->turned[i] == WILD || r->turned[i] == (int)event_colour(r->claim))
            r->extra++;
    ref_note_tunnel(m, r);
    if (r->extra == 0)
        take_route(m, r);
    else
        r->phase = PHASE_EXTRA;
}

/* E8 */
static void pay_extra(const struct match *m, struct ref *r, int wilds)
{
    struct ref_seat *seat = &r->seat[r->turn];
    int colour = (int)event_colour(r->claim);

    if (r->extra > wilds)
        pay(seat, colour, r->extra - wilds, r->held);
    pay(seat, WILD, wilds, r->held);
    ref_note(CORNER_TUNNEL_PAID);
    if (wilds > 0 && wilds < r->extra)
        ref_note(CORNER_TUNNEL_PAID_MIXED);
    if (colour == WILD)
        ref_note(CORNER_TUNNEL_PAID_WILD);
    take_route(m, r);
}

/* E10: the payment goes back to the hand, where everybody has now seen it. */
static void decline(const struct match *m, struct ref *r)
{
    struct ref_seat *seat = &r->seat[r->turn];

    ref_note(CORNER_TUNNEL_REFUSED);
    if (event_keeps_flag(r->claim))
        ref_note(CORNER_TUNNEL_FLAG_REFUSED);
    for (int c = 0; c < CARD_KINDS; c++) {
        seat->hand[c] += r->paid[c];
        seat->known[c] += r->paid[c];
        r->paid[c] = 0;
    }
    for (int i = 0; i < r->turned_count; i++)
        r->held[r->turned[i]]++; /* E11 */
    end_turn(m, r);
}

/* E14 */
static void build_station(const struct match *m, struct ref *r, event_t e)
{
    struct ref_seat *seat = &r->seat[r->turn];
    int price = ref_stations_built(r, r->turn) + 1;
    int wilds = (int)event_wilds(e);

    ref_note(price == 1   ? CORNER_STATION_FIRST
             : price == 2 ? CORNER_STATION_SECOND
                          : CORNER_STATION_THIRD);
    if (event_colour(e) != WILD)
        pay(seat, (int)event_colour(e), price - wilds, r->held);
    else
        ref_note(CORNER_STATION_WILD_ONLY);
    pay(seat, WILD, wilds, r->held);
    seat->station[event_arg(e)] = true;
    seat->stations_left--;
    end_turn(m, r);
}

/* E2, B2, P2: the long ones to each seat in order, then the regular ones. */
static void deal_first_ticket(const struct match *m, struct ref *r, int ticket)
{
    const struct routes_board *b = board_of(m);
    int each = r->long_tickets_dealt ? b->first_regular : b->first_long;
    struct ref_seat *seat = &r->seat[r->step / each];

    seat->offer[seat->offered++] = ticket;
    ref_take_ticket(r, ticket);
    r->step++;
    if (r->step < m->seats * each)
        return;
    r->step = 0;
    if (!r->long_tickets_dealt) {
        r->long_tickets_dealt = true;
        top_lot(m, r, false); /* the other long ones leave the game unseen */
    } else {
        r->phase = PHASE_CHOOSE;
        r->turn = 0;
    }
}

/* C12: chance deals as many as are drawn, or as there are. */
static void deal_ticket(const struct match *m, struct ref *r, int ticket)
{
    struct ref_seat *seat = &r->seat[r->turn];

    seat->offer[seat->offered++] = ticket;
    ref_take_ticket(r, ticket);
    if (seat->offered < board_of(m)->draw_tickets && ref_ticket_count(r) > 0)
        return;
    if (seat->offered < board_of(m)->draw_tickets)
        ref_note(CORNER_TICKETS_FEWER);
    if (seat->offered == 1)
        ref_note(CORNER_TICKETS_ONE);
    r->phase = PHASE_KEEP;
}

/* Sorts the seat's offer into kept and dropped tickets; returns how many were kept. */
static int choose(struct ref_seat *seat, uint32_t mask)
{
    int kept = 0;

    for (int i = 0; i < seat->offered; i++) {
        if (mask >> i & 1) {
            seat->ticket[seat->offer[i]] = true;
            kept++;
        } else {
            seat->dropped[seat->offer[i]] = true;
        }
    }
    return kept;
}

/* C18R: when the last seat has chosen, the numbers become public and the tickets given up leave
 * the game (E3) or go to the bottom together (B2, C13R). */
static void all_have_chosen(const struct match *m, struct ref *r)
{
    const struct routes_board *b = board_of(m);
    struct ref_lot lot = {0};

    for (int t = 0; t < b->tickets; t++)
        for (int s = 0; s < m->seats; s++)
            if (r->seat[s].dropped[t])
                lot.ticket[lot.count++] = t;
    for (int s = 0; s < m->seats; s++) {
        struct ref_seat *seat = &r->seat[s];
        int kept = 0;

        for (int t = 0; t < b->tickets; t++)
            if (seat->ticket[t])
                kept++;
        seat->tickets_min = b->secret_counts ? b->first_keep : kept;
        seat->tickets_max = b->secret_counts ? b->first_long + b->first_regular : kept;
        seat->first_kept = b->secret_counts ? 0 : kept;
    }
    if (!b->first_leave)
        ref_return_lot(r, &lot);
    if (first_option(m) == 0) {
        r->phase = PHASE_FIRST_SEAT;
    } else {
        r->turn = first_option(m) - 1;
        begin_turn(m, r);
    }
}

static void keep_first(const struct match *m, struct ref *r, uint32_t mask)
{
    choose(&r->seat[r->turn], mask);
    r->seat[r->turn].offered = 0;
    r->turn++;
    if (r->turn == m->seats)
        all_have_chosen(m, r);
}

/* C12, C13R: those not kept are one lot at the bottom. */
static void keep(const struct match *m, struct ref *r, uint32_t mask)
{
    const struct routes_board *b = board_of(m);
    struct ref_seat *seat = &r->seat[r->turn];
    int offered = seat->offered;
    int kept = choose(seat, mask);

    seat->tickets_min += b->secret_counts ? 1 : kept;
    seat->tickets_max += b->secret_counts ? offered : kept;
    struct ref_lot lot = {0};
    for (int t = 0; t < b->tickets; t++)
        for (int i = 0; i < offered; i++)
            if (seat->offer[i] == t && !(mask >> i & 1))
                lot.ticket[lot.count++] = t;
    seat->offered = 0;
    ref_return_lot(r, &lot);
    end_turn(m, r);
}

bool ref_apply(const struct match *m, struct ref *r, event_t e)
{
    if (!ref_is_legal(m, r, e))
        return false;
    int arg = (int)event_arg(e);
    if (r->phase == PHASE_TURN) {
        if (event_kind(e) != EVENT_PASS && r->passes > 0)
            ref_note(CORNER_PASS_BROKEN);
        r->passes = event_kind(e) == EVENT_PASS ? r->passes + 1 : 0;
    }
    switch (r->phase) {
    case PHASE_HANDS:
        deal_hand(m, r, arg);
        return true;
    case PHASE_MARKET:
        deal_market(m, r, arg);
        return true;
    case PHASE_CARD:
        deal_blind(m, r, arg);
        return true;
    case PHASE_TUNNEL:
        turn_up(m, r, arg);
        return true;
    case PHASE_FIRST_TICKETS:
        deal_first_ticket(m, r, arg);
        return true;
    case PHASE_TICKETS:
        deal_ticket(m, r, arg);
        return true;
    case PHASE_CHOOSE:
        keep_first(m, r, (uint32_t)arg);
        return true;
    case PHASE_KEEP:
        keep(m, r, (uint32_t)arg);
        return true;
    case PHASE_FIRST_SEAT:
        r->turn = arg;
        begin_turn(m, r);
        return true;
    default:
        break;
    }
    switch (event_kind(e)) {
    case EVENT_DRAW:
        draw(r, event_arg(e));
        break;
    case EVENT_CLAIM:
        claim(m, r, e);
        break;
    case EVENT_TICKETS:
        r->phase = PHASE_TICKETS;
        break;
    case EVENT_STATION:
        build_station(m, r, e);
        break;
    case EVENT_EXTRA:
        pay_extra(m, r, (int)event_wilds(e));
        break;
    case EVENT_DECLINE:
        decline(m, r);
        break;
    default: /* EVENT_PASS */
        ref_note(CORNER_PASS);
        end_turn(m, r);
        break;
    }
    return true;
}
