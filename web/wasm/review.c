/*
 * Reviewing the game that is being replayed (replay.h). Two questions:
 *
 * How did the game stand? It is played to the end many times from a position, with the hands and
 * tickets that everybody really had; only later events are left to chance. How often a seat wins
 * is its chance to win. Good players play half of the games and average players the other half,
 * because a lead is worth less among people who make mistakes.
 *
 * How good was a choice, given what its seat could know? A player that searches finds the best
 * choice. Then that choice and the real one are tried in the same deals, with other dice, so
 * that neither gains by luck. Answers for several seeds show how large the influence of luck is.
 *
 * web/core/review.ts is the other side.
 */
#include "../../ai/bot.h"
#include "../../ai/chance.h"
#include "../../protocol/event_json.h"
#include "../../protocol/hint.h"
#include "replay.h"
#include "wasm.h"

EXPORT(review_chances) uint32_t review_chances(uint32_t n, uint32_t first, uint32_t games);
EXPORT(review_find) uint32_t review_find(uint32_t n, uint32_t iterations);
EXPORT(review_weigh) uint32_t review_weigh(uint32_t seed, uint32_t iterations);

enum {
    FINDS = 1,         /* seed for finding the best choice; weighing uses others */
    EVENTS_MAX = 3000, /* of a game played to its end: tunnels can be tried forever */
    WIN = 60,          /* a win: can be divided among up to six winners */
};

/* How the game stood. */

/* The state after n events, and how many of them were chance. */
static uint32_t state_at(uint32_t n, struct state *s)
{
    const struct match *m = &replay.match;
    uint32_t chances = 0;

    m->rules->start(m, s);
    for (uint32_t i = 0; i < n && i < replay.events; i++) {
        chances += m->rules->actor(m, s) == NATURE;
        m->rules->apply(m, s, replay.line[i]);
    }
    return chances;
}

/* An outcome of chance. The hundredth card of a game depends only on the number of the game. So
 * games played from neighbouring positions have the same luck, and differ only by the moves in
 * between. */
static event_t deal(const struct state *s, uint64_t game, uint32_t at)
{
    const struct match *m = &replay.match;
    struct chance c = {(game << 32) + at};

    return m->rules->pick(m, s, chance_below(&c, m->rules->count(m, s)));
}

static void play_on(const struct bot *bot, struct state *s, uint64_t game, uint32_t chances)
{
    const struct match *m = &replay.match;
    uint32_t actor;

    for (uint32_t k = 0; k < EVENTS_MAX; k++) {
        event_t e;

        if ((actor = m->rules->actor(m, s)) == NOBODY)
            return;
        if (actor == NATURE) {
            e = deal(s, game, chances++);
        } else {
            struct chance c = {~(game << 32) - chances};
            struct budget budget = {.dice = chance_dice(&c)};
            static struct view v;

            m->rules->view(m, s, actor, &v);
            e = bot_choose(bot, m, &v, &budget);
        }
        if (!m->rules->apply(m, s, e))
            return;
    }
}

static struct bot level(const char *name, const struct match *m)
{
    struct bot bot = bot_of(player_find(name, text_length(name)));

    return bot_for(&bot, m);
}

/*
 * Plays on from the position after n events, the games number first, first + 1, ...:
 * {"games", "wins"}, by seat, a shared win in parts.
 */
uint32_t review_chances(uint32_t n, uint32_t first, uint32_t games)
{
    const struct match *m = &replay.match;
    uint32_t wins[SEATS_MAX] = {0};
    struct json j = wasm_json();
    struct state start, s;
    struct sheet sheet;

    if (!m->rules)
        return 0;
    const struct bot bot[2] = {level("hard", m), level("medium", m)};
    uint32_t chances = state_at(n, &start);
    for (uint32_t k = 0; k < games; k++) {
        uint32_t winners = 0;

        s = start;
        play_on(&bot[(first + k) % 2], &s, first + k, chances);
        m->rules->score(m, &s, &sheet);
        for (uint32_t i = 0; i < m->seats; i++)
            winners += sheet.seat[i].rank == 1;
        for (uint32_t i = 0; i < m->seats; i++)
            wins[i] += sheet.seat[i].rank == 1 ? WIN / winners : 0;
    }
    json_object(&j, NULL);
    json_number(&j, "games", games);
    json_array(&j, "wins");
    for (uint32_t i = 0; i < m->seats; i++)
        json_thousandths(&j, NULL, (int64_t)wins[i] * 1000 / WIN);
    json_end(&j);
    json_end(&j);
    return wasm_answer(&j);
}

