/*
 * The metro family in the terminal (cli/family.h), with its own commands at the prompt.
 */
#include "../../svg/svg.h"
#include "metro.h"

#include <string.h>

static void put_line(struct screen *s, const char *words)
{
    screen_put(s, " ");
    screen_words(s, 1, words);
    screen_line(s);
}

/* What a placement would do to each line, a sentence each. */
static void show_changes(struct screen *s, const struct position *p,
                         const struct metro_state *next)
{
    const struct match *m = p->match;
    bool some = false;

    for (uint32_t i = 0; i < m->board->metro.stations; i++) {
        struct metro_line before = metro_trace(m, &p->view->seen.metro, i, NULL);
        struct metro_line after = metro_trace(m, next, i, NULL);
        char words[160];
        struct text t = text_in(words, sizeof words);

        if (before.length == after.length)
            continue;
        words_change(p, i, &before, &after, &t);
        words[0] = words[0] == 'l' ? 'L' : words[0];
        text_char(&t, '.');
        screen_put(s, "  ");
        put_line(s, words);
        some = true;
    }
    if (!some)
        put_line(s, cli_words(SAYS("  No line changes.")));
}

/* Places a tile in what the viewer sees: lines depend on nothing hidden. */
static bool try_event(struct screen *s, const struct position *p, event_t e)
{
    const struct match *m = p->match;
    struct drawing d = {.part = true, .square = event_arg(e)};
    struct state next = p->view->seen;
    char words[40];
    struct text t = text_in(words, sizeof words);

    if (!m->rules->apply(m, &next, e))
        return false;
    for (uint32_t i = 0; i < m->board->metro.stations; i++)
        d.heavy |= (uint32_t)(next.metro.length[i] != p->view->seen.metro.length[i]) << i;
    m->rules->format(m, &p->view->seen, e, &t);
    screen_put(s, " ");
    screen_styled(s, "1", words);
    screen_line(s);
    draw_board(s, m, &next.metro, &d);
    show_changes(s, p, &next.metro);
    return true;
}

/* Every way to lay a tile on a square; false if there is none. */
static bool try_all(struct screen *s, const struct position *p, uint32_t square)
{
    uint32_t kinds[METRO_HAND_MAX], n = metro_tiles(&p->view->seen.metro, kinds);
    bool some = false;

    for (uint32_t i = 0; i < n; i++)
        for (uint32_t turns = 0; turns < 4; turns++)
            some = try_event(s, p, event_place(square, kinds[i], turns)) || some;
    return some;
}

/* "try c4", "try c4 aacb 1": what placing would do. */
static void command_try(struct screen *s, const struct position *p, uint32_t seat,
                        const char *rest)
{
    const struct match *m = p->match;
    const struct state *seen = &p->view->seen;
    bool all = !strchr(rest, ' '); /* only a square: any tile in hand will do to parse it */
    uint32_t kinds[METRO_HAND_MAX] = {0};
    struct complaint why = {0};
    char words[600];
    struct text t;
    event_t e;

    (void)seat;
    metro_tiles(&seen->metro, kinds);
    snprintf(words, sizeof words, "place %.200s %s", rest,
             all ? tile_kinds[kinds[0]].code : "");
    e = m->rules->parse(m, seen, words, strlen(words), &why);
    if (e && (all ? try_all(s, p, event_arg(e)) : try_event(s, p, e)))
        return;
    if (e)
        m->rules->explain(m, seen, e, &why);
    t = text_in(words, sizeof words);
    complaint_put(&t, cli_language(), &why);
    if (*why.rule) {
        text_put(&t, " [");
        text_put(&t, why.rule);
        text_put(&t, "]");
    }
    put_line(s, words);
}

