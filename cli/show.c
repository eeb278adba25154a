/*
 * What the texts of all positions share: see show.h. Every line begins with a label; the facts
 * begin in column show_indent().
 */
#include "show.h"

#include "cli.h"
#include "family.h"

#include <ctype.h>

void show_heading(struct screen *s, const char *left, const char *right)
{
    screen_put(s, "── ");
    screen_styled(s, "1", left);
    screen_put(s, " ");
    while (s->column + screen_width(right) + 5 < SCREEN_WIDTH)
        screen_put(s, "─");
    if (*right) {
        screen_put(s, " ");
        screen_put(s, right);
        screen_put(s, " ");
    }
    screen_put(s, "──");
    screen_line(s);
}

uint32_t show_indent(void)
{
    return cli_language() == SPANISH ? 13 : 10; /* its labels are longer */
}

void show_label(struct screen *s, const char *word)
{
    screen_put(s, " ");
    screen_styled(s, "1", cli_words(word));
    screen_to(s, show_indent());
}

void show_count(struct screen *s, uint32_t n, const char *word)
{
    screen_say(s, "{0}", SAID(say_count(n, word)));
}

uint32_t show_name_width(const struct position *p)
{
    uint32_t width = 8;

    for (uint32_t i = 0; i < p->match->seats; i++)
        if (screen_width(p->name[i]) > width)
            width = screen_width(p->name[i]);
    return width;
}

/* " 2 Luis Miguel", with an arrow for the seat to act. */
void show_seat(struct screen *s, const struct position *p, uint32_t seat)
{
    const struct rules *rules = p->match->rules;
    bool acts = rules->actor(p->match, &p->view->seen) == seat;

    screen_put(s, acts ? ">" : " ");
    screen_number(s, seat + 1);
    screen_put(s, " ");
    screen_styled(s, acts ? "1" : "", p->name[seat]);
}

static uint32_t initial(const char *name)
{
    char plain[4];
    struct text t = text_in(plain, sizeof plain);

    text_plain(&t, name);
    return (uint32_t)toupper((unsigned char)plain[0]);
}

void show_letters(const struct position *p, uint32_t letter[SEATS_MAX])
{
    for (uint32_t i = 0; i < p->match->seats; i++) {
        letter[i] = initial(p->name[i]);
        for (uint32_t k = 0; k < p->match->seats; k++)
            if (letter[i] < 'A' || letter[i] > 'Z' ||
                (k != i && initial(p->name[k]) == letter[i]))
                letter[i] = '1' + i;
    }
}

/* The column of a part, as wide as its title needs. */
static uint32_t part_width(const char *part)
{
    uint32_t width = screen_width(cli_words(part)) + 2;

    return width > 10 ? width : 10;
}

static bool has_part(const struct position *p, uint32_t part)
{
    const struct family_face *face = family_of(p->match->board);

    return !face->has_part || face->has_part(p->match->board, part);
}

static bool knows_part(const struct position *p, uint32_t seat, uint32_t part)
{
    const struct family_face *face = family_of(p->match->board);

    return !face->knows_part || face->knows_part(p, seat, part);
}

static void sheet_row(struct screen *s, const struct position *p, uint32_t seat,
                      const struct seat_sheet *sheet, bool ranked)
{
    const char *const *part = p->match->rules->part;
    uint32_t at = show_name_width(p) + 4;
    char cell[16];

    show_seat(s, p, seat);
    for (uint32_t i = 0; part[i]; i++) {
        if (!has_part(p, i))
            continue;
        at += part_width(part[i]);
        snprintf(cell, sizeof cell, "%d", sheet->part[i]);
        screen_right(s, at, knows_part(p, seat, i) ? cell : "?");
    }
    snprintf(cell, sizeof cell, "%d", sheet->total);
    screen_right(s, at + 8, knows_part(p, seat, PARTS_MAX) ? cell : "?");
    snprintf(cell, sizeof cell, "%d", sheet->rank);
    screen_right(s, at + 15, ranked ? cell : "?");
    screen_line(s);
}

void show_sheet(struct screen *s, const struct position *p)
{
    const struct rules *rules = p->match->rules;
    uint32_t at = show_name_width(p) + 4;
    bool ranked = true;
    struct sheet sheet;

    rules->score(p->match, &p->view->seen, &sheet);
    show_label(s, "Score");
    for (uint32_t i = 0; rules->part[i]; i++) {
        if (!has_part(p, i))
            continue;
        at += part_width(rules->part[i]);
        screen_right(s, at, cli_words(rules->part[i]));
    }
    screen_right(s, at + 8, cli_words(SAYS("total")));
    screen_right(s, at + 15, cli_words(SAYS("rank")));
    screen_line(s);
    for (uint32_t seat = 0; seat < p->match->seats; seat++)
        ranked = ranked && knows_part(p, seat, PARTS_MAX);
    for (uint32_t seat = 0; seat < p->match->seats; seat++)
        sheet_row(s, p, seat, &sheet.seat[seat], ranked);
}

void show_title(struct screen *s, const struct position *p)
{
    uint32_t actor = p->match->rules->actor(p->match, &p->view->seen);
    char left[160], right[40];
    struct text l = text_in(left, sizeof left), r = text_in(right, sizeof right);

    cli_put(&l,
            actor == NOBODY   ? SAYS("{0} · the game is over")
            : actor == NATURE ? SAYS("{0} · chance acts")
                              : SAYS("{0} · {1} to act"),
            SAID(say_text(p->match->board->name),
                 say_text(actor < p->match->seats ? p->name[actor] : "")));
    cli_put(&r, "{0} {0|event|events}", SAID(say_number((int32_t)p->events)));
    show_heading(s, left, right);
    screen_line(s);
}

void show_position(struct screen *s, const struct position *p)
{
    show_title(s, p);
    family_of(p->match->board)->position(s, p);
    show_sheet(s, p);
}
