/*
 * The scene runner: reads scene files, plays their events, prints the results as TAP. Positions
 * are in position.c, questions about them in ask.c; README.md explains the language.
 *
 *     run --boards FOLDER FILE.scene...
 */
#include "scene.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BOARDS_MAX = 16, PATH_SIZE = 1024 };

static struct {
    const char *board_folder;
    struct board board[BOARDS_MAX];
    char path[BOARDS_MAX][PATH_SIZE];
    uint32_t boards;
    uint32_t scenes, failed;
} run;

bool fault(struct scene *scene, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    printf("# %s:%u: ", scene->file, scene->line);
    vprintf(format, args);
    putchar('\n');
    va_end(args);
    scene->failed = true;
    return false;
}

/* The whole file, to be freed by the caller; null if it can't be read. */
static char *file_text(const char *path, size_t *n)
{
    FILE *f = fopen(path, "rb");
    char *text = NULL;
    size_t size = 0;

    *n = 0;
    if (!f)
        return NULL;
    for (;;) {
        if (size - *n < 2) {
            size = 2 * size + 4096;
            char *more = realloc(text, size);
            if (!more)
                abort();
            text = more;
        }
        size_t got = fread(text + *n, 1, size - *n - 1, f);
        if (!got)
            break;
        *n += got;
    }
    text[*n] = 0;
    fclose(f);
    return text;
}

/* Looks a path up among the boards already read, or reads it. Null without a fault: no file. */
static const struct board *board_at(struct scene *scene, const char *path)
{
    for (uint32_t i = 0; i < run.boards; i++)
        if (!strcmp(run.path[i], path))
            return &run.board[i];
    size_t n;
    char *text = file_text(path, &n);
    if (!text)
        return NULL;
    struct complaint why;
    struct board *board = &run.board[run.boards];
    bool good = run.boards < BOARDS_MAX && board_parse(text, n, board, NULL, &why);
    free(text);
    if (!good) {
        fault(scene, "%s:%u:%u: %s", path, why.line, why.column, why.message);
        return NULL;
    }
    snprintf(run.path[run.boards++], PATH_SIZE, "%s", path);
    return board;
}

const struct board *board_named(struct scene *scene, struct reader name)
{
    char path[PATH_SIZE];
    const char *slash = strrchr(scene->file, '/');
    int folder = slash ? (int)(slash - scene->file) : 1, n = (int)(name.end - name.at);

    snprintf(path, sizeof path, "%.*s/%.*s.board", folder, slash ? scene->file : ".", n,
             name.at);
    const struct board *board = board_at(scene, path);
    if (board || scene->failed)
        return board;
    snprintf(path, sizeof path, "%s/%.*s.board", run.board_folder, n, name.at);
    board = board_at(scene, path);
    if (!board && !scene->failed)
        fault(scene, "there is no board \"%.*s\"", n, name.at);
    return board;
}

static void describe_actor(uint32_t actor, char *buffer, size_t size)
{
    if (actor == NATURE)
        snprintf(buffer, size, "chance");
    else if (actor == NOBODY)
        snprintf(buffer, size, "nobody, the game is over");
    else
        snprintf(buffer, size, "seat %u", actor + 1);
}

/* "2: draw deck": takes the prefix and checks that it is the seat to act. */
static bool take_prefix(struct scene *scene, const struct world *w, struct reader *event)
{
    struct reader r = *event;
    int32_t n;
    char found[40];

    if (!take_number(&r, &n) || !take_mark(&r, ':'))
        return true;
    skip_blanks(&r);
    *event = r;
    uint32_t actor = w->match.rules->actor(&w->match, &w->state);
    describe_actor(actor, found, sizeof found);
    if (n < 1 || actor != (uint32_t)n - 1)
        return fault(scene, "expected seat %d to act, found %s", n, found);
    return true;
}

static bool is_legal(const struct world *w, event_t e)
{
    static event_t list[LEGAL_MAX];
    uint32_t n = w->match.rules->legal(&w->match, &w->state, list, NULL, LEGAL_MAX);

    for (uint32_t i = 0; i < n; i++)
        if (list[i] == e)
            return true;
    return false;
}

