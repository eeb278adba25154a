/*
 * A table at a server as one viewer sees it: see sight.h.
 */
#include "sight.h"

#include "../../boards/boards.h"
#include "../../protocol/names.h"
#include "../../sim/think.h"

#include <stdlib.h>
#include <string.h>

enum {
    LINES_MAX = 16384,  /* of the story and of chat; then the older half is forgotten */
    EVENTS_MAX = 65536, /* of a game: no real one has so many */
};

/* The longest time that a clock shows, in milliseconds. */
#define CLOCK_MOST ((int64_t)1 << 40)

static void copy(char *to, size_t size, const struct message_text *text)
{
    size_t n = text->at ? text->length : 0;

    snprintf(to, size, "%.*s", n < size ? (int)n : (int)size - 1, text->at ? text->at : "");
    cli_make_safe(to);
}

/* ---- lines ---- */

static void forget_lines(struct sight *s, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        free(s->line[i].words);
    s->lines -= n;
    if (s->lines > 0)
        memmove(s->line, s->line + n, s->lines * sizeof *s->line);
}

static struct sight_line *new_line(struct sight *s)
{
    if (s->lines == LINES_MAX)
        forget_lines(s, LINES_MAX / 2);
    if (s->lines == s->room) {
        s->room = s->room ? 2 * s->room : 128;
        s->line = cli_need(realloc(s->line, s->room * sizeof *s->line));
    }
    s->line[s->lines] = (struct sight_line){.n = -1, .seat = NOBODY, .last = s->last};
    return &s->line[s->lines++];
}

/* Removes the lines that were taken back. */
static void take_back(struct sight *s, uint32_t from)
{
    uint32_t left = 0;

    for (uint32_t i = 0; i < s->lines; i++) {
        struct sight_line *l = &s->line[i];

        if (l->n >= 0 && !l->table && l->last >= from)
            free(l->words);
        else
            s->line[left++] = *l;
    }
    s->lines = left;
}

static struct sight_line *line_of(struct sight *s, int64_t n)
{
    for (uint32_t k = s->lines; k > 0; k--)
        if (s->line[k - 1].n == n)
            return &s->line[k - 1];
    return new_line(s);
}

/* A seat of a message, where they count from 1; NOBODY if it is not given, or not a seat. */
static uint32_t seat_of(bool given, int64_t seat)
{
    return given && seat >= 1 && seat <= SEATS_MAX ? (uint32_t)(seat - 1) : (uint32_t)NOBODY;
}

/* The line that the last entry has made or changed. */
static void take_story(struct sight *s)
{
    const struct witness *w = &s->witness;
    struct position now = {.match = &w->match, .language = cli_language(), .codes = true};
    struct story story;
    struct sight_line *l;
    uint32_t number;

    for (uint32_t i = 0; i < SEATS_MAX; i++)
        now.name[i] = s->chair[i].name;
    witness_story(w, &now, &story, &number);
    if (w->undone)
        take_back(s, w->undone);
    if (story.kind == STORY_NONE)
        return;
    l = line_of(s, number);
    free(l->words);
    l->n = number;
    l->last = w->count;
    l->stamp = s->stamp;
    l->table = story.kind == STORY_TABLE;
    l->seat = story.seat;
    l->points = story.points;
    l->words = cli_need(strndup(story.words.at, story.words.length));
    cli_make_safe(l->words);
}

/* Makes room for some more entries and their facts. False if there are too many. */
static bool make_room(struct sight *s, uint32_t entries, uint32_t facts)
{
    struct witness_line *l = &s->witness.line;
    uint32_t events = s->witness.events;
    uint32_t used = events && l->room ? l->facts[events - 1] : 0;

    if (events + entries > EVENTS_MAX)
        return false;
    if (events + entries > l->room) {
        l->room = 2 * (events + entries);
        l->event = cli_need(realloc(l->event, l->room * sizeof *l->event));
        l->number = cli_need(realloc(l->number, l->room * sizeof *l->number));
        l->facts = cli_need(realloc(l->facts, l->room * sizeof *l->facts));
    }
    if (used + facts > l->fact_room) {
        l->fact_room = 2 * (used + facts);
        l->fact = cli_need(realloc(l->fact, l->fact_room * sizeof *l->fact));
    }
    return true;
}

