/*
 * How a table stands now: see hosted.h.
 */
#include "hosted.h"

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

const char *hosted_status(const struct table *t)
{
    static const char *const words[] = {"open", "playing", "over", "over", "over"};

    return words[t->phase];
}

uint32_t hosted_chairs(const struct hosted *h, bool presence, struct hosted_chairs *out)
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

const char *hosted_undo(const struct table *t, uint32_t viewer)
{
    static const char *const ways[] = {
        [UNDO_ASK] = "ask", [UNDO_DO] = "do", [UNDO_OPEN] = "do"};
    uint32_t left;

    return viewer < t->plan.match.seats ? ways[table_undo_way(t, viewer, &left)] : 0;
}

static void put_acts(const struct table *t, struct standing *now)
{
    uint32_t waiting = table_waiting(t), n = 0;

    for (uint32_t seat = 0; seat < t->plan.match.seats; seat++)
        if (waiting >> seat & 1)
            now->acts[n++] = seat + 1;
    now->part.acts = now->acts;
    now->part.acts_count = n;
}

static void put_clocks(const struct hosted *h, struct standing *now)
{
    const struct table *t = h->table;

    if (t->plan.clock.kind == CLOCK_NONE)
        return;
    for (uint32_t seat = 0; seat < t->plan.match.seats; seat++) {
        struct message_clock_part *c = &now->clocks[seat];
        bool runs = false;

        c->seat = seat + 1;
        c->ms = table_clock(t, seat, h->now, &runs);
        c->has_runs = c->runs = runs;
    }
    now->part.clocks = now->clocks;
    now->part.clocks_count = t->plan.match.seats;
}

/* The result, and the seed, which is secret until then. */
static void put_result(const struct table *t, struct standing *now)
{
    const struct match *m = &t->plan.match;
    uint8_t rank[SEATS_MAX];
    struct sheet sheet;
    struct view v;

    if (!table_ranks(t, rank))
        return;
    table_view(t, EVERYTHING, &v);
    m->rules->score(m, &v.seen, &sheet);
    for (uint32_t seat = 0; seat < m->seats; seat++)
        now->ranks[seat] =
            (struct message_rank_part){seat + 1, rank[seat], sheet.seat[seat].total};
    now->part.result = now->ranks;
    now->part.result_count = m->seats;
    put_hex(now->seed, t->plan.seed, SEED_SIZE);
    now->part.seed = message_text(now->seed);
}

static void put_sealed(const struct table *t, uint32_t viewer, struct standing *now)
{
    const struct match *m = &t->plan.match;
    struct text out = text_in(now->sealed, sizeof now->sealed);

    if (viewer >= m->seats || !t->seat[viewer].sealed)
        return;
    m->rules->format(m, &now->view.seen, t->seat[viewer].sealed, &out);
    now->part.sealed = message_text(now->sealed);
}

/* False if storage is too small. */
static bool put_legal(const struct table *t, uint32_t viewer, struct message_arena *scratch,
                      struct standing *now)
{
    const struct match *m = &t->plan.match;
    struct message_text *legal;
    event_t *events;
    uint32_t count;

    if (viewer >= m->seats || !(table_waiting(t) >> viewer & 1))
        return true;
    events = message_lend(scratch, LEGAL_MAX * sizeof *events);
    count = events ? m->rules->legal(m, &now->view.seen, events, 0, LEGAL_MAX) : 0;
    legal = message_lend(scratch, (count + 1) * sizeof *legal);
    for (uint32_t i = 0; legal && i < count; i++) {
        struct text line;

        if (!message_line(scratch, EVENT_TEXT_MAX, &line))
            return false;
        m->rules->format(m, &now->view.seen, events[i], &line);
        legal[i] = message_trim(scratch, &line);
    }
    now->part.legal = count ? legal : 0;
    now->part.legal_count = count;
    return events && legal;
}

/* False if storage is too small. */
static bool put_json(const struct hosted *h, struct message_arena *scratch,
                     struct standing *now)
{
    char *at = message_lend(scratch, HOSTED_JSON);
    struct position p = {
        .match = &h->table->plan.match, .view = &now->view, .events = h->table->events};
    struct json j;

    if (!at)
        return false;
    for (uint32_t seat = 0; seat < SEATS_MAX; seat++)
        p.name[seat] = seat < now->chairs_count && now->chairs.chair[seat].name.at
                           ? now->chairs.chair[seat].name.at
                           : "";
    j = json_in(at, HOSTED_JSON);
    view_json(&j, &p);
    now->part.json = (struct message_text){at, j.length};
    return json_done(&j);
}

struct standing *hosted_standing(const struct hosted *h, uint32_t viewer,
                                 const struct wants *wants, struct message_arena *scratch)
{
    struct standing *now = message_lend(scratch, sizeof *now);
    const struct table *t = h->table;
    const char *undo = hosted_undo(t, viewer);

    if (!now)
        return 0;
    *now = (struct standing){.part = {.table = message_text(h->id),
                                      .last = t->count,
                                      .status = message_text(hosted_status(t)),
                                      .has_undo_asked = t->asks != NOBODY,
                                      .undo_asked = t->asks + 1}};
    if (undo)
        now->part.can_undo = message_text(undo);
    table_view(t, viewer, &now->view);
    now->chairs_count = hosted_chairs(h, true, &now->chairs);
    put_acts(t, now);
    put_clocks(h, now);
    put_result(t, now);
    put_sealed(t, viewer, now);
    return (wants->view != VIEW_JSON || put_json(h, scratch, now)) &&
                   (!wants->legal || put_legal(t, viewer, scratch, now))
               ? now
               : 0;
}
