/*
 * What the store keeps for those who run the server, and changes that nodes are told about.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <uv.h>

#include <cmocka.h>

#include "fixture.h"

static const struct store_after first_page = {"", ""};

static struct store_change change(const char *who, const char *what, const char *subject)
{
    return (struct store_change){.time = 5, .who = who, .what = what, .subject = subject};
}

static void changes_are_numbered_in_their_order(void **unused)
{
    struct store_change one = change("eva", "note", "person:p1"),
                        two = change("", "tokens", "");
    char all[4096];

    (void)unused;
    SAYS(ASK(store_changes_last(s, TOLD)), "ok");
    SAYS(ASK(store_change(s, &one, TOLD)), "ok");
    /* Many changes in one commit: none is lost, and no two have the same number. */
    ask_begin();
    for (int i = 0; i < 40; i++)
        store_change(s, &two, (struct store_done){0});
    store_change(s, &one, TOLD);
    SAYS(ask_wait(), "ok");
    SAYS(ASK(store_changes_last(s, TOLD)), "ok last=42");
    SAYS(ASK(store_changes_after(s, 41, 10, TOLD)), "ok change(42,eva,note,person:p1)");
    snprintf(all, sizeof all, "%s", ASK(store_changes_after(s, 0, 3, TOLD)));
    SAYS(all, "ok change(1,eva,note,person:p1) change(2,,tokens,) change(3,,tokens,)");
    SAYS(ASK(store_audit(s, "", INT64_MAX, 10, TOLD)),
         "ok change(42,eva,note,person:p1) change(1,eva,note,person:p1)");
    SAYS(ASK(store_audit(s, "person:p2", INT64_MAX, 10, TOLD)), "ok");
    SAYS(ASK(store_audit(s, "person:p1", 42, 10, TOLD)), "ok change(1,eva,note,person:p1)");
    /* Changes that were only for nodes are removed; the record stays, and numbers are not used
     * twice. */
    SAYS(ASK(store_changes_tidy(s, 6, TOLD)), "ok last=40");
    SAYS(ASK(store_changes_after(s, 1, 10, TOLD)), "ok change(42,eva,note,person:p1)");
    fixture_reopen();
    SAYS(ASK(store_change(s, &two, TOLD)), "ok");
    SAYS(ASK(store_changes_last(s, TOLD)), "ok last=43");
    /* The record is removed only on request. */
    SAYS(ASK(store_audit_tidy(s, 6, TOLD)), "ok last=2");
    SAYS(ASK(store_audit(s, "", INT64_MAX, 10, TOLD)), "ok");
    SAYS(ASK(store_changes_after(s, 0, 10, TOLD)), "ok change(43,,tokens,)");
}

static void what_is_not_allowed_ends(void **unused)
{
    struct store_sanction ban = {
        .kind = "ban", .subject = "person:p1", .until = 100, .since = 5};
    struct store_sanction mute = {
        .kind = "mute", .subject = "person:p1", .until = INT64_MAX, .since = 5};
    struct store_change c = change("eva", "ban", "person:p1");

    (void)unused;
    SAYS(ASK(store_sanction(s, &ban, &c, TOLD)), "ok");
    SAYS(ASK(store_sanction(s, &mute, &c, TOLD)), "ok");
    SAYS(ASK(store_sanctions(s, "", 50, &first_page, TOLD)),
         "ok ban(person:p1,100) mute(person:p1,9223372036854775807)");
    SAYS(ASK(store_sanctions(s, "", 50, &(struct store_after){"ban", "person:p1"}, TOLD)),
         "ok mute(person:p1,9223372036854775807)");
    SAYS(ASK(store_sanctions(s, "", 100, &first_page, TOLD)),
         "ok mute(person:p1,9223372036854775807)");
    SAYS(ASK(store_sanctions(s, "person:p2", 50, &first_page, TOLD)), "ok");
    ban.until = 200;
    SAYS(ASK(store_sanction(s, &ban, &c, TOLD)), "ok");
    SAYS(ASK(store_sanction_lift(s, "mute", "person:p1", &c, TOLD)), "ok");
    SAYS(ASK(store_sanctions(s, "person:p1", 150, &first_page, TOLD)), "ok ban(person:p1,200)");
    SAYS(ASK(store_changes_last(s, TOLD)), "ok last=4");
}