/* Entries of the game, with the lines that they make. False if they don't follow from what was
 * told before. */
static bool take_happenings(struct sight *s, const struct message_happening_part *h,
                            uint32_t count)
{
    uint32_t facts = 1;

    for (uint32_t i = 0; i < count; i++)
        facts += h[i].facts_count;
    if (!make_room(s, count + 1, facts))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t before = s->witness.count;

        if (!witness_happening(&s->witness, &h[i]))
            return false;
        if (s->witness.count > before)
            take_story(s);
    }
    s->last = s->witness.count;
    witness_acts(&s->witness, &s->view);
    return true;
}

/* Sees the game from the beginning, from a seat or as a spectator. */
static void look_from(struct sight *s, uint32_t seat)
{
    struct witness_line line = s->witness.line;

    witness_begin(&s->witness, &s->plan.match, seat, &line);
    s->view = s->witness.view;
    s->seat = seat;
    s->last = 0;
}

static void take_chat(struct sight *s, const struct message_line_part *part)
{
    char words[MESSAGE_SAY_TEXT_MAX + NAME_SIZE + 8], name[NAME_SIZE];
    struct sight_line *l;

    if (part->n <= s->said)
        return;
    s->said = part->n;
    copy(name, sizeof name, &part->name);
    snprintf(words, sizeof words, "%s: %.*s", name, (int)part->text.length, part->text.at);
    cli_make_safe(words);
    l = new_line(s);
    l->stamp = s->stamp;
    l->words = cli_need(strdup(words));
    l->person = part->person;
    l->name_size = strlen(name);
}

/* ---- the table ---- */

static void take_chairs(struct sight *s, const struct message_chair_part *part, uint32_t count)
{
    struct seat_names names;

    names_of(part, count, cli_language(), &names);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t seat = seat_of(true, part[i].seat);
        struct sight_chair *c = s->chair;

        if (seat >= SEATS_MAX)
            continue;
        c += seat;
        copy(c->kind, sizeof c->kind, &part[i].kind);
        copy(c->name, sizeof c->name,
             &(struct message_text){names.name[seat], strlen(names.name[seat])});
        copy(c->bot, sizeof c->bot, &part[i].bot);
        c->person = part[i].has_person ? part[i].person : 0;
        c->away = part[i].has_away && part[i].away;
        c->resigned = part[i].has_resigned && part[i].resigned;
        c->online = part[i].has_online && part[i].online;
    }
}

static void take_clocks(struct sight *s, const struct message_standing_part *m)
{
    s->runs = 0;
    s->clock_at = think_nanoseconds();
    for (uint32_t i = 0; i < SEATS_MAX; i++)
        s->clock[i] = -1;
    for (uint32_t i = 0; i < m->clocks_count; i++) {
        uint32_t seat = seat_of(true, m->clocks[i].seat);
        int64_t left = m->clocks[i].ms;

        if (seat >= SEATS_MAX)
            continue;
        s->clock[seat] = left < 0 ? 0 : left < CLOCK_MOST ? left : CLOCK_MOST;
        s->runs |= (uint32_t)(m->clocks[i].has_runs && m->clocks[i].runs) << seat;
    }
}

/* The set of the seats that are to act. */
static uint32_t acts_of(const struct message_standing_part *m)
{
    uint32_t acts = 0;

    for (uint32_t i = 0; i < m->acts_count; i++) {
        uint32_t seat = seat_of(true, m->acts[i]);

        acts |= seat < SEATS_MAX ? 1u << seat : 0;
    }
    return acts;
}

