/*
 * Requests over HTTP: see api.h. Answers are JSON, written from the same descriptions of
 * records as the messages; doc/protocol.md lists them.
 */
#include "api.h"

#include "daily.h"
#include "hall.h"
#include "lobby.h"
#include "net/http.h"
#include "people/house.h"
#include "version.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void api_refuse(struct http_request *r, uint32_t status, const struct refusal *why)
{
    const char *language = http_header(r, "Accept-Language");
    char words[REFUSAL_WORDS];
    struct text t = text_in(words, sizeof words);

    complaint_put(&t, language_of(language ? language : ""), &why->why);
    http_answer_error(r, status, why->code, words);
}

void api_trouble(struct http_request *r, const struct store_answer *a, const char *missing)
{
    struct refusal why;

    /* If the store refuses to look something up, it does not exist. */
    if (a->status == STORE_MISSING || a->status == STORE_REFUSED) {
        http_answer_error(r, 404, NULL, missing);
    } else {
        refuse_store(&why, a);
        api_refuse(r, 503, &why);
    }
}

static void no_memory(struct http_request *r)
{
    struct refusal why;

    refuse_memory(&why);
    api_refuse(r, 503, &why);
}

/* ---- who asks ---- */

struct asker {
    struct http_request *http;
    void (*then)(struct http_request *r, const struct store_person *who);
};

static void asker_known(void *context, const struct store_answer *a)
{
    struct asker *x = context;

    if (a->status == STORE_OK && a->person)
        x->then(x->http, a->person);
    else if (a->status == STORE_OK || a->status == STORE_MISSING)
        http_answer_error(x->http, 401, "token", "This token is not known here.");
    else
        api_trouble(x->http, a, "");
    free(x);
}

/* Calls `then` with the person whose token the request has, or with null if it has no token.
 * The person is valid during the call only. An unknown token is refused. */
static void ask_who(struct http_request *r,
                    void (*then)(struct http_request *r, const struct store_person *who))
{
    struct server *s = r->route;
    const char *bearer = http_header(r, "Authorization");
    struct asker *x;
    uint8_t hash[32];

    if (!bearer) {
        then(r, NULL);
    } else if (strncmp(bearer, "Bearer ", 7) != 0 ||
               !token_hash(bearer + 7, strlen(bearer + 7), hash)) {
        http_answer_error(r, 401, "token", "Send your token: Authorization: Bearer TOKEN.");
    } else if (!(x = malloc(sizeof *x))) {
        no_memory(r);
    } else {
        *x = (struct asker){r, then};
        store_person_by_token(s->store, (struct store_bytes){hash, sizeof hash},
                              (struct store_done){asker_known, x});
    }
}

/* ---- health ---- */

/* Strangers learn whether the server works, and nothing else. */
static void health(struct http_request *r)
{
    static const char good[] = "{\"ok\":true}", bad[] = "{\"ok\":false}";
    static const char version[] = "{\"ok\":true,\"version\":\"" ANDEN_VERSION "\"}";
    struct server *s = r->route;
    char why[256] = "The server is stopping.";
    bool well = !s->stopping && store_healthy(s->store, why, sizeof why);

    if (!well && r->local)
        http_answer_error(r, 503, s->stopping ? "stopping" : "unavailable", why);
    else if (!well)
        http_answer_json(r, 503, bad, sizeof bad - 1);
    else if (r->local)
        http_answer_json(r, 200, version, sizeof version - 1);
    else
        http_answer_json(r, 200, good, sizeof good - 1);
}

/* Only for the machine itself, and for addresses that the operator allows. */
static void metrics(struct http_request *r)
{
    struct http_answer a = {.status = 200, .type = "text/plain; version=0.0.4"};
    const struct server *s = r->route;
    struct address from;
    char *text;

    if (!r->local &&
        !(address_parse(r->address, &from) && networks_have(&s->scrapers, &from))) {
        http_answer_error(r, 403, "forbidden",
                          "Only the machine itself may read this, and addresses in the "
                          "setting `scrapers`.");
        return;
    }
    text = metrics_text(r->route, &a.size);
    a.body = text;
    if (text)
        http_answer(r, &a);
    else
        no_memory(r);
    free(text);
}

/* ---- tables ---- */

static void answer_tables(struct http_request *r, const struct store_answer *a, const char *of)
{
    size_t n;
    char *text = a->status == STORE_OK ? lobby_tables(a, of, (struct command_id){0}, &n) : NULL;

    if (text)
        http_answer_json(r, 200, text, n);
    else
        api_trouble(r, a, "There is no such list.");
    free(text);
}

