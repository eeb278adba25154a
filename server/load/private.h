/*
 * What load.c (the run: tables, pace, report) and client.c (one client) share.
 */
#ifndef ANDEN_LOAD_PRIVATE_H
#define ANDEN_LOAD_PRIVATE_H

#include "../../protocol/witness.h"
#include "../../table/dealer.h"
#include "../client/link.h"
#include "load.h"

enum {
    LOAD_GAMES = 8,
    LOAD_NODES = 8,
    TABLE_TEXT = 32,
    TOKEN_CAP = 65,
    COMMAND_TEXT = 1024,
    /* Latencies: 32 steps for every doubling, from a microsecond to more than a day. */
    STEPS = 32,
    BUCKETS = 40 * STEPS,
};

/* A move that was acknowledged: the server said that it is among entries base + 1 .. at. */
struct acknowledged {
    uint32_t base, at;
    event_t event;
    bool found; /* in the record */
};

enum command_wish { WISH_NOTHING, WISH_CREATE, WISH_SIT, WISH_START, WISH_DO };

struct load_client {
    struct load *load;
    struct load_table *table;
    struct link link;
    uv_timer_t timer;       /* connects again, or tries again */
    uint32_t number, place; /* in all; at its table: 0 makes it, those without a seat watch */
    uint32_t node;          /* of the targets */
    uint32_t failures;      /* in a row */
    char token[TOKEN_CAP];
    int64_t run, ids;
    bool greeted; /* the server knows us on this connection */
    bool sits;    /* at this table */
    bool joined;  /* a snapshot has come on this connection */
    bool joining, checking, done;
    bool waits;  /* for its turn in the pace */
    bool paused; /* after an error */
    struct {
        enum command_wish wish; /* the command that is not answered yet */
        int64_t id;
        uint32_t base;
        event_t event;
        uint64_t sent; /* ns */
        size_t size;
        char text[COMMAND_TEXT];
    } pending;
    struct load_client *next; /* of those that wait */
    struct witness witness;
    uint32_t last, acked; /* entries known; of the last acknowledgement */
    uint32_t seat;        /* NOBODY: watches */
    bool acts, over;
    bool full; /* all seats are taken */
    struct acknowledged *moves;
    uint32_t moves_count, moves_room;
};

struct load_table {
    struct load *load;
    char id[TABLE_TEXT]; /* "": not made yet */
    const char *game;
    struct match match;
    uint32_t seats, clients; /* clients: those that watch included */
    struct load_client *first;
    uint32_t joined, done; /* clients */
    bool started, playing;
};

struct load {
    const struct load_options *o;
    struct load_report *report;
    uv_loop_t loop;
    struct link_target target[LOAD_NODES];
    uint32_t targets;
    struct link_shared shared;
    struct rng rng;
    uv_timer_t tick;
    struct load_client *client;
    struct load_table *table;
    struct load_client *first, **last; /* ready to move, when there is a pace */
    uint32_t playing, finished;        /* tables that have begun; clients that are done */
    uint64_t tokens;                   /* moves that may be made now, in thousandths */
    uint64_t began, ticked, measured_from, ended, cut; /* ns */
    bool measuring, stopping, closing;
    uint64_t histogram[BUCKETS];
    uint64_t slowest; /* us */
    struct message_arena arena;
    const char *games[LOAD_GAMES];
    struct board *boards[LOAD_GAMES];
    uint32_t games_count;
};

/* load.c */
void load_moved(struct load_client *c, uint64_t ns); /* a move was acknowledged */
void load_trouble(struct load *l, const char *code, const char *words);
void load_began(struct load_table *t);
bool load_may_move(struct load_client *c); /* false: client_go_on() is called later */

/* client.c */
void client_start(struct load_client *c);
void client_go_on(struct load_client *c); /* takes the next step, if there is one */
void client_stop(struct load_client *c);

#endif