/* One event that must be accepted. */
static bool accept(struct scene *scene, struct world *w, struct reader event)
{
    struct complaint why = {.rule = ""};
    int n = (int)(event.end - event.at);
    event_t e = w->match.rules->parse(&w->match, &w->state, event.at, (size_t)n, &why);

    if (!e)
        return fault(scene, "\"%.*s\" is not an event: %s [%s]", n, event.at, why.message,
                     why.rule);
    bool legal = is_legal(w, e);
    struct state before = w->state;
    if (!w->match.rules->apply(&w->match, &w->state, e)) {
        w->match.rules->explain(&w->match, &before, e, &why);
        return fault(scene, "expected \"%.*s\" to be accepted, refused: %s [%s]", n, event.at,
                     why.message, why.rule);
    }
    if (!legal)
        return fault(scene, "\"%.*s\" was accepted but is not listed as legal", n, event.at);
    return state_sound(scene, &w->match, &w->state);
}

/* "deal red blue" is as many events as cards. */
static bool accept_deals(struct scene *scene, struct world *w, struct reader *r)
{
    do {
        struct reader card = next_word(r);
        char event[80];
        int n = snprintf(event, sizeof event, "deal %.*s", (int)(card.end - card.at), card.at);

        if (!accept(scene, w, (struct reader){event, event + n}))
            return false;
    } while (!at_end(r));
    return true;
}

/* "chance": whatever chance does, until a seat is to act. A scene must not depend on the
 * outcomes. They are the same in every run, but not always the first possible ones, since a
 * market of the first cards could be swept for ever. */
static bool accept_chance(struct scene *scene, struct world *w)
{
    const struct rules *rules = w->match.rules;
    uint32_t steps = 0, roll = 1;

    while (rules->actor(&w->match, &w->state) == NATURE && steps++ < 1000) {
        uint32_t n = rules->count(&w->match, &w->state);

        roll = roll * 1664525 + 1013904223;
        event_t e = n ? rules->pick(&w->match, &w->state, (roll >> 8) % n) : 0;
        if (!e || !rules->apply(&w->match, &w->state, e))
            return fault(scene, "chance has no event");
    }
    if (!steps)
        return fault(scene, "chance has nothing to do");
    return state_sound(scene, &w->match, &w->state);
}

static bool play(struct scene *scene, struct world *w, struct reader line)
{
    while (!at_end(&line)) {
        struct reader event = until(&line, ';');
        struct reader deal = event;

        if (!take_prefix(scene, w, &event))
            return false;
        bool good;
        if (take(&deal, "deal"))
            good = accept_deals(scene, w, &deal);
        else if (take(&deal, "chance"))
            good = scan_end(scene, &deal) && accept_chance(scene, w);
        else
            good = accept(scene, w, event);
        if (!good)
            return false;
    }
    return true;
}

/* "> a; b | c; d": a and b in the scene, c and d in its variant. */
static bool play_both(struct scene *scene, struct reader line)
{
    struct reader whole = line, first = until(&line, '|');

    if (line.at == line.end)
        line = whole;
    else if (!scene->has_variant)
        return fault(scene, "\"|\" is for scenes with a variant");
    if (!play(scene, &scene->world, first))
        return false;
    return !scene->has_variant || play(scene, &scene->variant, line);
}

static bool has_words(const char *sentence, const struct reader *words)
{
    size_t n = (size_t)(words->end - words->at);

    while (*sentence && strncmp(sentence, words->at, n) != 0)
        sentence++;
    return n == 0 || *sentence;
}

/* "event [E9] words": must be refused by this rule, in a sentence with these words if there are
 * any, and change nothing. "[-]": by no rule. */
static bool refuse(struct scene *scene, struct reader line)
{
    struct world *w = &scene->world;
    struct complaint why = {.rule = ""};
    struct reader event = until(&line, '['), id = until(&line, ']');

    if (id.at == id.end)
        return fault(scene, "which rule refuses it? Write its id at the end: [C8]");
    scene->asked++;
    skip_blanks(&line);
    if (!take_prefix(scene, w, &event))
        return false;
    int n = (int)(event.end - event.at);
    event_t e = w->match.rules->parse(&w->match, &w->state, event.at, (size_t)n, &why);
    if (e) {
        struct state before = w->state;

        if (is_legal(w, e))
            fault(scene, "\"%.*s\" is listed as legal", n, event.at);
        if (w->match.rules->apply(&w->match, &w->state, e))
            return fault(scene, "expected \"%.*s\" to be refused, accepted", n, event.at);
        if (memcmp(&before, &w->state, sizeof before) != 0)
            return fault(scene, "refusing \"%.*s\" changed the state", n, event.at);
        w->match.rules->explain(&w->match, &w->state, e, &why);
    }
    const char *rule = why.rule && *why.rule ? why.rule : "-";
    if (!text_is(id.at, (size_t)(id.end - id.at), rule))
        fault(scene, "expected \"%.*s\" to be refused by %.*s, found: %s [%s]", n, event.at,
              (int)(id.end - id.at), id.at, why.message, rule);
    if (!has_words(why.message, &line))
        fault(scene, "expected \"%.*s\" to be refused with \"%.*s\", found: %s", n, event.at,
              (int)(line.end - line.at), line.at, why.message);
    return true;
}

