/*
 * The panels around the map of a route game: players, tickets, news, the chosen route, the
 * cards. See window.h.
 */
#include "window.h"

#include <stdlib.h>
#include <string.h>

enum {
    CARD_WIDTH = 10,
    CARD_STEP = 11,
    SMALL_CARD = 8,
    SMALL_STEP = 10,
    HAND_STEP = 8,
    SMALL_MARKET = 74,
    NARROW_DECK = 6
};
enum { OFFER_NAMES = 7 }; /* where the names of an offered ticket begin: after "[x] 12 " */
enum { POINTS = 3 };      /* cells of a player's points */
enum { FLAG_ROOM = 16 };  /* of a badge, points, a flag, and blanks between them */

/* ---- cards ---- */

static const struct card_colour *colour_of(const struct stage *s, uint32_t card)
{
    return theme_card(s->theme, card < COLOURS_MAX ? board_on(s)->colour_name[card] : "", card);
}

static struct look card_look(const struct canvas *c, const struct stage *s, uint32_t card)
{
    const struct card_colour *k = colour_of(s, card);

    return (struct look){k->ink, k->paper, c->colours ? CANVAS_BOLD : CANVAS_INVERSE};
}

/* The sign of a card; for a wild card, its first letter. */
static uint32_t card_sign(const struct stage *s, uint32_t card)
{
    uint32_t sign = colour_of(s, card)->sign;

    if (card == WILD)
        sign = (uint32_t)(board_on(s)->wild_name[0] & ~0x20);
    return sign ? sign : ' ';
}

/* A card: its colour, a sign and a number or the name, on one row or two. */
static void draw_card(struct canvas *c, struct area a, const struct stage *s, uint32_t card,
                      const char *number)
{
    struct look look = card_look(c, s, card);
    const char *name = card_words(board_on(s), card, 1);

    for (int y = a.y; y < a.y + a.height; y++)
        for (int x = a.x; x < a.x + a.width; x++)
            canvas_sign(c, x, y, ' ', look);
    if (a.height > 1) {
        canvas_sign(c, a.x + 1, a.y, card_sign(s, card), look);
        canvas_right(c, a.x + a.width - 1, a.y, number, look);
        canvas_text(c, a.x + 1, a.y + 1, a.width - 2, name, look);
    } else {
        canvas_text(c, a.x + 1, a.y, 2, number, look);
        if (!c->colours)
            canvas_sign(c, a.x + 2, a.y, card_sign(s, card), look);
        canvas_text(c, a.x + 3, a.y, a.width - 3, name, look);
    }
}

/* Where there is little room, cards and decks are narrower: everything can be seen. */
static struct area narrow_area(const struct routes_layout *l, uint32_t slot)
{
    int step = (l->market.width - 2 * NARROW_DECK) / MARKET_SIZE;
    int decks = (int)slot - SLOT_DECK;

    if (step > SMALL_STEP)
        step = SMALL_STEP;
    if (slot < MARKET_SIZE)
        return (struct area){l->market.x + (int)slot * step, l->market.y, step - 1, 1};
    return (struct area){l->market.x + MARKET_SIZE * step + decks * NARROW_DECK, l->market.y,
                         NARROW_DECK - 1, 1};
}

static struct area slot_area(const struct routes_layout *l, uint32_t slot)
{
    int step = l->compact ? SMALL_STEP : CARD_STEP;
    int width = l->compact ? SMALL_CARD + 1 : CARD_WIDTH;

    if (l->compact && l->market.width < SMALL_MARKET)
        return narrow_area(l, slot);
    return (struct area){l->market.x + (int)slot * step + (slot >= SLOT_DECK ? 2 : 0) +
                             (slot == SLOT_TICKETS ? 2 : 0),
                         l->market.y, width + (slot >= SLOT_DECK ? 2 : 0), l->market.height};
}

uint32_t panel_slot_at(const struct routes_layout *l, int x, int y)
{
    for (uint32_t slot = 0; slot < SLOT_NONE; slot++)
        if (area_has(slot_area(l, slot), x, y))
            return slot;
    return SLOT_NONE;
}

