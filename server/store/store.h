/*
 * The store: people, tables with their entries, chat, results and ratings, in an SQLite file or
 * a PostgreSQL database; the callers need not know which. Headers, entries, seeds and lobby
 * lines are bytes that mean nothing here.
 *
 * Everything is asynchronous on a libuv loop. A request is copied and handed over; its answer comes
 * exactly once, on the loop's thread, never from inside the call. Writes are done in the order in
 * which they were handed over, many in one commit, and answered once they are durable. Every
 * read sees all writes that were answered before it. Reads may overtake waiting writes.
 *
 *     store_append(store, &append, (struct store_done){told, table});
 *     static void told(void *table, const struct store_answer *answer) { ... }
 *
 * Any number of stores, in any number of processes, may have the same PostgreSQL database open.
 * An entry n is stored once: the second request for it gets STORE_CONFLICT, and its node loads
 * the stored entries.
 *
 * All times are milliseconds since 1970. Texts are UTF-8; "" stands for nobody and nothing.
 */
#ifndef ANDEN_SERVER_STORE_H
#define ANDEN_SERVER_STORE_H

#include "records.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct uv_loop_s;
struct store;

enum {
    STORE_ID_MAX = 64,          /* bytes of an id of a person or a table: A-Z a-z 0-9 - _ */
    STORE_NAME_MAX = 96,        /* bytes of a name, of a game, of a setting's name */
    STORE_DAY_MAX = 10,         /* bytes of a date: 2026-11-17 */
    STORE_KEY_MAX = 1100,       /* bytes of a name as it is compared: NFKC makes 11 of one */
    STORE_HASH_MAX = 64,        /* bytes of a token's hash */
    STORE_PASSPHRASE_MAX = 128, /* bytes of a passphrase's hash (crypto_pwhash_STRBYTES) */
    STORE_CLIENT_MAX = 64,      /* bytes of the name of a device's program, and of its place */
    STORE_CHAT_MAX = 4000,      /* bytes of a line of chat */
    STORE_BOARD_MAX = 1 << 18,  /* bytes of the text of a board */
    STORE_HEADER_MAX = 1 << 20, /* bytes of a header, of a setting */
    STORE_BYTES_MAX = 4096,     /* bytes of an entry, of a table's info, of a seed */
    STORE_ENTRIES_MAX = 4096,   /* entries in one append */
    STORE_APPEND_MAX = 1 << 20, /* bytes of all of them */
    STORE_SEATS_MAX = 16,       /* seats in one append */
    STORE_TURNS_MAX = STORE_SEATS_MAX * (STORE_ID_MAX + 1), /* bytes of a list of people */
    STORE_DEVICES_MAX =
        50,               /* devices of one person: one more removes the least recently used */
    STORE_LIST_MAX = 200, /* rows that one reading of a list gives at most */
};

enum store_status {
    STORE_OK,
    STORE_CONFLICT, /* append: this entry exists already; answer->last is the last one */
    STORE_GAP,      /* append: the entry before this one does not exist; see answer->last */
    STORE_TAKEN,    /* the name or the id belongs to another */
    STORE_MISSING,  /* there is no such person, table or setting; or the notice is not yours */
    STORE_REFUSED,  /* the request itself is wrong (too long, not UTF-8): message says what */
    STORE_BUSY,     /* too much is waiting: nothing was done */
    STORE_UNAVAILABLE, /* the database cannot be used now: nothing was done */
    STORE_IN_DOUBT,    /* the connection broke during the commit and did not come back in time:
                        * nobody knows whether it is done; load and look */
};

enum store_phase { STORE_OPEN, STORE_PLAYING, STORE_OVER };

struct store_bytes {
    const void *at;
    size_t size;
};

struct store_person {
    const char *id, *name;
    const char *passphrase; /* its hash; "" if there is none */
    const char *recovery;   /* the hash of the code that replaces it; "" if there is none */
    int64_t created, seen;
};

/* Where somebody is signed in: a token, of which only a hash is kept. */
struct store_device {
    struct store_bytes hash;
    const char *client, *place; /* the program, and the place, for people to read */
    const char *origin;         /* in: stands for its address; "" or null: not known */
    int64_t created, seen;
};

