/*
 * The statements of a board file of the routes family: one function each and a table of them.
 * Each statement is checked by itself here; checks of the whole board are in board_check.c,
 * statements that are only drawn in board_art.c.
 */
#include "board_read.h"
#include "routes.h"

#include <stddef.h>

const char *const feature_names[] = {"tunnels",      "ferries", "stations", "longest_path",
                                     "metro_routes", "flag",    NULL};

/* Looking names up. */

bool read_city(struct routes_reader *q, const char *what, uint8_t *city)
{
    struct word w;

    if (!read_some(q->r, what, &w))
        return false;
    for (uint32_t c = 0; c < q->b->cities; c++)
        if (word_spells(&w, q->b->city_name[c]) || word_spells(&w, q->b->city_alias[c])) {
            *city = (uint8_t)c;
            return true;
        }
    struct suggestion s = {.word = &w};
    for (uint32_t c = 0; c < q->b->cities; c++)
        suggest(&s, q->b->city_name[c]);
    return read_strange(q->r, &s, SAYS("There is no city called \"{0}\"."),
                        SAYS("There is no city called \"{0}\"; did you mean \"{1}\"?"));
}

/* A colour of cards, or grey where that is allowed. */
static bool read_colour(struct routes_reader *q, bool grey, uint8_t *colour)
{
    struct word w;

    if (!read_some(q->r, grey ? SAYS("The colour of the route") : SAYS("A colour of the flag"),
                   &w))
        return false;
    if (grey && (word_is(&w, "grey") || word_is(&w, "gray"))) {
        *colour = GREY;
        return true;
    }
    for (uint32_t c = 0; c < q->b->colours; c++)
        if (word_spells(&w, q->b->colour_name[c])) {
            *colour = (uint8_t)c;
            return true;
        }
    struct suggestion s = {.word = &w};
    if (grey)
        suggest(&s, "grey");
    for (uint32_t c = 0; c < q->b->colours; c++)
        suggest(&s, q->b->colour_name[c]);
    return read_strange(q->r, &s, SAYS("There is no card called \"{0}\"."),
                        SAYS("There is no card called \"{0}\"; did you mean \"{1}\"?"));
}

/* Options. */

static const char *const given_up_words[] = {"bottom", "leave", NULL};
static const char *const counts_words[] = {"public", "secret", NULL};

#define OPTION(field) .name = #field, .at = offsetof(struct routes_board, field)

const struct board_option board_options[] = {
    {OPTION(stations), "stations", SAYS("The number of stations"), 1, STATIONS_MAX},
    {OPTION(station_points), "stations", SAYS("The points for an unbuilt station"), 0, 255},
    {OPTION(hand), "hand", SAYS("The number of cards in the first hand"), 0, 20},
    {OPTION(first_long)},
    {OPTION(first_regular)},
    {OPTION(first_keep)},
    {OPTION(first_leave), .words = given_up_words},
    {OPTION(draw_tickets), "draw_tickets", SAYS("The number of tickets drawn in a turn"), 1,
     OFFER_MAX},
    {OPTION(secret_counts), "ticket_counts", SAYS("What others know of the number of tickets"),
     .words = counts_words},
    {OPTION(both_halves_from), "both_halves_from",
     SAYS("The number of seats from which both halves are used"), 2, ROUTES_SEATS_MAX + 1},
    {OPTION(last_round_at), "last_round_at",
     SAYS("The number of pieces that sets off the last round"), 0, PIECES_MAX},
    {OPTION(express_points), "express", SAYS("The points for the longest path"), 1, 255},
    {OPTION(flag_points), "flag", SAYS("The points for a flag"), 1, 255},
    {.name = NULL},
};

/* Reads the options that a statement gives, if any. */
static bool read_options(struct routes_reader *q, const char *statement)
{
    for (const struct board_option *o = board_options; o->name; o++) {
        uint32_t value;

        if (!o->statement || !text_equal(o->statement, statement))
            continue;
        if (o->words ? !read_choice(q->r, o->what, o->words, &value)
                     : !read_number(q->r, o->what, o->min, o->max, &value))
            return false;
        ((uint8_t *)q->b)[o->at] = (uint8_t)value;
    }
    return true;
}

static bool read_features(struct routes_reader *q)
{
    while (read_more(q->r)) {
        uint32_t i;

        if (!read_choice(q->r, "A feature", feature_names, &i))
            return false;
        q->b->features |= 1u << i;
    }
    return true;
}

