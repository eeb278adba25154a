/*
 * A table and its entries: see table.h. judge.c decides whether an entry can follow; this file
 * carries it out.
 */
#include "inner.h"

void table_open(struct table *t, const struct table_plan *plan, struct entry *entries,
                event_t *line, uint32_t room)
{
    __builtin_memset(t, 0, sizeof *t);
    t->plan = *plan;
    t->phase = TABLE_GATHERING;
    t->asks = NOBODY;
    plan->match.rules->start(&plan->match, &t->state);
    table_lend(t, entries, line, room);
}

void table_lend(struct table *t, struct entry *entries, event_t *line, uint32_t room)
{
    t->entries = entries;
    t->line = line;
    t->room = room;
}

bool table_again(struct table *again, const struct table *t)
{
    struct table_plan plan = t->plan;

    plan.dealing = false;
    if (again->room < t->count)
        return false;
    table_open(again, &plan, again->entries, again->line, again->room);
    return true;
}

uint32_t table_seat_of(const struct table *t, uint64_t who)
{
    for (uint32_t seat = 0; seat < t->plan.match.seats; seat++)
        if (t->seat[seat].role == ROLE_PERSON && t->seat[seat].who == who)
            return seat;
    return NOBODY;
}

bool table_is_bot(const struct table *t, uint32_t seat)
{
    const struct table_seat *s = &t->seat[seat];

    return s->role != ROLE_PERSON || s->away || s->out;
}

uint32_t table_sealed(const struct table *t)
{
    uint32_t set = 0;

    for (uint32_t i = 0; i < t->plan.match.seats; i++)
        if (t->seat[i].sealed)
            set |= 1u << i;
    return set;
}

uint32_t table_waiting(const struct table *t)
{
    const struct match *m = &t->plan.match;

    if (t->phase != TABLE_PLAYING)
        return 0;
    return m->rules->choosers(m, &t->state) & ~table_sealed(t);
}

/* Before an event of the game, notes whose choice it is and how many events come before it.
 * Choices made at the same time (C18R) are taken back together. */
static void note_choice(struct table *t)
{
    const struct match *m = &t->plan.match;
    uint32_t seat = m->rules->actor(m, &t->state);
    uint32_t together = (uint32_t)__builtin_popcount(m->rules->choosers(m, &t->state));

    if (together > 1 && t->events >= t->batch[1]) {
        t->batch[0] = t->events;
        t->batch[1] = t->events + together;
    }
    if (seat < m->seats) {
        t->seat[seat].chose = true;
        t->seat[seat].before_choice = t->events < t->batch[1] ? t->batch[0] : t->events;
    }
}

static void do_event(struct table *t, const struct entry *e, const struct state *next)
{
    const struct match *m = &t->plan.match;

    note_choice(t);
    t->state = *next;
    t->line[t->events++] = e->event;
    if (e->kind == ENTRY_CHANCE)
        t->dealt++;
    else
        t->seat[e->seat].sealed = 0;
    t->asks = NOBODY;
    t->position = t->count;
    if (m->rules->actor(m, &t->state) == NOBODY)
        t->phase = TABLE_FINISHED;
}

static void do_undo(struct table *t, uint32_t left)
{
    const struct match *m = &t->plan.match;

    for (uint32_t i = 0; i < m->seats; i++) {
        t->seat[i].sealed = 0;
        t->seat[i].chose = false;
    }
    t->batch[0] = t->batch[1] = 0;
    m->rules->start(m, &t->state);
    for (t->events = 0; t->events < left; t->events++) {
        note_choice(t);
        m->rules->apply(m, &t->state, t->line[t->events]);
    }
    t->asks = NOBODY;
    t->position = t->count;
}

/* A seat gives up, or is out of time for good. */
static void do_out(struct table *t, uint32_t seat)
{
    t->seat[seat].out = ++t->outs;
    if (t->asks == seat)
        t->asks = NOBODY;
    if (t->outs + 1 == t->plan.match.seats)
        t->phase = TABLE_DECIDED;
}

static void do_ask(struct table *t, const struct entry *e)
{
    t->asks = e->seat;
    t->ask_events = e->event;
    t->ask_number = t->count;
    t->agreed = 0;
}

static void do_timeout(struct table *t, uint32_t seat)
{
    t->seat[seat].late = true;
    if (t->plan.clock.kind == CLOCK_MOVE)
        t->seat[seat].away = true;
    else
        do_out(t, seat);
}

static void do_entry(struct table *t, const struct entry *e, const struct state *next)
{
    struct table_seat *seat = e->seat < t->plan.match.seats ? &t->seat[e->seat] : 0;

    switch (e->kind) {
    case ENTRY_SIT:
        *seat = (struct table_seat){.who = e->who, .role = e->role};
        break;
    case ENTRY_STAND:
        *seat = (struct table_seat){0};
        break;
    case ENTRY_START:
        t->phase = TABLE_PLAYING;
        t->position = t->count;
        break;
    case ENTRY_CHOICE:
    case ENTRY_CHANCE:
        do_event(t, e, next);
        break;
    case ENTRY_SEALED:
        seat->sealed = e->event;
        break;
    case ENTRY_UNSEAL:
        seat->sealed = 0;
        break;
    case ENTRY_ASK_UNDO:
        do_ask(t, e);
        break;
    case ENTRY_AGREE:
        t->agreed = (uint8_t)(t->agreed | 1u << e->seat);
        break;
    case ENTRY_REFUSE:
        t->asks = NOBODY;
        break;
    case ENTRY_UNDO:
        do_undo(t, e->event);
        break;
    case ENTRY_AWAY:
        seat->away = true;
        break;
    case ENTRY_BACK:
        seat->away = seat->late = false;
        break;
    case ENTRY_TIMEOUT:
        do_timeout(t, e->seat);
        break;
    case ENTRY_RESIGN:
        do_out(t, e->seat);
        break;
    default:
        t->phase = TABLE_ABORTED;
    }
}

void table_do(struct table *t, const struct entry *e, const struct state *next)
{
    uint32_t ran = clock_running(t);

    clock_advance(t, e->time);
    t->entries[t->count++] = *e;
    do_entry(t, e, next);
    clock_entry(t, e, ran);
}

bool table_apply(struct table *t, const struct entry *e, struct complaint *why)
{
    struct state next;

    if (t->count == t->room) {
        table_refuse(TABLE_FULL, why, CODE("table_full"),
                     "There is no room for more entries of this table.");
        return false;
    }
    if (table_judge(t, e, &next, why) != TABLE_OK)
        return false;
    table_do(t, e, &next);
    return true;
}

bool table_ranks(const struct table *t, uint8_t rank[SEATS_MAX])
{
    const struct match *m = &t->plan.match;
    struct sheet sheet;

    __builtin_memset(rank, 0, SEATS_MAX);
    if (t->phase != TABLE_FINISHED && t->phase != TABLE_DECIDED)
        return false;
    m->rules->score(m, &t->state, &sheet);
    for (uint32_t i = 0; i < m->seats; i++) {
        uint32_t before = 0;

        for (uint32_t k = 0; k < m->seats; k++)
            before += !t->seat[k].out && sheet.seat[k].rank < sheet.seat[i].rank;
        if (t->seat[i].out)
            before = (uint32_t)m->seats - t->seat[i].out;
        rank[i] = (uint8_t)(before + 1);
    }
    return true;
}

uint32_t table_rematch_seat(const struct table *t, uint32_t seat)
{
    return (seat + t->plan.match.seats - 1) % t->plan.match.seats;
}
