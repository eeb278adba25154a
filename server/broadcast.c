/*
 * Sends messages to everybody who watches a table, and decides who gets which one.
 * protocol/report.c makes the messages. An update is made once for each kind of viewer (a seat,
 * the spectators) and each form of it that somebody asked for; all connections of that kind
 * share it.
 */
#include "broadcast.h"
#include "hall.h"
#include "net/ws.h"

#include <stdlib.h>
#include <string.h>

/* The update for one kind of viewer, in one form. */
struct version {
    struct version *next;
    bool usual; /* goes back to the spare ones after use */
    struct report report;
    struct message_arena store;
    struct ws_buffer *buffer;
};

struct broadcast {
    struct room *room;
    struct hosted hosted;
    uint32_t before; /* entries before the batch */
    uint32_t acts;   /* seats (bits) that are to act after it */
    bool plain;      /* the game just goes on: viewers who are not to act can wait a little */
    struct version *versions;
};

enum {
    USUAL_ENTRIES = 16, /* at most, in a batch whose versions are kept for reuse */
    SPARE_MAX = 64,
    PRESENCE_MS = 50, /* people who come or go in this time are told in one message */
};

/* Versions that are not in use, with room for a batch of the usual size. Only the loop's thread
 * uses them. */
static struct version *spare;
static uint32_t spares;

/* Storage that messages point to until they are encoded. One thread, one message at a time. */
static char scratch_bytes[HOSTED_SCRATCH];

static struct message_arena scratch(void)
{
    return (struct message_arena){scratch_bytes, sizeof scratch_bytes, 0};
}

static bool is_online(const struct room *room, uint64_t person)
{
    for (const struct watcher *w = room->watchers; w; w = w->next)
        if (w->client->person && person_number(w->client->person) == person)
            return true;
    return false;
}

static struct hosted hosted_now(const struct room *room)
{
    struct hosted h = room_hosted(room, &room->table);

    h.now = room_time(room);
    for (uint32_t seat = 0; seat < room->table.plan.match.seats; seat++)
        if (room->table.seat[seat].role == ROLE_PERSON &&
            is_online(room, room->table.seat[seat].who))
            h.online |= 1u << seat;
    return h;
}

struct hosted room_hosted(const struct room *room, const struct table *t)
{
    return (struct hosted){.table = t,
                           .id = room->id,
                           .plan = &room->plan,
                           .name = room->name,
                           .spec = room->spec};
}

/* ---- updates ---- */

static struct version *version_of(const struct broadcast *t, uint32_t viewer,
                                  const struct wants *wants)
{
    struct version *v = t->versions;

    while (v && (v->report.viewer != viewer || v->report.wants.view != wants->view ||
                 v->report.wants.legal != wants->legal))
        v = v->next;
    return v;
}

static void add_version(struct broadcast *t, uint32_t viewer, const struct wants *wants,
                        uint32_t entries)
{
    bool usual = entries <= USUAL_ENTRIES;
    size_t size = REPORT_LAST + (usual ? USUAL_ENTRIES : entries) * (size_t)REPORT_ENTRY;
    struct version *v = usual ? spare : NULL;

    if (v) {
        spare = v->next;
        spares--;
    } else if (!(v = malloc(sizeof *v + size))) {
        return;
    }
    v->usual = usual;
    v->buffer = NULL;
    v->store = (struct message_arena){(char *)(v + 1), size, 0};
    report_begin(&v->report, &t->hosted, viewer, wants, &v->store, entries);
    v->next = t->versions;
    t->versions = v;
}

struct broadcast *broadcast_begin(struct room *room, uint32_t entries)
{
    struct broadcast *t;

    if (!room->watchers)
        return NULL;
    t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    t->room = room;
    t->before = room->table.count;
    t->plain = true;
    t->hosted = room_hosted(room, &room->table);
    for (const struct watcher *w = room->watchers; w; w = w->next)
        if (!version_of(t, w->viewer, &w->client->wants))
            add_version(t, w->viewer, &w->client->wants, entries);
    return t;
}

void broadcast_entry(struct broadcast *t, const struct entry *e)
{
    for (struct version *v = t ? t->versions : NULL; v; v = v->next)
        report_entry(&v->report, e);
    if (t && e->kind != ENTRY_CHOICE && e->kind != ENTRY_CHANCE)
        t->plain = false;
}

char *broadcast_text(struct broadcast *t, uint32_t viewer, const struct wants *wants, size_t *n)
{
    struct version *v = version_of(t, viewer, wants);
    struct message_arena lent = scratch();
    struct message m;

    return v && report_update(&v->report, &lent, &m) ? message_wire(&m, n) : NULL;
}

bool broadcast_shared(const struct broadcast *t, uint32_t a, uint32_t b,
                      const struct wants *wants)
{
    const struct version *x = version_of(t, a, wants), *y = version_of(t, b, wants);

    return x && y && report_same(&x->report, &y->report);
}

/* Most viewers may know the same about most moves: then they all get the same message. */
static struct ws_buffer *make_update(struct broadcast *t, struct version *v)
{
    struct message_arena lent = scratch();
    struct message m;

    for (const struct version *other = t->versions; other; other = other->next)
        if (other->buffer && report_same(&v->report, &other->report))
            return ws_buffer_keep(other->buffer);
    return report_update(&v->report, &lent, &m) ? message_buffer(&m) : NULL;
}