static bool read_pieces(struct routes_reader *q)
{
    return read_name(q->r, "The name of the pieces", q->b->piece_name[0]) &&
           read_byte(q->r, "The number of pieces", 1, PIECES_MAX, &q->b->pieces[0]);
}

static bool read_metro_pieces(struct routes_reader *q)
{
    return read_name(q->r, "The name of the metro pieces", q->b->piece_name[1]) &&
           read_byte(q->r, "The number of metro pieces", 1, PIECES_MAX, &q->b->pieces[1]);
}

static bool read_express(struct routes_reader *q)
{
    return !read_more(q->r) ||
           read_name(q->r, "The name of the prize for the longest path", q->b->express_name);
}

/* `words CARDS PLACES` */
static bool read_words(struct routes_reader *q)
{
    return read_name(q->r, "The kind of the cards", q->b->card_kind) &&
           read_name(q->r, "What the places are called", q->b->place_name);
}

static bool read_flag(struct routes_reader *q)
{
    do {
        size_t before = q->r->at;
        uint8_t c = 0;

        if (!read_colour(q, false, &c))
            return false;
        if (pack_get(q->b->flag, c))
            return read_refuse(q->r, spot_next(q->r, before),
                               "Each colour of the flag is named once.");
        q->b->flag |= pack_one(c);
    } while (read_more(q->r));
    return true;
}

/* `first_tickets LONG REGULAR keep N leave|bottom` */
static bool read_first_tickets(struct routes_reader *q)
{
    static const char *const keep[] = {"keep", NULL};
    struct routes_board *b = q->b;
    uint32_t i, to;

    if (!read_byte(q->r, "The number of long tickets dealt to each player", 0, OFFER_MAX,
                   &b->first_long) ||
        !read_byte(q->r, "The number of regular tickets dealt to each player",
                   b->first_long ? 0 : 1, (uint32_t)(OFFER_MAX - b->first_long),
                   &b->first_regular) ||
        !read_choice(q->r, "The next word", keep, &i) ||
        !read_byte(q->r, "The number of tickets to keep at least", 1,
                   (uint32_t)(b->first_long + b->first_regular), &b->first_keep) ||
        !read_choice(q->r, "What happens to tickets given up", given_up_words, &to))
        return false;
    b->first_leave = (uint8_t)to;
    return true;
}

/* Points. */

static bool read_score(struct routes_reader *q, const char *what, uint8_t *points, bool *has)
{
    size_t before = q->r->at;
    uint32_t size;

    if (!read_number(q->r, what, 1, PRICE_MAX, &size))
        return false;
    if (has[size])
        return READ_WRONG(q->r, spot_next(q->r, before), "{0} {1} already has its points.",
                          say_word(what), say_number((int32_t)size));
    has[size] = true;
    return read_byte(q->r, "The points", 0, 255, &points[size]);
}

_Static_assert(SPACES_MAX == PRICE_MAX, "both score tables have the same size");

static bool read_points(struct routes_reader *q)
{
    return read_score(q, "The length", q->points, q->has_points);
}

static bool read_metro_points(struct routes_reader *q)
{
    return read_score(q, "The price", q->metro_points, q->has_metro_points);
}

/* Cards. */

/* Card names are single words, since a move is written `claim A-B red 2+1`. */
static bool read_card_name(struct routes_reader *q, char out[NAME_SIZE], bool wild)
{
    static const char *const taken[] = {"grey", "gray", "deck", "wild", "flag", NULL};
    struct word w;

    if (!read_some(q->r, "The name of the card", &w) ||
        !read_name_of(q->r, &w, "The name of a card", out))
        return false;
    for (size_t i = 0; i < w.n; i++)
        if (w.at[i] == ' ' || (w.at[0] >= '0' && w.at[0] <= '9'))
            return read_refuse(
                q->r, spot_word(q->r, &w),
                "The name of a card must be one word that begins with a letter.");
    for (uint32_t i = 0; taken[i]; i++)
        if (word_spells(&w, taken[i]) && !(wild && word_spells(&w, "wild")))
            return READ_WRONG(
                q->r, spot_word(q->r, &w),
                "No card may be called \"{0}\": the word has a meaning of its own in moves.",
                say_written(&w));
    bool twice = !wild && q->b->wild_name[0] && word_spells(&w, q->b->wild_name);
    for (uint32_t c = 0; c < q->b->colours; c++)
        twice = twice || word_spells(&w, q->b->colour_name[c]);
    if (twice)
        return READ_WRONG(
            q->r, spot_word(q->r, &w),
            "There is already a card called \"{0}\" (capitals and accents make no "
            "difference).",
            say_written(&w));
    return true;
}

