/*
 * What lines will be worth: see forecast.h.
 */
#include "forecast.h"

enum { PLAIN_ODDS = 32, PERCENT = 100 };

enum {
    SWEEPS = 20,         /* of forecast_make() */
    WAVES = 8,           /* of forecast_place() */
    TRIFLE = POINT / 32, /* smaller changes make no wave */
    ROUGH_WAVES = 4,     /* the same for a rough forecast */
    ROUGH_TRIFLE = POINT / 8,
};

void forecast_prepare(struct forecast *f, const struct match *m,
                      const uint8_t tiles[TILE_KINDS], const struct tuning *tuning)
{
    const int32_t bend[LEADS] = {PLAIN_ODDS, tuning->value[END_ODDS],
                                 tuning->value[CENTRE_ODDS]};
    int32_t seen[4][4] = {{0}}, sum = 0;

    f->match = m;
    f->board = &m->board->metro;
    f->turning = metro_turning(m);
    f->others = 2 * WEIGHT * tuning->value[OTHERS_COUNT] / PERCENT;
    f->more_counts = tuning->value[MORE_COUNTS];
    f->trifle = TRIFLE;
    f->waves = WAVES;
    for (uint32_t kind = 0; kind < TILE_KINDS; kind++) {
        sum += tiles[kind];
        for (uint32_t in = 0; in < 4; in++)
            seen[in][tile_kinds[kind].out[in]] += tiles[kind];
    }
    for (uint32_t in = 0; in < 4; in++) {
        for (uint32_t out = 0; out < 4; out++) {
            int32_t n = seen[in][out];

            if (f->turning) /* the line may come in by any side */
                n = (seen[0][(out - in) & 3] + seen[1][(out - in + 1) & 3] +
                     seen[2][(out - in + 2) & 3] + seen[3][(out - in + 3) & 3]);
            n = sum ? n * ODDS / (f->turning ? 4 * sum : sum) : ODDS / 4;
            for (uint32_t lead = 0; lead < LEADS; lead++)
                f->odds[lead][out][in] = n * bend[lead] / PLAIN_ODDS;
        }
    }
    __builtin_memset(f->centre, 0, sizeof f->centre);
    __builtin_memset(f->more, 0, sizeof f->more);
    f->centre[AT_CENTRE] = POINT;
}

void forecast_roughly(struct forecast *f)
{
    f->trifle = ROUGH_TRIFLE;
    f->waves = ROUGH_WAVES;
}

/* With two seats the other's points count as much as one's own. With more seats all the others
 * together count less: a loss of one of them helps everybody, mostly those who did nothing for
 * it. */
void forecast_for(struct forecast *f, const struct match *m, uint32_t seat)
{
    const int32_t seats = m->seats;

    for (uint32_t i = 0; i < METRO_STATIONS_MAX; i++) {
        uint32_t owner = i < f->board->stations ? metro_owner(m, i) : (uint32_t)NO_OWNER;

        f->weight[i] = owner >= m->seats ? 0
                       : owner == seat   ? WEIGHT
                                         : -f->others / (seats * (seats - 1));
    }
}

/* Where a side of a free square leads. Tracks of tiles join ports two by two, so that such a way
 * comes to an end or to a free square and never runs in a circle. */
static void make_run(struct forecast *f, const struct metro_state *s, uint32_t side)
{
    const struct metro_board *b = f->board;
    uint32_t out = side & 3, next = b->beyond[side], length = 0, tile;

    while (next < SQUARES_MAX && (tile = s->tile[next]) != 0) {
        out = tile_kinds[tile - 1].out[out ^ 2];
        next = b->beyond[4 * next + out];
        length++;
    }
    uint32_t to = next < SQUARES_MAX      ? 4 * next + (out ^ 2)
                  : next == BEYOND_CENTRE ? (uint32_t)AT_CENTRE
                                          : (uint32_t)AT_STATION;
    f->run_length[side] = (uint8_t)length;
    f->run_to[side] = (uint16_t)to;
    if (to < WAYS)
        f->run_from[to] = (uint16_t)side;
}

static void make_runs(struct forecast *f, const struct metro_state *s, uint64_t squares)
{
    for (uint32_t i = 0; i < WAYS; i++)
        f->run_from[i] = WAYS;
    for (; squares; squares &= squares - 1) {
        uint32_t first = 4 * bits_first(squares);

        for (uint32_t side = 0; side < 4; side++)
            make_run(f, s, first + side);
    }
}

/* Numbers for the four ways into a square, computed together. */
typedef int32_t four __attribute__((vector_size(16)));
typedef float four_floats __attribute__((vector_size(16)));

static four load(const int32_t *at)
{
    four x;

    __builtin_memcpy(&x, at, sizeof x);
    return x;
}

