/*
 * Tables as messages: see report.h.
 */
#include "report.h"

/* The facts of an entry, for viewers who follow events. False if storage is too small. */
static bool put_facts(struct report *t, const struct entry *e, struct message_happening_part *p)
{
    event_t fact[FACTS_MAX];
    uint32_t n = table_facts(t->hosted->table, e, t->viewer, fact);
    int64_t *facts = n ? message_lend(t->store, n * sizeof *facts) : 0;

    for (uint32_t i = 0; facts && i < n; i++)
        facts[i] = fact[i];
    p->facts = facts;
    p->facts_count = facts ? n : 0;
    return n == 0 || facts;
}

/* False if storage is too small. */
static bool put_text(struct report *t, const struct entry *e, struct message_happening_part *p)
{
    struct text line;

    if (!message_line(t->store, EVENT_TEXT_MAX, &line))
        return false;
    table_put_seen(t->hosted->table, e, t->viewer, &line);
    p->text = message_trim(t->store, &line);
    return !line.cut;
}

void report_begin(struct report *t, const struct hosted *h, uint32_t viewer,
                  const struct wants *wants, struct message_arena *store, uint32_t entries)
{
    *t = (struct report){.hosted = h, .store = store, .viewer = viewer, .wants = *wants};
    t->part = message_lend(store, (entries + 1) * sizeof *t->part);
    t->room = t->part ? entries : 0;
}

void report_entry(struct report *t, const struct entry *e)
{
    const struct table *table = t->hosted->table;
    event_t event = table_seen(table, e, t->viewer);
    struct message_happening_part *part = t->count < t->room ? &t->part[t->count] : 0;

    if (!part || t->full) {
        t->full = true;
        return;
    }
    t->count++;
    *part = (struct message_happening_part){.n = table->count + 1,
                                            .kind = message_text(entry_name(e->kind)),
                                            .ms = (int64_t)e->time,
                                            .has_seat = e->seat != NOBODY,
                                            .seat = e->seat + 1,
                                            .has_event = event != 0,
                                            .event = event};
    if (e->kind == ENTRY_UNDO || e->kind == ENTRY_ASK_UNDO) {
        part->has_left = true;
        part->left = e->event;
    }
    if (event)
        t->full = !(t->wants.view == VIEW_EVENTS ? put_facts : put_text)(t, e, part);
    t->chairs = t->chairs || e->kind <= ENTRY_START ||
                (e->kind >= ENTRY_AWAY && e->kind <= ENTRY_ABORT);
}

/* ---- messages ---- */

/* Is anything in the update for this viewer alone? */
static bool is_own(const struct report *t)
{
    const struct table *table = t->hosted->table;

    return t->full || t->wants.view == VIEW_JSON ||
           (t->viewer < SEATS_MAX &&
            (table->seat[t->viewer].sealed ||
             (t->wants.legal && table_waiting(table) >> t->viewer & 1)));
}

static bool same_text(const struct message_text *a, const struct message_text *b)
{
    return !a->at == !b->at && a->length == b->length &&
           (!a->at || __builtin_memcmp(a->at, b->at, a->length) == 0);
}

/* Compares the parts of two happenings that depend on the viewer; the rest is the same for all. */
static bool same_part(const struct message_happening_part *a,
                      const struct message_happening_part *b)
{
    return a->n == b->n && a->event == b->event && same_text(&a->text, &b->text) &&
           a->facts_count == b->facts_count &&
           (!a->facts ||
            __builtin_memcmp(a->facts, b->facts, a->facts_count * sizeof *a->facts) == 0);
}

bool report_same(const struct report *a, const struct report *b)
{
    const struct table *t = a->hosted->table;
    const struct wants *x = &a->wants, *y = &b->wants;

    if (x->view != y->view || x->legal != y->legal || is_own(a) || is_own(b) ||
        hosted_undo(t, a->viewer) != hosted_undo(t, b->viewer) || a->count != b->count)
        return false;
    for (uint32_t i = 0; i < a->count; i++)
        if (!same_part(&a->part[i], &b->part[i]))
            return false;
    return true;
}

/* The part that snapshots and updates share. Null if storage is too small. */
static const struct standing *standing_of(const struct report *t, struct message_arena *scratch)
{
    struct standing *now = hosted_standing(t->hosted, t->viewer, &t->wants, scratch);

    if (!now || t->full)
        return 0;
    now->part.happenings = t->part;
    now->part.happenings_count = t->count;
    return now;
}

bool report_update(struct report *t, struct message_arena *scratch, struct message *out)
{
    const struct standing *now = standing_of(t, scratch);
    struct message_update *u = &out->update;

    if (!now)
        return false;
    *out = (struct message){.type = MESSAGE_UPDATE};
    u->standing = now->part;
    u->chairs = t->chairs ? now->chairs.chair : 0;
    u->chairs_count = t->chairs ? now->chairs_count : 0;
    return true;
}

/* Reports the entries after a number. What they say depends on the table before each of them, so
 * the table is played again. */
static bool replay(struct report *t, uint32_t after, struct report_storage *lent)
{
    const struct table *table = t->hosted->table;
    const struct report whole = *t;
    struct hosted anew = *t->hosted;
    struct complaint why;

    anew.table = lent->replica;
    if (!table_again(lent->replica, table))
        return false;
    report_begin(t, &anew, whole.viewer, &whole.wants, &lent->store, table->count - after);
    for (uint32_t n = 0; n < table->count; n++) {
        if (n >= after)
            report_entry(t, &table->entries[n]);
        if (!table_apply(lent->replica, &table->entries[n], &why))
            return false; /* can't happen: it was applied before */
    }
    t->hosted = whole.hosted;
    return true;
}

bool report_piece(struct report *t, struct message *out)
{
    *out = (struct message){.type = MESSAGE_PIECE};
    out->piece.table = message_text(t->hosted->id);
    out->piece.happenings = t->part;
    out->piece.happenings_count = t->count;
    return !t->full;
}

bool report_snapshot(const struct hosted *h, uint32_t viewer, const struct wants *wants,
                     uint32_t after, struct report_storage *lent, struct message *out)
{
    struct message_snapshot *s = &out->snapshot;
    struct report t = {.hosted = h, .viewer = viewer, .wants = *wants};
    const struct standing *now;

    if (after < h->table->count && !replay(&t, after, lent))
        return false;
    now = standing_of(&t, &lent->scratch);
    if (!now)
        return false;
    *out = (struct message){.type = MESSAGE_SNAPSHOT};
    s->standing = now->part;
    s->plan = h->plan;
    s->chairs = now->chairs.chair;
    s->chairs_count = now->chairs_count;
    s->has_your_seat = viewer < h->table->plan.match.seats;
    s->your_seat = viewer + 1;
    return true;
}
