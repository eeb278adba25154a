/*
 * A position of the metro family as text: the board, tiles, lines, and what can be done.
 */
#include "metro.h"

#include <string.h>

static const struct metro_state *seen_of(const struct position *p)
{
    return &p->view->seen.metro;
}

static const struct metro_board *board_of(const struct position *p)
{
    return &p->match->board->metro;
}

static bool owns(const struct position *p, uint32_t seat, uint32_t station)
{
    return metro_owner(p->match, station) == seat;
}

/* The stations of a seat, as a set. */
static uint32_t stations_of(const struct position *p, uint32_t seat)
{
    uint32_t set = 0;

    for (uint32_t i = 0; i < board_of(p)->stations; i++)
        set |= (uint32_t)owns(p, seat, i) << i;
    return set;
}

/* A list in several lines: each item after a comma, the label before the first. */
struct list {
    struct screen *screen;
    const char *label;
    bool some;
};

static void put_item(struct list *l, const char *text)
{
    if (!l->some) {
        screen_put(l->screen, "   ");
        screen_put(l->screen, l->label);
        screen_to(l->screen, show_indent() + 5);
    } else {
        screen_comma(l->screen, show_indent() + 5, screen_width(text) + 1);
    }
    screen_put(l->screen, text);
    l->some = true;
}

static void end_list(struct list *l)
{
    if (l->some)
        screen_line(l->screen);
}

/* The lines in one of three conditions: not begun, running, complete. */
enum condition { NOT_BEGUN, RUNNING, COMPLETE };

static void show_some_lines(struct screen *s, const struct position *p, uint32_t seat,
                            enum condition wanted)
{
    static const char *const labels[] = {SAYS("not begun"), SAYS("running"), SAYS("complete")};
    struct list l = {s, cli_words(labels[wanted]), false};

    for (uint32_t i = 0; i < board_of(p)->stations; i++) {
        struct metro_line line = metro_trace(p->match, seen_of(p), i, NULL);
        enum condition c = line.end != LINE_RUNS ? COMPLETE : line.length ? RUNNING : NOT_BEGUN;
        char item[64];
        struct text t = text_in(item, sizeof item);
        struct said number = say_number((int32_t)i + 1);

        if (!owns(p, seat, i) || c != wanted)
            continue;
        if (c == NOT_BEGUN)
            text_number(&t, i + 1);
        else if (c == RUNNING)
            cli_put(&t, "{0}: {1} to {2}",
                    SAID(number, say_count(line.length, "tile"),
                         say_text(metro_square_name(board_of(p), line.way / 4u).text)));
        else if (line.end == LINE_IN_CENTRE)
            cli_put(&t, "{0}: {1} in the centre",
                    SAID(number, say_count(line.points, "point")));
        else
            cli_put(
                &t, "{0}: {1} at {2}",
                SAID(number, say_count(line.points, "point"), say_number(line.station + 1)));
        put_item(&l, item);
    }
    end_list(&l);
}

static void show_seat_lines(struct screen *s, const struct position *p, uint32_t seat)
{
    uint32_t mine = stations_of(p, seat);

    show_seat(s, p, seat);
    screen_say(s, ": {0}, {1} of {2} complete",
               SAID(say_count((uint32_t)p->match->rules->points(p->match, &p->view->seen, seat),
                              "point"),
                    say_number((int32_t)bits_count(mine & seen_of(p)->complete)),
                    say_count(bits_count(mine), "line")));
    screen_line(s);
}

void show_lines(struct screen *s, const struct position *p)
{
    uint32_t groups = p->match->seats + (stations_of(p, NO_OWNER) != 0 ? 1u : 0u);

    for (uint32_t i = 0; i < groups; i++) {
        uint32_t seat = i < p->match->seats ? i : (uint32_t)NO_OWNER;

        if (i < p->match->seats) {
            show_seat_lines(s, p, seat);
        } else {
            screen_say(s, " - Lines that nobody owns", NULL);
            screen_line(s);
        }
        show_some_lines(s, p, seat, RUNNING);
        show_some_lines(s, p, seat, COMPLETE);
        show_some_lines(s, p, seat, NOT_BEGUN);
    }
}

static void show_supply(struct screen *s, const struct position *p)
{
    show_label(s, "Tiles");
    screen_say(s, "{0} of {1} placed, {2} left to draw",
               SAID(say_number((int32_t)bits_count(seen_of(p)->placed)),
                    say_number(board_of(p)->tiles), say_number(seen_of(p)->supply_size)));
    screen_line(s);
}

static void show_legend(struct screen *s, bool asked)
{
    screen_put(s, "   ");
    screen_tell(
        s, 3,
        "9:1 is station 9 of seat 1, ▶ where its line departs or waits; tracks that cross "
        "go straight on.",
        NULL);
    if (asked) {
        screen_put(s, " ");
        screen_tell(s, 3, "Heavy: your lines. c4: a tile of yours can go there.", NULL);
    }
    screen_line(s);
}

