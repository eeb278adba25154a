/*
 * What the law tests share: a game being played, and the laws that it is checked against. Laws
 * that hold for every family of rules are in generic.c, those of the routes family in
 * routes_things.c, routes_turns.c, routes_hidden.c and routes_queries.c, those of the metro
 * family in metro_things.c, metro_turns.c, metro_hidden.c and metro_queries.c; family.c knows
 * which laws belong to which family; styles.c chooses the events; main.c decides which games
 * are played and how many.
 */
#ifndef ANDEN_LAWS_H
#define ANDEN_LAWS_H

#include "engine/game.h"
#include "table/dealer.h"

#include <stdio.h>

enum { LOG_MAX = 16384 };

/* How a seat chooses. */
enum style {
    STYLE_UNIFORM,
    STYLE_CLAIMS, /* claims and builds whenever it can */
    STYLE_HOARDS, /* draws cards while there are any, so that the deck runs out; redraws tiles */
    STYLE_TICKETS, /* draws tickets often and keeps few, so that they come back */
    STYLE_SHORT,   /* claims the shortest routes first: a long game */
    STYLES,
};

/* These have no limit in the rules, so they are counted, and a game is steered away from them
 * after this many. */
enum { SWEEPS_CAP = 200, DECLINED_CAP = 200 };

/* The metro family's own bookkeeping, from the events alone (metro_turns.c). */
struct metro_book {
    uint8_t tile[SQUARES_MAX]; /* kind + 1 as it lies */
    uint32_t complete;         /* lines */
    uint32_t placements, of_seat[SEATS_MAX];
    uint32_t seat; /* whose turn it is */
    bool redrawn;
};

struct game {
    struct match match;
    struct state state;
    struct rng rng;
    uint64_t seed;
    enum style style[SEATS_MAX];

    event_t log[LOG_MAX];
    uint32_t length;

    /* The legal events of the state, listed by laws_position(). */
    event_t legal[LEGAL_MAX];
    uint32_t weight[LEGAL_MAX];
    uint32_t legals, count, actor;

    /* The routes family's own bookkeeping, from the events alone (routes_turns.c). */
    int32_t points[SEATS_MAX];
    uint64_t exists[PLANES_MAX]; /* the routes of the board */
    uint32_t bound;              /* of events in a game */
    uint32_t turns;              /* begun */
    uint32_t last_seat; /* whose turn was last; before the first turn, whose it will be */
    uint32_t trigger;   /* turns begun when the last round was set off, 0 = not yet */
    uint32_t passes;    /* in a row */
    event_t tunnel;     /* the claim of a tunnel being tried, or 0 */
    uint32_t to_turn;   /* cards that can be turned up for it */
    uint32_t matches;   /* cards turned up that ask for one more */
    bool was_empty;     /* no deck before the event */
    uint32_t sweeps, declined;

    struct metro_book metro;
    uint32_t phase; /* of the routes family, before the event being done */
};

/* Says which law is broken, where, and how to reproduce it; ends the program. */
_Noreturn void law_broken(const struct game *g, const char *law, const char *file, int line);

#define LAW(g, law, condition)                                                                 \
    do {                                                                                       \
        if (!(condition))                                                                      \
            law_broken(g, law, __FILE__, __LINE__);                                            \
    } while (0)

/* The event of g->legal that the style of the acting seat, or the dealer, chooses. */
event_t styles_choose(struct game *g);

/* The text of doc/rules/rules.md, where the ids of rules are looked up; null: they are not. */
extern const char *rules_page;

/* Begins a game: forgets the last one, starts the match. */
void generic_start(struct game *g, const struct match *m, uint64_t seed);
/* Lists the legal events into g and checks them and the refusal of others. */
void generic_legal(struct game *g);
/* Text of events and back. */
void generic_text(struct game *g);
/* Views and resampling, of every seat and the spectator. */
void generic_views(struct game *g);
/* After the last event: replay gives the same bytes; the score sheet adds up. */
void generic_end(struct game *g);

/* Is this state possible? All cards, pieces, tickets and routes exist exactly once. */
void routes_conserved(const struct game *g, const struct state *s);

/* C5, C5R: three wild cards stay in the market only while no deal can help. Not checked for
 * resampled states: that the market was not swept says something about the deck, which
 * resample() does not take into account. */
void routes_market(const struct game *g);

/* The answers of engine/routes/queries.h about the position; asked of some positions only. */
void routes_queries(const struct game *g);

/* Before and after an event: turn order, last round, tunnels, points, limits; and at the end. */
void routes_start(struct game *g); /* after generic_start() */
void routes_before(struct game *g, event_t e);
void routes_after(struct game *g, event_t e);
void routes_end(struct game *g);

/* A view does not contain what its seat cannot see, and does not depend on it. */
void routes_hidden(struct game *g);

/* A line followed over the tiles on a board: where it waits, or how it has ended. */
struct metro_walk {
    uint32_t way;    /* the way in where it waits for a tile */
    uint32_t end;    /* 4 square + side by which it leaves the last square, once complete */
    uint32_t length; /* tile crossings */
    bool complete, central;
    uint64_t crossed[4]; /* set of ways in */
};
struct metro_walk metro_walk_from(const struct metro_board *b, const uint8_t *tile,
                                  uint32_t way);

/* Is this state possible? All tiles exist exactly once, and following the lines gives what the
 * state says. */
void metro_conserved(const struct game *g, const struct state *s);
/* On a full board: every crossing belongs to one line or loop. */
void metro_crossings(const struct game *g);

/* The answers of engine/metro/queries.h about the position; asked of some positions only. */
void metro_queries(const struct game *g);

/* As for the routes family. */
void metro_start(struct game *g);
void metro_before(struct game *g, event_t e);
void metro_after(struct game *g, event_t e);
void metro_end(struct game *g);
void metro_hidden(struct game *g);

/* The laws of the family that is played: after generic_start(); for a position; for any state,
 * including resampled ones; before and after an event; about secrets; at the end. */
void family_start(struct game *g);
void family_position(const struct game *g);
void family_conserved(const struct game *g, const struct state *s);
void family_before(struct game *g, event_t e);
void family_after(struct game *g, event_t e);
void family_hidden(struct game *g);
void family_end(struct game *g);

#endif
