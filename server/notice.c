/*
 * "Your turn" to a webhook: a POST of JSON to an http:// URL for every turn that has waited
 * longer than notice-seconds. The store lets only one of several nodes make the call. It uses
 * the loop's own sockets: nothing here blocks. A call that fails is tried again when its lease
 * is over.
 */
#include "api.h"
#include "journal.h"
#include "lobby.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LOOK_MS = 2000, /* how often due turns are looked for */
    CALL_MS = 4 * 1000,
    LEASE_MS = CALL_MS + 1000, /* a call that has not worked by then is due again */
    CALLS_MAX = 16,            /* at once */
    TEXT = 2048,
};

struct notices {
    struct server *server;
    uv_timer_t timer;
    char host[CONFIG_TEXT], port[8], path[CONFIG_TEXT];
    uint32_t calls;
    bool looking;
};

/* One call on its way. */
struct call {
    struct notices *notices;
    char table[64], game[64], person[64], name[NAME_SIZE];
    uint32_t seat;
    int64_t since;
    uv_getaddrinfo_t resolve;
    uv_tcp_t socket;
    uv_timer_t timer;
    uv_connect_t connect;
    uv_write_t write;
    char out[TEXT], in[64];
    size_t got;
    uint32_t handles;
    bool open, good;
};

static void call_closed(uv_handle_t *handle)
{
    struct call *c = handle->data;

    if (--c->handles == 0)
        free(c);
}

/* The end of a call, good or not. */
static void call_end(struct call *c)
{
    struct server *s = c->notices->server;

    if (!c->open)
        return;
    c->open = false;
    c->notices->calls--;
    if (c->good) {
        s->counters.notices_sent++;
        if (!s->stopping)
            store_notice_sent(s->store, c->table, c->seat, c->since, (struct store_done){0});
    } else {
        s->counters.notices_failed++;
        journal("webhook_failed", "table", c->table, NULL, NULL);
    }
    uv_close((uv_handle_t *)&c->socket, call_closed);
    uv_close((uv_handle_t *)&c->timer, call_closed);
}

static void too_late(uv_timer_t *timer)
{
    call_end(timer->data);
}

static void give_room(uv_handle_t *handle, size_t size, uv_buf_t *buf)
{
    struct call *c = handle->data;

    (void)size;
    *buf = uv_buf_init(c->in + c->got, (unsigned)(sizeof c->in - 1 - c->got));
}

/* "HTTP/1.1 204": the rest of the answer does not matter. */
static void received(uv_stream_t *stream, ssize_t n, const uv_buf_t *buf)
{
    struct call *c = stream->data;

    (void)buf;
    if (n > 0)
        c->got += (size_t)n;
    c->in[c->got] = '\0';
    if (c->got >= 12 || n < 0) {
        c->good = c->got >= 12 && strncmp(c->in, "HTTP/1.", 7) == 0 && c->in[9] == '2';
        call_end(c);
    }
}

static void written(uv_write_t *write, int status)
{
    struct call *c = write->data;

    if (!c->open)
        return;
    if (status != 0 || uv_read_start((uv_stream_t *)&c->socket, give_room, received) != 0)
        call_end(c);
}

static void connected(uv_connect_t *connect, int status)
{
    struct call *c = connect->data;
    uv_buf_t buf = uv_buf_init(c->out, (unsigned)strlen(c->out));

    if (!c->open)
        return;
    c->write.data = c;
    if (status != 0 || uv_write(&c->write, (uv_stream_t *)&c->socket, &buf, 1, written) != 0)
        call_end(c);
}

static void resolved(uv_getaddrinfo_t *resolve, int status, struct addrinfo *found)
{
    struct call *c = resolve->data;

    c->handles--; /* the name's own */
    c->connect.data = c;
    if (!c->open) {
        if (c->handles == 0)
            free(c);
    } else if (status != 0 ||
               uv_tcp_connect(&c->connect, &c->socket, found->ai_addr, connected) != 0) {
        call_end(c);
    }
    uv_freeaddrinfo(found);
}

static void write_request(struct call *c)
{
    const struct notices *n = c->notices;
    char body[1024], link[CONFIG_TEXT + 80];
    struct json j = json_in(body, sizeof body);

    snprintf(link, sizeof link, "%s/#/table/%s", n->server->config.address, c->table);
    json_object(&j, NULL);
    json_text(&j, "event", "your_turn");
    json_text(&j, "table", c->table);
    json_text(&j, "game", c->game);
    json_text(&j, "person", c->person);
    json_text(&j, "name", c->name);
    json_number(&j, "seat", c->seat + 1);
    json_number(&j, "since", c->since / 1000);
    json_text(&j, "link", link);
    json_end(&j);
    json_done(&j);
    snprintf(c->out, sizeof c->out,
             "POST %s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\n"
             "Content-Length: %zu\r\nUser-Agent: anden\r\nConnection: close\r\n\r\n%s",
             n->path, n->host, j.length, body);
}

