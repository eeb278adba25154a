/*
 * Everything that is kept about a person, as one JSON text: the account, devices, ignored
 * people, reports that they sent, ratings, results, chat, and games as logs. Each part is read
 * in pieces; one file is made at a time.
 */
#include "export.h"

#include "../api.h"
#include "../net/http.h"
#include "../store/store.h"
#include "walk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LOGS_MAX = 32 << 20 }; /* bytes: games beyond have a link instead of their log */

struct own_data {
    struct walk walk; /* first */
    struct export_done done;
    struct json json;
    char chunk[4096];
    char *text;
    size_t n, room;
    bool failed;
    int64_t before;
    char table[TABLE_ID];
    uint32_t number; /* of the last line of chat that is written */
};

static void append(void *context, const char *at, size_t n)
{
    struct own_data *x = context;

    if (x->n + n > x->room) {
        char *more = realloc(x->text, 2 * (x->n + n));

        if (!more) {
            x->failed = true;
            return;
        }
        x->text = more;
        x->room = 2 * (x->n + n);
    }
    memcpy(x->text + x->n, at, n);
    x->n += n;
}

static void end(struct own_data *x)
{
    x->walk.server->exporting = false;
    free(x->text);
    free(x);
}

static void give_up(struct own_data *x, const struct refusal *why)
{
    x->done.call(x->done.context, NULL, 0, why);
    end(x);
}

/* Is the store's answer good? If not, the request ends with its error. */
static bool is_good(struct own_data *x, const struct store_answer *a)
{
    struct refusal why;

    if (a->status == STORE_OK && !x->walk.server->stopping)
        return true;
    refuse_store(&why, a);
    give_up(x, &why);
    return false;
}

/* ---- games: the last part ---- */

static void walked(struct walk *w, const struct refusal *why)
{
    struct own_data *x = (struct own_data *)w;
    struct refusal memory;

    if (why) {
        give_up(x, why);
        return;
    }
    json_end(&x->json);
    json_end(&x->json);
    if (!json_done(&x->json) || x->failed) {
        refuse_memory(&memory);
        give_up(x, &memory);
        return;
    }
    x->done.call(x->done.context, x->text, x->n, NULL);
    end(x);
}

/* The log of an unfinished game would show hidden cards. */
static void at(struct walk *w, struct room *room)
{
    struct own_data *x = (struct own_data *)w;
    struct json *j = &x->json;
    size_t n;
    char *log =
        room_phase(&room->table) == STORE_OVER && x->n < LOGS_MAX ? room_log(room, &n) : NULL;

    json_object(j, NULL);
    json_text(j, "table", room->id);
    json_text(j, "game", room->plan.game.at);
    json_text(j, "status", hosted_status(&room->table));
    json_number(j, "seat", table_seat_of(&room->table, walk_number(w)) + 1);
    json_number(j, "created", room->created / 1000);
    if (log)
        json_some_text(j, "log", log, n);
    json_end(j);
    free(log);
    walk_on(w);
}

/* ---- chat ---- */

static void ask_chat(struct own_data *x);

static void chat_known(void *context, const struct store_answer *a)
{
    struct own_data *x = context;

    if (!is_good(x, a))
        return;
    for (uint32_t i = 0; i < a->line_count; i++) {
        json_object(&x->json, NULL);
        json_text(&x->json, "table", a->lines[i].table);
        json_number(&x->json, "time", a->lines[i].time / 1000);
        json_text(&x->json, "text", a->lines[i].text);
        json_end(&x->json);
        snprintf(x->table, sizeof x->table, "%s", a->lines[i].table);
        x->number = a->lines[i].number;
    }
    if (a->line_count) {
        ask_chat(x);
        return;
    }
    json_end(&x->json);
    json_array(&x->json, "games");
    walk_begin(&x->walk);
}

static void ask_chat(struct own_data *x)
{
    store_chat_of(x->walk.server->store, x->walk.person, x->table, x->number, STORE_LIST_MAX,
                  (struct store_done){chat_known, x});
}

/* ---- results, ratings, devices ---- */

static void ask_results(struct own_data *x);

static void results_known(void *context, const struct store_answer *a)
{
    struct own_data *x = context;

    if (!is_good(x, a))
        return;
    for (uint32_t i = 0; i < a->result_count; i++) {
        const struct store_result *r = &a->results[i];

        json_object(&x->json, NULL);
        json_text(&x->json, "table", r->table);
        json_text(&x->json, "game", r->game);
        json_number(&x->json, "rank", r->rank);
        json_number(&x->json, "score", r->score);
        if (r->rated) {
            json_number(&x->json, "rating_before", r->before);
            json_number(&x->json, "rating_after", r->after);
        }
        json_number(&x->json, "time", r->time / 1000);
        json_end(&x->json);
        x->before = r->time;
    }
    if (a->result_count) {
        ask_results(x);
        return;
    }
    json_end(&x->json);
    json_array(&x->json, "chat");
    ask_chat(x);
}

static void ask_results(struct own_data *x)
{
    store_results_of(x->walk.server->store, x->walk.person, x->walk.person, x->before,
                     STORE_LIST_MAX, (struct store_done){results_known, x});
}

