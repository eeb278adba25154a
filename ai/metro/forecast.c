/*
 * What lines will be worth: see forecast.h.
 */
#include "forecast.h"

enum { PLAIN_ODDS = 32, PERCENT = 100 };

enum {
    WAVES = 8,       /* of forecast_place() */
    ROUGH_WAVES = 4, /* ... for a rough forecast */
};

/* Smaller changes make no wave. */
static const float trifle = 1.0f / 32, rough_trifle = 1.0f / 8;

void forecast_prepare(struct forecast *f, const struct match *m,
                      const uint8_t tiles[TILE_KINDS], const struct tuning *tuning)
{
    const int32_t bend[LEADS] = {PLAIN_ODDS, tuning->value[END_ODDS],
                                 tuning->value[CENTRE_ODDS]};
    const bool turning = metro_turning(m); /* M12 */
    int32_t seen[4][4] = {{0}}, sum = 0;

    f->match = m;
    f->board = &m->board->metro;
    f->others = (float)tuning->value[OTHERS_COUNT] / (float)PERCENT;
    f->more_counts = (float)tuning->value[MORE_COUNTS] / (float)PERCENT;
    f->trifle = trifle;
    f->waves = WAVES;
    for (uint32_t i = 0; i < METRO_STATIONS_MAX; i++) {
        uint32_t owner = metro_owner(m, i);

        f->owner[i] = (uint8_t)(owner < m->seats ? owner : SEATS_MAX);
    }
    for (uint32_t kind = 0; kind < TILE_KINDS; kind++) {
        sum += tiles[kind];
        for (uint32_t in = 0; in < 4; in++)
            seen[in][tile_kinds[kind].out[in]] += tiles[kind];
    }
    for (uint32_t in = 0; in < 4; in++) {
        for (uint32_t out = 0; out < 4; out++) {
            int32_t n = seen[in][out];

            if (turning) /* the line may come in by any side */
                n = (seen[0][(out - in) & 3] + seen[1][(out - in + 1) & 3] +
                     seen[2][(out - in + 2) & 3] + seen[3][(out - in + 3) & 3]);
            for (uint32_t lead = 0; lead < LEADS; lead++)
                f->odds[lead][out][in] = (float)((sum ? n : 1) * bend[lead]);
        }
    }
    __builtin_memset(f->centre, 0, sizeof f->centre);
    __builtin_memset(f->more, 0, sizeof f->more);
    f->centre[AT_CENTRE] = 1;
}

void forecast_roughly(struct forecast *f)
{
    f->trifle = rough_trifle;
    f->waves = ROUGH_WAVES;
}

/* With two seats the other's points count as much as one's own. With more seats all the others
 * together count less: a loss of one of them helps everybody, mostly those who did nothing for
 * it. */
void forecast_for(struct forecast *f, const struct match *m, uint32_t seat)
{
    const uint32_t seats = m->seats;
    const float other = -2 * f->others / (float)(seats * (seats - 1));

    for (uint32_t i = 0; i < seats; i++)
        f->weight[i] = i == seat ? 1 : other;
    f->weight[SEATS_MAX] = 0;
}

/* Where a side of a free square leads. Tracks of tiles join ports two by two, so that such a way
 * comes to an end or to a free square and never runs in a circle. */
