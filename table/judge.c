/*
 * Judges whether an entry can follow at a table, whether a command asks for it or it was
 * stored.
 */
#include "inner.h"

enum table_answer table_refuse(enum table_answer answer, struct complaint *why,
                               const char *code, const char *sentence)
{
    complain_say(why, GROUND(code, ""), sentence, 0, 0);
    return answer;
}

static enum table_answer not_now(struct complaint *why, const char *code, const char *sentence)
{
    return table_refuse(TABLE_NOT_NOW, why, code, sentence);
}

/* The same by a rule of the game. */
static enum table_answer against(struct complaint *why, struct ground ground,
                                 const char *sentence)
{
    complain_say(why, ground, sentence, 0, 0);
    return TABLE_NOT_NOW;
}

/* A game that was played to its end is over by a rule, others because people left. */
static enum table_answer game_over(const struct table *t, struct complaint *why)
{
    const struct match *m = &t->plan.match;

    if (m->rules->actor(m, &t->state) != NOBODY)
        return not_now(why, CODE("game_over"), "The game is over.");
    m->rules->explain(m, &t->state, 0, why);
    return TABLE_NOT_NOW;
}

static enum table_answer judge_seating(const struct table *t, const struct entry *e,
                                       struct complaint *why)
{
    if (t->phase != TABLE_GATHERING)
        return not_now(why, CODE("game_begun"),
                       "The game has begun: seats are not changed any more.");
    if (e->kind == ENTRY_SIT)
        return t->seat[e->seat].role == ROLE_OPEN
                   ? TABLE_OK
                   : not_now(why, CODE("seat_taken"), "This seat is taken.");
    if (e->kind == ENTRY_STAND)
        return t->seat[e->seat].role != ROLE_OPEN
                   ? TABLE_OK
                   : not_now(why, CODE("seat_empty"), "Nobody has this seat.");
    for (uint32_t i = 0; i < t->plan.match.seats; i++)
        if (t->seat[i].role == ROLE_OPEN)
            return not_now(why, CODE("seats_open"),
                           "The game can begin when every seat is taken.");
    return TABLE_OK;
}

/* Says in words whom the game waits for. */
static enum table_answer not_your_turn(const struct table *t, event_t e, struct complaint *why)
{
    const struct match *m = &t->plan.match;
    uint32_t waiting = table_waiting(t), named = 0;
    char seats[4 * SEATS_MAX];
    struct text out = text_in(seats, sizeof seats);

    if (!waiting) {
        m->rules->explain(m, &t->state, e, why);
        return against(why, GROUND("chance_first", why->rule),
                       "Nobody can choose just now: chance acts first.");
    }
    for (uint32_t i = 0; i < m->seats; i++) {
        if (!(waiting >> i & 1))
            continue;
        text_put(&out, named++ ? ", " : "");
        text_number(&out, i + 1);
    }
    COMPLAIN(why, GROUND("not_your_turn", m->rules->turn_rule), "It is the turn of seat {0}.",
             say_piece(&out));
    return TABLE_NOT_NOW;
}

/* Is the event legal in a state in which its seat, or chance, acts? */
static enum table_answer judge_event(const struct match *m, const struct state *s, event_t e,
                                     struct state *next, struct complaint *why)
{
    *next = *s;
    if (m->rules->apply(m, next, e))
        return TABLE_OK;
    m->rules->explain(m, s, e, why);
    return TABLE_ILLEGAL;
}

static enum table_answer judge_choice(const struct table *t, const struct entry *e,
                                      struct state *next, struct complaint *why)
{
    const struct match *m = &t->plan.match;
    uint32_t choosers = m->rules->choosers(m, &t->state), sealed = table_sealed(t);
    struct state s;

    if (sealed && !(choosers & ~sealed)) { /* all have chosen: shown seat by seat */
        if (e->kind == ENTRY_CHOICE && m->rules->actor(m, &t->state) == e->seat &&
            t->seat[e->seat].sealed == e->event)
            return judge_event(m, &t->state, e->event, next, why);
        return against(why, GROUND("shown_first", m->rules->together_rule),
                       "All have chosen; their choices are shown first.");
    }
    if (sealed >> e->seat & 1)
        return against(why, GROUND("chosen_already", m->rules->together_rule),
                       "This seat has chosen already and waits for the others.");
    if (!(choosers >> e->seat & 1))
        return not_your_turn(t, e->event, why);
    if ((e->kind == ENTRY_SEALED) != ((choosers & (choosers - 1)) != 0))
        return e->kind == ENTRY_SEALED
                   ? not_now(why, CODE("not_sealed"),
                             "Only choices that several make at once are sealed.")
                   : not_now(why, CODE("must_be_sealed"),
                             "Several choose at once here, so the choice is sealed.");
    if (table_is_bot(t, e->seat) && e->role != ROLE_BOT)
        return not_now(why, CODE("bot_plays"),
                       t->seat[e->seat].away ? "A bot plays this seat while its person is away."
                                             : "A bot plays this seat.");
    if (!table_is_bot(t, e->seat) && e->role != ROLE_PERSON)
        return not_now(why, CODE("person_plays"), "A person plays this seat.");
    if (clock_is_over(t, e->seat, e->time))
        return table_refuse(TABLE_LATE, why, CODE("time_over"),
                            "The time for this choice is over.");
    return judge_event(m, table_turn_of(t, e->seat, &s), e->event, next, why);
}

