/*
 * From a command to entries: checks whether it is repeated or late, finds the entry that it
 * asks for, and adds the entries that follow from that.
 */
#include "inner.h"

/* What a command is about: a seat; the position that its sender has seen; an undo asked for. */
enum { OF_SEAT = 1, OF_POSITION = 2, OF_ASKING = 4 };

#define KIND(entry) (1u << (entry))

static const struct {
    uint8_t entry; /* its kind; the undo and the choice have others too */
    uint8_t of;
    uint32_t done; /* entries of its seat (a set of kinds) by which it has been done already */
} commands[] = {
    [COMMAND_GO_ON] = {ENTRY_NONE, 0, 0},
    [COMMAND_SIT] = {ENTRY_SIT, OF_SEAT, 0},
    [COMMAND_STAND] = {ENTRY_STAND, OF_SEAT, 0},
    [COMMAND_START] = {ENTRY_START, 0, 0},
    [COMMAND_CHOOSE] = {ENTRY_CHOICE, OF_SEAT | OF_POSITION,
                        KIND(ENTRY_CHOICE) | KIND(ENTRY_SEALED)},
    [COMMAND_UNDO] = {ENTRY_UNDO, OF_SEAT | OF_POSITION,
                      KIND(ENTRY_UNDO) | KIND(ENTRY_ASK_UNDO) | KIND(ENTRY_UNSEAL)},
    [COMMAND_AGREE] = {ENTRY_AGREE, OF_SEAT | OF_POSITION | OF_ASKING, KIND(ENTRY_AGREE)},
    [COMMAND_REFUSE] = {ENTRY_REFUSE, OF_SEAT | OF_POSITION | OF_ASKING, KIND(ENTRY_REFUSE)},
    [COMMAND_AWAY] = {ENTRY_AWAY, OF_SEAT, 0},
    [COMMAND_BACK] = {ENTRY_BACK, OF_SEAT, 0},
    [COMMAND_TIMEOUT] = {ENTRY_TIMEOUT, 0, 0},
    [COMMAND_RESIGN] = {ENTRY_RESIGN, OF_SEAT, 0},
    [COMMAND_ABORT] = {ENTRY_ABORT, 0, 0},
};

/* Has its seat done this since the sender looked? The first such entry decides. */
static bool is_done(const struct table *t, const struct table_command *c)
{
    for (uint32_t i = c->seen; i < t->count; i++) {
        const struct entry *e = &t->entries[i];

        if (commands[c->kind].done >> e->kind & 1 && e->seat == c->seat)
            return c->kind != COMMAND_CHOOSE || (e->event == c->event && e->role == c->role);
    }
    return false;
}

/* Has this been done already, so that nothing is left to do? */
static bool is_repeated(const struct table *t, const struct table_command *c)
{
    const struct table_seat *seat = &t->seat[commands[c->kind].of & OF_SEAT ? c->seat : 0];

    switch (c->kind) {
    case COMMAND_SIT:
        return seat->role == c->role && seat->who == c->who && c->role != ROLE_OPEN;
    case COMMAND_STAND:
        return t->phase == TABLE_GATHERING && seat->role == ROLE_OPEN;
    case COMMAND_START:
        return t->phase != TABLE_GATHERING && t->phase != TABLE_ABORTED;
    case COMMAND_AWAY:
        return seat->away;
    case COMMAND_BACK:
        return t->phase == TABLE_PLAYING && seat->role == ROLE_PERSON && !seat->away &&
               !seat->out;
    case COMMAND_RESIGN:
        return seat->out;
    case COMMAND_ABORT:
        return t->phase == TABLE_ABORTED;
    default:
        return is_done(t, c);
    }
}

/* Was the command meant for another position, or for another undo? */
static bool is_stale(const struct table *t, const struct table_command *c)
{
    uint8_t of = commands[c->kind].of;

    return (of & OF_POSITION && c->seen < t->position) ||
           (of & OF_ASKING && t->asks != NOBODY && c->seen < t->ask_number);
}

/* Adds an entry that can follow; `next` as table_judge() gives it. False if there is no room. */
static bool add(struct proposal *p, const struct entry *e, const struct state *next)
{
    if (p->after.count == p->after.room)
        return false;
    p->entry[p->count++] = *e;
    table_do(&p->after, e, next);
    return true;
}

/* Adds an event of the game that is known to be legal. */
static bool add_event(struct proposal *p, const struct entry *e)
{
    const struct match *m = &p->after.plan.match;
    struct state next = p->after.state;

    m->rules->apply(m, &next, e->event);
    return add(p, e, &next);
}

/* The entry for an undo: taken back at once, or asked for. */
static struct entry undo_entry(const struct table *t, uint32_t seat)
{
    static const uint8_t kinds[] = {
        [UNDO_NOT] = ENTRY_UNDO, /* will be refused */
        [UNDO_ASK] = ENTRY_ASK_UNDO,
        [UNDO_DO] = ENTRY_UNDO,
        [UNDO_OPEN] = ENTRY_UNSEAL,
    };
    uint32_t left;
    enum undo_way way = table_undo_way(t, seat, &left);

    if (t->asks == seat && !(table_other_people(t, seat) & ~(uint32_t)t->agreed)) {
        way = UNDO_DO; /* those who had not answered have left */
        left = t->ask_events;
    }
    return (struct entry){
        .kind = kinds[way], .seat = (uint8_t)seat, .event = way == UNDO_OPEN ? 0 : left};
}