/* Do the game and what a message says about us agree? It is our turn only if the rules say so
 * too. */
static bool agrees(const struct sight *s, const struct message_standing_part *m)
{
    const struct match *match = &s->plan.match;

    return m->last == s->last && (s->seat >= match->seats || !(acts_of(m) >> s->seat & 1) ||
                                  match->rules->actor(match, &s->view.seen) == s->seat);
}

static void take_standing(struct sight *s, const struct message_standing_part *m)
{
    s->status = message_text_is(&m->status, "open")   ? SIGHT_OPEN
                : message_text_is(&m->status, "over") ? SIGHT_OVER
                                                      : SIGHT_PLAYING;
    s->acts = acts_of(m);
    take_clocks(s, m);
    copy(s->can_undo, sizeof s->can_undo, &m->can_undo);
    s->undo_asked = seat_of(m->has_undo_asked, m->undo_asked);
    for (uint32_t i = 0; i < m->result_count; i++) {
        uint32_t seat = seat_of(true, m->result[i].seat);

        if (seat < SEATS_MAX)
            s->rank[seat] = (uint8_t)m->result[i].rank;
    }
}

/* ---- the board ---- */

static const struct board *found; /* for plan_read(), which looks boards up by name */

static const struct board *find_board(const char *id, size_t n, uint64_t hash)
{
    (void)id;
    (void)n;
    (void)hash;
    return found;
}

/* The board of a plan: one of the program's own, or the text that came with it. */
static bool load_board(struct sight *s, const struct message_plan_part *plan)
{
    const struct embedded_board *own =
        boards_edition(plan->game.at, plan->game.length, plan_board_hash(plan));
    const char *text = own ? own->text : NULL;
    size_t size = own ? own->size : 0;
    struct complaint why;
    char hash[17];

    if (s->has_board)
        return true;
    free(s->loaded.file);
    s->loaded.file = NULL;
    if (plan->board.at) {
        size = plan->board.length;
        text = s->loaded.file = cli_need(strndup(plan->board.at, size));
    }
    if (!text || !board_parse(text, size, &s->loaded.board, &s->loaded.art, &why))
        return false;
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)s->loaded.board.hash);
    s->has_board = (!plan->hash.at || message_text_is(&plan->hash, hash)) &&
                   (!plan->has_rules || plan->rules == RULES_REVISION);
    return s->has_board;
}

/* The board is that of the first plan in any case. */
static bool same_match(const struct match *a, const struct match *b)
{
    return a->seats == b->seats && memcmp(a->option, b->option, sizeof a->option) == 0;
}

static bool take_plan(struct sight *s, const struct message_plan_part *plan)
{
    struct plan_boards boards = {.find = find_board, .given = &s->loaded.board};
    struct table_plan read;
    struct complaint why;

    found = &s->loaded.board;
    if (!load_board(s, plan) || !plan_read(plan, &boards, &read, &why) ||
        (s->status != SIGHT_NONE && !same_match(&s->plan.match, &read.match)))
        return false;
    s->plan = read;
    s->host = plan->has_host ? plan->host : 0;
    return true;
}

/* ---- messages ---- */

/* What is played, and where we sit. */
static bool take_place(struct sight *s, const struct message_plan_part *plan, bool sits,
                       int64_t seat)
{
    bool begins = s->status == SIGHT_NONE && s->last == 0;
    uint32_t viewer = sits ? seat_of(true, seat) : (uint32_t)SPECTATOR;

    if (!take_plan(s, plan) || (sits && viewer >= s->plan.match.seats))
        return false;
    if (begins || viewer != s->seat)
        look_from(s, viewer);
    return true;
}

