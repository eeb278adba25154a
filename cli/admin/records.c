/*
 * anden admin export, words, reports, audit: files, the list of forbidden words, reports, and
 * the record.
 */
#include "errand.h"

#include "../../protocol/json_read.h"
#include "../../server/people/wordlist.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LISTED = 100 };

/* ---- files ---- */

/* Writes to the file of --out, which must be new and only its owner can read; or to stdout. */
static int write_out(const struct errand *e, const char *text, size_t n)
{
    const char *path = e->options.out;
    int fd = path ? open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600) : -1;
    FILE *f = path ? (fd >= 0 ? fdopen(fd, "w") : NULL) : stdout;
    bool good = f && fwrite(text, 1, n, f) == n && fflush(f) == 0;

    if (!good)
        cli_refuse("{0}: {1}",
                   SAID(say_text(path ? path : "stdout"), say_text(cli_trouble(errno))));
    if (path && f)
        fclose(f);
    return good ? CLI_OK : CLI_REFUSED;
}

static int export_person(struct errand *e, struct target *t, char **text, size_t *n)
{
    struct store_person who = {.id = t->id, .name = t->name};
    int code = errand_find_person(e, e->args[1], t);

    if (code != CLI_OK)
        return code;
    who.passphrase = t->secured ? "yes" : "";
    who.created = t->created;
    who.seen = t->seen;
    *text = admin_export(e->admin, &who, n);
    return *text ? CLI_OK : errand_trouble(e);
}

int errand_export(struct errand *e)
{
    struct target t = {0};
    char *text = NULL;
    size_t n = 0;
    int code = CLI_OK;

    if (e->count == 2 && strcmp(e->args[0], "person") == 0) {
        code = export_person(e, &t, &text, &n);
    } else if (e->count == 2 && strcmp(e->args[0], "table") == 0) {
        snprintf(t.subject, sizeof t.subject, "table:%s", e->args[1]);
        text = admin_log(e->admin, e->args[1], &n);
        if (!text)
            code = errand_trouble(e);
    } else {
        return errand_usage("export person NAME|#NUMBER, or: export table ID [--out FILE]");
    }
    if (code == CLI_OK)
        code = errand_write_down(e, "export", t.subject, t.name);
    if (code == CLI_OK)
        code = write_out(e, text, n);
    free(text);
    return code;
}

/* ---- words ---- */

struct words_page {
    struct sheet_out *sheet; /* null: into the list */
    struct wordlist *list;
    char after[STORE_WORD_MAX + 1];
    uint32_t count;
};

static void take_words(void *context, const struct store_answer *a)
{
    struct words_page *p = context;

    p->count = a->word_count;
    for (uint32_t i = 0; i < a->word_count; i++) {
        const struct store_word *w = &a->words[i];

        snprintf(p->after, sizeof p->after, "%s", w->word);
        wordlist_add(p->list, w->word);
        if (!p->sheet)
            continue;
        sheet_item(p->sheet);
        sheet_text(p->sheet, "word", NULL, w->word);
        sheet_time(p->sheet, "since", SAYS("since"), w->since);
        sheet_text(p->sheet, "who", SAYS("by"), w->who);
        sheet_item_end(p->sheet);
    }
}

static bool read_words(struct errand *e, struct words_page *p)
{
    bool good;

    do {
        store_words(admin_store(e->admin), p->after, admin_ask(e->admin, take_words, p));
        good = admin_told(e->admin);
    } while (good && p->count == STORE_LIST_MAX);
    return good;
}

static int list_words(struct errand *e)
{
    struct words_page p = {.sheet = &e->sheet, .list = cli_need(wordlist_new())};
    bool good;

    sheet_list(&e->sheet, "words", NULL);
    good = read_words(e, &p);
    sheet_list_end(&e->sheet);
    wordlist_free(p.list);
    return good ? CLI_OK : errand_trouble(e);
}

static int check_words(struct errand *e)
{
    struct words_page p = {.list = cli_need(wordlist_new())};
    bool good = read_words(e, &p);
    const char *found = good ? wordlist_find(p.list, e->args[1]) : NULL;

    if (good) {
        sheet_text(&e->sheet, "word", SAYS("It has"), found ? found : "");
        sheet_flag(&e->sheet, "allowed", SAYS("It is allowed."), !found);
    }
    wordlist_free(p.list);
    return good ? CLI_OK : errand_trouble(e);
}

