/*
 * The tables of a board of the routes family: the numbers of the routes, which routes a payment
 * or a number of pieces is enough for, and finding a city by its name. board_read.c reads the
 * board file.
 */
#include "../board.h"
#include "../text.h"

static void set_bit(uint64_t *planes, uint32_t n)
{
    planes[n / 64] |= bit(n % 64);
}

/* Gives every route its number; see struct routes_board. False if they don't fit. */
static bool number_routes(struct routes_board *b, const struct route *list, uint32_t n)
{
    uint32_t of_colour[COLOURS_MAX] = {0}, grey = 0, most = 0;

    for (uint32_t i = 0; i < n; i++) {
        if (list[i].colour == GREY)
            grey++;
        else if (++of_colour[list[i].colour] > most)
            most = of_colour[list[i].colour];
    }
    uint32_t coloured_planes = (most + 7) / 8, planes = coloured_planes + (grey + 63) / 64;
    if (planes > PLANES_MAX)
        return false;
    b->coloured_planes = (uint8_t)coloured_planes;
    b->planes = (uint8_t)(planes ? planes : 1);

    uint32_t next[COLOURS_MAX] = {0}, next_grey = 64 * coloured_planes;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t c = list[i].colour, number;

        if (c == GREY) {
            number = next_grey++;
        } else {
            number = 64 * (next[c] / 8) + 8 * c + next[c] % 8;
            next[c]++;
        }
        b->route_at[i] = (uint8_t)number;
    }
    return true;
}

/* Enters one route into the tables: the payments and numbers of pieces that are enough for it,
 * and its cities. */
static void tabulate(struct routes_board *b, uint32_t number)
{
    const struct route *r = &b->route[number];

    if (r->cards > b->price_max)
        b->price_max = r->cards;
    if (r->length > b->longest[r->kind])
        b->longest[r->kind] = r->length;
    for (uint32_t j = 0; j <= r->cards; j++) {
        uint32_t wilds = (uint32_t)r->cards - j;

        for (uint32_t w = wilds; wilds >= r->icons && w <= PRICE_MAX; w++)
            set_bit(b->payable[w][j], number);
    }
    for (uint32_t pieces = r->length; pieces <= SPACES_MAX; pieces++)
        set_bit(b->within[r->kind][pieces], number);
    set_bit(b->touching[r->a], number);
    set_bit(b->touching[r->b], number);
}

/* The words for colours on this board, in the context of its kind of cards. */
static void name_words(struct routes_board *b)
{
    if (!b->place_name[0])
        __builtin_memcpy(b->place_name, "city", sizeof "city");
    for (uint32_t c = 0; c < b->colours; c++) {
        struct text t = text_in(b->colour_word[c], WORD_SIZE);

        text_put(&t, b->card_kind);
        text_put(&t, b->card_kind[0] ? "\4" : "");
        text_put(&t, b->colour_name[c]);
    }
}

bool routes_board_finish(struct routes_board *b, const struct route *list, uint32_t n)
{
    if (n > ROUTES_MAX || !number_routes(b, list, n))
        return false;
    b->routes = (uint8_t)n;
    b->price_max = b->longest[0] = b->longest[1] = 0;
    __builtin_memset(b->route, 0, sizeof b->route);
    __builtin_memset(b->payable, 0, sizeof b->payable);
    __builtin_memset(b->within, 0, sizeof b->within);
    __builtin_memset(b->touching, 0, sizeof b->touching);
    for (uint32_t i = 0; i < ROUTES_MAX; i++)
        b->route[i].twin = NO_ROUTE;
    for (uint32_t i = 0; i < n; i++) {
        struct route *r = &b->route[b->route_at[i]];

        *r = list[i];
        if (r->twin != NO_ROUTE)
            r->twin = b->route_at[r->twin];
        tabulate(b, b->route_at[i]);
    }
    b->regular_tickets = b->long_tickets = 0;
    for (uint32_t i = 0; i < b->tickets; i++)
        *(b->ticket[i].is_long ? &b->long_tickets : &b->regular_tickets) |= bit(i);
    name_words(b);
    return true;
}

/* May a name end before this text? Not in the middle of a word. */
static bool name_may_end(const char *s, size_t n)
{
    if (n == 0)
        return true;
    unsigned char c = (unsigned char)s[0];
    if (c < 0x80)
        return !((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'));
    return text_spells(s, n, "-") || text_spells(s, n, " ");
}

uint32_t board_city(const struct routes_board *b, const char *s, size_t n, size_t *used)
{
    uint32_t best = CITIES_MAX;

    *used = 0;
    for (uint32_t c = 0; c < b->cities; c++) {
        size_t name = text_spells(s, n, b->city_name[c]);
        size_t alias = text_spells(s, n, b->city_alias[c]);

        if (name > *used && name_may_end(s + name, n - name)) {
            *used = name;
            best = c;
        }
        if (alias > *used && name_may_end(s + alias, n - alias)) {
            *used = alias;
            best = c;
        }
    }
    return best;
}
