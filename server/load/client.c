/*
 * One client of the load generator: connects, says hello, takes its seat, follows the
 * game, and chooses a random legal event when it is its turn. When a connection breaks
 * it comes back, asks for the entries that it missed, and sends commands again that were not
 * answered. At the end of a game it asks for the whole record and looks for every move that was
 * acknowledged.
 */
#include "private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    BACK_OFF_MS = 100,
    BACK_OFF_MAX = 5000,
    PAUSE_MS = 250, /* after an error */
};

/* Sending --------------------------------------------------------------------------------- */

static size_t encode(const struct message *m, char *text, size_t cap)
{
    struct json j = json_in(text, cap);

    return message_encode(&j, m) && json_done(&j) ? j.length : 0;
}

static void tell(struct load_client *c, const struct message *m)
{
    char text[COMMAND_TEXT];
    size_t n = encode(m, text, sizeof text);

    link_send(&c->link, text, n);
}

/* Sends a command and keeps it until it is answered. */
static void command(struct load_client *c, enum command_wish wish, const struct message *m)
{
    c->pending.wish = wish;
    c->pending.id = c->ids;
    c->pending.sent = uv_hrtime();
    c->pending.size = encode(m, c->pending.text, sizeof c->pending.text);
    link_send(&c->link, c->pending.text, c->pending.size);
}

static void say_hello(struct load_client *c)
{
    struct message m = {.type = MESSAGE_HELLO};

    m.hello.version = PROTOCOL_VERSION;
    m.hello.view = message_text("events");
    m.hello.client = message_text("anden load");
    m.hello.has_run = true;
    m.hello.run = c->run;
    if (c->token[0])
        m.hello.token = message_text(c->token);
    tell(c, &m);
}

static void create(struct load_client *c)
{
    struct message m = {.type = MESSAGE_CREATE};
    struct message_wish_part seats[SEATS_MAX] = {{{0}, {0}}};

    for (uint32_t i = 0; i < c->table->seats; i++)
        seats[i].kind = message_text(i == 0 ? "person" : "open");
    m.create.has_id = true;
    m.create.id = ++c->ids;
    m.create.game = message_text(c->table->game);
    m.create.seats = seats;
    m.create.seats_count = c->table->seats;
    command(c, WISH_CREATE, &m);
}

static void sit(struct load_client *c)
{
    struct message m = {.type = MESSAGE_SIT};

    m.sit.has_id = true;
    m.sit.id = ++c->ids;
    m.sit.table = message_text(c->table->id);
    m.sit.has_seat = true;
    m.sit.seat = c->place + 1;
    command(c, WISH_SIT, &m);
}

static void start_game(struct load_client *c)
{
    struct message m = {.type = MESSAGE_START};

    c->table->started = true;
    m.start.has_id = true;
    m.start.id = ++c->ids;
    m.start.table = message_text(c->table->id);
    command(c, WISH_START, &m);
}

/* Asks for all entries when checking, else for those that are missing. */
static void join(struct load_client *c)
{
    struct message m = {.type = MESSAGE_JOIN};

    c->joining = true;
    m.join.table = message_text(c->table->id);
    m.join.has_after = true;
    m.join.after = c->checking ? 0 : c->last;
    tell(c, &m);
}

static void leave(struct load_client *c)
{
    struct message m = {.type = MESSAGE_LEAVE};

    m.leave.table = message_text(c->table->id);
    tell(c, &m);
}

/* Playing --------------------------------------------------------------------------------- */

static void move(struct load_client *c)
{
    const struct match *match = &c->table->match;
    struct message m = {.type = MESSAGE_DO};
    struct view v;
    event_t event;

    witness_acts(&c->witness, &v);
    uint32_t n = match->rules->count(match, &v.seen);
    event = n ? match->rules->pick(match, &v.seen, rng_below(&c->load->rng, n)) : 0;
    if (!event) {
        load_trouble(c->load, "view", "it is our turn, but the view has no legal event");
        c->acts = false;
        return;
    }
    m.do_.has_id = true;
    m.do_.id = ++c->ids;
    m.do_.table = message_text(c->table->id);
    m.do_.at = c->last;
    m.do_.has_number = true;
    m.do_.number = event;
    c->pending.base = c->last;
    c->pending.event = event;
    command(c, WISH_DO, &m);
}

