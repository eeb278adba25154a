/*
 * Making a table in the page, keeping it, and its log: see host.h.
 */
#include "../../table/table_log.h"
#include "host.h"

EXPORT(host_open) uint32_t host_open(uint32_t n, uint32_t forked);
EXPORT(host_seed) void host_seed(uint32_t n);
EXPORT(host_id) void host_id(uint32_t n);
EXPORT(host_name) void host_name(uint32_t n, uint32_t seat);
EXPORT(host_bot) void host_bot(uint32_t n, uint32_t seat);
EXPORT(host_sit) uint32_t host_sit(uint32_t n, uint32_t seat, uint32_t person);
EXPORT(host_start) uint32_t host_start(void);
EXPORT(host_fork) uint32_t host_fork(uint32_t n, uint32_t events);
EXPORT(host_restore) uint32_t host_restore(uint32_t n);
EXPORT(host_count) uint32_t host_count(void);
EXPORT(host_entries) uint32_t host_entries(uint32_t after);
EXPORT(host_over) uint32_t host_over(void);
EXPORT(host_standing) uint32_t host_standing(void);
EXPORT(host_log) uint32_t host_log(void);
EXPORT(log_plan) uint32_t log_plan(uint32_t n);

void host_seed(uint32_t n)
{
    if (n == SEED_SIZE)
        __builtin_memcpy(host.seed, wasm_in, SEED_SIZE);
}

void host_id(uint32_t n)
{
    struct text t = text_in(host.id, sizeof host.id);

    text_some(&t, wasm_in, n);
}

void host_name(uint32_t n, uint32_t seat)
{
    struct text t = text_in(host.name[seat < SEATS_MAX ? seat : 0], NAME_SIZE);

    if (log_is_name(wasm_in, n))
        text_some(&t, wasm_in, n);
}

/* The bot of a seat, as somebody asked for it: entries don't hold settings. */
void host_bot(uint32_t n, uint32_t seat)
{
    if (seat < SEATS_MAX)
        bot_keep(wasm_in, n, host.spec[seat]);
}

/* Opens the table of a plan (n bytes of JSON). A forked table begins with the events of a log.
 * Answers with the plan as clients get it, or with an error. */
uint32_t host_open(uint32_t n, uint32_t forked)
{
    struct message_arena arena = {host.plan_bytes, sizeof host.plan_bytes, 0};
    struct plan_boards boards = {.find = wasm_board, .own = &host.own};
    struct json j = wasm_json();
    struct table_plan plan;
    struct complaint why = {0};

    if (!message_decode_record(wasm_in, n, &message_plan_part_shape, &arena, &host.plan,
                               &why) ||
        !plan_read(&host.plan, &boards, &plan, &why))
        return wasm_complain(&why);
    host.created = host.plan.has_since ? (uint64_t)host.plan.since : 0;
    host.plan.game = message_text(plan.match.board->id);
    plan_describe(&host.plan, &plan.match, host.seed, &host.described);
    plan.dealing = !forked;
    __builtin_memcpy(plan.seed, host.seed, SEED_SIZE);
    table_open(&host.table, &plan, host.entries, host.line, HOST_ROOM);
    table_lend(&host.replica, host.replica_entries, host.replica_line, HOST_ROOM);
    message_encode_record(&j, &message_plan_part_shape, &host.plan);
    return (uint32_t)j.length;
}

/* Seats a person, or a bot: its name, with settings or without. Returns 0 if it is refused. */
uint32_t host_sit(uint32_t n, uint32_t seat, uint32_t person)
{
    struct table_command c = {.kind = COMMAND_SIT, .seat = (uint8_t)seat};

    c.role = person ? ROLE_PERSON : ROLE_BOT;
    c.who = person ? seat + 1 : bot_who(&host.table.plan.match, wasm_in, n);
    if (!c.who || seat >= SEATS_MAX)
        return 0;
    host.spec[seat][0] = '\0';
    if (!person)
        host_bot(n, seat);
    return host_give(&c);
}

uint32_t host_start(void)
{
    struct table_command c = {.kind = COMMAND_START, .seat = NOBODY};

    return host_give(&c);
}

static bool is_match(const struct log_header *h, struct complaint *why)
{
    struct match m;

    if (!log_match(h, host.table.plan.match.board, &m, why))
        return false;
    if (m.seats == host.table.plan.match.seats &&
        __builtin_memcmp(m.option, host.table.plan.match.option, sizeof m.option) == 0)
        return true;
    complain_say(why, GROUND("other_game", ""), "The log is of another kind of game.", NULL, 0);
    return false;
}

/* Starts a forked table with the first events of a log, and lets chance go on. The answer is
 * empty, or an error. */
uint32_t host_fork(uint32_t n, uint32_t events)
{
    static event_t line[HOST_ROOM];
    const struct match *m = &host.table.plan.match;
    struct entry start = {.kind = ENTRY_START, .seat = NOBODY, .time = host_time()};
    struct table_command go_on = {.kind = COMMAND_GO_ON, .seat = NOBODY};
    struct log_header header;
    struct complaint why = {0};
    struct log_reader r;
    struct state s;
    enum log_step step = LOG_EVENT;
    event_t e;

    log_open(&r, wasm_in, n);
    if (!log_read_header(&r, &header, &why) || !is_match(&header, &why) ||
        !table_apply(&host.table, &start, &why))
        return wasm_complain(&why);
    m->rules->start(m, &s);
    while ((step = log_next(&r, m, &s, &e, &why)) < LOG_END && r.events < HOST_ROOM) {
        if (step == LOG_EVENT)
            line[r.events - 1] = e;
        else if (step == LOG_UNDO)
            log_rewind(m, line, r.events, &s);
    }
    if (step == LOG_BAD)
        return wasm_complain(&why);
    events = events < r.events ? events : r.events;
    for (uint32_t i = 0; i < events; i++)
        if (!table_follow(&host.table, line[i], host_time(), &why))
            return wasm_complain(&why);
    host_give(&go_on);
    return 0;
}

