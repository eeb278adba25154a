/*
 * The facts of a board of the routes family, as text and as JSON.
 */
#include "routes.h"

static const char *const feature_names[] = {
    "tunnels", "ferries", "stations", "longest_path", "metro_routes", "flag", NULL};

static const char *colour_name(const struct routes_board *b, uint32_t colour)
{
    return colour == GREY ? "grey" : b->colour_name[colour];
}

/* As text. */

/* Prints a name and blanks up to a width counted in characters. */
static void put_padded(const char *s, int width)
{
    int n = 0;
    for (const char *c = s; *c; c++)
        n += ((unsigned char)*c & 0xC0) != 0x80;
    printf("%s%*s", s, width > n ? width - n : 0, "");
}

static void put_ends(const struct routes_board *b, uint32_t x, uint32_t y, int width)
{
    char ends[2 * NAME_SIZE + 4];
    snprintf(ends, sizeof ends, "%s–%s", b->city_name[x], b->city_name[y]);
    put_padded(ends, width);
}

static void show_options(const struct routes_board *b)
{
    printf("Features:");
    for (uint32_t i = 0; feature_names[i]; i++)
        if (b->features >> i & 1)
            printf(" %s", feature_names[i]);
    printf("%s\n", b->features ? "" : " none");
    printf("Pieces:   %u %s", b->pieces[0], b->piece_name[0]);
    if (b->pieces[1])
        printf(", %u %s", b->pieces[1], b->piece_name[1]);
    if (b->stations)
        printf(", %u stations (%u points for each not built)", b->stations, b->station_points);
    printf(" a player; last round at %u left\n", b->last_round_at);
    printf("Cards:   ");
    for (uint32_t c = 0; c < b->colours; c++)
        printf(" %u %s,", pack_get(b->cards, c), b->colour_name[c]);
    printf(" %u %s (wild); %u in the first hand\n", b->wilds, b->wild_name, b->hand);
    printf("Tickets:  %u regular, %u long; at set-up %u regular and %u long, keep %u, the "
           "others %s;"
           " in a turn %u; counts are %s\n",
           bits_count(b->regular_tickets), bits_count(b->long_tickets), b->first_regular,
           b->first_long, b->first_keep, b->first_leave ? "leave the game" : "go to the bottom",
           b->draw_tickets, b->secret_counts ? "secret" : "public");
    if (b->both_halves_from)
        printf("Doubles:  both halves are used with %u players or more\n", b->both_halves_from);
    if (b->features & FEATURE_LONGEST_PATH)
        printf("Longest path: %u points\n", b->express_points);
    if (b->features & FEATURE_FLAG) {
        printf("Flag:    ");
        for (uint32_t c = 0; c < b->colours; c++)
            if (pack_get(b->flag, c))
                printf(" %s", b->colour_name[c]);
        printf(", %u points\n", b->flag_points);
    }
}

static void show_routes(const struct routes_board *b)
{
    uint32_t spaces = 0;
    for (uint32_t i = 0; i < b->routes; i++)
        spaces += b->route[b->route_at[i]].length;
    printf("\n%u routes, %u spaces\n", b->routes, spaces);
    for (uint32_t i = 0; i < b->routes; i++) {
        const struct route *r = &b->route[b->route_at[i]];
        printf("  ");
        put_ends(b, r->a, r->b, 42);
        put_padded(colour_name(b, r->colour), 8);
        printf("%u space%s %3u point%s", r->length, r->length == 1 ? " " : "s", r->points,
               r->points == 1 ? " " : "s");
        if (r->kind)
            printf("  %s, %u card%s", b->piece_name[1], r->cards, r->cards == 1 ? "" : "s");
        if (r->tunnel)
            printf("  tunnel");
        if (r->icons)
            printf("  ferry, %u %s", r->icons, b->wild_name);
        printf("%s\n", r->twin != NO_ROUTE ? "  double" : "");
    }
}

void routes_facts(const struct board *board, const struct board_art *art)
{
    const struct routes_board *b = &board->routes;
    (void)art;
    show_options(b);
    printf("\n%u cities\n", b->cities);
    for (uint32_t c = 0; c < b->cities; c++) {
        printf("  %s", b->city_name[c]);
        if (b->city_alias[c][0])
            printf(" (%s)", b->city_alias[c]);
        printf("\n");
    }
    show_routes(b);
    printf("\n%u tickets\n", b->tickets);
    for (uint32_t i = 0; i < b->tickets; i++) {
        printf("  ");
        put_ends(b, b->ticket[i].a, b->ticket[i].b, 42);
        printf("%3u%s\n", b->ticket[i].points, b->ticket[i].is_long ? "  long" : "");
    }
}

void routes_summary(const struct board *board, const struct board_art *art)
{
    const struct routes_board *b = &board->routes;
    printf(": %u cities, %u routes, %u tickets%s", b->cities, b->routes, b->tickets,
           art->width ? "" : ", no positions");
}

/* As JSON. */

