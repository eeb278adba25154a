/*
 * The server's log: one JSON object for each line on stderr. It never contains hidden cards,
 * tokens or passphrases.
 */
#ifndef ANDEN_JOURNAL_H
#define ANDEN_JOURNAL_H

#include <stdint.h>

/* Writes a line: what happened, and at most two pairs of a key (null: none) and a text. */
void journal(const char *what, const char *key, const char *text, const char *key2,
             const char *text2);

/* Writes nothing from now on: for a program beside the server, which talks to its user itself. */
void journal_hush(void);

/* For events that may happen again and again: a line at most once a minute, which says how many
 * were left out before. Zero at first. */
struct journal_pace {
    uint64_t next; /* nanoseconds of the steady clock */
    uint32_t missed;
};

void journal_rarely(struct journal_pace *pace, const char *what, const char *key,
                    const char *text);

#endif
