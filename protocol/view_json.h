/*
 * A position as JSON, as one viewer sees it. All that leaves the program about a game goes through
 * a view: nothing here takes a state. What the viewer may not know is null; counts that everybody
 * knows are always there.
 */
#ifndef ANDEN_VIEW_JSON_H
#define ANDEN_VIEW_JSON_H

#include "../engine/game.h"
#include "../engine/words.h"
#include "json.h"

/* A view, and what the table knows besides. */
struct position {
    const struct match *match;
    const struct view *view;
    const char *name[SEATS_MAX]; /* of the seats */
    uint32_t nameless;           /* people (seats, bits) who have given no name */
    uint32_t events;             /* that led here */
    enum language language;      /* of what is said about it in words */
    bool codes; /* words name tiles by their codes, for people who don't see them drawn */
};

/* Writes one object. doc/notation.md lists its members. */
void view_json(struct json *j, const struct position *p);

/* What an event would change, an array; empty if nothing can be said beforehand. Of a tile that can
 * be placed: for each line that changes an object with "before" (its length now), "words" and
 * "line", its station as it would then stand in a position. */
void preview_json(struct json *j, const char *key, const struct position *p, event_t e);

/* May the viewer know what a seat holds? */
static inline bool view_shows_hand(const struct view *v, uint32_t seat)
{
    return v->seat == seat || v->seat == EVERYTHING;
}

#endif