/* Tenths, as art has them. */
static void json_tenths(struct json *j, const char *key, int tenths)
{
    json_thousandths(j, key, tenths * 100);
}

static void json_options(struct json *j, const struct routes_board *b)
{
    json_array(j, "features");
    for (uint32_t i = 0; feature_names[i]; i++)
        if (b->features >> i & 1)
            json_text(j, NULL, feature_names[i]);
    json_end(j);
    json_object(j, "options");
    json_array(j, "pieces");
    for (uint32_t k = 0; k < PIECE_KINDS && b->pieces[k]; k++) {
        json_object(j, NULL);
        json_text(j, "name", b->piece_name[k]);
        json_number(j, "count", b->pieces[k]);
        json_end(j);
    }
    json_end(j);
    json_number(j, "stations", b->stations);
    json_number(j, "station_points", b->station_points);
    json_number(j, "hand", b->hand);
    json_number(j, "first_long", b->first_long);
    json_number(j, "first_regular", b->first_regular);
    json_number(j, "first_keep", b->first_keep);
    json_bool(j, "first_leave", b->first_leave);
    json_number(j, "draw_tickets", b->draw_tickets);
    json_bool(j, "secret_counts", b->secret_counts);
    json_number(j, "both_halves_from", b->both_halves_from);
    json_number(j, "last_round_at", b->last_round_at);
    json_number(j, "express_points", b->express_points);
    json_number(j, "flag_points", b->flag_points);
    json_array(j, "flag");
    for (uint32_t c = 0; c < b->colours; c++)
        if (pack_get(b->flag, c))
            json_text(j, NULL, b->colour_name[c]);
    json_end(j);
    json_end(j);
    json_array(j, "cards");
    for (uint32_t c = 0; c <= b->colours; c++) {
        bool wild = c == b->colours;
        json_object(j, NULL);
        json_text(j, "name", wild ? b->wild_name : b->colour_name[c]);
        json_number(j, "count", wild ? b->wilds : pack_get(b->cards, c));
        json_bool(j, "wild", wild);
        json_end(j);
    }
    json_end(j);
}

static void json_cities(struct json *j, const struct routes_board *b,
                        const struct board_art *art)
{
    json_array(j, "cities");
    for (uint32_t c = 0; c < b->cities; c++) {
        json_object(j, NULL);
        json_text(j, "name", b->city_name[c]);
        if (b->city_alias[c][0])
            json_text(j, "alias", b->city_alias[c]);
        if (art->width) {
            json_tenths(j, "x", art->city[c].x);
            json_tenths(j, "y", art->city[c].y);
        }
        json_end(j);
    }
    json_end(j);
}

static void json_spaces(struct json *j, const struct route *r, const struct art_route *art)
{
    json_array(j, "spaces");
    for (uint32_t i = 0; i < r->length; i++) {
        json_object(j, NULL);
        json_tenths(j, "x", art->space[i].x);
        json_tenths(j, "y", art->space[i].y);
        json_number(j, "angle", art->space[i].angle);
        json_bool(j, "icon", art->space[i].icon);
        json_end(j);
    }
    json_end(j);
}

static void json_routes(struct json *j, const struct routes_board *b,
                        const struct board_art *art)
{
    json_array(j, "routes");
    for (uint32_t i = 0; i < b->routes; i++) {
        uint32_t n = b->route_at[i];
        const struct route *r = &b->route[n];
        json_object(j, NULL);
        json_text(j, "a", b->city_name[r->a]);
        json_text(j, "b", b->city_name[r->b]);
        json_text(j, "colour", colour_name(b, r->colour));
        json_number(j, "length", r->length);
        json_number(j, "cards", r->cards);
        json_text(j, "kind", b->piece_name[r->kind]);
        json_bool(j, "tunnel", r->tunnel);
        json_number(j, "ferry", r->icons);
        json_bool(j, "metro", r->kind == 1);
        json_bool(j, "double", r->twin != NO_ROUTE);
        json_number(j, "points", r->points);
        if (art->width)
            json_spaces(j, r, &art->route[n]);
        json_end(j);
    }
    json_end(j);
}

static void json_tickets(struct json *j, const struct routes_board *b)
{
    json_array(j, "tickets");
    for (uint32_t i = 0; i < b->tickets; i++) {
        json_object(j, NULL);
        json_text(j, "a", b->city_name[b->ticket[i].a]);
        json_text(j, "b", b->city_name[b->ticket[i].b]);
        json_number(j, "points", b->ticket[i].points);
        json_bool(j, "long", b->ticket[i].is_long);
        json_end(j);
    }
    json_end(j);
}

void routes_facts_json(struct json *j, const struct board *board, const struct board_art *art)
{
    if (art->width) {
        json_object(j, "frame");
        json_number(j, "width", art->width);
        json_number(j, "height", art->height);
        json_end(j);
    }
    json_options(j, &board->routes);
    json_cities(j, &board->routes, art);
    json_routes(j, &board->routes, art);
    json_tickets(j, &board->routes);
}
