/*
 * Reviewing the game that is being replayed (replay.h): how good a choice was by the evaluation of
 * the players that search, judged by what its seat could know then. The best choice is found with
 * one set of dice; then it and the one that was made are tried in the same deals with other dice,
 * so that neither owes its result to luck. web/core/review.ts is the other side.
 */
#include "../../ai/bot.h"
#include "../../protocol/event_json.h"
#include "../../protocol/hint.h"
#include "replay.h"
#include "wasm.h"

EXPORT(review_choice) uint32_t review_choice(uint32_t n, uint32_t iterations);

enum { FINDS = 1, WEIGHS = 2 }; /* seeds of the dice */

/* The player that reckons chances in a match; false if there is none. */
static bool reviewer(const struct match *m, uint32_t iterations, uint64_t seed, struct bot *bot)
{
    const struct player *best = NULL;

    for (uint32_t i = 0; players[i]; i++)
        if (!players[i]->level && players[i]->weigh && player_plays(players[i], m))
            best = players[i];
    if (!best)
        return false;
    *bot = bot_of(best);
    bot->value[0] = iterations; /* their first setting: how often choices are tried */
    bot->seeded = true;
    bot->seed = seed;
    return true;
}

/* What is said about one of the choices. */
static void choice_json(struct json *j, const char *key, const struct position *p,
                        const struct candidate *c)
{
    const struct match *m = p->match;
    char words[512];
    struct text t = text_in(words, sizeof words);

    json_object(j, key);
    event_json(j, "legal", m, p->view, c->event);
    if (c->chance == CHANCE_UNKNOWN)
        json_null(j, "chance");
    else
        json_thousandths(j, "chance", c->chance);
    hint_words(wasm_language, m, p->name, &c->reason, &t);
    json_text(j, "reason", words);
    json_end(j);
}

/* A choice as it stands in the replay, and the two that are compared. */
struct review {
    struct view view;
    struct position position;
    uint32_t found; /* 2: something else than what was played */
    struct candidate choice[2];
};

/* Judges event number n. False if there was nothing to choose, or nobody can reckon it. */
static bool judge(uint32_t n, uint32_t iterations, struct review *r)
{
    const struct match *m = &replay.match;
    const struct budget budget = {0};
    event_t both[2];
    struct bot finder, judge;
    struct state s;
    uint32_t seat;

    if (!m->rules || n >= replay.events || iterations == 0 ||
        !reviewer(m, iterations, FINDS, &finder) || !reviewer(m, iterations, WEIGHS, &judge))
        return false;
    replay_state(n, &s);
    seat = m->rules->actor(m, &s);
    if (seat >= m->seats || m->rules->count(m, &s) < 2)
        return false;
    r->position = replay_seen(&s, n, seat, &r->view);
    bot_rank(&finder, m, &r->view, &budget, r->choice, 1);
    both[0] = replay.line[n];
    both[1] = r->choice[0].event;
    r->found = both[0] == both[1] ? 1 : 2;
    return bot_weigh(&judge, m, &r->view, &budget, both, r->found, r->choice);
}

/*
 * Event number n of the replay, if a seat chose it among several: {"n", "seat", "played", "best"},
 * the last two with "legal" (the event), "chance" to win and "reason" in words; `best` is null if
 * nothing better was found. {} if there was nothing to choose, or nobody can reckon it.
 */
uint32_t review_choice(uint32_t n, uint32_t iterations)
{
    static struct review r;
    struct json j = wasm_json();

    json_object(&j, NULL);
    if (judge(n, iterations, &r)) {
        json_number(&j, "n", n);
        json_number(&j, "seat", r.view.seat + 1);
        choice_json(&j, "played", &r.position, &r.choice[0]);
        if (r.found == 2 && r.choice[1].chance > r.choice[0].chance)
            choice_json(&j, "best", &r.position, &r.choice[1]);
        else
            json_null(&j, "best");
    }
    json_end(&j);
    return wasm_answer(&j);
}
