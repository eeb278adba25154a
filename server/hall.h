/*
 * The hall: tables in memory. Each table is an actor: it judges and stores one command at a
 * time, and once the entries are durable it applies them and sends them to everybody who
 * watches. A table that is not in memory is loaded when somebody asks for it, and dropped when
 * nobody has used it for a while. Private to server/.
 */
#ifndef ANDEN_HALL_H
#define ANDEN_HALL_H

#include "server.h"

enum {
    CHAT_KEPT = 50,                       /* lines of chat that a table has in memory */
    CHAT_TEXT = MESSAGE_SAY_TEXT_MAX + 1, /* bytes of a line with its final zero */
};

struct chat_line {
    uint32_t number;
    uint64_t person;
    int64_t time;
    char name[NAME_SIZE];
    char text[CHAT_TEXT];
};

/* A connection that watches a table. */
struct watcher {
    struct watcher *next;       /* of the table */
    struct watcher *next_watch; /* of the client */
    struct client *client;
    struct room *room;
    uint8_t viewer; /* the seat, or SPECTATOR */
};

enum request_kind {
    REQUEST_COMMAND, /* for the game */
    REQUEST_JOIN,    /* to watch */
    REQUEST_REMATCH,
    REQUEST_LINE,  /* of chat */
    REQUEST_VISIT, /* a part of the server looks at the table */
};

/* A look at a table that may have to be loaded first. One of the two is called, now or later. */
struct visit {
    void (*at)(void *context, struct room *room);
    void (*failed)(void *context, const struct refusal *why);
    void *context;
};

/* What waits for its turn at a table. */
struct request {
    struct request *next;
    enum request_kind kind;
    union {
        struct desk_request ask; /* COMMAND, JOIN, REMATCH */
        char *line;              /* malloc'ed */
        struct visit visit;
    };
    struct client *client; /* kept; null: the server's own */
    struct command_id id;
    uint64_t person;      /* who asks; 0: the server */
    char name[NAME_SIZE]; /* SIT of a person */
    uint32_t tries;
    bool guest;  /* can only ask for levels as bots */
    bool looked; /* the store was asked whether another node knows better */
    bool doubt;  /* nobody knows whether it was stored */
    /* If not null: called instead of answering a client. `why` is null if it was done. */
    void (*call)(void *context, const struct refusal *why, uint32_t last);
    void *context;
};

/* A table in memory. */
struct room {
    struct hash_node node; /* key: a hash of the id */
    struct server *server;
    char id[TABLE_ID];
    uint32_t keeps; /* watchers, bots that think, answers that are waited for */
    bool loaded;    /* the table can be used */
    bool busy;      /* something is being stored or loaded: requests wait */
    bool closing;   /* out of the hall; freed when nobody keeps it */
    bool mine;      /* this node added the last entry, so its bots play */
    uint64_t used;  /* steady time of the last use */

    struct message_plan_part plan; /* the header; points into plan_store */
    char *plan_store;
    uint8_t seed[SEED_SIZE];
    struct own_board *own_board; /* a board that is not the program's; or null */
    int64_t created;             /* milliseconds since 1970 */
    int64_t ahead;               /* of the server's clock, if that was set back */

    struct table table;
    char name[SEATS_MAX][NAME_SIZE];
    char spec[SEATS_MAX][BOT_SPEC]; /* of bots with settings; of others "" */
    struct store_wait wait;         /* as the store has it */

    struct chat_line *chat;
    uint32_t chats;     /* number of the last line */
    uint32_t chat_last; /* of the last one that is known to be stored */

    struct request *first, *last;
    struct watcher *watchers;
    struct proposal proposal;
    struct request *doing;   /* the request whose entries are being stored */
    struct store_wait later; /* `wait`, once they are */

