/*
 * Asking a person: shows the position, reads a line, carries out the typed event or command.
 * There are no rules here: the engine reads the events, and says why one is not legal.
 */
#include "../sim/think.h"
#include "../table/log.h"
#include "advice.h"
#include "family.h"
#include "play.h"
#include "show.h"
#include "typed.h"

#include <stdlib.h>
#include <string.h>

enum {
    TELL_MOST = 24,
    LEGAL_FEW = 40,
    SILENCE = 10000, /* milliseconds that a program whose input has ended waits for news */
};

/* The person who is asked now. */
struct asked {
    struct play *play;
    uint32_t seat;
    struct view view;
    struct position position;
};

/* The last lines of the story, in a ring. */
struct ring {
    char (*line)[GAME_LINE];
    uint32_t most;
    size_t count;
};

static void add_line(void *context, const struct story *line)
{
    struct ring *ring = context;
    struct text out = text_in(ring->line[ring->count++ % ring->most], GAME_LINE);

    story_plain(line, &out);
}

bool tell(struct play *play, uint32_t viewer, uint32_t from, uint32_t most)
{
    struct ring ring = {.line = cli_need(calloc(most, GAME_LINE)), .most = most};

    game_tell(play->game, viewer, from, add_line, &ring);
    for (size_t i = ring.count > most ? ring.count - most : 0; i < ring.count; i++) {
        screen_put(&play->screen, " · ");
        screen_words(&play->screen, 3, ring.line[i % most]);
        screen_line(&play->screen);
    }
    if (ring.count)
        screen_line(&play->screen);
    free(ring.line);
    return ring.count > 0;
}

/* Tells a person what is new. */
static void tell_news(struct play *play, uint32_t seat)
{
    uint32_t who = seat < SEATS_MAX ? seat : (uint32_t)SEATS_MAX;

    tell(play, seat, play->told[who], TELL_MOST);
    play->told[who] = game_count(play->game);
}

static bool wait_for_enter(struct play *play)
{
    char *line;

    return input_line(&play->input, -1, &line) == INPUT_LINE;
}

/* Several people at one terminal: the last one sees the result of the move; the next one must
 * not see what the last one saw. False at the end of the input. */
static bool hand_over(struct play *play, uint32_t seat)
{
    static const char clear[] = "\033[2J\033[3J\033[H";
    const char *name = play->game->name[seat];
    uint32_t last = play->last_person;

    if (play->people < 2 || last == seat || !play->terminal)
        return true;
    if (last != NOBODY) {
        putchar('\n');
        tell_news(play, last);
        cli_print(stdout, " Press Enter and hand the keyboard to {0}. ", SAID(say_text(name)));
        if (!wait_for_enter(play))
            return false;
    }
    printf("%s\n", clear);
    cli_print(stdout, "   {0}: press Enter when nobody else is looking. ",
              SAID(say_text(name)));
    if (!wait_for_enter(play))
        return false;
    fputs(clear, stdout);
    return true;
}

static void command_help(const struct asked *a, const char *rest)
{
    static const char help_commands[] =
        "   legal [TEXT]  all legal moves, or those that contain the text\n"
        "   log           what has happened so far\n"
        "   scores        the score sheet, as far as you know it\n"
        "   hint          what the program's best player would do\n"
        "   undo          take back the last move; other people must agree\n"
        "   resign        give up; a bot plays on for you\n"
        "   save FILE     save a copy of the game so far\n"
        "   quit          stop; the game is saved if --save was given\n";
    const struct family_face *face = family_of(a->position.match->board);

    (void)rest;
    cli_line(" Moves, as they stand in a log:", NULL);
    cli_page(face->help_moves);
    putchar('\n');
    cli_line(" Commands:", NULL);
    cli_line("   view          show the position again", NULL);
    cli_page(face->help_commands);
    cli_page(help_commands);
    if (a->play->game->kind->help)
        cli_page(a->play->game->kind->help);
}

static void show_turn(const struct asked *a, bool again)
{
    family_of(a->position.match->board)->turn(&a->play->screen, &a->position, a->seat, again);
}

static void command_view(const struct asked *a, const char *rest)
{
    (void)rest;
    show_turn(a, false);
}

