/*
 * The checks of a whole board of the routes family, made at the end of its file: nothing is
 * missing, there are enough cards and tickets, names can be told apart, tickets can be
 * completed. Also the hash of its facts.
 */
#include "../fnv.h"
#include "board_read.h"
#include "queries.h"

/* Checks that nothing is missing. */

static bool is_needed(const struct routes_reader *q, const struct statement *s)
{
    bool doubled = false;

    for (uint32_t i = 0; i < q->routes; i++)
        doubled = doubled || q->doubled[i];
    return (s->needed && (!s->feature || q->b->features & s->feature)) ||
           (doubled && text_equal(s->name, "both_halves_from")) ||
           (q->placed && text_equal(s->name, "space"));
}

static bool check_complete(struct routes_reader *q)
{
    for (uint32_t i = 0; statements[i].name; i++)
        if (!q->statement_line[i] && is_needed(q, &statements[i]))
            return read_missing(q->r, statements[i].name);
    return true;
}

/* Routes. */

/* Fills in the points, and checks that a double route has its other half. */
static bool check_route(struct routes_reader *q, uint32_t i)
{
    struct route *r = &q->list[i];
    bool metro = r->kind == 1;
    struct text_spot at = spot_line(q->route_line[i]);

    if (!(metro ? q->has_metro_points[r->cards] : q->has_points[r->length]))
        return READ_WRONG(q->r, at,
                          "There are no points for this route: add a line \"{0} {1} ...\".",
                          say_text(metro ? "metro_points" : "points"),
                          say_number(metro ? r->cards : r->length));
    r->points = metro ? q->metro_points[r->cards] : q->points[r->length];
    if (q->doubled[i] && r->twin == NO_ROUTE)
        return READ_WRONG(
            q->r, at, "This route is marked double, but there is no other between {0} and {1}.",
            say_name(q->b->city_name[r->a]), say_name(q->b->city_name[r->b]));
    if (r->icons > q->b->wilds)
        return read_refuse(q->r, at, "This ferry asks for more wild cards than there are.");
    return true;
}

static bool check_routes(struct routes_reader *q)
{
    for (uint32_t i = 0; i < q->routes; i++)
        if (!check_route(q, i) && !q->r->draft)
            return false;
    return true;
}

/* Enough of everything. */

static bool not_enough(struct routes_reader *q, const char *of, uint32_t need, uint32_t have)
{
    return WRONG_LINE(q->r, "There are too few {0}: {1} players need {2}, and there are {3}.",
                      say_word(of), say_number(q->common->board->seats_max),
                      say_number((int32_t)need), say_number((int32_t)have));
}

static bool check_amounts(struct routes_reader *q)
{
    const struct routes_board *b = q->b;
    uint32_t seats = q->common->board->seats_max;
    uint32_t cards = pack_sum(b->cards) + b->wilds;
    uint32_t long_tickets = 0;

    for (uint32_t i = 0; i < b->tickets; i++)
        long_tickets += b->ticket[i].is_long;
    uint32_t regular = b->tickets - long_tickets;

    if (cards < seats * b->hand + MARKET_SIZE + 1) /* hands, market, and one to draw */
        return not_enough(q, "cards", seats * b->hand + MARKET_SIZE + 1, cards);
    if (regular < seats * b->first_regular)
        return not_enough(q, "regular tickets", seats * b->first_regular, regular);
    if (long_tickets < seats * b->first_long)
        return not_enough(q, "long tickets", seats * b->first_long, long_tickets);
    if (long_tickets && !b->first_long)
        return refuse_line(q->r,
                           "There are long tickets, but \"first_tickets\" deals none of them.");
    if (b->first_long && !b->first_leave)
        return refuse_line(
            q->r, "Long tickets are dealt at set-up only, so those given up must leave the "
                  "game: \"first_tickets\" must end in \"leave\", not \"bottom\".");
    if (b->secret_counts && b->first_leave)
        return refuse_line(
            q->r, "Where the number of tickets is secret, those given up at set-up must go to "
                  "the \"bottom\": how many leave the game could be counted.");
    if (b->pieces[0] + b->pieces[1] > PIECES_MAX)
        return refuse_line(q->r, "A player has at most 64 pieces, both kinds together.");
    if (b->last_round_at >= b->pieces[0] + b->pieces[1])
        return refuse_line(q->r, "\"last_round_at\" must be less than the number of pieces.");
    return true;
}