/* Applies stored entries again, after host_open(). The answer is empty, or an error. */
uint32_t host_restore(uint32_t n)
{
    struct complaint why = {0};

    for (uint32_t at = 0; at + ENTRY_SIZE <= n; at += ENTRY_SIZE) {
        struct entry e;

        entry_decode((const uint8_t *)wasm_in + at, &e);
        if (!table_apply(&host.table, &e, &why))
            return wasm_complain(&why);
    }
    return 0;
}

uint32_t host_count(void)
{
    return host.table.count;
}

/* The entries after a number, ENTRY_SIZE bytes each. */
uint32_t host_entries(uint32_t after)
{
    uint32_t n = 0;

    for (uint32_t i = after; i < host.table.count; i++, n += ENTRY_SIZE)
        entry_encode(&host.entries[i], (uint8_t *)wasm_out + n);
    return n;
}

uint32_t host_over(void)
{
    return host.table.phase >= TABLE_FINISHED;
}

/* Counts the turns of each seat: those that have begun, and the one that the table waits for. */
static void count_turns(uint32_t turns[SEATS_MAX])
{
    const struct table *t = &host.table;
    const struct match *m = &t->plan.match;
    struct state s;

    for (uint32_t seat = 0; seat < SEATS_MAX; seat++)
        turns[seat] = 0;
    m->rules->start(m, &s);
    for (uint32_t i = 0;; m->rules->apply(m, &s, t->line[i++])) {
        uint32_t seat = m->rules->actor(m, &s);

        if (seat < m->seats && m->rules->begins_turn(m, &s))
            turns[seat]++;
        if (i == t->events)
            return;
    }
}

/* How the game stands, as everybody may know it: {"acts": seats that are waited for, "seats":
 * [{"points", "turn", "rank"}]}. The rank is there once the game is over; then "points" is the
 * final total. */
uint32_t host_standing(void)
{
    const struct match *m = &host.table.plan.match;
    uint32_t waiting = table_waiting(&host.table);
    struct json j = wasm_json();
    uint8_t rank[SEATS_MAX];
    bool ranked = host_over() && table_ranks(&host.table, rank);
    uint32_t turns[SEATS_MAX];
    struct sheet sheet;
    struct view v;

    count_turns(turns);
    table_view(&host.table, ranked ? EVERYTHING : SPECTATOR, &v);
    if (ranked)
        m->rules->score(m, &v.seen, &sheet);
    json_object(&j, NULL);
    json_array(&j, "acts");
    for (uint32_t seat = 0; seat < m->seats; seat++)
        if (waiting >> seat & 1)
            json_number(&j, NULL, seat + 1);
    json_end(&j);
    json_array(&j, "seats");
    for (uint32_t seat = 0; seat < m->seats; seat++) {
        json_object(&j, NULL);
        json_number(&j, "points",
                    ranked ? sheet.seat[seat].total : m->rules->points(m, &v.seen, seat));
        json_number(&j, "turn", turns[seat]);
        if (ranked)
            json_number(&j, "rank", rank[seat]);
        json_end(&j);
    }
    json_end(&j);
    json_end(&j);
    return wasm_answer(&j);
}

/* ---- logs ---- */

/* The log of a game that is over; nothing before that, because a log shows hidden things. */
uint32_t host_log(void)
{
    struct text t = text_in(wasm_out, sizeof wasm_out);
    struct log_people who;

    if (!host_over())
        return 0;
    plan_people(&host.table, (const char(*)[NAME_SIZE])host.name,
                (const char(*)[BOT_SPEC])host.spec, &who);
    table_put_log(&host.table, &who, &host.replica, &t);
    return t.cut ? 0 : (uint32_t)t.length;
}

/* What the header of a log says: {"game", "hash", "seats", "options": [...], "names": [...]}, or
 * an error. */
uint32_t log_plan(uint32_t n)
{
    struct json j = wasm_json();
    struct complaint why = {0};
    struct log_header h;
    struct log_reader r;

    log_open(&r, wasm_in, n);
    if (!log_read_header(&r, &h, &why))
        return wasm_complain(&why);
    json_object(&j, NULL);
    json_text(&j, "game", h.board);
    json_hash(&j, "hash", h.hash);
    json_number(&j, "seats", h.seats);
    json_array(&j, "options");
    for (uint32_t i = 0; i < h.options; i++) {
        json_object(&j, NULL);
        json_text(&j, "name", h.option[i].name);
        json_number(&j, "value", h.option[i].value);
        json_end(&j);
    }
    json_end(&j);
    json_array(&j, "names");
    for (uint32_t i = 0; i < h.seats; i++)
        json_text(&j, NULL, h.name[i]);
    json_end(&j);
    json_end(&j);
    return wasm_answer(&j);
}