static void reports_are_few(void **unused)
{
    const struct store_report_limits limits = {.person = 2, .origin = 3, .all = 4};
    struct store_report r = {.time = 7,
                             .reporter = "p1",
                             .person = "p2",
                             .name = "Luis",
                             .table = "t1",
                             .reason = "chat",
                             .lines = "[]",
                             .origin = "o1"};
    struct store_report closed = {.number = 1, .closed = 9, .closed_by = "eva"};
    struct store_change c = change("eva", "report-close", "report:1");
    struct store_reports_wanted wanted = {.before = INT64_MAX};

    (void)unused;
    fixture_person("p1", "Ana", "h1");
    fixture_person("p2", "Luis", "h2");
    SAYS(ASK(store_report_add(s, &r, &limits, TOLD)), "ok last=1");
    SAYS(ASK(store_report_add(s, &r, &limits, TOLD)), "ok last=2");
    SAYS(ASK(store_report_add(s, &r, &limits, TOLD)), "taken");
    r.reporter = "p3";
    SAYS(ASK(store_report_add(s, &r, &limits, TOLD)), "ok last=3");
    r.reporter = "p4";
    SAYS(ASK(store_report_add(s, &r, &limits, TOLD)), "taken");
    r.origin = "";
    SAYS(ASK(store_report_add(s, &r, &limits, TOLD)), "ok last=4");
    r.reporter = "p5";
    SAYS(ASK(store_report_add(s, &r, &limits, TOLD)), "taken");
    SAYS(ASK(store_report_close(s, &closed, &c, TOLD)), "ok");
    SAYS(ASK(store_report_add(s, &r, &limits, TOLD)), "ok last=5");
    wanted.reporter = "p1";
    SAYS(ASK(store_reports(s, &wanted, TOLD)), "ok report(2,p1,p2,Luis,[],0)");
    wanted.closed = true;
    SAYS(ASK(store_reports(s, &wanted, TOLD)),
         "ok report(2,p1,p2,Luis,[],0) report(1,p1,p2,Luis,[],9)");
    SAYS(ASK(store_report(s, 9, TOLD)), "missing");
    /* The name of somebody who deletes their account is gone. */
    c = change("", "erase", "person:p2");
    SAYS(ASK(store_person_erase(s, "p2", "someone", &c, TOLD)), "ok");
    SAYS(ASK(store_report(s, 1, TOLD)), "ok report(1,p1,,someone,,9)");
    SAYS(ASK(store_person_erase(s, "p1", "someone", &c, TOLD)), "ok");
    SAYS(ASK(store_report(s, 1, TOLD)), "ok report(1,,,someone,,9)");
}

static void a_name_that_was_taken_away_is_nobodys(void **unused)
{
    struct store_change c = change("eva", "rename", "person:p1");
    struct store_line line = {.time = 5, .person = "p1", .name = "Rude", .text = "hello"};

    (void)unused;
    fixture_person("p1", "Rude", "h1");
    fixture_person("p2", "Luis", "h2");
    ask_new_table(s, "t1", 1);
    ASK(store_chat_add(s, "t1", &line, TOLD));
    SAYS(ASK(store_person_call(s, "p1", "luis", &c, TOLD)), "taken");
    SAYS(ASK(store_person_call(s, "p9", "Eva", &c, TOLD)), "missing");
    SAYS(ASK(store_changes_last(s, TOLD)), "ok"); /* refused changes are not recorded */
    SAYS(ASK(store_person_call(s, "p1", "Kind", &c, TOLD)), "ok");
    SAYS(ASK(store_changes_last(s, TOLD)), "ok last=1");
    SAYS(ASK(store_chat_after(s, "t1", 0, 9, TOLD)), "ok line(1,5,p1,Kind,hello)");
    /* Neither others nor the person can ever take it again. */
    SAYS(ASK(store_person_rename(s, "p2", "RUDE", INT64_MAX / 2, TOLD)), "taken");
    SAYS(ASK(store_person_rename(s, "p1", "Rude", INT64_MAX / 2, TOLD)), "taken");
    SAYS(ASK(store_people(s, "K", 9, TOLD)), "ok Kind");
    SAYS(ASK(store_people(s, "%", 9, TOLD)), "ok");
}

