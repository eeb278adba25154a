/*
 * A game on a full screen: see client.h. Bots think on another thread, so that the screen can be
 * resized, looked at and left meanwhile.
 */
#include "client.h"

#include "client_inner.h"

#include "../../sim/think.h"
#include "../show.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { GLANCE = 30 }; /* milliseconds between two checks of the other thread */

enum { PACE = 700, PACE_MAX = 60000 }; /* milliseconds */

int client_check(const struct command *c, const struct client_options *o)
{
    uint64_t pace;

    if (o->theme && strcmp(o->theme, "light") != 0 && strcmp(o->theme, "dark") != 0)
        return cli_usage(c, "--theme takes light or dark, not \"{0}\".",
                         SAID(say_text(o->theme)));
    if (o->pace && !cli_number(o->pace, 0, PACE_MAX, &pace))
        return cli_usage(c, "--pace takes milliseconds from 0 to {0}, not \"{1}\".",
                         SAID(say_number(PACE_MAX), say_text(o->pace)));
    return CLI_OK;
}

struct client_wish client_wish(const struct client_options *o)
{
    bool light = o->theme ? strcmp(o->theme, "light") == 0 : environment_is_light();
    uint64_t pace = PACE;

    if (o->pace)
        cli_number(o->pace, 0, PACE_MAX, &pace);
    return (struct client_wish){depth_of_environment(), light ? &theme_light : &theme_dark,
                                (int64_t)pace};
}

bool client_wanted(const struct client_options *o)
{
    const char *no_colour = getenv("NO_COLOR");

    return !o->plain && !(no_colour && *no_colour);
}

bool client_can(const struct board *board)
{
    return family_of(board)->window && terminal_can();
}

/* ---- keys ---- */

struct key client_key(struct client *c, int64_t milliseconds)
{
    struct game *g = c->play->game;
    uint64_t begin = think_nanoseconds();

    if (!g->kind->listen)
        return terminal_key(milliseconds);
    terminal_also(g->kind->descriptor(g));
    for (;;) {
        int64_t left = milliseconds - (int64_t)((think_nanoseconds() - begin) / 1000000);
        int64_t wait = g->kind->wait(g);
        struct key k;

        if (milliseconds >= 0 && left <= 0)
            return (struct key){.kind = KEY_NOTHING};
        k = terminal_key(wait < 0 || (milliseconds >= 0 && left < wait)
                             ? (milliseconds < 0 ? -1 : left)
                             : wait);
        if (k.kind != KEY_NOTHING && k.kind != KEY_NEWS)
            return k;
        if (game_listen(g))
            return (struct key){.kind = KEY_NEWS};
    }
}

/* ---- work on another thread ---- */

struct work {
    void (*run)(void *context);
    void *context;
    atomic_bool done;
};

static void *run_work(void *context)
{
    struct work *w = context;

    w->run(w->context);
    atomic_store(&w->done, true);
    return NULL;
}

/* Signals are for the thread that has the terminal. */
static bool start_thread(pthread_t *thread, struct work *w)
{
    sigset_t all, before;
    bool begun;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    begun = pthread_create(thread, NULL, run_work, w) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return begun;
}

static bool wants_to_leave(const struct key *k)
{
    return k->kind == KEY_INTERRUPT ||
           (k->kind == KEY_SIGN && (k->sign == 'q' || k->sign == 'Q'));
}

/* Handles keys while the program works or a move is shown. */
static void watch_key(struct client *c, const struct key *k)
{
    if (k->kind == KEY_CLOSED)
        c->leaves = c->ended = true;
    else if (k->kind != KEY_NOTHING && !client_look_key(c, k) && wants_to_leave(k))
        c->leaves = true;
    if (k->kind != KEY_NOTHING)
        client_draw(c);
}

/* Keys that are typed while the program works. A key to leave works at once; all others wait
 * until a person is asked again. */
struct typed {
    struct key key[TERMINAL_KEPT];
    uint32_t count;
};

static void work_key(struct client *c, struct typed *t, const struct key *k)
{
    if (k->kind == KEY_CLOSED)
        c->leaves = c->ended = true;
    else if (k->kind == KEY_CHANGED)
        client_draw(c);
    else if (k->kind == KEY_INTERRUPT || (wants_to_leave(k) && !t->count))
        c->leaves = true;
    else if (k->kind != KEY_NOTHING && t->count < TERMINAL_KEPT)
        t->key[t->count++] = *k;
}

