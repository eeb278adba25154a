/*
 * What the parts of `anden admin` share: see errand.h.
 */
#include "errand.h"

#include "../../protocol/refusal.h"
#include "../../server/net/address.h"

#include <stdlib.h>
#include <string.h>

enum { TABLE_LETTERS = 22 }; /* of the id of a table: 128 bits */

/* ---- saying ---- */

int errand_trouble(const struct errand *e)
{
    return cli_refuse("{0}", SAID(say_text(admin_message(e->admin))));
}

int errand_usage(const char *usage)
{
    return cli_usage(&command_admin, "it is: anden admin {0}", SAID(say_text(usage)));
}

bool errand_sure(const struct errand *e, const char *question, const struct said *values)
{
    char answer[32] = "";

    if (e->options.yes)
        return true;
    cli_print(stderr, question, values);
    putc(' ', stderr);
    cli_print(stderr, "(y/n)", NULL);
    putc(' ', stderr);
    if (fgets(answer, sizeof answer, stdin) && strchr("yYsS", answer[0]) && answer[0])
        return true;
    cli_refuse("nothing was done. Say --yes if nobody can answer.", NULL);
    return false;
}

void errand_done(struct errand *e, const char *what, const char *subject, const char *name,
                 int64_t until)
{
    sheet_text(&e->sheet, "done", SAYS("Done"), what);
    sheet_text(&e->sheet, "subject", SAYS("To"), subject);
    sheet_text(&e->sheet, "name", SAYS("Name"), name);
    if (until)
        sheet_time(&e->sheet, "until", SAYS("Until"), until);
}

/* ---- writing down ---- */

struct store_change errand_change(const struct errand *e, const char *what, const char *subject,
                                  const char *name, const char *detail)
{
    return (struct store_change){.time = e->now,
                                 .who = e->user,
                                 .what = what,
                                 .subject = subject,
                                 .name = name,
                                 .detail = detail,
                                 .why = e->options.why ? e->options.why : ""};
}

int errand_write_down(struct errand *e, const char *what, const char *subject, const char *name)
{
    struct store_change change = errand_change(e, what, subject, name, "");

    store_change(admin_store(e->admin), &change, admin_ask(e->admin, NULL, NULL));
    return admin_told(e->admin) ? CLI_OK : errand_trouble(e);
}

/* ---- finding ---- */

static void take_person(void *context, const struct store_answer *a)
{
    struct target *t = context;

    t->kind = TARGET_PERSON;
    snprintf(t->id, sizeof t->id, "%s", a->person->id);
    snprintf(t->name, sizeof t->name, "%s", a->person->name);
    snprintf(t->subject, sizeof t->subject, "person:%s", a->person->id);
    t->created = a->person->created;
    t->seen = a->person->seen;
    t->secured = a->person->passphrase[0] != '\0';
}

int errand_find_person(struct errand *e, const char *word, struct target *t)
{
    struct store *store = admin_store(e->admin);
    struct store_done done = admin_ask(e->admin, take_person, t);

    *t = (struct target){0};
    if (word[0] == '#')
        store_person_by_id(store, word + 1, done);
    else
        store_person_by_name(store, word, done);
    if (admin_told(e->admin))
        return CLI_OK;
    if (admin_status(e->admin) == STORE_MISSING || admin_status(e->admin) == STORE_REFUSED)
        return cli_refuse("there is nobody called \"{0}\" in {1}.",
                          SAID(say_text(word), say_text(e->options.db)));
    return errand_trouble(e);
}

bool errand_network(const char *word, char out[64])
{
    struct networks n;
    char why[200], text[ADDRESS_TEXT];
    uint32_t bits;

    if (strpbrk(word, ", \t") || !networks_parse(word, &n, why, sizeof why) || n.count != 1)
        return false;
    bits = n.at[0].bits;
    if (!address_is_v4(&n.at[0].address) && !strchr(word, '/'))
        bits = 64;
    for (uint32_t i = bits; i < 128; i++)
        n.at[0].address.bytes[i / 8] &= (uint8_t) ~(0x80u >> i % 8);
    address_format(&n.at[0].address, text);
    snprintf(out, 64, "%s/%u", text,
             (unsigned)(address_is_v4(&n.at[0].address) ? bits - 96 : bits));
    return true;
}

bool errand_subject(const char *word, char out[STORE_SUBJECT_MAX])
{
    static const char *const kinds[] = {
        "person:", "address:", "origin:", "table:", "report:", "word:"};
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                  "0123456789-_";
    bool is_id = strlen(word) == TABLE_LETTERS && strspn(word, letters) == TABLE_LETTERS;

    snprintf(out, STORE_SUBJECT_MAX, "%s%s", is_id ? "table:" : "", word);
    for (size_t i = 0; !is_id && i < sizeof kinds / sizeof *kinds; i++)
        if (strncmp(word, kinds[i], strlen(kinds[i])) == 0)
            return true;
    return is_id;
}

