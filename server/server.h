/*
 * What the parts of the server share: the server itself, its people and connections. Private to
 * server/. Everything belongs to the loop's thread, except what bots do with a copy of a view.
 */
#ifndef ANDEN_SERVER_H
#define ANDEN_SERVER_H

#include "../engine/words.h"
#include "../protocol/desk.h"
#include "clock.h"
#include "config.h"
#include "hash.h"
#include "net/address.h"
#include "net/limits.h"
#include "net/traffic.h"
#include "store/store.h"

#include <uv.h>

enum {
    PERSON_TEXT = 20, /* bytes of a person's number as text */
    TABLE_ID = 24,    /* bytes of a table's id with its final zero: 128 bits in base64 */
    TOKEN_TEXT = 48,  /* bytes of a token with its final zero: 256 bits in base64 */
    REPLIES = 16,     /* answers that are remembered for repeated commands */
};

struct bots;
struct hall;
struct hashings;
struct house;
struct lobby;
struct news;
struct notices;
struct rate;
struct tellings;
struct tidy;
struct wake;

/* Counters of the application, for /metrics. They only grow. */
struct counters {
    uint64_t commands, refused, repeated;
    uint64_t entries, conflicts, loads;
    uint64_t bot_moves, bot_ms;
    uint64_t tables_made, games_over, chat_lines;
    uint64_t notices_sent, notices_failed;
    uint64_t people_made, hashes;
};

struct server {
    uv_loop_t *loop;
    struct config config;
    struct store *store;
    struct http *http;
    struct ws_server *ws;
    struct static_files *files;
    struct limits *limits; /* null: none */
    struct traffic traffic;
    struct networks scrapers; /* addresses that may read /metrics */
    struct counters counters;
    struct hall *hall;
    struct lobby *lobby;
    struct bots *bots;
    struct tellings *tellings;
    struct tidy *tidy;
    struct notices *notices;
    struct wake *wake;
    struct news *news;
    struct house *house;
    struct hash boards;        /* people's own ones that tables in memory use (own_board.h) */
    struct hash people;        /* connected now or a moment ago, by number */
    struct hashings *hashings; /* passphrases */
    struct rate *rating;       /* games that are being rated, the oldest first */
    uint8_t origin_key[32];
    bool has_origins; /* the key is known */
    uint32_t walks;   /* walks through all tables of a person (walk.h) */
    bool exporting;   /* a file with all data of a person is being made */
    bool stopping;
};

/* An answer that was given, in case the command comes again. */
struct reply {
    int64_t run, id;
    struct ws_buffer *buffer;
};

/* Somebody who has a connection, or had one: answers are remembered for a while, for commands
 * that come again after a connection broke. */
struct person {
    struct hash_node node; /* key: the number */
    char id[PERSON_TEXT];  /* the number as text, as the store has it */
    char name[NAME_SIZE];
    bool secured;
    struct client *clients;
    uint64_t left; /* steady time when the last connection went */
    struct reply reply[REPLIES];
    uint32_t replies; /* given so far: the next place is replies % REPLIES */
};

/* One connection. Whatever may answer it later keeps it (counted); ws is null once it has
 * closed. */
struct client {
    struct server *server;
    struct ws *ws;
    struct person *person;     /* null before hello */
    struct client *next;       /* of the same person */
    struct client *next_lobby; /* of those who watch the lobby */
    struct watcher *watching;  /* tables */
    int64_t run;
    uint64_t from; /* stands for its address (see limits_key_address()); 0 without limits */
    uint32_t keeps;
    uint8_t token[32]; /* the hash of the token that it came with */
    struct wants wants;
    bool lobby, greeting;
};

struct client *client_keep(struct client *c);
void client_release(struct client *c); /* null is nobody */

static inline uint64_t person_number(const struct person *p)
{
    return p->node.key;
}

/* Sends a message, if the connection is still there. */
void client_send(struct client *c, const struct message *m);

/* The answers to a command, with its id. They are remembered in case the command comes
 * again. */
