/*
 * The statements of a board file of the metro family (boards/README.md): size, centre, tiles,
 * stations, owners.
 */
#include "../board_read.h"
#include "../fnv.h"
#include "metro.h"

struct metro_reader {
    struct reader *r;
    struct common *common;
    struct metro_board *b;
    uint32_t size_line, centre_line;
    uint64_t stations;              /* numbers given, from 0 */
    uint64_t ways[4];               /* ways in that have a station, four words of 64 */
    uint64_t owners[SEATS_MAX + 1]; /* seats whose stations are given, by number of players */
};

/* A square as people name it: column a.. and row 1.. from the bottom. */
static bool read_square(struct metro_reader *q, uint32_t *square)
{
    struct word w;

    if (!read_some(q->r, "A square, like c4,", &w))
        return false;
    if (!q->size_line)
        return read_refuse(q->r, spot_word(q->r, &w),
                           "The line \"size\" must come before squares.");
    uint32_t column = w.n == 2 ? (uint32_t)(unsigned char)w.at[0] - 'a' : SIDE_MAX;
    uint32_t row = w.n == 2 ? (uint32_t)(unsigned char)w.at[1] - '1' : SIDE_MAX;
    if (column < q->b->width && row < q->b->height) {
        *square = 8 * (q->b->height - 1 - row) + column;
        return true;
    }
    const struct square_name last = metro_square_name(q->b, q->b->width - 1u);
    return READ_WRONG(q->r, spot_word(q->r, &w),
                      "There is no square \"{0}\"; they run from a1 to {1}.", say_written(&w),
                      say_quote(last.text, 2));
}

static bool read_size(struct metro_reader *q)
{
    return read_once(q->r, "size", &q->size_line) &&
           read_byte(q->r, "The number of columns", 2, SIDE_MAX, &q->b->width) &&
           read_byte(q->r, "The number of rows", 2, SIDE_MAX, &q->b->height);
}

static bool read_centre(struct metro_reader *q)
{
    if (!read_once(q->r, "centre", &q->centre_line))
        return false;
    do {
        uint32_t square = 0;
        size_t before = q->r->at;

        if (!read_square(q, &square))
            return false;
        uint32_t row = square / 8, column = square % 8;
        if (row == 0 || column == 0 || row + 1u == q->b->height || column + 1u == q->b->width)
            return read_refuse(q->r, spot_next(q->r, before),
                               "The centre can't be on the border.");
        q->b->centre |= bit(square);
    } while (read_more(q->r));
    return true;
}

static bool read_tile(struct metro_reader *q)
{
    struct word w;
    uint32_t kind = 0;

    if (!read_some(q->r, "The code of a tile", &w))
        return false;
    while (kind < TILE_KINDS && !word_is(&w, tile_kinds[kind].code))
        kind++;
    if (kind == TILE_KINDS)
        return READ_WRONG(q->r, spot_word(q->r, &w),
                          "There is no tile \"{0}\". A code has a letter a, b, c or d for each "
                          "side, and no two ways may leave by the same side.",
                          say_written(&w));
    if (q->b->tile_count[kind])
        return read_refuse(q->r, spot_word(q->r, &w), "This tile has been given already.");
    return read_byte(q->r, "The number of such tiles", 1, SQUARES_MAX, &q->b->tile_count[kind]);
}

static bool read_station(struct metro_reader *q)
{
    uint32_t number, square = 0, side;
    size_t before = q->r->at;

    if (!read_number(q->r, "The number of a station", 1, METRO_STATIONS_MAX, &number))
        return false;
    if (bits_have(q->stations, number - 1))
        return read_refuse(q->r, spot_next(q->r, before),
                           "There is a station with this number already.");
    if (!read_square(q, &square))
        return false;
    before = q->r->at;
    if (!read_choice(q->r, "The side of the square", tile_sides, &side))
        return false;
    bool edge = side == NORTH   ? square / 8 == 0
                : side == SOUTH ? square / 8 + 1u == q->b->height
                : side == WEST  ? square % 8 == 0
                                : square % 8 + 1u == q->b->width;
    uint32_t way = 4 * square + side;
    if (!edge)
        return read_refuse(q->r, spot_next(q->r, before),
                           "A station stands outside the board: this side is not on the edge.");
    if (bits_have(q->ways[way / 64], way % 64))
        return read_refuse(q->r, spot_next(q->r, before), "There is a station here already.");
    q->ways[way / 64] |= bit(way % 64);
    q->stations |= bit(number - 1);
    q->b->departure[number - 1] = (uint8_t)way;
    return !read_more(q->r) ||
           read_name(q->r, "The name of a station", q->b->station_name[number - 1]);
}

