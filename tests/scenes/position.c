/*
 * Position statements: from lines like "hand 1 red 2" to a complete state in which every
 * redundant field is right. What the statements leave open has a default; README.md lists both.
 */
#include "scene.h"

#include <stdio.h>
#include <string.h>

/* While a position is being built. */
struct building {
    struct scene *scene;
    struct world *w;
    const struct routes_board *b;
    struct routes_state *s;
    uint32_t seat; /* of the statement being done */
    struct pile hand[ROUTES_SEATS_MAX], known[ROUTES_SEATS_MAX], flag[ROUTES_SEATS_MAX];
    struct pile market, deck, discard;
    bool has_market, has_deck, has_ticket_deck;
    struct pile *rest;           /* where cards go that are not mentioned */
    uint32_t rest_tickets;       /* the seat that holds the tickets not mentioned, or NOBODY */
    struct metro_building metro; /* on a board of that family */
};

struct word {
    const char *name;
    bool of_seat; /* followed by a seat's number */
    bool repeats; /* may be said several times, adding up */
    int pass;     /* statements are done in the order of their passes */
    bool (*build)(struct building *g, struct reader *r); /* null: not of the routes family */
    bool (*metro)(struct metro_building *g,
                  struct reader *r); /* null: not of the metro family */
};

static bool do_board(struct building *g, struct reader *r)
{
    const struct board *board = board_named(g->scene, next_word(r));

    if (!board)
        return false;
    g->w->match = match_of(board, 2);
    return true;
}

static bool do_seats(struct building *g, struct reader *r)
{
    int32_t n;

    if (!scan_number(g->scene, r, &n))
        return false;
    g->w->match.seats = (uint8_t)n;
    return true;
}

static bool do_option(struct building *g, struct reader *r)
{
    struct match *m = &g->w->match;
    struct reader name = next_word(r);
    uint32_t i = option_index(m->rules, name.at, (size_t)(name.end - name.at));
    int32_t value;

    if (i == OPTIONS_MAX)
        return fault(g->scene, "no such option: \"%.*s\"", (int)(name.end - name.at), name.at);
    if (!scan_number(g->scene, r, &value))
        return false;
    m->option[i] = (uint8_t)value;
    return true;
}

/* "start" needs nothing done: position_build() sees it and leaves the state at the set-up. */
static bool do_start(struct building *g, struct reader *r)
{
    (void)g, (void)r;
    return true;
}

static bool do_turn(struct building *g, struct reader *r)
{
    uint32_t seat;

    if (!scan_seat(g->scene, &g->w->match, r, &seat))
        return false;
    g->s->turn = (uint8_t)seat;
    return true;
}

static bool do_hand(struct building *g, struct reader *r)
{
    return scan_pile(g->scene, &g->w->match, r, &g->hand[g->seat]);
}

static bool do_known(struct building *g, struct reader *r)
{
    return scan_pile(g->scene, &g->w->match, r, &g->known[g->seat]);
}

static bool do_flag(struct building *g, struct reader *r)
{
    return scan_pile(g->scene, &g->w->match, r, &g->flag[g->seat]);
}

static bool do_deck(struct building *g, struct reader *r)
{
    g->has_deck = true;
    return scan_pile(g->scene, &g->w->match, r, &g->deck);
}

static bool do_discard(struct building *g, struct reader *r)
{
    return scan_pile(g->scene, &g->w->match, r, &g->discard);
}

static bool do_market(struct building *g, struct reader *r)
{
    g->has_market = true;
    for (uint32_t i = 0; i < MARKET_SIZE; i++) {
        uint32_t card;

        if (!scan_card(g->scene, &g->w->match, r, &card))
            return false;
        g->s->market[i] = (uint8_t)card;
        pile_add(&g->market, card, 1);
    }
    return true;
}

static bool do_rest(struct building *g, struct reader *r)
{
    if (take(r, "deck"))
        g->rest = &g->deck;
    else if (take(r, "discard"))
        g->rest = &g->discard;
    else if (take(r, "hand")) {
        uint32_t seat;

        if (!scan_seat(g->scene, &g->w->match, r, &seat))
            return false;
        g->rest = &g->hand[seat];
    } else
        return fault(g->scene, "the rest goes to: deck, discard or hand SEAT");
    return true;
}

static void set_route(uint64_t set[PLANES_MAX], uint32_t route)
{
    set[route / 64] |= bit(route % 64);
}

static void clear_route(uint64_t set[PLANES_MAX], uint32_t route)
{
    set[route / 64] &= ~bit(route % 64);
}

