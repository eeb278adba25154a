/*
 * How WebSocket connections begin: the request and its checks, the socket handed over by HTTP;
 * and the start and end of the WebSocket server. See ws.h.
 */
#include "ws_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

/* The kernel's buffer: small, so that we notice a stuck reader sooner. */
enum { SEND_BUFFER = 64 * 1024 };

static void prepare_socket(int fd)
{
    int size = SEND_BUFFER;

    setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
}

static bool begin(struct ws *w)
{
    struct ws_server *s = w->server;
    uv_poll_t *poll = &w->peer->poll;

    if (!frames_open(&w->frames, &s->frames, w, ws_on_text, uv_now(s->loop)))
        return false;
    poll->data = w;
    uv_poll_start(poll, UV_READABLE, ws_on_poll);
    return true;
}

static void on_upgrade(struct peer *p, struct http_request *r, const char *bytes, size_t n)
{
    const struct request *q = request_of(r);
    struct ws_server *s = r->route;
    struct ws *w = calloc(1, sizeof *w);

    if (w) {
        w->server = s;
        w->peer = p;
        w->fd = p->fd;
        w->due = uv_now(s->loop) + s->o.ping_ms;
        prepare_socket(w->fd);
    }
    if (!w || !begin(w)) {
        free(w);
        http_close(p);
        return;
    }
    w->number = ++s->numbers;
    snprintf(w->address, sizeof w->address, "%s", r->address);
    w->key = limits_key_address(s->limits, w->address);
    limits_enter(s->limits, w->key, 0);
    w->next = s->all;
    w->link = &s->all;
    if (w->next)
        w->next->link = &w->next;
    s->all = w;
    s->count++;
    s->traffic->connections++;
    s->traffic->connections_now++;
    if (!uv_is_active((uv_handle_t *)&s->tick))
        uv_timer_start(&s->tick, ws_on_tick, s->period, s->period);
    ws_push(w, ws_raw_buffer(q->response->head, q->response->head_size, q->tail, q->tail_size));
    if (s->events.open)
        s->events.open(w, r);
    if (s->stopping)
        ws_close(w, WS_GOING_AWAY, "The server is stopping.");
    else if (n && w->state == WS_OPEN)
        ws_feed(w, (const uint8_t *)bytes, n);
}

static void refuse(struct ws_server *s, struct http_request *r, enum drop_reason reason,
                   uint32_t status, const char *why)
{
    static const char *const version[] = {"Sec-WebSocket-Version", "13", "Upgrade", "websocket",
                                          NULL};
    char body[512];
    int n;

    s->traffic->drops[reason]++;
    if (status != 426) {
        http_answer_error(r, status, NULL, why);
        return;
    }
    n = snprintf(body, sizeof body, "{\"error\":{\"code\":\"upgrade\",\"message\":\"%s\"}}\n",
                 why);
    http_answer(r, &(struct http_answer){
                       .status = 426, .body = body, .size = (size_t)n, .extra = version});
}

/* Is there room for one more? Answers the request if not. */
static bool room(struct ws_server *s, struct http_request *r)
{
    uint64_t key = limits_key_address(s->limits, r->address);

    if (s->stopping)
        refuse(s, r, DROP_FULL, 503, "The server is stopping. Please connect again later.");
    else if (s->count >= s->o.connections)
        refuse(s, r, DROP_FULL, 503, "The server is full. Please try again later.");
    else if (limits_open(s->limits, key) >= s->o.per_address)
        refuse(s, r, DROP_ADDRESS, 429, "Too many connections from your address.");
    else if (!limits_take(s->limits, LIMIT_CONNECT, key, uv_now(s->loop)))
        refuse(s, r, DROP_RATE, 429, "Too many new connections. Please wait a few seconds.");
    else
        return true;
    return false;
}