/* Who sits where, for people's lists and "your turn" notices. */
struct store_seat {
    uint32_t seat;
    const char *person; /* "" for a bot or an empty seat */
    int64_t since;      /* out: when this person's turn began; 0 if it is not their turn */
    const char *origin; /* in: stands for where the person came from; "" or null: not known */
};

/* What a table waits for. */
struct store_wait {
    uint32_t acts; /* set of seats (bits): people whose turn it is */
    int64_t since; /* the turn of the last of them began */
    int64_t due;   /* when the server has to act by itself (a bot, a clock); 0: never */
};

struct store_table {
    const char *id, *game;
    bool is_public;
    enum store_phase phase;
    uint32_t last; /* number of the last entry, 0 if there is none */
    uint32_t chat; /* number of the last line of chat */
    int64_t created, changed;
    struct store_wait wait;
    struct store_bytes
        info; /* for lists: what the caller wants to show without loading the table */
    struct store_bytes header, seed; /* store_load() only, else empty */
    /* A board that tables share: its name, which follows from its bytes, and the bytes. Out:
     * store_load() with after 0 gives the bytes. */
    const char *board_name;
    struct store_bytes board;
    const char *host;       /* in: the id of whoever makes the table */
    const char *from;       /* in: what stands for their address; or "" */
    struct store_seat mine; /* store_tables_of() and store_turns_due(): that person's seat */
};

struct store_entry {
    uint32_t number;
    int64_t time;
    struct store_bytes bytes;
};

struct store_line {
    uint32_t number;
    int64_t time;
    const char *person, *name, *text;
    const char *table; /* out, store_chat_of() only */
};

/* How a seat ended. Ratings are whole numbers in the caller's unit. */
struct store_result {
    uint32_t seat;
    const char *person; /* "" for a bot: not rated */
    const char *name;
    int32_t rank, score;
    bool rated;
    int64_t rating_start;     /* in: the first rating of somebody who has none in this game */
    int64_t rating_change;    /* in: added to the rating that is stored by then */
    int64_t before, after;    /* out: the rating; both 0 if not rated */
    const char *day;          /* in: the date of a daily deal for which it counts; or null */
    const char *table, *game; /* out */
    int64_t time;             /* out */
    struct store_bytes info;  /* out: of the table */
};

struct store_rating {
    const char *person, *name, *game;
    int64_t rating;
    uint32_t games;
};

struct store_head {
    const char *id;
    uint32_t last, chat;
    int64_t due; /* as in store_wait */
};

/* Tables that are not over. */
struct store_counts {
    uint32_t tables;      /* that a person has made, or sits at */
    uint32_t listed;      /* public ones that a person has made */
    uint32_t listed_from; /* ... that were made from an address */
    uint32_t from;        /* that were made from an address, public or not */
};

/* The answer to a request. Everything it points to is valid during the call only. */
struct store_answer {
    enum store_status status;
    const char *message; /* a sentence for logs and people; "" if all is well */
    uint32_t last;       /* append: the table's last entry now; chat: the number of the line */
    struct store_bytes value; /* store_keep(), store_setting(), store_follow() */

    struct store_counts counts;        /* store_tables_count() */
    const struct store_person *person; /* null if none was asked for or found */
    bool known;                        /* store_sign_in(): the device was signed in before */
    const struct store_device *devices;
    const struct store_table *tables; /* store_load(): one */
    const struct store_entry *entries;
    const struct store_line *lines;
    const struct store_result *results;
    const struct store_rating *ratings;
    const struct store_head *heads;    /* those that exist, in no order */
    const struct store_person *people; /* this and everything below: office.h */
    const struct store_change *changes;
    const struct store_sanction *sanctions;
    const struct store_word *words;
    const struct store_report *reports;
    uint32_t table_count, entry_count, line_count, result_count, rating_count, head_count,
        device_count, people_count, change_count, sanction_count, word_count, report_count;
};

/* The callback; call may be null. */
struct store_done {
    void (*call)(void *context, const struct store_answer *answer);
    void *context;
};

/*
 * Another store has written to a table (this one's own writes may be reported too): it now goes to
 * entry `last` and to line `chat`. With table "" anything may have changed, since notices may have
 * been lost: look with store_heads(). Only PostgreSQL sends notices, and they can be lost.
 */
