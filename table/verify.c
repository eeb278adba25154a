/*
 * Checking a log: see table_log.h. The log of a table is read twice, because its seed is at the
 * end.
 */
#include "log_lines.h"
#include "table_log.h"

/* Finds the seed of a log whose header has been read, and compares it with the promised hash. */
static bool find_seed(struct reader r, const struct log_header *h, uint8_t seed[SEED_SIZE])
{
    uint8_t hash[SEED_SIZE];

    while (log_line(&r)) {
        struct word word = read_plain(&r);

        if (!word_is(&word, "seed"))
            continue;
        if (!log_hex(&r, seed, SEED_SIZE))
            return read_refuse(&r, spot_line(r.number), "A seed has 64 hexadecimal digits.");
        seed_hash(seed, hash);
        return __builtin_memcmp(hash, h->seed_hash, sizeof hash) == 0 ||
               read_refuse(&r, spot_line(r.number),
                           "This seed does not have the hash that the header promised.");
    }
    return read_refuse(&r, spot_line(r.number),
                       "This log has no seed: it is told when the game is over.");
}

/* The dealer that a log names. */
struct checked {
    bool fair;
    uint8_t seed[SEED_SIZE]; /* of a fair one */
    struct rng rng;          /* of a seeded one */
};

static event_t dealt(struct checked *c, uint64_t n, const struct match *m,
                     const struct state *s)
{
    return c->fair ? dealer_fair(c->seed, n, m, s) : dealer_choose(m, s, &c->rng);
}

/* Replays the events, and compares chance with the dealer. */
static bool check_events(struct log_reader *r, const struct match *m, struct checked *c,
                         event_t *line, uint32_t room, struct verdict *v, struct complaint *why)
{
    struct reader in = log_reading(r, why);
    enum log_step step;
    struct state s, before;
    event_t e;

    m->rules->start(m, &s);
    for (;;) {
        uint32_t events = r->events;

        before = s;
        step = log_next(r, m, &s, &e, why);
        if (step == LOG_UNDO) {
            v->undone += events - r->events;
            log_rewind(m, line, r->events, &s);
        }
        if (step >= LOG_END)
            break;
        if (step != LOG_EVENT)
            continue;
        if (r->events > room)
            return read_refuse(&in, spot_line(r->line),
                               "This log has more events than can be checked.");
        line[r->events - 1] = e;
        if (event_is_chance(e) && e != dealt(c, v->chance++, m, &before))
            return read_refuse(&in, spot_line(r->line),
                               "The seed of this log gives another event of chance here.");
    }
    v->events = r->events;
    v->over = m->rules->actor(m, &s) == NOBODY;
    return step == LOG_END;
}

bool log_verify(const char *text, size_t size, const struct match *m, event_t *line,
                uint32_t room, struct verdict *v, struct complaint *why)
{
    struct checked c = {0};
    struct log_header h;
    struct log_reader r;

    *v = (struct verdict){0};
    log_open(&r, text, size);
    if (!log_read_header(&r, &h, why))
        return false;
    struct reader in = log_reading(&r, why);
    c.fair = h.place[LOG_SEED_HASH].line != 0;
    if (!c.fair && !h.place[LOG_SEED].line)
        return read_refuse(&in, spot_line(1),
                           "This log names no seed, so its chance cannot be checked.");
    rng_seed(&c.rng, h.seed, 0);
    return (!c.fair || find_seed(in, &h, c.seed)) &&
           check_events(&r, m, &c, line, room, v, why);
}
