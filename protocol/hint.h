/*
 * Hints: the events that a bot thinks best, in words and as JSON. The words are sentences of
 * the catalogue (engine/words.h) without a full stop, to be put after the event.
 */
#ifndef ANDEN_HINT_H
#define ANDEN_HINT_H

#include "../ai/player.h"
#include "../engine/words.h"
#include "json.h"

/* "last_way", the name of a kind of reason; empty for REASON_NONE, and if the family of the match
 * doesn't have the kind. */
const char *hint_key(const struct match *m, enum reason_kind kind);

/* "takes the last way into Wien; your ticket Berlin–Roma needs it"; nothing for REASON_NONE. Names
 * of seats may be null. */
void hint_words(enum language l, const struct match *m, const char *const name[SEATS_MAX],
                const struct reason *r, struct text *t);

/* One object: event (its text), win_chance, visits, and reason: key, words and the values in
 * its sentence; null if there is no reason. */
void hint_json(struct json *j, const char *key, const struct match *m, const struct view *v,
               const char *const name[SEATS_MAX], const struct candidate *c);

#endif