static void whom_somebody_ignores(void **unused)
{
    struct store_change c = change("", "erase", "person:p2");

    (void)unused;
    fixture_person("p1", "Ana", "h1");
    fixture_person("p2", "Luis", "h2");
    SAYS(ASK(store_ignore(s, "p1", "p2", 5, TOLD)), "ok");
    SAYS(ASK(store_ignore(s, "p1", "p2", 6, TOLD)), "ok");
    SAYS(ASK(store_ignore(s, "p1", "p9", 5, TOLD)), "missing");
    SAYS(ASK(store_ignored(s, "p1", TOLD)), "ok Luis");
    SAYS(ASK(store_ignored(s, "p2", TOLD)), "ok");
    SAYS(ASK(store_person_erase(s, "p2", "someone", &c, TOLD)), "ok");
    SAYS(ASK(store_ignored(s, "p1", TOLD)), "ok");
}

static void a_table_goes_with_all_it_has(void **unused)
{
    struct store_change c = change("eva", "delete", "table:t1");

    (void)unused;
    ask_new_table(s, "t1", 1);
    ask_append(s, "t1", 1, "e1");
    SAYS(ASK(store_table_relabel(s, "t1", BYTES("other"), TOLD)), "ok");
    SAYS(ASK(store_table_remove(s, "t1", &c, TOLD)), "ok");
    SAYS(ASK(store_load(s, "t1", 0, TOLD)), "missing");
    assert_non_null(strstr(ask_append(s, "t1", 2, "e2"), "missing"));
    SAYS(ASK(store_tables_all(s, true, INT64_MAX, 9, TOLD)), "ok");
    SAYS(ASK(store_table_relabel(s, "t1", BYTES("other"), TOLD)), "missing");
}

static void words_are_kept(void **unused)
{
    struct store_word word = {.word = "*spam*", .since = 5, .who = "eva"};
    struct store_change c = change("eva", "word-add", "word:*spam*");

    (void)unused;
    SAYS(ASK(store_word_add(s, &word, &c, TOLD)), "ok");
    SAYS(ASK(store_word_add(s, &word, &c, TOLD)), "ok");
    word.word = "idiot";
    SAYS(ASK(store_word_add(s, &word, &c, TOLD)), "ok");
    SAYS(ASK(store_words(s, "", TOLD)), "ok word(*spam*) word(idiot)");
    SAYS(ASK(store_words(s, "*spam*", TOLD)), "ok word(idiot)");
    SAYS(ASK(store_word_drop(s, "idiot", &c, TOLD)), "ok");
    SAYS(ASK(store_words(s, "", TOLD)), "ok word(*spam*)");
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        TEST(changes_are_numbered_in_their_order),
        TEST(what_is_not_allowed_ends),
        TEST(reports_are_few),
        TEST(a_name_that_was_taken_away_is_nobodys),
        TEST(whom_somebody_ignores),
        TEST(a_table_goes_with_all_it_has),
        TEST(words_are_kept),
    };
    int code = fixture_begin(argc, argv);

    return code ? code : fixture_end(cmocka_run_group_tests(tests, NULL, NULL));
}
