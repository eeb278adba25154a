/*
 * The facts of a board of the routes family, as text.
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