/* How many routes of a kind a seat's pieces can be enough for: the shortest ones. */
static uint32_t most_routes(const struct routes_reader *q, uint32_t kind)
{
    uint32_t count = 0, pieces = q->b->pieces[kind];

    for (uint32_t length = 1; length <= SPACES_MAX; length++) {
        for (uint32_t i = 0; i < q->routes && length <= pieces; i++) {
            if (q->list[i].kind != kind || q->list[i].length != length)
                continue;
            pieces -= length;
            count++;
        }
    }
    return count;
}

/* The work for the longest path (E18) grows with the number of routes. */
static bool check_trails(struct routes_reader *q)
{
    uint32_t most = most_routes(q, 0) + most_routes(q, 1);

    if (!(q->b->features & FEATURE_LONGEST_PATH) || most <= TRAIL_ROUTES_MAX)
        return true;
    return WRONG_LINE(
        q->r,
        "A player could own {0} {0|route|routes} here; with longest_path it must be at "
        "most {1}. Give players fewer pieces, or make routes longer.",
        say_number((int32_t)most), say_number(TRAIL_ROUTES_MAX));
}

/* The score of a seat is kept in 16 bits: all points of the board together must fit. */
static bool check_points(struct routes_reader *q)
{
    enum { POINTS_MAX = 32000 };
    const struct routes_board *b = q->b;
    uint32_t sum = (uint32_t)(b->stations * b->station_points) + b->express_points;
    for (uint32_t i = 0; i < q->routes; i++)
        sum += q->list[i].points;
    for (uint32_t i = 0; i < b->tickets; i++)
        sum += b->ticket[i].points;
    sum += b->flag_points * (q->routes / (b->flag ? pack_sum(b->flag) : 1));
    if (sum <= POINTS_MAX)
        return true;
    return WRONG_LINE(q->r,
                      "All points of the board together may be at most 32000; they are {0}.",
                      say_number((int32_t)sum));
}

/* Names. */

/* Name number k of a city: its name, then its alias if it has one. */
static const char *name_of(const struct routes_board *b, uint32_t city, uint32_t k)
{
    const char *name = k ? b->city_alias[city] : b->city_name[city];

    return name[0] ? name : NULL;
}

/* Writes x-y into text and says in how many ways it can be read as two cities. */
static uint32_t readings(const struct routes_board *b, const char *x, const char *y)
{
    char both[2 * NAME_SIZE + 1];
    struct text t = text_in(both, sizeof both);

    text_put(&t, x);
    text_char(&t, '-');
    text_put(&t, y);
    uint32_t ways = 0;
    for (uint32_t c = 0; c < 2u * b->cities; c++) {
        const char *first = name_of(b, c / 2, c % 2);
        size_t n = first ? text_spells(both, t.length, first) : 0;
        size_t dash = n ? text_spells(both + n, t.length - n, "-") : 0;

        for (uint32_t d = 0; dash && d < 2u * b->cities; d++) {
            const char *second = name_of(b, d / 2, d % 2);
            size_t rest = t.length - n - dash;

            ways += second && rest && text_spells(both + n + dash, rest, second) == rest;
        }
    }
    /* A reader that takes the longest name first must find the same cities. */
    size_t used;
    if (board_city(b, both, t.length, &used) == CITIES_MAX || used != text_length(x))
        ways++;
    return ways;
}

static bool check_pair(struct routes_reader *q, uint32_t x, uint32_t y, uint32_t line)
{
    for (uint32_t k = 0; k < 8; k++) {
        const char *first = name_of(q->b, k & 1 ? y : x, k >> 1 & 1);
        const char *second = name_of(q->b, k & 1 ? x : y, k >> 2);

        if (!first || !second || readings(q->b, first, second) == 1)
            continue;
        return READ_WRONG(q->r, spot_line(line),
                          "\"{0}-{1}\" could be read as other cities too; change a name.",
                          say_name(first), say_name(second));
    }
    return true;
}

/* Does the rest of a name, after another name and a blank, look like a card? `station A red`
 * must have only one meaning. */
static bool ends_like_card(const struct routes_board *b, const char *rest, size_t n)
{
    size_t blank = text_spells(rest, n, " ");

    if (!blank)
        return false;
    bool card = text_spells(rest + blank, n - blank, "wild") ||
                text_spells(rest + blank, n - blank, b->wild_name);
    for (uint32_t c = 0; c < b->colours; c++)
        card = card || text_spells(rest + blank, n - blank, b->colour_name[c]);
    return card;
}

/* Can every pair of cities written A-B, and every city before a card, be read in only one way?
 * Only names that begin with another name and a hyphen or a blank can be misread. */
