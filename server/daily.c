/*
 * The daily deal at a server: see daily.h.
 */
#include "daily.h"

#include "../table/crypto.h"
#include "api.h"
#include "lobby.h"
#include "net/http.h"
#include "net/ws.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    DATE = 11,    /* bytes of 2026-11-17 with its final zero */
    LISTED = 100, /* results at most */
    LIST_ROOM = 32 * 1024,
};

static const char *const opponents[] = {"otto", "carmen", "greta"};

/* Today's date in UTC. */
static void today(char date[DATE])
{
    time_t now = (time_t)(clock_now() / 1000);
    struct tm utc;

    if (!gmtime_r(&now, &utc) || !strftime(date, DATE, "%Y-%m-%d", &utc))
        date[0] = '\0';
}

/* The seed of a date and a board. Everybody can compute it. */
static void daily_seed(const char *date, const char *game, uint8_t seed[SEED_SIZE])
{
    char text[64];

    snprintf(text, sizeof text, "anden daily %s %s", date, game);
    sha256(text, strlen(text), seed);
}

/* The id of a person's table for a date: always the same, and nobody else can guess it. */
static void daily_table(const struct server *s, const char *date, const char *game,
                        const char *person, char id[TABLE_ID])
{
    char text[128];
    uint8_t hash[16];

    snprintf(text, sizeof text, "daily %s %s %s", date, game, person);
    crypto_generichash(hash, sizeof hash, (const uint8_t *)text, strlen(text), s->origin_key,
                       sizeof s->origin_key);
    sodium_bin2base64(id, TABLE_ID, hash, sizeof hash,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

/* ---- the table ---- */

/* Somebody who waits for the table of the day. */
struct opening {
    struct task task;
    char date[DATE], game[ID_SIZE], table[TABLE_ID];
};

static void opened(void *context, const struct made *made)
{
    struct opening *o = context;
    struct message_ok ok = {.table = message_text(o->table)};

    if (made->table)
        task_ok(&o->task, &ok);
    else
        task_refuse(&o->task, made->why);
}

static void make_table(struct opening *o)
{
    const struct client *c = o->task.client;
    struct message_wish_part seats[1 + sizeof opponents / sizeof *opponents] = {
        {.kind = message_text("person")}};
    struct message_create m = {.game = message_text(o->game),
                               .seats = seats,
                               .seats_count = sizeof seats / sizeof *seats,
                               .undo = message_text("safe"),
                               .spectators = message_text("none"),
                               .has_rated = true,
                               .has_start = true,
                               .start = true};
    uint8_t seed[SEED_SIZE];
    const struct day day = {o->date, o->table, seed};
    const struct maker maker = {
        person_number(c->person), c->person->name, c->from, false, ws_address(c->ws), &day};
    const struct made done = {.call = opened, .context = o};

    for (uint32_t i = 1; i < m.seats_count; i++)
        seats[i] = (struct message_wish_part){.kind = message_text("bot"),
                                              .bot = message_text(opponents[i - 1])};
    daily_seed(o->date, o->game, seed);
    table_make(c->server, &m, &maker, &done);
}

/* Is the table there? */
static void looked_up(void *context, const struct store_answer *a)
{
    struct opening *o = context;
    const struct made there = {.table = o->table};

    if (a->status != STORE_OK) {
        task_store_error(&o->task, a);
    } else if (a->head_count) {
        opened(o, &there);
    } else if (!o->task.client->ws || !lobby_may_make(o->task.client, o->task.id)) {
        task_end(&o->task);
    } else {
        make_table(o);
    }
}

void daily_open(struct client *c, const struct message_daily *m)
{
    struct command_id id = {m->has_id, m->id};
    const struct board *board = server_board(m->game.at, m->game.length, 0);
    struct opening *o;
    const char *table;

    if (!board) {
        client_error(c, id, "bad_table", "There is no such game.");
        return;
    }
    if (!c->server->has_origins) {
        client_error(c, id, "unavailable", "The server has just started. Try again.");
        return;
    }
    o = task_new(c, id, sizeof *o);
    if (!o)
        return;
    today(o->date);
    snprintf(o->game, sizeof o->game, "%s", board->id);
    daily_table(c->server, o->date, o->game, c->person->id, o->table);
    table = o->table;
    store_heads(c->server->store, &table, 1, (struct store_done){looked_up, o});
}

/* ---- the list ---- */

struct list {
    struct http_request *http;
    char date[DATE];
};

static void write_list(struct json *j, const struct list *l, const struct store_answer *a)
{
    json_object(j, NULL);
    json_text(j, "date", l->date);
    json_array(j, "results");
    for (uint32_t i = 0; i < a->result_count; i++) {
        json_object(j, NULL);
        json_text(j, "name", a->results[i].name);
        json_number(j, "score", a->results[i].score);
        json_number(j, "rank", a->results[i].rank);
        json_end(j);
    }
    json_end(j);
    json_end(j);
}

static void list_known(void *context, const struct store_answer *a)
{
    struct list *l = context;
    char *text = malloc(LIST_ROOM);
    struct json j = json_in(text, text ? LIST_ROOM : 0);

    if (text && a->status == STORE_OK)
        write_list(&j, l, a);
    if (text && a->status == STORE_OK && json_done(&j))
        http_answer_json(l->http, 200, text, j.length);
    else
        api_trouble(l->http, a, "There is no such game.");
    free(text);
    free(l);
}

/* Is it a day of the calendar, as 2026-11-17? */
static bool is_date(const char *text)
{
    struct tm day = {0};
    char again[DATE];
    const char *end = strptime(text, "%Y-%m-%d", &day);
    time_t at;

    if (!end || *end)
        return false;
    at = timegm(&day);
    return gmtime_r(&at, &day) && strftime(again, sizeof again, "%Y-%m-%d", &day) &&
           !strcmp(text, again);
}

void daily_list(struct http_request *r)
{
    struct server *s = r->route;
    const char *date = http_query(r, "date");
    const struct board *board = server_board(r->rest, strlen(r->rest), 0);
    struct list *l = NULL;

    if (!board || (date && !is_date(date))) {
        http_answer_error(r, 404, NULL,
                          board ? "There is no such day." : "There is no such game.");
        return;
    }
    l = malloc(sizeof *l);
    if (!l) {
        struct refusal why;

        refuse_memory(&why);
        api_refuse(r, 503, &why);
        return;
    }
    l->http = r;
    if (date)
        snprintf(l->date, sizeof l->date, "%s", date);
    else
        today(l->date);
    store_results_on(s->store, l->date, board->id, LISTED, (struct store_done){list_known, l});
}