/* How good a choice was. */

/* A player that estimates chances in a match; false if there is none. */
static bool reviewer(const struct match *m, uint32_t iterations, uint64_t seed, struct bot *bot)
{
    const struct player *best = NULL;

    for (uint32_t i = 0; players[i]; i++)
        if (!players[i]->level && players[i]->weigh && player_plays(players[i], m))
            best = players[i];
    if (!best)
        return false;
    *bot = bot_of(best);
    bot->value[0] = iterations; /* their first setting: how often they try each choice */
    bot->seeded = true;
    bot->seed = seed;
    return true;
}

/* One of the choices, in words. */
static void choice_json(struct json *j, const char *key, const struct position *p,
                        const struct candidate *c)
{
    const struct match *m = p->match;
    char words[512];
    struct text t = text_in(words, sizeof words);

    json_object(j, key);
    event_json(j, "legal", m, p->view, c->event);
    hint_words(wasm_language, m, p->name, &c->reason, &t);
    json_text(j, "reason", words);
    json_end(j);
}

/* The position of the choice, and the two events to compare. */
static struct {
    struct view view;
    struct position position;
    event_t both[2]; /* the one that was played, the best one */
} review;

/*
 * Event number n of the replay, if a seat chose it from several: {"n", "seat", "played",
 * "best"}, the last two with "legal" (the event) and "reason" in words; "best" is null if it is
 * the one that was played. {} if there was nothing to choose, or if no player can judge it.
 */
uint32_t review_find(uint32_t n, uint32_t iterations)
{
    const struct match *m = &replay.match;
    const struct budget budget = {0};
    struct json j = wasm_json();
    struct candidate c[2] = {0};
    struct bot bot;
    struct state s;
    uint32_t seat;

    review.both[0] = review.both[1] = 0;
    json_object(&j, NULL);
    if (m->rules && n < replay.events && iterations > 0 &&
        reviewer(m, iterations, FINDS, &bot)) {
        state_at(n, &s);
        seat = m->rules->actor(m, &s);
        if (seat < m->seats && m->rules->count(m, &s) > 1) {
            review.position = replay_seen(&s, n, seat, &review.view);
            bot_rank(&bot, m, &review.view, &budget, &c[1], 1);
            c[0].event = replay.line[n];
            review.both[0] = c[0].event;
            review.both[1] = c[1].event;
            json_number(&j, "n", n);
            json_number(&j, "seat", seat + 1);
            choice_json(&j, "played", &review.position, &c[0]);
            if (c[0].event != c[1].event)
                choice_json(&j, "best", &review.position, &c[1]);
            else
                json_null(&j, "best");
        }
    }
    json_end(&j);
    return wasm_answer(&j);
}

/*
 * The two choices of the last review_find() in the same deals, with the dice of a seed (0, 1, ...):
 * {"played", "best"}, how often each wins. {} if there are not two choices.
 */
uint32_t review_weigh(uint32_t seed, uint32_t iterations)
{
    const struct match *m = &replay.match;
    const struct budget budget = {0};
    struct json j = wasm_json();
    struct candidate c[2];
    struct bot bot;

    json_object(&j, NULL);
    if (m->rules && iterations > 0 && review.both[0] != review.both[1] &&
        reviewer(m, iterations, FINDS + 1 + seed, &bot) &&
        bot_weigh(&bot, m, &review.view, &budget, review.both, 2, c)) {
        json_thousandths(&j, "played", c[0].chance);
        json_thousandths(&j, "best", c[1].chance);
    }
    json_end(&j);
    return wasm_answer(&j);
}
