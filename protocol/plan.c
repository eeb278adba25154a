/*
 * Plans of tables: see plan.h.
 */
#include "plan.h"

#include "../engine/board_art.h"
#include "../engine/fnv.h"

/* A hash has this bit; the letters of names don't. */
static const uint64_t SPEC_BIT = UINT64_C(1) << 63;

static uint64_t spec_who(const char *spec, size_t n)
{
    return fnv_bytes(FNV_START, spec, n) | SPEC_BIT;
}

uint64_t bot_who(const struct match *m, const char *spec, size_t n)
{
    const struct player *p = player_find(spec, n);
    struct complaint why;
    struct bot bot;
    uint64_t who = 0;

    if (p && n <= BOT_NAME) {
        for (size_t i = 0; i < n; i++)
            who |= (uint64_t)(unsigned char)spec[i] << 8 * i;
        return player_plays(p, m) ? who : 0;
    }
    if (n >= BOT_SPEC || !bot_parse(spec, n, &bot, &why) || !player_plays(bot.player, m))
        return 0;
    return spec_who(spec, n);
}

void bot_keep(const char *spec, size_t n, char kept[BOT_SPEC])
{
    struct text t = text_in(kept, BOT_SPEC);

    if (n > BOT_NAME || !player_find(spec, n))
        text_some(&t, spec, n);
}

void bot_name(uint64_t who, const char *spec, char name[BOT_NAME + 1])
{
    struct text t = text_in(name, BOT_NAME + 1);

    if (spec && spec[0]) {
        for (; *spec && *spec != ':'; spec++)
            text_char(&t, *spec);
    } else if (who & SPEC_BIT) {
        text_put(&t, "bot");
    } else {
        for (; who; who >>= 8)
            text_char(&t, (char)(who & 0xFF));
    }
}

bool bot_called(const char *name, struct text *out)
{
    const struct player *p = player_find(name, text_length(name));

    if (!p || p->manner == MANNER_PLAIN)
        return false;
    text_char(out, (char)(name[0] - 'a' + 'A'));
    text_put(out, name + 1);
    return true;
}

_Static_assert((int)BOT_SPEC <= (int)LOG_PLAYER, "a log holds every bot");

void plan_people(const struct table *t, const char (*name)[NAME_SIZE],
                 const char (*spec)[BOT_SPEC], struct log_people *out)
{
    *out = (struct log_people){0};
    for (uint32_t seat = 0; seat < t->plan.match.seats; seat++) {
        const struct table_seat *s = &t->seat[seat];
        struct text named = text_in(out->name[seat], NAME_SIZE);
        struct text player = text_in(out->player[seat], LOG_PLAYER);
        char bot[BOT_NAME + 1] = "";

        if (s->role == ROLE_BOT)
            bot_name(s->who, spec[seat], bot);
        if (!bot[0] || !text_equal(name[seat], bot))
            text_put(&named, name[seat]);
        if (spec[seat][0] && bot[0])
            text_put(&player, spec[seat]);
        else if (!(s->who & SPEC_BIT) || !bot[0])
            text_put(&player, bot[0] ? bot : "human");
    }
}

struct bot bot_of_seat(const struct table *t, uint32_t seat, const char *spec)
{
    const struct table_seat *s = &t->seat[seat];
    const struct match *m = &t->plan.match;
    const struct player *p = 0;
    size_t n = spec ? text_length(spec) : 0;
    struct complaint why;
    struct bot bot;
    char name[BOT_NAME + 1];

    if (s->role == ROLE_BOT && n && s->who == spec_who(spec, n) &&
        bot_parse(spec, n, &bot, &why) && player_plays(bot.player, m))
        return bot;
    if (s->role == ROLE_BOT) {
        bot_name(s->who, 0, name);
        p = player_find(name, text_length(name));
    }
    return bot_of(p && player_plays(p, m) ? p : &player_hard);
}

static bool set_options(struct match *m, const struct message_plan_part *plan,
                        struct complaint *why)
{
    for (uint32_t i = 0; i < plan->options_count; i++) {
        const struct message_setting_part *o = &plan->options[i];
        uint32_t k = option_index(m->rules, o->name.at, o->name.length);
        struct said name = say_quote(o->name.at, o->name.length);

        if (k == OPTIONS_MAX || o->value < 0 || o->value > UINT8_MAX) {
            complain_say(why, GROUND("no_such_option", ""),
                         k == OPTIONS_MAX
                             ? SAYS("The game has no option \"{0}\".")
                             : SAYS("The game has no option \"{0}\" with such a value."),
                         &name, 1);
            return false;
        }
        m->option[k] = (uint8_t)o->value;
    }
    return true;
}

bool plan_clock(const struct message_timing_part *t, struct clock_rule *c,
                struct complaint *why)
{
    bool move = message_text_is(&t->kind, "move"), game = message_text_is(&t->kind, "game");

