/*
 * Messages for the people at a table: snapshots, and updates about a batch of entries. Only
 * this file turns a table into messages, for the server and for tables in a page. It sees games
 * only through the table's filter (table_seen, table_view, table_shown): nothing here looks at
 * a state.
 *
 *     report_begin(&t, &hosted, viewer, &wants, &store, entries);
 *     for each entry: report_entry(&t, entry); table_apply(...);
 *     report_end(&t);
 *     report_update(&t, &scratch, &message);
 *
 * Nothing is allocated: what a message points to lies in storage lent by the caller.
 */
#ifndef ANDEN_PROTOCOL_REPORT_H
#define ANDEN_PROTOCOL_REPORT_H

#include "patch.h"
#include "plan.h"
#include "view_json.h"

enum {
    EVENT_TEXT_MAX = MESSAGE_DO_EVENT_MAX + 1, /* bytes of an event as text */
    WHAT_MAX = 1024,                           /* bytes of an entry's event as JSON */
    RUNS_MAX = 2048,                           /* bytes of a line of the log as JSON */

    /* Bytes that a report needs at most for each entry, without and with words. */
    REPORT_ENTRY = sizeof(struct message_happening_part) + EVENT_TEXT_MAX + 8,
    REPORT_ENTRY_WORDS =
        REPORT_ENTRY + sizeof(struct message_story_part) + WHAT_MAX + RUNS_MAX + 16,

    /* Bytes that a message needs at most for the rest: the position as JSON, legal events, the
     * view. */
    REPORT_JSON = 64 * 1024,
    REPORT_SCRATCH = 2 * REPORT_JSON + LEGAL_MAX * ((int)sizeof(event_t) + EVENT_TEXT_MAX +
                                                    (int)sizeof(struct message_text)),
};

/* The longest is a claim or a ticket with its results: at most three names, of which JSON may
 * escape every byte, and a dozen members that are numbers. Metro: four lines of a tile. */
_Static_assert(WHAT_MAX >= 3 * 2 * NAME_SIZE + 12 * 40, "an entry's event as JSON");
_Static_assert((int)MESSAGE_UPDATE_LEGAL_LIST >= (int)LEGAL_MAX,
               "a message has room for all legal events");

/* A table, and what else its host knows about it. */
struct hosted {
    const struct table *table;
    const char *id;
    const struct message_plan_part *plan;
    const char (*name)[NAME_SIZE]; /* of people, by seat; of a bot "" will do */
    const char (*spec)[BOT_SPEC];  /* of bots with settings, by seat, else ""; or null */
    uint64_t now;                  /* the table's clock */
    uint32_t online;               /* seats (bits) whose person has a connection */
};

/* What a client has asked for. */
enum report_view { VIEW_BYTES, VIEW_JSON, VIEW_NONE, VIEW_KINDS };

struct wants {
    uint8_t view; /* enum report_view */
    bool legal;
    bool words; /* the story in words, in `language` (enum language) */
    uint8_t language;
};

struct wants wants_of(const struct message_hello *hello);

/* "open", "playing", "over". */
const char *report_status(const struct table *t);

/* Who sits where; returns how many. */
struct report_chairs {
    struct message_chair_part chair[SEATS_MAX];
    char bot[SEATS_MAX][BOT_NAME + 1];
};
uint32_t report_chairs(const struct hosted *h, bool presence, struct report_chairs *out);

/* Entries as one viewer may know them, gathered one after the other. */
struct report {
    const struct hosted *hosted;
    struct message_arena *store;
    uint32_t viewer;
    struct wants wants;
    struct entry last;
    bool unsettled; /* the results of the last entry are still to be added */
    bool chairs;    /* the seating has changed */
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
void report_begin(struct report *t, const struct hosted *h, uint32_t viewer,
                  const struct wants *wants, struct message_arena *store, uint32_t entries);

/* The next entry; hosted->table is the table before it. */
void report_entry(struct report *t, const struct entry *e);

/* All of them are applied. */
void report_end(struct report *t);

/* Would two viewers of the same batch get the same update, to the last byte? True only if that is
 * certain. */
bool report_same(const struct report *a, const struct report *b);

/* The update about all of them. False if storage is too small. */
bool report_update(struct report *t, struct message_arena *scratch, struct message *out);

/* A piece of the record: only the entries, not the present table. Call it instead of
 * report_end(); the caller adds the id of the join. False if storage is too small. */
bool report_piece(struct report *t, struct message *out);

/* A table as one viewer may see it, with its entries after number `after`, for which it is
 * played again in the storage of the hosted one. The caller adds chat and the command's id.
 * False if storage is too small. */
struct report_storage {
    struct message_arena store, scratch;
    struct table *replica;
};
bool report_snapshot(const struct hosted *h, uint32_t viewer, const struct wants *wants,
                     uint32_t after, struct report_storage *lent, struct message *out);

/* The name of people who have deleted their account; nobody can take it. In words it is
 * translated. */
#define TELL_SOMEONE "someone"

/* The names of the seats in words. */
struct report_names {
    const char *name[SEATS_MAX];
    uint32_t nameless;               /* seats (bits) for which nobody has given one */
    char made[SEATS_MAX][NAME_SIZE]; /* for seats without a given one */
};
void report_names(const struct hosted *h, const struct wants *wants, struct report_names *out);

/* The name of a seat without a given name, depending on who plays it ("human", a bot, or "" if
 * that is not known): "Otto" or "Bot 2"; a person alone among bots is "You"; else "Seat 2". */
void report_nameless(enum language language, uint32_t seat, const char *player, bool alone,
                     char name[NAME_SIZE]);

#endif
