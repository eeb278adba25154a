/*
 * The parts of a screen that all families share: see stage.h.
 */
#include "stage.h"

#include "../cli.h"

#include <string.h>

struct stage_words stage_say(const char *sentence, const struct said *values)
{
    struct stage_words w = {""};
    struct text t = text_in(w.text, sizeof w.text);

    cli_put(&t, sentence, values);
    return w;
}

void stage_badge(struct canvas *c, int x, int y, int width, const struct stage *s,
                 uint32_t seat)
{
    struct look look = {s->theme->seat_ink, s->theme->seat[seat], CANVAS_BOLD};

    if (!c->colours)
        look.attributes |= CANVAS_INVERSE;
    for (int i = 0; i < width; i++)
        canvas_sign(c, x + i, y, i == width / 2 ? s->letter[seat] : ' ', look);
}

int stage_button(struct canvas *c, int x, int y, const char *words, const struct stage *s)
{
    struct look look = {s->theme->key_ink, s->theme->key_paper, CANVAS_BOLD};
    int width = canvas_width(words);

    if (!c->colours)
        look.attributes |= CANVAS_INVERSE;
    canvas_sign(c, x, y, ' ', look);
    canvas_text(c, x + 1, y, width, words, look);
    canvas_sign(c, x + 1 + width, y, ' ', look);
    return width + 2;
}

/* "1:05", and hours where there are any. */
static void clock_words(int64_t milliseconds, char *out, size_t size)
{
    unsigned seconds = (unsigned)((milliseconds + 999) / 1000);

    if (seconds >= 3600)
        snprintf(out, size, "%u:%02u:%02u", seconds / 3600, seconds / 60 % 60, seconds % 60);
    else
        snprintf(out, size, "%u:%02u", seconds / 60, seconds % 60);
}

void stage_player(struct canvas *c, struct area a, const struct stage *s, uint32_t seat,
                  const char *more, bool needed)
{
    const struct position *p = s->position;
    const struct rules *rules = p->match->rules;
    bool acts = rules->actor(p->match, &p->view->seen) == seat;
    int points = a.x + a.width - (needed ? 3 : 4); /* where they begin: three digits */
    char number[24];
    int x = a.x, room;

    if (acts)
        canvas_sign(c, a.x - 1, a.y, c->colours ? 0x2590 : '>',
                    (struct look){s->theme->edge_paper, COLOUR_OWN, 0});
    stage_badge(c, x, a.y, 3, s, seat);
    x += 4;
    number[0] = '\0';
    if (s->clock[seat] >= 0)
        clock_words(s->clock[seat], number, sizeof number);
    room = points - 1 - x;
    if (needed)
        room -= canvas_width(more) + (number[0] ? canvas_width(number) + 1 : 0);
    x += canvas_text(c, x, a.y, room, p->name[seat], look_strong(s)) + 1;
    if (number[0])
        x += canvas_text(c, x, a.y, points - x, number, look_ink(s)) + 1;
    if (needed)
        canvas_right(c, points, a.y, more, look_faint(s));
    else if (points - x >= canvas_width(more))
        canvas_text(c, x, a.y, points - x, more, look_faint(s));
    snprintf(number, sizeof number, "%d", (int)rules->points(p->match, &p->view->seen, seat));
    canvas_right(c, a.x + a.width, a.y, number, look_strong(s));
}

const char *stage_kind(const struct stage *s, uint32_t seat)
{
    static const char *const levels[] = {SAYS("easy"), SAYS("medium"), SAYS("hard"),
                                         SAYS("expert")};

    for (size_t i = 0; i < sizeof levels / sizeof levels[0]; i++)
        if (strcmp(s->kind[seat], levels[i]) == 0)
            return cli_words(levels[i]);
    return s->kind[seat];
}

/* A line of the news: its first row at y; rows above a.y are not drawn. Returns its rows. */
static int news_line(struct canvas *c, struct area a, int y, const struct stage *s,
                     const struct news *n)
{
    char points[16];
    struct area words = {a.x + 2, y, a.width - 2 - (n->points ? 4 : 0), 2};

    if (n->seat < SEATS_MAX)
        stage_badge(c, a.x, y, 1, s, n->seat);
    else
        canvas_sign(c, a.x, y, 0xB7, look_faint(s));
    if (n->points) {
        snprintf(points, sizeof points, "%+d", (int)n->points);
        canvas_right(c, a.x + a.width, y, points, look_strong(s));
    }
    canvas_words(c, words, n->words, look_ink(s));
    return 2;
}

/* The rows that a line takes, two at most. */
static int news_rows(struct area a, const struct news *n)
{
    struct canvas none = {0};
    struct area words = {0, 0, a.width - 2 - (n->points ? 4 : 0), 0};
    int rows = canvas_words(&none, words, n->words, (struct look){0});

    return rows < 2 ? rows : 2;
}

