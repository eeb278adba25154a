/*
 * The story of a game: golden games told to every seat, in both languages. Every turn has one line,
 * its marks lie on the names of things, its runs are its words, and the points of all lines are
 * those of the game. Some lines are compared word by word. test_report.c tests how lines reach
 * people at a table.
 */
#include "../../engine/metro/queries.h"
#include "../../protocol/json_read.h"
#include "../../protocol/story.h"
#include "../../table/log.h"
#include "../support/boards.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EVENTS_MAX_HERE = 2000, LINES_MAX = 1000 };

static const char *root;

/* A golden game. */
static struct board board;
static struct match match;
static struct log_header header;
static event_t event[EVENTS_MAX_HERE];
static uint32_t events;

/* The story: the final lines. */
static struct {
    uint8_t kind, seat;
    int32_t points;
    char text[STORY_TEXT];
} lines[LINES_MAX];
static uint32_t count;

static void load_game(const char *name)
{
    static char text[1 << 17];
    char path[300];
    struct complaint why;
    struct log_reader r;
    struct state s;
    enum log_step step;
    FILE *f;

    snprintf(path, sizeof path, "%s/tests/games/%s.log", root, name);
    f = fopen(path, "r");
    assert_non_null(f);
    size_t n = fread(text, 1, sizeof text, f);
    fclose(f);
    log_open(&r, text, n);
    assert_true(log_read_header(&r, &header, &why));
    load_board(header.board, &board);
    assert_true(log_match(&header, &board, &match, &why));
    match.rules->start(&match, &s);
    while ((step = log_next(&r, &match, &s, &event[r.events], &why)) == LOG_EVENT)
        assert_true(r.events < EVENTS_MAX_HERE);
    assert_int_equal(step, LOG_END);
    events = r.events;
}

static bool names_something(const struct json_value *run)
{
    static const char *const names[] = {"seat", "card", "route", "city", "square"};
    struct json_value value;
    uint32_t n = 0;

    for (uint32_t i = 0; i < sizeof names / sizeof *names; i++)
        n += json_member(run, names[i], &value);
    return n == 1;
}

/* The runs of a line together are its words, and each has at most one name in it. */
static void check_runs(const struct story *s)
{
    static char text[8192], words[STORY_TEXT];
    struct json j = json_in(text, sizeof text);
    struct json_value list, item, value;
    struct json_items items;
    struct complaint why;
    size_t length = 0, n;
    uint32_t marked = 0;

    json_array(&j, NULL);
    story_runs(&j, &match, s);
    json_end(&j);
    assert_true(json_done(&j));
    assert_true(json_read_open(text, j.length, &list, &why));
    items = json_items(&list);
    while (json_next(&items, NULL, &item)) {
        value = item;
        if (item.at[0] == '{') {
            marked++;
            assert_true(json_member(&item, "text", &value));
            assert_true(names_something(&item));
        }
        assert_true(json_read_text(&value, words + length, sizeof words - length, &n));
        assert_true(n > 0);
        length += n;
    }
    assert_int_equal(marked, s->marks.count);
    assert_int_equal(length, s->words.length);
    assert_memory_equal(words, s->words.at, length);
}

static void name_of(const struct mark *m, enum language l, char out[96])
{
    struct text t = text_in(out, 96);
    const struct routes_board *b = &board.routes;

    if (m->kind == MARK_SEAT)
        text_put(&t, header.name[m->of]);
    else if (m->kind == MARK_CITY)
        text_put(&t, b->city_name[m->of]);
    else if (m->kind == MARK_ROUTE) {
        text_put(&t, b->city_name[b->route[m->of].a]);
        text_put(&t, "–");
        text_put(&t, b->city_name[b->route[m->of].b]);
    } else if (m->kind == MARK_SQUARE) {
        text_put(&t, metro_square_name(&board.metro, m->of).text);
    } else if (m->of < b->colours && l == ENGLISH) {
        text_put(&t, b->colour_name[m->of]);
    }
}

