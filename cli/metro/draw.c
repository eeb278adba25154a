/*
 * Tiles and the board of the metro family as text. A square is eight columns wide and four rows
 * high. Wagons keep to the right: they come in from the north in column 2 and leave to the north
 * in column 5, come in from the east in row 1 and leave in row 2, and so on around. Tracks run
 * along rows and columns; where two meet in one place both go straight on.
 */
#include "metro.h"

#include <string.h>

enum {
    ACROSS = 8, /* of a square */
    DOWN = 4,
    LEFT = 8, /* the margins with the stations */
    RIGHT = 8,
    TOP = 3,
    BOTTOM = 3,
    COLUMNS = LEFT + SIDE_MAX * ACROSS + RIGHT,
    ROWS = TOP + SIDE_MAX * DOWN + BOTTOM,
};

/* The tracks of each kind of tile: steps from the first place of each way in to beyond the
 * last. A search found the drawing with the fewest bends and crossings. */
static const char *const tracks[TILE_KINDS][4] = {
    {"SSSS", "WWWWWWWW", "NNNN", "EEEEEEEE"},         /* aaaa */
    {"SSSS", "WWWWWWWW", "NEEE", "EEEENNEN"},         /* aacb */
    {"SSSS", "WWNN", "WNNWWWWW", "EEEEEEEE"},         /* acba */
    {"SSSS", "WWNN", "NEEE", "ENWW"},                 /* accd */
    {"SSSS", "WSEE", "NNNN", "ENWW"},                 /* adad */
    {"SSSS", "WSEE", "NNWWWWWW", "EEEENNEN"},         /* adbb */
    {"SSEEEEEE", "WWWWWWWW", "NNNN", "ESES"},         /* baac */
    {"SSEEEEEE", "WWWWWWWW", "WWWS", "ENNEEEEN"},     /* badb */
    {"SSEEEEEE", "WSSWWWWS", "NNNN", "ENWW"},         /* bbad */
    {"SSEEEEEE", "WSSWWWWS", "NNWWWWWW", "ENNEEEEN"}, /* bbbb */
    {"EESSEEEE", "WWNN", "WWNNWWWW", "EESS"},         /* bcbc */
    {"SSEEEEEE", "WWNN", "WWWS", "ENWW"},             /* bcdd */
    {"SWWW", "WSSWWWWS", "NNNN", "EEEEEEEE"},         /* cbaa */
    {"SWWW", "WWWSSWWS", "NEEE", "EEENNEEN"},         /* cbcb */
    {"SWWW", "WWNN", "NEEE", "EESS"},                 /* cccc */
    {"SWWW", "WWNN", "WWWS", "EEEEEEEE"},             /* ccda */
    {"SWWW", "WSEE", "NNNN", "EESS"},                 /* cdac */
    {"SWWW", "WSEE", "WWWS", "EEEEENNN"},             /* cddb */
    {"EEEN", "WWWWWWWW", "NEEE", "EESS"},             /* dacc */
    {"EEEN", "WWWWWWWW", "WWWS", "EEEEEEEE"},         /* dada */
    {"EEEN", "WWWWWSSS", "WWWWNNWW", "EEEEEEEE"},     /* dbba */
    {"EEEN", "WWWWWSSS", "NEEE", "ENWW"},             /* dbcd */
    {"EEEN", "WSEE", "NNWWWWWW", "EESS"},             /* ddbc */
    {"EEEN", "WSEE", "WWWS", "ENWW"},                 /* dddd */
};

/* Where a way in begins, and where a way out ends, by side; and one step towards a side. */
static const struct place {
    int x, y;
} in_at[4] = {{2, 0}, {ACROSS - 1, 1}, {5, DOWN - 1}, {0, 2}},
  out_at[4] = {{5, 0}, {ACROSS - 1, 2}, {2, DOWN - 1}, {0, 1}},
  step_to[4] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};

const char *const side_names[4] = {SAYS("north"), SAYS("east"), SAYS("south"), SAYS("west")};

/* The content of one place: a sign, or tracks by the sides they leave towards, 1 light, 2
 * heavy. */
