/*
 * Numbers for Prometheus: what the server has done and is doing.
 */
#include "api.h"
#include "hall.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { METRICS_TEXT = 32 * 1024 };

struct out {
    char *at;
    size_t n;
};

static void put(struct out *o, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void put(struct out *o, const char *format, ...)
{
    va_list more;
    int n;

    va_start(more, format);
    n = vsnprintf(o->at + o->n, METRICS_TEXT - o->n, format, more);
    va_end(more);
    if (n > 0 && o->n + (size_t)n < METRICS_TEXT)
        o->n += (size_t)n;
}

static void number(struct out *o, const char *kind, const char *name, const char *help,
                   uint64_t value)
{
    put(o, "# HELP anden_%s %s\n# TYPE anden_%s %s\nanden_%s %llu\n", name, help, name, kind,
        name, (unsigned long long)value);
}

static void store_numbers(struct out *o, struct store *store)
{
    struct store_stats s;
    uint64_t sum = 0;

    store_stats(store, &s);
    number(o, "counter", "store_reads_total", "Reads answered", s.reads);
    number(o, "counter", "store_writes_total", "Writes answered", s.writes);
    number(o, "counter", "store_failures_total", "Transactions that failed", s.failures);
    number(o, "counter", "store_reconnects_total", "Connections made again", s.reconnects);
    number(o, "gauge", "store_waiting", "Requests not answered", s.waiting);
    number(o, "gauge", "store_batch_largest", "Most requests in one commit", s.largest);
    put(o, "# HELP anden_store_commit_seconds Time of commits\n"
           "# TYPE anden_store_commit_seconds histogram\n");
    for (uint32_t i = 0; i < STORE_BUCKETS; i++) {
        sum += s.bucket[i];
        if (i + 1 < STORE_BUCKETS)
            put(o, "anden_store_commit_seconds_bucket{le=\"%.6f\"} %llu\n",
                (double)(1u << i) * 125e-6, (unsigned long long)sum);
        else
            put(o, "anden_store_commit_seconds_bucket{le=\"+Inf\"} %llu\n",
                (unsigned long long)sum);
    }
    put(o, "anden_store_commit_seconds_sum %.6f\nanden_store_commit_seconds_count %llu\n",
        (double)s.commit_us / 1e6, (unsigned long long)sum);
}

static void traffic_numbers(struct out *o, const struct traffic *t)
{
    for (const struct traffic_counter *c = traffic_counters; c->name; c++)
        number(o, c->now ? "gauge" : "counter", c->name, c->help, traffic_value(t, c));
    put(o, "# HELP anden_drops_total Connections refused or dropped\n"
           "# TYPE anden_drops_total counter\n");
    for (uint32_t i = 0; i < DROP_REASONS; i++)
        put(o, "anden_drops_total{reason=\"%s\"} %llu\n", drop_names[i],
            (unsigned long long)t->drops[i]);
}

char *metrics_text(struct server *s, size_t *n)
{
    struct out o = {malloc(METRICS_TEXT), 0};
    const struct counters *c = &s->counters;

    if (!o.at)
        return NULL;
    number(&o, "counter", "commands_total", "Messages from clients", c->commands);
    number(&o, "counter", "commands_refused_total", "Answered with an error", c->refused);
    number(&o, "counter", "commands_repeated_total", "Known already", c->repeated);
    number(&o, "counter", "entries_total", "Entries done at tables", c->entries);
    number(&o, "counter", "conflicts_total", "Appends where another was first", c->conflicts);
    number(&o, "counter", "table_loads_total", "Readings of tables", c->loads);
    number(&o, "counter", "bot_moves_total", "Choices of bots", c->bot_moves);
    number(&o, "counter", "bot_thinking_ms_total", "Time bots thought", c->bot_ms);
    number(&o, "counter", "tables_made_total", "Tables made", c->tables_made);
    number(&o, "counter", "games_over_total", "Games that ended", c->games_over);
    number(&o, "counter", "chat_lines_total", "Lines of chat", c->chat_lines);
    number(&o, "counter", "people_made_total", "New people", c->people_made);
    number(&o, "counter", "hashes_total", "Passphrases hashed", c->hashes);
    number(&o, "counter", "notices_sent_total", "Webhook calls that worked", c->notices_sent);
    number(&o, "counter", "notices_failed_total", "Webhook calls that failed",
           c->notices_failed);
    number(&o, "gauge", "tables", "Tables in memory", s->hall->rooms.count);
    number(&o, "gauge", "own_boards", "People's own boards in memory", s->boards.count);
    number(&o, "gauge", "people", "People with a connection now or a moment ago",
           s->people.count);
    store_numbers(&o, s->store);
    traffic_numbers(&o, &s->traffic);
    *n = o.n;
    return o.at;
}
