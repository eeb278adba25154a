/*
 * Making tables: a new one as somebody wishes it, and the rematch of one that is over. See lobby.h.
 */
#include "../protocol/names.h"
#include "hall.h"
#include "invite.h"
#include "journal.h"
#include "lobby.h"
#include "net/ws.h"
#include "own_board.h"
#include "people/house.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Somebody to be seated at a new table. */
struct guest {
    uint8_t role; /* enum seat_role; ROLE_OPEN: nobody */
    uint64_t who;
    char name[NAME_SIZE]; /* of a person */
    char spec[BOT_SPEC];  /* of a bot */
};

/* A table that is being made. */
struct making {
    struct server *server;
    struct made done;
    char id[TABLE_ID];
    uint64_t host;
    struct guest guest[SEATS_MAX];
    uint32_t seats;
    bool start, again; /* again: the table may exist already */
    bool guest_host;   /* the host is a guest, who can only ask for levels */
    struct store_table table;
    char person[PERSON_TEXT];
    char from[ORIGIN_TEXT]; /* where the host comes from */
    char game[ID_SIZE];
    uint8_t seed[SEED_SIZE];
    struct own_board *own; /* a board that is not the program's; or null */
    char *header, *info;
    size_t header_size, info_size;
};

/* `why` is null if the table was made. */
static void making_end(struct making *k, const struct refusal *why, uint32_t last)
{
    k->done.table = why ? NULL : k->id;
    k->done.why = why;
    k->done.last = last;
    k->done.call(k->done.context, &k->done);
    free(k->header);
    free(k->info);
    own_board_release(k->own);
    free(k);
}

static void making_refuse(struct making *k, const char *code, const char *sentence)
{
    struct refusal why;

    refuse(&why, code, sentence);
    making_end(k, &why, 0);
}

static void making_no_memory(struct making *k)
{
    struct refusal why;

    refuse_memory(&why);
    making_end(k, &why, 0);
}

static void making_full(struct making *k)
{
    making_refuse(k, "server_full",
                  "The server is full: there is no room for another table now. Try again "
                  "later.");
}

static void seated(void *context, const struct refusal *why, uint32_t last)
{
    making_end(context, why, last);
}

/* Seats everybody, and starts the game if that was asked for. The last request reports the
 * result. */
static void seat_all(struct making *k)
{
    struct request *all[SEATS_MAX + 1], *r;
    struct refusal why;
    struct room *room = hall_room(k->server, k->id, &why);
    uint32_t n = 0;

    if (!room) {
        making_end(k, &why, 0);
        return;
    }
    for (uint32_t seat = 0; seat < k->seats; seat++) {
        const struct guest *g = &k->guest[seat];

        if (g->role == ROLE_OPEN || !(r = request_own(COMMAND_SIT)))
            continue;
        r->ask.command.seat = (uint8_t)seat;
        r->ask.command.role = g->role;
        r->ask.command.who = g->who;
        memcpy(r->name, g->name, sizeof r->name);
        r->ask.has_text = g->role == ROLE_BOT;
        snprintf(r->ask.text, sizeof r->ask.text, "%s", g->spec);
        all[n++] = r;
    }
    if (k->start && (r = request_own(COMMAND_START)))
        all[n++] = r;
    if (n) {
        all[n - 1]->call = seated;
        all[n - 1]->context = k;
    }
    for (uint32_t i = 0; i < n; i++)
        room_request(room, all[i]);
    if (!room)
        making_full(k);
    else if (!n)
        making_end(k, NULL, 0);
}

static void making_fail(struct making *k, const struct store_answer *a)
{
    struct refusal why;

    refuse_store(&why, a);
    making_end(k, &why, 0);
}

static void added(void *context, const struct store_answer *a)
{
    struct making *k = context;

    if (a->status == STORE_OK) {
        k->server->counters.tables_made++;
        journal("table_made", "table", k->id, "game", k->game);
        lobby_changed(k->server);
        seat_all(k);
    } else if (a->status == STORE_TAKEN && k->again) {
        making_end(k, NULL, 0);
    } else {
        making_fail(k, a);
    }
}

