/*
 * Could these bytes be a view? A view that comes from outside is judged here, field by field in
 * the order of state.h, before anything looks at it. Whatever is accepted can be asked everything:
 * no index is out of range, and resample() finds every card and ticket that it has to deal.
 *
 * Things are taken out of the box in which the game comes, wherever the view shows them. A
 * view is refused if it shows something that is no longer in the box, or if anything is left in
 * the box that the deck and hidden hands don't have room for.
 */
#include "routes.h"

struct box {
    const struct routes_board *b;
    const struct routes_state *s;
    bool all;                    /* the view shows everything */
    uint64_t cards;              /* a pack */
    uint32_t wild;               /* wild cards */
    uint32_t hidden;             /* cards in hands that the view does not show */
    uint64_t tickets;            /* a set */
    uint64_t dropped;            /* tickets that seats are shown to have given up */
    uint32_t unseen, slack;      /* regular tickets that it hides: at least, and perhaps more */
    uint64_t owned[PLANES_MAX];  /* routes that have an owner */
    uint64_t closed[PLANES_MAX]; /* the twins that close with them (C11) */
    uint64_t built;              /* cities with a station */
};

/* ---- cards ---- */

static bool is_part(uint64_t pack, uint64_t of)
{
    return (pack & PACK_TOPS) == 0 && pack_min(pack, of) == pack;
}

static bool take_cards(struct box *x, uint64_t cards, uint32_t wild)
{
    if (!is_part(cards, x->cards) || wild > x->wild)
        return false;
    x->cards -= cards;
    x->wild -= wild;
    return true;
}

static bool take_card(struct box *x, uint32_t card)
{
    return card == WILD ? take_cards(x, 0, 1)
                        : card < COLOURS_MAX && take_cards(x, pack_one(card), 0);
}

static bool check_hand(struct box *x, const struct routes_seat *seat, bool shown)
{
    if (!take_cards(x, shown ? seat->hand : seat->known, shown ? seat->wild : seat->known_wild))
        return false;
    uint32_t known = pack_sum(seat->known) + seat->known_wild;
    if (shown)
        return is_part(seat->known, seat->hand) && seat->known_wild <= seat->wild &&
               seat->hand_size == pack_sum(seat->hand) + seat->wild;
    x->hidden += seat->hand_size - known;
    return seat->hand == 0 && seat->wild == 0 && known <= seat->hand_size;
}

/* Only chance finds empty places in the market: before the first deal all of them, later those
 * from `step` on. */
static bool check_market(struct box *x)
{
    const struct routes_state *s = x->s;
    uint32_t wild = 0, empty = 0, run = 0;

    for (uint32_t i = 0; i < MARKET_SIZE; i++) {
        wild += s->market[i] == WILD;
        empty += s->market[i] == NO_CARD;
        run += i == s->step + run && s->market[i] == NO_CARD;
        if (s->market[i] != NO_CARD && !take_card(x, s->market[i]))
            return false;
    }
    if (s->market_wild != wild || empty != run || s->step >= MARKET_SIZE)
        return false;
    if (s->phase == PHASE_MARKET)
        return empty > 0 && empty <= s->deck_size + pack_sum(s->discard) + s->discard_wild;
    return empty == (s->phase == PHASE_HANDS ? MARKET_SIZE : 0);
}

/* The claim of a tunnel: it was legal before it was paid, and the cards turned up ask for as many
 * as it says (E7, E9). */
