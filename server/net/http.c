/*
 * HTTP on the loop; see http.h. libmicrohttpd has no thread here: the loop watches its epoll
 * descriptor, and the pump lets it work. In this mode we have to wake it ourselves: after a
 * socket is given back, after a request is resumed, and after a full server has room again
 * (hence the second run).
 */
#include "http_private.h"

#include <ctype.h>
#include <errno.h>
#include <netdb.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    POOL = 12288,         /* libmicrohttpd's memory of a connection: request line and headers */
    SPARE = 128,          /* sockets beyond the limit that are told that the server is full */
    SPARE_FILES = 64,     /* descriptors that are no connections */
    ANSWER_SECONDS = 120, /* the slowest reader of an answer */
    LOG_LINES = 5,        /* each second */
    ADDRESS_HARD = 2, /* times per_address: such sockets are closed at once, without a word */
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

/* A connection that libmicrohttpd gives up is closed in its next run, so that should come soon. */
static void mhd_log(void *context, const char *format, va_list args)
{
    log_line(context, format, args);
    http_wake(context);
}

/* Small things ---------------------------------------------------------------------------- */

void http_count_drop(struct http *h, int reason)
{
    h->o.traffic->drops[reason]++;
}

bool http_is_full(const struct http *h)
{
    const union MHD_DaemonInfo *info =
        MHD_get_daemon_info(h->daemon, MHD_DAEMON_INFO_CURRENT_CONNECTIONS);

    return info && info->num_connections > h->o.connections;
}

void http_each_turn(struct http *h, void (*turn)(void *context), void *context)
{
    h->turn = turn;
    h->turn_context = context;
}

uint16_t http_port(const struct http *h)
{
    const union MHD_DaemonInfo *info =
        MHD_get_daemon_info(h->daemon, MHD_DAEMON_INFO_BIND_PORT);

    return info ? info->port : 0;
}

struct peer *http_peer(struct MHD_Connection *mhd)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_SOCKET_CONTEXT);

    return info ? info->socket_context : NULL;
}

/* The pump -------------------------------------------------------------------------------- */

static void on_timer(uv_timer_t *timer);

static unsigned run(struct http *h)
{
    const union MHD_DaemonInfo *info;

    MHD_run(h->daemon);
    info = MHD_get_daemon_info(h->daemon, MHD_DAEMON_INFO_CURRENT_CONNECTIONS);
    return info ? info->num_connections : 0;
}

void http_pump(struct http *h)
{
    MHD_UNSIGNED_LONG_LONG wait;
    unsigned n;

    if (!h->daemon)
        return;
    h->wake = false;
    n = run(h);
    /* A full server listens again only at the start of a run. */
    if (n < h->connections)
        n = run(h);
    h->connections = n;
    if (h->stopping)
        return;
    if (MHD_get_timeout(h->daemon, &wait) == MHD_YES)
        uv_timer_start(&h->timer, on_timer, wait, 0);
    else
        uv_timer_stop(&h->timer);
}

static void on_timer(uv_timer_t *timer)
{
    http_pump(timer->data);
}

static void on_poll(uv_poll_t *poll, int status, int events)
{
    (void)status;
    (void)events;
    http_pump(poll->data);
}

void http_wake(struct http *h)
{
    h->wake = true;
}

static void each_turn(struct http *h)
{
    if (h->turn)
        h->turn(h->turn_context);
    if (h->wake)
        http_pump(h);
}

static void on_prepare(uv_prepare_t *prepare)
{
    each_turn(prepare->data);
}

static void on_check(uv_check_t *check)
{
    each_turn(check->data);
}

/* Shuts down sockets whose request takes too long. libmicrohttpd's timeout counts silence
 * only: a byte now and then would keep a socket open. Nor does it always notice an end of
 * stream that came together with the last bytes: it reads these, then waits for an event that
 * has already happened. */
