/*
 * The server as a whole: see serve.h. Starts its parts in order and stops them in the opposite
 * order: it takes no new work, finishes what is being stored and sends it, closes connections,
 * then the store.
 */
#include "serve.h"

#include "../boards/boards.h"
#include "../engine/board_art.h"
#include "api.h"
#include "hall.h"
#include "journal.h"
#include "lobby.h"
#include "net/http.h"
#include "net/static.h"
#include "net/ws.h"
#include "people/person.h"
#include "services.h"

#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BOARDS_MAX = 16, STOP_POLL_MS = 20, STOP_PATIENCE_MS = 10000, LOOK_MS = 1000 };

/* The program's boards, parsed once and never changed afterwards: those of embedded_boards[]. */
static struct board *boards[BOARDS_MAX];

bool server_load_boards(void)
{
    struct complaint why;

    for (size_t i = 0; i < BOARDS_MAX && i < embedded_boards_size; i++) {
        struct board_art art;

        if (!embedded_boards[i].id)
            continue;
        boards[i] = malloc(sizeof *boards[i]);
        if (!boards[i] || !board_parse(embedded_boards[i].text, embedded_boards[i].size,
                                       boards[i], &art, &why))
            return false;
    }
    return true;
}

void server_free_boards(void)
{
    for (size_t i = 0; i < BOARDS_MAX; i++) {
        free(boards[i]);
        boards[i] = NULL;
    }
}

const struct board *server_board(const char *id, size_t n, uint64_t hash)
{
    const struct embedded_board *b = boards_edition(id, n, hash);
    size_t i = b ? (size_t)(b - embedded_boards) : BOARDS_MAX;

    return i < BOARDS_MAX ? boards[i] : NULL;
}

bool server_knows(const struct board *b)
{
    const struct board *own = server_board(b->id, strlen(b->id), b->hash);

    return own && own->hash == b->hash;
}

const char *server_board_id(uint32_t i)
{
    return embedded_boards[i].id;
}

struct run {
    struct server server;
    uv_loop_t loop;
    uv_signal_t term, intr;
    uv_timer_t stop, look;
    uint64_t stop_since;
    bool away; /* the database could not be used at the last look */
    bool trying;
    uint64_t turned_away; /* number of connections refused until the last look */
};

/* ---- stopping ---- */

static void store_closed(void *context)
{
    struct run *run = context;

    uv_close((uv_handle_t *)&run->term, NULL);
    uv_close((uv_handle_t *)&run->intr, NULL);
    uv_close((uv_handle_t *)&run->stop, NULL);
    /* Everything is stored and the process is about to end: a second signal must not cut it
     * short. */
    signal(SIGTERM, SIG_IGN);
    signal(SIGINT, SIG_IGN);
}

static void http_stopped(void *context)
{
    struct run *run = context;

    store_close(run->server.store, store_closed, run);
}

static void sockets_closed(void *context)
{
    struct run *run = context;

    hall_stop(&run->server);
    http_stop(run->server.http, http_stopped, run);
}

/* Waits until nothing is being stored and no bot is thinking. */
static void stop_step(uv_timer_t *timer)
{
    struct run *run = timer->data;
    struct server *s = &run->server;

    if ((hall_busy(s->hall) || bots_thinking(s->bots) || passphrases_busy(s) || s->walks ||
         s->exporting) &&
        uv_now(s->loop) < run->stop_since + STOP_PATIENCE_MS)
        return;
    uv_timer_stop(timer);
    ws_stop(s->ws, sockets_closed, run);
}

static void stop(struct run *run)
{
    struct server *s = &run->server;

    if (s->stopping)
        return;
    journal("stopping", NULL, NULL, NULL, NULL);
    s->stopping = true;
    http_quiesce(s->http);
    services_stop(s, true);
    uv_close((uv_handle_t *)&run->look, NULL);
    clock_stop();
    run->stop_since = uv_now(s->loop);
    uv_timer_start(&run->stop, stop_step, 0, STOP_POLL_MS);
}

static void on_signal(uv_signal_t *signal, int number)
{
    (void)number;
    stop(signal->data);
}

/* ---- starting ---- */

static void noticed(void *context, const struct store_notice *notice)
{
    struct server *s = context;

    hall_noticed(s, notice);
    if (s->lobby)
        lobby_changed(s);
}

/* Logs what was changed in a database of an older version. */
static void upgraded(void *context, const char *what)
{
    (void)context;
    journal("database_upgraded", "change", what, NULL, NULL);
}

static void http_log(void *context, const char *line)
{
    (void)context;
    journal("http", "line", line, NULL, NULL);
}

static bool start_network(struct run *run, char *why, size_t cap)
{
    struct server *s = &run->server;
    const struct config *c = &s->config;
    struct http_options http = {.loop = &run->loop,
                                .listen = c->listen,
                                .connections = c->connections + 200,
                                /* A browser has up to six more while it loads the page. */
                                .per_address = c->address_connections * 4,
                                .body_max = 192 * 1024,
                                .proxies = c->proxies[0] ? c->proxies : NULL,
                                .limits = s->limits,
                                .traffic = &s->traffic,
                                .log = http_log};
    struct ws_options ws = {.origins = c->origins[0] ? c->origins : NULL,
                            .any_origin = c->any_origin != 0,
                            .queue_bytes = 2 << 20,
                            .queue_messages = 4096,
                            .frames_burst = c->limits ? 0 : UINT32_MAX / 2,
                            .frames_rate = c->limits ? 0 : UINT32_MAX / 2000,
                            .connections = c->connections,
                            .per_address = c->address_connections};
    struct ws_events events = {s, session_open, session_text, session_closed};

    if (!networks_parse(c->scrapers, &s->scrapers, why, cap))
        return false;
    s->http = http_start(&http, why, cap);
    if (!s->http)
        return false;
    s->ws = ws_start(s->http, "/ws", &ws, &events);
    api_start(s);
    if (c->web[0]) {
        s->files = static_start(s->http, "/", c->web, why, cap);
        if (!s->files)
            return false;
    }
    return s->ws != NULL;
}

