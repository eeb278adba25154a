/*
 * Drives a store: many tables, each with one append under way at any time.
 *
 *     store_drive append WHERE TABLES             until it is killed; prints every append that was
 *                                                 acknowledged as "table number"
 *     store_drive verify WHERE TABLES             reads such lines, and looks whether all is there
 *     store_drive bench WHERE TABLES SECONDS [RATE] durable appends a second and their times,
 *     at full speed or at a rate for all tables together
 *
 * Nobody else appends, so an append that is refused as a conflict is an error: then it ends
 * with code 3.
 */
#include "ask.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <uv.h>

enum { TABLES_MAX = 10000, TIMES_MAX = 4000000 };

static struct store *store;
static uint32_t tables;

struct seat_of_work {
    uint32_t table, number; /* the append under way */
    uint64_t start;
    bool busy;
};

static struct seat_of_work work[TABLES_MAX];
static bool printing, stopping;
static uint64_t appended;
static uint32_t under_way;
static float *times; /* milliseconds */

static void name_of(uint32_t table, char name[16])
{
    snprintf(name, 16, "k%u", table);
}

static void entry_of(uint32_t table, uint32_t number, char text[32])
{
    snprintf(text, 32, "entry %u of table %u", number, table);
}

static void ended(struct seat_of_work *w, enum store_status status, const char *message);

static void on_append(void *context, const struct store_answer *answer)
{
    ended(context, answer->status, answer->message);
}

static void append(struct seat_of_work *w)
{
    char name[16], text[32];
    struct store_append request = {
        .table = name, .first = w->number, .count = 1, .entries = {text, 0}, .time = 1};

    name_of(w->table, name);
    entry_of(w->table, w->number, text);
    request.entries.size = strlen(text);
    w->start = uv_hrtime();
    w->busy = true;
    under_way++;
    store_append(store, &request, (struct store_done){on_append, w});
}

/* After a failure: finds out the last entry that is stored. */
static void on_heads(void *context, const struct store_answer *answer)
{
    struct seat_of_work *w = context;
    char name[16];

    name_of(w->table, name);
    if (answer->status == STORE_OK && answer->head_count == 1) {
        w->number = answer->heads[0].last + 1;
        append(w);
    } else {
        store_heads(store, (const char *const[]){name}, 1, (struct store_done){on_heads, w});
    }
}

static void ended(struct seat_of_work *w, enum store_status status, const char *message)
{
    char line[40], name[16];

    under_way--;
    w->busy = false;
    if (status == STORE_UNAVAILABLE || status == STORE_IN_DOUBT || status == STORE_BUSY) {
        name_of(w->table, name);
        store_heads(store, (const char *const[]){name}, 1, (struct store_done){on_heads, w});
        return;
    }
    if (status != STORE_OK) {
        fprintf(stderr, "Entry %u of table %u was refused with status %d: %s\n", w->number,
                w->table, (int)status, message);
        exit(3);
    }
    if (times && appended < TIMES_MAX)
        times[appended] = (float)(uv_hrtime() - w->start) / 1e6F;
    appended++;
    if (printing) {
        int n = snprintf(line, sizeof line, "%u %u\n", w->table, w->number);

        /* One write for each line, so that every acknowledgement before a kill is in the pipe. */
        if (write(STDOUT_FILENO, line, (size_t)n) != n)
            exit(4);
    }
    w->number++;
    if (printing || (!stopping && times && work[0].start))
        append(w);
}

/* Makes missing tables and finds the last entry of each. */
static void prepare(void)
{
    char name[16], line[80];

    for (uint32_t t = 0; t < tables; t++) {
        const char *answer;
        unsigned last;

        name_of(t, name);
        snprintf(line, sizeof line, "ok head(%s,%%u", name);
        answer = ASK(store_heads(store, (const char *const[]){name}, 1, TOLD));
        work[t].table = t;
        work[t].number = sscanf(answer, line, &last) == 1 ? last + 1 : 1;
        if (strcmp(answer, "ok") == 0 && strcmp(ask_new_table(store, name, 1), "ok") != 0)
            exit(5);
    }
}

/* ---- verify ---- */

static uint32_t acknowledged[TABLES_MAX];
static uint64_t faults, stored;
static uint32_t looked_at;

