/*
 * A server with only the network layer, to test that: WebSockets at /echo that send back what
 * they get, a few routes, and its limits on the command line.
 *
 *     echo_server [NAME=NUMBER]... [folder=PATH] [origins=LIST] [proxies=LIST]
 *
 * Prints "port N", then a line for each line of its log. Words it understands in a message:
 * "close" (closes with 4001), "flood N" (sends N messages of 4 KB), "all TEXT" (to everybody),
 * "late TEXT" (to everybody, when there is time), "work" (says "working" and keeps the loop busy),
 * "stop".
 * It stops politely at SIGTERM, and then prints "stopped" and its counters.
 */
#include "server/net/http.h"
#include "server/net/limits.h"
#include "server/net/static.h"
#include "server/net/traffic.h"
#include "server/net/ws.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>
#ifdef COUNTED
#include <valgrind/callgrind.h>
#endif

enum { CLIENTS_MAX = 16384, FLOOD = 4096, WORK_MS = 500 };

static struct http *http;
static struct ws_server *server;
static struct static_files *files;
static struct traffic traffic;
static struct http_request *held;
static uv_signal_t terminated;
static struct ws *clients[CLIENTS_MAX];

static void on_log(void *context, const char *line)
{
    (void)context;
    printf("log %s\n", line);
    fflush(stdout);
}

static void on_open(struct ws *w, const struct http_request *r)
{
    char text[256];
    int n = snprintf(text, sizeof text, "hello %s %s", ws_address(w), r->path);

    clients[ws_number(w) % CLIENTS_MAX] = w;
    ws_set_user(w, &traffic);
    if (http_query(r, "hello"))
        ws_send_text(w, text, (size_t)n);
}

static void flood(struct ws *w, long n)
{
    static char text[FLOOD];

    memset(text, 'x', sizeof text);
    for (long i = 0; i < n && ws_send_text(w, text, sizeof text); i++)
        ;
}

static void to_all(const char *text, size_t n, bool (*send)(struct ws *, struct ws_buffer *))
{
    struct ws_buffer *b = ws_buffer_new(text, n);

    for (size_t i = 0; i < CLIENTS_MAX; i++)
        if (clients[i])
            send(clients[i], b);
    ws_buffer_release(b);
}

/* Checks first how busy the loop is, as before every message that may be late. */
static void work(struct ws *w)
{
    uint64_t end = uv_hrtime() + (uint64_t)WORK_MS * 1000000;
    struct ws_buffer *b = ws_buffer_new("working", 7);

    ws_send_lazily(w, b);
    ws_buffer_release(b);
    while (uv_hrtime() < end)
        ;
}

static void stop(void);

static void on_text(struct ws *w, char *text, size_t n)
{
    if (ws_user(w) != &traffic)
        abort();
    if (n == 5 && memcmp(text, "close", 5) == 0) {
        ws_send_text(w, "bye", 3);
        ws_close(w, 4001, "You asked for it.");
    } else if (n == 4 && memcmp(text, "stop", 4) == 0) {
        stop();
    } else if (n > 6 && n < 16 && memcmp(text, "flood ", 6) == 0) {
        char number[16] = "";

        memcpy(number, text + 6, n - 6);
        flood(w, strtol(number, NULL, 10));
    } else if (n > 4 && memcmp(text, "all ", 4) == 0) {
        to_all(text + 4, n - 4, ws_send);
    } else if (n > 5 && memcmp(text, "late ", 5) == 0) {
        to_all(text + 5, n - 5, ws_send_lazily);
    } else if (n == 4 && memcmp(text, "work", 4) == 0) {
        work(w);
    } else {
        ws_send_text(w, text, n);
    }
}

static void on_closed(struct ws *w)
{
    clients[ws_number(w) % CLIENTS_MAX] = NULL;
}

static void on_where(struct http_request *r)
{
    char text[256];
    int n =
        snprintf(text, sizeof text, "{\"address\":\"%s\",\"secure\":%s,\"rest\":\"%.100s\"}",
                 r->address, r->secure ? "true" : "false", r->rest);

    http_answer_json(r, 200, text, (size_t)n);
}

static void on_size(struct http_request *r)
{
    char text[64];
    int n = snprintf(text, sizeof text, "{\"size\":%zu}", r->body_size);

    http_answer_json(r, 200, text, (size_t)n);
}

/* Waits until /api/release. */
static void on_hold(struct http_request *r)
{
    if (held)
        http_answer_error(held, 409, NULL, "Another one came.");
    held = r;
}

static void on_release(struct http_request *r)
{
    if (held)
        http_answer_json(held, 200, "{\"held\":true}", 13);
    held = NULL;
    http_answer_json(r, 200, "{}", 2);
}

#ifdef COUNTED
/* Under callgrind: writes the instructions since the last mark into a file that names this one. */
static void on_mark(struct http_request *r)
{
    http_answer_json(r, 200, "{}", 2);
    CALLGRIND_DUMP_STATS_AT(r->rest);
}
#endif

/* The counters, one a line, as the server's /metrics names them. */
static size_t put_traffic(char *out, size_t cap)
{
    size_t n = 0;

    for (const struct traffic_counter *c = traffic_counters; c->name; c++)
        n += (size_t)snprintf(out + n, cap - n, "anden_%s %llu\n", c->name,
                              (unsigned long long)traffic_value(&traffic, c));
    for (uint32_t i = 0; i < DROP_REASONS; i++)
        n += (size_t)snprintf(out + n, cap - n, "anden_drops_total{reason=\"%s\"} %llu\n",
                              drop_names[i], (unsigned long long)traffic.drops[i]);
    return n;
}

