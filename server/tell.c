/*
 * What watchers of a table are told: snapshots and updates. The only place that turns a table into
 * messages, and it asks the table's filter (table_seen, table_view) for all that is hidden: nothing
 * here looks at a state.
 *
 * An update is made once for each kind of viewer (a seat, the spectators) and each form of the
 * position that somebody asked for, and shared by all its connections.
 */
#include "tell.h"
#include "../protocol/view_json.h"
#include "hall.h"
#include "ws.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    VIEWERS = SEATS_MAX + 1, /* each seat, and the spectators */
    PATCH_GAP = 4, /* equal bytes between two differences that are not worth a new run */
    VIEW_TEXT = (sizeof(struct view) + 2) / 3 * 4 + 1,
    /* In the worst case every fifth byte differs and each costs four more. */
    PATCH_BYTES = 2 * sizeof(struct view) + 8,
    PATCH_TEXT = (PATCH_BYTES + 2) / 3 * 4 + 1,
    JSON_TEXT_MAX = 64 * 1024,
    LEGAL_LISTED = 4096,
};

/* One entry as one viewer may know it. */
struct seen_entry {
    struct message_happening_part part;
    char text[EVENT_TEXT_MAX];
};

struct telling {
    struct room *room;
    uint32_t count, room_for;
    bool chairs, wanted[VIEWERS];
    uint32_t before; /* entries before the batch */
    struct view view[VIEWERS];
    struct seen_entry *seen[VIEWERS];
};

static uint32_t viewer_of(uint32_t i)
{
    return i == SEATS_MAX ? (uint32_t)SPECTATOR : i;
}

static uint32_t index_of(uint32_t viewer)
{
    return viewer == SPECTATOR ? (uint32_t)SEATS_MAX : viewer;
}

/* ---- parts of messages ---- */

void tell_entry(const struct table *t, const struct entry *e, uint32_t viewer,
                struct message_happening_part *part, char text[256])
{
    struct text out = text_in(text, EVENT_TEXT_MAX);
    event_t event = table_seen(t, e, viewer);

    *part = (struct message_happening_part){
        .n = t->count + 1, .kind = message_text(entry_name(e->kind)), .ms = (int64_t)e->time};
    if (e->seat != NOBODY) {
        part->has_seat = true;
        part->seat = e->seat + 1;
    }
    if (event) {
        table_put_seen(t, e, viewer, &out);
        part->has_event = true;
        part->event = event;
        part->text = (struct message_text){text, out.length};
    }
    if (e->kind == ENTRY_UNDO || e->kind == ENTRY_ASK_UNDO) {
        part->has_left = true;
        part->left = e->event;
    }
}

uint32_t tell_patch(const struct view *before, const struct view *after, uint8_t *out)
{
    const uint8_t *a = (const void *)before, *b = (const void *)after;
    uint32_t n = 0;

    for (uint32_t i = 0; i < sizeof *before;) {
        uint32_t end, same = 0;

        if (i % 64 == 0 && i + 64 <= sizeof *before && memcmp(a + i, b + i, 64) == 0) {
            i += 64;
            continue;
        }
        if (a[i] == b[i]) {
            i++;
            continue;
        }
        for (end = i; end + same < sizeof *before && same < PATCH_GAP;) {
            if (a[end + same] == b[end + same]) {
                same++;
            } else {
                end += same + 1;
                same = 0;
            }
        }
        out[n++] = (uint8_t)(i & 0xFF);
        out[n++] = (uint8_t)(i >> 8);
        out[n++] = (uint8_t)((end - i) & 0xFF);
        out[n++] = (uint8_t)((end - i) >> 8);
        memcpy(out + n, b + i, end - i);
        n += end - i;
        i = end;
    }
    return n;
}

static bool is_online(const struct room *room, uint64_t person)
{
    for (const struct watcher *w = room->watchers; w; w = w->next)
        if (w->client->person && person_number(w->client->person) == person)
            return true;
    return false;
}

uint32_t room_chairs(const struct room *room, const struct table *t, bool online,
                     struct message_chair_part chairs[SEATS_MAX])
{
    static char names[SEATS_MAX][BOT_NAME + 1]; /* of bots, until the next call */

