/*
 * The games of a simulation on several threads. Threads take the games by number, a batch at a
 * time; results wait in a window until all earlier games have been played, and are added up in
 * order. So a sequential test stops after the same game on every machine. While it plays a
 * batch, a thread writes nothing that others read.
 */
#define _POSIX_C_SOURCE 200809L

#include "sim.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    WINDOW = 4096,            /* games that may be ahead of the first that is still missing */
    BATCH_MAX = 64,           /* games taken at once */
    BATCH_TIME = 1000 * 1000, /* nanoseconds that a batch of short games should take */
    TICK = 100 * 1000 * 1000, /* nanoseconds between two calls of progress() */
    LINE = 64,                /* bytes of a cache line */
};

struct slot {
    bool done;
    struct sim_result result;
    event_t *events; /* if the caller keeps games; freed once added up */
};

struct run {
    const struct sim_series *series;
    struct sim_totals *totals;
    /* No more games are needed, not even those being played. It is read before every event, so
     * it has a cache line of its own. */
    _Alignas(LINE) atomic_bool quit;
    _Alignas(LINE) pthread_mutex_t lock; /* for everything below */
    pthread_cond_t moved;                /* games were added, or nothing more is needed */
    pthread_cond_t ended;                /* a thread */
    uint64_t taken, added;               /* games, counted from series->first */
    uint32_t threads;                    /* that still run */
    uint32_t batch_max;
    bool no_memory;
    struct sim_sample sample;
    struct slot slot[WINDOW];
};

static bool stopped(const struct run *run)
{
    return atomic_load(&run->quit) || (run->series->stop && atomic_load(run->series->stop));
}

/* Adds the next game in order; may set quit. */
static void add_next(struct run *run)
{
    const struct sim_series *series = run->series;
    struct slot *slot = &run->slot[run->added % WINDOW];
    uint64_t game = series->first + run->added;
    bool go_on = true;

    if (!slot->done)
        slot->result.end = SIM_MISSING;
    if (slot->events && slot->result.end != SIM_MISSING &&
        !series->keep(series->context, game, slot->events, slot->result.events)) {
        run->totals->interrupted = true;
        go_on = false;
    }
    free(slot->events);
    go_on = sim_add(series, game, &slot->result, &run->sample, run->totals) && go_on;
    slot->events = NULL;
    slot->done = false;
    run->added++;
    if (series->until_significant && run->added % sim_rotations(series) == 0 &&
        sim_verdict(series, run->totals) != SIM_OPEN)
        go_on = false;
    if (!go_on)
        atomic_store(&run->quit, true);
}

/* The games that one thread has taken and whose results are not in the window yet. */
struct batch {
    struct run *run;
    uint64_t next, end; /* games still to be played */
    uint64_t began;     /* nanoseconds */
    uint32_t size;      /* of the next batch */
    uint32_t played;
    uint64_t number[BATCH_MAX]; /* of the games played */
    struct slot game[BATCH_MAX];
};

/* Puts the results into the window. The lock is held. */
static void bring_back(struct batch *batch)
{
    struct run *run = batch->run;

    for (uint32_t i = 0; i < batch->played; i++)
        run->slot[batch->number[i] % WINDOW] = batch->game[i];
    batch->played = 0;
    while (!atomic_load(&run->quit) && run->added < run->taken &&
           run->slot[run->added % WINDOW].done)
        add_next(run);
    pthread_cond_broadcast(&run->moved);
}

/* Short games are taken many at a time, so that the lock costs little; long games one by one,
 * so that all threads are busy to the end. */
static void fit_size(struct batch *batch, uint64_t now)
{
    if (now - batch->began < BATCH_TIME / 2 && batch->size * 2 <= batch->run->batch_max)
        batch->size *= 2;
    else if (now - batch->began > BATCH_TIME * 2 && batch->size > 1)
        batch->size /= 2;
    batch->began = now;
}

/* Hands in a batch and takes the next; false if there is nothing more to play. */
static bool next_batch(struct batch *batch)
{
    struct run *run = batch->run;
    uint64_t left;

    fit_size(batch, think_nanoseconds());
    pthread_mutex_lock(&run->lock);
    bring_back(batch);
    while (!stopped(run) && run->taken + batch->size > run->added + WINDOW)
        pthread_cond_wait(&run->moved, &run->lock);
    left = stopped(run) ? 0 : run->series->games - run->taken;
    batch->next = run->taken;
    run->taken += left < batch->size ? left : batch->size;
    batch->end = run->taken;
    pthread_mutex_unlock(&run->lock);
    return batch->next < batch->end;
}