static void command_legal_(const struct asked *a, const char *rest)
{
    static event_t events[LEGAL_MAX];
    const struct match *m = a->position.match;
    const struct state *seen = &a->view.seen;
    uint32_t n = m->rules->legal(m, seen, events, NULL, LEGAL_MAX), shown = 0;

    for (uint32_t i = 0; i < n; i++) {
        char line[LOG_LINE_MAX + 1];
        struct text t = text_in(line, sizeof line);

        m->rules->format(m, seen, events[i], &t);
        if (!strstr(line, rest))
            continue;
        if (++shown <= LEGAL_FEW || *rest)
            printf("   %s\n", line);
    }
    if (shown > LEGAL_FEW && !*rest)
        cli_line("   ... and {0} more. Type for example \"legal {1}\" to see only those.",
                 SAID(say_number((int32_t)(shown - LEGAL_FEW)),
                      say_text(family_of(m->board)->filter)));
    if (shown == 0)
        cli_line(" No legal move contains \"{0}\".", SAID(say_text(rest)));
}

static void command_map(const struct asked *a, const char *rest)
{
    const struct board *board = a->position.match->board;
    const char *missing =
        family_of(board)->map(&a->play->screen, &a->position, a->play->game->art, rest);

    putchar(missing ? ' ' : '\n');
    if (missing)
        cli_line(missing, SAID(say_word(board->name)));
}

static void command_log(const struct asked *a, const char *rest)
{
    (void)rest;
    tell(a->play, a->seat, 0, 400);
}

static void command_scores(const struct asked *a, const char *rest)
{
    (void)rest;
    show_sheet(&a->play->screen, &a->position);
}

static void command_hint_(const struct asked *a, const char *rest)
{
    struct game *g = a->play->game;
    char words[LOG_LINE_MAX + 300];
    struct text t = text_in(words, sizeof words);
    struct advice advice;

    (void)rest;
    if (!g->kind->acts(g, a->seat))
        return;
    advice_begin(&advice, &a->position, a->seat);
    advice_find(&advice);
    advice_words(&advice, &t);
    screen_put(&a->play->screen, " ");
    screen_words(&a->play->screen, 1, words);
    screen_line(&a->play->screen);
}

static void command_save(const struct asked *a, const char *rest)
{
    if (!*rest)
        cli_line(" Say where: save FILE.", NULL);
    else if (a->play->game->kind->save(a->play->game, rest) == CLI_OK)
        cli_line(" Saved as {0}.", SAID(say_text(rest)));
}

static const struct {
    const char *name;
    void (*run)(const struct asked *a, const char *rest);
} words[] = {
    {"help", command_help}, {"view", command_view},  {"legal", command_legal_},
    {"log", command_log},   {"map", command_map},    {"scores", command_scores},
    {"save", command_save}, {"hint", command_hint_},
};

enum { WORDS = sizeof words / sizeof words[0] };

static bool is_word(const char *line, size_t n, const char *word)
{
    return strlen(word) == n && strncmp(line, word, n) == 0;
}

/* Runs a command that changes nothing; false if the line is not one. */
static bool run_command(const struct asked *a, const char *line)
{
    const struct face_command *own = family_of(a->position.match->board)->command;
    size_t n = strcspn(line, " \t");
    const char *rest = line + n + strspn(line + n, " \t");

    for (size_t i = 0; i < WORDS; i++) {
        if (is_word(line, n, words[i].name)) {
            words[i].run(a, rest);
            return true;
        }
    }
    for (; own->name; own++) {
        if (is_word(line, n, own->name)) {
            own->run(&a->play->screen, &a->position, a->seat, rest);
            return true;
        }
    }
    return false;
}

static void print_refusal(struct screen *s, const char *begin, const struct complaint *why)
{
    char message[TYPED_REFUSAL];

    typed_refusal(begin, why, message);
    screen_put(s, " ");
    screen_words(s, 1, message);
    screen_line(s);
}

/* ---- commands that change something ---- */

/* Asks a question until it is answered; the end of the input means no. */
static bool is_yes(struct play *play, const char *question, const struct said *values)
{
    static const char *const yes[] = {"yes", "y", "sí", "si", "s"};
    static const char *const no[] = {"no", "n"};
    char *line;

    for (;;) {
        putchar(' ');
        cli_print(stdout, question, values);
        putchar(' ');
        if (input_line(&play->input, -1, &line) != INPUT_LINE)
            return false;
        if (!play->terminal)
            printf("%s\n", line);
        for (size_t i = 0; i < sizeof yes / sizeof yes[0]; i++)
            if (strcmp(line, yes[i]) == 0)
                return true;
        for (size_t i = 0; i < sizeof no / sizeof no[0]; i++)
            if (strcmp(line, no[i]) == 0)
                return false;
    }
}

