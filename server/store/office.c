/*
 * Requests of those who run the server, and changes that nodes are told about: see office.h.
 */
#include "private.h"

#include <stdio.h>
#include <string.h>

static void judge_found(struct store_request *r)
{
    if (!r->found)
        r->answer.status = STORE_MISSING;
}

static void judge_changed(struct store_request *r)
{
    if (r->changed == 0)
        r->answer.status = STORE_MISSING;
}

static struct store_value none(struct store_request *r)
{
    return store_text(r, "", 0, "nothing");
}

static struct store_value subject_of(struct store_request *r, const char *text)
{
    return store_text(r, text, STORE_SUBJECT_MAX, "subject");
}

static struct store_value why_of(struct store_request *r, const char *text)
{
    return store_text(r, text, STORE_WHY_MAX, "reason");
}

static struct store_value user_of(struct store_request *r, const char *text)
{
    return store_text(r, text, STORE_NAME_MAX, "user's name");
}

/* ---- changes ---- */

void store_step_change(struct store_request *r, const struct store_change *change,
                       struct store_value person, struct store_value key)
{
    struct store_value mark = store_int(r->mark);

    store_step(r, SQL_CHANGE_COUNT, STORE_VALUES(mark, person, key));
    store_step(r, SQL_CHANGE_ADD,
               STORE_VALUES(mark, store_int(change->time), user_of(r, change->who),
                            store_text(r, change->what, STORE_NAME_MAX, "change"),
                            subject_of(r, change->subject),
                            store_text(r, change->name, STORE_NAME_MAX, "name"),
                            store_text(r, change->detail, STORE_WHY_MAX, "detail"),
                            why_of(r, change->why)));
}

static void write_down(struct store_request *r, const struct store_change *change)
{
    store_step_change(r, change, none(r), none(r));
}

void store_change(struct store *store, const struct store_change *change,
                  struct store_done done)
{
    struct store_request *r = store_request_new(store, true, done);

    write_down(r, change);
    store_submit(r);
}

void store_changes_last(struct store *store, struct store_done done)
{
    struct store_request *r = store_request_new(store, false, done);

    store_step(r, SQL_CHANGES_LAST, STORE_VALUES(store_int(0))); /* none */
    store_submit(r);
}

void store_changes_after(struct store *store, int64_t number, uint32_t limit,
                         struct store_done done)
{
    struct store_request *r = store_request_new(store, false, done);

    store_step(r, SQL_CHANGES_AFTER, STORE_VALUES(store_int(number), store_limit(limit)));
    store_submit(r);
}

void store_audit(struct store *store, const char *subject, int64_t before, uint32_t limit,
                 struct store_done done)
{
    struct store_request *r = store_request_new(store, false, done);

    store_step(r, SQL_AUDIT,
               STORE_VALUES(store_int(before), subject_of(r, subject), store_limit(limit)));
    store_submit(r);
}

static void judge_count(struct store_request *r)
{
    r->answer.last = r->changed;
}

/* Removes rows that are older than a time, and counts them. */
static void tidy(struct store *store, enum store_sql sql, int64_t before,
                 struct store_done done)
{
    struct store_request *r = store_request_new(store, true, done);

    store_step(r, sql, STORE_VALUES(store_int(before)));
    r->judge = judge_count;
    store_submit(r);
}

void store_changes_tidy(struct store *store, int64_t before, struct store_done done)
{
    tidy(store, SQL_CHANGES_TIDY, before, done);
}

void store_audit_tidy(struct store *store, int64_t before, struct store_done done)
{
    tidy(store, SQL_AUDIT_TIDY, before, done);
}

/* ---- bans, mutes, closed tables ---- */

