/*
 * An arena: every player of a list against every other, and one rating for each of them from all
 * games together.
 *
 * At a table with more than two seats the two players of a pairing sit alternately (a, b, a, b).
 * If the number of seats is odd, each of them has the additional seat in half of the games.
 */
#ifndef ANDEN_SIM_ARENA_H
#define ANDEN_SIM_ARENA_H

#include "ranks.h"

enum {
    ARENA_PLAYERS_MAX = 16,
    ARENA_TABLES_MAX = ARENA_PLAYERS_MAX * (ARENA_PLAYERS_MAX - 1),
};

struct arena_setup {
    struct sim_series each; /* the same for all tables: match, seed, games of a pairing,
                               threads, stop; the arena sets players and seats */
    uint32_t players;       /* at least 2 */
    struct bot bot[ARENA_PLAYERS_MAX];
    const struct sim_guest *guest[ARENA_PLAYERS_MAX]; /* instead of the bot, or null */
};

/* One pairing at one kind of table. */
struct arena_table {
    uint32_t player[2];
    uint32_t seats[2]; /* how many seats they have */
    struct sim_series series;
    struct sim_totals totals;
};

/* How strong a player is: the most likely rating, assuming that a seat wins in proportion to
 * its strength and that 400 Elo are ten times the strength. The mean of all ratings is 0. */
struct arena_rating {
    double elo, error; /* half of the 95 % interval */
    uint64_t games;
    double rate;  /* wins per seat and game, all pairings together */
    double score; /* mean */
    double us_per_decision;
    uint64_t forfeits; /* games lost by not choosing a legal event */
};

/* Sets the tables up; returns how many there are, at most ARENA_TABLES_MAX. All pairings have
 * the same number of games, in whole rotations. */
uint32_t arena_tables(const struct arena_setup *setup, struct arena_table *tables);

/* Ratings of n players from the games played so far. False if there are none. */
bool arena_rate(const struct arena_table *tables, uint32_t count, uint32_t n,
                struct arena_rating *ratings);

#endif