/* Do all others agree? The person who types "undo" does. The clock is stopped meanwhile. */
static bool all_agree(const struct asked *a, uint32_t seat, uint32_t must_agree)
{
    struct game *g = a->play->game;
    bool stopped = game_stop(g, true), agreed = true;

    for (uint32_t left = must_agree & ~(1u << a->seat); left && agreed; left &= left - 1) {
        uint32_t other = (uint32_t)__builtin_ctz(left);

        agreed =
            is_yes(a->play, SAYS("{0}, may {1} take back the last move? Type yes or no."),
                   SAID(say_text(a->position.name[other]), say_text(a->position.name[seat])));
        if (!agreed)
            cli_line(" {0} does not agree.", SAID(say_text(a->position.name[other])));
    }
    game_stop(g, stopped);
    return agreed;
}

static bool do_undo(const struct asked *a)
{
    struct game *g = a->play->game;
    uint32_t must_agree, seat = g->kind->undo_seat(g, &must_agree);
    struct complaint why = {0};

    if (seat == NOBODY)
        seat = a->seat; /* the table says why not */
    else if (!all_agree(a, seat, must_agree))
        return false;
    if (g->kind->undo(g, seat, &why) == TABLE_OK)
        return true;
    print_refusal(&a->play->screen, "", &why);
    return false;
}

static bool do_resign(const struct asked *a)
{
    struct complaint why = {0};

    return is_yes(a->play, SAYS("Do you give up this game? Type yes or no."), NULL) &&
           a->play->game->kind->resign(a->play->game, a->seat, &why) == TABLE_OK;
}

static void be_late(struct play *play)
{
    putchar('\n');
    input_forget(&play->input);
    play->game->kind->late(play->game);
}

/* Carries out a typed event if it is legal; otherwise says what is wrong. */
static bool do_event(const struct asked *a, const char *line)
{
    const struct match *m = a->position.match;
    const struct state *seen = &a->view.seen;
    struct complaint why = {0};
    event_t e = typed_event(&a->position, line, &why);
    enum table_answer answer;

    if (e == EVENT_NONE) {
        print_refusal(&a->play->screen, "", &why);
        putchar(' ');
        cli_line("Type \"help\" for the moves and commands.", NULL);
        return false;
    }
    answer = a->play->game->kind->choose(a->play->game, a->seat, e, &why);
    if (answer == TABLE_LATE)
        be_late(a->play);
    if (answer == TABLE_OK || answer == TABLE_LATE)
        return true;
    if (answer == TABLE_ILLEGAL) /* explained from the view, so it reveals nothing hidden */
        m->rules->explain(m, seen, e, &why);
    print_refusal(&a->play->screen, SAYS("Not possible: "), &why);
    return false;
}

/* ---- asking ---- */

/* "Ana> ", or "Ana (0:58)> " if there is a clock. */
static void print_prompt(const struct asked *a)
{
    int64_t left = a->play->game->kind->left(a->play->game, a->seat);
    int64_t seconds = (left + 999) / 1000;

    printf("\n%s", a->position.name[a->seat]);
    if (left >= 0)
        printf(" (%u:%02u)", (unsigned)(seconds / 60), (unsigned)(seconds % 60));
    fputs("> ", stdout);
}

/* Carries out a typed line. Has something changed? */
static bool do_line(const struct asked *a, const char *line)
{
    struct game *g = a->play->game;

    if (!*line || (g->kind->command && g->kind->command(g, line)) || run_command(a, line))
        return false;
    if (strcmp(line, "undo") == 0)
        return do_undo(a);
    if (strcmp(line, "resign") == 0)
        return do_resign(a);
    return do_event(a, line);
}

/* The next line, or INPUT_NEWS if a game elsewhere has news; waits no longer than a clock runs. */
static enum input_answer next_line(struct play *play, char **line)
{
    struct game *g = play->game;

    if (!g->kind->listen)
        return input_line(&play->input, game_patience(g), line);
    for (;;) {
        enum input_answer answer;

        play->input.also = g->kind->descriptor(g);
        answer = input_line(&play->input, g->kind->wait(g), line);
        if (answer == INPUT_LINE || answer == INPUT_END)
            return answer;
        if (game_listen(g))
            return INPUT_NEWS;
    }
}

/* Prints other messages of a game elsewhere. */
static void print_notice(struct play *play)
{
    char said[600];
    struct text t = text_in(said, sizeof said);

    if (!play->game->kind->notice || !play->game->kind->notice(play->game, &t))
        return;
    screen_put(&play->screen, " ");
    screen_words(&play->screen, 1, said);
    screen_line(&play->screen);
}

/* Is it still this person's turn to choose? */
static bool is_asked_still(const struct asked *a)
{
    struct view v;
    uint32_t seat;

    return game_turn(a->play->game, &seat) == GAME_PERSON && seat == a->seat &&
           game_position(a->play->game, seat, &v).events == a->position.events;
}