void store_sanction(struct store *store, const struct store_sanction *sanction,
                    const struct store_change *change, struct store_done done)
{
    struct store_request *r = store_request_new(store, true, done);
    struct store_value subject = subject_of(r, sanction->subject);

    store_step(r, SQL_SANCTIONS_OVER, STORE_VALUES(store_int(sanction->since)));
    store_step(r, SQL_SANCTION,
               STORE_VALUES(store_text(r, sanction->kind, STORE_NAME_MAX, "kind"), subject,
                            store_int(sanction->until), store_int(sanction->since),
                            user_of(r, sanction->who), why_of(r, sanction->why)));
    write_down(r, change);
    r->key = subject.at;
    store_submit(r);
}

void store_sanction_lift(struct store *store, const char *kind, const char *subject,
                         const struct store_change *change, struct store_done done)
{
    struct store_request *r = store_request_new(store, true, done);
    struct store_value on = subject_of(r, subject);

    store_step(r, SQL_SANCTION_LIFT,
               STORE_VALUES(store_text(r, kind, STORE_NAME_MAX, "kind"), on));
    write_down(r, change);
    r->key = on.at;
    store_submit(r);
}

void store_sanctions(struct store *store, const char *subject, int64_t now,
                     struct store_after after, struct store_done done)
{
    struct store_request *r = store_request_new(store, false, done);

    store_step(r, SQL_SANCTIONS,
               STORE_VALUES(store_int(now), store_text(r, after.kind, STORE_NAME_MAX, "kind"),
                            subject_of(r, after.subject), subject_of(r, subject),
                            store_limit(STORE_LIST_MAX)));
    store_submit(r);
}

/* ---- words ---- */

static struct store_value word_of(struct store_request *r, const char *word)
{
    return store_text(r, word, STORE_WORD_MAX, "word");
}

void store_word_add(struct store *store, const struct store_word *word,
                    const struct store_change *change, struct store_done done)
{
    struct store_request *r = store_request_new(store, true, done);

    store_step(
        r, SQL_WORD_ADD,
        STORE_VALUES(word_of(r, word->word), store_int(word->since), user_of(r, word->who)));
    write_down(r, change);
    store_submit(r);
}

void store_word_drop(struct store *store, const char *word, const struct store_change *change,
                     struct store_done done)
{
    struct store_request *r = store_request_new(store, true, done);

    store_step(r, SQL_WORD_DROP, STORE_VALUES(word_of(r, word)));
    write_down(r, change);
    store_submit(r);
}

void store_words(struct store *store, const char *after, struct store_done done)
{
    struct store_request *r = store_request_new(store, false, done);

    store_step(r, SQL_WORDS, STORE_VALUES(word_of(r, after), store_limit(STORE_LIST_MAX)));
    store_submit(r);
}

/* ---- reports ---- */

static void judge_report(struct store_request *r)
{
    if (!r->mine)
        r->answer.status = STORE_TAKEN;
}

void store_report_add(struct store *store, const struct store_report *report,
                      const struct store_report_limits *limits, struct store_done done)
{
    struct store_request *r = store_request_new(store, true, done);
    struct store_value mark = store_int(r->mark);
    struct store_value reporter = store_id(r, report->reporter, "reporter's id");
    struct store_value origin = store_id_or_none(r, report->origin, "origin");

    store_step(r, SQL_REPORT_COUNT,
               STORE_VALUES(mark, reporter, origin, store_int(limits->person),
                            store_int(limits->origin), store_int(limits->all)));
    store_step(r, SQL_REPORT_ADD,
               STORE_VALUES(mark, store_int(report->time), reporter,
                            store_id(r, report->person, "person's id"),
                            store_text(r, report->name, STORE_NAME_MAX, "name"),
                            store_id_or_none(r, report->table, "table's id"),
                            store_int(report->entry), store_int(report->line),
                            store_text(r, report->reason, STORE_NAME_MAX, "reason"),
                            why_of(r, report->text),
                            store_text(r, report->lines, STORE_LINES_MAX, "chat"), origin));
    store_step(r, SQL_REPORT_MARK, STORE_VALUES(mark));
    r->judge = judge_report;
    store_submit(r);
}

