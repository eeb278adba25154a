/*
 * Finding out who somebody is: new guests, who get a token and a name, and people who come back
 * with a token. Only hashes of tokens are stored.
 */
#include "../journal.h"
#include "../net/address.h"
#include "../net/ws.h"
#include "house.h"
#include "name.h"
#include "person.h"
#include "version.h"

#include "../../ai/player.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GUEST_TRIES = 8, BOTS_LISTED = 16, REMEMBERED_MS = 120 * 1000 };

_Static_assert(MESSAGE_HELLO_CLIENT_MAX < (int)STORE_CLIENT_MAX &&
                   (int)ADDRESS_TEXT <= (int)STORE_CLIENT_MAX &&
                   MESSAGE_HELLO_NAME_MAX == NAME_SIZE - 1 &&
                   MESSAGE_RENAME_NAME_MAX == NAME_SIZE - 1,
               "what a message can carry fits");

bool token_hash(const char *token, size_t n, uint8_t hash[32])
{
    if (n < 20 || n >= TOKEN_TEXT)
        return false;
    crypto_generichash(hash, 32, (const uint8_t *)token, n, NULL, 0);
    return true;
}

static bool refuse_token(struct refusal *why)
{
    return refuse(why, "token",
                  "This token is not known here. Say hello without one to be a new guest.");
}

/* May this address go on trying? And may the account, if there is one, be tried again? */
static bool try_sign_in(struct client *c, struct command_id id, uint64_t account)
{
    struct server *s = c->server;

    if (!s->limits ||
        (limits_take(s->limits, LIMIT_SIGN_IN, c->from, clock_steady(s)) &&
         (!account || limits_take(s->limits, LIMIT_SIGN_IN, account, clock_steady(s)))))
        return true;
    client_error(c, id, "slow_down",
                 "Too many tries in a short time. Wait a minute, then try again.");
    return false;
}

bool client_may_sign_in(struct client *c, struct command_id id)
{
    const struct limits *l = c->server->limits;

    return try_sign_in(c, id,
                       l && c->person ? limits_key_person(l, person_number(c->person)) : 0);
}

/* ---- being somebody ---- */

static void detach(struct client *c)
{
    struct person *p = c->person;
    struct client **link;

    if (!p)
        return;
    for (link = &p->clients; *link != c; link = &(*link)->next)
        ;
    *link = c->next;
    c->next = NULL;
    c->person = NULL;
    p->left = clock_steady(c->server);
}

static void forget(struct server *s, struct person *p)
{
    hash_remove(&s->people, &p->node);
    for (uint32_t i = 0; i < REPLIES; i++)
        if (p->reply[i].buffer)
            ws_buffer_release(p->reply[i].buffer);
    free(p);
}

struct sweeping {
    struct server *server;
    bool all;
};

static void sweep_one(struct hash_node *node, void *context)
{
    struct sweeping *x = context;
    struct person *p = (struct person *)node;

    if (x->all || (!p->clients && clock_steady(x->server) >= p->left + REMEMBERED_MS))
        forget(x->server, p);
}

void signin_sweep(struct server *s, bool all)
{
    struct sweeping x = {s, all};

    hash_each(&s->people, sweep_one, &x);
}

void signin_leave(struct client *c)
{
    detach(c);
}

void person_sign_out(struct server *s, const char *person, const uint8_t token[32], bool others)
{
    struct person *p = person_here(s, strtoull(person, NULL, 10));

    for (struct client *c = p ? p->clients : NULL, *next; c; c = next) {
        next = c->next;
        if ((memcmp(c->token, token, sizeof c->token) == 0) != others && c->ws)
            ws_close(c->ws, WS_POLICY, "signed out");
    }
}

static bool attach(struct client *c, const struct store_person *who)
{
    uint64_t number = strtoull(who->id, NULL, 10);
    struct person *p = person_here(c->server, number);

    detach(c);
    if (!p) {
        p = calloc(1, sizeof *p);
        if (!p || !hash_add(&c->server->people, &p->node, number)) {
            free(p);
            return false;
        }
        snprintf(p->id, sizeof p->id, "%s", who->id);
    }
    snprintf(p->name, sizeof p->name, "%s", who->name);
    p->secured = who->passphrase[0] != '\0';
    c->person = p;
    c->next = p->clients;
    p->clients = c;
    return true;
}