void client_work(struct client *c, void (*work)(void *context), void *context)
{
    static struct typed typed; /* large */
    struct work w = {.run = work, .context = context};
    pthread_t thread;

    client_draw(c);
    if (!start_thread(&thread, &w)) {
        work(context);
        return;
    }
    c->busy = true;
    typed.count = 0;
    terminal_also(-1); /* news wait too */
    while (!atomic_load(&w.done) && !c->ended) {
        struct key k = terminal_key(GLANCE);

        work_key(c, &typed, &k);
        if (c->play && c->leaves)
            atomic_store(&c->play->game->leaves, true);
    }
    pthread_join(thread, NULL);
    terminal_put_back(typed.key, typed.count);
    c->busy = false;
}

/* ---- bots ---- */

struct thinking {
    struct game *game;
    uint32_t seat;
    struct text trouble;
    bool good;
};

static void think_now(void *context)
{
    struct thinking *t = context;

    t->good = t->game->kind->think(t->game, t->seat, &t->trouble);
}

/* Who watches while bots play: the only person; with several, a spectator; with none, a viewer
 * who sees everything. */
static uint32_t onlooker(const struct client *c)
{
    const struct game *g = c->play->game;

    for (uint32_t i = 0; i < g->match->seats; i++)
        if (!*g->kind->bot(g, i) && c->play->people == 1)
            return i;
    return c->play->people ? SPECTATOR : EVERYTHING;
}

static uint32_t told(const struct client *c, uint32_t viewer)
{
    return viewer < SEATS_MAX ? c->play->told[viewer] : 0;
}

/* Shows what a bot has done for a while; any key goes on. */
static void show_move(struct client *c)
{
    uint64_t until = think_nanoseconds() + (uint64_t)c->wish->pace * 1000000;

    client_draw(c);
    while (!c->leaves && think_nanoseconds() < until) {
        struct key k = terminal_key((int64_t)((until - think_nanoseconds()) / 1000000) + 1);

        watch_key(c, &k);
        if (k.kind == KEY_RETURN || (k.kind == KEY_SIGN && k.sign == ' '))
            break;
    }
    while (page_is_open(&c->page) && !c->leaves) { /* an open page waits for its reader */
        struct key k = terminal_key(-1);

        watch_key(c, &k);
    }
}

static bool let_think(struct client *c, uint32_t seat, char trouble[PLAY_TROUBLE])
{
    struct thinking t = {
        .game = c->play->game, .seat = seat, .trouble = text_in(trouble, PLAY_TROUBLE)};
    uint32_t viewer = onlooker(c);

    client_look(c, viewer, told(c, viewer));
    c->stage.acts = false;
    client_title(c, "{0} is thinking …", SAID(say_text(c->position.name[seat])));
    client_work(c, think_now, &t);
    client_look(c, viewer, told(c, viewer));
    c->stage.acts = false;
    if (t.good && c->wish->pace > 0)
        show_move(c);
    return t.good;
}

/* ---- people ---- */

/* Waits for Enter; `blank`: with the sentence alone on the screen. False if somebody leaves. */
static bool wait_for_enter(struct client *c, bool blank, const char *sentence, const char *name)
{
    struct stage_words words = stage_say(sentence, SAID(say_text(name)));

    client_title(c, "{0}", SAID(say_text(words.text)));
    for (;;) {
        struct key k;

        if (blank)
            client_notice(c, words.text);
        else
            client_draw(c);
        k = terminal_key(-1);
        if (k.kind == KEY_RETURN)
            return true;
        c->ended = c->ended || k.kind == KEY_CLOSED;
        c->leaves = c->ended || wants_to_leave(&k);
        if (c->leaves)
            return false;
    }
}

/* Several people at one screen: the last one sees the result of the move; the next one must not
 * see what the last one saw. */