    uv_timer_t clock,
        pause;       /* the next timeout; a bot's move, or taking over from another node */
    uint32_t timers; /* handles that are not closed yet */
    uint32_t behind; /* the last entry that another node is known to have stored */
    bool thinking, chat_loading, judging;
    struct room *next_news; /* of the hall's */
    bool has_news;
    bool resting;      /* nobody is there, so its bots wait until somebody comes */
    uint64_t alone_ns; /* how long its bots have thought while nobody was there */
};

struct hall {
    struct hash rooms;
    uint8_t secret[16];
    uv_timer_t sweep, presence;
    struct room *news;    /* tables where people have come or gone, kept */
    uint64_t cleared;     /* steady time when tables were last taken out to make room */
    uint64_t polled;      /* steady time of the last look at all tables */
    bool polling, shared; /* other nodes may use the same database */
};

bool hall_start(struct server *s);
void hall_stop(struct server *s); /* no more bots and timers */
void hall_free(struct server *s); /* when the loop has ended */

/* Is anything being stored? */
bool hall_busy(struct hall *h);

/* The table with this id if it is in memory, else null. */
struct room *hall_find(const struct server *s, const char *id);

/* Is there no room for another table? */
bool hall_is_full(struct server *s);

/* The table with this id, which may still be loading. Null with a refusal: no table has such an
 * id, or there is no room for more tables. */
struct room *hall_room(struct server *s, const char *id, struct refusal *why);

/* A table has been deleted: tells everybody who watches it, and stops their watching. */
void hall_forget(struct server *s, const char *id);

/* Another node has written: entry `last`, chat line `chat`. */
void hall_noticed(struct server *s, const struct store_notice *notice);

void hall_visit(struct server *s, const char *id, struct visit visit);

/* Hands a request (malloc'ed; it is taken over) to a table. */
void room_request(struct room *room, struct request *r);

/* What a client asks; a line of chat of a client; a command of the server itself, or one that it
 * gives for a person, for their own seat. Null without memory. */
struct request *request_new(struct client *c, struct command_id id,
                            const struct desk_request *ask);
struct request *request_line(struct client *c, struct command_id id, const char *text);
struct request *request_own(uint8_t command);
struct request *request_for(uint64_t person, uint8_t command);
void request_free(struct request *r);

void room_keep(struct room *room);
void room_release(struct room *room);

/* Does what is next: a bot's move, chance, the next command. */
void room_go_on(struct room *room);

/* Sends a message to all connections of a person; "your turn" to them. */
void person_send(struct server *s, uint64_t person, const struct message *m);
void person_send_turn(struct server *s, uint64_t person, const char *table, const char *game,
                      uint32_t last);

/* The viewer that a connection is at a table: its person's seat, or SPECTATOR. */
uint8_t room_viewer(const struct room *room, const struct client *c);

/* create.c: makes the table of the next game, if the game is over and the person who asks has
 * played in it. */
void room_rematch(struct room *old, const struct request *r);

/* Lets a connection watch a table, and sends it the snapshot it asks for. The request is taken
 * over. */
void room_join(struct room *room, struct request *r);

/* watch.c: the watcher by which a connection watches a table; a new one if it has none yet. Null
 * with a refusal. */
struct watcher *watcher_of(struct room *room, struct client *c, struct refusal *why);

/* Stops watching. */
void watcher_free(struct watcher *w);
void client_leave_all(struct client *c);

/* Milliseconds since the table was made: the table's clock. */
uint64_t room_time(const struct room *room);

enum store_phase room_phase(const struct table *t);

/* chat.c: a line from a person; lines that another node has stored. */
void room_say(struct room *room, struct client *c, struct command_id id, const char *text);
void room_load_chat(struct room *room, uint32_t after);

/* Takes a table that cannot be loaded out of the hall. */
void room_load_failed(struct room *room);

/* Loads the entries that the store has after the last known one; requests wait for it. */
void room_load(struct room *room);

/* ---- broadcast.c: messages to watchers ---- */

