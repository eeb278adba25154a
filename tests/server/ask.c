/*
 * See ask.h.
 */
#include "ask.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

uv_loop_t ask_loop;

static char text[65536], message[STORE_MESSAGE_MAX];
static bool answered;

static const char *const word[] = {
    [STORE_OK] = "ok",       [STORE_CONFLICT] = "conflict",       [STORE_GAP] = "gap",
    [STORE_TAKEN] = "taken", [STORE_MISSING] = "missing",         [STORE_REFUSED] = "refused",
    [STORE_BUSY] = "busy",   [STORE_UNAVAILABLE] = "unavailable", [STORE_IN_DOUBT] = "in doubt",
};

static const char *const phase[] = {"open", "playing", "over"};

struct line {
    char *at;
    size_t used, size;
};

static void say(struct line *line, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void say(struct line *line, const char *format, ...)
{
    va_list list;
    int n;

    va_start(list, format);
    n = vsnprintf(line->at + line->used, line->size - line->used, format, list);
    va_end(list);
    line->used += (size_t)n;
    if (line->used >= line->size)
        line->used = line->size - 1;
}

static int size_of(struct store_bytes bytes)
{
    return (int)bytes.size;
}

static void say_tables(struct line *line, const struct store_answer *a)
{
    for (uint32_t i = 0; i < a->table_count; i++) {
        const struct store_table *t = &a->tables[i];

        say(line, " table(%s,%s,%s,%s,%u,%u,%lld,%lld,%.*s", t->id, t->game,
            t->is_public ? "public" : "private", phase[t->phase], t->last, t->chat,
            (long long)t->created, (long long)t->changed, size_of(t->info),
            (const char *)t->info.at);
        if (t->header.at)
            say(line, ",%.*s,%.*s", size_of(t->header), (const char *)t->header.at,
                size_of(t->seed), (const char *)t->seed.at);
        if (t->mine.person[0])
            say(line, ",seat %u of %s since %lld", t->mine.seat, t->mine.person,
                (long long)t->mine.since);
        if (t->wait.due)
            say(line, ",due %lld", (long long)t->wait.due);
        say(line, ")");
    }
    for (uint32_t i = 0; i < a->entry_count; i++)
        say(line, " entry(%u,%.*s)", a->entries[i].number, size_of(a->entries[i].bytes),
            (const char *)a->entries[i].bytes.at);
    for (uint32_t i = 0; i < a->head_count; i++)
        say(line, " head(%s,%u,%u)", a->heads[i].id, a->heads[i].last, a->heads[i].chat);
}

/* The parts of an answer that are for those who run the server. */
static void say_office(struct line *line, const struct store_answer *a)
{
    for (uint32_t i = 0; i < a->person_count; i++)
        say(line, " %s", a->people[i].name);
    for (uint32_t i = 0; i < a->change_count; i++)
        say(line, " change(%lld,%s,%s,%s)", (long long)a->changes[i].number, a->changes[i].who,
            a->changes[i].what, a->changes[i].subject);
    for (uint32_t i = 0; i < a->sanction_count; i++)
        say(line, " %s(%s,%lld)", a->sanctions[i].kind, a->sanctions[i].subject,
            (long long)a->sanctions[i].until);
    for (uint32_t i = 0; i < a->word_count; i++)
        say(line, " word(%s)", a->words[i].word);
    for (uint32_t i = 0; i < a->report_count; i++)
        say(line, " report(%lld,%s,%s,%s,%s,%lld)", (long long)a->reports[i].number,
            a->reports[i].reporter, a->reports[i].person, a->reports[i].name,
            a->reports[i].lines, (long long)a->reports[i].closed);
}

void ask_describe(const struct store_answer *a, char *at, size_t size)
{
    struct line line = {at, 0, size};

    say(&line, "%s", word[a->status]);
    if (a->last)
        say(&line, " last=%u", a->last);
    if (a->person)
        say(&line, " person(%s,%s,%s,%lld,%lld)", a->person->id, a->person->name,
            a->person->passphrase, (long long)a->person->created, (long long)a->person->seen);
    for (uint32_t i = 0; i < a->device_count; i++)
        say(&line, " device(%.*s,%s,%s,%lld,%lld)", size_of(a->devices[i].hash),
            (const char *)a->devices[i].hash.at, a->devices[i].client, a->devices[i].place,
            (long long)a->devices[i].created, (long long)a->devices[i].seen);
    if (a->known)
        say(&line, " known");
    if (a->value.at)
        say(&line, " value(%.*s)", size_of(a->value), (const char *)a->value.at);
    say_tables(&line, a);
    for (uint32_t i = 0; i < a->line_count; i++)
        say(&line, " line(%u,%lld,%s,%s,%s)", a->lines[i].number, (long long)a->lines[i].time,
            a->lines[i].person, a->lines[i].name, a->lines[i].text);
    for (uint32_t i = 0; i < a->result_count; i++) {
        const struct store_result *r = &a->results[i];

        say(&line, " result(%s,%u,%s,%s,#%d,%d,%lld>%lld,%s,%lld,%.*s)", r->table, r->seat,
            r->person, r->name, r->rank, r->score, (long long)r->before, (long long)r->after,
            r->game, (long long)r->time, size_of(r->info), (const char *)r->info.at);
    }
    for (uint32_t i = 0; i < a->rating_count; i++)
        say(&line, " rating(%s,%s,%s,%lld,%u)", a->ratings[i].person, a->ratings[i].name,
            a->ratings[i].game, (long long)a->ratings[i].rating, a->ratings[i].games);
    say_office(&line, a);
}

void ask_told(void *context, const struct store_answer *answer)
{
    (void)context;
    ask_describe(answer, text, sizeof text);
    snprintf(message, sizeof message, "%s", answer->message);
    answered = true;
}

void ask_begin(void)
{
    answered = false;
}

const char *ask_wait(void)
{
    while (!answered)
        uv_run(&ask_loop, UV_RUN_ONCE);
    return text;
}

const char *ask_message(void)
{
    return message;
}

struct store *ask_open(const char *where, uint32_t patience_ms)
{
    struct store_options options = {.where = where, .patience_ms = patience_ms};
    char why[STORE_MESSAGE_MAX] = "";
    struct store *store = store_open(&ask_loop, &options, why, sizeof why);

    if (!store) {
        fprintf(stderr, "The store does not open: %s\n", why);
        abort();
    }
    return store;
}

static void closed(void *context)
{
    *(bool *)context = true;
}

void ask_close(struct store *store)
{
    bool over = false;

    store_close(store, closed, &over);
    while (!over)
        uv_run(&ask_loop, UV_RUN_ONCE);
}

const char *ask_new_table(struct store *store, const char *id, int64_t created)
{
    struct store_table table = {.id = id,
                                .game = "europe",
                                .is_public = true,
                                .created = created,
                                .info = BYTES("info"),
                                .header = BYTES("header"),
                                .seed = BYTES("seed")};

    return ASK(store_table_add(store, &table, NULL, 0, TOLD));
}

const char *ask_append(struct store *store, const char *table, uint32_t number,
                       const char *entry)
{
    struct store_append append = {.table = table,
                                  .first = number,
                                  .count = 1,
                                  .entries = BYTES(entry),
                                  .time = 100 + number,
                                  .phase = STORE_PLAYING,
                                  .info = BYTES("info")};

    return ASK(store_append(store, &append, TOLD));
}