static void check_marks(const struct story *s, enum language l)
{
    uint32_t end = 0;

    for (uint32_t i = 0; i < s->marks.count; i++) {
        const struct mark *m = &s->mark[i];
        char name[96];

        assert_true(m->from >= end && m->to > m->from && m->to <= s->words.length);
        end = m->to;
        name_of(m, l, name);
        if (!name[0])
            continue; /* a card in Spanish, a wild card: the words depend on their number */
        assert_int_equal(m->to - m->from, strlen(name));
        assert_memory_equal(s->text + m->from, name, strlen(name));
    }
}

static void check_line(const struct story *s, enum language l)
{
    assert_false(s->words.cut);
    assert_true(s->marks.count < STORY_MARKS);
    assert_true(s->words.length > 3);
    assert_null(strpbrk(s->text, "{}|\4"));
    assert_null(strstr(s->text, "  "));
    check_marks(s, l);
    check_runs(s);
}

static void tell(uint32_t viewer, enum language l, bool codes)
{
    static struct retelling r;
    static struct story story;
    struct view v;
    struct position p = {.match = &match, .view = &v, .language = l, .codes = codes};
    struct state s;
    bool again;

    for (uint32_t i = 0; i < match.seats; i++)
        p.name[i] = header.name[i];
    match.rules->start(&match, &s);
    match.rules->view(&match, &s, viewer, &v);
    retelling_begin(&r, &p, event);
    count = 0;
    again = false;
    for (uint32_t i = 0; i < events; i++) {
        again = again && !match.rules->begins_turn(&match, &s);
        assert_true(match.rules->apply(&match, &s, event[i]));
        match.rules->view(&match, &s, viewer, &v);
        retelling_event(&r, &v, &story);
        if (story.kind == STORY_NONE)
            continue;
        check_line(&story, l);
        uint32_t at = count;
        if (story.kind == STORY_TURN && again) /* the line of the turn has grown */
            while (lines[--at].kind != STORY_TURN)
                ;
        else
            count++;
        assert_true(count < LINES_MAX);
        again = again || story.kind == STORY_TURN;
        lines[at].kind = story.kind;
        lines[at].seat = story.seat;
        lines[at].points = story.points;
        memcpy(lines[at].text, story.text, sizeof lines[at].text);
    }
}

static void turns_and_points(void)
{
    int32_t points[SEATS_MAX] = {0};
    uint32_t turns = 0, told = 0;
    struct state s;

    match.rules->start(&match, &s);
    for (uint32_t i = 0; i < events; i++) {
        turns += match.rules->begins_turn(&match, &s);
        match.rules->apply(&match, &s, event[i]);
    }
    for (uint32_t i = 0; i < count; i++) {
        told += lines[i].kind == STORY_TURN;
        if (lines[i].kind == STORY_TURN)
            points[lines[i].seat] += lines[i].points;
        else
            assert_int_equal(lines[i].points, 0);
    }
    assert_int_equal(told, turns);
    for (uint32_t i = 0; i < match.seats; i++) {
        int32_t all = match.rules->points(&match, &s, i);

        if (board.family == FAMILY_ROUTES)
            assert_int_equal(points[i], all);
        else /* a tile can also complete lines of others */
            assert_true(points[i] >= 0 && points[i] <= all);
    }
}

static bool says(const char *words)
{
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(lines[i].text, words) == 0)
            return true;
    return false;
}

static void every_turn_has_a_line(void **state)
{
    static const char *const games[] = {"europe-2", "europe-4", "europe-5", "berlin-3",
                                        "paris-4",  "metro-2",  "metro-6"};
    static const char *const over[] = {"The game is over.", "La partida ha terminado."};

    (void)state;
    for (uint32_t i = 0; i < sizeof games / sizeof *games; i++) {
        load_game(games[i]);
        for (uint32_t l = 0; l < LANGUAGES; l++)
            for (uint32_t k = 0; k < match.seats + 2u; k++) {
                uint32_t viewer = k < match.seats    ? k
                                  : k == match.seats ? (uint32_t)SPECTATOR
                                                     : (uint32_t)EVERYTHING;

                tell(viewer, l, k % 2);
                turns_and_points();
                assert_non_null(strstr(lines[count - 1].text, over[l]));
            }
    }
}

