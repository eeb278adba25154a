/*
 * A connection that heals itself: see remote.h.
 */
#include "remote.h"

#include "../../engine/words.h"
#include "../../protocol/json_read.h"
#include "post.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

enum {
    QUIET = 25000, /* milliseconds after which a silent server is asked whether it is there */
    PATIENCE = 10000, /* for its answer, and for a connection */
    GREETING = 60000, /* for its welcome, when it is back: it may be busy */
    PAUSES = 6,
    COMMANDS = 8,        /* without an answer, at most */
    LONGEST = 256 << 10, /* bytes of a command that is posted */
    ARENA = 64 << 20     /* address space for one decoded message; little of it is touched */
};

static const uint32_t pauses[PAUSES] = {500, 1000, 2000, 4000, 8000, 15000};

struct command {
    int64_t id; /* 0: none */
    size_t size;
    char text[LINK_TEXT];
};

struct remote {
    uv_loop_t loop;
    uv_timer_t again, quiet;
    struct link link;
    struct link_target target;
    struct link_shared shared;
    struct message_arena arena;
    enum remote_state state;
    bool greeted;  /* on this connection */
    bool known;    /* there was a welcome once */
    bool pinged;   /* a silent server was asked */
    bool nameless; /* say hello without a name: we may already have taken it */
    bool closing;
    uint32_t failures; /* in a row */
    int64_t run, ids;
    struct command command[COMMANDS]; /* the oldest first */
    struct post *post;                /* a command too long for the WebSocket, or null */
    int64_t post_id;
    char token[MESSAGE_HELLO_TOKEN_MAX + 1], name[MESSAGE_HELLO_NAME_MAX + 1];
    char language[8], client[MESSAGE_HELLO_CLIENT_MAX + 1];
    const char *why;
    char words[MESSAGE_ERROR_MESSAGE_MAX + 1]; /* the server's reason for a refusal */
    void *user;
    void (*heard)(void *user, const struct message *m);
};

static uint64_t some_number(void)
{
    uint64_t n = 0;

    if (getrandom(&n, sizeof n, 0) != (ssize_t)sizeof n)
        n = uv_hrtime();
    return n;
}

/* ---- sending ---- */

static size_t encode(const struct message *m, char *text, size_t cap)
{
    struct json j = json_in(text, cap);

    return message_encode(&j, m) && json_done(&j) ? j.length : 0;
}

void remote_say(struct remote *r, const struct message *m)
{
    char text[LINK_TEXT];
    size_t n = encode(m, text, sizeof text);

    if (n)
        link_send(&r->link, text, n);
}

static void set_id(struct message *m, int64_t id)
{
    const struct message_shape *shape = message_shapes[m->type];
    char *body = (char *)m + MESSAGE_BODY;

    *(bool *)(body + shape->has_id) = true;
    memcpy(body + shape->id, &id, sizeof id);
}

/* Handles the answer to a posted command as if it had come by the WebSocket. */
static void on_posted(void *user, int status, const char *body, size_t n)
{
    struct remote *r = user;
    struct message_arena arena = r->arena;
    struct message m = {.type = MESSAGE_ERROR};
    struct complaint why;
    struct json_value v, error, words;
    char code[MESSAGE_ERROR_CODE_MAX + 1] = "unavailable";
    char sentence[MESSAGE_ERROR_MESSAGE_MAX + 1] =
        SAYS("The server did not answer. Try again.");
    char copy[LINK_ANSWER];
    size_t size;

    r->post = NULL;
    if (r->closing)
        return;
    if (status && json_read_open(body, n, &v, &why) && json_member(&v, "error", &error)) {
        if (json_member(&error, "code", &words))
            json_read_text(&words, code, sizeof code, &size);
        if (json_member(&error, "message", &words))
            json_read_text(&words, sentence, sizeof sentence, &size);
    }
    memcpy(copy, body ? body : "", n);
    if (status != 201 || !message_decode(copy, n, MESSAGE_TO_CLIENT, &arena, &m, &why) ||
        m.type != MESSAGE_OK) {
        m = (struct message){.type = MESSAGE_ERROR};
        m.error.code = message_text(code);
        m.error.message = message_text(sentence);
    }
    set_id(&m, r->post_id);
    r->heard(r->user, &m);
}

/* Posts a command that is too long for the WebSocket. */
static int64_t post(struct remote *r, const struct message *m, int64_t id)
{
    struct post_wish w = {.target = &r->target,
                          .shared = &r->shared,
                          .loop = &r->loop,
                          .token = r->token,
                          .language = r->language,
                          .user = r,
                          .done = on_posted};
    char *text = r->post ? NULL : malloc(LONGEST);

    w.text = text;
    w.size = text ? encode(m, text, LONGEST) : 0;
    r->post = w.size ? post_begin(&w) : r->post;
    free(text);
    if (!w.size || !r->post)
        return 0;
    return r->post_id = r->ids = id;
}