    *c = (struct clock_rule){.kind = move ? CLOCK_MOVE : game ? CLOCK_GAME : CLOCK_NONE};
    if (c->kind == CLOCK_NONE && message_text_is(&t->kind, "none"))
        return true;
    if (c->kind != CLOCK_NONE && t->has_seconds && t->seconds >= 1 &&
        t->seconds <= 30 * 86400 &&
        (!t->has_increment || (t->increment >= 0 && t->increment <= 86400))) {
        c->time = (uint32_t)t->seconds * 1000;
        c->increment = t->has_increment ? (uint32_t)t->increment * 1000 : 0;
        return true;
    }
    complain_say(why, GROUND("bad_clock", ""),
                 "A clock is none, or move or game with 1 second to 30 days.", 0, 0);
    return false;
}

const char *spectators_word(enum spectators who)
{
    static const char *const words[] = {
        [SPECTATORS_NONE] = "none", [SPECTATORS_WATCH] = "watch", [SPECTATORS_CHAT] = "chat"};

    return words[who];
}

bool spectators_known(const struct message_text *word)
{
    for (uint32_t i = 0; i <= SPECTATORS_CHAT; i++)
        if (message_text_is(word, spectators_word((enum spectators)i)))
            return true;
    return false;
}

enum spectators plan_spectators(const struct message_plan_part *plan)
{
    for (uint32_t i = 0; plan->spectators.at && i <= SPECTATORS_CHAT; i++)
        if (message_text_is(&plan->spectators, spectators_word((enum spectators)i)))
            return (enum spectators)i;
    return plan->public ? SPECTATORS_CHAT : SPECTATORS_WATCH;
}

uint64_t plan_board_hash(const struct message_plan_part *plan)
{
    uint64_t hash = 0;

    for (size_t i = 0; plan->hash.at && i < plan->hash.length; i++) {
        uint32_t c = (unsigned char)plan->hash.at[i];

        hash = hash << 4 | (c >= 'a' ? c - 'a' + 10 : c - '0');
    }
    return hash;
}

/* The board that a plan names or contains. */
static const struct board *board_of(const struct message_plan_part *plan,
                                    const struct plan_boards *boards, struct complaint *why)
{
    const struct board *board;
    struct board_art art;

    if (plan->board.at && boards->given)
        return boards->given;
    if (plan->board.at)
        return board_parse(plan->board.at, plan->board.length, boards->own, &art, why)
                   ? boards->own
                   : 0;
    board = boards->find(plan->game.at, plan->game.length, plan_board_hash(plan));
    if (!board)
        COMPLAIN(why, GROUND("no_such_game", ""), "There is no game \"{0}\" here.",
                 say_quote(plan->game.at, plan->game.length));
    return board;
}

bool plan_read(const struct message_plan_part *plan, const struct plan_boards *boards,
               struct table_plan *out, struct complaint *why)
{
    const struct board *board = board_of(plan, boards, why);

    __builtin_memset(out, 0, sizeof *out);
    if (!board)
        return false;
    out->match = match_of(board, (uint32_t)plan->seats);
    out->undo = message_text_is(&plan->undo, "never")  ? UNDO_NEVER
                : message_text_is(&plan->undo, "safe") ? UNDO_SAFE
                                                       : UNDO_AGREED;
    if (plan->seats >= 1 && plan->seats <= SEATS_MAX)
        return set_options(&out->match, plan, why) &&
               out->match.rules->check(&out->match, why) &&
               plan_clock(plan->timing, &out->clock, why);
    complain_say(why, GROUND("wrong_seats", ""), "So many seats are not possible.", 0, 0);
    return false;
}

void put_hex(char *out, const uint8_t *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        *out++ = "0123456789abcdef"[bytes[i] >> 4];
        *out++ = "0123456789abcdef"[bytes[i] & 15];
    }
    *out = '\0';
}

void plan_describe(struct message_plan_part *plan, const struct match *m,
                   const uint8_t seed[SEED_SIZE], struct plan_store *store)
{
    uint8_t hash[SEED_SIZE], board[8];

    seed_hash(seed, hash);
    put_hex(store->seed_hash, hash, sizeof hash);
    for (uint32_t i = 0; i < 8; i++)
        board[i] = (uint8_t)(m->board->hash >> (56 - 8 * i));
    put_hex(store->board_hash, board, sizeof board);
    plan->options = store->options;
    plan->options_count = 0;
    for (uint32_t i = 0; i < OPTIONS_MAX && m->rules->option[i].name; i++)
        store->options[plan->options_count++] =
            (struct message_setting_part){message_text(m->rules->option[i].name), m->option[i]};
    plan->title = message_text(m->board->name);
    plan->hash = message_text(store->board_hash);
    plan->has_rules = true;
    plan->rules = RULES_REVISION;
    plan->seed_hash = message_text(store->seed_hash);
}