static bool read_card(struct routes_reader *q)
{
    struct routes_board *b = q->b;
    char name[NAME_SIZE];
    uint32_t count;

    if (!read_card_name(q, name, false))
        return false;
    if (b->colours == COLOURS_MAX)
        return refuse_line(q->r, "A board has at most 8 colours of cards.");
    __builtin_memcpy(b->colour_name[b->colours++], name, NAME_SIZE);
    size_t before = q->r->at;
    if (!read_number(q->r, "The number of cards", 1, COLOURED_CARDS_MAX, &count))
        return false;
    if (pack_sum(b->cards) + count > COLOURED_CARDS_MAX)
        return READ_WRONG(
            q->r, spot_next(q->r, before),
            "A board has at most 127 coloured cards; with these there would be {0}.",
            say_number((int32_t)(pack_sum(b->cards) + count)));
    b->cards += pack_some(b->colours - 1u, count);
    return true;
}

static bool read_wild(struct routes_reader *q)
{
    return read_card_name(q, q->b->wild_name, true) &&
           read_byte(q->r, "The number of wild cards", 0, WILD_CARDS_MAX, &q->b->wilds);
}

/* Cities, routes, tickets. */

/* Complains if there is already a city with this name. */
static bool city_is_new(struct routes_reader *q, const struct word *w)
{
    for (uint32_t c = 0; c < q->b->cities; c++)
        if (word_spells(w, q->b->city_name[c]) || word_spells(w, q->b->city_alias[c]))
            return READ_WRONG(q->r, spot_word(q->r, w),
                              "There is already a city called \"{0}\" (capitals and accents "
                              "make no difference).",
                              say_name(q->b->city_name[c]));
    return true;
}

/* `city NAME [X Y label X Y start|middle|end] [alias OTHER]` */
static bool read_city_line(struct routes_reader *q)
{
    struct routes_board *b = q->b;
    char name[NAME_SIZE];
    struct word w;

    if (b->cities == CITIES_MAX)
        return refuse_line(q->r, "A board has at most 64 cities.");
    if (!read_some(q->r, "The name of the city", &w) ||
        !read_name_of(q->r, &w, "The name of a city", name) || !city_is_new(q, &w))
        return false;
    __builtin_memcpy(b->city_name[b->cities], name, NAME_SIZE);
    if (!read_place(q, b->cities++))
        return false;
    if (!read_more(q->r))
        return true;
    static const char *const words[] = {"alias", NULL};
    uint32_t i;
    if (!read_choice(q->r, "The next word", words, &i) ||
        !read_some(q->r, "The other name of the city", &w) ||
        !read_name_of(q->r, &w, "The other name of a city", name) || !city_is_new(q, &w))
        return false;
    __builtin_memcpy(b->city_alias[b->cities - 1], name, NAME_SIZE);
    return true;
}

/* Two cities that differ. */
static bool read_two_cities(struct routes_reader *q, uint8_t *x, uint8_t *y)
{
    if (!read_city(q, "The first city", x))
        return false;
    size_t before = q->r->at;
    if (!read_city(q, "The second city", y))
        return false;
    if (*x != *y)
        return true;
    return read_refuse(q->r, spot_next(q->r, before), "The two cities must be different.");
}

static bool needs_feature(struct routes_reader *q, struct text_spot at, const char *name,
                          uint32_t feature)
{
    if (!feature || q->b->features & feature)
        return true;
    return READ_WRONG(q->r, at,
                      "\"{0}\" needs the feature {1} on a line \"features\" before it.",
                      say_text(name), say_text(feature_names[bits_first(feature)]));
}

static bool mark_tunnel(struct routes_reader *q, struct text_spot at, struct route *r)
{
    (void)q, (void)at;
    r->tunnel = 1;
    return true;
}

static bool mark_ferry(struct routes_reader *q, struct text_spot at, struct route *r)
{
    if (r->colour != GREY)
        return read_refuse(q->r, at, "A ferry must be grey.");
    return read_byte(q->r, "The number of wild cards a ferry asks for", 1, r->length,
                     &r->icons);
}

