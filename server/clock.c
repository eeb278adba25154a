/*
 * Time that does not jump: see clock.h. `offset` leads from the steady clock, which counts from the
 * start of the machine, to the time. The store keeps it under the machine's boot id.
 */
#include "clock.h"

#include "journal.h"
#include "server.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    LOOK_MS = 1000,
    SLOWLY = 100,     /* a hundredth of the time that passes makes up for a difference */
    FROZEN_MS = 5000, /* a pause of the whole server that is logged */
    JUMP_MS = 2000,   /* a larger difference is logged */
    AGAIN_MS = 60000, /* not more often than that */
    KEEP_MS = 1000,   /* a larger change of the offset is stored */
    BOOT_ID = 40,
};

static struct {
    struct server *server;
    uv_timer_t timer;
    bool started, known;
    int64_t offset, kept;
    int64_t looked;  /* steady time of the last look */
    int64_t told_at; /* ... and when a jump was last logged */
    int64_t told;    /* the difference that was last logged */
    char name[BOOT_ID + 8];
} here;

static int64_t read_clock(clockid_t id)
{
    struct timespec t;

    clock_gettime(id, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

int64_t clock_now(void)
{
    return here.started ? read_clock(CLOCK_BOOTTIME) + here.offset : read_clock(CLOCK_REALTIME);
}

static void keep(bool replace, void (*call)(void *, const struct store_answer *))
{
    char text[24];
    int n = snprintf(text, sizeof text, "%lld", (long long)here.offset);

    here.kept = here.offset;
    store_keep(here.server->store, here.name, (struct store_bytes){text, (size_t)n}, replace,
               (struct store_done){call, NULL});
}

static void log_jump(int64_t by)
{
    char text[32];

    snprintf(text, sizeof text, "%+.1f s", (double)by / 1000);
    journal("clock_jumped", "by", text, "why",
            "The clock of this machine was set; games go on as if it had not been.");
}

/* The machine was asleep, or the process stopped. */
static void log_frozen(int64_t for_ms)
{
    static struct journal_pace pace;
    char text[32];

    snprintf(text, sizeof text, "%.1f s", (double)for_ms / 1000);
    journal_rarely(&pace, "was_frozen", "for", text);
}

/* Follows the clock of the machine, slowly; logs when it has been set. */
static void look(uv_timer_t *timer)
{
    int64_t steady = read_clock(CLOCK_BOOTTIME);
    int64_t apart = read_clock(CLOCK_REALTIME) - clock_now();
    int64_t most = (steady - here.looked) / SLOWLY;
    int64_t step = apart > most ? most : apart < -most ? -most : apart;

    (void)timer;
    if (llabs(apart - here.told) > JUMP_MS && steady >= here.told_at + AGAIN_MS) {
        log_jump(apart - here.told);
        here.told = apart;
        here.told_at = steady;
    }
    if (steady - here.looked > FROZEN_MS)
        log_frozen(steady - here.looked);
    here.looked = steady;
    here.offset += step;
    here.told -= step;
    if (here.name[0] && llabs(here.offset - here.kept) >= KEEP_MS)
        keep(true, NULL);
}

static void anchored(void *context, const struct store_answer *a)
{
    char text[24] = "";

    (void)context;
    if (a->status == STORE_OK && a->value.size < sizeof text) {
        memcpy(text, a->value.at, a->value.size);
        here.offset = here.kept = strtoll(text, NULL, 10);
    }
    here.known = true;
}

/* "" if it cannot be read: then a run begins with the clock of the machine. */
static void read_boot_id(char out[BOOT_ID])
{
    FILE *f = fopen("/proc/sys/kernel/random/boot_id", "r");

    if (!f || !fgets(out, BOOT_ID, f))
        out[0] = '\0';
    out[strcspn(out, "\n")] = '\0';
    if (f)
        fclose(f);
}

void clock_start(struct server *s)
{
    char boot[BOOT_ID];

    here.server = s;
    here.looked = read_clock(CLOCK_BOOTTIME);
    here.offset = read_clock(CLOCK_REALTIME) - here.looked;
    here.told_at = here.looked - AGAIN_MS;
    here.started = true;
    read_boot_id(boot);
    if (boot[0]) {
        snprintf(here.name, sizeof here.name, "clock-%s", boot);
        keep(false, anchored);
        while (!here.known)
            uv_run(s->loop, UV_RUN_ONCE);
    }
    uv_timer_init(s->loop, &here.timer);
    uv_timer_start(&here.timer, look, 0, LOOK_MS);
}

void clock_stop(void)
{
    uv_close((uv_handle_t *)&here.timer, NULL);
}