static void on_second(uv_timer_t *timer)
{
    struct http *h = timer->data;
    char byte;

    for (struct peer *p = h->peers; p; p = p->next) {
        uint64_t seconds = p->busy ? ANSWER_SECONDS : h->o.request_seconds;

        if (http_now(h) - p->since > seconds * 1000) {
            shutdown(p->fd, SHUT_RDWR);
            http_count_drop(h, DROP_HEADERS);
            p->since = http_now(h);
        } else if (!p->busy && recv(p->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0) {
            shutdown(p->fd, SHUT_RDWR);
        }
    }
    h->logged = 0;
    if (h->unlogged) {
        uint32_t n = h->unlogged;

        h->unlogged = 0;
        http_log(h, "%u more lines of this kind were left out", (unsigned)n);
    }
}

/* Sockets --------------------------------------------------------------------------------- */

static uint64_t peer_key(struct http *h, const struct address *a)
{
    char text[ADDRESS_TEXT];

    address_format(a, text);
    return limits_key_address(h->o.limits, text) + 1; /* not the same key as in ws.c */
}

static void leave_list(struct peer *p)
{
    if (!p->link)
        return;
    *p->link = p->next;
    if (p->next)
        p->next->link = p->link;
    p->link = NULL;
    p->http->o.traffic->http_now--;
}

static void socket_opened(struct http *h, struct MHD_Connection *mhd, void **context)
{
    struct peer *p = calloc(1, sizeof *p);
    const union MHD_ConnectionInfo *info;

    if (!p)
        return;
    p->http = h;
    p->since = http_now(h);
    info = MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_CONNECTION_FD);
    p->fd = info ? info->connect_fd : -1;
    info = MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    if (info)
        address_of_peer(info->client_addr, &p->address);
    if (!networks_have(&h->proxies, &p->address)) {
        p->key = peer_key(h, &p->address);
        p->counted = limits_enter(h->o.limits, p->key, 0);
        p->crowded = limits_open(h->o.limits, p->key) > h->o.per_address;
    }
    p->next = h->peers;
    p->link = &h->peers;
    if (p->next)
        p->next->link = &p->next;
    h->peers = p;
    h->o.traffic->http_now++;
    *context = p;
}

/* Beyond the hard limit there is no answer, because that would cost us a socket. */
static enum MHD_Result on_accept(void *context, const struct sockaddr *from, socklen_t size)
{
    struct http *h = context;
    struct address a;

    (void)size;
    if (!address_of_peer(from, &a) || networks_have(&h->proxies, &a) ||
        limits_open(h->o.limits, peer_key(h, &a)) < h->o.per_address * ADDRESS_HARD)
        return MHD_YES;
    http_count_drop(h, DROP_ADDRESS);
    return MHD_NO;
}

static void on_connection(void *context, struct MHD_Connection *mhd, void **socket_context,
                          enum MHD_ConnectionNotificationCode code)
{
    struct http *h = context;
    struct peer *p = *socket_context;

    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        socket_opened(h, mhd, socket_context);
    } else if (p) {
        if (p->counted)
            limits_leave(h->o.limits, p->key);
        leave_list(p);
        free(p);
        *socket_context = NULL;
    }
}

void http_upgraded(struct http_request *r)
{
    struct peer *p = http_peer(request_of(r)->mhd);

    if (p)
        leave_list(p);
}

/* Start and stop -------------------------------------------------------------------------- */

/* getaddrinfo() would accept 99999 as a port, cut to 16 bits. */
static bool is_port(const char *text)
{
    size_t digits = strspn(text, "0123456789");

    return digits > 0 && digits <= 5 && text[digits] == '\0' && atol(text) <= UINT16_MAX;
}

static bool read_listen(const char *text, struct sockaddr_storage *out, char *why, size_t cap)
{
    struct addrinfo hints = {.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE,
                             .ai_socktype = SOCK_STREAM},
                    *found = NULL;
    const char *colon = strrchr(text, ':');
    char host[64] = "";
    size_t n = colon ? (size_t)(colon - text) : 0;

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
        return false;
    }
    memcpy(out, found->ai_addr, found->ai_addrlen);
    freeaddrinfo(found);
    return true;
}

/* Every connection needs a descriptor. Asks the system for as many as it allows; if those are
 * too few, fewer connections are allowed. */