static bool check_tunnel(const struct match *m, struct box *x)
{
    const struct routes_state *s = x->s;
    bool tries = s->phase == PHASE_TUNNEL || s->phase == PHASE_EXTRA;
    uint32_t colour = event_colour(s->claim), wilds = event_wilds(s->claim), asked = 0;

    if (s->turned_count > (s->phase == PHASE_EXTRA ? TUNNEL_CARDS
                           : tries                 ? TUNNEL_CARDS - 1
                                                   : 0))
        return false;
    for (uint32_t i = 0; i < TUNNEL_CARDS; i++) {
        if (i < s->turned_count ? !take_card(x, s->turned[i]) : s->turned[i] != 0)
            return false;
        asked += i < s->turned_count && routes_tunnel_asks(s, s->turned[i]);
    }
    if (s->extra != asked || (s->phase == PHASE_EXTRA && asked == 0))
        return false;
    if (!tries)
        return s->claim == 0;
    if (event_kind(s->claim) != EVENT_CLAIM || event_arg(s->claim) >= ROUTES_MAX ||
        colour > WILD)
        return false;
    const struct route *r = &x->b->route[event_arg(s->claim)];
    uint64_t paid =
        colour == WILD || wilds > r->cards ? 0 : pack_some(colour, r->cards - wilds);
    struct routes_state before = *s;
    before.phase = PHASE_TURN;
    acting(&before)->hand += paid;
    acting(&before)->wild = (uint8_t)(before.seat[s->turn].wild + wilds);
    return take_cards(x, paid, wilds) && r->tunnel && routes_allows(m, &before, s->claim);
}

/* The deck holds what is left; only its size is shown. */
static bool check_deck(struct box *x, const struct view *v)
{
    const struct routes_state *s = x->s;

    return take_cards(x, s->discard, s->discard_wild) &&
           take_cards(x, v->routes.cards, v->routes.wild) && x->cards == 0 && x->wild == 0 &&
           s->deck_size + x->hidden == pack_sum(v->routes.cards) + v->routes.wild &&
           s->deck == (x->all ? v->routes.cards : 0) &&
           s->deck_wild == (x->all ? v->routes.wild : 0) &&
           (s->deck_size > 0 || (s->discard == 0 && s->discard_wild == 0)); /* C6 */
}

/* ---- routes and stations ---- */

/* Routes have one owner; twins, points and pieces follow from them (C11, C16). */
static bool check_owned(const struct match *m, struct box *x, const struct routes_seat *seat)
{
    const struct routes_board *b = x->b;
    uint64_t barred[PLANES_MAX] = {0};
    uint32_t used[PIECE_KINDS] = {0}, points = 0, routes = 0;

    for (uint32_t p = 0; p < PLANES_MAX; p++) {
        uint64_t exist = b->within[0][SPACES_MAX][p] | b->within[1][SPACES_MAX][p];

        if (seat->owned[p] & (~exist | x->owned[p]))
            return false;
        x->owned[p] |= seat->owned[p];
        for (uint64_t left = seat->owned[p]; left; left &= left - 1) {
            const struct route *r = &b->route[64 * p + bits_first(left)];

            routes++;
            points += r->points;
            used[r->kind] += r->length;
            if (r->twin != NO_ROUTE)
                barred[r->twin / 64] |= bit(r->twin % 64);
        }
    }
    for (uint32_t p = 0; p < PLANES_MAX; p++) {
        if (seat->barred[p] != barred[p] || seat->owned[p] & barred[p])
            return false;
        x->closed[p] |= routes_half_closes(m) ? barred[p] : 0;
    }
    for (uint32_t k = 0; k < PIECE_KINDS; k++)
        if (seat->pieces[k] + used[k] != b->pieces[k])
            return false;
    /* P3, P4: every card of a flag, finished or not, was kept by a claim. */
    uint32_t kept = seat->flags * pack_sum(b->flag) + pack_sum(seat->flag);
    return seat->score == (int32_t)points && is_part(seat->flag, b->flag) && kept <= routes &&
           (b->flag ? seat->flag != b->flag : seat->flags == 0);
}

static bool check_stations(struct box *x, const struct routes_seat *seat)
{
    if (seat->stations & x->built ||
        seat->stations_left + bits_count(seat->stations) != x->b->stations)
        return false;
    x->built |= seat->stations;
    return true;
}

