/*
 * The run of the load generator: who plays where, the pace, the measurements; see load.h.
 */
#include "private.h"

#include "../../boards/boards.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum {
    TICK_MS = 5,
    PATIENCE_SECONDS = 30, /* until all tables play; and for the checks at the end */
    ARENA = 64 << 20,      /* address space for one decoded message; little of it is touched */
};

static const uint64_t SECOND = 1000000000;

/* Measuring ------------------------------------------------------------------------------- */

static uint32_t bucket_of(uint64_t us)
{
    uint32_t shift = 0;

    while (us >> shift >= 2 * STEPS)
        shift++;
    uint64_t b = (uint64_t)shift * STEPS + (us >> shift);

    return b < BUCKETS ? (uint32_t)b : BUCKETS - 1;
}

/* The middle of a bucket, in microseconds. */
static double bucket_us(uint32_t b)
{
    uint32_t shift = b < 2 * STEPS ? 0 : b / STEPS - 1;

    return ((double)(b - shift * STEPS) + (shift ? 0.5 : 0)) * (double)(UINT64_C(1) << shift);
}

static double percentile(const struct load *l, double part)
{
    uint64_t sum = 0, want = (uint64_t)((double)l->report->moves * part);

    for (uint32_t b = 0; b < BUCKETS; b++) {
        sum += l->histogram[b];
        if (sum > want)
            return bucket_us(b) / 1000;
    }
    return 0;
}

void load_moved(struct load_client *c, uint64_t ns)
{
    struct load *l = c->load;
    uint64_t us = ns / 1000;

    l->report->all_moves++;
    if (!l->measuring)
        return;
    l->report->moves++;
    l->histogram[bucket_of(us)]++;
    if (us > l->slowest)
        l->slowest = us;
}

void load_trouble(struct load *l, const char *code, const char *words)
{
    if (l->report->errors++ == 0)
        snprintf(l->report->trouble, sizeof l->report->trouble, "%s: %s", code,
                 words ? words : "");
}

/* Pace ------------------------------------------------------------------------------------ */

void load_began(struct load_table *t)
{
    t->load->playing++;
}

bool load_may_move(struct load_client *c)
{
    struct load *l = c->load;

    if (c->waits)
        return false;
    if (l->o->rate == 0)
        return true;
    if (l->tokens >= 1000) {
        l->tokens -= 1000;
        return true;
    }
    c->waits = true;
    c->next = NULL;
    *l->last = c;
    l->last = &c->next;
    return false;
}

static void give_tokens(struct load *l, uint64_t ns)
{
    uint64_t most = (uint64_t)l->o->rate * 1000 / 10 + 1000; /* a tenth of a second */

    l->tokens += l->o->rate * ns / 1000000;
    l->tokens = l->tokens < most ? l->tokens : most;
    while (l->first && l->tokens >= 1000) {
        struct load_client *c = l->first;

        l->first = c->next;
        if (!l->first)
            l->last = &l->first;
        c->waits = false;
        client_go_on(c);
    }
}

static void cut_some(struct load *l, uint64_t now)
{
    if (!l->o->drops || !l->measuring || now < l->cut)
        return;
    struct load_client *c = &l->client[rng_below(&l->rng, l->o->clients)];

    l->cut = now + SECOND / l->o->drops;
    if (c->greeted)
        link_drop(&c->link, "cut on purpose");
}

static void close_all(struct load *l)
{
    l->closing = true;
    for (uint32_t i = 0; i < l->o->clients; i++)
        client_stop(&l->client[i]);
    uv_close((uv_handle_t *)&l->tick, NULL);
}

static void stop_playing(struct load *l, uint64_t now)
{
    l->report->seconds = (double)(now - l->measured_from) / 1e9;
    l->measuring = false;
    l->stopping = true;
    l->ended = now;
    l->finished = 0;
    for (uint32_t i = 0; i < l->o->clients; i++) {
        struct load_client *c = &l->client[i];

        c->done = c->done || (!c->greeted && c->moves_count == 0); /* nothing to look for */
        l->finished += c->done;
    }
    for (uint32_t i = 0; i < l->o->clients; i++) {
        l->client[i].waits = false;
        client_go_on(&l->client[i]);
    }
}

/* Has everybody arrived? */
static bool everybody(const struct load *l)
{
    return l->o->idle ? l->report->connected >= l->o->clients : l->playing >= l->o->tables;
}

static void on_tick(uv_timer_t *timer)
{
    struct load *l = timer->data;
    uint64_t now = uv_hrtime(), passed = now - l->ticked;
    bool interrupted = l->o->interrupted && *l->o->interrupted;

    l->ticked = now;
    if (!l->measuring && !l->stopping &&
        (everybody(l) || now > l->began + PATIENCE_SECONDS * SECOND)) {
        l->measuring = true;
        l->measured_from = now;
    }
    if (!l->stopping) {
        give_tokens(l, passed);
        cut_some(l, now);
    }
    if (!l->stopping &&
        (interrupted || (l->measuring && now > l->measured_from + l->o->seconds * SECOND)))
        stop_playing(l, now);
    if (l->stopping && !l->closing &&
        (l->finished >= l->o->clients || now > l->ended + PATIENCE_SECONDS * SECOND))
        close_all(l);
}

/* Set-up ---------------------------------------------------------------------------------- */

