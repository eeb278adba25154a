/*
 * Tables as messages: see report.h.
 */
#include "report.h"

#include "base64.h"
#include "event_json.h"
#include "report_inner.h"

struct wants wants_of(const struct message_hello *hello)
{
    return (struct wants){
        .view = message_text_is(&hello->view, "json")   ? VIEW_JSON
                : message_text_is(&hello->view, "none") ? VIEW_NONE
                                                        : VIEW_BYTES,
        .legal = hello->has_legal && hello->legal,
        .words = hello->words.at != 0,
        .language = (uint8_t)(hello->words.at ? language_of(hello->words.at) : ENGLISH),
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
            c->has_person = true;
            c->person = (int64_t)s->who;
            c->has_online = presence;
            c->online = presence && (h->online >> seat & 1);
        } else if (s->role == ROLE_BOT) {
            const char *spec = h->spec ? h->spec[seat] : 0;

            bot_name(s->who, spec, out->bot[seat]);
            c->kind = message_text("bot");
            c->name = message_text(out->bot[seat]);
            c->bot = spec && spec[0] ? message_text(spec) : c->name;
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
    char coded[BASE64_SIZE(PATCH_BYTES)]; /* the view, or what changed in it */
    const char *can_undo;                 /* or null */
    struct message_text json;
    struct message_text *legal;
    uint32_t legal_count;
    struct report_names names; /* in words */
    struct view view;
};

static void name_chairs(const struct hosted *h, const struct wants *wants, struct now *now)
{
    report_names(h, wants, &now->names);
    for (uint32_t seat = 0; seat < now->chairs_count; seat++) {
        struct message_chair_part *c = &now->chairs.chair[seat];

        if (now->names.name[seat] != h->name[seat])
            c->name = message_text(now->names.made[seat]);
        c->has_nameless = c->nameless = now->names.nameless >> seat & 1;
    }
}

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

static void position_of(const struct hosted *h, const struct wants *wants, const struct view *v,
                        struct report_names *names, struct position *p)
{
    *p = (struct position){.match = &h->table->plan.match,
                           .view = v,
                           .events = h->table->events,
                           .language = (enum language)wants->language};
    report_names(h, wants, names);
    for (uint32_t seat = 0; seat < SEATS_MAX; seat++) {
        p->name[seat] = names->name[seat];
        if (h->table->seat[seat].role == ROLE_PERSON)
            p->nameless |= names->nameless & 1u << seat;
    }
}

/* False if storage is too small. */
static bool json_now(const struct hosted *h, const struct wants *wants,
                     struct message_arena *scratch, struct now *now)
{
    char *at = message_lend(scratch, REPORT_JSON);
    struct report_names names;
    struct position p;
    struct json j;

