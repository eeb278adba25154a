/*
 * The screen of a route game (window/stage.h): where its parts are, what the map shows, and keys
 * that look at another part of the map.
 */
#include "window.h"

enum { ZOOM_STEPS = 4, LIST_WIDTH = 72, LIST_HEIGHT = 17 };

struct routes_layout routes_layout(struct area body, const struct stage *s)
{
    struct routes_layout l = {0};
    int side = body.width >= 180 ? 46 : body.width >= 110 ? 31 : 24;
    int below;

    l.compact = body.width < 110 || body.height < 30;
    l.list = body.width < LIST_WIDTH || body.height < LIST_HEIGHT || !s->art->width;
    below = l.compact ? 3 : 6;
    l.map = (struct area){body.x, body.y, body.width - side - 2, body.height - below};
    if (l.list && body.width < LIST_WIDTH) { /* the side alone, with the list below it */
        l.map = (struct area){body.x, body.y + body.height - below, 0, 0};
        side = body.width - 2;
    }
    l.side = (struct area){body.x + body.width - side, body.y, side - 1, body.height - below};
    l.edge = body.y + body.height - below;
    l.market = (struct area){l.compact ? 6 : 10, l.edge + 1, body.width - 6, l.compact ? 1 : 2};
    l.hand = l.market;
    l.hand.y = l.edge + (l.compact ? 2 : 4);
    return l;
}

/* ---- the map ---- */

static void mark_ticket(const struct stage *s, uint32_t ticket, struct chart *k)
{
    const struct ticket *t = &board_on(s)->ticket[ticket];
    struct routes_way way;

    k->named |= bit(t->a) | bit(t->b);
    if (routes_way(s->position->match, seen_on(s), s->seat, t->a, t->b, &way))
        for (uint32_t p = 0; p < PLANES_MAX; p++)
            k->chosen[p] |= way.missing[p];
}

/* The chosen route or city is drawn heavily, and its ends are named. */
static void mark_chosen(const struct stage *s, const struct focus *f, struct chart *k)
{
    const struct routes_board *b = board_on(s);
    uint32_t route = chosen_route(f), city = chosen_city(f);

    if (asks_tickets(s))
        mark_ticket(s, seen_on(s)->seat[s->seat].offer[f->chosen - 1], k);
    else if (f->ticket)
        mark_ticket(s, f->ticket - 1, k);
    if (asks_tunnel(s))
        route = event_arg(seen_on(s)->claim);
    if (city < CITIES_MAX)
        k->named |= bit(city);
    if (route == NO_ROUTE)
        return;
    k->chosen[route / 64] |= bit(route % 64);
    k->named |= bit(b->route[route].a) | bit(b->route[route].b);
}

static void mark_lit(const struct stage *s, struct chart *k)
{
    for (uint32_t i = 0; i < s->legal_count; i++) {
        uint32_t route = event_arg(s->legal[i]);

        if (event_kind(s->legal[i]) != EVENT_CLAIM)
            continue;
        k->lit[route / 64] |= bit(route % 64);
        k->dims = true;
    }
}

/* Keeps the chosen route or city in sight. */
static void follow_chosen(const struct stage *s, struct focus *f, const struct frame *frame)
{
    uint32_t route = chosen_route(f), city = chosen_city(f);
    double x, y;

    if (route == NO_ROUTE && city == CITIES_MAX)
        return;
    if (city < CITIES_MAX) {
        x = s->art->city[city].x / 10.0;
        y = s->art->city[city].y / 10.0;
    } else {
        const struct art_space *middle =
            &s->art->route[route].space[board_on(s)->route[route].length / 2];

        x = middle->x / 10.0;
        y = middle->y / 10.0;
    }
    if (x < frame->left || y < frame->top ||
        x > frame->left + frame->area.width / frame->across ||
        y > frame->top + frame->area.height / frame->down) {
        f->x = x;
        f->y = y;
    }
}

static struct chart chart_of(const struct routes_layout *l, const struct stage *s,
                             struct focus *f)
{
    struct chart k = {
        .match = s->position->match, .art = s->art, .seen = seen_on(s), .theme = s->theme};
    double zoom = 1 + f->zoom * 0.6;

