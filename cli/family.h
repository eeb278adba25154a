/*
 * What the terminal needs to know about a family of rules beyond the engine's contract: how its
 * positions, events and boards look to people. Each family has one constant; only family_of()
 * asks which family a board belongs to. Private to cli/.
 */
#ifndef ANDEN_FAMILY_H
#define ANDEN_FAMILY_H

#include "../protocol/result_words.h"
#include "cli.h"
#include "screen.h"

/* A command of its own at the prompt of `anden play`; it changes nothing. `rest` is the text
 * typed after the name, `seat` the person who is asked. */
struct face_command {
    const char *name;
    void (*run)(struct screen *s, const struct position *p, uint32_t seat, const char *rest);
};

struct family_face {
    /* A position, as the viewer sees it, between its heading and the score sheet. */
    void (*position)(struct screen *s, const struct position *p);

    /* Everything that a person must see to choose, including the question. `again`: the same
     * person has just acted and has seen the whole position. */
    void (*turn)(struct screen *s, const struct position *p, uint32_t seat, bool again);

    /* Score sheet: does this board have the part (an index of rules->part), and does the viewer
     * know it for a seat? PARTS_MAX is the total. Null: all parts exist and are known. */
    bool (*has_part)(const struct board *b, uint32_t part);
    bool (*knows_part)(const struct position *p, uint32_t seat, uint32_t part);

    /* Lines of the page that "help" prints at the prompt: pages for cli_page(). */
    const char *help_moves, *help_commands;
    const struct face_command *command; /* ends with a null name */

    /* Draws the board of a position in characters, for "map" at the prompt; `rest` is the text
     * typed after it. Returns null, or a sentence about what the board ({0}) lacks. */
    const char *(*map)(struct screen *s, const struct position *p, const struct board_art *art,
                       const char *rest);
    const char *filter; /* an example of a text to filter legal moves by */

    /* The word of the notation for a word of n bytes in the person's own language ("red" for
     * "rojas"); null if there is none. May be null: then moves have no such words. */
    const char *(*name_of)(const struct board *b, const char *word, size_t n);

    /* How it is drawn on a full screen; null: it can't be. */
    const struct family_window *window;

    /* Boards, for `anden board`: a summary after "good", all facts, a picture (svg/svg.h; null:
     * there is nothing to draw). */
    void (*summary)(const struct board *b, const struct board_art *art);
    void (*facts)(const struct board *b, const struct board_art *art);
    bool (*svg)(struct text *t, const struct match *match, const struct board_art *art,
                const struct view *view);
};

struct family_window; /* window/stage.h */
extern const struct family_window routes_window, metro_window;

EACH_FAMILY(FAMILY_CONSTANT, face)

const struct family_face *family_of(const struct board *board);

#endif
