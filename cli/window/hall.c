/*
 * Lobby and waiting rooms on a full screen: see hall.h. The text is the same as in the plain
 * form; the typed line is always open.
 */
#include "hall.h"

#include "client_inner.h"

#include <stdlib.h>
#include <string.h>

enum { LINES_SHOWN = 12 }; /* of the chat */

static void put_line(void *context, const struct story *line)
{
    char words[GAME_LINE];
    struct text t = text_in(words, sizeof words);

    story_plain(line, &t);
    fprintf(context, " · %s\n", words);
}

/* Writes the page again, and keeps the reader's place. */
static void write_page(struct client *c, const struct online *o)
{
    int top = c->page.top;
    struct screen *s = page_begin(&c->page);
    uint32_t from = 0;

    online_show(o, s);
    if (o->sight.lines > LINES_SHOWN)
        from = o->sight.line[o->sight.lines - LINES_SHOWN].stamp - 1;
    if (o->sight.table[0]) {
        fputc('\n', s->out);
        game_tell(&o->game, o->sight.seat, from, put_line, s->out);
    }
    page_end(&c->page);
    c->page.top = top;
}

static void draw_title(struct client *c, const struct online *o)
{
    struct text t = text_in(c->title, sizeof c->title);
    int x = 1;

    online_trouble(o, &t);
    if (!t.length)
        text_put(&t, o->address.page);
    canvas_fill(&c->canvas, (struct area){0, 0, c->canvas.width, 1}, c->stage.theme->panel);
    x +=
        canvas_text(&c->canvas, x, 0, c->canvas.width - 2, "andén", look_strong(&c->stage)) + 2;
    canvas_text(&c->canvas, x, 0, c->canvas.width - 1 - x, c->title, look_ink(&c->stage));
}

static void draw(struct client *c, const struct online *o)
{
    static const struct stage_key lobby[] = {{"↑ ↓", SAYS("table"), STAGE_OFTEN},
                                             {"Enter", SAYS("join"), STAGE_MAIN},
                                             {"?", SAYS("account"), STAGE_ALWAYS},
                                             {"Ctrl-C", SAYS("quit"), STAGE_ALWAYS},
                                             {0}};
    static const struct stage_key room[] = {
        {"Enter", SAYS("start"), STAGE_MAIN}, {"Ctrl-C", SAYS("quit"), STAGE_ALWAYS}, {0}};
    static const struct stage_key over[] = {{"Ctrl-C", SAYS("quit"), STAGE_ALWAYS}, {0}};
    static const struct stage_key page[] = {
        {"Esc", SAYS("back"), STAGE_ALWAYS}, {"Ctrl-C", SAYS("quit"), STAGE_ALWAYS}, {0}};
    struct area body;
    int row, cursor;

    client_fit(c);
    row = c->canvas.height - 2;
    body = (struct area){0, 1, c->canvas.width, c->canvas.height - 4};
    canvas_clear(&c->canvas, c->stage.theme->paper);
    write_page(c, o);
    page_draw(&c->canvas, body, &c->stage, &c->page);
    draw_title(c, o);
    if (c->line.secret) {
        struct text question = text_in(c->stage.message, sizeof c->stage.message);

        account_question(o, &question);
    }
    canvas_text(&c->canvas, 1, row - 1, c->canvas.width - 2, c->stage.message,
                (struct look){c->stage.theme->good, COLOUR_OWN, CANVAS_BOLD});
    cursor = line_draw(&c->canvas, row, &c->stage, &c->line);
    stage_keys(&c->canvas, &c->stage,
               o->page[0] || c->line.secret    ? page
               : !o->sight.table[0]            ? lobby
               : o->sight.status == SIGHT_OVER ? over
                                               : room);
    terminal_show(&c->canvas, cursor, row);
}

/* ---- keys ---- */

/* Enter without a word: the table that is chosen, or the beginning of the game. */
static void do_plain_enter(struct online *o)
{
    char line[32];

    if (o->page[0]) {
        online_turn_page(o);
    } else if (!o->sight.table[0] && o->chosen) {
        snprintf(line, sizeof line, "join %u", (unsigned)o->chosen);
        online_order(o, line);
    } else if (o->sight.status == SIGHT_OPEN) {
        online_order(o, "start");
    }
}

static void do_typed(struct client *c, struct online *o)
{
    const char *line = c->line.text + strspn(c->line.text, " ");

    c->stage.message[0] = '\0';
    if (o->account.asks)
        account_answer(o, c->line.text);
    else if (strcmp(line, "quit") == 0)
        c->leaves = true;
    else if (!*line)
        do_plain_enter(o);
    else if (!online_order(o, line))
        online_note(o, "There is no such command here.", NULL);
}

static void choose_table(struct online *o, int by)
{
    if (by < 0 && o->chosen > 1)
        o->chosen--;
    if (by > 0 && o->chosen < o->listed)
        o->chosen++;
}

/* Goes back to the lobby without answering the question. */
static void leave_page(struct client *c, struct online *o)
{
    if (o->account.asks)
        account_answer(o, NULL);
    else
        online_turn_page(o);
    line_open(&c->line);
}

static void do_key(struct client *c, struct online *o, const struct key *k)
{
    static const char *const none[] = {NULL};

    switch (k->kind) {
    case KEY_CLOSED:
        c->ended = true;
        break;
    case KEY_INTERRUPT:
        c->leaves = true;
        break;
    case KEY_ARROW_UP:
        choose_table(o, -1);
        break;
    case KEY_ARROW_DOWN:
        choose_table(o, 1);
        break;
    case KEY_PAGE_UP:
    case KEY_PAGE_DOWN:
        page_key(&c->page, k);
        break;
    case KEY_TABULATOR:
        break;
    case KEY_ESCAPE:
        leave_page(c, o);
        break;
    default:
        if (k->kind == KEY_SIGN && k->sign == '?' && !c->line.text[0] && !c->line.secret)
            online_order(o, "account");
        else if (line_key(&c->line, &c->stage, none, k) == LINE_DONE)
            do_typed(c, o);
        if (!c->line.is_open)
            line_open(&c->line);
    }
}

static enum answer run(struct client *c, struct online *o)
{
    line_open(&c->line);
    while (!c->leaves && !c->ended) {
        struct key k;

        if (remote_state(o->remote) == REMOTE_ENDED || o->sight.status == SIGHT_PLAYING)
            return ANSWER_DONE;
        o->chosen = !o->listed || o->sight.table[0] ? 0
                    : o->chosen > o->listed         ? o->listed
                    : o->chosen                     ? o->chosen
                                                    : 1;
        if (o->notice[0]) {
            snprintf(c->stage.message, sizeof c->stage.message, "%s", o->notice);
            o->notice[0] = '\0';
        }
        c->line.secret = o->account.asks != ASKS_NOTHING;
        draw(c, o);
        k = client_key(c, -1);
        if (k.kind != KEY_NEWS)
            do_key(c, o, &k);
    }
    return c->ended ? ANSWER_END : ANSWER_QUIT;
}

enum answer hall_show(struct online *o, struct play *play, const struct client_wish *w)
{
    static struct client client; /* large */
    struct client *c = &client;
    enum answer answer;

    *c = (struct client){.play = play, .wish = w};
    c->stage.theme = w->theme;
    if (!terminal_open(w->depth))
        return ANSWER_END;
    answer = run(c, o);
    terminal_also(-1);
    terminal_close();
    page_close(&c->page);
    free(c->canvas.cell);
    return answer;
}
