/*
 * Private to the metro players: what the lines of a position will be worth, and how a tile
 * would change that. Nothing is chosen here.
 *
 * A line that waits for a tile leaves it by one of four sides, with odds that follow from the
 * tiles not yet placed. Beyond that side it runs over the tiles that lie there to the next free
 * square, or to its end. So an open line is a random walk over the ways into free squares. Two
 * numbers for each way say everything about the rest of a line, whatever its length so far: the
 * chance to end in the centre, and the points for crossings still to be made.
 */
#ifndef ANDEN_METRO_FORECAST_H
#define ANDEN_METRO_FORECAST_H

#include "../../engine/game.h"
#include "../../engine/metro/queries.h"
#include "constants.h"

enum {
    FINE_POINT = 1024, /* a point, in what the forecast answers */
    WAYS = 4 * SQUARES_MAX,
    AT_STATION = WAYS, /* where a line can be, besides the ways into squares: at its end */
    AT_CENTRE,
    PLACES,
    LEADS = PLACES - WAYS + 1, /* to a way, to a station, to the centre */
    SWEEPS = 20,               /* of forecast_make() */
    SURE = 1 << 16,            /* a chance of 1 to win */
};

/* The numbers are floats, because four of them are computed at once. IEEE rounds sums, products and
 * quotients the same way everywhere. */
struct forecast {
    float centre[PLACES]; /* the chance to end there, of a line waiting at this way */
    float more[PLACES];   /* points that the line gets for crossings still to be made */
    float
        run_length[WAYS];  /* out of a side of a free square: crossings, its own included ... */
    uint16_t run_to[WAYS]; /* ... and where they lead */
    uint16_t run_from[WAYS]; /* the side of a free square that leads here; WAYS if none does */
    uint8_t line[WAYS];      /* the station whose line waits there, plus 1; 0 is none */
    float share[WAYS]
               [4]; /* how likely a line leaves a free square by this side, by its way in */
    float odds[LEADS][4][4];     /* of a side out, by where it leads, itself, and the side in */
    float weight[SEATS_MAX + 1]; /* of points, by owner; negative for others', 0 for nobody's */
    uint8_t owner[METRO_STATIONS_MAX]; /* a seat, or SEATS_MAX */
    const struct match *match;
    const struct metro_board *board;
    float others;      /* constants.h: what the points of others count, */
    float more_counts; /* and points for crossings still to be made */
    float trifle;      /* a change of a number that its neighbours need not follow */
    uint32_t waves;    /* how far changes are followed */
};

/* Computes what stays the same while a choice is made: the odds, from the tiles still to come,
 * and the weights of the lines for the seat that chooses. */
void forecast_prepare(struct forecast *f, const struct match *m,
                      const uint8_t tiles[TILE_KINDS], const struct tuning *tuning);
void forecast_for(struct forecast *f, const struct match *m, uint32_t seat);

/* From now on forecast_place() follows changes only as far as they matter in simulated games:
 * that takes a third of the time. */
void forecast_roughly(struct forecast *f);

/* Computes the numbers of a position; or changes them after a tile has been laid on a square. */
void forecast_make(struct forecast *f, const struct metro_state *s);
void forecast_place(struct forecast *f, const struct metro_state *s, uint32_t square);

/* What the line of a station will be worth; the weighted sum of all lines; and what this
 * tile on this square would add to it. In parts of FINE_POINT. */
int32_t forecast_line(const struct forecast *f, const struct metro_state *s, uint32_t station);
int32_t forecast_sum(const struct forecast *f, const struct metro_state *s);
int32_t forecast_gain(const struct forecast *f, const struct metro_state *s, uint32_t square,
                      uint32_t kind);

/* The same, looked at more closely: with the numbers of the squares around it computed again as if
 * the tile were in place. Nearly as good as forecast_place() with all that follows from it, in a
 * fraction of the time. Afterwards the forecast is as before. */
int32_t forecast_look(struct forecast *f, const struct metro_state *s, uint32_t square,
                      uint32_t kind);

/* The chance of a seat to win, in parts of SURE, from what everybody's lines will be worth:
 * seats win in proportion to exp(points / t), where t is smaller the fewer tiles are left. */
int32_t forecast_chance(const struct forecast *f, const struct metro_state *s, uint32_t seat);

/* How much one more point adds to such a chance. */
int32_t forecast_slope(const struct forecast *f, const struct metro_state *s, int32_t chance);

#endif