    for (uint32_t i = 0; i < SEATS_MAX; i++)
        k.letter[i] = s->letter[i];
    k.frame = chart_frame(l->map, s->art, zoom, f->x, f->y);
    follow_chosen(s, f, &k.frame);
    k.frame = chart_frame(l->map, s->art, zoom, f->x, f->y);
    mark_lit(s, &k);
    mark_chosen(s, f, &k);
    return k;
}

static void draw(struct canvas *c, struct area body, const struct stage *s, struct focus *f)
{
    struct routes_layout l = routes_layout(body, s);
    struct chart k;

    focus_settle(s, f);
    if (l.list) {
        panel_list(c, l.map, s, f);
    } else {
        k = chart_of(&l, s, f);
        chart_draw(c, &k);
        for (int y = l.map.y; y < l.map.y + l.map.height; y++)
            canvas_sign(c, l.map.x + l.map.width, y, 0x2502, look_faint(s));
    }
    panel_side(c, &l, s, f);
    panel_cards(c, &l, s);
}

/* ---- keys ---- */

/* Moves the part of the map that is seen; false if the key is another one. */
static bool pan_key(const struct stage *s, struct focus *f, const struct key *k)
{
    double x = s->art->width / (1 + f->zoom * 0.6) / 4;
    double y = s->art->height / (1 + f->zoom * 0.6) / 4;
    uint32_t sign = k->kind == KEY_SIGN ? k->sign : 0;

    if (sign == '+' || sign == '=' || k->kind == KEY_WHEEL_UP)
        f->zoom += f->zoom < ZOOM_STEPS;
    else if (sign == '-' || k->kind == KEY_WHEEL_DOWN)
        f->zoom -= f->zoom > 0;
    else if (k->kind == KEY_PAN_LEFT)
        f->x -= x;
    else if (k->kind == KEY_PAN_RIGHT)
        f->x += x;
    else if (k->kind == KEY_PAN_UP)
        f->y -= y;
    else if (k->kind == KEY_PAN_DOWN)
        f->y += y;
    else
        return false;
    if (f->x == 0 && f->y == 0) {
        f->x = s->art->width / 2.0;
        f->y = s->art->height / 2.0;
    }
    f->x = f->x < 0 ? 0 : f->x > s->art->width ? s->art->width : f->x;
    f->y = f->y < 0 ? 0 : f->y > s->art->height ? s->art->height : f->y;
    return true;
}

/* A click takes a card or chooses a route; a click on the chosen route claims it. */
static enum doing click(const struct routes_layout *l, const struct stage *s, struct focus *f,
                        const struct key *k, event_t *e)
{
    uint32_t slot = panel_slot_at(l, k->x, k->y), route;
    struct chart chart;

    if (slot != SLOT_NONE && s->acts) {
        *e = slot == SLOT_TICKETS ? event_make(EVENT_TICKETS, 0) : event_make(EVENT_DRAW, slot);
        return DOING_EVENT;
    }
    if (l->list || !area_has(l->map, k->x, k->y) || f->mode == MODE_LIST)
        return DOING_LOOK;
    chart = chart_of(l, s, f);
    route = chart_route_at(&chart, k->x, k->y);
    if (route != NO_ROUTE && route == chosen_route(f) && s->acts) {
        *e = chosen_event(s, f);
        return *e ? DOING_EVENT : DOING_LOOK;
    }
    f->mode = MODE_ROUTES;
    f->chosen = route == NO_ROUTE ? 0 : route + 1;
    f->option = 0;
    return DOING_LOOK;
}

