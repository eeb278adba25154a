/*
 * What env/ needs to know about a family of rules: its actions and its planes. One constant for
 * each family, in the family's folder; only families.c asks which family a board belongs to.
 * Private to env/.
 */
#ifndef ANDEN_ENV_FAMILY_H
#define ANDEN_ENV_FAMILY_H

#include "../ai/bot.h"
#include "../engine/board_art.h"
#include "../table/dealer.h"
#include "env.h"

/* Europe has 2,416 actions. LEGAL_MAX limits what any board can list at once; for the same
 * reason it limits all that a board can ever list. */
enum { ENV_ACTIONS_MAX = LEGAL_MAX, ENV_PLANES_MAX = 40 };

struct env {
    struct board board;
    struct board_art art;
    struct match match;
    const struct family_env *kind;
    uint32_t actions, planes, observation, truth;
    enum env_reward reward;
    bool stops; /* when a game is over */
    struct bot bot[SEATS_MAX];
    bool has_bot[SEATS_MAX];
    struct env_plane plane[ENV_PLANES_MAX];
    event_t event[ENV_ACTIONS_MAX];
    uint32_t base[ROUTES_MAX + 8]; /* for the family: where the actions of a thing begin */
    uint8_t alone[ROUTES_MAX];     /* and after how many a route is paid in wild cards alone */
};

/* A value that a family remembers for a seat because it rarely changes, and everything that it
 * depends on (the key). If the key is different, the value is computed again, so any content is
 * safe. */
struct memo {
    uint64_t key[PLANES_MAX + 1], value;
};

struct env_game {
    struct state state;
    struct rng chance, dice;   /* for dealing; for the bots */
    uint64_t seed, number;     /* of the game: each seed has many games */
    uint32_t length;           /* events so far */
    uint32_t acting, last;     /* who acts; the seat of the caller's last action */
    uint32_t shift;            /* how many seats the bots have moved on */
    int16_t points[SEATS_MAX]; /* rewarded so far */
    bool loaded;               /* from a log: its chance does not follow from the seed */
    event_t *record;
    struct memo memo[SEATS_MAX];
};

/* Who looks at what. A family has a local copy of it: otherwise the compiler would have to
 * assume that the bytes written could be part of it, and read it again after each. */
struct look {
    const struct match *match;
    const struct view *view;
    uint32_t seat; /* that looks */
    struct memo *memo;
};

struct family_env {
    /* Adds every event that a player can ever choose, by env_add(), in a fixed order. */
    void (*list)(struct env *env);
    /* The action of an event: any number if there is none (the caller checks). */
    uint32_t (*number)(const struct env *env, event_t e);
    /* Writes the mask of the seat to act; false, with nothing written, if there are so few
     * events that they can be listed instead. May be null. */
    bool (*mask)(const struct env *env, const struct state *seen, uint8_t *mask);
    /* A position in which an event has its label, made from the first one: see env_label(). Null
     * if texts don't depend on the position. */
    void (*specimen)(const struct env *env, event_t e, struct state *s);

    /* Adds the planes, by env_plane_add(); writes them in the same order, from a view; and
     * writes those of the truth, from a view of everything. */
    void (*planes)(struct env *env);
    void (*observe)(const struct look *look, uint8_t *at);
    void (*reveal)(const struct look *look, uint8_t *at);
    void (*column)(const struct env *env, const struct env_plane *plane, uint32_t column,
                   struct text *t);

    /* Draws a position: see svg/svg.h. May be null. */
    bool (*svg)(struct text *t, const struct match *match, const struct board_art *art,
                const struct view *view);
};

EACH_FAMILY(FAMILY_CONSTANT, env)

const struct family_env *env_family(const struct board *board);

/* Lets chance and bots play until the caller's choice is needed or the game is over. */
void env_settle(const struct env *env, struct env_game *game);

/* Begins game number n of the seed, before chance has dealt. */
void env_begin(const struct env *env, struct env_game *game, uint64_t n);

/* Writes an error: a sentence, or a complaint. */
void env_say(char error[ENV_ERROR], const char *sentence);
void env_fail(char error[ENV_ERROR], const char *before, const struct complaint *why);

void env_add(struct env *env, event_t e);
void env_add_plane(struct env *env, struct env_plane plane);

/* The seat i places after the one that looks. */
static inline uint32_t seat_after(struct look l, uint32_t i)
{
    uint32_t seat = l.seat + i;

    return seat < l.match->seats ? seat : seat - l.match->seats;
}

/* The other way round: how many places a seat comes after the one that looks. */
static inline uint32_t row_of(struct look l, uint32_t seat)
{
    return seat >= l.seat ? seat - l.seat : seat + l.match->seats - l.seat;
}

/* Each writes at `at` and returns the place for the next one. Everything is 0 beforehand, so
 * zeros cost little. */

static inline uint8_t *put(uint8_t *at, uint32_t value)
{
    *at = (uint8_t)(value < 255 ? value : 255);
    return at + 1;
}

/* n columns of which one is 1; none if `which` is not below n. */
static inline uint8_t *put_one_of(uint8_t *at, uint32_t which, uint32_t n)
{
    if (which < n)
        at[which] = 1;
    return at + n;
}

static inline uint8_t *put_bytes(uint8_t *at, const uint8_t *bytes, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        at[i] = bytes[i];
    return at + n;
}

/* The bits of a byte as eight bytes, each 0 or 1; least significant first. */
extern const uint64_t env_spread[256];

/* A set of 64, a byte for each member. Works on two bytes of the set at a time: repeats each
 * eight times, then takes one bit of each copy. */
static inline uint8_t *put_word(uint8_t *at, uint64_t set)
{
    typedef uint8_t sixteen __attribute__((vector_size(16)));
    typedef uint64_t two __attribute__((vector_size(16)));
    const sixteen bits = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    const sixteen all = (sixteen)(two){set, 0};
#define EIGHT(i) i, i, i, i, i, i, i, i
#define SPREAD(i) __builtin_shufflevector(all, all, EIGHT(i), EIGHT((i) + 1))
    const sixteen bytes[] = {SPREAD(0), SPREAD(2), SPREAD(4), SPREAD(6)};
#undef SPREAD
#undef EIGHT

    for (uint32_t i = 0; i < 4; i++) {
        sixteen ones = (sixteen)((bytes[i] & bits) == bits) & 1;

        __builtin_memcpy(at + sizeof ones * i, &ones, sizeof ones);
    }
    return at + 64;
}

/* A set as bytes, a byte for each of its first n members (at most 64). */
static inline uint8_t *put_set(uint8_t *at, uint64_t set, uint32_t n)
{
    uint32_t i = 0;

    if (!set)
        return at + n;
    for (; i + 8 <= n; i += 8)
        __builtin_memcpy(at + i, &env_spread[set >> i & 0xFF], 8);
    if (i < n && n > 8) /* the last eight, of which some are written twice */
        __builtin_memcpy(at + n - 8, &env_spread[set >> (n - 8) & 0xFF], 8);
    else
        for (; i < n; i++)
            at[i] = set >> i & 1;
    return at + n;
}

#endif
