/*
 * Asking a person on a full screen: keys, typed moves and commands, hints, taking back. There
 * are no rules here: the engine reads the events, and says why one is not legal.
 */
#include "client_inner.h"

#include "../../table/log.h"
#include "../advice.h"
#include "../show.h"
#include "../typed.h"

#include <string.h>

enum { SECOND = 1000, LOG_SHOWN = 4000 };

/* ---- pages ---- */

static void help_page(struct client *c)
{
    static const char help_keys[] =
        "   N             a hint: what the program's best player would do\n"
        "   U             take back the last move; other people must agree\n"
        "   :             type a move or a command; Tab completes it\n"
        "   L             what has happened so far\n"
        "   R             the rules in short\n"
        "   C             the scores, as far as you know them\n"
        "   B             a light or a dark screen\n"
        "   ?             this page\n"
        "   q, Ctrl-C     leave the game\n";
    static const char help_replay[] = "   ← →           the choice before, the next one\n"
                                      "   ↑ ↓           ten choices\n"
                                      "   Home, End     the first, the last\n"
                                      "   Space         run by itself; again: stop\n"
                                      "   + -           zoom; Shift with arrows moves the map\n"
                                      "   V             show the next ticket on the map\n"
                                      "   L             what has happened so far\n"
                                      "   R             the rules in short\n"
                                      "   C             the scores\n"
                                      "   B             a light or a dark screen\n"
                                      "   q, Ctrl-C     leave\n";
    const struct family_face *face = family_of(c->position.match->board);

    page_begin(&c->page);
    if (!c->play) {
        page_put(&c->page, help_replay);
        page_end(&c->page);
        return;
    }
    page_put(&c->page, c->window->help);
    page_put(&c->page, help_keys);
    if (c->play->game->kind->help)
        page_put(&c->page, c->play->game->kind->help);
    fprintf(c->page.screen.out, "\n%s\n", cli_words(SAYS(" Moves, as they stand in a log:")));
    page_put(&c->page, face->help_moves);
    page_end(&c->page);
}

static void rules_page(struct client *c)
{
    page_begin(&c->page);
    c->window->rules(c->position.match, c->page.screen.out);
    page_end(&c->page);
}

static void log_line(void *context, const struct story *line)
{
    char words[GAME_LINE];
    struct text t = text_in(words, sizeof words);

    story_plain(line, &t);
    fprintf(context, "%s\n", words);
}

static void log_page(struct client *c)
{
    FILE *out = page_begin(&c->page)->out;

    if (c->play)
        game_tell(c->play->game, c->stage.seat, 0, log_line, out);
    for (uint32_t i = 0; i < c->news_count && !c->play; i++)
        fprintf(out, "%s\n", c->news[i].words);
    page_end(&c->page);
    c->page.top = LOG_SHOWN; /* its end; drawing corrects the number */
    client_draw(c);
    page_key(&c->page, &(struct key){.kind = KEY_LAST});
}

static void scores_page(struct client *c)
{
    show_sheet(page_begin(&c->page), &c->position);
    page_end(&c->page);
}

static void other_theme(struct client *c)
{
    c->stage.theme = c->stage.theme == &theme_light ? &theme_dark : &theme_light;
}

bool client_look_key(struct client *c, const struct key *k)
{
    event_t e;

    if (page_is_open(&c->page)) {
        page_key(&c->page, k);
        return true;
    }
    switch (k->kind == KEY_SIGN ? k->sign : 0) {
    case '?':
        help_page(c);
        return true;
    case 'r':
    case 'R':
        rules_page(c);
        return true;
    case 'l':
    case 'L':
        log_page(c);
        return true;
    case 'c':
    case 'C':
        scores_page(c);
        return true;
    case 'b':
    case 'B':
        other_theme(c);
        return true;
    default:
        return !c->stage.acts &&
               c->window->key(client_body(c), &c->stage, client_focus(c), k, &e) == DOING_LOOK;
    }
}

/* ---- questions ---- */

/* Asks for y or n in the row above the keys. */
static bool is_yes(struct client *c, const char *question, const struct said *values)
{
    client_say(c, false, question, values);
    for (;;) {
        struct key k;

        client_draw(c);
        k = client_key(c, -1);
        if (k.kind == KEY_CLOSED) {
            c->leaves = c->ended = true;
            return false;
        }
        if (k.kind == KEY_SIGN && strchr("yYsSnN", (int)(k.sign & 127)) && k.sign < 128) {
            c->stage.message[0] = '\0';
            return strchr("yYsS", (int)k.sign) != NULL;
        }
        if (k.kind == KEY_ESCAPE || k.kind == KEY_INTERRUPT)
            return c->stage.message[0] = '\0', false;
        c->behind = c->behind || k.kind == KEY_NEWS;
    }
}

