/*
 * Connections: from the text of a message to the part of the server that does it. Says nothing
 * about games and rules.
 */
#include "hall.h"
#include "lobby.h"
#include "net/ws.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void session_open(struct ws *w, const struct http_request *r)
{
    struct client *c = calloc(1, sizeof *c);

    (void)r;
    if (!c) {
        ws_close(w, WS_LATER, "The server is short of memory.");
        return;
    }
    c->server = ws_context(w);
    c->ws = w;
    client_keep(c);
    ws_set_user(w, c);
}

void session_closed(struct ws *w)
{
    struct client *c = ws_user(w);

    if (!c)
        return;
    c->ws = NULL;
    lobby_leave(c);
    client_leave_all(c);
    signin_leave(c);
    client_release(c);
}

static struct command_id id_of(bool given, int64_t id)
{
    return (struct command_id){given, id};
}

/* The request for a command on a table, handed to that table. */
static struct request *new_request(struct client *c, struct command_id id, uint8_t kind)
{
    struct request *r = request_new(c, id, kind);

    if (!r)
        client_error(c, id, "busy", "The server is short of memory. Try again later.");
    return r;
}

static void hand_over(struct client *c, const struct message_text *table, struct request *r)
{
    struct room *room = table->length < TABLE_ID ? hall_room(c->server, table->at) : NULL;

    if (room) {
        room_request(room, r);
        return;
    }
    if (table->length >= TABLE_ID)
        client_error(c, r->id, "no_table", "There is no such table.");
    else
        client_error(c, r->id, "busy", "The server is full: try again later.");
    request_free(r);
}

static void own_seat(struct client *c, const struct message_text *table, struct command_id id,
                     uint8_t kind, int64_t at)
{
    struct request *r = new_request(c, id, kind);

    if (!r)
        return;
    r->find_seat = true;
    r->command.role = ROLE_PERSON;
    r->command.seen = at < 0 || at > UINT32_MAX ? 0 : (uint32_t)at;
    hand_over(c, table, r);
}

static void do_join(struct client *c, const struct message_join *m)
{
    struct request *r = new_request(c, id_of(m->has_id, m->id), COMMAND_GO_ON);

    if (!r)
        return;
    r->join = true;
    r->has_after = m->has_after;
    r->after = m->after < 0 || m->after > UINT32_MAX ? 0 : (uint32_t)m->after;
    hand_over(c, &m->table, r);
}

static void do_leave(struct client *c, const struct message_leave *m)
{
    for (struct watcher *w = c->watching, *next; w; w = next) {
        next = w->next_watch;
        if (message_text_is(&m->table, w->room->id)) {
            struct room *room = w->room;

            room_keep(room);
            watcher_free(w);
            room_tell_presence(room);
            room_release(room);
        }
    }
    client_ok(c, id_of(m->has_id, m->id), NULL);
}

static void do_sit(struct client *c, const struct message_sit *m)
{
    struct request *r = new_request(c, id_of(m->has_id, m->id), COMMAND_SIT);

    if (!r)
        return;
    r->command.role = ROLE_PERSON;
    r->command.who = person_number(c->person);
    r->first_open = !m->has_seat;
    r->command.seat = m->seat >= 1 && m->seat <= SEATS_MAX ? (uint8_t)(m->seat - 1) : NOBODY;
    hand_over(c, &m->table, r);
}

static void do_seat(struct client *c, const struct message_seat *m)
{
    bool bot = message_text_is(&m->kind, "bot");
    struct request *r =
        new_request(c, id_of(m->has_id, m->id), bot ? COMMAND_SIT : COMMAND_STAND);

    if (!r)
        return;
    r->host_only = true;
    r->command.role = ROLE_BOT;
    r->command.seat = m->seat >= 1 && m->seat <= SEATS_MAX ? (uint8_t)(m->seat - 1) : NOBODY;
    if (bot)
        snprintf(r->text, sizeof r->text, "%s", m->bot.at ? m->bot.at : "");
    hand_over(c, &m->table, r);
}

static void do_start(struct client *c, const struct message_start *m)
{
    struct request *r = new_request(c, id_of(m->has_id, m->id), COMMAND_START);

    if (!r)
        return;
    r->host_only = true;
    r->command.seat = NOBODY;
    hand_over(c, &m->table, r);
}

static void do_do(struct client *c, const struct message_do *m)
{
    struct command_id id = id_of(m->has_id, m->id);
    struct request *r;

    if ((m->event.at != NULL) == m->has_number) {
        client_error(c, id, "bad_message", "Give the event in words (event) or as a number.");
        return;
    }
    r = new_request(c, id, COMMAND_CHOOSE);
    if (!r)
        return;
    r->find_seat = true;
    r->command.role = ROLE_PERSON;
    r->command.seen = m->at < 0 || m->at > UINT32_MAX ? 0 : (uint32_t)m->at;
    if (m->event.at)
        snprintf(r->text, sizeof r->text, "%s", m->event.length ? m->event.at : " ");
    else
        r->command.event = m->number < 0 || m->number > UINT32_MAX ? 0 : (event_t)m->number;
    hand_over(c, &m->table, r);
}

static void do_ping(struct client *c, const struct message_ping *m)
{
    struct message out = {.type = MESSAGE_PONG,
                          .pong = {.has_id = m->has_id, .id = m->id, .ms = clock_now()}};

    client_send(c, &out);
}

