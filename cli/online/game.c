/*
 * The game of a table at a server, for front ends: see ../game.h. Choices are sent; their
 * results come as messages.
 */
#include "online.h"

#include <string.h>

static struct online *online_of(struct game *g)
{
    return (struct online *)g;
}

static const struct online *online_in(const struct game *g)
{
    return (const struct online *)g;
}

static bool acts(const struct game *g, uint32_t seat)
{
    const struct online *o = online_in(g);

    return seat == o->sight.seat && (o->sight.acts >> seat & 1) && !online_is_busy(o);
}

static enum game_turn turn(const struct game *g, uint32_t *seat)
{
    const struct online *o = online_in(g);

    *seat = o->sight.seat;
    if (o->sight.status == SIGHT_OVER)
        return GAME_OVER;
    if (o->sight.status != SIGHT_PLAYING || remote_state(o->remote) == REMOTE_ENDED)
        return GAME_LEFT;
    return *seat < SEATS_MAX && acts(g, *seat) ? GAME_PERSON : GAME_AWAY;
}

/* ---- commands ---- */

/* Sends a command; its result comes later as a message. */
static enum table_answer sent(struct online *o, struct message *m)
{
    o->doing = online_tell(o, m);
    return TABLE_OK;
}

static enum table_answer choose(struct game *g, uint32_t seat, event_t e, struct complaint *why)
{
    struct online *o = online_of(g);
    struct message m = {.type = MESSAGE_DO};

    if (!acts(g, seat)) {
        complain_say(why, GROUND("not_your_turn", o->sight.plan.match.rules->turn_rule),
                     "It is not your turn.", NULL, 0);
        return TABLE_NOT_NOW;
    }
    if (!g->match->rules->allows(g->match, &o->sight.view.seen, e))
        return TABLE_ILLEGAL;
    m.do_.table = message_text(o->sight.table);
    m.do_.at = o->sight.last;
    m.do_.has_number = true;
    m.do_.number = e;
    return sent(o, &m);
}

/* The server asks the others. */
static uint32_t undo_seat(const struct game *g, uint32_t *must_agree)
{
    *must_agree = 0;
    return online_in(g)->sight.seat;
}

static enum table_answer undo(struct game *g, uint32_t seat, struct complaint *why)
{
    struct online *o = online_of(g);
    struct message m = {.type = MESSAGE_UNDO};

    (void)seat, (void)why;
    m.undo.table = message_text(o->sight.table);
    m.undo.at = o->sight.last;
    if (strcmp(o->sight.can_undo, "ask") == 0)
        online_note(o, "The others are asked whether you may take back your last move.", NULL);
    return sent(o, &m);
}

static enum table_answer resign(struct game *g, uint32_t seat, struct complaint *why)
{
    struct message m = {.type = MESSAGE_RESIGN};

    (void)seat, (void)why;
    online_tell_here(online_of(g), &m, &m.resign.table);
    return TABLE_OK;
}

/* Commands that lead to another table are for the room of a game that is over. */
static bool command(struct game *g, const char *line)
{
    return online_of(g)->sight.status == SIGHT_PLAYING &&
           online_order(online_of(g), line + (*line == ':'));
}

/* ---- what people see ---- */

static struct position position(const struct game *g, uint32_t viewer, struct view *v)
{
    const struct online *o = online_in(g);
    struct position p = {.match = g->match,
                         .view = v,
                         .events = o->sight.witness.events,
                         .language = cli_language(),
                         .codes = true};

    (void)viewer; /* there is no other view here */
    *v = o->sight.view;
    memcpy(p.name, g->name, sizeof p.name);
    return p;
}

static void tell(const struct game *g, uint32_t viewer, uint32_t from, game_say *say,
                 void *context)
{
    const struct online *o = online_in(g);
    const struct sight *s = &o->sight;

    (void)viewer;
    for (uint32_t i = 0; i < s->lines; i++) {
        struct story line;

        if (s->line[i].stamp <= from || people_ignores(o, s->line[i].person))
            continue;
        story_clear(&line);
        line.kind = STORY_TABLE;
        line.seat = s->line[i].seat;
        line.points = s->line[i].points;
        text_put(&line.words, s->line[i].words);
        say(context, &line);
    }
}

