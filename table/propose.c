/*
 * From a command to entries: is it repeated or late, what does it ask for, what follows from it.
 */
#include "inner.h"

/* The first entry after number n that has one of the kinds and is this seat's; null if none. */
static const struct entry *find_after(const struct table *t, uint32_t n, uint32_t kinds,
                                      uint32_t seat)
{
    for (uint32_t i = n; i < t->count; i++)
        if (kinds >> t->entries[i].kind & 1 && t->entries[i].seat == seat)
            return &t->entries[i];
    return 0;
}

/* Has this been done already, so that nothing is left to do? */
static bool is_repeated(const struct table *t, const struct table_command *c)
{
    const uint32_t choices = 1u << ENTRY_CHOICE | 1u << ENTRY_SEALED;
    const uint32_t undos = 1u << ENTRY_UNDO | 1u << ENTRY_ASK_UNDO | 1u << ENTRY_UNSEAL;
    const struct table_seat *seat = c->seat < SEATS_MAX ? &t->seat[c->seat] : 0;
    const struct entry *e;

    switch (c->kind) {
    case COMMAND_SIT:
        return seat && seat->role == c->role && seat->who == c->who && c->role != ROLE_OPEN;
    case COMMAND_STAND:
        return t->phase == TABLE_GATHERING && seat && c->seat < t->plan.match.seats &&
               seat->role == ROLE_OPEN;
    case COMMAND_START:
        return t->phase != TABLE_GATHERING && t->phase != TABLE_ABORTED;
    case COMMAND_CHOOSE:
        e = find_after(t, c->seen, choices, c->seat);
        return e && e->event == c->event && e->role == c->role;
    case COMMAND_UNDO:
        return find_after(t, c->seen, undos, c->seat) != 0;
    case COMMAND_AGREE:
        return find_after(t, c->seen, 1u << ENTRY_AGREE, c->seat) != 0;
    case COMMAND_REFUSE:
        return find_after(t, c->seen, 1u << ENTRY_REFUSE, c->seat) != 0;
    case COMMAND_AWAY:
        return seat && seat->away;
    case COMMAND_BACK:
        return seat && t->phase == TABLE_PLAYING && seat->role == ROLE_PERSON && !seat->away &&
               !seat->out;
    case COMMAND_RESIGN:
        return seat && seat->out;
    case COMMAND_ABORT:
        return t->phase == TABLE_ABORTED;
    default:
        return false;
    }
}

/* Was the command meant for another position than this? */
static bool is_stale(const struct table *t, const struct table_command *c)
{
    switch (c->kind) {
    case COMMAND_CHOOSE:
    case COMMAND_UNDO:
        return c->seen < t->position;
    case COMMAND_AGREE:
    case COMMAND_REFUSE:
        return c->seen < t->position || (t->asks != NOBODY && c->seen < t->ask_number);
    default:
        return false;
    }
}

static struct entry *add(struct proposal *p, uint32_t kind, uint32_t seat, uint64_t time)
{
    struct entry *e = &p->entry[p->count++];

    *e = (struct entry){.kind = (uint8_t)kind, .seat = (uint8_t)seat, .time = time};
    return e;
}

/* The entry that an undo comes to: taken back at once, or asked for. */
static void add_undo(const struct table *t, uint32_t seat, uint64_t time, struct proposal *p)
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
        way = UNDO_DO; /* who had not answered has left */
        left = t->ask_events;
    }
    add(p, kinds[way], seat, time)->event = way == UNDO_OPEN ? 0 : left;
}

/* The entry that a command asks for. */
static void add_first(const struct table *t, const struct table_command *c, uint64_t time,
                      struct proposal *p)
{
    static const uint8_t kinds[] = {
        [COMMAND_SIT] = ENTRY_SIT,         [COMMAND_STAND] = ENTRY_STAND,
        [COMMAND_START] = ENTRY_START,     [COMMAND_CHOOSE] = ENTRY_CHOICE,
        [COMMAND_AGREE] = ENTRY_AGREE,     [COMMAND_REFUSE] = ENTRY_REFUSE,
        [COMMAND_AWAY] = ENTRY_AWAY,       [COMMAND_BACK] = ENTRY_BACK,
        [COMMAND_TIMEOUT] = ENTRY_TIMEOUT, [COMMAND_RESIGN] = ENTRY_RESIGN,
        [COMMAND_ABORT] = ENTRY_ABORT,
    };
    const struct match *m = &t->plan.match;
    uint32_t seat = c->seat, together;
    uint64_t when;
    struct entry *e;

    if (c->kind == COMMAND_UNDO) {
        add_undo(t, seat, time, p);
        return;
    }
    if (c->kind == COMMAND_START || c->kind == COMMAND_ABORT)
        seat = NOBODY;
    else if (c->kind == COMMAND_TIMEOUT)
        table_deadline(t, &when, &seat);
    e = add(p, kinds[c->kind], seat, time);
    if (c->kind == COMMAND_SIT) {
        e->role = c->role;
        e->who = c->who;
    } else if (c->kind == COMMAND_CHOOSE) {
        together = m->rules->choosers(m, &t->state);
        e->event = c->event;
        e->role = c->role;
        if (t->phase == TABLE_PLAYING && (together & (together - 1)))
            e->kind = ENTRY_SEALED;
    }
}

