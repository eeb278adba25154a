/*
 * HTTP on the loop: see http.h. This file starts and stops it, and has an eye on the clock.
 * Sockets are watched by the loop and belong to http_peer.c.
 */
#include "http_private.h"

#include <ctype.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    SPARE_FILES = 64,     /* descriptors that are no connections */
    ANSWER_SECONDS = 120, /* the slowest reader of an answer, and the slowest answer */
    DRAIN_SECONDS = 2,    /* for a client to close its end, after the last answer */
    LOG_LINES = 5,        /* each second */
};

/* Log ------------------------------------------------------------------------------------- */

static void log_line(struct http *h, const char *format, va_list args)
{
    char text[400];
    int n;

    if (!h->o.log)
        return;
    if (h->logged >= LOG_LINES) {
        h->unlogged++;
        return;
    }
    h->logged++;
    n = vsnprintf(text, sizeof text, format, args);
    n = n < 0 ? 0 : n < (int)sizeof text ? n : (int)sizeof text - 1;
    while (n > 0 && text[n - 1] == '\n')
        n--;
    text[n] = '\0';
    for (int i = 0; i < n; i++)
        if (iscntrl((unsigned char)text[i]))
            text[i] = ' ';
    h->o.log(h->o.context, text);
}

void http_log(struct http *h, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    log_line(h, format, args);
    va_end(args);
}

/* Small things ---------------------------------------------------------------------------- */

void http_count_drop(struct http *h, enum drop_reason reason)
{
    h->o.traffic->drops[reason]++;
}

void http_each_turn(struct http *h, void (*turn)(void *context), void *context)
{
    h->turn = turn;
    h->turn_context = context;
}

uint16_t http_port(const struct http *h)
{
    struct sockaddr_storage own = {0};
    socklen_t size = sizeof own;

    getsockname(h->fd, (struct sockaddr *)&own, &size);
    return ntohs(own.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&own)->sin6_port
                                           : ((struct sockaddr_in *)&own)->sin_port);
}

/* Turns and seconds ----------------------------------------------------------------------- */

static void on_prepare(uv_prepare_t *prepare)
{
    struct http *h = prepare->data;

    do {
        while (h->ready.first)
            http_write(h->ready.first);
        if (h->turn)
            h->turn(h->turn_context);
    } while (h->ready.first);
}

/* Has this peer taken too long? */
static bool is_late(const struct http *h, const struct peer *p)
{
    uint64_t seconds = (http_now(h) - p->since) / 1000;

    switch (p->state) {
    case PEER_READING:
        return seconds >= (p->request ? h->o.request_seconds : h->o.idle_seconds);
    case PEER_DRAINING:
        return seconds >= DRAIN_SECONDS;
    case PEER_WRITING:
        if ((http_now(h) - p->moved) / 1000 >= h->o.idle_seconds)
            return true;
        /* fallthrough */
    default:
        return seconds >= ANSWER_SECONDS;
    }
}

static void close_late(struct http *h, const struct peers *list)
{
    struct peer *next;

    for (struct peer *p = list->first; p; p = next) {
        next = p->next;
        if (!is_late(h, p))
            continue;
        if (p->state == PEER_WRITING)
            http_count_drop(h, DROP_SLOW);
        else if (p->state == PEER_READING && p->request)
            http_count_drop(h, DROP_HEADERS);
        http_close(p);
    }
}

static void on_second(uv_timer_t *timer)
{
    struct http *h = timer->data;

    close_late(h, &h->reading);
    close_late(h, &h->busy);
    if (h->fd >= 0 && !uv_is_active((uv_handle_t *)&h->listen))
        uv_poll_start(&h->listen, UV_READABLE, http_on_listen);
    h->logged = 0;
    if (h->unlogged) {
        uint32_t n = h->unlogged;

        h->unlogged = 0;
        http_log(h, "%u more lines of this kind were left out", (unsigned)n);
    }
}

/* Start and stop -------------------------------------------------------------------------- */

/* getaddrinfo() would accept 99999 as a port, cut to 16 bits. */
static bool is_port(const char *text)
{
    size_t digits = strspn(text, "0123456789");

    return digits > 0 && digits <= 5 && text[digits] == '\0' && atol(text) <= UINT16_MAX;
}

/* Returns the size of the address, or 0. */
static socklen_t read_listen(const char *text, struct sockaddr_storage *out, char *why,
                             size_t cap)
{
    struct addrinfo hints = {.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE,
                             .ai_socktype = SOCK_STREAM},
                    *found = NULL;
    const char *colon = strrchr(text, ':');
    char host[64] = "";
    size_t n = colon ? (size_t)(colon - text) : 0;
    socklen_t size;

    if (n >= 2 && text[0] == '[' && text[n - 1] == ']')
        snprintf(host, sizeof host, "%.*s", (int)(n - 2), text + 1);
    else
        snprintf(host, sizeof host, "%.*s", (int)n, text);
    if (strcmp(host, "localhost") == 0)
        memcpy(host, "127.0.0.1", sizeof "127.0.0.1");
    if (!colon || n >= sizeof host || !is_port(colon + 1) ||
        getaddrinfo(host[0] ? host : "::", colon + 1, &hints, &found) != 0 || !found) {
        snprintf(
            why, cap,
            "\"%s\" is not an address to listen on: 127.0.0.1:8080, [::1]:8080 or :8080 are.",
            text);
        return 0;
    }
    size = found->ai_addrlen;
    memcpy(out, found->ai_addr, size);
    freeaddrinfo(found);
    return size;
}

