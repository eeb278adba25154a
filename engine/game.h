/*
 * The public API of the engine: matches, states, views, events, and the contract that a family of
 * rules fulfils. The engine allocates nothing, prints nothing, reads no clock and rolls no dice:
 * chance is a seat (NATURE) whose events somebody outside chooses.
 *
 *     struct match m = {.rules = rules_of(&board), .board = &board, .seats = 2};
 *     struct state s;
 *     event_t e;
 *     m.rules->start(&m, &s);
 *     while ((e = m.rules->choose(&m, &s, some_32_bits())) != 0)
 *         m.rules->apply(&m, &s, e);
 *     m.rules->score(&m, &s, &sheet);
 */
#ifndef ANDEN_GAME_H
#define ANDEN_GAME_H

#include "board.h"
#include "event.h"
#include "metro/state.h"
#include "null/state.h"
#include "routes/state.h"
#include "text.h"

/* Raised when the same events can lead to a different state or result than before. */
enum { RULES_REVISION = 1 };

/* Who acts. Seats are 0..seats-1; people see them as 1..seats. */
enum { NATURE = 254, NOBODY = 255 };

/* Whose view, besides a seat's. */
enum { SPECTATOR = 253, EVERYTHING = 252 };

enum {
    OPTIONS_MAX = 4,
    PARTS_MAX = 6,
    /* Events that legal() can list at once. Europe: 6 draws, 1 ticket draw, claims (at most 9
     * wild counts x 8 colours for each grey route and 9 for a coloured one, but no hand of 110
     * cards allows all of them; 938 is the most seen, 2,301 a safe limit for Europe), stations
     * (47 x 33). For any board: 192 routes x 73 + 64 cities x 25 + 8 < 16,384. */
    LEGAL_MAX = 16384,
    /* Facts that one event can bring: at the end of a game all tickets, and two more. */
    FACTS_MAX = TICKETS_MAX + 2,
    /* Bytes that hold the text of any event and a zero: the longest is a claim with two cities, a
     * colour, what is paid, and the flag. */
    EVENT_TEXT = 3 * NAME_SIZE + 40,
};

/* A variant that a match can choose: a number with a name and a range. */
struct option {
    const char *name;
    const char *help;
    uint8_t min, max, preset;
};

struct rules;
struct reader;
struct common;

struct match {
    const struct rules *rules;
    const struct board *board;
    uint8_t seats;
    uint8_t option[OPTIONS_MAX]; /* values, in the order of rules->option */
};

struct state {
    union {
        EACH_FAMILY(FAMILY_MEMBER, state)
    };
};

/*
 * What a seat (or a spectator) may know: the state with everything hidden set to zero, and what
 * can be computed about the hidden things as a whole. actor, count, pick, choose, legal,
 * allows, explain, score, format and parse work on `seen`; for the seat that acts the answers
 * are those of the true state. apply() needs a true state, or one that resample() has made.
 */
struct view {
    struct state seen;
    uint8_t seat; /* whose: a seat, SPECTATOR or EVERYTHING */
    uint8_t unused[7];
    union {
        struct routes_unseen routes;
        struct metro_unseen metro;
    };
};

/* A score sheet, as if the game ended now. */
struct seat_sheet {
    int16_t part[PARTS_MAX]; /* named by rules->part */
    int16_t total;
    uint8_t rank;                   /* 1 = first; equal seats share a rank */
    uint8_t kept, tickets;          /* tickets kept, and how many of them are completed */
    uint8_t longest;                /* longest path, in pieces */
    uint8_t borrowed[STATIONS_MAX]; /* the route each station uses, by city order; NO_ROUTE */
    uint64_t completed;             /* set of tickets */
};

struct sheet {
    struct seat_sheet seat[SEATS_MAX];
};

/* A source of randomness for resample(): roll(context, n) gives a number below n, all equally
 * likely. */
struct dice {
    uint32_t (*roll)(void *context, uint32_t n);
    void *context;
};

/*
 * The contract of a family of rules. All functions are pure, except that they write into their
 * output arguments. Where no seat is given, the seat that actor() names is meant.
 */
struct rules {
    const char *name;
    uint32_t seats_max; /* on any board */

    /* Reads the rest of a board file after its line `family` (board_read.h); null if the family
     * has no statements of its own. */
    bool (*read_board)(struct reader *r, struct common *c);

    const struct option *option; /* ends with a null name */
    const char *const *part;     /* names of the parts of a score sheet, ends with null */
    /* Ids of the rules about whose turn it is, and about choices that several make at once; "" if
     * there is no such rule. */
    const char *turn_rule, *together_rule;

    /* Is this match possible (seats, options)? False with the reason. */
    bool (*check)(const struct match *m, struct complaint *why);

    void (*start)(const struct match *m, struct state *s);

    /* Who acts now: a seat, NATURE, or NOBODY when the game is over. */
    uint32_t (*actor)(const struct match *m, const struct state *s);

    /* count() says how many legal events there are, for NATURE the sum of their weights; pick()
     * gives number k of them (a NATURE event of weight w has w numbers in a row). pick() gives
     * 0 for k >= count(). */
    uint32_t (*count)(const struct match *m, const struct state *s);
    event_t (*pick)(const struct match *m, const struct state *s, uint32_t k);

