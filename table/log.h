/*
 * Logs: the text of a game, read and written. A log is a header and one event per line, chance
 * included; doc/notation.md shows it. No files here: the reader is given the text, the writer
 * fills a caller's buffer.
 *
 *     log_open(&r, text, size);
 *     if (!log_read_header(&r, &header, &why)) ...
 *     ... find the board header.board ...
 *     if (!log_match(&header, &board, &match, &why)) ...
 *     match.rules->start(&match, &state);
 *     while ((step = log_next(&r, &match, &state, &event, &why)) == LOG_EVENT)
 *         ... the event has been applied ...
 *     if (step == LOG_BAD) ...
 */
#ifndef ANDEN_LOG_H
#define ANDEN_LOG_H

#include "../engine/game.h"

enum {
    LOG_FORMAT = 1,
    LOG_LINE_MAX = 255, /* bytes of a line without its comment; two names of 39 bytes and a
                              payment take far less */
    LOG_HEADER_MAX =
        1280, /* bytes of a written header: six names with every byte escaped (570),
                              four options (180), the rest (170) */
};

/* The parts of a header, to tell where a complaint belongs. */
enum log_field { LOG_GAME, LOG_BOARD, LOG_RULES, LOG_SEATS, LOG_FIELDS };

struct log_place {
    uint32_t line, column; /* line 0: the log does not have it */
};

struct log_option {
    char name[ID_SIZE];
    uint32_t value;
    struct log_place place, value_place;
};

struct log_header {
    char game[ID_SIZE];
    char board[ID_SIZE]; /* the game's name if the log does not say */
    uint64_t hash;       /* of the board; 0 if the log does not say */
    uint32_t rules;      /* revision; 0 if the log does not say */
    uint32_t seats;
    char name[SEATS_MAX][NAME_SIZE]; /* "" if the log does not say */
    uint32_t options;
    struct log_option option[OPTIONS_MAX];
    struct log_place place[LOG_FIELDS];
    struct log_place name_place[SEATS_MAX];
    struct log_place hash_place;
};

struct log_reader {
    const char *text;
    size_t size;
    size_t at;       /* the beginning of the next line */
    uint32_t line;   /* the number of the line read last */
    uint32_t events; /* read so far */
    bool ended;      /* the result has been read */
};

enum log_step {
    LOG_EVENT, /* an event was read and applied */
    LOG_END,   /* the log is at its end: the game may be over or not */
    LOG_BAD,   /* a complaint; the state is that before the line */
};

void log_open(struct log_reader *r, const char *text, size_t size);

/* Reads the header. False with a complaint. */
bool log_read_header(struct log_reader *r, struct log_header *h, struct complaint *why);

/* The match of a header on its board, checked. False with a complaint. */
bool log_match(const struct log_header *h, const struct board *board, struct match *m,
               struct complaint *why);

/* Reads the next event and applies it. A result line is compared with the replayed result. */
enum log_step log_next(struct log_reader *r, const struct match *m, struct state *s, event_t *e,
                       struct complaint *why);

/* Is s a name that a log can hold: 1..NAME_SIZE-1 bytes of UTF-8 without control characters. */
bool log_is_name(const char *s, size_t n);

/* The header of a match, without names. */
void log_header_of(const struct match *m, struct log_header *h);

/* Writing: the whole header; one event as a line, s being the state before it; the result line of
 * a game that is over. */
void log_put_header(struct text *t, const struct log_header *h);
void log_put_event(struct text *t, const struct match *m, const struct state *s, event_t e);
void log_put_result(struct text *t, const struct match *m, const struct state *s);

#endif