int64_t remote_command(struct remote *r, struct message *m)
{
    struct command *c = r->command;
    int64_t id = r->ids + 1;

    while (c < r->command + COMMANDS && c->id)
        c++;
    if (c == r->command + COMMANDS)
        return 0;
    set_id(m, id);
    c->size = encode(m, c->text, sizeof c->text);
    if (!c->size)
        return m->type == MESSAGE_CREATE ? post(r, m, id) : 0;
    c->id = r->ids = id;
    if (r->greeted)
        link_send(&r->link, c->text, c->size);
    return id;
}

bool remote_waits(const struct remote *r, int64_t id)
{
    if (r->post && r->post_id == id)
        return true;
    for (uint32_t i = 0; i < COMMANDS; i++)
        if (r->command[i].id && r->command[i].id == id)
            return true;
    return false;
}

/* A command was answered. */
static void forget(struct remote *r, int64_t id)
{
    uint32_t left = 0;

    for (uint32_t i = 0; i < COMMANDS; i++)
        if (r->command[i].id && r->command[i].id != id) {
            if (left != i)
                r->command[left] = r->command[i];
            left++;
        }
    while (left < COMMANDS)
        r->command[left++].id = 0;
}

static void say_hello(struct remote *r)
{
    struct message m = {.type = MESSAGE_HELLO};

    m.hello.version = PROTOCOL_VERSION;
    m.hello.view = message_text("events");
    m.hello.language = message_text(r->language);
    m.hello.client = message_text(r->client);
    m.hello.has_run = true;
    m.hello.run = r->run;
    if (r->token[0])
        m.hello.token = message_text(r->token);
    else if (r->name[0] && !r->nameless)
        m.hello.name = message_text(r->name);
    remote_say(r, &m);
}

/* ---- silence ---- */

static void on_quiet(uv_timer_t *timer);

/* The server has not greeted us yet. On a first visit we wait as long as the connection lasts:
 * there is nothing else to do, and the person can leave. */
static void on_no_welcome(struct remote *r)
{
    bool connected = r->link.state != LINK_CONNECTING;

    if (!r->known && (connected || r->target.addresses == 1))
        return;
    if (connected && !r->pinged) {
        r->pinged = true; /* give up the next time */
        uv_timer_start(&r->quiet, on_quiet, GREETING, 0);
        return;
    }
    r->link.tries += !connected;
    link_drop(&r->link, SAYS("the server does not answer"));
}

static void on_quiet(uv_timer_t *timer)
{
    struct remote *r = timer->data;
    struct message m = {.type = MESSAGE_PING};

    if (!r->greeted) {
        on_no_welcome(r);
        return;
    }
    if (r->pinged) {
        link_drop(&r->link, SAYS("the server does not answer"));
        return;
    }
    r->pinged = true;
    remote_say(r, &m);
    uv_timer_start(&r->quiet, on_quiet, PATIENCE, 0);
}

static void listen_for(struct remote *r, uint64_t milliseconds)
{
    r->pinged = false;
    uv_timer_start(&r->quiet, on_quiet, milliseconds, 0);
}

/* ---- hearing ---- */

static void end(struct remote *r, const char *why)
{
    r->state = REMOTE_ENDED;
    r->why = why;
    uv_timer_stop(&r->again);
    uv_timer_stop(&r->quiet);
    link_drop(&r->link, why);
}

static void on_welcome(struct remote *r, const struct message *m)
{
    const struct message_text *token = &m->welcome.token;

    if (token->at)
        snprintf(r->token, sizeof r->token, "%.*s", (int)token->length, token->at);
    r->greeted = r->known = true;
    r->nameless = false;
    r->failures = 0;
    r->state = REMOTE_OPEN;
    r->heard(r->user, m);
    for (uint32_t i = 0; i < COMMANDS && r->command[i].id; i++)
        link_send(&r->link, r->command[i].text, r->command[i].size);
}

/* The greeting was refused. False if the error is about something else. */
static bool refused(struct remote *r, const struct message_error *e)
{
    static const char *const final[] = {"version",  "bad_name", "name_taken", "name_reserved",
                                        "bad_word", "banned",   "too_many",   "token"};

    if (message_text_is(&e->code, "token") && r->token[0]) {
        remote_become(r, "");
        return true;
    }
    for (size_t i = 0; i < sizeof final / sizeof final[0]; i++) {
        if (!message_text_is(&e->code, final[i]))
            continue;
        snprintf(r->words, sizeof r->words, "%.*s", (int)e->message.length, e->message.at);
        end(r, r->words);
        return true;
    }
    return false;
}

