/*
 * A table in the page, without a server: the same table, the same messages and the same errors
 * as at a server, for the people at one screen and for bots. web/core/host.ts calls it, from a
 * worker. An instance of the module has one table. The caller stores it (entries come from
 * host_entries() and go back to host_restore()), calls it when time has passed, and makes more
 * tables.
 */
#ifndef ANDEN_HOST_H
#define ANDEN_HOST_H

#include "../../protocol/desk.h"
#include "wasm.h"

enum {
    HOST_ROOM = 16384, /* entries; the longest known games have some 2,000 */
    HOST_CONNECTIONS = 8,
    HOST_PLAN = 1 << 20, /* bytes of a plan: the board may be in it */
};

struct connection {
    bool open, greeted, watches;
    uint8_t viewer; /* the seat, or SPECTATOR */
    struct wants wants;
};

struct host {
    struct table table, replica; /* each in storage of its own */
    struct entry entries[HOST_ROOM], replica_entries[HOST_ROOM];
    event_t line[HOST_ROOM], replica_line[HOST_ROOM];
    struct board own;
    struct message_plan_part plan;
    struct plan_store described;
    char plan_bytes[HOST_PLAN], id[32], name[SEATS_MAX][NAME_SIZE];
    char spec[SEATS_MAX][BOT_SPEC]; /* of bots with settings, else "" */
    uint8_t seed[SEED_SIZE];
    uint64_t created;
    struct connection connection[HOST_CONNECTIONS];
    struct report report[HOST_CONNECTIONS];
    struct message_arena store[HOST_CONNECTIONS];
    struct proposal proposal;
    uint32_t thoughts; /* counted, so that no two use the same dice */
};

extern struct host host;

/* Milliseconds since the table was made. */
uint64_t host_time(void);

/* Judges a request, carries it out and sends the result to everybody who watches. A forked
 * table deals from its seed too, but the deal is not checked, because its first events come
 * from another game. */
enum desk_answer host_ask(const struct desk_sender *who, struct desk_request *r,
                          struct refusal *why);

/* The same with a command of the page itself. False if it did nothing. */
bool host_give(const struct table_command *c);

#endif
