/*
 * Opening a board, and its tables of actions and planes: see env.h.
 */
#include "../boards/boards.h"
#include "../table/log.h"
#include "family.h"

size_t env_size(void)
{
    return sizeof(struct env);
}

size_t env_game_size(void)
{
    return sizeof(struct env_game);
}

/* ---- errors ---- */

void env_fail(char error[ENV_ERROR], const char *before, const struct complaint *why)
{
    struct text t = text_in(error, ENV_ERROR);

    text_put(&t, before);
    if (why->line) {
        text_put(&t, "line ");
        text_number(&t, why->line);
        text_put(&t, ": ");
    }
    text_put(&t, why->message);
    if (*why->rule) {
        text_put(&t, " (rule ");
        text_put(&t, why->rule);
        text_char(&t, ')');
    }
}

void env_say(char error[ENV_ERROR], const char *sentence)
{
    struct text t = text_in(error, ENV_ERROR);

    text_put(&t, sentence);
}

static bool refuse(char error[ENV_ERROR], const char *what, const char *which, size_t n)
{
    struct text t = text_in(error, ENV_ERROR);

    text_put(&t, what);
    text_some(&t, which, n < 80 ? n : 80);
    text_put(&t, "\".");
    return false;
}

/* ---- opening ---- */

void env_add(struct env *env, event_t e)
{
    env->event[env->actions++] = e;
}

void env_add_plane(struct env *env, struct env_plane plane)
{
    uint32_t size = plane.rows * plane.columns;

    plane.offset = env->truth;
    env->truth += size;
    if (!plane.truth)
        env->observation += size;
    if (size)
        env->plane[env->planes++] = plane;
}

static bool is_text(const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (s[i] == '\n')
            return true;
    return false;
}

static bool open_board(struct env *env, const char *board, size_t n, uint64_t hash,
                       char error[ENV_ERROR])
{
    struct complaint why;

    if (!is_text(board, n)) {
        const struct embedded_board *known = boards_edition(board, n, hash);

        if (!known)
            return refuse(error, "There is no board \"", board, n);
        board = known->text;
        n = known->size;
    }
    if (board_parse(board, n, &env->board, &env->art, &why))
        return true;
    env_fail(error, "The board file is not right: ", &why);
    return false;
}

/* One option, "turning=1". */
static bool read_option(struct match *m, const char *s, size_t n, char error[ENV_ERROR])
{
    size_t name = 0;
    uint32_t value = 0;

    while (name < n && s[name] != '=')
        name++;
    uint32_t which = option_index(m->rules, s, name);
    if (which == OPTIONS_MAX)
        return refuse(error, "These rules have no option \"", s, name);
    if (name == n || text_digits(s + name + 1, n - name - 1, &value) != n - name - 1 ||
        value > 255)
        return refuse(error, "An option needs a small number, as in \"hand=3\": \"", s, n);
    m->option[which] = (uint8_t)value;
    return true;
}

static bool read_options(struct match *m, const char *s, char error[ENV_ERROR])
{
    while (*s) {
        size_t n = 0;

        while (s[n] && s[n] != ',')
            n++;
        if (!read_option(m, s, n, error))
            return false;
        s += n + (s[n] == ',');
    }
    return true;
}

static void list(struct env *env)
{
    env->kind = env_family(&env->board);
    env->kind->list(env);
    env->kind->planes(env);
}

static bool finish(struct env *env, char error[ENV_ERROR])
{
    struct complaint why;

    if (!env->match.rules->check(&env->match, &why)) {
        env_fail(error, "", &why);
        return false;
    }
    list(env);
    return true;
}

void env_open_match(struct env *env, const struct match *match)
{
    __builtin_memset(env, 0, sizeof *env);
    env->board = *match->board;
    env->match = *match;
    env->match.board = &env->board;
    list(env);
}

bool env_open(struct env *env, const char *board, size_t n, uint32_t seats, const char *options,
              char error[ENV_ERROR])
{
    __builtin_memset(env, 0, sizeof *env);
    error[0] = 0;
    if (!open_board(env, board, n, 0, error))
        return false;
    env->match = match_of(&env->board, seats < 255 ? seats : 255);
    return read_options(&env->match, options, error) && finish(env, error);
}

bool env_open_log(struct env *env, const char *log, size_t n, const char *board,
                  size_t board_size, char error[ENV_ERROR])
{
    struct log_reader r;
    struct log_header h;
    struct complaint why;

    __builtin_memset(env, 0, sizeof *env);
    error[0] = 0;
    log_open(&r, log, n);
    if (!log_read_header(&r, &h, &why)) {
        env_fail(error, "The log is not right: ", &why);
        return false;
    }
    if (!open_board(env, board ? board : h.board, board ? board_size : text_length(h.board),
                    h.hash, error))
        return false;
    if (!log_match(&h, &env->board, &env->match, &why)) {
        env_fail(error, "The log is not right: ", &why);
        return false;
    }
    return finish(env, error);
}

