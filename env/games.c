/*
 * Games side by side: chance and bots play by themselves, the caller's actions are applied, and the
 * arrays are filled: see env.h.
 */
#include "family.h"

/* ---- observations ---- */

static void observe(const struct env *env, const struct look *look, uint8_t *out)
{
    __builtin_memset(out, 0, env->observation);
    env->kind->observe(look, out);
}

void env_observe(const struct env *env, const struct env_game *game, uint32_t seat,
                 uint8_t *observation)
{
    struct view v;

    if (seat >= env->match.seats)
        return;
    env->match.rules->view(&env->match, &game->state, seat, &v);
    observe(env, &(struct look){&env->match, &v, seat, 0}, observation);
}

void env_observe_view(const struct env *env, const struct view *view, uint8_t *observation)
{
    observe(env, &(struct look){&env->match, view, view->seat, 0}, observation);
}

void env_truth(const struct env *env, const struct env_game *game, uint32_t seat,
               uint8_t *truth)
{
    struct view v;

    if (seat >= env->match.seats)
        return;
    env_observe(env, game, seat, truth);
    env->match.rules->view(&env->match, &game->state, EVERYTHING, &v);
    __builtin_memset(truth + env->observation, 0, env->truth - env->observation);
    env->kind->reveal(&(struct look){&env->match, &v, seat, 0}, truth + env->observation);
}

/* Not inlined, because the list takes much room on the stack. */
static __attribute__((noinline)) void list_mask(const struct env *env, const struct view *v,
                                                uint8_t *mask)
{
    event_t events[LEGAL_MAX];
    uint32_t n = env->match.rules->legal(&env->match, &v->seen, events, 0, LEGAL_MAX);

    __builtin_memset(mask, 0, env->actions);
    for (uint32_t i = 0; i < n; i++)
        mask[env->kind->number(env, events[i])] = 1;
}

static void write_mask(const struct env *env, const struct view *v, uint8_t *mask)
{
    if (!env->kind->mask || !env->kind->mask(env, &v->seen, mask))
        list_mask(env, v, mask);
}

void env_mask(const struct env *env, const struct env_game *game, uint8_t *mask)
{
    struct view v;

    if (game->acting >= env->match.seats) {
        __builtin_memset(mask, 0, env->actions);
        return;
    }
    env->match.rules->view(&env->match, &game->state, game->acting, &v);
    write_mask(env, &v, mask);
}

/* The row of a game that waits for the caller. */
static void write_row(const struct env *env, struct env_game *game, const struct env_arrays *to,
                      size_t row)
{
    uint32_t seat = game->acting < env->match.seats ? game->acting : game->last;
    struct view v;

    if (to->observations || to->masks)
        env->match.rules->view(&env->match, &game->state, seat, &v);
    if (to->observations)
        observe(env, &(struct look){&env->match, &v, seat, &game->memo[seat]},
                to->observations + row * env->observation);
    if (to->masks)
        write_mask(env, &v, to->masks + row * env->actions);
    if (to->acting)
        to->acting[row] = (uint8_t)game->acting;
    if (to->truths)
        env_truth(env, game, seat, to->truths + row * env->truth);
}

size_t env_arrays_size(void)
{
    return sizeof(struct env_arrays);
}

/* ---- playing ---- */

static bool play(const struct env *env, struct env_game *game, event_t e)
{
    if (!env->match.rules->apply(&env->match, &game->state, e))
        return false;
    if (game->record && game->length < ENV_LENGTH)
        game->record[game->length] = e;
    game->length++;
    return true;
}

/* The bot of a seat in this game, or null. */
static const struct bot *bot_at(const struct env *env, const struct env_game *game,
                                uint32_t seat)
{
    uint32_t i = (seat + env->match.seats - game->shift) % env->match.seats;

    return i > 0 && env->has_bot[i - 1] ? &env->bot[i - 1] : 0;
}