static bool start(struct run *run, const struct config *config, char *why, size_t cap)
{
    struct server *s = &run->server;
    struct store_options store = {.where = config->db,
                                  .noticed = noticed,
                                  .upgraded = upgraded,
                                  .context = s,
                                  .alone = true};

    s->loop = &run->loop;
    s->config = *config;
    snprintf(why, cap, "not enough memory.");
    if (!notices_check(config, why, cap) ||
        (config->limits && !(s->limits = limits_new(limit_rules_default))))
        return false;
    s->store = store_open(&run->loop, &store, why, cap);
    if (!s->store)
        return false;
    clock_start(s);
    origin_start(s);
    return services_start(s, true) && start_network(run, why, cap);
}

static void tried(void *context, const struct store_answer *a)
{
    struct run *run = context;

    (void)a;
    run->trying = false;
}

/* Logs that people were turned away because there are too many connections. */
static void look_at_connections(struct run *run)
{
    static struct journal_pace pace;
    uint64_t turned_away = run->server.traffic.drops[DROP_FULL];

    if (turned_away > run->turned_away)
        journal_rarely(&pace, "server_full", "why",
                       "There are as many connections as the setting `connections` allows.");
    run->turned_away = turned_away;
}

/* Logs when the database cannot be used, and when it can again. The store tries it even when
 * there are no requests. */
static void look_at_database(uv_timer_t *timer)
{
    struct run *run = timer->data;
    char why[256];
    bool away = !store_healthy(run->server.store, why, sizeof why);

    look_at_connections(run);
    if (away != run->away)
        journal(away ? "database_away" : "database_back", away ? "why" : NULL, why, NULL, NULL);
    run->away = away;
    if (away && !run->trying) {
        run->trying = true;
        store_keep(run->server.store, "tried", (struct store_bytes){"", 0}, true,
                   (struct store_done){tried, run});
    }
}

static void watch_signals(struct run *run)
{
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* if a file may not grow, the store gets an error instead */
    uv_signal_init(&run->loop, &run->term);
    uv_signal_init(&run->loop, &run->intr);
    uv_timer_init(&run->loop, &run->stop);
    uv_timer_init(&run->loop, &run->look);
    run->term.data = run->intr.data = run->stop.data = run->look.data = run;
    uv_timer_start(&run->look, look_at_database, LOOK_MS, LOOK_MS);
    uv_signal_start(&run->term, on_signal, SIGTERM);
    uv_signal_start(&run->intr, on_signal, SIGINT);
}

static void announce(const struct run *run,
                     void (*listening)(const struct config *config, const char *address))
{
    const char *listen = run->server.config.listen, *colon = strrchr(listen, ':');
    int n = colon ? (int)(colon - listen) : (int)strlen(listen);
    char address[CONFIG_TEXT + 32];

    snprintf(address, sizeof address, "http://%.*s:%u/", n ? n : (int)strlen("localhost"),
             n ? listen : "localhost", (unsigned)http_port(run->server.http));
    listening(&run->server.config, address);
    journal("listening", "address", listen, "db",
            store_is_shared(run->server.config.db) ? "postgresql" : run->server.config.db);
}

static void free_all(struct run *run)
{
    struct server *s = &run->server;

    if (s->files)
        static_free(s->files);
    services_free(s, true);
    limits_free(s->limits);
    signin_sweep(s, true);
    hash_free(&s->people);
    hash_free(&s->boards);
    server_free_boards();
    uv_loop_close(&run->loop);
}

int serve(const struct config *config,
          void (*listening)(const struct config *config, const char *address))
{
    static struct run run;
    static struct config settings;
    char why[512], threads[16];

    settings = *config;
    if (settings.bot_threads == 0)
        settings.bot_threads = uv_available_parallelism() + 1;
    /* Bots never get all threads of the pool: looking up hosts and hashing passphrases need
     * some. */
    snprintf(threads, sizeof threads, "%u", (unsigned)settings.bot_threads + 4);
    setenv("UV_THREADPOOL_SIZE", threads, 1);
    if (sodium_init() < 0 || uv_loop_init(&run.loop) != 0 || !server_load_boards()) {
        fputs("anden: the server cannot start: no randomness or memory.\n", stderr);
        return 1;
    }
    if (!start(&run, &settings, why, sizeof why)) {
        fprintf(stderr, "anden: the server cannot start: %s\n", why);
        return 1;
    }
    watch_signals(&run);
    announce(&run, listening);
    uv_run(&run.loop, UV_RUN_DEFAULT);
    free_all(&run);
    journal("stopped", NULL, NULL, NULL, NULL);
    return 0;
}
