/*
 * Messages for the people at a table: snapshots, and updates about a batch of entries. Only
 * this file and hosted.h turn a table into messages, for the server and for tables in a page.
 * They see games only through the table's filter (table_seen, table_facts, table_view).
 *
 *     report_begin(&t, &hosted, viewer, &wants, &store, entries);
 *     for each entry: report_entry(&t, entry); table_apply(...);
 *     report_update(&t, &scratch, &message);
 *
 * Nothing is allocated: what a message points to lies in storage lent by the caller.
 */
#ifndef ANDEN_PROTOCOL_REPORT_H
#define ANDEN_PROTOCOL_REPORT_H

#include "hosted.h"

enum {
    /* Bytes that a report needs at most for each entry: with it come a fact for each seat and
     * two more; or its text. And once, for the facts at the end of a game. */
    REPORT_ENTRY = sizeof(struct message_happening_part) + EVENT_TEXT_MAX + 8,
    REPORT_LAST = sizeof(struct message_happening_part) + FACTS_MAX * sizeof(int64_t),
};

_Static_assert((SEATS_MAX + 2) * sizeof(int64_t) <= EVENT_TEXT_MAX, "room for facts");
_Static_assert((int)MESSAGE_HAPPENING_PART_FACTS_LIST == (int)FACTS_MAX,
               "a message has room for all facts");

/* Entries as one viewer may know them, gathered one after the other. */
struct report {
    const struct hosted *hosted;
    struct message_arena *store;
    uint32_t viewer;
    struct wants wants;
    bool chairs; /* the seating has changed */
    bool full;   /* the store is too small */
    struct message_happening_part *part;
    uint32_t count, room;
};

/* For at most so many entries; store and hosted must outlive it. */
void report_begin(struct report *t, const struct hosted *h, uint32_t viewer,
                  const struct wants *wants, struct message_arena *store, uint32_t entries);

/* The next entry; hosted->table is the table before it. */
void report_entry(struct report *t, const struct entry *e);

/* Would two viewers of the same batch get the same update, to the last byte? True only if that is
 * certain. */
bool report_same(const struct report *a, const struct report *b);

/* The update about all of them, which are applied now. False if storage is too small. */
bool report_update(struct report *t, struct message_arena *scratch, struct message *out);

/* A piece of the record: only the entries, not the present table. The caller adds the id of the
 * join. False if storage is too small. */
bool report_piece(struct report *t, struct message *out);

/* A table as one viewer may see it, with its entries after number `after`, for which it is
 * played again. The caller adds chat and the command's id. False if storage is too small. */
struct report_storage {
    struct message_arena store, scratch;
    struct table *replica; /* with storage of its own for all of them */
};
bool report_snapshot(const struct hosted *h, uint32_t viewer, const struct wants *wants,
                     uint32_t after, struct report_storage *lent, struct message *out);

#endif
