/*
 * Tables as messages: see report.h.
 */
#include "report.h"

struct wants wants_of(const struct message_hello *hello)
{
    return (struct wants){
        .view = message_text_is(&hello->view, "json")   ? VIEW_JSON
                : message_text_is(&hello->view, "none") ? VIEW_NONE
                                                        : VIEW_EVENTS,
        .legal = hello->has_legal && hello->legal,
        .language = (uint8_t)(hello->language.at ? language_of(hello->language.at) : ENGLISH),
    };
}

const char *report_status(const struct table *t)
{
    static const char *const words[] = {"open", "playing", "over", "over", "over"};

    return words[t->phase];
}

/* ---- the present table ---- */

uint32_t report_chairs(const struct hosted *h, bool presence, struct report_chairs *out)
{
    const struct table *t = h->table;

    for (uint32_t seat = 0; seat < t->plan.match.seats; seat++) {
        const struct table_seat *s = &t->seat[seat];
        struct message_chair_part *c = &out->chair[seat];

        *c = (struct message_chair_part){.seat = seat + 1, .kind = message_text("open")};
        if (s->role == ROLE_PERSON) {
            c->kind = message_text("person");
            c->name = message_text(h->name[seat]);
            c->has_nameless = c->nameless = !h->name[seat][0];
            c->has_person = true;
            c->person = (int64_t)s->who;
            c->has_online = presence;
            c->online = presence && (h->online >> seat & 1);
        } else if (s->role == ROLE_BOT) {
            const char *spec = h->spec ? h->spec[seat] : 0;

            bot_name(s->who, spec, out->bot[seat]);
            bool given = h->name[seat][0] && !text_equal(h->name[seat], out->bot[seat]);

            c->kind = message_text("bot");
            c->name = message_text(given ? h->name[seat] : out->bot[seat]);
            c->has_nameless = c->nameless = !given;
            c->bot = message_text(spec && spec[0] ? spec : out->bot[seat]);
        }
        c->has_away = c->away = s->away;
        c->has_resigned = c->resigned = s->out != 0;
    }
    return t->plan.match.seats;
}

static uint32_t acts(const struct table *t, int64_t out[SEATS_MAX])
{
    uint32_t waiting = table_waiting(t), n = 0;

    for (uint32_t seat = 0; seat < t->plan.match.seats; seat++)
        if (waiting >> seat & 1)
            out[n++] = seat + 1;
    return n;
}

static uint32_t clocks(const struct hosted *h, struct message_clock_part out[SEATS_MAX])
{
    const struct table *t = h->table;
    uint32_t n = 0;

    if (t->plan.clock.kind == CLOCK_NONE)
        return 0;
    for (uint32_t seat = 0; seat < t->plan.match.seats; seat++, n++) {
        bool runs = false;

        out[n].seat = seat + 1;
        out[n].ms = table_clock(t, seat, h->now, &runs);
        out[n].has_runs = out[n].runs = runs;
    }
    return n;
}

static uint32_t ranks(const struct table *t, struct message_rank_part out[SEATS_MAX])
{
    const struct match *m = &t->plan.match;
    uint8_t rank[SEATS_MAX];
    struct sheet sheet;
    struct view v;

    if (!table_ranks(t, rank))
        return 0;
    table_view(t, EVERYTHING, &v);
    m->rules->score(m, &v.seen, &sheet);
    for (uint32_t seat = 0; seat < m->seats; seat++)
        out[seat] = (struct message_rank_part){seat + 1, rank[seat], sheet.seat[seat].total};
    return m->seats;
}

/* The parts that snapshots and updates share, for one viewer. */
struct now {
    struct report_chairs chairs;
    uint32_t chairs_count;
    int64_t acts[SEATS_MAX];
    uint32_t acts_count;
    struct message_clock_part clocks[SEATS_MAX];
    uint32_t clocks_count;
    struct message_rank_part ranks[SEATS_MAX];
    uint32_t ranks_count;
    char seed[2 * SEED_SIZE + 1];
    char sealed[EVENT_TEXT_MAX];
    const char *can_undo; /* or null */
    struct message_text json;
    struct message_text *legal;
    uint32_t legal_count;
    struct view view;
};

/* False if storage is too small. */
static bool legal_now(const struct table *t, uint32_t viewer, struct message_arena *scratch,
                      struct now *now)
{
    const struct match *m = &t->plan.match;
    event_t *events;
    uint32_t count;

    if (viewer >= m->seats || !(table_waiting(t) >> viewer & 1))
        return true;
    events = message_lend(scratch, LEGAL_MAX * sizeof *events);
    count = events ? m->rules->legal(m, &now->view.seen, events, 0, LEGAL_MAX) : 0;
    now->legal = message_lend(scratch, (count + 1) * sizeof *now->legal);
    for (uint32_t i = 0; now->legal && i < count; i++) {
        char *at = message_lend(scratch, EVENT_TEXT_MAX);
        struct text out = text_in(at ? at : now->sealed, at ? EVENT_TEXT_MAX : 1);

        if (!at)
            return false;
        m->rules->format(m, &now->view.seen, events[i], &out);
        now->legal[now->legal_count++] = (struct message_text){at, out.length};
        scratch->used -= EVENT_TEXT_MAX - out.length - 1;
    }
    return events && now->legal;
}

/* False if storage is too small. */
static bool json_now(const struct hosted *h, struct message_arena *scratch, struct now *now)
{
    char *at = message_lend(scratch, REPORT_JSON);
    struct position p = {
        .match = &h->table->plan.match, .view = &now->view, .events = h->table->events};
    struct json j;

    if (!at)
        return false;
    for (uint32_t seat = 0; seat < SEATS_MAX; seat++)
        p.name[seat] = seat < now->chairs_count && now->chairs.chair[seat].name.at
                           ? now->chairs.chair[seat].name.at
                           : "";
    j = json_in(at, REPORT_JSON);
    view_json(&j, &p);
    now->json = (struct message_text){at, j.length};
    return json_done(&j);
}