static void on_text(void *user, char *text, size_t n)
{
    struct remote *r = user;
    struct message_arena arena = r->arena;
    struct complaint why;
    struct message m;
    struct command_id id;

    listen_for(r, QUIET);
    if (!message_decode(text, n, MESSAGE_TO_CLIENT, &arena, &m, &why))
        return; /* of a newer server */
    id = message_id(&m);
    if (m.type == MESSAGE_WELCOME)
        on_welcome(r, &m);
    else if (m.type == MESSAGE_ERROR && !id.given && refused(r, &m.error))
        return;
    else if (m.type != MESSAGE_PONG)
        r->heard(r->user, &m);
    if (id.given)
        forget(r, id.id);
}

/* ---- coming and going ---- */

static void connect_now(struct remote *r)
{
    r->state = REMOTE_CONNECTING;
    link_open(&r->link, &r->loop);
    listen_for(r, PATIENCE);
}

static void on_opened(void *user)
{
    say_hello(user);
}

static void on_again(uv_timer_t *timer)
{
    connect_now(timer->data);
}

/* The server never answered, and all addresses of the host were tried. */
static bool is_hopeless(const struct remote *r)
{
    return r->link.untrusted || (!r->known && r->failures >= r->target.addresses);
}

static void on_lost(void *user, const char *why)
{
    struct remote *r = user;
    uint64_t pause = pauses[r->failures < PAUSES ? r->failures : PAUSES - 1];

    r->greeted = false;
    uv_timer_stop(&r->quiet);
    if (r->closing || r->state == REMOTE_ENDED)
        return;
    r->failures++;
    r->why = why;
    if (!why) { /* closed on purpose, to come back as somebody else */
        r->failures = 0;
        connect_now(r);
    } else if (is_hopeless(r)) {
        r->state = REMOTE_ENDED;
    } else {
        r->state = REMOTE_LOST;
        if (!r->known)
            pause = 0;
        /* Random, so that not all clients come back at once. */
        uv_timer_start(&r->again, on_again, pause * 4 / 5 + some_number() % (pause * 2 / 5 + 1),
                       0);
    }
}

void remote_become(struct remote *r, const char *token)
{
    r->nameless = !*token;
    snprintf(r->token, sizeof r->token, "%s", token);
    if (r->link.state == LINK_OFF) {
        uv_timer_stop(&r->again);
        connect_now(r);
    } else {
        link_drop(&r->link, NULL);
    }
}

struct remote *remote_open(const struct remote_wish *w, char *why, size_t cap)
{
    struct remote *r = calloc(1, sizeof *r);

    if (!r || !(r->arena.at = malloc(ARENA)) || uv_loop_init(&r->loop) != 0) {
        snprintf(why, cap, "There is no memory.");
        free(r ? r->arena.at : NULL);
        free(r);
        return NULL;
    }
    r->arena.size = ARENA;
    if (!link_target(w->url, &r->target, why, cap)) {
        uv_loop_close(&r->loop);
        free(r->arena.at);
        free(r);
        return NULL;
    }
    snprintf(r->token, sizeof r->token, "%s", w->token);
    snprintf(r->name, sizeof r->name, "%s", w->name);
    snprintf(r->language, sizeof r->language, "%s", w->language);
    snprintf(r->client, sizeof r->client, "%s", w->client);
    r->user = w->user;
    r->heard = w->heard;
    r->run = (int64_t)(some_number() >> 12);
    r->shared.mask = (uint32_t)some_number();
    r->link.target = &r->target;
    r->link.shared = &r->shared;
    r->link.user = r->again.data = r->quiet.data = r;
    r->link.opened = on_opened;
    r->link.text = on_text;
    r->link.lost = on_lost;
    uv_timer_init(&r->loop, &r->again);
    uv_timer_init(&r->loop, &r->quiet);
    connect_now(r);
    return r;
}

void remote_close(struct remote *r)
{
    if (!r)
        return;
    r->closing = true;
    if (r->post)
        post_end(r->post);
    link_drop(&r->link, SAYS("the end"));
    uv_close((uv_handle_t *)&r->again, NULL);
    uv_close((uv_handle_t *)&r->quiet, NULL);
    uv_run(&r->loop, UV_RUN_DEFAULT);
    uv_loop_close(&r->loop);
    free(r->arena.at);
    free(r);
}

enum remote_state remote_state(const struct remote *r)
{
    return r->state;
}

const char *remote_why(const struct remote *r, bool *from_server)
{
    *from_server = r->why == r->words;
    return r->why ? r->why : "";
}

/* ---- the loop ---- */

int remote_descriptor(const struct remote *r)
{
    return uv_backend_fd(&r->loop);
}

int remote_patience(struct remote *r)
{
    uv_update_time(&r->loop);
    return uv_backend_timeout(&r->loop);
}

void remote_listen(struct remote *r)
{
    uv_run(&r->loop, UV_RUN_NOWAIT);
}
