/*
 * The story of a game: what happened, a line for each turn, in the viewer's language. A line
 * consists of words with marks, which say which parts name a card, a place or a seat. The line
 * of a turn is made again after each of its events, so it grows.
 *
 * Everything is read from views, so a line can't contain anything that the viewer does not
 * know: the arguments of a secret event are looked at only when the view shows them.
 */
#ifndef ANDEN_PROTOCOL_STORY_H
#define ANDEN_PROTOCOL_STORY_H

#include "../table/entry.h"
#include "view_json.h"

/*
 * A turn so far, or a part of it that begins with a choice. An event of chance that belongs to
 * no turn stands alone.
 */
struct turn {
    const struct position *now; /* after the last event */
    const struct view *began;   /* before the first event */
    const struct view *before;  /* before the last one */
    const event_t *event;       /* as they happened, nothing hidden */
    uint32_t events;            /* at least 1 */
};

enum story_kind {
    STORY_NONE,  /* nothing to say: the line of the turn stays as it is */
    STORY_TURN,  /* the turn */
    STORY_GAME,  /* something else of the game, by its last event: set-up, chance */
    STORY_TABLE, /* people: an undo, a resignation */
};

/* 768 bytes hold the longest line: in Metro a tile that completes four lines of people with long
 * names. */
enum { STORY_TEXT = 768, STORY_MARKS = 16 };

/* A line of the story. */
struct story {
    uint8_t kind;   /* enum story_kind */
    uint8_t seat;   /* whose, or NOBODY */
    int32_t points; /* that the seat has gained by it */
    struct text words;
    struct marks marks;
    char text[STORY_TEXT];
    struct mark mark[STORY_MARKS];
};

/* Makes an empty line. A line points into itself, so copy it with story_copy(). */
void story_clear(struct story *s);
void story_copy(struct story *to, const struct story *from);

/* The line of a turn, after its last event. */
void story_of_turn(const struct turn *turn, struct story *out);

/* The story of a game whose events are all known: for replays, and in the terminal. */
struct retelling {
    struct position now; /* match, names, language; its view is `seen` */
    bool by_choice;      /* a line for each choice, not for each turn */
    const event_t *event;
    uint32_t events, first; /* how many there were; the first of the turn */
    bool in_turn;
    struct view began, before, seen;
};

/* Begins at a position; the events lead on from there. */
void retelling_begin(struct retelling *r, const struct position *p, const event_t *event);

/* The next event has led to what the viewer sees now: gives the line of its turn. */
void retelling_event(struct retelling *r, const struct view *now, struct story *out);

/* The line of an entry about people. */
void story_of_entry(const struct position *now, const struct entry *e, struct story *out);

/* The line as plain text: its words, and the points as "+4". */
void story_plain(const struct story *s, struct text *t);

/* The words as runs, items of an array that has been begun: texts, and objects with "text" and what
 * it names: "seat" (from 1), "card", "city" (names), "route" (a number) or "square" ("c4"). */
void story_runs(struct json *j, const struct match *m, const struct story *s);

#endif
