/*
 * One game of a simulation: who sits where, its seed, and playing it. Players get views.
 */
#include "../table/dealer.h"
#include "sim.h"

#include <stddef.h>

/* A list that repeats itself (a,b,a,b) has fewer rotations: after two of them everybody sits as
 * before, and the same deal would give the same game. */
uint32_t sim_rotations(const struct sim_series *series)
{
    uint32_t seats = series->match.seats, turn = 1;

    for (; turn < seats; turn++) {
        uint32_t same = 0;

        while (same < seats && series->spec[same] == series->spec[(same + turn) % seats])
            same++;
        if (same == seats)
            break;
    }
    return turn;
}

/* The place in the list of specs of the player in a seat. */
static uint32_t place_at(const struct sim_series *series, uint64_t game, uint32_t seat)
{
    return (uint32_t)((seat + game % sim_rotations(series)) % series->match.seats);
}

uint32_t sim_spec_at(const struct sim_series *series, uint64_t game, uint32_t seat)
{
    return series->spec[place_at(series, game, seat)];
}

uint64_t sim_seed(const struct sim_series *series, uint64_t game)
{
    struct rng r;

    rng_seed(&r, series->seed, series->paired ? game / sim_rotations(series) : game);
    return rng_next(&r);
}

/* The player of a seat of a game, and its dice. */
struct sitter {
    struct bot bot;
    struct rng rng;
    const struct sim_guest *guest; /* or null */
    void *sitting;                 /* of the guest */
};

/* A game that is being played, and the desk where it is played. */
struct course {
    const struct sim_series *series;
    uint64_t game;
    struct sim_desk *desk;
    struct state state;
    struct sitter sitter[SEATS_MAX];
    struct sim_result *result;
};

static event_t ask_guest(const struct course *c, const struct view *v, uint32_t seat)
{
    const struct sitter *sitter = &c->sitter[seat];
    const struct sim_question question = {.match = &c->series->match,
                                          .view = v,
                                          .game = c->game,
                                          .events = c->result->events,
                                          .seat = seat,
                                          .stop = {c->series->stop, c->desk->quit}};

    return sitter->guest->choose(sitter->sitting, &question);
}

static event_t ask_bot(struct course *c, const struct view *v, uint32_t seat)
{
    struct sitter *sitter = &c->sitter[seat];
    const struct match *m = &c->series->match;
    struct think think;

    return bot_choose(&sitter->bot, m, v,
                      think_begin(&think, &sitter->bot, m, rng_dice(&sitter->rng)));
}

static event_t decide(struct course *c, uint32_t seat)
{
    const struct match *m = &c->series->match;
    struct sim_tally *out = &c->result->seat[seat];
    uint64_t start = think_nanoseconds();
    struct view v;

    m->rules->view(m, &c->state, seat, &v);
    event_t e = c->sitter[seat].guest ? ask_guest(c, &v, seat) : ask_bot(c, &v, seat);
    out->nanoseconds += think_nanoseconds() - start;
    out->turns += m->rules->begins_turn(m, &c->state);
    out->decisions++;
    return e;
}

static void score(const struct match *m, const struct state *s, struct sim_result *r)
{
    struct sheet sheet;
    uint32_t winners = 0;

    m->rules->score(m, s, &sheet);
    for (uint32_t seat = 0; seat < m->seats; seat++)
        winners += sheet.seat[seat].rank == 1;
    for (uint32_t seat = 0; seat < m->seats; seat++) {
        const struct seat_sheet *one = &sheet.seat[seat];
        struct sim_tally *out = &r->seat[seat];

        out->score_sum = one->total;
        out->score_squares = (uint64_t)(one->total * one->total);
        out->wins = one->rank == 1 ? SIM_WIN / winners : 0;
        out->tickets_kept = one->kept;
        out->tickets_made = one->tickets;
    }
}

/* The culprit loses; everybody has the points of this moment, and the others share the win. */
static void forfeit(const struct match *m, const struct state *s, uint32_t culprit,
                    struct sim_result *r)
{
    score(m, s, r);
    for (uint32_t seat = 0; seat < m->seats; seat++)
        r->seat[seat].wins = seat == culprit ? 0 : SIM_WIN / (m->seats - 1u);
    r->seat[culprit].forfeits = 1;
    r->end = SIM_FORFEITED;
}

static bool raised(const atomic_bool *flag)
{
    return flag && atomic_load_explicit(flag, memory_order_relaxed);
}

static bool stopped(const struct course *c)
{
    return raised(c->series->stop) || raised(c->desk->quit);
}

/* The players take their seats; false if there is not enough memory for a guest. Random numbers
 * come from the same streams as in `anden play`: 0 for dealing, seat + 1 for the player of a
 * seat. */
static bool seat_players(struct course *c, uint64_t seed)
{
    const struct sim_series *series = c->series;

    for (uint32_t seat = 0; seat < series->match.seats; seat++) {
        uint32_t place = place_at(series, c->game, seat), spec = series->spec[place];
        struct sitter *sitter = &c->sitter[seat];
        void **sitting = &c->desk->sitting[place];

        rng_seed(&sitter->rng, seed, seat + 1);
        sitter->guest = series->guest[spec];
        if (!sitter->guest)
            sitter->bot = bot_for(&series->bot[spec], &series->match);
        else if (!*sitting && !(*sitting = sitter->guest->sit(sitter->guest->context)))
            return false;
        sitter->sitting = *sitting;
    }
    return true;
}

/* The next event of a game: what chance deals or a player chooses. False if the game ends
 * before that; the result says why. */
static bool next_event(struct course *c, uint32_t actor, struct rng *dealer, event_t *e)
{
    const struct match *m = &c->series->match;
    struct sim_result *r = c->result;

    if (stopped(c))
        return false;
    if (r->events == SIM_EVENTS_MAX) {
        r->end = SIM_ABANDONED;
        return false;
    }
    if (actor == NATURE) {
        *e = dealer_choose(m, &c->state, dealer);
        return true;
    }
    *e = decide(c, actor);
    if (*e == 0 && c->sitter[actor].guest) {
        if (!stopped(c))
            forfeit(m, &c->state, actor, r);
        return false;
    }
    return true;
}

void sim_play(const struct sim_series *series, uint64_t game, struct sim_desk *desk,
              struct sim_result *r)
{
    const struct match *m = &series->match;
    struct course c = {.series = series, .game = game, .desk = desk, .result = r};
    uint64_t seed = sim_seed(series, game);
    struct rng dealer;
    uint32_t actor;

    *r = (struct sim_result){.end = SIM_NO_MEMORY};
    rng_seed(&dealer, seed, 0);
    if (!seat_players(&c, seed))
        return;
    r->end = SIM_MISSING;
    m->rules->start(m, &c.state);
    while ((actor = m->rules->actor(m, &c.state)) != NOBODY) {
        event_t e;

        if (!next_event(&c, actor, &dealer, &e))
            return;
        if (!m->rules->apply(m, &c.state, e)) {
            r->end = SIM_ILLEGAL;
            r->culprit = actor;
            return;
        }
        if (desk->record)
            desk->record[r->events] = e;
        r->events++;
    }
    score(m, &c.state, r);
    r->end = SIM_FINISHED;
}

void sim_clear(const struct sim_series *series, struct sim_desk *desk)
{
    for (uint32_t place = 0; place < series->match.seats; place++) {
        if (desk->sitting[place])
            series->guest[series->spec[place]]->leave(desk->sitting[place]);
        desk->sitting[place] = NULL;
    }
}