static enum doing key(struct area body, const struct stage *s, struct focus *f,
                      const struct key *k, event_t *e)
{
    struct routes_layout l = routes_layout(body, s);
    struct chart chart = {0};
    struct canvas none = {0};
    struct key other = *k;

    if (k->kind == KEY_CLICK)
        return click(&l, s, f, k, e);
    if (!l.list && pan_key(s, f, k))
        return DOING_LOOK;
    if (l.list && k->kind == KEY_ARROW_UP)
        other.kind = KEY_BACK_TABULATOR;
    if (l.list && k->kind == KEY_ARROW_DOWN)
        other.kind = KEY_TABULATOR;
    if (!l.list) { /* where things are */
        chart = chart_of(&l, s, f);
        chart_draw(&none, &chart);
    }
    return choice_key(s, f, &chart, &other, e);
}

/* In a list: tickets to keep, how to pay a tunnel. */
static uint32_t list_keys(const struct stage *s, const struct focus *f, struct stage_key *list)
{
    bool tickets = asks_tickets(s);
    uint32_t n = 0;

    list[n++] = (struct stage_key){"↑↓", SAYS("choose"), STAGE_MAIN};
    if (tickets)
        list[n++] = (struct stage_key){"Space", SAYS("mark"), STAGE_MAIN};
    if (is_legal(s, list_event(s, f)))
        list[n++] =
            (struct stage_key){"Enter", tickets ? SAYS("keep") : SAYS("do it"), STAGE_MAIN};
    return n;
}

/* Numbers and letters of cards stand on the cards too. */
static uint32_t card_keys(const struct stage *s, struct stage_key *list)
{
    bool deck = is_legal(s, event_make(EVENT_DRAW, SLOT_DECK)), up = false;
    uint32_t n = 0;

    for (uint32_t i = 0; i < MARKET_SIZE; i++)
        up = up || is_legal(s, event_make(EVENT_DRAW, i));
    if (deck || up)
        list[n++] = (struct stage_key){deck && up ? "1–5 D"
                                       : up       ? "1–5"
                                                  : "D",
                                       SAYS("card"), STAGE_ELSEWHERE};
    if (stage_can(s, EVENT_TICKETS))
        list[n++] = (struct stage_key){"T", SAYS("tickets"), STAGE_ELSEWHERE};
    return n;
}

static uint32_t turn_keys(const struct stage *s, const struct focus *f, struct stage_key *list)
{
    bool cities = f->mode == MODE_CITIES;
    uint32_t n = 0;

    if (stage_can(s, cities ? EVENT_STATION : EVENT_CLAIM))
        list[n++] = (struct stage_key){"Tab", SAYS("next"), STAGE_MAIN};
    if (chosen_event(s, f) != EVENT_NONE)
        list[n++] =
            (struct stage_key){"Enter", cities ? SAYS("build") : SAYS("claim"), STAGE_MAIN};
    if (stage_can(s, EVENT_PASS))
        list[n++] = (struct stage_key){"P", SAYS("pass"), STAGE_MAIN};
    n += card_keys(s, list + n);
    if (stage_can(s, EVENT_STATION))
        list[n++] =
            (struct stage_key){"S", cities ? SAYS("routes") : SAYS("station"), STAGE_OFTEN};
    return n;
}

static uint32_t keys(struct area body, const struct stage *s, const struct focus *f,
                     struct stage_key *list)
{
    bool map = !routes_layout(body, s).list;
    uint32_t n = 0;

    if (asks_tickets(s) || asks_tunnel(s))
        return list_keys(s, f, list);
    if (map)
        list[n++] = (struct stage_key){
            "↑↓←→", f->mode == MODE_CITIES ? SAYS("choose") : SAYS("route"), STAGE_SELDOM};
    if (s->acts)
        return n + turn_keys(s, f, list + n);
    if (s->seat < s->position->match->seats && seen_on(s)->seat[s->seat].tickets)
        list[n++] = (struct stage_key){"V", SAYS("ticket"), STAGE_SELDOM};
    if (map)
        list[n++] = (struct stage_key){"+ -", SAYS("zoom"), STAGE_SELDOM};
    return n;
}

