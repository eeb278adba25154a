/*
 * Taking turns: tasks that wait for a worker come out address by address, and within an address
 * person by person, whatever the order in which they came in. So if somebody hands in a
 * thousand tasks, only that person waits for them. Does not know what the tasks are. Private to
 * server/.
 */
#ifndef ANDEN_TURNS_H
#define ANDEN_TURNS_H

#include "hash.h"

struct share;

/* Part of each task. */
struct turn {
    struct turn *next;
    struct share *share;
};

/* All zero at first. */
struct turns {
    struct hash shares;
    struct share *first, *last; /* addresses with waiting tasks; the next one first */
};

/* Adds a task at the end of those of a person at an address; 0 stands for nobody. False if
 * there is no memory. */
bool turns_add(struct turns *t, struct turn *turn, uint64_t from, uint64_t person);

/* The next task: from the address with the fewest tasks at work, and among several from the one
 * whose turn was longest ago; then the same for its people. Null if nothing waits, or only
 * tasks of addresses with `most` at work. The task is at work until turns_done(). */
struct turn *turns_next(struct turns *t, uint32_t most);
void turns_done(struct turns *t, struct turn *turn);

void turns_free(struct turns *t); /* when no task waits or is at work any more */

#endif
