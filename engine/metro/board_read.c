/*
 * The statements of a board file of the metro family (boards/README.md): size, centre, tiles,
 * stations, owners.
 */
#include "../board_read.h"
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
    if (!q->size_line) {
        struct text t = read_wrong(q->r, &w);
        text_put(&t, "The line \"size\" must come before squares.");
        return false;
    }
    uint32_t column = w.n == 2 ? (uint32_t)(unsigned char)w.at[0] - 'a' : SIDE_MAX;
    uint32_t row = w.n == 2 ? (uint32_t)(unsigned char)w.at[1] - '1' : SIDE_MAX;
    if (column < q->b->width && row < q->b->height) {
        *square = 8 * (q->b->height - 1 - row) + column;
        return true;
    }
    struct text t = read_wrong(q->r, &w);
    text_put(&t, "There is no square ");
    text_word(&t, &w);
    text_put(&t, "; they run from a1 to ");
    text_char(&t, (char)('a' + q->b->width - 1));
    text_number(&t, q->b->height);
    text_put(&t, ".");
    return false;
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
        uint32_t square;
        size_t before = q->r->at;
        if (!read_square(q, &square))
            return false;
        uint32_t row = square / 8, column = square % 8;
        if (row == 0 || column == 0 || row + 1u == q->b->height || column + 1u == q->b->width) {
            struct text t = read_wrong_after(q->r, before);
            text_put(&t, "The centre can't be on the border.");
            return false;
        }
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
    if (kind == TILE_KINDS) {
        struct text t = read_wrong(q->r, &w);
        text_put(&t, "There is no tile ");
        text_word(&t, &w);
        text_put(&t,
                 ". A code has a letter a, b, c or d for each side, and no two ways may leave "
                 "by the same side.");
        return false;
    }
    if (q->b->tile_count[kind]) {
        struct text t = read_wrong(q->r, &w);
        text_put(&t, "This tile has been given already.");
        return false;
    }
    return read_byte(q->r, "The number of such tiles", 1, SQUARES_MAX, &q->b->tile_count[kind]);
}

static bool read_station(struct metro_reader *q)
{
    static const char *const sides[] = {"north", "east", "south", "west", NULL};
    uint32_t number, square, side;
    size_t before = q->r->at;
    if (!read_number(q->r, "The number of a station", 1, METRO_STATIONS_MAX, &number))
        return false;
    if (bits_have(q->stations, number - 1)) {
        struct text t = read_wrong_after(q->r, before);
        text_put(&t, "There is a station with this number already.");
        return false;
    }
    if (!read_square(q, &square))
        return false;
    before = q->r->at;
    if (!read_choice(q->r, "The side of the square", sides, &side))
        return false;
    bool edge = side == NORTH   ? square / 8 == 0
                : side == SOUTH ? square / 8 + 1u == q->b->height
                : side == WEST  ? square % 8 == 0
                                : square % 8 + 1u == q->b->width;
    uint32_t way = 4 * square + side;
    if (!edge || bits_have(q->ways[way / 64], way % 64)) {
        struct text t = read_wrong_after(q->r, before);
        text_put(&t, edge
                         ? "There is a station here already."
                         : "A station stands outside the board: this side is not on the edge.");
        return false;
    }
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
    if (bits_have(q->owners[players], seat)) {
        struct text t = read_wrong_line(q->r, q->r->number);
        text_put(&t, "The stations of this seat have been given already.");
        return false;
    }
    q->owners[players] |= bit(seat);
    do {
        uint32_t station;
        size_t before = q->r->at;
        if (!read_number(q->r, "The number of a station", 1, METRO_STATIONS_MAX, &station))
            return false;
        uint8_t *owner = &q->b->owner[players][station - 1];
        if (!bits_have(q->stations, station - 1) || *owner != NO_OWNER) {
            struct text t = read_wrong_after(q->r, before);
            text_put(&t, *owner != NO_OWNER ? "This station has an owner already."
                                            : "There is no such station; stations come before "
                                              "their owners.");
            return false;
        }
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
    if (b->stations != edge || q->stations != (edge == 64 ? ~(uint64_t)0 : bit(edge) - 1)) {
        struct text t = read_wrong_line(q->r, q->r->number);
        text_put(&t, "Each side of the edge needs a station, numbered from 1 to ");
        text_number(&t, edge);
        text_put(&t, " without a gap.");
        return false;
    }
    for (uint32_t n = q->common->board->seats_min; n <= q->common->board->seats_max; n++) {
        if (q->owners[n] == (bit(n) - 1) << 1)
            continue;
        struct text t = read_wrong_line(q->r, q->r->number);
        text_put(&t, "The \"owners\" of ");
        text_number(&t, n);
        text_put(&t, " players are missing or incomplete.");
        return false;
    }
    return true;
}

static bool check_tiles(struct metro_reader *q)
{
    struct metro_board *b = q->b;
    uint32_t tiles = 0, squares = bits_count(b->squares);
    for (uint32_t i = 0; i < TILE_KINDS; i++)
        tiles += b->tile_count[i];
    if (tiles < q->common->board->seats_max || tiles > squares) {
        struct text t = read_wrong_line(q->r, q->r->number);
        text_put(&t, "There are ");
        text_count(&t, tiles, "tile");
        text_put(
            &t,
            "; there must be at least one for each player and at most one for each of the ");
        text_count(&t, squares, "square");
        text_put(&t, ".");
        return false;
    }
    b->tiles = (uint8_t)tiles;
    return true;
}

static uint64_t board_hash(const struct board *board)
{
    const struct metro_board *b = &board->metro;
    uint64_t h = hash_number(hash_number(HASH_START, board->family), board->seats_max);
    h = hash_number(hash_number(h, b->width), b->height);
    for (uint32_t i = 0; i < SQUARES_MAX; i++)
        h = hash_byte(h, bits_have(b->centre, i));
    for (uint32_t i = 0; i < TILE_KINDS; i++)
        h = hash_byte(h, b->tile_count[i]);
    for (uint32_t i = 0; i < b->stations; i++)
        h = hash_byte(h, b->departure[i]);
    for (uint32_t n = board->seats_min; n <= board->seats_max; n++)
        for (uint32_t i = 0; i < b->stations; i++)
            h = hash_byte(h, b->owner[n][i]);
    return h;
}

bool metro_read_board(struct reader *r, struct common *c)
{
    struct metro_reader q = {.r = r, .common = c, .b = &c->board->metro};
    __builtin_memset(q.b->owner, NO_OWNER, sizeof q.b->owner);
    if (!read_lines(r, read_statement, &q) || (!read_common_end(r, c) && !read_on(r)))
        return false;
    if (!q.size_line)
        return read_missing(r, "size");
    if (!q.b->width || !q.b->height) {
        c->board->family = 0; /* a draft: the line has been complained about */
        return true;
    }
    metro_board_finish(q.b);
    if ((!check_stations(&q) && !read_on(r)) || (!check_tiles(&q) && !read_on(r)))
        return false;
    c->board->hash = board_hash(c->board);
    return true;
}
