/*
 * What people at a table get: snapshots, and updates about a batch of entries. The only place
 * that turns a table into messages, for the server and for tables in a page alike. It asks the
 * table's filter (table_seen, table_view, table_shown) for all that is hidden: nothing here looks
 * at a state.
 *
 *     teller_begin(&t, &hosted, viewer, &wants, &store, entries);
 *     for each entry: teller_entry(&t, entry); table_apply(...);
 *     teller_end(&t);
 *     teller_update(&t, &scratch, &message);
 *
 * Nothing is allocated: what a message points to lies in storage lent by the caller.
 */
#ifndef ANDEN_PROTOCOL_TELL_H
#define ANDEN_PROTOCOL_TELL_H

#include "plan.h"
#include "view_json.h"

enum {
    EVENT_TEXT_MAX = MESSAGE_DO_EVENT_MAX + 1, /* bytes of an event as text */
    WHAT_MAX = 1024,                           /* bytes of an entry's event as JSON */
    RUNS_MAX = 2048,                           /* bytes of a line of the log as JSON */

    /* What a teller needs at most for each entry, and for each with words. */
    TELL_ENTRY = sizeof(struct message_happening_part) + EVENT_TEXT_MAX + 8,
    TELL_ENTRY_WORDS =
        TELL_ENTRY + sizeof(struct message_story_part) + WHAT_MAX + RUNS_MAX + 16,

    /* What a message needs at most besides: the position as JSON, legal events, the view. */
    TELL_JSON = 64 * 1024,
    TELL_LEGAL = 4096,
    TELL_SCRATCH = 2 * TELL_JSON + LEGAL_MAX * (int)sizeof(event_t) +
                   TELL_LEGAL * (EVENT_TEXT_MAX + (int)sizeof(struct message_text)),
};

/* A table, and what its host knows of it besides. */
struct hosted {
    const struct table *table;
    const char *id;
    const struct message_plan_part *plan;
    const char (*name)[NAME_SIZE]; /* of people, by seat; of a bot "" will do */
    const char (*spec)[BOT_SPEC];  /* of bots with settings, by seat, else ""; or null */
    uint64_t now;                  /* the table's clock */
    uint32_t online;               /* seats (bits) whose person has a connection */
};

/* What somebody wants to get. */
enum tell_view { VIEW_BYTES, VIEW_JSON, VIEW_NONE, VIEW_KINDS };

struct wants {
    uint8_t view; /* enum tell_view */
    bool legal;
    bool words; /* of what happened, in `language` (enum language) */
    uint8_t language;
};

struct wants wants_of(const struct message_hello *hello);

/* "open", "playing", "over". */
const char *tell_status(const struct table *t);

/* Who sits where; returns how many. */
struct tell_chairs {
    struct message_chair_part chair[SEATS_MAX];
    char bot[SEATS_MAX][BOT_NAME + 1];
};
uint32_t tell_chairs(const struct hosted *h, bool presence, struct tell_chairs *out);

/* What differs between two views: (offset, length: 16 bits each, low byte first; bytes)*. Returns
 * the bytes written, at most PATCH_BYTES: in the worst case every fifth byte differs and each costs
 * four more. */
enum { PATCH_BYTES = 2 * sizeof(struct view) + 8 };
uint32_t tell_patch(const struct view *before, const struct view *after, uint8_t *out);

/* Entries as one viewer may know them, gathered one after the other. */
struct teller {
    const struct hosted *hosted;
    struct message_arena *store;
    uint32_t viewer;
    struct wants wants;
    struct entry last;
    bool unsettled; /* what became of the last entry is still to be told */
    bool chairs;    /* who sits where has changed */
    bool full;      /* the store is too small */
    struct message_happening_part *part;
    uint32_t count, room;
    struct message_story_part *story; /* words: the lines of the log */
    uint32_t lines;
    uint32_t undone;     /* words: the entry that the last entry takes back first, or 0 */
    uint32_t patch_size; /* with VIEW_BYTES: */
    uint8_t patch[PATCH_BYTES]; /* what the batch has changed in the view */
    struct view first, after;   /* before and after the batch */
    struct view before;         /* words: before the last entry */
};

/* For at most so many entries; store and hosted must outlive it. */
void teller_begin(struct teller *t, const struct hosted *h, uint32_t viewer,
                  const struct wants *wants, struct message_arena *store, uint32_t entries);

/* The next entry; hosted->table is the table before it. */
void teller_entry(struct teller *t, const struct entry *e);

/* All of them are applied. */
void teller_end(struct teller *t);

/* Would two viewers of the same batch get the same update, to the last byte? True only if that is
 * certain. */
bool teller_same(const struct teller *a, const struct teller *b);

/* The update about all of them. False if storage is too small. */
bool teller_update(struct teller *t, struct message_arena *scratch, struct message *out);

/* A piece of the record: what they are, and nothing of how the table stands. Instead of
 * teller_end(); the id of the join is the caller's to add. False if storage is too small. */
bool teller_piece(struct teller *t, struct message *out);

/* A table as one viewer may see it, with its entries after number `after`, for which it is played
 * anew in the storage of the hosted one. Chat and the command's id are the caller's to add. False
 * if storage is too small. */
struct tell_storage {
    struct message_arena store, scratch;
    struct table *replica;
};
bool tell_snapshot(const struct hosted *h, uint32_t viewer, const struct wants *wants,
                   uint32_t after, struct tell_storage *lent, struct message *out);

/* The name of people who have deleted their account; nobody else can have it. In words it is said
 * in the language that was asked for. */
#define TELL_SOMEONE "someone"

/* The names of the seats as they are said in words. */
struct tell_names {
    const char *name[SEATS_MAX];
    uint32_t nameless;               /* seats (bits) for which nobody has given one */
    char made[SEATS_MAX][NAME_SIZE]; /* of who was not given one */
};
void tell_names(const struct hosted *h, const struct wants *wants, struct tell_names *out);

#endif