static enum table_answer judge_chance(const struct table *t, const struct entry *e,
                                      struct state *next, struct complaint *why)
{
    const struct match *m = &t->plan.match;

    if (m->rules->actor(m, &t->state) != NATURE)
        return not_now(why, CODE("no_chance"), "Chance does not act here.");
    if (t->plan.dealing && e->event != dealer_fair(t->plan.seed, t->dealt, m, &t->state))
        return table_refuse(TABLE_ILLEGAL, why, CODE("other_chance"),
                            "The seed of this table gives another event of chance here.");
    return judge_event(m, &t->state, e->event, next, why);
}

static enum table_answer judge_undo(const struct table *t, const struct entry *e,
                                    struct complaint *why)
{
    uint32_t left = 0;
    enum undo_way way = table_undo_way(t, e->seat, &left);
    bool agreed = t->asks == e->seat && t->ask_events == e->event &&
                  !(table_other_people(t, e->seat) & ~(uint32_t)t->agreed);

    if (e->kind == ENTRY_UNSEAL)
        return way == UNDO_OPEN ? TABLE_OK
                                : not_now(why, CODE("nothing_sealed"),
                                          "No sealed choice can be taken back.");
    if (e->kind == ENTRY_UNDO && (agreed || (way == UNDO_DO && e->event == left)))
        return TABLE_OK;
    if (e->kind == ENTRY_ASK_UNDO && t->asks != NOBODY)
        return not_now(why, CODE("undo_asked"), "Somebody asks to take back a choice already.");
    if (e->kind == ENTRY_ASK_UNDO && way == UNDO_ASK && e->event == left)
        return TABLE_OK;
    return t->plan.undo == UNDO_NEVER
               ? not_now(why, CODE("no_undo"), "Nothing is taken back at this table.")
               : not_now(why, CODE("nothing_to_undo"),
                         "This seat has no choice that can be taken back now.");
}

static enum table_answer judge_reply(const struct table *t, const struct entry *e,
                                     struct complaint *why)
{
    if (t->asks == NOBODY)
        return not_now(why, CODE("undo_not_asked"), "Nobody asks to take back a choice.");
    if (!((table_other_people(t, t->asks) & ~(uint32_t)t->agreed) >> e->seat & 1))
        return not_now(why, CODE("not_asked"),
                       "This seat is not asked, or has agreed already.");
    return TABLE_OK;
}

static enum table_answer judge_presence(const struct table *t, const struct entry *e,
                                        struct complaint *why)
{
    const struct table_seat *seat = &t->seat[e->seat];

    if (seat->role != ROLE_PERSON)
        return not_now(why, CODE("bot_seat"), "A bot sits there, not a person.");
    if (seat->out)
        return not_now(why, CODE("seat_out"), "This seat is out of the game.");
    switch (e->kind) {
    case ENTRY_AWAY:
        return seat->away
                   ? not_now(why, CODE("away_already"), "A bot plays for this seat already.")
                   : TABLE_OK;
    case ENTRY_BACK:
        return seat->away ? TABLE_OK
                          : not_now(why, CODE("not_away"), "No bot plays for this seat.");
    case ENTRY_TIMEOUT:
        return clock_is_over(t, e->seat, e->time)
                   ? TABLE_OK
                   : not_now(why, CODE("time_left"), "The clock of this seat has not run out.");
    default:
        return TABLE_OK; /* RESIGN */
    }
}

enum table_answer table_judge(const struct table *t, const struct entry *e, struct state *next,
                              struct complaint *why)
{
    if (!entry_is_whole(e))
        return not_now(why, CODE("bad_entry"), "This is no entry of a table.");
    if (e->seat != NOBODY && e->seat >= t->plan.match.seats)
        return not_now(why, CODE("no_such_seat"), "This table has no such seat.");
    if (e->time < t->clock_at)
        return not_now(why, CODE("too_early"), "This is earlier than the entry before.");
    if (e->kind <= ENTRY_START)
        return judge_seating(t, e, why);
    if (e->kind == ENTRY_ABORT)
        return t->phase <= TABLE_PLAYING ? TABLE_OK : game_over(t, why);
    if (t->phase != TABLE_PLAYING)
        return t->phase == TABLE_GATHERING
                   ? not_now(why, CODE("game_not_begun"), "The game has not begun.")
                   : game_over(t, why);
    switch (e->kind) {
    case ENTRY_CHOICE:
    case ENTRY_SEALED:
        return judge_choice(t, e, next, why);
    case ENTRY_CHANCE:
        return judge_chance(t, e, next, why);
    case ENTRY_UNSEAL:
    case ENTRY_ASK_UNDO:
    case ENTRY_UNDO:
        return judge_undo(t, e, why);
    case ENTRY_AGREE:
    case ENTRY_REFUSE:
        return judge_reply(t, e, why);
    default:
        return judge_presence(t, e, why);
    }
}