static void make_run(struct forecast *f, const struct metro_state *s, uint32_t side)
{
    const struct metro_board *b = f->board;
    uint32_t out = side & 3, next = b->beyond[side], length = 1, tile;

    while (next < SQUARES_MAX && (tile = s->tile[next]) != 0) {
        out = tile_kinds[tile - 1].out[out ^ 2];
        next = b->beyond[4 * next + out];
        length++;
    }
    uint32_t to = next < SQUARES_MAX      ? 4 * next + (out ^ 2)
                  : next == BEYOND_CENTRE ? (uint32_t)AT_CENTRE
                                          : (uint32_t)AT_STATION;
    f->run_length[side] = (float)length;
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
typedef float four __attribute__((vector_size(16)));
typedef int32_t four_masks __attribute__((vector_size(16)));

static inline four load(const float *at)
{
    four x;

    __builtin_memcpy(&x, at, sizeof x);
    return x;
}

static inline void store(float *at, four x)
{
    __builtin_memcpy(at, &x, sizeof x);
}

/* How likely a line leaves a free square by each of its sides. */
static void make_shares(struct forecast *f, uint32_t square)
{
    const uint8_t *beyond = &f->board->beyond[4 * square];
    const four_masks next = {beyond[0], beyond[1], beyond[2], beyond[3]};
    four share[4], sum = {0};

    for (uint32_t out = 0; out < 4; out++) {
        uint32_t to = f->run_to[4 * square + out], lead = to < WAYS ? 0 : to - WAYS + 1;

        share[out] = load(f->odds[lead][out]);
        if (beyond[out] == BEYOND_STATION) /* M7: not from station to station */
            share[out] = (four)((four_masks)share[out] & (next != BEYOND_STATION));
        sum += share[out];
    }
    sum -= __builtin_convertvector(sum == 0, four); /* nothing fits: 0 of 1, not 0 of 0 */
    for (uint32_t out = 0; out < 4; out++)
        store(f->share[4 * square + out], share[out] / sum);
}

/* One step of the random walk, for the four ways into a free square. */
struct step {
    four centre, more;
};

static inline struct step look_ahead(const struct forecast *f, uint32_t square)
{
    struct step step = {0};

    for (uint32_t out = 0; out < 4; out++) {
        uint32_t side = 4 * square + out, to = f->run_to[side];
        float centre = f->centre[to];
        four share = load(f->share[side]);

        step.centre += share * centre;
        step.more += share * (f->run_length[side] * (1 + centre) + f->more[to]);
    }
    return step;
}

static inline void take(struct forecast *f, uint32_t square, const struct step *step)
{
    store(&f->centre[4 * square], step->centre);
    store(&f->more[4 * square], step->more);
}

/* The set of ways whose numbers a step would change by more than a trifle. */
static inline uint32_t changed(const struct forecast *f, uint32_t square,
                               const struct step *step)
{
    const four off = step->centre - load(&f->centre[4 * square]);
    const four by = step->more - load(&f->more[4 * square]);
    const float least = f->trifle;
    const four_masks set = (off > least) | (off < -least) | (by > least) | (by < -least);

    return (uint32_t)((set[0] & 1) | (set[1] & 2) | (set[2] & 4) | (set[3] & 8));
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
    for (uint64_t squares = open; squares; squares &= squares - 1)
        make_shares(f, bits_first(squares));
    for (uint32_t i = 0; i < SWEEPS; i++) {
        for (uint64_t squares = open; squares; squares &= squares - 1) {
            uint32_t square = bits_first(squares);
            struct step step = look_ahead(f, square);

            take(f, square, &step);
        }
    }
}

/* The lines that waited at a square have been extended over a tile there. */
static void move_lines(struct forecast *f, const struct metro_state *s, uint32_t square)
{
    uint8_t line[4];

    __builtin_memcpy(line, &f->line[4 * square], sizeof line);
    __builtin_memset(&f->line[4 * square], 0, sizeof line);
    for (uint32_t in = 0; in < 4; in++)
        if (line[in] && !bits_have(s->complete, line[in] - 1u))
            f->line[s->head[line[in] - 1u]] = line[in];
}

/* Computes a square again. Returns the squares that lead to it and have to follow. */
static uint64_t follow(struct forecast *f, uint32_t square)
{
    uint64_t squares = 0;
    struct step step = look_ahead(f, square);

    for (uint32_t left = changed(f, square, &step); left; left &= left - 1) {
        uint32_t side = f->run_from[4 * square + bits_first(left)];

        squares |= side < WAYS ? bit(side / 4) : 0;
    }
    take(f, square, &step);
    return squares;
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
            if (f->run_to[side] >= WAYS)
                make_shares(f, side / 4);
            wave |= bit(side / 4);
        }
    }
    move_lines(f, s, square);
    for (uint32_t i = 0; i < f->waves && wave; i++) {
        uint64_t next = 0;

        for (; wave; wave &= wave - 1)
            next |= follow(f, bits_first(wave));
        wave = next & open;
    }
}

static inline float worth(const struct forecast *f, float length, uint32_t place)
{
    return length * (1 + f->centre[place]) + f->more[place] * f->more_counts;
}

static float line_worth(const struct forecast *f, const struct metro_state *s, uint32_t station)
{
    return worth(f, s->length[station],
                 !bits_have(s->complete, station) ? s->head[station]
                 : bits_have(s->central, station) ? (uint32_t)AT_CENTRE
                                                  : (uint32_t)AT_STATION);
}

int32_t forecast_line(const struct forecast *f, const struct metro_state *s, uint32_t station)
{
    return (int32_t)((float)FINE_POINT * line_worth(f, s, station));
}

int32_t forecast_sum(const struct forecast *f, const struct metro_state *s)
{
    float sum = 0;

    for (uint32_t i = 0; i < f->board->stations; i++)
        sum += f->weight[f->owner[i]] * line_worth(f, s, i);
    return (int32_t)((float)FINE_POINT * sum);
}