static void next_game(struct load_table *t)
{
    for (uint32_t i = 0; i < t->clients; i++)
        leave(&t->first[i]);
    t->id[0] = '\0';
    t->joined = t->done = 0;
    t->started = t->playing = false;
    for (uint32_t i = 0; i < t->clients; i++) {
        struct load_client *c = &t->first[i];

        c->sits = c->joined = c->checking = c->acts = c->over = c->full = c->done = false;
        c->last = c->acked = c->moves_count = 0;
        c->seat = NOBODY;
    }
    for (uint32_t i = 0; i < t->clients; i++)
        client_go_on(&t->first[i]);
}

/* All moves of this game have been looked for. */
static void finish(struct load_client *c)
{
    struct load_table *t = c->table;

    c->checking = false;
    c->done = true;
    t->done++;
    if (c->load->stopping)
        c->load->finished++;
    else if (t->done == t->clients)
        next_game(t);
}

void client_go_on(struct load_client *c)
{
    struct load_table *t = c->table;

    if (!c->greeted || c->paused || c->done || c->pending.wish || c->joining ||
        c->load->closing)
        return;
    if (c->load->o->idle) {
        c->done = c->load->stopping;
        c->load->finished += c->done;
        return;
    }
    if (!t->id[0] || (!c->sits && c->place < t->seats)) {
        if (c->load->stopping)
            finish(c);
        else if (t->id[0])
            sit(c);
        else if (c->place == 0)
            create(c);
    } else if (!c->joined || c->checking) {
        join(c);
    } else if (c->over || c->load->stopping) {
        c->checking = true;
        join(c);
    } else if (c->place == 0 && t->joined == t->clients && c->full && !t->started) {
        start_game(c);
    } else if (c->acts && c->last >= c->acked && load_may_move(c)) {
        move(c);
    }
}

/* Hearing --------------------------------------------------------------------------------- */

static bool same(const struct message_text *t, const char *s)
{
    return message_text_is(t, s);
}

/* The set of a list of seats. */
static uint32_t set_of(const int64_t *seats, uint32_t count)
{
    uint32_t set = 0;

    for (uint32_t i = 0; i < count; i++)
        if (seats[i] >= 1 && seats[i] <= SEATS_MAX)
            set |= 1u << (seats[i] - 1);
    return set;
}

static void see(struct load_client *c, const struct message_text *status, uint32_t acts,
                int64_t last)
{
    c->last = (uint32_t)last;
    c->over = same(status, "over");
    c->acts = c->seat != NOBODY && (acts >> c->seat & 1);
    if (same(status, "playing") && !c->table->playing) {
        c->table->playing = true;
        load_began(c->table);
    }
    if (c->over && c->place == 0 && !c->checking)
        c->load->report->games++;
}

/* Notes whether every seat is taken, as far as this client knows. */
static void see_chairs(struct load_client *c, const struct message_chair_part *chairs,
                       uint32_t count)
{
    if (count == 0)
        return;
    c->full = true;
    for (uint32_t i = 0; i < count; i++)
        c->full = c->full && !same(&chairs[i].kind, "open");
}

/* Looks for acknowledged moves in a piece of the record; both are in order. */
static void look(struct load_client *c, const struct message_happening_part *h, uint32_t count)
{
    uint32_t first = 0;

    for (uint32_t i = 0; i < count; i++) {
        bool mine = h[i].has_seat && h[i].seat == c->seat + 1 && h[i].has_event &&
                    (same(&h[i].kind, "choice") || same(&h[i].kind, "sealed"));

        while (first < c->moves_count && c->moves[first].at < h[i].n)
            first++;
        for (uint32_t k = first; mine && k < c->moves_count && c->moves[k].base < h[i].n; k++)
            c->moves[k].found = c->moves[k].found || h[i].event == c->moves[k].event;
    }
}

/* The whole record has come: which moves were not in it? */
static void check(struct load_client *c)
{
    for (uint32_t i = 0; i < c->moves_count; i++) {
        c->load->report->checked++;
        if (!c->moves[i].found) {
            c->load->report->lost++;
            load_trouble(c->load, "lost", "an acknowledged move is not in the record");
        }
    }
    finish(c);
}

