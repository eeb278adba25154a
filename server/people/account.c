/*
 * What people can see and change about their own account: where they are signed in.
 */
#include "../net/ws.h"
#include "../news.h"
#include "person.h"

#include <stdlib.h>
#include <string.h>

enum { DEVICES_MAX = 64, NUMBER_BYTES = 6 };

/* The number by which people see a device: the beginning of the hash of its token, short enough
 * for JavaScript to hold it exactly. */
static int64_t device_number(const struct store_device *d)
{
    const uint8_t *at = d->hash.at;
    int64_t number = 0;

    for (size_t i = 0; i < NUMBER_BYTES && i < d->hash.size; i++)
        number = number << 8 | at[i];
    return number;
}

static bool is_token(const struct store_device *d, const uint8_t token[32])
{
    return d->hash.size == 32 && memcmp(d->hash.at, token, 32) == 0;
}

/* Somebody who waits for a list of devices, or for one to be signed out. */
struct asking {
    struct task task;
    char person[PERSON_TEXT];
    int64_t device;
    bool others;
    uint8_t token[32];
};

static struct asking *asking_new(struct client *c, struct command_id id)
{
    struct asking *x = task_new(c, id, sizeof *x);

    if (x) {
        memcpy(x->person, c->person->id, sizeof x->person);
        memcpy(x->token, c->token, sizeof x->token);
    }
    return x;
}

static void devices_listed(void *context, const struct store_answer *a)
{
    struct asking *x = context;
    struct message_device_part list[DEVICES_MAX];
    struct message m = {.type = MESSAGE_DEVICE_LIST};

    if (a->status != STORE_OK) {
        task_store_error(&x->task, a);
        return;
    }
    m.device_list.has_id = x->task.id.given;
    m.device_list.id = x->task.id.id;
    m.device_list.list = list;
    for (uint32_t i = 0; i < a->device_count && i < DEVICES_MAX; i++) {
        const struct store_device *d = &a->devices[i];

        list[m.device_list.list_count++] =
            (struct message_device_part){.device = device_number(d),
                                         .client = message_text(d->client),
                                         .place = message_text(d->place),
                                         .since = d->created / 1000,
                                         .seen = (d->seen ? d->seen : d->created) / 1000,
                                         .here = is_token(d, x->token)};
    }
    client_send(x->task.client, &m);
    task_end(&x->task);
}

void account_devices(struct client *c, const struct message_devices *m)
{
    struct asking *x = asking_new(c, (struct command_id){m->has_id, m->id});

    if (x)
        store_devices(c->server->store, x->person, (struct store_done){devices_listed, x});
}

/* ---- signing out ---- */

static void signed_out(void *context, const struct store_answer *a)
{
    struct asking *x = context;

    if (a->status == STORE_OK || a->status == STORE_MISSING) {
        client_ok(x->task.client, x->task.id, NULL);
        person_sign_out(x->task.client->server, x->person, x->token, x->others);
        task_end(&x->task);
    } else {
        task_store_error(&x->task, a);
    }
}

/* Signs out the device with the number that was asked for: now its token is known. */
static void device_found(void *context, const struct store_answer *a)
{
    struct asking *x = context;
    char subject[NEWS_SUBJECT];
    struct store_change change = news_tokens(subject, x->person);

    for (uint32_t i = 0; a->status == STORE_OK && i < a->device_count; i++)
        if (device_number(&a->devices[i]) == x->device && a->devices[i].hash.size == 32) {
            memcpy(x->token, a->devices[i].hash.at, sizeof x->token);
            store_token_drop(x->task.client->server->store, x->person, a->devices[i].hash,
                             &change, (struct store_done){signed_out, x});
            return;
        }
    if (a->status == STORE_OK)
        task_error(&x->task, "no_device", "You are not signed in there.");
    else
        task_store_error(&x->task, a);
}

void account_signout(struct client *c, const struct message_signout *m)
{
    struct command_id id = {m->has_id, m->id};
    struct store *store = c->server->store;
    char subject[NEWS_SUBJECT];
    struct store_change change;
    struct asking *x;

    /* This is stored and sent to all nodes even if there is no other device, so it is limited. */
    if (m->others && !client_may_sign_in(c, id))
        return;
    x = asking_new(c, id);
    if (!x)
        return;
    change = news_tokens(subject, x->person);
    x->device = m->device;
    x->others = m->others;
    if (m->others)
        store_token_drop_others(store, x->person,
                                (struct store_bytes){x->token, sizeof x->token}, &change,
                                (struct store_done){signed_out, x});
    else if (m->has_device)
        store_devices(store, x->person, (struct store_done){device_found, x});
    else
        store_token_leave(store, x->person, (struct store_bytes){x->token, sizeof x->token},
                          &change, (struct store_done){signed_out, x});
}
