/*
 * Hints in words and as JSON: see hint.h.
 */
#include "hint.h"

#include "words.h"

static const struct {
    const char *key, *words;
} reasons[REASON_KINDS] = {
    [REASON_NONE] = {"", ""},
    [REASON_TICKET_DONE] = {"ticket_done", SAYS("completes your ticket {0} for {6}")},
    [REASON_LAST_WAY] = {"last_way",
                         SAYS("takes the last way into {2}; your ticket {0} needs it")},
    [REASON_WAY] = {"way", SAYS("is on the way of your ticket {0}; any other way is about "
                                "{7} longer")},
    [REASON_NETWORK] = {"network", SAYS("belongs to the shortest network for your tickets")},
    [REASON_ROUTE_POINTS] = {"route_points", SAYS("brings {6} for the route")},
    [REASON_CARD] = {"card", SAYS("{3} is what {1} still needs")},
    [REASON_GREY_CARD] = {"grey_card", SAYS("enough {3} would pay for {1}")},
    [REASON_WILD] = {"wild", SAYS("a {3} pays for any colour, also on {1}")},
    [REASON_SOME_CARD] = {"some_card",
                          SAYS("nothing in the market is worth more than a blind card")},
    [REASON_COLLECT] = {"collect", SAYS("collects {3} for a long route")},
    [REASON_TICKETS_DRAW] = {"tickets_draw",
                             SAYS("your tickets are settled and about {7} are left")},
    [REASON_TICKETS_KEEP] = {"tickets_keep", SAYS("these tickets go together: {6} "
                                                  "with about {7} of work")},
    [REASON_TICKETS_HARD] = {"tickets_hard",
                             SAYS("the least to lose: not everything can be done")},
    [REASON_STATION_TICKET] = {"station_ticket", SAYS("a station in {2} completes your ticket "
                                                      "{0} for {6}")},
    [REASON_TUNNEL_PAID] = {"tunnel_paid", SAYS("{1} is worth what the tunnel asks")},
    [REASON_TUNNEL_DECLINED] = {"tunnel_declined", SAYS("the tunnel {1} is too dear now")},
    [REASON_LINE_CENTRE] = {"line_centre", SAYS("brings the line of station {5} into the "
                                                "centre for {6}")},
    [REASON_LINE_ENDS] = {"line_ends", SAYS("completes the line of station {5} for {6}")},
    [REASON_LINE_GROWS] = {"line_grows", SAYS("makes the line of station {5} {8} long")},
    [REASON_LINE_CUT] = {"line_cut", SAYS("ends the line of station {5} of {4} at "
                                          "{6}")},
    [REASON_NO_HARM] = {"no_harm", SAYS("leaves your own lines alone")},
    [REASON_LEAST_HARM] = {"least_harm", SAYS("costs least: the line of station {5} ends with "
                                              "{6}")},
    [REASON_NEW_TILE] = {"new_tile", SAYS("better tiles are to come than those in your hand")},
};

const char *hint_key(enum reason_kind kind)
{
    return reasons[kind].key;
}

/* The places of the sentences: {0} is a ticket, {6} a number of points. */
enum { TICKET, ROUTE, CITY, CARD, SEAT, STATION, POINTS, TURNS, COUNT, PLACES };

static const char *const place_names[PLACES] = {"ticket",  "route",  "city",  "card", "seat",
                                                "station", "points", "turns", "count"};

struct places {
    struct said value[PLACES];
    char ticket[2 * NAME_SIZE + 2], route[2 * NAME_SIZE + 2], card[CARD_KEY];
};

static void put_pair(const struct routes_board *b, uint32_t one, uint32_t two, char *at)
{
    struct text t = text_in(at, 2 * NAME_SIZE + 2);
    text_put(&t, b->city_name[one]);
    text_char(&t, '-');
    text_put(&t, b->city_name[two]);
}

/* Fills in what a reason tells; what its kind does not need stays a number. */
static void fill(const struct match *m, const char *const name[SEATS_MAX],
                 const struct reason *r, struct places *p)
{
    *p = (struct places){0};
    p->value[SEAT] = say_number(r->seat + 1);
    if (name && r->seat < SEATS_MAX && name[r->seat])
        p->value[SEAT] = say_text(name[r->seat]);
    p->value[STATION] = say_number(r->station + 1);
    p->value[POINTS] = say_count((uint32_t)r->points, "point");
    p->value[TURNS] = say_count(r->turns, "turn");
    p->value[COUNT] = say_count(r->count, "tile");
    if (m->board->family != FAMILY_ROUTES)
        return;
    const struct routes_board *b = &m->board->routes;
    if (r->ticket < b->tickets)
        put_pair(b, b->ticket[r->ticket].a, b->ticket[r->ticket].b, p->ticket);
    if (r->route < ROUTES_MAX)
        put_pair(b, b->route[r->route].a, b->route[r->route].b, p->route);
    p->value[TICKET] = say_text(p->ticket);
    p->value[ROUTE] = say_text(p->route);
    p->value[CITY] = say_text(r->city < b->cities ? b->city_name[r->city] : "");
    p->value[CARD] = say_card(b, r->card, p->card);
}

void hint_words(enum language l, const struct match *m, const char *const name[SEATS_MAX],
                const struct reason *r, struct text *t)
{
    struct places p;
    fill(m, name, r, &p);
    words_put(t, l, reasons[r->kind].words, p.value);
}

/* The values that the sentence has places for. */
static void values_json(struct json *j, const struct match *m,
                        const char *const name[SEATS_MAX], const struct reason *r)
{
    struct places p;
    fill(m, name, r, &p);
    for (const char *s = reasons[r->kind].words; *s; s++) {
        if (*s != '{')
            continue;
        uint32_t place = (uint32_t)(s[1] - '0');
        const struct said *v = &p.value[place];
        if (v->kind == SAID_TEXT || v->kind == SAID_WORD)
            json_text(j, place_names[place], words_in(ENGLISH, v->text));
        else
            json_number(j, place_names[place], v->number);
    }
}

void hint_json(struct json *j, const char *key, const struct match *m, const struct view *v,
               const char *const name[SEATS_MAX], const struct candidate *c)
{
    char line[256];
    struct text t = text_in(line, sizeof line);
    json_object(j, key);
    m->rules->format(m, &v->seen, c->event, &t);
    json_text(j, "event", line);
    if (c->chance == CHANCE_UNKNOWN)
        json_null(j, "win_chance");
    else
        json_thousandths(j, "win_chance", c->chance);
    json_number(j, "visits", c->visits);
    if (c->reason.kind == REASON_NONE) {
        json_null(j, "reason");
    } else {
        json_object(j, "reason");
        json_text(j, "key", hint_key(c->reason.kind));
        t = text_in(line, sizeof line);
        hint_words(ENGLISH, m, name, &c->reason, &t);
        json_text(j, "words", line);
        values_json(j, m, name, &c->reason);
        json_end(j);
    }
    json_end(j);
}
