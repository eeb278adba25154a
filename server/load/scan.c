/*
 * One pass over the members of an update; see scan.h. Values that are not needed are skipped by
 * looking at brackets and quotes only.
 */
#include "scan.h"

#include <string.h>

struct scan {
    const char *at, *end;
};

static bool take(struct scan *s, char c)
{
    if (s->at == s->end || *s->at != c)
        return false;
    s->at++;
    return true;
}

/* A text without escapes: the texts needed here have none. */
static bool plain_text(struct scan *s, struct message_text *out)
{
    const char *quote;

    if (!take(s, '"') || !(quote = memchr(s->at, '"', (size_t)(s->end - s->at))))
        return false;
    *out = (struct message_text){s->at, (size_t)(quote - s->at)};
    s->at = quote + 1;
    return !memchr(out->at, '\\', out->length);
}

static bool skip_text(struct scan *s)
{
    for (s->at++; s->at < s->end && *s->at != '"'; s->at++)
        if (*s->at == '\\')
            s->at++;
    return take(s, '"');
}

/* Skips a value of any kind. */
static bool skip(struct scan *s)
{
    uint32_t depth = 0;

    while (s->at < s->end) {
        char c = *s->at;

        if (depth == 0 && (c == ',' || c == '}' || c == ']'))
            return true;
        if (c == '"') {
            if (!skip_text(s))
                return false;
            continue;
        }
        depth += c == '{' || c == '[';
        depth -= c == '}' || c == ']';
        s->at++;
    }
    return false;
}

static bool number(struct scan *s, int64_t *out)
{
    const char *from = s->at;

    *out = 0;
    while (s->at < s->end && *s->at >= '0' && *s->at <= '9' && s->at - from < 18)
        *out = *out * 10 + (*s->at++ - '0');
    return s->at > from;
}

static bool seats(struct scan *s, uint32_t *out)
{
    int64_t seat;

    if (!take(s, '['))
        return false;
    while (!take(s, ']')) {
        if (!number(s, &seat) || seat < 1 || seat > 32)
            return false;
        *out |= 1u << (seat - 1);
        take(s, ',');
    }
    return true;
}

/* [{"n":12, ...: only the number is of interest. */
static bool happenings(struct scan *s, int64_t *first)
{
    struct scan inside = *s;
    struct message_text name;

    if (take(&inside, '[') && take(&inside, '{') &&
        (!plain_text(&inside, &name) || !message_text_is(&name, "n") || !take(&inside, ':') ||
         !number(&inside, first)))
        return false;
    return skip(s);
}

static bool member(struct scan *s, const struct message_text *name, struct scanned *out)
{
    if (message_text_is(name, "table"))
        return plain_text(s, &out->table);
    if (message_text_is(name, "status"))
        return plain_text(s, &out->status);
    if (message_text_is(name, "patch"))
        return plain_text(s, &out->patch);
    if (message_text_is(name, "last"))
        return number(s, &out->last);
    if (message_text_is(name, "acts"))
        return seats(s, &out->acts);
    if (message_text_is(name, "happenings"))
        return happenings(s, &out->first);
    return !message_text_is(name, "chairs") && skip(s);
}

bool load_scan(const char *text, size_t n, struct scanned *out)
{
    struct scan s = {text, text + n};
    struct message_text name;

    *out = (struct scanned){.last = 0};
    if (!take(&s, '{') || !plain_text(&s, &name) || !message_text_is(&name, "type") ||
        !take(&s, ':') || !plain_text(&s, &out->type))
        return false;
    if (!message_text_is(&out->type, "update"))
        return true;
    while (take(&s, ','))
        if (!plain_text(&s, &name) || !take(&s, ':') || !member(&s, &name, out))
            return false;
    return take(&s, '}') && s.at == s.end && out->table.at && out->status.at;
}
