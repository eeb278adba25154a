/*
 * WebSocket connections on the loop; see ws.h. A connection is open, then closing (it writes
 * its goodbye, then waits for the peer's end of the stream), then doomed. Doomed ones are taken
 * apart in a turn of the loop, outside all callbacks, so that none of the caller's calls ends a
 * connection that it still uses. Answers are written in a turn too: everything sent in the
 * meantime leaves in one write.
 */
#include "ws_private.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>

enum {
    PIECES = 64, /* of one write */
    PINGS = 2,   /* unanswered, then it is dropped */
    MUCH = 4096, /* bytes that are written at once, not at the end of a turn */

    /* The loop is busy if, in so many milliseconds, it has slept less than this percentage. */
    LOOK_MS = 100,
    IDLE = 70,
};

/* Buffers --------------------------------------------------------------------------------- */

struct ws_buffer *ws_raw_buffer(const void *a, size_t n, const void *b, size_t m)
{
    struct ws_buffer *buffer;

    if (n + m > UINT32_MAX - sizeof *buffer)
        return NULL;
    buffer = malloc(sizeof *buffer + n + m);
    if (!buffer)
        return NULL;
    buffer->references = 1;
    buffer->size = (uint32_t)(n + m);
    memcpy(buffer->bytes, a, n);
    if (m)
        memcpy(buffer->bytes + n, b, m);
    return buffer;
}

struct ws_buffer *ws_buffer_new(const char *text, size_t n)
{
    uint8_t header[FRAME_HEADER_MAX];

    return ws_raw_buffer(header, frame_header(header, FRAME_TEXT, n), text, n);
}

struct ws_buffer *ws_buffer_keep(struct ws_buffer *b)
{
    b->references++;
    return b;
}

void ws_buffer_release(struct ws_buffer *b)
{
    if (b && --b->references == 0)
        free(b);
}

/* Ends ------------------------------------------------------------------------------------ */

static void mark_dirty(struct ws *w)
{
    if (w->is_dirty)
        return;
    w->is_dirty = true;
    w->dirty = w->server->dirty;
    w->server->dirty = w;
}

/* Takes the connection off the list of those that are not in a hurry. */
static void end_lazy(struct ws *w)
{
    if (!w->lazy_link)
        return;
    *w->lazy_link = w->lazy;
    if (w->lazy)
        w->lazy->lazy_link = w->lazy_link;
    else
        w->server->lazy_end = w->lazy_link;
    w->lazy_link = NULL;
}

static void doom(struct ws *w)
{
    if (w->state == WS_DOOMED)
        return;
    w->state = WS_DOOMED;
    end_lazy(w);
    uv_poll_stop(&w->peer->poll);
    w->dying = w->server->dying;
    w->server->dying = w;
}

static void drop(struct ws *w, enum drop_reason reason)
{
    if (w->state != WS_DOOMED)
        w->server->traffic->drops[reason]++;
    doom(w);
}

/* The queue is still written, then our end of the stream is closed, and the peer has some time
 * to close its own. So it sees an end, not a reset. */
static void begin_closing(struct ws *w)
{
    if (w->state != WS_OPEN)
        return;
    w->state = WS_CLOSING;
    w->due =
        uv_now(w->server->loop) + (w->server->stopping ? WS_STOP_MS : w->server->o.close_ms);
    mark_dirty(w);
}

/* Writing --------------------------------------------------------------------------------- */

static void arm(struct ws *w, bool writable)
{
    if (w->armed == writable)
        return;
    w->armed = writable;
    uv_poll_start(&w->peer->poll, UV_READABLE | (writable ? UV_WRITABLE : 0), ws_on_poll);
}

/* Forgets n bytes that have been written. */
static void written(struct ws *w, size_t n)
{
    w->bytes -= n;
    w->server->traffic->bytes_out += n;
    while (n > 0) {
        struct ws_buffer *b = w->ring[w->head];
        size_t left = b->size - w->offset;

        if (n < left) {
            w->offset += (uint32_t)n;
            return;
        }
        n -= left;
        ws_buffer_release(b);
        w->offset = 0;
        w->head = (w->head + 1) & (w->capacity - 1);
        w->count--;
    }
}

static void flush(struct ws *w)
{
    end_lazy(w);
    while (w->state != WS_DOOMED && w->count > 0) {
        const int flags = MSG_NOSIGNAL | MSG_DONTWAIT;
        struct iovec pieces[PIECES];
        struct msghdr message = {.msg_iov = pieces};
        ssize_t n;

        for (uint32_t i = 0; i < w->count && i < PIECES; i++) {
            struct ws_buffer *b = w->ring[(w->head + i) & (w->capacity - 1)];
            uint32_t skip = i == 0 ? w->offset : 0;

            pieces[message.msg_iovlen++] = (struct iovec){b->bytes + skip, b->size - skip};
        }
        n = message.msg_iovlen == 1 ? send(w->fd, pieces[0].iov_base, pieces[0].iov_len, flags)
                                    : sendmsg(w->fd, &message, flags);
        if (n >= 0) {
            written(w, (size_t)n);
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            arm(w, true);
            return;
        } else if (errno != EINTR) {
            doom(w);
        }
    }
    if (w->state == WS_DOOMED)
        return;
    arm(w, false);
    if (w->capacity > 16) { /* a burst is over: idle connections are small */
        free((void *)w->ring);
        w->ring = NULL;
        w->capacity = w->head = 0;
    }
    if (w->state == WS_CLOSING && !w->shut) {
        w->shut = true;
        shutdown(w->fd, SHUT_WR);
    }
}