    /* Counts and picks at once, for callers that only want a random event: the pick of
     * number_below(number, count), where number is any 32 bits; 0 when the game is over. */
    event_t (*choose)(const struct match *m, const struct state *s, uint32_t number);

    /* Lists the legal events, each once, in the order of pick(); weights may be null. At most cap
     * are written; returns how many there are. */
    uint32_t (*legal)(const struct match *m, const struct state *s, event_t *events,
                      uint32_t *weights, uint32_t cap);

    /* Is this event legal, that is, one of the list? It judges the event alone, without a list. */
    bool (*allows)(const struct match *m, const struct state *s, event_t e);

    /* Carries out the event. Returns true; or false if it is not legal, and then nothing has
     * changed. */
    bool (*apply)(const struct match *m, struct state *s, event_t e);

    /* Says in plain words why an event is not legal, with the id of the rule. */
    void (*explain)(const struct match *m, const struct state *s, event_t e,
                    struct complaint *why);

    /* Does the seat that acts begin a turn? Not at set-up, and not while a turn goes on: the
     * second card, the price of a tunnel, the tickets to keep, the tile drawn instead. */
    bool (*begins_turn)(const struct match *m, const struct state *s);

    /* The set of seats (bits) whose choice the game waits for. Usually the actor alone; with
     * several, each may choose without waiting for the others: no choice affects what the
     * others can choose, and the choices are applied in the order of seats. Empty when NATURE
     * or NOBODY acts. */
    uint32_t (*choosers)(const struct match *m, const struct state *s);

    /* An event that is about to be applied to s, as a viewer may know it: the event, or one
     * that hides it (hidden.h). */
    event_t (*hide)(const struct match *m, const struct state *s, event_t e, uint32_t viewer);

    /* What a viewer learns from the event besides the event itself, because it shows in the game
     * afterwards (event_fact()): tickets at the end, for example. Returns how many facts. */
    uint32_t (*reveal)(const struct match *m, const struct state *s, event_t e, uint32_t viewer,
                       event_t fact[FACTS_MAX]);

    /* What a seat, SPECTATOR or EVERYTHING sees. */
    void (*view)(const struct match *m, const struct state *s, uint32_t seat, struct view *v);

    /* Leads a view on by an event as its viewer sees it, with its facts: if v is the view of s,
     * it becomes that of the state after e. Returns true; or false if that can't happen, and then
     * nothing has changed. Events and facts may come from outside: whatever is accepted leads to a
     * view of some state. */
    bool (*follow)(const struct match *m, struct view *v, event_t seen, const event_t *fact,
                   uint32_t facts);

    /* Fills in at random what a view leaves open: gives a state of which v is the view. */
    void (*resample)(const struct match *m, const struct view *v, const struct dice *dice,
                     struct state *s);

    void (*score)(const struct match *m, const struct state *s, struct sheet *sheet);

    /* The points of a seat so far that everybody can see, as on a score track: everything on
     * the sheet except what is secret or decided only at the end. */
    int32_t (*points)(const struct match *m, const struct state *s, uint32_t seat);

    /* Text of an event, also a hidden one, and back. parse() is given n bytes without a line
     * end; it gives 0 and a complaint (with a column) if the text is not an event. It accepts
     * events that are not legal now; apply() and explain() find out. */
    void (*format)(const struct match *m, const struct state *s, event_t e, struct text *t);
    event_t (*parse)(const struct match *m, const struct state *s, const char *text, size_t n,
                     struct complaint *why);
};

#define RULES_CONSTANT(NAME, name, part) extern const struct rules name##_##part;
EACH_FAMILY(RULES_CONSTANT, rules)
extern const struct rules *const all_rules[FAMILIES]; /* by enum board_family */

/* The rules a board is played by; null for a draft that has no family yet (board_draft()). And the
 * rules of a family by its name, null if there are none. */
const struct rules *rules_of(const struct board *board);
const struct rules *rules_named(const char *name, size_t n);

/* A match with all options at their presets. */
struct match match_of(const struct board *board, uint32_t seats);

/* For the check() of a family: is the number of seats one of the board's, and is every option in
 * its range? And does the seat that is to begin exist (0 = chance decides)? */
bool match_in_range(const struct match *m, struct complaint *why);
bool first_seat_exists(const struct match *m, uint32_t first, const char *rule,
                       struct complaint *why);

/* The index of the option with this name; OPTIONS_MAX if there is none. */
uint32_t option_index(const struct rules *rules, const char *name, size_t n);

/* Maps a 32-bit number to one below n; all are equally likely, except for a bias of at most n /
 * 2^32. */
static inline uint32_t number_below(uint32_t number, uint32_t n)
{
    return (uint32_t)((uint64_t)number * n >> 32);
}

/* choose() for a family that has no faster way than counting and picking. */
event_t choose_by_count(const struct match *m, const struct state *s, uint32_t number);

/* choosers() for a family in which no two seats choose at the same time. */
uint32_t choosers_alone(const struct match *m, const struct state *s);

/* For score(): the ranks of seats by their totals. */
void rank_by_total(const struct match *m, struct sheet *sheet);

/* What a viewer sees before the first event. */
void first_view(const struct match *m, uint32_t viewer, struct view *v);

/* A 64-bit fingerprint of a state, the same on every machine. */
uint64_t state_hash(const struct state *s);

#endif