static bool mark_metro(struct routes_reader *q, struct text_spot at, struct route *r)
{
    if (r->length != 1)
        return read_refuse(q->r, at, "A metro route has one space; its length must be 1.");
    r->kind = 1;
    return read_byte(q->r, "The price of a metro route", 1, PRICE_MAX, &r->cards);
}

struct route_mark {
    uint32_t feature;
    bool (*read)(struct routes_reader *q, struct text_spot at, struct route *r);
};

/* The words after a route's length. Of those that need a feature there is at most one. */
static bool read_route_marks(struct routes_reader *q, struct route *r, bool *doubled)
{
    static const char *const names[] = {"tunnel", "ferry", "metro", "double", NULL};
    static const struct route_mark marks[] = {
        {FEATURE_TUNNELS, mark_tunnel},
        {FEATURE_FERRIES, mark_ferry},
        {FEATURE_METRO_ROUTES, mark_metro},
        {0, NULL},
    };
    bool special = false;

    while (read_more(q->r)) {
        struct text_spot at = spot_next(q->r, q->r->at);
        uint32_t i;

        if (!read_choice(q->r, "A mark of a route", names, &i) ||
            !needs_feature(q, at, names[i], marks[i].feature))
            return false;
        bool *given = marks[i].read ? &special : doubled;
        if (*given)
            return read_refuse(
                q->r, at,
                "A route is marked as tunnel, ferry or metro at most once, and double at"
                " most once.");
        *given = true;
        if (marks[i].read && !marks[i].read(q, at, r))
            return false;
    }
    return true;
}

/* Is there room for one more route? See struct routes_board. */
static bool route_fits(struct routes_reader *q, const struct route *r)
{
    uint32_t of_colour[GREY + 1] = {0}, most = 0;

    of_colour[r->colour]++;
    for (uint32_t i = 0; i < q->routes; i++)
        of_colour[q->list[i].colour]++;
    for (uint32_t c = 0; c < COLOURS_MAX; c++)
        most = of_colour[c] > most ? of_colour[c] : most;
    if ((most + 7) / 8 + (of_colour[GREY] + 63) / 64 <= PLANES_MAX)
        return true;
    return refuse_line(
        q->r, "There are too many routes: a board holds 24 of each colour without grey ones, 16"
              " of each with up to 64 grey ones, or 8 of each with up to 128.");
}

/* Finds the other half of a double route, and complains if there can't be one. */
static bool pair_up(struct routes_reader *q, struct route *r, bool doubled)
{
    for (uint32_t i = 0; i < q->routes; i++) {
        struct route *o = &q->list[i];

        if (!(o->a == r->a && o->b == r->b) && !(o->a == r->b && o->b == r->a))
            continue;
        struct text_spot at = spot_line(q->r->number);
        struct said line = say_number((int32_t)q->route_line[i]);
        if (o->twin != NO_ROUTE)
            return read_refuse(
                q->r, at,
                "There are already two routes between these cities; there can't be three.");
        if (!doubled || !q->doubled[i])
            return READ_WRONG(q->r, at,
                              "There is already a route between these cities on line {0}; if "
                              "the two are a double route, both need the word double.",
                              line);
        if (o->length != r->length || o->kind != r->kind || o->cards != r->cards ||
            o->tunnel != r->tunnel || o->icons != r->icons)
            return READ_WRONG(q->r, at,
                              "The two halves of a double route must agree in everything but "
                              "colour; the other half is on line {0}.",
                              line);
        o->twin = (uint8_t)q->routes;
        r->twin = (uint8_t)i;
        return true;
    }
    return true;
}

/* `route A B colour length [tunnel] [ferry N] [metro N] [double]` */
static bool read_route(struct routes_reader *q)
{
    struct route r = {.twin = NO_ROUTE};
    bool doubled = false;

    if (!read_two_cities(q, &r.a, &r.b) || !read_colour(q, true, &r.colour) ||
        !read_byte(q->r, "The length of a route", 1, SPACES_MAX, &r.length))
        return false;
    r.cards = r.length;
    if (!read_route_marks(q, &r, &doubled) || !route_fits(q, &r) || !pair_up(q, &r, doubled))
        return false;
    q->doubled[q->routes] = doubled;
    q->route_line[q->routes] = q->r->number;
    q->list[q->routes++] = r;
    q->spaces = q->icons = 0;
    q->has_via = q->left_out = false;
    return true;
}

