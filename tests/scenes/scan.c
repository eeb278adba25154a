/*
 * Readers for the words of the scene language: numbers, seats, cards, cities, routes, tickets.
 * It does not know statements and assertions.
 */
#include "scene.h"

#include <stdio.h>
#include <string.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static size_t left(const struct reader *r)
{
    return (size_t)(r->end - r->at);
}

void skip_blanks(struct reader *r)
{
    while (r->at < r->end && is_blank(*r->at))
        r->at++;
}

bool at_end(struct reader *r)
{
    skip_blanks(r);
    return r->at == r->end;
}

/* The next word without taking it: letters up to a blank, a comma or a semicolon. */
static struct reader peek(const struct reader *r)
{
    struct reader word = *r;

    skip_blanks(&word);
    const char *end = word.at;
    while (end < word.end && !is_blank(*end) && !strchr(",;|:", *end))
        end++;
    word.end = end;
    return word;
}

struct reader next_word(struct reader *r)
{
    struct reader word = peek(r);

    r->at = word.end;
    return word;
}

bool take(struct reader *r, const char *word)
{
    struct reader next = peek(r);

    if (!text_is(next.at, left(&next), word))
        return false;
    r->at = next.end;
    return true;
}

bool take_mark(struct reader *r, char mark)
{
    skip_blanks(r);
    if (r->at == r->end || *r->at != mark)
        return false;
    r->at++;
    return true;
}

bool take_number(struct reader *r, int32_t *n)
{
    struct reader word = peek(r);
    bool minus = word.at < word.end && *word.at == '-';

    if (minus)
        word.at++;
    uint32_t value = 0;
    size_t digits = text_digits(word.at, left(&word), &value);
    if (!digits || word.at + digits != word.end)
        return false;
    *n = minus ? -(int32_t)value : (int32_t)value;
    r->at = word.end;
    return true;
}

struct reader until(struct reader *r, char mark)
{
    struct reader part = *r;
    const char *found = memchr(r->at, mark, left(r));

    part.end = found ? found : r->end;
    r->at = found ? found + 1 : r->end;
    skip_blanks(&part);
    while (part.end > part.at && is_blank(part.end[-1]))
        part.end--;
    return part;
}

uint32_t pile_size(struct pile p)
{
    return pack_sum(p.pack) + p.wild;
}

uint32_t pile_get(struct pile p, uint32_t card)
{
    return card == WILD ? p.wild : pack_get(p.pack, card);
}

void pile_add(struct pile *p, uint32_t card, uint32_t n)
{
    if (card == WILD)
        p->wild += n;
    else
        p->pack += pack_some(card, n);
}

static bool unknown(struct scene *scene, const struct reader *r, const char *what)
{
    struct reader word = peek(r);

    return fault(scene, "expected %s, found \"%.*s\"", what, (int)left(&word), word.at);
}

bool scan_number(struct scene *scene, struct reader *r, int32_t *n)
{
    return take_number(r, n) || unknown(scene, r, "a number");
}

bool scan_seat(struct scene *scene, const struct match *m, struct reader *r, uint32_t *seat)
{
    int32_t n;
    struct reader before = *r;

    if (!take_number(r, &n) || n < 1 || n > m->seats) {
        *r = before;
        return unknown(scene, r, "a seat");
    }
    *seat = (uint32_t)n - 1;
    return true;
}

static bool spelt(struct reader word, const char *name)
{
    return word.at < word.end && text_spells(word.at, left(&word), name) == left(&word);
}

/* The card that the word names; NO_CARD if none. */
static uint32_t card_named(const struct routes_board *b, struct reader word)
{
    if (spelt(word, "wild") || spelt(word, b->wild_name))
        return WILD;
    for (uint32_t c = 0; c < b->colours; c++)
        if (spelt(word, b->colour_name[c]))
            return c;
    return NO_CARD;
}

bool scan_card(struct scene *scene, const struct match *m, struct reader *r, uint32_t *card)
{
    *card = card_named(&m->board->routes, peek(r));
    if (*card == NO_CARD)
        return unknown(scene, r, "a card of this board");
    next_word(r);
    return true;
}