/* A deck: its key and how many are left. */
static void draw_deck(struct canvas *c, struct area a, const struct stage *s, const char *key,
                      const char *words)
{
    struct look look = {s->theme->ink, s->theme->panel, 0};

    for (int y = a.y; y < a.y + a.height; y++)
        for (int x = a.x; x < a.x + a.width; x++)
            canvas_sign(c, x, y, ' ', look);
    canvas_text(c, a.x + 1, a.y, 1, key,
                (struct look){s->theme->strong, s->theme->panel, CANVAS_BOLD});
    canvas_text(c, a.x + (a.height > 1 ? 1 : 3), a.y + a.height - 1,
                a.width - (a.height > 1 ? 1 : 2), words, look);
}

static void draw_market(struct canvas *c, const struct routes_layout *l, const struct stage *s)
{
    const struct routes_state *seen = seen_on(s);
    bool secret = routes_ticket_count_secret(s->position->match, s->position->view);
    char number[16];

    canvas_text(c, 1, l->market.y, l->market.x - 2,
                cli_words(l->compact ? SAYS("Up") : SAYS("Face up")), look_faint(s));
    for (uint32_t i = 0; i < MARKET_SIZE; i++) {
        snprintf(number, sizeof number, "%u", (unsigned)i + 1);
        if (seen->market[i] != NO_CARD)
            draw_card(c, slot_area(l, i), s, seen->market[i], number);
    }
    draw_deck(c, slot_area(l, SLOT_DECK), s, "D",
              stage_say("{0}", SAID(say_count(seen->deck_size, "card"))).text);
    draw_deck(c, slot_area(l, SLOT_TICKETS), s, "T",
              secret ? cli_words(SAYS("tickets\4some"))
                     : stage_say("{0}", SAID(say_count(seen->ticket_count, "ticket"))).text);
}

static void draw_held(struct canvas *c, struct area a, const struct stage *s, uint32_t card,
                      uint32_t n)
{
    char number[16];

    snprintf(number, sizeof number, "%u", (unsigned)n);
    if (n == 0) {
        canvas_sign(c, a.x + a.width / 2, a.y, 0xB7, look_faint(s));
        return;
    }
    if (a.height > 1) {
        draw_card(c, a, s, card, "");
        canvas_text(c, a.x + a.width - 2 - canvas_width(number), a.y + 1, 1, " ",
                    card_look(c, s, card));
        canvas_right(c, a.x + a.width - 1, a.y + 1, number, card_look(c, s, card));
        return;
    }
    for (int x = a.x; x < a.x + a.width; x++)
        canvas_sign(c, x, a.y, ' ', card_look(c, s, card));
    canvas_sign(c, a.x + (a.width > 5), a.y, card_sign(s, card), card_look(c, s, card));
    canvas_text(c, a.x + (a.width > 5 ? 3 : 1), a.y, 2, number, card_look(c, s, card));
}

static void draw_hand(struct canvas *c, const struct routes_layout *l, const struct stage *s)
{
    const struct routes_board *b = board_on(s);
    const struct routes_seat *seat;
    int step = l->compact ? HAND_STEP : CARD_STEP,
        most = (c->width - l->hand.x) / (b->colours + 1);

    if (step > most)
        step = most;
    if (s->seat >= s->position->match->seats)
        return;
    seat = &seen_on(s)->seat[s->seat];
    canvas_text(c, 1, l->hand.y, l->hand.x - 2,
                l->compact ? cli_words(SAYS("Hand"))
                           : stage_say("Hand {0}", SAID(say_number(seat->hand_size))).text,
                look_faint(s));
    for (uint32_t i = 0; i <= b->colours; i++) {
        uint32_t card = i < b->colours ? i : (uint32_t)WILD;
        struct area a = {l->hand.x + (int)i * step, l->hand.y,
                         !l->compact ? CARD_WIDTH
                         : step < 6  ? step
                                     : 6,
                         l->hand.height};

        draw_held(c, a, s, card, card == WILD ? seat->wild : pack_get(seat->hand, card));
    }
}

void panel_cards(struct canvas *c, const struct routes_layout *l, const struct stage *s)
{
    struct look edge = {s->theme->edge_ink, s->theme->edge_paper, 0};

    for (int x = 0; x < c->width; x++)
        canvas_sign(c, x, l->edge, c->colours ? (x % 2 ? 0xB7 : ' ') : 0x2500, edge);
    draw_market(c, l, s);
    draw_hand(c, l, s);
}

