/*
 * Passphrases: securing a name, signing in, getting back in with a recovery code, and other
 * things that only the owner of a name may do. Only hashes are stored.
 *
 * After wrong guesses people have to wait longer and longer, counted by address and by folded
 * name. A device that was signed in to the account before is not held up by either and is
 * counted by itself, so nobody can lock the owner out. A name that does not exist or has no
 * passphrase takes as much work as one that has.
 */
#include "../net/ws.h"
#include "../news.h"
#include "hashing.h"
#include "house.h"
#include "name.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(MESSAGE_SIGNIN_PASSPHRASE_MAX == PASSPHRASE_BYTES - 1 &&
                   MESSAGE_SECURE_PASSPHRASE_MAX == PASSPHRASE_BYTES - 1 &&
                   MESSAGE_SECURE_OLD_MAX == PASSPHRASE_BYTES - 1 &&
                   MESSAGE_ERASE_PASSPHRASE_MAX == PASSPHRASE_BYTES - 1 &&
                   MESSAGE_RECOVER_PASSPHRASE_MAX == PASSPHRASE_BYTES - 1 &&
                   MESSAGE_SIGNIN_NAME_MAX == NAME_SIZE - 1 &&
                   MESSAGE_RECOVER_NAME_MAX == NAME_SIZE - 1,
               "what a message can carry fits");

/* The hash of something that nobody knows: used for comparison where there is no other hash. */
static const char nobody_knows[] = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXRoaW5nIG5vYm9keQ$"
                                   "q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA";

_Static_assert(crypto_pwhash_OPSLIMIT_INTERACTIVE == 2 &&
                   crypto_pwhash_MEMLIMIT_INTERACTIVE == 64 << 20,
               "it costs as much as any other");

static void keep_text(char *out, size_t cap, const struct message_text *text)
{
    snprintf(out, cap, "%.*s", (int)text->length, text->at ? text->at : "");
}

static bool is_passphrase(const struct message_text *text, struct refusal *why)
{
    uint32_t n = text_characters(text->at, text->length);

    return (n >= PASSPHRASE_MIN && n <= PASSPHRASE_MAX) ||
           REFUSE(why, "bad_passphrase", "A passphrase has {0} to {1} characters.",
                  say_number(PASSPHRASE_MIN), say_number(PASSPHRASE_MAX));
}

/* ---- recovery codes ---- */

