/*
 * The game of a log: see logged.h.
 */
#include "logged.h"

#include "../boards/boards.h"

#include <stdlib.h>
#include <string.h>

int logged_new(struct logged *g, const struct command *c, const struct board_wish *w)
{
    int code;

    memset(g, 0, sizeof *g);
    code = cli_load(w->board ? w->board : w->game, &g->loaded);
    if (code != CLI_OK)
        return code;
    if (w->board && w->game && strcmp(w->game, g->loaded.board.id) != 0)
        return cli_usage(
            c, "the board of {0} is for the game {1}, not {2}.",
            SAID(say_text(w->board), say_text(g->loaded.board.id), say_text(w->game)));
    g->match = match_of(&g->loaded.board, w->seats);
    return CLI_OK;
}

void logged_start(struct logged *g)
{
    const struct log_header had = g->header;

    log_header_of(&g->match, &g->header);
    memcpy(g->header.name, had.name, sizeof had.name);
    memcpy(g->header.player, had.player, sizeof had.player);
    memcpy(g->header.player_place, had.player_place, sizeof had.player_place);
    g->header.seed = had.seed;
    g->header.place[LOG_SEED] = had.place[LOG_SEED];
    for (uint32_t seat = 0; seat < g->match.seats; seat++)
        if (!g->header.name[seat][0])
            snprintf(g->header.name[seat], NAME_SIZE, "%s %u", cli_words(SAYS("Seat")),
                     (unsigned)seat + 1);
    g->match.rules->start(&g->match, &g->state);
    g->count = 0;
}

void logged_seed(struct logged *g, uint64_t seed)
{
    g->header.seed = seed;
    g->header.place[LOG_SEED] = (struct text_spot){1, 1};
}

static bool remember(struct logged *g, event_t e)
{
    if (g->count == g->room) {
        size_t room = g->room ? g->room * 2 : 1024;

        g->events = cli_need(realloc(g->events, room * sizeof *g->events));
        g->room = room;
    }
    g->events[g->count++] = e;
    return true;
}

bool logged_do(struct logged *g, event_t e)
{
    return g->match.rules->apply(&g->match, &g->state, e) && remember(g, e);
}

static void read_undo(struct logged *g)
{
    g->count = g->reader.events;
    for (uint32_t i = 0; i < g->outs; i++)
        if (g->out[i].at > g->count)
            g->out[i].at = g->count;
    log_rewind(&g->match, g->events, g->reader.events, &g->state);
}

/* One line of the log: an event (true), or something else. */
static bool read_line(struct logged *g, enum log_step step, const struct state *before,
                      event_t e)
{
    if (step == LOG_UNDO)
        read_undo(g);
    if (step == LOG_OUT)
        g->out[g->outs++] = (struct logged_out){g->count, g->reader.seat};
    if (step != LOG_EVENT)
        return false;
    if (event_is_chance(e))
        dealer_choose(&g->match, before, &g->dealer);
    return remember(g, e);
}

int logged_replay(struct logged *g, const char *name, uint64_t at)
{
    struct complaint why = {0};
    enum log_step step = LOG_EVENT;
    uint64_t events = 0;
    struct state before;
    event_t e;

    logged_start(g);
    rng_seed(&g->dealer, g->header.seed, 0);
    while (events < at) {
        before = g->state;
        step = log_next(&g->reader, &g->match, &g->state, &e, &why);
        if (step >= LOG_END)
            break;
        events += read_line(g, step, &before, e);
    }
    if (step == LOG_BAD)
        return cli_complain(name, &why);
    if (at != UINT64_MAX && events < at) {
        cli_refuse("{0} has only {1} {1|event|events}; choose a smaller number.",
                   SAID(say_text(name), say_text(cli_digits(events).text)));
        return CLI_USAGE;
    }
    return CLI_OK;
}

/* Loads the board that a log was played on: the program's own, or that of board_path. */
static int load_board(struct logged *g, const char *name, const char *board_path)
{
    const char *id = g->header.board;
    const struct embedded_board *own = boards_find(id, strlen(id));

    if (board_path)
        return cli_load(board_path, &g->loaded);
    if (!own)
        return cli_refuse("{0} was played on the board \"{1}\", which is not one of the "
                          "program's own; give its file with --board FILE.",
                          SAID(say_text(name), say_text(id)));
    return cli_load_edition(own->id, g->header.hash, &g->loaded);
}

static const char *name_of(const char *path)
{
    return strcmp(path, "-") == 0 ? "stdin" : path;
}

