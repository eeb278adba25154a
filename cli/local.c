/*
 * A game at a table of this program: see local.h.
 */
#include "local.h"

#include "../protocol/plan.h"

#include <stdlib.h>
#include <string.h>

static struct local *local_of(struct game *g)
{
    return (struct local *)g;
}

static const struct local *local_in(const struct game *g)
{
    return (const struct local *)g;
}

/* ---- the clock ---- */

static uint64_t now(const struct local *g)
{
    uint64_t spent = g->spent + (g->stopped ? 0 : think_nanoseconds() - g->since);

    return spent / 1000000;
}

static bool stop(struct game *game, bool stopped)
{
    struct local *g = local_of(game);
    bool before = g->stopped;
    uint64_t at = think_nanoseconds();

    if (!g->stopped)
        g->spent += at - g->since;
    g->since = at;
    g->stopped = stopped;
    return before;
}

static int64_t patience(const struct game *game)
{
    const struct local *g = local_in(game);
    uint64_t when, at = now(g);
    uint32_t seat;

    if (g->stopped || !table_deadline(&g->table, &when, &seat))
        return -1;
    return when > at ? (int64_t)(when - at) : 0;
}

static int64_t left(const struct game *game, uint32_t seat)
{
    const struct local *g = local_in(game);

    return g->table.plan.clock.kind == CLOCK_NONE || !g->seats.item[seat].human
               ? -1
               : (int64_t)table_clock(&g->table, seat, now(g), NULL);
}

/* ---- commands ---- */

/* Makes room for `more` entries; the program ends if there is no memory. */
static void make_room(struct local *g, uint32_t more)
{
    uint32_t room = g->table.room ? g->table.room : 1024;

    while (room - g->table.count < more)
        room *= 2;
    if (room == g->table.room)
        return;
    g->entries = cli_need(realloc(g->entries, room * sizeof *g->entries));
    g->line = cli_need(realloc(g->line, room * sizeof *g->line));
    table_lend(&g->table, g->entries, g->line, room);
}

/* Deals while it is chance's turn. */
static void deal(struct local *g)
{
    const struct match *m = &g->table.plan.match;
    struct complaint why;

    while (g->table.phase == TABLE_PLAYING && m->rules->actor(m, &g->table.state) == NATURE) {
        struct entry e = {.kind = ENTRY_CHANCE, .seat = NOBODY, .time = g->table.clock_at};

        make_room(g, 1);
        e.event = dealer_choose(m, &g->table.state, &g->dealer);
        if (!table_apply(&g->table, &e, &why))
            return;
    }
}

/* Carries out a command and everything that follows from it, and records it. */
static enum table_answer give(struct local *g, struct table_command c, struct complaint *why)
{
    enum table_answer answer;

    make_room(g, PROPOSAL_MAX);
    c.seen = g->table.count;
    answer = table_propose(&g->table, &c, now(g), &g->proposal, why);
    if (answer != TABLE_OK)
        return answer;
    for (uint32_t i = 0; i < g->proposal.count; i++)
        if (!table_apply(&g->table, &g->proposal.entry[i], why))
            return TABLE_NOT_NOW;
    deal(g);
    record_follow(&g->record, &g->table);
    return TABLE_OK;
}

static enum table_answer of_seat(struct local *g, enum command_kind kind, uint32_t seat,
                                 struct complaint *why)
{
    return give(g, (struct table_command){.kind = (uint8_t)kind, .seat = (uint8_t)seat}, why);
}

static enum table_answer choose(struct game *game, uint32_t seat, event_t e,
                                struct complaint *why)
{
    return give(
        local_of(game),
        (struct table_command){
            .kind = COMMAND_CHOOSE, .seat = (uint8_t)seat, .role = ROLE_PERSON, .event = e},
        why);
}

static enum table_answer resign(struct game *game, uint32_t seat, struct complaint *why)
{
    return of_seat(local_of(game), COMMAND_RESIGN, seat, why);
}

/* ---- taking back ---- */

static uint32_t people_but(const struct local *g, uint32_t seat)
{
    uint32_t set = 0;

    for (uint32_t i = 0; i < g->table.plan.match.seats; i++)
        if (i != seat && !table_is_bot(&g->table, i))
            set |= 1u << i;
    return set;
}