static void show_hands(struct screen *s, const struct position *p)
{
    for (uint32_t seat = 0; seat < p->match->seats; seat++) {
        const uint8_t *hand = seen_of(p)->hand[seat];

        show_label(s, seat == 0 ? SAYS("Hands") : "");
        screen_put(s, p->name[seat]);
        screen_put(s, ": ");
        if (!view_shows_hand(p->view, seat))
            show_count(s, seen_of(p)->hand_size[seat], "tile");
        else if (!seen_of(p)->hand_size[seat])
            screen_say(s, "tiles\4none", NULL);
        for (uint32_t i = 0; i < METRO_HAND_MAX && hand[i]; i++) {
            screen_put(s, i ? ", " : "");
            screen_put(s, tile_kinds[hand[i] - 1].code);
        }
        if (seen_of(p)->phase == METRO_DRAWN && seen_of(p)->turn == seat) {
            screen_say(s,
                       seen_of(p)->drawn ? SAYS("; has drawn {0}")
                                         : SAYS("; has drawn another tile"),
                       SAID(say_text(seen_of(p)->drawn ? tile_kinds[seen_of(p)->drawn - 1].code
                                                       : "")));
        }
        screen_line(s);
    }
}

void metro_position(struct screen *s, const struct position *p)
{
    struct drawing d = {0};

    draw_board(s, p->match, seen_of(p), &d);
    show_legend(s, false);
    screen_line(s);
    show_supply(s, p);
    show_hands(s, p);
    screen_line(s);
    show_lines(s, p);
    screen_line(s);
}

/* How a tile can be turned: each way to lay it, with its caption. Returns how many. */
static uint32_t ways_to_lay(const struct position *p, uint32_t kind, struct caption *out,
                            uint64_t *squares)
{
    uint32_t n = 0;

    for (uint32_t turns = 0; turns < 4; turns++) {
        uint64_t some = metro_squares(p->match, seen_of(p), kind, turns);

        *squares |= some;
        if (turns > 0 && !some)
            continue;
        out[n].kind = tile_turned(kind, turns);
        if (turns)
            snprintf(out[n].words, sizeof out[n].words, "%s %u", tile_kinds[kind].code,
                     (unsigned)turns);
        else
            snprintf(out[n].words, sizeof out[n].words, "%s", tile_kinds[kind].code);
        n++;
    }
    return n;
}

static void show_moves(struct screen *s, const struct position *p, uint32_t tiles, bool turning)
{
    const struct metro_state *seen = seen_of(p);
    bool whole = tiles > 1 || turning; /* the square alone is not enough */

    screen_tell(
        s, 1,
        seen->phase == METRO_DRAWN
            ? SAYS(" Type \"{0}\"{1} to place the tile you have drawn; {2} "
                   "shows what that would do.")
        : tiles > 1
            ? SAYS(" Type \"{0}\"{1} to place one of your tiles; {2} shows what that would "
                   "do.")
            : SAYS(" Type \"{0}\"{1} to place your tile; {2} shows what that would do."),
        SAID(say_text(turning ? "place c4 aacb 1"
                      : whole ? "place c4 aacb"
                              : "place c4"),
             say_text(turning ? cli_words(SAYS(" (the last number: clockwise quarter turns)"))
                              : ""),
             say_text(whole ? "try c4 aacb" : "try c4")));
    if (metro_can_redraw(seen))
        screen_tell(s, 1, " Or \"redraw\" to draw another tile and place that one.", NULL);
    screen_line(s);
}

/* The squares for each tile, if there are several: the board marks the squares of all tiles
 * together. */
static void show_squares(struct screen *s, const struct position *p, uint32_t kind)
{
    uint64_t all[4];
    bool same = true;

    for (uint32_t turns = 0; turns < 4; turns++)
        all[turns] = metro_squares(p->match, seen_of(p), kind, turns);
    for (uint32_t turns = 1; turns < 4; turns++)
        same = same && (all[turns] == 0 || all[turns] == all[0]);
    for (uint32_t turns = 0; turns < (same ? 1u : 4u); turns++) {
        char label[16];
        struct list l = {s, label, false};

        snprintf(label, sizeof label, turns ? "%s %u" : "%s", tile_kinds[kind].code,
                 (unsigned)turns);
        for (uint64_t left = all[turns]; left; left &= left - 1)
            put_item(&l, metro_square_name(board_of(p), bits_first(left)).text);
        end_list(&l);
    }
}

void metro_turn(struct screen *s, const struct position *p, uint32_t seat, bool again)
{
    struct caption captions[4 * METRO_HAND_MAX];
    uint32_t kinds[METRO_HAND_MAX], count = metro_tiles(seen_of(p), kinds), shown = 0;
    struct drawing d = {.heavy = stations_of(p, seat)};

    for (uint32_t i = 0; i < count; i++)
        shown += ways_to_lay(p, kinds[i], captions + shown, &d.named);
    if (!(again && seen_of(p)->phase == METRO_DRAWN))
        show_title(s, p);
    draw_board(s, p->match, seen_of(p), &d);
    show_legend(s, true);
    screen_line(s);
    if (!(again && seen_of(p)->phase == METRO_DRAWN)) {
        for (uint32_t i = 0; i < p->match->seats; i++) {
            show_seat_lines(s, p, i);
            if (i == seat)
                show_some_lines(s, p, seat, RUNNING);
        }
        show_supply(s, p);
        screen_line(s);
    }
    screen_say_styled(s, "1",
                      seen_of(p)->phase == METRO_DRAWN ? SAYS(" The tile you have drawn")
                      : count > 1                      ? SAYS(" Your tiles")
                                                       : SAYS(" Your tile"));
    screen_line(s);
    draw_tiles(s, captions, shown);
    for (uint32_t i = 0; i < count && shown > 1; i++)
        show_squares(s, p, kinds[i]);
    show_moves(s, p, count, shown > count);
}
