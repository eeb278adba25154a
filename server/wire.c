/*
 * Messages to clients: encoding, answering, and remembering answers for commands that come
 * again.
 */
#include "net/ws.h"
#include "server.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A buffer that grows while JSON is written into it. */
struct wire {
    char *at;
    size_t n, room;
    bool failed;
};

static void append(void *context, const char *at, size_t n)
{
    struct wire *w = context;

    if (w->n + n + 1 > w->room) {
        size_t room = (w->n + n + 1) * 2;
        char *more = realloc(w->at, room);

        if (!more) {
            w->failed = true;
            return;
        }
        w->at = more;
        w->room = room;
    }
    memcpy(w->at + w->n, at, n);
    w->n += n;
    w->at[w->n] = '\0';
}

static char *finish(struct wire *w, bool good, size_t *n)
{
    if (!good || w->failed) {
        free(w->at);
        return NULL;
    }
    *n = w->n;
    return w->at;
}

char *message_wire(const struct message *m, size_t *n)
{
    char chunk[4096];
    struct wire w = {0};
    struct json j = json_to(chunk, sizeof chunk, append, &w);

    return finish(&w, message_encode(&j, m), n);
}

char *record_wire(const struct message_shape *shape, const void *record, size_t *n)
{
    char chunk[4096];
    struct wire w = {0};
    struct json j = json_to(chunk, sizeof chunk, append, &w);

    return finish(&w, message_encode_record(&j, shape, record), n);
}

struct ws_buffer *message_buffer(const struct message *m)
{
    static char most[16 * 1024]; /* what nearly all messages fit into */
    struct json j = json_in(most, sizeof most);
    struct ws_buffer *b = NULL;
    size_t n;
    char *text;

    if (message_encode(&j, m))
        return ws_buffer_new(most, j.length);
    text = message_wire(m, &n);

    if (text)
        b = ws_buffer_new(text, n);
    free(text);
    return b;
}

struct client *client_keep(struct client *c)
{
    if (c)
        c->keeps++;
    return c;
}

void client_release(struct client *c)
{
    if (c && --c->keeps == 0)
        free(c);
}

void client_send(struct client *c, const struct message *m)
{
    struct ws_buffer *b;

    if (!c || !c->ws)
        return;
    b = message_buffer(m);
    if (!b)
        return;
    ws_send(c->ws, b);
    ws_buffer_release(b);
}

/* Sends an answer and remembers it. */
static void answer(struct client *c, struct command_id id, const struct message *m)
{
    struct ws_buffer *b;

    if (!c || !(b = message_buffer(m)))
        return;
    if (c->ws)
        ws_send(c->ws, b);
    if (id.given && c->person) {
        struct reply *r = &c->person->reply[c->person->replies++ % REPLIES];

        if (r->buffer)
            ws_buffer_release(r->buffer);
        *r = (struct reply){c->run, id.id, ws_buffer_keep(b)};
    }
    ws_buffer_release(b);
}

void client_ok(struct client *c, struct command_id id, const struct message_ok *ok)
{
    struct message m = {.type = MESSAGE_OK};

    if (ok)
        m.ok = *ok;
    m.ok.has_id = id.given;
    m.ok.id = id.id;
    answer(c, id, &m);
}

enum language client_language(const struct client *c)
{
    return c ? (enum language)c->wants.language : ENGLISH;
}

void client_send_error(struct client *c, struct command_id id, const struct message_error *e)
{
    struct message m = {.type = MESSAGE_ERROR, .error = *e};

    if (c)
        c->server->counters.refused++;
    m.error.has_id = id.given;
    m.error.id = id.id;
    answer(c, id, &m);
}

void client_refuse(struct client *c, struct command_id id, const struct refusal *why)
{
    char words[REFUSAL_WORDS];
    struct message_error e = refusal_error(why, client_language(c), words);

    client_send_error(c, id, &e);
}

void client_error(struct client *c, struct command_id id, const char *code,
                  const char *sentence)
{
    struct refusal why;

    refuse(&why, code, sentence);
    client_refuse(c, id, &why);
}

/* ---- refusals that many parts use ---- */

bool refuse_memory(struct refusal *why)
{
    return refuse(why, "busy", "The server is short of memory. Try again later.");
}

bool refuse_full(struct refusal *why)
{
    return refuse(why, "busy", "The server is full: try again later.");
}

bool refuse_store(struct refusal *why, const struct store_answer *a)
{
    switch (a->status) {
    case STORE_MISSING:
        return refuse(why, "missing", "There is no such thing on this server.");
    case STORE_REFUSED:
        return refuse(why, "refused", a->message);
    case STORE_BUSY:
        return refuse(
            why, "busy",
            "The server has too much to do: nothing was done. Try again in a moment.");
    case STORE_IN_DOUBT:
        return refuse(why, "in_doubt",
                      "The database did not confirm this: it may or may not be done. Look at "
                      "the table again.");
    default:
        return refuse(
            why, "unavailable",
            "The database cannot be reached: nothing was done. Try again in a moment.");
    }
}

void client_no_memory(struct client *c, struct command_id id)
{
    struct refusal why;

    refuse_memory(&why);
    client_refuse(c, id, &why);
}

void client_no_table(struct client *c, struct command_id id)
{
    struct refusal why;

    desk_no_table(&why);
    client_refuse(c, id, &why);
}

void client_store_error(struct client *c, struct command_id id, const struct store_answer *a)
{
    struct refusal why;

    refuse_store(&why, a);
    client_refuse(c, id, &why);
}

/* ---- tasks ---- */

void *task_new(struct client *c, struct command_id id, size_t size)
{
    struct task *t = calloc(1, size);

    if (t)
        *t = (struct task){client_keep(c), id};
    else
        client_no_memory(c, id);
    return t;
}

void task_end(struct task *t)
{
    client_release(t->client);
    free(t);
}

void task_ok(struct task *t, const struct message_ok *ok)
{
    client_ok(t->client, t->id, ok);
    task_end(t);
}

void task_refuse(struct task *t, const struct refusal *why)
{
    client_refuse(t->client, t->id, why);
    task_end(t);
}

void task_error(struct task *t, const char *code, const char *sentence)
{
    client_error(t->client, t->id, code, sentence);
    task_end(t);
}

void task_store_error(struct task *t, const struct store_answer *a)
{
    client_store_error(t->client, t->id, a);
    task_end(t);
}

/* ---- time, people, chance ---- */

uint64_t clock_steady(const struct server *s)
{
    return uv_now(s->loop);
}

struct person *person_here(struct server *s, uint64_t number)
{
    return (struct person *)hash_find(&s->people, number);
}

void random_text(char *out, size_t cap, size_t n)
{
    unsigned char bytes[64];

    do {
        randombytes_buf(bytes, n);
        sodium_bin2base64(out, cap, bytes, n, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    } while (out[0] == '-'); /* a command would take it for an option */
}