static four divided(four x, four_floats by)
{
    return __builtin_convertvector(__builtin_convertvector(x, four_floats) / by, four);
}

/* One step of the random walk, for the four ways into a free square. Returns the set of
 * those that have changed by more than a trifle. */
static uint32_t look_ahead(struct forecast *f, uint32_t square)
{
    const uint8_t *beyond = &f->board->beyond[4 * square];
    const four next = {beyond[0], beyond[1], beyond[2], beyond[3]};
    const four inside = next != BEYOND_STATION;
    four sum = {0}, chance = {0}, points = {0};

    for (uint32_t out = 0; out < 4; out++) {
        uint32_t side = 4 * square + out, to = f->run_to[side];
        uint32_t lead = to < WAYS ? 0 : to - WAYS + 1;
        int32_t centre = f->centre[to];
        int32_t more = (1 + f->run_length[side]) * (POINT + centre) + f->more[to];
        four odds = load(f->odds[lead][out]);

        if (beyond[out] == BEYOND_STATION)
            odds &= inside; /* M7: not from station to station */
        sum += odds;
        chance += odds * centre;
        points += odds * more;
    }
    sum -= sum == 0; /* nothing fits: 0 of 1 instead of 0 of 0 */
    four_floats whole = __builtin_convertvector(sum, four_floats);
    chance = divided(chance, whole);
    points = divided(points, whole);
    four off = chance - load(&f->centre[4 * square]);
    four by = points - load(&f->more[4 * square]);
    int32_t least = f->trifle;
    four changed = (off > least) | (off < -least) | (by > least) | (by < -least);
    __builtin_memcpy(&f->centre[4 * square], &chance, sizeof chance);
    __builtin_memcpy(&f->more[4 * square], &points, sizeof points);
    return (uint32_t)((changed[0] & 1) | (changed[1] & 2) | (changed[2] & 4) |
                      (changed[3] & 8));
}

static void make_lines(struct forecast *f, const struct metro_state *s)
{
    __builtin_memset(f->line, 0, sizeof f->line);
    for (uint32_t i = 0; i < f->board->stations; i++)
        if (!bits_have(s->complete, i))
            f->line[s->head[i]] = (uint8_t)(i + 1);
}

void forecast_make(struct forecast *f, const struct metro_state *s)
{
    const uint64_t open = f->board->squares & ~s->placed;

    make_runs(f, s, open);
    make_lines(f, s);
    for (uint32_t i = 0; i < SWEEPS; i++) {
        for (uint64_t squares = open; squares; squares &= squares - 1)
            look_ahead(f, bits_first(squares));
    }
}

/* Only ways that lead to the tile, ways that lead to those, and so on, are computed again,
 * in a few waves, until nothing changes by more than a trifle. */
void forecast_place(struct forecast *f, const struct metro_state *s, uint32_t square)
{
    const uint64_t open = f->board->squares & ~s->placed;
    uint64_t wave = 0;

    for (uint32_t in = 0; in < 4; in++) {
        uint32_t side = f->run_from[4 * square + in];

        if (side < WAYS && bits_have(open, side / 4)) {
            make_run(f, s, side);
            wave |= bit(side / 4);
        }
    }
    make_lines(f, s);
    for (uint32_t i = 0; i < f->waves && wave; i++) {
        uint64_t next = 0;

        for (; wave; wave &= wave - 1) {
            uint32_t one = bits_first(wave);

            for (uint32_t left = look_ahead(f, one); left; left &= left - 1) {
                uint32_t side = f->run_from[4 * one + bits_first(left)];

                next |= side < WAYS ? bit(side / 4) : 0;
            }
        }
        wave = next & open;
    }
}

static int32_t worth(const struct forecast *f, uint32_t length, uint32_t place)
{
    return (int32_t)length * (POINT + f->centre[place]) +
           f->more[place] * f->more_counts / PERCENT;
}

int32_t forecast_line(const struct forecast *f, const struct metro_state *s, uint32_t station)
{
    return worth(f, s->length[station],
                 !bits_have(s->complete, station) ? s->head[station]
                 : bits_have(s->central, station) ? (uint32_t)AT_CENTRE
                                                  : (uint32_t)AT_STATION);
}

int32_t forecast_sum(const struct forecast *f, const struct metro_state *s)
{
    int32_t sum = 0;

    for (uint32_t i = 0; i < f->board->stations; i++)
        sum += f->weight[i] * forecast_line(f, s, i) / WEIGHT;
    return sum;
}

/* Where a line that waits at a way comes over a tile on its square. Adds the crossings to its
 * length; it can come back to the tile. */
