/*
 * Records of games and their logs: see env.h.
 */
#include "../table/log.h"
#include "family.h"

void env_record(struct env_game *game, uint32_t *events)
{
    game->record = events;
}

size_t env_log(const struct env *env, const struct env_game *game, char *text, size_t size)
{
    const struct match *m = &env->match;
    struct text t = text_in(text, size);
    struct log_header h;
    struct state s;

    if (!game->record)
        return 0;
    log_header_of(m, &h);
    h.seed = game->seed;
    h.place[LOG_SEED].line = game->number == 0 && !game->loaded;
    log_put_header(&t, &h);
    m->rules->start(m, &s);
    for (uint32_t i = 0; i < game->length; i++) {
        log_put_event(&t, m, &s, game->record[i]);
        m->rules->apply(m, &s, game->record[i]);
    }
    if (m->rules->actor(m, &s) == NOBODY)
        log_put_result(&t, m, &s);
    return t.cut ? size : t.length;
}

/* Reads events and applies them, and drops undone ones. LOG_END if all is well, LOG_EVENT if
 * there are too many. */
static enum log_step read_events(const struct env *env, struct env_game *game,
                                 struct log_reader *r, struct complaint *why)
{
    enum log_step step;
    event_t e;

    while ((step = log_next(r, &env->match, &game->state, &e, why)) < LOG_END) {
        if (r->events > ENV_LENGTH)
            return LOG_EVENT;
        if (step == LOG_EVENT)
            game->record[r->events - 1] = e;
        else if (step == LOG_UNDO)
            log_rewind(&env->match, game->record, r->events, &game->state);
    }
    game->length = r->events;
    return step;
}

static bool read_log(const struct env *env, struct env_game *game, struct log_reader *r,
                     char error[ENV_ERROR])
{
    struct log_header h;
    struct complaint why;
    struct match m;
    enum log_step step = LOG_BAD;

    if (log_read_header(r, &h, &why) && log_match(&h, &env->board, &m, &why))
        step = read_events(env, game, r, &why);
    if (step == LOG_BAD)
        env_fail(error, "The log is not right: ", &why);
    if (step == LOG_EVENT)
        env_say(error, "The log has more events than a game may have.");
    return step == LOG_END;
}

bool env_load(const struct env *env, struct env_game *game, const char *log, size_t n,
              uint64_t seed, char error[ENV_ERROR])
{
    struct log_reader r;
    uint32_t *record = game->record;

    *game = (struct env_game){.seed = seed, .record = record};
    env_begin(env, game, 0);
    log_open(&r, log, n);
    error[0] = 0;
    if (!record)
        env_say(error, "Only a game that is recorded can be read from a log.");
    bool good = record && read_log(env, game, &r, error);
    game->loaded = good;
    if (!good)
        env_begin(env, game, 0);
    env_settle(env, game);
    return good;
}
