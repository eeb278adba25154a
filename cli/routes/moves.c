/*
 * Questions to a player and possible moves, in words, made from the legal events of a view. See
 * routes.h.
 */
#include "routes.h"

enum {
    FEW = 8,            /* routes shown when not all are asked for */
    EXAMPLE_SIZE = 160, /* bytes of an event in words */
};

struct moves {
    const struct match *match;
    const struct routes_board *board;
    const struct routes_state *seen;
    event_t event[LEGAL_MAX];
    uint32_t count;
};

/* The legal events of the seat to act. Static: 64 KiB, and one position is shown at a time. */
static const struct moves *moves_of(const struct position *p)
{
    static struct moves moves;
    const struct rules *rules = p->match->rules;

    moves.match = p->match;
    moves.board = &p->match->board->routes;
    moves.seen = &p->view->seen.routes;
    moves.count = rules->legal(p->match, &p->view->seen, moves.event, NULL, LEGAL_MAX);
    if (moves.count > LEGAL_MAX)
        moves.count = LEGAL_MAX;
    return &moves;
}

/* The payments of one claim or station, by colour: "red 2+0 1+1", "wild 0+2". */
struct payments {
    char item[WILD + 1][96];
    uint32_t width; /* of all of them, with commas */
    bool flag;      /* some can keep a card for the flag */
};

/* "2+1": two coloured cards and a wild one. */
static void put_payment(const struct moves *moves, event_t e, struct text *t)
{
    struct payment paid = routes_payment(moves->match, moves->seen, e);

    text_number(t, paid.coloured);
    text_char(t, '+');
    text_number(t, paid.wilds);
}

/* The payments in colour c of the events with the same kind and first argument as `like`. `own`
 * is the colour of the route, whose name is also used for wild cards alone. */
static void list_payments(const struct moves *moves, event_t like, uint32_t own, uint32_t c,
                          struct payments *out)
{
    struct text t = text_in(out->item[c], sizeof out->item[c]);

    for (uint32_t i = 0; i < moves->count; i++) {
        event_t e = moves->event[i];
        uint32_t colour = event_colour(e) == WILD && own < WILD ? own : event_colour(e);

        if (event_kind(e) != event_kind(like) || event_arg(e) != event_arg(like) || colour != c)
            continue;
        if (event_kind(e) == EVENT_CLAIM && event_keeps_flag(e)) {
            out->flag = true;
            continue;
        }
        if (t.length == 0)
            text_put(&t, c == WILD ? "wild" : card_name(moves->board, c));
        text_char(&t, ' ');
        put_payment(moves, e, &t);
    }
    if (t.length)
        out->width += screen_width(out->item[c]) + 2;
}

/* Prints them where they fit: on this line, or wrapped, or all below if there is little room. */
static void show_payments(struct screen *s, const struct moves *moves, event_t like)
{
    bool is_claim = event_kind(like) == EVENT_CLAIM;
    uint32_t own = is_claim ? moves->board->route[event_arg(like)].colour : (uint32_t)GREY;
    struct payments payments = {.width = 0};
    uint32_t indent;
    bool some = false;

    for (uint32_t c = 0; c <= WILD; c++)
        list_payments(moves, like, own, c, &payments);
    payments.width += payments.flag ? 5 : 0;
    if (s->column > 50 && s->column + payments.width > SCREEN_WIDTH) {
        screen_line(s);
        screen_to(s, 7);
    }
    indent = s->column;
    for (uint32_t c = 0; c <= WILD; c++) {
        if (!payments.item[c][0])
            continue;
        if (some)
            screen_comma(s, indent, screen_width(payments.item[c]) + 1);
        screen_put(s, payments.item[c]);
        some = true;
    }
    if (payments.flag)
        screen_put(s, " [flag]");
}

/* Routes that can be claimed, the most expensive first, then in the order of the board file. */
static uint32_t claimable(const struct moves *moves, uint8_t *list)
{
    const struct routes_board *b = moves->board;
    uint64_t set[PLANES_MAX] = {0};
    uint32_t n = 0;

    for (uint32_t i = 0; i < moves->count; i++)
        if (event_kind(moves->event[i]) == EVENT_CLAIM)
            set[event_arg(moves->event[i]) / 64] |= bit(event_arg(moves->event[i]) % 64);
    for (uint32_t i = 0; i < b->routes; i++) {
        uint8_t route = b->route_at[i];
        uint32_t k = n;

        if (!bits_have(set[route / 64], route % 64))
            continue;
        for (; k > 0 && b->route[list[k - 1]].points < b->route[route].points; k--)
            list[k] = list[k - 1];
        list[k] = route;
        n++;
    }
    return n;
}

