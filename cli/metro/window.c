/*
 * The screen of Metro (window/stage.h): the board, the tile in hand, what placing it would do, and
 * the keys. Legal moves come from the list of legal events; there are no rules here.
 */
#include "../window/stage.h"
#include "chart.h"
#include "metro.h"

#include <stdlib.h>
#include <string.h>

enum { SIDE_LEAST = 20 };

static const struct metro_board *board_on(const struct stage *s)
{
    return &s->position->match->board->metro;
}

static const struct metro_state *seen_on(const struct stage *s)
{
    return &s->position->view->seen.metro;
}

/* ---- the chosen tile and square ---- */

/* The chosen tile among those that can be placed; TILE_KINDS if there is none. */
static uint32_t chosen_kind(const struct stage *s, const struct focus *f)
{
    uint32_t kinds[METRO_HAND_MAX], n = s->acts ? metro_tiles(seen_on(s), kinds) : 0;

    return n ? kinds[f->ticket % n] : (uint32_t)TILE_KINDS;
}

/* Where it can go in its present rotation. */
static uint64_t squares_for(const struct stage *s, const struct focus *f)
{
    uint32_t kind = chosen_kind(s, f);

    return kind < TILE_KINDS
               ? metro_squares(s->position->match, seen_on(s), kind, f->option % 4)
               : 0;
}

static event_t chosen_event(const struct stage *s, const struct focus *f)
{
    uint32_t kind = chosen_kind(s, f);

    return kind < TILE_KINDS && f->chosen ? event_place(f->chosen - 1, kind, f->option % 4)
                                          : (event_t)EVENT_NONE;
}

/* The position with the tile on the chosen square: lines depend on nothing hidden. */
static bool supposed(const struct stage *s, const struct focus *f, struct state *next)
{
    const struct match *m = s->position->match;
    event_t e = chosen_event(s, f);

    *next = s->position->view->seen;
    return e != EVENT_NONE && m->rules->apply(m, next, e);
}

static void settle(const struct stage *s, struct focus *f)
{
    uint32_t now = s->position->events + 1 + (s->seat << 24);

    if (f->asked == now)
        return;
    f->asked = now;
    f->option = f->ticket = 0;
    if (f->chosen && !bits_have(squares_for(s, f), f->chosen - 1))
        f->chosen = 0;
}

/* ---- the side ---- */

/* "4 lines run, 3 arrived", or "4 run, 3 ✓". */
static void draw_lines_of(struct canvas *c, struct area a, const struct stage *s, uint32_t seat)
{
    const struct match *m = s->position->match;
    struct stage_words words;
    int32_t run = 0, arrived = 0;

    for (uint32_t i = 0; i < board_on(s)->stations; i++) {
        if (metro_owner(m, i) != seat)
            continue;
        if (metro_trace(m, seen_on(s), i, NULL).end == LINE_RUNS)
            run++;
        else
            arrived++;
    }
    words = stage_say("{0} {0|line runs|lines run}, {1} arrived",
                      SAID(say_number(run), say_number(arrived)));
    if (canvas_width(words.text) > a.width - 4)
        words =
            stage_say("{0} {0|runs|run}, {1} ✓", SAID(say_number(run), say_number(arrived)));
    canvas_text(c, a.x + 4, a.y, a.width - 4, words.text, look_faint(s));
}

static int draw_players(struct canvas *c, struct area a, const struct stage *s)
{
    uint32_t seats = s->position->match->seats;
    bool two = a.height > 3 * (int)seats + 14;
    int y = a.y;

    for (uint32_t seat = 0; seat < seats; seat++) {
        stage_player(c, (struct area){a.x, y++, a.width, 1}, s, seat, stage_kind(s, seat),
                     false);
        if (two)
            draw_lines_of(c, (struct area){a.x, y, a.width, 1}, s, seat);
        y += two;
    }
    return y - a.y + 1;
}

/* What the tile would do to each line, a sentence each. Returns the rows. */
static int draw_changes(struct canvas *c, struct area a, const struct stage *s,
                        const struct state *next)
{
    const struct match *m = s->position->match;
    int y = a.y;

    for (uint32_t i = 0; i < board_on(s)->stations && y < a.y + a.height; i++) {
        struct metro_line before = metro_trace(m, seen_on(s), i, NULL);
        struct metro_line after = metro_trace(m, &next->metro, i, NULL);
        uint32_t owner = metro_owner(m, i);
        char words[160], points[16];
        struct text t = text_in(words, sizeof words);

        if (before.length == after.length)
            continue;
        words_change(s->position, i, &before, &after, &t);
        if (owner < SEATS_MAX)
            stage_badge(c, a.x, y, 1, s, owner);
        if (after.end != LINE_RUNS) {
            snprintf(points, sizeof points, "+%u", (unsigned)after.points);
            canvas_right(c, a.x + a.width, y, points, look_strong(s));
        }
        y += canvas_words(c, (struct area){a.x + 2, y, a.width - 6, 2}, words, look_ink(s)) > 1
                 ? 2
                 : 1;
    }
    if (y == a.y)
        canvas_text(c, a.x, y++, a.width, cli_words(SAYS("  No line changes.")), look_faint(s));
    return y - a.y + 1;
}

