/*
 * What happened in a game of the routes family, in words: see words.h.
 */
#include "voice.h"

enum { PIECE_SIZE = 160 }; /* bytes of a piece of a sentence: two names and what joins them */

struct scene {
    const struct position *before;
    const struct routes_board *board;
    const struct routes_state *old, *new;
    uint32_t seat; /* who acts, or for whom chance does */
    bool own;      /* the viewer is that seat or sees everything */
    enum language language;
    struct text *out;
};

static void tell(const struct scene *x, const struct told *told)
{
    words_tell(x->before, x->seat, told, x->out);
}

static void say(const struct scene *x, const char *sentence, const struct said *values)
{
    if (x->out->length)
        text_char(x->out, ' ');
    words_put(x->out, x->language, sentence, values);
}

void words_route(const struct routes_board *b, uint32_t route, struct text *t)
{
    text_put(t, b->city_name[b->route[route].a]);
    text_put(t, "–");
    text_put(t, b->city_name[b->route[route].b]);
}

void words_payment(enum language l, const struct routes_board *b, struct payment paid,
                   struct text *t)
{
    struct said wilds = say_count(paid.wilds, b->wild_name), both[2];

    if (paid.coloured == 0) {
        words_put(t, l, "{0}", &wilds);
        return;
    }
    both[0] = say_cards(paid.coloured, b->colour_name[paid.colour]);
    both[1] = wilds;
    words_put(t, l, paid.wilds ? "{0} and {1}" : "{0}", both);
}

/* What an event pays. */
static void payment_words(const struct scene *x, event_t e, struct text *t)
{
    words_payment(x->language, x->board, routes_payment(x->before->match, x->old, e), t);
}

struct said say_board_card(const struct routes_board *b, uint32_t card)
{
    const char *name = card_name(b, card);

    return say_mark(card < b->colours ? say_card(name) : say_word(name), MARK_CARD, card);
}

static void claim_words(const struct scene *x, event_t e)
{
    const struct route *r = &x->board->route[event_arg(e)];
    char route[PIECE_SIZE], payment[PIECE_SIZE];
    struct text name = text_in(route, sizeof route), cards = text_in(payment, sizeof payment);
    struct told told = {
        .you = SAYS("You claim {1} for {2}, {3}."),
        .other = SAYS("{0} claims {1} for {2}, {3}."),
        .value = {say_text(route), say_text(payment), say_count(r->points, "point")},
    };

    words_route(x->board, event_arg(e), &name);
    payment_words(x, e, &cards);
    if (r->tunnel) {
        told.you = SAYS("You try the tunnel {1} for {2}.");
        told.other = SAYS("{0} tries the tunnel {1} for {2}.");
    } else if (event_keeps_flag(e)) {
        told.you = SAYS("You claim {1} for {2}, {3}, and keep a card for the flag.");
        told.other = SAYS("{0} claims {1} for {2}, {3}, and keeps a card for the flag.");
    }
    tell(x, &told);
}

static void station_words(const struct scene *x, event_t e)
{
    char payment[PIECE_SIZE];
    struct text cards = text_in(payment, sizeof payment);

    payment_words(x, e, &cards);
    tell(x, &(struct told){
                .you = SAYS("You build a station in {1} for {2}."),
                .other = SAYS("{0} builds a station in {1} for {2}."),
                .value = {say_text(x->board->city_name[event_arg(e)]), say_text(payment)},
            });
}

/* In a turn the number kept is public unless the board keeps counts secret; at set-up nobody
 * learns anything before all have chosen (C13, C18R). */
static void keep_words(const struct scene *x, event_t e)
{
    bool told = x->own || (x->old->phase == PHASE_KEEP && !x->board->secret_counts);

    if (told)
        tell(x, &(struct told){
                    .you = SAYS("You keep {1}."),
                    .other = SAYS("{0} keeps {1}."),
                    .value = {say_count(bits_count(event_arg(e)), "ticket")},
                });
    else
        tell(x, &(struct told){.you = "", .other = SAYS("{0} has chosen tickets.")});
}

static void tunnel_words(const struct scene *x, uint32_t turned)
{
    struct said values[2] = {say_board_card(x->board, turned), say_number(x->new->extra)};

    if (x->new->phase == PHASE_EXTRA)
        say(x, "Turned up for the tunnel: {0}; it asks for {1} more.", values);
    else if (x->new->phase != PHASE_TUNNEL)
        say(x, "Turned up for the tunnel: {0}; it asks for nothing more and is claimed.",
            values);
    else
        say(x, "Turned up for the tunnel: {0}.", values);
}

static void deal_words(const struct scene *x, uint32_t dealt)
{
    if (x->old->phase == PHASE_TUNNEL)
        tunnel_words(x, dealt);
    else if (x->old->phase == PHASE_CARD && x->own)
        tell(x, &(struct told){
                    .you = SAYS("You draw {1} from the deck."),
                    .other = SAYS("{0} draws {1} from the deck."),
                    .value = {say_board_card(x->board, dealt)},
                });
    else if (x->old->phase == PHASE_CARD)
        tell(x, &(struct told){.you = "", .other = SAYS("{0} draws a card from the deck.")});
}