/* C11: the twin is barred to the owner, and with few seats closed to everybody. */
static bool do_owns(struct building *g, struct reader *r)
{
    struct routes_seat *seat = &g->s->seat[g->seat];

    do {
        uint32_t route;

        if (!scan_route(g->scene, &g->w->match, r, &route))
            return false;
        const struct route *e = &g->b->route[route];
        if (!bits_have(g->s->open[route / 64], route % 64))
            return fault(g->scene, "that route is taken, or closed by its twin (C11)");
        if (seat->pieces[e->kind] < e->length)
            return fault(g->scene, "seat %u has not so many pieces", g->seat + 1);
        set_route(seat->owned, route);
        clear_route(g->s->open, route);
        if (e->twin != NO_ROUTE) {
            set_route(seat->barred, e->twin);
            if (g->w->match.seats < g->b->both_halves_from)
                clear_route(g->s->open, e->twin);
        }
        seat->pieces[e->kind] = (uint8_t)(seat->pieces[e->kind] - e->length);
        seat->score = (int16_t)(seat->score + e->points);
    } while (take_mark(r, ','));
    return true;
}

static bool do_station(struct building *g, struct reader *r)
{
    struct routes_seat *seat = &g->s->seat[g->seat];

    do {
        uint32_t city;

        if (!scan_city(g->scene, &g->w->match, r, &city))
            return false;
        if (!bits_have(g->s->free_cities, city))
            return fault(g->scene, "that city has a station");
        if (!seat->stations_left)
            return fault(g->scene, "seat %u has no station left", g->seat + 1);
        seat->stations |= bit(city);
        seat->stations_left--;
        g->s->free_cities &= ~bit(city);
    } while (take_mark(r, ','));
    return true;
}

/* Pieces left, if they don't follow from the owned routes. */
static bool do_pieces(struct building *g, struct reader *r)
{
    for (uint32_t kind = 0; kind < PIECE_KINDS && (!kind || !at_end(r)); kind++) {
        int32_t n;

        if (!scan_number(g->scene, r, &n))
            return false;
        g->s->seat[g->seat].pieces[kind] = (uint8_t)n;
    }
    return true;
}

static bool do_tickets(struct building *g, struct reader *r)
{
    if (take(r, "rest")) {
        g->rest_tickets = g->seat;
        return true;
    }
    uint64_t set;
    if (!scan_tickets(g->scene, &g->w->match, r, &set))
        return false;
    g->s->seat[g->seat].tickets |= set;
    return true;
}

static bool do_ticketdeck(struct building *g, struct reader *r)
{
    g->has_ticket_deck = true;
    return scan_tickets(g->scene, &g->w->match, r, &g->s->ticket_deck);
}

static bool do_returned(struct building *g, struct reader *r)
{
    uint64_t lot;

    if (!scan_tickets(g->scene, &g->w->match, r, &lot))
        return false;
    g->s->seat[g->seat].dropped |= lot;
    uint32_t mark = QUEUE_LOT;
    for (; lot; lot &= lot - 1, mark = 0)
        g->s->queue[g->s->queued++] = (uint8_t)(bits_first(lot) | mark);
    return true;
}

static bool small_number(struct building *g, struct reader *r, uint8_t *field)
{
    int32_t n;

    if (!scan_number(g->scene, r, &n))
        return false;
    *field = (uint8_t)n;
    return true;
}

static bool do_flags(struct building *g, struct reader *r)
{
    return small_number(g, r, &g->s->seat[g->seat].flags);
}

static bool do_lastround(struct building *g, struct reader *r)
{
    return small_number(g, r, &g->s->last_turns);
}

static bool do_passes(struct building *g, struct reader *r)
{
    return small_number(g, r, &g->s->passes);
}

static const struct word words[] = {
    {"board", false, false, 0, do_board, NULL},
    {"seats", false, false, 1, do_seats, NULL},
    {"option", false, true, 1, do_option, NULL},
    {"start", false, false, 2, do_start, NULL},
    {"turn", false, false, 3, do_turn, metro_do_turn},
    {"hand", true, false, 3, do_hand, metro_do_hand},
    {"known", true, false, 3, do_known, NULL},
    {"flag", true, false, 3, do_flag, NULL},
    {"flags", true, false, 3, do_flags, NULL},
    {"market", false, false, 3, do_market, NULL},
    {"deck", false, false, 3, do_deck, NULL},
    {"discard", false, false, 3, do_discard, NULL},
    {"rest", false, false, 3, do_rest, NULL},
    {"owns", true, true, 3, do_owns, NULL},
    {"station", true, true, 3, do_station, NULL},
    {"pieces", true, false, 4, do_pieces, NULL},
    {"tickets", true, true, 3, do_tickets, NULL},
    {"ticketdeck", false, false, 3, do_ticketdeck, NULL},
    {"returned", true, true, 3, do_returned, NULL},
    {"lastround", false, false, 3, do_lastround, NULL},
    {"passes", false, false, 3, do_passes, NULL},
    {"tiles", false, true, 3, NULL, metro_do_tiles},
};