static uint32_t pass(const struct forecast *f, uint32_t way, uint32_t kind, uint32_t *length)
{
    const uint32_t square = way / 4;

    do {
        uint32_t out = 4 * square + tile_kinds[kind].out[way & 3];

        *length += 1u + f->run_length[out];
        way = f->run_to[out];
    } while (way / 4 == square);
    return way;
}

int32_t forecast_gain(const struct forecast *f, const struct metro_state *s, uint32_t square,
                      uint32_t kind)
{
    int32_t gain = 0;

    for (uint32_t way = 4 * square; way < 4 * square + 4; way++) {
        uint32_t line = f->line[way];

        if (line-- == 0 || f->weight[line] == 0)
            continue;
        uint32_t length = s->length[line], to = pass(f, way, kind, &length);
        gain +=
            f->weight[line] * (worth(f, length, to) - worth(f, s->length[line], way)) / WEIGHT;
    }
    return gain;
}

/* The weighted sum of the lines that wait at a square. */
static int32_t waiting(const struct forecast *f, const struct metro_state *s, uint32_t square)
{
    int32_t sum = 0;

    for (uint32_t way = 4 * square; way < 4 * square + 4; way++) {
        uint32_t line = f->line[way];

        if (line-- > 0)
            sum += f->weight[line] * worth(f, s->length[line], way) / WEIGHT;
    }
    return sum;
}

int32_t forecast_look(struct forecast *f, const struct metro_state *s, uint32_t square,
                      uint32_t kind)
{
    struct {
        uint32_t side, to, length;
        four centre, more;
    } was[4]; /* the sides of other squares that lead here, and the numbers of those squares */
    uint32_t n = 0;
    int32_t gain = 0;

    for (uint32_t way = 4 * square; way < 4 * square + 4; way++) {
        uint32_t side = f->run_from[way], length;

        if (side >= WAYS || side / 4 == square || bits_have(s->placed, side / 4))
            continue;
        was[n].side = side;
        was[n].to = way;
        was[n++].length = length = f->run_length[side];
        f->run_to[side] = (uint16_t)pass(f, way, kind, &length);
        f->run_length[side] = (uint8_t)length;
    }
    for (uint32_t i = 0; i < n; i++) {
        uint32_t one = was[i].side / 4;

        was[i].centre = load(&f->centre[4 * one]);
        was[i].more = load(&f->more[4 * one]);
        gain -= waiting(f, s, one);
        look_ahead(f, one);
        gain += waiting(f, s, one);
    }
    gain += forecast_gain(f, s, square, kind);
    while (n-- > 0) {
        uint32_t side = was[n].side, one = side / 4;

        __builtin_memcpy(&f->centre[4 * one], &was[n].centre, sizeof was[n].centre);
        __builtin_memcpy(&f->more[4 * one], &was[n].more, sizeof was[n].more);
        f->run_to[side] = (uint16_t)was[n].to;
        f->run_length[side] = (uint8_t)was[n].length;
    }
    return gain;
}

/* How many points multiply the chance to win by e, times 4: fitted to games of greedy against
 * itself, with 2 to 6 seats. */
static uint32_t unsure(const struct forecast *f, const struct metro_state *s)
{
    return 8 + bits_count(f->board->squares & ~s->placed);
}

/* exp(-x / POINT) in parts of SURE, as (1 + x / 64)^-64. */
static uint32_t fading(uint32_t x)
{
    uint64_t y = SURE + (uint64_t)(x < 8 * POINT ? x : 8 * POINT) * (SURE / 64) / POINT;

    for (uint32_t i = 0; i < 6; i++)
        y = y * y / SURE;
    return (uint32_t)((uint64_t)SURE * SURE / y);
}

int32_t forecast_chance(const struct forecast *f, const struct metro_state *s, uint32_t seat)
{
    const uint32_t seats = f->match->seats, t = unsure(f, s);
    int32_t points[SEATS_MAX] = {0}, most = 0;

    for (uint32_t i = 0; i < f->board->stations; i++)
        if (metro_owner(f->match, i) < seats)
            points[metro_owner(f->match, i)] += forecast_line(f, s, i);
    for (uint32_t i = 0; i < seats; i++)
        most = points[i] > most ? points[i] : most;
    uint64_t own = fading((uint32_t)(most - points[seat]) * 4 / t), sum = own;
    for (uint32_t i = 0; i < seats; i++)
        sum += i == seat ? 0 : fading((uint32_t)(most - points[i]) * 4 / t);
    return (int32_t)(own * SURE / sum);
}

int32_t forecast_slope(const struct forecast *f, const struct metro_state *s, int32_t chance)
{
    return (int32_t)((int64_t)chance * (SURE - chance) / SURE * 4 / unsure(f, s));
}
