/*
 * Fuzz harness for what a server tells: events and facts, by which a viewer follows a game. Some
 * are wrong. Either the rules refuse them, or the view to which they lead can be used for
 * everything that clients do with a view: questions, texts, JSON, pictures, dealing the hidden
 * rest again and playing on, and the choices of players.
 *
 *     byte 0  board; 1 seats; 2 options; 3 viewer; 4 seed
 *     then steps. A byte below 128: so many events are played and followed. Any other: a wrong
 *     event of four bytes, and up to three facts of four bytes (the two lowest bits); with bit 2
 *     the event is the right one, and only the facts are wrong
 */
#include "fuzz.h"

#include "ai/bot.h"
#include "cli/family.h"
#include "cli/show.h"
#include "cli/window/stage.h"
#include "protocol/event_json.h"
#include "protocol/hint.h"
#include "table/dealer.h"
#include "tests/laws/laws.h"

#include <stdlib.h>
#include <string.h>

enum { HEAD = 5, WORDS = 400, PLAYED_ON = 40, JSON_ROOM = 1 << 20, WIDTH = 100, HEIGHT = 40 };

static struct rng rng;
static struct game game; /* for the laws about things */

_Noreturn void law_broken(const struct game *g, const char *law, const char *file, int line)
{
    (void)g;
    fuzz_fail(law, file, line);
}

/* The match that the first bytes describe; false if the rules don't have it. */
static bool open_match(const uint8_t *head, struct match *m)
{
    const struct board *board = fuzz_board(head[0]);
    uint32_t choice = head[2];
    struct complaint why;

    *m = match_of(board,
                  board->seats_min + head[1] % (board->seats_max - board->seats_min + 1u));
    for (uint32_t i = 0; i < OPTIONS_MAX && m->rules->option[i].name; i++) {
        uint32_t values = m->rules->option[i].max + 1u;

        m->option[i] = (uint8_t)(choice % values);
        choice /= values;
    }
    return m->rules->check(m, &why);
}

static void play(const struct match *m, struct state *s, uint32_t events)
{
    for (uint32_t i = 0; i < events && m->rules->actor(m, s) != NOBODY; i++) {
        uint32_t n = m->rules->count(m, s);

        CHECK(n > 0);
        CHECK(m->rules->apply(m, s, m->rules->pick(m, s, rng_below(&rng, n))));
    }
}

/* A view is one of every state that it is filled up to, and these are states like all others. */
static void fill_up(const struct match *m, const struct view *v)
{
    const struct dice dice = rng_dice(&rng);
    struct view again;
    struct state s;

    for (uint32_t i = 0; i < 2; i++) {
        m->rules->resample(m, v, &dice, &s);
        m->rules->view(m, &s, v->seat, &again);
        CHECK(again.seat == v->seat);
        CHECK(memcmp(&again.seen, &v->seen, sizeof v->seen) == 0);
        generic_start(&game, m, 1);
        family_start(&game);
        family_conserved(&game, &s);
        play(m, &s, PLAYED_ON);
        family_conserved(&game, &s);
    }
}

/* Everything that can be asked, also about events that make no sense. */
static void ask(const struct match *m, const struct view *v)
{
    static event_t legal[LEGAL_MAX];
    const struct state *s = &v->seen;
    uint32_t n = m->rules->legal(m, s, legal, NULL, LEGAL_MAX), actor = m->rules->actor(m, s);
    struct sheet sheet;

    CHECK(n <= LEGAL_MAX);
    CHECK(actor < m->seats || actor == NATURE || actor == NOBODY);
    m->rules->count(m, s);
    m->rules->choose(m, s, (uint32_t)rng_next(&rng));
    m->rules->choosers(m, s);
    m->rules->begins_turn(m, s);
    m->rules->score(m, s, &sheet);
    for (uint32_t i = 0; i < m->seats; i++)
        m->rules->points(m, s, i);
    for (uint32_t i = 0; i < 8; i++) {
        event_t e = n && i < 6 ? legal[rng_below(&rng, n)] : (event_t)rng_next(&rng);
        char words[WORDS];
        struct text t = text_in(words, sizeof words);
        struct complaint why;

        m->rules->allows(m, s, e);
        m->rules->explain(m, s, e, &why);
        if (i < 6 && n) {
            m->rules->format(m, s, e, &t);
            m->rules->parse(m, s, words, t.length, &why);
        }
    }
}

static void write_json(const struct position *p)
{
    static char room[JSON_ROOM];
    struct json j = json_in(room, sizeof room);

    view_json(&j, p);
    CHECK(json_done(&j));
    j = json_in(room, sizeof room);
    legal_json(&j, NULL, p->match, p->view);
    json_done(&j);
}

/* The art of a board of the program. */
static const struct board_art *art_of(const struct board *board)
{
    static struct loaded loaded;
    static const struct board *last;

    if (board != last)
        CHECK(cli_load(board->id, &loaded) == CLI_OK);
    last = board;
    return &loaded.art;
}

