/*
 * A list of forbidden words, and the search for them in a text. Words are compared without
 * case, marks and invisible characters; letters of other alphabets, and digits among letters,
 * count as the letters they look like. A word of the list matches whole words; with a star
 * before or after it, words that end or begin with it; with both, all words that contain it.
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

/* False if it is not a word, there are too many, or there is no memory. */
bool wordlist_add(struct wordlist *l, const char *word);

uint32_t wordlist_count(const struct wordlist *l);

/* The word of the list that the text contains; null if there is none. */
const char *wordlist_find(const struct wordlist *l, const char *text);

#endif
