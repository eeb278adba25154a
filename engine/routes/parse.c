/*
 * Reading events of the routes family from text (doc/notation.md). Does not judge what is
 * legal. Reading is forgiving: names may lack accents and capitals, either end of a route may
 * come first, and a missing payment becomes the one with the fewest wild cards that the hand
 * allows.
 */
#include "../hidden.h"
#include "../scan.h"
#include "routes.h"

struct phrase {
    struct reader p;
    const struct match *m;
    const struct routes_board *b;
    const struct routes_state *s;
};

/* Reads a card; NO_CARD, and nothing is read, if there is none. */
static uint32_t read_card(struct phrase *r)
{
    for (uint32_t c = 0; c < r->b->colours; c++)
        if (read_is(&r->p, r->b->colour_name[c]))
            return c;
    return read_is(&r->p, r->b->wild_name) || read_is(&r->p, "wild") ? WILD : NO_CARD;
}

static event_t no_card(struct phrase *r)
{
    char cards[(COLOURS_MAX + 1) * (NAME_SIZE + 2)];
    struct text t = text_in(cards, sizeof cards);

    for (uint32_t c = 0; c < r->b->colours; c++) {
        text_put(&t, r->b->colour_name[c]);
        text_put(&t, ", ");
    }
    text_put(&t, r->b->wild_name);
    return PHRASE_WRONG(&r->p, "", "There is no such card here. The cards are {0}.",
                        say_piece(&t));
}

static bool read_city(struct phrase *r, uint32_t *city)
{
    size_t used = 0;

    *city = board_city(r->b, r->p.line + r->p.at, r->p.length - r->p.at, &used);
    if (*city < CITIES_MAX) {
        r->p.at += used;
        return true;
    }
    const char *word = r->p.line + r->p.at;
    size_t n = text_word(word, r->p.length - r->p.at);
    return PHRASE_WRONG(&r->p, "",
                        n ? SAYS("There is no {1} called \"{0}\" on this board.")
                          : SAYS("The name of a {1} is missing here."),
                        say_quote(word, n), say_word(r->b->place_name));
}

/* Two cities with a hyphen between them. */
static bool read_ends(struct phrase *r, uint32_t *a, uint32_t *z)
{
    if (!read_city(r, a))
        return false;
    read_blanks(&r->p);
    size_t used = text_spells(r->p.line + r->p.at, r->p.length - r->p.at, "-");
    if (used == 0)
        return PHRASE_WRONG(&r->p, "", "{0} are needed, with a hyphen between them.",
                            say_count(2, r->b->place_name));
    r->p.at += used;
    read_blanks(&r->p);
    return read_city(r, z);
}

/*
 * Reads a payment "2+1" (or "2") for a price. If it is missing, it becomes the one with the
 * fewest wild cards that the hand of the seat to act allows, but at least `icons`. Gives the
 * number of wild cards.
 */
static bool read_payment(struct phrase *r, uint32_t price, uint32_t colour, uint32_t icons,
                         const char *rule, uint32_t *wilds)
{
    uint32_t coloured = 0;
    size_t from = r->p.at;

    *wilds = 0;
    if (read_digits(&r->p, &coloured)) {
        if (r->p.at < r->p.length && r->p.line[r->p.at] == '+') {
            r->p.at++;
            if (!read_digits(&r->p, wilds))
                return phrase_refuse(&r->p, "",
                                     "The number of wild cards is missing after the +.");
        }
    } else {
        uint32_t held =
            colour < COLOURS_MAX ? pack_get(r->s->seat[r->s->turn].hand, colour) : 0;

        coloured = held < price - icons ? held : price - icons;
        *wilds = price - coloured;
    }
    if (coloured > 99 || *wilds > 99 || coloured + *wilds != price) {
        r->p.at = from;
        return PHRASE_WRONG(&r->p, rule, "The price is {0}, not {1}+{2}.",
                            say_count(price, "card"), say_number((int32_t)coloured),
                            say_number((int32_t)*wilds));
    }
    read_blanks(&r->p);
    return true;
}

static event_t wild_alone(struct phrase *r, const char *rule)
{
    return phrase_refuse(&r->p, rule,
                         "Say which colour the other cards have, as in \"red 2+1\";"
                         " wild cards alone are written as in \"wild 0+3\".");
}