static const char *asks(const struct stage *s)
{
    const struct routes_state *seen = seen_on(s);

    if (asks_tickets(s))
        return SAYS("Choose the tickets that you keep.");
    if (asks_tunnel(s))
        return SAYS("Pay what the tunnel asks for, or leave it.");
    if (seen->phase == PHASE_SECOND)
        return SAYS("Take a second card.");
    if (s->legal_count == 1 && event_kind(s->legal[0]) == EVENT_PASS)
        return SAYS("You can only pass: press P.");
    return board_on(s)->features & FEATURE_STATIONS
               ? SAYS("Take cards, claim a route, draw tickets or build a station.")
               : SAYS("Take cards, claim a route or draw tickets.");
}

/* Only what this board has. */
static void rules(const struct match *m, FILE *out)
{
    const struct routes_board *b = &m->board->routes;
    const char *wild = card_words(b, WILD, 1);
    bool stations = b->features & FEATURE_STATIONS;

    const struct {
        bool applies;
        const char *sentence;
        const struct said *values;
    } line[] = {
        {true,
         stations
             ? SAYS("In your turn do one thing: take cards, claim a route, draw tickets or "
                    "build a station.")
             : SAYS("In your turn do one thing: take cards, claim a route or draw tickets."),
         NULL},
        {true,
         SAYS("Cards: take two, face up or from the deck. A wild card ({0}) that lies face up "
              "counts as two. It stands for every colour."),
         SAID(say_text(wild))},
        {true,
         SAYS(
             "Routes: pay as many cards of the route's colour as it has spaces; for a grey one "
             "any one colour. It scores at once."),
         NULL},
        {b->features & FEATURE_METRO_ROUTES,
         SAYS("Metro routes have one space, for a metro car. The number beside them says how "
              "many "
              "cards they cost."),
         NULL},
        {b->features & FEATURE_TUNNELS,
         SAYS("Tunnels: when you have paid, three cards are turned up. Each one of the colour "
              "that "
              "you paid with, and each wild one, asks for one card more."),
         NULL},
        {b->features & FEATURE_FERRIES,
         SAYS("Ferries: for each sign on them at least one of the cards is a wild one."), NULL},
        {stations,
         SAYS("Stations: you have {0}. The first costs 1 card, the second 2 of one colour, the "
              "third 3. At the end each lets your tickets use one route of somebody else that "
              "leads "
              "there; one that you have not built scores {1}."),
         SAID(say_number(b->stations), say_count(b->station_points, "point"))},
        {b->features & FEATURE_FLAG,
         SAYS("Flag (⚑): from the payment for a route in one of its colours you may lay one "
              "card of "
              "that colour before you. A whole flag scores {0}, and you can begin another."),
         SAID(say_count(b->flag_points, "point"))},
        {true,
         SAYS("Tickets: draw {0} and keep at least one. At the end a ticket scores if your "
              "routes "
              "join its two ends, and costs you its points if not."),
         SAID(say_number(b->draw_tickets))},
        {b->features & FEATURE_LONGEST_PATH, SAYS("The longest path scores {0} at the end."),
         SAID(say_count(b->express_points, "point"))},
        {true,
         SAYS("The end: when somebody has {0} or fewer left, everybody has one last turn."),
         SAID(b->pieces[1] ? say_count(b->last_round_at, "piece")
                           : say_count(b->last_round_at, b->piece_name[0]))},
    };

    for (size_t i = 0; i < sizeof line / sizeof line[0]; i++) {
        if (!line[i].applies)
            continue;
        cli_print(out, line[i].sentence, line[i].values);
        fputs("\n", out);
    }
}

const struct family_window routes_window = {
    .asks = asks,
    .draw = draw,
    .key = key,
    .keys = keys,
    .help = "   ↑ ↓ ← →       the next route in that direction\n"
            "   Tab           the next route you can claim; Shift-Tab: the one before\n"
            "   Enter         claim the route, or build the station\n"
            "   Space         pay in another way\n"
            "   1 to 5, D     take a card face up, or from the deck\n"
            "   T             draw tickets\n"
            "   S             choose a city for a station; S again: back to routes\n"
            "   P             pass, if nothing else is possible\n"
            "   V             show the next of your tickets on the map\n"
            "   + -           zoom; Shift with arrows moves the map\n",
    .rules = rules,
};
