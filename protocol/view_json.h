/*
 * A position as JSON, as one viewer sees it. Everything that leaves the program about a game
 * goes through a view: nothing here takes a state. Values that the viewer may not know are
 * null; counts that everybody knows are always there.
 */
#ifndef ANDEN_VIEW_JSON_H
#define ANDEN_VIEW_JSON_H

#include "../engine/game.h"
#include "../engine/words.h"
#include "json.h"

/* A view, and what else the table knows. */
struct position {
    const struct match *match;
    const struct view *view;
    const char *name[SEATS_MAX]; /* of the seats */
    uint32_t nameless;           /* people (seats, bits) who have given no name */
    uint32_t events;             /* that led here */
    enum language language;      /* of the words about it */
    bool codes; /* words name tiles by their codes, for people who don't see them drawn */
};

/* Writes one object. doc/notation.md lists its members. */
void view_json(struct json *j, const struct position *p);

/* An array of what an event would change; empty if that can't be known beforehand. For a tile
 * it has an object for each line that changes: "before" (its length now), "words", and "line",
 * its station as in the position afterwards. */
void preview_json(struct json *j, const char *key, const struct position *p, event_t e);

/* May the viewer know what a seat holds? */
static inline bool view_shows_hand(const struct view *v, uint32_t seat)
{
    return v->seat == seat || v->seat == EVERYTHING;
}

#endif