void client_ok(struct client *c, struct command_id id, const struct message_ok *ok);
void client_refuse(struct client *c, struct command_id id, const struct refusal *why);
void client_error(struct client *c, struct command_id id, const char *code,
                  const char *sentence); /* of the catalogue */
void client_send_error(struct client *c, struct command_id id, const struct message_error *e);

/* The language that a client has asked for; null: English. */
enum language client_language(const struct client *c);

/* Refusals that many parts of the server use: no memory; no room for another table; an error of
 * the store. They return false, as refuse() does. */
bool refuse_memory(struct refusal *why);
bool refuse_full(struct refusal *why);
bool refuse_store(struct refusal *why, const struct store_answer *a);

/* The same as answers to a client; and that there is no such table. */
void client_no_memory(struct client *c, struct command_id id);
void client_no_table(struct client *c, struct command_id id);
void client_store_error(struct client *c, struct command_id id, const struct store_answer *a);

/* Somebody who waits for the answer to a command: the first member of what is kept meanwhile. */
struct task {
    struct client *client; /* kept */
    struct command_id id;
};

/* So many bytes that begin with a task; the others are zero. Null without memory, and the client
 * is told. */
void *task_new(struct client *c, struct command_id id, size_t size);

/* These answer the command, and free the task with what it begins; the last one only frees. */
void task_ok(struct task *t, const struct message_ok *ok);
void task_refuse(struct task *t, const struct refusal *why);
void task_error(struct task *t, const char *code, const char *sentence); /* of the catalogue */
void task_store_error(struct task *t, const struct store_answer *a);
void task_end(struct task *t);

/* Encodes a message for many; null if there is no memory. */
struct ws_buffer *message_buffer(const struct message *m);

/* A message as text, malloc'ed, with a final zero. */
char *message_wire(const struct message *m, size_t *n);
char *record_wire(const struct message_shape *shape, const void *record, size_t *n);

/* Milliseconds of the loop's steady clock. For the time since 1970 see clock.h. */
uint64_t clock_steady(const struct server *s);

/* Takes `amount` of a limit from a person (0: nobody yet) and from the address that `from` stands
 * for. False: one of them has had too much. */
bool server_allows(struct server *s, enum limit_kind kind, uint64_t person, uint64_t from,
                   uint32_t amount);

/* The same for a connection, once; and how many seconds it has to wait if it may not. */
bool client_may(struct client *c, enum limit_kind kind);
uint32_t client_wait(struct client *c, enum limit_kind kind);

/* Is it a guest, who may do less than people with a passphrase? If limits are off, nobody is. */
bool client_is_guest(const struct client *c);

/* The person with this number, if connected. */
struct person *person_here(struct server *s, uint64_t number);

/* Random bytes as text: n bytes in base64 without padding. It never begins with a hyphen. */
void random_text(char *out, size_t cap, size_t n);

/* One of the program's boards by name, in the edition that has this hash if there is one; parsed
 * once; null if there is none. */
const struct board *server_board(const char *id, size_t n, uint64_t hash);
const char *server_board_id(uint32_t i); /* null after the last */

/* Parses them, at the start; frees them at the end. False without memory. */
bool server_load_boards(void);
void server_free_boards(void);

/* Is it one of the program's boards, wherever its text came from? Decided by its hash: anybody
 * can use a name. */
bool server_knows(const struct board *b);

/* origin.c: a word that stands for the address from which a person is connected now; "" if it is
 * not known. */
enum { ORIGIN_TEXT = 17 };
void origin_start(struct server *s);
void origin_of(struct server *s, uint64_t person, char out[ORIGIN_TEXT]);
void origin_of_address(const struct server *s, const char *address, char out[ORIGIN_TEXT]);

/* session.c: what the WebSocket server calls. */
struct ws;
struct http_request;
void session_open(struct ws *w, const struct http_request *r);
void session_text(struct ws *w, char *text, size_t n);
void session_closed(struct ws *w);

/* The hash of a token as the store keeps it. False if the text is no token. */
bool token_hash(const char *token, size_t n, uint8_t hash[32]);

#endif
