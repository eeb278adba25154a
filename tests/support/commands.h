/*
 * Random tables for tests: matches, plans, and commands, sensible and senseless ones.
 */
#ifndef ANDEN_TESTS_COMMANDS_H
#define ANDEN_TESTS_COMMANDS_H

#include "../../table/table.h"

/* A match on a board with any number of seats and any options that its rules allow. */
struct match random_match(struct rng *rng, const struct board *board);

/* Any clock, any rule of undo, any seed. */
struct table_plan random_plan(struct rng *rng, const struct match *m);

/* A command that should succeed: a seat that the game waits for chooses; seats are taken; the
 * game starts. */
struct table_command sensible_command(struct rng *rng, const struct table *t);

/* A command of any kind, with any seat; often sensible except for one thing; sometimes `last`,
 * which has been done before. */
struct table_command senseless_command(struct rng *rng, const struct table *t,
                                       const struct table_command *last);

/* Any event that this seat may choose now. */
event_t random_event(struct rng *rng, const struct table *t, uint32_t seat);

/* One of the seats of a set that is not empty. */
uint32_t random_seat(struct rng *rng, uint32_t set);

#endif