struct cell {
    char sign[4]; /* one character */
    uint8_t track[4];
    uint8_t style; /* of a seat, plus 1 */
};

struct canvas {
    struct cell cell[ROWS][COLUMNS];
};

const char *seat_style(uint32_t seat)
{
    static const char *const styles[SEATS_MAX + 1] = {"33", "34", "38;5;208", "32",
                                                      "35", "36", ""};

    return styles[seat < SEATS_MAX ? seat : SEATS_MAX];
}

static void put(struct canvas *c, int x, int y, const char *text, uint32_t style)
{
    while (*text) {
        struct cell *cell = &c->cell[y][x++];
        size_t n = 1;

        while (((unsigned char)text[n] & 0xC0) == 0x80)
            n++;
        memset(cell->sign, 0, sizeof cell->sign);
        memcpy(cell->sign, text, n < 4 ? n : 3);
        cell->style = (uint8_t)style;
        text += n;
    }
}

/* One track of a tile, from its way in on. */
static void put_track(struct canvas *c, int x, int y, uint32_t side, const char *steps,
                      uint32_t weight, uint32_t style)
{
    uint32_t from = side;

    x += in_at[side].x;
    y += in_at[side].y;
    for (; *steps; steps++) {
        uint32_t to = (uint32_t)(strchr("NESW", *steps) - "NESW");
        struct cell *cell = &c->cell[y][x];

        cell->track[from] = cell->track[to] = (uint8_t)weight;
        if (style)
            cell->style = (uint8_t)style;
        x += step_to[to].x;
        y += step_to[to].y;
        from = (to + 2) % 4;
    }
}

/* The character for the tracks in a cell. Corners never share a place with anything. */
static const char *track_sign(const uint8_t t[4])
{
    static const char *const corners[2][4] = {{"╰", "╭", "╮", "╯"}, {"┗", "┏", "┓", "┛"}};
    static const char *const cross[2][2] = {{"┼", "┿"}, {"╂", "╋"}};
    bool across = t[1] && t[3], down = t[0] && t[2];

    if (across && down)
        return cross[t[0] > 1][t[1] > 1];
    if (across)
        return t[1] > 1 ? "━" : "─";
    if (down)
        return t[0] > 1 ? "┃" : "│";
    for (uint32_t i = 0; i < 4; i++)
        if (t[i] && t[(i + 1) % 4])
            return corners[t[i] > 1][i];
    return NULL;
}

static void print(struct screen *s, const struct canvas *c, int x, int y, int width, int height)
{
    for (int row = y; row < y + height; row++) {
        int last = x + width;

        while (last > x && !c->cell[row][last - 1].sign[0] &&
               !track_sign(c->cell[row][last - 1].track))
            last--;
        for (int column = x; column < last; column++) {
            const struct cell *cell = &c->cell[row][column];
            const char *sign = cell->sign[0] ? cell->sign : track_sign(cell->track);
            const char *style = cell->style ? seat_style(cell->style - 1u) : "";

            screen_styled(s, sign ? style : "", sign ? sign : " ");
        }
        screen_line(s);
    }
}

/* Everything that the pictures are made from. */
struct picture {
    struct canvas *canvas;
    const struct match *match;
    const struct metro_board *board;
    const struct metro_state *seen;
    const struct drawing *wish;
    uint8_t line[4 * SQUARES_MAX]; /* the station whose line crosses by this way, plus 1 */
};

static uint32_t line_style(const struct picture *p, uint32_t station)
{
    uint32_t owner = metro_owner(p->match, station);

    return (owner < SEATS_MAX ? owner : (uint32_t)SEATS_MAX) + 1;
}

static int left_of(uint32_t square)
{
    return LEFT + (int)(square % 8) * ACROSS;
}

static int top_of(uint32_t square)
{
    return TOP + (int)(square / 8) * DOWN;
}

/* The station at a side of the edge: where its line departs, its number and seat ("29:2"), and
 * where lines arrive. */
