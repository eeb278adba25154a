/*
 * The second implementation: see metro_reference.h.
 */
#include "metro_reference.h"

#include "engine/metro/tile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Sides in the order of the letters of a code. */
enum { ROW_STEPS, COLUMN_STEPS };
static const int step[4][2] = {{-1, 0}, {0, 1}, {1, 0}, {0, -1}};

static _Noreturn void impossible(const char *what)
{
    printf("reference: %s\n", what);
    exit(1);
}

/* The tracks of a code of four letters. The letter of a side is about its even port. */
static struct ref_tile tile_of_code(const char *code)
{
    struct ref_tile t = {.there = true};

    for (int side = 0; side < 4; side++) {
        int in = 2 * side, out = -1;

        switch (code[side]) {
        case 'a': /* the opposite side */
            out = (2 * (side + 2) + 1) % PORTS;
            break;
        case 'b': /* the next side clockwise */
            out = (2 * (side + 1) + 1) % PORTS;
            break;
        case 'c': /* the next side counter-clockwise */
            out = (2 * (side + 3) + 1) % PORTS;
            break;
        case 'd': /* the same side */
            out = 2 * side + 1;
            break;
        default:
            impossible("a code with another letter");
        }
        t.joined[in] = (uint8_t)out;
        t.joined[out] = (uint8_t)in;
    }
    return t;
}

/* A quarter turn clockwise takes every port two further. */
static struct ref_tile turned(struct ref_tile t)
{
    struct ref_tile u = t;

    for (int port = 0; port < PORTS; port++)
        u.joined[(port + 2) % PORTS] = (uint8_t)((t.joined[port] + 2) % PORTS);
    return u;
}

static bool same_tracks(const struct ref_tile *a, const struct ref_tile *b)
{
    return memcmp(a->joined, b->joined, sizeof a->joined) == 0;
}

static struct ref_tile oriented(int kind, int turns)
{
    struct ref_tile t = tile_of_code(tile_kinds[kind].code);

    for (int i = 0; i < turns; i++)
        t = turned(t);
    return t;
}

int ref_kind_of(const struct ref_tile *t)
{
    for (int kind = 0; kind < TILE_KINDS; kind++) {
        struct ref_tile other = tile_of_code(tile_kinds[kind].code);

        if (same_tracks(t, &other))
            return kind;
    }
    impossible("a tile of no kind");
}

static bool on_board(const struct metro_board *b, int row, int column)
{
    return row >= 0 && row < b->height && column >= 0 && column < b->width;
}

static bool in_centre(const struct metro_board *b, int row, int column)
{
    return on_board(b, row, column) && bits_have(b->centre, (uint32_t)(8 * row + column));
}

static bool takes_tiles(const struct metro_board *b, int row, int column)
{
    return on_board(b, row, column) && !in_centre(b, row, column);
}

static bool is_border(const struct metro_board *b, int row, int column)
{
    return row == 0 || column == 0 || row == b->height - 1 || column == b->width - 1;
}

/* The facing port of the neighbour: 0-5, 1-4, 2-7, 3-6. */
static int facing(int port)
{
    static const int other[PORTS] = {5, 4, 7, 6, 1, 0, 3, 2};

    return other[port];
}

static int station_at(const struct metro_board *b, int row, int column, int side)
{
    for (int i = 0; i < b->stations; i++)
        if (b->departure[i] == 4 * (8 * row + column) + side)
            return i;
    impossible("a line leaves the board where there is no station");
}

/* Follows the line of a station over the tiles that lie there. */
static struct ref_line trace(const struct match *m, const struct ref_metro *r, int station)
{
    const struct metro_board *b = &m->board->metro;
    int way = b->departure[station], crossings[SIDE_MAX][SIDE_MAX] = {{0}};
    struct ref_line line = {.row = way / 4 / 8, .column = way / 4 % 8, .port = 2 * (way % 4)};

    line.end = -1;
    while (r->tile[line.row][line.column].there) {
        int out = r->tile[line.row][line.column].joined[line.port], side = out / 2;
        int times = ++crossings[line.row][line.column];

        line.most = times > line.most ? times : line.most;
        line.length++;
        int row = line.row + step[side][ROW_STEPS];
        int column = line.column + step[side][COLUMN_STEPS];
        if (!takes_tiles(b, row, column)) {
            line.complete = true;
            line.central = in_centre(b, row, column);
            if (!line.central)
                line.end = station_at(b, line.row, line.column, side);
            break;
        }
        line.row = row;
        line.column = column;
        line.port = facing(out);
    }
    return line;
}