static bool all_agree(struct client *c, uint32_t seat, uint32_t must_agree)
{
    struct game *g = c->play->game;
    bool stopped = game_stop(g, true), agreed = true;

    for (uint32_t left = must_agree & ~(1u << c->stage.seat); left && agreed; left &= left - 1)
        agreed = is_yes(c, SAYS("{0}, may {1} take back the last move? Type yes or no."),
                        SAID(say_text(c->position.name[__builtin_ctz(left)]),
                             say_text(c->position.name[seat])));
    game_stop(g, stopped);
    return agreed;
}

static void refuse(struct client *c, const char *begin, const struct complaint *why)
{
    typed_refusal(begin, why, c->stage.message);
    c->stage.bad = true;
}

static bool do_undo(struct client *c)
{
    struct game *g = c->play->game;
    uint32_t must_agree, seat = g->kind->undo_seat(g, &must_agree);
    struct complaint why = {0};

    if (seat == NOBODY)
        seat = c->stage.seat; /* the table says why not */
    else if (!all_agree(c, seat, must_agree))
        return false;
    if (g->kind->undo(g, seat, &why) == TABLE_OK)
        return true;
    refuse(c, "", &why);
    return false;
}

static bool do_resign(struct client *c)
{
    struct game *g = c->play->game;
    struct complaint why = {0};

    return is_yes(c, SAYS("Do you give up this game? Type yes or no."), NULL) &&
           g->kind->resign(g, c->stage.seat, &why) == TABLE_OK;
}

static void leave(struct client *c)
{
    c->leaves = c->play->kept ||
                is_yes(c, SAYS("Leave the game? It is not saved. Type yes or no."), NULL);
}

/* ---- events ---- */

static bool do_event(struct client *c, event_t e)
{
    const struct match *m = c->position.match;
    struct game *g = c->play->game;
    struct complaint why = {0};
    enum table_answer answer = g->kind->choose(g, c->stage.seat, e, &why);

    c->stage.message[0] = '\0';
    if (answer == TABLE_LATE)
        g->kind->late(g);
    if (answer == TABLE_OK || answer == TABLE_LATE)
        return true;
    if (answer == TABLE_ILLEGAL) /* explained from the view, so it reveals nothing hidden */
        m->rules->explain(m, &c->view.seen, e, &why);
    refuse(c, SAYS("Not possible: "), &why);
    return false;
}

/* ---- hints ---- */

static void do_hint(struct client *c)
{
    struct advice a;
    struct text t;

    if (!c->stage.acts)
        return;
    advice_begin(&a, &c->position, c->stage.seat);
    client_say(c, false, "Thinking …", NULL);
    client_work(c, advice_find, &a);
    c->stage.message[0] = '\0';
    t = text_in(c->stage.message, sizeof c->stage.message);
    advice_words(&a, &t);
}

/* ---- typed lines ---- */

static const char *const typed_words[] = {"help",  "hint", "log",    "map",  "quit", "resign",
                                          "rules", "save", "scores", "undo", NULL};

static void do_save(struct client *c, const char *rest)
{
    if (!*rest)
        client_say(c, true, " Say where: save FILE.", NULL);
    else if (c->play->game->kind->save(c->play->game, rest) == CLI_OK)
        client_say(c, false, " Saved as {0}.", SAID(say_text(rest)));
}

/* Commands of the family print to a page. */
static bool family_command(struct client *c, const char *line)
{
    const struct face_command *own = family_of(c->position.match->board)->command;
    size_t n = strcspn(line, " \t");

    for (; own->name; own++) {
        if (strlen(own->name) != n || strncmp(own->name, line, n) != 0)
            continue;
        own->run(page_begin(&c->page), &c->position, c->stage.seat,
                 line + n + strspn(line + n, " \t"));
        page_end(&c->page);
        return true;
    }
    return false;
}