static bool build(struct scene *scene)
{
    scene->built = true;
    if (!position_build(scene, &scene->position, &scene->world) ||
        !state_sound(scene, &scene->world.match, &scene->world.state))
        return false;
    return !scene->has_variant ||
           (position_build(scene, &scene->other, &scene->variant) &&
            state_sound(scene, &scene->variant.match, &scene->variant.state));
}

/* Carries out one line of a scene. False: the rest of the scene makes no sense. */
static bool do_line(struct scene *scene, struct reader line)
{
    if (take_mark(&line, '>') || take_mark(&line, '!') || take_mark(&line, '?')) {
        char mark = line.at[-1];

        skip_blanks(&line);
        if (!scene->built && !build(scene))
            return false;
        if (mark == '>')
            return play_both(scene, line);
        if (mark == '!')
            return refuse(scene, line);
        ask(scene, line);
        return true;
    }
    if (scene->built)
        return fault(scene, "the position is stated before the first event and question");
    if (take(&line, "variant")) {
        if (scene->has_variant)
            return fault(scene, "a scene has one variant");
        scene->has_variant = true;
        scene->other = scene->position;
        position_inherit(&scene->other);
        return scan_end(scene, &line);
    }
    return position_state(scene, scene->has_variant ? &scene->other : &scene->position, line);
}

static void scene_ends(struct scene *scene)
{
    const char *slash = strrchr(scene->file, '/');

    if (!scene->first)
        return;
    scene->line = scene->first;
    if (!scene->failed && !scene->asked)
        fault(scene, "the scene asserts nothing");
    run.scenes++;
    run.failed += scene->failed;
    printf("%sok %u - %.*s (%s:%u)\n", scene->failed ? "not " : "", run.scenes,
           (int)(scene->title.end - scene->title.at), scene->title.at,
           slash ? slash + 1 : scene->file, scene->first);
}

/* The line without its comment: a # at its beginning or after a blank. */
static struct reader without_comment(const char *at, const char *end)
{
    struct reader line = {at, end};

    for (const char *p = at; p < end; p++)
        if (*p == '#' && (p == at || p[-1] == ' ' || p[-1] == '\t')) {
            line.end = p;
            break;
        }
    struct reader trimmed = line;
    return until(&trimmed, '\n');
}

static void run_text(const char *path, const char *text, size_t n)
{
    static struct scene scene;
    static struct position common; /* the statements before the first scene */
    const char *end = text + n;

    common.count = 0;
    memset(&scene, 0, sizeof scene);
    scene.file = path;
    bool sense = true;
    uint32_t number = 0;
    for (const char *at = text; at < end;) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const char *stop = newline ? newline : end;
        struct reader line = without_comment(at, stop);

        at = stop + 1;
        number++;
        if (line.at == line.end)
            continue;
        if (take(&line, "scene")) {
            scene_ends(&scene);
            memset(&scene, 0, sizeof scene);
            skip_blanks(&line);
            scene.file = path;
            scene.first = number;
            scene.title = line;
            scene.position = common;
            position_inherit(&scene.position);
            sense = true;
        } else if (sense) {
            scene.line = number;
            if (scene.first)
                sense = do_line(&scene, line);
            else if (!position_state(&scene, &common, line))
                run.failed++;
        }
    }
    scene_ends(&scene);
}

int main(int argc, char **argv)
{
    if (argc < 4 || strcmp(argv[1], "--boards") != 0) {
        fprintf(stderr, "usage: %s --boards FOLDER FILE.scene...\n", argv[0]);
        return 2;
    }
    run.board_folder = argv[2];
    for (int i = 3; i < argc; i++) {
        size_t n;
        char *text = file_text(argv[i], &n);

        if (!text) {
            fprintf(stderr, "%s: can't read it\n", argv[i]);
            return 2;
        }
        run_text(argv[i], text, n);
        free(text);
    }
    printf("1..%u\n", run.scenes);
    return run.failed ? 1 : 0;
}