static void extra_words(const struct scene *x, event_t e)
{
    char route[PIECE_SIZE], payment[PIECE_SIZE];
    struct text name = text_in(route, sizeof route), cards = text_in(payment, sizeof payment);

    words_route(x->board, event_arg(x->old->claim), &name);
    payment_words(x, e, &cards);
    tell(x, &(struct told){
                .you = SAYS("You pay {2} more and claim {1}."),
                .other = SAYS("{0} pays {2} more and claims {1}."),
                .value = {say_text(route), say_text(payment)},
            });
}

static void draw_words(const struct scene *x, event_t e)
{
    if (event_arg(e) >= MARKET_SIZE)
        return; /* said when the card is dealt */
    tell(x, &(struct told){
                .you = SAYS("You take {1} from the market."),
                .other = SAYS("{0} takes {1} from the market."),
                .value = {say_board_card(x->board, x->old->market[event_arg(e)])},
            });
}

static void offer_words(const struct scene *x, uint32_t ticket)
{
    const struct ticket *it = &x->board->ticket[ticket];

    if (x->own && x->old->phase == PHASE_TICKETS)
        tell(x, &(struct told){
                    .you = SAYS("You are offered {1}–{2} ({3})."),
                    .other = SAYS("{0} is offered {1}–{2} ({3})."),
                    .value = {say_text(x->board->city_name[it->a]),
                              say_text(x->board->city_name[it->b]), say_number(it->points)},
                });
}

static void event(const struct scene *x, event_t e)
{
    switch (event_kind(e)) {
    case EVENT_DRAW:
        draw_words(x, e);
        break;
    case EVENT_CLAIM:
        claim_words(x, e);
        break;
    case EVENT_TICKETS:
        tell(x, &(struct told){.you = SAYS("You draw tickets."),
                               .other = SAYS("{0} draws tickets.")});
        break;
    case EVENT_KEEP:
        keep_words(x, e);
        break;
    case EVENT_STATION:
        station_words(x, e);
        break;
    case EVENT_EXTRA:
        extra_words(x, e);
        break;
    case EVENT_DECLINE:
        tell(x, &(struct told){
                    .you = SAYS("You take the payment back: the tunnel is not claimed."),
                    .other = SAYS("{0} takes the payment back: the tunnel is not claimed."),
                });
        break;
    case EVENT_PASS:
        tell(x, &(struct told){.you = SAYS("You can do nothing and pass."),
                               .other = SAYS("{0} can do nothing and passes.")});
        break;
    case EVENT_DEAL:
        deal_words(x, event_arg(e));
        break;
    case EVENT_DEAL_TICKET:
        offer_words(x, event_arg(e));
        break;
    case EVENT_FIRST:
        words_tell(x->before, event_arg(e),
                   &(struct told){.you = SAYS("You begin."), .other = SAYS("{0} begins.")},
                   x->out);
        break;
    default:
        break;
    }
}

/* What follows from an event by itself. */
static void consequences(const struct scene *x)
{
    if (routes_swept(x->old, x->new))
        say(x, "Three market cards are wild: all five are discarded and dealt again.", 0);
    if (x->new->seat[x->seat].flags > x->old->seat[x->seat].flags) {
        text_char(x->out, ' ');
        tell(x, &(struct told){
                    .you = SAYS("You complete a flag: {1}."),
                    .other = SAYS("{0} completes a flag: {1}."),
                    .value = {say_count(x->board->flag_points, "point")},
                });
    }
    if (x->new->last_turns > x->old->last_turns)
        say(x, "Few pieces are left: everybody has one last turn.", 0);
    if (x->new->phase == PHASE_OVER)
        say(x, "The game is over.", 0);
}

void routes_words(const struct position *before, const struct position *after, event_t e,
                  struct text *t)
{
    const struct match *m = before->match;
    struct scene x = {
        .before = before,
        .board = &m->board->routes,
        .old = &before->view->seen.routes,
        .new = &after->view->seen.routes,
        .language = before->language,
        .out = t,
    };

    x.seat = x.old->turn < m->seats ? x.old->turn : 0;
    x.own = view_shows_hand(before->view, x.seat);
    event(&x, e);
    consequences(&x);
}

uint32_t routes_deciding(const struct position *p, const struct sheet *sheet,
                         struct deciding list[DECIDING_MAX])
{
    static const struct {
        const char *sentence, *you;
    } words[] = {
        [DECIDES_TICKETS] = {SAYS("{0} {1|has|have} completed more tickets ({2} to {3})"),
                             SAYS("you have completed more tickets ({2} to {3})")},
        [DECIDES_STATIONS] = {SAYS("{0} {1|has|have} more stations left ({2} to {3})"),
                              SAYS("you have more stations left ({2} to {3})")},
        [DECIDES_EXPRESS] = {SAYS("{0} {1|has|have} the longest path"),
                             SAYS("you have the longest path")},
    };

    for (uint32_t i = 0; i < DECIDERS; i++) {
        list[i].sentence = words[i].sentence;
        list[i].you = words[i].you;
        for (uint32_t seat = 0; seat < p->match->seats; seat++)
            list[i].value[seat] = routes_decides(&p->view->seen.routes, sheet, seat, i);
    }
    return DECIDERS;
}