/* ---- players ---- */

/* " 3⌂": the stations that a seat has left, on boards with stations. */
static struct stage_words houses_of(const struct stage *s, uint32_t seat)
{
    struct stage_words words = {""};

    if (board_on(s)->features & FEATURE_STATIONS)
        snprintf(words.text, sizeof words.text, " %d⌂", seen_on(s)->seat[seat].stations_left);
    return words;
}

/* "31t 13c 3⌂". */
static struct stage_words brief_things(const struct stage *s, uint32_t seat)
{
    const struct routes_seat *from = &seen_on(s)->seat[seat];

    return stage_say("{0}t {1}c{2}",
                     SAID(say_number(from->pieces[0] + from->pieces[1]),
                          say_number(from->hand_size), say_text(houses_of(s, seat).text)));
}

/* "31 trains 13 cards 3 tickets", or short: "31t 13c 3tk 2⌂". */
static void draw_things(struct canvas *c, struct area a, const struct stage *s, uint32_t seat)
{
    const struct routes_board *b = board_on(s);
    const struct routes_seat *from = &seen_on(s)->seat[seat];
    char words[160], tickets[16];
    bool range =
        from->tickets_max > from->tickets_min && !view_shows_tickets(s->position->view, seat);
    struct text t = text_in(words, sizeof words);

    snprintf(tickets, sizeof tickets, range ? "%d–%d" : "%d",
             view_shows_tickets(s->position->view, seat) ? (int)bits_count(from->tickets)
                                                         : from->tickets_min,
             from->tickets_max);
    cli_put(&t, "{0} {1} {2} tk",
            SAID(b->pieces[1] ? say_count(from->pieces[0] + from->pieces[1], "piece")
                              : say_count(from->pieces[0], b->piece_name[0]),
                 say_count(from->hand_size, "card"), say_text(tickets)));
    text_put(&t, houses_of(s, seat).text);
    if (canvas_width(words) > a.width - 4) {
        t = text_in(words, sizeof words);
        text_put(&t, brief_things(s, seat).text);
        text_put(&t, " ");
        cli_put(&t, "{0} tk", SAID(say_text(tickets)));
    }
    canvas_text(c, a.x + 4, a.y, a.width - 4, words, look_faint(s));
}

/* The flag (P3) of a seat at the end of a row of words: how many are complete, then a card for each
 * colour of the next one. */
static void put_flag(const struct stage *s, uint32_t seat, struct text *t)
{
    const struct routes_seat *from = &seen_on(s)->seat[seat];

    text_put(t, t->length ? " ⚑" : "⚑");
    text_number(t, from->flags);
    for (uint32_t i = pack_sum(from->flag); i > 0; i--)
        text_char(t, ' ');
    text_char(t, ' ');
}

/* Its cards: the points begin at a column, after a blank. */
static void draw_flag(struct canvas *c, int points, int y, const struct stage *s, uint32_t seat)
{
    uint64_t flag = seen_on(s)->seat[seat].flag;
    int x = points - 1 - (int)pack_sum(flag);

    for (uint32_t i = 0; i < board_on(s)->colours; i++)
        if (pack_get(flag, i))
            canvas_sign(c, x++, y, card_sign(s, i), card_look(c, s, i));
}

static void draw_player(struct canvas *c, struct area a, const struct stage *s, uint32_t seat,
                        bool two)
{
    const char *kind = stage_kind(s, seat);
    struct stage_words more = {""};
    struct text t = text_in(more.text, sizeof more.text);
    int room = a.width - FLAG_ROOM - canvas_width(s->position->name[seat]);

    if (!(board_on(s)->features & FEATURE_FLAG)) {
        stage_player(c, a, s, seat, two ? kind : brief_things(s, seat).text, !two);
        return;
    }
    if (!two)
        text_put(&t, brief_things(s, seat).text);
    else if (s->clock[seat] < 0 && canvas_width(kind) <= room)
        text_put(&t, kind);
    put_flag(s, seat, &t);
    stage_player(c, a, s, seat, more.text, true);
    draw_flag(c, a.x + a.width - POINTS, a.y, s, seat);
}

