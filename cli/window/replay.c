/*
 * A log on a full screen: see replay.h. A step goes from one choice to the next; the screen
 * shows a view of the state before that choice.
 */
#include "replay.h"

#include "client_inner.h"

#include "../show.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { JUMP = 10, GLANCE = 300 }; /* choices; milliseconds between looks at a file */

struct replay {
    struct client *client;
    struct logged *log;
    const struct replay_wish *wish;
    uint32_t *stop; /* numbers of events after which a player chooses, or the game is over */
    uint32_t stops, at;
    off_t size; /* of the part of the file that was read */
    bool runs;  /* steps by itself */
};

/* ---- the log ---- */

/* Finds where to stop. */
static void find_stops(struct replay *r)
{
    const struct match *m = &r->log->match;
    struct state s;

    r->stop = cli_need(realloc(r->stop, (r->log->count + 1) * sizeof *r->stop));
    r->stops = 0;
    m->rules->start(m, &s);
    for (size_t i = 0; i <= r->log->count; i++) {
        if (m->rules->actor(m, &s) != NATURE || i == r->log->count)
            r->stop[r->stops++] = (uint32_t)i;
        if (i < r->log->count)
            m->rules->apply(m, &s, r->log->events[i]);
    }
}

/* Adds a line of the story to the news. */
static void finish_line(struct replay *r, struct story *line)
{
    if (line->kind != STORY_NONE)
        client_news(r->client, line);
    story_clear(line);
}

/* Goes through the log up to an event: gives the state, and the story on the way. */
static void go_to(struct replay *r, uint32_t events, struct state *s)
{
    struct client *c = r->client;
    const struct match *m = &r->log->match;
    struct retelling retelling;
    struct story line, next;

    c->news_count = 0;
    story_clear(&line);
    m->rules->start(m, s);
    m->rules->view(m, s, r->wish->viewer, &c->view);
    retelling_begin(&retelling, &c->position, r->log->events);
    retelling.by_choice = true;
    for (uint32_t i = 0; i < events; i++) {
        if (!event_is_chance(r->log->events[i]))
            finish_line(r, &line);
        m->rules->apply(m, s, r->log->events[i]);
        m->rules->view(m, s, r->wish->viewer, &c->view);
        retelling_event(&retelling, &c->view, &next);
        if (next.kind == STORY_NONE)
            continue;
        if (next.kind != STORY_TURN || line.kind != STORY_TURN)
            finish_line(r, &line);
        story_copy(&line, &next);
    }
    finish_line(r, &line);
}

/* If everything is visible, the seat to act shows its hand. */
static uint32_t seat_shown(const struct replay *r, uint32_t actor)
{
    return r->wish->viewer == EVERYTHING && actor < r->log->match.seats ? actor
                                                                        : r->wish->viewer;
}

static void look(struct replay *r)
{
    struct client *c = r->client;
    const struct match *m = &r->log->match;
    struct stage *s = &c->stage;
    struct state state;
    uint32_t actor;

    c->position = logged_position(r->log, r->wish->viewer, &c->view);
    c->position.view = &c->view;
    go_to(r, r->stop[r->at], &state);
    c->position.events = r->stop[r->at];
    actor = m->rules->actor(m, &state);
    s->position = &c->position;
    s->art = &r->log->loaded.art;
    s->seat = seat_shown(r, actor);
    s->title = c->title;
    s->news = c->news;
    s->news_count = c->news_count;
    show_letters(&c->position, s->letter);
    for (uint32_t i = 0; i < m->seats; i++) {
        const char *player = r->log->header.player[i];

        s->clock[i] = -1;
        snprintf(s->kind[i], sizeof s->kind[i], "%.*s", (int)strcspn(player, ":"),
                 strcmp(player, "human") == 0 ? "" : player);
    }
    client_title(c,
                 actor < m->seats ? SAYS("Position {0} of {1}. {2} to act.")
                                  : SAYS("Position {0} of {1}. The game is over."),
                 SAID(say_number((int32_t)r->at + 1), say_number((int32_t)r->stops),
                      say_text(actor < m->seats ? c->position.name[actor] : "")));
}

/* ---- a log that grows ---- */

/* Reads the log again if it has grown. If the screen showed the end, it follows it. */
static bool follow(struct replay *r)
{
    struct stat about;
    struct logged more;
    bool last = r->at + 1 == r->stops;

    if (!r->wish->path || stat(r->wish->path, &about) != 0 || about.st_size == r->size)
        return false;
    r->size = about.st_size;
    if (logged_read_growing(&more, r->wish->path, r->wish->board) != CLI_OK)
        return false;
    r->size = (off_t)more.size;
    logged_free(r->log);
    *r->log = more;
    r->log->match.board = &r->log->loaded.board;
    find_stops(r);
    r->at = last || r->at >= r->stops ? r->stops - 1 : r->at;
    return true;
}

/* ---- keys ---- */

static void step(struct replay *r, int by)
{
    int64_t to = (int64_t)r->at + by;

    to = to < 0 ? 0 : to >= r->stops ? (int64_t)r->stops - 1 : to;
    r->at = (uint32_t)to;
    look(r);
}

static bool step_key(struct replay *r, const struct key *k)
{
    switch (k->kind) {
    case KEY_ARROW_RIGHT:
        return step(r, 1), true;
    case KEY_ARROW_LEFT:
        return step(r, -1), true;
    case KEY_PAGE_DOWN:
    case KEY_ARROW_DOWN:
        return step(r, JUMP), true;
    case KEY_PAGE_UP:
    case KEY_ARROW_UP:
        return step(r, -JUMP), true;
    case KEY_FIRST:
        return step(r, -(int)r->stops), true;
    case KEY_LAST:
        return step(r, (int)r->stops), true;
    case KEY_SIGN:
        r->runs = k->sign == ' ' ? !r->runs : r->runs;
        return k->sign == ' ';
    default:
        return false;
    }
}

static void do_key(struct replay *r, const struct key *k)
{
    struct client *c = r->client;

    if (k->kind == KEY_CLOSED || k->kind == KEY_INTERRUPT ||
        (k->kind == KEY_SIGN && (k->sign == 'q' || k->sign == 'Q')))
        c->leaves = true;
    else if (page_is_open(&c->page) || !step_key(r, k))
        client_look_key(c, k);
}

static void run(struct replay *r)
{
    struct client *c = r->client;

    while (!c->leaves) {
        int64_t patience = r->runs ? r->wish->screen.pace : r->wish->path ? GLANCE : -1;
        struct key k;

        client_draw(c);
        k = terminal_key(patience);
        if (k.kind != KEY_NOTHING)
            do_key(r, &k);
        else if (r->runs && r->at + 1 < r->stops)
            step(r, 1);
        else
            r->runs = false;
        if (follow(r))
            look(r);
    }
}

void replay_show(struct logged *g, const struct replay_wish *w)
{
    static struct client client; /* large */
    struct replay r = {.client = &client, .log = g, .wish = w, .size = (off_t)g->size};

    client = (struct client){.wish = &w->screen};
    client.stage.theme = w->screen.theme;
    client.window = family_of(&g->loaded.board)->window;
    find_stops(&r);
    r.at = w->from_begin ? 0 : r.stops - 1;
    if (!terminal_open(w->screen.depth))
        return;
    look(&r);
    run(&r);
    terminal_close();
    page_close(&client.page);
    free(client.canvas.cell);
    free(client.news);
    free(r.stop);
}