static bool check_names(struct routes_reader *q)
{
    const struct routes_board *b = q->b;
    bool danger = false;

    for (uint32_t i = 0; i < 4u * b->cities * b->cities; i++) {
        uint32_t x = i % (2u * b->cities), y = i / (2u * b->cities);
        const char *longer = name_of(b, x / 2, x % 2), *shorter = name_of(b, y / 2, y % 2);

        if (x == y || !longer || !shorter)
            continue;
        size_t length = text_length(longer), n = text_spells(longer, length, shorter);
        if (!n || n == length)
            continue;
        danger = danger || text_spells(longer + n, length - n, "-");
        if (ends_like_card(b, longer + n, length - n))
            return WRONG_LINE(q->r,
                              "The city \"{0}\" could be read as the city \"{1}\" and a card; "
                              "change a name.",
                              say_name(longer), say_name(shorter));
    }
    for (uint32_t i = 0; danger && i < q->routes; i++)
        if (!check_pair(q, q->list[i].a, q->list[i].b, q->route_line[i]))
            return false;
    for (uint32_t i = 0; danger && i < b->tickets; i++)
        if (!check_pair(q, b->ticket[i].a, b->ticket[i].b, q->ticket_line[i]))
            return false;
    return true;
}

/* Tickets. */

/* Joins the sets of cities that routes connect; every ticket must lie within one. */
static bool check_tickets(struct routes_reader *q)
{
    uint64_t with[CITIES_MAX]; /* the cities that can be reached from each */

    for (uint32_t c = 0; c < q->b->cities; c++)
        with[c] = bit(c);
    for (uint32_t i = 0; i < q->routes; i++) {
        uint64_t both = with[q->list[i].a] | with[q->list[i].b];

        for (uint64_t left = both; left; left &= left - 1)
            with[bits_first(left)] = both;
    }
    for (uint32_t i = 0; i < q->b->tickets; i++) {
        const struct ticket *k = &q->b->ticket[i];

        if (bits_have(with[k->a], k->b))
            continue;
        READ_WRONG(q->r, spot_line(q->ticket_line[i]),
                   "No routes lead from {0} to {1}; nobody could complete this ticket.",
                   say_name(q->b->city_name[k->a]), say_name(q->b->city_name[k->b]));
        if (!q->r->draft)
            return false;
    }
    return true;
}

bool check_board(struct routes_reader *q)
{
    static bool (*const checks[])(struct routes_reader * q) = {
        check_complete, check_routes, check_amounts, check_trails,
        check_points,   check_names,  check_tickets,
    };

    for (uint32_t i = 0; i < sizeof checks / sizeof *checks; i++)
        if (!checks[i](q) && !q->r->draft)
            return false;
    return true;
}

/* The hash. */

uint64_t routes_hash(const struct routes_reader *q)
{
    const struct routes_board *b = q->b;
    const struct board *board = q->common->board;
    const uint32_t counts[] = {board->family, board->seats_min, board->seats_max, b->features,
                               b->colours,    b->cities,        q->routes,        b->tickets,
                               b->pieces[0],  b->pieces[1]};
    uint64_t h = FNV_START;

    for (uint32_t i = 0; i < sizeof counts / sizeof *counts; i++)
        h = fnv_number(h, counts[i]);
    for (const struct board_option *o = board_options; o->name; o++)
        h = fnv_number(h, board_option_of(b, o));
    h = fnv_number(h, b->wilds);
    for (uint32_t c = 0; c < b->colours; c++) {
        h = fnv_string(h, b->colour_name[c]);
        h = fnv_number(h, pack_get(b->cards, c) | pack_get(b->flag, c) << 8);
    }
    h = fnv_string(h, b->wild_name);
    for (uint32_t c = 0; c < b->cities; c++)
        h = fnv_string(h, b->city_name[c]);
    for (uint32_t i = 0; i < q->routes; i++) {
        const struct route *r = &q->list[i];
        const uint8_t facts[] = {r->a,    r->b,     r->colour, r->length, r->cards,
                                 r->kind, r->icons, r->tunnel, r->twin,   r->points};

        for (uint32_t k = 0; k < sizeof facts; k++)
            h = fnv_byte(h, facts[k]);
    }
    for (uint32_t i = 0; i < b->tickets; i++) {
        const struct ticket *k = &b->ticket[i];

        h = fnv_number(h, (uint32_t)(k->a | k->b << 8 | k->points << 16) | (uint32_t)k->is_long
                                                                               << 24);
    }
    return h;
}