int stage_news(struct canvas *c, struct area a, const struct stage *s)
{
    uint32_t from = s->news_count;
    int rows = 0, y = a.y;

    while (from > 0 && rows + news_rows(a, &s->news[from - 1]) <= a.height)
        rows += news_rows(a, &s->news[--from]);
    for (; from < s->news_count; from++) {
        news_line(c, a, y, s, &s->news[from]);
        y += news_rows(a, &s->news[from]);
    }
    return rows;
}

/* If the text does not fit, it ends with dots. */
static void put_cut(struct canvas *c, int x, const char *text, struct look look)
{
    int width = c->width - 1 - x;

    if (canvas_width(text) <= width) {
        canvas_text(c, x, 0, width, text, look);
        return;
    }
    x += canvas_text(c, x, 0, width - 1, text, look);
    canvas_sign(c, x, 0, 0x2026, look);
}

void stage_title(struct canvas *c, const struct stage *s, const char *asks)
{
    const char *board = cli_words(s->position->match->board->name);
    const char *words = asks ? cli_words(asks) : "";
    int x = 1, needs = canvas_width(s->title) + 1 + canvas_width(words);

    canvas_fill(c, (struct area){0, 0, c->width, 1}, s->theme->panel);
    x += canvas_text(c, x, 0, c->width - 2, "andén", look_strong(s)) + 2;
    if (c->width >= 60 && x + canvas_width(board) + 2 + needs < c->width)
        x += canvas_text(c, x, 0, c->width - x, board, look_faint(s)) + 2;
    x += canvas_text(c, x, 0, c->width - 1 - x, s->title,
                     s->acts ? look_strong(s) : look_ink(s)) +
         1;
    put_cut(c, x, words, look_ink(s));
}

bool stage_can(const struct stage *s, enum event_kind kind)
{
    for (uint32_t i = 0; i < s->legal_count; i++)
        if (event_kind(s->legal[i]) == kind)
            return true;
    return false;
}

/* ---- names ---- */

void stage_name(struct text *t, const char *name, int width)
{
    if (canvas_width(name) <= width) {
        text_put(t, name);
        return;
    }
    text_some(t, name, canvas_bytes(name, width - 1));
    text_put(t, "…");
}

struct stage_words stage_pair(const char *a, const char *b, int width)
{
    struct stage_words w = {""};
    struct text t = text_in(w.text, sizeof w.text);
    int of_a = canvas_width(a), of_b = canvas_width(b), room = width - 1;

    if (of_a + of_b > room) { /* a short name leaves its room to the other */
        of_a = of_b < room / 2 ? room - of_b : of_a < room - room / 2 ? of_a : room - room / 2;
        of_b = room - of_a;
    }
    stage_name(&t, a, of_a);
    text_put(&t, "–");
    stage_name(&t, b, of_b);
    return w;
}

/* ---- keys ---- */

/* Draws the keys and their words, except those of a set; returns the cells that they take. */
static int draw_keys(struct canvas *c, const struct stage *s, const struct stage_key *keys,
                     int space, uint32_t left_out)
{
    int x = 1;

    for (uint32_t i = 0; keys[i].name; i++) {
        const char *words = cli_words(keys[i].words);

        if (left_out >> i & 1)
            continue;
        x += stage_button(c, x, c->height - 1, cli_words(keys[i].name), s) + space;
        x += canvas_text(c, x, c->height - 1, canvas_width(words), words, look_ink(s));
        x += space + 1;
    }
    return x - space - 1;
}

/* The next key to be left out: the last of those that are least important. STAGE_KEYS if there is
 * none. */
static uint32_t least_key(const struct stage_key *keys, uint32_t left_out)
{
    uint32_t found = STAGE_KEYS;

    for (uint32_t i = 0; keys[i].name; i++)
        if (!(left_out >> i & 1) && keys[i].weight != STAGE_ALWAYS &&
            (found == STAGE_KEYS || keys[i].weight >= keys[found].weight))
            found = i;
    return found;
}

void stage_keys(struct canvas *c, const struct stage *s, const struct stage_key *keys)
{
    struct canvas none = {.colours = c->colours};
    int space = draw_keys(&none, s, keys, 1, 0) <= c->width;
    uint32_t left_out = 0, least;

    while (draw_keys(&none, s, keys, space, left_out) > c->width &&
           (least = least_key(keys, left_out)) != STAGE_KEYS)
        left_out |= 1u << least;
    canvas_fill(c, (struct area){0, c->height - 1, c->width, 1}, s->theme->panel);
    draw_keys(c, s, keys, space, left_out);
}
