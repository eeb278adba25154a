/*
 * Chat at a table: plain text, stored, the last lines kept in memory. See hall.h.
 */
#include "hall.h"
#include "lobby.h"
#include "net/ws.h"
#include "people/house.h"
#include "people/name.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void remember(struct room *room, const struct chat_line *line)
{
    if (!room->chat)
        room->chat = calloc(CHAT_KEPT, sizeof *room->chat);
    if (room->chat)
        room->chat[line->number % CHAT_KEPT] = *line;
    if (line->number > room->chats)
        room->chats = line->number;
}

static void lines_loaded(void *context, const struct store_answer *a)
{
    struct room *room = context;
    struct chat_line line;

    room->chat_loading = false;
    for (uint32_t i = 0; a->status == STORE_OK && i < a->line_count; i++) {
        const struct store_line *l = &a->lines[i];

        if (l->number <= room->chats)
            continue;
        line = (struct chat_line){.number = l->number, .time = l->time};
        line.person = strtoull(l->person, NULL, 10);
        snprintf(line.name, sizeof line.name, "%s", l->name);
        snprintf(line.text, sizeof line.text, "%s", l->text);
        remember(room, &line);
        room_send_chat(room, &line);
    }
    /* More lines may have been stored while these were read. */
    if (a->status == STORE_OK && a->line_count && room->chat_last > room->chats)
        room_load_chat(room, room->chats);
    room_release(room);
}

void room_load_chat(struct room *room, uint32_t after)
{
    if (room->chat_loading)
        return;
    room->chat_loading = true;
    room_keep(room);
    store_chat_after(room->server->store, room->id, after, CHAT_KEPT,
                     (struct store_done){lines_loaded, room});
}

struct remark {
    struct task task;
    struct room *room;
    struct chat_line line;
};

static void said(void *context, const struct store_answer *a)
{
    struct remark *s = context;

    if (a->status == STORE_OK) {
        s->room->server->counters.chat_lines++;
        s->line.number = a->last;
        if (a->last > s->room->chat_last)
            s->room->chat_last = a->last;
        if (a->last == s->room->chats + 1) {
            remember(s->room, &s->line);
            room_send_chat(s->room, &s->line);
        } else {
            room_load_chat(s->room, s->room->chats);
        }
        client_ok(s->task.client, s->task.id, NULL);
    } else if (a->status == STORE_MISSING) {
        client_no_table(s->task.client, s->task.id);
    } else {
        client_store_error(s->task.client, s->task.id, a);
    }
    room_release(s->room);
    task_end(&s->task);
}

void room_say(struct room *room, struct client *c, struct command_id id, const char *text)
{
    struct remark *s = task_new(c, id, sizeof *s);
    struct store_line line;

    if (!s)
        return;
    room_keep(room);
    s->room = room;
    s->line.person = person_number(c->person);
    s->line.time = clock_now();
    memcpy(s->line.name, c->person->name, NAME_SIZE);
    snprintf(s->line.text, sizeof s->line.text, "%s", text);
    line = (struct store_line){.time = s->line.time,
                               .person = c->person->id,
                               .name = s->line.name,
                               .text = s->line.text};
    store_chat_add(room->server->store, room->id, &line, (struct store_done){said, s});
}

void lobby_say(struct client *c, const struct message_say *m)
{
    struct command_id id = {m->has_id, m->id};
    struct server *s = c->server;
    struct refusal why;
    struct request *r;
    struct room *room;

    if (!line_is_plain(&m->text) || line_is_blank(&m->text) ||
        text_characters(m->text.at, m->text.length) > s->config.chat_length) {
        client_error(c, id, "bad_text",
                     "A line of chat is plain text, not too long, and not empty.");
        return;
    }
    if (!client_may(c, LIMIT_CHAT)) {
        client_error(c, id, "slow_down", "Too many lines. Wait a few seconds, then go on.");
        return;
    }
    room =
        house_lets_write(s, person_number(c->person), ws_address(c->ws), m->table.at, &why) &&
                house_lets_say(s, m->text.at, &why)
            ? hall_room(s, m->table.at, &why)
            : NULL;
    if (!room) {
        client_refuse(c, id, &why);
        return;
    }
    r = request_line(c, id, m->text.at);
    if (r)
        room_request(room, r);
    else
        client_no_memory(c, id);
}
