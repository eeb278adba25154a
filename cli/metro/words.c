/*
 * What happened, and how lines stand, in words: see metro.h. Everything is read off views; the
 * arguments of a secret event are looked at only when the view shows them.
 */
#include "metro.h"

void words_line(const struct metro_board *b, const struct metro_line *line, struct text *t)
{
    if (line->end == LINE_RUNS) {
        text_put(t, "waits at ");
        text_put(t, square_name(b, line->way / 4u).text);
    } else if (line->end == LINE_IN_CENTRE) {
        text_put(t, "ends in the centre");
    } else {
        text_put(t, "ends at station ");
        text_number(t, line->station + 1);
    }
}

/* "line 29", with its owner unless that is the seat. */
static void which_line(const struct position *p, uint32_t station, uint32_t seat,
                       struct text *t)
{
    uint32_t owner = p->match->board->metro.owner[p->match->seats][station];

    text_put(t, "line ");
    text_number(t, station + 1);
    if (owner >= p->match->seats) {
        text_put(t, " (nobody's)");
    } else if (owner != seat) {
        text_put(t, owner == p->view->seat ? " (yours" : " (");
        text_put(t, owner == p->view->seat ? "" : p->name[owner]);
        text_put(t, ")");
    }
}

void words_change(const struct position *p, uint32_t station, const struct metro_line *old,
                  const struct metro_line *new, struct text *t)
{
    which_line(p, station, NOBODY, t);
    if (new->end == LINE_RUNS) {
        text_put(t, " grows from ");
        text_number(t, old->length);
        text_put(t, " to ");
        text_count(t, new->length, "tile");
        text_put(t, " and ");
        words_line(&p->match->board->metro, new, t);
    } else {
        text_char(t, ' ');
        words_line(&p->match->board->metro, new, t);
        text_put(t, " after ");
        text_count(t, new->length, "tile");
        text_put(t, ": ");
        text_count(t, new->points, "point");
    }
}

/* "You draw", "Ana draws". */
static void who(const struct position *p, uint32_t seat, const char *you_do, const char *does,
                struct text *t)
{
    if (p->view->seat == seat) {
        text_put(t, "You ");
        text_put(t, you_do);
    } else {
        text_put(t, p->name[seat]);
        text_char(t, ' ');
        text_put(t, does);
    }
}

/* "Ana places aacb on c4; line 29 ends at station 29: 3 points." */
static void place_words(const struct position *before, const struct position *after, event_t e,
                        struct text *t)
{
    const struct match *m = before->match;
    const struct metro_board *b = &m->board->metro;
    uint32_t seat = before->view->seen.metro.turn;

    who(before, seat, "place ", "places ", t);
    text_put(t, tile_kinds[event_tile(e)].code);
    text_put(t, " on ");
    text_put(t, square_name(b, event_arg(e)).text);
    if (event_turns(e)) {
        text_put(t, ", turned ");
        text_count(t, event_turns(e), "time");
    }
    for (uint32_t i = 0; i < b->stations; i++) {
        struct metro_line line = metro_follow(m, &after->view->seen.metro, i, NULL);

        if (line.end == LINE_RUNS || (before->view->seen.metro.complete >> i & 1))
            continue;
        text_put(t, "; ");
        which_line(before, i, seat, t);
        text_char(t, ' ');
        words_line(b, &line, t);
        if (b->owner[m->seats][i] < m->seats) {
            text_put(t, ": ");
            text_count(t, line.points, "point");
        }
    }
    text_char(t, '.');
}

static void deal_words(const struct position *before, uint32_t kind, struct text *t)
{
    const struct metro_state *old = &before->view->seen.metro;
    bool own = view_shows_hand(before->view, old->turn);

    if (old->phase == METRO_REDRAW) {
        who(before, old->turn, "draw another tile", "draws another tile", t);
        text_put(t, own ? ", " : "");
        text_put(t, own ? tile_kinds[kind].code : "");
        text_char(t, '.');
    } else if (old->phase == METRO_FILL && own) {
        who(before, old->turn, "take ", "takes ", t);
        text_put(t, tile_kinds[kind].code);
        text_char(t, '.');
    }
}

void metro_words(const struct position *before, const struct position *after, event_t e,
                 struct text *t)
{
    switch (event_kind(e)) {
    case EVENT_PLACE:
        place_words(before, after, e, t);
        break;
    case EVENT_DEAL_TILE:
        deal_words(before, event_arg(e), t);
        break;
    case EVENT_FIRST:
        text_put(t, before->name[event_arg(e)]);
        text_put(t, " begins.");
        break;
    default:
        break; /* drawing another tile is told when it is dealt */
    }
    if (after->view->seen.metro.phase == METRO_OVER)
        text_put(t, " The game is over.");
}
