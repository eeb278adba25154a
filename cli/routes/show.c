/*
 * A position of the routes family as text: market, seats, hands, tickets. Routes and the map
 * are in map.c, possible moves in moves.c.
 */
#include "routes.h"

#include <string.h>

static const struct routes_state *seen_of(const struct position *p)
{
    return &p->view->seen.routes;
}

static const struct routes_board *board_of(const struct position *p)
{
    return &p->match->board->routes;
}

const char *card_words(const struct routes_board *b, uint32_t card, uint32_t n)
{
    static char key[WORD_SIZE + 8];
    struct text t = text_in(key, sizeof key);

    if (card != WILD)
        text_put(&t, n == 1 ? "card\4" : "cards\4");
    if (card == WILD && n != 1)
        text_plural(&t, b->wild_name);
    else
        text_put(&t, card == WILD ? b->wild_name : b->colour_word[card]);
    return words_in(cli_language(), key);
}

/* The word for n cards of a kind. */
static void put_card(struct screen *s, const struct routes_board *b, uint32_t card, uint32_t n)
{
    screen_styled(s, card == WILD ? "1" : screen_colour(card_name(b, card)),
                  card_words(b, card, n));
}

void show_cards(struct screen *s, const struct routes_board *b, uint64_t pack, uint32_t wild)
{
    uint32_t indent = s->column < 2 * show_indent() ? s->column : show_indent();
    bool some = false;

    for (uint32_t i = 0; i <= b->colours; i++) {
        uint32_t card = i < b->colours ? i : (uint32_t)WILD;
        uint32_t n = card == WILD ? wild : pack_get(pack, card);

        if (n == 0)
            continue;
        if (some)
            screen_comma(s, indent, screen_width(card_words(b, card, n)) + 4);
        screen_number(s, n);
        screen_put(s, " ");
        put_card(s, b, card, n);
        some = true;
    }
    if (!some)
        screen_say(s, "cards\4none", NULL);
}

static void show_decks(struct screen *s, const struct position *p)
{
    const struct routes_state *seen = seen_of(p);
    bool secret = routes_ticket_count_secret(p->match, p->view);

    screen_to(s, show_indent());
    screen_say(s,
               secret ? SAYS("{0} in the deck, {1} discarded; more than 1 ticket to draw")
                      : SAYS("{0} in the deck, {1} discarded; {2} to draw"),
               SAID(say_count(seen->deck_size, "card"),
                    say_number((int32_t)(pack_sum(seen->discard) + seen->discard_wild)),
                    say_count(seen->ticket_count, "ticket")));
    screen_line(s);
}

void show_market(struct screen *s, const struct position *p)
{
    const struct routes_state *seen = seen_of(p);

    show_label(s, "Face up");
    for (uint32_t i = 0; i < MARKET_SIZE; i++) {
        if (i)
            screen_put(s, "   ");
        screen_wrap(s, show_indent(), 12);
        screen_styled(s, "2", (const char *[]){"1 ", "2 ", "3 ", "4 ", "5 "}[i]);
        if (seen->market[i] == NO_CARD)
            screen_put(s, "—");
        else
            put_card(s, board_of(p), seen->market[i], 1);
    }
    screen_line(s);
    show_decks(s, p);
    if (seen->last_turns) {
        screen_to(s, show_indent());
        screen_say_styled(s, "1", "Last round: ");
        screen_say(s, "{0} to go", SAID(say_count(seen->last_turns, "turn")));
        screen_line(s);
    }
}

/* The columns of the table of seats, and their contents. */
enum column {
    COLUMN_POINTS,
    COLUMN_PIECES,
    COLUMN_METRO,
    COLUMN_STATIONS,
    COLUMN_CARDS,
    COLUMN_TICKETS,
    COLUMN_FLAG,
    COLUMNS
};

static void plural(char *out, size_t size, const char *name)
{
    char key[NAME_SIZE + 2];
    struct text t = text_in(key, sizeof key);

    text_plural(&t, name);
    snprintf(out, size, "%s", cli_words(key));
    if (out[0] >= 'a' && out[0] <= 'z')
        out[0] = (char)(out[0] - 'a' + 'A');
}

