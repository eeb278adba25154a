/*
 * Private to the metro players: the choices of a turn in order of their value by the forecast.
 * The players choose among them.
 */
#ifndef ANDEN_METRO_RANK_H
#define ANDEN_METRO_RANK_H

#include "forecast.h"

enum { RANKED_MAX = 24 };

struct choice {
    event_t event;
    int32_t value; /* parts of FINE_POINT added to the forecast; dice break ties */
};

struct ranking {
    struct choice best[RANKED_MAX]; /* descending; placements only */
    uint32_t n, room;               /* room: how many to keep */
};

/* Ranks all placements of the tiles in hand, or of the tile drawn. */
void rank_placements(const struct forecast *f, const struct metro_state *s,
                     const struct dice *dice, struct ranking *r);

/* What a seat may expect of its next tile: parts of FINE_POINT that the best placement adds. */
struct prospect {
    int32_t mean;  /* of the tiles that may come */
    int32_t fresh; /* of a tile in hand that has just come: it is placed, or another is drawn */
};

/* What the seat that the forecast is for may expect; `tiles` are those that may come. */
struct prospect rank_prospect(const struct forecast *f, const struct metro_state *s,
                              const uint8_t tiles[TILE_KINDS]);

/* How much better it is to draw another tile (M4) than to place the best one in hand, whose
 * value is `best`. Negative: worse. */
int32_t rank_redraw(const struct prospect *p, int32_t best);

/* Ranks the choices again by a quick look (forecast_look()), and keeps the best. */
void rank_closely(struct forecast *f, const struct metro_state *s, uint32_t room,
                  struct ranking *r);

/* Ranks the best choices again, more exactly. The first ranking uses the position before the
 * tile; here the forecast is made with the tile in place, so it also shows what the tile does
 * to lines that pass by. */
void rank_again(const struct forecast *before, const struct match *m, const struct state *s,
                struct ranking *r);

#endif