static void on_metrics(struct http_request *r)
{
    char text[8192];
    size_t n = put_traffic(text, sizeof text);

    http_answer(
        r, &(struct http_answer){
               .status = 200, .type = "text/plain; version=0.0.4", .body = text, .size = n});
}

static void http_gone(void *context)
{
    (void)context;
    static_free(files);
    uv_close((uv_handle_t *)&terminated, NULL);
}

static void ws_gone(void *context)
{
    (void)context;
    http_stop(http, http_gone, NULL);
    if (held)
        http_answer_json(held, 200, "{}", 2);
}

static void stop(void)
{
    static bool stopping;

    if (!stopping)
        ws_stop(server, ws_gone, NULL);
    stopping = true;
}

static void on_signal(uv_signal_t *handle, int number)
{
    (void)handle;
    (void)number;
    stop();
}

/* Reads NAME=NUMBER and NAME=TEXT. */
static const char *setting(int argc, char **argv, const char *name)
{
    size_t n = strlen(name);

    for (int i = 1; i < argc; i++)
        if (strncmp(argv[i], name, n) == 0 && argv[i][n] == '=')
            return argv[i] + n + 1;
    return NULL;
}

static uint32_t number(int argc, char **argv, const char *name)
{
    const char *text = setting(argc, argv, name);

    return text ? (uint32_t)strtoul(text, NULL, 10) : 0;
}

static bool start(uv_loop_t *loop, int argc, char **argv, struct limits *limits)
{
    char why[256];
    struct http_options o = {
        .loop = loop,
        .listen = setting(argc, argv, "listen") ? setting(argc, argv, "listen") : "127.0.0.1:0",
        .connections = number(argc, argv, "sockets"),
        .per_address = number(argc, argv, "sockets_address"),
        .body_max = number(argc, argv, "body"),
        .request_seconds = number(argc, argv, "request_seconds"),
        .idle_seconds = number(argc, argv, "idle_seconds"),
        .proxies = setting(argc, argv, "proxies"),
        .limits = limits,
        .traffic = &traffic,
        .log = on_log,
    };
    struct ws_options w = {
        .origins = setting(argc, argv, "origins"),
        .need_origin = number(argc, argv, "need_origin"),
        .message_max = number(argc, argv, "message"),
        .frames_burst = number(argc, argv, "frames_burst"),
        .frames_rate = number(argc, argv, "frames_rate"),
        .queue_bytes = number(argc, argv, "queue_bytes"),
        .queue_messages = number(argc, argv, "queue_messages"),
        .connections = number(argc, argv, "connections"),
        .per_address = number(argc, argv, "per_address"),
        .ping_ms = number(argc, argv, "ping_ms"),
        .close_ms = number(argc, argv, "close_ms"),
    };
    struct ws_events events = {.open = on_open, .text = on_text, .closed = on_closed};

    http = http_start(&o, why, sizeof why);
    if (!http) {
        fprintf(stderr, "%s\n", why);
        return false;
    }
    server = ws_start(http, "/echo", &w, &events);
    http_route(http, "GET", "/api/where/", on_where, NULL);
    http_route(http, "GET", "/api/hold", on_hold, NULL);
    http_route(http, "GET", "/api/release", on_release, NULL);
    http_route(http, "POST", "/api/size", on_size, NULL);
    http_route(http, "GET", "/metrics", on_metrics, NULL);
#ifdef COUNTED
    http_route(http, "GET", "/api/mark/", on_mark, NULL);
#endif
    if (setting(argc, argv, "folder")) {
        files = static_start(http, "/", setting(argc, argv, "folder"), why, sizeof why);
        if (!files) {
            fprintf(stderr, "%s\n", why);
            return false;
        }
    }
    return true;
}

int main(int argc, char **argv)
{
    struct limit_rule rules[LIMIT_KINDS];
    struct limits *limits;
    uv_loop_t loop;
    char text[8192];

    memcpy(rules, limit_rules_default, sizeof rules);
    rules[LIMIT_CONNECT].burst = number(argc, argv, "connect_burst");
    rules[LIMIT_REQUEST].burst = number(argc, argv, "request_burst");
    /* What is used up comes back too late for a test, however slow the machine is. */
    rules[LIMIT_CONNECT].per_minute = rules[LIMIT_REQUEST].per_minute = 1;
    limits = limits_new(rules);
    uv_loop_init(&loop);
    if (!limits || !start(&loop, argc, argv, limits)) {
        uv_loop_close(&loop);
        limits_free(limits);
        return 1;
    }
    uv_signal_init(&loop, &terminated);
    uv_signal_start(&terminated, on_signal, SIGTERM);
    uv_unref((uv_handle_t *)&terminated);
    printf("port %u\n", (unsigned)http_port(http));
    fflush(stdout);
    uv_run(&loop, UV_RUN_DEFAULT);
    printf("stopped %d\n", uv_loop_close(&loop));
    put_traffic(text, sizeof text);
    fputs(text, stdout);
    limits_free(limits);
    return 0;
}