static int change_words(struct errand *e, bool add)
{
    struct store *store = admin_store(e->admin);

    for (int i = 1; i < e->count; i++)
        if (!wordlist_is_word(e->args[i]))
            return cli_refuse("\"{0}\" is not a word: letters and digits, with a star at its "
                              "ends for parts of words.",
                              SAID(say_text(e->args[i])));
    for (int i = 1; i < e->count; i++) {
        struct store_word word = {.word = e->args[i], .since = e->now, .who = e->user};
        char subject[STORE_SUBJECT_MAX] = "";
        struct store_change change =
            errand_change(e, add ? "word-add" : "word-remove", subject, "", "");

        snprintf(subject, sizeof subject, "word:%s", e->args[i]);
        if (add)
            store_word_add(store, &word, &change, admin_ask(e->admin, NULL, NULL));
        else
            store_word_drop(store, e->args[i], &change, admin_ask(e->admin, NULL, NULL));
        if (!admin_told(e->admin))
            return errand_trouble(e);
        errand_done(e, change.what, subject, "", 0);
    }
    return CLI_OK;
}

int errand_words(struct errand *e)
{
    if (e->count == 0)
        return list_words(e);
    if (e->count > 1 && strcmp(e->args[0], "add") == 0)
        return change_words(e, true);
    if (e->count > 1 && strcmp(e->args[0], "remove") == 0)
        return change_words(e, false);
    if (e->count == 2 && strcmp(e->args[0], "check") == 0)
        return check_words(e);
    return errand_usage("words [add WORD... | remove WORD... | check TEXT]");
}

/* ---- reports ---- */

static void list_reports(void *context, const struct store_answer *a)
{
    for (uint32_t i = 0; i < a->report_count; i++)
        errand_show_report(context, &a->reports[i]);
}

static int all_reports(struct errand *e)
{
    struct store_reports_wanted wanted = {.closed = e->options.all, .before = INT64_MAX};
    bool good;

    sheet_list(&e->sheet, "reports", NULL);
    store_reports(admin_store(e->admin), &wanted, admin_ask(e->admin, list_reports, &e->sheet));
    good = admin_told(e->admin);
    sheet_list_end(&e->sheet);
    return good ? CLI_OK : errand_trouble(e);
}

/* The number with this key in a line of chat; 0 if there is none. */
static int64_t number_in(const struct json_value *line, const char *key)
{
    struct json_value v;
    int64_t n = 0;

    json_member(line, key, &v);
    return json_read_number(&v, &n) ? n : 0;
}

/* The writer of a line, if it is one of the two people in the report. */
static const char *name_in(const struct store_report *r, int64_t person)
{
    char number[24];

    snprintf(number, sizeof number, "%lld", (long long)person);
    return strcmp(number, r->person) == 0     ? r->name
           : strcmp(number, r->reporter) == 0 ? r->reporter_name
                                              : "";
}

/* The chat that the reporter saw: a list of lines, as server/people/reporting.c keeps them. */
static void show_lines(struct sheet_out *s, const struct store_report *r)
{
    struct json_value all = {0}, line, v;
    struct json_items items;
    struct complaint why;
    char text[STORE_CHAT_MAX + 1];
    size_t n;

    sheet_list(s, "chat", SAYS("Chat:"));
    if (json_read_open(r->lines, strlen(r->lines), &all, &why)) {
        items = json_items(&all);
        while (json_next(&items, NULL, &line)) {
            sheet_item(s);
            sheet_number(s, "n", NULL, number_in(&line, "n"));
            sheet_time(s, "time", NULL, number_in(&line, "time") * 1000);
            sheet_number(s, "person", NULL, number_in(&line, "person"));
            sheet_text(s, "name", NULL, name_in(r, number_in(&line, "person")));
            json_member(&line, "text", &v);
            sheet_text(s, "text", NULL, json_read_text(&v, text, sizeof text, &n) ? text : "");
            sheet_item_end(s);
        }
    }
    sheet_list_end(s);
}