/* False if the rules have no such match; then nothing has changed. */
static bool set_options(struct match *match, const struct message_plan_part *plan)
{
    struct match made = *match, *m = &made;
    struct complaint why;

    for (uint32_t i = 0; i < plan->options_count; i++) {
        const struct message_setting_part *o = &plan->options[i];
        uint32_t k = option_index(m->rules, o->name.at, o->name.length);

        if (k < OPTIONS_MAX)
            m->option[k] = (uint8_t)(o->value & UINT8_MAX);
    }
    if (!m->rules->check(m, &why))
        return false;
    *match = made;
    return true;
}

/* Follows the game. False if the entries don't fit. */
static bool follow(struct load_client *c, const struct message_happening_part *h,
                   uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (!witness_happening(&c->witness, &h[i])) {
            load_trouble(c->load, "entries", "entries do not follow from those before");
            return false;
        }
    return true;
}

static void on_snapshot(struct load_client *c, const struct message_snapshot *s)
{
    uint32_t viewer = s->has_your_seat ? (uint32_t)s->your_seat - 1 : (uint32_t)SPECTATOR;
    const struct match *m = &c->table->match;

    if (!same(&s->table, c->table->id) || !c->joining)
        return;
    c->joining = false;
    if (!set_options(&c->table->match, s->plan) ||
        (viewer != SPECTATOR && viewer >= m->seats)) {
        load_trouble(c->load, "plan", "the plan of a snapshot cannot be one");
        return;
    }
    if (!c->joined)
        witness_begin(&c->witness, m, viewer, &(struct witness_line){0});
    if (!follow(c, s->happenings, s->happenings_count))
        return;
    c->seat = viewer < m->seats ? viewer : (uint32_t)NOBODY;
    if (!c->joined) {
        c->joined = true;
        c->table->joined++;
    }
    see_chairs(c, s->chairs, s->chairs_count);
    see(c, &s->status, set_of(s->acts, s->acts_count), s->last);
    if (c->checking) {
        look(c, s->happenings, s->happenings_count);
        check(c);
    }
}

static void on_update(struct load_client *c, const struct message_update *u)
{
    if (!same(&u->table, c->table->id) || !c->joined || u->last <= c->last)
        return;
    if (u->happenings_count && u->happenings[0].n > (int64_t)c->last + 1) {
        load_trouble(c->load, "gap", "an update has left out entries");
        join(c);
        return;
    }
    if (!follow(c, u->happenings, u->happenings_count)) {
        join(c);
        return;
    }
    see_chairs(c, u->chairs, u->chairs_count);
    see(c, &u->status, set_of(u->acts, u->acts_count), u->last);
}

static void remember(struct load_client *c, uint32_t at)
{
    if (c->moves_count == c->moves_room) {
        uint32_t room = c->moves_room ? c->moves_room * 2 : 64;
        struct acknowledged *more = realloc(c->moves, room * sizeof *more);

        if (!more) {
            load_trouble(c->load, "memory", "no memory");
            return;
        }
        c->moves = more;
        c->moves_room = room;
    }
    c->moves[c->moves_count++] =
        (struct acknowledged){.base = c->pending.base, .at = at, .event = c->pending.event};
}

static void on_ok(struct load_client *c, const struct message_ok *ok)
{
    enum command_wish wish = c->pending.wish;

    if (!wish || !ok->has_id || ok->id != c->pending.id)
        return;
    c->pending.wish = WISH_NOTHING;
    if (wish == WISH_CREATE) {
        snprintf(c->table->id, sizeof c->table->id, "%.*s", (int)ok->table.length,
                 ok->table.at ? ok->table.at : "");
        c->sits = true;
        for (uint32_t i = 1; i < c->table->clients; i++)
            client_go_on(&c->table->first[i]);
    } else if (wish == WISH_SIT) {
        c->sits = true;
    } else if (wish == WISH_DO) {
        c->acked = ok->has_at ? (uint32_t)ok->at : c->pending.base + 1;
        remember(c, c->acked);
        load_moved(c, uv_hrtime() - c->pending.sent);
    }
}

static void on_pause_over(uv_timer_t *timer)
{
    struct load_client *c = timer->data;

    c->paused = false;
    client_go_on(c);
}

