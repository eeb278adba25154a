/*
 * One table as an actor: requests are judged one after the other, stored, and applied when they
 * are durable. See hall.h. broadcast.c makes the messages to watchers, keep.c what is stored.
 */
#include "hall.h"
#include "journal.h"
#include "lobby.h"
#include "net/ws.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TRIES_MAX = 8, ROOM_START = 256 };

uint8_t room_viewer(const struct room *room, const struct client *c)
{
    uint32_t seat =
        c->person ? table_seat_of(&room->table, person_number(c->person)) : (uint32_t)NOBODY;

    return (uint8_t)(seat == NOBODY ? SPECTATOR : seat);
}

uint64_t room_time(const struct room *room)
{
    int64_t now = clock_now() - room->created + room->ahead;
    uint64_t last = room->table.clock_at;

    return now > 0 && (uint64_t)now > last ? (uint64_t)now : last;
}

enum store_phase room_phase(const struct table *t)
{
    return t->phase == TABLE_GATHERING ? STORE_OPEN
           : t->phase == TABLE_PLAYING ? STORE_PLAYING
                                       : STORE_OVER;
}

/* ---- requests ---- */

struct request *request_new(struct client *c, struct command_id id,
                            const struct desk_request *ask)
{
    struct request *r = calloc(1, sizeof *r);

    if (!r)
        return NULL;
    r->kind = ask->task == DESK_JOIN      ? REQUEST_JOIN
              : ask->task == DESK_REMATCH ? REQUEST_REMATCH
                                          : REQUEST_COMMAND;
    r->client = client_keep(c);
    r->id = id;
    r->ask = *ask;
    if (c && c->person) {
        r->person = person_number(c->person);
        r->guest = client_is_guest(c);
        memcpy(r->name, c->person->name, sizeof r->name);
    }
    return r;
}

struct request *request_line(struct client *c, struct command_id id, const char *text)
{
    struct request *r = request_new(c, id, &(struct desk_request){.task = DESK_OTHER});
    char *line = strdup(text);

    if (r && line) {
        r->kind = REQUEST_LINE;
        r->line = line;
        return r;
    }
    if (r)
        request_free(r);
    free(line);
    return NULL;
}

struct request *request_own(uint8_t command)
{
    struct desk_request ask = {.command = {.kind = command, .seat = NOBODY}};

    return request_new(NULL, (struct command_id){0}, &ask);
}

struct request *request_for(uint64_t person, uint8_t command)
{
    struct request *r = request_own(command);

    if (r) {
        r->person = person;
        r->ask.own_seat = true;
        r->ask.command.role = ROLE_PERSON;
    }
    return r;
}

void request_free(struct request *r)
{
    client_release(r->client);
    if (r->kind == REQUEST_LINE)
        free(r->line);
    free(r);
}

static void push_front(struct room *room, struct request *r)
{
    r->next = room->first;
    room->first = r;
    if (!room->last)
        room->last = r;
}

/* Before this node refuses something, it checks whether another node has added entries. */
static bool look_again(struct room *room, struct request *r)
{
    if (!room->judging || !room->server->hall->shared || !r->person || r->looked)
        return false;
    r->looked = true;
    push_front(room, r);
    room_load(room);
    return true;
}

static void refuse_request(struct room *room, struct request *r, const struct refusal *why)
{
    char words[REFUSAL_WORDS];
    struct message_error e;

    if (look_again(room, r))
        return;
    if (r->kind == REQUEST_VISIT) {
        r->visit.failed(r->visit.context, why);
    } else if (r->call) {
        r->call(r->context, why, 0);
    } else {
        e = refusal_error(why, client_language(r->client), words);
        e.table = message_text(room->id);
        e.has_at = room->loaded;
        e.at = room->table.count;
        client_send_error(r->client, r->id, &e);
    }
    request_free(r);
}

static void accept_request(struct room *room, struct request *r)
{
    struct message_ok ok = {.has_at = true, .at = room->table.count};

    if (r->ask.command.kind == COMMAND_SIT && r->ask.command.role == ROLE_PERSON) {
        ok.has_seat = true;
        ok.seat = r->ask.command.seat + 1;
    }
    if (r->call)
        r->call(r->context, NULL, room->table.count);
    else
        client_ok(r->client, r->id, &ok);
    request_free(r);
}

/* ---- entries that have become durable ---- */

