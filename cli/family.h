/*
 * What the ways into the program need to know of a family of rules beyond the engine's contract:
 * how its positions, events and boards look to people. One constant for each family; family_of()
 * is the only place that asks which family a board belongs to. Private to cli/.
 */
#ifndef ANDEN_FAMILY_H
#define ANDEN_FAMILY_H

#include "../protocol/words.h"
#include "cli.h"
#include "screen.h"

/* A command of its own at the prompt of `anden play`; it changes nothing. rest is what was typed
 * after the name, seat the person who is asked. */
struct face_command {
    const char *name;
    void (*run)(struct screen *s, const struct position *p, uint32_t seat, const char *rest);
};

struct family_face {
    const struct rules *rules;

    /* A position, as the viewer sees it, between its heading and the score sheet. */
    void (*position)(struct screen *s, const struct position *p);

    /* What a person who is to act must see, the question included. `again`: the same person has
     * just acted and has seen the whole. */
    void (*turn)(struct screen *s, const struct position *p, uint32_t seat, bool again);

    /* Score sheet: is there such a part (a place in rules->part) on this board, and does the viewer
     * know it of a seat? PARTS_MAX is the total. Null: all parts are there, and known. */
    bool (*has_part)(const struct board *b, uint32_t part);
    bool (*knows_part)(const struct position *p, uint32_t seat, uint32_t part);

    /* Lines of the page that "help" prints at the prompt: pages for cli_page(). */
    const char *help_moves, *help_commands;
    const struct face_command *command; /* ends with a null name */
    const char *filter;                 /* an example of a text that legal moves contain */

    /* How moves call what a word of n bytes names in the language of the terminal ("red" for
     * "rojas"); null if it names nothing. May be null: then no word does. */
    const char *(*name_of)(const struct board *b, const char *word, size_t n);

    /* Boards, for `anden board`: after "good", as text, as a picture.
     * svg gives a sentence ({0} is the board) about what is missing, or null when it has drawn. */
    void (*summary)(const struct board *b, const struct board_art *art);
    void (*facts)(const struct board *b, const struct board_art *art);
    const char *(*svg)(FILE *out, const struct board *b, const struct board_art *art);
};

extern const struct family_face routes_face, metro_face, null_face;

const struct family_face *family_of(const struct board *board);

/* All faces, one after the other; null after the last. */
const struct family_face *family_number(size_t i);

#endif