/* Everything that needs a person. */
static void dispatch(struct client *c, const struct message *m)
{
    switch (m->type) {
    case MESSAGE_CREATE:
        lobby_create(c, &m->create);
        break;
    case MESSAGE_REMATCH:
        lobby_rematch(c, &m->rematch);
        break;
    case MESSAGE_LOBBY:
        lobby_watch(c, &m->lobby);
        break;
    case MESSAGE_MINE:
        lobby_mine(c, &m->mine);
        break;
    case MESSAGE_JOIN:
        do_join(c, &m->join);
        break;
    case MESSAGE_LEAVE:
        do_leave(c, &m->leave);
        break;
    case MESSAGE_SIT:
        do_sit(c, &m->sit);
        break;
    case MESSAGE_STAND:
        own_seat(c, &m->stand.table, id_of(m->stand.has_id, m->stand.id), COMMAND_STAND, 0);
        break;
    case MESSAGE_SEAT:
        do_seat(c, &m->seat);
        break;
    case MESSAGE_START:
        do_start(c, &m->start);
        break;
    case MESSAGE_DO:
        do_do(c, &m->do_);
        break;
    case MESSAGE_UNDO:
        own_seat(c, &m->undo.table, id_of(m->undo.has_id, m->undo.id), COMMAND_UNDO,
                 m->undo.at);
        break;
    case MESSAGE_ANSWER:
        own_seat(c, &m->answer.table, id_of(m->answer.has_id, m->answer.id),
                 m->answer.agree ? COMMAND_AGREE : COMMAND_REFUSE, m->answer.at);
        break;
    case MESSAGE_RESIGN:
        own_seat(c, &m->resign.table, id_of(m->resign.has_id, m->resign.id), COMMAND_RESIGN, 0);
        break;
    case MESSAGE_AWAY:
        own_seat(c, &m->away.table, id_of(m->away.has_id, m->away.id), COMMAND_AWAY, 0);
        break;
    case MESSAGE_BACK:
        own_seat(c, &m->back.table, id_of(m->back.has_id, m->back.id), COMMAND_BACK, 0);
        break;
    case MESSAGE_SAY:
        lobby_say(c, &m->say);
        break;
    case MESSAGE_RENAME:
        signin_rename(c, &m->rename);
        break;
    case MESSAGE_SECURE:
        signin_secure(c, &m->secure);
        break;
    default:
        break;
    }
}

/* Is it a command that was answered before? Then it is answered the same, and nothing is done. */
static bool answered(struct client *c, struct command_id id)
{
    if (!id.given || !c->person)
        return false;
    for (uint32_t i = 0; i < REPLIES; i++) {
        struct reply *r = &c->person->reply[i];

        if (r->buffer && r->run == c->run && r->id == id.id) {
            c->server->counters.repeated++;
            ws_send(c->ws, r->buffer);
            return true;
        }
    }
    return false;
}

static bool may_speak(struct client *c, struct command_id id)
{
    struct server *s = c->server;
    uint64_t key;
    char words[160];
    struct text out = text_in(words, sizeof words);
    struct said wait = say_number(0);

    if (!s->limits)
        return true;
    key =
        c->person ? person_number(c->person) : limits_key_address(s->limits, ws_address(c->ws));
    if (limits_take(s->limits, LIMIT_MESSAGE, key, clock_steady(s)))
        return true;
    wait.number = (int32_t)limits_wait(s->limits, LIMIT_MESSAGE, key, clock_steady(s));
    words_put(&out, client_language(c),
              SAYS("Too many messages. Wait {0} seconds, then go on."), &wait);
    client_error(c, id, "slow_down", words);
    return false;
}

static void handle(struct client *c, const struct message *m)
{
    struct command_id id = message_id(m);

    c->server->counters.commands++;
    if (!may_speak(c, id) || answered(c, id))
        return;
    if (m->type == MESSAGE_HELLO)
        signin_hello(c, &m->hello);
    else if (m->type == MESSAGE_PING)
        do_ping(c, &m->ping);
    else if (m->type == MESSAGE_SIGNIN)
        signin_signin(c, &m->signin);
    else if (c->person)
        dispatch(c, m);
    else
        client_error(c, id, "hello_first", "Say hello first, and wait for the welcome.");
}

/* What is no message. */
static void refuse_message(struct client *c, struct command_id id, const struct complaint *why)
{
    char words[sizeof why->message + 160];
    struct text out = text_in(words, sizeof words);

    complaint_put(&out, client_language(c), why);
    if (may_speak(c, id))
        client_error(c, id, "bad_message", words);
}

enum { MESSAGE_MAX = 16 * 1024 }; /* bytes; ws.h has the same bound */

void session_text(struct ws *w, char *text, size_t n)
{
    struct client *c = ws_user(w);
    static char store[4 * MESSAGE_MAX + 4096]; /* one thread, one message at a time */
    struct message_arena arena = {store, sizeof store, 0};
    struct complaint why;
    struct message m;

    if (!c || c->server->stopping)
        return;
    client_keep(c);
    if (message_decode(text, n, MESSAGE_TO_SERVER, &arena, &m, &why))
        handle(c, &m);
    else
        refuse_message(c, message_id(&m), &why);
    client_release(c);
}