static void on_handshake(struct http_request *r)
{
    struct ws_server *s = r->route;
    const struct request *q = request_of(r);
    struct handshake h = {
        .method = q->head ? "HEAD" : r->method,
        .version = q->reader.http11 ? "HTTP/1.1" : "HTTP/1.0",
        .host = http_header(r, "Host"),
        .origin = http_header(r, "Origin"),
        .connection = http_header(r, "Connection"),
        .upgrade = http_header(r, "Upgrade"),
        .key = http_header(r, "Sec-WebSocket-Key"),
        .ws_version = http_header(r, "Sec-WebSocket-Version"),
        .protocols = http_header(r, "Sec-WebSocket-Protocol"),
        .secure = r->secure,
    };
    char accept[HANDSHAKE_ACCEPT];
    const char *why;
    bool protocol;
    uint32_t status;

    status = handshake_judge(&h, &s->policy, accept, &protocol, &why);
    if (status != 101) {
        refuse(s, r, status == 403 ? DROP_ORIGIN : DROP_UPGRADE, status, why);
        return;
    }
    if (!room(s, r))
        return;
    http_upgrade(r,
                 (const char *[]){"Upgrade", "websocket", "Sec-WebSocket-Accept", accept,
                                  protocol ? "Sec-WebSocket-Protocol" : NULL,
                                  s->policy.protocol, NULL},
                 on_upgrade);
}

static uint32_t or_else(uint32_t value, uint32_t usual)
{
    return value ? value : usual;
}

static void set_defaults(struct ws_server *s)
{
    struct ws_options *o = &s->o;
    uint64_t least;

    o->message_max = or_else(o->message_max, 16 * 1024);
    o->fragments_max = or_else(o->fragments_max, 64);
    o->frames_burst = or_else(o->frames_burst, 200);
    o->frames_rate = or_else(o->frames_rate, 50);
    o->queue_bytes = or_else(o->queue_bytes, 256 * 1024);
    o->queue_messages = or_else(o->queue_messages, 1024);
    o->connections = or_else(o->connections, 8000);
    o->per_address = or_else(o->per_address, 32);
    o->ping_ms = or_else(o->ping_ms, 20000);
    o->close_ms = or_else(o->close_ms, 3000);
    s->frames = (struct frames_options){
        .message_max = o->message_max,
        .fragments_max = o->fragments_max,
        .burst = o->frames_burst,
        .rate = o->frames_rate,
    };
    least = o->ping_ms < o->close_ms ? o->ping_ms : o->close_ms;
    s->period = least / 4 > 1000 ? 1000 : least / 4 < 10 ? 10 : least / 4;
}

void ws_server_free(struct ws_server *s)
{
    ws_buffer_release(s->ping);
    free((char *)s->policy.origins);
    free((char *)s->policy.protocol);
    free(s);
}

struct ws_server *ws_start(struct http *h, const char *path, const struct ws_options *options,
                           const struct ws_events *events)
{
    static const uint8_t ping[2] = {0x80 | FRAME_PING, 0};
    struct ws_server *s = calloc(1, sizeof *s);

    if (!s)
        return NULL;
    s->http = h;
    s->o = *options;
    s->events = *events;
    set_defaults(s);
    s->policy = (struct handshake_policy){
        .origins = options->origins ? strdup(options->origins) : NULL,
        .any_origin = options->any_origin,
        .need_origin = options->need_origin,
        .protocol = strdup(options->protocol ? options->protocol : "anden"),
    };
    s->limits = h->o.limits;
    s->traffic = h->o.traffic;
    s->loop = h->o.loop;
    s->ping = ws_raw_buffer(ping, sizeof ping, NULL, 0);
    s->tick.data = s->lazy_timer.data = s;
    s->lazy_end = &s->lazy;
    uv_loop_configure(s->loop, UV_METRICS_IDLE_TIME);
    s->looked = uv_hrtime();
    if (!s->ping || !s->policy.protocol || (options->origins && !s->policy.origins) ||
        uv_timer_init(s->loop, &s->tick) != 0 || uv_timer_init(s->loop, &s->lazy_timer) != 0) {
        ws_server_free(s);
        return NULL;
    }
    http_each_turn(h, ws_turn, s);
    http_route(h, "GET", path, on_handshake, s);
    return s;
}

void ws_stop(struct ws_server *s, void (*done)(void *context), void *context)
{
    struct ws *next;

    s->stopping = true;
    s->done = done;
    s->done_context = context;
    http_quiesce(s->http);
    for (struct ws *w = s->all; w; w = next) {
        next = w->next;
        if (w->state == WS_CLOSING)
            w->due = uv_now(s->loop) + WS_STOP_MS;
        ws_close(w, WS_GOING_AWAY, "The server is stopping.");
    }
}