static bool take(struct batch *batch, uint64_t *number)
{
    if (stopped(batch->run) || (batch->next == batch->end && !next_batch(batch)))
        return false;
    *number = batch->next++;
    return true;
}

static void bring(struct batch *batch, uint64_t number, const struct sim_result *r,
                  event_t *events)
{
    batch->number[batch->played] = number;
    batch->game[batch->played++] =
        (struct slot){.done = r->end != SIM_MISSING, .result = *r, .events = events};
}

/* A copy of the events of a game, as short as possible; null if there is not enough memory. */
static event_t *copy(const event_t *record, uint32_t count)
{
    event_t *events = malloc((count + 1) * sizeof *events);

    if (events)
        memcpy(events, record, count * sizeof *events);
    return events;
}

static void *work(void *context)
{
    struct run *run = context;
    struct batch batch = {.run = run, .size = 1};
    struct sim_desk desk = {.quit = &run->quit};
    bool memory = true;
    uint64_t number;

    if (run->series->keep) {
        desk.record = malloc(SIM_EVENTS_MAX * sizeof *desk.record);
        memory = desk.record != NULL;
    }
    while (memory && take(&batch, &number)) {
        struct sim_result r;

        sim_play(run->series, run->series->first + number, &desk, &r);
        event_t *events = desk.record ? copy(desk.record, r.events) : NULL;
        memory = r.end != SIM_NO_MEMORY && (events || !desk.record);
        if (memory)
            bring(&batch, number, &r, events);
        else
            free(events);
    }
    if (!memory)
        atomic_store(&run->quit, true);
    pthread_mutex_lock(&run->lock);
    run->no_memory |= !memory;
    bring_back(&batch);
    run->threads--;
    pthread_cond_signal(&run->ended);
    pthread_mutex_unlock(&run->lock);
    sim_clear(run->series, &desk);
    free(desk.record);
    return NULL;
}

/* Waits for all threads, and reports progress meanwhile. */
static void wait_for_threads(struct run *run)
{
    const struct sim_series *series = run->series;
    uint64_t tick = think_nanoseconds();

    pthread_mutex_lock(&run->lock);
    while (run->threads) {
        uint64_t done = run->added;
        struct timespec t = {(time_t)(tick / 1000000000u), (long)(tick % 1000000000u)};

        if (!series->progress) {
            pthread_cond_wait(&run->ended, &run->lock);
            continue;
        }
        if (pthread_cond_timedwait(&run->ended, &run->lock, &t) == 0)
            continue;
        pthread_mutex_unlock(&run->lock);
        series->progress(series->context, done);
        tick = think_nanoseconds() + TICK;
        pthread_mutex_lock(&run->lock);
    }
    pthread_mutex_unlock(&run->lock);
}

/* After an interruption: adds the games that were finished although an earlier one was not. They
 * count in the totals, but not in a sequential test, which has ended. */
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

bool sim_run(const struct sim_series *series, struct sim_totals *totals)
{
    struct run *run = aligned_alloc(LINE, sizeof *run);
    uint32_t threads = series->threads < 1                 ? 1
                       : series->threads > SIM_THREADS_MAX ? SIM_THREADS_MAX
                                                           : series->threads;
    pthread_condattr_t clock;
    bool good, halted;

    *totals = (struct sim_totals){0};
    if (!run)
        return false;
    memset(run, 0, sizeof *run);
    run->series = series;
    run->totals = totals;
    run->batch_max = WINDOW / 2 / threads < BATCH_MAX ? WINDOW / 2 / threads : BATCH_MAX;
    atomic_init(&run->quit, false);
    pthread_mutex_init(&run->lock, NULL);
    pthread_cond_init(&run->moved, NULL);
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(&run->ended, &clock);
    pthread_condattr_destroy(&clock);
    good = run_threads(run, threads);
    halted = series->stop && atomic_load(series->stop) && !atomic_load(&run->quit);
    add_rest(run);
    if (halted && totals->games + totals->abandoned < series->games)
        totals->interrupted = true;
    good = good && !run->no_memory;
    if (series->progress)
        series->progress(series->context, run->added);
    pthread_cond_destroy(&run->ended);
    pthread_cond_destroy(&run->moved);
    pthread_mutex_destroy(&run->lock);
    free(run);
    return good;
}
