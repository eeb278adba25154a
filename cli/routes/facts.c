/*
 * The facts of a board of the routes family, as text.
 */
#include "routes.h"

static const char *colour_name(const struct routes_board *b, uint32_t colour)
{
    return colour == GREY ? "grey" : b->colour_word[colour];
}

/* As text. */

/* Prints a name and blanks up to a width counted in characters. */
static void put_padded(const char *s, int width)
{
    int n = (int)text_characters(s, text_length(s));

    printf("%s%*s", s, width > n ? width - n : 0, "");
}

static void put_ends(const struct routes_board *b, uint32_t x, uint32_t y, int width)
{
    char ends[2 * NAME_SIZE + 4];

    snprintf(ends, sizeof ends, "%s–%s", b->city_name[x], b->city_name[y]);
    put_padded(ends, width);
}

/* What a player has. */
static void show_pieces(const struct routes_board *b)
{
    cli_print(stdout, "Pieces:   {0}", SAID(say_count(b->pieces[0], b->piece_name[0])));
    if (b->pieces[1])
        cli_print(stdout, ", {0}", SAID(say_count(b->pieces[1], b->piece_name[1])));
    if (b->stations)
        cli_print(stdout,
                  ", {0} {0|station|stations} ({1} {1|point|points} for each not built)",
                  SAID(say_number(b->stations), say_number(b->station_points)));
    cli_line(" a player; last round at {0} left", SAID(say_number(b->last_round_at)));
}

static void show_cards_of(const struct routes_board *b)
{
    printf("%s", cli_words(SAYS("Cards:   ")));
    for (uint32_t c = 0; c < b->colours; c++)
        printf(" %u %s,", pack_get(b->cards, c), card_words(b, c, pack_get(b->cards, c)));
    cli_line(" {0} (wild); {1} in the first hand",
             SAID(say_count(b->wilds, b->wild_name), say_number(b->hand)));
}

static void show_ticket_rules(const struct routes_board *b)
{
    cli_print(stdout,
              b->first_leave
                  ? SAYS("Tickets:  {0} regular, {1} long; at set-up {2} regular and {3} "
                         "long, keep {4}, the others leave the game; in a turn {5}; ")
                  : SAYS("Tickets:  {0} regular, {1} long; at set-up {2} regular and {3} "
                         "long, keep {4}, the others go to the bottom; in a turn {5}; "),
              SAID(say_number((int32_t)bits_count(b->regular_tickets)),
                   say_number((int32_t)bits_count(b->long_tickets)),
                   say_number(b->first_regular), say_number(b->first_long),
                   say_number(b->first_keep), say_number(b->draw_tickets)));
    cli_line(b->secret_counts ? SAYS("counts are secret") : SAYS("counts are public"), NULL);
}

static void show_options(const struct routes_board *b)
{
    printf("%s", cli_words(SAYS("Features:")));
    for (uint32_t i = 0; feature_names[i]; i++)
        if (b->features >> i & 1)
            printf(" %s", feature_names[i]);
    printf("%s\n", b->features ? "" : cli_words(SAYS(" none")));
    show_pieces(b);
    show_cards_of(b);
    show_ticket_rules(b);
    if (b->both_halves_from)
        cli_line("Doubles:  both halves are used with {0} players or more",
                 SAID(say_number(b->both_halves_from)));
    if (b->features & FEATURE_LONGEST_PATH)
        cli_line("Longest path: {0} {0|point|points}", SAID(say_number(b->express_points)));
    if (b->features & FEATURE_FLAG) {
        printf("%s", cli_words(SAYS("Flag:    ")));
        for (uint32_t c = 0; c < b->colours; c++)
            if (pack_get(b->flag, c))
                printf(" %s", cli_words(b->colour_word[c]));
        cli_line(", {0} {0|point|points}", SAID(say_number(b->flag_points)));
    }
}

static void show_routes(const struct routes_board *b)
{
    uint32_t spaces = 0;

    for (uint32_t i = 0; i < b->routes; i++)
        spaces += b->route[b->route_at[i]].length;
    putchar('\n');
    cli_line("{0} {0|route|routes}, {1} {1|space|spaces}",
             SAID(say_number((int32_t)b->routes), say_number((int32_t)spaces)));
    for (uint32_t i = 0; i < b->routes; i++) {
        const struct route *r = &b->route[b->route_at[i]];
        const char *blanks = r->points < 10 ? "  " : r->points < 100 ? " " : "";

        printf("  ");
        put_ends(b, r->a, r->b, 42);
        put_padded(cli_words(colour_name(b, r->colour)), 8);
        cli_print(stdout, "{0} {0|space |spaces} {2}{1} {1|point |points}",
                  SAID(say_number(r->length), say_number(r->points), say_text(blanks)));
        if (r->kind)
            cli_print(stdout, "  {0}, {1}",
                      SAID(say_word(b->piece_name[1]), say_count(r->cards, "card")));
        if (r->tunnel)
            printf(" %s", cli_words(SAYS(" tunnel")));
        if (r->icons)
            cli_print(stdout, "  ferry, {0}", SAID(say_count(r->icons, b->wild_name)));
        printf("%s\n", r->twin != NO_ROUTE ? cli_words(SAYS("  double")) : "");
    }
}

void routes_facts(const struct board *board, const struct board_art *art)
{
    const struct routes_board *b = &board->routes;

    (void)art;
    show_options(b);
    putchar('\n');
    cli_line("{0} {0|city|cities}", SAID(say_number((int32_t)b->cities)));
    for (uint32_t c = 0; c < b->cities; c++) {
        printf("  %s", b->city_name[c]);
        if (b->city_alias[c][0])
            printf(" (%s)", b->city_alias[c]);
        printf("\n");
    }
    show_routes(b);
    putchar('\n');
    cli_line("{0} {0|ticket|tickets}", SAID(say_number((int32_t)b->tickets)));
    for (uint32_t i = 0; i < b->tickets; i++) {
        printf("  ");
        put_ends(b, b->ticket[i].a, b->ticket[i].b, 42);
        printf("%3u%s\n", b->ticket[i].points,
               b->ticket[i].is_long ? cli_words(SAYS("  long")) : "");
    }
}

void routes_summary(const struct board *board, const struct board_art *art)
{
    const struct routes_board *b = &board->routes;

    cli_print(stdout,
              art->width
                  ? SAYS(": {0} {0|city|cities}, {1} {1|route|routes}, {2} {2|ticket|tickets}")
                  : SAYS(": {0} {0|city|cities}, {1} {1|route|routes}, {2} {2|ticket|tickets}, "
                         "no positions"),
              SAID(say_number((int32_t)b->cities), say_number((int32_t)b->routes),
                   say_number((int32_t)b->tickets)));
}
