/*
 * The server without a network: see admin.h. It has a hall, where tables are loaded and changed,
 * but no connections, and its bots never think.
 */
#include "admin.h"

#include "hall.h"
#include "journal.h"
#include "news.h"
#include "people/erase.h"
#include "people/export.h"
#include "people/labels.h"
#include "people/withdraw.h"
#include "services.h"

#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATIENCE_MS = 5000, MESSAGE = 512 };

struct admin {
    struct server server;
    uv_loop_t loop;
    enum language language;
    bool waiting, good;
    uint32_t telling; /* changes that nodes are being told about */
    enum store_status status;
    char message[MESSAGE];
    void (*take)(void *context, const struct store_answer *answer);
    void *context;
    char *text; /* the file that was made */
    size_t size;
};

_Static_assert((int)ADMIN_ORIGIN == (int)ORIGIN_TEXT, "origins have one size");

/* ---- opening and closing ---- */

/* anden admin never creates a database. */
static bool exists(const char *db, char *why, size_t cap)
{
    if (store_is_shared(db) || access(db, R_OK | W_OK) == 0)
        return true;
    snprintf(why, cap, "%s: %s", db, strerror(errno));
    return false;
}

static bool start(struct admin *a, const struct config *c, char *why, size_t cap)
{
    struct store_options store = {.where = c->db, .patience_ms = PATIENCE_MS};
    struct server *s = &a->server;

    s->loop = &a->loop;
    s->config = *c;
    s->config.limits = 0;
    snprintf(why, cap, "not enough memory.");
    if (sodium_init() < 0 || uv_loop_init(&a->loop) != 0 || !server_load_boards())
        return false;
    s->store = store_open(&a->loop, &store, why, cap);
    if (!s->store)
        return false;
    origin_start(s);
    if (!services_start(s, false))
        return false;
    bots_stop(s);
    return true;
}

struct admin *admin_open(const struct config *c, enum language l, char *why, size_t cap)
{
    struct admin *a;

    journal_hush();
    if (!exists(c->db, why, cap))
        return NULL;
    a = calloc(1, sizeof *a);
    if (a && start(a, c, why, cap)) {
        a->language = l;
        return a;
    }
    free(a);
    return NULL;
}

static void closed(void *context)
{
    ((struct admin *)context)->waiting = false;
}

void admin_close(struct admin *a)
{
    struct server *s = &a->server;

    while (a->telling)
        uv_run(&a->loop, UV_RUN_ONCE);
    s->stopping = true;
    services_stop(s, false);
    hall_stop(s);
    a->waiting = true;
    store_close(s->store, closed, a);
    while (a->waiting)
        uv_run(&a->loop, UV_RUN_ONCE);
    uv_run(&a->loop, UV_RUN_DEFAULT);
    services_free(s, false);
    hash_free(&s->people);
    hash_free(&s->boards);
    server_free_boards();
    uv_loop_close(&a->loop);
    free(a->text);
    free(a);
}

/* ---- asking ---- */

struct store *admin_store(struct admin *a)
{
    return a->server.store;
}

static void begin(struct admin *a)
{
    a->waiting = true;
    a->good = false;
    a->message[0] = '\0';
}

static bool wait_for(struct admin *a)
{
    while (a->waiting)
        uv_run(&a->loop, UV_RUN_ONCE);
    return a->good;
}

static void finish(struct admin *a, const struct refusal *why)
{
    struct text t = text_in(a->message, sizeof a->message);

    a->waiting = false;
    a->good = !why;
    if (why)
        complaint_put(&t, a->language, &why->why);
}

static void answered(void *context, const struct store_answer *answer)
{
    struct admin *a = context;
    struct refusal why;

    a->status = answer->status;
    if (answer->status == STORE_OK && a->take)
        a->take(a->context, answer);
    if (answer->status != STORE_OK)
        refuse_store(&why, answer);
    finish(a, answer->status == STORE_OK ? NULL : &why);
}

struct store_done admin_ask(struct admin *a,
                            void (*take)(void *context, const struct store_answer *answer),
                            void *context)
{
    begin(a);
    a->take = take;
    a->context = context;
    return (struct store_done){answered, a};
}

bool admin_told(struct admin *a)
{
    return wait_for(a);
}

enum store_status admin_status(const struct admin *a)
{
    return a->status;
}

const char *admin_message(const struct admin *a)
{
    return a->message;
}

/* ---- tables that have changed ---- */

static void told(void *context, const struct store_answer *answer)
{
    (void)answer;
    ((struct admin *)context)->telling--;
}

/* Nodes on PostgreSQL are told about new entries by the database; with SQLite this tells them. */
static void tell_table(struct admin *a, const struct room *room)
{
    char subject[NEWS_SUBJECT], detail[32];
    struct store_change change = {
        .time = clock_now(), .what = NEWS_TABLE, .subject = subject, .detail = detail};

    news_subject(subject, "table", room->id);
    snprintf(detail, sizeof detail, "%u %u", (unsigned)room->table.count,
             (unsigned)room->chats);
    a->telling++;
    store_change(a->server.store, &change, (struct store_done){told, a});
}

static void withdrawn_at(void *context, const struct room *room)
{
    tell_table(context, room);
}

static void withdrawn(void *context, const struct refusal *why)
{
    finish(context, why);
}