static void claimed(void *context, const struct store_answer *a)
{
    struct call *c = context;
    struct notices *n = c->notices;
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM};

    if (a->status != STORE_OK || n->server->stopping) {
        n->calls--;
        free(c);
        return;
    }
    write_request(c);
    c->open = true;
    c->handles = 3;
    uv_tcp_init(n->server->loop, &c->socket);
    uv_timer_init(n->server->loop, &c->timer);
    c->socket.data = c->timer.data = c->resolve.data = c;
    uv_timer_start(&c->timer, too_late, CALL_MS, 0);
    if (uv_getaddrinfo(n->server->loop, &c->resolve, resolved, n->host, n->port, &hints) != 0) {
        c->handles--;
        call_end(c);
    }
}

/* The name of the person whose turn it is, for people who read the notice. */
static void find_name(struct call *c, const struct store_table *t)
{
    size_t size = 4 * t->info.size + 4096;
    struct message_arena arena = {malloc(size), size, 0};
    struct message_listing_part listing;

    if (arena.at && lobby_listing(t, &arena, &listing) && c->seat < listing.chairs_count)
        snprintf(c->name, sizeof c->name, "%.*s", (int)listing.chairs[c->seat].name.length,
                 listing.chairs[c->seat].name.at ? listing.chairs[c->seat].name.at : "");
    free(arena.at);
}

static void due(void *context, const struct store_answer *a)
{
    struct notices *n = context;
    struct server *s = n->server;

    n->looking = false;
    for (uint32_t i = 0; a->status == STORE_OK && !s->stopping && i < a->table_count; i++) {
        const struct store_table *t = &a->tables[i];
        struct call *c = n->calls < CALLS_MAX ? calloc(1, sizeof *c) : NULL;

        if (!c)
            return;
        n->calls++;
        c->notices = n;
        snprintf(c->table, sizeof c->table, "%s", t->id);
        snprintf(c->game, sizeof c->game, "%.63s", t->game);
        snprintf(c->person, sizeof c->person, "%s", t->mine.person);
        c->seat = t->mine.seat;
        c->since = t->mine.since;
        find_name(c, t);
        store_notice_claim(s->store, c->table, c->seat, c->since, clock_now(),
                           clock_now() + LEASE_MS, (struct store_done){claimed, c});
    }
}

static void look(uv_timer_t *timer)
{
    struct notices *n = timer->data;
    struct server *s = n->server;
    int64_t now = clock_now();

    if (n->looking || s->stopping || n->calls >= CALLS_MAX)
        return;
    n->looking = true;
    store_turns_due(s->store, now, now - (int64_t)s->config.notice_seconds * 1000, CALLS_MAX,
                    (struct store_done){due, n});
}

/* http://host[:port][/path] */
static bool read_url(struct notices *n, const char *url)
{
    size_t host = 0;
    const char *rest;

    if (strncmp(url, "http://", 7) != 0)
        return false;
    url += 7;
    host = strcspn(url, ":/");
    if (!host)
        return false;
    snprintf(n->host, sizeof n->host, "%.*s", (int)host, url);
    rest = url + host;
    snprintf(n->port, sizeof n->port, "80");
    if (*rest == ':') {
        size_t digits = strspn(++rest, "0123456789");

        if (!digits || digits > 5)
            return false;
        snprintf(n->port, sizeof n->port, "%.*s", (int)digits, rest);
        rest += digits;
    }
    if (*rest && *rest != '/')
        return false;
    snprintf(n->path, sizeof n->path, "%s", *rest ? rest : "/");
    return strpbrk(n->path, " \r\n\t") == NULL;
}

bool notices_check(const struct config *c, char *why, size_t cap)
{
    struct notices n = {0};

    if (!c->webhook[0] || read_url(&n, c->webhook))
        return true;
    snprintf(why, cap,
             "webhook is a URL such as http://127.0.0.1:9000/turn, not \"%s\". For https let a "
             "proxy do it: doc/deploy.md says how.",
             c->webhook);
    return false;
}

bool notices_start(struct server *s)
{
    struct notices *n;

    if (!s->config.webhook[0])
        return true;
    n = calloc(1, sizeof *n);
    if (!n || !read_url(n, s->config.webhook)) {
        free(n);
        return false;
    }
    n->server = s;
    uv_timer_init(s->loop, &n->timer);
    n->timer.data = n;
    uv_timer_start(&n->timer, look, LOOK_MS, LOOK_MS);
    s->notices = n;
    return true;
}

void notices_stop(struct server *s)
{
    struct notices *n = s->notices;

    if (n)
        uv_close((uv_handle_t *)&n->timer, NULL);
}

void notices_free(struct server *s)
{
    free(s->notices);
}
