/*
 * The server's log: see journal.h.
 */
#include "journal.h"

#include "../protocol/json.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

const char *journal_number(char buffer[24], int64_t n)
{
    snprintf(buffer, 24, "%lld", (long long)n);
    return buffer;
}

void journal(const char *what, ...)
{
    char buffer[2048], when[48];
    struct json j = json_in(buffer, sizeof buffer - 1);
    struct timespec now;
    struct tm utc;
    const char *key;
    va_list more;

    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &utc);
    strftime(when, 24, "%Y-%m-%dT%H:%M:%S", &utc);
    snprintf(when + strlen(when), 16, ".%03uZ", (unsigned)(now.tv_nsec / 1000000));
    json_object(&j, NULL);
    json_text(&j, "time", when);
    json_text(&j, "what", what);
    va_start(more, what);
    while ((key = va_arg(more, const char *)) != NULL) {
        const char *value = va_arg(more, const char *);

        json_some_text(&j, key, value ? value : "", value ? strnlen(value, 400) : 0);
    }
    va_end(more);
    json_end(&j);
    if (json_done(&j)) {
        buffer[j.length] = '\n';
        if (write(STDERR_FILENO, buffer, j.length + 1) < 0)
            return; /* there is nowhere to say so */
    }
}