static bool lend_more(struct room *room, uint32_t entries)
{
    struct table *t = &room->table;
    uint32_t wanted = t->count + entries + PROPOSAL_MAX, size = t->room ? t->room : ROOM_START;
    struct entry *e;
    event_t *line;

    if (wanted <= t->room)
        return true;
    while (size < wanted)
        size *= 2;
    e = realloc(t->entries, size * sizeof *e);
    if (!e)
        return false;
    t->entries = e;
    line = realloc(t->line, size * sizeof *line);
    if (!line)
        return false;
    table_lend(t, e, line, size);
    return true;
}

void person_send(struct server *s, uint64_t person, const struct message *m)
{
    struct person *p = person_here(s, person);
    struct ws_buffer *b = p && p->clients ? message_buffer(m) : NULL;

    for (struct client *c = b ? p->clients : NULL; c; c = c->next)
        if (c->ws)
            ws_send(c->ws, b);
    ws_buffer_release(b);
}

void person_send_turn(struct server *s, uint64_t person, const char *table, const char *game,
                      uint32_t last)
{
    struct message m = {.type = MESSAGE_TURN};

    m.turn.table = message_text(table);
    m.turn.game = message_text(game);
    m.turn.last = last;
    person_send(s, person, &m);
}

/* Tells people that it is their turn. */
static void send_turns(struct room *room, uint32_t waited)
{
    const struct table *t = &room->table;
    uint32_t now = table_waiting(t) & ~waited;

    for (uint32_t seat = 0; seat < t->plan.match.seats; seat++)
        if ((now >> seat & 1) && !table_is_bot(t, seat))
            person_send_turn(room->server, t->seat[seat].who, room->id, room->plan.game.at,
                             t->count);
}

static bool changes_chairs(const struct entry *e)
{
    const uint32_t kinds = 1u << ENTRY_SIT | 1u << ENTRY_STAND | 1u << ENTRY_START |
                           1u << ENTRY_AWAY | 1u << ENTRY_BACK | 1u << ENTRY_TIMEOUT |
                           1u << ENTRY_RESIGN | 1u << ENTRY_ABORT;

    return (kinds >> e->kind & 1) != 0;
}

static void game_over(struct room *room)
{
    room->server->counters.games_over++;
    journal("game_over", "table", room->id, "game", room->table.plan.match.board->id);
}

static bool has_entry(const struct entry *entries, uint32_t count, uint8_t kind, uint64_t who)
{
    for (uint32_t i = 0; i < count; i++)
        if (entries[i].kind == kind && (!who || entries[i].who == who))
            return true;
    return false;
}

/* The game starts: where spectators are not allowed, those who are there are sent away before
 * they see anything of it. */
static void show_out(struct room *room, const struct entry *entries, uint32_t count)
{
    struct refusal why;
    char words[REFUSAL_WORDS];

    if (!has_entry(entries, count, ENTRY_START, 0) ||
        plan_spectators(&room->plan) != SPECTATORS_NONE)
        return;
    desk_no_spectators(&why);
    for (struct watcher *w = room->watchers, *next; w; w = next) {
        struct message m = {.type = MESSAGE_ERROR};

        next = w->next;
        if (w->viewer != SPECTATOR ||
            has_entry(entries, count, ENTRY_SIT, person_number(w->client->person)))
            continue;
        m.error = refusal_error(&why, client_language(w->client), words);
        m.error.table = message_text(room->id);
        client_send(w->client, &m);
        watcher_free(w);
    }
}

/* Applies entries that are stored. False if one cannot follow: this table is not the stored
 * one. */
static bool take(struct room *room, const struct entry *entries, uint32_t count,
                 const char *name)
{
    uint32_t waited = table_waiting(&room->table);
    uint32_t phase = room->table.phase;
    bool chairs = false, good = lend_more(room, count);
    struct complaint why;
    struct broadcast *t;

    show_out(room, entries, count);
    t = good ? broadcast_begin(room, count) : NULL;
    for (uint32_t i = 0; good && i < count; i++) {
        broadcast_entry(t, &entries[i]);
        good = table_apply(&room->table, &entries[i], &why);
        if (!good)
            journal("entry_refused", "table", room->id, "why", why.message);
        chairs = chairs || changes_chairs(&entries[i]);
        if (good && name && entries[i].kind == ENTRY_SIT && entries[i].role == ROLE_PERSON)
            snprintf(room->name[entries[i].seat], NAME_SIZE, "%s", name);
        room->server->counters.entries++;
    }
    broadcast_end(t);
    if (!room->loaded)
        return good; /* old entries are no news to anybody */
    if (good && phase != room->table.phase && room_phase(&room->table) == STORE_OVER)
        game_over(room);
    send_turns(room, waited);
    if (chairs || phase != room->table.phase)
        lobby_changed(room->server);
    return good;
}

/* ---- loading ---- */