/* Without letters that are easily mistaken for others. */
static const char signs[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

static void hash_code(const char *code, char hash[STORE_PASSPHRASE_MAX])
{
    uint8_t bytes[32];

    crypto_generichash(bytes, sizeof bytes, (const uint8_t *)code, CODE_SIGNS, NULL, 0);
    sodium_bin2hex(hash, STORE_PASSPHRASE_MAX, bytes, sizeof bytes);
}

static void make_code(struct hashing *h)
{
    char code[CODE_SIGNS];

    for (uint32_t i = 0, at = 0; i < CODE_SIGNS; i++) {
        code[i] = signs[randombytes_uniform(32)];
        if (i && i % 4 == 0)
            h->code[at++] = '-';
        h->code[at++] = code[i];
        h->code[at] = '\0';
    }
    hash_code(code, h->code_hash);
}

/* The hash of the code that somebody has typed; false if it is not a code. */
static bool read_code(const struct message_text *text, char hash[STORE_PASSPHRASE_MAX])
{
    char code[CODE_SIGNS];
    uint32_t n = 0;

    for (size_t i = 0; i < text->length; i++) {
        char c = text->at[i];

        if (c == ' ' || c == '-')
            continue;
        c = c >= 'a' && c <= 'z' ? (char)(c - 32) : c;
        c = c == 'O' ? '0' : c == 'I' || c == 'L' ? '1' : c;
        if (!c || !strchr(signs, c) || n == CODE_SIGNS)
            return false;
        code[n++] = c;
    }
    hash_code(code, hash);
    return n == CODE_SIGNS;
}

/* ---- securing a name ---- */

static void secured(void *context, const struct store_answer *a)
{
    struct hashing *h = context;
    struct client *c = h->client;
    struct message_ok ok = {.recovery = message_text(h->code)};

    if (a->status == STORE_OK) {
        if (c->person)
            c->person->secured = true;
        client_ok(c, h->id, &ok);
        person_sign_out(c->server, h->person, h->device, true);
    } else {
        client_store_error(c, h->id, a);
    }
    hashing_free(h);
}

static void secure_hashed(struct hashing *h)
{
    struct store_secret secret = {.passphrase = h->made, .recovery = h->code_hash};
    char subject[NEWS_SUBJECT];
    struct store_change change = news_tokens(subject, h->person);

    make_code(h);
    secret.stays = (struct store_bytes){h->device, sizeof h->device};
    store_person_secure(h->client->server->store, h->person, &secret, &change,
                        (struct store_done){secured, h});
}

/* Begins something that only the owner of a name may do. */
static struct hashing *begin_own(struct client *c, struct command_id id,
                                 const struct message_text *passphrase)
{
    struct hashing *h = client_may_sign_in(c, id) ? hashing_new(c, id) : NULL;

    if (!h)
        return NULL;
    memcpy(h->device, c->token, sizeof h->device);
    snprintf(h->person, sizeof h->person, "%s", c->person->id);
    keep_text(h->given, sizeof h->given, passphrase);
    return h;
}

/* True if the name has no passphrase, or if one was given and may be tried. Otherwise refuses. */
static bool is_owner(struct hashing *h, const struct store_answer *a,
                     void (*hashed)(struct hashing *h))
{
    if (a->status != STORE_OK || !a->person) {
        client_store_error(h->client, h->id, a);
        hashing_free(h);
        return false;
    }
    snprintf(h->stored, sizeof h->stored, "%s", a->person->passphrase);
    if (h->stored[0] && !h->given[0]) {
        client_error(h->client, h->id, "old_passphrase",
                     "This name has a passphrase already. Give it too.");
    } else if (!h->stored[0] || hashing_may_try(h, true)) {
        h->hashed = hashed;
        return true;
    }
    hashing_free(h);
    return false;
}

static void secure_known(void *context, const struct store_answer *a)
{
    if (is_owner(context, a, secure_hashed))
        hashing_enqueue(context);
}

void passphrase_secure(struct client *c, const struct message_secure *m)
{
    struct command_id id = {m->has_id, m->id};
    struct refusal why;
    struct hashing *h;

    if (!is_passphrase(&m->passphrase, &why)) {
        client_refuse(c, id, &why);
        return;
    }
    h = begin_own(c, id, &m->old);
    if (!h)
        return;
    keep_text(h->fresh, sizeof h->fresh, &m->passphrase);
    store_person_by_id(c->server->store, h->person, (struct store_done){secure_known, h});
}

/* ---- deleting the account ---- */

static void erase_hashed(struct hashing *h)
{
    account_erase(h->client, h->id);
    hashing_free(h);
}

static void erase_known(void *context, const struct store_answer *a)
{
    if (is_owner(context, a, erase_hashed))
        hashing_enqueue(context);
}

void passphrase_erase(struct client *c, const struct message_erase *m)
{
    struct hashing *h = begin_own(c, (struct command_id){m->has_id, m->id}, &m->passphrase);

    if (h)
        store_person_by_id(c->server->store, h->person, (struct store_done){erase_known, h});
}

/* ---- signing in ---- */

static void signed_in(void *context, const struct store_answer *a)
{
    struct hashing *h = context;
    struct message_ok ok = {.token = message_text(h->token)};

    if (h->code[0])
        ok.recovery = message_text(h->code);
    if (a->status == STORE_OK)
        client_ok(h->client, h->id, &ok);
    else
        client_store_error(h->client, h->id, a);
    if (a->status == STORE_OK && h->code[0])
        person_sign_out(h->client->server, h->person, h->device, true);
    hashing_free(h);
}

/* Makes a new token; its hash is stored for the device. */
static void make_token(struct hashing *h)
{
    random_text(h->token, sizeof h->token, 32);
    token_hash(h->token, strlen(h->token), h->device);
}

static void add_token(struct hashing *h)
{
    store_token_add(h->client->server->store, h->person,
                    (struct store_bytes){h->device, sizeof h->device}, clock_now(),
                    (struct store_done){signed_in, h});
}

static void signin_hashed(struct hashing *h)
{
    make_token(h);
    add_token(h);
}

/* Right passphrases cost work and a token too, so there is a limit a minute for the device if
 * it is known, else for the address. */
static bool may_sign_in(struct hashing *h, bool known)
{
    struct client *c = h->client;
    struct limits *l = c->server->limits;

    if (!l || !known)
        return client_may_sign_in(c, h->id);
    if (limits_take(l, LIMIT_SIGN_IN, limits_key_bytes(l, h->device, sizeof h->device),
                    clock_steady(c->server)))
        return true;
    client_error(c, h->id, "slow_down",
                 "Too many tries in a short time. Wait a minute, then try again.");
    return false;
}

/* A name that does not exist must cost as much work as one that does. */
static void name_known(void *context, const struct store_answer *a)
{
    struct hashing *h = context;
    bool there = a->status == STORE_OK && a->person && a->person->passphrase[0];

    if (a->status != STORE_OK && a->status != STORE_MISSING) {
        client_store_error(h->client, h->id, a);
        hashing_free(h);
        return;
    }
    if (!may_sign_in(h, a->known) || !hashing_may_try(h, a->known)) {
        hashing_free(h);
        return;
    }
    if (there)
        snprintf(h->person, sizeof h->person, "%s", a->person->id);
    snprintf(h->stored, sizeof h->stored, "%s", there ? a->person->passphrase : nobody_knows);
    h->nobody = !there;
    h->hashed = signin_hashed;
    hashing_enqueue(h);
}

/* Begins something about a name, not about a person. */
static struct hashing *begin(struct client *c, struct command_id id,
                             const struct message_text *name)
{
    struct refusal why;
    struct hashing *h;

    if (!name_is_one(name, &why) || !house_lets_in(c->server, 0, ws_address(c->ws), &why)) {
        client_refuse(c, id, &why);
        return NULL;
    }
    h = hashing_new(c, id);
    if (h)
        keep_text(h->name, sizeof h->name, name);
    return h;
}

void passphrase_signin(struct client *c, const struct message_signin *m)
{
    struct hashing *h = begin(c, (struct command_id){m->has_id, m->id}, &m->name);
    struct store_bytes device = {0};

    if (!h)
        return;
    keep_text(h->given, sizeof h->given, &m->passphrase);
    if (m->device.at && token_hash(m->device.at, m->device.length, h->device))
        device = (struct store_bytes){h->device, sizeof h->device};
    store_sign_in(c->server->store, h->name, device, (struct store_done){name_known, h});
}

/* ---- a lost passphrase ---- */

static void recovered(void *context, const struct store_answer *a)
{
    struct hashing *h = context;

    if (a->status == STORE_OK) {
        add_token(h);
        return;
    }
    client_store_error(h->client, h->id, a);
    hashing_free(h);
}

static void recover_hashed(struct hashing *h)
{
    struct store_secret secret = {
        .passphrase = h->made, .recovery = h->code_hash, .recovery_was = h->code_was};
    char subject[NEWS_SUBJECT];
    struct store_change change = news_tokens(subject, h->person);

    snprintf(h->code_was, sizeof h->code_was, "%s", h->code_hash);
    make_code(h);
    make_token(h);
    secret.stays = (struct store_bytes){h->device, sizeof h->device};
    store_person_secure(h->client->server->store, h->person, &secret, &change,
                        (struct store_done){recovered, h});
}

/* A code can't be guessed, so wrong ones need no pauses: the limit by address is enough. */
static void lost_known(void *context, const struct store_answer *a)
{
    struct hashing *h = context;

    if (a->status != STORE_OK && a->status != STORE_MISSING) {
        client_store_error(h->client, h->id, a);
        hashing_free(h);
        return;
    }
    if (a->status != STORE_OK || !h->code_hash[0] || strlen(a->person->recovery) != 64 ||
        sodium_memcmp(a->person->recovery, h->code_hash, 64) != 0) {
        client_error(h->client, h->id, "bad_code",
                     "This is not the recovery code of that name. Each is good once.");
        hashing_free(h);
        return;
    }
    snprintf(h->person, sizeof h->person, "%s", a->person->id);
    h->hashed = recover_hashed;
    hashing_enqueue(h);
}

void passphrase_recover(struct client *c, const struct message_recover *m)
{
    struct command_id id = {m->has_id, m->id};
    struct refusal why;
    struct hashing *h;

    if (!is_passphrase(&m->passphrase, &why)) {
        client_refuse(c, id, &why);
        return;
    }
    if (!client_may_sign_in(c, id))
        return;
    h = begin(c, id, &m->name);
    if (!h)
        return;
    keep_text(h->fresh, sizeof h->fresh, &m->passphrase);
    if (!read_code(&m->code, h->code_hash))
        h->code_hash[0] = '\0';
    store_person_by_name(c->server->store, h->name, (struct store_done){lost_known, h});
}
