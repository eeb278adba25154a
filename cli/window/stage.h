/*
 * What a screen shows of a game, and the parts that all families share: title, players, news,
 * message, keys. Everything comes from a view; nothing here knows the game's state. Private to
 * cli/.
 */
#ifndef ANDEN_WINDOW_STAGE_H
#define ANDEN_WINDOW_STAGE_H

#include "../../engine/board_art.h"
#include "../../protocol/story.h"
#include "../../protocol/view_json.h"
#include "colours.h"
#include "terminal.h"

#include <stdio.h>

/* A line of the story as the screen keeps it. */
enum { NEWS_TEXT = 400 };
struct news {
    uint8_t seat; /* whose, or NOBODY */
    int32_t points;
    char words[NEWS_TEXT];
};

struct stage {
    const struct position *position;
    const struct board_art *art;
    const struct theme *theme;
    uint32_t letter[SEATS_MAX];
    char kind[SEATS_MAX][24]; /* "hard"; "" for people */
    int64_t clock[SEATS_MAX]; /* milliseconds left, -1: no clock */
    uint32_t seat;            /* the person at the screen, or SPECTATOR or EVERYTHING */
    bool acts;                /* the person is asked to choose */
    bool undoes;              /* a move can be taken back, or the others can be asked */
    const char *title;        /* what is going on, a sentence */
    char message[600];        /* the result of the last key, or "" */
    bool bad;                 /* ... which is a refusal */

    const struct news *news; /* what has happened since the person's last turn */
    uint32_t news_count;

    event_t legal[LEGAL_MAX]; /* if `acts` */
    uint32_t legal_count;
};

/* What the person looks at. The family defines the fields, except for zoom and the point in the
 * middle of the map. Zeros at first. */
struct focus {
    uint32_t mode;   /* what the arrows move */
    uint32_t chosen; /* plus 1: a route, a city, a square, a line of a list */
    uint32_t option; /* the way to do it: a payment, a turn */
    uint32_t ticket; /* plus 1 */
    uint64_t marks;  /* tickets that are kept */
    uint32_t asked;  /* the position that this is for: an event number plus 1 */
    uint32_t zoom;   /* steps */
    double x, y;     /* in the middle of the map */
};

/* The result of a key. */
enum doing {
    DOING_NOTHING, /* the family has no such key */
    DOING_LOOK,    /* the person looks at something else */
    DOING_EVENT,   /* the person has chosen */
};

/* A key of the last row, and what it does. If there is little room, those that are less important
 * are left out, first those that stand elsewhere on the screen too; STAGE_ALWAYS never is. */
enum stage_weight { STAGE_ALWAYS, STAGE_MAIN, STAGE_OFTEN, STAGE_SELDOM, STAGE_ELSEWHERE };
enum { STAGE_KEYS = 16 };
struct stage_key {
    const char *name, *words; /* keys of the catalogue; the last has none */
    enum stage_weight weight;
};

/* How a family is drawn and played on a screen: one constant for each, in its folder. */
struct family_window {
    /* Draws the body: all rows except the first (title) and the last two (message, keys). */
    void (*draw)(struct canvas *c, struct area body, const struct stage *s, struct focus *f);

    /* A key. For DOING_EVENT *e is the choice, not yet known to be legal. */
    enum doing (*key)(struct area body, const struct stage *s, struct focus *f,
                      const struct key *k, event_t *e);

    /* The question to the person, a sentence for the first row. */
    const char *(*asks)(const struct stage *s);

    /* The keys of the family for the last row: those that can do something now. Returns how many;
     * there are never more than STAGE_KEYS - 6. */
    uint32_t (*keys)(struct area body, const struct stage *s, const struct focus *f,
                     struct stage_key *list);

    const char *help; /* a page: keys of the family */

    /* Prints the rules of this match in short. */
    void (*rules)(const struct match *m, FILE *out);
};

/* ---- parts ---- */

/* Looks of texts on the paper of the screen. */
static inline struct look look_ink(const struct stage *s)
{
    return (struct look){s->theme->ink, COLOUR_OWN, 0};
}

static inline struct look look_faint(const struct stage *s)
{
    return (struct look){s->theme->faint, COLOUR_OWN, 0};
}

static inline struct look look_strong(const struct stage *s)
{
    return (struct look){s->theme->strong, COLOUR_OWN, CANVAS_BOLD};
}

/* A seat's letter on its colour, `width` cells. */
void stage_badge(struct canvas *c, int x, int y, int width, const struct stage *s,
                 uint32_t seat);

/* A key or a button: inverse where there are no colours. Returns its cells. */
int stage_button(struct canvas *c, int x, int y, const char *words, const struct stage *s);

/* A sentence in the person's language into a text of fixed size. */
enum { STAGE_WORDS = 400 };
struct stage_words {
    char text[STAGE_WORDS];
};
struct stage_words stage_say(const char *sentence, const struct said *values);

/* The level or kind of a bot, in the language of the screen; "" for people. */
const char *stage_kind(const struct stage *s, uint32_t seat);

/* The row of a player: name, clock, a few words more if there is room, and points. If the words
 * are important, the name is cut to make room. */
void stage_player(struct canvas *c, struct area a, const struct stage *s, uint32_t seat,
                  const char *more, bool needed);

/* The news: the last lines that fit; returns the rows used. */
int stage_news(struct canvas *c, struct area a, const struct stage *s);

/* The first row, with the question (or null), and the last row. */
void stage_title(struct canvas *c, const struct stage *s, const char *asks);
void stage_keys(struct canvas *c, const struct stage *s, const struct stage_key *keys);

/* Is an event of this kind legal now? */
bool stage_can(const struct stage *s, enum event_kind kind);

/* A name in so many cells, with dots if it is longer. */
void stage_name(struct text *t, const char *name, int width);

/* The names of two places in so many cells. Both are there, shortened if they have to be. */
struct stage_words stage_pair(const char *a, const char *b, int width);

#endif