static void lobby_listed(void *context, const struct store_answer *a)
{
    answer_tables(context, a, "lobby");
}

static void tables(struct http_request *r)
{
    struct server *s = r->route;

    if (!lobby_read(s, http_query(r, "page"), (struct store_done){lobby_listed, r}))
        http_answer_error(r, 404, NULL, "There is no such page.");
}

/* Somebody who waits for an answer until a table is loaded. */
struct asking {
    struct http_request *http;
    uint64_t person; /* who asks; 0: a stranger */
    uint64_t from;   /* stands for the address, like that of a client */
    uint32_t after;  /* the last entry that they have */
};

static void asking_end(struct asking *x)
{
    free(x);
}

static void not_loaded(void *context, const struct refusal *why)
{
    struct asking *x = context;

    api_refuse(x->http, strcmp(why->code, "no_table") == 0 ? 404 : 503, why);
    asking_end(x);
}

/* May the viewer be at this table? If not, the request is answered with a refusal. */
static bool is_let_in(const struct room *room, struct asking *x)
{
    struct refusal why;

    if (desk_may_watch(&room->table, &room->plan, x->person, &why))
        return true;
    api_refuse(x->http, 403, &why);
    asking_end(x);
    return false;
}

/* May this address read so many entries? If not, the request is refused. */
static bool may_look(const struct room *room, struct asking *x, uint32_t entries)
{
    struct refusal why;

    if (telling_pays(room->server, x->person, x->from, entries))
        return true;
    refuse_dear(&why);
    api_refuse(x->http, 429, &why);
    asking_end(x);
    return false;
}

/* A table as a spectator sees it. */
static void show_table(void *context, struct room *room)
{
    struct asking *x = context;
    uint32_t count = room->table.count;
    const struct look look = {.viewer = SPECTATOR,
                              .after = x->after < count ? x->after : count,
                              .wants = {.view = VIEW_JSON},
                              .stranger = x->person == 0};
    size_t n;
    char *text;

    if (!is_let_in(room, x) || !may_look(room, x, count - look.after))
        return;
    text = room_snapshot(room, &look, &n);
    if (text)
        http_answer_json(x->http, 200, text, n);
    else
        no_memory(x->http);
    free(text);
    asking_end(x);
}

/* The log, only once the game is over: earlier it would show hidden cards. */
static void show_log(void *context, struct room *room)
{
    struct asking *x = context;
    struct http_answer a = {.status = 200, .type = "text/plain; charset=utf-8"};
    char disposition[96];
    const char *extra[] = {"Content-Disposition", disposition, NULL};
    char *text;

    if (!is_let_in(room, x))
        return;
    snprintf(disposition, sizeof disposition, "attachment; filename=\"%s.log\"", room->id);
    if (room_phase(&room->table) != STORE_OVER) {
        http_answer_error(x->http, 409, "not_over",
                          "The log can be downloaded when the game is over.");
        asking_end(x);
        return;
    }
    if (!may_look(room, x, room->table.count))
        return;
    text = room_log(room, &a.size);
    a.body = text;
    a.extra = extra;
    if (text)
        http_answer(x->http, &a);
    else
        no_memory(x->http);
    free(text);
    asking_end(x);
}

static void visit(struct http_request *r, const struct store_person *who)
{
    struct server *s = r->route;
    struct asking *x = calloc(1, sizeof *x);
    const char *after = http_query(r, "after");
    size_t n = strcspn(r->rest, "/");
    char name[TABLE_ID];

    if (!x) {
        no_memory(r);
        return;
    }
    snprintf(name, sizeof name, "%.*s", (int)n, r->rest);
    x->http = r;
    x->person = who ? strtoull(who->id, NULL, 10) : 0;
    x->from = s->limits ? limits_key_address(s->limits, r->address) : 0;
    x->after = after ? (uint32_t)strtoul(after, NULL, 10) : 0;
    hall_visit(s, n < TABLE_ID ? name : "",
               (struct visit){r->rest[n] ? show_log : show_table, not_loaded, x});
}

static void table(struct http_request *r)
{
    size_t n = strcspn(r->rest, "/");

    if (r->rest[n] && strcmp(r->rest + n, "/log") != 0)
        http_answer_error(r, 404, NULL, "There is no such page.");
    else
        ask_who(r, visit);
}

