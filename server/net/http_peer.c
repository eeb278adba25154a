/*
 * The sockets of HTTP: accepted, read, written, closed. A socket has one request at a time: while
 * that is answered, nothing more is read. See http_private.h.
 */
#include "http_private.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

enum {
    ACCEPT = 64,      /* sockets for one event */
    ADDRESS_HARD = 2, /* times per_address: such sockets are closed at once, without a word */
};

/* Lists ----------------------------------------------------------------------------------- */

static void leave(struct peer *p)
{
    if (!p->link)
        return;
    *p->link = p->next;
    if (p->next)
        p->next->link = p->link;
    else
        p->list->end = p->link;
    p->link = NULL;
}

void http_join(struct peers *list, struct peer *p)
{
    leave(p);
    p->next = NULL;
    p->list = list;
    p->link = list->end;
    *list->end = p;
    list->end = &p->next;
}

/* The end --------------------------------------------------------------------------------- */

static void on_gone(uv_handle_t *handle)
{
    struct peer *p = handle->data;

    handle->data = p->http;
    http_on_closed(handle);
    free(p);
}

void http_request_free(struct request *q)
{
    http_release(q->response);
    reader_free(&q->reader);
    free(q);
}

static void drop_request(struct peer *p)
{
    struct request *q = p->request;

    p->request = NULL;
    if (!q)
        return;
    q->peer = NULL;
    /* If it has been handed out it will still be answered, and freed then. */
    if (q->answered || p->state == PEER_READING)
        http_request_free(q);
}

void http_close(struct peer *p)
{
    struct http *h = p->http;

    if (p->counted)
        limits_leave(h->o.limits, p->key);
    if (p->state != PEER_UPGRADED)
        h->o.traffic->http_now--;
    leave(p);
    drop_request(p);
    free(p->rest);
    p->rest = NULL;
    p->poll.data = p;
    uv_close((uv_handle_t *)&p->poll, on_gone);
    close(p->fd);
    h->sockets--;
}

/* Closes the socket that has waited for a request for longest. False if there is none. */
static bool make_room(struct http *h)
{
    if (!h->reading.first)
        return false;
    http_count_drop(h, DROP_FULL);
    http_close(h->reading.first);
    return true;
}

bool http_is_full(struct http *h)
{
    return h->sockets > h->o.connections && !make_room(h);
}

/* Reading --------------------------------------------------------------------------------- */

static void on_poll(uv_poll_t *poll, int status, int events);

/* Every change costs calls of the system. */
static void watch(struct peer *p, int events)
{
    if (p->watched == events)
        return;
    p->watched = events;
    uv_poll_start(&p->poll, events, on_poll);
}

static void wait_for_request(struct peer *p)
{
    p->state = PEER_READING;
    p->since = http_now(p->http);
    http_join(&p->http->reading, p);
    watch(p, UV_READABLE);
}

/* A new request of the socket. False if there is no memory. */
static bool begin_request(struct peer *p)
{
    struct request *q = calloc(1, sizeof *q);

    p->request = q;
    if (!q)
        return false;
    q->http = p->http;
    q->peer = p;
    q->seen = (struct http_request){
        .method = "", .path = "", .rest = "", .body = "", .address = q->address};
    reader_open(&q->reader, p->http->o.body_max);
    return true;
}

/* Gives bytes to the request, and the request to its handler once it is complete. Returns how
 * many it took. */
static size_t feed(struct peer *p, const char *bytes, size_t n)
{
    static const char go_on[] = "HTTP/1.1 100 Continue\r\n\r\n";
    const ssize_t size = sizeof go_on - 1;
    struct reader *r;
    size_t taken;

    if (!p->request) {
        p->since = http_now(p->http);
        if (!begin_request(p)) {
            http_close(p);
            return n;
        }
    }
    r = &p->request->reader;
    taken = reader_feed(r, bytes, n);
    if (r->state == READ_DONE || r->state == READ_BAD) {
        p->state = PEER_HANDED;
        p->since = http_now(p->http);
        http_join(&p->http->busy, p);
        http_handle(p->request);
        if (!p->request->answered)
            watch(p, 0);
    } else if (r->state == READ_BODY && r->expects) {
        r->expects = false;
        if (send(p->fd, go_on, (size_t)size, MSG_NOSIGNAL | MSG_DONTWAIT) != size)
            http_close(p);
    }
    return taken;
}

/* The next request, if it has come with the last one. */
static void feed_rest(struct peer *p)
{
    char *rest = p->rest;
    size_t n = p->rest_size - p->rest_at, taken;

    if (!rest)
        return;
    taken = feed(p, rest + p->rest_at, n);
    p->rest_at += taken;
    if (taken == n && p->rest) {
        free(rest);
        p->rest = NULL;
    }
}

static void receive(struct peer *p)
{
    struct http *h = p->http;
    ssize_t got = recv(p->fd, h->in, sizeof h->in, MSG_DONTWAIT);
    size_t n = got > 0 ? (size_t)got : 0, taken;

    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR)) {
        http_close(p);
        return;
    }
    if (n == 0 || p->state == PEER_DRAINING)
        return;
    taken = feed(p, h->in, n);
    if (taken == n)
        return;
    p->rest = malloc(n - taken);
    if (!p->rest) {
        http_close(p);
        return;
    }
    memcpy(p->rest, h->in + taken, n - taken);
    p->rest_at = 0;
    p->rest_size = n - taken;
}

/* Writing --------------------------------------------------------------------------------- */