/* Carries out a typed line. Has something changed? */
static bool do_line(struct client *c, const char *line)
{
    static const struct {
        const char *word;
        void (*run)(struct client *c);
    } pages[] = {{"help", help_page},     {"rules", rules_page}, {"log", log_page},
                 {"scores", scores_page}, {"hint", do_hint},     {"quit", leave}};
    struct game *g = c->play->game;
    struct complaint why = {0};
    event_t e;

    line += strspn(line, " ");
    if (g->kind->command && g->kind->command(g, line))
        return true;
    for (size_t i = 0; i < sizeof pages / sizeof pages[0]; i++) {
        if (strcmp(line, pages[i].word) == 0) {
            pages[i].run(c);
            return false;
        }
    }
    if (!*line || strcmp(line, "map") == 0)
        return false;
    if (strncmp(line, "save", 4) == 0 && (!line[4] || line[4] == ' '))
        return do_save(c, line + 4 + strspn(line + 4, " ")), false;
    if (strcmp(line, "undo") == 0)
        return do_undo(c);
    if (strcmp(line, "resign") == 0)
        return do_resign(c);
    if (family_command(c, line))
        return false;
    e = typed_event(&c->position, line, &why);
    if (e != EVENT_NONE)
        return do_event(c, e);
    refuse(c, "", &why);
    return false;
}

/* ---- asking ---- */

static bool do_key(struct client *c, const struct key *k)
{
    event_t e = EVENT_NONE;

    if (client_look_key(c, k))
        return false;
    if (k->kind == KEY_INTERRUPT ||
        (k->kind == KEY_SIGN && (k->sign == 'q' || k->sign == 'Q'))) {
        leave(c);
        return false;
    }
    switch (k->kind == KEY_SIGN ? k->sign : 0) {
    case ':':
    case '/':
        c->stage.message[0] = '\0';
        line_open(&c->line);
        return false;
    case 'n':
    case 'N':
        do_hint(c);
        return false;
    case 'u':
    case 'U':
        return do_undo(c);
    default:
        break;
    }
    return c->window->key(client_body(c), &c->stage, client_focus(c), k, &e) == DOING_EVENT &&
           do_event(c, e);
}

/* Milliseconds until the screen or the clock needs attention. */
static int64_t patience(const struct client *c)
{
    const struct game *g = c->play->game;
    int64_t left = game_patience(g);

    for (uint32_t i = 0; g->kind->listen && i < g->match->seats; i++)
        if (c->stage.clock[i] >= 0)
            return SECOND;
    return left < 0 || left > SECOND ? (left < 0 ? -1 : SECOND) : left;
}

/* Shows what is going on, and messages of a game elsewhere. */
static void say_what(struct client *c, uint32_t seat)
{
    struct game *g = c->play->game;
    struct text title = text_in(c->title, sizeof c->title);
    char words[sizeof c->stage.message];
    struct text message = text_in(words, sizeof words);
    bool asked = g->kind->title && g->kind->title(g, &title);

    if (c->stage.acts && !asked) {
        title = text_in(c->title, sizeof c->title);
        cli_put(&title, c->play->people > 1 ? SAYS("{0}, your turn.") : SAYS("Your turn."),
                SAID(say_text(c->position.name[seat])));
    }
    if (g->kind->notice && g->kind->notice(g, &message)) {
        memcpy(c->stage.message, words, sizeof words);
        c->stage.bad = true;
    }
}

enum answer client_ask(struct client *c, uint32_t seat)
{
    struct game *g = c->play->game;

    say_what(c, seat);
    for (;;) {
        struct key k;

        client_draw(c);
        k = client_key(c, patience(c));
        if (k.kind == KEY_CLOSED)
            return ANSWER_END;
        if (k.kind == KEY_NEWS)
            return ANSWER_DONE;
        if (k.kind == KEY_NOTHING && game_patience(g) == 0) {
            c->line.is_open = false;
            page_close(&c->page);
            g->kind->late(g);
            return ANSWER_DONE;
        }
        client_read_message(c, &k);
        if (c->line.is_open) {
            if (line_key(&c->line, &c->stage, typed_words, &k) == LINE_DONE &&
                do_line(c, c->line.text))
                return ANSWER_DONE;
        } else if (k.kind != KEY_NOTHING && do_key(c, &k)) {
            return ANSWER_DONE;
        }
        if (c->leaves)
            return c->ended ? ANSWER_END : ANSWER_QUIT;
        if (c->behind) {
            c->behind = false;
            return ANSWER_DONE;
        }
    }
}