/* M5: on the border, or beside a tile. */
static bool reachable(const struct match *m, const struct ref_metro *r, int row, int column)
{
    const struct metro_board *b = &m->board->metro;

    if (!takes_tiles(b, row, column) || r->tile[row][column].there)
        return false;
    if (is_border(b, row, column))
        return true;
    for (int side = 0; side < 4; side++) {
        int other_row = row + step[side][ROW_STEPS];
        int other_column = column + step[side][COLUMN_STEPS];

        if (on_board(b, other_row, other_column) && r->tile[other_row][other_column].there)
            return true;
    }
    return false;
}

/* M7: would a line run from a station to a station over this tile alone? */
static bool joins_stations(const struct match *m, const struct ref_metro *r, int row,
                           int column, struct ref_tile t)
{
    static struct ref_metro with;
    const struct metro_board *b = &m->board->metro;

    memcpy(with.tile, r->tile, sizeof with.tile);
    with.tile[row][column] = t;
    for (int i = 0; i < b->stations; i++) {
        if (b->departure[i] / 4 != 8 * row + column)
            continue;
        struct ref_line line = trace(m, &with, i);
        if (line.complete && line.length == 1 && !line.central)
            return true;
    }
    return false;
}

/* Is this orientation different from those with fewer turns? */
static bool new_orientation(int kind, int turns)
{
    struct ref_tile t = oriented(kind, turns);

    for (int fewer = 0; fewer < turns; fewer++) {
        struct ref_tile u = oriented(kind, fewer);

        if (same_tracks(&t, &u))
            return false;
    }
    return true;
}

static bool option(const struct match *m, const char *name, uint32_t *value)
{
    uint32_t i = option_index(m->rules, name, strlen(name));

    *value = i < OPTIONS_MAX ? m->option[i] : 0;
    return *value != 0;
}

/* All ways to place a tile (M5, M6, M12), those that keep M7; if none does, all (M7R). */
static uint32_t placements(const struct match *m, const struct ref_metro *r, int kind,
                           struct ref_choice *list)
{
    const struct metro_board *b = &m->board->metro;
    uint32_t turning, n = 0;

    option(m, "turning", &turning);
    for (int exception = 0; exception < 2 && n == 0; exception++)
        for (int turns = 0; turns < (turning ? 4 : 1); turns++) {
            if (!new_orientation(kind, turns))
                continue;
            struct ref_tile t = oriented(kind, turns);
            for (int row = 0; row < b->height; row++)
                for (int column = 0; column < b->width; column++) {
                    if (!reachable(m, r, row, column))
                        continue;
                    if (!exception && joins_stations(m, r, row, column, t))
                        continue;
                    event_t e = event_place((uint32_t)(8 * row + column), (uint32_t)kind,
                                            (uint32_t)turns);
                    list[n++] = (struct ref_choice){e, 1};
                }
        }
    return n;
}

int ref_hand_size(const struct ref_metro *r, uint32_t seat)
{
    int n = 0;

    for (int kind = 0; kind < TILE_KINDS; kind++)
        n += r->hand[seat][kind];
    return n;
}

int ref_supply_size(const struct ref_metro *r)
{
    int n = 0;

    for (int kind = 0; kind < TILE_KINDS; kind++)
        n += r->supply[kind];
    return n;
}

static int wanted_hand(const struct match *m)
{
    uint32_t n;

    option(m, "hand", &n);
    return (int)n;
}

/* M3: who begins is chosen by the host or left to chance. */
static void choose_first(const struct match *m, struct ref_metro *r)
{
    uint32_t first;

    if (option(m, "first", &first)) {
        r->turn = (int)first - 1;
        r->phase = REF_TURN;
    } else {
        r->turn = 0;
        r->phase = REF_FIRST;
    }
}

void ref_start(const struct match *m, struct ref_metro *r)
{
    const struct metro_board *b = &m->board->metro;

    memset(r, 0, sizeof *r);
    r->drawn = NO_TILE;
    for (int kind = 0; kind < TILE_KINDS; kind++)
        r->supply[kind] = b->tile_count[kind];
    for (int i = 0; i < b->stations; i++)
        r->line[i] = trace(m, r, i);
    r->phase = REF_HANDS;
}

uint32_t ref_actor(const struct ref_metro *r)
{
    switch (r->phase) {
    case REF_TURN:
    case REF_DRAWN:
        return (uint32_t)r->turn;
    case REF_OVER:
        return NOBODY;
    default:
        return NATURE;
    }
}

uint32_t ref_legal(const struct match *m, const struct ref_metro *r,
                   struct ref_choice list[REF_CHOICES_MAX])
{
    uint32_t n = 0;

