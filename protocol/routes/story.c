/*
 * The story of a game of the routes family, a line for each turn: see story.h. families.h
 * describes the two functions at the end.
 */
#include "../../engine/bits.h"
#include "../../engine/routes/queries.h"
#include "voice.h"

/* A turn, and facts about it that are often needed. */
struct scene {
    const struct turn *turn;
    const struct routes_board *board;
    const struct routes_state *began, *before, *now;
    uint32_t seat; /* whose turn it is */
    bool own;      /* the viewer is that seat or sees everything */
    struct story *out;
};

/* The seat whose turn it is. */
static struct said who(const struct scene *x)
{
    return story_seat(x->turn->now, x->seat);
}

static void about(const struct scene *x, const char *you, const char *other,
                  const struct said *values)
{
    story_about(x->out, x->turn->now, you, other, values);
}

static void say(const struct scene *x, const char *sentence, const struct said *values)
{
    story_say(x->out, x->turn->now, sentence, values);
}

static event_t last_event(const struct scene *x)
{
    return x->turn->event[x->turn->events - 1];
}

/* ---- pieces of sentences ---- */

static struct said say_city(const struct scene *x, uint32_t city)
{
    return say_mark(say_text(x->board->city_name[city]), MARK_CITY, city);
}

/* "Madrid–Pamplona". */
static struct saying route(const struct scene *x, uint32_t number)
{
    const struct route *r = &x->board->route[number];

    return (struct saying){
        "{0}–{1}",
        {say_text(x->board->city_name[r->a]), say_text(x->board->city_name[r->b])},
    };
}

/* "3 black and 1 locomotive". */
static struct saying payment(const struct scene *x, struct payment paid)
{
    const struct routes_board *b = x->board;
    struct said wilds = say_mark(say_count(paid.wilds, b->wild_name), MARK_CARD, WILD), cards;

    if (paid.coloured == 0 || paid.colour >= b->colours)
        return (struct saying){"{0}", {wilds}};
    cards =
        say_mark(say_cards(paid.coloured, b->colour_word[paid.colour]), MARK_CARD, paid.colour);
    return (struct saying){paid.wilds ? SAYS("{0} and {1}") : "{0}", {cards, wilds}};
}

/* ---- drawing cards ---- */

/* A card that was drawn: NO_CARD if the viewer may not know it. */
struct drawn {
    uint32_t card;
    bool deck;
};

/* The cards of a turn so far, one or two. The line is made at the draw itself, or when a card
 * of the deck is dealt, so the second card of the market was still there just before. */
static uint32_t cards_drawn(const struct scene *x, struct drawn drawn[2])
{
    const event_t *event = x->turn->event;
    uint32_t n = 0;

    for (uint32_t i = 0; i < x->turn->events && n < 2; i++) {
        uint32_t slot = event_arg(event[i]);

        if (event_kind(event[i]) != EVENT_DRAW)
            continue;
        if (slot < MARKET_SIZE)
            drawn[n] = (struct drawn){(n ? x->before : x->began)->market[slot], false};
        else if (i + 1 < x->turn->events)
            drawn[n] =
                (struct drawn){x->own ? event_arg(event[i + 1]) : (uint32_t)NO_CARD, true};
        else
            continue; /* not dealt yet */
        n++;
    }
    return n;
}

/* "red", "red from the deck", "a card from the deck". */
static struct saying one_card(const struct scene *x, struct drawn d)
{
    if (d.card == NO_CARD)
        return (struct saying){SAYS("a card from the deck"), {{0}}};
    return (struct saying){d.deck ? SAYS("{0} from the deck") : "{0}",
                           {say_board_card(x->board, d.card)}};
}

/* "two red cards", "two red cards from the deck", "2 locomotives from the deck". */
static struct saying two_alike(const struct scene *x, const struct drawn d[2])
{
    struct said alike = say_board_card(x->board, d[0].card);