/* Shows the sealed choices if all have been made; `last` is the one being added, or null. */
static void add_opened(const struct table *t, const struct entry *last, uint64_t time,
                       struct proposal *p, struct state *s)
{
    const struct match *m = &t->plan.match;
    uint32_t sealed = table_sealed(t) | (last ? 1u << last->seat : 0);
    uint32_t choosers = m->rules->choosers(m, s);

    if (!sealed || choosers & ~sealed)
        return;
    for (uint32_t i = 0; i < m->seats; i++) {
        struct entry *e;

        if (!(choosers >> i & 1))
            continue;
        e = add(p, ENTRY_CHOICE, i, time);
        e->event = last && last->seat == i ? last->event : t->seat[i].sealed;
        e->role = table_is_bot(t, i) ? ROLE_BOT : ROLE_PERSON;
        m->rules->apply(m, s, e->event);
    }
}

static void add_chance(const struct table *t, uint64_t time, struct proposal *p,
                       struct state *s)
{
    const struct match *m = &t->plan.match;

    for (uint32_t n = t->dealt; m->rules->actor(m, s) == NATURE; n++) {
        if (p->count == PROPOSAL_MAX) {
            p->more = true;
            return;
        }
        event_t event = dealer_fair(t->plan.seed, n, m, s);

        add(p, ENTRY_CHANCE, NOBODY, time)->event = event;
        m->rules->apply(m, s, event);
    }
}

/* What follows from the first entry, or from nothing. */
static void add_rest(const struct table *t, uint64_t time, struct proposal *p)
{
    const struct match *m = &t->plan.match;
    const struct entry *first = p->count ? &p->entry[0] : 0;
    uint32_t kind = first ? first->kind : ENTRY_NONE;
    struct state s = t->state;

    if (kind == ENTRY_AGREE &&
        !(table_other_people(t, t->asks) & ~(1u << first->seat | t->agreed)))
        add(p, ENTRY_UNDO, t->asks, time)->event = t->ask_events;
    if (kind == ENTRY_CHOICE)
        m->rules->apply(m, &s, first->event);
    else if (kind == ENTRY_SEALED || kind == ENTRY_NONE)
        add_opened(t, kind == ENTRY_SEALED ? first : 0, time, p, &s);
    if (kind == ENTRY_START || kind == ENTRY_CHOICE || kind == ENTRY_SEALED ||
        kind == ENTRY_NONE)
        if (t->plan.dealing)
            add_chance(t, time, p, &s);
}

/* Is there such a command, and the seat that it needs? */
static enum table_answer judge_command(const struct table *t, const struct table_command *c,
                                       uint64_t time, struct complaint *why)
{
    const uint32_t seatless =
        1u << COMMAND_GO_ON | 1u << COMMAND_START | 1u << COMMAND_TIMEOUT | 1u << COMMAND_ABORT;
    uint64_t when;
    uint32_t seat;

    if (c->kind > COMMAND_ABORT)
        return table_refuse(TABLE_NOT_NOW, why, "There is no such command.");
    if (c->seen > t->count)
        return table_refuse(TABLE_AHEAD, why, "The table has not come so far yet.");
    if (!(seatless >> c->kind & 1) && c->seat >= t->plan.match.seats)
        return table_refuse(TABLE_NOT_NOW, why, "This table has no such seat.");
    if (c->kind == COMMAND_TIMEOUT && (!table_deadline(t, &when, &seat) || when > time))
        return table_refuse(TABLE_NOT_NOW, why, "No clock has run out.");
    return TABLE_OK;
}

enum table_answer table_propose(const struct table *t, const struct table_command *c,
                                uint64_t now, struct proposal *p, struct complaint *why)
{
    uint64_t time = now > t->clock_at ? now : t->clock_at;
    enum table_answer answer;

    p->count = 0;
    p->more = false;
    answer = judge_command(t, c, time, why);
    if (answer != TABLE_OK)
        return answer;
    if (is_repeated(t, c))
        return TABLE_REPEATED;
    if (is_stale(t, c))
        return table_refuse(TABLE_STALE, why,
                            "The game has gone on since: look again before you choose.");
    if (c->kind != COMMAND_GO_ON) {
        add_first(t, c, time, p);
        answer = table_judge(t, &p->entry[0], why);
        if (answer != TABLE_OK) {
            p->count = 0;
            return answer;
        }
    }
    if (c->kind != COMMAND_GO_ON || t->phase == TABLE_PLAYING)
        add_rest(t, time, p);
    if (t->room - t->count < p->count) {
        p->count = 0;
        p->more = false;
        return table_refuse(TABLE_FULL, why,
                            "There is no room for more entries of this table.");
    }
    return p->count ? TABLE_OK : TABLE_REPEATED;
}
