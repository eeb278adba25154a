/*
 * The list of people whom somebody ignores: kept with the account, so that it follows the
 * person. The client does the hiding.
 */
#include "../store/store.h"
#include "person.h"

#include <stdio.h>
#include <stdlib.h>

struct ignoring {
    struct client *client;
    struct command_id id;
};

static struct ignoring *begin(struct client *c, struct command_id id)
{
    struct ignoring *x;

    if (!c->person->secured) {
        client_error(c, id, "guest_ignore",
                     "A guest's list is kept on the device. Secure a name to keep it here.");
        return NULL;
    }
    x = calloc(1, sizeof *x);
    if (x)
        *x = (struct ignoring){client_keep(c), id};
    else
        client_no_memory(c, id);
    return x;
}

static void end(struct ignoring *x)
{
    client_release(x->client);
    free(x);
}

static void changed(void *context, const struct store_answer *a)
{
    struct ignoring *x = context;
    struct refusal why;

    if (a->status == STORE_OK) {
        client_ok(x->client, x->id, NULL);
    } else if (a->status == STORE_MISSING) {
        REFUSE(&why, "no_person", "There is no such person, or you ignore {0} people already.",
               say_number(STORE_IGNORED_MAX));
        client_refuse(x->client, x->id, &why);
    } else {
        client_store_error(x->client, x->id, a);
    }
    end(x);
}

void ignoring_change(struct client *c, const struct message_ignore *m)
{
    struct ignoring *x = begin(c, (struct command_id){m->has_id, m->id});
    struct store_done done = {changed, x};
    struct store *store = c->server->store;
    char other[PERSON_TEXT];

    if (!x)
        return;
    snprintf(other, sizeof other, "%llu", (unsigned long long)m->person & INT64_MAX);
    if (m->on)
        store_ignore(store, c->person->id, other, clock_now(), done);
    else
        store_ignore_not(store, c->person->id, other, done);
}

static void listed(void *context, const struct store_answer *a)
{
    struct message_someone_part list[STORE_IGNORED_MAX];
    struct message m = {.type = MESSAGE_PEOPLE};
    struct ignoring *x = context;

    m.people.has_id = x->id.given;
    m.people.id = x->id.id;
    m.people.list = list;
    for (uint32_t i = 0; i < a->person_count && i < STORE_IGNORED_MAX; i++)
        list[m.people.list_count++] = (struct message_someone_part){
            (int64_t)strtoull(a->people[i].id, NULL, 10), message_text(a->people[i].name)};
    if (a->status == STORE_OK)
        client_send(x->client, &m);
    else
        client_store_error(x->client, x->id, a);
    end(x);
}

void ignoring_list(struct client *c, const struct message_ignored *m)
{
    struct ignoring *x = begin(c, (struct command_id){m->has_id, m->id});

    if (x)
        store_ignored(c->server->store, c->person->id, (struct store_done){listed, x});
}
