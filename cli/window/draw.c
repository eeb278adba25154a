/*
 * Draws the full screen: see client_inner.h.
 */
#include "client_inner.h"

#include "../show.h"

#include <stdlib.h>
#include <string.h>

enum { SMALLEST_WIDTH = 34, SMALLEST_HEIGHT = 10, MESSAGE_ROWS = 2 };

/* ---- contents ---- */

void client_news(void *client, const struct story *line)
{
    struct client *c = client;
    struct news *n;

    if (c->news_count == c->news_room) {
        c->news_room = c->news_room ? 2 * c->news_room : 64;
        c->news = cli_need(realloc(c->news, c->news_room * sizeof *c->news));
    }
    n = &c->news[c->news_count++];
    n->seat = line->seat;
    n->points = line->points;
    snprintf(n->words, sizeof n->words, "%.*s", (int)line->words.length, line->words.at);
}

static void look_at_seats(struct client *c)
{
    const struct game *g = c->play->game;
    struct stage *s = &c->stage;

    for (uint32_t i = 0; i < g->match->seats; i++) {
        const char *bot = g->kind->bot(g, i);

        s->clock[i] = g->kind->left(g, i);
        snprintf(s->kind[i], sizeof s->kind[i], "%.*s", (int)strcspn(bot, ":"), bot);
    }
}

void client_look(struct client *c, uint32_t viewer, uint32_t from)
{
    const struct game *g = c->play->game;
    const struct match *m = g->match;
    struct stage *s = &c->stage;

    c->position = game_position(g, viewer, &c->view);
    c->news_count = 0;
    game_tell(g, viewer, from, client_news, c);
    s->position = &c->position;
    s->art = g->art;
    s->seat = viewer;
    s->acts = s->undoes = false;
    s->legal_count = 0;
    s->title = c->title;
    s->news = c->news;
    s->news_count = c->news_count;
    show_letters(&c->position, s->letter);
    look_at_seats(c);
    if (viewer < m->seats && g->kind->acts(g, viewer)) {
        uint32_t must_agree;

        s->acts = true;
        s->undoes = g->kind->undo_seat(g, &must_agree) != NOBODY;
        s->legal_count = m->rules->legal(m, &c->view.seen, s->legal, NULL, LEGAL_MAX);
    }
}

void client_title(struct client *c, const char *sentence, const struct said *values)
{
    struct text t = text_in(c->title, sizeof c->title);

    cli_put(&t, sentence, values);
}

void client_say(struct client *c, bool bad, const char *sentence, const struct said *values)
{
    struct text t = text_in(c->stage.message, sizeof c->stage.message);

    cli_put(&t, sentence, values);
    c->stage.bad = bad;
}

/* ---- the screen ---- */

void client_fit(struct client *c)
{
    struct canvas *k = &c->canvas;
    size_t cells;

    terminal_size(&k->width, &k->height);
    cells = (size_t)k->width * (size_t)k->height;
    if (cells > c->cells) {
        k->cell = cli_need(realloc(k->cell, cells * sizeof *k->cell));
        c->cells = cells;
    }
    k->colours = c->wish->depth != DEPTH_NONE;
}

struct area client_body(const struct client *c)
{
    return (struct area){0, 1, c->canvas.width, c->canvas.height - 3};
}

struct focus *client_focus(struct client *c)
{
    return &c->focus[c->stage.seat < SEATS_MAX ? c->stage.seat : (uint32_t)SEATS_MAX];
}

static void clear_message(struct client *c, int rows)
{
    canvas_fill(&c->canvas,
                (struct area){0, c->canvas.height - 1 - rows, c->canvas.width, rows},
                c->stage.theme->paper);
}

/* A long message covers the rows above it until the next key. */
static void draw_message(struct client *c)
{
    const struct stage *s = &c->stage;
    struct look look = {s->bad ? s->theme->bad : s->theme->good, COLOUR_OWN, CANVAS_BOLD};
    struct area a = {1, c->canvas.height, c->canvas.width - 2, 0};

    if (!s->message[0])
        return;
    a.height = canvas_words(&c->canvas, a, s->message, look); /* only counted */
    if (a.height > MESSAGE_ROWS)
        a.height = MESSAGE_ROWS;
    a.y = c->canvas.height - 1 - a.height;
    clear_message(c, a.height);
    canvas_words(&c->canvas, a, s->message, look);
}

