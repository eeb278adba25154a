/*
 * What the files of the scene runner share: a scene being read, the position it has reached, and
 * readers for the words of the scene language. README.md in this folder explains that language.
 */
#ifndef ANDEN_TESTS_SCENE_H
#define ANDEN_TESTS_SCENE_H

#include "engine/game.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { STATEMENTS_MAX = 64, TEXT_SIZE = 8192 };

/* A piece of text being read from its front. */
struct reader {
    const char *at, *end;
};

/* A statement about the position: "hand 2 red 3" has key "hand", seat 1, rest "red 3". */
struct statement {
    const struct word *word;
    uint32_t seat; /* NOBODY: the statement is not about a seat */
    struct reader rest;
    uint32_t line;
    bool inherited; /* from the top of the file, or by a variant: replaced by a new one */
};

struct position {
    struct statement list[STATEMENTS_MAX];
    uint32_t count;
};

struct world {
    struct match match;
    struct state state;
};

struct scene {
    const char *file;
    uint32_t line;  /* being read */
    uint32_t first; /* where the scene begins */
    struct reader title;
    struct position position, other; /* as stated, and its variant */
    bool has_variant, built, failed;
    uint32_t asked; /* number of assertions and refusals */
    struct world world, variant;
};

/* run.c: reports "file:line: message" and marks the scene as failed; returns false. */
bool fault(struct scene *scene, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* run.c: the board with this name, from the scene's folder or the folder of boards; or null. */
const struct board *board_named(struct scene *scene, struct reader name);

/* scan.c: each reads one thing from the front and returns true, or reports a fault. */
void skip_blanks(struct reader *r);
bool at_end(struct reader *r);
struct reader next_word(struct reader *r);
bool take(struct reader *r, const char *word); /* only if it is the next word; never a fault */
bool take_mark(struct reader *r, char mark);   /* likewise, a single character */
bool take_number(struct reader *r, int32_t *n);
struct reader until(struct reader *r, char mark); /* up to a mark, which is passed over */

struct pile {
    uint64_t pack;
    uint32_t wild;
};

uint32_t pile_size(struct pile p);
uint32_t pile_get(struct pile p, uint32_t card);
void pile_add(struct pile *p, uint32_t card, uint32_t n);

bool scan_number(struct scene *scene, struct reader *r, int32_t *n);
bool scan_seat(struct scene *scene, const struct match *m, struct reader *r, uint32_t *seat);
bool scan_card(struct scene *scene, const struct match *m, struct reader *r, uint32_t *card);
bool scan_pile(struct scene *scene, const struct match *m, struct reader *r, struct pile *p);
bool scan_city(struct scene *scene, const struct match *m, struct reader *r, uint32_t *city);
bool scan_route(struct scene *scene, const struct match *m, struct reader *r, uint32_t *route);
bool scan_ticket(struct scene *scene, const struct match *m, struct reader *r,
                 uint32_t *ticket);
bool scan_tickets(struct scene *scene, const struct match *m, struct reader *r, uint64_t *set);
bool scan_end(struct scene *scene, struct reader *r);

/* position.c: keeps a statement, which replaces inherited ones about the same thing; marks all
 * statements as inherited; makes the state that they describe. */
bool position_state(struct scene *scene, struct position *p, struct reader line);
void position_inherit(struct position *p);
bool position_build(struct scene *scene, const struct position *p, struct world *w);

/* metro_position.c: positions of the metro family. A position being built, its statements, and
 * what follows from them; readers; a line followed from its station (from 0). */
struct metro_building {
    struct scene *scene;
    const struct match *m;
    struct metro_state *s;
    uint32_t seat;             /* of the statement being done */
    uint32_t used[TILE_KINDS]; /* tiles that have a place */
};

struct line {
    uint32_t length; /* tile crossings */
    bool complete, central;
    uint32_t square, side; /* where it waits for a tile, if it is not complete */
};

bool metro_do_hand(struct metro_building *g, struct reader *r);
bool metro_do_tiles(struct metro_building *g, struct reader *r);
bool metro_do_turn(struct metro_building *g, struct reader *r);
void metro_empty(struct metro_building *g, struct world *w);
bool metro_finish(struct metro_building *g);
bool metro_sound(struct scene *scene, const struct match *m, const struct metro_state *s);
struct line metro_line(const struct match *m, const uint8_t *tile, uint32_t station);
bool scan_tile(struct scene *scene, struct reader *r, uint32_t *kind);
bool scan_square(struct scene *scene, const struct match *m, struct reader *r,
                 uint32_t *square);

/* check.c: are all redundant fields of a state right, and no card or ticket lost? */
bool state_sound(struct scene *scene, const struct match *m, const struct state *s);

/* ask.c: an assertion, the text after "?". */
void ask(struct scene *scene, struct reader line);

/* An assertion being examined. */
struct asking {
    struct scene *scene;
    struct reader whole, r; /* as written, and what is left to read */
    const struct match *m;
    const struct state *state; /* the true one, or what a view shows of it */
    const struct view *view;   /* null: the true one */
    uint32_t seat;             /* of assertions that begin with a seat */
};

/* ask.c: the assertion does not hold; format says what was found instead. */
bool wrong(struct asking *q, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ask.c: the event of a text; 0 after a fault. */
event_t scan_event(struct asking *q, struct reader text);

struct question {
    const char *name;
    bool of_seat; /* followed by a seat's number */
    bool (*ask)(struct asking *q);
    bool any; /* of any family of rules, not only the one that the list is for */
};

/* ask_cards.c, ask_map.c, ask_legal.c, ask_queries.c: the assertions about cards and tickets; about
 * the board and the score sheet; about whom the game waits for and which events are legal;
 * about the engine's answers to questions. Each ends with a null name. */
extern const struct question card_questions[], map_questions[], legal_questions[],
    query_questions[];

/* metro_ask.c: the assertions about games of the metro family. */
extern const struct question metro_questions[];

#endif
