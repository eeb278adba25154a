/*
 * What the terminal needs to know of a family of rules beyond the engine's contract: how its
 * positions, events and boards look to people. Each family has one constant; family_of() is the
 * only place that asks which family a board belongs to. Private to cli/.
 */
#ifndef ANDEN_FAMILY_H
#define ANDEN_FAMILY_H

#include "../protocol/result_words.h"
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

    /* What a person must see to choose, including the question. `again`: the same person has just
     * acted and has seen the whole position. */
    void (*turn)(struct screen *s, const struct position *p, uint32_t seat, bool again);

    /* Score sheet: is there such a part (a place in rules->part) on this board, and does the viewer
     * know it of a seat? PARTS_MAX is the total. Null: all parts are there, and known. */
    bool (*has_part)(const struct board *b, uint32_t part);
    bool (*knows_part)(const struct position *p, uint32_t seat, uint32_t part);

    /* Lines of the page that "help" prints at the prompt: pages for cli_page(). */
    const char *help_moves, *help_commands;
    const struct face_command *command; /* ends with a null name */

    /* Draws the board of a position in characters, for "map" at the prompt; `rest` is what was
     * typed after it. Returns null, or what svg returns. */
    const char *(*map)(struct screen *s, const struct position *p, const struct board_art *art,
                       const char *rest);
    const char *filter; /* an example of a text that legal moves contain */

    /* The word that moves use for what people call by a word of n bytes in their own language
     * ("red" for "rojas"); null if there is none. May be null: moves then have no such words. */
    const char *(*name_of)(const struct board *b, const char *word, size_t n);

    /* How it fills a screen; null: it does not. */
    const struct family_window *window;

    /* Boards, for `anden board`: a summary after "good", all facts, a picture. svg returns null, or
     * a sentence about what is missing to draw the board, which is {0}. */
    void (*summary)(const struct board *b, const struct board_art *art);
    void (*facts)(const struct board *b, const struct board_art *art);
    const char *(*svg)(FILE *out, const struct board *b, const struct board_art *art);
};

struct family_window; /* window/stage.h */
extern const struct family_window routes_window, metro_window;

extern const struct family_face routes_face, metro_face, null_face;

const struct family_face *family_of(const struct board *board);

/* All faces, one after the other; null after the last. */
const struct family_face *family_number(size_t i);

#endif
