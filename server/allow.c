/*
 * May somebody do this once more? Everything counted by person is also counted by address, so
 * nobody gets more by pretending to be many people. The limits are in net/limits.c.
 */
#include "server.h"

bool server_allows(struct server *s, enum limit_kind kind, uint64_t person, uint64_t from,
                   uint32_t amount)
{
    struct limits *l = s->limits;
    uint64_t now = clock_steady(s);

    return !l ||
           ((!person || limits_take_many(l, kind, limits_key_person(l, person), now, amount)) &&
            limits_take_many(l, kind + 1, from, now, amount));
}

bool client_is_guest(const struct client *c)
{
    return c->server->limits && c->person && !c->person->secured;
}

static uint64_t number_of(const struct client *c)
{
    return c->person ? person_number(c->person) : 0;
}

bool client_may(struct client *c, enum limit_kind kind)
{
    return server_allows(c->server, kind, number_of(c), c->from, 1);
}

uint32_t client_wait(struct client *c, enum limit_kind kind)
{
    struct limits *l = c->server->limits;
    uint64_t now = clock_steady(c->server);
    uint64_t person = limits_key_person(l, number_of(c));
    uint32_t own = limits_wait(l, kind, person, now);
    uint32_t all = limits_wait(l, kind + 1, c->from, now);

    return own > all ? own : all;
}
