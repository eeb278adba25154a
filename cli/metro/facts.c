/*
 * The facts of a board of the metro family, as text.
 */
#include "metro.h"

static uint32_t kinds_of(const struct metro_board *b)
{
    uint32_t n = 0;

    for (uint32_t kind = 0; kind < TILE_KINDS; kind++)
        n += b->tile_count[kind] > 0;
    return n;
}

void metro_summary(const struct board *board, const struct board_art *art)
{
    const struct metro_board *b = &board->metro;

    (void)art;
    cli_print(stdout,
              ": {0} by {1}, {2} {2|square|squares}, {3} {3|tile|tiles} of {4} {4|kind|kinds}, "
              "{5} {5|station|stations}",
              SAID(say_number(b->width), say_number(b->height),
                   say_number((int32_t)bits_count(b->squares)), say_number(b->tiles),
                   say_number((int32_t)kinds_of(b)), say_number(b->stations)));
}

/* Tiles in rows of three; the letters tell where each way in leads. */
static void show_tiles(const struct metro_board *b)
{
    uint32_t n = 0;

    putchar('\n');
    cli_line(
        "{0} {0|tile|tiles} of {1} {1|kind|kinds}; N>S: in from the north, out by the south",
        SAID(say_number(b->tiles), say_number((int32_t)kinds_of(b))));
    for (uint32_t kind = 0; kind < TILE_KINDS; kind++) {
        const struct tile_kind *t = &tile_kinds[kind];

        if (!b->tile_count[kind])
            continue;
        printf("  %s %u  ", t->code, b->tile_count[kind]);
        for (uint32_t side = 0; side < 4; side++)
            printf("%c>%c%s", "NESW"[side], "NESW"[t->out[side]],
                   side < 3    ? " "
                   : n % 3 < 2 ? ""
                               : "\n");
        n++;
    }
    if (n % 3)
        printf("\n");
}

static void show_stations(const struct metro_board *b)
{
    putchar('\n');
    cli_line("{0} {0|station|stations}", SAID(say_number(b->stations)));
    for (uint32_t i = 0; i < b->stations; i++) {
        printf("  %2u  %s %s", (unsigned)i + 1, metro_square_name(b, b->departure[i] / 4u).text,
               cli_words(side_names[b->departure[i] % 4]));
        printf("%s%s\n", b->station_name[i][0] ? "  " : "", b->station_name[i]);
    }
}

static void show_owners(const struct board *board, uint32_t players)
{
    const struct metro_board *b = &board->metro;
    bool unowned = false;

    putchar('\n');
    cli_line("Owners with {0} players", SAID(say_number((int32_t)players)));
    for (uint32_t seat = 0; seat < players; seat++) {
        cli_print(stdout, "  seat {0}:", SAID(say_number((int32_t)seat + 1)));
        for (uint32_t i = 0; i < b->stations; i++)
            if (b->owner[players][i] == seat)
                printf(" %u", (unsigned)i + 1);
        printf("\n");
    }
    for (uint32_t i = 0; i < b->stations; i++) {
        if (b->owner[players][i] != NO_OWNER)
            continue;
        printf("%s %u", unowned ? "" : cli_words(SAYS("  nobody:")), (unsigned)i + 1);
        unowned = true;
    }
    if (unowned)
        printf("\n");
}

void metro_facts(const struct board *board, const struct board_art *art)
{
    const struct metro_board *b = &board->metro;

    (void)art;
    cli_line("Size:     {0} {0|column|columns}, {1} {1|row|rows}, {2} {2|square|squares}",
             SAID(say_number(b->width), say_number(b->height),
                  say_number((int32_t)bits_count(b->squares))));
    printf("%s", cli_words(SAYS("Centre:  ")));
    for (uint64_t left = b->centre; left; left &= left - 1)
        printf(" %s", metro_square_name(b, bits_first(left)).text);
    printf("%s\n", b->centre ? "" : cli_words(SAYS(" none")));
    show_tiles(b);
    show_stations(b);
    for (uint32_t n = board->seats_min; n <= board->seats_max; n++)
        show_owners(board, n);
}