static void put_station(struct picture *p, uint32_t station)
{
    static const char *const arrows[] = {"▼", "◀", "▲", "▶"};
    static const char *const roofs[] = {"┬", "┤", "┴", "├"};
    uint32_t way = p->board->departure[station], side = way % 4;
    int x = left_of(way / 4), y = top_of(way / 4);
    int dx = step_to[side].x, dy = step_to[side].y;
    uint32_t owner = metro_owner(p->match, station), style = line_style(p, station);
    char label[8], seat = owner < SEATS_MAX ? (char)('1' + owner) : '-';

    snprintf(label, sizeof label, "%2u:%c", (unsigned)station % 100 + 1, seat);
    if (p->seen->tile[way / 4]) {
        struct cell *cell = &p->canvas->cell[y + in_at[side].y + dy][x + in_at[side].x + dx];
        bool heavy = p->wish->heavy >> station & 1;

        cell->track[side] = cell->track[(side + 2) % 4] = heavy ? 2 : 1;
        cell->style = (uint8_t)style;
    } else {
        put(p->canvas, x + in_at[side].x + dx, y + in_at[side].y + dy, arrows[side], style);
    }
    put(p->canvas, x + out_at[side].x + dx, y + out_at[side].y + dy, roofs[side], 0);
    if (side == 1)
        put(p->canvas, x + ACROSS + 2, y + in_at[side].y, label, style);
    else if (side == 3)
        put(p->canvas, x - 6, y + in_at[side].y, label, style);
    else
        put(p->canvas, x + in_at[side].x - 1, y + (side == 0 ? -2 : DOWN + 1), label, style);
}

/* A square of the centre: a wall where squares take tiles, with a door for the lines. */
static void put_centre(struct picture *p, uint32_t square)
{
    static const char *const doors[] = {"╧", "╟", "╤", "╢"};
    static const char *const walls[] = {"═", "║", "═", "║"};
    static const int near[] = {0, ACROSS - 1, DOWN - 1, 0};
    static const uint32_t beside[] = {(uint32_t)-8, 1, 8, (uint32_t)-1};
    int x = left_of(square), y = top_of(square);
    bool outer[4];

    for (uint32_t side = 0; side < 4; side++) {
        int n = side % 2 ? DOWN : ACROSS;

        outer[side] = !bits_have(p->board->centre, (square + beside[side]) & 63);
        for (int i = 0; i < n && outer[side]; i++)
            put(p->canvas, side % 2 ? x + near[side] : x + i, side % 2 ? y + i : y + near[side],
                walls[side], 0);
    }
    for (uint32_t side = 0; side < 4; side++) {
        static const char *const edges[] = {"╗", "╝", "╚", "╔"};
        int right = side < 2 ? ACROSS - 1 : 0, bottom = side == 1 || side == 2 ? DOWN - 1 : 0;

        if (outer[side])
            put(p->canvas, x + in_at[side].x, y + in_at[side].y, doors[side], 0);
        if (outer[side] && outer[(side + 1) % 4])
            put(p->canvas, x + right, y + bottom, edges[side], 0);
    }
    put(p->canvas, x + 3, y + 1, "×2", 0);
}

static void put_tile(struct picture *p, uint32_t square)
{
    uint32_t kind = p->seen->tile[square] - 1u;

    for (uint32_t heavy = 0; heavy < 2; heavy++) { /* heavy ones last: their style wins */
        for (uint32_t side = 0; side < 4; side++) {
            uint32_t line = p->line[4 * square + side];
            uint32_t weight = line && p->wish->heavy >> (line - 1) & 1 ? 2 : 1;

            if ((weight == 2) == heavy)
                put_track(p->canvas, left_of(square), top_of(square), side, tracks[kind][side],
                          weight, line ? line_style(p, line - 1) : 0);
        }
    }
}

/* An arrow with the number of the line where it waits for a tile; for lines that have not begun
 * it is outside the board. */
static void put_head(struct picture *p, uint32_t station)
{
    static const char *const heads[] = {"▼%u", "%2u◀", "▲%u", "▶%u"};
    struct metro_line line = metro_trace(p->match, p->seen, station, NULL);
    uint32_t side = line.way % 4u;
    char label[16];

    if (line.end != LINE_RUNS || line.length == 0)
        return;
    snprintf(label, sizeof label, heads[side], (unsigned)station + 1);
    put(p->canvas, left_of(line.way / 4u) + in_at[side].x - (side == 1 ? 2 : 0),
        top_of(line.way / 4u) + in_at[side].y, label, line_style(p, station));
}