/* The terminal, line by line and on a full screen, with some keys. */
static void draw(const struct position *p)
{
    static struct cell cells[WIDTH * HEIGHT];
    static struct stage stage;
    static FILE *nowhere;
    const struct family_face *face = family_of(p->match->board);
    struct canvas canvas = {.cell = cells, .width = WIDTH, .height = HEIGHT, .colours = true};
    struct area body = {0, 1, WIDTH, HEIGHT - 3};
    struct focus focus = {0};
    uint32_t actor = p->match->rules->actor(p->match, &p->view->seen);

    nowhere = nowhere ? nowhere : fopen("/dev/null", "w");
    struct screen screen = {.out = nowhere};
    show_position(&screen, p);
    if (actor < p->match->seats && actor == p->view->seat)
        face->turn(&screen, p, actor, false);
    if (!face->window)
        return;
    memset(&stage, 0, sizeof stage);
    stage.position = p;
    stage.art = art_of(p->match->board);
    stage.theme = &theme_dark;
    stage.seat = p->view->seat;
    stage.acts = actor == p->view->seat;
    stage.title = "";
    for (uint32_t i = 0; i < SEATS_MAX; i++)
        stage.clock[i] = -1;
    show_letters(p, stage.letter);
    if (stage.acts)
        stage.legal_count =
            p->match->rules->legal(p->match, &p->view->seen, stage.legal, NULL, LEGAL_MAX);
    for (uint32_t i = 0; i < 4; i++) {
        static const enum key_kind kinds[] = {KEY_TABULATOR, KEY_ARROW_DOWN, KEY_ARROW_RIGHT,
                                              KEY_RETURN};
        struct key k = {.kind = kinds[rng_below(&rng, 4)]};
        struct stage_key keys[STAGE_KEYS];
        event_t e;

        canvas_clear(&canvas, stage.theme->paper);
        face->window->draw(&canvas, body, &stage, &focus);
        if (stage.acts)
            face->window->asks(&stage);
        face->window->keys(body, &stage, &focus, keys);
        face->window->key(body, &stage, &focus, &k, &e);
    }
}

static bool enough(void *context)
{
    (void)context;
    return true;
}

/* Players choose as long as they must. */
static void advise(const struct position *p)
{
    static const struct player *const asked[] = {&player_easy, &player_medium, &player_hard};
    struct budget budget = {.dice = rng_dice(&rng), .enough = enough};
    struct candidate best[3];

    if (p->match->rules->actor(p->match, &p->view->seen) != p->view->seat)
        return;
    struct bot bot = bot_of(asked[rng_below(&rng, 3)]);
    uint32_t n = bot_rank(&bot, p->match, p->view, &budget, best, 3);
    CHECK(n > 0);
    for (uint32_t i = 0; i < n; i++) {
        char words[WORDS];
        struct text t = text_in(words, sizeof words);

        hint_words(ENGLISH, p->match, p->name, &best[i].reason, &t);
    }
}

/* Plays on, and follows. */
static void follow(const struct match *m, struct state *s, struct view *v, uint32_t events)
{
    for (; events > 0 && m->rules->actor(m, s) != NOBODY; events--) {
        event_t e = m->rules->choose(m, s, (uint32_t)(rng_next(&rng) >> 32)), fact[FACTS_MAX];
        uint32_t n = m->rules->reveal(m, s, e, v->seat, fact);
        struct view now;

        CHECK(m->rules->follow(m, v, m->rules->hide(m, s, e, v->seat), fact, n));
        CHECK(m->rules->apply(m, s, e));
        m->rules->view(m, s, v->seat, &now);
        CHECK(memcmp(&now, v, sizeof now) == 0);
    }
}

static uint32_t word(const uint8_t *data, size_t size, size_t *at)
{
    uint32_t w = 0;

    for (uint32_t i = 0; i < 4 && *at < size; i++)
        w |= (uint32_t)data[(*at)++] << 8 * i;
    return w;
}

/* Something that did not happen. If the view takes it, the game goes on from there. */
static void lie(const struct match *m, struct state *s, struct view *v, const uint8_t *data,
                size_t size, size_t *at)
{
    uint8_t how = data[(*at)++];
    event_t e = word(data, size, at), fact[3];
    const struct dice dice = rng_dice(&rng);
    struct view before = *v;

    for (uint32_t i = 0; i < (how & 3u); i++)
        fact[i] = event_fact(0, 0, 0) ^ (word(data, size, at) & 0xFFFF);
    if ((how & 4) && m->rules->actor(m, s) != NOBODY)
        e = m->rules->hide(m, s, m->rules->choose(m, s, e), v->seat);
    if (m->rules->follow(m, v, e, fact, how & 3))
        m->rules->resample(m, v, &dice, s);
    else
        CHECK(memcmp(&before, v, sizeof before) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct match m;
    struct state s;
    struct view v;

    if (size < HEAD || !open_match(data, &m))
        return 0;
    rng_seed(&rng, data[4], 0);
    m.rules->start(&m, &s);
    uint32_t viewer = data[3] % (m.seats + 2u);
    viewer = viewer < m.seats ? viewer : viewer == m.seats ? SPECTATOR : EVERYTHING;
    m.rules->view(&m, &s, viewer, &v);
    for (size_t i = HEAD; i < size;)
        if (data[i] < 128)
            follow(&m, &s, &v, data[i++]);
        else
            lie(&m, &s, &v, data, size, &i);
    struct position p = {.match = &m, .view = &v, .name = {"A", "B", "C", "D", "E", "F"}};
    ask(&m, &v);
    fill_up(&m, &v);
    if (rng_below(&rng, 16) == 0) { /* these take most of the time */
        write_json(&p);
        draw(&p);
        advise(&p);
    }
    return 0;
}