static event_t ask(const struct env *env, struct env_game *game, const struct bot *bot)
{
    const struct budget budget = {.dice = rng_dice(&game->dice)};
    struct view v;

    env->match.rules->view(&env->match, &game->state, game->acting, &v);
    return bot_choose(bot, &env->match, &v, &budget);
}

void env_settle(const struct env *env, struct env_game *game)
{
    const struct rules *rules = env->match.rules;

    while (game->length < ENV_LENGTH) {
        game->acting = rules->actor(&env->match, &game->state);
        if (game->acting == NATURE) {
            play(env, game, dealer_choose(&env->match, &game->state, &game->chance));
            continue;
        }
        if (game->acting == NOBODY)
            return;
        const struct bot *bot = bot_at(env, game, game->acting);
        if (!bot)
            return;
        play(env, game, ask(env, game, bot));
    }
}

void env_begin(const struct env *env, struct env_game *game, uint64_t n)
{
    game->number = n;
    rng_seed(&game->chance, game->seed, 2 * n);
    rng_seed(&game->dice, game->seed, 2 * n + 1);
    game->length = 0;
    game->shift = (uint32_t)((game->seed + n) % env->match.seats);
    __builtin_memset(game->points, 0, sizeof game->points);
    env->match.rules->start(&env->match, &game->state);
}

static void begin(const struct env *env, struct env_game *game, uint64_t n)
{
    env_begin(env, game, n);
    env_settle(env, game);
}

void env_reset(const struct env *env, struct env_game *games, size_t n, const uint64_t *seeds,
               const struct env_arrays *arrays)
{
    for (size_t i = 0; i < n; i++) {
        uint32_t *record = games[i].record;

        games[i] = (struct env_game){.seed = seeds[i], .record = record};
        begin(env, &games[i], 0);
        write_row(env, &games[i], arrays, i);
        if (arrays->ends)
            arrays->ends[i] = ENV_RUNS;
        for (uint32_t seat = 0; arrays->rewards && seat < env->match.seats; seat++)
            arrays->rewards[i * env->match.seats + seat] = 0;
    }
}

/* ---- rewards ---- */

/* The winners share what the losers lose: the sum is 0. */
static void reward_win(const struct env *env, const struct sheet *sheet, float *rewards)
{
    uint32_t seats = env->match.seats, winners = 0;

    for (uint32_t seat = 0; seat < seats; seat++)
        winners += sheet->seat[seat].rank == 1;
    for (uint32_t seat = 0; seat < seats; seat++) {
        bool wins = sheet->seat[seat].rank == 1;
        float share = wins ? 1.0f / (float)winners : 0.0f;

        rewards[seat] = seats > 1 ? (share * (float)seats - 1) / (float)(seats - 1) : share;
    }
}

static void reward_points(const struct env *env, struct env_game *game,
                          const struct sheet *sheet, float *rewards)
{
    for (uint32_t seat = 0; seat < env->match.seats; seat++) {
        int32_t now = sheet ? sheet->seat[seat].total
                            : env->match.rules->points(&env->match, &game->state, seat);

        rewards[seat] = (float)(now - game->points[seat]);
        game->points[seat] = (int16_t)now;
    }
}

static void reward(const struct env *env, struct env_game *game, const struct sheet *sheet,
                   float *rewards)
{
    if (env->reward == ENV_REWARD_POINTS)
        reward_points(env, game, sheet, rewards);
    else if (sheet)
        reward_win(env, sheet, rewards);
    else
        for (uint32_t seat = 0; seat < env->match.seats; seat++)
            rewards[seat] = 0;
}

void env_score(const struct env *env, const struct env_game *game, int16_t *totals,
               uint8_t *ranks)
{
    struct sheet sheet;

    env->match.rules->score(&env->match, &game->state, &sheet);
    for (uint32_t seat = 0; seat < env->match.seats; seat++) {
        totals[seat] = sheet.seat[seat].total;
        ranks[seat] = sheet.seat[seat].rank;
    }
}

