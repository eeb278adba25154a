/*
 * The server's log: see journal.h.
 */
#include "journal.h"

#include "../protocol/json.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <uv.h>

static bool hushed;

static const uint64_t MINUTE = UINT64_C(60000000000); /* nanoseconds */

static void put(struct json *j, const char *key, const char *text)
{
    if (key)
        json_some_text(j, key, text ? text : "", text ? strnlen(text, 400) : 0);
}

void journal(const char *what, const char *key, const char *text, const char *key2,
             const char *text2)
{
    char buffer[2048], when[48];
    struct json j = json_in(buffer, sizeof buffer - 1);
    struct timespec now;
    struct tm utc;

    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &utc);
    strftime(when, 24, "%Y-%m-%dT%H:%M:%S", &utc);
    snprintf(when + strlen(when), 16, ".%03uZ", (unsigned)(now.tv_nsec / 1000000));
    json_object(&j, NULL);
    json_text(&j, "time", when);
    json_text(&j, "what", what);
    put(&j, key, text);
    put(&j, key2, text2);
    json_end(&j);
    if (json_done(&j) && !hushed) {
        buffer[j.length] = '\n';
        if (write(STDERR_FILENO, buffer, j.length + 1) < 0)
            return; /* there is nowhere to say so */
    }
}

void journal_hush(void)
{
    hushed = true;
}

void journal_rarely(struct journal_pace *pace, const char *what, const char *key,
                    const char *text)
{
    char missed[16];
    uint64_t now = uv_hrtime();

    if (now < pace->next) {
        pace->missed++;
        return;
    }
    snprintf(missed, sizeof missed, "%u", (unsigned)pace->missed);
    journal(what, key, text, pace->missed ? "missed" : NULL, missed);
    *pace = (struct journal_pace){.next = now + MINUTE};
}
