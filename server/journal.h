/*
 * The server's log: one JSON object for each line on stderr. Nothing that is hidden in a game and
 * no token or passphrase is ever written.
 */
#ifndef ANDEN_JOURNAL_H
#define ANDEN_JOURNAL_H

#include <stdint.h>

/*
 * Writes a line: what happened, then pairs of a key and a text, ended by a null key.
 *     journal("listening", "address", "127.0.0.1:8080", NULL);
 */
void journal(const char *what, ...) __attribute__((sentinel));

/* A number as a text, for journal(); the caller lends the buffer. */
const char *journal_number(char buffer[24], int64_t n);

#endif
