/*
 * A server, from the terminal: who we are there, its tables, and the table we are at, which
 * front ends see as a struct game. online.c handles the server's messages, orders.c what people
 * type, account.c and people.c commands about themselves and others, game.c is the game.
 * Private to cli/.
 */
#ifndef ANDEN_ONLINE_H
#define ANDEN_ONLINE_H

#include "../../server/client/remote.h"
#include "../game.h"
#include "../screen.h"
#include "account.h"
#include "people.h"
#include "sight.h"
#include "token.h"

enum { ONLINE_LIST = 64, ONLINE_WORDS = 600, ONLINE_PAGE = 12000 };

struct online {
    struct game game;   /* the first: both have the same address */
    struct sight sight; /* the table; none: the lobby */
    struct remote *remote;
    struct address address;
    bool watches;                            /* takes no seat */
    bool hailed;                             /* the server has said welcome */
    char name[NAME_SIZE], wished[NAME_SIZE]; /* our name, and the name that we want */
    int64_t person;
    char refused[ADDRESS_TABLE]; /* the table that cannot be; "": none */
    struct {
        char table[ADDRESS_TABLE];
        char words[160];
    } list[ONLINE_LIST];
    uint32_t listed, chosen;                /* chosen: on a full screen, from 1; 0: none */
    char next[MESSAGE_TABLES_NEXT_MAX + 1]; /* the page of the lobby after this one, or "" */
    bool has_list, mine;                    /* the list has come; it has our own tables */
    struct account account;
    struct people people;
    int64_t doing, making, sitting, naming,
        reporting;             /* commands without an answer: see online_is_busy() */
    char notice[ONLINE_WORDS]; /* something to say once, or "" */
    char page[ONLINE_PAGE];    /* a page that is shown instead of the lobby; "": none */
    uint32_t pages;            /* counts the pages */
    uint32_t changes, shown;   /* number of changes; how many of them have been shown */
    enum remote_state state;   /* of the connection, at the last count */
};

/* Connects, to the lobby or to the table of a link. Returns an exit code, after saying what is
 * wrong. */
int online_open(struct online *o, const struct address *a, const char *name);
void online_close(struct online *o);

/* The connection has ended for good: says why, and returns an exit code. */
int online_end(const struct online *o);

/* Goes to a table, or to the lobby (""). */
void online_go(struct online *o, const char *table);

/* Asks for the table, or for its new entries. */
void online_join(struct online *o);

/* Sends a command about the table. The id, or 0. */
int64_t online_tell(struct online *o, struct message *m);

/* Sends a command that has no member except the table; `table` is its place in the message. */
void online_tell_here(struct online *o, struct message *m, struct message_text *table);

/* Notes something to say once. */
void online_note(struct online *o, const char *sentence, const struct said *values);

/* A new page to write on. */
struct text online_page(struct online *o);

/* The page has been read: shows the lobby again. */
void online_turn_page(struct online *o);

/* A text of a message as a C string, without characters that would control the terminal. */
void online_copy(char *to, size_t size, const struct message_text *text);

/* Connects again as the person with this token; "": as a new guest. */
void online_become(struct online *o, const char *token);

/* Are we waiting for an answer without which the next command makes no sense? */
bool online_is_busy(const struct online *o);

/* Handles what has come. Is anything new? */
bool online_listen(struct online *o);

/* Handles what has come, but does not count it as shown. Returns how many milliseconds to wait
 * for more: 0 if something is new, -1: for ever. */
int online_patience(struct online *o);

/* Waits only for the network, at most so many milliseconds; -1: as long as it makes sense. */
void online_wait(struct online *o, int64_t most);

/* ---- orders.c ---- */

/* A new table. */
struct online_table {
    const char *game, *board; /* one of the server's games; or a board file of our own */
    const char *seats;        /* "human,open,hard"; null: human,open */
    const struct clock_rule *clock;
    const char *undo;
    bool is_public;
};
void online_create(struct online *o, const struct online_table *t);

/* Carries out a typed command of the lobby, the waiting room or the table; false if it is not
 * one. */
bool online_order(struct online *o, const char *line);

/* The lobby, or the room of a table before and after its game, and the commands that can be
 * typed there. */
void online_show(const struct online *o, struct screen *s);

/* ---- game.c ---- */

/* Makes o->game the game of the table. */
void online_game(struct online *o);

/* A sentence about the state of the connection; "" if all is well. */
void online_trouble(const struct online *o, struct text *out);

/* ---- plain.c ---- */

/* What the command line asks for. */
struct online_wish {
    const char *url, *name, *signin;
    bool watches;
    struct online_table table; /* if game and board are null, no table is made */
};

#endif