    for (uint32_t seat = 0; seat < t->plan.match.seats; seat++) {
        const struct table_seat *s = &t->seat[seat];
        struct message_chair_part *c = &chairs[seat];

        *c = (struct message_chair_part){.seat = seat + 1, .kind = message_text("open")};
        if (s->role == ROLE_PERSON) {
            c->kind = message_text("person");
            c->name = message_text(room->name[seat]);
            c->has_person = true;
            c->person = (int64_t)s->who;
            c->has_online = online;
            c->online = online && is_online(room, s->who);
        } else if (s->role == ROLE_BOT) {
            bot_name(s->who, names[seat]);
            c->kind = message_text("bot");
            c->bot = c->name = message_text(names[seat]);
        }
        c->has_away = c->away = s->away;
        c->has_resigned = c->resigned = s->out != 0;
    }
    return t->plan.match.seats;
}

static uint32_t acts(const struct table *t, int64_t out[SEATS_MAX])
{
    uint32_t waiting = table_waiting(t), n = 0;

    for (uint32_t seat = 0; seat < t->plan.match.seats; seat++)
        if (waiting >> seat & 1)
            out[n++] = seat + 1;
    return n;
}

static uint32_t clocks(const struct room *room, struct message_clock_part out[SEATS_MAX])
{
    const struct table *t = &room->table;
    uint32_t n = 0;

    if (t->plan.clock.kind == CLOCK_NONE)
        return 0;
    for (uint32_t seat = 0; seat < t->plan.match.seats; seat++, n++) {
        bool runs = false;

        out[n].seat = seat + 1;
        out[n].ms = table_clock(t, seat, room_time(room), &runs);
        out[n].has_runs = out[n].runs = runs;
    }
    return n;
}

static uint32_t ranks(const struct table *t, struct message_rank_part out[SEATS_MAX])
{
    const struct match *m = &t->plan.match;
    uint8_t rank[SEATS_MAX];
    struct sheet sheet;
    struct view v;

    if (!table_ranks(t, rank))
        return 0;
    table_view(t, EVERYTHING, &v);
    m->rules->score(m, &v.seen, &sheet);
    for (uint32_t seat = 0; seat < m->seats; seat++)
        out[seat] = (struct message_rank_part){seat + 1, rank[seat], sheet.seat[seat].total};
    return m->seats;
}

/* What both a snapshot and an update say about the position, for one viewer. */
struct now {
    struct message_chair_part chairs[SEATS_MAX];
    uint32_t chairs_count;
    int64_t acts[SEATS_MAX];
    uint32_t acts_count;
    struct message_clock_part clocks[SEATS_MAX];
    uint32_t clocks_count;
    struct message_rank_part ranks[SEATS_MAX];
    uint32_t ranks_count;
    char seed[2 * SEED_SIZE + 1];
    char sealed[EVENT_TEXT_MAX];
    char *json;
    size_t json_length;
    struct message_text *legal;
    uint32_t legal_count;
    char *legal_text;
};

static void legal_now(const struct table *t, const struct view *v, uint32_t viewer,
                      struct now *now)
{
    const struct match *m = &t->plan.match;
    static event_t events[LEGAL_MAX];
    uint32_t count;

    if (viewer >= m->seats || !(table_waiting(t) >> viewer & 1))
        return;
    count = m->rules->legal(m, &v->seen, events, NULL, LEGAL_MAX);
    if (count > LEGAL_LISTED)
        count = LEGAL_LISTED;
    now->legal = malloc((count + 1) * sizeof *now->legal);
    now->legal_text = malloc(count * (size_t)EVENT_TEXT_MAX + 1);
    if (!now->legal || !now->legal_text)
        return;
    for (uint32_t i = 0; i < count; i++) {
        char *at = now->legal_text + i * (size_t)EVENT_TEXT_MAX;
        struct text out = text_in(at, EVENT_TEXT_MAX);

        m->rules->format(m, &v->seen, events[i], &out);
        now->legal[now->legal_count++] = (struct message_text){at, out.length};
    }
}