    switch (r->phase) {
    case REF_HANDS:
    case REF_FILL:
    case REF_REDRAW:
        for (int kind = 0; kind < TILE_KINDS; kind++)
            if (r->supply[kind])
                list[n++] = (struct ref_choice){event_make(EVENT_DEAL_TILE, (uint32_t)kind),
                                                (uint32_t)r->supply[kind]};
        break;
    case REF_FIRST:
        for (uint32_t seat = 0; seat < m->seats; seat++)
            list[n++] = (struct ref_choice){event_make(EVENT_FIRST, seat), 1};
        break;
    case REF_TURN:
        for (int kind = 0; kind < TILE_KINDS; kind++)
            if (r->hand[r->turn][kind])
                n += placements(m, r, kind, list + n);
        if (ref_supply_size(r) > 0)
            list[n++] = (struct ref_choice){event_make(EVENT_REDRAW, 0), 1};
        break;
    case REF_DRAWN:
        n = placements(m, r, r->drawn, list);
        break;
    case REF_OVER:
        break;
    }
    return n;
}

static bool board_full(const struct match *m, const struct ref_metro *r)
{
    const struct metro_board *b = &m->board->metro;

    for (int row = 0; row < b->height; row++)
        for (int column = 0; column < b->width; column++)
            if (takes_tiles(b, row, column) && !r->tile[row][column].there)
                return false;
    return true;
}

/* M9: lines that have just become complete score, each for its owner. */
static void score_lines(const struct match *m, struct ref_metro *r)
{
    const struct metro_board *b = &m->board->metro;

    r->completed = 0;
    r->owners = 0;
    for (int i = 0; i < b->stations; i++) {
        r->line[i] = trace(m, r, i);
        if (!r->line[i].complete || r->scored[i])
            continue;
        r->scored[i] = true;
        r->completed++;
        uint32_t owner = b->owner[m->seats][i];
        if (owner == NO_OWNER)
            continue;
        r->points[owner] += r->line[i].length * (r->line[i].central ? 2 : 1);
        r->owners |= 1u << owner;
    }
}

static void end_turn(const struct match *m, struct ref_metro *r)
{
    r->turn = (r->turn + 1) % m->seats;
    r->phase = board_full(m, r) ? REF_OVER : REF_TURN;
}

static void place(const struct match *m, struct ref_metro *r, event_t e)
{
    int row = (int)event_arg(e) / 8, column = (int)event_arg(e) % 8;
    int kind = (int)event_tile(e);
    struct ref_tile t = oriented(kind, (int)event_turns(e));

    r->by_exception = joins_stations(m, r, row, column, t);
    r->tile[row][column] = t;
    if (r->phase == REF_DRAWN)
        r->drawn = NO_TILE;
    else
        r->hand[r->turn][kind]--;
    score_lines(m, r);
    /* M4, M13R: the hand is filled up. */
    if (ref_hand_size(r, (uint32_t)r->turn) < wanted_hand(m) && ref_supply_size(r) > 0)
        r->phase = REF_FILL;
    else
        end_turn(m, r);
}

static void deal(const struct match *m, struct ref_metro *r, int kind)
{
    r->supply[kind]--;
    if (r->phase == REF_REDRAW) {
        r->drawn = kind;
        r->phase = REF_DRAWN;
        return;
    }
    r->hand[r->turn][kind]++;
    if (ref_hand_size(r, (uint32_t)r->turn) < wanted_hand(m) && ref_supply_size(r) > 0)
        return;
    if (r->phase == REF_FILL)
        end_turn(m, r);
    else if (++r->turn == m->seats)
        choose_first(m, r);
}

void ref_apply(const struct match *m, struct ref_metro *r, event_t e)
{
    switch (event_kind(e)) {
    case EVENT_PLACE:
        place(m, r, e);
        break;
    case EVENT_REDRAW:
        r->phase = REF_REDRAW;
        break;
    case EVENT_DEAL_TILE:
        deal(m, r, (int)event_arg(e));
        break;
    case EVENT_FIRST:
        r->turn = (int)event_arg(e);
        r->phase = REF_TURN;
        break;
    default:
        impossible("an event of another family");
    }
}

int ref_loops(const struct match *m, const struct ref_metro *r)
{
    int crossings = 0;

    for (int row = 0; row < SIDE_MAX; row++)
        for (int column = 0; column < SIDE_MAX; column++)
            crossings += r->tile[row][column].there ? 4 : 0;
    for (int i = 0; i < m->board->metro.stations; i++)
        crossings -= r->line[i].length;
    return crossings;
}
