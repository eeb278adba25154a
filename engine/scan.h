/*
 * Reading text from outside: lines, words, digits, and complaints that point at a place. Events,
 * boards, logs, constants and specs of bots are read with it.
 */
#ifndef ANDEN_SCAN_H
#define ANDEN_SCAN_H

#include "event.h"
#include "words.h"

struct reader {
    const char *text;
    size_t size;
    size_t next;      /* where the next line begins */
    const char *line; /* the line, or a text that has no lines */
    size_t length;
    size_t at;             /* where the search for the next word begins */
    uint32_t number;       /* of the line, from 1; 0 = there are no lines */
    const char *code;      /* of complaints, as in struct ground */
    struct complaint *why; /* the last complaint, or the place for the first */
    uint32_t room;         /* for so many complaints, if it is a draft; else 0 */
    uint32_t complaints;   /* so far */
    bool draft;            /* reading goes on after a complaint (board_draft) */
};

/* A word of the line; quotes are not part of it. */
struct word {
    const char *at;
    size_t n;
    size_t where; /* byte of the line where it begins */
    bool quoted;
};

/* Places: a byte of the line, the next one, a word, a whole line. */
struct text_spot spot_byte(const struct reader *r, size_t byte);
static inline struct text_spot spot_here(const struct reader *r)
{
    return spot_byte(r, r->at);
}
static inline struct text_spot spot_word(const struct reader *r, const struct word *w)
{
    return spot_byte(r, w->where);
}
static inline struct text_spot spot_line(uint32_t line)
{
    return (struct text_spot){line, 1};
}

static inline bool word_is(const struct word *w, const char *s)
{
    return !w->quoted && text_is(w->at, w->n, s);
}

/* Skips the mark with which some programs begin a text. */
void skip_byte_order(struct reader *r);

/* Goes to the next line; false at the end of the text. */
bool read_next(struct reader *r);

void read_blanks(struct reader *r);

/* Takes a word off the line, up to a blank; an empty one at its end. Blanks after it are gone. */
struct word read_plain(struct reader *r);

/* Takes a word off the line if it spells the one given, with a blank or the end after it. */
bool read_is(struct reader *r, const char *word);

/* Takes digits off the line, without looking at what follows. */
bool read_digits(struct reader *r, uint32_t *value);

/* Complains about a place, in one sentence with its values, by a rule of the game or ""; returns
 * false. */
bool read_wrong(struct reader *r, struct text_spot at, const char *rule, const char *sentence,
                const struct said *values, uint32_t count);
#define READ_RULE(r, at, rule, sentence, ...)                                                  \
    read_wrong(r, at, rule, sentence, (const struct said[]){__VA_ARGS__},                      \
               sizeof((const struct said[]){__VA_ARGS__}) / sizeof(struct said))
#define READ_WRONG(r, at, sentence, ...) READ_RULE(r, at, "", sentence, __VA_ARGS__)

/* The same for a sentence without values. */
static inline bool read_refuse(struct reader *r, struct text_spot at, const char *sentence)
{
    return read_wrong(r, at, "", sentence, 0, 0);
}

/* About the place where an event goes on; false, or 0, is not an event. */
#define PHRASE_WRONG(r, rule, sentence, ...)                                                   \
    READ_RULE(r, spot_here(r), rule, sentence, __VA_ARGS__)
static inline bool phrase_refuse(struct reader *r, const char *rule, const char *sentence)
{
    read_wrong(r, spot_here(r), rule, sentence, 0, 0);
    return false;
}

/* Takes the word of an event of one of these kinds off the line; EVENT_NONE if there is none. */
enum event_kind read_kind(struct reader *r, uint32_t kinds);

/* The rest of "first 2", with the rule about who begins. */
event_t read_first_seat(struct reader *r, uint32_t seats, const char *rule);

/* An event that has been read, if it ends its line; else 0 and a complaint. */
event_t read_event_end(struct reader *r, event_t e);

#endif
