/*
 * The routes family in the terminal (cli/family.h): whole positions, and its own commands at the
 * prompt.
 */
#include "../../svg/svg.h"
#include "routes.h"

#include <string.h>

static void position(struct screen *s, const struct position *p)
{
    show_market(s, p);
    show_tunnel(s, p);
    screen_line(s);
    show_seats(s, p);
    screen_line(s);
    for (uint32_t seat = 0; seat < p->match->seats; seat++) {
        show_seat(s, p, seat);
        screen_line(s);
        show_hand(s, p, seat);
        show_tickets(s, p, seat);
        show_offer(s, p, seat);
        show_network(s, p, seat);
        screen_line(s);
    }
}

/* Cards of the others that everybody has seen them take. */
static void show_known(struct screen *s, const struct position *p, uint32_t asked)
{
    for (uint32_t seat = 0; seat < p->match->seats; seat++) {
        const struct routes_seat *other = &p->view->seen.routes.seat[seat];

        if (seat == asked || !(other->known || other->known_wild))
            continue;
        screen_say(s, "   {0} has taken ", SAID(say_text(p->name[seat])));
        show_cards(s, &p->match->board->routes, other->known, other->known_wild);
        screen_line(s);
    }
}

/* In the middle of a turn, shows only what has changed. */
static void turn(struct screen *s, const struct position *p, uint32_t seat, bool again)
{
    uint32_t phase = p->view->seen.routes.phase;

    if (again && (phase == PHASE_SECOND || phase == PHASE_EXTRA || phase == PHASE_KEEP)) {
        show_market(s, p);
        show_hand(s, p, seat);
    } else {
        show_title(s, p);
        show_market(s, p);
        screen_line(s);
        show_seats(s, p);
        show_known(s, p, seat);
        screen_line(s);
        show_hand(s, p, seat);
        show_tickets(s, p, seat);
    }
    screen_line(s);
    show_question(s, p);
}

static bool has_part(const struct board *b, uint32_t part)
{
    return routes_has_part(&b->routes, part);
}

/* Parts that depend on tickets are secret, and so is the total. */
static bool knows_part(const struct position *p, uint32_t seat, uint32_t part)
{
    return (part != PART_TICKETS && part != PARTS_MAX) || view_shows_tickets(p->view, seat);
}

static void command_routes(struct screen *s, const struct position *p, uint32_t seat,
                           const char *rest)
{
    (void)seat;
    (void)rest;
    show_claims(s, p, true);
}

/* The city that somebody has typed, CITIES_MAX if none. False if there is no such city, after
 * saying so. */
static bool find_city(struct screen *s, const struct position *p, const char *rest,
                      uint32_t *city)
{
    size_t used = 0;

    *city = CITIES_MAX;
    if (!*rest)
        return true;
    *city = board_city(&p->match->board->routes, rest, strlen(rest), &used);
    if (*city != CITIES_MAX && used == strlen(rest))
        return true;
    screen_say(s, " There is no {1} \"{0}\". Type \"board\" to see all routes.",
               SAID(say_text(rest), say_word(p->match->board->routes.place_name)));
    screen_line(s);
    return false;
}

static void command_board_(struct screen *s, const struct position *p, uint32_t seat,
                           const char *rest)
{
    uint32_t city;

    (void)seat;
    if (!find_city(s, p, rest, &city))
        return;
    show_board(s, p, city);
    show_stations(s, p, city);
}

static const char *map(struct screen *s, const struct position *p, const struct board_art *art,
                       const char *rest)
{
    uint32_t city;

    return find_city(s, p, rest, &city) ? show_map(s, p, art, city) : NULL;
}

/* Words of moves, as people may type them. */
static const char *const move_words[][2] = {
    {"draw", SAYS("typed\4draw")},   {"deck", SAYS("typed\4deck")},
    {"claim", SAYS("typed\4claim")}, {"tickets", SAYS("typed\4tickets")},
    {"keep", SAYS("typed\4keep")},   {"station", SAYS("typed\4station")},
    {"pay", SAYS("typed\4pay")},     {"decline", SAYS("typed\4decline")},
    {"pass", SAYS("typed\4pass")},   {"flag", SAYS("typed\4flag")},
    {"wild", SAYS("typed\4wild")},
};

/* Is this a word for a card, in any of its forms? */
static bool calls_card(const struct routes_board *b, uint32_t card, const char *word, size_t n)
{
    static const char *const contexts[] = {"", "card\4", "cards\4", "typed\4"};
    const char *name = card == WILD ? b->wild_name : b->colour_word[card];
    char key[WORD_SIZE + 8];

    for (uint32_t i = 0; i < sizeof contexts / sizeof *contexts; i++) {
        struct text t = text_in(key, sizeof key);

        text_put(&t, contexts[i]);
        text_put(&t, name);
        if (cli_typed(key, word, n))
            return true;
    }
    struct text t = text_in(key, sizeof key);
    text_plural(&t, name);
    return cli_typed(key, word, n);
}

static const char *name_of(const struct board *board, const char *word, size_t n)
{
    const struct routes_board *b = &board->routes;

    for (uint32_t i = 0; i < sizeof move_words / sizeof *move_words; i++)
        if (cli_typed(move_words[i][1], word, n))
            return move_words[i][0];
    for (uint32_t i = 0; i <= b->colours; i++) {
        uint32_t card = i < b->colours ? i : (uint32_t)WILD;

        if (calls_card(b, card, word, n))
            return card_name(b, card);
    }
    return NULL;
}

static const struct face_command commands[] = {
    {"routes", command_routes},
    {"board", command_board_},
    {0},
};

const struct family_face routes_face = {
    .position = position,
    .turn = turn,
    .has_part = has_part,
    .knows_part = knows_part,
    .help_moves =
        "   draw 3                             take face-up card 3\n"
        "   draw deck                          take a card blind\n"
        "   claim Madrid-Pamplona black 2+1    claim a route: 2 black cards and 1 wild card\n"
        "   claim A-B red 1+0 flag             ... keeping a card for the flag (where there\n"
        "                                      is one)\n"
        "   claim A-B#2 red 2+0                the second of two routes that look the same\n"
        "   tickets                            draw tickets\n"
        "   keep 1 3                           keep tickets 1 and 3 of those on offer\n"
        "   station Wien red 2+0               build a station (where there are stations)\n"
        "   pay 1+0    decline                 what a tunnel asks for, or not\n"
        "   pass                               if nothing else is possible\n"
        " Accents and capitals don't matter.\n",
    .help_commands = "   map [PLACE]   the map, or a larger one of what is around a place\n"
                     "   routes        all routes you can claim now, with the payments\n"
                     "   board [PLACE] all routes and their owners, or those of one place\n",
    .command = commands,
    .map = map,
    .filter = "claim",
    .name_of = name_of,
    .window = &routes_window,
    .summary = routes_summary,
    .facts = routes_facts,
    .svg = routes_svg,
};