/* The heading of a column; "" if the board has no such thing. */
static void column_title(const struct routes_board *b, enum column c, char *out, size_t size)
{
    static const char *const titles[] = {
        SAYS("Points"), "", "", SAYS("Stations"), SAYS("Cards"), SAYS("Tickets"), SAYS("Flag")};
    bool wanted = c == COLUMN_STATIONS ? b->features & FEATURE_STATIONS
                  : c == COLUMN_FLAG   ? b->features & FEATURE_FLAG
                                       : true;

    out[0] = '\0';
    if (c == COLUMN_PIECES || c == COLUMN_METRO) {
        uint32_t kind = c == COLUMN_METRO;

        if (b->pieces[kind])
            plural(out, size, b->piece_name[kind]);
    } else if (wanted) {
        snprintf(out, size, "%s", cli_words(titles[c]));
    }
}

/* The colours laid out for the flag, and the number of finished flags. */
static void flag_cell(const struct routes_board *b, const struct routes_seat *seat, char *out,
                      size_t size)
{
    struct text t = text_in(out, size);

    text_number(&t, seat->flags);
    text_put(&t, seat->flag ? " +" : "");
    for (uint32_t c = 0; c < b->colours; c++) {
        if (pack_get(seat->flag, c)) {
            text_char(&t, ' ');
            text_put(&t, cli_words(b->colour_word[c]));
        }
    }
}

static void column_cell(const struct position *p, uint32_t number, enum column c, char *out,
                        size_t size)
{
    const struct routes_seat *seat = &seen_of(p)->seat[number];
    int n = 0;

    switch (c) {
    case COLUMN_POINTS:
        n = p->match->rules->points(p->match, &p->view->seen, number);
        break;
    case COLUMN_PIECES:
    case COLUMN_METRO:
        n = seat->pieces[c == COLUMN_METRO];
        break;
    case COLUMN_STATIONS:
        n = seat->stations_left;
        break;
    case COLUMN_CARDS:
        n = seat->hand_size;
        break;
    case COLUMN_TICKETS:
        n = seat->tickets_min;
        if (view_shows_tickets(p->view, number)) {
            n = (int)bits_count(seat->tickets);
        } else if (seat->tickets_max > seat->tickets_min) {
            snprintf(out, size, "%d–%d", seat->tickets_min, seat->tickets_max);
            return;
        }
        break;
    default:
        flag_cell(board_of(p), seat, out, size);
        return;
    }
    snprintf(out, size, "%d", n);
}

void show_seats(struct screen *s, const struct position *p)
{
    const struct routes_board *b = board_of(p);
    char cell[96];

    for (uint32_t row = 0; row <= p->match->seats; row++) {
        uint32_t at = show_name_width(p) + 4;

        if (row == 0)
            show_label(s, "Seat");
        else
            show_seat(s, p, row - 1);
        for (uint32_t c = 0; c < COLUMNS; c++) {
            uint32_t width;

            column_title(b, c, cell, sizeof cell);
            width = screen_width(cell);
            if (width == 0)
                continue;
            if (row > 0)
                column_cell(p, row - 1, c, cell, sizeof cell);
            at += width + 2;
            if (c == COLUMN_FLAG) {
                screen_to(s, at - width);
                screen_put(s, cell);
            } else {
                screen_right(s, at, cell);
            }
        }
        screen_line(s);
    }
}

void show_hand(struct screen *s, const struct position *p, uint32_t seat)
{
    const struct routes_seat *from = &seen_of(p)->seat[seat];

    show_label(s, "Hand");
    if (view_shows_hand(p->view, seat)) {
        show_cards(s, board_of(p), from->hand, from->wild);
    } else {
        show_count(s, from->hand_size, "card");
        if (from->known || from->known_wild) {
            screen_say(s, ", among them ", NULL);
            show_cards(s, board_of(p), from->known, from->known_wild);
        }
    }
    screen_line(s);
}

static void put_ticket(struct screen *s, const struct position *p, uint32_t ticket,
                       uint32_t width)
{
    const struct routes_board *b = board_of(p);
    const struct ticket *t = &b->ticket[ticket];
    char points[8];
    uint32_t start = s->column;

    screen_put(s, b->city_name[t->a]);
    screen_put(s, "–");
    screen_put(s, b->city_name[t->b]);
    snprintf(points, sizeof points, "%d", t->points);
    screen_right(s, start + width + 4, points);
}

uint32_t ticket_width(const struct routes_board *b, uint64_t tickets)
{
    uint32_t widest = 0;

    for (; tickets; tickets &= tickets - 1) {
        const struct ticket *t = &b->ticket[bits_first(tickets)];
        uint32_t width =
            screen_width(b->city_name[t->a]) + screen_width(b->city_name[t->b]) + 1;

        widest = width > widest ? width : widest;
    }
    return widest;
}