/* What nobody has is open or free. */
static bool check_map(const struct box *x)
{
    const struct routes_board *b = x->b;
    uint64_t cities = b->cities == CITIES_MAX ? ~(uint64_t)0 : bit(b->cities) - 1;

    for (uint32_t p = 0; p < PLANES_MAX; p++) {
        uint64_t exist = b->within[0][SPACES_MAX][p] | b->within[1][SPACES_MAX][p];

        if (x->owned[p] & x->closed[p] ||
            x->s->open[p] != (exist & ~x->owned[p] & ~x->closed[p]))
            return false;
    }
    cities = b->features & FEATURE_STATIONS ? cities : 0;
    return (x->built & ~cities) == 0 && x->s->free_cities == (cities & ~x->built);
}

/* ---- tickets ---- */

static bool take_tickets(struct box *x, uint64_t tickets)
{
    if (tickets & ~x->tickets)
        return false;
    x->tickets &= ~tickets;
    return true;
}

/* Are no tickets dealt yet? And are the first ones being dealt or chosen? */
static bool no_tickets(const struct routes_state *s)
{
    return s->phase == PHASE_HANDS ||
           (s->phase == PHASE_MARKET && s->next == PHASE_FIRST_TICKETS);
}

static bool first_tickets(const struct routes_state *s)
{
    return s->phase == PHASE_FIRST_TICKETS || s->phase == PHASE_CHOOSE;
}

static uint32_t first_dealt(const struct routes_board *b)
{
    return b->first_long + (uint32_t)b->first_regular;
}

/* Has this seat as many tickets on offer as it should have now? */
static bool check_offered(const struct box *x, uint32_t i)
{
    const struct routes_board *b = x->b;
    const struct routes_state *s = x->s;
    uint32_t n = s->seat[i].offered;
    uint32_t before = s->step ? b->first_long : 0;
    uint32_t after = s->step ? first_dealt(b) : b->first_long;

    switch (s->phase) {
    case PHASE_FIRST_TICKETS:
        return i == s->turn ? before <= n && n < after : n == (i < s->turn ? after : before);
    case PHASE_CHOOSE:
        return n == (i < s->turn ? 0 : first_dealt(b));
    case PHASE_TICKETS:
        return i == s->turn ? n < b->draw_tickets : n == 0;
    case PHASE_KEEP:
        return i == s->turn ? n >= 1 && n <= b->draw_tickets : n == 0;
    default:
        return n == 0;
    }
}

/* What is on offer to a seat, if the view shows it: at set-up the long tickets first. */
static bool check_offer(struct box *x, const struct routes_seat *seat, bool shown)
{
    uint32_t longs = first_tickets(x->s) ? x->b->first_long : 0;

    for (uint32_t k = 0; k < OFFER_MAX; k++) {
        if (k >= seat->offered || !shown) {
            if (seat->offer[k] != 0)
                return false;
            continue;
        }
        uint64_t kind = k < longs ? x->b->long_tickets : x->b->regular_tickets;
        if (seat->offer[k] >= TICKETS_MAX || !bits_have(kind, seat->offer[k]) ||
            !take_tickets(x, bit(seat->offer[k])))
            return false;
    }
    return true;
}

/* What everybody knows about the number of tickets of a seat (C13R): `gone` have left the game. */
static bool check_limits(const struct box *x, const struct routes_seat *seat, uint32_t *gone)
{
    const struct routes_board *b = x->b;

    *gone = 0;
    if (no_tickets(x->s) || first_tickets(x->s))
        return (seat->tickets_min | seat->tickets_max | seat->first_kept) == 0;
    if (b->secret_counts)
        return seat->first_kept == 0 && seat->tickets_min >= b->first_keep &&
               seat->tickets_min <= seat->tickets_max;
    if (seat->first_kept < b->first_keep || seat->first_kept > first_dealt(b) ||
        seat->tickets_min < seat->first_kept || seat->tickets_min != seat->tickets_max)
        return false;
    *gone = b->first_leave ? first_dealt(b) - seat->first_kept : 0;
    return true;
}

