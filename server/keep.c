/*
 * What the store keeps of a table: its header (the plan, as JSON), the line for lists (info, as
 * JSON), its entries, whose turn it is and since when, and at the end the results. See hall.h.
 */
#include "../table/table_log.h"
#include "hall.h"
#include "own_board.h"
#include "people/rate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- headers ---- */

bool plan_match(struct server *s, const struct message_plan_part *plan, struct table_plan *out,
                struct own_board **own, struct refusal *why)
{
    struct plan_boards boards = {.find = server_board};

    *own = NULL;
    if (plan->board.at) {
        *own = own_board_take(s, plan->board.at, plan->board.length, why);
        if (!*own)
            return false;
        boards.given = &(*own)->board;
    }
    why->code = "bad_table";
    why->until = 0;
    if (plan_read(plan, &boards, out, &why->why))
        return true;
    own_board_release(*own);
    *own = NULL;
    return false;
}

/* Reads a header into memory that is just large enough for it. */
static bool read_header(struct room *room, struct store_bytes header, struct refusal *why)
{
    size_t size = 4 * header.size + 4096;
    struct message_arena arena = {malloc(size), size, 0};
    bool good =
        arena.at && message_decode_record(header.at, header.size, &message_plan_part_shape,
                                          &arena, &room->plan, &why->why);

    if (good) {
        struct message_arena small = {malloc(arena.used), arena.used, 0};

        room->plan_store = small.at;
        good =
            small.at && message_decode_record(header.at, header.size, &message_plan_part_shape,
                                              &small, &room->plan, &why->why);
    }
    free(arena.at);
    return good || (arena.at && room->plan_store) || refuse_memory(why);
}

bool room_open_plan(struct room *room, const struct store_table *t, struct refusal *why)
{
    struct table_plan plan;

    if (t->seed.size != SEED_SIZE || !read_header(room, t->header, why))
        return false;
    if (t->board.size)
        room->plan.board = (struct message_text){t->board.at, t->board.size};
    if (!plan_match(room->server, &room->plan, &plan, &room->own_board, why))
        return false;
    if (room->own_board)
        room->plan.board = (struct message_text){room->own_board->text, room->own_board->size};
    plan.dealing = true;
    memcpy(plan.seed, t->seed.at, SEED_SIZE);
    room->created = t->created;
    table_open(&room->table, &plan, NULL, NULL, 0);
    return true;
}

/* ---- the line for lists ---- */

char *room_info(const struct room *room, const struct table *t, size_t *n)
{
    struct message_listing_part l = {.table = message_text(room->id), .game = room->plan.game};
    struct hosted hosted = room_hosted(room, t);
    struct hosted_chairs chairs;

    if (room->own_board && !server_knows(t->plan.match.board))
        l.title = room->plan.title;
    l.status = message_text(hosted_status(t));
    l.public = room->plan.public;
    l.spectators = room->plan.spectators;
    l.has_rated = room->plan.has_rated;
    l.rated = room->plan.rated;
    l.chairs = chairs.chair;
    l.chairs_count = hosted_chairs(&hosted, false, &chairs);
    l.timing = room->plan.timing;
    l.daily = room->plan.daily;
    return record_wire(&message_listing_part_shape, &l, n);
}

bool room_read_info(struct room *room, const void *info, size_t n)
{
    char store[8192];
    struct message_arena arena = {store, sizeof store, 0};
    struct message_listing_part l;
    struct complaint why;

    if (!message_decode_record(info, n, &message_listing_part_shape, &arena, &l, &why))
        return false;
    for (uint32_t i = 0; i < l.chairs_count && i < SEATS_MAX; i++) {
        const struct message_chair_part *c = &l.chairs[i];

        if (c->name.at)
            snprintf(room->name[i], NAME_SIZE, "%s", c->name.at);
        /* A bot whose name is its spec has no other spec. */
        snprintf(room->spec[i], BOT_SPEC, "%s",
                 c->bot.at && !(c->name.at && strcmp(c->bot.at, c->name.at) == 0) ? c->bot.at
                                                                                  : "");
    }
    return true;
}

/* ---- the log ---- */

struct table *room_replica(const struct room *room)
{
    const struct table *t = &room->table;
    size_t lines = (t->count + 1) * sizeof *t->entries;
    struct table *replica = malloc(sizeof *replica + lines + (t->count + 1) * sizeof *t->line);

    if (replica) {
        struct entry *entries = (struct entry *)(replica + 1);

        table_lend(replica, entries, (event_t *)((char *)entries + lines), t->count + 1);
    }
    return replica;
}

char *room_log(const struct room *room, size_t *n)
{
    const struct table *t = &room->table;
    size_t size = LOG_HEADER_MAX + (t->count + 4) * (size_t)TABLE_LOG_LINE;
    char *out = malloc(size);
    struct table *replica = room_replica(room);
    struct log_people who;
    struct text text;

    if (out && replica) {
        plan_people(t, room->name, room->spec, &who);
        text = text_in(out, size);
        table_put_log(t, &who, replica, &text);
        *n = text.length;
    } else {
        free(out);
        out = NULL;
    }
    free(replica);
    return out;
}