/* The event of a payment. A payment in wild cards alone has the colour WILD. */
static event_t payment(enum event_kind kind, uint32_t arg, uint32_t colour, uint32_t price,
                       uint32_t wilds)
{
    return event_pay(kind, arg, wilds == price ? WILD : colour, wilds);
}

/* The route that is meant by two cities, perhaps a "#2", and a colour. Open routes are
 * preferred. */
static uint32_t read_route(struct phrase *r, uint32_t *colour)
{
    uint32_t a, z, number = 0;
    size_t from = r->p.at;

    if (!read_ends(r, &a, &z))
        return NO_ROUTE;
    if (r->p.at < r->p.length && r->p.line[r->p.at] == '#') {
        r->p.at++;
        if (!read_digits(&r->p, &number) || number < 1 || number > 2) {
            phrase_refuse(&r->p, "",
                          "After the # comes 1 or 2: which of the two parallel routes.");
            return NO_ROUTE;
        }
    }
    read_blanks(&r->p);
    *colour = read_card(r);
    uint32_t route = routes_named(r->b, a, z, NO_CARD, 0);
    if (route == NO_ROUTE) {
        r->p.at = from;
        PHRASE_WRONG(&r->p, "", "No route joins {0} and {1}.", say_text(r->b->city_name[a]),
                     say_text(r->b->city_name[z]));
        return NO_ROUTE;
    }
    uint32_t twin = r->b->route[route].twin;
    if (number == 2 && twin == NO_ROUTE) {
        r->p.at = from;
        PHRASE_WRONG(&r->p, "", "There is only one route between {0} and {1}.",
                     say_text(r->b->city_name[a]), say_text(r->b->city_name[z]));
        return NO_ROUTE;
    }
    if (number)
        return number == 1 ? route : twin;
    uint32_t open = routes_named(r->b, a, z, *colour, r->s->open);
    uint32_t any = routes_named(r->b, a, z, *colour, 0);
    return open != NO_ROUTE ? open : any != NO_ROUTE ? any : route;
}

static event_t parse_claim(struct phrase *r)
{
    uint32_t colour, wilds;
    uint32_t route = read_route(r, &colour);

    if (route == NO_ROUTE)
        return 0;
    const struct route *it = &r->b->route[route];
    if (colour == NO_CARD)
        colour = it->colour;
    if (colour == GREY)
        return phrase_refuse(&r->p, "C8",
                             "Say which colour pays for this grey route, as in \"red 2+0\".");
    if (!read_payment(r, it->cards, colour, it->icons, "C8", &wilds))
        return 0;
    if (colour == WILD && wilds < it->cards)
        return wild_alone(r, "C8");
    /* A colour that does not pay for the route stays in the event: the refusal is about it. */
    if (colour != WILD && it->colour != GREY && it->colour != colour)
        wilds = 0;
    event_t e = payment(EVENT_CLAIM, route, colour, it->cards, wilds);
    return read_is(&r->p, "flag") ? event_keeping_flag(e) : e;
}

static event_t parse_station(struct phrase *r)
{
    const struct routes_seat *seat = &r->s->seat[r->s->turn];
    uint32_t city, wilds;

    if (!(r->b->features & FEATURE_STATIONS))
        return phrase_refuse(&r->p, "C1", "There are no stations on this board.");
    if (!read_city(r, &city))
        return 0;
    if (seat->stations_left == 0)
        return phrase_refuse(&r->p, "E14", "You have no station left.");
    read_blanks(&r->p);
    uint32_t colour = read_card(r), price = routes_station_price(r->m, seat);
    if (colour == NO_CARD)
        return phrase_refuse(&r->p, "E14", "Say what pays for the station, as in \"red 1+0\".");
    if (!read_payment(r, price, colour, 0, "E14", &wilds))
        return 0;
    if (colour == WILD && wilds < price)
        return wild_alone(r, "E14");
    return payment(EVENT_STATION, city, colour, price, wilds);
}

static event_t parse_extra(struct phrase *r)
{
    uint32_t wilds, colour = event_colour(r->s->claim);

    if (r->s->phase != PHASE_EXTRA)
        return phrase_refuse(&r->p, r->b->features & FEATURE_TUNNELS ? "E7" : "C1",
                             "No tunnel is waiting for more cards.");
    if (!read_payment(r, r->s->extra, colour, 0, "E8", &wilds))
        return 0;
    return event_pay(EVENT_EXTRA, 0, 0, wilds);
}