static uint32_t undo_seat(const struct game *game, uint32_t *must_agree)
{
    const struct local *g = local_in(game);
    uint32_t last = NOBODY, most = 0;

    *must_agree = 0;
    for (uint32_t i = 0; i < g->table.plan.match.seats; i++) {
        uint32_t left;
        enum undo_way way = table_undo_way(&g->table, i, &left);

        if (way == UNDO_NOT || (last != NOBODY && left < most))
            continue;
        last = i;
        most = left;
        *must_agree = way == UNDO_ASK ? people_but(g, i) : 0;
    }
    return last;
}

static enum table_answer undo(struct game *game, uint32_t seat, struct complaint *why)
{
    struct local *g = local_of(game);
    enum table_answer answer = of_seat(g, COMMAND_UNDO, seat, why);

    for (uint32_t left = people_but(g, seat); answer == TABLE_OK && g->table.asks == seat;
         left &= left - 1)
        answer = of_seat(g, COMMAND_AGREE, (uint32_t)__builtin_ctz(left), why);
    return answer;
}

/* ---- turns ---- */

static enum game_turn turn(const struct game *game, uint32_t *seat)
{
    const struct local *g = local_in(game);
    uint32_t waiting = table_waiting(&g->table);

    if (!waiting)
        return GAME_OVER;
    *seat = (uint32_t)__builtin_ctz(waiting);
    return table_is_bot(&g->table, *seat) ? GAME_BOT : GAME_PERSON;
}

static bool together(const struct game *game)
{
    const struct local *g = local_in(game);
    const struct match *m = &g->table.plan.match;
    uint32_t people = m->rules->choosers(m, &g->table.state) & people_but(g, NOBODY);

    return (people & (people - 1)) != 0;
}

static event_t ask_pipe(struct local *g, uint32_t seat, const struct view *v,
                        struct text *trouble)
{
    struct pipe_player *p = &g->seats.item[seat].pipe;
    const struct sim_question q = {.match = &g->table.plan.match,
                                   .view = v,
                                   .events = g->table.events,
                                   .seat = seat,
                                   .stop = {&g->game.leaves, NULL}};
    event_t e;

    p->reports = true;
    if (!g->sitting[seat])
        g->sitting[seat] = p->guest.sit(p->guest.context);
    e = p->guest.choose(g->sitting[seat], &q);
    if (!e && !atomic_load(&g->game.leaves))
        cli_put(trouble, "{0} cannot go on: {1} The game stops here.",
                SAID(say_text(p->label), say_text(p->why)));
    return e;
}

static event_t ask_bot(struct local *g, uint32_t seat, const struct view *v)
{
    const struct match *m = &g->table.plan.match;
    struct bot bot = g->table.seat[seat].role == ROLE_BOT ? g->seats.item[seat].bot
                                                          : bot_of_seat(&g->table, seat, NULL);
    struct think think;

    return bot_choose(&bot, m, v, think_begin(&think, &bot, m, rng_dice(&g->dice[seat])));
}

/* A bot gets what its seat may know, and nothing else. */
static bool think(struct game *game, uint32_t seat, struct text *trouble)
{
    struct local *g = local_of(game);
    bool piped = g->table.seat[seat].role == ROLE_BOT && g->seats.item[seat].piped;
    struct table_command c = {.kind = COMMAND_CHOOSE, .seat = (uint8_t)seat, .role = ROLE_BOT};
    struct complaint why;
    struct view v;

    table_view(&g->table, seat, &v);
    c.event = piped ? ask_pipe(g, seat, &v, trouble) : ask_bot(g, seat, &v);
    if (!c.event)
        return false;
    if (give(g, c, &why) == TABLE_OK)
        return true;
    cli_put(trouble,
            "a player of the program chose a move that is not legal; the game stops here. "
            "Please report this with the log.",
            NULL);
    return false;
}

static void late(struct game *game)
{
    struct local *g = local_of(game);
    char trouble[512];
    struct text t = text_in(trouble, sizeof trouble);
    struct complaint why;
    uint64_t when;
    uint32_t seat;

    if (!table_deadline(&g->table, &when, &seat) ||
        of_seat(g, COMMAND_TIMEOUT, NOBODY, &why) != TABLE_OK)
        return;
    if (g->table.seat[seat].away && think(game, seat, &t))
        of_seat(g, COMMAND_BACK, seat, &why);
}

