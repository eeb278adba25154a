/*
 * Inviting people to a rematch: at once on the node where it was asked for, and on the others
 * when the news reaches them (news.h). The news contains the whole invitation, so no table has
 * to be loaded for it.
 */
#include "invite.h"
#include "news.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct invitation {
    const char *table, *next, *game;
    uint64_t by; /* 0: nobody is named */
    const char *by_name;
    uint64_t people[SEATS_MAX];
    uint32_t count;
};

static void deliver(struct server *s, const struct invitation *i)
{
    const struct room *room = hall_find(s, i->table);
    struct message_someone_part who = {(int64_t)i->by, message_text(i->by_name)};
    struct message m = {.type = MESSAGE_AGAIN};

    m.again.table = message_text(i->table);
    m.again.next = message_text(i->next);
    m.again.game = message_text(i->game);
    if (i->by)
        m.again.by = &who;
    for (uint32_t k = 0; k < i->count; k++)
        person_send(s, i->people[k], &m);
    if (!room || !room->loaded || !room->plan.public)
        return;
    for (struct watcher *w = room->watchers; w; w = w->next)
        if (w->viewer == SPECTATOR)
            client_send(w->client, &m);
}

/* The detail of a change: node, table, game, who asks, and those with a seat. */
static void tell_nodes(struct server *s, const struct invitation *i)
{
    char subject[NEWS_SUBJECT], detail[320];
    struct store_change change = {.time = clock_now(),
                                  .what = NEWS_AGAIN,
                                  .subject = subject,
                                  .name = i->by_name,
                                  .detail = detail};
    size_t n = (size_t)snprintf(detail, sizeof detail, "%" PRIu64 " %s %s %" PRIu64,
                                news_node(s), i->next, i->game, i->by);

    for (uint32_t k = 0; k < i->count && n < sizeof detail; k++)
        n += (size_t)snprintf(detail + n, sizeof detail - n, " %" PRIu64, i->people[k]);
    news_subject(subject, "table", i->table);
    store_change(s->store, &change, (struct store_done){0});
}

void invite(const struct room *old, const char *next, const struct person *by)
{
    struct invitation i = {.table = old->id,
                           .next = next,
                           .game = old->plan.game.at,
                           .by = by ? person_number(by) : 0,
                           .by_name = by ? by->name : ""};

    for (uint32_t seat = 0; seat < old->table.plan.match.seats; seat++)
        if (old->table.seat[seat].role == ROLE_PERSON)
            i.people[i.count++] = old->table.seat[seat].who;
    deliver(old->server, &i);
    if (old->server->hall->shared)
        tell_nodes(old->server, &i);
}

void invite_heard(struct server *s, const struct store_change *c, const char *table)
{
    char next[64], game[64]; /* more than any has */
    struct invitation i = {.table = table, .next = next, .game = game, .by_name = c->name};
    uint64_t node;
    int used = 0;
    const char *at = c->detail;

    if (sscanf(at, "%" SCNu64 " %63s %63s %" SCNu64 "%n", &node, next, game, &i.by, &used) <
            4 ||
        node == news_node(s))
        return;
    for (at += used; i.count < SEATS_MAX && *at == ' '; at += used)
        if (sscanf(at, "%" SCNu64 "%n", &i.people[i.count], &used) == 1)
            i.count++;
        else
            break;
    deliver(s, &i);
}
