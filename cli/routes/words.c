/*
 * What happened, in words: see routes.h. Everything is read off the two views, so nothing can be
 * said that the viewer does not know; the arguments of a secret event are looked at only when the
 * view shows them.
 */
#include "routes.h"

struct scene {
    const struct position *before;
    const struct routes_board *board;
    const struct routes_state *old, *new;
    uint32_t seat; /* who acts, or for whom chance does */
    bool own;      /* the viewer is that seat or sees everything */
    struct text *out;
};

/* "You draw", "Ana draws". */
static void who(const struct scene *x, const char *you_do, const char *does)
{
    if (x->before->view->seat == x->seat) {
        text_put(x->out, "You ");
        text_put(x->out, you_do);
    } else {
        text_put(x->out, x->before->name[x->seat]);
        text_char(x->out, ' ');
        text_put(x->out, does);
    }
}

void words_route(const struct routes_board *b, uint32_t route, struct text *t)
{
    text_put(t, b->city_name[b->route[route].a]);
    text_put(t, "–");
    text_put(t, b->city_name[b->route[route].b]);
}

static void words_ticket(const struct routes_board *b, uint32_t ticket, struct text *t)
{
    text_put(t, b->city_name[b->ticket[ticket].a]);
    text_put(t, "–");
    text_put(t, b->city_name[b->ticket[ticket].b]);
    text_put(t, " (");
    text_number(t, b->ticket[ticket].points);
    text_put(t, ")");
}

void words_payment(const struct routes_board *b, uint32_t colour, uint32_t coloured,
                   uint32_t wilds, struct text *t)
{
    if (coloured) {
        text_number(t, coloured);
        text_char(t, ' ');
        text_put(t, card_name(b, colour));
    }
    if (coloured && wilds)
        text_put(t, " and ");
    if (wilds) {
        text_number(t, wilds);
        text_char(t, ' ');
        text_put(t, b->wild_name);
    }
}

static void claim_words(const struct scene *x, event_t e)
{
    const struct route *r = &x->board->route[event_arg(e)];

    if (r->tunnel)
        who(x, "try the tunnel ", "tries the tunnel ");
    else
        who(x, "claim ", "claims ");
    words_route(x->board, event_arg(e), x->out);
    text_put(x->out, " for ");
    words_payment(x->board, event_colour(e), r->cards - event_wilds(e), event_wilds(e), x->out);
    if (!r->tunnel) {
        text_put(x->out, ", ");
        text_count(x->out, r->points, "point");
    }
    if (event_keeps_flag(e)) {
        text_put(x->out, ", and ");
        text_put(x->out, x->before->view->seat == x->seat ? "keep" : "keeps");
        text_put(x->out, " a card for the flag");
    }
    text_char(x->out, '.');
}

static void station_words(const struct scene *x, event_t e)
{
    uint32_t price = x->board->stations - x->old->seat[x->seat].stations_left + 1u;

    who(x, "build a station in ", "builds a station in ");
    text_put(x->out, x->board->city_name[event_arg(e)]);
    text_put(x->out, " for ");
    words_payment(x->board, event_colour(e), price - event_wilds(e), event_wilds(e), x->out);
    text_char(x->out, '.');
}

/* In a turn the number kept is public unless the board keeps counts secret; at set-up nobody
 * learns anything before all have chosen (C13, C18R). */
static void keep_words(const struct scene *x, event_t e)
{
    if (x->own) {
        who(x, "keep ", "keeps ");
        text_count(x->out, bits_count(event_arg(e)), "ticket");
    } else if (x->old->phase == PHASE_KEEP && !x->board->secret_counts) {
        who(x, "", "keeps ");
        text_count(x->out, bits_count(event_arg(e)), "ticket");
    } else {
        who(x, "", "has chosen tickets");
    }
    text_char(x->out, '.');
}

static void tunnel_words(const struct scene *x, uint32_t card)
{
    text_put(x->out, "Turned up for the tunnel: ");
    text_put(x->out, card_name(x->board, card));
    if (x->new->phase == PHASE_EXTRA) {
        text_put(x->out, "; it asks for ");
        text_number(x->out, x->new->extra);
        text_put(x->out, " more");
    } else if (x->new->phase != PHASE_TUNNEL) {
        text_put(x->out, "; it asks for nothing more and is claimed");
    }
    text_char(x->out, '.');
}

static void deal_words(const struct scene *x, uint32_t card)
{
    if (x->old->phase == PHASE_TUNNEL) {
        tunnel_words(x, card);
    } else if (x->old->phase == PHASE_CARD) {
        who(x, "draw ", "draws ");
        text_put(x->out, x->own ? card_name(x->board, card) : "a card");
        text_put(x->out, " from the deck.");
    }
}

static void extra_words(const struct scene *x, event_t e)
{
    uint32_t wilds = event_wilds(e);

    who(x, "pay ", "pays ");
    words_payment(x->board, event_colour(x->old->claim), x->old->extra - wilds, wilds, x->out);
    text_put(x->out, " more and claim");
    text_put(x->out, x->before->view->seat == x->seat ? " " : "s ");
    words_route(x->board, event_arg(x->old->claim), x->out);
    text_char(x->out, '.');
}

static void draw_words(const struct scene *x, event_t e)
{
    if (event_arg(e) >= MARKET_SIZE)
        return; /* said when the card is dealt */
    who(x, "take ", "takes ");
    text_put(x->out, card_name(x->board, x->old->market[event_arg(e)]));
    text_put(x->out, " from the market.");
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
        who(x, "draw tickets.", "draws tickets.");
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
        who(x, "take the payment back", "takes the payment back");
        text_put(x->out, ": the tunnel is not claimed.");
        break;
    case EVENT_PASS:
        who(x, "can do nothing and pass.", "can do nothing and passes.");
        break;
    case EVENT_DEAL:
        deal_words(x, event_arg(e));
        break;
    case EVENT_DEAL_TICKET:
        if (x->own && x->old->phase == PHASE_TICKETS) {
            who(x, "are offered ", "is offered ");
            words_ticket(x->board, event_arg(e), x->out);
            text_char(x->out, '.');
        }
        break;
    case EVENT_FIRST:
        text_put(x->out, x->before->name[event_arg(e)]);
        text_put(x->out, " begins.");
        break;
    default:
        break;
    }
}

static void sentence(struct text *t, const char *words)
{
    if (t->length)
        text_char(t, ' ');
    text_put(t, words);
}

/* What follows from an event by itself. */
static void consequences(const struct scene *x)
{
    bool empty = true;

    for (uint32_t i = 0; i < MARKET_SIZE; i++)
        empty = empty && x->new->market[i] == NO_CARD;
    if (empty && x->new->phase == PHASE_MARKET && x->old->phase != PHASE_HANDS)
        sentence(x->out,
                 "Three market cards are wild: all five are discarded and dealt again.");
    if (x->new->seat[x->seat].flags > x->old->seat[x->seat].flags) {
        sentence(x->out, "");
        who(x, "complete a flag: ", "completes a flag: ");
        text_count(x->out, x->board->flag_points, "point");
        text_char(x->out, '.');
    }
    if (x->new->last_turns > x->old->last_turns)
        sentence(x->out, "Few pieces are left: everybody has one last turn.");
    if (x->new->phase == PHASE_OVER)
        sentence(x->out, "The game is over.");
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
        .out = t,
    };

    x.seat = x.old->turn < m->seats ? x.old->turn : 0;
    x.own = view_shows_hand(before->view, x.seat);
    event(&x, e);
    consequences(&x);
}