static void welcome(struct client *c, const char *token)
{
    static const char *const can[] = {"view-events", "view-json", "legal",   "boards",
                                      "clocks",      "undo",      "rematch", "chat"};
    struct message_text capabilities[8], bots[BOTS_LISTED], games[16];
    struct message_character_part people[BOTS_LISTED];
    struct message m = {.type = MESSAGE_WELCOME};
    uint32_t n = 0;

    for (uint32_t i = 0; i < 8; i++)
        capabilities[i] = message_text(can[i]);
    for (uint32_t i = 0; players[i] && n < BOTS_LISTED; i++)
        bots[n++] = message_text(players[i]->name);
    m.welcome.bots = bots;
    m.welcome.bots_count = n;
    for (n = 0; n < BOTS_LISTED && cast[n]; n++)
        people[n] = (struct message_character_part){
            .name = message_text(cast[n]->name),
            .level = message_text(level_name(cast[n]->level)),
            .manner = message_text(manner_names[cast[n]->manner]),
        };
    m.welcome.cast = people;
    m.welcome.cast_count = n;
    for (n = 0; n < 16 && server_board_id(n); n++)
        games[n] = message_text(server_board_id(n));
    m.welcome.games = games;
    m.welcome.games_count = n;
    m.welcome.version = PROTOCOL_VERSION;
    m.welcome.server = message_text("anden " ANDEN_VERSION);
    m.welcome.person = (int64_t)person_number(c->person);
    m.welcome.name = message_text(c->person->name);
    if (token)
        m.welcome.token = message_text(token);
    m.welcome.secured = c->person->secured;
    m.welcome.capabilities = capabilities;
    m.welcome.capabilities_count = 8;
    client_send(c, &m);
}

/* ---- hello ---- */

struct greeting {
    struct client *client;
    char token[TOKEN_TEXT];
    uint8_t hash[32]; /* of the token */
    char program[STORE_CLIENT_MAX];
    char id[PERSON_TEXT];
    char name[NAME_SIZE];
    bool chosen; /* the guest asked for this name */
    uint32_t tries;
};

static void add_guest(struct greeting *g);

/* Notes when the device was used, with which program, and roughly from where. */
static void seen(const struct greeting *g, const char *person)
{
    const struct client *c = g->client;
    char place[ADDRESS_TEXT], origin[ORIGIN_TEXT];
    struct store_device device = {.hash = {g->hash, sizeof g->hash},
                                  .client = g->program,
                                  .place = place,
                                  .origin = origin};

    address_coarse(ws_address(c->ws), place);
    origin_of_address(c->server, ws_address(c->ws), origin);
    store_person_seen(c->server->store, person, clock_now(), &device, (struct store_done){0});
}

static void greeted(struct greeting *g, const struct store_person *who, const char *token)
{
    struct client *c = g->client;

    c->greeting = false;
    if (c->ws && attach(c, who)) {
        memcpy(c->token, g->hash, sizeof c->token);
        welcome(c, token);
        seen(g, who->id);
    } else {
        client_no_memory(c, (struct command_id){0});
    }
    client_release(c);
    free(g);
}

static void not_greeted(struct greeting *g, const struct refusal *why)
{
    struct client *c = g->client;

    c->greeting = false;
    client_refuse(c, (struct command_id){0}, why);
    client_release(c);
    free(g);
}

static void guest_added(void *context, const struct store_answer *a)
{
    struct greeting *g = context;
    struct store_person who = {.id = g->id, .name = g->name, .passphrase = ""};
    struct refusal why;

    if (a->status == STORE_OK) {
        g->client->server->counters.people_made++;
        greeted(g, &who, g->token);
    } else if (a->status == STORE_TAKEN && !g->chosen && ++g->tries < GUEST_TRIES) {
        add_guest(g);
    } else {
        if (a->status == STORE_TAKEN && g->chosen)
            refuse(&why, "name_taken",
                   "Somebody has this name, or had it until a short time ago. Choose another, "
                   "or sign in with its passphrase.");
        else
            refuse_store(&why, a);
        not_greeted(g, &why);
    }
}

/* A name for a guest who has not chosen one: with a short number, unless that is taken. */
static void name_guest(struct greeting *g)
{
    uint32_t number = 1000 + randombytes_uniform(g->tries ? 9000000 : 9000);
    struct text t = text_in(g->name, sizeof g->name);

    words_put(&t, client_language(g->client), "Guest {0}", SAID(say_number((int32_t)number)));
}