static enum taken take_snapshot(struct sight *s, const struct message_snapshot *m)
{
    if (!take_place(s, m->plan, m->has_your_seat, m->your_seat))
        return TAKEN_STRANGE;
    if (m->happenings_count ? m->happenings[0].n > (int64_t)s->last + 1 : m->last > s->last)
        return TAKEN_GAP; /* we have just sat down: the game looks different from there */
    take_chairs(s, m->chairs, m->chairs_count);
    if (!take_happenings(s, m->happenings, m->happenings_count) || !agrees(s, &m->standing))
        return TAKEN_BAD;
    take_standing(s, &m->standing);
    for (uint32_t i = 0; i < m->chat_count; i++)
        take_chat(s, &m->chat[i]);
    return TAKEN;
}

static enum taken take_piece(struct sight *s, const struct message_piece *m)
{
    if (m->plan && !take_place(s, m->plan, m->has_your_seat, m->your_seat))
        return TAKEN_STRANGE;
    if (!s->has_board || !take_happenings(s, m->happenings, m->happenings_count))
        return TAKEN_BAD;
    return TAKEN;
}

static enum taken take_update(struct sight *s, const struct message_update *m)
{
    int64_t first = m->happenings_count ? m->happenings[0].n : 0;

    if (s->status == SIGHT_NONE || (first && first <= s->last))
        return TAKEN;
    if (first && first != (int64_t)s->last + 1)
        return TAKEN_GAP;
    if (m->chairs_count)
        take_chairs(s, m->chairs, m->chairs_count);
    if (!take_happenings(s, m->happenings, m->happenings_count) || !agrees(s, &m->standing))
        return TAKEN_BAD;
    take_standing(s, &m->standing);
    return TAKEN;
}

enum taken sight_take(struct sight *s, const struct message *m)
{
    const struct message_text *table = message_table(m);

    if (!table || !s->table[0] || !message_text_is(table, s->table))
        return TAKEN_NOT;
    s->stamp++;
    switch (m->type) {
    case MESSAGE_SNAPSHOT:
        return take_snapshot(s, &m->snapshot);
    case MESSAGE_PIECE:
        return take_piece(s, &m->piece);
    case MESSAGE_UPDATE:
        return take_update(s, &m->update);
    case MESSAGE_CHAT:
        take_chat(s, m->chat.line);
        return TAKEN;
    case MESSAGE_PRESENCE:
        take_chairs(s, m->presence.chairs, m->presence.chairs_count);
        s->watching = (uint32_t)m->presence.watching;
        return TAKEN;
    case MESSAGE_AGAIN:
        copy(s->next, sizeof s->next, &m->again.next);
        return TAKEN;
    default:
        return TAKEN_NOT;
    }
}

/* ---- questions ---- */

int64_t sight_left(const struct sight *s, uint32_t seat)
{
    int64_t spent = (int64_t)((think_nanoseconds() - s->clock_at) / 1000000);

    if (s->clock[seat] < 0 || !(s->runs >> seat & 1))
        return s->clock[seat];
    return s->clock[seat] > spent ? s->clock[seat] - spent : 0;
}

uint32_t sight_open_seat(const struct sight *s)
{
    for (uint32_t i = 0; i < s->plan.match.seats; i++)
        if (strcmp(s->chair[i].kind, "open") == 0)
            return i;
    return NOBODY;
}

void sight_turn_to(struct sight *s, const char *table)
{
    struct sight fresh = {.line = s->line,
                          .room = s->room,
                          .stamp = s->stamp + 1,
                          .loaded = s->loaded,
                          .plan = s->plan,
                          .witness = s->witness,
                          .view = s->view};

    forget_lines(s, s->lines);
    snprintf(fresh.table, sizeof fresh.table, "%s", table);
    *s = fresh;
    s->seat = SPECTATOR;
    s->undo_asked = NOBODY;
    for (uint32_t i = 0; i < SEATS_MAX; i++)
        s->clock[i] = -1;
}

void sight_free(struct sight *s)
{
    forget_lines(s, s->lines);
    free(s->line);
    free(s->witness.line.event);
    free(s->witness.line.number);
    free(s->witness.line.facts);
    free(s->witness.line.fact);
    free(s->loaded.file);
}
