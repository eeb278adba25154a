/*
 * Rows in the terminal: line by line, and on a full screen.
 */
#include "../../cli/family.h"
#include "../../cli/window/stage.h"

static const struct rows_state *seen_of(const struct position *p)
{
    return &p->view->seen.rows;
}

static void put_cards(struct text *t, uint32_t cards)
{
    text_put(t, cards ? "" : " -");
    for (; cards; cards &= cards - 1) {
        text_char(t, ' ');
        text_number(t, bits_first(cards) + 1);
    }
}

enum { LINE_SIZE = 128, LINES = ROWS + 1 };

/* A row of a seat in words, or at the end its hand. */
static void put_line(struct text *t, const struct position *p, uint32_t seat, uint32_t line)
{
    const struct rows_state *s = seen_of(p);

    if (line < ROWS) {
        text_put(t, "row ");
        text_number(t, line + 1);
        text_char(t, ':');
        put_cards(t, s->row[seat][line]);
    } else if (view_shows_hand(p->view, seat) || s->over) {
        text_put(t, "hand:");
        put_cards(t, s->hand[seat]);
    } else {
        text_count(t, s->held[seat], "card");
    }
}

static void show(struct screen *s, const struct position *p)
{
    for (uint32_t i = 0; i < ROWS_SEATS * LINES; i++) {
        char words[LINE_SIZE];
        struct text t = text_in(words, sizeof words);

        put_line(&t, p, i / LINES, i % LINES);
        screen_put(s, i % LINES ? "   " : p->name[i / LINES]);
        screen_to(s, 16);
        screen_put(s, words);
        screen_line(s);
    }
}

static void turn(struct screen *s, const struct position *p, uint32_t seat, bool again)
{
    (void)seat, (void)again;
    show(s, p);
    screen_say(s, " Take a card, or lay one: \"take\", \"lay 7 2\".", NULL);
    screen_line(s);
}

static void facts(const struct board *b, const struct board_art *art)
{
    (void)b, (void)art;
    cli_line("{0} cards", SAID(say_number(ROWS_CARDS)));
}

static void summary(const struct board *b, const struct board_art *art)
{
    (void)b, (void)art;
}

static const char *map(struct screen *s, const struct position *p, const struct board_art *art,
                       const char *rest)
{
    (void)art, (void)rest;
    show(s, p);
    return NULL;
}

/* ---- the full screen ---- */

/* The legal event that is chosen, round and round. */
static event_t chosen(const struct stage *s, const struct focus *f)
{
    return s->legal_count ? s->legal[f->option % s->legal_count] : (event_t)EVENT_NONE;
}

static void draw(struct canvas *c, struct area body, const struct stage *s, struct focus *f)
{
    const struct position *p = s->position;
    char words[LINE_SIZE];
    int y = body.y;

    for (uint32_t seat = 0; seat < ROWS_SEATS; seat++) {
        stage_player(c, (struct area){body.x + 1, y++, body.width - 2, 1}, s, seat,
                     stage_kind(s, seat), false);
        for (uint32_t line = 0; line < LINES; line++) {
            struct text t = text_in(words, sizeof words);

            put_line(&t, p, seat, line);
            canvas_text(c, body.x + 5, y++, body.width - 6, words, look_ink(s));
        }
    }
    if (s->acts && chosen(s, f)) {
        struct text t = text_in(words, sizeof words);

        p->match->rules->format(p->match, &p->view->seen, chosen(s, f), &t);
        canvas_text(c, body.x + 1, ++y, body.width - 2, words, look_strong(s));
        y += 2;
    }
    stage_news(c, (struct area){body.x + 1, y, body.width - 2, body.y + body.height - y}, s);
}

static enum doing key(struct area body, const struct stage *s, struct focus *f,
                      const struct key *k, event_t *e)
{
    (void)body;
    if (k->kind == KEY_TABULATOR) {
        f->option++;
        return DOING_LOOK;
    }
    if (k->kind != KEY_RETURN)
        return DOING_NOTHING;
    *e = chosen(s, f);
    f->option = 0;
    return s->acts ? DOING_EVENT : DOING_LOOK;
}

static const char *asks(const struct stage *s)
{
    (void)s;
    return "Take a card, or lay one.";
}

static uint32_t keys(struct area body, const struct stage *s, const struct focus *f,
                     struct stage_key *list)
{
    (void)body, (void)f;
    if (!s->acts)
        return 0;
    list[0] = (struct stage_key){"Tab", "next", STAGE_MAIN};
    list[1] = (struct stage_key){"Enter", "do it", STAGE_MAIN};
    return 2;
}

static void rules(const struct match *m, FILE *out)
{
    (void)m;
    fputs("Take cards, and lay rising rows of them.\n", out);
}

static const struct family_window window = {
    .draw = draw,
    .key = key,
    .asks = asks,
    .keys = keys,
    .help = "   Tab           the next move\n   Enter         do it\n",
    .rules = rules,
};

const struct family_face rows_face = {
    .position = show,
    .turn = turn,
    .help_moves = "   take          take a card\n   lay 7 2       lay card 7 in row 2\n",
    .help_commands = "   map           the rows\n",
    .command = &(const struct face_command){0},
    .map = map,
    .filter = "lay",
    .window = &window,
    .summary = summary,
    .facts = facts,
};