static void put_square(struct picture *p, uint32_t square)
{
    if (bits_have(p->board->centre, square)) {
        put_centre(p, square);
    } else if (p->seen->tile[square]) {
        put_tile(p, square);
    } else if (bits_have(p->wish->named, square)) {
        put(p->canvas, left_of(square) + 2, top_of(square) + 1,
            metro_square_name(p->board, square).text, 0);
    } else {
        put(p->canvas, left_of(square) + 3, top_of(square) + 1, "·", 0);
    }
}

static void put_margins(struct picture *p)
{
    const struct metro_board *b = p->board;

    for (uint32_t column = 0; column < b->width; column++) {
        const char name[2] = {(char)('a' + column), 0};

        put(p->canvas, left_of(column) + 3, 0, name, 0);
        put(p->canvas, left_of(column) + 3, TOP + b->height * DOWN + BOTTOM - 1, name, 0);
    }
    for (uint32_t row = 0; row < b->height; row++) {
        const char name[2] = {(char)('0' + b->height - row), 0};

        put(p->canvas, 0, top_of(8 * row) + 2, name, 0);
        put(p->canvas, LEFT + b->width * ACROSS + 6, top_of(8 * row) + 2, name, 0);
    }
    for (uint32_t i = 0; i < b->stations; i++)
        put_station(p, i);
}

static void print_part(struct screen *s, const struct picture *p)
{
    int row = (int)p->wish->square / 8, column = (int)p->wish->square % 8;
    int x = column == 0 ? 0 : LEFT + (column - 1) * ACROSS;
    int y = row == 0 ? 0 : TOP + (row - 1) * DOWN;
    int right = column + 1 >= p->board->width ? LEFT + p->board->width * ACROSS + RIGHT
                                              : LEFT + (column + 2) * ACROSS;
    int bottom = row + 1 >= p->board->height ? TOP + p->board->height * DOWN + BOTTOM
                                             : TOP + (row + 2) * DOWN;

    print(s, p->canvas, x, y, right - x, bottom - y);
}

void draw_board(struct screen *s, const struct match *m, const struct metro_state *seen,
                const struct drawing *d)
{
    static struct canvas canvas;
    struct picture p = {&canvas, m, &m->board->metro, seen, d, {0}};
    const struct metro_board *b = p.board;

    memset(&canvas, 0, sizeof canvas);
    for (uint32_t i = 0; i < b->stations; i++) {
        uint8_t ways[LINE_MAX];
        struct metro_line line = metro_trace(m, seen, i, ways);

        for (uint32_t k = 0; k < line.length; k++)
            p.line[ways[k]] = (uint8_t)(i + 1);
    }
    for (uint32_t square = 0; square < SQUARES_MAX; square++)
        if (bits_have(b->squares | b->centre, square))
            put_square(&p, square);
    put_margins(&p);
    for (uint32_t i = 0; i < b->stations; i++)
        put_head(&p, i);
    if (d->part)
        print_part(s, &p);
    else
        print(s, &canvas, 0, 0, LEFT + b->width * ACROSS + RIGHT,
              TOP + b->height * DOWN + BOTTOM);
}

void draw_tiles(struct screen *s, const struct caption *tile, uint32_t count)
{
    enum { EACH = ACROSS + 5, IN_A_ROW = 5 };
    static struct canvas canvas;

    for (uint32_t from = 0; from < count; from += IN_A_ROW) {
        uint32_t n = count - from < IN_A_ROW ? count - from : (uint32_t)IN_A_ROW;

        memset(&canvas, 0, sizeof canvas);
        for (uint32_t i = 0; i < n; i++) {
            const struct caption *one = &tile[from + i];
            int x = (int)show_indent() + (int)i * EACH;

            for (uint32_t side = 0; side < 4; side++)
                put_track(&canvas, x, 0, side, tracks[one->kind][side], 1, 0);
            put(&canvas, x + 1, DOWN, one->words, 0);
        }
        print(s, &canvas, 0, 0, COLUMNS, DOWN + 1);
    }
}
