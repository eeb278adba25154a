/*
 * The server's log: one JSON object for each line on stderr. Nothing that is hidden in a game and
 * no token or passphrase is ever written.
 */
#ifndef ANDEN_JOURNAL_H
#define ANDEN_JOURNAL_H

/* Writes a line: what happened, and at most two pairs of a key (null: none) and a text. */
void journal(const char *what, const char *key, const char *text, const char *key2,
             const char *text2);

#endif