/* ---- appending ---- */

/* An append that is being put together. The last one of a game waits for the ratings, so it
 * must live until then. */
struct append {
    struct room *room;
    void (*done)(void *room, const struct store_answer *a);
    struct store_append append;
    struct store_seat seats[SEATS_MAX];
    char person[SEATS_MAX][PERSON_TEXT];
    struct store_result results[SEATS_MAX];
    char name[SEATS_MAX][NAME_SIZE];
    char origin[SEATS_MAX][ORIGIN_TEXT];
    struct rate rate;
    uint8_t rated_seat[SEATS_MAX];
    char *info;
    char turns[SEATS_MAX * (PERSON_TEXT + 1) + 1];
    uint8_t entries[PROPOSAL_MAX][ENTRY_SIZE];
};

/* All appends but a game's last one are handed over at once, so they share this. */
static struct append usual;

static void append_free(struct append *e)
{
    free(e->info);
    if (e != &usual)
        free(e);
}

static void hand_over(struct append *e, struct store_done done)
{
    store_append(e->room->server->store, &e->append, done);
}

static void last_stored(void *context, const struct store_answer *a)
{
    struct append *e = context;

    rate_end(&e->rate);
    e->done(e->room, a);
    append_free(e);
}

static void rated(struct rate *rate)
{
    struct append *e = (struct append *)((char *)rate - offsetof(struct append, rate));

    for (uint32_t i = 0; i < rate->count; i++) {
        struct store_result *r = &e->results[e->rated_seat[i]];

        r->rated = true;
        r->rating_start = RATING_START;
        r->rating_change = rate->rated[i].after - rate->rated[i].before;
    }
    hand_over(e, (struct store_done){last_stored, e});
}

/* Is the game rated? The host chose so, and the board is one of the program's. */
static bool is_rated(const struct room *room)
{
    return (!room->plan.has_rated || room->plan.rated) &&
           server_knows(room->table.plan.match.board);
}

/* How many choices people have made themselves, without those that were taken back. */
static bool count_choices(const struct table *t, uint32_t choices[SEATS_MAX])
{
    uint8_t *whose = malloc(t->count + 1); /* by event of the game; NOBODY: not a person's */
    uint32_t n = 0;

    for (uint32_t i = 0; whose && i < t->count; i++) {
        const struct entry *e = &t->entries[i];

        if (e->kind == ENTRY_CHOICE || e->kind == ENTRY_CHANCE)
            whose[n++] = e->role == ROLE_PERSON ? e->seat : NOBODY;
        else if (e->kind == ENTRY_UNDO && e->event < n)
            n = e->event;
    }
    for (uint32_t i = 0; whose && i < n; i++)
        if (whose[i] < SEATS_MAX)
            choices[whose[i]]++;
    free(whose);
    return whose != NULL;
}

/* Adds the people who count in the ratings: those who played to the end, or did not give up
 * early. */
static void add_rated(struct append *e, const struct table *after, const uint8_t *rank)
{
    struct rate *r = &e->rate;
    uint32_t choices[SEATS_MAX] = {0};

    if (!is_rated(e->room) || !count_choices(&e->room->table, choices))
        return;
    for (uint32_t seat = 0; seat < after->plan.match.seats; seat++) {
        const struct table_seat *s = &after->seat[seat];

        if (s->role != ROLE_PERSON || (s->out && choices[seat] < RATING_CHOICES))
            continue;
        memcpy(r->person[r->count], e->person[seat], PERSON_TEXT);
        r->rated[r->count].rank = rank[seat];
        e->rated_seat[r->count++] = (uint8_t)seat;
    }
}

/* The date for which the result of a seat counts: it was played to the end, by its person alone. */
static const char *day_of(const struct table *after, const struct room *room, uint32_t seat)
{
    const struct table *t = &room->table;
    bool alone = !after->seat[seat].out && !after->seat[seat].away;

    for (uint32_t i = 0; alone && i < t->count; i++)
        alone = t->entries[i].seat != seat || t->entries[i].kind != ENTRY_AWAY;
    return alone ? room->plan.daily.at : NULL;
}

/* Adds the results of a game that ends with these entries. Games with two or more people are
 * rated, if the host wanted that. */
static void add_results(struct append *e, const struct table *after)
{
    const struct match *m = &after->plan.match;
    uint8_t rank[SEATS_MAX];
    struct sheet sheet;
    struct view v;

    if (!table_ranks(after, rank))
        return;
    table_view(after, EVERYTHING, &v);
    m->rules->score(m, &v.seen, &sheet);
    for (uint32_t seat = 0; seat < m->seats; seat++) {
        bool person = after->seat[seat].role == ROLE_PERSON;

        snprintf(e->name[seat], NAME_SIZE, "%s", e->room->name[seat]);
        if (!person)
            bot_name(after->seat[seat].who, e->room->spec[seat], e->name[seat]);
        e->results[seat] =
            (struct store_result){.seat = seat,
                                  .person = e->person[seat],
                                  .name = e->name[seat],
                                  .rank = rank[seat],
                                  .score = sheet.seat[seat].total,
                                  .day = person ? day_of(after, e->room, seat) : NULL};
    }
    e->append.results = e->results;
    e->append.result_count = m->seats;
    add_rated(e, after, rank);
}

