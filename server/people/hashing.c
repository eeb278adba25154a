/*
 * Hashing passphrases: see hashing.h.
 */
#include "hashing.h"

#include "../net/backoff.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum {
    HASHING_MAX = 2,
    WAITING_MAX = 64,
    WAITING_OF_ADDRESS = 4,
    FREE_BY_ADDRESS = 10, /* wrong tries without a pause: several people may share an address */
    FREE_BY_NAME = 5,
    FREE_BY_DEVICE = 5,
};

struct hashings {
    struct backoff *backoff; /* null without limits */
    struct hashing *first, **end;
    uint32_t running, waiting;
};

bool passphrases_start(struct server *s)
{
    struct hashings *all = calloc(1, sizeof *all);

    if (!all)
        return false;
    all->end = &all->first;
    s->hashings = all;
    return !s->limits || (all->backoff = backoff_new()) != NULL;
}

void passphrases_free(struct server *s)
{
    if (s->hashings && s->hashings->backoff)
        backoff_free(s->hashings->backoff);
    free(s->hashings);
    s->hashings = NULL;
}

bool passphrases_busy(const struct server *s)
{
    return s->hashings->running + s->hashings->waiting > 0;
}

/* ---- the queue ---- */

static void start_next(struct server *s);

void hashing_free(struct hashing *h)
{
    client_release(h->client);
    sodium_memzero(h, sizeof *h);
    free(h);
}

static void hash_work(uv_work_t *work)
{
    struct hashing *h = work->data;

    h->hashes = h->stored[0] != '\0';
    h->right =
        !h->stored[0] || crypto_pwhash_str_verify(h->stored, h->given, strlen(h->given)) == 0;
    h->hashes += h->right && h->fresh[0];
    if (h->right && h->fresh[0] &&
        crypto_pwhash_str(h->made, h->fresh, strlen(h->fresh),
                          crypto_pwhash_OPSLIMIT_INTERACTIVE,
                          crypto_pwhash_MEMLIMIT_INTERACTIVE) != 0)
        h->failed = true;
}

/* It was right: wrong tries for that name or device are forgotten. For the address only this
 * try is taken back; otherwise somebody with a name of their own could go on guessing others'. */
static void was_right(struct hashing *h)
{
    struct backoff *b = h->client->server->hashings->backoff;

    if (h->key[0])
        backoff_forget(b, h->key[0]);
    if (h->key[1])
        backoff_right(b, h->key[1]);
}

static void was_no_try(struct hashing *h)
{
    struct backoff *b = h->client->server->hashings->backoff;

    for (uint32_t i = 0; i < 2; i++)
        if (h->key[i])
            backoff_right(b, h->key[i]);
}

static void worked(uv_work_t *work, int status)
{
    struct hashing *h = work->data;
    struct server *s = h->client->server;

    s->hashings->running--;
    s->counters.hashes += h->hashes;
    h->right = h->right && !h->nobody;
    if (h->right)
        was_right(h);
    if (status != 0 || h->failed) {
        client_no_memory(h->client, h->id);
        hashing_free(h);
    } else if (!h->right) {
        client_error(h->client, h->id, "bad_passphrase",
                     "The name and the passphrase do not belong together.");
        hashing_free(h);
    } else {
        h->hashed(h);
    }
    start_next(s);
}

static void start_next(struct server *s)
{
    struct hashings *all = s->hashings;

    while (all->first && all->running < HASHING_MAX) {
        struct hashing *h = all->first;

        all->first = h->next;
        if (!all->first)
            all->end = &all->first;
        all->waiting--;
        all->running++;
        if (uv_queue_work(s->loop, &h->work, hash_work, worked) == 0)
            continue;
        all->running--;
        client_no_memory(h->client, h->id);
        hashing_free(h);
    }
}

/* Is there room for one more to wait, in all and from this address? */
static bool has_room(const struct hashings *all, uint64_t from)
{
    uint32_t same = 0;

    for (const struct hashing *h = all->first; h; h = h->next)
        same += from && h->client->from == from;
    return all->waiting < WAITING_MAX && same < WAITING_OF_ADDRESS;
}

void hashing_enqueue(struct hashing *h)
{
    struct hashings *all = h->client->server->hashings;

    if (!has_room(all, h->client->from)) {
        was_no_try(h);
        client_error(h->client, h->id, "busy",
                     "Others are signing in just now. Try again in a second.");
        hashing_free(h);
        return;
    }
    h->work.data = h;
    h->next = NULL;
    *all->end = h;
    all->end = &h->next;
    all->waiting++;
    start_next(h->client->server);
}

struct hashing *hashing_new(struct client *c, struct command_id id)
{
    struct hashing *h = calloc(1, sizeof *h);

    if (!h) {
        client_no_memory(c, id);
        return NULL;
    }
    h->client = client_keep(c);
    h->id = id;
    return h;
}

/* ---- guessing ---- */

bool hashing_may_try(struct hashing *h, bool known)
{
    struct server *s = h->client->server;
    struct backoff *b = s->hashings->backoff;
    uint64_t now = clock_steady(s);
    char key[STORE_KEY_MAX + 1];
    uint32_t wait, other;
    struct refusal why;

    if (!b)
        return true;
    if (known) {
        h->key[0] = limits_key_bytes(s->limits, h->device, sizeof h->device);
    } else {
        store_fold(h->name, key);
        h->key[0] = limits_key_bytes(s->limits, key, strlen(key));
        h->key[1] = h->client->from;
    }
    wait = backoff_wait(b, h->key[0], now);
    other = h->key[1] ? backoff_wait(b, h->key[1], now) : 0;
    if (wait || other) {
        REFUSE(&why, "slow_down",
               "Too many wrong tries. Wait {0} {0|second|seconds}, then try again.",
               say_number((int32_t)(wait > other ? wait : other)));
        client_refuse(h->client, h->id, &why);
        return false;
    }
    backoff_try(b, h->key[0], known ? FREE_BY_DEVICE : FREE_BY_NAME, now);
    if (h->key[1])
        backoff_try(b, h->key[1], FREE_BY_ADDRESS, now);
    return true;
}