static void raise_files(struct http *h)
{
    struct rlimit r;
    rlim_t want = h->o.connections + SPARE + SPARE_FILES;

    if (getrlimit(RLIMIT_NOFILE, &r) != 0 || r.rlim_cur >= want)
        return;
    r.rlim_cur = r.rlim_max == RLIM_INFINITY || r.rlim_max >= want ? want : r.rlim_max;
    setrlimit(RLIMIT_NOFILE, &r);
    if (r.rlim_cur < want) {
        uint32_t most = r.rlim_cur > SPARE + SPARE_FILES + 16
                            ? (uint32_t)r.rlim_cur - SPARE - SPARE_FILES
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

static bool start_daemon(struct http *h, char *why, size_t cap)
{
    unsigned flags =
        MHD_USE_EPOLL | MHD_ALLOW_UPGRADE | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG;
    struct sockaddr_storage address;

    memset(&address, 0, sizeof address);
    if (!read_listen(h->o.listen, &address, why, cap))
        return false;
    if (address.ss_family == AF_INET6)
        flags |= strchr(h->o.listen, '[') ? MHD_USE_IPv6 : MHD_USE_DUAL_STACK;
    errno = 0;
    h->daemon = MHD_start_daemon(
        flags, 0, on_accept, h, http_on_request, h, MHD_OPTION_EXTERNAL_LOGGER, mhd_log, h,
        MHD_OPTION_SOCK_ADDR, (struct sockaddr *)&address, MHD_OPTION_CONNECTION_LIMIT,
        (unsigned)(h->o.connections + SPARE), MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)POOL,
        MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)h->o.idle_seconds,
        MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_NOTIFY_CONNECTION, on_connection, h,
        MHD_OPTION_NOTIFY_COMPLETED, http_on_completed, h, MHD_OPTION_URI_LOG_CALLBACK,
        http_on_address, h, MHD_OPTION_END);
    if (!h->daemon)
        snprintf(why, cap, "Cannot listen on %s: %s.", h->o.listen,
                 errno ? strerror(errno) : "libmicrohttpd does not start");
    return h->daemon != NULL;
}

struct http *http_start(const struct http_options *options, char *why, size_t cap)
{
    struct http *h = calloc(1, sizeof *h);
    const union MHD_DaemonInfo *info;

    if (!h) {
        snprintf(why, cap, "There is no memory.");
        return NULL;
    }
    h->o = *options;
    set_defaults(h);
    signal(SIGPIPE, SIG_IGN);
    if (!h->o.limits || !networks_parse(h->o.proxies, &h->proxies, why, cap) ||
        !start_daemon(h, why, cap)) {
        limits_free(h->own_limits);
        free(h->policy);
        free(h);
        return NULL;
    }
    info = MHD_get_daemon_info(h->daemon, MHD_DAEMON_INFO_EPOLL_FD);
    h->poll.data = h->timer.data = h->second.data = h->prepare.data = h->check.data = h;
    uv_poll_init(h->o.loop, &h->poll, info->epoll_fd);
    uv_timer_init(h->o.loop, &h->timer);
    uv_timer_init(h->o.loop, &h->second);
    uv_prepare_init(h->o.loop, &h->prepare);
    uv_check_init(h->o.loop, &h->check);
    h->handles = 5;
    uv_poll_start(&h->poll, UV_READABLE, on_poll);
    uv_timer_start(&h->second, on_second, 1000, 1000);
    uv_prepare_start(&h->prepare, on_prepare);
    uv_check_start(&h->check, on_check);
    http_pump(h);
    return h;
}

void http_quiesce(struct http *h)
{
    int fd = MHD_quiesce_daemon(h->daemon);

    if (fd >= 0)
        close(fd);
}

static void on_closed(uv_handle_t *handle)
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
    h->stopping = true;
    http_release_waiting(h);
    http_pump(h);
    h->done = done;
    h->done_context = context;
    uv_close((uv_handle_t *)&h->poll, on_closed);
    uv_close((uv_handle_t *)&h->timer, on_closed);
    uv_close((uv_handle_t *)&h->second, on_closed);
    uv_close((uv_handle_t *)&h->prepare, on_closed);
    uv_close((uv_handle_t *)&h->check, on_closed);
    MHD_stop_daemon(h->daemon);
    h->daemon = NULL;
}