enum { PASS_MATCH = 1, PASS_START = 2, PASS_LAST = 4 };

bool position_state(struct scene *scene, struct position *p, struct reader line)
{
    struct statement new = {.seat = NOBODY, .line = scene->line};
    struct reader name = next_word(&line);

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (text_is(name.at, (size_t)(name.end - name.at), words[i].name))
            new.word = &words[i];
    if (!new.word)
        return fault(scene, "unknown word \"%.*s\"", (int)(name.end - name.at), name.at);
    if (new.word->of_seat) {
        int32_t n;

        if (!scan_number(scene, &line, &n))
            return false;
        new.seat = (uint32_t)n - 1;
    }
    new.rest = line;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < p->count; i++) {
        const struct statement *old = &p->list[i];
        bool same = old->word == new.word && old->seat == new.seat;

        if (same && !old->inherited && !new.word->repeats)
            return fault(scene, "\"%s\" is said twice", new.word->name);
        if (!same || !old->inherited)
            p->list[kept++] = *old;
    }
    if (kept == STATEMENTS_MAX)
        return fault(scene, "too many statements");
    p->list[kept++] = new;
    p->count = kept;
    return true;
}

void position_inherit(struct position *p)
{
    for (uint32_t i = 0; i < p->count; i++)
        p->list[i].inherited = true;
}

static bool do_statement(struct building *g, const struct word *word, struct reader *r)
{
    bool metro = word->pass > PASS_START && g->w->match.board->family == FAMILY_METRO;

    if (metro ? !word->metro : !word->build)
        return fault(g->scene, "\"%s\" means nothing on this board", word->name);
    g->metro.seat = g->seat;
    return metro ? word->metro(&g->metro, r) : word->build(g, r);
}

/* Carries out the statements of some passes; complaints name the line of each statement. */
static bool do_statements(struct building *g, const struct position *p, int from, int to)
{
    uint32_t line = g->scene->line;

    for (int pass = from; pass <= to; pass++)
        for (uint32_t i = 0; i < p->count; i++) {
            const struct statement *st = &p->list[i];

            if (st->word->pass != pass)
                continue;
            struct reader r = st->rest;
            g->scene->line = st->line;
            g->seat = st->seat;
            if (st->word->of_seat && g->seat >= g->w->match.seats)
                return fault(g->scene, "there is no such seat");
            if (!do_statement(g, st->word, &r) || !scan_end(g->scene, &r))
                return false;
        }
    g->scene->line = line;
    return true;
}

static bool says_start(const struct position *p)
{
    for (uint32_t i = 0; i < p->count; i++)
        if (p->list[i].word->pass == PASS_START)
            return true;
    return false;
}

/* Gives every card of the board a place, the unmentioned ones to the rest; then the counts. */
static bool place_cards(struct building *g)
{
    struct routes_state *s = g->s;

    for (uint32_t i = 0; i < MARKET_SIZE && !g->has_market; i++) {
        s->market[i] = (uint8_t)(i % g->b->colours);
        pile_add(&g->market, s->market[i], 1);
    }
    if (!g->rest && !g->has_deck)
        g->rest = &g->deck;
    for (uint32_t card = 0; card <= WILD; card++) {
        if (card < WILD && card >= g->b->colours)
            continue;
        uint32_t all = card == WILD ? g->b->wilds : pack_get(g->b->cards, card);
        uint32_t used =
            pile_get(g->market, card) + pile_get(g->deck, card) + pile_get(g->discard, card);
        for (uint32_t i = 0; i < g->w->match.seats; i++)
            used += pile_get(g->hand[i], card) + pile_get(g->flag[i], card);
        const char *name = card == WILD ? g->b->wild_name : g->b->colour_name[card];
        if (used > all)
            return fault(g->scene, "%u %s cards are placed, there are %u", used, name, all);
        if (used < all && !g->rest)
            return fault(g->scene, "%u %s cards have no place: say where the rest is",
                         all - used, name);
        if (used < all)
            pile_add(g->rest, card, all - used);
    }
    if (!pile_size(g->deck) && pile_size(g->discard))
        return fault(g->scene, "discards never lie beside an empty deck (C6)");
    s->deck = g->deck.pack;
    s->deck_wild = (uint8_t)g->deck.wild;
    s->deck_size = (uint8_t)pile_size(g->deck);
    s->discard = g->discard.pack;
    s->discard_wild = (uint8_t)g->discard.wild;
    s->market_wild = (uint8_t)g->market.wild;
    for (uint32_t i = 0; i < g->w->match.seats; i++) {
        struct routes_seat *seat = &s->seat[i];

        seat->hand = g->hand[i].pack;
        seat->wild = (uint8_t)g->hand[i].wild;
        seat->hand_size = (uint8_t)pile_size(g->hand[i]);
        seat->known = g->known[i].pack;
        seat->known_wild = (uint8_t)g->known[i].wild;
        seat->flag = g->flag[i].pack;
    }
    return true;
}

