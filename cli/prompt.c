/*
 * Asking a person: shows the position, reads a line, does the event or the command typed. No rule
 * is here: the engine reads the events, and says why one is not legal.
 */
#define _POSIX_C_SOURCE 200809L

#include "family.h"
#include "play.h"
#include "show.h"

#include <stdlib.h>
#include <string.h>

enum { TELL_MOST = 24, LEGAL_FEW = 40, TELL_SIZE = 640 };

/* A person who is asked now. */
struct asked {
    struct play *play;
    uint32_t seat;
    struct view view;
    struct position position;
};

void tell(struct play *play, uint32_t viewer, size_t from, uint32_t most)
{
    const struct logged *g = &play->game;
    const struct rules *rules = g->match.rules;
    struct view old, new;
    struct position before = logged_position(g, viewer, &old), after = before;
    char(*lines)[TELL_SIZE] = calloc(most, sizeof *lines);
    size_t count = 0;
    struct state s;

    if (!lines)
        return;
    after.view = &new;
    rules->start(&g->match, &s);
    rules->view(&g->match, &s, viewer, &new);
    for (size_t i = 0; i < g->count; i++) {
        struct text t = text_in(lines[count % most], sizeof *lines);

        old = new;
        rules->apply(&g->match, &s, g->events[i]);
        rules->view(&g->match, &s, viewer, &new);
        if (i < from)
            continue;
        event_words(&before, &after, g->events[i], &t);
        count += t.length > 0;
    }
    for (size_t i = count > most ? count - most : 0; i < count; i++) {
        screen_put(&play->screen, " · ");
        screen_words(&play->screen, 3, lines[i % most]);
        screen_line(&play->screen);
    }
    if (count)
        screen_line(&play->screen);
    free(lines);
}

static bool wait_for_enter(void)
{
    int c;

    fflush(stdout);
    while ((c = getchar()) != '\n')
        if (c == EOF)
            return false;
    return true;
}

/* Several people at one terminal: the last one sees what came of the move; the next one must not
 * see what the last one saw. False at the end of the input. */
static bool hand_over(struct play *play, uint32_t seat)
{
    static const char clear[] = "\033[2J\033[3J\033[H";
    const char *name = play->game.header.name[seat];
    uint32_t last = play->last_person;

    if (play->people < 2 || last == seat || !play->terminal)
        return true;
    if (last != NOBODY) {
        putchar('\n');
        tell(play, last, play->told[last], TELL_MOST);
        play->told[last] = play->game.count;
        cli_print(stdout, " Press Enter and hand the keyboard to {0}. ", SAID(say_text(name)));
        if (!wait_for_enter())
            return false;
    }
    printf("%s\n", clear);
    cli_print(stdout, "   {0}: press Enter when nobody else is looking. ",
              SAID(say_text(name)));
    if (!wait_for_enter())
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
        "   save FILE     save the game\n"
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

static void command_save(const struct asked *a, const char *rest)
{
    if (!*rest)
        cli_line(" Say where: save FILE.", NULL);
    else if (logged_write(&a->play->game, rest))
        cli_line(" Saved as {0}.", SAID(say_text(rest)));
}

static const struct {
    const char *name;
    void (*run)(const struct asked *a, const char *rest);
} words[] = {
    {"help", command_help}, {"view", command_view},     {"legal", command_legal_},
    {"log", command_log},   {"scores", command_scores}, {"save", command_save},
};

enum { WORDS = sizeof words / sizeof words[0] };

static bool is_word(const char *line, size_t n, const char *word)
{
    return strlen(word) == n && strncmp(line, word, n) == 0;
}

/* Runs a command that changes nothing; false if the line is none. */
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
    char message[600];
    struct text t = text_in(message, sizeof message);

    text_put(&t, cli_words(begin));
    complaint_put(&t, cli_language(), why);
    if (why->rule && *why->rule) {
        text_put(&t, " [");
        text_put(&t, why->rule);
        text_put(&t, "]");
    }
    for (char *c = message; *c; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7F)
            *c = '?';
    screen_put(s, " ");
    screen_words(s, 1, message);
    screen_line(s);
}

/* Reads an event in which names stand as the screen shows them, not as moves have them. */
static event_t parse_translated(const struct asked *a, const char *line)
{
    const struct match *m = a->position.match;
    const struct family_face *face = family_of(m->board);
    struct complaint why;
    char move[LOG_LINE_MAX + 1];
    struct text t = text_in(move, sizeof move);

    if (!face->name_of)
        return EVENT_NONE;
    while (*line) {
        size_t n = strcspn(line, " \t");
        const char *name = n ? face->name_of(m->board, line, n) : NULL;

        if (name)
            text_put(&t, name);
        else
            text_some(&t, line, n);
        line += n;
        n = strspn(line, " \t");
        text_some(&t, line, n);
        line += n;
    }
    return t.cut ? EVENT_NONE : m->rules->parse(m, &a->view.seen, move, t.length, &why);
}

/* Does what a person typed if it is a legal event; says what is wrong otherwise. */
static bool do_event(struct asked *a, const char *line)
{
    const struct match *m = a->position.match;
    const struct state *seen = &a->view.seen;
    struct complaint why = {0};
    event_t e = m->rules->parse(m, seen, line, strlen(line), &why);

    if (e == EVENT_NONE)
        e = parse_translated(a, line);
    if (e == EVENT_NONE) {
        print_refusal(&a->play->screen, "", &why);
        putchar(' ');
        cli_line("Type \"help\" for the moves and commands.", NULL);
        return false;
    }
    if (logged_do(&a->play->game, e))
        return true;
    m->rules->explain(m, seen, e, &why);
    print_refusal(&a->play->screen, SAYS("Not possible: "), &why);
    return false;
}

static char *trim(char *line)
{
    size_t n = strlen(line);

    while (n && (line[n - 1] == '\n' || line[n - 1] == '\r' || line[n - 1] == ' ' ||
                 line[n - 1] == '\t'))
        line[--n] = '\0';
    return line + strspn(line, " \t");
}

static enum answer ask(struct asked *a)
{
    char *line = NULL;
    size_t room = 0;
    enum answer answer = ANSWER_END;

    for (;;) {
        const char *typed;

        printf("\n%s> ", a->position.name[a->seat]);
        fflush(stdout);
        if (getline(&line, &room, stdin) < 0) {
            putchar('\n');
            break;
        }
        typed = trim(line);
        if (!a->play->terminal)
            printf("%s\n", typed);
        if (strcmp(typed, "quit") == 0) {
            answer = ANSWER_QUIT;
            break;
        }
        if (!*typed || run_command(a, typed))
            continue;
        if (do_event(a, typed)) {
            answer = ANSWER_DONE;
            break;
        }
    }
    free(line);
    return answer;
}

enum answer prompt(struct play *play, uint32_t seat)
{
    struct asked a = {.play = play, .seat = seat};
    bool again = play->last_person == seat;

    if (!hand_over(play, seat))
        return ANSWER_END;
    play->last_person = seat;
    a.position = logged_position(&play->game, seat, &a.view);
    a.position.view = &a.view;
    tell(play, seat, play->told[seat], TELL_MOST);
    play->told[seat] = play->game.count;
    show_turn(&a, again);
    return ask(&a);
}