    if (d[0].card == WILD)
        return (struct saying){SAYS("{0} from the deck"),
                               {say_mark(say_count(2, x->board->wild_name), MARK_CARD, WILD)}};
    alike.number = 2;
    if (d[0].deck && d[1].deck)
        return (struct saying){SAYS("two {0} cards from the deck"), {alike}};
    return (struct saying){d[0].deck || d[1].deck
                               ? SAYS("two {0} cards, one of them from the deck")
                               : SAYS("two {0} cards"),
                           {alike}};
}

static struct saying two_cards(const struct scene *x, const struct drawn d[2],
                               const struct saying one[2])
{
    const char *known =
        d[0].deck ? SAYS("{0} and {1} from the deck") : SAYS("{0}, and {1} from the deck");

    if (d[0].deck && d[1].deck && (d[0].card == NO_CARD || d[1].card == NO_CARD))
        return (struct saying){SAYS("two cards from the deck"), {{0}}};
    if (d[0].card == d[1].card && d[0].card != NO_CARD)
        return two_alike(x, d);
    if (d[1].deck && d[1].card != NO_CARD)
        return (struct saying){
            known, {say_board_card(x->board, d[0].card), say_board_card(x->board, d[1].card)}};
    return (struct saying){SAYS("{0} and {1}"), {say_saying(&one[0]), say_saying(&one[1])}};
}

static void draw_story(const struct scene *x)
{
    struct drawn drawn[2];
    uint32_t n = cards_drawn(x, drawn);
    struct saying one[2] = {{0}}, both;

    if (n == 0)
        return; /* the line comes when the card is dealt */
    for (uint32_t i = 0; i < n; i++)
        one[i] = one_card(x, drawn[i]);
    both = n == 2 ? two_cards(x, drawn, one) : one[0];
    about(x, SAYS("You take {1}."), SAYS("{0} takes {1}."), SAID(who(x), say_saying(&both)));
}

/* ---- claiming routes ---- */

/* "Turned up: red, blue, locomotive." */
static void put_turned(const struct scene *x)
{
    struct said card[4] = {{0}};
    struct saying list = {"{0}", {{0}}};
    uint32_t n = 0;

    for (uint32_t i = 1; i < x->turn->events && n < 3; i++)
        if (event_kind(x->turn->event[i]) == EVENT_DEAL)
            card[n++] = say_board_card(x->board, event_arg(x->turn->event[i]));
    if (n == 0)
        return;
    list.sentence = n == 3 ? "{0}, {1}, {2}" : n == 2 ? "{0}, {1}" : "{0}";
    for (uint32_t i = 0; i < n; i++)
        list.value[i] = card[i];
    say(x, "Turned up: {0}.", SAID(say_saying(&list)));
}

/* The result of a tunnel, or how far it has been tried: who, which, and for what. */
static void tunnel_story(const struct scene *x, const struct said values[3])
{
    event_t last = last_event(x);

    if (event_kind(last) == EVENT_DECLINE) {
        about(x, SAYS("You don’t claim the tunnel {1}: it asks for {2} more."),
              SAYS("{0} does not claim the tunnel {1}: it asks for {2} more."),
              SAID(values[0], values[1], say_number(x->before->extra)));
        put_turned(x);
    } else if (event_kind(last) == EVENT_EXTRA) {
        struct saying more = payment(x, routes_payment(x->turn->now->match, x->before, last));

        about(x, SAYS("You claim {1}, a tunnel, for {2}, and {3} more."),
              SAYS("{0} claims {1}, a tunnel, for {2}, and {3} more."),
              SAID(values[0], values[1], values[2], say_saying(&more)));
    } else if (x->now->phase == PHASE_TUNNEL || x->now->phase == PHASE_EXTRA) {
        about(x, SAYS("You try the tunnel {1} for {2}."),
              SAYS("{0} tries the tunnel {1} for {2}."), values);
        put_turned(x);
    } else {
        about(x, SAYS("You claim {1}, a tunnel, for {2}; it asks for nothing more."),
              SAYS("{0} claims {1}, a tunnel, for {2}; it asks for nothing more."), values);
    }
}