static void on_load(void *context, const struct store_answer *answer)
{
    uint32_t table = ((const struct seat_of_work *)context)->table;
    char text[32];

    looked_at++;
    if (answer->status != STORE_OK || answer->last != answer->entry_count ||
        answer->last < acknowledged[table]) {
        fprintf(stderr,
                "Table %u: entry %u was acknowledged; status %d, %u entries, last %u.\n", table,
                acknowledged[table], (int)answer->status, answer->entry_count, answer->last);
        faults++;
        return;
    }
    for (uint32_t i = 0; i < answer->entry_count; i++) {
        const struct store_entry *entry = &answer->entries[i];

        entry_of(table, i + 1, text);
        if (entry->number != i + 1 || entry->bytes.size != strlen(text) ||
            memcmp(entry->bytes.at, text, strlen(text)) != 0) {
            fprintf(stderr, "Table %u: entry %u is not what was appended.\n", table, i + 1);
            faults++;
        }
    }
    stored += answer->entry_count;
}

static int verify(void)
{
    uint32_t table, number;
    uint64_t lines = 0;

    while (scanf("%u %u", &table, &number) == 2) {
        if (table >= tables)
            return 2;
        if (acknowledged[table] < number)
            acknowledged[table] = number;
        lines++;
    }
    for (table = 0; table < tables; table++) {
        char name[16];

        name_of(table, name);
        work[table].table = table;
        store_load(store, name, 0, (struct store_done){on_load, &work[table]});
    }
    while (looked_at < tables)
        uv_run(&ask_loop, UV_RUN_ONCE);
    printf("%llu acknowledged, %llu stored, %llu faults\n", (unsigned long long)lines,
           (unsigned long long)stored, (unsigned long long)faults);
    return faults ? 1 : 0;
}

/* ---- bench ---- */

static int by_size(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;

    return (x > y) - (x < y);
}

static double percentile(uint64_t n, double part)
{
    return n ? (double)times[(uint64_t)((double)(n - 1) * part)] : 0;
}

static void bench(double seconds, double rate)
{
    uint64_t begin, now, started = 0, n;
    struct store_stats stats;
    uint32_t next = 0;

    times = malloc(TIMES_MAX * sizeof *times);
    if (!times)
        exit(5);
    begin = now = uv_hrtime();
    stopping = rate > 0; /* then no table goes on by itself */
    for (uint32_t t = 0; t < tables && rate <= 0; t++)
        append(&work[t]);
    while ((double)(now - begin) < seconds * 1e9) {
        /* At a rate: a free table appends when it is time. */
        while (rate > 0 && (double)started < (double)(now - begin) / 1e9 * rate) {
            for (uint32_t i = 0; i < tables && work[next].busy; i++)
                next = (next + 1) % tables;
            if (work[next].busy)
                break;
            append(&work[next]);
            started++;
        }
        uv_run(&ask_loop, rate > 0 ? UV_RUN_NOWAIT : UV_RUN_ONCE);
        if (rate > 0)
            usleep(100);
        now = uv_hrtime();
    }
    stopping = true;
    n = appended;
    while (under_way > 0)
        uv_run(&ask_loop, UV_RUN_ONCE);
    store_stats(store, &stats);
    if (n > TIMES_MAX)
        n = TIMES_MAX;
    qsort(times, n, sizeof *times, by_size);
    printf("%.0f durable appends/s, p50 %.2f ms, p99 %.2f ms, max %.2f ms; %.1f a commit, "
           "commits of %.2f ms\n",
           (double)appended / ((double)(now - begin) / 1e9), percentile(n, 0.5),
           percentile(n, 0.99), percentile(n, 1), (double)stats.writes / (double)stats.commits,
           (double)stats.commit_us / (double)stats.commits / 1e3);
    free(times);
}

int main(int argc, char **argv)
{
    int code = 0;

    if (argc < 4 || (tables = (uint32_t)strtoul(argv[3], NULL, 10)) == 0 ||
        tables > TABLES_MAX || uv_loop_init(&ask_loop) != 0) {
        fputs("Usage: store_drive append|verify|bench WHERE TABLES [SECONDS [RATE]]\n", stderr);
        return 2;
    }
    store = ask_open(argv[2], 0);
    if (strcmp(argv[1], "verify") == 0) {
        code = verify();
    } else {
        prepare();
        if (strcmp(argv[1], "append") == 0) {
            printing = true;
            for (uint32_t t = 0; t < tables; t++)
                append(&work[t]);
            uv_run(&ask_loop, UV_RUN_DEFAULT); /* for ever */
        }
        bench(argc > 4 ? strtod(argv[4], NULL) : 3, argc > 5 ? strtod(argv[5], NULL) : 0);
    }
    ask_close(store);
    return code;
}
