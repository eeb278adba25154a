/*
 * The game that the page follows: what happened, the position, its legal events; hints. See
 * client.h.
 */
#include "client.h"

#include "../../protocol/event_json.h"
#include "../../protocol/hint.h"
#include "../../protocol/names.h"
#include "../../table/table_log.h"

enum { PLAN_ROOM = 1 << 20, FOLLOW_ROOM = 2 << 20, EVENTS_ROOM = 16384, HINTS = 5 };

struct client client;

EXPORT(client_open) uint32_t client_open(uint32_t n);
EXPORT(client_begin) void client_begin(uint32_t seat);
EXPORT(client_names) uint32_t client_names(uint32_t n);
EXPORT(client_follow) uint32_t client_follow(uint32_t n, uint32_t way);
EXPORT(client_position) uint32_t client_position(void);
EXPORT(client_legal) uint32_t client_legal(void);
EXPORT(client_hints) uint32_t client_hints(uint32_t n, double milliseconds);
EXPORT(client_log_header) uint32_t client_log_header(void);

/* Opens the match of a plan, which is the input. The answer is empty, or an error. */
uint32_t client_open(uint32_t n)
{
    static char bytes[PLAN_ROOM];
    struct message_arena arena = {bytes, sizeof bytes, 0};
    struct plan_boards boards = {.find = wasm_board, .own = &client.own};
    struct message_plan_part plan;
    struct table_plan read;
    struct complaint why = {0};

    if (!message_decode_record(wasm_in, n, &message_plan_part_shape, &arena, &plan, &why) ||
        !plan_read(&plan, &boards, &read, &why))
        return wasm_complain(&why);
    client.match = read.match;
    return 0;
}

/* Nothing has been seen yet; the viewer is a seat from 1, or 0 for a spectator. */
void client_begin(uint32_t seat)
{
    static event_t event[EVENTS_ROOM], fact[EVENTS_ROOM];
    static uint32_t number[EVENTS_ROOM], facts[EVENTS_ROOM];
    const struct witness_line line = {event, number, facts, fact, EVENTS_ROOM, EVENTS_ROOM};

    witness_begin(&client.witness, &client.match, seat ? seat - 1 : (uint32_t)SPECTATOR, &line);
    client.view = client.witness.view;
}

/* Who sits where: reads {"chairs": [...]} as in messages, and answers with the names of the seats
 * and whether somebody has given them. */
uint32_t client_names(uint32_t n)
{
    static char bytes[PLAN_ROOM];
    struct message_arena arena = {bytes, sizeof bytes, 0};
    struct message_presence in;
    struct json j = wasm_json();
    struct complaint why = {0};
    struct seat_names names;

    if (!message_decode_record(wasm_in, n, message_shapes[MESSAGE_PRESENCE], &arena, &in, &why))
        return wasm_complain(&why);
    names_of(in.chairs, in.chairs_count, wasm_language, &names);
    client.nameless = 0;
    json_array(&j, NULL);
    for (uint32_t i = 0; i < in.chairs_count; i++) {
        const struct message_chair_part *c = &in.chairs[i];
        uint32_t seat = (uint32_t)(c->seat - 1) % SEATS_MAX;
        bool nameless = names.nameless >> seat & 1;

        __builtin_memcpy(client.name[seat], names.name[seat], NAME_SIZE);
        if (message_text_is(&c->kind, "person"))
            client.nameless |= (uint32_t)nameless << seat;
        json_object(&j, NULL);
        json_text(&j, "name", names.name[seat]);
        json_bool(&j, "nameless", nameless);
        json_end(&j);
    }
    json_end(&j);
    return wasm_answer(&j);
}

struct position client_now(void)
{
    struct position p = {.match = &client.match,
                         .view = &client.view,
                         .nameless = client.nameless,
                         .events = client.witness.events,
                         .language = wasm_language};

    for (uint32_t seat = 0; seat < SEATS_MAX; seat++)
        p.name[seat] = client.name[seat];
    return p;
}

/* The line of the log that the last entry has made or changed. */
static void story(struct json *j, const struct position *now)
{
    static const char *const kinds[] = {
        [STORY_TURN] = "turn", [STORY_GAME] = "game", [STORY_TABLE] = "table"};
    struct story s;
    uint32_t number;

    witness_story(&client.witness, now, &s, &number);
    if (s.kind == STORY_NONE)
        return;
    json_object(j, "story");
    json_number(j, "n", number);
    json_number(j, "last", client.witness.count);
    json_text(j, "of", kinds[s.kind]);
    if (s.seat != NOBODY)
        json_number(j, "seat", s.seat + 1);
    if (s.points)
        json_number(j, "points", s.points);
    if (client.witness.undone)
        json_number(j, "undone", client.witness.undone);
    json_array(j, "runs");
    story_runs(j, &client.match, &s);
    json_end(j);
    json_end(j);
}