void client_read_message(struct client *c, const struct key *k)
{
    if (k->kind != KEY_NOTHING && k->kind != KEY_CHANGED &&
        canvas_width(c->stage.message) > c->canvas.width - 2)
        c->stage.message[0] = '\0';
}

/* The keys of the family, then those that all games have. */
static void draw_game_keys(struct client *c)
{
    static const struct stage_key hint = {"N", SAYS("hint"), STAGE_OFTEN},
                                  undo = {"U", SAYS("undo"), STAGE_OFTEN},
                                  type = {":", SAYS("type"), STAGE_OFTEN},
                                  log = {"L", SAYS("log"), STAGE_OFTEN},
                                  help = {"?", SAYS("help"), STAGE_ALWAYS},
                                  quit = {"q", SAYS("quit"), STAGE_ALWAYS};
    const struct stage *s = &c->stage;
    struct stage_key list[STAGE_KEYS];
    uint32_t n = c->window->keys(client_body(c), s, client_focus(c), list);

    if (s->acts)
        list[n++] = hint;
    if (s->acts && s->undoes)
        list[n++] = undo;
    list[n++] = s->acts ? type : log;
    list[n++] = help;
    list[n++] = quit;
    list[n] = (struct stage_key){0};
    stage_keys(&c->canvas, s, list);
}

static void draw_keys(struct client *c)
{
    static const struct stage_key page[] = {
        {"↑↓", SAYS("scroll"), STAGE_MAIN}, {"Esc", SAYS("back"), STAGE_ALWAYS}, {0}};
    static const struct stage_key replay[] = {
        {"← →", SAYS("step"), STAGE_MAIN},   {"↑ ↓", SAYS("ten steps"), STAGE_OFTEN},
        {"Space", SAYS("run"), STAGE_OFTEN}, {"L", SAYS("log"), STAGE_SELDOM},
        {"C", SAYS("scores"), STAGE_SELDOM}, {"?", SAYS("help"), STAGE_ALWAYS},
        {"q", SAYS("quit"), STAGE_ALWAYS},   {0}};
    static const struct stage_key line[] = {{"Enter", SAYS("do it"), STAGE_ALWAYS},
                                            {"Tab", SAYS("complete"), STAGE_OFTEN},
                                            {"Esc", SAYS("back"), STAGE_ALWAYS},
                                            {0}};

    if (page_is_open(&c->page))
        stage_keys(&c->canvas, &c->stage, page);
    else if (!c->play)
        stage_keys(&c->canvas, &c->stage, replay);
    else if (c->line.is_open)
        stage_keys(&c->canvas, &c->stage, line);
    else
        draw_game_keys(c);
}

void client_notice(struct client *c, const char *words)
{
    int margin = c->canvas.width > 40 ? 2 : 0;

    client_fit(c);
    canvas_clear(&c->canvas, c->stage.theme->paper);
    canvas_words(&c->canvas,
                 (struct area){margin, c->canvas.height / 2 - (c->canvas.height > 4),
                               c->canvas.width - 2 * margin, 4},
                 words, look_strong(&c->stage));
    terminal_show(&c->canvas, -1, -1);
}

void client_draw(struct client *c)
{
    int cursor = -1;

    client_fit(c);
    if (!c->busy && c->play)
        look_at_seats(c);
    canvas_clear(&c->canvas, c->stage.theme->paper);
    if (c->canvas.width < SMALLEST_WIDTH || c->canvas.height < SMALLEST_HEIGHT) {
        client_notice(c, cli_words(SAYS("This window is too small.")));
        return;
    }
    stage_title(&c->canvas, &c->stage, c->stage.acts ? c->window->asks(&c->stage) : NULL);
    if (page_is_open(&c->page))
        page_draw(&c->canvas, client_body(c), &c->stage, &c->page);
    else
        c->window->draw(&c->canvas, client_body(c), &c->stage, client_focus(c));
    if (c->line.is_open)
        clear_message(c, 1);
    if (c->line.is_open)
        cursor = line_draw(&c->canvas, c->canvas.height - 2, &c->stage, &c->line);
    else
        draw_message(c);
    draw_keys(c);
    terminal_show(&c->canvas, cursor, c->line.is_open ? c->canvas.height - 2 : -1);
}
