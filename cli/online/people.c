/*
 * Other people at a server: see people.h.
 */
#include "online.h"

#include <stdlib.h>
#include <string.h>

/* ---- the list ---- */

bool people_ignores(const struct online *o, int64_t person)
{
    for (uint32_t i = 0; i < o->people.count; i++)
        if (o->people.list[i].person == person)
            return person != 0;
    return false;
}

static void add(struct people *p, int64_t person, const char *name)
{
    if (p->count == PEOPLE_MAX)
        return;
    p->list[p->count].person = person;
    snprintf(p->list[p->count++].name, NAME_SIZE, "%s", name);
}

static void take_out(struct people *p, int64_t person)
{
    uint32_t left = 0;

    for (uint32_t i = 0; i < p->count; i++)
        if (p->list[i].person != person)
            p->list[left++] = p->list[i];
    p->count = left;
}

/* A guest's list is a file: a number and a name on each line. */
static void keep_list(const struct online *o)
{
    FILE *f = token_file(o->address.page, ".ignored", "w");

    for (uint32_t i = 0; f && i < o->people.count; i++)
        fprintf(f, "%lld %s\n", (long long)o->people.list[i].person, o->people.list[i].name);
    if (f)
        fclose(f);
}

static void read_list(struct online *o)
{
    FILE *f = token_file(o->address.page, ".ignored", "r");
    char line[NAME_SIZE + 32], *name;

    o->people.count = 0;
    while (f && fgets(line, sizeof line, f)) {
        int64_t person = strtoll(line, &name, 10);

        line[strcspn(line, "\r\n")] = '\0';
        if (person > 0 && *name == ' ')
            add(&o->people, person, name + 1);
    }
    if (f)
        fclose(f);
}

static struct message ignoring(int64_t person, bool on)
{
    struct message m = {.type = MESSAGE_IGNORE};

    m.ignore.person = person;
    m.ignore.on = on;
    return m;
}

void people_load(struct online *o)
{
    struct message m;

    read_list(o);
    if (!o->account.secured)
        return;
    for (uint32_t i = 0; i < o->people.count; i++) {
        m = ignoring(o->people.list[i].person, true);
        remote_say(o->remote, &m);
    }
    m = (struct message){.type = MESSAGE_IGNORED};
    if (o->people.count) {
        o->people.count = 0;
        keep_list(o);
    }
    remote_say(o->remote, &m);
}

void people_listed(struct online *o, const struct message_people *m)
{
    o->people.count = 0;
    for (uint32_t i = 0; i < m->list_count; i++) {
        char name[NAME_SIZE];

        online_copy(name, sizeof name, &m->list[i].name);
        add(&o->people, m->list[i].person, name);
    }
}

/* ---- who is meant ---- */

struct someone {
    int64_t person;
    char name[NAME_SIZE];
    size_t size; /* bytes of the name, as it was typed */
};

/* Takes this name if the text begins with it, and it is longer than the one found before. */
static void consider(struct someone *found, const char *text, int64_t person, const char *name,
                     size_t n)
{
    if (!person || n <= found->size || n >= NAME_SIZE || strncmp(text, name, n) != 0 ||
        (text[n] && text[n] != ' '))
        return;
    found->person = person;
    found->size = n;
    snprintf(found->name, sizeof found->name, "%.*s", (int)n, name);
}

/* Finds somebody by name: with a seat at the table, or who has written there, or whom we
 * ignore. False, after saying so, if there is nobody. */
static bool is_somebody(struct online *o, const char *text, struct someone *found)
{
    const struct sight *s = &o->sight;

    *found = (struct someone){0};
    for (uint32_t i = 0; i < SEATS_MAX; i++)
        consider(found, text, s->chair[i].person, s->chair[i].name, strlen(s->chair[i].name));
    for (uint32_t i = 0; i < s->lines; i++)
        consider(found, text, s->line[i].person, s->line[i].words, s->line[i].name_size);
    for (uint32_t i = 0; i < o->people.count; i++)
        consider(found, text, o->people.list[i].person, o->people.list[i].name,
                 strlen(o->people.list[i].name));
    if (found->person && found->person != o->person)
        return true;
    online_note(o, "There is nobody else here with the name \"{0}\".", SAID(say_text(text)));
    return false;
}

/* ---- orders ---- */

static void change(struct online *o, const char *rest, bool on)
{
    struct someone who;
    struct message m;

    if (!is_somebody(o, rest, &who))
        return;
    m = ignoring(who.person, on);
    take_out(&o->people, who.person);
    if (on)
        add(&o->people, who.person, who.name);
    if (o->account.secured)
        online_tell(o, &m);
    else
        keep_list(o);
    online_note(o,
                on ? SAYS("You no longer read what {0} writes.")
                   : SAYS("You read what {0} writes again."),
                SAID(say_text(who.name)));
}

void people_ignore(struct online *o, const char *rest)
{
    change(o, rest, true);
}

void people_read(struct online *o, const char *rest)
{
    change(o, rest, false);
}

void people_show(struct online *o, const char *rest)
{
    struct text t = online_page(o);

    (void)rest;
    cli_put(&t,
            o->people.count ? SAYS("You do not read what these people write:")
                            : SAYS("You ignore nobody. At a table: ignore NAME."),
            NULL);
    for (uint32_t i = 0; i < o->people.count; i++) {
        text_put(&t, "\n ");
        text_put(&t, o->people.list[i].name);
    }
}

void people_report(struct online *o, const char *rest)
{
    static const char *const reasons[] = {"chat", "name", "play", "other"};
    struct message m = {.type = MESSAGE_REPORT};
    struct someone who;
    const char *why;
    size_t n;

    if (!is_somebody(o, rest, &who))
        return;
    why = rest + who.size + strspn(rest + who.size, " ");
    n = strcspn(why, " ");
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++)
        if (strlen(reasons[i]) == n && strncmp(reasons[i], why, n) == 0)
            m.report.reason = message_text(reasons[i]);
    if (!m.report.reason.at) {
        online_note(o,
                    "Say what it is about, chat, name, play or other, and more if you like: "
                    "report {0} chat TEXT",
                    SAID(say_text(who.name)));
        return;
    }
    why += n + strspn(why + n, " ");
    m.report.person = who.person;
    m.report.table = message_text(o->sight.table);
    m.report.has_seen = m.report.has_at = true;
    m.report.seen = o->sight.said;
    m.report.at = o->sight.last;
    if (*why)
        m.report.text = message_text(why);
    o->reporting = online_tell(o, &m);
}