static void claim_story(const struct scene *x)
{
    event_t e = x->turn->event[0];
    uint32_t number = event_arg(e);
    struct saying where = route(x, number),
                  paid = payment(x, routes_payment(x->turn->now->match, x->began, e));
    const struct said values[] = {who(x), say_mark(say_saying(&where), MARK_ROUTE, number),
                                  say_saying(&paid)};

    if (x->board->route[number].tunnel)
        tunnel_story(x, values);
    else if (event_keeps_flag(e))
        about(x, SAYS("You claim {1} for {2}, and keep a card for the flag."),
              SAYS("{0} claims {1} for {2}, and keeps a card for the flag."), values);
    else
        about(x, SAYS("You claim {1} for {2}."), SAYS("{0} claims {1} for {2}."), values);
}

/* The answer to a tunnel by itself, where each choice has a line. */
static void answer_story(const struct scene *x)
{
    event_t e = x->turn->event[0];
    uint32_t number = event_arg(x->began->claim);
    struct saying where = route(x, number), more;

    if (event_kind(e) == EVENT_DECLINE) {
        about(x, SAYS("You take the payment back: the tunnel is not claimed."),
              SAYS("{0} takes the payment back: the tunnel is not claimed."), SAID(who(x)));
        return;
    }
    more = payment(x, routes_payment(x->turn->now->match, x->began, e));
    about(x, SAYS("You pay {2} more and claim {1}."), SAYS("{0} pays {2} more and claims {1}."),
          SAID(who(x), say_mark(say_saying(&where), MARK_ROUTE, number), say_saying(&more)));
}

/* ---- stations and tickets ---- */

static void station_story(const struct scene *x)
{
    event_t e = x->turn->event[0];
    struct saying paid = payment(x, routes_payment(x->turn->now->match, x->began, e));

    about(x, SAYS("You build a station in {1} for {2}."),
          SAYS("{0} builds a station in {1} for {2}."),
          SAID(who(x), say_city(x, event_arg(e)), say_saying(&paid)));
}

/* "Roma–Wien (8)". */
static struct saying ticket(const struct scene *x, uint32_t number)
{
    const struct ticket *it = &x->board->ticket[number];

    return (struct saying){"{0}–{1} ({2})",
                           {say_city(x, it->a), say_city(x, it->b), say_number(it->points)}};
}

/* The tickets to choose from, for viewers who may know them. */
static void put_offer(const struct scene *x)
{
    struct saying offered[OFFER_MAX], list[OFFER_MAX]; /* the first ticket, and the rest */
    uint32_t n = 0;

    for (uint32_t i = 1; i < x->turn->events && n < OFFER_MAX; i++)
        if (event_kind(x->turn->event[i]) == EVENT_DEAL_TICKET)
            offered[n++] = ticket(x, event_arg(x->turn->event[i]));
    for (uint32_t i = n; i-- > 0;) {
        list[i] = (struct saying){"{0}", {say_saying(&offered[i])}};
        if (i + 1 < n)
            list[i] = (struct saying){"{0}, {1}",
                                      {say_saying(&offered[i]), say_saying(&list[i + 1])}};
    }
    if (n && x->own)
        say(x, "On offer: {0}.", SAID(say_saying(&list[0])));
}

/* In a turn the number kept is public unless the board keeps counts secret; at set-up nobody
 * learns anything before all have chosen (C13, C18R). */
static void keep_story(const struct scene *x)
{
    event_t e = last_event(x);
    uint32_t count = event_is_hidden(e) ? event_arg(e) : bits_count(event_arg(e));
    bool shown = x->own || (x->before->phase == PHASE_KEEP && !x->board->secret_counts);

    if (x->turn->events == 1 && shown)
        about(x, SAYS("You keep {1}."), SAYS("{0} keeps {1}."),
              SAID(who(x), say_count(count, "ticket")));
    else if (x->turn->events == 1)
        about(x, "", SAYS("{0} has chosen tickets."), SAID(who(x)));
    else if (event_kind(e) == EVENT_KEEP && shown)
        about(x, SAYS("You draw tickets and keep {1}."),
              SAYS("{0} draws tickets and keeps {1}."),
              SAID(who(x), say_number((int32_t)count)));
    else {
        about(x, SAYS("You draw tickets."), SAYS("{0} draws tickets."), SAID(who(x)));
        put_offer(x);
    }
}

