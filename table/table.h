/*
 * One table: the seats, the game, its record of entries, the dealer, clocks, undo, resigning, bots
 * for absent people. Used by the server, the terminal and the browser. No allocation: the
 * caller lends the storage for entries. No clock: the caller tells the time in milliseconds
 * since the table was made. The caller decides who may give which commands.
 *
 * Everything goes through two calls. table_propose() judges a command and gives the entries
 * that it would add, including the events of chance that follow; it changes nothing.
 * table_apply() applies one entry, and refuses one that cannot follow; tables are rebuilt with
 * it too. So a server stores the entries in between and tells people afterwards:
 *
 *     table_open(&t, &plan, entries, line, room);
 *     for each stored entry: table_apply(&t, &entry, &why);
 *     ...
 *     answer = table_propose(&t, &command, now, &proposal, &why);
 *     if (answer == TABLE_OK) {
 *         ... store proposal.entry[0 .. count) as entries t.count + 1, t.count + 2, ...
 *         for each of them: table_apply(&t, entry, &why);
 *         ... tell every viewer: table_seen(), table_view(), table_waiting(), table_clock() ...
 *     }
 *     while (proposal.more) the same with COMMAND_GO_ON
 */
#ifndef ANDEN_TABLE_H
#define ANDEN_TABLE_H

#include "dealer.h"
#include "entry.h"

enum {
    /* Entries of one proposal. A command gives at most 8 of its own; the rest is chance. The
     * set-up of the largest game deals 5 x 4 cards, 5 market cards and 5 x 4 tickets; sweeps of
     * the market have no limit (C5), so events that don't fit are left to COMMAND_GO_ON. */
    PROPOSAL_MAX = 128,
};

/* How long people may think. A clock for a move is full again for every choice; a clock for the
 * game gains the increment after each choice. Clocks run for people only, and not while a bot
 * plays for them. */
enum clock_kind { CLOCK_NONE, CLOCK_MOVE, CLOCK_GAME };

struct clock_rule {
    uint8_t kind;             /* enum clock_kind */
    uint32_t time, increment; /* milliseconds */
};

/* What may be taken back: nothing; a seat's own last choice if nothing was revealed and nobody
 * else has acted; or more, if all other people agree. */
enum undo_rule { UNDO_NEVER, UNDO_SAFE, UNDO_AGREED };

/* What a table is made from. Constant for its life. */
struct table_plan {
    struct match match; /* checked by rules->check() */
    struct clock_rule clock;
    uint8_t undo; /* enum undo_rule */
    bool dealing; /* the seed is known: this table can deal, and checks chance entries */
    uint8_t seed[SEED_SIZE];
};

enum table_phase {
    TABLE_GATHERING, /* seats are taken and left */
    TABLE_PLAYING,
    TABLE_FINISHED, /* played to its end */
    TABLE_DECIDED,  /* all seats but one have resigned or run out of time */
    TABLE_ABORTED,
};

struct table_seat {
    uint64_t who; /* of the last SIT */
    uint8_t role; /* enum seat_role */
    uint8_t out;  /* 0, or 1 for the first seat to resign or run out of time, 2 for the next */
    bool away;    /* a bot plays for the person */
    bool late;    /* out or away because a clock ran out */
    bool chose;   /* has made a choice that was not taken back */
    event_t sealed;         /* a choice that is not shown yet, or 0 */
    uint32_t left;          /* the seat's clock at `clock_at`, milliseconds */
    uint32_t before_choice; /* events of the game before its last choice, if it chose */
};

/* Callers may read the fields, but not change them. */
struct table {
    struct table_plan plan;
    struct state state;
    struct table_seat seat[SEATS_MAX];
    uint8_t phase;         /* enum table_phase */
    uint8_t asks;          /* the seat that asks to undo, or NOBODY */
    uint8_t agreed;        /* set of seats that have agreed to it */
    uint8_t outs;          /* seats that are out */
    uint32_t ask_events;   /* events that would be left */
    uint32_t ask_number;   /* the number of the entry that asks */
    uint32_t count;        /* entries so far: the number of the last one */
    uint32_t events;       /* events of the game, without undone ones */
    uint32_t position;     /* the number of the last entry that changed the legal choices */
    uint32_t dealt;        /* CHANCE entries so far, including undone ones */
    uint32_t batch[2];     /* the last choices made at the same time: events from, up to */
    uint64_t clock_at;     /* the time of the last entry */
    struct entry *entries; /* the caller's; entries[n - 1] is entry number n */
    event_t *line;         /* the caller's; the events of the game, without undone ones */
    uint32_t room;         /* of both */
};

enum command_kind {
    COMMAND_GO_ON, /* deals if chance is to act */
    COMMAND_SIT,   /* seat, role, who */
    COMMAND_STAND, /* seat */
    COMMAND_START,
    COMMAND_CHOOSE,  /* seat, role (a person's or a bot's choice), event, seen */
    COMMAND_UNDO,    /* seat, seen: takes back its last choice, or asks the others to agree */
    COMMAND_AGREE,   /* seat, seen */
    COMMAND_REFUSE,  /* seat, seen */
    COMMAND_AWAY,    /* seat */
    COMMAND_BACK,    /* seat */
    COMMAND_TIMEOUT, /* the clock that runs out first has run out */
    COMMAND_RESIGN,  /* seat */
    COMMAND_ABORT,
};