int errand_find(struct errand *e, const char *word, struct target *t)
{
    char network[64];

    if (!errand_network(word, network))
        return errand_find_person(e, word, t);
    *t = (struct target){.kind = TARGET_ADDRESS};
    memcpy(t->network, network, sizeof t->network);
    snprintf(t->subject, sizeof t->subject, "address:%s", network);
    return CLI_OK;
}

int errand_until(struct errand *e, int64_t *until)
{
    static const struct {
        char letter;
        int64_t seconds;
    } units[] = {{'s', 1}, {'m', 60}, {'h', 3600}, {'d', 86400}, {'w', 7 * 86400}};
    const char *text = e->options.during;
    char *end;
    long long n;

    *until = INT64_MAX;
    if (!text)
        return CLI_OK;
    n = text[0] >= '0' && text[0] <= '9' ? strtoll(text, &end, 10) : 0;
    for (size_t i = 0; n > 0 && n <= 1000000 && i < sizeof units / sizeof *units; i++)
        if (end[0] == units[i].letter && !end[1]) {
            *until = e->now + n * units[i].seconds * 1000;
            return CLI_OK;
        }
    return cli_usage(&command_admin,
                     "--for takes a time such as 30m, 2h, 7d or 4w, not \"{0}\".",
                     SAID(say_text(text)));
}

/* ---- lists ---- */

void errand_show_change(struct sheet_out *s, const struct store_change *c)
{
    sheet_item(s);
    sheet_number(s, "number", NULL, c->number);
    sheet_time(s, "time", NULL, c->time);
    sheet_text(s, "who", NULL, c->who);
    sheet_text(s, "what", NULL, c->what);
    sheet_text(s, "subject", NULL, c->subject);
    sheet_text(s, "name", NULL, c->name);
    sheet_text(s, "detail", NULL, c->detail);
    sheet_text(s, "why", SAYS("why"), c->why);
    sheet_item_end(s);
}

void errand_show_sanction(struct sheet_out *s, const struct store_sanction *x, const char *name)
{
    sheet_item(s);
    sheet_text(s, "kind", NULL, x->kind);
    sheet_text(s, "subject", NULL, x->subject);
    sheet_text(s, "name", NULL, name);
    sheet_time(s, "since", SAYS("since"), x->since);
    sheet_time(s, "until", SAYS("until"), x->until);
    sheet_text(s, "who", SAYS("by"), x->who);
    sheet_text(s, "why", SAYS("why"), x->why);
    sheet_item_end(s);
}

void errand_show_report(struct sheet_out *s, const struct store_report *r)
{
    sheet_item(s);
    sheet_number(s, "number", NULL, r->number);
    sheet_time(s, "time", NULL, r->time);
    sheet_text(s, "reason", NULL, r->reason);
    sheet_text(s, "name", SAYS("about"), r->name);
    sheet_text(s, "person", NULL, r->person);
    sheet_text(s, "reporter_name", SAYS("from"), r->reporter_name);
    sheet_text(s, "reporter", NULL, r->reporter);
    sheet_text(s, "table", SAYS("at"), r->table);
    sheet_text(s, "text", NULL, r->text);
    sheet_time(s, "closed", SAYS("closed"), r->closed);
    sheet_item_end(s);
}

void errand_show_person(struct sheet_out *s, const struct store_person *p)
{
    sheet_item(s);
    sheet_text(s, "name", NULL, p->name);
    sheet_text(s, "person", NULL, p->id);
    sheet_time(s, "since", SAYS("since"), p->created);
    sheet_time(s, "seen", SAYS("seen"), p->seen);
    sheet_flag(s, "secured", SAYS("with a passphrase"), p->passphrase[0] != '\0');
    sheet_item_end(s);
}

void errand_show_table(struct sheet_out *s, const struct store_table *t)
{
    static const char *const phases[] = {"open", "playing", "over"};
    char store[8192];
    struct message_arena arena = {store, sizeof store, 0};
    struct message_listing_part l = {0};
    struct complaint why;

    sheet_item(s);
    sheet_text(s, "table", NULL, t->id);
    sheet_text(s, "game", NULL, t->game);
    sheet_text(s, "status", NULL, t->phase <= STORE_OVER ? phases[t->phase] : "");
    sheet_flag(s, "public", SAYS("public"), t->is_public);
    sheet_time(s, "since", SAYS("since"), t->created);
    sheet_time(s, "changed", SAYS("changed"), t->changed);
    if (!s->is_json && message_decode_record(t->info.at, t->info.size,
                                             &message_listing_part_shape, &arena, &l, &why))
        for (uint32_t i = 0; i < l.chairs_count; i++)
            sheet_text(s, NULL, NULL, l.chairs[i].name.at);
    sheet_item_end(s);
}