/* ---- what people see ---- */

static struct position position(const struct local *g, const struct view *v)
{
    struct position p = {.match = &g->table.plan.match,
                         .view = v,
                         .events = g->table.events,
                         .language = cli_language(),
                         .codes = true};

    for (uint32_t i = 0; i < SEATS_MAX; i++)
        p.name[i] = g->log.header.name[i];
    return p;
}

static struct position seen_by(const struct game *game, uint32_t viewer, struct view *v)
{
    const struct local *g = local_in(game);

    table_view(&g->table, viewer, v);
    return position(g, v);
}

/* The story of a game for one viewer: the line that may still grow, and the function that
 * prints lines. */
struct printer {
    const struct table *table; /* a copy of the game, played again from its first entry */
    uint32_t viewer;
    struct position now;
    struct view seen;
    struct retelling retelling;
    struct story line;
    game_say *say;
    void *context;
};

static void say_line(struct printer *x)
{
    if (x->line.kind == STORY_NONE)
        return;
    x->say(x->context, &x->line);
    story_clear(&x->line);
}

/* Goes on from the position that the table has now. */
static void begin_lines(struct printer *x)
{
    table_shown(x->table, x->viewer, &x->seen);
    retelling_begin(&x->retelling, &x->now, x->table->line + x->table->events);
    x->retelling.by_choice = true;
}

/* An entry has been applied. Events of chance after a choice are part of its line. */
static void add_entry(struct printer *x, const struct entry *e)
{
    const uint32_t silent = 1u << ENTRY_START | 1u << ENTRY_BACK;
    bool event = e->kind == ENTRY_CHOICE || e->kind == ENTRY_CHANCE;
    struct story story;

    if (e->kind != ENTRY_CHANCE)
        say_line(x);
    if (event) {
        table_shown(x->table, x->viewer, &x->seen);
        retelling_event(&x->retelling, &x->seen, &story);
    } else {
        begin_lines(x);
        story_of_entry(&x->now, e, &story);
    }
    if (story.kind == STORY_NONE || (silent >> e->kind & 1))
        return;
    if (story.kind != STORY_TURN || x->line.kind != STORY_TURN)
        say_line(x);
    story_copy(&x->line, &story);
}

static void tell(const struct game *game, uint32_t viewer, uint32_t from, game_say *say,
                 void *context)
{
    const struct local *g = local_in(game);
    uint32_t count = g->table.count;
    struct entry *entries = malloc(count * sizeof *entries);
    event_t *line = malloc(count * sizeof *line);
    struct table t;
    struct printer x = {.table = &t, .viewer = viewer, .say = say, .context = context};
    struct complaint why;

    x.now = position(g, &x.seen);
    story_clear(&x.line);
    if (entries && line)
        table_open(&t, &g->table.plan, entries, line, count);
    for (uint32_t i = 0; entries && line && i < count; i++) {
        if (i == from)
            begin_lines(&x);
        if (!table_apply(&t, &g->table.entries[i], &why))
            break;
        if (i >= from)
            add_entry(&x, &g->table.entries[i]);
    }
    say_line(&x);
    free(entries);
    free(line);
}

static uint32_t count(const struct game *game)
{
    return local_in(game)->table.count;
}

static bool acts(const struct game *game, uint32_t seat)
{
    return table_waiting(&local_in(game)->table) >> seat & 1;
}

static const char *bot(const struct game *game, uint32_t seat)
{
    const struct bots_item *item = &local_in(game)->seats.item[seat];

    return item->human ? "" : item->spec;
}

/* ---- the log ---- */

static int save(const struct game *game, const char *path)
{
    return record_copy(&local_in(game)->record, path);
}

static bool is_kept(struct game *game, struct text *trouble)
{
    struct record *r = &local_of(game)->record;
    bool saved = r->fd < 0 || (!r->error && !r->changed && record_sync(r));

    if (!saved)
        record_trouble(r, trouble);
    return saved;
}

