/*
 * The desk of a table: see desk.h.
 */
#include "desk.h"

bool desk_may_speak(const struct message *m, bool welcomed, struct refusal *why)
{
    return welcomed || m->type == MESSAGE_HELLO || m->type == MESSAGE_SIGNIN ||
           m->type == MESSAGE_RECOVER || m->type == MESSAGE_PING ||
           refuse(why, "hello_first", "Say hello first, and wait for the welcome.");
}

bool desk_hello(const struct message_hello *hello, struct refusal *why)
{
    if (hello->version != PROTOCOL_VERSION)
        return REFUSE(why, "version", "This server speaks version {0} of the protocol.",
                      say_number(PROTOCOL_VERSION));
    return !hello->view.at || message_text_is(&hello->view, "events") ||
           message_text_is(&hello->view, "json") || message_text_is(&hello->view, "none") ||
           refuse(why, "bad_message", "\"view\" is events, json or none.");
}

bool desk_no_table(struct refusal *why)
{
    return refuse(why, "no_table", "There is no such table.");
}

bool desk_no_spectators(struct refusal *why)
{
    return refuse(why, "no_spectators", "Only those who sit at this table can be here.");
}

/* ---- messages ---- */

/* The number of an entry or an event; an impossible one becomes 0. */
static uint32_t whole_number(int64_t n)
{
    return n < 0 || n > UINT32_MAX ? 0 : (uint32_t)n;
}

static uint8_t seat_number(int64_t seat)
{
    return seat >= 1 && seat <= SEATS_MAX ? (uint8_t)(seat - 1) : NOBODY;
}

static bool read_own_seat(struct desk_request *r, uint8_t kind, int64_t seen)
{
    r->own_seat = true;
    r->command.kind = kind;
    r->command.role = ROLE_PERSON;
    r->command.seen = whole_number(seen);
    return true;
}

_Static_assert((int)EVENT_TEXT_MAX >= (int)EVENT_TEXT, "every event can be sent in words");
_Static_assert((int)EVENT_TEXT_MAX > (int)MESSAGE_SEAT_BOT_MAX, "every bot can be sent");

static void read_text(struct desk_request *r, const struct message_text *text)
{
    struct text t = text_in(r->text, sizeof r->text);

    r->has_text = true;
    text_some(&t, text->at, text->length);
}

static bool read_join(struct desk_request *r, const struct message_join *m)
{
    r->task = DESK_JOIN;
    r->has_after = m->has_after;
    r->after = whole_number(m->after);
    return true;
}

static bool read_sit(struct desk_request *r, const struct message_sit *m)
{
    r->command.kind = COMMAND_SIT;
    r->command.role = ROLE_PERSON;
    r->command.seat = seat_number(m->seat);
    r->any_seat = !m->has_seat;
    return true;
}

static bool read_seat(struct desk_request *r, const struct message_seat *m)
{
    bool bot = message_text_is(&m->kind, "bot");

    r->maker = true;
    r->command.kind = bot ? COMMAND_SIT : COMMAND_STAND;
    r->command.role = ROLE_BOT;
    r->command.seat = seat_number(m->seat);
    if (bot)
        read_text(r, &m->bot);
    return true;
}

static bool read_do(struct desk_request *r, const struct message_do *m, struct refusal *why)
{
    if ((m->event.at != 0) == m->has_number)
        return refuse(why, "bad_message", "Give the event in words (event) or as a number.");
    if (m->event.at)
        read_text(r, &m->event);
    else
        r->command.event = whole_number(m->number);
    return read_own_seat(r, COMMAND_CHOOSE, m->at);
}

bool desk_read(const struct message *m, struct desk_request *r, struct refusal *why)
{
    *r = (struct desk_request){.command = {.seat = NOBODY}};
    switch (m->type) {
    case MESSAGE_JOIN:
        return read_join(r, &m->join);
    case MESSAGE_SIT:
        return read_sit(r, &m->sit);
    case MESSAGE_STAND:
        return read_own_seat(r, COMMAND_STAND, 0);
    case MESSAGE_SEAT:
        return read_seat(r, &m->seat);
    case MESSAGE_START:
        r->maker = true;
        r->command.kind = COMMAND_START;
        return true;
    case MESSAGE_DO:
        return read_do(r, &m->do_, why);
    case MESSAGE_UNDO:
        return read_own_seat(r, COMMAND_UNDO, m->undo.at);
    case MESSAGE_ANSWER:
        return read_own_seat(r, m->answer.agree ? COMMAND_AGREE : COMMAND_REFUSE, m->answer.at);
    case MESSAGE_RESIGN:
        return read_own_seat(r, COMMAND_RESIGN, 0);
    case MESSAGE_AWAY:
        return read_own_seat(r, COMMAND_AWAY, 0);
    case MESSAGE_BACK:
        return read_own_seat(r, COMMAND_BACK, 0);
    default:
        r->task = (uint8_t)(m->type == MESSAGE_LEAVE     ? DESK_LEAVE
                            : m->type == MESSAGE_REMATCH ? DESK_REMATCH
                                                         : DESK_OTHER);
        return true;
    }
}

uint32_t desk_after(const struct table *t, const struct desk_request *r)
{
    return r->has_after && r->after < t->count ? r->after : t->count;
}

/* ---- at the table ---- */

/* What a seat saw after an earlier entry: the table is played again. */
static void earlier_view(const struct desk *d, uint32_t number, uint32_t seat, struct view *v)
{
    const struct table *t = d->table;
    struct complaint why;

    if (!table_again(d->replica, t))
        number = 0;
    for (uint32_t n = 0; n < number; n++)
        table_apply(d->replica, &t->entries[n], &why);
    table_view(d->replica, seat, v);
}

