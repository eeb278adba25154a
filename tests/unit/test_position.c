/*
 * Things in the JSON of a position that have to be worked out: which cards of a tunnel ask for
 * more, and whether a station could save a ticket.
 */
#include "../../engine/bits.h"
#include "../../engine/routes/queries.h"
#include "../../protocol/view_json.h"
#include "../support/boards.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static struct board europe;

static const char *json_of(const struct match *m, const struct state *s, uint32_t viewer)
{
    static char buffer[1 << 18];
    struct json j = json_in(buffer, sizeof buffer);
    struct view v;
    struct position p = {m, &v, {"Ana", "Luis"}, 0, 0, ENGLISH, true};

    m->rules->view(m, s, viewer, &v);
    view_json(&j, &p);
    return buffer;
}

static uint32_t colour(const char *name)
{
    for (uint32_t i = 0; i < europe.routes.colours; i++)
        if (strcmp(europe.routes.colour_name[i], name) == 0)
            return i;
    fail();
    return 0;
}

/* E7, E9: cards of the paid colour and wild cards ask for more; after a payment of wild cards,
 * only wild cards. */
static void test_tunnel(void **unused)
{
    struct match m = match_of(&europe, 2);
    struct state s;
    uint32_t red = colour("red");

    (void)unused;
    m.rules->start(&m, &s);
    s.routes.phase = PHASE_EXTRA;
    s.routes.turned_count = 3;
    s.routes.turned[0] = (uint8_t)red;
    s.routes.turned[1] = (uint8_t)colour("blue");
    s.routes.turned[2] = WILD;
    s.routes.claim = event_pay(EVENT_CLAIM, 0, red, 0);
    assert_non_null(strstr(json_of(&m, &s, 1), "\"asks\":[true,false,true]"));
    s.routes.claim = event_pay(EVENT_CLAIM, 0, WILD, 2);
    assert_non_null(strstr(json_of(&m, &s, 1), "\"asks\":[false,false,true]"));
}

/* Everything at one end of a ticket is somebody else's: a station there can save it as long as
 * there is one to build, and somewhere to build it. */
static void test_station(void **unused)
{
    const struct routes_board *b = &europe.routes;
    struct match m = match_of(&europe, 2);
    struct state s;
    uint32_t ticket = bits_first(b->long_tickets), end = b->ticket[ticket].a;

    (void)unused;
    m.rules->start(&m, &s);
    s.routes.seat[0].tickets = bit(ticket);
    assert_null(strstr(json_of(&m, &s, 0), "\"station\":"));
    for (uint32_t p = 0; p < b->planes; p++) {
        s.routes.open[p] &= ~b->touching[end][p];
        s.routes.seat[1].owned[p] = b->touching[end][p];
    }
    assert_non_null(strstr(json_of(&m, &s, 0), "\"state\":\"cut off\",\"station\":true"));
    assert_null(strstr(json_of(&m, &s, 1), "\"station\":")); /* not theirs to know */
    s.routes.free_cities = bit(b->ticket[ticket].b);
    assert_non_null(strstr(json_of(&m, &s, 0), "\"station\":false"));
    s.routes.seat[0].stations = bit(end);
    s.routes.seat[0].stations_left = 0;
    assert_non_null(strstr(json_of(&m, &s, 0), "\"station\":true"));
    s.routes.seat[0].stations = 0;
    assert_non_null(strstr(json_of(&m, &s, 0), "\"station\":false"));
}

static int read_board(void **unused)
{
    (void)unused;
    load_board("europe", &europe);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tunnel),
        cmocka_unit_test(test_station),
    };

    return cmocka_run_group_tests_name("position", tests, read_board, NULL);
}
