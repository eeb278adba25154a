/*
 * A server line by line: the lobby, waiting rooms, and games through the prompt of all games; and
 * the choice between that and a full screen. See plain.h.
 */
#include "plain.h"

#include "../../protocol/result_words.h"
#include "../../sim/think.h"
#include "../show.h"
#include "../window/hall.h"
#include "../window/terminal.h"

#include <string.h>
#include <unistd.h>

enum { LONG = 3000 }; /* milliseconds after which people begin to wonder */

/* ---- news ---- */

static bool print_notice(struct online *o, struct screen *s)
{
    if (!o->notice[0])
        return false;
    screen_put(s, " ");
    screen_words(s, 1, o->notice);
    screen_line(s);
    o->notice[0] = '\0';
    return true;
}

/* Prints what was said at the table, and who came and went. */
static bool print_news(struct online *o, struct play *play)
{
    uint32_t who = o->sight.seat < SEATS_MAX ? o->sight.seat : (uint32_t)SEATS_MAX;
    bool any;

    if (!o->sight.table[0] || o->sight.status == SIGHT_NONE)
        return false;
    any = tell(play, o->sight.seat, play->told[who], 24);
    play->told[who] = game_count(&o->game);
    return any;
}

/* ---- lobby and rooms ---- */

/* What was last shown, to notice another place, other people or a new page. */
struct last_seen {
    struct sight sight;
    uint32_t pages;
};

static bool has_moved(const struct online *o, struct last_seen *last)
{
    const struct sight *s = &last->sight;
    bool same = strcmp(s->table, o->sight.table) == 0 && s->status == o->sight.status &&
                s->seat == o->sight.seat &&
                memcmp(s->chair, o->sight.chair, sizeof s->chair) == 0 &&
                (last->pages == o->pages || !o->page[0]);

    last->sight = o->sight;
    last->pages = o->pages;
    return !same;
}

/* Reads a line; if a program types ahead, waits for the server's answer first. */
static enum input_answer next_line(struct online *o, struct play *play, char **line)
{
    if (!play->terminal && online_is_busy(o)) {
        if (prompt_gives_up(play))
            return INPUT_END;
        fflush(stdout);
        online_wait(o, PROMPT_GLANCE);
        return INPUT_NEWS;
    }
    play->input.also = remote_descriptor(o->remote);
    return input_line(&play->input, online_patience(o), line);
}

/* The prompt, or a question whose answer is not shown. */
static void print_prompt(const struct online *o)
{
    char words[200];
    struct text t = text_in(words, sizeof words);
    bool asks = account_question(o, &t);

    fputs(asks ? words : "> ", stdout);
    input_hide(asks);
}

/* Carries out a typed line. *again: show the place again. False: the person leaves. */
static bool do_line(struct online *o, struct play *play, const char *line, bool *again)
{
    static const char *const show[] = {"list", "more", "mine", "help", "?"};

    if (o->account.asks) {
        input_hide(false);
        putchar('\n');
        account_answer(o, line);
        return true;
    }
    if (!play->terminal)
        printf("%s\n", line);
    for (size_t i = 0; i < sizeof show / sizeof show[0]; i++)
        *again = *again || strcmp(line, show[i]) == 0;
    if (*line && strcmp(line, "help") != 0 && strcmp(line, "?") != 0 &&
        strcmp(line, "quit") != 0 && !online_order(o, line))
        online_note(o, "There is no such command here: type help.", NULL);
    return strcmp(line, "quit") != 0;
}

/* Asks in the lobby or in a room until we are somewhere else. */
static enum answer ask_hall(struct online *o, struct play *play)
{
    static struct last_seen last; /* large */
    bool again = true, prompted = false;

    last = (struct last_seen){.pages = o->pages};
    for (;;) {
        enum input_answer answer;
        char *line;

        if (online_listen(o) || again) {
            if (remote_state(o->remote) == REMOTE_ENDED || o->sight.status == SIGHT_PLAYING)
                return ANSWER_DONE;
            if (prompted && play->terminal && (o->notice[0] || again))
                putchar('\n');
            prompted = !print_news(o, play) && prompted;
            prompted = !print_notice(o, &play->screen) && prompted;
            if (!online_is_busy(o) && (has_moved(o, &last) || again)) {
                online_show(o, &play->screen);
                putchar('\n');
                again = prompted = false;
            }
        }
        if (!prompted && !online_is_busy(o))
            print_prompt(o);
        prompted = prompted || !online_is_busy(o);
        answer = next_line(o, play, &line);
        if (answer == INPUT_END)
            return ANSWER_END;
        if (answer != INPUT_LINE)
            continue;
        prompted = false;
        if (!do_line(o, play, line, &again))
            return ANSWER_QUIT;
    }
}

/* ---- games ---- */

static void print_end(struct online *o, struct play *play)
{
    char words[640], names[SEATS_MAX * (NAME_SIZE + 2)];
    struct text t = text_in(words, sizeof words), list = text_in(names, sizeof names);
    struct view v;
    struct position p = game_position(&o->game, SPECTATOR, &v);
    int32_t winners = 0;
    bool left = false;

    show_position(&play->screen, &p);
    putchar('\n');
    for (uint32_t i = 0; i < p.match->seats; i++) {
        left = left || o->sight.chair[i].resigned;
        if (o->sight.rank[i] != 1)
            continue;
        text_put(&list, winners++ ? ", " : "");
        text_put(&list, p.name[i]);
    }
    if (left && winners) {
        cli_line(" {0} {1|wins|share the win}. Players who left the game come last.",
                 SAID(say_text(names), say_number(winners)));
        return;
    }
    result_words(&p, &t);
    printf(" %s\n", words);
    t = text_in(words, sizeof words);
    tie_words(&p, &t);
    if (t.length)
        printf(" %s\n", words);
}

