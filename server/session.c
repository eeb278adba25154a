/*
 * Connections: from the text of a message to the part of the server that handles it.
 * protocol/desk.c reads messages about a table.
 */
#include "daily.h"
#include "hall.h"
#include "lobby.h"
#include "net/ws.h"
#include "people/person.h"

#include <stdlib.h>

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
    if (c->server->limits)
        c->from = limits_key_address(c->server->limits, ws_address(w));
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

static void do_leave(struct client *c, const struct message_leave *m)
{
    for (struct watcher *w = c->watching, *next; w; w = next) {
        next = w->next_watch;
        if (message_text_is(&m->table, w->room->id)) {
            struct room *room = w->room;

            room_keep(room);
            watcher_free(w);
            room_send_presence(room);
            room_release(room);
        }
    }
    client_ok(c, (struct command_id){m->has_id, m->id}, NULL);
}

/* Hands a request to its table, where it waits for its turn. */
static void to_table(struct client *c, const struct message *m, const struct desk_request *ask)
{
    const struct message_text *table = message_table(m);
    struct command_id id = message_id(m);
    struct refusal why;
    struct room *room = hall_room(c->server, table->at, &why);
    struct request *r = room ? request_new(c, id, ask) : NULL;

    if (r)
        room_request(room, r);
    else if (room)
        client_no_memory(c, id);
    else
        client_refuse(c, id, &why);
}

static void do_ping(struct client *c, struct command_id id)
{
    struct message out = {.type = MESSAGE_PONG,
                          .pong = {.has_id = id.given, .id = id.id, .ms = clock_now()}};

    client_send(c, &out);
}

/* Messages that are not about a game. */
static void do_other(struct client *c, const struct message *m)
{
    switch (m->type) {
    case MESSAGE_HELLO:
        signin_hello(c, &m->hello);
        break;
    case MESSAGE_PING:
        do_ping(c, message_id(m));
        break;
    case MESSAGE_SIGNIN:
        passphrase_signin(c, &m->signin);
        break;
    case MESSAGE_RECOVER:
        passphrase_recover(c, &m->recover);
        break;
    case MESSAGE_DEVICES:
        account_devices(c, &m->devices);
        break;
    case MESSAGE_ERASE:
        passphrase_erase(c, &m->erase);
        break;
    case MESSAGE_SIGNOUT:
        account_signout(c, &m->signout);
        break;
    case MESSAGE_CREATE:
        lobby_create(c, &m->create);
        break;
    case MESSAGE_DAILY:
        daily_open(c, &m->daily);
        break;
    case MESSAGE_LOBBY:
        lobby_watch(c, &m->lobby);
        break;
    case MESSAGE_MINE:
        lobby_mine(c, &m->mine);
        break;
    case MESSAGE_SAY:
        lobby_say(c, &m->say);
        break;
    case MESSAGE_RENAME:
        signin_rename(c, &m->rename);
        break;
    case MESSAGE_SECURE:
        passphrase_secure(c, &m->secure);
        break;
    case MESSAGE_REPORT:
        reporting_report(c, &m->report);
        break;
    case MESSAGE_IGNORE:
        ignoring_change(c, &m->ignore);
        break;
    case MESSAGE_IGNORED:
        ignoring_list(c, &m->ignored);
        break;
    default:
        break;
    }
}

/* Was this command answered before? Then the same answer is sent again and nothing is done. */
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

/* Does the client send no faster than it may? If it does, it is refused. */
static bool is_slow_enough(struct client *c, struct command_id id)
{
    struct refusal why;

    if (client_may(c, LIMIT_MESSAGE))
        return true;
    REFUSE(&why, "slow_down", "Too many messages. Wait {0} {0|second|seconds}, then go on.",
           say_number((int32_t)client_wait(c, LIMIT_MESSAGE)));
    client_refuse(c, id, &why);
    return false;
}

static void handle(struct client *c, const struct message *m)
{
    struct command_id id = message_id(m);
    struct desk_request ask;
    struct refusal why;

    c->server->counters.commands++;
    if (!is_slow_enough(c, id) || answered(c, id))
        return;
    if (!desk_may_speak(m, c->person != NULL, &why) || !desk_read(m, &ask, &why))
        client_refuse(c, id, &why);
    else if (ask.task == DESK_LEAVE)
        do_leave(c, &m->leave);
    else if (ask.task == DESK_OTHER)
        do_other(c, m);
    else if (ask.task != DESK_REMATCH || lobby_may_make(c, id))
        to_table(c, m, &ask);
}

enum { MESSAGE_MAX = 16 * 1024 }; /* bytes; ws.h has the same bound */

void session_text(struct ws *w, char *text, size_t n)
{
    struct client *c = ws_user(w);
    static char store[4 * MESSAGE_MAX + 4096]; /* one thread, one message at a time */
    struct message_arena arena = {store, sizeof store, 0};
    struct refusal why = {.code = "bad_message"};
    struct message m;

    if (!c || c->server->stopping)
        return;
    client_keep(c);
    if (message_decode(text, n, MESSAGE_TO_SERVER, &arena, &m, &why.why))
        handle(c, &m);
    else if (is_slow_enough(c, message_id(&m)))
        client_refuse(c, message_id(&m), &why);
    client_release(c);
}
