/*
 * Hints in route games: see hint.h.
 */
#include "voice.h"

const struct hint_sentence routes_reasons[REASON_KINDS] = {
    [REASON_TICKET_DONE] = {"ticket_done", SAYS("completes your ticket {0} for {6}")},
    [REASON_LAST_WAY] = {"last_way",
                         SAYS("takes the last way into {2}; your ticket {0} needs it")},
    [REASON_WAY] = {"way", SAYS("is on the way of your ticket {0}; any other way is about "
                                "{7} longer")},
    [REASON_NETWORK] = {"network", SAYS("belongs to the shortest network for your tickets")},
    [REASON_ENDS] = {"ends", SAYS("begins the last round")},
    [REASON_BLOCK] = {"block", SAYS("somebody else seems to need {1}")},
    [REASON_LONGEST] = {"longest", SAYS("makes your path longer; the longest brings {6}")},
    [REASON_ROUTE_POINTS] = {"route_points", SAYS("brings {6} for the route")},
    [REASON_CARD] = {"card", SAYS("{3} is what {1} still needs")},
    [REASON_GREY_CARD] = {"grey_card", SAYS("enough {3} would pay for {1}")},
    [REASON_WILD] = {"wild", SAYS("a {3} pays for any colour, also on {1}")},
    [REASON_SOME_CARD] = {"some_card",
                          SAYS("no card that lies face up is worth more than a blind one")},
    [REASON_WAIT] = {"wait", SAYS("wait with {1}: nobody seems to need it yet")},
    [REASON_NOT_END] = {"not_end", SAYS("claiming {1} would end a game that you seem to lose")},
    [REASON_COLLECT] = {"collect", SAYS("collects {3} for a long route")},
    [REASON_TICKETS_DRAW] = {"tickets_draw",
                             SAYS("your tickets are settled and about {7} {7|is|are} left")},
    [REASON_TICKETS_KEEP] = {"tickets_keep", SAYS("{6} for about {7} of work")},
    [REASON_TICKETS_HARD] = {"tickets_hard",
                             SAYS("the least to lose: not everything can be done")},
    [REASON_STATION_TICKET] = {"station_ticket", SAYS("a station in {2} completes your ticket "
                                                      "{0} for {6}")},
    [REASON_TUNNEL_PAID] = {"tunnel_paid", SAYS("{1} is worth what the tunnel asks")},
    [REASON_TUNNEL_DECLINED] = {"tunnel_declined", SAYS("the tunnel {1} is too dear now")},
};

static void put_pair(const struct routes_board *b, uint32_t one, uint32_t two,
                     char at[HINT_TEXT])
{
    struct text t = text_in(at, HINT_TEXT);

    text_put(&t, b->city_name[one]);
    text_put(&t, "–");
    text_put(&t, b->city_name[two]);
}

void routes_reason_values(const struct match *m, const char *const name[SEATS_MAX],
                          const struct reason *r, struct hint_values *out)
{
    const struct routes_board *b = &m->board->routes;

    char(*text)[HINT_TEXT] = out->text;

    (void)name;
    if (r->ticket < b->tickets)
        put_pair(b, b->ticket[r->ticket].a, b->ticket[r->ticket].b, text[HINT_TICKET]);
    if (r->route < ROUTES_MAX)
        put_pair(b, b->route[r->route].a, b->route[r->route].b, text[HINT_ROUTE]);
    out->value[HINT_TICKET] = say_text(text[HINT_TICKET]);
    out->value[HINT_ROUTE] = say_text(text[HINT_ROUTE]);
    out->value[HINT_CITY] = say_text(r->city < b->cities ? b->city_name[r->city] : "");
    out->value[HINT_CARD] = say_board_card(b, r->card);
    out->value[HINT_POINTS] = say_count((uint32_t)r->points, "point");
    out->value[HINT_TURNS] = say_count(r->turns, "turn");
}