static int draw_players(struct canvas *c, struct area a, const struct stage *s, bool compact)
{
    uint32_t seats = s->position->match->seats;
    bool two = !compact || a.height > 3 * (int)seats + 10 ||
               (board_on(s)->features & FEATURE_FLAG && a.height > 2 * (int)seats + 9);
    int y = a.y;

    for (uint32_t seat = 0; seat < seats; seat++) {
        struct area row = {a.x, y++, a.width, 1};

        draw_player(c, row, s, seat, two);
        row.y = y;
        if (two)
            draw_things(c, row, s, seat);
        y += two;
    }
    return y - a.y;
}

/* ---- tickets ---- */

/* The state of a ticket: "✓", "9 to go" or just "9", "×". */
static struct stage_words ticket_words(const struct stage *s, uint32_t ticket, bool brief,
                                       struct look *look)
{
    const struct match *m = s->position->match;
    const struct ticket *t = &board_on(s)->ticket[ticket];
    struct routes_way way;

    switch (routes_ticket_state(m, seen_on(s), s->seat, ticket)) {
    case TICKET_DONE:
        *look = (struct look){s->theme->good, COLOUR_OWN, CANVAS_BOLD};
        return (struct stage_words){"✓"};
    case TICKET_CUT_OFF:
        *look = (struct look){s->theme->bad, COLOUR_OWN, CANVAS_BOLD};
        return (struct stage_words){"×"};
    default:
        *look = look_faint(s);
        routes_way(m, seen_on(s), s->seat, t->a, t->b, &way);
        return stage_say(brief ? "{0}" : SAYS("{0} to go"), SAID(say_number(way.pieces)));
    }
}

static void draw_ticket(struct canvas *c, struct area a, const struct stage *s, uint32_t ticket,
                        bool chosen)
{
    const struct routes_board *b = board_on(s);
    const struct ticket *t = &b->ticket[ticket];
    char points[8];
    struct look look = look_strong(s), state_look;
    struct stage_words state = ticket_words(s, ticket, false, &state_look);
    int room;

    snprintf(points, sizeof points, "%2d", t->points);
    if (chosen)
        look = (struct look){s->theme->paper, s->theme->chosen,
                             c->colours ? CANVAS_BOLD : CANVAS_INVERSE};
    if (canvas_width(b->city_name[t->a]) + canvas_width(b->city_name[t->b]) +
            canvas_width(state.text) + 5 >
        a.width)
        state = ticket_words(s, ticket, true, &state_look);
    room = a.width - 4 - canvas_width(state.text);
    canvas_text(c, a.x, a.y, 2, points, look);
    canvas_text(c, a.x + 3, a.y, room,
                stage_pair(b->city_name[t->a], b->city_name[t->b], room).text, look_ink(s));
    canvas_right(c, a.x + a.width, a.y, state.text, state_look);
}

static int draw_tickets(struct canvas *c, struct area a, const struct stage *s,
                        const struct focus *f, bool compact)
{
    uint64_t tickets;
    int y = a.y;

    if (s->seat >= s->position->match->seats)
        return 0;
    tickets = seen_on(s)->seat[s->seat].tickets;
    if (tickets && !compact)
        canvas_text(c, a.x, y++, a.width,
                    cli_words(s->position->view->seat == s->seat ? SAYS("Your tickets")
                                                                 : SAYS("Tickets")),
                    look_faint(s));
    for (; tickets && y < a.y + a.height; tickets &= tickets - 1) {
        uint32_t ticket = bits_first(tickets);

        draw_ticket(c, (struct area){a.x, y++, a.width, 1}, s, ticket, f->ticket == ticket + 1);
    }
    return y - a.y;
}

/* ---- the chosen route or city ---- */