struct store_notice {
    const char *table, *game;
    uint32_t last, chat;
    const char *turns; /* ids of people whose turn has begun, a tab after each */
};

struct store_options {
    const char *where; /* a file's path, or postgresql://user@host/name?options */
    /* Called on the loop's thread; may be null. */
    void (*noticed)(void *context, const struct store_notice *notice);
    void *context;
    uint32_t patience_ms; /* how long requests wait for a lost or locked database before they
                           * fail; 0 means 10 s */
    /* Called while the store is opened, with what was changed in a database of an older
     * version, for the log. May be null. */
    void (*upgraded)(void *context, const char *what);
    bool alone;           /* refuse an SQLite file that another store has opened with this:
                 * servers can share only PostgreSQL */
    uint32_t waiting_max; /* more requests than this are refused as STORE_BUSY; 0 means 65536 */
};

/*
 * Opens a store, and makes or upgrades the database; waits until that is done. Returns null and
 * a sentence in why (which is cut off at size) if it can't: no such folder, not a database,
 * written by a newer version, no PostgreSQL in this build.
 */
struct store *store_open(struct uv_loop_s *loop, const struct store_options *options, char *why,
                         size_t size);

/* Is it the address of a database that several servers can share, and not a file? */
bool store_is_shared(const char *where);

/* Finishes and answers all requests, closes, frees, and calls `closed` on the loop's thread.
 * Nothing may be asked of the store after this, not even from within an answer. */
void store_close(struct store *store, void (*closed)(void *context), void *context);

/* Whether the last thing tried worked; if not, why (any thread; why is cut off at size). */
bool store_healthy(struct store *store, char *why, size_t size);

enum { STORE_BUCKETS = 16 };

struct store_stats {
    uint64_t reads, writes;     /* requests answered */
    uint64_t commits, failures; /* transactions that became durable; that failed */
    uint64_t retries;           /* requests that were tried again */
    uint64_t reconnects;        /* connections lost and made again */
    uint32_t largest;           /* most requests in one commit */
    uint32_t waiting;           /* requests not answered now */
    uint64_t commit_us;         /* time spent in commits, batches included */
    uint64_t
        bucket[STORE_BUCKETS]; /* commits that took under 2^i * 125 us; the last: all others */
};

/* Any thread. */
void store_stats(struct store *store, struct store_stats *stats);

/* ---- people ---- */

/* How long a name that was given up is held back from others, and how many one person can hold
 * back. */
#define STORE_NAME_HELD_MS (INT64_C(30) * 24 * 60 * 60 * 1000)
enum { STORE_NAMES_HELD = 3 };

/* Folds a name for comparison: without case, in Unicode's compatibility form, without invisible
 * characters. False (and "") if it is not UTF-8 or too long. */
bool store_fold(const char *name, char key[STORE_KEY_MAX + 1]);

/* A new person with a first token (hash.size 0: without). STORE_TAKEN: somebody has an equal
 * name, or gave it up less than STORE_NAME_HELD_MS before `created`. */
void store_person_add(struct store *store, const struct store_person *person,
                      struct store_bytes hash, struct store_done done);

/* Gives a person another name: STORE_TAKEN, STORE_MISSING. */
void store_person_rename(struct store *store, const char *id, const char *name, int64_t time,
                         struct store_done done);

/* A new passphrase. All devices are signed out except the one with this hash. */
struct store_secret {
    const char *passphrase, *recovery; /* hashes */
    const char *recovery_was;          /* only if it is still this one; "": in any case */
    struct store_bytes stays;          /* hash of a token; may be empty */
};

/* STORE_MISSING: no such person, or another recovery code. Here and below, a change (null:
 * none) is recorded with it, so that other nodes learn about it. */
void store_person_secure(struct store *store, const char *id, const struct store_secret *secret,
                         const struct store_change *change, struct store_done done);

/* The person was here, with a device (null, or its hash is empty: not known which). */
void store_person_seen(struct store *store, const char *id, int64_t time,
                       const struct store_device *device, struct store_done done);

/* Forgets a person. Their results, chat and seats stay, under the name `someone`. The name is
 * held back from others for a time. The change is recorded with it. */