const char *env_board(const struct env *env)
{
    return env->board.id;
}

uint64_t env_board_hash(const struct env *env)
{
    return env->board.hash;
}

uint32_t env_seats(const struct env *env)
{
    return env->match.seats;
}

void env_set_reward(struct env *env, enum env_reward reward)
{
    env->reward = reward;
}

void env_set_restart(struct env *env, bool restart)
{
    env->stops = !restart;
}

/* ---- actions ---- */

uint32_t env_actions(const struct env *env)
{
    return env->actions;
}

uint32_t env_event(const struct env *env, uint32_t action)
{
    return action < env->actions ? env->event[action] : 0;
}

uint32_t env_action(const struct env *env, uint32_t event)
{
    uint32_t action = event ? env->kind->number(env, event) : ENV_NONE;

    return event && env_event(env, action) == event ? action : ENV_NONE;
}

_Static_assert((int)ENV_LABEL >= (int)EVENT_TEXT, "the text of every action fits");

static size_t write_event(const struct env *env, const struct state *s, uint32_t action,
                          char *text, size_t size)
{
    struct text t = text_in(text, size);

    if (action < env->actions)
        env->match.rules->format(&env->match, s, env->event[action], &t);
    return t.length;
}

size_t env_label(const struct env *env, uint32_t action, char *text, size_t size)
{
    struct state s;

    env->match.rules->start(&env->match, &s);
    if (action < env->actions && env->kind->specimen)
        env->kind->specimen(env, env->event[action], &s);
    return write_event(env, &s, action, text, size);
}

size_t env_write(const struct env *env, const struct env_game *game, uint32_t action,
                 char *text, size_t size)
{
    return write_event(env, &game->state, action, text, size);
}

uint32_t env_read(const struct env *env, const struct env_game *game, const char *text,
                  size_t n, char error[ENV_ERROR])
{
    struct complaint why;
    event_t e = env->match.rules->parse(&env->match, &game->state, text, n, &why);
    uint32_t action = env_action(env, e);

    error[0] = 0;
    if (e == 0)
        env_fail(error, "", &why);
    else if (action == ENV_NONE)
        refuse(error, "A player can't choose this: \"", text, n);
    return action;
}

/* ---- planes ---- */

const struct env_plane *env_plane(const struct env *env, uint32_t i)
{
    return i < env->planes ? &env->plane[i] : 0;
}

size_t env_column(const struct env *env, uint32_t plane, uint32_t column, char *text,
                  size_t size)
{
    struct text t = text_in(text, size);

    if (plane < env->planes && column < env->plane[plane].columns)
        env->kind->column(env, &env->plane[plane], column, &t);
    return t.length;
}

uint32_t env_observation_size(const struct env *env)
{
    return env->observation;
}

uint32_t env_truth_size(const struct env *env)
{
    return env->truth;
}

/* ---- bots ---- */

static bool read_bot(const struct env *env, const char *spec, size_t n, struct bot *bot,
                     char error[ENV_ERROR])
{
    struct complaint why;

    error[0] = 0;
    if (!bot_parse(spec, n, bot, &why)) {
        env_fail(error, "", &why);
        return false;
    }
    if (!player_plays(bot->player, &env->match))
        return refuse(error, "This player does not play this game: \"", spec, n);
    if (bot_for(bot, &env->match).milliseconds)
        return refuse(error, "There is no clock here; give a number of iterations: \"", spec,
                      n);
    return true;
}

bool env_set_bot(struct env *env, uint32_t i, const char *spec, size_t n, char error[ENV_ERROR])
{
    struct bot bot;

    if (i + 1 >= env->match.seats)
        return refuse(error, "There are fewer seats than that: \"", spec, n);
    if (n == 0) {
        env->has_bot[i] = false;
        return true;
    }
    if (!read_bot(env, spec, n, &bot, error))
        return false;
    env->bot[i] = bot_for(&bot, &env->match);
    env->has_bot[i] = true;
    return true;
}

uint32_t env_advise(const struct env *env, const struct env_game *game, const char *spec,
                    size_t n, uint64_t seed, char error[ENV_ERROR])
{
    struct bot bot;
    struct rng rng;
    struct view v;

    if (!read_bot(env, spec, n, &bot, error) || game->acting >= env->match.seats)
        return ENV_NONE;
    bot = bot_for(&bot, &env->match);
    rng_seed(&rng, seed, 0);
    const struct budget budget = {.dice = rng_dice(&rng)};
    env->match.rules->view(&env->match, &game->state, game->acting, &v);
    return env_action(env, bot_choose(&bot, &env->match, &v, &budget));
}