static void json_now(const struct room *room, const struct view *v, struct now *now)
{
    struct position p = {
        .match = &room->table.plan.match, .view = v, .events = room->table.events};
    struct json j;

    for (uint32_t seat = 0; seat < SEATS_MAX; seat++)
        p.name[seat] = room->name[seat];
    now->json = malloc(JSON_TEXT_MAX);
    if (!now->json)
        return;
    j = json_in(now->json, JSON_TEXT_MAX);
    view_json(&j, &p);
    if (json_done(&j)) {
        now->json_length = j.length;
    } else {
        free(now->json);
        now->json = NULL;
    }
}

static void sealed_now(const struct table *t, const struct view *v, uint32_t viewer,
                       struct now *now)
{
    const struct match *m = &t->plan.match;
    struct text out = text_in(now->sealed, sizeof now->sealed);

    if (viewer < m->seats && t->seat[viewer].sealed)
        m->rules->format(m, &v->seen, t->seat[viewer].sealed, &out);
}

static void now_begin(const struct room *room, const struct view *v, uint32_t viewer, bool json,
                      bool legal, struct now *now)
{
    const struct table *t = &room->table;

    memset(now, 0, sizeof *now);
    now->chairs_count = room_chairs(room, t, true, now->chairs);
    now->acts_count = acts(t, now->acts);
    now->clocks_count = clocks(room, now->clocks);
    now->ranks_count = ranks(t, now->ranks);
    if (now->ranks_count)
        sodium_bin2hex(now->seed, sizeof now->seed, t->plan.seed, SEED_SIZE);
    sealed_now(t, v, viewer, now);
    if (json)
        json_now(room, v, now);
    if (legal)
        legal_now(t, v, viewer, now);
}

static void now_end(struct now *now)
{
    free(now->json);
    free(now->legal);
    free(now->legal_text);
}

/* ---- updates ---- */

static void fill_update(const struct telling *t, const struct now *now,
                        struct message_update *u)
{
    const struct table *table = &t->room->table;

    u->table = message_text(t->room->id);
    u->last = table->count;
    u->status = message_text(room_status(table));
    if (t->chairs) {
        u->chairs = now->chairs;
        u->chairs_count = now->chairs_count;
    }
    u->acts = now->acts;
    u->acts_count = now->acts_count;
    u->clocks = now->clocks;
    u->clocks_count = now->clocks_count;
    if (now->json)
        u->json = (struct message_text){now->json, now->json_length};
    if (now->legal_count) {
        u->legal = now->legal;
        u->legal_count = now->legal_count;
    }
    if (now->sealed[0])
        u->sealed = message_text(now->sealed);
    if (table->asks != NOBODY) {
        u->has_undo_asked = true;
        u->undo_asked = table->asks + 1;
    }
    if (now->ranks_count) {
        u->result = now->ranks;
        u->result_count = now->ranks_count;
        u->seed = message_text(now->seed);
    }
}

char *telling_text(const struct telling *t, uint32_t viewer, uint32_t view_kind, bool legal,
                   size_t *n)
{
    uint32_t i = index_of(viewer);
    struct message m = {.type = MESSAGE_UPDATE};
    struct message_happening_part *parts = malloc((t->count + 1) * sizeof *parts);
    static uint8_t patch[PATCH_BYTES];
    static char text[PATCH_TEXT];
    char *out;
    struct now now;
    struct view v;

    if (!parts)
        return NULL;
    table_view(&t->room->table, viewer, &v);
    now_begin(t->room, &v, viewer, view_kind == VIEW_JSON, legal, &now);
    fill_update(t, &now, &m.update);
    for (uint32_t k = 0; k < t->count; k++)
        parts[k] = t->seen[i][k].part;
    m.update.happenings = parts;
    m.update.happenings_count = t->count;
    if (view_kind == VIEW_BYTES) {
        uint32_t size = tell_patch(&t->view[i], &v, patch);

        sodium_bin2base64(text, sizeof text, patch, size, sodium_base64_VARIANT_ORIGINAL);
        m.update.patch = message_text(text);
    }
    out = message_wire(&m, n);
    now_end(&now);
    free(parts);
    return out;
}

