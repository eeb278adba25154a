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
    printf(": %u by %u, %u squares, %u tiles of %u kinds, %u stations", b->width, b->height,
           bits_count(b->squares), b->tiles, kinds_of(b), b->stations);
}

/* Tiles in rows of three; the letters tell where each way in leads. */
static void show_tiles(const struct metro_board *b)
{
    uint32_t n = 0;

    printf("\n%u tiles of %u kinds; N>S: in from the north, out by the south\n", b->tiles,
           kinds_of(b));
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
    printf("\n%u stations\n", b->stations);
    for (uint32_t i = 0; i < b->stations; i++) {
        printf("  %2u  %s %s", (unsigned)i + 1, square_name(b, b->departure[i] / 4u).text,
               side_names[b->departure[i] % 4]);
        printf("%s%s\n", b->station_name[i][0] ? "  " : "", b->station_name[i]);
    }
}

static void show_owners(const struct board *board, uint32_t players)
{
    const struct metro_board *b = &board->metro;
    bool unowned = false;

    printf("\nOwners with %u players\n", (unsigned)players);
    for (uint32_t seat = 0; seat < players; seat++) {
        printf("  seat %u:", (unsigned)seat + 1);
        for (uint32_t i = 0; i < b->stations; i++)
            if (b->owner[players][i] == seat)
                printf(" %u", (unsigned)i + 1);
        printf("\n");
    }
    for (uint32_t i = 0; i < b->stations; i++) {
        if (b->owner[players][i] != NO_OWNER)
            continue;
        printf("%s %u", unowned ? "" : "  nobody:", (unsigned)i + 1);
        unowned = true;
    }
    if (unowned)
        printf("\n");
}

void metro_facts(const struct board *board, const struct board_art *art)
{
    const struct metro_board *b = &board->metro;

    (void)art;
    printf("Size:     %u columns, %u rows, %u squares\n", b->width, b->height,
           bits_count(b->squares));
    printf("Centre:  ");
    for (uint64_t left = b->centre; left; left &= left - 1)
        printf(" %s", square_name(b, bits_first(left)).text);
    printf("%s\n", b->centre ? "" : " none");
    show_tiles(b);
    show_stations(b);
    for (uint32_t n = board->seats_min; n <= board->seats_max; n++)
        show_owners(board, n);
}