static bool grow(struct ws *w)
{
    uint32_t capacity = w->capacity ? w->capacity * 2 : 4;
    struct ws_buffer **ring = (struct ws_buffer **)malloc(capacity * sizeof(void *));

    if (!ring)
        return false;
    for (uint32_t i = 0; i < w->count; i++)
        ring[i] = w->ring[(w->head + i) & (w->capacity - 1)];
    free((void *)w->ring);
    w->ring = ring;
    w->capacity = capacity;
    w->head = 0;
    return true;
}

static bool fits(const struct ws *w, const struct ws_buffer *b)
{
    return w->count < w->server->o.queue_messages &&
           w->bytes + b->size <= w->server->o.queue_bytes;
}

/* Adds a message to the queue. Takes over the caller's reference. */
static bool queue(struct ws *w, struct ws_buffer *b)
{
    /* Many messages in one turn are not the reader's fault. */
    if (b && !fits(w, b))
        flush(w);
    if (w->state == WS_DOOMED || !b) {
        ws_buffer_release(b);
        doom(w);
        return false;
    }
    if (!fits(w, b) || (w->count == w->capacity && !grow(w))) {
        ws_buffer_release(b);
        drop(w, DROP_SLOW);
        return false;
    }
    w->ring[(w->head + w->count++) & (w->capacity - 1)] = b;
    w->bytes += b->size;
    return true;
}

bool ws_push(struct ws *w, struct ws_buffer *b)
{
    if (!queue(w, b))
        return false;
    mark_dirty(w);
    if (w->bytes >= MUCH && !w->armed)
        flush(w);
    return w->state != WS_DOOMED;
}

static bool is_busy(struct ws_server *s)
{
    uint64_t now = uv_hrtime(), passed = now - s->looked, idle;

    if (passed >= (uint64_t)LOOK_MS * 1000000) {
        idle = uv_metrics_idle_time(s->loop);
        s->busy = (idle - s->idle) / IDLE < passed / 100;
        s->looked = now;
        s->idle = idle;
    }
    return s->busy;
}

void ws_on_lazy(uv_timer_t *timer)
{
    struct ws_server *s = timer->data;
    uint64_t now = uv_now(s->loop);

    while (s->lazy && s->lazy->lazy_due <= now) {
        struct ws *w = s->lazy;

        end_lazy(w);
        mark_dirty(w);
    }
    if (s->lazy)
        uv_timer_start(timer, ws_on_lazy, s->lazy->lazy_due - now, 0);
}

bool ws_send_lazily(struct ws *w, struct ws_buffer *b)
{
    struct ws_server *s = w->server;

    if (!is_busy(s))
        return ws_send(w, b);
    if (w->state != WS_OPEN)
        return false;
    s->traffic->messages_out++;
    if (!queue(w, ws_buffer_keep(b)))
        return false;
    if (w->is_dirty)
        return true;
    s->traffic->messages_late++;
    if (w->lazy_link)
        return true;
    w->lazy_due = uv_now(s->loop) + WS_LAZY_MS;
    w->lazy = NULL;
    w->lazy_link = s->lazy_end;
    *s->lazy_end = w;
    s->lazy_end = &w->lazy;
    if (!uv_is_active((uv_handle_t *)&s->lazy_timer))
        uv_timer_start(&s->lazy_timer, ws_on_lazy, WS_LAZY_MS, 0);
    return true;
}

bool ws_send(struct ws *w, struct ws_buffer *b)
{
    if (w->state != WS_OPEN)
        return false;
    w->server->traffic->messages_out++;
    return ws_push(w, ws_buffer_keep(b));
}

bool ws_send_text(struct ws *w, const char *text, size_t n)
{
    struct ws_buffer *b;
    bool sent;

    if (w->state != WS_OPEN)
        return false;
    b = ws_buffer_new(text, n);
    if (!b) {
        doom(w);
        return false;
    }
    sent = ws_send(w, b);
    ws_buffer_release(b);
    return sent;
}

void ws_close(struct ws *w, uint16_t code, const char *reason)
{
    struct frames_out out;

    if (w->state != WS_OPEN)
        return;
    out.n = 0;
    frames_close(&w->frames, code, reason, &out);
    if (out.n && !ws_push(w, ws_raw_buffer(out.bytes, out.n, NULL, 0)))
        return;
    begin_closing(w);
}