static void sealed_now(const struct table *t, uint32_t viewer, struct now *now)
{
    const struct match *m = &t->plan.match;
    struct text out = text_in(now->sealed, sizeof now->sealed);

    if (viewer < m->seats && t->seat[viewer].sealed)
        m->rules->format(m, &now->view.seen, t->seat[viewer].sealed, &out);
}

/* What "undo" would do for a viewer; null if it would do nothing. */
static const char *undo_way(const struct table *t, uint32_t viewer)
{
    static const char *const ways[] = {
        [UNDO_ASK] = "ask", [UNDO_DO] = "do", [UNDO_OPEN] = "do"};
    uint32_t left;

    return viewer < t->plan.match.seats ? ways[table_undo_way(t, viewer, &left)] : 0;
}

/* Null if storage is too small. */
static struct now *now_of(const struct hosted *h, uint32_t viewer, const struct wants *wants,
                          struct message_arena *scratch)
{
    const struct table *t = h->table;
    struct now *now = message_lend(scratch, sizeof *now);

    if (!now)
        return 0;
    __builtin_memset(now, 0, sizeof *now);
    table_view(t, viewer, &now->view);
    now->chairs_count = report_chairs(h, true, &now->chairs);
    now->acts_count = acts(t, now->acts);
    now->clocks_count = clocks(h, now->clocks);
    now->ranks_count = ranks(t, now->ranks);
    if (now->ranks_count)
        put_hex(now->seed, t->plan.seed, SEED_SIZE);
    sealed_now(t, viewer, now);
    now->can_undo = undo_way(t, viewer);
    if (wants->view == VIEW_JSON && !json_now(h, scratch, now))
        return 0;
    if (wants->legal && !legal_now(t, viewer, scratch, now))
        return 0;
    return now;
}

/* ---- entries ---- */

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
    char *at = message_lend(t->store, EVENT_TEXT_MAX);
    struct text out = text_in(at ? at : (char[1]){0}, at ? EVENT_TEXT_MAX : 1);

    if (!at)
        return false;
    table_put_seen(t->hosted->table, e, t->viewer, &out);
    p->text = (struct message_text){at, out.length};
    t->store->used -= EVENT_TEXT_MAX - out.length - 1;
    return !out.cut;
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
        undo_way(t, a->viewer) != undo_way(t, b->viewer) || a->count != b->count)
        return false;
    for (uint32_t i = 0; i < a->count; i++)
        if (!same_part(&a->part[i], &b->part[i]))
            return false;
    return true;
}

/* The part that snapshots and updates share; the entries are those of the report. */
static struct message_standing_part standing_of(const struct hosted *h, const struct now *now,
                                                const struct report *t)
{
    const struct table *table = h->table;
    struct message_standing_part s = {
        .table = message_text(h->id),
        .last = table->count,
        .status = message_text(report_status(table)),
        .acts = now->acts,
        .acts_count = now->acts_count,
        .clocks = now->clocks,
        .clocks_count = now->clocks_count,
        .happenings = t->part,
        .happenings_count = t->count,
        .json = now->json,
        .legal = now->legal_count ? now->legal : 0,
        .legal_count = now->legal_count,
        .has_undo_asked = table->asks != NOBODY,
        .undo_asked = table->asks + 1,
    };

    if (now->sealed[0])
        s.sealed = message_text(now->sealed);
    if (now->can_undo)
        s.can_undo = message_text(now->can_undo);
    if (now->ranks_count) {
        s.result = now->ranks;
        s.result_count = now->ranks_count;
        s.seed = message_text(now->seed);
    }
    return s;
}

bool report_update(struct report *t, struct message_arena *scratch, struct message *out)
{
    struct now *now = now_of(t->hosted, t->viewer, &t->wants, scratch);
    struct message_update *u = &out->update;

    if (!now || t->full)
        return false;
    *out = (struct message){.type = MESSAGE_UPDATE};
    u->standing = standing_of(t->hosted, now, t);
    u->chairs = t->chairs ? now->chairs.chair : 0;
    u->chairs_count = t->chairs ? now->chairs_count : 0;
    return true;
}

/* The entries after a number as one viewer may know them. That depends on the table before each
 * entry, so the table is played again. */
static bool replay(const struct hosted *h, uint32_t viewer, const struct wants *wants,
                   uint32_t after, struct report_storage *lent, struct report *t)
{
    const struct table *table = h->table;
    struct hosted anew = *h;
    struct complaint why;

    anew.table = lent->replica;
    if (!table_again(lent->replica, table))
        return false;
    for (uint32_t n = 0; n < table->count; n++) {
        if (n == after)
            report_begin(t, &anew, viewer, wants, &lent->store, table->count - after);
        if (n >= after)
            report_entry(t, &table->entries[n]);
        if (!table_apply(lent->replica, &table->entries[n], &why))
            return false; /* can't happen: it was applied before */
    }
    return !t->full;
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
    struct now *now = now_of(h, viewer, wants, &lent->scratch);
    struct report t = {0};

    if (!now || (after < h->table->count && !replay(h, viewer, wants, after, lent, &t)))
        return false;
    *out = (struct message){.type = MESSAGE_SNAPSHOT};
    s->standing = standing_of(h, now, &t);
    s->plan = h->plan;
    s->chairs = now->chairs.chair;
    s->chairs_count = now->chairs_count;
    s->has_your_seat = viewer < h->table->plan.match.seats;
    s->your_seat = viewer + 1;
    return true;
}