void store_person_erase(struct store *store, const char *id, const char *someone,
                        const struct store_change *change, struct store_done done);

/* One more device; one less (STORE_MISSING: no such token). With an empty hash store_token_drop
 * drops all tokens of that person; otherwise only this token, if it is that person's. */
void store_token_add(struct store *store, const char *person, struct store_bytes hash,
                     int64_t time, struct store_done done);
void store_token_drop(struct store *store, const char *person, struct store_bytes hash,
                      const struct store_change *change, struct store_done done);

/* Drops all others of that person. */
void store_token_drop_others(struct store *store, const char *person, struct store_bytes hash,
                             const struct store_change *change, struct store_done done);

/* The device signs itself out: its token only serves to recognise it later (store_sign_in). */
void store_token_leave(struct store *store, const char *person, struct store_bytes hash,
                       const struct store_change *change, struct store_done done);

/* answer->devices: where a person is signed in, the last used first. */
void store_devices(struct store *store, const char *person, struct store_done done);

/* Like store_person_by_name(), and sets answer->known: was that device signed in to the account
 * before, and not signed out by another? */
void store_sign_in(struct store *store, const char *name, struct store_bytes device,
                   struct store_done done);

/* answer->person, or STORE_MISSING. */
void store_person_by_id(struct store *store, const char *id, struct store_done done);
void store_person_by_name(struct store *store, const char *name, struct store_done done);
void store_person_by_token(struct store *store, struct store_bytes hash,
                           struct store_done done);

/* ---- tables ---- */

/* A new table without entries: id, game, is_public, phase, created, info, header, seed, host, its
 * board if it has one of its own (which is stored unless one of that name is there), and the seats
 * in which somebody sits. STORE_TAKEN: the id exists. */
void store_table_add(struct store *store, const struct store_table *table,
                     const struct store_seat *seats, uint32_t seat_count,
                     struct store_done done);

/* Notes the id of the table of the next game, if none is noted yet, and gives the one that is
 * (answer->value): so if two ask, both get the table of the first. STORE_MISSING. */
void store_follow(struct store *store, const char *table, const char *next,
                  struct store_done done);

/* Entries first, first + 1 ... of a table and everything that changes with them, in one
 * transaction. */
struct store_append {
    const char *table;
    uint32_t first, count;      /* at least one */
    struct store_bytes entries; /* all, one behind the other, each of the same size */
    int64_t time;
    struct store_wait wait;
    const char *turns; /* ids of people whose turn begins with it, a tab after each; or null */
    enum store_phase phase;
    struct store_bytes info; /* if at == null, it stays as it is, and so does the phase */
    const struct store_seat *seats; /* those whose person changed */
    uint32_t seat_count;
    const struct store_result *results; /* once, with the entries that end the game */
    uint32_t result_count;
};

void store_append(struct store *store, const struct store_append *append,
                  struct store_done done);

/* Notes that the server has nothing more to do by itself at a table, unless the table has gone
 * beyond entry `last`. */
void store_rest(struct store *store, const char *table, uint32_t last, struct store_done done);

/* Replaces the line for lists of a table that is over: STORE_MISSING. */
void store_table_info(struct store *store, const char *table, struct store_bytes info,
                      struct store_done done);

/* The table with header and seed, and its entries after a number: tables[0], entries; or
 * STORE_MISSING. */
void store_load(struct store *store, const char *table, uint32_t after, struct store_done done);

/* How far these tables go: heads. For the slow check for changes without a notice. */
void store_heads(struct store *store, const char *const *ids, uint32_t count,
                 struct store_done done);

/* Public tables that are open or being played, newest first. The next page begins before the
 * created time and id of the last one; the first before INT64_MAX and "". */
void store_lobby(struct store *store, int64_t before, const char *before_id, uint32_t limit,
                 struct store_done done);

/* Tables where this person sits, the last changed first; with over == false without those that are
 * over. The next page begins before the changed time of the last one. */
void store_tables_of(struct store *store, const char *person, bool over, int64_t before,
                     uint32_t limit, struct store_done done);

/* answer->counts of a person, and of what stands for an address ("": none). */
void store_tables_count(struct store *store, const char *person, const char *from,
                        struct store_done done);