/* The seats whose person has changed. */
static void add_seats(struct append *e, const struct table *after)
{
    for (uint32_t seat = 0; seat < after->plan.match.seats; seat++) {
        const struct table_seat *s = &after->seat[seat];
        const struct table_seat *before = &e->room->table.seat[seat];

        if (s->role == ROLE_PERSON)
            snprintf(e->person[seat], PERSON_TEXT, "%llu", (unsigned long long)s->who);
        if (s->role == before->role && s->who == before->who)
            continue;
        if (s->role == ROLE_PERSON)
            origin_of(e->room->server, s->who, e->origin[seat]);
        e->seats[e->append.seat_count++] = (struct store_seat){
            .seat = seat, .person = e->person[seat], .origin = e->origin[seat]};
    }
    e->append.seats = e->seats;
}

/* What the table waits for after the append. `since` stays the same unless a turn begins. */
static struct store_wait wait_after(const struct room *room, const struct table *after,
                                    int64_t now)
{
    struct store_wait w = {.since = room->wait.since, .due = room_due(room, after, now)};
    uint32_t waiting = table_waiting(after);

    for (uint32_t seat = 0; seat < after->plan.match.seats; seat++)
        if ((waiting >> seat & 1) && !table_is_bot(after, seat))
            w.acts |= 1u << seat;
    if (w.acts & ~room->wait.acts)
        w.since = now;
    else if (!w.acts)
        w.since = 0;
    return w;
}

/* Whose turn begins: for nodes that don't have the table in memory. */
static void add_turns(struct append *e, const struct table *after)
{
    uint32_t acts = e->append.wait.acts & ~e->room->wait.acts;
    size_t n = 0;

    for (uint32_t seat = 0; acts >> seat; seat++)
        if (acts >> seat & 1)
            n += (size_t)snprintf(e->turns + n, sizeof e->turns - n, "%llu\t",
                                  (unsigned long long)after->seat[seat].who);
    e->append.turns = e->turns;
}

static bool chairs_differ(const struct table *a, const struct table *b)
{
    for (uint32_t seat = 0; seat < a->plan.match.seats; seat++)
        if (a->seat[seat].role != b->seat[seat].role ||
            a->seat[seat].who != b->seat[seat].who ||
            a->seat[seat].away != b->seat[seat].away || a->seat[seat].out != b->seat[seat].out)
            return true;
    return a->phase != b->phase;
}

/* Notes the name of a person who is about to sit down, for the line for lists. */
static void name_guest(struct room *room, const struct request *r)
{
    uint32_t seat = r->ask.command.seat;

    room->spec[seat][0] = '\0';
    if (r->ask.command.role == ROLE_PERSON)
        memcpy(room->name[seat], r->name, NAME_SIZE);
    else
        bot_keep(r->ask.text, strlen(r->ask.text), room->spec[seat]);
}

static void fail(void (*done)(void *room, const struct store_answer *a), struct room *room)
{
    struct store_answer a = {.status = STORE_BUSY, .message = "not enough memory"};

    done(room, &a);
}

void room_store(struct room *room, void (*done)(void *room, const struct store_answer *a))
{
    const struct proposal *p = &room->proposal;
    const struct table *after = &p->after;
    int64_t now = clock_now();
    struct append *e;
    size_t n;

    e = room_phase(after) == STORE_OVER ? malloc(sizeof *e) : &usual;
    if (!e) {
        fail(done, room);
        return;
    }
    memset(e, 0, offsetof(struct append, entries));
    e->room = room;
    e->done = done;
    e->rate = (struct rate){
        .server = room->server, .table = room->id, .game = room->plan.game.at, .call = rated};
    for (uint32_t i = 0; i < p->count; i++)
        entry_encode(&p->entry[i], e->entries[i]);
    room->later = wait_after(room, after, now);
    e->append = (struct store_append){.table = room->id,
                                      .first = room->table.count + 1,
                                      .count = p->count,
                                      .entries = {e->entries, p->count * (size_t)ENTRY_SIZE},
                                      .time = now,
                                      .wait = room->later,
                                      .phase = room_phase(after)};
    add_turns(e, after);
    if (chairs_differ(&room->table, after)) {
        const struct request *r = room->doing;

        if (r && r->ask.command.kind == COMMAND_SIT)
            name_guest(room, r);
        e->info = room_info(room, after, &n);
        if (!e->info) {
            append_free(e);
            fail(done, room);
            return;
        }
        e->append.info = (struct store_bytes){e->info, n};
        add_seats(e, after);
    }
    if (e->append.phase == STORE_OVER && room_phase(&room->table) != STORE_OVER)
        add_results(e, after);
    if (e != &usual) {
        rate_begin(&e->rate);
        return;
    }
    hand_over(e, (struct store_done){done, room});
    append_free(e);
}