static void ratings_known(void *context, const struct store_answer *a)
{
    struct own_data *x = context;

    if (!is_good(x, a))
        return;
    json_array(&x->json, "ratings");
    for (uint32_t i = 0; i < a->rating_count; i++) {
        json_object(&x->json, NULL);
        json_text(&x->json, "game", a->ratings[i].game);
        json_number(&x->json, "rating", a->ratings[i].rating);
        json_number(&x->json, "games", a->ratings[i].games);
        json_end(&x->json);
    }
    json_end(&x->json);
    json_array(&x->json, "results");
    ask_results(x);
}

/* ---- ignored people, sent reports ---- */

static void ask_reports(struct own_data *x, int64_t before);

static void reports_known(void *context, const struct store_answer *a)
{
    struct own_data *x = context;

    if (!is_good(x, a))
        return;
    for (uint32_t i = 0; i < a->report_count; i++) {
        const struct store_report *r = &a->reports[i];

        json_object(&x->json, NULL);
        json_number(&x->json, "time", r->time / 1000);
        json_text(&x->json, "about", r->name);
        json_text(&x->json, "table", r->table);
        json_text(&x->json, "reason", r->reason);
        json_text(&x->json, "text", r->text);
        json_bool(&x->json, "closed", r->closed != 0);
        json_end(&x->json);
    }
    if (a->report_count) {
        ask_reports(x, a->reports[a->report_count - 1].number);
        return;
    }
    json_end(&x->json);
    store_ratings_of(x->walk.server->store, x->walk.person,
                     (struct store_done){ratings_known, x});
}

static void ask_reports(struct own_data *x, int64_t before)
{
    struct store_reports_wanted wanted = {
        .closed = true, .reporter = x->walk.person, .before = before};

    store_reports(x->walk.server->store, &wanted, (struct store_done){reports_known, x});
}

static void ignored_known(void *context, const struct store_answer *a)
{
    struct own_data *x = context;

    if (!is_good(x, a))
        return;
    json_array(&x->json, "ignored");
    for (uint32_t i = 0; i < a->person_count; i++)
        json_text(&x->json, NULL, a->people[i].name);
    json_end(&x->json);
    json_array(&x->json, "reports");
    ask_reports(x, INT64_MAX);
}

/* ---- devices ---- */

static void devices_known(void *context, const struct store_answer *a)
{
    struct own_data *x = context;

    if (!is_good(x, a))
        return;
    json_array(&x->json, "devices");
    for (uint32_t i = 0; i < a->device_count; i++) {
        json_object(&x->json, NULL);
        json_text(&x->json, "client", a->devices[i].client);
        json_text(&x->json, "place", a->devices[i].place);
        json_number(&x->json, "since", a->devices[i].created / 1000);
        json_number(&x->json, "seen", a->devices[i].seen / 1000);
        json_end(&x->json);
    }
    json_end(&x->json);
    store_ignored(x->walk.server->store, x->walk.person, (struct store_done){ignored_known, x});
}

/* ---- the account ---- */

static void put_account(struct json *j, const struct store_person *who)
{
    json_object(j, NULL);
    json_object(j, "account");
    json_number(j, "person", (int64_t)strtoull(who->id, NULL, 10));
    json_text(j, "name", who->name);
    json_bool(j, "secured", who->passphrase[0] != '\0');
    json_number(j, "since", who->created / 1000);
    json_number(j, "seen", who->seen / 1000);
    json_end(j);
}

void export_person(struct server *s, const struct store_person *who, struct export_done done)
{
    struct own_data *x = NULL;
    struct refusal why;

    if (s->exporting || !(x = calloc(1, sizeof *x))) {
        refuse(&why, "busy",
               "A file for somebody else is being made right now. Try again in a moment.");
        done.call(done.context, NULL, 0, &why);
        return;
    }
    s->exporting = true;
    x->done = done;
    x->before = INT64_MAX;
    x->walk.server = s;
    x->walk.at = at;
    x->walk.done = walked;
    snprintf(x->walk.person, sizeof x->walk.person, "%s", who->id);
    x->json = json_to(x->chunk, sizeof x->chunk, append, x);
    put_account(&x->json, who);
    store_devices(s->store, x->walk.person, (struct store_done){devices_known, x});
}

/* ---- over HTTP ---- */

static void answer(void *context, const char *text, size_t n, const struct refusal *why)
{
    const char *extra[] = {"Content-Disposition", "attachment; filename=\"anden.json\"", NULL};
    struct http_answer a = {.status = 200, .body = text, .size = n, .extra = extra};

    if (why)
        api_refuse(context, 503, why);
    else
        http_answer(context, &a);
}

/* Only one file is made at a time, so somebody who asks all the time would keep others from it. */
static bool may_ask(struct server *s, const struct http_request *r,
                    const struct store_person *who)
{
    struct limits *l = s->limits;

    return !l ||
           (limits_take(l, LIMIT_SIGN_IN, limits_key_address(l, r->address), clock_steady(s)) &&
            limits_take(l, LIMIT_SIGN_IN, limits_key_person(l, strtoull(who->id, NULL, 10)),
                        clock_steady(s)));
}

void export_account(struct http_request *r, const struct store_person *who)
{
    if (may_ask(r->route, r, who))
        export_person(r->route, who, (struct export_done){answer, r});
    else
        http_answer_error(r, 429, "slow_down", "Too many files. Wait a minute.");
}
