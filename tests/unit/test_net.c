/*
 * The net of the route games: the weights in ai/routes/routes.net are those that are compiled in;
 * it computes in whole numbers what these weights mean; its chances add up and are good for
 * games that it has not seen; and training works, and gives the same result for the same seed.
 */
#include "../../ai/odds.h"
#include "../../sim/routes/train.h"
#include "../support/players.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NET_BYTES_MAX = 16 * 1024 };

static const char *root;
static struct board board;

/* The next weight of the text, which must exist. */
static int8_t weight(char **text)
{
    char *from = *text;
    long n = strtol(from, text, 10);

    assert_true(*text > from);
    assert_true(n >= INT8_MIN && n <= INT8_MAX);
    return (int8_t)n;
}

static void read_net(struct net *net)
{
    static char text[65536];
    char path[512], *at;
    FILE *f;

    snprintf(path, sizeof path, "%s/ai/routes/routes.net", root);
    f = fopen(path, "r");
    assert_non_null(f);
    text[fread(text, 1, sizeof text - 1, f)] = 0;
    fclose(f);
    at = strstr(text, "\nnet ");
    assert_non_null(at);
    at += strlen("\nnet ");
    assert_int_equal(strtol(at, &at, 10), NET_FIRST);
    assert_int_equal(strtol(at, &at, 10), NET_SECOND);
    for (uint32_t i = 0; i < sizeof *net; i++)
        ((int8_t *)net)[i] = weight(&at);
    assert_int_equal(strspn(at, " \n"), strlen(at));
}

static void test_shipped(void **unused)
{
    struct net net;

    (void)unused;
    read_net(&net);
    assert_memory_equal(&net, &routes_net, sizeof net);
    assert_true(sizeof net <= NET_BYTES_MAX);
}

static double cell(double x)
{
    const double most = (double)STANDING_MOST / (double)STANDING_ONE;

    return x < 0 ? 0 : x > most ? most : x;
}

static double sum_of(const int8_t *w, const double *in, uint32_t n)
{
    double sum = 0;

    for (uint32_t k = 0; k < n; k++)
        sum += (double)w[k] / (double)NET_WEIGHT * in[k];
    return sum;
}

static double strength(const int16_t row[STANDING_INPUTS])
{
    double in[STANDING_INPUTS], first[NET_FIRST + 1], second[NET_SECOND + 1];

    for (uint32_t k = 0; k < STANDING_INPUTS; k++)
        in[k] = (double)row[k] / (double)STANDING_ONE;
    for (uint32_t i = 0; i < NET_FIRST; i++)
        first[i] = cell(sum_of(routes_net.first[i], in, STANDING_INPUTS));
    first[NET_FIRST] = second[NET_SECOND] = 1;
    for (uint32_t i = 0; i < NET_SECOND; i++)
        second[i] = cell(sum_of(routes_net.second[i], first, NET_FIRST + 1));
    return sum_of(routes_net.strength, second, NET_SECOND + 1);
}

/* Lessons from some games that were not used in training. */
static void lessons_of(const char *id, uint32_t seats, uint64_t games, struct lessons *l)
{
    struct lessons_wish wish = {.games = games, .seed = 4711};

    load_board(id, &board);
    wish.match = match_of(&board, seats);
    *l = (struct lessons){0};
    assert_true(lessons_add(l, &wish));
    assert_true(l->count > games);
}

/* The net uses whole numbers instead of exact ones: chances differ by little more than
 * rounding. */
static void test_whole_numbers(void **unused)
{
    struct lessons l;

    (void)unused;
    lessons_of("europe", 4, 10, &l);
    for (uint64_t k = 0; k < l.count; k++) {
        const struct lesson *one = &l.one[k];
        struct opinion opinion[ROUTES_SEATS_MAX];
        double power[ROUTES_SEATS_MAX], sum = 0;
        uint32_t all = 0;

        net_opinions(&routes_net, one->seats, l.row + one->row, opinion);
        for (uint32_t i = 0; i < one->seats; i++)
            sum += power[i] = exp(strength(l.row[one->row + i]));
        for (uint32_t i = 0; i < one->seats; i++) {
            double wrong = opinion[i].chance - (double)ODDS_ONE * power[i] / sum;

            if (fabs(wrong) > 25)
                fail_msg("lesson %u, seat %u: %u, wrong by %.1f", (unsigned)k, (unsigned)i + 1,
                         opinion[i].chance, wrong);
            all += opinion[i].chance;
        }
        assert_int_equal(all, ODDS_ONE);
    }
    lessons_free(&l);
}

/* Even chances have a Brier score of (n - 1) / n^2: the net is clearly better. */
static void test_knows_something(void **unused)
{
    static const char *const ids[] = {"europe", "berlin", "paris"};

    (void)unused;
    for (uint32_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        for (uint32_t seats = 2; seats <= 4; seats++) {
            double even = (seats - 1.0) / (seats * seats);
            struct train_score score;
            struct lessons l;

            lessons_of(ids[i], seats, 30, &l);
            train_measure(&l, &routes_net, 0, &score);
            if (score.all.net > 0.9 * even)
                fail_msg("%s %u: %.4f, even %.4f", ids[i], (unsigned)seats, score.all.net,
                         even);
            lessons_free(&l);
        }
    }
}

/* A position is judged at the start of a turn, not while the first tickets are being chosen; no
 * position of another family is. */
static void test_judged(void **unused)
{
    struct odds odds;
    struct state s;

    (void)unused;
    load_board("metro", &board);
    struct match m = match_of(&board, 2);
    m.rules->start(&m, &s);
    assert_false(odds_of(&m, &s, &odds));
    load_board("paris", &board);
    m = match_of(&board, 3);
    m.rules->start(&m, &s);
    assert_false(odds_of(&m, &s, &odds));
    while (s.routes.phase != PHASE_TURN)
        assert_true(m.rules->apply(&m, &s, m.rules->pick(&m, &s, 0)));
    assert_true(odds_of(&m, &s, &odds));
    assert_int_equal(odds.chance[0] + odds.chance[1] + odds.chance[2], ODDS_ONE);
    assert_true(odds.games >= 1 && odds.games <= NET_WORTH);
}

static void remember(void *context, uint32_t round, double surprise)
{
    double *list = context;

    list[round - 1] = surprise;
}

static void test_training(void **unused)
{
    double surprise[3] = {0};
    struct train_wish wish = {.rounds = 3, .seed = 5, .report = remember, .context = surprise};
    struct net one, two;
    struct lessons l;

    (void)unused;
    lessons_of("paris", 2, 80, &l);
    assert_true(train_run(&l, &wish, &one));
    assert_true(train_run(&l, &wish, &two));
    assert_memory_equal(&one, &two, sizeof one);
    assert_true(surprise[2] < surprise[0]);
    wish.seed = 6;
    wish.rounds = 1;
    assert_true(train_run(&l, &wish, &two));
    assert_memory_not_equal(&one, &two, sizeof one);
    lessons_free(&l);
}

int main(int argc, char **argv)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shipped),         cmocka_unit_test(test_whole_numbers),
        cmocka_unit_test(test_knows_something), cmocka_unit_test(test_judged),
        cmocka_unit_test(test_training),
    };

    root = argc > 1 ? argv[1] : ".";
    return cmocka_run_group_tests(tests, NULL, NULL);
}