static uint32_t count(const struct game *g)
{
    return online_in(g)->sight.stamp;
}

static const char *bot(const struct game *g, uint32_t seat)
{
    const struct sight_chair *c = &online_in(g)->sight.chair[seat];

    return strcmp(c->kind, "bot") == 0 ? c->bot : c->away || c->resigned ? "bot" : "";
}

static int64_t left(const struct game *g, uint32_t seat)
{
    return sight_left(&online_in(g)->sight, seat);
}

static bool is_kept(struct game *g, struct text *trouble)
{
    (void)g;
    (void)trouble;
    return true;
}

/* ---- waiting ---- */

static int descriptor(const struct game *g)
{
    return remote_descriptor(online_in(g)->remote);
}

static int wait_for(struct game *g)
{
    return online_patience(online_of(g));
}

static bool listen_now(struct game *g)
{
    return online_listen(online_of(g));
}

static bool busy(const struct game *g)
{
    return online_is_busy(online_in(g));
}

void online_trouble(const struct online *o, struct text *out)
{
    if (remote_state(o->remote) != REMOTE_OPEN)
        cli_put(out,
                o->hailed ? SAYS("The connection is lost. Trying again …")
                          : SAYS("Connecting …"),
                NULL);
}

static bool title(const struct game *g, struct text *out)
{
    const struct online *o = online_in(g);
    const struct sight *s = &o->sight;
    char names[SEATS_MAX * (NAME_SIZE + 2)];
    struct text list = text_in(names, sizeof names);

    online_trouble(o, out);
    if (out->length)
        return false;
    if (s->undo_asked < SEATS_MAX && s->undo_asked != s->seat && s->seat < SEATS_MAX) {
        cli_put(out, "{0} wants to take back the last move: type :agree or :refuse.",
                SAID(say_text(g->name[s->undo_asked])));
        return true;
    }
    for (uint32_t i = 0; i < g->match->seats; i++) {
        if (!(s->acts >> i & 1) || i == s->seat)
            continue;
        text_put(&list, list.length ? ", " : "");
        text_put(&list, g->name[i]);
    }
    cli_put(out, list.length ? SAYS("Waiting for {0}.") : SAYS("Waiting for the server."),
            SAID(say_text(names)));
    return false;
}

static bool notice(struct game *g, struct text *out)
{
    struct online *o = online_of(g);
    bool any = o->notice[0] != '\0';

    text_put(out, o->notice);
    o->notice[0] = '\0';
    if (any && o->changes == o->shown + 1)
        o->shown = o->changes; /* that was the only news: no need to draw again */
    return any;
}

static const char help_table[] =
    "   say TEXT      tell the others at the table\n"
    "   ignore NAME   hide what somebody writes; read NAME: show it again\n"
    "   report NAME WHY\n"
    "                 report somebody: chat, name, play or other\n"
    "   agree, refuse whether somebody may take back a move\n"
    "   away, back    a bot plays for you; you play again\n"
    "   link          the link of this table, for others\n"
    "   leave         go to the lobby; the game waits for you\n";

static const struct game_kind kind = {
    .help = help_table,
    .turn = turn,
    .choose = choose,
    .undo_seat = undo_seat,
    .undo = undo,
    .resign = resign,
    .command = command,
    .position = position,
    .tell = tell,
    .count = count,
    .acts = acts,
    .bot = bot,
    .left = left,
    .is_kept = is_kept,
    .descriptor = descriptor,
    .wait = wait_for,
    .listen = listen_now,
    .busy = busy,
    .title = title,
    .notice = notice,
};

void online_game(struct online *o)
{
    o->game.kind = &kind;
    o->game.match = &o->sight.plan.match;
    o->game.art = &o->sight.loaded.art;
    for (uint32_t i = 0; i < SEATS_MAX; i++)
        o->game.name[i] = o->sight.chair[i].name;
}