    if (!at)
        return false;
    position_of(h, wants, &now->view, &names, &p);
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

/* `view` is what the viewer sees now. Null if storage is too small. */
static struct now *now_of(const struct hosted *h, uint32_t viewer, const struct wants *wants,
                          const struct view *view, struct message_arena *scratch)
{
    const struct table *t = h->table;
    struct now *now = message_lend(scratch, sizeof *now);

    if (!now)
        return 0;
    __builtin_memset(now, 0, sizeof *now);
    now->view = *view;
    now->chairs_count = report_chairs(h, true, &now->chairs);
    if (wants->words)
        name_chairs(h, wants, now);
    now->acts_count = acts(t, now->acts);
    now->clocks_count = clocks(h, now->clocks);
    now->ranks_count = ranks(t, now->ranks);
    if (now->ranks_count)
        put_hex(now->seed, t->plan.seed, SEED_SIZE);
    sealed_now(t, viewer, now);
    if (wants->words)
        now->can_undo = undo_way(t, viewer);
    if (wants->view == VIEW_JSON && !json_now(h, wants, scratch, now))
        return 0;
    if (wants->legal && !legal_now(t, viewer, scratch, now))
        return 0;
    return now;
}

/* ---- entries ---- */

/* An entry as a viewer may know it, t being the table before it; the text lies in `text`. */
static void put_entry(const struct table *t, const struct entry *e, uint32_t viewer,
                      struct message_happening_part *part, char text[EVENT_TEXT_MAX],
                      size_t *length)
{
    struct text out = text_in(text, EVENT_TEXT_MAX);
    event_t event = table_seen(t, e, viewer);

    *part = (struct message_happening_part){
        .n = t->count + 1, .kind = message_text(entry_name(e->kind)), .ms = (int64_t)e->time};
    if (e->seat != NOBODY) {
        part->has_seat = true;
        part->seat = e->seat + 1;
    }
    if (event) {
        table_put_seen(t, e, viewer, &out);
        part->has_event = true;
        part->event = event;
        part->text = (struct message_text){text, out.length};
    }
    if (e->kind == ENTRY_UNDO || e->kind == ENTRY_ASK_UNDO) {
        part->has_left = true;
        part->left = e->event;
    }
    *length = out.length;
}

void report_begin(struct report *t, const struct hosted *h, uint32_t viewer,
                  const struct wants *wants, struct message_arena *store, uint32_t entries)
{
    __builtin_memset(t, 0, __builtin_offsetof(struct report, patch));
    t->hosted = h;
    t->store = store;
    t->viewer = viewer;
    t->wants = *wants;
    t->part = message_lend(store, (entries + 1) * sizeof *t->part);
    t->room = t->part ? entries : 0;
    table_view(h->table, viewer, &t->first);
    if (!wants->words)
        return;
    t->story = message_lend(store, entries * sizeof *t->story);
    t->full = !t->story;
    table_shown(h->table, viewer, &t->before);
}

/* The results of the last entry, an event, as JSON. */
static void put_what(struct report *t, const struct position *before,
                     const struct position *after)
{
    struct message_happening_part *part = &t->part[t->count - 1];
    char *at = message_lend(t->store, WHAT_MAX);
    struct json j = json_in(at ? at : (char[1]){0}, at ? WHAT_MAX : 1);

    t->full = !at;
    if (t->full)
        return;
    happening_json(&j, 0, before, after, (event_t)part->event);
    part->what = (struct message_text){at, j.length};
    t->full = !json_done(&j);
    t->store->used -= WHAT_MAX - part->what.length;
}

/* The last entry has been applied: adds its results, as JSON and as a line of the log. */
static void settle(struct report *t)
{
    struct report_names names;
    struct position before, after;
    struct view shown;

    if (!t->unsettled || t->full)
        return;
    t->unsettled = false;
    table_shown(t->hosted->table, t->viewer, &shown);
    position_of(t->hosted, &t->wants, &shown, &names, &after);
    before = after;
    before.view = &t->before;
    if (t->last.kind == ENTRY_CHOICE || t->last.kind == ENTRY_CHANCE)
        put_what(t, &before, &after);
    if (!t->full)
        report_story(t, &after);
    t->before = shown;
}

void report_entry(struct report *t, const struct entry *e)
{
    size_t length;
    char *text;

    settle(t);
    text = message_lend(t->store, EVENT_TEXT_MAX);
    if (t->count == t->room || !text || t->full) {
        t->full = true;
        return;
    }
    put_entry(t->hosted->table, e, t->viewer, &t->part[t->count++], text, &length);
    t->store->used -= EVENT_TEXT_MAX - length - 1;
    t->last = *e;
    t->unsettled = t->wants.words;
    t->undone =
        t->wants.words && e->kind == ENTRY_UNDO ? table_undone(t->hosted->table, e->event) : 0;
    t->chairs = t->chairs || e->kind <= ENTRY_START ||
                (e->kind >= ENTRY_AWAY && e->kind <= ENTRY_ABORT);
}

void report_end(struct report *t)
{
    settle(t);
    table_view(t->hosted->table, t->viewer, &t->after);
    if (t->wants.view == VIEW_BYTES)
        t->patch_size = patch_make(&t->first, &t->after, t->patch);
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

static const char *undo_of(const struct report *t)
{
    return t->wants.words ? undo_way(t->hosted->table, t->viewer) : 0;
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
           same_text(&a->what, &b->what);
}

bool report_same(const struct report *a, const struct report *b)
{
    const struct wants *x = &a->wants, *y = &b->wants;

    if (x->view != y->view || x->legal != y->legal || x->words != y->words ||
        x->language != y->language || is_own(a) || is_own(b) || undo_of(a) != undo_of(b) ||
        a->count != b->count || a->patch_size != b->patch_size ||
        __builtin_memcmp(a->patch, b->patch, a->patch_size) != 0)
        return false;
    for (uint32_t i = 0; i < a->count; i++)
        if (!same_part(&a->part[i], &b->part[i]))
            return false;
    if (a->lines != b->lines)
        return false;
    for (uint32_t i = 0; i < a->lines; i++)
        if (a->story[i].n != b->story[i].n || !same_text(&a->story[i].runs, &b->story[i].runs))
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
        .story = t->story,
        .story_count = t->lines,
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
    struct now *now = now_of(t->hosted, t->viewer, &t->wants, &t->after, scratch);
    struct message_update *u = &out->update;

    if (!now || t->full)
        return false;
    *out = (struct message){.type = MESSAGE_UPDATE};
    u->standing = standing_of(t->hosted, now, t);
    u->chairs = t->chairs ? now->chairs.chair : 0;
    u->chairs_count = t->chairs ? now->chairs_count : 0;
    if (t->wants.view == VIEW_BYTES) {
        base64_put(now->coded, t->patch, t->patch_size);
        u->patch = message_text(now->coded);
    }
    return true;
}

/*
 * The entries after a number as one viewer may know them. That depends on the table before each
 * entry, so the table is played again, in the hosted table's own storage: this writes the same
 * entries to the same places.
 */
static bool replay(const struct hosted *h, uint32_t viewer, const struct wants *wants,
                   uint32_t after, struct report_storage *lent, struct report *t)
{
    const struct table *table = h->table;
    struct table_plan plan = table->plan;
    struct hosted anew = *h;
    struct complaint why;

    anew.table = lent->replica;
    plan.dealing = false; /* the deals have been checked before */
    table_open(lent->replica, &plan, table->entries, table->line, table->room);
    for (uint32_t n = 0; n < table->count; n++) {
        struct entry e = table->entries[n];

        if (n == after)
            report_begin(t, &anew, viewer, wants, &lent->store, table->count - after);
        if (n >= after)
            report_entry(t, &e);
        if (!table_apply(lent->replica, &e, &why))
            return false; /* can't happen: it was applied before */
    }
    settle(t);
    return !t->full;
}

bool report_piece(struct report *t, struct message *out)
{
    settle(t);
    *out = (struct message){.type = MESSAGE_PIECE};
    out->piece.table = message_text(t->hosted->id);
    out->piece.happenings = t->part;
    out->piece.happenings_count = t->count;
    out->piece.story = t->story;
    out->piece.story_count = t->lines;
    return !t->full;
}

bool report_snapshot(const struct hosted *h, uint32_t viewer, const struct wants *wants,
                     uint32_t after, struct report_storage *lent, struct message *out)
{
    struct message_snapshot *s = &out->snapshot;
    struct view view;
    struct now *now;
    struct report t = {0};

    table_view(h->table, viewer, &view);
    now = now_of(h, viewer, wants, &view, &lent->scratch);
    if (!now || (after < h->table->count && !replay(h, viewer, wants, after, lent, &t)))
        return false;
    *out = (struct message){.type = MESSAGE_SNAPSHOT};
    s->standing = standing_of(h, now, &t);
    s->plan = h->plan;
    s->chairs = now->chairs.chair;
    s->chairs_count = now->chairs_count;
    s->has_your_seat = viewer < h->table->plan.match.seats;
    s->your_seat = viewer + 1;
    if (wants->view == VIEW_BYTES) {
        base64_put(now->coded, &now->view, sizeof now->view);
        s->view = message_text(now->coded);
    }
    return true;
}
