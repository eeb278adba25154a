/*
 * The words at a table: the names of the seats, and the lines of the log. See report.h; story.c
 * makes the words of a line.
 */
#include "report_inner.h"
#include "story.h"

void report_nameless(enum language language, uint32_t seat, const char *player, bool alone,
                     char name[NAME_SIZE])
{
    struct text text = text_in(name, NAME_SIZE);
    struct said number = say_number((int32_t)seat + 1);
    bool human = text_equal(player, "human");

    if (player[0] && !human && bot_called(player, &text))
        return;
    if (player[0] && !human)
        words_put(&text, language, "Bot {0}", &number);
    else
        words_put(&text, language, human && alone ? SAYS("You") : SAYS("Seat {0}"), &number);
}

/* The name that the bot was given, "Otto" for somebody of the cast, or "Bot 2". Its level stands
 * beside its name. */
static void name_bot(const struct hosted *h, const struct wants *wants, uint32_t seat,
                     struct report_names *out)
{
    struct text text = text_in(out->made[seat], NAME_SIZE);
    char plain[BOT_NAME + 1];

    bot_name(h->table->seat[seat].who, h->spec ? h->spec[seat] : 0, plain);
    if (h->name[seat][0] && !text_equal(h->name[seat], plain)) {
        text_put(&text, h->name[seat]);
        return;
    }
    if (wants->words && bot_called(plain, &text))
        return;
    out->nameless |= 1u << seat;
    if (wants->words)
        report_nameless((enum language)wants->language, seat, plain, false, out->made[seat]);
    else
        text_put(&text, plain);
}

/* A person without a name is "You" among bots, and "Seat 2" among people. */
static void name_person(const struct hosted *h, const struct wants *wants, uint32_t seat,
                        struct report_names *out)
{
    uint32_t persons = 0;

    for (uint32_t i = 0; i < h->table->plan.match.seats; i++)
        persons += h->table->seat[i].role == ROLE_PERSON;
    report_nameless((enum language)wants->language, seat, "human", persons == 1,
                    out->made[seat]);
    out->nameless |= 1u << seat;
}

/* Somebody who has deleted their account. */
static void name_someone(const struct wants *wants, uint32_t seat, struct report_names *out)
{
    struct text text = text_in(out->made[seat], NAME_SIZE);

    words_put(&text, (enum language)wants->language, SAYS("someone"), 0);
}

void report_names(const struct hosted *h, const struct wants *wants, struct report_names *out)
{
    out->nameless = 0;
    for (uint32_t seat = 0; seat < SEATS_MAX; seat++) {
        uint32_t role = h->table->seat[seat].role;

        out->name[seat] = h->name[seat];
        if (role == ROLE_BOT)
            name_bot(h, wants, seat, out);
        else if (role == ROLE_PERSON && wants->words && !h->name[seat][0])
            name_person(h, wants, seat, out);
        else if (role == ROLE_PERSON && wants->words && text_equal(h->name[seat], TELL_SOMEONE))
            name_someone(wants, seat, out);
        else
            continue;
        out->name[seat] = out->made[seat];
    }
}

/* The place for a line of the log: an old line that has grown, or a new one. */
static struct message_story_part *line_numbered(struct report *t, int64_t number)
{
    for (uint32_t i = t->lines; i-- > 0;)
        if (t->story[i].n == number)
            return &t->story[i];
    return &t->story[t->lines++];
}

/* The line of the log that the last entry has made or changed; its number is that of its first
 * entry. */
static void add_story(struct report *t, const struct story *s)
{
    static const char *const kinds[] = {
        [STORY_TURN] = "turn", [STORY_GAME] = "game", [STORY_TABLE] = "table"};
    const struct table *table = t->hosted->table;
    bool turn = s->kind == STORY_TURN && table->turn.seat != NOBODY;
    char *at = message_lend(t->store, RUNS_MAX);
    struct json j = json_in(at ? at : (char[1]){0}, at ? RUNS_MAX : 1);
    struct message_story_part *line;

    json_array(&j, 0);
    story_runs(&j, &table->plan.match, s);
    json_end(&j);
    t->full = !json_done(&j);
    if (t->full)
        return;
    t->store->used -= RUNS_MAX - j.length;
    line = line_numbered(t, turn ? table->turn.number : table->count);
    *line = (struct message_story_part){.n = turn ? table->turn.number : table->count,
                                        .last = table->count,
                                        .of = message_text(kinds[s->kind]),
                                        .has_seat = s->seat != NOBODY,
                                        .seat = s->seat + 1,
                                        .has_points = s->points != 0,
                                        .points = s->points,
                                        .has_undone = t->undone != 0,
                                        .undone = t->undone,
                                        .runs = {at, j.length}};
}

void report_story(struct report *t, const struct position *now)
{
    const struct table *table = t->hosted->table;
    uint32_t events = table->turn.seat == NOBODY ? 1 : table->events - table->turn.events;
    struct turn turn = {now, &t->before, &t->before, &t->last.event, 1};
    struct view began;
    struct story story;

    if (t->last.kind != ENTRY_CHOICE && t->last.kind != ENTRY_CHANCE) {
        story_of_entry(now, &t->last, &story);
    } else {
        if (events > 1) {
            table_began(table, t->viewer, &began);
            turn.began = &began;
            turn.event = table->line + table->turn.events;
            turn.events = events;
        }
        story_of_turn(&turn, &story);
    }
    if (story.kind != STORY_NONE)
        add_story(t, &story);
}