static void show_claim(struct screen *s, const struct moves *moves, uint32_t route,
                       uint32_t width)
{
    const struct routes_board *b = moves->board;
    const struct route *r = &b->route[route];
    char points[8];

    screen_put(s, "   ");
    show_route_name(s, b, r);
    screen_to(s, width + 5);
    show_route_kind(s, b, r);
    snprintf(points, sizeof points, "%d", r->points);
    screen_right(s, width + 24, points);
    screen_say(s, r->points == 1 ? SAYS(" pt   ") : SAYS(" pts  "), NULL);
    show_payments(s, moves, event_make(EVENT_CLAIM, route));
    screen_line(s);
}

static void list_claims(struct screen *s, const struct moves *moves, bool all)
{
    uint8_t list[ROUTES_MAX];
    uint32_t n = claimable(moves, list);
    uint32_t shown = all || n <= FEW + 1 ? n : FEW;
    uint32_t width = 0;
    bool flag = false;
    char words[160];
    struct text t = text_in(words, sizeof words);

    for (uint32_t i = 0; i < shown; i++) {
        uint32_t w = show_route_width(moves->board, &moves->board->route[list[i]]);

        width = w > width ? w : width;
    }
    cli_put(&t,
            n ? SAYS(" Routes you can claim now: {0}")
              : SAYS(" There is no route you can claim now."),
            SAID(say_number((int32_t)n)));
    screen_styled(s, "1", words);
    screen_line(s);
    for (uint32_t i = 0; i < shown; i++)
        show_claim(s, moves, list[i], width);
    for (uint32_t i = 0; i < moves->count; i++)
        flag = flag || (event_kind(moves->event[i]) == EVENT_CLAIM &&
                        event_keeps_flag(moves->event[i]));
    if (shown < n) {
        screen_say(s, "   ... and {0} more: type \"routes\" to see all of them.",
                   SAID(say_number((int32_t)(n - shown))));
        screen_line(s);
    }
    if (flag) {
        screen_say(s, "   [flag]: add the word flag to keep one of the cards for your flag.",
                   NULL);
        screen_line(s);
    }
}

void show_claims(struct screen *s, const struct position *p, bool all)
{
    list_claims(s, moves_of(p), all);
}

/* A line of the list of moves: what to type, what it does. */
static void move(struct screen *s, const char *typed, const char *meaning)
{
    screen_put(s, "   ");
    screen_styled(s, "1", typed);
    screen_to(s, 22);
    screen_words(s, 22, cli_words(meaning));
}

static event_t first_of(const struct moves *moves, enum event_kind kind)
{
    for (uint32_t i = 0; i < moves->count; i++)
        if (event_kind(moves->event[i]) == kind)
            return moves->event[i];
    return EVENT_NONE;
}

static void move_claim(struct screen *s, const struct position *p, const struct moves *moves)
{
    char event[EXAMPLE_SIZE], example[EXAMPLE_SIZE + 16];
    struct text t = text_in(event, sizeof event), u = text_in(example, sizeof example);

    p->match->rules->format(p->match, &p->view->seen, first_of(moves, EVENT_CLAIM), &t);
    cli_put(&u, "such as {0}", SAID(say_text(event)));
    move(s, "claim A-B ...", example);
    screen_line(s);
}

static void move_station(struct screen *s, const struct moves *moves)
{
    move(s, cli_words(SAYS("station CITY ...")), "");
    show_payments(s, moves, first_of(moves, EVENT_STATION));
    screen_line(s);
}

static void ask_turn(struct screen *s, const struct position *p, const struct moves *moves)
{
    if (first_of(moves, EVENT_CLAIM)) {
        list_claims(s, moves, false);
        screen_line(s);
    }
    screen_say_styled(s, "1", " Your move");
    screen_line(s);
    if (first_of(moves, EVENT_DRAW)) {
        move(s, cli_words(SAYS("draw 1 to draw 5")), SAYS("take a card that lies face up"));
        screen_line(s);
        move(s, "draw deck", SAYS("take a card blind"));
        screen_line(s);
    }
    if (first_of(moves, EVENT_TICKETS)) {
        move(s, "tickets", SAYS("draw tickets"));
        screen_line(s);
    }
    if (first_of(moves, EVENT_CLAIM))
        move_claim(s, p, moves);
    if (first_of(moves, EVENT_STATION))
        move_station(s, moves);
    if (first_of(moves, EVENT_PASS)) {
        move(s, "pass", SAYS("there is nothing else you can do"));
        screen_line(s);
    }
}

