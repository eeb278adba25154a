/*
 * Where people come from. Ratings and the lobby have to know whether two people came from the
 * same address (IPv6: the same network of 64 bits). The store gets a hash of it, with a key
 * that all nodes share.
 */
#include "../net/address.h"
#include "../net/ws.h"
#include "../server.h"

#include <sodium.h>
#include <string.h>

static void key_known(void *context, const struct store_answer *a)
{
    struct server *s = context;

    s->has_origins = a->status == STORE_OK && a->value.size == sizeof s->origin_key;
    if (s->has_origins)
        memcpy(s->origin_key, a->value.at, sizeof s->origin_key);
}

void origin_start(struct server *s)
{
    uint8_t key[sizeof s->origin_key];

    randombytes_buf(key, sizeof key);
    store_keep(s->store, "origin-key", (struct store_bytes){key, sizeof key}, false,
               (struct store_done){key_known, s});
}

void origin_of(struct server *s, uint64_t person, char out[ORIGIN_TEXT])
{
    const struct person *p = person_here(s, person);
    const struct client *c = p ? p->clients : NULL;

    while (c && !c->ws)
        c = c->next;
    origin_of_address(s, c ? ws_address(c->ws) : NULL, out);
}

void origin_of_address(const struct server *s, const char *address, char out[ORIGIN_TEXT])
{
    uint8_t hash[12];
    struct address a;

    out[0] = '\0';
    /* A connection from the machine itself says nothing about where the person is. */
    if (!address || !s->has_origins || !address_parse(address, &a) || address_is_loopback(&a))
        return;
    if (!address_is_v4(&a))
        memset(a.bytes + 8, 0, 8);
    crypto_generichash(hash, sizeof hash, a.bytes, sizeof a.bytes, s->origin_key,
                       sizeof s->origin_key);
    sodium_bin2base64(out, ORIGIN_TEXT, hash, sizeof hash,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}