/* ---- the turn ---- */

/* Chosen by its first event. */
static void turn_story(const struct scene *x)
{
    switch (event_kind(x->turn->event[0])) {
    case EVENT_DRAW:
        draw_story(x);
        break;
    case EVENT_CLAIM:
        claim_story(x);
        break;
    case EVENT_EXTRA:
    case EVENT_DECLINE:
        answer_story(x);
        break;
    case EVENT_STATION:
        station_story(x);
        break;
    case EVENT_KEEP:
    case EVENT_TICKETS:
        keep_story(x);
        break;
    case EVENT_PASS:
        about(x, SAYS("You can do nothing and pass."), SAYS("{0} can do nothing and passes."),
              SAID(who(x)));
        break;
    default:
        break;
    }
}

/* Adds what has followed since a position: a complete flag, the last round, the end. */
static void consequences(const struct scene *x, const struct routes_state *since)
{
    const struct routes_seat *was = &since->seat[x->seat], *is = &x->now->seat[x->seat];

    if (is->flags > was->flags)
        about(x, SAYS("You complete a flag: {1}."), SAYS("{0} completes a flag: {1}."),
              SAID(who(x), say_count(x->board->flag_points, "point")));
    if (x->now->last_turns > since->last_turns)
        say(x, "Few pieces are left: everybody has one last turn.", 0);
    if (x->now->phase == PHASE_OVER)
        say(x, "The game is over.", 0);
}

/* An event of chance that leaves the line of the turn as it is: set-up, tickets, the market. */
static void chance_story(const struct scene *x)
{
    uint32_t first = event_arg(last_event(x));

    x->out->kind = STORY_GAME;
    if (event_kind(last_event(x)) == EVENT_FIRST) {
        x->out->seat = (uint8_t)first;
        about(x, SAYS("You begin."), SAYS("{0} begins."),
              SAID(story_seat(x->turn->now, first)));
    }
    if (routes_swept(x->before, x->now))
        say(x, "Three of the face-up cards are wild: all five are discarded and dealt again.",
            0);
    consequences(x, x->before);
}

/* Is the last event of chance part of the line of the turn? */
static bool is_of_turn(const struct scene *x)
{
    return x->before->phase == PHASE_CARD || x->before->phase == PHASE_TUNNEL ||
           (x->before->phase == PHASE_TICKETS && x->own &&
            event_kind(x->turn->event[0]) == EVENT_TICKETS);
}

void routes_story(const struct turn *turn, struct story *out)
{
    struct scene x = {
        .turn = turn,
        .board = &turn->now->match->board->routes,
        .began = &turn->began->seen.routes,
        .before = &turn->before->seen.routes,
        .now = &turn->now->view->seen.routes,
        .out = out,
    };

    x.seat = x.began->turn < turn->now->match->seats ? x.began->turn : 0;
    x.own = view_shows_hand(turn->before, x.seat);
    if (event_is_chance(last_event(&x)) && !is_of_turn(&x)) {
        chance_story(&x);
    } else {
        out->kind = x.before->phase == PHASE_CHOOSE ? STORY_GAME : STORY_TURN;
        out->seat = (uint8_t)x.seat;
        turn_story(&x);
        if (out->words.length)
            consequences(&x, x.began);
    }
    if (!out->words.length)
        out->kind = STORY_NONE;
}

void routes_mark_json(struct json *j, const struct board *board, const struct mark *mark)
{
    const struct routes_board *b = &board->routes;

    if (mark->kind == MARK_CARD)
        json_text(j, "card", card_name(b, mark->of));
    else if (mark->kind == MARK_CITY)
        json_text(j, "city", b->city_name[mark->of]);
    else if (mark->kind == MARK_ROUTE)
        json_number(j, "route", mark->of);
}