static void ask_second(struct screen *s, const struct moves *moves)
{
    char words[512];
    struct text t = text_in(words, sizeof words);

    for (uint32_t i = 0; i < moves->count; i++) {
        uint32_t slot = event_arg(moves->event[i]);

        if (i)
            text_put(&t, i + 1 == moves->count ? cli_words(SAYS(" or ")) : ", ");
        text_put(&t, "draw ");
        if (slot == SLOT_DECK) {
            text_put(&t, "deck");
        } else {
            text_number(&t, slot + 1);
            text_put(&t, " (");
            text_put(&t, card_words(moves->board, moves->seen->market[slot], 1));
            text_put(&t, ")");
        }
    }
    text_put(&t, ".");
    screen_say_styled(s, "1", " Your second card");
    screen_put(s, ": ");
    screen_words(s, 3, words);
    screen_line(s);
}

static void ask_extra(struct screen *s, const struct moves *moves)
{
    const struct routes_state *seen = moves->seen;
    bool wild = event_colour(seen->claim) == WILD, some = false;
    char route[2 * NAME_SIZE + 8], colour[NAME_SIZE] = "", words[256];
    struct text t = text_in(route, sizeof route);

    words_route(moves->board, event_arg(seen->claim), &t);
    if (!wild)
        snprintf(colour, sizeof colour, "%s",
                 card_words(moves->board, event_colour(seen->claim), seen->extra));
    screen_tell(s, 1,
                wild ? SAYS(" The tunnel {0} asks for {1} more {3}.")
                     : SAYS(" The tunnel {0} asks for {1} more {2} or {3}."),
                SAID(say_text(route), say_number(seen->extra), say_text(colour),
                     say_text(cli_words(moves->board->wild_name))));
    screen_line(s);
    t = text_in(words, sizeof words);
    for (uint32_t i = 0; i < moves->count; i++) {
        if (event_kind(moves->event[i]) != EVENT_EXTRA)
            continue;
        text_put(&t, some ? ", pay " : "pay ");
        put_payment(moves, moves->event[i], &t);
        some = true;
    }
    screen_say(s,
               some ? SAYS(" Type {0}, or decline.")
                    : SAYS(" Type decline; you can't pay it. (Your cards come back.)"),
               SAID(say_text(words)));
    screen_line(s);
}

/* "1  Madrid–Dieppe   8 points, possible, 8 trains to go". */
static void offer_line(struct screen *s, const struct position *p, uint32_t number,
                       uint32_t width)
{
    const struct routes_board *b = &p->match->board->routes;
    uint32_t seat = p->view->seen.routes.turn;
    uint32_t offered = p->view->seen.routes.seat[seat].offer[number];
    const struct ticket *ticket = &b->ticket[offered];
    char words[PROGRESS_SIZE];
    struct text t = text_in(words, sizeof words);
    const char *style;

    snprintf(words, sizeof words, "   %u  %s–%s", (unsigned)number + 1, b->city_name[ticket->a],
             b->city_name[ticket->b]);
    screen_put(s, words);
    snprintf(words, sizeof words, "%d", ticket->points);
    screen_right(s, width + 10, words);
    screen_say(s,
               ticket->is_long       ? SAYS(" points (long)")
               : ticket->points == 1 ? SAYS(" point")
                                     : SAYS(" points"),
               NULL);
    style = ticket_progress(p, seat, offered, &t);
    screen_comma(s, 6, screen_width(words));
    screen_styled(s, style, words);
    screen_line(s);
}

static void ask_keep(struct screen *s, const struct position *p)
{
    const struct routes_state *seen = &p->view->seen.routes;
    const struct routes_seat *seat = &seen->seat[seen->turn];
    uint32_t least = routes_keep_least(p->match, seen);
    uint64_t all = 0;

    for (uint32_t i = 0; i < seat->offered; i++)
        all |= bit(seat->offer[i]);
    screen_say_styled(s, "1", " Tickets on offer");
    screen_line(s);
    for (uint32_t i = 0; i < seat->offered; i++)
        offer_line(s, p, i, ticket_width(&p->match->board->routes, all));
    screen_tell(
        s, 1,
        " Keep at least {0}: type for example \"{1}\", with the numbers of those you keep.",
        SAID(say_number((int32_t)least), say_text(seat->offered > 2 ? "keep 1 3"
                                                  : least > 1       ? "keep 1 2"
                                                                    : "keep 1")));
    screen_line(s);
}

void show_question(struct screen *s, const struct position *p)
{
    const struct moves *moves = moves_of(p);

    switch (moves->seen->phase) {
    case PHASE_CHOOSE:
    case PHASE_KEEP:
        ask_keep(s, p);
        break;
    case PHASE_SECOND:
        ask_second(s, moves);
        break;
    case PHASE_EXTRA:
        ask_extra(s, moves);
        break;
    default:
        ask_turn(s, p, moves);
    }
}