/* What everybody knows about a seat's number of tickets: the narrowest limits that a set-up and
 * draws can have left (C13). */
static void set_ticket_bounds(const struct routes_board *b, struct routes_seat *seat)
{
    uint32_t n = bits_count(seat->tickets);
    uint32_t draws = (n + 1) / 2;

    seat->tickets_min = (uint8_t)(b->secret_counts ? draws : n);
    seat->tickets_max = (uint8_t)(b->secret_counts ? 2 * draws : n);
    seat->first_kept = (uint8_t)(b->secret_counts ? 0 : n < 4 ? n : 4);
}

static bool place_tickets(struct building *g)
{
    struct routes_state *s = g->s;
    uint64_t used = s->ticket_deck, twice = 0, *rest = NULL;

    for (uint32_t i = 0; i < g->w->match.seats; i++) {
        uint64_t own = s->seat[i].tickets | s->seat[i].dropped;

        twice |= used & own;
        used |= own;
    }
    if (twice)
        return fault(g->scene, "a ticket is in two places");
    if (g->rest_tickets != NOBODY)
        rest = &s->seat[g->rest_tickets].tickets;
    else if (!g->has_ticket_deck)
        rest = &s->ticket_deck;
    if (rest)
        *rest |= g->b->regular_tickets & ~used;
    else if (g->b->regular_tickets & ~used)
        return fault(g->scene, "%u tickets have no place: say \"tickets SEAT rest\"",
                     bits_count(g->b->regular_tickets & ~used));
    if (!s->ticket_deck && s->queued)
        return fault(g->scene, "under an empty ticket deck nothing is queued");
    for (uint32_t i = 0; i < g->w->match.seats; i++)
        set_ticket_bounds(g->b, &s->seat[i]);
    s->ticket_count = (uint8_t)(bits_count(s->ticket_deck) + s->queued);
    return true;
}

/* Removes the set-up from a fresh state: no cards, no tickets, and seat 1 begins its turn. */
static void empty_state(struct routes_state *s)
{
    s->deck = s->discard = s->ticket_deck = 0;
    s->deck_wild = s->deck_size = s->discard_wild = s->market_wild = 0;
    s->phase = PHASE_TURN;
    s->next = s->step = s->turn = 0;
}

bool position_build(struct scene *scene, const struct position *p, struct world *w)
{
    struct building g = {.scene = scene, .w = w, .rest_tickets = NOBODY};

    g.metro.scene = scene;
    struct reader europe = {"europe", NULL};
    struct complaint why;
    europe.end = europe.at + strlen(europe.at);
    memset(w, 0, sizeof *w);
    if (!do_board(&g, &europe) || !do_statements(&g, p, 0, PASS_MATCH))
        return false;
    bool metro = w->match.board->family == FAMILY_METRO;
    if (!metro && w->match.board->family != FAMILY_ROUTES)
        return fault(scene, "scenes are for boards of the routes and metro families");
    if (!w->match.rules->check(&w->match, &why))
        return fault(scene, "%s", why.message);
    memset(&w->state, 0, sizeof w->state);
    w->match.rules->start(&w->match, &w->state);
    if (says_start(p)) {
        for (uint32_t i = 0; i < p->count; i++)
            if (p->list[i].word->pass > PASS_START)
                return fault(scene, "\"%s\" beside \"start\"", p->list[i].word->name);
        return true;
    }
    if (metro) {
        metro_empty(&g.metro, w);
        return do_statements(&g, p, PASS_START, PASS_LAST) && metro_finish(&g.metro);
    }
    g.b = &w->match.board->routes;
    g.s = &w->state.routes;
    empty_state(g.s);
    return do_statements(&g, p, PASS_START, PASS_LAST) && place_cards(&g) && place_tickets(&g);
}
