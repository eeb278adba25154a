/*
 * Hints in words and as JSON: see hint.h.
 */
#include "hint.h"

#include "view_json.h"

static const struct {
    const char *key, *words;
} reasons[REASON_KINDS] = {
    [REASON_NONE] = {"", ""},
    [REASON_TICKET_DONE] = {"ticket_done", "completes your ticket {ticket} for {points|point}"},
    [REASON_LAST_WAY] = {"last_way",
                         "takes the last way into {city}; your ticket {ticket} needs it"},
    [REASON_WAY] = {"way", "is on the way of your ticket {ticket}; any other way is about "
                           "{turns|turn} longer"},
    [REASON_NETWORK] = {"network", "belongs to the shortest network for your tickets"},
    [REASON_ROUTE_POINTS] = {"route_points", "brings {points|point} for the route"},
    [REASON_CARD] = {"card", "{card} is what {route} still needs"},
    [REASON_GREY_CARD] = {"grey_card", "enough {card} would pay for {route}"},
    [REASON_WILD] = {"wild", "a {card} pays for any colour, also on {route}"},
    [REASON_SOME_CARD] = {"some_card", "nothing in the market is worth more than a blind card"},
    [REASON_COLLECT] = {"collect", "collects {card} for a long route"},
    [REASON_TICKETS_DRAW] = {"tickets_draw",
                             "your tickets are settled and about {turns|turn} are left"},
    [REASON_TICKETS_KEEP] = {"tickets_keep", "these tickets go together: {points|point} "
                                             "with about {turns|turn} of work"},
    [REASON_TICKETS_HARD] = {"tickets_hard", "the least to lose: not everything can be done"},
    [REASON_STATION_TICKET] = {"station_ticket", "a station in {city} completes your ticket "
                                                 "{ticket} for {points|point}"},
    [REASON_TUNNEL_PAID] = {"tunnel_paid", "{route} is worth what the tunnel asks"},
    [REASON_TUNNEL_DECLINED] = {"tunnel_declined", "the tunnel {route} is too dear now"},
    [REASON_LINE_CENTRE] = {"line_centre", "brings the line of station {station} into the "
                                           "centre for {points|point}"},
    [REASON_LINE_ENDS] = {"line_ends",
                          "completes the line of station {station} for {points|point}"},
    [REASON_LINE_GROWS] = {"line_grows",
                           "makes the line of station {station} {count|tile} long"},
    [REASON_LINE_CUT] = {"line_cut", "ends the line of station {station} of {seat} at "
                                     "{points|point}"},
    [REASON_NO_HARM] = {"no_harm", "leaves your own lines alone"},
    [REASON_LEAST_HARM] = {"least_harm", "costs least: the line of station {station} ends with "
                                         "{points|point}"},
    [REASON_NEW_TILE] = {"new_tile", "better tiles are to come than those in your hand"},
};

const char *hint_key(enum reason_kind kind)
{
    return reasons[kind].key;
}

const char *hint_template(enum reason_kind kind)
{
    return reasons[kind].words;
}

/* What is told, and to whom. */
struct telling {
    const struct match *m;
    const char *const *name;
    const struct reason *r;
};

static void put_pair(const struct routes_board *b, uint32_t one, uint32_t two, struct text *t)
{
    text_put(t, b->city_name[one]);
    text_char(t, '-');
    text_put(t, b->city_name[two]);
}

/* Writes the value of a name as text; false if it is a number, which then is in *number. */
static bool put_value(const struct telling *w, const char *name, size_t n, struct text *t,
                      int32_t *number)
{
    const struct routes_board *b = &w->m->board->routes;
    const struct reason *r = w->r;
    if (text_is(name, n, "ticket")) {
        put_pair(b, b->ticket[r->ticket].a, b->ticket[r->ticket].b, t);
    } else if (text_is(name, n, "route")) {
        put_pair(b, b->route[r->route].a, b->route[r->route].b, t);
    } else if (text_is(name, n, "city")) {
        text_put(t, b->city_name[r->city]);
    } else if (text_is(name, n, "card")) {
        text_put(t, card_name(b, r->card));
    } else if (text_is(name, n, "seat") && w->name && w->name[r->seat]) {
        text_put(t, w->name[r->seat]);
    } else {
        *number = text_is(name, n, "seat")      ? r->seat + 1
                  : text_is(name, n, "station") ? r->station + 1
                  : text_is(name, n, "points")  ? r->points
                  : text_is(name, n, "turns")   ? r->turns
                                                : r->count;
        return false;
    }
    return true;
}

/* A name in braces, "{points}", or with a word to be counted, "{points|point}". */
struct place {
    const char *name, *word;
    size_t name_n, word_n;
    const char *open, *end; /* the brace, and what follows the other one */
};

/* The next place of a template; false if there is none. */
static bool next_place(const char *words, struct place *p)
{
    *p = (struct place){.open = words};
    while (*p->open && *p->open != '{')
        p->open++;
    if (!*p->open)
        return false;
    p->name = p->open + 1;
    while (p->name[p->name_n] != '|' && p->name[p->name_n] != '}')
        p->name_n++;
    p->word = p->name + p->name_n + (p->name[p->name_n] == '|');
    while (p->word[p->word_n] != '}')
        p->word_n++;
    p->end = p->word + p->word_n + 1;
    return true;
}

void hint_words(const struct match *m, const char *const name[SEATS_MAX],
                const struct reason *r, struct text *t)
{
    const struct telling w = {m, name, r};
    const char *words = reasons[r->kind].words;
    struct place p;
    for (; next_place(words, &p); words = p.end) {
        int32_t number;
        text_some(t, words, (size_t)(p.open - words));
        if (put_value(&w, p.name, p.name_n, t, &number))
            continue;
        text_number(t, number);
        if (p.word_n) {
            text_char(t, ' ');
            text_some(t, p.word, p.word_n);
            text_put(t, number == 1 ? "" : "s");
        }
    }
    text_put(t, words);
}

/* The values that the template names. */
static void values_json(struct json *j, const struct telling *w)
{
    const char *words = reasons[w->r->kind].words;
    struct place p;
    for (; next_place(words, &p); words = p.end) {
        char value[2 * NAME_SIZE + 2], key[16];
        struct text t = text_in(value, sizeof value), k = text_in(key, sizeof key);
        int32_t number;
        text_some(&k, p.name, p.name_n);
        if (put_value(w, p.name, p.name_n, &t, &number))
            json_text(j, key, value);
        else
            json_number(j, key, number);
    }
}

void hint_json(struct json *j, const char *key, const struct match *m, const struct view *v,
               const char *const name[SEATS_MAX], const struct candidate *c)
{
    const struct telling w = {m, name, &c->reason};
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
        hint_words(m, name, &c->reason, &t);
        json_text(j, "words", line);
        values_json(j, &w);
        json_end(j);
    }
    json_end(j);
}
