/*
 * The position that the page holds, its JSON and its legal events; hints. See client.h.
 */
#include "client.h"

#include "../../protocol/base64.h"
#include "../../protocol/event_json.h"
#include "../../protocol/hint.h"
#include "../../protocol/patch.h"
#include "../../table/table_log.h"

enum { PLAN_ROOM = 1 << 20, HINTS = 5 };

struct client client;

EXPORT(client_open) uint32_t client_open(uint32_t n);
EXPORT(client_name) void client_name(uint32_t n, uint32_t seat, uint32_t nameless);
EXPORT(client_view) uint32_t client_view(uint32_t n);
EXPORT(client_patch) uint32_t client_patch(uint32_t n);
EXPORT(client_bytes) uint32_t client_bytes(void);
EXPORT(client_position) uint32_t client_position(uint32_t events);
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

void client_name(uint32_t n, uint32_t seat, uint32_t nameless)
{
    struct text t = text_in(client.name[seat % SEATS_MAX], NAME_SIZE);

    text_some(&t, wasm_in, n);
    client.nameless &= ~(1u << seat % SEATS_MAX);
    client.nameless |= (uint32_t)(nameless != 0) << seat % SEATS_MAX;
}

/* The whole view, in base64. Returns 0 if the input is not a view. */
uint32_t client_view(uint32_t n)
{
    return patch_whole(&client.match, wasm_in, n, &client.view);
}

/* What has changed in the view, in base64. Returns 0 if the input is something else. */
uint32_t client_patch(uint32_t n)
{
    return patch_apply(&client.match, wasm_in, n, &client.view);
}

/* The view in base64, for another instance. */
uint32_t client_bytes(void)
{
    base64_put(wasm_out, &client.view, sizeof client.view);
    return BASE64_SIZE(sizeof client.view) - 1;
}

struct position client_now(uint32_t events)
{
    struct position p = {.match = &client.match,
                         .view = &client.view,
                         .nameless = client.nameless,
                         .events = events,
                         .language = wasm_language};

    for (uint32_t seat = 0; seat < SEATS_MAX; seat++)
        p.name[seat] = client.name[seat];
    return p;
}

uint32_t client_position(uint32_t events)
{
    struct position p = client_now(events);
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

bool client_allows(event_t e)
{
    const struct match *m = &client.match;
    uint32_t n = m->rules->count(m, &client.view.seen);

    for (uint32_t k = 0; k < n; k++)
        if (m->rules->pick(m, &client.view.seen, k) == e)
            return true;
    return false;
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
    struct position p = client_now(0);

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
    if (why.length)
        json_text(j, "reason", words);
    else
        json_null(j, "reason");
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