bool admin_withdraw(struct admin *a, const char *person)
{
    begin(a);
    withdraw(&a->server, person, (struct withdrawn){withdrawn, withdrawn_at, a});
    return wait_for(a);
}

/* ---- deleting a person ---- */

struct erasing {
    struct erasure erasure; /* first */
    struct admin *admin;
};

static void erased(struct erasure *e, const struct refusal *why)
{
    finish(((struct erasing *)e)->admin, why);
}

static void erased_at(struct erasure *e, const struct room *room)
{
    tell_table(((struct erasing *)e)->admin, room);
}

bool admin_erase(struct admin *a, const char *person, const struct store_change *change)
{
    struct erasing *x = calloc(1, sizeof *x);
    struct erasure *e = &x->erasure;
    bool good;

    if (!x)
        return false;
    x->admin = a;
    e->walk.server = &a->server;
    snprintf(e->walk.person, sizeof e->walk.person, "%s", person);
    e->change = *change;
    e->done = erased;
    e->at = erased_at;
    begin(a);
    erase_begin(e);
    good = wait_for(a);
    free(x);
    return good;
}

/* ---- another name at all tables ---- */

struct relabelling {
    struct walk walk; /* first */
    struct admin *admin;
    const char *name;
};

static void relabelled(void *context, const struct store_answer *answer)
{
    struct relabelling *x = context;
    struct refusal why;

    if (answer->status == STORE_OK || answer->status == STORE_MISSING) {
        walk_on(&x->walk);
    } else {
        refuse_store(&why, answer);
        walk_end(&x->walk, &why);
    }
}

static void relabel_at(struct walk *w, struct room *room)
{
    struct relabelling *x = (struct relabelling *)w;

    if (!room_label(room, walk_number(w), x->name) ||
        !room_store_label(room, (struct store_done){relabelled, x}))
        walk_on(w);
}

static void relabel_done(struct walk *w, const struct refusal *why)
{
    finish(((struct relabelling *)w)->admin, why);
}

bool admin_relabel(struct admin *a, const char *person, const char *name)
{
    struct relabelling *x = calloc(1, sizeof *x);
    bool good;

    if (!x)
        return false;
    *x = (struct relabelling){.admin = a, .name = name};
    x->walk.server = &a->server;
    x->walk.at = relabel_at;
    x->walk.done = relabel_done;
    snprintf(x->walk.person, sizeof x->walk.person, "%s", person);
    begin(a);
    walk_begin(&x->walk);
    good = wait_for(a);
    free(x);
    return good;
}

/* ---- one table ---- */

static void aborted(void *context, const struct refusal *why, uint32_t last)
{
    (void)last;
    finish(context, why);
}

bool admin_abort(struct admin *a, const char *table)
{
    struct request *r = request_own(COMMAND_ABORT);
    struct refusal why;
    struct room *room = r ? hall_room(&a->server, table, &why) : NULL;

    begin(a);
    if (!r)
        refuse_memory(&why);
    if (!room) {
        if (r)
            request_free(r);
        finish(a, &why);
        return false;
    }
    r->call = aborted;
    r->context = a;
    room_keep(room);
    room_request(room, r);
    wait_for(a);
    if (a->good)
        tell_table(a, room);
    room_release(room);
    return a->good;
}

/* ---- files ---- */

static void keep_text(struct admin *a, const char *text, size_t n)
{
    free(a->text);
    a->text = malloc(n + 1);
    a->size = n;
    if (a->text) {
        memcpy(a->text, text, n);
        a->text[n] = '\0';
    }
}

static char *give_text(struct admin *a, size_t *n)
{
    char *text = a->text;

    *n = a->size;
    a->text = NULL;
    return text;
}

static void exported(void *context, const char *text, size_t n, const struct refusal *why)
{
    if (!why)
        keep_text(context, text, n);
    finish(context, why);
}

char *admin_export(struct admin *a, const struct store_person *who, size_t *n)
{
    begin(a);
    export_person(&a->server, who, (struct export_done){exported, a});
    return wait_for(a) ? give_text(a, n) : NULL;
}

static void loaded(void *context, struct room *room)
{
    struct admin *a = context;
    struct refusal why;
    bool over = room_phase(&room->table) == STORE_OVER;
    size_t n;
    char *text = over ? room_log(room, &n) : NULL;

    if (text)
        keep_text(a, text, n);
    else if (over)
        refuse_memory(&why);
    else
        refuse(
            &why, "not_over",
            SAYS("A log shows what is hidden, so it is available only when the game is over."));
    finish(a, text ? NULL : &why);
    free(text);
}

static void not_loaded(void *context, const struct refusal *why)
{
    finish(context, why);
}

char *admin_log(struct admin *a, const char *table, size_t *n)
{
    begin(a);
    hall_visit(&a->server, table, (struct visit){loaded, not_loaded, a});
    return wait_for(a) ? give_text(a, n) : NULL;
}

/* ---- addresses ---- */

void admin_origin(struct admin *a, const char *address, char out[ADMIN_ORIGIN])
{
    /* Writes are answered in their order, so once this one is answered, the key that was asked
     * for at the start is known. */
    store_keep(a->server.store, "tried", (struct store_bytes){"", 0}, true,
               admin_ask(a, NULL, NULL));
    admin_told(a);
    origin_of_address(&a->server, address, out);
}