/* Lines of the story of europe-4, as its seats see them. */
static void europe_word_by_word(void **state)
{
    static const char *const to_luis[] = {
        "Luis begins.",
        "Ana has chosen tickets.",
        "You keep 2 tickets.",
        "You take black from the deck and purple.",
        "You take red, and green from the deck.",
        "You take locomotive.",
        "You draw tickets and keep 2.",
        "You claim Budapest–Wien for 1\u00a0white.",
        ("You claim Constantinople–Smyrna, a tunnel, for 2\u00a0green; it asks for nothing "
         "more."),
        "Ana takes blue and a card from the deck.",
        "Juan draws tickets and keeps 1.",
        "Eva builds a station in Kyïv for 3\u00a0yellow.",
        "Eva claims Angora–Erzurum for 2\u00a0black and 1\u00a0locomotive.",
        ("Juan does not claim the tunnel Constantinople–Smyrna: it asks for 2 more. "
         "Turned up: locomotive, white, blue."),
        "Juan claims Bucuresti–Sofia, a tunnel, for 2\u00a0green, and 1\u00a0green more.",
    };
    static const char *const to_ana[] = {
        "Luis coge roja y una carta del mazo.",
        ("Juan no cubre el túnel Constantinople–Smyrna: pide 2 más. "
         "Descubiertas: locomotora, blanca, azul."),
        "Eva cubre Angora–Erzurum por 2\u00a0negras y 1\u00a0locomotora.",
        "Cubres Cádiz–Lisboa por 2\u00a0azules.",
    };

    (void)state;
    load_game("europe-4");
    tell(1, ENGLISH, false);
    assert_true(says("You begin."));
    for (uint32_t i = 1; i < sizeof to_luis / sizeof *to_luis; i++)
        if (!says(to_luis[i]))
            fail_msg("nobody says: %s", to_luis[i]);
    tell(0, ENGLISH, false);
    assert_true(says(to_luis[0]));
    assert_true(says("Luis takes red and a card from the deck."));
    assert_false(says("Luis takes red, and green from the deck."));
    tell(0, SPANISH, false);
    for (uint32_t i = 0; i < sizeof to_ana / sizeof *to_ana; i++)
        if (!says(to_ana[i]))
            fail_msg("nobody says: %s", to_ana[i]);
    tell(EVERYTHING, ENGLISH, false);
    assert_true(says("Luis takes red, and green from the deck."));
}

static void other_boards_word_by_word(void **state)
{
    (void)state;
    load_game("berlin-3");
    tell(2, ENGLISH, false);
    assert_true(says("Luis takes two purple cards."));
    assert_true(says("You take two green cards, one of them from the deck."));
    tell(0, SPANISH, false);
    assert_true(says("Coges dos cartas rojas."));
    load_game("paris-4");
    tell(0, ENGLISH, false);
    assert_true(says("Luis takes two cards from the deck."));
    assert_true(says("Eva draws tickets.")); /* how many are kept is secret */
    assert_true(says("Luis claims Montparnasse–Panthéon for 2\u00a0white, and keeps a card for "
                     "the flag."));
    load_game("metro-3");
    tell(0, ENGLISH, false);
    assert_true(says("You place on g4; line 28 ends at station 28: 3 points."));
    assert_true(says("Eva draws another tile and places on b1; line 16 (nobody's) ends at "
                     "station 18; line 18 ends at station 19: 2 points."));
    tell(0, SPANISH, false);
    assert_true(says("Luis coge otra plaquita y coloca en g3."));
}

/* Choice by choice, as a replay tells it. */
static void by_choice(void **state)
{
    static struct retelling r;
    static struct story story;
    struct view v;
    struct position p = {.match = &match, .view = &v, .language = ENGLISH};
    uint32_t seconds = 0, answers = 0, keeps = 0, offers = 0;
    struct state s;

    (void)state;
    load_game("europe-4");
    for (uint32_t i = 0; i < match.seats; i++)
        p.name[i] = header.name[i];
    match.rules->start(&match, &s);
    match.rules->view(&match, &s, EVERYTHING, &v);
    retelling_begin(&r, &p, event);
    r.by_choice = true;
    for (uint32_t i = 0; i < events; i++) {
        uint32_t phase = s.routes.phase;

        match.rules->apply(&match, &s, event[i]);
        match.rules->view(&match, &s, EVERYTHING, &v);
        retelling_event(&r, &v, &story);
        if (story.kind != STORY_TURN)
            continue;
        check_line(&story, ENGLISH);
        if (phase == PHASE_SECOND) {
            assert_null(strstr(story.text, " and ")); /* the first card was told before */
            seconds++;
        } else if (phase == PHASE_EXTRA) {
            assert_true(strstr(story.text, " more and claims ") ||
                        strstr(story.text, " takes the payment back"));
            answers++;
        } else if (phase == PHASE_KEEP) {
            assert_non_null(strstr(story.text, " keeps "));
            keeps++;
        } else if (s.routes.phase == PHASE_KEEP) {
            assert_true(strstr(story.text, " draws tickets. On offer: ") &&
                        strstr(story.text, ")."));
            offers++;
        }
    }
    assert_true(seconds > 10 && answers > 2 && keeps > 2 && offers == keeps);
}