/* ---- people ---- */

struct person_page {
    struct http_request *http;
    char id[PERSON_TEXT], viewer[PERSON_TEXT]; /* of whom, for whom ("": a stranger) */
    struct json json;
    char text[48 * 1024];
};

/* The name of somebody's own board, from the line for lists of the table where it was played. */
static void put_title(struct json *j, struct store_bytes info)
{
    char store[8192];
    struct message_arena arena = {store, sizeof store, 0};
    struct message_listing_part l;
    struct complaint why;

    if (message_decode_record(info.at, info.size, &message_listing_part_shape, &arena, &l,
                              &why) &&
        l.title.at)
        json_text(j, "title", l.title.at);
}

static void results_known(void *context, const struct store_answer *a)
{
    struct person_page *p = context;

    json_array(&p->json, "results");
    for (uint32_t i = 0; a->status == STORE_OK && i < a->result_count; i++) {
        const struct store_result *x = &a->results[i];

        json_object(&p->json, NULL);
        json_text(&p->json, "table", x->table);
        json_text(&p->json, "game", x->game);
        put_title(&p->json, x->info);
        json_number(&p->json, "seat", x->seat + 1);
        json_number(&p->json, "rank", x->rank);
        json_number(&p->json, "score", x->score);
        if (x->after) {
            json_number(&p->json, "rating_before", x->before);
            json_number(&p->json, "rating_after", x->after);
        }
        json_number(&p->json, "time", x->time / 1000);
        json_end(&p->json);
    }
    json_end(&p->json);
    json_end(&p->json);
    if (a->status == STORE_OK && json_done(&p->json))
        http_answer_json(p->http, 200, p->text, p->json.length);
    else
        api_trouble(p->http, a, "");
    free(p);
}

static void ratings_known(void *context, const struct store_answer *a)
{
    struct person_page *p = context;
    struct server *s = p->http->route;

    json_array(&p->json, "ratings");
    for (uint32_t i = 0; a->status == STORE_OK && i < a->rating_count; i++) {
        json_object(&p->json, NULL);
        json_text(&p->json, "game", a->ratings[i].game);
        json_number(&p->json, "rating", a->ratings[i].rating);
        json_number(&p->json, "games", a->ratings[i].games);
        json_end(&p->json);
    }
    json_end(&p->json);
    store_results_of(s->store, p->id, p->viewer, INT64_MAX, 100,
                     (struct store_done){results_known, p});
}

static void person_known(void *context, const struct store_answer *a)
{
    struct person_page *p = context;
    struct server *s = p->http->route;

    if (a->status != STORE_OK || !a->person) {
        api_trouble(p->http, a, "There is nobody with this name.");
        free(p);
        return;
    }
    snprintf(p->id, sizeof p->id, "%s", a->person->id);
    p->json = json_in(p->text, sizeof p->text);
    json_object(&p->json, NULL);
    json_number(&p->json, "person", (int64_t)strtoull(p->id, NULL, 10));
    json_text(&p->json, "name", a->person->name);
    json_number(&p->json, "since", a->person->created / 1000);
    store_ratings_of(s->store, p->id, (struct store_done){ratings_known, p});
}

static void show_person(struct http_request *r, const struct store_person *who)
{
    struct server *s = r->route;
    struct person_page *p = malloc(sizeof *p);

    if (!p) {
        no_memory(r);
        return;
    }
    p->http = r;
    snprintf(p->viewer, sizeof p->viewer, "%s", who ? who->id : "");
    store_person_by_name(s->store, r->rest, (struct store_done){person_known, p});
}

static void person(struct http_request *r)
{
    if (strlen(r->rest) >= NAME_SIZE || !r->rest[0])
        http_answer_error(r, 404, NULL, "There is nobody with this name.");
    else
        ask_who(r, show_person);
}

static void best_known(void *context, const struct store_answer *a)
{
    struct http_request *r = context;
    char *text = malloc(32 * 1024);
    struct json j;

    if (!text || a->status != STORE_OK) {
        api_trouble(r, a, "There is no such game.");
        free(text);
        return;
    }
    j = json_in(text, 32 * 1024);
    json_object(&j, NULL);
    json_array(&j, "ratings");
    for (uint32_t i = 0; i < a->rating_count; i++) {
        if (!a->ratings[i].name[0])
            continue; /* an account that was deleted */
        json_object(&j, NULL);
        json_text(&j, "name", a->ratings[i].name);
        json_number(&j, "rating", a->ratings[i].rating);
        json_number(&j, "games", a->ratings[i].games);
        json_end(&j);
    }
    json_end(&j);
    json_end(&j);
    json_done(&j);
    http_answer_json(r, 200, text, j.length);
    free(text);
}

