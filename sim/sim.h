/*
 * Simulation: many games between players of the program, and their statistics. Games are played
 * on several threads; the totals are whole numbers, added up in the order of the games, so they
 * are the same for any number of threads (except the time used). Nothing is printed and no file
 * is written here: the caller does that.
 *
 *     struct sim_series series = {.match = m, .bot = {a, b}, .spec = {0, 1}, .specs = 2,
 *                             .games = 1000, .seed = 1, .threads = 2};
 *     if (sim_run(&series, &totals)) ...
 *     sim_estimate(&series, &totals, 0, &estimate);
 */
#ifndef ANDEN_SIM_H
#define ANDEN_SIM_H

#include "../engine/game.h"
#include "think.h"

#include <stdatomic.h>

enum {
    SIM_EVENTS_MAX = 20000, /* a longer game is abandoned: some players would never end it */
    SIM_WIN = 60,           /* a win, divisible among up to six winners */
    SIM_THREADS_MAX = 256,
};

/* A question to a guest: which event to choose for the seat whose view it is. */
struct sim_question {
    const struct match *match;
    const struct view *view;
    uint64_t game;              /* its number in the series */
    uint32_t events;            /* of the game so far */
    uint32_t seat;              /* that chooses */
    const atomic_bool *stop[2]; /* it need not answer once one of them is true; may be null */
};

/*
 * A player of the caller's, for example a command over a pipe. Several threads ask it; each has
 * a sitting of its own for every seat that the guest has at a table, and plays one game after
 * the other with it.
 */
struct sim_guest {
    void *context;
    void *(*sit)(void *context); /* null if there is not enough memory */
    /* Returns a legal event; 0 if it did not choose one and has lost the game. */
    event_t (*choose)(void *sitting, const struct sim_question *question);
    void (*leave)(void *sitting);
};

/*
 * A series of games. A spec is a bot or a guest with its settings; it may have several seats.
 * The specs move on by one seat from game to game, so each has every seat equally often.
 */
struct sim_series {
    struct match match;
    uint32_t specs;
    struct bot bot[SEATS_MAX];                /* by spec */
    const struct sim_guest *guest[SEATS_MAX]; /* by spec: plays instead of the bot; or null */
    uint8_t spec[SEATS_MAX];                  /* of each seat in the first game */
    uint64_t seed;
    uint64_t first, games; /* the games first .. first + games - 1; first begins a rotation */
    uint32_t threads;
    bool paired;             /* each deal is played in every rotation */
    bool until_significant;  /* two specs only: stop as soon as sim_verdict() is clear */
    const atomic_bool *stop; /* ends everything soon when it becomes true; may be null */

    /* Called for every game that counts or was abandoned, in the order of the games, by one thread
     * at a time; false stops everything. May be null. */
    bool (*keep)(void *context, uint64_t game, const event_t *events, uint32_t count);
    /* Called a few times a second by the thread that called sim_run(), and at the end: how many
     * games are done. May be null. */
    void (*progress)(void *context, uint64_t done);
    void *context;
};

/* After this many games every spec has had every seat. */
uint32_t sim_rotations(const struct sim_series *series);

/* Which spec has a seat in a game, and the seed of the game: `anden play` with that seed and
 * these players plays the same game. */
uint32_t sim_spec_at(const struct sim_series *series, uint64_t game, uint32_t seat);
uint64_t sim_seed(const struct sim_series *series, uint64_t game);

enum sim_end {
    SIM_MISSING,   /* not played to its end: the simulation was stopped */
    SIM_FINISHED,  /* the game was over */
    SIM_FORFEITED, /* a guest did not choose a legal event: the others share the win */
    SIM_ABANDONED, /* SIM_EVENTS_MAX */
    SIM_ILLEGAL,   /* a player chose a move that is not legal */
    SIM_NO_MEMORY, /* not enough for a guest to sit down */
};

/* The sums over all seats of a spec; or those of one seat in one game, which is no sample yet. A
 * sample is a game, or a deal in all rotations if the series is paired: samples don't depend on
 * each other. */
struct sim_tally {
    uint64_t wins; /* in SIM_WIN parts */
    uint64_t sample_sum,
        sample_squares; /* of wins in a sample, SIM_WIN parts and their squares */
    int64_t score_sum;
    uint64_t score_squares;
    uint64_t tickets_kept, tickets_made, turns, decisions, nanoseconds;
    uint64_t forfeits; /* games that a guest lost by not choosing */
};

/* One game. */
struct sim_result {
    enum sim_end end;
    uint32_t events;
    uint32_t culprit; /* SIM_ILLEGAL: the seat */
    struct sim_tally seat[SEATS_MAX];
};

/* Where a thread plays its games. */
struct sim_desk {
    const atomic_bool *quit; /* gives up when it becomes true, like series->stop; may be null */
    event_t *record;         /* SIM_EVENTS_MAX of them: the events of the game; may be null */
    void *sitting[SEATS_MAX]; /* of guests, by their place in series->spec; null at first */
};

/* Plays one game. */
void sim_play(const struct sim_series *series, uint64_t game, struct sim_desk *desk,
              struct sim_result *r);

/* Lets the guests go. */
void sim_clear(const struct sim_series *series, struct sim_desk *desk);

struct sim_totals {
    uint64_t games;   /* finished ones, or forfeited */
    uint64_t samples; /* complete ones */
    uint64_t abandoned;
    bool shared;      /* some game had more than one winner */
    bool interrupted; /* *stop was set, or keep() returned false */
    uint64_t illegal; /* games with an illegal move, 0 or 1: nothing is played after it */
    uint64_t illegal_game;
    uint32_t illegal_spec;
    struct sim_tally spec[SEATS_MAX];
};

/* The sample that is being put together. */
struct sim_sample {
    uint32_t games;
    bool broken; /* one of its games did not end properly */
    uint32_t wins[SEATS_MAX];
};

/* Adds the next game, in order; false after an illegal move. sim_merge() adds the totals of
 * other games. */
bool sim_add(const struct sim_series *series, uint64_t game, const struct sim_result *r,
             struct sim_sample *sample, struct sim_totals *totals);
void sim_merge(struct sim_totals *totals, const struct sim_totals *more);

/* Plays all; false if there is not enough memory or no thread could be started. */
bool sim_run(const struct sim_series *series, struct sim_totals *totals);

/* Statistics of a spec, from the totals. Rates, scores, tickets and turns are per game and
 * seat. */
struct sim_estimate {
    double wins;            /* shared wins count as parts */
    double rate, low, high; /* win rate and its 95 % interval */
    double elo, elo_error;  /* against the other specs; half of the 95 % interval */
    double score, score_sd;
    double tickets_kept, tickets_made; /* meaningful if sim_has_tickets() */
    double turns;
    double us_per_decision;
};

bool sim_has_tickets(const struct match *m);

/* There must be at least one game. */
void sim_estimate(const struct sim_series *series, const struct sim_totals *totals,
                  uint32_t spec, struct sim_estimate *e);

enum sim_verdict {
    SIM_OPEN, /* more games are needed */
    SIM_FIRST_STRONGER,
    SIM_SECOND_STRONGER,
    SIM_NO_DIFFERENCE, /* of SIM_MARGIN Elo or more */
};

enum { SIM_MARGIN = 10 };

/*
 * The sequential test between two specs: one test of 0 against +SIM_MARGIN Elo, one against
 * -SIM_MARGIN. Between equal specs each is called stronger in about 2.5 % of the cases.
 */
enum sim_verdict sim_verdict(const struct sim_series *series, const struct sim_totals *totals);

#endif
