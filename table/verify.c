/*
 * Checking a log: see table_log.h. The log of a table is read twice, because its seed is at the
 * end.
 */
#include "log_lines.h"
#include "table_log.h"

/* Finds the seed of a log whose header has been read, and compares it with the promised hash. */
static bool find_seed(struct log_reader r, const struct log_header *h, uint8_t seed[SEED_SIZE],
                      struct complaint *why)
{
    uint8_t hash[SEED_SIZE];
    struct line line, word;

    while (line_next(&r, &line)) {
        word = line_word(&line);
        if (!text_is(word.at, word.n, "seed"))
            continue;
        if (!line_hex(&line, seed, SEED_SIZE))
            return line_refuse(why, (struct log_place){r.line, 1},
                               "A seed has 64 hexadecimal digits.");
        seed_hash(seed, hash);
        return __builtin_memcmp(hash, h->seed_hash, sizeof hash) == 0 ||
               line_refuse(why, (struct log_place){r.line, 1},
                           "This seed does not have the hash that the header promised.");
    }
    return line_refuse(why, (struct log_place){r.line ? r.line : 1, 1},
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
            return line_refuse(why, (struct log_place){r->line, 1},
                               "This log has more events than can be checked.");
        line[r->events - 1] = e;
        if (event_is_chance(e) && e != dealt(c, v->chance++, m, &before))
            return line_refuse(why, (struct log_place){r->line, 1},
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
    c.fair = h.place[LOG_SEED_HASH].line != 0;
    if (!c.fair && !h.place[LOG_SEED].line)
        return line_refuse(why, (struct log_place){1, 1},
                           "This log names no seed, so its chance cannot be checked.");
    rng_seed(&c.rng, h.seed, 0);
    return (!c.fair || find_seed(r, &h, c.seed, why)) &&
           check_events(&r, m, &c, line, room, v, why);
}