static void add(struct making *k)
{
    k->table = (struct store_table){.id = k->id,
                                    .game = k->game,
                                    .is_public = k->table.is_public,
                                    .phase = STORE_OPEN,
                                    .created = k->table.created,
                                    .info = {k->info, k->info_size},
                                    .header = {k->header, k->header_size},
                                    .seed = {k->seed, SEED_SIZE},
                                    .host = k->person,
                                    .from = k->from};
    if (k->own) {
        k->table.board_name = k->own->name;
        k->table.board = (struct store_bytes){k->own->text, k->own->size};
    }
    store_table_add(k->server->store, &k->table, NULL, 0, (struct store_done){added, k});
}

static void counted(void *context, const struct store_answer *a)
{
    struct making *k = context;
    const struct config *c = &k->server->config;

    if (a->status != STORE_OK)
        making_fail(k, a);
    else if (k->table.is_public && (a->counts.listed >= c->listed_per_person ||
                                    a->counts.listed_from >= c->listed_per_address))
        making_refuse(k, "too_many_listed",
                      "You have enough tables in the lobby. Make this one private, and share "
                      "its link.");
    else if (a->counts.from >= c->tables_per_address)
        making_refuse(k, "too_many",
                      "Too many tables were made from your address and are not over. End some "
                      "first.");
    else if (a->counts.tables >= c->tables_per_person)
        making_refuse(k, "too_many",
                      "You have too many tables that are not over. End some first.");
    else
        add(k);
}

/* The header of a new table, and its line for lists. */
static bool write_header(struct making *k, struct message_plan_part *plan,
                         const struct match *match)
{
    struct message_chair_part chairs[SEATS_MAX];
    struct message_listing_part info = {.table = message_text(k->id), .game = plan->game};
    struct plan_store store;

    plan_describe(plan, match, k->seed, &store);
    k->header = record_wire(&message_plan_part_shape, plan, &k->header_size);
    if (!server_knows(match->board))
        info.title = plan->title;
    info.status = message_text("open");
    info.public = plan->public;
    info.spectators = plan->spectators;
    info.has_rated = plan->has_rated;
    info.rated = plan->rated;
    info.timing = plan->timing;
    info.daily = plan->daily;
    info.chairs = chairs;
    info.chairs_count = match->seats;
    for (uint32_t seat = 0; seat < SEATS_MAX; seat++)
        chairs[seat] =
            (struct message_chair_part){.seat = seat + 1, .kind = message_text("open")};
    k->info = record_wire(&message_listing_part_shape, &info, &k->info_size);
    return k->header && k->info;
}

/* Settles what a plan leaves open: whether the game is rated, and who may watch. */
static bool settle(struct message_plan_part *plan, const struct match *m, struct refusal *why)
{
    bool ours = server_knows(m->board);

    if (plan->has_rated && plan->rated && !ours)
        return refuse(why, "bad_table", "Only games on a board of the program can be rated.");
    if (!plan->has_rated)
        plan->rated = ours;
    plan->has_rated = true;
    plan->spectators = message_text(spectators_word(plan_spectators(plan)));
    return true;
}

/* Are the names of a board fit for others to read? Those of the program's boards are. */
static bool may_be_called(const struct server *s, const struct board *b, struct refusal *why)
{
    return server_knows(b) ||
           (house_lets_name(s, b->name, why) && house_lets_name(s, b->id, why));
}

/* Makes the table of a plan and seats the people and bots in k->guest. */
static void make(struct making *k, struct message_plan_part *plan)
{
    struct table_plan checked;
    struct refusal why;

    if (hall_is_full(k->server)) {
        making_full(k);
        return;
    }
    k->table.created = clock_now();
    k->table.is_public = plan->public;
    plan->has_since = true;
    plan->since = k->table.created;
    plan->has_host = true;
    plan->host = (int64_t)k->host;
    if (!plan_match(k->server, plan, &checked, &k->own, &why)) {
        making_end(k, &why, 0);
        return;
    }
    if (!settle(plan, &checked.match, &why) ||
        !may_be_called(k->server, checked.match.board, &why)) {
        making_end(k, &why, 0);
        return;
    }
    for (uint32_t seat = 0; seat < k->seats; seat++) {
        struct guest *g = &k->guest[seat];

        if (g->role != ROLE_BOT || g->who)
            continue;
        if (!desk_bot(&checked.match, g->spec, k->guest_host, &g->who, &why)) {
            making_end(k, &why, 0);
            return;
        }
    }
    snprintf(k->game, sizeof k->game, "%s", checked.match.board->id);
    plan->game = message_text(k->game);
    if (!plan->daily.at)
        randombytes_buf(k->seed, SEED_SIZE);
    plan->board = (struct message_text){0}; /* stored apart, once */
    if (write_header(k, plan, &checked.match))
        store_tables_count(k->server->store, k->person, k->from,
                           (struct store_done){counted, k});
    else
        making_no_memory(k);
}

