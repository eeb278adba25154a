/*
 * Private to the metro family: what its files offer each other.
 */
#ifndef ANDEN_METRO_H
#define ANDEN_METRO_H

#include "../game.h"
#include "queries.h"

enum { OPTION_FIRST, OPTION_TURNING, OPTION_HAND };

static inline const struct metro_board *metro_board_of(const struct match *m)
{
    return &m->board->metro;
}

/* Where a tile could be laid without turning it: the whole answer of metro_placements() if
 * tiles can't be turned. */
static inline uint64_t metro_unturned(const struct match *m, const struct metro_state *s,
                                      uint32_t kind)
{
    const struct metro_board *b = metro_board_of(m);
    uint64_t reachable = metro_reachable(b, s->placed), clean = reachable & b->clean[kind];

    return clean ? clean : reachable; /* M7; M7R: unless it can be placed in no other way */
}

/* board_read.c */
bool metro_read_board(struct reader *r, struct common *c);

/* legal.c */
uint32_t metro_count(const struct match *m, const struct state *s);
event_t metro_pick(const struct match *m, const struct state *s, uint32_t k);
event_t metro_choose(const struct match *m, const struct state *s, uint32_t number);
uint32_t metro_legal(const struct match *m, const struct state *s, event_t *events,
                     uint32_t *weights, uint32_t cap);

/* line.c */
void lines_extend(const struct match *m, struct metro_state *s, uint32_t square);

/* rules.c */
enum metro_refusal {
    METRO_LEGAL,
    METRO_REFUSED_OVER,
    METRO_REFUSED_NOW,
    METRO_REFUSED_MALFORMED,
    METRO_REFUSED_NOT_IN_HAND,
    METRO_REFUSED_SQUARE,
    METRO_REFUSED_TAKEN,
    METRO_REFUSED_APART,
    METRO_REFUSED_TURNED,
    METRO_REFUSED_SAME_TURN,
    METRO_REFUSED_ONE_TILE,
    METRO_REFUSED_NO_SUPPLY,
    METRO_REFUSED_TILE_GONE,
};
enum metro_refusal metro_refusal(const struct match *m, const struct metro_state *s, event_t e);

/* view.c, follow.c */
event_t metro_hide(const struct match *m, const struct state *s, event_t e, uint32_t viewer);
uint32_t metro_reveal(const struct match *m, const struct state *s, event_t e, uint32_t viewer,
                      event_t fact[FACTS_MAX]);
void metro_view(const struct match *m, const struct state *s, uint32_t seat, struct view *v);
bool metro_follow(const struct match *m, struct view *v, event_t seen, const event_t *fact,
                  uint32_t facts);
void metro_resample(const struct match *m, const struct view *v, const struct dice *dice,
                    struct state *s);

/* text.c */
void metro_format(const struct match *m, const struct state *s, event_t e, struct text *t);
event_t metro_parse(const struct match *m, const struct state *s, const char *text, size_t n,
                    struct complaint *why);
void metro_explain(const struct match *m, const struct state *s, event_t e,
                   struct complaint *why);

#endif