void store_reports(struct store *store, const struct store_reports_wanted *wanted,
                   struct store_done done)
{
    struct store_request *r = store_request_new(store, false, done);

    store_step(r, SQL_REPORTS,
               STORE_VALUES(store_int(wanted->before), store_int(wanted->closed),
                            store_id_or_none(r, wanted->person, "person's id"),
                            store_id_or_none(r, wanted->reporter, "reporter's id"),
                            store_limit(STORE_LIST_MAX)));
    store_submit(r);
}

void store_report(struct store *store, int64_t number, struct store_done done)
{
    struct store_request *r = store_request_new(store, false, done);

    store_step(r, SQL_REPORT, STORE_VALUES(store_int(number)));
    r->judge = judge_found;
    store_submit(r);
}

void store_report_close(struct store *store, const struct store_report *report,
                        const struct store_change *change, struct store_done done)
{
    struct store_request *r = store_request_new(store, true, done);

    store_step(r, SQL_REPORT_CLOSE,
               STORE_VALUES(store_int(report->number), store_int(report->closed),
                            user_of(r, report->closed_by), why_of(r, report->note)));
    write_down(r, change);
    r->judge = judge_changed;
    store_submit(r);
}

void store_reports_tidy(struct store *store, int64_t before, struct store_done done)
{
    tidy(store, SQL_REPORTS_TIDY, before, done);
}

/* ---- ignored people ---- */

static void judge_there(struct store_request *r)
{
    if (r->changed == 0 && !r->found)
        r->answer.status = STORE_MISSING;
}

void store_ignore(struct store *store, const char *person, const char *other, int64_t time,
                  struct store_done done)
{
    struct store_request *r = store_request_new(store, true, done);
    struct store_value who = store_id(r, person, "person's id");
    struct store_value whom = store_id(r, other, "other person's id");

    store_step(r, SQL_IGNORE,
               STORE_VALUES(who, whom, store_int(time), store_int(STORE_IGNORED_MAX)));
    store_step_more(r, SQL_IGNORE_IS, STORE_VALUES(who, whom));
    r->key = who.at;
    r->judge = judge_there;
    store_submit(r);
}

void store_ignore_not(struct store *store, const char *person, const char *other,
                      struct store_done done)
{
    struct store_request *r = store_request_new(store, true, done);
    struct store_value who = store_id(r, person, "person's id");

    store_step(r, SQL_IGNORE_NOT, STORE_VALUES(who, store_id(r, other, "other person's id")));
    r->key = who.at;
    store_submit(r);
}

void store_ignored(struct store *store, const char *person, struct store_done done)
{
    struct store_request *r = store_request_new(store, false, done);

    store_step(r, SQL_IGNORED,
               STORE_VALUES(store_id(r, person, "person's id"), store_limit(STORE_LIST_MAX)));
    store_submit(r);
}

/* ---- looking things up ---- */

/* The LIKE pattern for names that contain this. */
static struct store_value pattern_of(struct store_request *r, const char *part)
{
    char key[STORE_KEY_MAX + 1], pattern[2 * STORE_KEY_MAX + 4];
    size_t n = 0;

    if (!store_fold(part, key))
        store_refuse(r, "The name cannot be compared with others.");
    pattern[n++] = '%';
    for (const char *at = key; *at; at++) {
        if (strchr("%_!", *at))
            pattern[n++] = '!';
        pattern[n++] = *at;
    }
    pattern[n++] = '%';
    pattern[n] = '\0';
    return store_text(r, pattern, sizeof pattern, "name");
}

void store_people(struct store *store, const char *part, uint32_t limit, struct store_done done)
{
    struct store_request *r = store_request_new(store, false, done);

    store_step(r, SQL_PEOPLE, STORE_VALUES(pattern_of(r, part), store_limit(limit)));
    store_submit(r);
}

