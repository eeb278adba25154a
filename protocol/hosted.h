/*
 * A table at its host, the server or the page, and how it stands now for one viewer: the part that
 * snapshots and updates share, except the entries. Games are seen only through the table's filter
 * (table_view): nothing here looks at a state.
 */
#ifndef ANDEN_PROTOCOL_HOSTED_H
#define ANDEN_PROTOCOL_HOSTED_H

#include "plan.h"
#include "view_json.h"

enum {
    EVENT_TEXT_MAX = MESSAGE_DO_EVENT_MAX + 1, /* bytes of an event as text */

    /* Bytes that a standing needs at most: the position as JSON, legal events. */
    HOSTED_JSON = 64 * 1024,
    HOSTED_SCRATCH = 2 * HOSTED_JSON + LEGAL_MAX * ((int)sizeof(event_t) + EVENT_TEXT_MAX +
                                                    (int)sizeof(struct message_text)),
};

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
enum report_view { VIEW_EVENTS, VIEW_JSON, VIEW_NONE, VIEW_KINDS };

struct wants {
    uint8_t view; /* enum report_view */
    bool legal;
    uint8_t language; /* enum language: of refusals */
};

struct wants wants_of(const struct message_hello *hello);

/* "open", "playing", "over". */
const char *hosted_status(const struct table *t);

/* Who sits where; returns how many. */
struct hosted_chairs {
    struct message_chair_part chair[SEATS_MAX];
    char bot[SEATS_MAX][BOT_NAME + 1];
};
uint32_t hosted_chairs(const struct hosted *h, bool presence, struct hosted_chairs *out);

/* What "undo" would do for a viewer, in a word of messages; null if it would do nothing. */
const char *hosted_undo(const struct table *t, uint32_t viewer);

/* A table as it stands now; the part points into the rest. */
struct standing {
    struct message_standing_part part;
    struct hosted_chairs chairs;
    uint32_t chairs_count;
    int64_t acts[SEATS_MAX];
    struct message_clock_part clocks[SEATS_MAX];
    struct message_rank_part ranks[SEATS_MAX];
    char seed[2 * SEED_SIZE + 1];
    char sealed[EVENT_TEXT_MAX];
    struct view view;
};

/* Null if storage is too small. */
struct standing *hosted_standing(const struct hosted *h, uint32_t viewer,
                                 const struct wants *wants, struct message_arena *scratch);

#endif