/* "✚ purple · 3 trains · 4 points". */
static void route_facts(const struct stage *s, const struct route *r, struct text *t)
{
    const struct routes_board *b = board_on(s);
    uint32_t sign = colour_of(s, r->colour)->sign;
    char bytes[5] = "";

    if (sign)
        sign_bytes(sign, bytes);
    text_put(t, bytes);
    text_put(t, sign ? " " : "");
    text_put(t, cli_words(route_colour_name(b, r)));
    text_put(t, " · ");
    if (r->cards != r->length)
        cli_put(t, "{0} · ", SAID(say_count(r->cards, "card")));
    cli_put(t, "{0} · {1}",
            SAID(say_count(r->length, b->piece_name[r->kind]), say_count(r->points, "point")));
    if (r->tunnel)
        cli_put(t, " · tunnel", NULL);
    if (r->icons)
        cli_put(t, " · ferry {0}", SAID(say_number(r->icons)));
}

/* Why the chosen move can't be made. */
static void put_refusal(const struct stage *s, enum event_kind kind, uint32_t what,
                        struct text *t)
{
    const struct match *m = s->position->match;
    struct nearest n = routes_nearest(m, seen_on(s), kind, what);
    struct complaint why = {0};

    if (n.event == EVENT_NONE)
        return;
    m->rules->explain(m, &s->position->view->seen, n.event, &why);
    complaint_put(t, cli_language(), &why);
}

/* The payment, and what Enter does. Returns the rows. */
static int draw_payment(struct canvas *c, struct area a, const struct stage *s, event_t e)
{
    const struct routes_board *b = board_on(s);
    struct payment paid = routes_payment(s->position->match, seen_on(s), e);
    event_t list[96];
    uint32_t n = events_for(s, event_kind(e), event_arg(e), list, 96);
    char words[120];
    struct text t = text_in(words, sizeof words);
    int x = a.x;

    words_payment(cli_language(), b, paid, &t);
    if (event_kind(e) == EVENT_CLAIM && event_keeps_flag(e))
        cli_put(&t, " + flag", NULL);
    x += canvas_text(c, x, a.y, a.width, cli_words(SAYS("pay")), look_faint(s)) + 1;
    canvas_text(c, x, a.y, a.x + a.width - x, words, card_look(c, s, paid.colour));
    x = a.x + stage_button(c, a.x, a.y + 1, cli_words(SAYS("Enter")), s) + 1;
    x += canvas_text(
             c, x, a.y + 1, a.x + a.width - x,
             cli_words(event_kind(e) == EVENT_CLAIM ? SAYS("claim it") : SAYS("build it")),
             look_ink(s)) +
         2;
    if (n > 1 && a.x + a.width - x > 14) {
        x += stage_button(c, x, a.y + 1, cli_words(SAYS("Space")), s) + 1;
        canvas_text(c, x, a.y + 1, a.x + a.width - x,
                    stage_say("{0} {0|way|ways}", SAID(say_number((int32_t)n))).text,
                    look_faint(s));
    }
    return 2;
}

static void draw_chosen(struct canvas *c, struct area a, const struct stage *s,
                        const struct focus *f)
{
    const struct routes_board *b = board_on(s);
    uint32_t route = chosen_route(f), city = chosen_city(f);
    event_t e = chosen_event(s, f);
    char name[2 * NAME_SIZE + 8] = "", words[600] = "";
    struct text t = text_in(name, sizeof name), u = text_in(words, sizeof words);
    int y = a.y;

    if (route == NO_ROUTE && city == CITIES_MAX)
        return;
    canvas_fill(c, (struct area){a.x - 1, a.y, a.width + 1, a.height}, s->theme->panel);
    if (city < CITIES_MAX) {
        cli_put(&t, "Station in {0}", SAID(say_text(b->city_name[city])));
    } else {
        words_route(b, route, &t);
        route_facts(s, &b->route[route], &u);
    }
    y += canvas_words(c, (struct area){a.x, y, a.width, 2}, name, look_strong(s));
    y += canvas_words(c, (struct area){a.x, y, a.width, 3}, words, look_faint(s));
    if (e != EVENT_NONE) {
        draw_payment(c, (struct area){a.x, y, a.width, 2}, s, e);
    } else if (s->acts) {
        u = text_in(words, sizeof words);
        put_refusal(s, city < CITIES_MAX ? EVENT_STATION : EVENT_CLAIM,
                    city < CITIES_MAX ? city : route, &u);
        canvas_words(c, (struct area){a.x, y, a.width, a.y + a.height - y}, words, look_ink(s));
    }
}

/* ---- lists ---- */

