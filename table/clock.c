/*
 * The clocks of a table, computed from the times of its entries. A clock runs while the game
 * waits for its seat and a person plays it.
 */
#include "inner.h"

uint32_t clock_running(const struct table *t)
{
    uint32_t waiting, set = 0;

    if (t->plan.clock.kind == CLOCK_NONE)
        return 0;
    waiting = table_waiting(t);
    for (uint32_t i = 0; i < t->plan.match.seats; i++)
        if (waiting >> i & 1 && !table_is_bot(t, i))
            set |= 1u << i;
    return set;
}

/* The time since the last entry; 0 if the caller's clock went backwards. */
static uint64_t since(const struct table *t, uint64_t now)
{
    return now > t->clock_at ? now - t->clock_at : 0;
}

/* What a running clock will show. */
static uint32_t left_of(const struct table *t, uint32_t seat, uint64_t now)
{
    uint32_t left = t->seat[seat].left;

    return since(t, now) < left ? left - (uint32_t)since(t, now) : 0;
}

uint32_t table_clock(const struct table *t, uint32_t seat, uint64_t now, bool *runs)
{
    bool running = clock_running(t) >> seat & 1;

    if (runs)
        *runs = running;
    return running ? left_of(t, seat, now) : t->seat[seat].left;
}

bool clock_is_over(const struct table *t, uint32_t seat, uint64_t now)
{
    bool runs;

    return table_clock(t, seat, now, &runs) == 0 && runs;
}

bool table_deadline(const struct table *t, uint64_t *when, uint32_t *seat)
{
    uint32_t running = clock_running(t);
    bool found = false;

    for (uint32_t i = 0; i < t->plan.match.seats; i++) {
        uint64_t due = t->clock_at + t->seat[i].left;

        if (running >> i & 1 && (!found || due < *when)) {
            found = true;
            *when = due;
            *seat = i;
        }
    }
    return found;
}

void clock_advance(struct table *t, uint64_t now)
{
    uint32_t running = clock_running(t);

    for (uint32_t i = 0; running >> i; i++)
        if (running >> i & 1)
            t->seat[i].left = left_of(t, i, now);
    t->clock_at = now;
}

static void fill(struct table *t)
{
    for (uint32_t i = 0; i < t->plan.match.seats; i++)
        t->seat[i].left = t->plan.clock.time;
}

/* The increment of a choice; it is taken back with the choice, so that nobody gains time by it. */
static void gain(struct table_seat *seat, uint32_t increment, bool back)
{
    if (back)
        seat->left -= increment < seat->left ? increment : seat->left;
    else
        seat->left = increment < UINT32_MAX - seat->left ? seat->left + increment : UINT32_MAX;
}

void clock_entry(struct table *t, const struct entry *e, uint32_t ran)
{
    const struct clock_rule *rule = &t->plan.clock;
    struct table_seat *seat = e->seat < t->plan.match.seats ? &t->seat[e->seat] : 0;
    bool chose = (e->kind == ENTRY_CHOICE || e->kind == ENTRY_SEALED) && ran >> e->seat & 1;

    if (rule->kind == CLOCK_NONE)
        return;
    if (e->kind == ENTRY_START || (rule->kind == CLOCK_MOVE && e->kind == ENTRY_UNDO))
        fill(t);
    else if (rule->kind == CLOCK_MOVE &&
             (chose || e->kind == ENTRY_UNSEAL || e->kind == ENTRY_BACK))
        seat->left = rule->time;
    else if (rule->kind == CLOCK_GAME && chose)
        gain(seat, rule->increment, false);
    else if (rule->kind == CLOCK_GAME && (e->kind == ENTRY_UNSEAL || e->kind == ENTRY_UNDO))
        gain(seat, rule->increment, true);
}