/* The tickets of a seat that the view shows, dropped ones among them. */
static bool check_shown(struct box *x, uint32_t i, uint64_t queue, uint32_t gone)
{
    const struct routes_board *b = x->b;
    const struct routes_seat *seat = &x->s->seat[i];
    uint64_t all = seat->tickets | seat->dropped;
    uint32_t kept = bits_count(seat->tickets), longs = bits_count(all & b->long_tickets);

    if (!take_tickets(x, seat->tickets) || !take_tickets(x, seat->dropped))
        return false;
    x->dropped |= seat->dropped;
    if (x->s->phase == PHASE_CHOOSE && i < x->s->turn)
        return longs == b->first_long && bits_count(all) == first_dealt(b) &&
               kept >= b->first_keep;
    if (no_tickets(x->s) || first_tickets(x->s))
        return all == 0;
    return longs == b->first_long && bits_count(seat->dropped & ~queue) == gone &&
           kept >= seat->tickets_min && kept <= seat->tickets_max;
}

/* The tickets of another seat: at the end those that it has, before it only their number. */
static bool check_hidden(struct box *x, uint32_t i, uint32_t gone)
{
    const struct routes_board *b = x->b;
    const struct routes_seat *seat = &x->s->seat[i];
    uint32_t longs = bits_count(seat->tickets & b->long_tickets),
             kept = bits_count(seat->tickets);
    bool chosen = x->s->phase == PHASE_CHOOSE && i < x->s->turn;

    if (seat->dropped != 0)
        return false;
    if (x->s->phase == PHASE_OVER) { /* C13 */
        x->unseen += longs + gone - b->first_long;
        return take_tickets(x, seat->tickets) && longs <= b->first_long &&
               b->first_long - longs <= gone && longs + gone <= first_dealt(b) &&
               kept >= seat->tickets_min && kept <= seat->tickets_max;
    }
    if (no_tickets(x->s) || first_tickets(x->s)) {
        uint32_t n = chosen ? first_dealt(b) : seat->offered;

        x->unseen += n > b->first_long ? n - b->first_long : 0;
    } else {
        x->unseen += seat->tickets_min + gone + seat->offered - b->first_long;
        x->slack += (uint32_t)(seat->tickets_max - seat->tickets_min);
    }
    return seat->tickets == 0;
}

/* The queue: within a lot in the order of numbers, and unknown ones last; where counts are secret,
 * one's own tickets without lots. `known` are those it names. */
static bool check_queue(struct box *x, uint64_t *known)
{
    const struct routes_state *s = x->s;
    bool lots = x->all || !x->b->secret_counts;
    uint32_t last = 0;

    *known = 0;
    if (s->queued > (no_tickets(s) || first_tickets(s) ? 0 : TICKETS_MAX))
        return false;
    for (uint32_t i = 0; i < TICKETS_MAX; i++) {
        bool first = (s->queue[i] & QUEUE_LOT) != 0;
        uint32_t ticket = s->queue[i] & (QUEUE_LOT - 1u);

        if (i >= s->queued) {
            if (s->queue[i] != 0)
                return false;
            continue;
        }
        if (lots ? i == 0 && !first : first)
            return false;
        if (lots && !first && ticket <= last && ticket != QUEUE_UNKNOWN)
            return false;
        last = ticket;
        if (ticket == QUEUE_UNKNOWN && lots && !x->all) {
            x->unseen++;
        } else if (ticket >= TICKETS_MAX ||
                   !bits_have(x->b->regular_tickets & ~*known, ticket)) {
            return false;
        } else {
            *known |= bit(ticket);
        }
    }
    return true;
}

/* The rest of the tickets is the ticket deck. Where counts are secret, the view says only whether
 * it has none, one or more (C13R). */
static bool check_ticket_deck(const struct box *x)
{
    const struct routes_board *b = x->b;
    const struct routes_state *s = x->s;
    bool long_ones = s->phase == PHASE_FIRST_TICKETS && s->step == 0;
    bool secret = b->secret_counts && !x->all;
    uint64_t rest = x->tickets & (long_ones ? b->long_tickets : b->regular_tickets);
    uint32_t deck = bits_count(x->tickets & b->regular_tickets);

    if (x->unseen > deck || s->ticket_deck != (x->all ? rest : 0))
        return false;
    deck -= x->unseen;
    if (long_ones)
        return s->ticket_count == 0 && s->queued == 0;
    if (secret && x->slack > 0 && s->ticket_count < 2)
        return s->queued == 0 && s->ticket_count <= deck && deck <= s->ticket_count + x->slack;
    if (secret && x->slack > 0)
        return s->ticket_count == 2 && deck >= (s->queued ? 1 : 2);
    uint32_t count = deck + s->queued;
    return (deck > 0 || s->queued == 0) && s->ticket_count == (secret && count > 2 ? 2 : count);
}

