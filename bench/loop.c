/*
 * The work whose speed is measured: see loop.h. The loops are as bare as possible, so that they
 * measure the engine.
 */
#include "loop.h"

enum { SIGNATURE_GAMES = 100 /* never change it: signatures could not be compared */ };

/* A linear congruential generator: one multiplication a number, and its upper half is good enough
 * for choosing a move. */
static inline uint64_t next_number(uint64_t x)
{
    return x * 6364136223846793005u + 1442695040888963407u;
}

static inline uint32_t below(uint64_t *x, uint32_t n)
{
    *x = next_number(*x);
    return number_below((uint32_t)(*x >> 32), n);
}

static const uint64_t seed = 0xD1342543DE82EF95u;

const char *bench_work_name(uint32_t work)
{
    static const char *const names[] = {"play", "list", "view", "resample"};

    return work < BENCH_WORKS ? names[work] : 0;
}

static uint64_t mix(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * 0x9E3779B97F4A7C15u;
    return hash ^ hash >> 32;
}

/* Everything about the end of a game. */
static uint64_t hash_end(uint64_t hash, const struct match *m, const struct state *s,
                         const struct sheet *sheet)
{
    hash = mix(hash, state_hash(s));
    for (uint32_t seat = 0; seat < m->seats; seat++) {
        const struct seat_sheet *one = &sheet->seat[seat];

        for (uint32_t part = 0; part < PARTS_MAX; part++)
            hash = mix(hash, (uint16_t)one->part[part]);
        hash = mix(hash, one->rank);
        hash = mix(hash, one->longest);
        hash = mix(hash, one->completed);
    }
    return hash;
}

/* Plays games and returns the number of decisions. Adds their ends to *hash unless it is null. */
static uint64_t play(const struct match *m, uint64_t games, uint64_t *hash)
{
    const struct rules *rules = m->rules;
    uint64_t decisions = 0, x = next_number(seed);

    for (uint64_t i = 0; i < games; i++) {
        struct state s;
        struct sheet sheet;
        event_t e;

        rules->start(m, &s);
        while ((e = rules->choose(m, &s, (uint32_t)(x >> 32))) != 0) {
            x = next_number(x);
            decisions += !event_is_chance(e);
            rules->apply(m, &s, e);
        }
        rules->score(m, &s, &sheet);
        if (hash)
            *hash = hash_end(*hash, m, &s, &sheet);
    }
    return decisions;
}

uint64_t bench_signature(const struct match *m)
{
    uint64_t hash = 0;

    play(m, SIGNATURE_GAMES, &hash);
    return hash;
}

void bench_sample(const struct match *m, struct bench_store *store)
{
    const struct rules *rules = m->rules;
    uint64_t x = seed;
    struct state s;
    uint32_t n = 0;

    rules->start(m, &s);
    for (uint32_t turns = 0; n < BENCH_POSITIONS;) {
        if (rules->begins_turn(m, &s) && ++turns % BENCH_SPACING == 0) {
            store->state[n] = s;
            rules->view(m, &s, rules->actor(m, &s), &store->view[n++]);
        }
        uint32_t count = rules->count(m, &s);
        if (count)
            rules->apply(m, &s, rules->pick(m, &s, below(&x, count)));
        else
            rules->start(m, &s);
    }
}

uint64_t bench_listed(const struct match *m, struct bench_store *store)
{
    uint64_t events = 0;

    for (uint32_t i = 0; i < BENCH_POSITIONS; i++)
        events += m->rules->legal(m, &store->state[i], store->events, 0, LEGAL_MAX);
    return events;
}

static uint32_t roll(void *context, uint32_t n)
{
    return below(context, n);
}

uint64_t bench_round(const struct match *m, struct bench_store *store, uint32_t work,
                     uint64_t games)
{
    const struct rules *rules = m->rules;
    uint64_t x = seed, calls = games * BENCH_CALLS;
    const struct dice dice = {roll, &x};
    struct state s;
    struct view v;

    switch ((enum bench_work)work) {
    case BENCH_LIST:
        for (uint64_t i = 0; i < calls; i++)
            rules->legal(m, &store->state[i % BENCH_POSITIONS], store->events, 0, LEGAL_MAX);
        return calls;
    case BENCH_VIEW:
        for (uint64_t i = 0; i < calls; i++) {
            uint32_t at = i % BENCH_POSITIONS;

            rules->view(m, &store->state[at], store->view[at].seat, &v);
        }
        return calls;
    case BENCH_RESAMPLE:
        for (uint64_t i = 0; i < calls; i++)
            rules->resample(m, &store->view[i % BENCH_POSITIONS], &dice, &s);
        return calls;
    case BENCH_PLAY:
    case BENCH_WORKS:
        break;
    }
    return play(m, games, 0);
}