/* The tiles in hand, the chosen one large. Returns the rows. */
static int draw_tile(struct canvas *c, struct area a, const struct stage *s,
                     const struct focus *f)
{
    struct area tile = {a.x, a.y + 1, a.height > 18 ? 13 : 9, a.height > 18 ? 6 : 4};
    uint32_t kinds[METRO_HAND_MAX], n = metro_tiles(seen_on(s), kinds);
    int x = tile.x + tile.width + 2, y = tile.y;
    char code[16];

    canvas_text(c, a.x, a.y, a.width,
                stage_say(n > 1 ? SAYS("Your tile (of {0})") : SAYS("Your tile"),
                          SAID(say_number((int32_t)n)))
                    .text,
                look_faint(s));
    metro_chart_tile(c, tile, tile_turned(chosen_kind(s, f), f->option % 4), s->theme);
    snprintf(code, sizeof code, "%s", tile_kinds[chosen_kind(s, f)].code);
    canvas_text(c, x, y, a.x + a.width - x, code, look_faint(s));
    canvas_text(c, x, y + 1, a.x + a.width - x,
                stage_say("{0} left", SAID(say_count(seen_on(s)->supply_size, "tile"))).text,
                look_faint(s));
    return tile.height + 2;
}

static void draw_side(struct canvas *c, struct area a, const struct stage *s,
                      const struct focus *f)
{
    struct state next;
    struct area rest = a;
    int used = draw_players(c, a, s);

    rest.y += used;
    rest.height -= used;
    if (chosen_kind(s, f) < TILE_KINDS && rest.height > 5) {
        used = draw_tile(c, rest, s, f);
        rest.y += used;
        rest.height -= used;
    }
    if (supposed(s, f, &next) && rest.height > 2) {
        struct square_name name = metro_square_name(board_on(s), f->chosen - 1);

        canvas_text(c, rest.x, rest.y, rest.width,
                    stage_say("On {0}:", SAID(say_text(name.text))).text, look_faint(s));
        used =
            1 + draw_changes(c, (struct area){rest.x, rest.y + 1, rest.width, rest.height - 1},
                             s, &next);
        rest.y += used;
        rest.height -= used;
    }
    if (rest.height > 1)
        stage_news(c, rest, s);
}

/* ---- the whole ---- */

/* The board takes the row of messages too, which is empty most of the time. */
static bool lay_out(struct area body, const struct stage *s, struct metro_chart *k,
                    struct area *side)
{
    struct area board = {body.x, body.y, body.width - SIDE_LEAST - 2, body.height + 1};
    int used;

    *k = (struct metro_chart){
        .match = s->position->match, .seen = seen_on(s), .theme = s->theme};
    memcpy(k->letter, s->letter, sizeof k->letter);
    if (!metro_chart_fit(k, board)) {
        *side = (struct area){body.x + 1, body.y, body.width - 2, body.height};
        return false;
    }
    used = k->x - body.x + board_on(s)->width * k->across + 6;
    *side = (struct area){body.x + used, body.y, body.width - used - 1, body.height};
    if (side->width > 44)
        side->width = 44;
    return true;
}

static void draw(struct canvas *c, struct area body, const struct stage *s, struct focus *f)
{
    struct metro_chart k;
    struct area side;
    struct state next;

    settle(s, f);
    if (lay_out(body, s, &k, &side)) {
        k.lit = squares_for(s, f);
        k.chosen = f->chosen;
        if (supposed(s, f, &next))
            k.seen = &next.metro;
        metro_chart_draw(c, &k);
    }
    draw_side(c, side, s, f);
}

/* ---- keys ---- */

/* The next square of the board in a direction; the centre is passed over. */
static void step(const struct stage *s, struct focus *f, int dx, int dy)
{
    const struct metro_board *b = board_on(s);
    int x = f->chosen ? (int)(f->chosen - 1) % 8 : 0,
        y = f->chosen ? (int)(f->chosen - 1) / 8 : 0;

    if (!f->chosen) {
        dx = dy = 0;
    }
    do {
        x += dx;
        y += dy;
        if (x < 0 || y < 0 || x >= b->width || y >= b->height)
            return;
    } while (!bits_have(b->squares, (uint32_t)(8 * y + x)) && (dx || dy));
    f->chosen = (uint32_t)(8 * y + x) + 1;
}

/* The next square where the tile can go, round and round. */
static void next_lit(const struct stage *s, struct focus *f, bool back)
{
    uint64_t lit = squares_for(s, f);
    uint32_t at = f->chosen ? f->chosen - 1 : back ? 0 : SQUARES_MAX - 1;

    for (uint32_t i = 1; i <= SQUARES_MAX; i++) {
        uint32_t square = (at + (back ? SQUARES_MAX - i : i)) % SQUARES_MAX;

        if (bits_have(lit, square)) {
            f->chosen = square + 1;
            return;
        }
    }
}

static enum doing place(const struct stage *s, const struct focus *f, event_t *e)
{
    *e = chosen_event(s, f);
    return *e && s->acts ? DOING_EVENT : DOING_LOOK;
}