static struct ws_buffer *make_update(const struct telling *t, uint32_t viewer,
                                     const struct client *c)
{
    struct ws_buffer *b = NULL;
    size_t n;
    char *text = telling_text(t, viewer, c->view, c->legal, &n);

    if (text)
        b = ws_buffer_new(text, n);
    free(text);
    return b;
}

struct telling *telling_begin(struct room *room, uint32_t entries)
{
    struct telling *t;

    if (!room->watchers)
        return NULL;
    t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    t->room = room;
    t->room_for = entries;
    t->before = room->table.count;
    for (const struct watcher *w = room->watchers; w; w = w->next)
        t->wanted[index_of(w->viewer)] = true;
    for (uint32_t i = 0; i < VIEWERS; i++) {
        if (!t->wanted[i])
            continue;
        t->seen[i] = malloc(entries * sizeof *t->seen[i]);
        t->wanted[i] = t->seen[i] != NULL;
        table_view(&room->table, viewer_of(i), &t->view[i]);
    }
    return t;
}

void telling_entry(struct telling *t, const struct entry *e)
{
    if (!t || t->count == t->room_for)
        return;
    t->chairs = t->chairs || (e->kind <= ENTRY_START) ||
                (e->kind >= ENTRY_AWAY && e->kind <= ENTRY_ABORT);
    for (uint32_t i = 0; i < VIEWERS; i++) {
        struct seen_entry *seen = t->wanted[i] ? &t->seen[i][t->count] : NULL;

        if (seen)
            tell_entry(&t->room->table, e, viewer_of(i), &seen->part, seen->text);
    }
    t->count++;
}

void telling_end(struct telling *t)
{
    struct ws_buffer *made[VIEWERS][VIEW_KINDS][2] = {0};

    if (!t)
        return;
    for (struct watcher *w = t->room->watchers; w; w = w->next) {
        uint32_t i = index_of(w->viewer);
        struct client *c = w->client;
        uint32_t seat = c->person ? room_seat_of(t->room, person_number(c->person)) : NOBODY;
        uint8_t viewer = (uint8_t)(seat == NOBODY ? SPECTATOR : seat);
        struct ws_buffer **b = &made[i][c->view][c->legal];

        if (!c->ws)
            continue;
        if (viewer != w->viewer || !t->wanted[i]) {
            struct request from = {.has_after = true, .after = t->before};

            w->viewer = viewer;
            room_send_snapshot(t->room, w, &from);
            continue;
        }
        if (!*b)
            *b = make_update(t, w->viewer, c);
        if (*b)
            ws_send(c->ws, *b);
    }
    for (uint32_t i = 0; i < VIEWERS; i++) {
        for (uint32_t k = 0; k < VIEW_KINDS * 2; k++)
            if (made[i][k / 2][k % 2])
                ws_buffer_release(made[i][k / 2][k % 2]);
        free(t->seen[i]);
    }
    free(t);
}

/* ---- snapshots ---- */

/*
 * The entries after a number as one viewer may know them. What may be known of an entry depends on
 * the table before it, so the table is played again. It is lent the room's own storage: the same
 * entries are written to the same places.
 */
static struct seen_entry *replay(const struct room *room, uint32_t viewer, uint32_t after)
{
    uint32_t count = room->table.count;
    struct seen_entry *seen = malloc((count - after + 1) * sizeof *seen);
    struct table *t = malloc(sizeof *t);
    struct complaint why;

    if (seen && t) {
        table_open(t, &room->table.plan, room->table.entries, room->table.line,
                   room->table.room);
        for (uint32_t n = 0; n < count; n++) {
            struct entry e = room->table.entries[n];

            if (n >= after)
                tell_entry(t, &e, viewer, &seen[n - after].part, seen[n - after].text);
            if (!table_apply(t, &e, &why))
                break; /* cannot be: it was applied before */
        }
    }
    free(t);
    return seen;
}

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

static void fill_snapshot(const struct room *room, const struct now *now, uint32_t viewer,
                          struct message_snapshot *s)
{
    const struct table *t = &room->table;