/* "8 trains to go", or pieces where there are two kinds of them. */
static void put_possible(const struct position *p, uint32_t seat, const struct ticket *ticket,
                         struct text *t)
{
    const struct routes_board *b = board_of(p);
    struct routes_way way;

    routes_way(p->match, seen_of(p), seat, ticket->a, ticket->b, &way);
    cli_put(t,
            way.cards == way.pieces ? SAYS("possible, {0} to go")
                                    : SAYS("possible, {0} and {1} to go"),
            SAID(b->pieces[1] ? say_count(way.pieces, "piece")
                              : say_count(way.pieces, b->piece_name[0]),
                 say_count(way.cards, "card")));
}

const char *ticket_progress(const struct position *p, uint32_t seat, uint32_t ticket,
                            struct text *t)
{
    static const char *const words[] = {SAYS("done"), "", SAYS("cut off")};
    static const char *const styles[] = {"32", "", "31"};
    enum ticket_state state = routes_ticket_state(p->match, seen_of(p), seat, ticket);

    if (state == TICKET_POSSIBLE)
        put_possible(p, seat, &board_of(p)->ticket[ticket], t);
    else
        text_put(t, cli_words(words[state]));
    return styles[state];
}

static void ticket_state(struct screen *s, const struct position *p, uint32_t seat,
                         uint32_t ticket, bool completed)
{
    bool joined = routes_ticket_state(p->match, seen_of(p), seat, ticket) == TICKET_DONE;
    char words[PROGRESS_SIZE];
    struct text t = text_in(words, sizeof words);
    const char *style = ticket_progress(p, seat, ticket, &t);

    screen_put(s, "  ");
    screen_wrap(s, show_indent() + 2, screen_width(words));
    if (completed && !joined)
        screen_say_styled(s, "32", "done with a station");
    else if (!joined && seen_of(p)->phase == PHASE_OVER)
        screen_say_styled(s, "31", "missed");
    else
        screen_styled(s, style, words);
    if (board_of(p)->ticket[ticket].is_long)
        screen_say(s, " (long)", NULL);
}

void show_tickets(struct screen *s, const struct position *p, uint32_t seat)
{
    const struct routes_board *b = board_of(p);
    const struct routes_seat *from = &seen_of(p)->seat[seat];
    uint64_t all = from->tickets;
    struct sheet sheet;

    show_label(s, "Tickets");
    if (!view_shows_tickets(p->view, seat)) {
        screen_say(s, "secret", NULL);
        screen_line(s);
        return;
    }
    if (!all) {
        screen_say(s, "tickets\4none", NULL);
        screen_line(s);
        return;
    }
    p->match->rules->score(p->match, &p->view->seen, &sheet);
    for (uint64_t left = all; left; left &= left - 1) {
        screen_to(s, show_indent());
        put_ticket(s, p, bits_first(left), ticket_width(b, all));
        ticket_state(s, p, seat, bits_first(left),
                     bits_have(sheet.seat[seat].completed, bits_first(left)));
        screen_line(s);
    }
}

/* Tickets on offer to a seat, if there are any and the viewer sees them. */
void show_offer(struct screen *s, const struct position *p, uint32_t seat)
{
    const struct routes_seat *from = &seen_of(p)->seat[seat];
    uint64_t all = 0;

    if (!from->offered || !view_shows_hand(p->view, seat))
        return;
    for (uint32_t i = 0; i < from->offered; i++)
        all |= bit(from->offer[i]);
    show_label(s, "On offer");
    for (uint32_t i = 0; i < from->offered; i++) {
        screen_to(s, show_indent());
        put_ticket(s, p, from->offer[i], ticket_width(board_of(p), all));
        ticket_state(s, p, seat, from->offer[i], false);
        screen_line(s);
    }
}

/* A tunnel that is being tried. */
void show_tunnel(struct screen *s, const struct position *p)
{
    const struct routes_state *seen = seen_of(p);

    if (seen->phase != PHASE_TUNNEL && seen->phase != PHASE_EXTRA)
        return;
    show_label(s, "Tunnel");
    show_route_name(s, board_of(p), &board_of(p)->route[event_arg(seen->claim)]);
    screen_say(s, "; turned up:", NULL);
    for (uint32_t i = 0; i < seen->turned_count; i++) {
        screen_put(s, " ");
        put_card(s, board_of(p), seen->turned[i], 1);
    }
    if (seen->phase == PHASE_EXTRA)
        screen_say(s, "; it asks for {0} more", SAID(say_number(seen->extra)));
    screen_line(s);
}