/* Results of a person that a viewer ("": a stranger) may know about, the newest first, with the
 * same paging by time: those at public tables, and those at tables where the viewer has a
 * result too. Or all results of a table. */
void store_results_of(struct store *store, const char *person, const char *viewer,
                      int64_t before, uint32_t limit, struct store_done done);
void store_results_at(struct store *store, const char *table, struct store_done done);

/* The results that count for a day's deal on a board, the best first, with people's current
 * names. */
void store_results_on(struct store *store, const char *day, const char *game, uint32_t limit,
                      struct store_done done);

/* Ratings of a person in all games; the best of a game. */
void store_ratings_of(struct store *store, const char *person, struct store_done done);
void store_ratings_in(struct store *store, const char *game, uint32_t limit,
                      struct store_done done);

/* How many rated games a person has finished since a time (answer->last) against another
 * person, or against anybody from the same origin as that person at this table. */
struct store_meeting {
    const char *person, *other;
    const char *table, *game;
    int64_t since;
};
void store_met(struct store *store, const struct store_meeting *meeting,
               struct store_done done);

/* Tables being played where the server has to act by itself at or before a time, by that time:
 * heads. The next page begins after the due time and id of the last one, the first after 0, "". */
void store_due(struct store *store, int64_t until, int64_t after, const char *after_id,
               uint32_t limit, struct store_done done);

/* ---- removing what nobody has used for a long time ---- */

/* Tables whose game has not begun, made before a time; guests who were last here before it: heads,
 * by these times (`due`). The next page begins after the last one's. `last` of a guest is 1 if
 * they have a seat, a result or a table. */
void store_tables_stale(struct store *store, int64_t before, int64_t after,
                        const char *after_id, uint32_t limit, struct store_done done);
void store_guests_stale(struct store *store, int64_t before, int64_t after,
                        const char *after_id, uint32_t limit, struct store_done done);

/* Removes such a table or guest with everything that belongs to it. STORE_MISSING: it is gone,
 * or somebody uses it now. */
void store_table_drop(struct store *store, const char *table, struct store_done done);
void store_guest_drop(struct store *store, const char *person, int64_t before,
                      struct store_done done);

/* Removes boards that no table has and that nobody has asked for since a time. */
void store_boards_tidy(struct store *store, int64_t before, struct store_done done);

/* ---- chat ---- */

/* Adds a line; answer->last is the number it got. STORE_MISSING: no such table. */
void store_chat_add(struct store *store, const char *table, const struct store_line *line,
                    struct store_done done);
void store_chat_after(struct store *store, const char *table, uint32_t after, uint32_t limit,
                      struct store_done done);

/* A person's lines of chat, by table and number; the next page begins after the last one. */
void store_chat_of(struct store *store, const char *person, const char *table, uint32_t after,
                   uint32_t limit, struct store_done done);

/* ---- notices ---- */

/* Seats whose turn began at or before `until`, whose person was not told yet, and whom no node
 * is telling now: tables with `mine`. */
void store_turns_due(struct store *store, int64_t now, int64_t until, uint32_t limit,
                     struct store_done done);

/* Claims the task of telling a seat about the turn that began at `since`, until a time:
 * STORE_OK, or STORE_MISSING if another node does it, it is done, or the turn is over. The
 * second function says that it is done. If that is not said in time, the turn is due again. */
void store_notice_claim(struct store *store, const char *table, uint32_t seat, int64_t since,
                        int64_t now, int64_t lease_until, struct store_done done);
void store_notice_sent(struct store *store, const char *table, uint32_t seat, int64_t since,
                       struct store_done done);

/* ---- the server's own ---- */

/* Keeps a value under a name if there is none yet (or replaces it), and gives the stored value:
 * so two nodes that start at the same time agree on a key. */
void store_keep(struct store *store, const char *name, struct store_bytes value, bool replace,
                struct store_done done);
void store_setting(struct store *store, const char *name, struct store_done done);

/* Copies the whole SQLite database to a new file while the server runs. STORE_REFUSED with
 * PostgreSQL, which has pg_dump. */
void store_backup(struct store *store, const char *path, struct store_done done);

#endif