/* A tunnel for which no card is left to turn up is claimed at once. */
static void tunnel_without_cards(void **state)
{
    static struct retelling r;
    static struct story story;
    struct view v;
    struct position p = {.match = &match, .view = &v, .language = ENGLISH};
    struct state s;
    uint32_t i = 0;

    (void)state;
    load_game("europe-4");
    for (uint32_t seat = 0; seat < match.seats; seat++)
        p.name[seat] = header.name[seat];
    match.rules->start(&match, &s);
    while (event_kind(event[i]) != EVENT_CLAIM ||
           !board.routes.route[event_arg(event[i])].tunnel)
        assert_true(match.rules->apply(&match, &s, event[i++]));
    s.routes.deck = s.routes.discard = 0;
    s.routes.deck_wild = s.routes.deck_size = s.routes.discard_wild = 0;
    match.rules->view(&match, &s, SPECTATOR, &v);
    retelling_begin(&r, &p, event + i);
    assert_true(match.rules->apply(&match, &s, event[i]));
    match.rules->view(&match, &s, SPECTATOR, &v);
    retelling_event(&r, &v, &story);
    check_line(&story, ENGLISH);
    assert_true(strstr(story.text, ", a tunnel, for ") &&
                strstr(story.text, "; it asks for nothing more."));
    assert_true(story.points > 0);
}

/* A name of the length that a board or a person can have at most. */
static void longest(char *name)
{
    memset(name, 'W', NAME_SIZE - 1);
    name[NAME_SIZE - 1] = 0;
}

static void longest_words(struct routes_board *b)
{
    b->draw_tickets = OFFER_MAX;
    for (uint32_t i = 0; i < b->cities; i++)
        longest(b->city_name[i]);
    for (uint32_t i = 0; i < b->colours; i++) {
        longest(b->colour_name[i]);
        longest(b->colour_word[i]);
    }
    longest(b->wild_name);
}

/* Nothing is cut off: random games with the longest names that can be, and with the most tickets
 * on offer. */
static void longest_names(void **state)
{
    static const char *const games[] = {"europe-5", "berlin-4", "paris-4", "metro-6"};
    uint32_t number = 1;

    (void)state;
    for (uint32_t k = 0; k < 4 * 6; k++) {
        struct state s;
        event_t e;

        load_game(games[k / 6]);
        if (match.rules == &routes_rules)
            longest_words(&board.routes);
        for (uint32_t i = 0; i < match.seats; i++)
            longest(header.name[i]);
        match.rules->start(&match, &s);
        for (events = 0; events < EVENTS_MAX_HERE; events++) {
            number = number * 1664525 + 1013904223;
            e = match.rules->choose(&match, &s, number);
            if (!e)
                break;
            event[events] = e;
            assert_true(match.rules->apply(&match, &s, e));
        }
        tell(SPECTATOR, (enum language)(k % LANGUAGES), true);
        tell(EVERYTHING, (enum language)(k % LANGUAGES), true);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_turn_has_a_line),     cmocka_unit_test(europe_word_by_word),
        cmocka_unit_test(other_boards_word_by_word), cmocka_unit_test(by_choice),
        cmocka_unit_test(tunnel_without_cards),      cmocka_unit_test(longest_names),
    };

    root = argc > 1 ? argv[1] : ".";
    return cmocka_run_group_tests_name("story", tests, NULL, NULL);
}