static bool refuse_damaged(struct refusal *why)
{
    return refuse(why, "damaged", "This table cannot be read by this server.");
}

/* The table cannot be used now, so all requests fail. One that may have been stored is answered
 * as in doubt. */
static void requests_fail(struct room *room, const struct refusal *why)
{
    const struct store_answer unknown = {.status = STORE_IN_DOUBT};
    struct refusal doubt;
    struct request *r;

    refuse_store(&doubt, &unknown);
    while ((r = room->first) != NULL) {
        room->first = r->next;
        refuse_request(room, r, r->doubt ? &doubt : why);
    }
    room->last = NULL;
}

/* Applies all new entries that were read, as one batch. */
static bool take_stored(struct room *room, const struct store_answer *a)
{
    struct entry *entries = malloc((a->entry_count + 1) * sizeof *entries);
    bool good = entries != NULL;
    uint32_t n = 0;

    for (uint32_t i = 0; good && i < a->entry_count; i++) {
        const struct store_entry *stored = &a->entries[i];

        if (stored->number > room->table.count)
            good = stored->bytes.size == ENTRY_SIZE &&
                   entry_decode(stored->bytes.at, &entries[n++]) &&
                   stored->number == room->table.count + n;
    }
    good = good && (n == 0 || take(room, entries, n, NULL));
    free(entries);
    return good;
}

/* The first time that a table is loaded: opens it by its plan, and makes room for its
 * entries. */
static bool take_first(struct room *room, const struct store_answer *a)
{
    struct refusal why = {0};

    if (!room_open_plan(room, &a->tables[0], &why)) {
        journal("table_refused", "table", room->id, "why", why.why.message);
        return false;
    }
    if (!lend_more(room, a->entry_count))
        return false;
    room->mine = !room->server->hall->shared;
    if (a->tables[0].chat)
        room_load_chat(room, a->tables[0].chat > CHAT_KEPT ? a->tables[0].chat - CHAT_KEPT : 0);
    return true;
}

/* By this server's clock the last entry may be in the future. Then the table's clock goes on
 * from that time, instead of standing still until then. */
static void catch_up(struct room *room)
{
    int64_t ahead = room->created + (int64_t)room->table.clock_at - clock_now();

    if (ahead > room->ahead)
        room->ahead = ahead;
}

static void loaded(void *context, const struct store_answer *a)
{
    struct room *room = context;
    bool good = a->status == STORE_OK && a->table_count == 1;
    uint32_t count = room->table.count;
    struct refusal why;

    room->busy = false;
    room->server->counters.loads++;
    if (good) {
        room_read_info(room, a->tables[0].info.at, a->tables[0].info.size);
        room->wait = a->tables[0].wait;
        good = (room->loaded || take_first(room, a)) && take_stored(room, a);
    }
    if (good) {
        if (room->loaded && room->table.count > count)
            room->mine = false;
        room->loaded = true;
        room->behind = 0;
        catch_up(room);
        room_go_on(room);
    } else {
        if (a->status == STORE_MISSING)
            desk_no_table(&why);
        else if (a->status == STORE_OK)
            refuse_damaged(&why);
        else
            refuse_store(&why, a);
        requests_fail(room, &why);
        if (!room->loaded || a->status == STORE_OK || a->status == STORE_MISSING)
            room_load_failed(room);
    }
    room_release(room);
}

void room_load(struct room *room)
{
    room->busy = true;
    room_keep(room);
    store_load(room->server->store, room->id, room->table.count,
               (struct store_done){loaded, room});
}

/* ---- doing requests ---- */

static void stored(void *context, const struct store_answer *a)
{
    struct room *room = context;
    struct request *r = room->doing;
    struct refusal why;

    room->busy = false;
    room->doing = NULL;
    if (a->status == STORE_OK) {
        room->mine = true;
        room->wait = room->later;
        if (take(room, room->proposal.entry, room->proposal.count,
                 r->ask.command.kind == COMMAND_SIT ? r->name : NULL)) {
            accept_request(room, r);
        } else {
            refuse_damaged(&why);
            refuse_request(room, r, &why);
        }
    } else if ((a->status == STORE_CONFLICT || a->status == STORE_GAP ||
                a->status == STORE_IN_DOUBT) &&
               r->tries++ < TRIES_MAX) {
        /* Another node was first, or may have been: load the new entries, and judge the request
         * again. */
        room->server->counters.conflicts++;
        r->doubt = r->doubt || a->status == STORE_IN_DOUBT;
        push_front(room, r);
        room_load(room);
    } else {
        refuse_store(&why, a);
        refuse_request(room, r, &why);
    }
    if (!room->busy && room->behind > room->table.count)
        room_load(room);
    room_go_on(room);
    room_release(room);
}