static void command_line(struct screen *s, const struct position *p, uint32_t seat,
                         const char *rest)
{
    const struct metro_board *b = &p->match->board->metro;
    const struct metro_state *seen = &p->view->seen.metro;
    struct drawing d = {0};
    struct metro_line line;
    char words[200], stands[100];
    struct text t = text_in(words, sizeof words), u = text_in(stands, sizeof stands);
    uint64_t number;
    uint32_t owner;

    (void)seat;
    if (!cli_number(rest, 1, b->stations, &number)) {
        cli_put(&t, "Say which line: a station from 1 to {0}.", SAID(say_number(b->stations)));
        put_line(s, words);
        return;
    }
    line = metro_trace(p->match, seen, (uint32_t)number - 1, NULL);
    owner = metro_owner(p->match, (uint32_t)number - 1);
    d.heavy = (uint32_t)1 << (number - 1);
    draw_board(s, p->match, seen, &d);
    words_line(p->language, b, &line, &u);
    if (line.end != LINE_RUNS)
        words_put(&u, p->language, ": {0}", SAID(say_count(line.points, "point")));
    cli_put(&t,
            owner < p->match->seats ? SAYS("Line {0} of {1} has {2} and {3}.")
                                    : SAYS("Line {0}, which nobody owns, has {2} and {3}."),
            SAID(say_number((int32_t)number),
                 say_text(owner < p->match->seats ? p->name[owner] : ""),
                 say_count(line.length, "tile"), say_text(stands)));
    put_line(s, words);
}

static void command_lines(struct screen *s, const struct position *p, uint32_t seat,
                          const char *rest)
{
    (void)seat;
    (void)rest;
    show_lines(s, p);
}

/* Tiles that the viewer has not seen, in the supply or in other hands. */
static void command_tiles(struct screen *s, const struct position *p, uint32_t seat,
                          const char *rest)
{
    struct caption captions[TILE_KINDS];
    struct text t;
    uint32_t n = 0;

    (void)seat;
    (void)rest;
    for (uint32_t kind = 0; kind < TILE_KINDS; kind++) {
        if (!p->view->metro.tiles[kind])
            continue;
        captions[n].kind = kind;
        t = text_in(captions[n].words, sizeof captions[n].words);
        text_number(&t, p->view->metro.tiles[kind]);
        text_char(&t, ' ');
        text_put(&t, tile_kinds[kind].code);
        n++;
    }
    put_line(s,
             cli_words(SAYS("Tiles you have not seen yet, in the supply or in other hands:")));
    draw_tiles(s, captions, n);
}

static const char *map(struct screen *s, const struct position *p, const struct board_art *art,
                       const char *rest)
{
    (void)art;
    (void)rest;
    draw_board(s, p->match, &p->view->seen.metro, &(struct drawing){0});
    return NULL;
}

static const struct face_command commands[] = {
    {"try", command_try},
    {"line", command_line},
    {"lines", command_lines},
    {"tiles", command_tiles},
    {0},
};

static const char *name_of(const struct board *board, const char *word, size_t n)
{
    (void)board;
    if (cli_typed(SAYS("typed\4place"), word, n))
        return "place";
    return cli_typed(SAYS("typed\4redraw"), word, n) ? "redraw" : NULL;
}

const struct family_face metro_face = {
    .position = metro_position,
    .turn = metro_turn,
    .help_moves =
        "   place c4         place your tile on column c, row 4 from the bottom; 5/3 is\n"
        "                    the same square as row 5 from the top, column 3\n"
        "   place c4 aacb    ... which tile, if you have several\n"
        "   place c4 aacb 1  ... after a clockwise quarter turn (if tiles may be turned)\n"
        "   redraw           draw another tile, which you must place\n"
        " The four letters of a tile say where a wagon from the north, east, south and\n"
        " west leaves: a straight across, b by the next side clockwise, c by the next\n"
        " side counter-clockwise, d by the side it came from. Wagons keep to the right.\n",
    .help_commands = "   map           the board with its lines\n"
                     "   try c4 ...    what placing a tile there would do to the lines\n"
                     "   line 29       the line of station 29 on the board\n"
                     "   lines         all lines and their points\n"
                     "   tiles         the tiles you have not seen yet\n",
    .command = commands,
    .map = map,
    .window = &metro_window,
    .filter = "c4",
    .name_of = name_of,
    .summary = metro_summary,
    .facts = metro_facts,
    .svg = metro_svg,
};