/* `ticket A B points [long]` */
static bool read_ticket(struct routes_reader *q)
{
    static const char *const marks[] = {"long", NULL};
    struct routes_board *b = q->b;
    struct ticket k = {0};
    uint32_t i;

    if (!read_two_cities(q, &k.a, &k.b) ||
        !read_byte(q->r, "The points of a ticket", 1, 255, &k.points))
        return false;
    if (read_more(q->r)) {
        if (!read_choice(q->r, "The mark of a ticket", marks, &i))
            return false;
        k.is_long = 1;
    }
    for (i = 0; i < b->tickets; i++) {
        const struct ticket *o = &b->ticket[i];

        if ((o->a == k.a && o->b == k.b) || (o->a == k.b && o->b == k.a))
            return WRONG_LINE(q->r,
                              "There is already a ticket between these cities, on line {0}.",
                              say_number((int32_t)q->ticket_line[i]));
    }
    if (b->tickets == TICKETS_MAX)
        return refuse_line(q->r, "A board has at most 64 tickets.");
    q->ticket_line[b->tickets] = q->r->number;
    b->ticket[b->tickets++] = k;
    return true;
}

/* The table of statements. */

const struct statement statements[] = {
    {"features", read_features, .repeats = true},
    {.name = "words", .read = read_words},
    {.name = "both_halves_from"},
    {"last_round_at", .needed = true},
    {"hand", .needed = true},
    {"pieces", read_pieces, .needed = true},
    {"metro_pieces", read_metro_pieces, .needed = true, .feature = FEATURE_METRO_ROUTES},
    {"stations", .needed = true, .feature = FEATURE_STATIONS},
    {"express", read_express, .needed = true, .feature = FEATURE_LONGEST_PATH},
    {"flag", read_flag, .needed = true, .feature = FEATURE_FLAG},
    {"first_tickets", read_first_tickets, .needed = true},
    {"draw_tickets", .needed = true},
    {"ticket_counts", .needed = true},
    {"points", read_points, .repeats = true},
    {"metro_points", read_metro_points, .repeats = true, .feature = FEATURE_METRO_ROUTES},
    {"card", read_card, .repeats = true, .needed = true},
    {"wild", read_wild, .needed = true},
    {"city", read_city_line, .repeats = true, .needed = true},
    {"route", read_route, .repeats = true, .needed = true},
    {"ticket", read_ticket, .repeats = true, .needed = true},
    {.name = "frame", .read = read_frame},
    {.name = "space", .read = read_space},
    {"via", read_via, .repeats = true},
    {"at", read_at, .repeats = true},
    {"decor", read_decor, .repeats = true},
    {.name = NULL},
};

_Static_assert(sizeof statements / sizeof *statements <= STATEMENTS_MAX, "room for all lines");

static bool unknown_statement(struct routes_reader *q, const struct word *w)
{
    struct suggestion s = {.word = w};

    for (uint32_t i = 0; statements[i].name; i++)
        suggest(&s, statements[i].name);
    return read_unknown(q->r, &s);
}

static bool read_statement(void *context, const struct word *w)
{
    struct routes_reader *q = context;
    bool known;

    if (!read_common(q->r, q->common, w, &known))
        return false;
    if (known)
        return true;
    uint32_t i = 0;
    while (statements[i].name && !word_is(w, statements[i].name))
        i++;
    const struct statement *s = &statements[i];
    if (!s->name)
        return unknown_statement(q, w);
    if (!needs_feature(q, spot_word(q->r, w), s->name, s->feature))
        return false;
    if (!s->repeats && !read_once(q->r, s->name, &q->statement_line[i]))
        return false;
    bool of_route = s->read == read_via || s->read == read_at;
    if (of_route && q->left_out)
        return true;
    if (!of_route && !spaces_complete(q) && !q->r->draft)
        return false;
    q->statement_line[i] = q->r->number;
    q->left_out = s->read == read_route; /* until it has been read */
    return read_options(q, s->name) && (!s->read || s->read(q)) && read_end(q->r);
}

bool routes_read_board(struct reader *r, struct common *c)
{
    struct routes_reader q = {.r = r, .common = c, .b = &c->board->routes, .art = c->art};

    if (!read_lines(r, read_statement, &q) || (!read_common_end(r, c) && !r->draft) ||
        (!spaces_complete(&q) && !r->draft) || !check_board(&q))
        return false;
    c->board->hash = routes_hash(&q);
    if (!routes_board_finish(q.b, q.list, q.routes))
        return false; /* not reached: route_fits() has checked it */
    sort_art(&q);
    return true;
}
