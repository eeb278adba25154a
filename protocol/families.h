/*
 * What protocol/ needs to know about a family of rules beyond the engine's contract: how its
 * boards, positions, events and hints are written as JSON and put into words. One constant for
 * each family, in the family's folder (routes/, metro/, null/); only families.c asks which
 * family a board belongs to. Private to protocol/.
 *
 * Functions that write JSON add members to an object that has been begun, or items to an array.
 */
#ifndef ANDEN_FAMILIES_H
#define ANDEN_FAMILIES_H

#include "../ai/reason.h"
#include "../engine/board_art.h"
#include "story.h"

/* A tie-break between seats with equal points: the greatest value wins. */
struct deciding {
    /* {0} names, {1} how many, {2} their value, {3} the best of the others */
    const char *sentence, *you;
    int32_t value[SEATS_MAX];
};
enum { DECIDING_MAX = 3 };

/* A reason in words. A sentence has places for values, which mean the same in all families. */
enum hint_place {
    HINT_TICKET,
    HINT_ROUTE,
    HINT_CITY,
    HINT_CARD,
    HINT_SEAT,
    HINT_STATION,
    HINT_POINTS,
    HINT_TURNS,
    HINT_COUNT,
    HINT_VALUES,
};
enum { HINT_TEXTS = 2, HINT_TEXT = 2 * NAME_SIZE + 2 };
struct hint_sentence {
    const char *key, *words; /* null: not a reason of the family */
};
struct hint_values {
    struct said value[HINT_VALUES];
    char text[HINT_TEXTS][HINT_TEXT]; /* room for texts that values point to */
};

/* position and story are required. All others may be null if there is nothing to write. */
struct family_voice {
    /* Members of a board besides those that all boards have (board_json.h). */
    void (*board)(struct json *j, const struct board *board, const struct board_art *art);

    /* Members of a position besides those that all positions have (view_json.h): "seats" at
     * least, with "seat", "name", "points", "score" and "rank". */
    void (*position)(struct json *j, const struct position *p);

    /* Members of an event besides its number and kind, and of its results (event_json.h). */
    void (*event)(struct json *j, const struct match *m, const struct view *v, event_t e);
    void (*outcome)(struct json *j, const struct position *before,
                    const struct position *after);

    /* Items that say what an event would change (preview_json()). */
    void (*preview)(struct json *j, const struct position *p, event_t e);

    /* The line of a turn so far (story_of_turn()): its kind and its words. For STORY_TURN the
     * seat and its points are already filled in. And the member that says what a mark names. */
    void (*story)(const struct turn *turn, struct story *out);
    void (*mark)(struct json *j, const struct board *board, const struct mark *mark);

    /* The tie-breaks between equal points at the end, in order; returns how many. */
    uint32_t (*deciding)(const struct position *p, const struct sheet *sheet,
                         struct deciding list[DECIDING_MAX]);

    /* Reasons for events, by enum reason_kind; and filling in the values that a reason has, where
     * the others stay zero. The names of seats may be null. */
    const struct hint_sentence *reasons;
    void (*reason)(const struct match *m, const char *const name[SEATS_MAX],
                   const struct reason *r, struct hint_values *out);
};

EACH_FAMILY(FAMILY_CONSTANT, voice)

const struct family_voice *voice_of(const struct board *board);

/* The member "points" of a seat: its points so far that everybody can see. */
void points_json(struct json *j, const struct position *p, uint32_t seat);

/* For the families: adds a sentence to a line; and one about a seat, the first of its values, in
 * the form for that seat or the form for others. */
struct said story_seat(const struct position *p, uint32_t seat);
void story_say(struct story *s, const struct position *p, const char *sentence,
               const struct said *values);
void story_about(struct story *s, const struct position *p, const char *you, const char *other,
                 const struct said *values);

/* The members "score" and "rank" of a seat, where everybody knows them. */
void score_sheet_json(struct json *j, const struct position *p, const struct seat_sheet *sheet);

#endif