static bool load_board(struct load *l, const char *name, size_t n, char *why, size_t cap)
{
    const struct embedded_board *b = boards_find(name, n);
    struct complaint complaint;

    if (!b) {
        snprintf(why, cap, "There is no game \"%.*s\".", (int)n, name);
        return false;
    }
    l->boards[l->games_count] = calloc(1, sizeof(struct board));
    l->games[l->games_count] = b->id;
    if (!l->boards[l->games_count] ||
        !board_parse(b->text, b->size, l->boards[l->games_count], NULL, &complaint)) {
        snprintf(why, cap, "The board %s cannot be read.", b->id);
        return false;
    }
    l->games_count++;
    return true;
}

static bool load_boards(struct load *l, char *why, size_t cap)
{
    const char *at = l->o->games;

    while (*at) {
        size_t n = strcspn(at, ",");

        if (l->games_count == LOAD_GAMES) {
            snprintf(why, cap, "At most %d games can be named.", LOAD_GAMES);
            return false;
        }
        if (!load_board(l, at, n, why, cap))
            return false;
        at += n + (at[n] == ',');
    }
    if (!l->games_count)
        snprintf(why, cap, "Name at least one game.");
    return l->games_count > 0;
}

/* Clients go to tables in equal parts; a table has as many seats as clients, as far as its board
 * allows. The others watch. */
static bool seat_clients(struct load *l, char *why, size_t cap)
{
    uint32_t next = 0, clients = l->o->clients, tables = l->o->tables;

    if (tables == 0 || clients < 2 * tables) {
        snprintf(why, cap, "Each table needs two clients: %u clients can have %u tables.",
                 (unsigned)clients, (unsigned)clients / 2);
        return l->o->idle;
    }
    for (uint32_t i = 0; i < tables; i++) {
        struct load_table *t = &l->table[i];
        const struct board *board = l->boards[i % l->games_count];

        t->load = l;
        t->clients = clients / tables + (i < clients % tables);
        t->seats = t->clients < board->seats_max ? t->clients : board->seats_max;
        t->game = l->games[i % l->games_count];
        t->match = match_of(board, t->seats);
        t->first = &l->client[next];
        for (uint32_t k = 0; k < t->clients; k++, next++) {
            l->client[next].table = t;
            l->client[next].place = k;
        }
    }
    return true;
}

static void raise_files(uint32_t clients)
{
    struct rlimit r;

    if (getrlimit(RLIMIT_NOFILE, &r) == 0 && r.rlim_cur < clients + 64u) {
        r.rlim_cur = r.rlim_max < clients + 64u ? r.rlim_max : clients + 64u;
        setrlimit(RLIMIT_NOFILE, &r);
    }
}

/* One or several servers that share a database. */
static bool read_urls(struct load *l, char *why, size_t cap)
{
    char url[300];

    for (const char *at = l->o->url; *at && l->targets < LOAD_NODES;) {
        size_t n = strcspn(at, ",");

        snprintf(url, sizeof url, "%.*s", (int)(n < sizeof url ? n : sizeof url - 1), at);
        if (!link_target(url, &l->target[l->targets++], why, cap))
            return false;
        at += n + (at[n] == ',');
    }
    if (!l->targets)
        snprintf(why, cap, "Say which server: ws://127.0.0.1:8080/ws.");
    return l->targets > 0;
}

static bool prepare(struct load *l, char *why, size_t cap)
{
    const struct load_options *o = l->o;

    l->last = &l->first;
    rng_seed(&l->rng, o->seed, 0);
    l->client = calloc(o->clients, sizeof *l->client);
    l->table = calloc(o->tables + 1, sizeof *l->table);
    l->arena = (struct message_arena){.at = malloc(ARENA), .size = ARENA};
    if (!l->client || !l->table || !l->arena.at) {
        snprintf(why, cap, "There is no memory.");
        return false;
    }
    raise_files(o->clients);
    return read_urls(l, why, cap) && load_boards(l, why, cap) && seat_clients(l, why, cap);
}

static void sum_up(struct load *l)
{
    struct load_report *r = l->report;

    r->clients = l->o->clients;
    r->tables = l->o->tables;
    r->messages = l->shared.messages;
    r->bytes = l->shared.bytes;
    r->moves_per_s = r->seconds > 0 ? (double)r->moves / r->seconds : 0;
    r->p50_ms = percentile(l, 0.50);
    r->p99_ms = percentile(l, 0.99);
    r->max_ms = (double)l->slowest / 1000;
}

bool load_run(const struct load_options *options, struct load_report *report, char *why,
              size_t cap)
{
    struct load *l = calloc(1, sizeof *l);
    bool good;

    *report = (struct load_report){0};
    if (!l) {
        snprintf(why, cap, "There is no memory.");
        return false;
    }
    l->o = options;
    l->report = report;
    good = prepare(l, why, cap);
    if (good) {
        uv_loop_init(&l->loop);
        uv_timer_init(&l->loop, &l->tick);
        l->tick.data = l;
        l->began = l->ticked = uv_hrtime();
        uv_timer_start(&l->tick, on_tick, TICK_MS, TICK_MS);
        for (uint32_t i = 0; i < options->clients; i++) {
            l->client[i].load = l;
            l->client[i].number = i;
            client_start(&l->client[i]);
        }
        uv_run(&l->loop, UV_RUN_DEFAULT);
        uv_loop_close(&l->loop);
        sum_up(l);
    }
    for (uint32_t i = 0; l->client && i < options->clients; i++)
        free(l->client[i].moves);
    for (uint32_t i = 0; i < l->games_count; i++)
        free(l->boards[i]);
    free(l->client);
    free(l->table);
    free(l->arena.at);
    free(l);
    return good;
}
