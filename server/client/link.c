/*
 * The client's side of a connection: see link.h.
 */
#include "link.h"

#include "../../engine/words.h"

#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FRAME_TEXT = 1, FRAME_CLOSE = 8, FRAME_PING = 9, FRAME_PONG = 10, FINAL = 0x80 };

/* Cuts HOST[:PORT] into both; an IPv6 address has brackets around it. */
static void split(const char *host, char name[128], char port[8])
{
    const char *colon = strrchr(host, ':');

    snprintf(name, 128, "%s", host);
    if (colon && !strchr(colon, ']')) {
        snprintf(name, 128, "%.*s", (int)(colon - host), host);
        snprintf(port, 8, "%.7s", colon + 1);
    }
    if (name[0] == '[' && name[strlen(name) - 1] == ']') {
        memmove(name, name + 1, strlen(name));
        name[strlen(name) - 1] = '\0';
    }
}

bool link_target(const char *url, struct link_target *t, char *why, size_t cap)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *found = NULL;
    char port[8];
    const char *at = strstr(url, "://"), *slash;

    t->tls = strncmp(url, "wss://", 6) == 0;
    if (!at || (!t->tls && strncmp(url, "ws://", 5) != 0)) {
        snprintf(why, cap,
                 "\"%s\" is not the address of a server: ws://127.0.0.1:8080/ws is one.", url);
        return false;
    }
    at += 3;
    slash = strchr(at, '/');
    snprintf(t->path, sizeof t->path, "%s", slash ? slash : "/ws");
    snprintf(t->host, sizeof t->host, "%.*s",
             slash && slash - at < 120 ? (int)(slash - at) : 120, at);
    snprintf(port, sizeof port, "%s", t->tls ? "443" : "80");
    split(t->host, t->name, port);
    t->addresses = 0;
    if (getaddrinfo(t->name, port, &hints, &found) != 0 || !found) {
        snprintf(why, cap, "The host \"%s\" cannot be found.", t->host);
        return false;
    }
    for (struct addrinfo *a = found; a && t->addresses < LINK_ADDRESSES; a = a->ai_next)
        memcpy(&t->address[t->addresses++], a->ai_addr, a->ai_addrlen);
    freeaddrinfo(found);
    return true;
}

/* What went wrong, as a piece of a sentence. */
static const char *reason_of(int error)
{
    switch (error) {
    case UV_ECONNREFUSED:
        return SAYS("nobody listens there");
    case UV_ECONNRESET:
        return SAYS("the connection was cut");
    case UV_ETIMEDOUT:
        return SAYS("nobody answers there");
    case UV_EHOSTUNREACH:
    case UV_ENETUNREACH:
        return SAYS("no way leads there");
    default:
        return uv_strerror(error);
    }
}

static void on_closed(uv_handle_t *handle)
{
    struct link *l = handle->data;

    free(l->rest);
    l->rest = NULL;
    l->rest_size = l->rest_room = 0;
    secure_free(l->secure);
    l->secure = NULL;
    l->state = LINK_OFF;
    l->lost(l->user, l->why);
}

void link_drop(struct link *l, const char *why)
{
    if (l->state == LINK_OFF || l->state == LINK_CLOSING)
        return;
    l->state = LINK_CLOSING;
    l->why = why;
    uv_close((uv_handle_t *)&l->tcp, on_closed);
}

static void on_written(uv_write_t *write, int status)
{
    struct link *l = write->data;

    free(write);
    if (status < 0)
        link_drop(l, reason_of(status));
}

/* Writes as much as the socket takes now; the rest is copied and written later. */
static void write_raw(void *user, const void *bytes, size_t n)
{
    struct link *l = user;

    uv_buf_t buf = uv_buf_init((char *)bytes, (unsigned)n);
    int done =
        l->state == LINK_CLOSING ? (int)n : uv_try_write((uv_stream_t *)&l->tcp, &buf, 1);
    uv_write_t *write;

    if (done == (int)n)
        return;
    if (done < 0 && done != UV_EAGAIN) {
        link_drop(l, reason_of(done));
        return;
    }
    done = done < 0 ? 0 : done;
    write = malloc(sizeof *write + n - (size_t)done);
    if (!write) {
        link_drop(l, SAYS("no memory"));
        return;
    }
    memcpy(write + 1, (const char *)bytes + done, n - (size_t)done);
    write->data = l;
    buf = uv_buf_init((char *)(write + 1), (unsigned)(n - (size_t)done));
    if (uv_write(write, (uv_stream_t *)&l->tcp, &buf, 1, on_written) != 0) {
        free(write);
        link_drop(l, SAYS("cannot write"));
    }
}

static void write_out(struct link *l, const void *bytes, size_t n)
{
    const char *why;

    if (!l->secure)
        write_raw(l, bytes, n);
    else if (!secure_write(l->secure, bytes, n, &why))
        link_drop(l, why);
}