/* Where a line that waits at a way comes over a tile on its square. Adds the crossings to its
 * length; it can come back to the tile. */
static inline uint32_t pass(const struct forecast *f, uint32_t way, uint32_t kind,
                            float *length)
{
    const uint32_t square = way / 4;

    do {
        uint32_t out = 4 * square + tile_kinds[kind].out[way & 3];

        *length += f->run_length[out];
        way = f->run_to[out];
    } while (way / 4 == square);
    return way;
}

/* Does a line wait at a square? */
static inline bool waits(const struct forecast *f, uint32_t square)
{
    uint32_t lines;

    __builtin_memcpy(&lines, &f->line[4 * square], sizeof lines);
    return lines != 0;
}

/* What the lines that wait at a square gain by a tile there. */
static inline float gain_of(const struct forecast *f, const struct metro_state *s,
                            uint32_t square, uint32_t kind)
{
    float gain = 0;

    if (!waits(f, square))
        return 0;
    for (uint32_t way = 4 * square; way < 4 * square + 4; way++) {
        uint32_t line = f->line[way];

        if (line-- == 0 || f->owner[line] == SEATS_MAX)
            continue;
        float length = s->length[line], before = worth(f, length, way);
        uint32_t to = pass(f, way, kind, &length);
        gain += f->weight[f->owner[line]] * (worth(f, length, to) - before);
    }
    return gain;
}

int32_t forecast_gain(const struct forecast *f, const struct metro_state *s, uint32_t square,
                      uint32_t kind)
{
    return (int32_t)((float)FINE_POINT * gain_of(f, s, square, kind));
}

/* The weighted sum of the lines that wait at a square. */
static inline float waiting(const struct forecast *f, const struct metro_state *s,
                            uint32_t square)
{
    float sum = 0;

    for (uint32_t way = 4 * square; way < 4 * square + 4; way++) {
        uint32_t line = f->line[way];

        if (line-- > 0)
            sum += f->weight[f->owner[line]] * worth(f, s->length[line], way);
    }
    return sum;
}

int32_t forecast_look(struct forecast *f, const struct metro_state *s, uint32_t square,
                      uint32_t kind)
{
    struct {
        uint32_t side, to;
        float length;
        struct step step;
        float share[4][4];
    } was[4]; /* the sides of other squares that lead here, and the numbers of those squares */
    uint32_t n = 0;
    float gain = 0;

    for (uint32_t way = 4 * square; way < 4 * square + 4; way++) {
        uint32_t side = f->run_from[way];

        if (side >= WAYS || side / 4 == square || bits_have(s->placed, side / 4))
            continue;
        was[n].side = side;
        was[n].to = way;
        was[n++].length = f->run_length[side];
        f->run_to[side] = (uint16_t)pass(f, way, kind, &f->run_length[side]);
    }
    for (uint32_t i = 0; i < n; i++) {
        uint32_t one = was[i].side / 4;
        bool counts = waits(f, one);

        was[i].step = (struct step){load(&f->centre[4 * one]), load(&f->more[4 * one])};
        gain -= counts ? waiting(f, s, one) : 0;
        if (f->run_to[was[i].side] >= WAYS) {
            __builtin_memcpy(was[i].share, f->share[4 * one], sizeof was[i].share);
            make_shares(f, one);
        }
        struct step step = look_ahead(f, one);
        take(f, one, &step);
        gain += counts ? waiting(f, s, one) : 0;
    }
    gain += gain_of(f, s, square, kind);
    while (n-- > 0) {
        uint32_t side = was[n].side;

        if (f->run_to[side] >= WAYS)
            __builtin_memcpy(f->share[side & ~3u], was[n].share, sizeof was[n].share);
        take(f, side / 4, &was[n].step);
        f->run_to[side] = (uint16_t)was[n].to;
        f->run_length[side] = was[n].length;
    }
    return (int32_t)((float)FINE_POINT * gain);
}

/* How many points multiply the chance to win by e, times 4: fitted to games of greedy against
 * itself, with 2 to 6 seats. */
static uint32_t unsure(const struct forecast *f, const struct metro_state *s)
{
    return 8 + bits_count(f->board->squares & ~s->placed);
}

/* exp(-x / FINE_POINT) in parts of SURE, as (1 + x / 64)^-64. */
static uint32_t fading(uint32_t x)
{
    uint64_t y =
        SURE + (uint64_t)(x < 8 * FINE_POINT ? x : 8 * FINE_POINT) * (SURE / 64) / FINE_POINT;

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