static enum answer ask(const struct asked *a)
{
    struct play *play = a->play;
    char *line;

    for (;;) {
        enum input_answer answer;

        print_prompt(a);
        answer = next_line(play, &line);
        if (answer == INPUT_END) {
            putchar('\n');
            return ANSWER_END;
        }
        if (answer == INPUT_LATE) {
            be_late(play);
            return ANSWER_DONE;
        }
        if (answer == INPUT_NEWS) {
            putchar('\n');
            print_notice(play);
            tell_news(play, a->seat);
            if (!is_asked_still(a))
                return ANSWER_DONE;
            continue;
        }
        if (!play->terminal)
            printf("%s\n", line);
        if (strcmp(line, "quit") == 0)
            return ANSWER_QUIT;
        if (do_line(a, line))
            return ANSWER_DONE;
        print_notice(play);
    }
}

/* Says once what the game waits for; to a person who acts, only if it is a question. */
static void print_title(struct play *play, bool acts)
{
    const struct game *g = play->game;
    char title[sizeof play->title] = "";
    struct text t = text_in(title, sizeof title);
    bool asks = g->kind->title && g->kind->title(g, &t);

    if ((acts && !asks) || strcmp(title, play->title) == 0)
        return;
    memcpy(play->title, title, sizeof title);
    printf(" %s\n", title);
}

/* Carries out what can be done while it is not the person's turn: all commands of a server.
 * Spectators have no turn to wait for. */
static bool do_meanwhile(const struct asked *a, const char *line)
{
    struct game *g = a->play->game;

    if (a->seat >= SEATS_MAX) {
        printf("%s\n", line);
        do_line(a, line);
        return true;
    }
    if (!g->kind->command || !g->kind->command(g, line))
        return false;
    printf("%s\n", line);
    return true;
}

bool prompt_gives_up(struct play *play)
{
    if (!input_has_ended(&play->input))
        play->since = 0;
    else if (!play->since)
        play->since = think_nanoseconds();
    return play->since && think_nanoseconds() - play->since > (uint64_t)SILENCE * 1000000;
}

/* For a program that types ahead: lines that cannot be carried out yet, such as moves, wait for
 * their turn. For a spectator the end of the input does not end the game, as long as there is
 * a connection. */
static enum answer wait_for_program(const struct asked *a)
{
    struct play *play = a->play;
    struct game *g = play->game;
    char *line;
    enum input_answer answer = g->kind->busy(g) ? INPUT_END : next_line(play, &line);
    int patience;

    if (answer == INPUT_LINE && strcmp(line, "quit") == 0)
        return ANSWER_QUIT;
    if (answer == INPUT_NEWS || (answer == INPUT_LINE && do_meanwhile(a, line)))
        return ANSWER_DONE;
    if (answer == INPUT_LINE)
        input_put_back(&play->input);
    if ((a->seat < SEATS_MAX || g->kind->busy(g)) && prompt_gives_up(play))
        return ANSWER_END;
    patience = g->kind->wait(g);
    input_wait(g->kind->descriptor(g),
               patience < 0 || patience > PROMPT_GLANCE ? PROMPT_GLANCE : patience);
    if (game_listen(g))
        play->since = 0;
    return ANSWER_DONE;
}

enum answer prompt_wait(struct play *play, uint32_t viewer)
{
    struct asked a = {.play = play, .seat = viewer};
    enum input_answer answer;
    char *line;

    a.position = game_position(play->game, viewer, &a.view);
    a.position.view = &a.view;
    tell_news(play, viewer);
    print_notice(play);
    print_title(play, false);
    fflush(stdout);
    if (!play->terminal)
        return wait_for_program(&a);
    answer = next_line(play, &line);
    if (answer == INPUT_END)
        return ANSWER_END;
    if (answer != INPUT_LINE)
        return ANSWER_DONE;
    if (strcmp(line, "quit") == 0)
        return ANSWER_QUIT;
    do_line(&a, line);
    return ANSWER_DONE;
}

enum answer prompt(struct play *play, uint32_t seat)
{
    struct asked a = {.play = play, .seat = seat};
    bool again = play->last_person == seat;
    enum answer answer;

    play->title[0] = '\0';
    game_stop(play->game, true);
    if (!hand_over(play, seat))
        return ANSWER_END;
    play->last_person = seat;
    a.position = game_position(play->game, seat, &a.view);
    a.position.view = &a.view;
    tell_news(play, seat);
    show_turn(&a, again);
    print_title(play, true);
    /* While several choose at the same time at one keyboard, nobody's time runs. */
    game_stop(play->game, game_is_together(play->game));
    answer = ask(&a);
    game_stop(play->game, false);
    return answer;
}
