/*
 * Bots: a player with its settings, read from a text (a spec), and asked for its choice.
 *
 *     greedy                            a player with its presets
 *     flat:iterations=300               with a setting of its own
 *     rollout:time=1s,policy=planner    at most so long for a decision
 *     expert:seed=7                     a level; its dice follow from 7 and from what it sees
 *
 * The same spec and the same view give the same choice if the budget has no time limit and the
 * dice are the same; with seed=, the dice don't matter.
 */
#ifndef ANDEN_BOT_H
#define ANDEN_BOT_H

#include "player.h"
#include "tuning.h"

enum {
    BOT_TEXT = 160, /* bytes of a spec with its final zero */
    BOT_TIME_MAX = 600 * 1000,
};

struct bot {
    const struct player *player;
    uint32_t value[SETTINGS_MAX]; /* of the player's settings, in their order */
    uint32_t milliseconds;        /* for a decision; 0 = no limit. Whoever lends the budget
                                     measures them (budget->enough) */
    bool seeded;
    uint64_t seed;
    const struct tuning *tuning; /* null: the one of the board */
    uint8_t level, manner;       /* the ones that it stands for: bot_for() */
};

/* A player with its presets. */
struct bot bot_of(const struct player *player);

/* Reads a spec of n bytes. False with a complaint that has a column; *bot is then unchanged. */
bool bot_parse(const char *text, size_t n, struct bot *bot, struct complaint *why);

/* Reads a time of n bytes, "1s" or "250ms", at most BOT_TIME_MAX. */
bool bot_time(const char *text, size_t n, uint32_t *milliseconds);

/* Writes the spec: settings that differ from their presets only. Reading it gives the same bot. */
void bot_format(const struct bot *bot, struct text *t);

/* The number of bytes of the first spec in a list with commas. A piece that sets something
 * ("policy=planner") belongs to the spec before it. */
size_t bot_list_first(const char *list, size_t n);

/* The bot that plays a match: for a level, the bot that it stands for, with the level's time
 * and seed, if it has any. */
struct bot bot_for(const struct bot *bot, const struct match *m);

/* The constants that the bot uses to judge a match. */
void bot_tuning(const struct bot *bot, const struct match *m, struct tuning *tuning);

/* Chooses a legal event for the seat whose view it is. */
event_t bot_choose(const struct bot *bot, const struct match *m, const struct view *v,
                   const struct budget *budget);

/* The best events, the best first, with reasons; at most cap (at least 1) of them. */
uint32_t bot_rank(const struct bot *bot, const struct match *m, const struct view *v,
                  const struct budget *budget, struct candidate *out, uint32_t cap);

/* How good n legal events (1 to WEIGHED_MAX) are, with reasons: out[i] is about events[i]. False
 * if the bot's player doesn't weigh. */
bool bot_weigh(const struct bot *bot, const struct match *m, const struct view *v,
               const struct budget *budget, const event_t *events, uint32_t n,
               struct candidate *out);

#endif