/* What an entry was: an object with "text" and "what" of an event, and a line of the log. */
static void told(struct json *j)
{
    const struct witness *w = &client.witness;
    struct position now = client_now();
    char words[256];
    struct text t = text_in(words, sizeof words);

    json_object(j, NULL);
    if (w->last.kind == ENTRY_CHOICE || w->last.kind == ENTRY_CHANCE) {
        w->match.rules->format(&w->match, &w->before.seen, w->last.event, &t);
        json_text(j, "text", words);
        witness_what(w, &now, j, "what");
    }
    story(j, &now);
    json_end(j);
}

/* Follows the entries of {"happenings": [...]} as in messages. The answer has an object for each
 * that is new; it is an error if they can't follow. LOOK only tells what is in them, SILENT tells
 * nothing. */
enum { FOLLOW, FOLLOW_LOOK, FOLLOW_SILENT };

uint32_t client_follow(uint32_t n, uint32_t way)
{
    static char bytes[FOLLOW_ROOM];
    static struct witness before;
    struct message_arena arena = {bytes, sizeof bytes, 0};
    struct message_piece in;
    struct json j = wasm_json();
    struct complaint why = {0};

    if (!message_decode_record(wasm_in, n, message_shapes[MESSAGE_PIECE], &arena, &in, &why))
        return wasm_complain(&why);
    before = client.witness;
    json_array(&j, NULL);
    for (uint32_t i = 0; i < in.happenings_count; i++) {
        uint32_t count = client.witness.count;

        if (!witness_happening(&client.witness, &in.happenings[i])) {
            complain_say(&why, GROUND("bad_entry", ""), "This is no entry of a table.", 0, 0);
            return wasm_complain(&why);
        }
        if (client.witness.count > count && way != FOLLOW_SILENT)
            told(&j);
    }
    json_end(&j);
    if (way == FOLLOW_LOOK)
        client.witness = before;
    else
        witness_acts(&client.witness, &client.view);
    return wasm_answer(&j);
}

uint32_t client_position(void)
{
    struct position p = client_now();
    struct json j = wasm_json();

    view_json(&j, &p);
    return wasm_answer(&j);
}

uint32_t client_legal(void)
{
    struct json j = wasm_json();

    legal_json(&j, NULL, &client.match, &client.view);
    return wasm_answer(&j);
}

/* ---- hints ---- */

static bool enough(void *end)
{
    return outside_now() >= *(const double *)end;
}

static void hint(struct json *j, const struct candidate *c)
{
    const struct match *m = &client.match;
    char line[256], words[400];
    struct text event = text_in(line, sizeof line), why = text_in(words, sizeof words);
    struct position p = client_now();

    json_object(j, NULL);
    json_number(j, "event", c->event);
    event_json(j, "legal", m, &client.view, c->event);
    m->rules->format(m, &client.view.seen, c->event, &event);
    json_text(j, "text", line);
    if (c->chance == CHANCE_UNKNOWN)
        json_null(j, "chance");
    else
        json_thousandths(j, "chance", c->chance);
    hint_words(wasm_language, m, p.name, &c->reason, &why);
    json_text(j, "reason", why.length ? words : NULL);
    json_end(j);
}

/* The best events for the seat to act, with reasons in words. The bot in the input judges them,
 * or the level hard if that bot does not play this game. */
uint32_t client_hints(uint32_t n, double milliseconds)
{
    struct candidate best[HINTS];
    struct complaint why = {0};
    struct json j = wasm_json();
    double end = outside_now() + milliseconds;
    struct budget budget = {.enough = enough, .context = &end};
    struct rng rng;
    struct bot bot;
    uint32_t count;

    if (!bot_parse(wasm_in, n, &bot, &why))
        return wasm_complain(&why);
    if (!player_plays(bot.player, &client.match))
        bot = bot_of(&player_hard);
    rng_seed(&rng, 1, 1);
    budget.dice = rng_dice(&rng);
    count = bot_rank(&bot, &client.match, &client.view, &budget, best, HINTS);
    json_array(&j, NULL);
    for (uint32_t i = 0; i < count; i++)
        hint(&j, &best[i]);
    json_end(&j);
    return wasm_answer(&j);
}

/* The header of a log of this game. */
uint32_t client_log_header(void)
{
    struct text t = text_in(wasm_out, sizeof wasm_out);
    struct log_header h;

    log_header_of(&client.match, &h);
    __builtin_memcpy(h.name, client.name, sizeof h.name);
    log_put_header(&t, &h);
    return (uint32_t)t.length;
}