static void show_report(void *context, const struct store_answer *a)
{
    const struct store_report *r = &a->reports[0];
    struct sheet_out *s = context;

    sheet_number(s, "number", SAYS("Report"), r->number);
    sheet_time(s, "time", SAYS("Time"), r->time);
    sheet_text(s, "reason", SAYS("Reason"), r->reason);
    sheet_text(s, "name", SAYS("About"), r->name);
    sheet_text(s, "person", SAYS("Number"), r->person);
    sheet_text(s, "reporter_name", SAYS("From"), r->reporter_name);
    sheet_text(s, "reporter", SAYS("Number"), r->reporter);
    sheet_text(s, "text", SAYS("Text"), r->text);
    sheet_text(s, "table", SAYS("Table"), r->table);
    if (r->table[0])
        sheet_number(s, "entry", SAYS("Entries"), r->entry);
    if (r->line)
        sheet_number(s, "line", SAYS("Line of chat"), r->line);
    show_lines(s, r);
    sheet_time(s, "closed", SAYS("Closed"), r->closed);
    sheet_text(s, "closed_by", SAYS("Closed by"), r->closed_by);
    sheet_text(s, "note", SAYS("Note"), r->note);
}

/* Finds one report by its number, and shows it if there is a sheet. */
static int find_report(struct errand *e, int64_t *number, struct sheet_out *sheet)
{
    uint64_t n;

    if (!cli_number(e->args[1], 1, INT64_MAX, &n))
        return cli_usage(&command_admin, "\"{0}\" is not the number of a report.",
                         SAID(say_text(e->args[1])));
    *number = (int64_t)n;
    store_report(admin_store(e->admin), *number,
                 admin_ask(e->admin, sheet ? show_report : NULL, sheet));
    if (admin_told(e->admin))
        return CLI_OK;
    return admin_status(e->admin) == STORE_MISSING
               ? cli_refuse("there is no report {0}.", SAID(say_text(e->args[1])))
               : errand_trouble(e);
}

static int show_one(struct errand *e)
{
    char subject[STORE_SUBJECT_MAX];
    int64_t number;
    int code = find_report(e, &number, &e->sheet);

    snprintf(subject, sizeof subject, "report:%s", e->args[1]);
    return code == CLI_OK ? errand_write_down(e, "look", subject, "") : code;
}

static int close_one(struct errand *e)
{
    struct store_report report = {
        .closed = e->now, .closed_by = e->user, .note = e->options.why ? e->options.why : ""};
    char subject[STORE_SUBJECT_MAX] = "";
    struct store_change change = errand_change(e, "report-close", subject, "", "");
    int code = find_report(e, &report.number, NULL);

    if (code != CLI_OK)
        return code;
    snprintf(subject, sizeof subject, "report:%s", e->args[1]);
    store_report_close(admin_store(e->admin), &report, &change,
                       admin_ask(e->admin, NULL, NULL));
    if (!admin_told(e->admin))
        return errand_trouble(e);
    errand_done(e, "report-close", subject, "", 0);
    return CLI_OK;
}

int errand_reports(struct errand *e)
{
    if (e->count == 0)
        return all_reports(e);
    if (e->count == 2 && strcmp(e->args[0], "show") == 0)
        return show_one(e);
    if (e->count == 2 && strcmp(e->args[0], "close") == 0)
        return close_one(e);
    return errand_usage("reports [--all], or: reports show|close NUMBER [--why NOTE]");
}

/* ---- the record ---- */

static void list_changes(void *context, const struct store_answer *a)
{
    for (uint32_t i = 0; i < a->change_count; i++)
        errand_show_change(context, &a->changes[i]);
}

int errand_audit(struct errand *e)
{
    struct target t = {0};
    int code = CLI_OK;
    bool good;

    if (e->count > 1)
        return errand_usage("audit [NAME|#NUMBER|ADDRESS|TABLE|SUBJECT]");
    if (e->count && !errand_subject(e->args[0], t.subject))
        code = errand_find(e, e->args[0], &t);
    if (code != CLI_OK)
        return code;
    sheet_list(&e->sheet, "audit", NULL);
    store_audit(admin_store(e->admin), t.subject, INT64_MAX,
                e->options.all ? STORE_LIST_MAX : LISTED,
                admin_ask(e->admin, list_changes, &e->sheet));
    good = admin_told(e->admin);
    sheet_list_end(&e->sheet);
    return good ? CLI_OK : errand_trouble(e);
}