bool desk_looks_back(const struct table *t, const struct desk_request *r)
{
    return r->command.kind == COMMAND_CHOOSE && r->has_text && r->command.seen < t->position;
}

/* Reads an event from words. They are read in the position that the sender knew, so late words
 * keep their meaning. */
static bool read_event(const struct desk *d, struct desk_request *r, struct refusal *why)
{
    const struct table *t = d->table;
    const struct match *m = &t->plan.match;
    struct table_command *c = &r->command;
    struct view v;

    if (!r->has_text)
        return true;
    if (desk_looks_back(t, r))
        earlier_view(d, c->seen, c->seat, &v);
    else
        table_view(t, c->seat, &v);
    why->code = "bad_event";
    why->until = 0;
    c->event = m->rules->parse(m, &v.seen, r->text, text_length(r->text), &why->why);
    return c->event != 0;
}

/* A person wants to sit down; `own` is where they sit, or NOBODY. */
static enum desk_answer find_seat(const struct table *t, uint64_t person, uint32_t own,
                                  struct desk_request *r, struct refusal *why)
{
    r->command.who = person;
    if (r->any_seat) /* also when it is judged again because somebody else was first */
        r->command.seat = (uint8_t)own;
    if (own != NOBODY && r->command.seat == own)
        return DESK_DONE;
    if (own != NOBODY) {
        refuse(why, "seated", "You have a seat at this table. Stand up first.");
        return DESK_REFUSED;
    }
    for (uint32_t seat = 0; r->any_seat && seat < t->plan.match.seats; seat++)
        if (t->seat[seat].role == ROLE_OPEN && r->command.seat == NOBODY)
            r->command.seat = (uint8_t)seat;
    if (r->command.seat != NOBODY)
        return DESK_OK;
    refuse(why, "full", "No seat is free.");
    return DESK_REFUSED;
}

bool desk_bot(const struct match *m, const char *spec, bool guest, uint64_t *who,
              struct refusal *why)
{
    const struct player *p = player_find(spec, text_length(spec));

    if (guest && (!p || !p->level))
        return refuse(why, "guest_bot",
                      "Guests play against easy, medium, hard and expert. To name other bots, "
                      "choose a passphrase first.");
    *who = bot_who(m, spec, text_length(spec));
    return *who || refuse(why, "no_bot", "There is no such bot for this game.");
}

/* Checks who asks for what, and completes the command with the seat. */
static enum desk_answer prepare(const struct desk *d, const struct desk_sender *who,
                                struct desk_request *r, struct refusal *why)
{
    uint32_t own = who->person ? table_seat_of(d->table, who->person) : NOBODY;
    bool sits = r->command.kind == COMMAND_SIT, good = true;

    if (r->maker && !who->maker)
        good = refuse(why, "not_host", "Only the person who made the table can do this.");
    else if (r->own_seat && own == NOBODY)
        good = refuse(why, "no_seat", "You have no seat at this table.");
    else if (sits && r->command.role == ROLE_PERSON && who->person)
        return find_seat(d->table, who->person, own, r, why);
    else if (sits && r->has_text)
        good = desk_bot(&d->table->plan.match, r->text, who->guest, &r->command.who, why);
    if (good && r->own_seat)
        r->command.seat = (uint8_t)own;
    if (good && r->command.kind == COMMAND_CHOOSE)
        good = read_event(d, r, why);
    return good ? DESK_OK : DESK_REFUSED;
}

static const char *code_of(enum table_answer answer)
{
    static const char *const codes[] = {
        [TABLE_OK] = "",         [TABLE_REPEATED] = "",       [TABLE_STALE] = "stale",
        [TABLE_AHEAD] = "ahead", [TABLE_NOT_NOW] = "not_now", [TABLE_ILLEGAL] = "illegal",
        [TABLE_LATE] = "late",   [TABLE_FULL] = "full",
    };

    return codes[answer];
}

enum desk_answer desk_propose(const struct desk *d, const struct desk_sender *who,
                              struct desk_request *r, struct refusal *why)
{
    enum desk_answer prepared = prepare(d, who, r, why);
    enum table_answer answer;

    d->proposal->count = 0;
    d->proposal->more = false;
    if (prepared != DESK_OK)
        return prepared;
    answer = table_propose(d->table, &r->command, d->now, d->proposal, &why->why);
    why->code = code_of(answer);
    why->until = 0;
    return answer == TABLE_OK ? DESK_OK : answer == TABLE_REPEATED ? DESK_DONE : DESK_REFUSED;
}

static bool has_seat(const struct table *t, uint64_t person)
{
    return person && table_seat_of(t, person) != NOBODY;
}

bool desk_may_watch(const struct table *t, const struct message_plan_part *plan,
                    uint64_t person, struct refusal *why)
{
    return plan_spectators(plan) != SPECTATORS_NONE || t->phase == TABLE_GATHERING ||
           has_seat(t, person) || desk_no_spectators(why);
}

bool desk_may_say(const struct table *t, const struct message_plan_part *plan, uint64_t person,
                  struct refusal *why)
{
    if (!desk_may_watch(t, plan, person, why))
        return false;
    return plan_spectators(plan) == SPECTATORS_CHAT || has_seat(t, person) ||
           (plan->has_host && person && (uint64_t)plan->host == person) ||
           refuse(why, "no_chat", "Only those who sit at this table can write here.");
}

bool desk_rematch(const struct table *t, uint64_t person, struct refusal *why)
{
    return (t->phase >= TABLE_FINISHED && has_seat(t, person)) ||
           refuse(why, "not_now",
                  "A rematch is for those who have played, when the game is over.");
}