static void hand_over(struct peer *p)
{
    struct request *q = p->request;
    char *rest = p->rest;

    p->state = PEER_UPGRADED;
    p->http->o.traffic->http_now--;
    leave(p);
    p->rest = NULL;
    p->request = NULL;
    q->upgraded(p, &q->seen, rest ? rest + p->rest_at : "",
                rest ? p->rest_size - p->rest_at : 0);
    http_request_free(q);
    free(rest);
}

static void answered(struct peer *p)
{
    bool last = p->request->close;

    drop_request(p);
    if (last) {
        p->state = PEER_DRAINING;
        p->since = http_now(p->http);
        shutdown(p->fd, SHUT_WR);
        watch(p, UV_READABLE);
    } else {
        wait_for_request(p);
        feed_rest(p);
    }
}

/* Writes once: a socket that takes less than everything is full, and others wait for their turn. */
void http_write(struct peer *p)
{
    struct request *q = p->request;
    const struct response *a = q->response;
    struct iovec all[3] = {{(char *)a->head, a->head_size},
                           {q->tail, q->tail_size},
                           {(char *)a->body, q->head ? 0 : a->size}};
    struct msghdr message = {.msg_iov = all, .msg_iovlen = 3};
    size_t left = 0, skip = q->sent;
    ssize_t n;

    if (q->upgraded) {
        hand_over(p);
        return;
    }
    if (p->state == PEER_HANDED) {
        p->state = PEER_WRITING;
        p->since = p->moved = http_now(p->http);
        http_join(&p->http->busy, p);
    }
    for (size_t i = 0; i < 3; i++) {
        size_t done = skip < all[i].iov_len ? skip : all[i].iov_len;

        all[i].iov_base = (char *)all[i].iov_base + done;
        all[i].iov_len -= done;
        skip -= done;
        left += all[i].iov_len;
    }
    n = sendmsg(p->fd, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (n < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR) {
        http_close(p);
    } else if (n >= 0 && (size_t)n == left) {
        answered(p);
    } else {
        if (n > 0) {
            q->sent += (size_t)n;
            p->moved = http_now(p->http);
        }
        watch(p, UV_WRITABLE);
    }
}

static void on_poll(uv_poll_t *poll, int status, int events)
{
    struct peer *p = poll->data;

    (void)events;
    if (status < 0)
        http_close(p);
    else if (p->state == PEER_WRITING)
        http_write(p);
    else if (p->state != PEER_HANDED)
        receive(p);
}

/* Beginnings ------------------------------------------------------------------------------ */

static uint64_t peer_key(struct http *h, const struct address *a)
{
    char text[ADDRESS_TEXT];

    address_format(a, text);
    return limits_key_address(h->o.limits, text) + 1; /* not the same key as in ws.c */
}

static struct peer *peer_new(struct http *h, int fd)
{
    struct peer *p = calloc(1, sizeof *p);
    int on = 1;

    if (!p || uv_poll_init_socket(h->o.loop, &p->poll, fd) != 0) {
        free(p);
        return NULL;
    }
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    p->http = h;
    p->fd = fd;
    p->poll.data = p;
    h->handles++;
    h->sockets++;
    h->o.traffic->http_now++;
    return p;
}

/* A new socket. Beyond the hard limits it is closed without an answer, because that would cost us
 * a socket. */
static void welcome(struct http *h, int fd, const struct sockaddr *from)
{
    struct address address = {{0}};
    bool known = address_of_peer(from, &address) && !networks_have(&h->proxies, &address);
    uint64_t key = peer_key(h, &address);
    uint32_t open = limits_open(h->o.limits, key);
    struct peer *p = NULL;

    if (known && open >= h->o.per_address * ADDRESS_HARD)
        http_count_drop(h, DROP_ADDRESS);
    else if (h->sockets >= h->o.connections + HTTP_SPARE && !make_room(h))
        http_count_drop(h, DROP_FULL);
    else
        p = peer_new(h, fd);
    if (!p) {
        close(fd);
        return;
    }
    p->address = address;
    p->key = key;
    p->counted = known && limits_enter(h->o.limits, key, 0);
    p->crowded = known && open >= h->o.per_address;
    wait_for_request(p);
}

void http_on_listen(uv_poll_t *poll, int status, int events)
{
    struct http *h = poll->data;

    (void)status;
    (void)events;
    for (int i = 0; i < ACCEPT; i++) {
        struct sockaddr_storage from;
        socklen_t size = sizeof from;
        int fd = accept4(h->fd, (struct sockaddr *)&from, &size, SOCK_NONBLOCK | SOCK_CLOEXEC);

        if (fd >= 0) {
            welcome(h, fd, (struct sockaddr *)&from);
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            break;
        } else if (errno != ECONNABORTED && errno != EINTR) {
            uv_poll_stop(poll); /* no descriptors or memory: again in a second */
            break;
        }
    }
}

/* The end of the server -------------------------------------------------------------------- */

/* Says goodbye to somebody who still waits for an answer. The request stays with its handler. */
static void turn_away(struct peer *p)
{
    p->request->peer = NULL;
    if (begin_request(p)) {
        http_answer_error(&p->request->seen, 503, NULL, "The server is stopping.");
        http_write(p);
    }
}

void http_close_all(struct http *h)
{
    struct peer *next;

    for (struct peer *p = h->busy.first; p; p = next) {
        next = p->next;
        if (p->state == PEER_HANDED)
            turn_away(p);
    }
    while (h->ready.first)
        http_write(h->ready.first);
    while (h->busy.first)
        http_close(h->busy.first);
    while (h->reading.first)
        http_close(h->reading.first);
}
