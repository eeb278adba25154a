/*
 * Players: every part of the program that chooses an event from a view. A player never gets a
 * state, only what its seat may know, and a budget. A struct bot (bot.h) is a player together
 * with its settings, read from a text.
 */
#ifndef ANDEN_PLAYER_H
#define ANDEN_PLAYER_H

#include "../engine/game.h"
#include "reason.h"

enum {
    SETTINGS_MAX = 8,
    PLAYERS_MAX = 16,
    WEIGHED_MAX = 8,         /* events weighed against each other */
    CHANCE_UNKNOWN = 0xFFFF, /* of a candidate */
};

enum { LEVEL_EASY = 1, LEVEL_MEDIUM, LEVEL_HARD, LEVEL_EXPERT, LEVELS = LEVEL_EXPERT };

/* The style in which a bot plays, apart from its strength; each family's folder says what it
 * means. */
enum {
    MANNER_PLAIN,
    MANNER_HURRIES,
    MANNER_HOARDS,
    MANNER_BLOCKS,
    MANNER_TICKETS,
    MANNERS = MANNER_TICKETS
};

/* A number or a word that a player can be given: iterations=2000, policy=planner. */
struct setting {
    const char *name;
    const char *help;
    uint32_t min, max, preset;
    const char *const *choices; /* if not null, the value is one of these; ends with null */
};

/* What one decision may use. */
struct budget {
    struct dice dice; /* the only chance of a player: its choice can be repeated */

    /* Asked now and then by players that search: is the time up? Null if only the settings
     * limit the search. At least a first, small round is always played. */
    bool (*enough)(void *context);
    void *context;
};

/* An event that was considered, and how good it is. */
struct candidate {
    event_t event;
    uint16_t
        chance; /* to win, in thousandths; CHANCE_UNKNOWN if the player doesn't estimate it */
    uint32_t visits; /* how often it was tried; 0 without search */
    struct reason reason;
};

/* One event that is chosen without saying how good it is. Returns how many there are: 1. */
static inline uint32_t candidate_only(struct candidate *out, event_t e)
{
    *out = (struct candidate){.event = e, .chance = CHANCE_UNKNOWN};
    return 1;
}

struct bot;

struct player {
    const char *name, *alias;       /* alias: another word for it in specs, or null */
    const char *summary;            /* one line: how it plays */
    const struct setting *settings; /* its own settings, ends with a null name; null: none */
    bool timed;                     /* looks at budget->enough: can be given a time */

    /* Which level for people it is (LEVEL_EASY...): a level stands for a different bot in each
     * family of games. 0 for a real player; only then rank() is set. */
    uint8_t level;
    uint8_t manner; /* of a character of the cast: a level with habits of its own */

    /* The legal events that it thinks best for the seat whose view it is and whose turn it is.
     * The first is its choice, which is all that some players can say (candidate_only()). At
     * least 1 of them, at most cap; the choice does not depend on cap. Reasons are left to
     * bot_rank(). */
    uint32_t (*rank)(const struct bot *bot, const struct match *m, const struct view *v,
                     struct budget *budget, struct candidate *out, uint32_t cap);

    /* How good some legal events are, at most WEIGHED_MAX: each is tried equally often, in the
     * same deals, so that luck matters as little as possible. out[i] is about events[i],
     * without a reason. Null if the player doesn't estimate chances by trying. */
    void (*weigh)(const struct bot *bot, const struct match *m, const struct view *v,
                  struct budget *budget, const event_t *events, uint32_t n,
                  struct candidate *out);
};

/* All players, weakest first, then the levels, weakest first; ends with null. */
extern const struct player *const players[];

/* The cast: people with a name, a level and a manner, weakest first; ends with null. They are found
 * by name like other players. */
extern const struct player *const cast[];

/* A word for a manner: "plain", "hurries", ... */
extern const char *const manner_names[MANNERS + 1];

/* The name of a level: "easy", ... */
const char *level_name(uint32_t level);

extern const struct player player_random, player_greedy;
extern const struct player player_easy, player_medium, player_hard, player_expert;

/* The player of that name, or null. */
const struct player *player_find(const char *name, size_t n);

bool player_plays(const struct player *p, const struct match *m);

/* The strongest player of a match. */
const struct player *player_best(const struct match *m);

#endif