/* Decides who sits where, as the message says. Returns what is wrong, or null. */
static const char *place_guests(struct making *k, const struct message_create *m,
                                const char *name)
{
    int64_t own = m->has_sit ? m->sit : -1;

    for (uint32_t seat = 0; seat < m->seats_count; seat++) {
        const struct message_wish_part *w = &m->seats[seat];
        struct guest *g = &k->guest[seat];

        if (message_text_is(&w->kind, "bot")) {
            g->role = ROLE_BOT;
            snprintf(g->spec, sizeof g->spec, "%s", w->bot.at ? w->bot.at : "random");
        } else if (message_text_is(&w->kind, "person")) {
            if (own < 0)
                own = seat + 1;
        } else if (!message_text_is(&w->kind, "open")) {
            return "A seat is for a person, for a bot, or open.";
        }
    }
    if (own > (int64_t)m->seats_count || (own > 0 && k->guest[own - 1].role != ROLE_OPEN))
        return "Your own seat must be one that no bot has.";
    if (own > 0) {
        struct guest *g = &k->guest[own - 1];

        g->role = ROLE_PERSON;
        g->who = k->host;
        snprintf(g->name, sizeof g->name, "%s", name);
    }
    return NULL;
}

/* Makes it this person's only table for the day: asking twice gives the same table. */
static void of_day(struct making *k, const struct day *day, struct message_plan_part *plan)
{
    snprintf(k->id, sizeof k->id, "%s", day->table);
    memcpy(k->seed, day->seed, SEED_SIZE);
    k->again = true;
    plan->daily = message_text(day->date);
}

void table_make(struct server *s, const struct message_create *m, const struct maker *maker,
                const struct made *done)
{
    static const struct message_timing_part no_clock = {.kind = {"none", 4}};
    struct making *k = calloc(1, sizeof *k);
    struct message_plan_part plan = {0};
    const char *wrong;

    if (!k) {
        struct refusal why;
        struct made not_made = *done;

        refuse_memory(&why);
        not_made.why = &why;
        done->call(done->context, &not_made);
        return;
    }
    k->server = s;
    k->done = *done;
    k->host = maker->person;
    k->guest_host = maker->guest;
    origin_of_address(s, maker->address, k->from);
    k->seats = m->seats_count;
    k->start = m->has_start && m->start;
    snprintf(k->person, sizeof k->person, "%llu", (unsigned long long)maker->person);
    random_text(k->id, sizeof k->id, 16);
    wrong = place_guests(k, m, maker->name);
    if (!m->game.at == !m->board.at)
        wrong = "Name a game, or give the text of a board of your own.";
    if (m->undo.at && !message_text_is(&m->undo, "never") &&
        !message_text_is(&m->undo, "safe") && !message_text_is(&m->undo, "agreed"))
        wrong = "Undo is never, safe or agreed.";
    if (m->spectators.at && !spectators_known(&m->spectators))
        wrong = "Spectators are none, watch or chat.";
    if (wrong) {
        making_refuse(k, "bad_table", wrong);
        return;
    }
    plan.game = m->game.at ? m->game : message_text("");
    plan.board = m->board;
    plan.seats = m->seats_count;
    plan.options = m->options;
    plan.options_count = m->options_count;
    plan.timing = m->timing ? m->timing : &no_clock;
    plan.undo = m->undo.at ? m->undo : message_text("agreed");
    plan.public = m->has_public && m->public;
    plan.spectators = m->spectators;
    plan.has_rated = m->has_rated;
    plan.rated = m->rated;
    if (maker->day)
        of_day(k, maker->day, &plan);
    if (m->board.at && !server_allows(s, LIMIT_BOARD, maker->person, maker->from,
                                      (uint32_t)(m->board.length / 1024 + 1))) {
        making_refuse(
            k, "slow_down",
            "Too many boards of your own in a short time. Wait a minute, then go on.");
        return;
    }
    make(k, &plan);
}