/* ---- steps ---- */

/* Writes what a game has come to into its row: rewards, the result if it is over, and its last
 * sight if it has ended. */
static void conclude(const struct env *env, struct env_game *game, const struct env_arrays *to,
                     size_t row, enum env_end end)
{
    size_t first = row * env->match.seats;
    struct sheet sheet;

    if (end == ENV_OVER)
        env->match.rules->score(&env->match, &game->state, &sheet);
    if (to->rewards)
        reward(env, game, end == ENV_OVER ? &sheet : 0, to->rewards + first);
    for (uint32_t seat = 0; end == ENV_OVER && seat < env->match.seats; seat++) {
        if (to->totals)
            to->totals[first + seat] = sheet.seat[seat].total;
        if (to->ranks)
            to->ranks[first + seat] = sheet.seat[seat].rank;
    }
    if (to->finals && (end == ENV_OVER || end == ENV_CUT))
        env_observe(env, game, game->last, to->finals + row * env->observation);
}

static enum env_end step(const struct env *env, struct env_game *game, uint32_t action)
{
    uint32_t seat = game->acting;

    if (action >= env->actions || game->length >= ENV_LENGTH ||
        !play(env, game, env->event[action]))
        return ENV_REFUSED;
    game->last = seat;
    env_settle(env, game);
    return game->acting == NOBODY ? ENV_OVER : game->length >= ENV_LENGTH ? ENV_CUT : ENV_RUNS;
}

/* Asks for memory that will be written soon. Inlined, because the compiler would treat a
 * function that does nothing else as one without effect. */
static inline __attribute__((always_inline)) void fetch(const void *from, size_t n)
{
    enum { LINE = 64 };

    for (size_t i = 0; i < n; i += LINE)
        __builtin_prefetch((const uint8_t *)from + i, 1);
}

/* Fetches the game of a row and the memory that will be written for it. Thousands of games
 * don't fit the fast caches, so the next one is fetched while one is played. */
static inline __attribute__((always_inline)) void fetch_row(const struct env *env,
                                                            const struct env_game *game,
                                                            const struct env_arrays *to,
                                                            size_t row)
{
    fetch(game, sizeof *game);
    if (to->observations)
        fetch(to->observations + row * env->observation, env->observation);
    if (to->masks)
        fetch(to->masks + row * env->actions, env->actions);
}

size_t env_step(const struct env *env, struct env_game *games, size_t n,
                const uint32_t *actions, const struct env_arrays *arrays)
{
    size_t refused = 0;

    for (size_t i = 0; i < n; i++) {
        if (i + 1 < n)
            fetch_row(env, &games[i + 1], arrays, i + 1);
        enum env_end end = step(env, &games[i], actions[i]);

        conclude(env, &games[i], arrays, i, end);
        refused += end == ENV_REFUSED;
        if (!env->stops && (end == ENV_OVER || end == ENV_CUT))
            begin(env, &games[i], games[i].number + 1);
        if (end != ENV_REFUSED)
            write_row(env, &games[i], arrays, i);
        if (arrays->ends)
            arrays->ends[i] = (uint8_t)end;
    }
    return refused;
}

uint32_t env_acting(const struct env_game *game)
{
    return game->acting;
}

bool env_is_over(const struct env *env, const struct env_game *game)
{
    return env->match.rules->actor(&env->match, &game->state) == NOBODY;
}

uint64_t env_hash(const struct env_game *game)
{
    return state_hash(&game->state);
}

size_t env_svg(const struct env *env, const struct env_game *game, char *text, size_t size)
{
    struct text t = text_in(text, size);
    struct view v;

    env->match.rules->view(&env->match, &game->state, SPECTATOR, &v);
    if (!env->kind->svg || !env->kind->svg(&t, &env->match, &env->art, &v))
        return 0;
    return t.cut ? size : t.length;
}