static void on_error(struct load_client *c, const struct message_error *e)
{
    enum command_wish wish = c->pending.wish;
    char words[256];

    if (e->has_id && wish && e->id == c->pending.id) {
        c->pending.wish = WISH_NOTHING;
        if (wish == WISH_START)
            c->table->started = false;
        if (wish == WISH_DO && same(&e->code, "stale")) {
            c->load->report->stale++;
            if (e->has_at && c->last < e->at) /* the update that made it stale is on its way */
                c->acked = (uint32_t)e->at;
            return;
        }
    } else {
        c->joining = false;
    }
    snprintf(words, sizeof words, "%.*s: %.*s", (int)e->code.length, e->code.at,
             (int)e->message.length, e->message.at);
    load_trouble(c->load, "error", words);
    if (!c->greeted) { /* no welcome: try again later */
        link_drop(&c->link, "no welcome");
        return;
    }
    c->paused = true;
    uv_timer_start(&c->timer, on_pause_over, PAUSE_MS, 0);
}

static void on_welcome(struct load_client *c, const struct message_welcome *w)
{
    c->greeted = true;
    c->failures = 0;
    c->load->report->connected++;
    if (w->token.at)
        snprintf(c->token, sizeof c->token, "%.*s", (int)w->token.length, w->token.at);
    if (c->joined)
        join(c); /* the missed entries come before anything is sent again */
    if (c->pending.wish)
        link_send(&c->link, c->pending.text, c->pending.size);
}

static void on_message(struct load_client *c, const char *text, size_t n)
{
    struct message_arena arena = c->load->arena;
    struct complaint why;
    struct message m;

    if (!message_decode(text, n, MESSAGE_TO_CLIENT, &arena, &m, &why)) {
        load_trouble(c->load, "message", why.message);
        return;
    }
    if (m.type == MESSAGE_WELCOME)
        on_welcome(c, &m.welcome);
    else if (m.type == MESSAGE_OK)
        on_ok(c, &m.ok);
    else if (m.type == MESSAGE_ERROR)
        on_error(c, &m.error);
    else if (m.type == MESSAGE_SNAPSHOT)
        on_snapshot(c, &m.snapshot);
    else if (m.type == MESSAGE_PIECE && c->checking)
        look(c, m.piece.happenings, m.piece.happenings_count);
    else if (m.type == MESSAGE_PIECE && c->joined)
        follow(c, m.piece.happenings, m.piece.happenings_count);
    else if (m.type == MESSAGE_UPDATE)
        on_update(c, &m.update);
}

static void on_text(void *user, char *text, size_t n)
{
    struct load_client *c = user;

    on_message(c, text, n);
    client_go_on(c);
    if (c->place && c->table->first->place == 0)
        client_go_on(c->table->first); /* perhaps everybody is there now */
}

/* Coming and going ------------------------------------------------------------------------ */

static void on_opened(void *user)
{
    say_hello(user);
}

static void on_again(uv_timer_t *timer)
{
    struct load_client *c = timer->data;

    c->paused = false;
    if (c->link.state == LINK_OFF && !c->load->closing) {
        c->link.target = &c->load->target[c->node];
        link_open(&c->link, &c->load->loop);
    }
}

static void on_lost(void *user, const char *why)
{
    struct load_client *c = user;
    uint64_t wait = (uint64_t)BACK_OFF_MS << (c->failures < 6 ? c->failures : 6);

    if (c->load->closing)
        return;
    if (c->greeted)
        c->load->report->reconnects++;
    else if (c->load->targets == 1)
        load_trouble(c->load, "connection", why);
    else /* perhaps this node is down: any other will do */
        c->node = (c->node + 1) % c->load->targets;
    c->greeted = c->joining = false;
    c->failures++;
    wait = wait < BACK_OFF_MAX ? wait : BACK_OFF_MAX;
    uv_timer_start(&c->timer, on_again, wait / 2 + rng_below(&c->load->rng, (uint32_t)wait), 0);
}

void client_start(struct load_client *c)
{
    c->link.user = c;
    c->node = c->number % c->load->targets;
    c->link.shared = &c->load->shared;
    c->link.opened = on_opened;
    c->link.text = on_text;
    c->link.lost = on_lost;
    c->seat = NOBODY;
    c->run = (int64_t)(rng_next(&c->load->rng) >> 12);
    c->timer.data = c;
    uv_timer_init(&c->load->loop, &c->timer);
    /* Not all at the same moment: two thousand in a second. */
    uv_timer_start(&c->timer, on_again, c->number / 2, 0);
}

void client_stop(struct load_client *c)
{
    uv_close((uv_handle_t *)&c->timer, NULL);
    link_drop(&c->link, "the end");
}
