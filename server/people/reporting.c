/*
 * Reports about other people, for those who run the server. The chat that goes with a report is
 * the server's own record, up to the last line that the reporter has seen, so nobody can invent
 * it.
 */
#include "../hall.h"
#include "../journal.h"
#include "../net/ws.h"
#include "../store/store.h"
#include "name.h"
#include "person.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINES = 20 }; /* of chat that go with a report */

/* Reports that nobody has closed yet, at most. */
static const struct store_report_limits limits = {.person = 10, .origin = 20, .all = 2000};

struct reporting {
    struct task task;
    uint64_t person;
    bool has_line, has_seen;
    uint32_t line, seen, entry;
    char reason[MESSAGE_REPORT_REASON_MAX + 1], text[MESSAGE_REPORT_TEXT_MAX + 1];
    char other[PERSON_TEXT], name[NAME_SIZE], table[TABLE_ID];
    char lines[STORE_LINES_MAX];
};

static void fail_person(struct reporting *x)
{
    struct refusal why;

    refuse(&why, "no_person", "There is nobody like this here whom you can report.");
    task_refuse(&x->task, &why);
}

/* ---- storing ---- */

static void stored(void *context, const struct store_answer *a)
{
    struct reporting *x = context;
    struct refusal why;
    char number[16];

    if (a->status == STORE_OK) {
        snprintf(number, sizeof number, "%u", (unsigned)a->last);
        journal("report", "number", number, "about", x->other);
        task_ok(&x->task, NULL);
        return;
    }
    if (a->status == STORE_TAKEN)
        refuse(&why, "too_many",
               "Your last reports have not been read yet. Send another one later.");
    else
        refuse_store(&why, a);
    task_refuse(&x->task, &why);
}

static void keep(struct reporting *x)
{
    struct client *c = x->task.client;
    char origin[ORIGIN_TEXT];
    struct store_report report = {.time = clock_now(),
                                  .person = x->other,
                                  .name = x->name,
                                  .table = x->table,
                                  .entry = x->entry,
                                  .line = x->line,
                                  .reason = x->reason,
                                  .text = x->text,
                                  .lines = x->lines,
                                  .origin = origin};

    if (!c->person || !c->ws) {
        task_end(&x->task);
        return;
    }
    origin_of_address(c->server, ws_address(c->ws), origin);
    report.reporter = c->person->id;
    store_report_add(c->server->store, &report, &limits, (struct store_done){stored, x});
}

/* ---- at a table ---- */

/* The line of chat with this number, if it is in memory. */
static const struct chat_line *line_of(const struct room *room, uint32_t number)
{
    const struct chat_line *l = room->chat ? &room->chat[number % CHAT_KEPT] : NULL;

    return number && l && l->number == number ? l : NULL;
}

/* Is the person at the table, with a seat or a line of chat? If so, notes the name. */
static bool is_there(const struct room *room, struct reporting *x)
{
    uint32_t seat = table_seat_of(&room->table, x->person);
    const struct chat_line *said = x->has_line ? line_of(room, x->line) : NULL;

    if (x->has_line && (!said || said->person != x->person))
        return false;
    for (uint32_t i = 0; !said && room->chat && i < CHAT_KEPT; i++)
        if (room->chat[i].number && room->chat[i].person == x->person)
            said = &room->chat[i];
    if (seat != NOBODY)
        snprintf(x->name, sizeof x->name, "%s", room->name[seat]);
    else if (said)
        snprintf(x->name, sizeof x->name, "%s", said->name);
    return seat != NOBODY || said;
}

/* The last lines that the reporter has seen, without names: people may lose theirs. */
static void put_lines(const struct room *room, struct reporting *x)
{
    struct json j = json_in(x->lines, sizeof x->lines - 1);
    uint32_t last = x->has_seen && x->seen < room->chats ? x->seen : room->chats;

    if (x->has_line && last < x->line)
        last = x->line;
    json_array(&j, NULL);
    for (uint32_t n = last > LINES ? last - LINES + 1 : 1; n <= last; n++) {
        const struct chat_line *l = line_of(room, n);

        if (!l)
            continue;
        json_object(&j, NULL);
        json_number(&j, "n", n);
        json_number(&j, "person", (int64_t)l->person);
        json_number(&j, "time", l->time / 1000);
        json_text(&j, "text", l->text);
        json_end(&j);
    }
    json_end(&j);
    x->lines[json_done(&j) ? j.length : 0] = '\0';
}

static void loaded(void *context, struct room *room)
{
    struct reporting *x = context;
    const struct person *reporter = x->task.client->person;
    struct refusal why;

    if (!desk_may_watch(&room->table, &room->plan, reporter ? person_number(reporter) : 0,
                        &why)) {
        task_refuse(&x->task, &why);
        return;
    }
    if (!is_there(room, x)) {
        fail_person(x);
        return;
    }
    if (!x->entry || x->entry > room->table.count)
        x->entry = room->table.count;
    put_lines(room, x);
    keep(x);
}

static void not_loaded(void *context, const struct refusal *why)
{
    struct reporting *x = context;

    task_refuse(&x->task, why);
}

/* ---- elsewhere ---- */

static void person_known(void *context, const struct store_answer *a)
{
    struct reporting *x = context;

    if (a->status == STORE_OK && a->person) {
        snprintf(x->name, sizeof x->name, "%s", a->person->name);
        keep(x);
    } else if (a->status == STORE_MISSING) {
        fail_person(x);
    } else {
        task_store_error(&x->task, a);
    }
}

/* ---- the message ---- */

/* Is it a reason, and a text that people can read? */
static bool is_good(const struct message_report *m, struct refusal *why)
{
    static const char *const reasons[] = {"chat", "name", "play", "other"};
    bool known = false;

    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        known = known || message_text_is(&m->reason, reasons[i]);
    return (known && line_is_plain(&m->text)) ||
           refuse(why, "bad_text",
                  "A report has a reason (chat, name, play, other) and plain text.");
}

void reporting_report(struct client *c, const struct message_report *m)
{
    struct command_id id = {m->has_id, m->id};
    struct reporting *x = NULL;
    struct refusal why;

    if (!is_good(m, &why))
        client_refuse(c, id, &why);
    else if (!client_may(c, LIMIT_REPORT))
        client_error(c, id, "slow_down", "Too many reports. Wait a minute, then go on.");
    else
        x = task_new(c, id, sizeof *x);
    if (!x)
        return;
    x->person = (uint64_t)m->person;
    x->has_line = m->has_line;
    x->line = m->has_line ? (uint32_t)m->line : 0;
    x->has_seen = m->has_seen;
    x->seen = (uint32_t)m->seen;
    x->entry = m->has_at ? (uint32_t)m->at : 0;
    snprintf(x->reason, sizeof x->reason, "%s", m->reason.at);
    snprintf(x->text, sizeof x->text, "%s", m->text.at ? m->text.at : "");
    snprintf(x->other, sizeof x->other, "%llu", (unsigned long long)x->person);
    if (m->person <= 0 || x->person == person_number(c->person)) {
        fail_person(x);
    } else if (m->table.at) {
        snprintf(x->table, sizeof x->table, "%s", m->table.at);
        hall_visit(c->server, x->table, (struct visit){loaded, not_loaded, x});
    } else {
        x->line = 0;
        store_person_by_id(c->server->store, x->other, (struct store_done){person_known, x});
    }
}
