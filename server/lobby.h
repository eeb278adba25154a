/*
 * The lobby: making tables, rematches, lists, chat. Private to server/.
 */
#ifndef ANDEN_LOBBY_H
#define ANDEN_LOBBY_H

#include "server.h"

struct http_request;

bool lobby_start(struct server *s);
void lobby_stop(struct server *s); /* closes its timer */
void lobby_free(struct server *s);

/* There is a new table, or a table's line in the lobby has changed. */
void lobby_changed(struct server *s);

/* May this connection make another table now? If not, it is refused. */
bool lobby_may_make(struct client *c, struct command_id id);

void lobby_create(struct client *c, const struct message_create *m);
void lobby_watch(struct client *c, const struct message_lobby *m);
void lobby_mine(struct client *c, const struct message_mine *m);
void lobby_leave(struct client *c);
void lobby_say(struct client *c, const struct message_say *m);

/* A table as a list shows it, from what the store has; texts point into the arena. False if its
 * info cannot be read. */
bool lobby_listing(const struct store_table *t, struct message_arena *arena,
                   struct message_listing_part *out);

/* Reads a page of the lobby, by the name that the page before has given; null: the first. False
 * if there is no such page; then `done` is not called. */
bool lobby_read(struct server *s, const char *page, struct store_done done);

/* The tables of an answer of the store as a list; malloc'ed message text. */
char *lobby_tables(const struct store_answer *a, const char *of, struct command_id id,
                   size_t *n);

/* The deal of a day, for one person: see daily.h. */
struct day {
    const char *date, *table;
    const uint8_t *seed;
};

/* Who makes a table. */
struct maker {
    uint64_t person;
    const char *name;
    uint64_t from; /* as of a client */
    bool guest;    /* can only ask for levels as bots */
    const char *address;
    const struct day *day; /* null: random cards, as at other tables */
};

/*
 * Makes a table for a person and seats the people and bots that the message names. Calls back
 * with the id of the table or an error.
 */
struct made {
    void (*call)(void *context, const struct made *made);
    void *context;
    const char *table; /* null: it was not made */
    const struct refusal *why;
    uint32_t last;
};
void table_make(struct server *s, const struct message_create *m, const struct maker *maker,
                const struct made *done);

#endif
