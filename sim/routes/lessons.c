/*
 * Playing games for lessons: see lessons.h.
 */
#include "lessons.h"

#include "../../table/dealer.h"

#include <stdlib.h>
#include <string.h>

enum {
    KEPT = 12,          /* positions of a game, on average */
    KEPT_MAX = 64,      /* and at most */
    EVENTS_MAX = 20000, /* of a game: all end before */
    LEVELS_PLAYING = 2,
};

/* A game being played. */
struct game {
    const struct match *m;
    const struct measures *measures;
    struct bot level[LEVELS_PLAYING];
    struct rng rng;
    struct state kept[KEPT_MAX];
    uint32_t count;
};

static struct bot level(const char *name, const struct match *m)
{
    struct bot bot = bot_of(player_find(name, strlen(name)));

    return bot_for(&bot, m);
}

static event_t next(struct game *g, const struct bot *const bot[], const struct state *s,
                    uint32_t actor)
{
    struct budget budget = {.dice = rng_dice(&g->rng)};
    struct view v;

    if (actor == NATURE)
        return dealer_choose(g->m, s, &g->rng);
    g->m->rules->view(g->m, s, actor, &v);
    return bot_choose(bot[actor], g->m, &v, &budget);
}

/* Plays to the end; if `every` is not 0, keeps one position in so many. */
static void play(struct game *g, const struct bot *const bot[], struct state *s, uint32_t every)
{
    uint32_t actor;

    for (uint32_t k = 0; k < EVENTS_MAX; k++) {
        if ((actor = g->m->rules->actor(g->m, s)) == NOBODY)
            return;
        if (every && s->routes.phase == PHASE_TURN && g->count < KEPT_MAX &&
            rng_below(&g->rng, every) == 0)
            g->kept[g->count++] = *s;
        g->m->rules->apply(g->m, s, next(g, bot, s, actor));
    }
}

/* The result of a game: shares of the win and margins. */
static void ended(const struct game *g, const struct state *s, struct lesson_seat seat[])
{
    struct sheet sheet;
    uint32_t winners = 0;

    g->m->rules->score(g->m, s, &sheet);
    for (uint32_t i = 0; i < g->m->seats; i++)
        winners += sheet.seat[i].rank == 1;
    for (uint32_t i = 0; i < g->m->seats; i++) {
        int32_t half = (int32_t)g->measures->network_points / 2, best = INT16_MIN, ahead;

        for (uint32_t k = 0; k < g->m->seats; k++)
            if (k != i && sheet.seat[k].total > best)
                best = sheet.seat[k].total;
        ahead = sheet.seat[i].total - best;
        seat[i].share = sheet.seat[i].rank == 1 ? 1.0f / (float)winners : 0;
        seat[i].margin = (float)ahead / (float)(abs(ahead) + half + 1);
    }
}

static void play_on(struct game *g, const struct state *from, uint32_t games,
                    struct lesson_seat seat[])
{
    for (uint32_t k = 0; k < games; k++) {
        struct lesson_seat end[ROUTES_SEATS_MAX];
        const struct bot *bot[ROUTES_SEATS_MAX];
        struct state s = *from;

        for (uint32_t i = 0; i < g->m->seats; i++)
            bot[i] = &g->level[k % LEVELS_PLAYING];
        play(g, bot, &s, 0);
        ended(g, &s, end);
        for (uint32_t i = 0; i < g->m->seats; i++)
            seat[i].played += end[i].share / (float)games;
    }
}

static uint8_t quarter(const struct game *g, const struct routes_state *s)
{
    uint32_t fewest = UINT32_MAX, pieces = g->measures->pieces;

    for (uint32_t i = 0; i < g->m->seats; i++) {
        uint32_t left = s->seat[i].pieces[0] + (uint32_t)s->seat[i].pieces[1];

        fewest = left < fewest ? left : fewest;
    }
    return (uint8_t)(LESSON_QUARTERS * (pieces - fewest) / (pieces + 1));
}

static bool make_room(void **list, uint64_t *room, uint64_t needed, size_t size)
{
    uint64_t more = *room ? 2 * *room : 1024;
    void *larger;

    if (needed <= *room)
        return true;
    larger = realloc(*list, more * size);
    if (larger) {
        *list = larger;
        *room = more;
    }
    return larger != NULL;
}

static bool add(struct lessons *l, struct game *g, const struct state *s, uint32_t played,
                const struct lesson_seat end[])
{
    struct mind mind[ROUTES_SEATS_MAX] = {0};
    struct lesson *one;
    void *list = l->one, *rows = l->row;
    bool good = make_room(&list, &l->room, l->count + 1, sizeof *l->one) &&
                make_room(&rows, &l->rows_room, l->rows + g->m->seats, sizeof *l->row);

    l->one = list;
    l->row = rows;
    if (!good)
        return false;
    one = &l->one[l->count++];
    *one = (struct lesson){.row = l->rows, .seats = g->m->seats};
    one->quarter = quarter(g, &s->routes);
    memcpy(one->seat, end, g->m->seats * sizeof end[0]);
    standing_of(g->m, s, g->measures, mind, l->row + l->rows);
    l->rows += g->m->seats;
    play_on(g, s, played, one->seat);
    return true;
}

static bool one_game(struct lessons *l, struct game *g, uint32_t played)
{
    struct lesson_seat end[ROUTES_SEATS_MAX] = {0};
    const struct bot *bot[ROUTES_SEATS_MAX];
    struct state s;
    bool good = true;

    g->count = 0;
    for (uint32_t i = 0; i < g->m->seats; i++)
        bot[i] = &g->level[rng_below(&g->rng, LEVELS_PLAYING)];
    g->m->rules->start(g->m, &s);
    play(g, bot, &s, g->measures->game_turns * g->m->seats / KEPT + 1);
    ended(g, &s, end);
    for (uint32_t k = 0; good && k < g->count; k++)
        good = add(l, g, &g->kept[k], played, end);
    return good;
}

bool lessons_add(struct lessons *l, const struct lessons_wish *wish)
{
    const struct match *m = &wish->match;
    struct game *g = malloc(sizeof *g);
    struct measures measures;
    struct tuning tuning;
    bool good = g != NULL;

    tuning_of_match(m, &tuning);
    measures_of(&m->board->routes, &tuning, &measures);
    if (g)
        *g = (struct game){
            .m = m, .measures = &measures, .level = {level("hard", m), level("medium", m)}};
    for (uint64_t k = 0; good && k < wish->games; k++) {
        if (wish->stop && atomic_load_explicit(wish->stop, memory_order_relaxed))
            break;
        rng_seed(&g->rng, wish->seed, k);
        good = one_game(l, g, wish->played);
    }
    free(g);
    return good;
}

void lessons_free(struct lessons *l)
{
    free(l->one);
    free(l->row);
    *l = (struct lessons){0};
}