/* `owners PLAYERS SEAT STATION...` */
static bool read_owners(struct metro_reader *q)
{
    uint32_t players, seat;

    if (!read_number(q->r, "The number of players", 2, SEATS_MAX, &players) ||
        !read_number(q->r, "The seat", 1, players, &seat))
        return false;
    if (bits_have(q->owners[players], seat))
        return refuse_line(q->r, "The stations of this seat have been given already.");
    q->owners[players] |= bit(seat);
    do {
        uint32_t station;
        size_t before = q->r->at;

        if (!read_number(q->r, "The number of a station", 1, METRO_STATIONS_MAX, &station))
            return false;
        uint8_t *owner = &q->b->owner[players][station - 1];
        if (*owner != NO_OWNER)
            return read_refuse(q->r, spot_next(q->r, before),
                               "This station has an owner already.");
        if (!bits_have(q->stations, station - 1))
            return read_refuse(q->r, spot_next(q->r, before),
                               "There is no such station; stations come before their owners.");
        *owner = (uint8_t)(seat - 1);
    } while (read_more(q->r));
    return true;
}

static const struct {
    const char *name;
    bool (*read)(struct metro_reader *q);
} statements[] = {
    {"size", read_size},       {"centre", read_centre}, {"tile", read_tile},
    {"station", read_station}, {"owners", read_owners}, {NULL, NULL},
};

static bool unknown_statement(struct metro_reader *q, const struct word *w)
{
    struct suggestion s = {.word = w};

    for (uint32_t i = 0; statements[i].name; i++)
        suggest(&s, statements[i].name);
    return read_unknown(q->r, &s);
}

static bool read_statement(void *context, const struct word *w)
{
    struct metro_reader *q = context;
    bool known;

    if (!read_common(q->r, q->common, w, &known))
        return false;
    if (known)
        return true;
    for (uint32_t i = 0; statements[i].name; i++)
        if (word_is(w, statements[i].name))
            return statements[i].read(q) && read_end(q->r);
    return unknown_statement(q, w);
}

/* Every side of the edge has a station, numbered without a gap; every seat has its stations. */
static bool check_stations(struct metro_reader *q)
{
    struct metro_board *b = q->b;
    uint32_t edge = 2u * b->width + 2u * b->height;

    b->stations = (uint8_t)bits_count(q->stations);
    if (b->stations != edge || q->stations != (edge == 64 ? ~(uint64_t)0 : bit(edge) - 1))
        return WRONG_LINE(
            q->r,
            "Each side of the edge needs a station, numbered from 1 to {0} without a gap.",
            say_number((int32_t)edge));
    for (uint32_t n = q->common->board->seats_min; n <= q->common->board->seats_max; n++) {
        if (q->owners[n] == (bit(n) - 1) << 1)
            continue;
        return WRONG_LINE(q->r, "The \"owners\" of {0} players are missing or incomplete.",
                          say_number((int32_t)n));
    }
    return true;
}

static bool check_tiles(struct metro_reader *q)
{
    struct metro_board *b = q->b;
    uint32_t tiles = 0, squares = bits_count(b->squares);

    for (uint32_t i = 0; i < TILE_KINDS; i++)
        tiles += b->tile_count[i];
    if (tiles < q->common->board->seats_max || tiles > squares)
        return WRONG_LINE(
            q->r,
            "There are {0}; there must be at least one for each player and at most "
            "one for each of the {1}.",
            say_count(tiles, "tile"), say_count(squares, "square"));
    b->tiles = (uint8_t)tiles;
    return true;
}

static uint64_t board_hash(const struct board *board)
{
    const struct metro_board *b = &board->metro;
    uint64_t h = fnv_number(fnv_number(FNV_START, board->family), board->seats_max);

    h = fnv_number(fnv_number(h, b->width), b->height);
    for (uint32_t i = 0; i < SQUARES_MAX; i++)
        h = fnv_byte(h, bits_have(b->centre, i));
    for (uint32_t i = 0; i < TILE_KINDS; i++)
        h = fnv_byte(h, b->tile_count[i]);
    for (uint32_t i = 0; i < b->stations; i++)
        h = fnv_byte(h, b->departure[i]);
    for (uint32_t n = board->seats_min; n <= board->seats_max; n++)
        for (uint32_t i = 0; i < b->stations; i++)
            h = fnv_byte(h, b->owner[n][i]);
    return h;
}

bool metro_read_board(struct reader *r, struct common *c)
{
    struct metro_reader q = {.r = r, .common = c, .b = &c->board->metro};

    __builtin_memset(q.b->owner, NO_OWNER, sizeof q.b->owner);
    if (!read_lines(r, read_statement, &q) || (!read_common_end(r, c) && !r->draft))
        return false;
    if (!q.size_line)
        return read_missing(r, "size");
    if (!q.b->width || !q.b->height) {
        c->board->family = 0; /* a draft; there was a complaint about that line */
        return true;
    }
    metro_board_finish(q.b);
    if ((!check_stations(&q) && !r->draft) || (!check_tiles(&q) && !r->draft))
        return false;
    c->board->hash = board_hash(c->board);
    return true;
}