struct table_command {
    uint8_t kind; /* enum command_kind */
    uint8_t seat;
    uint8_t role; /* enum seat_role */
    event_t event;
    uint32_t seen; /* the number of the last entry that the sender knew */
    uint64_t who;
};

enum table_answer {
    TABLE_OK,
    TABLE_REPEATED, /* this command has already been done: nothing to add */
    TABLE_STALE,    /* it was meant for an earlier position */
    TABLE_AHEAD,    /* the sender knows entries that this table has not been given yet */
    TABLE_NOT_NOW,  /* not this seat's turn, not in this phase, no such seat */
    TABLE_ILLEGAL,  /* against the rules of the game */
    TABLE_LATE,     /* the seat's time is over: COMMAND_TIMEOUT is due */
    TABLE_FULL,     /* the lent storage is full; see table_lend() */
};

struct proposal {
    uint32_t count;
    bool more; /* chance goes on after these: COMMAND_GO_ON */
    struct entry entry[PROPOSAL_MAX];
    struct table after; /* the table with these entries; good until the table itself changes */
};

/* A new table without entries. The plan's match has been checked. */
void table_open(struct table *t, const struct table_plan *plan, struct entry *entries,
                event_t *line, uint32_t room);

/* Switches to larger storage, into which the caller has copied the old one. */
void table_lend(struct table *t, struct entry *entries, event_t *line, uint32_t room);

/* Opens a table that has storage of its own, to play the entries of another again: with the same
 * plan, but without judging the deals once more. False if it has not enough room. */
bool table_again(struct table *again, const struct table *t);

/* The entries that a command would add. Any answer except TABLE_OK and TABLE_REPEATED comes
 * with a complaint; only TABLE_OK comes with entries. Writes to the lent storage only after the
 * table's own entries. */
enum table_answer table_propose(const struct table *t, const struct table_command *c,
                                uint64_t now, struct proposal *p, struct complaint *why);

/* Applies the next entry. If it cannot follow: false with a complaint, and nothing has changed. */
bool table_apply(struct table *t, const struct entry *e, struct complaint *why);

/* The set of seats (bits) whose choice the game waits for now, people or bots. */
uint32_t table_waiting(const struct table *t);

/* The seat of a person, or NOBODY. */
uint32_t table_seat_of(const struct table *t, uint64_t who);

/* Does a bot choose for this seat: one that sits there, or one that replaces a person? */
bool table_is_bot(const struct table *t, uint32_t seat);

/*
 * What a seat, SPECTATOR or EVERYTHING sees. If the game waits for a seat, it acts in its view,
 * even while several choose at the same time: view.seen gives its legal events, and typed
 * events are parsed with it. A sealed choice does not show in any view, not even its own
 * seat's: it is in seat[].sealed.
 */
void table_view(const struct table *t, uint32_t viewer, struct view *v);

/* The same of the real state, whoever acts there: to tell what has happened. */
void table_shown(const struct table *t, uint32_t viewer, struct view *v);

/* The event of an entry (CHOICE, CHANCE, SEALED) as a viewer may know it, t being the table
 * before the entry: the event, or a placeholder (see rules->hide); 0 for the other kinds. */
event_t table_seen(const struct table *t, const struct entry *e, uint32_t viewer);

/* What the viewer learns from it besides (rules->reveal); t as above. */
uint32_t table_facts(const struct table *t, const struct entry *e, uint32_t viewer,
                     event_t fact[FACTS_MAX]);

/* Writes an event of an entry as text, as far as the viewer may know it; t as above. */
void table_put_seen(const struct table *t, const struct entry *e, uint32_t viewer,
                    struct text *out);

/* The milliseconds that a seat has left, and whether its clock runs. When the next timeout is
 * due, and for whom; false if none is. */
uint32_t table_clock(const struct table *t, uint32_t seat, uint64_t now, bool *runs);
bool table_deadline(const struct table *t, uint64_t *when, uint32_t *seat);

/* What COMMAND_UNDO of a seat would do now. */
enum undo_way {
    UNDO_NOT,  /* nothing to take back, or not allowed */
    UNDO_ASK,  /* ask the other people */
    UNDO_DO,   /* take back the last choice */
    UNDO_OPEN, /* take back a sealed choice */
};
enum undo_way table_undo_way(const struct table *t, uint32_t seat, uint32_t *left);

/* The final order of a table that is finished or decided: 1 is first, equal seats share a rank.
 * Seats that are out come last, the first of them at the very end. False if there is no order.
 */
bool table_ranks(const struct table *t, uint8_t rank[SEATS_MAX]);

/* The rematch: which seat of this table sits at seat 0, 1, ... of the next one. Everybody moves up
 * by one, the last becomes the first. */
uint32_t table_rematch_seat(const struct table *t, uint32_t seat);

#endif
