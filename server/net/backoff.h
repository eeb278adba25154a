/*
 * Pauses for those who guess: after some wrong tries, each further one doubles the wait before
 * the next. Tries are counted by address, by name, or by anything else with a key. Memory is
 * bounded: those with the fewest wrong tries make room for others.
 */
#ifndef ANDEN_BACKOFF_H
#define ANDEN_BACKOFF_H

#include <stdbool.h>
#include <stdint.h>

struct backoff;

/* Null if there is no memory. */
struct backoff *backoff_new(void);
void backoff_free(struct backoff *b);

/* Seconds until this key may try again at the time now (milliseconds, never going back); 0: it
 * may. The caller decides how many tries are free. */
uint32_t backoff_wait(struct backoff *b, uint64_t key, uint64_t now);

/* A try begins, and counts as wrong until it turns out to be right. */
void backoff_try(struct backoff *b, uint64_t key, uint32_t free_tries, uint64_t now);

/* The last try was right: backoff_right() takes back that one, backoff_forget() all of them. */
void backoff_right(struct backoff *b, uint64_t key);
void backoff_forget(struct backoff *b, uint64_t key);

#endif