/* Sends a frame. Masks keep proxies from being fooled by what a page sends; there is no page here,
 * so any changing number does. */
static void send_frame(struct link *l, uint8_t opcode, const uint8_t *bytes, size_t n)
{
    uint8_t *out = l->shared->out, mask[4];
    size_t header = n < 126 ? 2 : 4;

    l->shared->mask = l->shared->mask * 1664525 + 1013904223;
    memcpy(mask, &l->shared->mask, sizeof mask);
    out[0] = FINAL | opcode;
    out[1] = (uint8_t)(0x80 | (n < 126 ? n : 126));
    if (n >= 126) {
        out[2] = (uint8_t)(n >> 8);
        out[3] = (uint8_t)n;
    }
    memcpy(out + header, mask, sizeof mask);
    header += sizeof mask;
    for (size_t i = 0; i < n; i++)
        out[header + i] = bytes[i] ^ mask[i & 3];
    write_out(l, out, header + n);
}

static void on_frame(struct link *l, uint8_t head, uint8_t *bytes, size_t n)
{
    switch (head) {
    case FINAL | FRAME_TEXT:
        l->shared->messages++;
        l->text(l->user, (char *)bytes, n);
        break;
    case FINAL | FRAME_PING:
        send_frame(l, FRAME_PONG, bytes, n < 126 ? n : 125);
        break;
    case FINAL | FRAME_PONG:
        break;
    case FINAL | FRAME_CLOSE:
        link_drop(l, SAYS("the server said goodbye"));
        break;
    default: /* this server sends every message in one piece */
        link_drop(l, SAYS("the server sent a bad frame"));
    }
}

/* Handles all complete frames; returns how many bytes they are. */
static size_t take_frames(struct link *l, uint8_t *bytes, size_t n)
{
    size_t at = 0;

    while (l->state == LINK_OPEN && n - at >= 2) {
        uint8_t *f = bytes + at;
        size_t more = f[1] < 126 ? 0 : f[1] == 126 ? 2 : 8, size = f[1];

        if (n - at < 2 + more)
            break;
        for (size_t i = 0; i < more; i++)
            size = (i ? size << 8 : 0) | f[2 + i];
        if (f[1] > 127 || size > LINK_MESSAGE) {
            link_drop(l, SAYS("the server sent a bad frame"));
            break;
        }
        if (n - at - 2 - more < size)
            break;
        at += 2 + more + size;
        on_frame(l, f[0], f + 2 + more, size);
    }
    return at;
}

/* Adds bytes to the kept ones. */
static bool keep(struct link *l, const uint8_t *bytes, size_t n)
{
    if (l->rest_size + n > l->rest_room) {
        size_t room = (l->rest_size + n) * 2;
        uint8_t *more = realloc(l->rest, room);

        if (!more)
            return false;
        l->rest = more;
        l->rest_room = room;
    }
    memcpy(l->rest + l->rest_size, bytes, n);
    l->rest_size += n;
    return true;
}

static void feed(struct link *l, uint8_t *bytes, size_t n)
{
    bool kept = l->rest_size > 0;
    size_t used;

    l->shared->bytes += n;
    if (kept && !keep(l, bytes, n)) {
        link_drop(l, SAYS("no memory"));
        return;
    }
    used = kept ? take_frames(l, l->rest, l->rest_size) : take_frames(l, bytes, n);
    if (l->state != LINK_OPEN)
        return;
    if (kept) {
        l->rest_size -= used;
        memmove(l->rest, l->rest + used, l->rest_size);
    } else if (used < n && !keep(l, bytes + used, n - used)) {
        link_drop(l, SAYS("no memory"));
    }
}

/* The answer to our request: 101, or the end. */
static void feed_head(struct link *l, uint8_t *bytes, size_t n)
{
    size_t room = sizeof l->head - 1 - l->head_size, take = n < room ? n : room;
    char *end;

    memcpy(l->head + l->head_size, bytes, take);
    l->head_size += take;
    l->head[l->head_size] = '\0';
    end = strstr(l->head, "\r\n\r\n");
    if (!end) {
        if (take < n || take == room)
            link_drop(l, SAYS("the head of the server's answer is too long"));
        return;
    }
    if (strncmp(l->head, "HTTP/1.1 101", 12) != 0) {
        link_drop(l, strncmp(l->head, "HTTP/1.1 429", 12) == 0
                         ? SAYS("the server refuses: too many connections of one address")
                         : SAYS("the server refuses the connection"));
        return;
    }
    l->state = LINK_OPEN;
    l->opened(l->user);
    /* The bytes after the head are part of these bytes, since the head ended in them. */
    size_t behind = l->head_size - (size_t)(end + 4 - l->head) + (n - take);

    if (behind && l->state == LINK_OPEN)
        feed(l, bytes + n - behind, behind);
}