void store_from(struct store *store, const char *origin, struct store_done done)
{
    struct store_request *r = store_request_new(store, false, done);
    struct store_value from = store_id(r, origin, "origin"), most = store_limit(STORE_LIST_MAX);

    store_step(r, SQL_PEOPLE_FROM, STORE_VALUES(from, most));
    store_step(r, SQL_TABLES_FROM, STORE_VALUES(from, most));
    store_submit(r);
}

void store_near(struct store *store, const char *place, struct store_done done)
{
    struct store_request *r = store_request_new(store, false, done);

    store_step(r, SQL_PEOPLE_NEAR,
               STORE_VALUES(store_text(r, place, STORE_CLIENT_MAX, "place"),
                            store_limit(STORE_LIST_MAX)));
    store_submit(r);
}

void store_origins_of(struct store *store, const char *person, struct store_done done)
{
    struct store_request *r = store_request_new(store, false, done);

    store_step(r, SQL_ORIGINS_OF,
               STORE_VALUES(store_id(r, person, "person's id"), store_limit(STORE_LIST_MAX)));
    store_submit(r);
}

void store_tables_all(struct store *store, bool over, int64_t before, uint32_t limit,
                      struct store_done done)
{
    struct store_request *r = store_request_new(store, false, done);

    store_step(r, SQL_TABLES_ALL,
               STORE_VALUES(store_int(over ? STORE_OVER : STORE_PLAYING), store_int(before),
                            store_limit(limit)));
    store_submit(r);
}

/* ---- doing ---- */

static void judge_name(struct store_request *r)
{
    if (r->changed == 0)
        r->answer.status = r->found ? STORE_TAKEN : STORE_MISSING;
}

void store_person_call(struct store *store, const char *id, const char *name,
                       const struct store_change *change, struct store_done done)
{
    struct store_request *r = store_request_new(store, true, done);
    struct store_value who = store_id(r, id, "person's id");
    struct store_value text = store_text(r, name, STORE_NAME_MAX, "name"), key;
    char folded[STORE_KEY_MAX + 1];

    if (!store_fold(text.at, folded) || !folded[0])
        store_refuse(r, "The name cannot be compared with others.");
    key = store_text(r, folded, STORE_KEY_MAX, "name");
    store_step(r, SQL_PERSON_NAME, STORE_VALUES(who, text, key, store_int(change->time)));
    store_step(r, SQL_NAME_BAR, STORE_VALUES(who, key, store_int(INT64_MAX)));
    store_step(r, SQL_NAME_LEFT, STORE_VALUES(who));
    store_step(r, SQL_NAME_RESULTS, STORE_VALUES(who, key, text));
    store_step(r, SQL_NAME_CHAT, STORE_VALUES(who, key, text));
    store_step_change(r, change, who, key);
    store_step_more(r, SQL_PERSON_IS, STORE_VALUES(who, none(r)));
    r->key = who.at;
    r->judge = judge_name;
    store_submit(r);
}

void store_table_relabel(struct store *store, const char *table, struct store_bytes info,
                         struct store_done done)
{
    struct store_request *r = store_request_new(store, true, done);
    struct store_value id = store_id(r, table, "table's id");

    store_step(r, SQL_RELABEL_ANY,
               STORE_VALUES(id, store_blob(r, info, STORE_BYTES_MAX, "table's info")));
    r->key = id.at;
    r->judge = judge_changed;
    store_submit(r);
}

void store_table_remove(struct store *store, const char *table,
                        const struct store_change *change, struct store_done done)
{
    static const enum store_sql steps[] = {SQL_DROP_ANY,    SQL_DROP_APPENDS, SQL_DROP_CHAT,
                                           SQL_DROP_SEATS,  SQL_DROP_RESULTS, SQL_DROP_NEXT,
                                           SQL_DROP_HEADER, SQL_DROP_ROW};
    struct store_request *r = store_request_new(store, true, done);
    struct store_value id = store_id(r, table, "table's id");

    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        store_step(r, steps[i], STORE_VALUES(id));
    write_down(r, change);
    r->key = id.at;
    r->judge = judge_changed;
    store_submit(r);
}