    s->table = message_text(room->id);
    s->last = t->count;
    s->status = message_text(room_status(t));
    s->plan = &room->plan;
    s->chairs = now->chairs;
    s->chairs_count = now->chairs_count;
    s->has_your_seat = viewer < t->plan.match.seats;
    s->your_seat = viewer + 1;
    s->acts = now->acts;
    s->acts_count = now->acts_count;
    s->clocks = now->clocks;
    s->clocks_count = now->clocks_count;
    if (now->json)
        s->json = (struct message_text){now->json, now->json_length};
    if (now->legal_count) {
        s->legal = now->legal;
        s->legal_count = now->legal_count;
    }
    if (now->sealed[0])
        s->sealed = message_text(now->sealed);
    s->has_undo_asked = t->asks != NOBODY;
    s->undo_asked = t->asks + 1;
    if (now->ranks_count) {
        s->result = now->ranks;
        s->result_count = now->ranks_count;
        s->seed = message_text(now->seed);
    }
}

char *room_snapshot(struct room *room, const struct client *c, uint32_t viewer,
                    const struct request *r, size_t *n)
{
    struct message m = {.type = MESSAGE_SNAPSHOT};
    uint32_t count = room->table.count;
    uint32_t after = r->has_after && r->after < count ? r->after : count;
    struct message_happening_part *parts = malloc((count - after + 1) * sizeof *parts);
    struct seen_entry *seen = after < count ? replay(room, viewer, after) : NULL;
    struct message_line_part lines[CHAT_KEPT];
    char view_text[VIEW_TEXT], *text = NULL;
    struct now now;
    struct view v;

    table_view(&room->table, viewer, &v);
    now_begin(room, &v, viewer, c->view == VIEW_JSON, c->legal, &now);
    fill_snapshot(room, &now, viewer, &m.snapshot);
    m.snapshot.has_id = r->id.given;
    m.snapshot.id = r->id.id;
    m.snapshot.happenings = parts;
    for (uint32_t i = 0; parts && seen && i < count - after; i++)
        parts[m.snapshot.happenings_count++] = seen[i].part;
    m.snapshot.chat = lines;
    m.snapshot.chat_count = chat_lines(room, lines);
    if (c->view == VIEW_BYTES) {
        sodium_bin2base64(view_text, sizeof view_text, (const uint8_t *)&v, sizeof v,
                          sodium_base64_VARIANT_ORIGINAL);
        m.snapshot.view = message_text(view_text);
    }
    if (parts)
        text = message_wire(&m, n);
    now_end(&now);
    free(seen);
    free(parts);
    return text;
}

void room_send_snapshot(struct room *room, struct watcher *w, const struct request *r)
{
    size_t n;
    char *text = room_snapshot(room, w->client, w->viewer, r, &n);

    if (text && w->client->ws)
        ws_send_text(w->client->ws, text, n);
    free(text);
}

/* ---- people and words ---- */

static void to_all(struct room *room, const struct message *m)
{
    struct ws_buffer *b = room->watchers ? message_buffer(m) : NULL;

    for (struct watcher *w = room->watchers; b && w; w = w->next)
        if (w->client->ws)
            ws_send(w->client->ws, b);
    if (b)
        ws_buffer_release(b);
}

void room_tell_presence(struct room *room)
{
    struct message m = {.type = MESSAGE_PRESENCE};
    struct message_chair_part chairs[SEATS_MAX];

    m.presence.table = message_text(room->id);
    m.presence.chairs = chairs;
    m.presence.chairs_count = room_chairs(room, &room->table, true, chairs);
    for (const struct watcher *w = room->watchers; w; w = w->next)
        m.presence.watching += w->viewer == SPECTATOR;
    to_all(room, &m);
}

void room_tell_chat(struct room *room, const struct chat_line *l)
{
    struct message_line_part line = {l->number, (int64_t)l->person, message_text(l->name),
                                     message_text(l->text), l->time / 1000};
    struct message m = {.type = MESSAGE_CHAT};

    m.chat.table = message_text(room->id);
    m.chat.line = &line;
    to_all(room, &m);
}