/* A line of a list: a number or a mark, then words; the chosen one is highlighted. Returns the look
 * of words on further rows of the line. */
static struct look list_row(struct canvas *c, struct area a, const struct stage *s, bool chosen,
                            const char *words)
{
    struct look look = look_ink(s);

    if (chosen)
        look = (struct look){s->theme->paper, s->theme->chosen,
                             c->colours ? CANVAS_BOLD : CANVAS_INVERSE};
    for (int i = 0; chosen && i < a.width * a.height; i++)
        canvas_sign(c, a.x + i % a.width, a.y + i / a.width, ' ', look);
    canvas_text(c, a.x, a.y, a.width, words, look);
    return look;
}

/* The ends of an offered ticket: on one row if they fit, else on rows of their own. Returns the
 * rows, also if the area has fewer. */
static int offered_ends(struct canvas *c, struct area a, const struct routes_board *b,
                        const struct ticket *t, struct look look)
{
    const char *from = b->city_name[t->a], *to = b->city_name[t->b];
    char words[NAME_SIZE + 4];
    int rows;

    if (canvas_width(from) + canvas_width(to) < a.width || a.height == 1) {
        canvas_text(c, a.x, a.y, a.width, stage_pair(from, to, a.width).text, look);
        return 1;
    }
    snprintf(words, sizeof words, "%s–", from);
    rows = canvas_words(c, a, words, look);
    a.y += rows;
    a.height -= rows;
    return rows + canvas_words(c, a, to, look);
}

/* The rows of an offered ticket. */
static int offered_rows(const struct stage *s, uint32_t i, int width)
{
    const struct ticket *t = &board_on(s)->ticket[seen_on(s)->seat[s->seat].offer[i]];
    struct canvas none = {0};

    return offered_ends(&none, (struct area){0, 0, width - OFFER_NAMES, 0}, board_on(s), t,
                        look_ink(s));
}

static bool is_blank(const struct canvas *c, int from, int to, int y)
{
    for (int x = from; x < to; x++)
        if (canvas_at(c, x, y) && canvas_at(c, x, y)->sign > ' ')
            return false;
    return true;
}

/* An offered ticket: "[x] 12 Wien–Roma". Where there is little room its names are cut. */
static void draw_offered(struct canvas *c, struct area a, const struct stage *s, uint32_t i,
                         const struct focus *f)
{
    uint32_t ticket = seen_on(s)->seat[s->seat].offer[i];
    const struct ticket *t = &board_on(s)->ticket[ticket];
    struct area names = {a.x + OFFER_NAMES, a.y, a.width - OFFER_NAMES, a.height};
    char words[16];
    struct look look;
    struct stage_words state = ticket_words(s, ticket, true, &look);
    int right = a.x + a.width, last = a.y + a.height - 1;

    snprintf(words, sizeof words, "[%s] %2d", bits_have(f->marks, i) ? "x" : " ", t->points);
    offered_ends(c, names, board_on(s), t, list_row(c, a, s, f->chosen == i + 1, words));
    if (f->chosen != i + 1 && is_blank(c, right - canvas_width(state.text) - 1, right, last))
        canvas_right(c, right, last, state.text, look);
}

static void draw_offer(struct canvas *c, struct area a, const struct stage *s,
                       const struct focus *f)
{
    int offered = seen_on(s)->seat[s->seat].offered, y = a.y, rows = 0;
    bool whole;

    y += canvas_words(
        c, (struct area){a.x, y, a.width, 2},
        stage_say("Keep at least {0} {0|ticket|tickets}:",
                  SAID(say_number((int32_t)routes_keep_least(s->position->match, seen_on(s)))))
            .text,
        look_strong(s));
    for (int i = 0; i < offered; i++)
        rows += offered_rows(s, (uint32_t)i, a.width);
    whole = y + rows <= a.y + a.height;
    for (int i = 0; i < offered; i++, y += rows) {
        rows = whole ? offered_rows(s, (uint32_t)i, a.width) : 1;
        draw_offered(c, (struct area){a.x, y, a.width, rows}, s, (uint32_t)i, f);
    }
}

