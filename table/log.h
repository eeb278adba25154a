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
 *     while ((step = log_next(&r, &match, &state, &event, &why)) < LOG_END)
 *         if (step == LOG_EVENT)
 *             line[r.events - 1] = event;      the event has been applied
 *         else if (step == LOG_UNDO)
 *             log_rewind(&match, line, r.events, &state);
 *     if (step == LOG_BAD) ...
 */
#ifndef ANDEN_LOG_H
#define ANDEN_LOG_H

#include "dealer.h"

enum {
    LOG_FORMAT = 1,
    LOG_LINE_MAX = 255, /* bytes of a line without its comment; two names of 39 bytes and a
                              payment take far less */
    LOG_HEADER_MAX =
        2304,         /* bytes of a written header: six names with every byte escaped (570), six
                              players (1020), four options (180), the rest (280) */
    LOG_PLAYER = 160, /* bytes of a player with its settings and a final zero */
};

/* The parts of a header, so that complaints can point to them. */
enum log_field {
    LOG_GAME,
    LOG_BOARD,
    LOG_RULES,
    LOG_SEATS,
    LOG_SEED_HASH,
    LOG_SEED,
    LOG_FIELDS
};

struct log_option {
    char name[ID_SIZE];
    uint32_t value;
    struct text_spot place, value_place;
};

/* A spot with line 0: the log does not have it. */
struct log_header {
    char game[ID_SIZE];
    char board[ID_SIZE]; /* the game's name if the log does not say */
    uint64_t hash;       /* of the board, if hash_place says that there is one; else 0 */
    uint32_t rules;      /* revision, if place[LOG_RULES] says so; else 0 */
    uint32_t seats;
    uint8_t seed_hash[SEED_SIZE];       /* if place[LOG_SEED_HASH] says that there is one */
    uint64_t seed;                      /* of the seeded dealer, if place[LOG_SEED] says so */
    char name[SEATS_MAX][NAME_SIZE];    /* "" if the log does not say */
    char player[SEATS_MAX][LOG_PLAYER]; /* "human" or a player of the program; "" likewise */
    uint32_t options;
    struct log_option option[OPTIONS_MAX];
    struct text_spot place[LOG_FIELDS];
    struct text_spot name_place[SEATS_MAX], player_place[SEATS_MAX];
    struct text_spot hash_place;
};

struct log_reader {
    const char *text;
    size_t size;
    size_t at;       /* the beginning of the next line */
    uint32_t line;   /* the number of the line read last */
    uint32_t events; /* that led to the present position, without undone ones */
    bool ended;      /* the result has been read */
    bool has_seed;   /* the seed of the dealer has been read */
    uint8_t seed[SEED_SIZE];
    uint8_t out;  /* set of seats that have resigned or run out of time */
    uint8_t seat; /* LOG_OUT: the seat that is out now */
    bool late;    /* LOG_OUT: its time was over */
};

enum log_step {
    LOG_EVENT, /* an event was read and applied */
    LOG_UNDO, /* events are taken back: the caller makes the state after reader.events of them */
    LOG_OUT, /* a seat resigned or ran out of time (reader.seat): nothing changes in the game */
    LOG_END, /* the end of the log: the game may be over or not */
    LOG_BAD, /* a complaint; the state is the one before the line */
};

void log_open(struct log_reader *r, const char *text, size_t size);

/* Reads the header. False with a complaint. */
bool log_read_header(struct log_reader *r, struct log_header *h, struct complaint *why);

/* The match of a header on its board, checked. False with a complaint. */
bool log_match(const struct log_header *h, const struct board *board, struct match *m,
               struct complaint *why);

/* Reads the next event and applies it. A result line is compared with the replayed result; a seed
 * is kept in the reader. */
enum log_step log_next(struct log_reader *r, const struct match *m, struct state *s, event_t *e,
                       struct complaint *why);

/* The state after the first n events of a line. */
void log_rewind(const struct match *m, const event_t *line, uint32_t n, struct state *s);

/* Does a log say that its game is over: by a result, by the dealer's seed, or because all seats
 * but one are out? Does not look at the events. */
bool log_is_over(const char *text, size_t size);

/* Can a log hold this name: 1..NAME_SIZE-1 bytes of UTF-8 without control characters? */
bool log_is_name(const char *s, size_t n);

/* The header of a match, without names. */
void log_header_of(const struct match *m, struct log_header *h);

/* Writing: the whole header; one event as a line, s being the state before it; the result line of
 * a game that is over. */
void log_put_header(struct text *t, const struct log_header *h);
void log_put_event(struct text *t, const struct match *m, const struct state *s, event_t e);
void log_put_result(struct text *t, const struct match *m, const struct state *s);

/* Lines of games played at a table: so many events are left after an undo; a seat resigns or is out
 * of time for good; the dealer's seed. */
void log_put_undo(struct text *t, uint32_t left);
void log_put_out(struct text *t, uint32_t seat, bool late);
void log_put_seed(struct text *t, const uint8_t seed[SEED_SIZE]);

#endif