static bool hand_over(struct client *c, uint32_t seat)
{
    const struct game *g = c->play->game;
    const char *name = g->name[seat];
    uint32_t last = c->play->last_person;

    if (c->play->people < 2 || last == seat)
        return true;
    terminal_forget(); /* keys of the last person are not for the next */
    if (last != NOBODY) {
        client_look(c, last, c->play->told[last]);
        c->stage.acts = false;
        if (!wait_for_enter(c, false, SAYS(" Press Enter and hand the keyboard to {0}. "),
                            name))
            return false;
        c->play->told[last] = game_count(g);
    }
    return wait_for_enter(c, true, SAYS("   {0}: press Enter when nobody else is looking. "),
                          name);
}

/* Says that the log cannot be kept. */
static void check_saved(struct client *c)
{
    struct game *g = c->play->game;
    struct text t = text_in(c->stage.message, sizeof c->stage.message);

    c->play->unsaved = g->kind->is_kept && !g->kind->is_kept(g, &t);
    c->stage.bad = c->play->unsaved;
}

static enum answer ask(struct client *c, uint32_t seat)
{
    struct play *play = c->play;
    enum answer answer;
    char trouble[sizeof c->stage.message];

    game_stop(play->game, true);
    c->stage.message[0] = '\0';
    check_saved(c);
    memcpy(trouble, c->stage.message, sizeof trouble);
    if (!hand_over(c, seat))
        return c->ended ? ANSWER_END : ANSWER_QUIT;
    play->last_person = seat;
    client_look(c, seat, play->told[seat]);
    memcpy(c->stage.message, trouble, sizeof trouble);
    game_stop(play->game, game_is_together(play->game));
    answer = client_ask(c, seat);
    game_stop(play->game, false);
    if (!play->game->kind->acts(play->game, seat))
        play->told[seat] = game_count(play->game); /* the next news begin after this turn */
    return answer;
}

/* ---- the end ---- */

static void end_page(struct client *c)
{
    char words[640];
    struct text t = text_in(words, sizeof words);
    struct screen *s;

    client_look(c, SPECTATOR, 0);
    s = page_begin(&c->page);
    result_words(&c->position, &t);
    fprintf(s->out, "%s\n", words);
    t = text_in(words, sizeof words);
    tie_words(&c->position, &t);
    fprintf(s->out, "%s\n\n", words);
    show_position(s, &c->position);
    page_end(&c->page);
}

/* The result, then the board until somebody leaves. */
static void show_end(struct client *c)
{
    end_page(c);
    client_title(c, "The game is over.", NULL);
    c->stage.message[0] = '\0';
    client_draw(c);
    while (!c->leaves) {
        struct key k = client_key(c, -1);

        if (!page_is_open(&c->page) && (k.kind == KEY_ESCAPE || k.kind == KEY_RETURN))
            return;
        if (k.kind != KEY_NEWS)
            watch_key(c, &k);
    }
}

/* ---- the game ---- */

static enum answer run(struct client *c, char trouble[PLAY_TROUBLE])
{
    struct game *g = c->play->game;
    enum answer answer = ANSWER_DONE;
    enum game_turn turn;
    uint32_t seat;

    while (answer == ANSWER_DONE && (turn = game_turn(g, &seat)) != GAME_OVER) {
        if (turn == GAME_LEFT)
            return answer;
        if (turn == GAME_PERSON) {
            answer = ask(c, seat);
        } else if (turn == GAME_AWAY) {
            client_look(c, seat, told(c, seat));
            answer = client_ask(c, seat);
        } else {
            bool good = let_think(c, seat, trouble);

            answer = c->ended ? ANSWER_END : !good || c->leaves ? ANSWER_QUIT : ANSWER_DONE;
        }
    }
    if (answer == ANSWER_DONE)
        show_end(c);
    return answer;
}

enum answer client_play(struct play *play, const struct client_wish *w,
                        char trouble[PLAY_TROUBLE])
{
    static struct client client; /* large */
    struct client *c = &client;
    enum answer answer;

    trouble[0] = '\0';
    *c = (struct client){.play = play, .wish = w};
    c->stage.theme = w->theme;
    c->window = family_of(play->game->match->board)->window;
    if (!terminal_open(w->depth))
        return ANSWER_END;
    answer = run(c, trouble);
    terminal_also(-1);
    terminal_close();
    page_close(&c->page);
    free(c->canvas.cell);
    free(c->news);
    return answer;
}