static bool check_tickets(const struct match *m, const struct view *v, struct box *x)
{
    uint64_t queue;

    if (!check_queue(x, &queue))
        return false;
    for (uint32_t i = 0; i < m->seats; i++) {
        const struct routes_seat *seat = &x->s->seat[i];
        bool shown = x->all || i == v->seat;
        uint32_t gone;

        if (!check_offered(x, i) || !check_offer(x, seat, shown) ||
            !check_limits(x, seat, &gone) ||
            !(shown ? check_shown(x, i, queue, gone) : check_hidden(x, i, gone)))
            return false;
    }
    return (queue & ~x->dropped) == 0 && check_ticket_deck(x);
}

/* ---- the turn ---- */

/* The phase, and what it needs. */
static bool check_phase(const struct match *m, const struct routes_state *s)
{
    const uint32_t after_market =
        1u << PHASE_FIRST_TICKETS | 1u << PHASE_TURN | 1u << PHASE_SECOND | 1u << PHASE_OVER;
    const uint32_t after_card = 1u << PHASE_SECOND | 1u << PHASE_OVER;
    uint32_t allowed = s->phase == PHASE_MARKET ? after_market
                       : s->phase == PHASE_CARD ? after_card
                                                : 1u;

    if (s->phase < PHASE_HANDS || s->phase > PHASE_OVER || s->turn >= m->seats ||
        s->last_turns > m->seats || s->passes >= m->seats || s->next > PHASE_OVER ||
        !(allowed >> s->next & 1))
        return false;
    if (phase_deals_cards(s->phase) || s->phase == PHASE_SECOND)
        return s->deck_size > 0;
    if (s->phase == PHASE_FIRST_TICKETS)
        return s->step <= 1;
    return s->phase != PHASE_TICKETS || s->ticket_count > 0;
}

/* While the first hands are dealt, the seats before `turn` have theirs. */
static bool check_dealt(const struct match *m, const struct routes_state *s)
{
    for (uint32_t i = 0; i < m->seats && s->phase == PHASE_HANDS; i++)
        if (i == s->turn ? s->seat[i].hand_size >= board_of(m)->hand
                         : s->seat[i].hand_size != (i < s->turn ? board_of(m)->hand : 0))
            return false;
    return true;
}

bool routes_check_view(const struct match *m, const struct view *v)
{
    const struct routes_board *b = board_of(m);
    const struct routes_state *s = &v->seen.routes;
    struct box x = {.b = b,
                    .s = s,
                    .all = v->seat == EVERYTHING,
                    .cards = b->cards,
                    .wild = b->wilds,
                    .tickets = no_tickets(s) ? 0 : b->regular_tickets | b->long_tickets};

    if ((v->seat >= m->seats && v->seat != SPECTATOR && !x.all) || !check_phase(m, s) ||
        !check_dealt(m, s) || !bytes_are_zero(s->unused, sizeof s->unused))
        return false;
    for (uint32_t i = m->seats; i < ROUTES_SEATS_MAX; i++)
        if (!bytes_are_zero(&s->seat[i], sizeof s->seat[i]))
            return false;
    for (uint32_t i = 0; i < m->seats; i++) {
        const struct routes_seat *seat = &s->seat[i];

        if (!check_hand(&x, seat, x.all || i == v->seat) || !take_cards(&x, seat->flag, 0) ||
            !check_owned(m, &x, seat) || !check_stations(&x, seat) ||
            !bytes_are_zero(seat->unused, sizeof seat->unused))
            return false;
    }
    return check_map(&x) && check_market(&x) && check_tunnel(m, &x) && check_deck(&x, v) &&
           check_tickets(m, v, &x);
}