/* Is an HTTP answer complete? One that does not give its length ends with the connection. */
static bool is_whole(const char *answer, size_t n)
{
    const char *body = strstr(answer, "\r\n\r\n");
    const char *length = strcasestr(answer, "\r\nContent-Length:");

    return body && length && length < body &&
           n - (size_t)(body + 4 - answer) >= strtoul(length + 17, NULL, 10);
}

/* Keeps the bytes of an HTTP answer that have come so far. */
static void feed_answer(struct link *l, const uint8_t *bytes, size_t n)
{
    char *more =
        n < LINK_ANSWER - l->answer_size ? realloc(l->answer, l->answer_size + n + 1) : NULL;

    if (!more) {
        link_drop(l, SAYS("no memory"));
        return;
    }
    memcpy(more + l->answer_size, bytes, n);
    l->answer = more;
    l->answer_size += n;
    l->answer[l->answer_size] = '\0';
    if (is_whole(l->answer, l->answer_size))
        link_drop(l, SAYS("the end"));
}

/* Bytes of the server, no longer encrypted. */
static void take_plain(struct link *l, uint8_t *bytes, size_t n)
{
    if (l->state == LINK_ASKING && l->request)
        feed_answer(l, bytes, n);
    else if (l->state == LINK_ASKING)
        feed_head(l, bytes, n);
    else if (l->state == LINK_OPEN)
        feed(l, bytes, n);
}

/* Asks the server for a WebSocket, or sends the caller's HTTP request. */
static void ask(struct link *l)
{
    char request[768];
    int n;

    if (l->request) {
        write_out(l, l->request, l->request_size);
        return;
    }
    n = snprintf(
        request, sizeof request,
        "GET %s HTTP/1.1\r\nHost: %s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: YW5kZW4gY2xpZW50IGtleQ==\r\n\r\n",
        l->target->path, l->target->host);

    write_out(l, request, (size_t)n);
}

/* Goes on with the greeting of TLS; true when it is over. */
static bool greet(struct link *l)
{
    const char *why;
    enum secure_answer answer = secure_greet(l->secure, &why, &l->untrusted);

    if (answer == SECURE_BAD)
        link_drop(l, why);
    if (answer == SECURE_READY) {
        l->greeting = false;
        ask(l);
    }
    return answer == SECURE_READY;
}

static void take_secret(struct link *l, const uint8_t *bytes, size_t n)
{
    uint8_t plain[16 * 1024];
    const char *why;
    long some = 1;

    secure_receive(l->secure, bytes, n);
    if (l->greeting && !greet(l))
        return;
    while (some > 0 && l->state != LINK_CLOSING) {
        some = secure_read(l->secure, plain, sizeof plain, &why);
        if (some > 0)
            take_plain(l, plain, (size_t)some);
        else if (some < 0)
            link_drop(l, why);
    }
}

static void on_read(uv_stream_t *stream, ssize_t n, const uv_buf_t *buf)
{
    struct link *l = stream->data;

    if (n < 0)
        link_drop(l,
                  n == UV_EOF ? SAYS("the server closed the connection") : reason_of((int)n));
    else if (n > 0 && l->secure)
        take_secret(l, (uint8_t *)buf->base, (size_t)n);
    else if (n > 0)
        take_plain(l, (uint8_t *)buf->base, (size_t)n);
}

static void on_alloc(uv_handle_t *handle, size_t size, uv_buf_t *buf)
{
    struct link *l = handle->data;

    (void)size;
    *buf = uv_buf_init((char *)l->shared->in, sizeof l->shared->in);
}

static void on_connected(uv_connect_t *connect, int status)
{
    struct link *l = connect->data;

    if (l->state != LINK_CONNECTING)
        return;
    if (status < 0) {
        l->tries++;
        link_drop(l, reason_of(status));
        return;
    }
    uv_tcp_nodelay(&l->tcp, 1);
    l->state = LINK_ASKING;
    uv_read_start((uv_stream_t *)&l->tcp, on_alloc, on_read);
    if (l->secure)
        greet(l);
    else
        ask(l);
}

void link_open(struct link *l, uv_loop_t *loop)
{
    const struct link_target *t = l->target;
    const char *why;
    int bad;

    uv_tcp_init(loop, &l->tcp);
    l->tcp.data = l->connect.data = l;
    l->state = LINK_CONNECTING;
    l->head_size = 0;
    l->untrusted = false;
    l->greeting = t->tls;
    if (t->tls && !(l->secure = secure_new(t->name, write_raw, l, &why))) {
        l->untrusted = true;
        link_drop(l, why);
        return;
    }
    bad = uv_tcp_connect(&l->connect, &l->tcp,
                         (const struct sockaddr *)&t->address[l->tries % t->addresses],
                         on_connected);
    if (bad)
        link_drop(l, reason_of(bad));
}

bool link_send(struct link *l, const char *text, size_t n)
{
    if (l->state != LINK_OPEN || n > LINK_TEXT)
        return false;
    send_frame(l, FRAME_TEXT, (const uint8_t *)text, n);
    return l->state == LINK_OPEN;
}