bool refuse_dear(struct refusal *why)
{
    return refuse(why, "slow_down",
                  "You have asked for too much of the record. Wait a minute, then go on.");
}

static void judge(struct room *room, struct request *r)
{
    bool back = desk_looks_back(&room->table, &r->ask);
    struct table *replica = back ? room_replica(room) : NULL;
    const struct desk desk = {&room->table, room_time(room), replica, &room->proposal};
    const struct desk_sender who = {.person = r->person,
                                    .maker = room->plan.has_host &&
                                             (uint64_t)room->plan.host == r->person,
                                    .guest = r->guest};
    struct refusal why;
    enum desk_answer answer = DESK_REFUSED;

    if (r->client && back &&
        !telling_pays(room->server, r->person, r->client->from, room->table.count))
        refuse_dear(&why);
    else if (lend_more(room, 0) && (replica || !back))
        answer = desk_propose(&desk, &who, &r->ask, &why);
    else
        refuse_memory(&why);
    free(replica);
    if (answer == DESK_REFUSED) {
        refuse_request(room, r, &why);
    } else if (answer == DESK_DONE) {
        accept_request(room, r);
    } else {
        room->doing = r;
        room->busy = true;
        room_keep(room);
        room_store(room, stored);
    }
}

/* A line of chat. */
static void speak(struct room *room, struct request *r)
{
    struct refusal why;

    if (desk_may_say(&room->table, &room->plan, r->person, &why)) {
        room_say(room, r->client, r->id, r->line);
        request_free(r);
    } else {
        refuse_request(room, r, &why);
    }
}

/* A join: a long record comes first, in pieces, and counts against a limit. */
static void join(struct room *room, struct request *r)
{
    uint32_t entries = room->table.count - desk_after(&room->table, &r->ask);
    struct refusal why;

    if (r->ask.has_after && r->ask.after > room->table.count && look_again(room, r))
        return;
    if (!desk_may_watch(&room->table, &room->plan, r->person, &why) ||
        (!telling_pays(room->server, r->person, r->client->from, entries) &&
         !refuse_dear(&why))) {
        refuse_request(room, r, &why);
    } else if (entries <= PIECE || !r->client->person || !telling_begin(room, r)) {
        room_join(room, r);
    }
}

void room_join(struct room *room, struct request *r)
{
    struct client *c = r->client;
    struct watcher *w = NULL;
    struct refusal why;

    if (!desk_may_watch(&room->table, &room->plan, r->person, &why)) {
        refuse_request(room, r, &why);
        return;
    }
    if (c->ws && c->person) {
        w = watcher_of(room, c, &why);
        if (!w) {
            refuse_request(room, r, &why);
            return;
        }
        w->viewer = room_viewer(room, c);
        room_send_snapshot(room, w, desk_after(&room->table, &r->ask), r->id);
        room_send_presence(room);
    }
    request_free(r);
}

void room_request(struct room *room, struct request *r)
{
    r->next = NULL;
    if (room->last)
        room->last->next = r;
    else
        room->first = r;
    room->last = r;
    room_go_on(room);
}

void hall_visit(struct server *s, const char *id, struct visit visit)
{
    struct request *r = calloc(1, sizeof *r);
    struct refusal why;
    struct room *room = NULL;

    if (r)
        room = hall_room(s, id, &why);
    else
        refuse_memory(&why);
    if (room) {
        r->kind = REQUEST_VISIT;
        r->visit = visit;
        room_request(room, r);
    } else {
        free(r);
        visit.failed(visit.context, &why);
    }
}

/* Does a request whose turn has come. */
static void room_do(struct room *room, struct request *r)
{
    switch (r->kind) {
    case REQUEST_COMMAND:
        judge(room, r);
        break;
    case REQUEST_JOIN:
        join(room, r);
        break;
    case REQUEST_REMATCH:
        room_rematch(room, r);
        request_free(r);
        break;
    case REQUEST_LINE:
        speak(room, r);
        break;
    case REQUEST_VISIT:
        r->visit.at(r->visit.context, room);
        request_free(r);
        break;
    }
}

void room_go_on(struct room *room)
{
    struct request *r;

    room_keep(room);
    while (room->loaded && !room->busy && !room->closing && (r = room->first) != NULL) {
        room->first = r->next;
        if (!room->first)
            room->last = NULL;
        room->judging = true;
        room_do(room, r);
        room->judging = false;
    }
    if (room->loaded && !room->busy && !room->closing)
        room_schedule(room);
    room_release(room);
}
