/*
 * One table: the seats, the game, its record of entries, the dealer, clocks, undo, resigning, bots
 * for absent people. Used alike by server, terminal and browser. No allocation: the caller lends
 * the storage for entries. No clock: the caller tells the time in milliseconds since the table was
 * made. Who a connection is, and which commands it may give, is the caller's business.
 *
 * What happens goes through two calls. table_propose() judges a command and gives the entries that
 * it would add, the events of chance that follow included; it changes nothing. table_apply() does
 * one entry; it is also how a table is rebuilt, and refuses whatever cannot follow. So a server
 * stores the entries in between and tells people afterwards:
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
     * set-up of the largest game deals 5 x 4 cards, 5 market cards and 5 x 4 tickets; sweeps of the
     * market have no bound (C5), so what doesn't fit is left to COMMAND_GO_ON. */
    PROPOSAL_MAX = 128,
};

/* How long people may think. A clock of a move is full again for every choice; one of a game gains
 * the increment after each choice. Clocks run for people only, and not while a bot plays for
 * them. */
enum clock_kind { CLOCK_NONE, CLOCK_MOVE, CLOCK_GAME };

struct clock_rule {
    uint8_t kind;             /* enum clock_kind */
    uint32_t time, increment; /* milliseconds */
};

/* What may be taken back: nothing; a seat's own last choice while nothing was revealed and nobody
 * else acted; or also more, if all other people agree. */
enum undo_rule { UNDO_NEVER, UNDO_SAFE, UNDO_AGREED };

/* What a table is made from. Constant for its life. */
struct table_plan {
    struct match match; /* checked by rules->check() */
    struct clock_rule clock;
    uint8_t undo; /* enum undo_rule */
    bool dealing; /* seed is known: chance can be dealt, and chance entries are checked */
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
    bool chose;   /* has made a choice that stands */
    event_t sealed;         /* a choice that is not shown yet, or 0 */
    uint32_t left;          /* the seat's clock at `clock_at`, milliseconds */
    uint32_t before_choice; /* events of the game before its last choice, if it chose */
};

/* The present turn, or the last one that began. */
struct table_turn {
    uint32_t events; /* of the game before it */
    uint32_t number; /* of its first entry, or of its first after an undo; 0 until that */
    uint8_t seat;    /* whose; NOBODY before the first one */
    uint8_t unused[7];
    struct state state; /* the game as it stood before it */
};

/* Fields are for reading. */
struct table {
    struct table_plan plan;
    struct state state;
    struct table_turn turn;
    struct table_seat seat[SEATS_MAX];
    uint8_t phase;         /* enum table_phase */
    uint8_t asks;          /* the seat that asks to undo, or NOBODY */
    uint8_t agreed;        /* set of seats that have agreed to it */
    uint8_t outs;          /* seats that are out */
    uint32_t ask_events;   /* events that would be left */
    uint32_t ask_number;   /* the number of the entry that asks */
    uint32_t count;        /* entries so far: the number of the last one */
    uint32_t events;       /* events of the game, undone ones not counted */
    uint32_t position;     /* the number of the last entry that changed what can be chosen */
    uint32_t dealt;        /* CHANCE entries so far, undone ones included */
    uint32_t batch[2];     /* the last choices made at the same time: events from, up to */
    uint64_t clock_at;     /* the time of the last entry */
    struct entry *entries; /* the caller's; entries[n - 1] is entry number n */
    event_t *line;         /* the caller's; the events of the game, undone ones left out */
    uint32_t room;         /* of both */
};

enum command_kind {
    COMMAND_GO_ON, /* deals what chance owes, if anything */
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
    TABLE_REPEATED, /* this very command has been done before: nothing to add */
    TABLE_STALE,    /* it was meant for an earlier position */
    TABLE_AHEAD,    /* the sender knows entries that this table has not been given yet */
    TABLE_NOT_NOW,  /* not this seat's turn, not in this phase, no such seat */
    TABLE_ILLEGAL,  /* against the rules of the game */
    TABLE_LATE,     /* the seat's time is over: COMMAND_TIMEOUT is due */
    TABLE_FULL,     /* the lent storage is; see table_lend() */
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

/* Goes over to larger storage, into which the caller has copied the old one. */
void table_lend(struct table *t, struct entry *entries, event_t *line, uint32_t room);

/* What a command would add. Any answer but TABLE_OK and TABLE_REPEATED comes with a complaint; all
 * but TABLE_OK with no entries. Of the lent storage, only what lies behind the table's own entries
 * is written. */
enum table_answer table_propose(const struct table *t, const struct table_command *c,
                                uint64_t now, struct proposal *p, struct complaint *why);

/* Does the next entry. False with a complaint, nothing changed, if it cannot follow. */
bool table_apply(struct table *t, const struct entry *e, struct complaint *why);

/* The set of seats (bits) from which a choice is waited for now, by people or bots. */
uint32_t table_waiting(const struct table *t);

/* The seat of a person, or NOBODY. */
uint32_t table_seat_of(const struct table *t, uint64_t who);

/* Does a bot choose for this seat: one that sits there, or one that stands in for a person? */
bool table_is_bot(const struct table *t, uint32_t seat);

/*
 * What a seat, SPECTATOR or EVERYTHING sees. For a seat that is waited for, the view is one in
 * which it acts, also while several choose at the same time: its legal events can be asked of
 * view.seen, and typed events parsed with it. While a choice is sealed nothing of it shows, not to
 * its own seat either: seat[].sealed has it.
 */
void table_view(const struct table *t, uint32_t viewer, struct view *v);

/* The same of the game as it stands, whoever acts there: to tell what has happened. */
void table_shown(const struct table *t, uint32_t viewer, struct view *v);

/* The same of the game as it stood before the present turn. */
void table_began(const struct table *t, uint32_t viewer, struct view *v);

/* What a viewer may know of the event of an entry (CHOICE, CHANCE, SEALED), t being the table
 * before the entry: the event, or a placeholder (see rules->hide); 0 for the other kinds. */
event_t table_seen(const struct table *t, const struct entry *e, uint32_t viewer);

/* Writes an event of an entry as text, as far as the viewer may know it; t as above. */
void table_put_seen(const struct table *t, const struct entry *e, uint32_t viewer,
                    struct text *out);

/* Milliseconds left to a seat, and does its clock run? When is the next timeout due, and whose?
 * False if none is. */
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

/* The number of the entry with the event that is taken back first when so many are left; 0 if none
 * is. */
uint32_t table_undone(const struct table *t, uint32_t left);

/* The final order of a table that is finished or decided: 1 is first, equal seats share a rank.
 * Seats that are out come last, the first of them at the very end. False if it has none. */
bool table_ranks(const struct table *t, uint8_t rank[SEATS_MAX]);

/* The rematch: which seat of this table sits at seat 0, 1, ... of the next one. Everybody moves up
 * by one, the last becomes the first. */
uint32_t table_rematch_seat(const struct table *t, uint32_t seat);

#endif