/* A person's number is one that JavaScript can hold exactly. */
static void add_guest(struct greeting *g)
{
    struct store_person who = {.id = g->id, .name = g->name, .passphrase = ""};
    uint64_t number;

    do {
        randombytes_buf(&number, sizeof number);
        number >>= 12;
    } while (!number);
    snprintf(g->id, sizeof g->id, "%llu", (unsigned long long)number);
    if (!g->chosen)
        name_guest(g);
    random_text(g->token, sizeof g->token, 32);
    token_hash(g->token, strlen(g->token), g->hash);
    who.created = who.seen = clock_now();
    store_person_add(g->client->server->store, &who,
                     (struct store_bytes){g->hash, sizeof g->hash},
                     (struct store_done){guest_added, g});
}

static void token_known(void *context, const struct store_answer *a)
{
    struct greeting *g = context;
    struct refusal why;

    if (a->status == STORE_OK && a->person) {
        if (house_lets_in(g->client->server, strtoull(a->person->id, NULL, 10), NULL, &why))
            greeted(g, a->person, NULL);
        else
            not_greeted(g, &why);
        return;
    }
    if (a->status == STORE_MISSING)
        refuse_token(&why);
    else
        refuse_store(&why, a);
    not_greeted(g, &why);
}

static bool hello_fits(const struct client *c, const struct message_hello *m,
                       struct refusal *why)
{
    if (c->greeting || c->person)
        return refuse(why, "hello_twice", "Say hello once on a connection.");
    return desk_hello(m, why) && house_lets_in(c->server, 0, ws_address(c->ws), why) &&
           (!m->name.at || m->token.at ||
            (name_may_be_taken(&m->name, why) && house_lets_name(c->server, m->name.at, why)));
}

void signin_hello(struct client *c, const struct message_hello *m)
{
    struct command_id none = {0};
    struct refusal why;
    struct greeting *g;

    if (!c->greeting && !c->person)
        c->wants = wants_of(m); /* refusals are in the client's language too */
    if (!hello_fits(c, m, &why)) {
        client_refuse(c, none, &why);
        return;
    }
    if (!m->token.at && !try_sign_in(c, none, 0))
        return;
    g = calloc(1, sizeof *g);
    if (!g) {
        client_no_memory(c, none);
        return;
    }
    c->run = m->has_run ? m->run : (int64_t)ws_number(c->ws);
    c->greeting = true;
    g->client = client_keep(c);
    if (m->client.at && line_is_plain(&m->client))
        snprintf(g->program, sizeof g->program, "%s", m->client.at);
    if (!m->token.at) {
        g->chosen = m->name.at != NULL;
        if (g->chosen)
            snprintf(g->name, sizeof g->name, "%s", m->name.at);
        add_guest(g);
    } else if (token_hash(m->token.at, m->token.length, g->hash)) {
        store_person_by_token(c->server->store, (struct store_bytes){g->hash, sizeof g->hash},
                              (struct store_done){token_known, g});
    } else {
        refuse_token(&why);
        not_greeted(g, &why);
    }
}

/* ---- names ---- */

struct change {
    struct task task;
    char name[NAME_SIZE];
};

static void renamed(void *context, const struct store_answer *a)
{
    struct change *x = context;
    struct person *p = x->task.client->person;

    if (a->status == STORE_OK) {
        if (p)
            memcpy(p->name, x->name, sizeof x->name);
        task_ok(&x->task, NULL);
    } else if (a->status == STORE_TAKEN) {
        task_error(&x->task, "name_taken",
                   "Somebody has this name, or had it until a short time ago. Choose another.");
    } else {
        task_store_error(&x->task, a);
    }
}

void signin_rename(struct client *c, const struct message_rename *m)
{
    struct command_id id = {m->has_id, m->id};
    struct refusal why;
    struct change *x;

    if (!name_may_be_taken(&m->name, &why) || !house_lets_name(c->server, m->name.at, &why)) {
        client_refuse(c, id, &why);
        return;
    }
    if (!client_may_sign_in(c, id))
        return;
    x = task_new(c, id, sizeof *x);
    if (!x)
        return;
    snprintf(x->name, sizeof x->name, "%s", m->name.at);
    store_person_rename(c->server->store, c->person->id, x->name, clock_now(),
                        (struct store_done){renamed, x});
}