static void draw_tunnel(struct canvas *c, struct area a, const struct stage *s,
                        const struct focus *f)
{
    const struct routes_board *b = board_on(s);
    const struct routes_state *seen = seen_on(s);
    char words[300];
    struct text t = text_in(words, sizeof words);
    int y = a.y, x = a.x;

    words_route(b, event_arg(seen->claim), &t);
    y += canvas_words(c, (struct area){a.x, y, a.width, 2},
                      stage_say("The tunnel {0} asks for {1} more.",
                                SAID(say_text(words), say_number(seen->extra)))
                          .text,
                      look_strong(s));
    for (uint32_t i = 0; i < seen->turned_count; i++) {
        x += canvas_text(c, x, y, a.x + a.width - x, card_words(b, seen->turned[i], 1),
                         card_look(c, s, seen->turned[i])) +
             1;
    }
    y += 2;
    for (uint32_t i = 0; i < s->legal_count && y < a.y + a.height; i++, y++) {
        t = text_in(words, sizeof words);
        if (event_kind(s->legal[i]) == EVENT_EXTRA) {
            cli_put(&t, "pay", NULL);
            text_char(&t, ' ');
            words_payment(cli_language(), b,
                          routes_payment(s->position->match, seen, s->legal[i]), &t);
        } else {
            cli_put(&t, "take the cards back", NULL);
        }
        list_row(c, (struct area){a.x, y, a.width, 1}, s, f->chosen == i + 1, words);
    }
}

/* ---- the whole ---- */

/* The rows for it, of those that are there. */
static int box_height(const struct routes_layout *l, const struct stage *s,
                      const struct focus *f, int room)
{
    if (asks_tickets(s)) {
        int rows = 2;

        for (uint32_t i = 0; i < seen_on(s)->seat[s->seat].offered; i++)
            rows += offered_rows(s, i, l->side.width);
        return rows < room ? rows : room;
    }
    if (asks_tunnel(s))
        return (int)s->legal_count + 4;
    return f->chosen ? (l->compact ? 5 : 6) : 0;
}

void panel_side(struct canvas *c, const struct routes_layout *l, const struct stage *s,
                const struct focus *f)
{
    struct area a = l->side, box = l->side;
    int y = a.y + draw_players(c, a, s, l->compact) + 1;

    box.height = box_height(l, s, f, a.y + a.height - y);
    if (asks_tickets(s) || asks_tunnel(s)) { /* the question is more important than the rest */
        box.y = y;
        (asks_tickets(s) ? draw_offer : draw_tunnel)(c, box, s, f);
        y += box.height + 1;
        box.height = 0;
    }
    a.height = l->side.y + l->side.height - box.height - y;
    if (a.height > 0)
        y += draw_tickets(c, (struct area){a.x, y, a.width, a.height}, s, f, l->compact) + 1;
    a.height = l->side.y + l->side.height - box.height - y;
    if (a.height > 1)
        stage_news(c, (struct area){a.x, y, a.width, a.height}, s);
    box.y = l->side.y + l->side.height - box.height;
    if (box.height)
        draw_chosen(c, box, s, f);
}

/* Without a map: a list of routes that can be claimed, with the chosen one in the middle. */
void panel_list(struct canvas *c, struct area a, const struct stage *s, const struct focus *f)
{
    const struct routes_board *b = board_on(s);
    uint8_t list[ROUTES_MAX];
    uint32_t n = 0, at = 0, from;
    event_t one;

    for (uint32_t i = 0; i < b->routes; i++) {
        if (!events_for(s, EVENT_CLAIM, b->route_at[i], &one, 1))
            continue;
        if (b->route_at[i] == chosen_route(f))
            at = n;
        list[n++] = b->route_at[i];
    }
    from = (int)at > a.height / 2 ? at - (uint32_t)(a.height / 2) : 0;
    for (uint32_t i = from; i < n && (int)(i - from) < a.height; i++) {
        char words[300];
        struct text t = text_in(words, sizeof words);

        words_route(b, list[i], &t);
        text_put(&t, "  ");
        route_facts(s, &b->route[list[i]], &t);
        list_row(c, (struct area){a.x, a.y + (int)(i - from), a.width, 1}, s,
                 list[i] == chosen_route(f), words);
    }
    if (n == 0)
        canvas_words(c, a, cli_words(SAYS(" There is no route you can claim now.")),
                     look_faint(s));
}
