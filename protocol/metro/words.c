/*
 * What happened in a game of the metro family, and how lines stand, in words: see words.h.
 */
#include "voice.h"

enum { PIECE_SIZE = 160 }; /* bytes of a piece of a sentence */

void words_square(const struct metro_board *b, uint32_t square, struct text *t)
{
    text_char(t, (char)('a' + square % 8));
    text_number(t, b->height - square / 8);
}

void words_line(enum language l, const struct metro_board *b, const struct metro_line *line,
                struct text *t)
{
    char square[8];
    struct text name = text_in(square, sizeof square);
    struct said value = say_number(line->station + 1);

    if (line->end == LINE_RUNS) {
        words_square(b, line->way / 4u, &name);
        value = say_text(square);
        words_put(t, l, "waits at {0}", &value);
    } else if (line->end == LINE_IN_CENTRE) {
        words_put(t, l, "ends in the centre", 0);
    } else {
        words_put(t, l, "ends at station {0}", &value);
    }
}

void words_which_line(const struct position *p, uint32_t station, uint32_t seat, struct text *t)
{
    uint32_t owner = metro_owner(p->match, station);
    struct said values[2] = {say_number((int32_t)station + 1)};
    const char *sentence = SAYS("line {0}");

    if (owner >= p->match->seats) {
        sentence = SAYS("line {0} (nobody's)");
    } else if (owner != seat && owner == p->view->seat) {
        sentence = SAYS("line {0} (yours)");
    } else if (owner != seat) {
        sentence = SAYS("line {0} ({1})");
        values[1] = say_mark(say_text(p->name[owner]), MARK_SEAT, owner);
    }
    words_put(t, p->language, sentence, values);
}

void words_change(const struct position *p, uint32_t station, const struct metro_line *old,
                  const struct metro_line *new, struct text *t)
{
    char which[PIECE_SIZE], stands[PIECE_SIZE];
    struct text line = text_in(which, sizeof which), end = text_in(stands, sizeof stands);

    words_which_line(p, station, NOBODY, &line);
    words_line(p->language, &p->match->board->metro, new, &end);
    if (new->end == LINE_RUNS)
        words_put(t, p->language, "{0} grows from {1} to {2} and {3}",
                  (const struct said[]){say_text(which), say_number(old->length),
                                        say_count(new->length, "tile"), say_text(stands)});
    else
        words_put(t, p->language, "{0} {1} after {2}: {3}",
                  (const struct said[]){say_text(which), say_text(stands),
                                        say_count(new->length, "tile"),
                                        say_count(new->points, "point")});
}

/* "; line 29 ends at station 29: 3 points", for each line that a tile completes. */
static void put_completed(const struct position *before, const struct position *after,
                          struct text *t)
{
    const struct match *m = before->match;
    const struct metro_board *b = &m->board->metro;
    const struct metro_state *old = &before->view->seen.metro;

    for (uint32_t i = 0; i < b->stations; i++) {
        struct metro_line line = metro_follow(m, &after->view->seen.metro, i, NULL);
        struct said points = say_count(line.points, "point");

        if (line.end == LINE_RUNS || (old->complete >> i & 1))
            continue;
        text_put(t, "; ");
        words_which_line(before, i, old->turn, t);
        text_char(t, ' ');
        words_line(before->language, b, &line, t);
        if (metro_owner(m, i) < m->seats)
            words_put(t, before->language, ": {0}", &points);
    }
}

/* "Ana places aacb on c4; line 29 ends at station 29: 3 points." */
static void place_words(const struct position *before, const struct position *after, event_t e,
                        struct text *t)
{
    char square[8];
    struct text name = text_in(square, sizeof square);
    struct said turns = say_count(event_turns(e), "quarter turn");
    struct told told = before->codes
                           ? (struct told){.you = SAYS("You place {1} on {2}"),
                                           .other = SAYS("{0} places {1} on {2}"),
                                           .value = {say_text(tile_kinds[event_tile(e)].code),
                                                     say_text(square)}}
                           : (struct told){.you = SAYS("You place on {1}"),
                                           .other = SAYS("{0} places on {1}"),
                                           .value = {say_text(square)}};

    words_square(&before->match->board->metro, event_arg(e), &name);
    words_tell(before, before->view->seen.metro.turn, &told, t);
    if (event_turns(e))
        words_put(t, before->language, ", with {0}", &turns);
    put_completed(before, after, t);
    text_char(t, '.');
}

static void deal_words(const struct position *before, uint32_t kind, struct text *t)
{
    const struct metro_state *old = &before->view->seen.metro;
    bool own = view_shows_hand(before->view, old->turn);
    struct said code = say_text(tile_kinds[kind].code);
    struct told told;

    if (old->phase == METRO_FILL)
        told = (struct told){
            .you = SAYS("You take {1}."), .other = SAYS("{0} takes {1}."), .value = {code}};
    else
        told = own && before->codes
                   ? (struct told){.you = SAYS("You draw another tile, {1}."),
                                   .other = SAYS("{0} draws another tile, {1}."),
                                   .value = {code}}
                   : (struct told){.you = SAYS("You draw another tile."),
                                   .other = SAYS("{0} draws another tile.")};
    if (old->phase == METRO_REDRAW || (old->phase == METRO_FILL && own && before->codes))
        words_tell(before, old->turn, &told, t);
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
        words_tell(before, event_arg(e),
                   &(struct told){.you = SAYS("You begin."), .other = SAYS("{0} begins.")}, t);
        break;
    default:
        break; /* drawing another tile is told when it is dealt */
    }
    if (after->view->seen.metro.phase == METRO_OVER) {
        text_char(t, ' ');
        words_put(t, before->language, "The game is over.", 0);
    }
}
