/*
 * Hints: the events a bot thinks best, in words and as JSON. The words are templates with names in
 * braces, "{ticket}", and counted words, "{points|point}"; whoever shows hints in another language
 * has templates of its own for the same keys.
 */
#ifndef ANDEN_HINT_H
#define ANDEN_HINT_H

#include "../ai/player.h"
#include "json.h"

/* "last_way", and "takes the last way into {city}; your ticket {ticket} needs it". Both are empty
 * for REASON_NONE. */
const char *hint_key(enum reason_kind kind);
const char *hint_template(enum reason_kind kind);

/* Fills a template in; names of seats may be null. */
void hint_words(const struct match *m, const char *const name[SEATS_MAX],
                const struct reason *r, struct text *t);

/* One object: event (its text), win_chance, visits, and reason: key, words and the values that the
 * template names; null if there is nothing to say. */
void hint_json(struct json *j, const char *key, const struct match *m, const struct view *v,
               const char *const name[SEATS_MAX], const struct candidate *c);

#endif