/* What a batch of entries looks like to each kind of viewer, gathered while they are applied. */
struct broadcast;
struct broadcast *broadcast_begin(struct room *room, uint32_t entries);
void broadcast_entry(struct broadcast *t, const struct entry *e); /* before it is applied */
void broadcast_end(struct broadcast *t);                          /* sends, and frees */
void broadcast_free_spare(void);                                  /* when the server ends */

/* Who looks at a table. */
struct look {
    uint32_t viewer; /* a seat, or SPECTATOR */
    uint32_t after;  /* the number of the last entry that they have */
    struct wants wants;
    bool stranger;        /* nobody knows who it is: they get no private chat */
    struct command_id id; /* of the message that asks */
};

/* The whole table as one viewer may see it, with the entries after a number. */
char *room_snapshot(struct room *room, const struct look *look, size_t *n);
void room_send_snapshot(struct room *room, struct watcher *w, uint32_t after,
                        struct command_id id);

/* Soon tells everybody who watches who sits where and who is there, in one message for all who
 * come and go meanwhile. */
void room_send_presence(struct room *room);
void room_send_chat(struct room *room, const struct chat_line *line);

/* The table as protocol/report.h wants it; t is the room's table, or the one after a proposal. */
struct hosted room_hosted(const struct room *room, const struct table *t);

/* ---- telling.c: the record, for somebody who joins ---- */

enum { PIECE = 100 }; /* entries of a record in one message */

/* Begins to tell a long record in pieces, and then joins. The request is taken over. False: there
 * is no memory. */
bool telling_begin(struct room *room, struct request *r);

/* Charges a person (0: a stranger) and what stands for their address for looking at so many
 * entries. False: they have had too many. */
bool telling_pays(struct server *s, uint64_t person, uint64_t from, uint32_t entries);
bool refuse_dear(struct refusal *why); /* the refusal for that */

bool tellings_start(struct server *s);
void tellings_stop(struct server *s);
void tellings_free(struct server *s);

/* ---- keep.c: what the store keeps ---- */

/* The listing of a table for the lobby, as JSON; malloc'ed. */
char *room_info(const struct room *room, const struct table *t, size_t *n);
bool room_read_info(struct room *room, const void *info, size_t n);

/* The log of the game, malloc'ed. It may be shown only once the game is over. */
char *room_log(const struct room *room, size_t *n);

/* A table without entries, with room for those of this one, to play them again. To be freed; null
 * if there is no memory. */
struct table *room_replica(const struct room *room);

/* Stores room->proposal; `done` gets the answer. */
void room_store(struct room *room, void (*done)(void *room, const struct store_answer *a));

/* Checks a plan and makes it ready for table_open(), without its seed. A board that is not the
 * program's is taken: release it. False with a refusal. */
bool plan_match(struct server *s, const struct message_plan_part *plan, struct table_plan *out,
                struct own_board **own, struct refusal *why);

/* Opens the table of a stored header. False with a refusal. */
bool room_open_plan(struct room *room, const struct store_table *t, struct refusal *why);

/* ---- wake.c: what the server does by itself ---- */

/* When the server has to act by itself at a table: now, a clock's deadline, or never (0). */
int64_t room_due(const struct room *room, const struct table *t, int64_t now);

/* Sets the timers for what comes next. */
void room_schedule(struct room *room);

/* Will the server act there soon? If not, the table can leave the memory: it is found in the store
 * when its time comes. */
bool room_is_due_soon(const struct room *room);

/* Looks for tables that wait for the server and are not in memory: after a start, and when
 * another node has gone. */
bool wake_start(struct server *s);
void wake_stop(struct server *s);
void wake_free(struct server *s);

/* ---- bots.c ---- */
bool bots_start(struct server *s);
void bots_stop(struct server *s);
void bots_free(struct server *s);
bool bots_thinking(const struct bots *b);
void bots_think(struct room *room, uint32_t seat);

#endif