static int read_header(struct logged *g, const char *name, const char *board_path)
{
    struct complaint why = {0};
    int code;

    log_open(&g->reader, g->text, g->size);
    if (!log_read_header(&g->reader, &g->header, &why))
        return cli_complain(name, &why);
    g->body = (size_t)(g->reader.text - g->text) + g->reader.at;
    code = load_board(g, name, board_path);
    if (code == CLI_OK && !log_match(&g->header, &g->loaded.board, &g->match, &why))
        code = cli_complain(name, &why);
    return code;
}

/* What to do with a last line without a line end: read it, or leave it out, with a message or
 * without. */
enum ending { ENDING_READ, ENDING_SAID, ENDING_SILENT };

static int open_text(struct logged *g, const char *path, const char *board_path,
                     enum ending ending)
{
    int code;

    memset(g, 0, sizeof *g);
    g->text = cli_read(path, &g->size);
    if (ending == ENDING_SAID && g->text && g->size && g->text[g->size - 1] != '\n')
        cli_refuse("the last line of {0} is incomplete and is left out.",
                   SAID(say_text(name_of(path))));
    while (ending != ENDING_READ && g->text && g->size && g->text[g->size - 1] != '\n')
        g->size--;
    code = g->text ? read_header(g, name_of(path), board_path) : CLI_REFUSED;
    if (code != CLI_OK)
        logged_free(g);
    return code;
}

int logged_open(struct logged *g, const char *path, const char *board_path)
{
    return open_text(g, path, board_path, ENDING_READ);
}

int logged_open_lines(struct logged *g, const char *path, const char *board_path)
{
    return open_text(g, path, board_path, ENDING_SAID);
}

/* Replays a log that was opened, if it was. */
static int read_on(struct logged *g, const char *path, uint64_t at, int code)
{
    if (code != CLI_OK)
        return code;
    code = logged_replay(g, name_of(path), at);
    if (code != CLI_OK)
        logged_free(g);
    return code;
}

int logged_read(struct logged *g, const char *path, const char *board_path, uint64_t at)
{
    return read_on(g, path, at, open_text(g, path, board_path, ENDING_READ));
}

int logged_read_growing(struct logged *g, const char *path, const char *board_path)
{
    return read_on(g, path, UINT64_MAX, open_text(g, path, board_path, ENDING_SILENT));
}

int logged_asked(struct logged *g, const struct command *c, const struct log_wish *w)
{
    uint64_t at = UINT64_MAX;

    if (!w->file)
        return cli_usage(c, "say which log: a file, or \"-\" for stdin.", NULL);
    if (w->at && !cli_number(w->at, 0, UINT32_MAX, &at))
        return cli_usage(c, "--at takes a number of events, not \"{0}\".",
                         SAID(say_text(w->at)));
    return logged_read(g, w->file, w->board, at);
}

int logged_viewer(const struct logged *g, const struct command *c, const char *as,
                  uint32_t *viewer)
{
    uint64_t seat = EVERYTHING;

    if (as && strcmp(as, "spectator") == 0)
        seat = SPECTATOR;
    else if (as && cli_number(as, 1, g->match.seats, &seat))
        seat--;
    else if (as)
        return cli_usage(c, "--as takes a seat from 1 to {0} or \"spectator\", not \"{1}\".",
                         SAID(say_number((int32_t)g->match.seats), say_text(as)));
    *viewer = (uint32_t)seat;
    return CLI_OK;
}

void logged_put(const struct logged *g, FILE *f)
{
    const struct rules *rules = g->match.rules;
    char line[LOG_HEADER_MAX];
    struct text t = text_in(line, sizeof line);
    struct state s;

    log_put_header(&t, &g->header);
    fputs(line, f);
    rules->start(&g->match, &s);
    for (size_t i = 0; i < g->count; i++) {
        t = text_in(line, sizeof line);
        log_put_event(&t, &g->match, &s, g->events[i]);
        fputs(line, f);
        rules->apply(&g->match, &s, g->events[i]);
    }
    if (rules->actor(&g->match, &s) == NOBODY) {
        t = text_in(line, sizeof line);
        log_put_result(&t, &g->match, &s);
        fputs(line, f);
    }
}

struct position logged_position(const struct logged *g, uint32_t seat, struct view *v)
{
    struct position p = {.match = &g->match,
                         .view = v,
                         .events = (uint32_t)g->count,
                         .language = cli_language(),
                         .codes = true};

    g->match.rules->view(&g->match, &g->state, seat, v);
    for (uint32_t i = 0; i < SEATS_MAX; i++)
        p.name[i] = g->header.name[i];
    return p;
}

void logged_free(struct logged *g)
{
    free(g->events);
    g->events = NULL;
    free(g->text);
    g->text = NULL;
    cli_unload(&g->loaded);
}
