/*
 * The terms of a game on the command line: see local_terms() in local.h.
 */
#include "../protocol/plan.h"
#include "local.h"

#include <string.h>
#include <sys/random.h>
#include <time.h>

static uint64_t random_seed(void)
{
    uint32_t seed; /* 32 bits: enough for play, and short to type */

    if (getrandom(&seed, sizeof seed, 0) != (ssize_t)sizeof seed)
        seed = (uint32_t)time(NULL);
    return seed;
}

/* "none", "move:60", "game:900+10": the words of the protocol. */
static bool read_clock(const char *text, struct clock_rule *clock)
{
    struct message_timing_part timing = {.kind = {text, strcspn(text, ":")}};
    const char *seconds = text + timing.kind.length, *more;
    char number[24];
    uint64_t value;
    struct complaint why;

    if (*seconds) {
        seconds++;
        more = strchr(seconds, '+');
        snprintf(number, sizeof number, "%.*s",
                 more ? (int)(more - seconds) : (int)strlen(seconds), seconds);
        timing.has_seconds = cli_number(number, 1, INT32_MAX, &value);
        timing.seconds = timing.has_seconds ? (int64_t)value : 0;
        if (!timing.has_seconds || (more && !cli_number(more + 1, 0, INT32_MAX, &value)))
            return false;
        timing.has_increment = more != NULL;
        timing.increment = more ? (int64_t)value : 0;
    }
    return plan_clock(&timing, clock, &why);
}

int local_terms(const struct command *c, const struct terms_options *w,
                struct local_terms *terms)
{
    static const char *const rules[] = {
        [UNDO_NEVER] = "never", [UNDO_SAFE] = "safe", [UNDO_AGREED] = "agreed"};

    *terms = (struct local_terms){.undo = UNDO_AGREED, .seed = random_seed()};
    while (w->undo && strcmp(w->undo, rules[terms->undo]) != 0)
        if (terms->undo-- == UNDO_NEVER)
            return cli_usage(c, "--undo takes never, safe or agreed, not \"{0}\".",
                             SAID(say_text(w->undo)));
    if (w->clock && !read_clock(w->clock, &terms->clock))
        return cli_usage(c,
                         "--clock takes none, move:SECONDS, game:SECONDS or "
                         "game:SECONDS+MORE, up to 30 days, not \"{0}\".",
                         SAID(say_text(w->clock)));
    if (w->seed && !cli_number(w->seed, 0, UINT64_MAX, &terms->seed))
        return cli_usage(c, "--seed takes a whole number, not \"{0}\".",
                         SAID(say_text(w->seed)));
    return CLI_OK;
}