/* Every connection needs a descriptor. Asks the system for as many as it allows; if those are
 * too few, fewer connections are allowed. */
static void raise_files(struct http *h)
{
    struct rlimit r;
    rlim_t want = h->o.connections + HTTP_SPARE + SPARE_FILES;

    if (getrlimit(RLIMIT_NOFILE, &r) != 0 || r.rlim_cur >= want)
        return;
    r.rlim_cur = r.rlim_max == RLIM_INFINITY || r.rlim_max >= want ? want : r.rlim_max;
    setrlimit(RLIMIT_NOFILE, &r);
    if (r.rlim_cur < want) {
        uint32_t most = r.rlim_cur > HTTP_SPARE + SPARE_FILES + 16
                            ? (uint32_t)r.rlim_cur - HTTP_SPARE - SPARE_FILES
                            : 16;

        http_log(h, "only %u connections: the limit of open files is %llu", (unsigned)most,
                 (unsigned long long)r.rlim_cur);
        h->o.connections = most;
    }
}

static void set_defaults(struct http *h)
{
    static const struct limit_rule no_rules[LIMIT_KINDS];
    struct http_options *o = &h->o;

    o->connections = o->connections ? o->connections : 10000;
    o->per_address = o->per_address ? o->per_address : 64;
    o->body_max = o->body_max ? o->body_max : 64 * 1024;
    o->request_seconds = o->request_seconds ? o->request_seconds : 20;
    o->idle_seconds = o->idle_seconds ? o->idle_seconds : 30;
    if (!o->traffic)
        o->traffic = &h->own_traffic;
    if (!o->limits)
        o->limits = h->own_limits = limits_new(no_rules);
    if (o->policy)
        o->policy = h->policy = strdup(o->policy);
    raise_files(h);
}

/* Opens the socket that listens. ":8080" is for both versions of IP. */
static bool start_listening(struct http *h, char *why, size_t cap)
{
    struct sockaddr_storage address;
    int on = 1, six = strchr(h->o.listen, '[') != NULL;
    socklen_t size;

    memset(&address, 0, sizeof address);
    size = read_listen(h->o.listen, &address, why, cap);
    if (size == 0)
        return false;
    h->fd = socket(address.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (h->fd >= 0) {
        setsockopt(h->fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
        if (address.ss_family == AF_INET6)
            setsockopt(h->fd, IPPROTO_IPV6, IPV6_V6ONLY, &six, sizeof six);
    }
    if (h->fd < 0 || bind(h->fd, (struct sockaddr *)&address, size) != 0 ||
        listen(h->fd, SOMAXCONN) != 0 ||
        uv_poll_init_socket(h->o.loop, &h->listen, h->fd) != 0) {
        snprintf(why, cap, "Cannot listen on %s: %s.", h->o.listen, strerror(errno));
        if (h->fd >= 0)
            close(h->fd);
        return false;
    }
    return true;
}

struct http *http_start(const struct http_options *options, char *why, size_t cap)
{
    struct http *h = calloc(1, sizeof *h);

    if (!h) {
        snprintf(why, cap, "There is no memory.");
        return NULL;
    }
    h->o = *options;
    set_defaults(h);
    signal(SIGPIPE, SIG_IGN);
    if (!h->o.limits || !networks_parse(h->o.proxies, &h->proxies, why, cap) ||
        !start_listening(h, why, cap)) {
        limits_free(h->own_limits);
        free(h->policy);
        free(h);
        return NULL;
    }
    h->reading.end = &h->reading.first;
    h->busy.end = &h->busy.first;
    h->ready.end = &h->ready.first;
    h->listen.data = h->second.data = h->prepare.data = h;
    uv_timer_init(h->o.loop, &h->second);
    uv_prepare_init(h->o.loop, &h->prepare);
    h->handles = 3;
    uv_poll_start(&h->listen, UV_READABLE, http_on_listen);
    uv_timer_start(&h->second, on_second, 1000, 1000);
    uv_prepare_start(&h->prepare, on_prepare);
    return h;
}

void http_quiesce(struct http *h)
{
    if (h->fd < 0)
        return;
    uv_close((uv_handle_t *)&h->listen, http_on_closed);
    close(h->fd);
    h->fd = -1;
}

void http_on_closed(uv_handle_t *handle)
{
    struct http *h = handle->data;

    if (--h->handles > 0)
        return;
    if (h->done)
        h->done(h->done_context);
    limits_free(h->own_limits);
    free(h->policy);
    free(h);
}

void http_stop(struct http *h, void (*done)(void *context), void *context)
{
    http_quiesce(h);
    h->done = done;
    h->done_context = context;
    http_close_all(h);
    uv_close((uv_handle_t *)&h->second, http_on_closed);
    uv_close((uv_handle_t *)&h->prepare, http_on_closed);
}
