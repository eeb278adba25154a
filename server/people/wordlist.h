/*
 * A list of words that nobody may say, and whether a text has one. Words are compared without
 * case, marks and what cannot be seen; letters of other alphabets, and digits among letters, count
 * as what they look like. A word of the list stands for whole words; with a star before or behind
 * it, for words that end or begin with it; with both, for all that have it in them.
 */
#ifndef ANDEN_SERVER_WORDLIST_H
#define ANDEN_SERVER_WORDLIST_H

#include <stdbool.h>
#include <stdint.h>

enum { WORDLIST_MAX = 5000 }; /* words */

struct wordlist;

/* Null without memory. */
struct wordlist *wordlist_new(void);
void wordlist_free(struct wordlist *l);

/* Is it a word that can be on the list: letters and digits, with at most a star at each end? */
bool wordlist_is_word(const char *word);

/* False if it is none, there are too many, or no memory. */
bool wordlist_add(struct wordlist *l, const char *word);

uint32_t wordlist_count(const struct wordlist *l);

/* The word of the list that the text has; null if it has none. */
const char *wordlist_find(const struct wordlist *l, const char *text);

#endif
