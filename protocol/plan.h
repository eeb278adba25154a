/*
 * The plan of a table as messages describe it, and the table that it describes; and the names
 * of bots at tables.
 */
#ifndef ANDEN_PROTOCOL_PLAN_H
#define ANDEN_PROTOCOL_PLAN_H

#include "../ai/bot.h"
#include "../engine/words.h"
#include "../table/table_log.h"
#include "messages.h"

enum {
    BOT_MS = 5000, /* no bot at a table thinks longer, whatever its settings say */
    BOT_NAME = 8,  /* bytes of the name of a bot at a table, which is the "who" of its seat */
    /* bytes of a bot with settings (rollout:iterations=500), with a final zero */
    BOT_SPEC = MESSAGE_SEAT_BOT_MAX + 1,
};

/* The "who" of a seat for a bot; 0 if no such bot plays this match. For a bot with settings it
 * is a hash, and the host of the table keeps the text (the spec). */
uint64_t bot_who(const struct match *m, const char *spec, size_t n);

/* The text that the host of the table keeps: the spec if it has settings, else "". */
void bot_keep(const char *spec, size_t n, char kept[BOT_SPEC]);

/* Its name, without settings. The spec may be null or "" for a bot that has none. */
void bot_name(uint64_t who, const char *spec, char name[BOT_NAME + 1]);

/* Puts the name that people see for a bot of the cast: "Otto" for otto. False for other names. */
bool bot_called(const char *name, struct text *out);

/* Who sits at a table, for its log: people with the names that they have given, bots by their text.
 * A name that only repeats the bot's own is left out. */
void plan_people(const struct table *t, const char (*name)[NAME_SIZE],
                 const char (*spec)[BOT_SPEC], struct log_people *out);

/* The bot that plays a seat: the one that sits there, or the level hard, which answers at once,
 * for a person who is away. */
struct bot bot_of_seat(const struct table *t, uint32_t seat, const char *spec);

/* Where boards come from. `find` gives one of the program's own by its name, in the edition
 * with this hash if there is one (null if there is no such board). For a board that comes with
 * a plan there is room, or the board itself if it was read before; it must then outlive the
 * table. */
struct plan_boards {
    const struct board *(*find)(const char *id, size_t n, uint64_t hash);
    struct board *own;
    const struct board *given;
};

/* The hash of its board; 0 if the plan has none. */
uint64_t plan_board_hash(const struct message_plan_part *plan);

/* What people without a seat may do at a table. If a plan does not say so, everybody may watch,
 * and write if the table is public. */
enum spectators { SPECTATORS_NONE, SPECTATORS_WATCH, SPECTATORS_CHAT };
enum spectators plan_spectators(const struct message_plan_part *plan);

/* The word for it in messages; and whether a text is one of these words. */
const char *spectators_word(enum spectators who);
bool spectators_known(const struct message_text *word);

/* Checks a plan and makes it ready for table_open(), without its seed. False with a complaint. */
bool plan_read(const struct message_plan_part *plan, const struct plan_boards *boards,
               struct table_plan *out, struct complaint *why);

/* The same for the clock alone. */
bool plan_clock(const struct message_timing_part *timing, struct clock_rule *clock,
                struct complaint *why);

/* Adds the members of a plan that follow from the match and the seed: options, title, hashes.
 * The plan points into `store`. */
struct plan_store {
    struct message_setting_part options[OPTIONS_MAX];
    char board_hash[17], seed_hash[2 * SEED_SIZE + 1];
};
void plan_describe(struct message_plan_part *plan, const struct match *m,
                   const uint8_t seed[SEED_SIZE], struct plan_store *store);

/* n bytes as 2n hexadecimal digits and a final zero. */
void put_hex(char *out, const uint8_t *bytes, size_t n);

#endif
