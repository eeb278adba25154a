/*
 * The players of Rows: greedy lays the card that skips the fewest numbers, and takes one if more
 * than a few would be skipped.
 */
#include "../../ai/families.h"

enum { SKIPPED_MAX = 8 };

static uint32_t greedy(const struct bot *bot, const struct match *m, const struct view *v,
                       struct budget *budget, struct candidate *out, uint32_t cap)
{
    const struct rows_state *s = &v->seen.rows;
    uint32_t n = m->rules->count(m, &v->seen), least = SKIPPED_MAX;
    event_t best = event_make(EVENT_TAKE, 0);

    (void)bot, (void)budget, (void)cap;
    for (uint32_t k = 0; k < n; k++) {
        event_t e = m->rules->pick(m, &v->seen, k);
        uint32_t row = event_kind(e) == EVENT_LAY ? s->row[s->turn][event_colour(e)] : 0;
        uint32_t last = row ? 32 - (uint32_t)__builtin_clz(row) : 0;

        if (event_kind(e) == EVENT_LAY && event_arg(e) - last <= least) {
            least = event_arg(e) - last - 1;
            best = e;
        }
    }
    return candidate_only(out, best);
}

static const struct level levels[] = {
    [LEVEL_EASY] = {.spec = "random"},
    [LEVEL_MEDIUM] = {.spec = "greedy"},
    [LEVEL_HARD] = {.spec = "greedy"},
    [LEVEL_EXPERT] = {.spec = "greedy"},
};

const struct family_players rows_players = {.greedy = greedy, .level = levels};
