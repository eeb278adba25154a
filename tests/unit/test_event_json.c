/*
 * Events as JSON: each legal event of random games is one object with its number
 * and kind, and no two are the same.
 */
#include "../../boards/boards.h"
#include "../../protocol/event_json.h"
#include "../../protocol/json_read.h"
#include "../../table/dealer.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>

#include <cmocka.h>

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Without their numbers, all events must still be different texts, so that a client can tell
 * them apart. */
static void all_differ(const struct json_value *list, uint32_t count)
{
    struct json_items items = json_items(list);
    struct json_value event, number, kind;
    char **texts = calloc(count + 1, sizeof *texts);
    uint32_t n = 0;

    assert_non_null(texts);
    while (json_next(&items, NULL, &event)) {
        int64_t value;

        assert_true(json_member(&event, "event", &number));
        assert_true(json_read_number(&number, &value) && value > 0);
        assert_true(json_member(&event, "kind", &kind));
        assert_true(n < count);
        texts[n] = calloc(1, event.size + 1);
        assert_non_null(texts[n]);
        memcpy(texts[n++], kind.at, (size_t)(event.at + event.size - kind.at));
    }
    assert_int_equal(n, count);
    qsort(texts, n, sizeof *texts, by_text);
    for (uint32_t i = 1; i < n; i++)
        if (strcmp(texts[i - 1], texts[i]) == 0)
            fail_msg("two events look the same: %s", texts[i]);
    for (uint32_t i = 0; i < n; i++)
        free(texts[i]);
    free(texts);
}

static void look(const struct match *m, const struct state *s)
{
    static char text[1 << 20];
    uint32_t seat = m->rules->actor(m, s);
    struct json j = json_in(text, sizeof text);
    struct json_value list;
    struct complaint why;
    struct view v;

    m->rules->view(m, s, seat, &v);
    legal_json(&j, NULL, m, &v);
    assert_true(json_done(&j));
    assert_true(json_read_open(text, j.length, &list, &why));
    all_differ(&list, m->rules->count(m, s));
}

static void legal_events_differ_as_json(void **state)
{
    (void)state;
    for (uint32_t i = 0; embedded_boards[i].id; i++) {
        static struct board board;
        struct complaint why;
        struct match m;
        struct state s;
        struct rng rng;
        event_t e;

        assert_true(
            board_parse(embedded_boards[i].text, embedded_boards[i].size, &board, NULL, &why));
        m = match_of(&board, board.seats_max);
        rng_seed(&rng, i, 0);
        m.rules->start(&m, &s);
        while ((e = m.rules->choose(&m, &s, (uint32_t)rng_next(&rng))) != 0) {
            if (m.rules->actor(&m, &s) < m.seats)
                look(&m, &s);
            assert_true(m.rules->apply(&m, &s, e));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(legal_events_differ_as_json),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
