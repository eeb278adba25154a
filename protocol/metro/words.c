/*
 * Names and pieces of sentences of the metro family: see words.h.
 */
#include "voice.h"

enum { PIECE_SIZE = 160 }; /* bytes of a piece of a sentence */

void words_line(enum language l, const struct metro_board *b, const struct metro_line *line,
                struct text *t)
{
    struct square_name square = metro_square_name(b, line->way / 4u);
    struct said value = say_number(line->station + 1);

    if (line->end == LINE_RUNS) {
        value = say_text(square.text);
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