/* Plays a game until it is over or somebody leaves. */
static enum answer play_game(struct online *o, struct play *play)
{
    enum answer answer = ANSWER_DONE;
    enum game_turn turn;
    uint32_t seat;

    play->last_person = NOBODY;
    while (answer == ANSWER_DONE && (turn = game_turn(&o->game, &seat)) != GAME_OVER &&
           turn != GAME_LEFT)
        answer = turn == GAME_PERSON ? prompt(play, seat) : prompt_wait(play, seat);
    if (answer == ANSWER_DONE && o->sight.status == SIGHT_OVER) {
        print_news(o, play);
        print_end(o, play);
    }
    return answer;
}

static enum answer run_plain(struct online *o, struct play *play)
{
    enum answer answer = ANSWER_DONE;

    while (answer == ANSWER_DONE && remote_state(o->remote) != REMOTE_ENDED)
        answer = o->sight.status == SIGHT_PLAYING ? play_game(o, play) : ask_hall(o, play);
    return answer;
}

/* The same on a full screen. */
static enum answer run_full(struct online *o, struct play *play, const struct client_wish *w)
{
    enum answer answer = ANSWER_DONE;
    char trouble[PLAY_TROUBLE];

    while (answer == ANSWER_DONE && remote_state(o->remote) != REMOTE_ENDED)
        answer = o->sight.status != SIGHT_PLAYING        ? hall_show(o, play, w)
                 : client_can(o->sight.plan.match.board) ? client_play(play, w, trouble)
                                                         : play_game(o, play);
    return answer;
}

/* Prints how to come back to the table. */
static void print_go_on(const struct online *o)
{
    if (o->sight.table[0])
        cli_line(" To continue: anden play --connect {0}#/table/{1}",
                 SAID(say_text(o->address.page), say_text(o->sight.table)));
}

/* ---- beginning ---- */

/* Waits for the welcome, then for the answer to a command. False if there is none. If a server
 * takes its time, this waits, and tells the person so. */
static bool wait_for(struct online *o, struct play *play, const int64_t *id)
{
    uint64_t begin = think_nanoseconds();
    bool told = false;

    while (remote_state(o->remote) != REMOTE_ENDED &&
           (!o->hailed || (id && remote_waits(o->remote, *id)))) {
        int64_t left = LONG - (int64_t)((think_nanoseconds() - begin) / 1000000);

        if (left <= 0 && !told) {
            told = true;
            cli_line("{0} has not answered yet. Waiting; Ctrl-C ends it.",
                     SAID(say_text(o->address.page)));
            fflush(stdout);
        }
        if (!play->terminal && prompt_gives_up(play))
            return false;
        online_wait(o, !play->terminal ? PROMPT_GLANCE : told ? -1 : left);
        online_listen(o); /* nothing is shown yet */
    }
    return remote_state(o->remote) != REMOTE_ENDED;
}

/* Signs in as the command line says, before anything is shown. */
static int sign_in(struct online *o, struct play *play, const char *name)
{
    enum input_answer answer;
    char *line;

    account_sign_in(o, name);
    print_prompt(o);
    answer = input_line(&play->input, -1, &line);
    input_hide(false);
    putchar('\n');
    if (answer != INPUT_LINE || !*line)
        return CLI_REFUSED;
    account_answer(o, line);
    if (!wait_for(o, play, &o->account.id))
        return online_end(o);
    if (o->account.id) /* it has failed */
        return cli_refuse("{0}", SAID(say_text(o->notice)));
    o->notice[0] = '\0'; /* the lobby says who we are */
    return CLI_OK;
}

static int begin(struct online *o, struct play *play, const struct online_wish *w)
{
    int code = wait_for(o, play, NULL) ? CLI_OK : online_end(o);

    if (code == CLI_OK && w->signin)
        code = sign_in(o, play, w->signin);
    if (code != CLI_OK || (!w->table.game && !w->table.board))
        return code;
    online_create(o, &w->table);
    if (!wait_for(o, play, &o->making))
        return online_end(o);
    return o->sight.table[0] ? CLI_OK : cli_refuse("{0}", SAID(say_text(o->notice)));
}

int online_run(const struct command *c, const struct online_wish *w,
               const struct client_options *screen)
{
    static struct online online; /* large */
    static struct play play;
    struct online *o = &online;
    struct client_wish wish = client_wish(screen);
    struct address a;
    int code;

    if (!address_read(w->url, &a))
        return cli_usage(c, "\"{0}\" is not the address of a server or a table.",
                         SAID(say_text(w->url)));
    o->watches = w->watches;
    code = online_open(o, &a, w->name);
    if (code != CLI_OK)
        return code;
    online_game(o);
    play.game = &o->game;
    play.kept = true;
    play.people = 1;
    play.screen = (struct screen){.out = stdout, .colour = cli_colours()};
    play.terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    play.last_person = NOBODY;
    code = begin(o, &play, w);
    play.full = client_wanted(screen) && terminal_can();
    if (code == CLI_OK) {
        if (play.full)
            run_full(o, &play, &wish);
        else
            run_plain(o, &play);
        print_go_on(o);
    }
    if (code == CLI_OK && remote_state(o->remote) == REMOTE_ENDED)
        code = online_end(o);
    online_close(o);
    input_free(&play.input);
    return code;
}