/* Sends a watcher the update, or a snapshot if the update has made it another viewer. */
static void send_to_watcher(struct broadcast *t, struct watcher *w)
{
    struct client *c = w->client;
    uint8_t viewer = room_viewer(t->room, c);
    struct version *v = version_of(t, w->viewer, &c->wants);

    if (!c->ws)
        return;
    if (v && viewer == w->viewer && !v->buffer)
        v->buffer = make_update(t, v);
    if (v && viewer == w->viewer && v->buffer) {
        bool has_time = t->plain && (viewer == SPECTATOR || !(t->acts >> viewer & 1));

        (has_time ? ws_send_lazily : ws_send)(c->ws, v->buffer);
    } else {
        w->viewer = viewer;
        room_send_snapshot(t->room, w, t->before, (struct command_id){0});
        room_send_presence(t->room); /* the number of spectators has changed */
    }
}

void broadcast_applied(struct broadcast *t)
{
    t->hosted = hosted_now(t->room);
}

void broadcast_end(struct broadcast *t)
{
    if (!t)
        return;
    broadcast_applied(t);
    t->acts = table_waiting(&t->room->table);
    t->plain = t->plain && t->room->table.phase == TABLE_PLAYING;
    for (struct watcher *w = t->room->watchers; w; w = w->next)
        send_to_watcher(t, w);
    while (t->versions) {
        struct version *v = t->versions;

        t->versions = v->next;
        if (v->buffer)
            ws_buffer_release(v->buffer);
        if (v->usual && spares < SPARE_MAX) {
            v->next = spare;
            spare = v;
            spares++;
        } else {
            free(v);
        }
    }
    free(t);
}

void broadcast_free_spare(void)
{
    while (spare) {
        struct version *v = spare;

        spare = v->next;
        free(v);
    }
    spares = 0;
}

/* ---- snapshots ---- */

static uint32_t chat_lines(const struct room *room, struct message_line_part out[CHAT_KEPT])
{
    uint32_t n = 0;

    for (uint32_t i = 0; room->chat && i < CHAT_KEPT; i++) {
        uint32_t number = room->chats + i + 1 > CHAT_KEPT ? room->chats + i + 1 - CHAT_KEPT : 0;
        const struct chat_line *l = &room->chat[number % CHAT_KEPT];

        if (number && l->number == number)
            out[n++] =
                (struct message_line_part){number, (int64_t)l->person, message_text(l->name),
                                           message_text(l->text), l->time / 1000};
    }
    return n;
}

char *room_snapshot(struct room *room, const struct look *look, size_t *n)
{
    struct hosted hosted = hosted_now(room);
    size_t size = REPORT_LAST + (room->table.count - look->after) * (size_t)REPORT_ENTRY;
    struct table *replica = room_replica(room);
    struct report_storage lent = {{malloc(size), size, 0}, scratch(), replica};
    struct message_line_part lines[CHAT_KEPT];
    struct message m;
    char *text = NULL;

    if (replica && lent.store.at &&
        report_snapshot(&hosted, look->viewer, &look->wants, look->after, &lent, &m)) {
        m.snapshot.has_id = look->id.given;
        m.snapshot.id = look->id.id;
        m.snapshot.chat = lines;
        if (room->plan.public || !look->stranger)
            m.snapshot.chat_count = chat_lines(room, lines);
        text = message_wire(&m, n);
    }
    free(lent.store.at);
    free(replica);
    return text;
}

void room_send_snapshot(struct room *room, struct watcher *w, uint32_t after,
                        struct command_id id)
{
    const struct look look = {w->viewer, after, w->client->wants, !w->client->person, id};
    size_t n;
    char *text = room_snapshot(room, &look, &n);

    if (text && w->client->ws)
        ws_send_text(w->client->ws, text, n);
    free(text);
}

/* ---- presence and chat ---- */

static void to_all(struct room *room, const struct message *m)
{
    struct ws_buffer *b = room->watchers ? message_buffer(m) : NULL;

    for (struct watcher *w = room->watchers; b && w; w = w->next)
        if (w->client->ws)
            ws_send(w->client->ws, b);
    if (b)
        ws_buffer_release(b);
}

static void send_presence(struct room *room)
{
    struct message m = {.type = MESSAGE_PRESENCE};
    struct hosted hosted = hosted_now(room);
    struct hosted_chairs chairs;

    m.presence.table = message_text(room->id);
    m.presence.chairs = chairs.chair;
    m.presence.chairs_count = hosted_chairs(&hosted, true, &chairs);
    for (const struct watcher *w = room->watchers; w; w = w->next)
        m.presence.watching += w->viewer == SPECTATOR;
    to_all(room, &m);
}

static void send_news(uv_timer_t *timer)
{
    struct hall *h = timer->data;
    struct room *room;

    while ((room = h->news) != NULL) {
        h->news = room->next_news;
        room->has_news = false;
        send_presence(room);
        room_release(room);
    }
}

void room_send_presence(struct room *room)
{
    struct hall *h = room->server->hall;

    if (room->has_news || !room->watchers || room->server->stopping)
        return;
    room_keep(room);
    room->has_news = true;
    room->next_news = h->news;
    h->news = room;
    if (!uv_is_active((const uv_handle_t *)&h->presence))
        uv_timer_start(&h->presence, send_news, PRESENCE_MS, 0);
}

void room_send_chat(struct room *room, const struct chat_line *l)
{
    struct message_line_part line = {l->number, (int64_t)l->person, message_text(l->name),
                                     message_text(l->text), l->time / 1000};
    struct message m = {.type = MESSAGE_CHAT};

    m.chat.table = message_text(room->id);
    m.chat.line = &line;
    to_all(room, &m);
}
