/*
 * What is common to the text of all positions: see show.h. Every line has its label in columns
 * 1..9 and its facts from column SHOW_INDENT on.
 */
#include "show.h"

#include "family.h"

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

void show_label(struct screen *s, const char *word)
{
    screen_put(s, " ");
    screen_styled(s, "1", word);
    screen_to(s, SHOW_INDENT);
}

void show_count(struct screen *s, uint32_t n, const char *word)
{
    screen_number(s, n);
    screen_put(s, " ");
    screen_put(s, word);
    if (n != 1)
        screen_put(s, "s");
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

static void sheet_row(struct screen *s, const struct position *p, uint32_t seat,
                      const struct seat_sheet *sheet, bool ranked)
{
    const struct family_face *face = family_of(p->match->board);
    const char *const *part = p->match->rules->part;
    uint32_t at = show_name_width(p) + 4;
    char cell[16];

    show_seat(s, p, seat);
    for (uint32_t i = 0; part[i]; i++) {
        if (!face->has_part(p->match->board, part[i]))
            continue;
        at += 10;
        snprintf(cell, sizeof cell, "%d", sheet->part[i]);
        screen_right(s, at, face->knows_part(p, seat, part[i]) ? cell : "?");
    }
    snprintf(cell, sizeof cell, "%d", sheet->total);
    screen_right(s, at + 8, face->knows_part(p, seat, NULL) ? cell : "?");
    snprintf(cell, sizeof cell, "%d", sheet->rank);
    screen_right(s, at + 15, ranked ? cell : "?");
    screen_line(s);
}

void show_sheet(struct screen *s, const struct position *p)
{
    const struct family_face *face = family_of(p->match->board);
    const struct rules *rules = p->match->rules;
    uint32_t at = show_name_width(p) + 4;
    bool ranked = true;
    struct sheet sheet;

    rules->score(p->match, &p->view->seen, &sheet);
    show_label(s, "Score");
    for (uint32_t i = 0; rules->part[i]; i++) {
        if (!face->has_part(p->match->board, rules->part[i]))
            continue;
        at += 10;
        screen_right(s, at, rules->part[i]);
    }
    screen_right(s, at + 8, "total");
    screen_right(s, at + 15, "rank");
    screen_line(s);
    for (uint32_t seat = 0; seat < p->match->seats; seat++)
        ranked = ranked && face->knows_part(p, seat, NULL);
    for (uint32_t seat = 0; seat < p->match->seats; seat++)
        sheet_row(s, p, seat, &sheet.seat[seat], ranked);
}

void show_title(struct screen *s, const struct position *p)
{
    uint32_t actor = p->match->rules->actor(p->match, &p->view->seen);
    char left[96], right[32];

    snprintf(left, sizeof left, "%s · %s%s", p->match->board->name,
             actor == NOBODY   ? "the game is over"
             : actor == NATURE ? "chance acts"
                               : p->name[actor],
             actor < p->match->seats ? " to act" : "");
    snprintf(right, sizeof right, "%u events", (unsigned)p->events);
    show_heading(s, left, right);
    screen_line(s);
}

void show_position(struct screen *s, const struct position *p)
{
    show_title(s, p);
    family_of(p->match->board)->position(s, p);
    show_sheet(s, p);
}