static const struct game_kind kind = {
    .turn = turn,
    .think = think,
    .choose = choose,
    .undo_seat = undo_seat,
    .undo = undo,
    .resign = resign,
    .position = seen_by,
    .tell = tell,
    .count = count,
    .acts = acts,
    .together = together,
    .bot = bot,
    .left = left,
    .patience = patience,
    .late = late,
    .stop = stop,
    .save = save,
    .is_kept = is_kept,
};

/* ---- beginning and ending ---- */

/* Everybody sits down, and the game starts. In a resumed game bots get other dice. */
static void start(struct local *g, const struct local_terms *terms, uint64_t events)
{
    struct table_plan plan = {
        .match = g->log.match, .clock = terms->clock, .undo = terms->undo};
    struct complaint why;

    g->seed = terms->seed;
    rng_seed(&g->dealer, g->seed, 0);
    for (uint32_t seat = 0; seat < SEATS_MAX; seat++)
        rng_seed(&g->dice[seat], g->seed, seat + 1 + SEATS_MAX * events);
    table_open(&g->table, &plan, NULL, NULL, 0);
    make_room(g, PROPOSAL_MAX);
    for (uint8_t seat = 0; seat < plan.match.seats; seat++) {
        struct entry e = {.kind = ENTRY_SIT, .seat = seat, .who = seat + 1u};

        e.role = g->seats.item[seat].human ? ROLE_PERSON : ROLE_BOT;
        table_apply(&g->table, &e, &why);
    }
    table_apply(&g->table, &(struct entry){.kind = ENTRY_START, .seat = NOBODY}, &why);
    g->spent = 0;
    g->since = think_nanoseconds();
    g->game.kind = &kind;
    g->game.match = &g->table.plan.match;
    g->game.art = &g->log.loaded.art;
    for (uint32_t seat = 0; seat < SEATS_MAX; seat++)
        g->game.name[seat] = g->log.header.name[seat];
}

void local_begin(struct local *g, const struct local_terms *terms)
{
    logged_seed(&g->log, terms->seed);
    logged_start(&g->log);
    record_begin(&g->record, &g->log.header);
    start(g, terms, 0);
    deal(g);
    record_follow(&g->record, &g->table);
}

/* Repeats the log at the table: events, and who resigned. */
static bool follow(struct local *g, struct complaint *why)
{
    const struct logged *log = &g->log;
    uint32_t out = 0;

    for (uint32_t i = 0; i <= log->count; i++) {
        for (; out < log->outs && log->out[out].at <= i; out++) {
            struct entry e = {.kind = ENTRY_RESIGN, .seat = log->out[out].seat};

            if (g->table.seat[e.seat].role == ROLE_PERSON && !table_apply(&g->table, &e, why))
                return false;
        }
        make_room(g, PROPOSAL_MAX);
        if (i < log->count && !table_follow(&g->table, log->events[i], 0, why))
            return false;
    }
    return true;
}

int local_resume(struct local *g, const struct local_terms *terms, const char *name)
{
    struct local_terms own = *terms;
    bool named = g->log.header.place[LOG_SEED].line != 0;
    struct complaint why = {0};
    int code = logged_replay(&g->log, name, UINT64_MAX);

    if (code != CLI_OK)
        return code;
    own.seed = named ? g->log.header.seed : terms->seed;
    start(g, &own, g->log.count);
    if (!follow(g, &why))
        return cli_complain(name, &why);
    if (g->log.reader.has_seed && g->table.phase == TABLE_PLAYING)
        return cli_refuse("the game in {0} was ended; it cannot be resumed.",
                          SAID(say_text(name)));
    if (named)
        g->dealer = g->log.dealer;
    record_resume(&g->record, g->log.text, g->log.size, &g->table);
    deal(g);
    record_follow(&g->record, &g->table);
    return CLI_OK;
}

void local_end(struct local *g)
{
    for (uint32_t seat = 0; seat < SEATS_MAX; seat++)
        if (g->sitting[seat])
            g->seats.item[seat].pipe.guest.leave(g->sitting[seat]);
    bots_close(&g->seats);
    record_end(&g->record);
    logged_free(&g->log);
    free(g->entries);
    free(g->line);
    g->entries = NULL;
    g->line = NULL;
}
