/*
 * Who is next: things that wait for a worker come out in turns, address after address, and of an
 * address person after person, whatever the order in which they came in. So whoever hands in a
 * thousand waits for them alone. Knows nothing of what waits. Private to server/.
 */
#ifndef ANDEN_TURNS_H
#define ANDEN_TURNS_H

#include "hash.h"

struct share;

/* Part of what waits. */
struct turn {
    struct turn *next;
    struct share *share;
};

/* All zero at first. */
struct turns {
    struct hash shares;
    struct share *first, *last; /* addresses with something that waits; the next one first */
};

/* Adds something to the end of what a person at an address waits for; 0 stands for nobody. False if
 * there is no memory. */
bool turns_add(struct turns *t, struct turn *turn, uint64_t from, uint64_t person);

/* What is next: of the address with the fewest at work, and among these of the one that had its
 * turn longest ago; then the same of its people. Null if nothing waits, or only what belongs to
 * addresses with `most` at work. It is at work until turns_done(). */
struct turn *turns_next(struct turns *t, uint32_t most);
void turns_done(struct turns *t, struct turn *turn);

void turns_free(struct turns *t); /* nothing waits or is at work any more */

#endif