bool scan_pile(struct scene *scene, const struct match *m, struct reader *r, struct pile *p)
{
    *p = (struct pile){0};
    if (take(r, "none"))
        return scan_end(scene, r);
    do {
        uint32_t card;
        int32_t n = 1;

        if (!scan_card(scene, m, r, &card))
            return false;
        if (take_number(r, &n) && (n < 0 || n > 100))
            return fault(scene, "there are not %d cards of a colour", n);
        pile_add(p, card, (uint32_t)n);
    } while (!at_end(r));
    return true;
}

bool scan_city(struct scene *scene, const struct match *m, struct reader *r, uint32_t *city)
{
    size_t used;

    skip_blanks(r);
    *city = board_city(&m->board->routes, r->at, left(r), &used);
    if (*city == CITIES_MAX)
        return unknown(scene, r, "a city");
    r->at += used;
    return true;
}

static bool scan_pair(struct scene *scene, const struct match *m, struct reader *r,
                      uint32_t city[2])
{
    static const char *const dash[] = {"-", "–", "—"};

    if (!scan_city(scene, m, r, &city[0]))
        return false;
    skip_blanks(r);
    for (size_t i = 0; i < sizeof dash / sizeof *dash; i++) {
        size_t n = strlen(dash[i]);

        if (left(r) >= n && !memcmp(r->at, dash[i], n)) {
            r->at += n;
            return scan_city(scene, m, r, &city[1]);
        }
    }
    return unknown(scene, r, "a hyphen between two cities");
}

static bool joins(uint32_t a, uint32_t b, const uint32_t city[2])
{
    return (a == city[0] && b == city[1]) || (a == city[1] && b == city[0]);
}

/* "A-B", "A-B white" or "A-B#2": colour and number choose among the routes that join A and B. */
bool scan_route(struct scene *scene, const struct match *m, struct reader *r, uint32_t *route)
{
    const struct routes_board *b = &m->board->routes;
    uint32_t city[2], colour, found = 0, first_colour = NO_CARD;
    int32_t number = 0;
    struct reader start = *r;

    skip_blanks(&start);
    if (!scan_pair(scene, m, r, city))
        return false;
    if (take_mark(r, '#') && !scan_number(scene, r, &number))
        return false;
    if (spelt(peek(r), "grey"))
        colour = GREY;
    else
        colour = card_named(b, peek(r));
    if (colour != NO_CARD)
        next_word(r);
    bool mixed = false;
    for (uint32_t i = 0; i < b->routes; i++) {
        const struct route *e = &b->route[b->route_at[i]];

        if (!joins(e->a, e->b, city) || (colour != NO_CARD && e->colour != colour))
            continue;
        if (!found++)
            first_colour = e->colour;
        mixed |= e->colour != first_colour;
        if (found == (number ? (uint32_t)number : 1))
            *route = b->route_at[i];
    }
    if (found < (number ? (uint32_t)number : 1))
        return fault(scene, "no such route: \"%.*s\"", (int)(r->at - start.at), start.at);
    if (mixed && !number)
        return fault(scene, "say which of the two routes: give its colour");
    return true;
}

bool scan_ticket(struct scene *scene, const struct match *m, struct reader *r, uint32_t *ticket)
{
    const struct routes_board *b = &m->board->routes;
    uint32_t city[2];
    struct reader start = *r;

    skip_blanks(&start);
    if (!scan_pair(scene, m, r, city))
        return false;
    for (uint32_t t = 0; t < b->tickets; t++)
        if (joins(b->ticket[t].a, b->ticket[t].b, city)) {
            *ticket = t;
            return true;
        }
    return fault(scene, "no such ticket: \"%.*s\"", (int)(r->at - start.at), start.at);
}

/* "A-B, C-D" or "none". */
bool scan_tickets(struct scene *scene, const struct match *m, struct reader *r, uint64_t *set)
{
    *set = 0;
    if (take(r, "none"))
        return true;
    do {
        uint32_t ticket;

        if (!scan_ticket(scene, m, r, &ticket))
            return false;
        *set |= bit(ticket);
    } while (take_mark(r, ','));
    return true;
}

bool scan_end(struct scene *scene, struct reader *r)
{
    if (at_end(r))
        return true;
    return fault(scene, "this was not expected: \"%.*s\"", (int)left(r), r->at);
}
