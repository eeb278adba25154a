/*
 * The list of people whom somebody ignores: kept with the account, so that it follows the
 * person. The client does the hiding.
 */
#include "../store/store.h"
#include "person.h"

#include <stdio.h>
#include <stdlib.h>

static struct task *begin(struct client *c, struct command_id id)
{
    if (c->person->secured)
        return task_new(c, id, sizeof(struct task));
    client_error(c, id, "guest_ignore",
                 "A guest's list is kept on the device. Secure a name to keep it here.");
    return NULL;
}

static void changed(void *context, const struct store_answer *a)
{
    struct task *t = context;
    struct refusal why;

    if (a->status == STORE_OK) {
        task_ok(t, NULL);
    } else if (a->status == STORE_MISSING) {
        REFUSE(&why, "no_person", "There is no such person, or you ignore {0} people already.",
               say_number(STORE_IGNORED_MAX));
        task_refuse(t, &why);
    } else {
        task_store_error(t, a);
    }
}

void ignoring_change(struct client *c, const struct message_ignore *m)
{
    struct task *t = begin(c, (struct command_id){m->has_id, m->id});
    struct store_done done = {changed, t};
    struct store *store = c->server->store;
    char other[PERSON_TEXT];

    if (!t)
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
    struct task *t = context;

    m.people.has_id = t->id.given;
    m.people.id = t->id.id;
    m.people.list = list;
    for (uint32_t i = 0; i < a->person_count && i < STORE_IGNORED_MAX; i++)
        list[m.people.list_count++] = (struct message_someone_part){
            (int64_t)strtoull(a->people[i].id, NULL, 10), message_text(a->people[i].name)};
    if (a->status != STORE_OK) {
        task_store_error(t, a);
        return;
    }
    client_send(t->client, &m);
    task_end(t);
}

void ignoring_list(struct client *c, const struct message_ignored *m)
{
    struct task *t = begin(c, (struct command_id){m->has_id, m->id});

    if (t)
        store_ignored(c->server->store, c->person->id, (struct store_done){listed, t});
}