static event_t parse_draw(struct phrase *r)
{
    uint32_t slot;

    if (read_is(&r->p, "deck"))
        return event_make(EVENT_DRAW, SLOT_DECK);
    if (read_digits(&r->p, &slot)) {
        read_blanks(&r->p);
        if (slot >= 1 && slot <= MARKET_SIZE)
            return event_make(EVENT_DRAW, slot - 1);
        return phrase_refuse(&r->p, "C2", "The face-up cards have the places 1 to 5.");
    }
    uint32_t card = read_card(r);
    if (card == NO_CARD)
        return phrase_refuse(&r->p, "C2",
                             "Draw what? A face-up card from 1 to 5, or the deck.");
    for (slot = 0; slot < MARKET_SIZE; slot++)
        if (r->s->market[slot] == card)
            return event_make(EVENT_DRAW, slot);
    return phrase_refuse(&r->p, "C2", "No such card lies face up.");
}

static event_t parse_keep(struct phrase *r)
{
    uint32_t mask = 0, number, offered = r->s->seat[r->s->turn].offered;

    if (offered == 0)
        return phrase_refuse(&r->p, "C12", "No tickets are on offer.");
    if (read_is(&r->p, "all"))
        return event_make(EVENT_KEEP, (1u << offered) - 1);
    while (r->p.at < r->p.length) {
        size_t from = r->p.at;

        if (!read_digits(&r->p, &number) || number < 1 || number > OFFER_MAX ||
            number > offered || bits_have(mask, number - 1)) {
            r->p.at = from;
            return PHRASE_WRONG(
                &r->p, "C12",
                "Name the tickets to keep by their numbers, each once, from 1 to {0}.",
                say_number((int32_t)offered));
        }
        mask |= 1u << (number - 1);
        read_blanks(&r->p);
    }
    return event_make(EVENT_KEEP, mask);
}

static event_t parse_ticket(struct phrase *r)
{
    uint32_t a, z;
    size_t from = r->p.at;

    if (!read_ends(r, &a, &z))
        return 0;
    read_blanks(&r->p);
    for (uint32_t i = 0; i < r->b->tickets; i++) {
        const struct ticket *t = &r->b->ticket[i];

        if ((t->a == a && t->b == z) || (t->a == z && t->b == a))
            return event_make(EVENT_DEAL_TICKET, i);
    }
    r->p.at = from;
    return phrase_refuse(&r->p, "", "There is no such ticket.");
}

static event_t parse_first(struct phrase *r)
{
    return read_first_seat(&r->p, r->m->seats, first_rule(r->b));
}

static event_t parse_deal(struct phrase *r)
{
    uint32_t card = read_card(r);

    return card == NO_CARD ? no_card(r) : event_make(EVENT_DEAL, card);
}

/* What follows the word of an event; nothing follows the others. */
static event_t (*const parsers[32])(struct phrase *r) = {
    [EVENT_DRAW] = parse_draw,          [EVENT_CLAIM] = parse_claim, [EVENT_KEEP] = parse_keep,
    [EVENT_STATION] = parse_station,    [EVENT_EXTRA] = parse_extra, [EVENT_DEAL] = parse_deal,
    [EVENT_DEAL_TICKET] = parse_ticket, [EVENT_FIRST] = parse_first,
};

event_t routes_parse(const struct match *m, const struct state *s, const char *text, size_t n,
                     struct complaint *why)
{
    const uint32_t bare = 1u << EVENT_TICKETS | 1u << EVENT_DECLINE | 1u << EVENT_PASS;
    const uint32_t may_hide = 1u << EVENT_DEAL | 1u << EVENT_DEAL_TICKET | 1u << EVENT_KEEP;
    struct phrase r = {{.line = text, .length = n, .code = CODE("event_syntax"), .why = why},
                       m,
                       board_of(m),
                       &s->routes};
    uint32_t kinds = bare;

    for (uint32_t kind = 0; kind < 32; kind++)
        kinds |= (uint32_t)(parsers[kind] != NULL) << kind;
    event_t e = hidden_parse(text, n, may_hide);
    if (e)
        return e;
    read_blanks(&r.p);
    enum event_kind kind = read_kind(&r.p, kinds);
    if (!kind)
        return phrase_refuse(
            &r.p, "",
            "This is not an event. Events begin with draw, claim, tickets, keep, station, pay, "
            "decline, pass; those of chance with deal, ticket, first.");
    return read_event_end(&r.p, parsers[kind] ? parsers[kind](&r) : event_make(kind, 0));
}
