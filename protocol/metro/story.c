/*
 * The story of a game of the metro family, a line for each turn: see story.h.
 */
#include "voice.h"

/* "; line 29 ends at station 29: 3 points", for each line that a turn has completed. */
static void put_completed(const struct turn *turn, struct text *t)
{
    const struct match *m = turn->now->match;
    const struct metro_board *b = &m->board->metro;
    const struct metro_state *began = &turn->began->seen.metro,
                             *now = &turn->now->view->seen.metro;

    for (uint32_t i = 0; i < b->stations; i++) {
        struct metro_line line;
        struct said points;

        if (!((now->complete & ~began->complete) >> i & 1))
            continue;
        line = metro_trace(m, now, i, NULL);
        points = say_count(line.points, "point");
        text_put(t, "; ");
        words_which_line(turn->now, i, began->turn, t);
        text_char(t, ' ');
        words_line(turn->now->language, b, &line, t);
        if (metro_owner(m, i) < m->seats)
            words_put(t, turn->now->language, ": {0}", &points);
    }
}

/* "Ana places aacb on c4; line 29 ends at station 29: 3 points." With codes the sentence has two
 * values, the tile and the square. */
static const char *const places[2][2][2] = {
    {{SAYS("You place on {1}"), SAYS("{0} places on {1}")},
     {SAYS("You place {1} on {2}"), SAYS("{0} places {1} on {2}")}},
    {{SAYS("You draw another tile and place on {1}"),
      SAYS("{0} draws another tile and places on {1}")},
     {SAYS("You draw another tile and place {1} on {2}"),
      SAYS("{0} draws another tile and places {1} on {2}")}},
};

static void place_story(const struct turn *turn, event_t e, struct story *out)
{
    const struct position *p = turn->now;
    uint32_t seat = turn->began->seen.metro.turn;
    bool redrawn = event_kind(turn->event[0]) == EVENT_REDRAW;
    struct square_name name = metro_square_name(&p->match->board->metro, event_arg(e));
    struct said value[3] = {story_seat(p, seat), say_text(tile_kinds[event_tile(e)].code)};

    value[1 + p->codes] = say_mark(say_text(name.text), MARK_SQUARE, event_arg(e));
    story_about(out, p, places[redrawn][p->codes][0], places[redrawn][p->codes][1], value);
    if (event_turns(e))
        words_put(&out->words, p->language, ", with {0}",
                  SAID(say_count(event_turns(e), "quarter turn")));
    put_completed(turn, &out->words);
    text_char(&out->words, '.');
}

/* A tile that is drawn: named only where tiles are not shown as pictures. */
static const char *code_of(const struct turn *turn, event_t dealt)
{
    return turn->now->codes && view_shows_hand(turn->before, turn->began->seen.metro.turn)
               ? tile_kinds[event_arg(dealt)].code
               : NULL;
}

/* The tile that is drawn instead of one in hand, until it is placed. */
static void redraw_story(const struct turn *turn, event_t dealt, struct story *out)
{
    const struct said who = story_seat(turn->now, turn->began->seen.metro.turn);
    const char *code = code_of(turn, dealt);

    if (code)
        story_about(out, turn->now, SAYS("You draw another tile, {1}."),
                    SAYS("{0} draws another tile, {1}."), SAID(who, say_text(code)));
    else
        story_about(out, turn->now, SAYS("You draw another tile."),
                    SAYS("{0} draws another tile."), &who);
}

/* A tile that fills up the hand. */
static void fill_story(const struct turn *turn, event_t dealt, struct story *out)
{
    const struct said who = story_seat(turn->now, turn->began->seen.metro.turn);
    const char *code = code_of(turn, dealt);

    if (code)
        story_about(out, turn->now, SAYS("You take {1}."), SAYS("{0} takes {1}."),
                    SAID(who, say_text(code)));
}

/* All that can happen in a turn: another tile is drawn, a tile is placed, the hand is filled
 * up. */
static void turn_story(const struct turn *turn, struct story *out)
{
    bool placed = false;

    for (uint32_t i = 0; i < turn->events; i++) {
        event_t e = turn->event[i];

        if (event_kind(e) == EVENT_PLACE) {
            placed = true;
            place_story(turn, e, out);
        } else if (event_kind(e) == EVENT_DEAL_TILE && placed) {
            fill_story(turn, e, out);
        } else if (event_kind(e) == EVENT_DEAL_TILE && i + 1 == turn->events) {
            redraw_story(turn, e, out);
        }
    }
    if (turn->now->view->seen.metro.phase == METRO_OVER)
        story_say(out, turn->now, "The game is over.", 0);
    out->kind = out->words.length ? STORY_TURN : STORY_NONE;
}

void metro_story(const struct turn *turn, struct story *out)
{
    event_t last = turn->event[turn->events - 1];

    if (turn->before->seen.metro.phase == METRO_HANDS)
        return;
    if (event_kind(last) != EVENT_FIRST) {
        turn_story(turn, out);
        return;
    }
    out->kind = STORY_GAME;
    out->seat = (uint8_t)event_arg(last);
    story_about(out, turn->now, SAYS("You begin."), SAYS("{0} begins."),
                SAID(story_seat(turn->now, out->seat)));
}

void metro_mark_json(struct json *j, const struct board *board, const struct mark *mark)
{
    if (mark->kind == MARK_SQUARE)
        square_json(j, "square", &board->metro, mark->of);
}
