/*
 * A table at a server as one viewer sees it, built from the protocol's messages alone: who sits
 * where, the view, clocks, the story of the game and what people say. Knows nothing about
 * connections. Private to cli/.
 */
#ifndef ANDEN_ONLINE_SIGHT_H
#define ANDEN_ONLINE_SIGHT_H

#include "../../protocol/plan.h"
#include "../../protocol/witness.h"
#include "../cli.h"
#include "address.h"

/* A line of the story, or of chat. */
struct sight_line {
    int64_t n;      /* of the story; -1: a line of chat */
    uint32_t last;  /* the last entry that it is about */
    uint32_t stamp; /* the number of the change that it came with */
    bool table;     /* about people, not about the game */
    uint8_t seat;   /* whose, or NOBODY */
    int32_t points;
    char *words;
    int64_t person;   /* who said it; 0: not chat */
    size_t name_size; /* bytes of the words that are the name of the speaker */
};

enum sight_status { SIGHT_NONE, SIGHT_OPEN, SIGHT_PLAYING, SIGHT_OVER };

struct sight_chair {
    char kind[9]; /* "person", "bot", "open" */
    char name[NAME_SIZE];
    char bot[64];
    int64_t person; /* 0: none */
    bool away, resigned, online;
};

/* Begins as zeros. */
struct sight {
    char table[ADDRESS_TABLE]; /* which; "": none */
    enum sight_status status;  /* SIGHT_NONE: nothing has come yet */
    /* These stay when the table is left, until the next one has come: a front end may still
     * show them. While we are at a table, its match does not change. */
    struct loaded loaded;
    struct table_plan plan;
    struct witness witness; /* everything that was told of the game */
    struct view view;       /* in which we act if it is our turn */
    bool has_board;
    int64_t host;
    uint32_t last;
    uint32_t acts; /* set of seats */
    uint32_t seat; /* where we sit, or SPECTATOR */
    struct sight_chair chair[SEATS_MAX];
    int64_t clock[SEATS_MAX]; /* milliseconds left at `clock_at`, -1: none */
    uint32_t runs;            /* clocks that run */
    uint64_t clock_at;        /* nanoseconds */
    uint32_t undo_asked;      /* the seat that asks, or NOBODY */
    char can_undo[9];
    uint8_t rank[SEATS_MAX]; /* when it is over and has a result */
    uint32_t watching;
    char next[ADDRESS_TABLE]; /* the rematch */
    struct sight_line *line;
    uint32_t lines, room, stamp;
    int64_t said; /* the number of the last line of chat */
};

/* Takes a message. */
enum taken {
    TAKEN_NOT, /* it is not about this table; nothing has changed */
    TAKEN,
    TAKEN_GAP,     /* something is missing: the table has to be joined again */
    TAKEN_STRANGE, /* the server has other rules or boards than this program */
    TAKEN_BAD,     /* the server says something that cannot be */
};
enum taken sight_take(struct sight *s, const struct message *m);

/* How many milliseconds a seat has left now, -1 if it has no clock. */
int64_t sight_left(const struct sight *s, uint32_t seat);

/* The first open seat, or NOBODY. */
uint32_t sight_open_seat(const struct sight *s);

/* Goes to another table, or to none (""). */
void sight_turn_to(struct sight *s, const char *table);

void sight_free(struct sight *s);

#endif