static enum doing click(struct area body, const struct stage *s, struct focus *f,
                        const struct key *k, event_t *e)
{
    struct metro_chart chart;
    struct area side;
    uint32_t square;

    if (!lay_out(body, s, &chart, &side))
        return DOING_LOOK;
    square = metro_chart_square(&chart, k->x, k->y);
    if (square == SQUARES_MAX)
        return DOING_LOOK;
    if (f->chosen == square + 1)
        return place(s, f, e);
    f->chosen = square + 1;
    return DOING_LOOK;
}

static enum doing sign_key(const struct stage *s, struct focus *f, uint32_t sign, event_t *e)
{
    if (sign == 'd' || sign == 'D') {
        *e = event_make(EVENT_REDRAW, 0);
        return s->acts ? DOING_EVENT : DOING_LOOK;
    }
    if (sign == ' ' && metro_turning(s->position->match))
        f->option++;
    else if (sign == 'v' || sign == 'V')
        f->ticket++;
    else
        return DOING_NOTHING;
    return DOING_LOOK;
}

static enum doing key(struct area body, const struct stage *s, struct focus *f,
                      const struct key *k, event_t *e)
{
    switch (k->kind) {
    case KEY_CLICK:
        return click(body, s, f, k, e);
    case KEY_ARROW_UP:
        return step(s, f, 0, -1), DOING_LOOK;
    case KEY_ARROW_DOWN:
        return step(s, f, 0, 1), DOING_LOOK;
    case KEY_ARROW_LEFT:
        return step(s, f, -1, 0), DOING_LOOK;
    case KEY_ARROW_RIGHT:
        return step(s, f, 1, 0), DOING_LOOK;
    case KEY_TABULATOR:
    case KEY_BACK_TABULATOR:
        return next_lit(s, f, k->kind == KEY_BACK_TABULATOR), DOING_LOOK;
    case KEY_ESCAPE:
        return f->chosen = 0, DOING_LOOK;
    case KEY_RETURN:
        return place(s, f, e);
    case KEY_SIGN:
        return sign_key(s, f, k->sign, e);
    default:
        return DOING_NOTHING;
    }
}

static uint32_t keys(struct area body, const struct stage *s, const struct focus *f,
                     struct stage_key *list)
{
    uint32_t kinds[METRO_HAND_MAX], n = 0;
    event_t e = chosen_event(s, f);
    bool places = false;

    (void)body;
    for (uint32_t i = 0; i < s->legal_count; i++)
        places = places || (e != EVENT_NONE && s->legal[i] == e);
    list[n++] = (struct stage_key){"↑↓←→", SAYS("square"), STAGE_SELDOM};
    if (squares_for(s, f))
        list[n++] = (struct stage_key){"Tab", SAYS("tiles\4next"), STAGE_MAIN};
    if (places)
        list[n++] = (struct stage_key){"Enter", SAYS("place"), STAGE_MAIN};
    if (s->acts && metro_turning(s->position->match))
        list[n++] = (struct stage_key){"Space", SAYS("rotate"), STAGE_MAIN};
    if (s->acts && metro_tiles(seen_on(s), kinds) > 1)
        list[n++] = (struct stage_key){"V", SAYS("next tile"), STAGE_MAIN};
    if (stage_can(s, EVENT_REDRAW))
        list[n++] = (struct stage_key){"D", SAYS("another"), STAGE_MAIN};
    return n;
}

static const char *asks(const struct stage *s)
{
    return seen_on(s)->phase == METRO_DRAWN ? SAYS("Place the tile that you have drawn.")
                                            : SAYS("Place the tile, or draw another one.");
}

static void rules(const struct match *m, FILE *out)
{
    struct {
        bool applies;
        const char *sentence;
    } line[] = {
        {true,
         SAYS("Lines leave from the stations around the board, and grow with every tile that "
              "they reach. Each has the number of its station.")},
        {true, SAYS("In your turn place your tile beside another one or at the edge, or draw "
                    "another tile and place that.")},
        {metro_turning(m), SAYS("In this game tiles may be turned: Space.")},
        {metro_hand(m) > 1,
         SAYS("In this game you hold several tiles, and place the one that you "
              "like: V.")},
        {true, SAYS("A line that arrives at a station scores a point for each tile that it has "
                    "crossed, and twice as many in the centre.")},
        {true, SAYS("A tile may not join two stations directly unless it fits nowhere else.")},
    };

    for (size_t i = 0; i < sizeof line / sizeof line[0]; i++) {
        if (!line[i].applies)
            continue;
        cli_print(out, line[i].sentence, NULL);
        fputs("\n", out);
    }
}

const struct family_window metro_window = {
    .draw = draw,
    .key = key,
    .keys = keys,
    .asks = asks,
    .help =
        "   ↑ ↓ ← →       the next square in that direction\n"
        "   Tab           the next square where the tile can go; Shift-Tab: the one before\n"
        "   Enter         place the tile on the square\n"
        "   Space         turn the tile, where that is allowed\n"
        "   V             the next tile, where you have several\n"
        "   D             draw another tile instead\n",
    .rules = rules,
};
