/*
 * The games of a simulation on several threads. Threads take the games by number; what they bring
 * back waits in a window until all earlier games are there, and is added up in order. So a
 * sequential test stops after the same game on every machine.
 */
#define _POSIX_C_SOURCE 200809L

#include "sim.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    WINDOW = 1024,           /* games that may be ahead of the first that is still missing */
    TICK = 100 * 1000 * 1000 /* nanoseconds between two calls of progress() */
};

struct slot {
    bool done;
    struct sim_result result;
    event_t *events; /* if the caller keeps games; freed once added up */
};

struct run {
    const struct sim_plan *plan;
    struct sim_totals *totals;
    pthread_mutex_t lock;  /* for all that follows, but for quit */
    pthread_cond_t moved;  /* a game was added, or a thread has ended */
    uint64_t taken, added; /* games, counted from plan->first */
    uint32_t threads;      /* that still run */
    bool no_memory;
    atomic_bool quit; /* no more games, and those being played are not needed */
    struct sim_sample sample;
    struct slot slot[WINDOW];
};

static bool stopped(const struct run *run)
{
    return atomic_load(&run->quit) || (run->plan->stop && atomic_load(run->plan->stop));
}

/* Adds the next game in order; may raise quit. */
static void add_next(struct run *run)
{
    const struct sim_plan *plan = run->plan;
    struct slot *slot = &run->slot[run->added % WINDOW];
    uint64_t game = plan->first + run->added;
    bool go_on = true;

    if (!slot->done)
        slot->result.end = SIM_MISSING;
    if (slot->events && slot->result.end != SIM_MISSING &&
        !plan->keep(plan->context, game, slot->events, slot->result.events)) {
        run->totals->interrupted = true;
        go_on = false;
    }
    free(slot->events);
    go_on = sim_add(plan, game, &slot->result, &run->sample, run->totals) && go_on;
    slot->events = NULL;
    slot->done = false;
    run->added++;
    if (plan->until_significant && run->added % sim_rotations(plan) == 0 &&
        sim_verdict(plan, run->totals) != SIM_OPEN)
        go_on = false;
    if (!go_on)
        atomic_store(&run->quit, true);
}

static bool take(struct run *run, uint64_t *number)
{
    pthread_mutex_lock(&run->lock);
    while (!stopped(run) && run->taken == run->added + WINDOW)
        pthread_cond_wait(&run->moved, &run->lock);
    *number = run->taken;
    if (stopped(run) || run->taken == run->plan->games) {
        pthread_mutex_unlock(&run->lock);
        return false;
    }
    run->taken++;
    pthread_mutex_unlock(&run->lock);
    return true;
}

static void bring(struct run *run, uint64_t number, const struct sim_result *r, event_t *events)
{
    struct slot *slot = &run->slot[number % WINDOW];

    pthread_mutex_lock(&run->lock);
    slot->result = *r;
    slot->events = events;
    slot->done = r->end != SIM_MISSING;
    while (!atomic_load(&run->quit) && run->added < run->taken &&
           run->slot[run->added % WINDOW].done)
        add_next(run);
    pthread_cond_broadcast(&run->moved);
    pthread_mutex_unlock(&run->lock);
}

/* A copy of the events of a game that is no longer than it must be. */
static event_t *copy(struct run *run, const event_t *record, uint32_t count)
{
    event_t *events = malloc((count + 1) * sizeof *events);

    if (events) {
        memcpy(events, record, count * sizeof *events);
        return events;
    }
    pthread_mutex_lock(&run->lock);
    run->no_memory = true;
    pthread_mutex_unlock(&run->lock);
    atomic_store(&run->quit, true);
    return NULL;
}

static void *work(void *context)
{
    struct run *run = context;
    struct sim_desk desk = {.quit = &run->quit};
    bool memory = true;
    uint64_t number;

    if (run->plan->keep) {
        desk.record = malloc(SIM_EVENTS_MAX * sizeof *desk.record);
        memory = desk.record != NULL;
    }
    while (memory && take(run, &number)) {
        struct sim_result r;

        sim_play(run->plan, run->plan->first + number, &desk, &r);
        memory = r.end != SIM_NO_MEMORY;
        if (memory)
            bring(run, number, &r, desk.record ? copy(run, desk.record, r.events) : NULL);
    }
    if (!memory)
        atomic_store(&run->quit, true);
    pthread_mutex_lock(&run->lock);
    run->no_memory |= !memory;
    run->threads--;
    pthread_cond_broadcast(&run->moved);
    pthread_mutex_unlock(&run->lock);
    think_end(&desk.think);
    free(desk.record);
    return NULL;
}

/* Until all threads have ended: reports how far they are. */
static void wait_for_threads(struct run *run)
{
    const struct sim_plan *plan = run->plan;

    pthread_mutex_lock(&run->lock);
    while (run->threads) {
        struct timespec t;
        uint64_t done = run->added;

        if (!plan->progress) {
            pthread_cond_wait(&run->moved, &run->lock);
            continue;
        }
        pthread_mutex_unlock(&run->lock);
        plan->progress(plan->context, done);
        t = (struct timespec){.tv_nsec = TICK};
        nanosleep(&t, NULL);
        pthread_mutex_lock(&run->lock);
    }
    pthread_mutex_unlock(&run->lock);
}

/* After an interruption: games that were finished before an earlier one. They count, but are no
 * part of a sequential test, which has ended. */
static void add_rest(struct run *run)
{
    while (!atomic_load(&run->quit) && run->added < run->taken)
        add_next(run);
    for (uint32_t i = 0; i < WINDOW; i++)
        free(run->slot[i].events);
}

static bool run_threads(struct run *run, uint32_t threads)
{
    pthread_t thread[SIM_THREADS_MAX];
    uint32_t started = 0;

    run->threads = threads;
    while (started < threads && pthread_create(&thread[started], NULL, work, run) == 0)
        started++;
    pthread_mutex_lock(&run->lock);
    run->threads -= threads - started;
    pthread_mutex_unlock(&run->lock);
    if (started)
        wait_for_threads(run);
    for (uint32_t i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
    return started > 0;
}

bool sim_run(const struct sim_plan *plan, struct sim_totals *totals)
{
    struct run *run = calloc(1, sizeof *run);
    uint32_t threads = plan->threads < 1                 ? 1
                       : plan->threads > SIM_THREADS_MAX ? SIM_THREADS_MAX
                                                         : plan->threads;
    bool good, halted;

    *totals = (struct sim_totals){0};
    if (!run)
        return false;
    run->plan = plan;
    run->totals = totals;
    atomic_init(&run->quit, false);
    pthread_mutex_init(&run->lock, NULL);
    pthread_cond_init(&run->moved, NULL);
    good = run_threads(run, threads);
    halted = plan->stop && atomic_load(plan->stop) && !atomic_load(&run->quit);
    add_rest(run);
    if (halted && totals->games + totals->abandoned < plan->games)
        totals->interrupted = true;
    good = good && !run->no_memory;
    if (plan->progress)
        plan->progress(plan->context, run->added);
    pthread_cond_destroy(&run->moved);
    pthread_mutex_destroy(&run->lock);
    free(run);
    return good;
}
