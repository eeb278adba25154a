/*
 * Why something can't be done now, in words, and what it would lead to: the questions of
 * somebody who looks at the board before choosing. The engine answers them; here the answers
 * become JSON. Questions about one family's games are in the family's folder. See client.h.
 */
#include "client.h"

EXPORT(why_not_now) uint32_t why_not_now(void);
EXPORT(why_event) uint32_t why_event(uint32_t event);
EXPORT(why_text) uint32_t why_text(uint32_t n);
EXPORT(ask_preview) uint32_t ask_preview(uint32_t event);

uint32_t client_nothing(void)
{
    struct json j = wasm_json();

    json_null(&j, NULL);
    return wasm_answer(&j);
}

uint32_t client_reason(const struct complaint *why)
{
    char words[512];
    struct text t = text_in(words, sizeof words);
    struct json j = wasm_json();

    complaint_put(&t, wasm_language, why);
    json_object(&j, NULL);
    json_text(&j, "message", words);
    json_text(&j, "code", why->code);
    json_text(&j, "rule", why->rule);
    json_end(&j);
    return wasm_answer(&j);
}

/* Why a viewer who is not to act can't do anything. */
uint32_t why_not_now(void)
{
    const struct rules *rules = client.match.rules;
    struct complaint why = {0};

    if (rules->actor(&client.match, &client.view.seen) == NOBODY)
        rules->explain(&client.match, &client.view.seen, 0, &why);
    else
        complain_say(&why, GROUND("not_your_turn", rules->turn_rule), "It is not your turn.", 0,
                     0);
    return client_reason(&why);
}

uint32_t why_event(uint32_t event)
{
    struct complaint why = {0};

    if (client.match.rules->allows(&client.match, &client.view.seen, event))
        return client_nothing();
    client.match.rules->explain(&client.match, &client.view.seen, event, &why);
    return client_reason(&why);
}

/* The same for an event written as text, which is the input. */
uint32_t why_text(uint32_t n)
{
    struct complaint why = {0};
    event_t e = client.match.rules->parse(&client.match, &client.view.seen, wasm_in, n, &why);

    return e ? why_event(e) : client_reason(&why);
}

/* What an event would change: preview_json(). */
uint32_t ask_preview(uint32_t event)
{
    struct position p = client_now();
    struct json j = wasm_json();

    preview_json(&j, NULL, &p, event);
    return wasm_answer(&j);
}