static void best(struct http_request *r)
{
    struct server *s = r->route;

    if (!server_board(r->rest, strlen(r->rest), 0))
        http_answer_error(r, 404, NULL, "There is no such game.");
    else
        store_ratings_in(s->store, r->rest, 100, (struct store_done){best_known, r});
}

/* ---- making a table: a board of one's own may be too large for a message ---- */

struct posting {
    struct http_request *http;
    char *store;
    struct message message;
};

/* Is the server the problem, and not the message? */
static bool is_passing(const char *code)
{
    return strcmp(code, "unavailable") == 0 || strcmp(code, "busy") == 0 ||
           strcmp(code, "in_doubt") == 0 || strcmp(code, "server_full") == 0;
}

static void posted(void *context, const struct made *made)
{
    struct posting *p = context;
    struct message m = {.type = MESSAGE_OK};
    size_t n;
    char *text;

    if (made->table) {
        m.ok.table = message_text(made->table);
        m.ok.has_at = true;
        m.ok.at = made->last;
        text = message_wire(&m, &n);
        if (text)
            http_answer_json(p->http, 201, text, n);
        free(text);
    } else {
        api_refuse(p->http, is_passing(made->why->code) ? 503 : 422, made->why);
    }
    free(p->store);
    free(p);
}

static void post(struct http_request *r, const struct store_person *who)
{
    struct server *s = r->route;
    struct posting *p = who ? calloc(1, sizeof *p) : NULL;
    struct made done = {.call = posted, .context = p};
    uint64_t number = who ? strtoull(who->id, NULL, 10) : 0;
    uint64_t from = s->limits ? limits_key_address(s->limits, r->address) : 0;
    struct message_arena arena = {0};
    struct refusal why = {.code = "bad_message"};

    if (!who) {
        http_answer_error(r, 401, "token", "Send your token: Authorization: Bearer TOKEN.");
        return;
    }
    if (p) {
        arena =
            (struct message_arena){malloc(4 * r->body_size + 4096), 4 * r->body_size + 4096, 0};
        p->store = arena.at;
    }
    if (!p || !arena.at) {
        no_memory(r);
    } else if (!message_decode(r->body, r->body_size, MESSAGE_TO_SERVER, &arena, &p->message,
                               &why.why)) {
        api_refuse(r, 400, &why);
    } else if (p->message.type != MESSAGE_CREATE) {
        http_answer_error(r, 400, "bad_message", "Post a \"create\" message.");
    } else if (!house_lets_in(s, number, r->address, &why)) {
        api_refuse(r, 403, &why);
    } else if (!server_allows(s, LIMIT_TABLE, number, from, 1)) {
        http_answer_error(r, 429, "slow_down", "Too many new tables. Wait a minute.");
    } else {
        p->http = r;
        table_make(s, &p->message.create,
                   &(struct maker){number, who->name, from, s->limits && !who->passphrase[0],
                                   p->http->address, NULL},
                   &done);
        return;
    }
    free(arena.at);
    free(p);
}

static void make(struct http_request *r)
{
    ask_who(r, post);
}

static void account_of(struct http_request *r, const struct store_person *who)
{
    if (who)
        export_account(r, who);
    else
        http_answer_error(r, 401, "token", "Send your token: Authorization: Bearer TOKEN.");
}

static void account(struct http_request *r)
{
    ask_who(r, account_of);
}

void api_start(struct server *s)
{
    http_route(s->http, "GET", "/healthz", health, s);
    http_route(s->http, "GET", "/metrics", metrics, s);
    http_route(s->http, "GET", "/api/tables", tables, s);
    http_route(s->http, "POST", "/api/tables", make, s);
    http_route(s->http, "GET", "/api/tables/", table, s);
    http_route(s->http, "GET", "/api/account", account, s);
    http_route(s->http, "GET", "/api/people/", person, s);
    http_route(s->http, "GET", "/api/ratings/", best, s);
    http_route(s->http, "GET", "/api/daily/", daily_list, s);
    if (!s->config.web[0])
        http_route(s->http, "GET", "/", page_tables, s);
}