/* The entry that a command asks for, without its time. */
static struct entry first_entry(const struct table *t, const struct table_command *c)
{
    const struct match *m = &t->plan.match;
    uint32_t seat = commands[c->kind].of & OF_SEAT ? c->seat : (uint32_t)NOBODY, together;
    struct entry e;
    uint64_t when;

    if (c->kind == COMMAND_UNDO)
        return undo_entry(t, seat);
    if (c->kind == COMMAND_TIMEOUT)
        table_deadline(t, &when, &seat);
    e = (struct entry){.kind = commands[c->kind].entry, .seat = (uint8_t)seat};
    if (c->kind == COMMAND_SIT) {
        e.role = c->role;
        e.who = c->who;
    } else if (c->kind == COMMAND_CHOOSE) {
        together = m->rules->choosers(m, &t->state);
        e.event = c->event;
        e.role = c->role;
        if (t->phase == TABLE_PLAYING && (together & (together - 1)))
            e.kind = ENTRY_SEALED;
    }
    return e;
}

/* The undo that was asked for, if everybody has agreed now. */
static bool add_undo(struct proposal *p, uint64_t time)
{
    const struct table *t = &p->after;
    struct entry undo = {
        .kind = ENTRY_UNDO, .seat = t->asks, .event = t->ask_events, .time = time};

    return table_other_people(t, t->asks) & ~(uint32_t)t->agreed || add(p, &undo, NULL);
}

/* Shows the sealed choices if all have been made. */
static bool add_opened(struct proposal *p, uint64_t time)
{
    const struct table *t = &p->after;
    uint32_t sealed = table_sealed(t);
    uint32_t choosers = t->plan.match.rules->choosers(&t->plan.match, &t->state);

    if (!sealed || choosers & ~sealed)
        return true;
    for (uint32_t i = 0; choosers >> i; i++) {
        struct entry e = {.kind = ENTRY_CHOICE, .seat = (uint8_t)i, .time = time};

        if (!(choosers >> i & 1))
            continue;
        e.event = t->seat[i].sealed;
        e.role = table_is_bot(t, i) ? ROLE_BOT : ROLE_PERSON;
        if (!add_event(p, &e))
            return false;
    }
    return true;
}

static bool add_chance(struct proposal *p, uint64_t time)
{
    const struct table *t = &p->after;
    const struct match *m = &t->plan.match;

    while (m->rules->actor(m, &t->state) == NATURE) {
        struct entry e = {.kind = ENTRY_CHANCE, .seat = NOBODY, .time = time};

        p->more = p->count == PROPOSAL_MAX;
        if (p->more)
            return true;
        e.event = dealer_fair(t->plan.seed, t->dealt, m, &t->state);
        if (!add_event(p, &e))
            return false;
    }
    return true;
}

/* Adds the entries that follow from the first one, or from none. False if there is no room. */
static bool add_rest(struct proposal *p, uint64_t time)
{
    switch (p->count ? p->entry[0].kind : ENTRY_NONE) {
    case ENTRY_AGREE:
        return add_undo(p, time);
    case ENTRY_NONE:
    case ENTRY_SEALED:
        if (!add_opened(p, time))
            return false;
        break;
    case ENTRY_START:
    case ENTRY_CHOICE:
        break;
    default:
        return true;
    }
    return !p->after.plan.dealing || add_chance(p, time);
}

/* Does the command exist, and the seat that it needs? */
static enum table_answer judge_command(const struct table *t, const struct table_command *c,
                                       uint64_t time, struct complaint *why)
{
    uint64_t when;
    uint32_t seat;

    if (c->kind >= sizeof commands / sizeof *commands)
        return table_refuse(TABLE_NOT_NOW, why, CODE("no_such_command"),
                            "There is no such command.");
    if (c->seen > t->count)
        return table_refuse(TABLE_AHEAD, why, CODE("table_behind"),
                            "The table has not come so far yet.");
    if (commands[c->kind].of & OF_SEAT && c->seat >= t->plan.match.seats)
        return table_refuse(TABLE_NOT_NOW, why, CODE("no_such_seat"),
                            "This table has no such seat.");
    if (c->kind == COMMAND_TIMEOUT && (!table_deadline(t, &when, &seat) || when > time))
        return table_refuse(TABLE_NOT_NOW, why, CODE("time_left"), "No clock has run out.");
    return TABLE_OK;
}

enum table_answer table_propose(const struct table *t, const struct table_command *c,
                                uint64_t now, struct proposal *p, struct complaint *why)
{
    uint64_t time = now > t->clock_at ? now : t->clock_at;
    enum table_answer answer;
    struct entry first;
    struct state next;
    bool fits = true;

    p->count = 0;
    p->more = false;
    answer = judge_command(t, c, time, why);
    if (answer != TABLE_OK)
        return answer;
    if (is_repeated(t, c))
        return TABLE_REPEATED;
    if (is_stale(t, c))
        return table_refuse(TABLE_STALE, why, CODE("game_went_on"),
                            "The game has gone on since: look again before you choose.");
    p->after = *t;
    if (c->kind != COMMAND_GO_ON) {
        first = first_entry(t, c);
        first.time = time;
        answer = table_judge(t, &first, &next, why);
        if (answer != TABLE_OK)
            return answer;
        fits = add(p, &first, &next);
    }
    if (fits && (c->kind != COMMAND_GO_ON || t->phase == TABLE_PLAYING))
        fits = add_rest(p, time);
    if (!fits) {
        p->count = 0;
        p->more = false;
        return table_refuse(TABLE_FULL, why, CODE("table_full"),
                            "There is no room for more entries of this table.");
    }
    return p->count ? TABLE_OK : TABLE_REPEATED;
}