/* ---- for a connection ---- */

struct asked {
    struct task task;
    struct room *old; /* rematch: kept */
    bool found;       /* the rematch already exists */
};

static void made(void *context, const struct made *result)
{
    struct asked *x = context;

    if (result->table) {
        struct message_ok ok = {
            .table = message_text(result->table), .has_at = true, .at = result->last};

        client_ok(x->task.client, x->task.id, &ok);
        if (x->old && !x->found) /* people are invited only once */
            invite(x->old, result->table, x->task.client->person);
    } else {
        client_refuse(x->task.client, x->task.id, result->why);
    }
    if (x->old)
        room_release(x->old);
    task_end(&x->task);
}

bool lobby_may_make(struct client *c, struct command_id id)
{
    if (client_may(c, LIMIT_TABLE))
        return true;
    client_error(c, id, "slow_down", "Too many new tables. Wait a minute, then go on.");
    return false;
}

void lobby_create(struct client *c, const struct message_create *m)
{
    struct command_id id = {m->has_id, m->id};
    struct made done = {.call = made};
    const struct maker maker = {person_number(c->person), c->person->name,   c->from,
                                client_is_guest(c),       ws_address(c->ws), NULL};

    if (!lobby_may_make(c, id))
        return;
    done.context = task_new(c, id, sizeof(struct asked));
    if (done.context)
        table_make(c->server, m, &maker, &done);
}

/* Has the person in this seat deleted their account, or been banned? */
static bool is_gone(const struct room *old, uint32_t seat)
{
    const struct table_seat *s = &old->table.seat[seat];
    struct refusal why;

    return s->role == ROLE_PERSON && (strcmp(old->name[seat], NAME_OF_SOMEONE) == 0 ||
                                      !house_lets_in(old->server, s->who, NULL, &why));
}

/* The same people, each one seat further. */
static void place_again(struct making *k, const struct room *old)
{
    const struct table *t = &old->table;

    k->seats = t->plan.match.seats;
    for (uint32_t seat = 0; seat < k->seats; seat++) {
        uint32_t from = table_rematch_seat(t, seat);

        if (is_gone(old, from))
            continue; /* somebody else may come */
        k->guest[seat] = (struct guest){.role = t->seat[from].role, .who = t->seat[from].who};
        memcpy(k->guest[seat].name, old->name[from], NAME_SIZE);
        memcpy(k->guest[seat].spec, old->spec[from], BOT_SPEC);
        if (t->seat[from].role == ROLE_BOT && !old->spec[from][0])
            bot_name(t->seat[from].who, NULL, k->guest[seat].spec);
    }
}

/* The id of the rematch is known. If two people ask for it, both get the table of the one who
 * asked first. */
static void followed(void *context, const struct store_answer *a)
{
    struct making *k = context;
    struct asked *x = k->done.context;
    struct message_plan_part plan = x->old->plan;
    char id[sizeof k->id];

    if (a->status == STORE_OK && a->value.size < sizeof k->id) {
        snprintf(id, sizeof id, "%.*s", (int)a->value.size, (const char *)a->value.at);
        x->found = strcmp(id, k->id) != 0;
        memcpy(k->id, id, sizeof id);
        plan.daily = (struct message_text){0}; /* other cards */
        make(k, &plan);
    } else {
        making_fail(k, a);
    }
}

void room_rematch(struct room *old, const struct request *r)
{
    struct refusal why;
    struct making *k;
    struct asked *x;

    if (!desk_rematch(&old->table, r->person, &why) ||
        !house_is_open(old->server, old->id, &why)) {
        client_refuse(r->client, r->id, &why);
        return;
    }
    x = task_new(r->client, r->id, sizeof *x);
    if (!x)
        return;
    k = calloc(1, sizeof *k);
    if (!k) {
        client_no_memory(r->client, r->id);
        task_end(&x->task);
        return;
    }
    x->old = old;
    room_keep(old);
    k->server = old->server;
    k->done = (struct made){.call = made, .context = x};
    k->host = r->person;
    k->again = true;
    origin_of(k->server, k->host, k->from);
    snprintf(k->person, sizeof k->person, "%llu", (unsigned long long)r->person);
    place_again(k, old);
    random_text(k->id, sizeof k->id, 16);
    store_follow(k->server->store, old->id, k->id, (struct store_done){followed, k});
}