/* Reading --------------------------------------------------------------------------------- */

void ws_on_text(void *context, char *text, size_t n)
{
    struct ws *w = context;

    w->server->traffic->messages_in++;
    if (w->state == WS_OPEN && w->server->events.text)
        w->server->events.text(w, text, n);
}

static void count_mistake(struct ws *w)
{
    uint16_t code = w->frames.code;
    enum drop_reason reason = code == WS_TOO_LARGE ? DROP_TOO_LARGE
                              : code == WS_POLICY  ? DROP_RATE
                                                   : DROP_FRAME;

    w->server->traffic->drops[reason]++;
}

void ws_feed(struct ws *w, const uint8_t *bytes, size_t n)
{
    struct ws_server *s = w->server;
    uint64_t now = uv_now(s->loop);
    bool more;

    w->pings = 0;
    w->due = now + s->o.ping_ms;
    s->traffic->bytes_in += n;
    s->out.n = 0;
    more = frames_feed(&w->frames, bytes, n, now, &s->out);
    if (w->state != WS_OPEN)
        return;
    if (s->out.n && !ws_push(w, ws_raw_buffer(s->out.bytes, s->out.n, NULL, 0)))
        return;
    if (!more) {
        if (w->frames.mistake)
            count_mistake(w);
        begin_closing(w);
    }
}

static void receive(struct ws *w)
{
    struct ws_server *s = w->server;
    ssize_t n = recv(w->fd, s->in, sizeof s->in, MSG_DONTWAIT);

    if (n > 0 && w->state == WS_OPEN)
        ws_feed(w, s->in, (size_t)n);
    else if (n == 0 || (n < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR))
        doom(w);
}

void ws_on_poll(uv_poll_t *poll, int status, int events)
{
    struct ws *w = poll->data;

    if (status < 0) {
        doom(w);
        return;
    }
    if (events & UV_READABLE)
        receive(w);
    if ((events & UV_WRITABLE) && w->state != WS_DOOMED)
        flush(w);
}

/* Turns and ticks ------------------------------------------------------------------------- */

static void bury(struct ws *w)
{
    struct ws_server *s = w->server;

    if (s->events.closed)
        s->events.closed(w);
    *w->link = w->next;
    if (w->next)
        w->next->link = w->link;
    s->count--;
    s->traffic->connections_now--;
    limits_leave(s->limits, w->key);
    for (uint32_t i = 0; i < w->count; i++)
        ws_buffer_release(w->ring[(w->head + i) & (w->capacity - 1)]);
    free((void *)w->ring);
    frames_free(&w->frames);
    http_close(w->peer);
    free(w);
}

static void on_stopped(uv_handle_t *handle)
{
    struct ws_server *s = handle->data;
    void (*done)(void *context) = s->done;
    void *context = s->done_context;

    ws_server_free(s);
    if (done)
        done(context);
}

static void on_lazy_closed(uv_handle_t *handle)
{
    struct ws_server *s = handle->data;

    uv_close((uv_handle_t *)&s->tick, on_stopped);
}

void ws_turn(void *context)
{
    struct ws_server *s = context;

    while (s->dirty || s->dying) {
        while (s->dirty) {
            struct ws *w = s->dirty;

            s->dirty = w->dirty;
            w->is_dirty = false;
            flush(w);
        }
        while (s->dying && !s->dirty) {
            struct ws *w = s->dying;

            s->dying = w->dying;
            bury(w);
        }
    }
    if (s->stopping && s->count == 0 && !uv_is_closing((uv_handle_t *)&s->lazy_timer)) {
        http_each_turn(s->http, NULL, NULL);
        uv_close((uv_handle_t *)&s->lazy_timer, on_lazy_closed);
    }
}

void ws_on_tick(uv_timer_t *timer)
{
    struct ws_server *s = timer->data;
    uint64_t now = uv_now(s->loop);

    for (struct ws *w = s->all; w; w = w->next) {
        if (w->state == WS_DOOMED || now < w->due)
            continue;
        if (w->state == WS_CLOSING) {
            doom(w);
        } else if (w->pings == PINGS) {
            drop(w, DROP_SILENT);
        } else {
            w->pings++;
            w->due = now + s->o.ping_ms;
            ws_push(w, ws_buffer_keep(s->ping));
        }
    }
    if (s->count == 0)
        uv_timer_stop(&s->tick);
}

/* Questions ------------------------------------------------------------------------------- */

void ws_set_user(struct ws *w, void *user)
{
    w->user = user;
}

void *ws_user(const struct ws *w)
{
    return w->user;
}

void *ws_context(const struct ws *w)
{
    return w->server->events.context;
}

const char *ws_address(const struct ws *w)
{
    return w->address;
}

uint64_t ws_number(const struct ws *w)
{
    return w->number;
}

bool ws_is_open(const struct ws *w)
{
    return w->state == WS_OPEN;
}

uint32_t ws_count(const struct ws_server *s)
{
    return s->count;
}
