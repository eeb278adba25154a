/*
 * anden admin ban, mute, lift, rename, note, close, delete: decisions about people, addresses
 * and tables. All nodes know about them within seconds.
 */
#include "errand.h"

#include "../../server/people/name.h"
#include "../../server/people/wordlist.h"

#include <stdlib.h>
#include <string.h>

enum { ORIGINS = 50 };

/* ---- bans and mutes ---- */

static bool impose(struct errand *e, const char *kind, const struct target *t, int64_t until)
{
    char detail[64];
    struct store_sanction s = {.kind = kind,
                               .subject = t->subject,
                               .until = until,
                               .since = e->now,
                               .who = e->user,
                               .why = e->options.why ? e->options.why : ""};
    struct store_change change;

    snprintf(detail, sizeof detail, "%s%s", e->options.during ? "for " : "for good",
             e->options.during ? e->options.during : "");
    change = errand_change(e, kind, t->subject, t->name, detail);
    store_sanction(admin_store(e->admin), &s, &change, admin_ask(e->admin, NULL, NULL));
    return admin_told(e->admin);
}

/* The origins of a person's devices. */
struct origins {
    char at[ORIGINS][ADMIN_ORIGIN];
    uint32_t count;
};

static void take_origins(void *context, const struct store_answer *a)
{
    struct origins *o = context;

    for (uint32_t i = 0; i < a->word_count && o->count < ORIGINS; i++)
        snprintf(o->at[o->count++], ADMIN_ORIGIN, "%s", a->words[i].word);
}

/* Imposes the same on the origins of a person's devices, without knowing their addresses. An exit
 * code, after saying what is wrong. */
static int impose_on_origins(struct errand *e, const char *kind, const struct target *t,
                             int64_t until)
{
    struct origins o = {.count = 0};
    struct target where = {.kind = TARGET_ADDRESS};
    bool good;

    store_origins_of(admin_store(e->admin), t->id, admin_ask(e->admin, take_origins, &o));
    good = admin_told(e->admin);
    memcpy(where.name, t->name, sizeof where.name);
    for (uint32_t i = 0; good && i < o.count; i++) {
        snprintf(where.subject, sizeof where.subject, "origin:%s", o.at[i]);
        good = impose(e, kind, &where, until);
        if (good)
            errand_done(e, kind, where.subject, "", until);
    }
    if (good && o.count == 0)
        return cli_refuse("No address of {0} is known: this holds for the name alone.",
                          SAID(say_text(t->name)));
    return good ? CLI_OK : errand_trouble(e);
}

/* Is it a range that many people may share? */
static bool is_wide(const struct target *t)
{
    const char *bits = strchr(t->network, '/');

    return t->kind == TARGET_ADDRESS && bits &&
           strcmp(bits, strchr(t->network, ':') ? "/64" : "/32") != 0;
}

static int forbid(struct errand *e, const char *kind)
{
    struct target t;
    int64_t until;
    int code;

    if (e->count != 1)
        return errand_usage(strcmp(kind, "ban") == 0
                                ? "ban NAME|#NUMBER|ADDRESS [--for TIME] [--why TEXT]"
                                : "mute NAME|#NUMBER|ADDRESS [--for TIME] [--why TEXT]");
    code = errand_until(e, &until);
    if (code == CLI_OK)
        code = errand_find(e, e->args[0], &t);
    if (code != CLI_OK)
        return code;
    if (is_wide(&t) && !errand_sure(e, "Everybody in {0}?", SAID(say_text(t.network))))
        return CLI_REFUSED;
    if (!impose(e, kind, &t, until))
        return errand_trouble(e);
    errand_done(e, kind, t.subject, t.name, until);
    if (t.kind == TARGET_PERSON && e->options.address)
        code = impose_on_origins(e, kind, &t, until);
    if (t.kind == TARGET_PERSON && strcmp(kind, "ban") == 0 && !admin_withdraw(e->admin, t.id))
        return errand_trouble(e);
    return code;
}

int errand_ban(struct errand *e)
{
    return forbid(e, "ban");
}

int errand_mute(struct errand *e)
{
    return forbid(e, "mute");
}

/* A page of bans and mutes, kept while their names are looked up. */
struct page {
    struct {
        struct store_sanction sanction;
        char kind[STORE_NAME_MAX + 1], subject[STORE_SUBJECT_MAX + 1];
        char who[STORE_NAME_MAX + 1], why[STORE_WHY_MAX + 1], name[STORE_NAME_MAX + 1];
    } at[STORE_LIST_MAX];
    uint32_t count;
};

static void take_page(void *context, const struct store_answer *a)
{
    struct page *p = context;

    p->count = 0;
    for (uint32_t i = 0; i < a->sanction_count && i < STORE_LIST_MAX; i++) {
        const struct store_sanction *x = &a->sanctions[i];

        snprintf(p->at[i].kind, sizeof p->at[i].kind, "%s", x->kind);
        snprintf(p->at[i].subject, sizeof p->at[i].subject, "%s", x->subject);
        snprintf(p->at[i].who, sizeof p->at[i].who, "%s", x->who);
        snprintf(p->at[i].why, sizeof p->at[i].why, "%s", x->why);
        p->at[i].sanction = (struct store_sanction){.kind = p->at[i].kind,
                                                    .subject = p->at[i].subject,
                                                    .until = x->until,
                                                    .since = x->since,
                                                    .who = p->at[i].who,
                                                    .why = p->at[i].why};
        p->count++;
    }
}

static void take_name(void *context, const struct store_answer *a)
{
    if (a->change_count)
        snprintf(context, STORE_NAME_MAX + 1, "%s", a->changes[0].name);
}

/* The name of the person it is about, from the record; for an origin, the person whose address
 * it was. */
static bool find_name(struct errand *e, const char *subject, char name[STORE_NAME_MAX + 1])
{
    name[0] = '\0';
    store_audit(admin_store(e->admin), subject, INT64_MAX, 1,
                admin_ask(e->admin, take_name, name));
    return admin_told(e->admin);
}

static bool show_page(struct errand *e, struct page *p)
{
    bool good = true;

    for (uint32_t i = 0; good && i < p->count; i++) {
        good = find_name(e, p->at[i].subject, p->at[i].name);
        errand_show_sanction(&e->sheet, &p->at[i].sanction, p->at[i].name);
    }
    return good;
}

int errand_bans(struct errand *e)
{
    struct page *p = cli_need(calloc(1, sizeof *p));
    struct store_after after = {"", ""};
    bool good;

    sheet_list(&e->sheet, "sanctions", NULL);
    do {
        store_sanctions(admin_store(e->admin), "", e->now, &after,
                        admin_ask(e->admin, take_page, p));
        good = admin_told(e->admin) && show_page(e, p);
        if (p->count)
            after = (struct store_after){p->at[p->count - 1].kind, p->at[p->count - 1].subject};
    } while (good && p->count == STORE_LIST_MAX);
    sheet_list_end(&e->sheet);
    free(p);
    return good ? CLI_OK : errand_trouble(e);
}

/* The bans and mutes to be lifted. */
struct lifting {
    struct errand *errand;
    const char *kind; /* or null: all */
    char kinds[4][16];
    uint32_t count;
};

static void take_kinds(void *context, const struct store_answer *a)
{
    struct lifting *l = context;

    for (uint32_t i = 0; i < a->sanction_count && l->count < 4; i++)
        if (!l->kind || strcmp(l->kind, a->sanctions[i].kind) == 0)
            snprintf(l->kinds[l->count++], sizeof l->kinds[0], "%s", a->sanctions[i].kind);
}

/* Lifts the bans and mutes of one subject, and counts them. */
static bool lift(struct errand *e, const char *subject, const char *name, uint32_t *count)
{
    struct lifting l = {.errand = e, .kind = e->count > 1 ? e->args[1] : NULL};
    struct store *store = admin_store(e->admin);

    store_sanctions(store, subject, e->now, &(struct store_after){"", ""},
                    admin_ask(e->admin, take_kinds, &l));
    if (!admin_told(e->admin))
        return false;
    for (uint32_t i = 0; i < l.count; i++) {
        struct store_change change = errand_change(e, "lift", subject, name, l.kinds[i]);

        store_sanction_lift(store, l.kinds[i], subject, &change,
                            admin_ask(e->admin, NULL, NULL));
        if (!admin_told(e->admin))
            return false;
        errand_done(e, "lift", subject, name, 0);
        *count += 1;
    }
    return true;
}

/* The same for the addresses of a person's devices that were banned or muted with the person. */
static bool lift_origins(struct errand *e, const struct target *t, uint32_t *count)
{
    struct origins o = {.count = 0};
    char subject[STORE_SUBJECT_MAX], name[STORE_NAME_MAX + 1];
    bool good;

    store_origins_of(admin_store(e->admin), t->id, admin_ask(e->admin, take_origins, &o));
    good = admin_told(e->admin);
    for (uint32_t i = 0; good && i < o.count; i++) {
        snprintf(subject, sizeof subject, "origin:%s", o.at[i]);
        good = find_name(e, subject, name);
        if (good && strcmp(name, t->name) == 0)
            good = lift(e, subject, name, count);
    }
    return good;
}

int errand_lift(struct errand *e)
{
    struct target t = {0};
    uint32_t count = 0;
    bool good;
    int code = CLI_OK;

    if (e->count < 1 || e->count > 2)
        return errand_usage("lift NAME|#NUMBER|ADDRESS|TABLE|SUBJECT [ban|mute]");
    if (!errand_subject(e->args[0], t.subject))
        code = errand_find(e, e->args[0], &t);
    if (code != CLI_OK)
        return code;
    good = lift(e, t.subject, t.name, &count);
    if (good && t.kind == TARGET_PERSON && t.id[0])
        good = lift_origins(e, &t, &count);
    if (!good)
        return errand_trouble(e);
    if (!count)
        return cli_refuse("there is nothing to lift for \"{0}\".", SAID(say_text(e->args[0])));
    return CLI_OK;
}

/* ---- names and notes ---- */

int errand_rename(struct errand *e)
{
    struct target t;
    struct store_change change;
    struct refusal why;
    struct message_text name;
    int code;

    if (e->count != 2)
        return errand_usage("rename NAME|#NUMBER NEWNAME [--why TEXT]");
    code = errand_find_person(e, e->args[0], &t);
    if (code != CLI_OK)
        return code;
    name = (struct message_text){e->args[1], strlen(e->args[1])};
    if (!name_may_be_taken(&name, &why))
        return cli_complain(e->args[1], &why.why);
    if (!errand_sure(e, "Call {0} \"{1}\" from now on? Nobody can have the old name again.",
                     SAID(say_text(t.name), say_text(e->args[1]))))
        return CLI_REFUSED;
    change = errand_change(e, "rename", t.subject, t.name, e->args[1]);
    store_person_call(admin_store(e->admin), t.id, e->args[1], &change,
                      admin_ask(e->admin, NULL, NULL));
    if (!admin_told(e->admin))
        return admin_status(e->admin) == STORE_TAKEN
                   ? cli_refuse("somebody has the name \"{0}\", or had it a short time ago.",
                                SAID(say_text(e->args[1])))
                   : errand_trouble(e);
    if (!admin_relabel(e->admin, t.id, e->args[1]))
        return errand_trouble(e);
    errand_done(e, "rename", t.subject, e->args[1], 0);
    return CLI_OK;
}

int errand_note(struct errand *e)
{
    struct target t;
    struct store_change change;
    int code;

    if (e->count != 2)
        return errand_usage("note NAME|#NUMBER|ADDRESS TEXT");
    code = errand_find(e, e->args[0], &t);
    if (code != CLI_OK)
        return code;
    change = errand_change(e, "note", t.subject, t.name, e->args[1]);
    store_change(admin_store(e->admin), &change, admin_ask(e->admin, NULL, NULL));
    if (!admin_told(e->admin))
        return errand_trouble(e);
    errand_done(e, "note", t.subject, t.name, 0);
    return CLI_OK;
}

/* ---- tables ---- */

static void take_phase(void *context, const struct store_answer *a)
{
    *(enum store_phase *)context = a->tables[0].phase;
}

static int find_table(struct errand *e, const char *id, struct target *t,
                      enum store_phase *phase)
{
    *t = (struct target){0};
    store_load(admin_store(e->admin), id, 0, admin_ask(e->admin, take_phase, phase));
    if (!admin_told(e->admin))
        return admin_status(e->admin) == STORE_MISSING ||
                       admin_status(e->admin) == STORE_REFUSED
                   ? cli_refuse("there is no table \"{0}\".", SAID(say_text(id)))
                   : errand_trouble(e);
    snprintf(t->id, sizeof t->id, "%s", id);
    snprintf(t->subject, sizeof t->subject, "table:%s", id);
    return CLI_OK;
}

int errand_close(struct errand *e)
{
    enum store_phase phase = STORE_OPEN;
    struct target t;
    int code;

    if (e->count != 1)
        return errand_usage("close TABLE [--why TEXT]");
    code = find_table(e, e->args[0], &t, &phase);
    if (code != CLI_OK)
        return code;
    if (!errand_sure(e, "Close table {0}? Its game ends without a result.",
                     SAID(say_text(t.id))))
        return CLI_REFUSED;
    if (phase != STORE_OVER && !admin_abort(e->admin, t.id))
        return errand_trouble(e);
    if (!impose(e, "close", &t, INT64_MAX))
        return errand_trouble(e);
    errand_done(e, "close", t.subject, "", 0);
    return CLI_OK;
}

static int delete_table(struct errand *e, const char *id)
{
    enum store_phase phase = STORE_OPEN;
    struct target t;
    struct store_change change;
    int code = find_table(e, id, &t, &phase);

    if (code != CLI_OK)
        return code;
    if (!errand_sure(e, "Delete table {0} with everything in it?", SAID(say_text(t.id))))
        return CLI_REFUSED;
    change = errand_change(e, "delete", t.subject, "", "");
    store_table_remove(admin_store(e->admin), t.id, &change, admin_ask(e->admin, NULL, NULL));
    if (!admin_told(e->admin))
        return errand_trouble(e);
    errand_done(e, "delete", t.subject, "", 0);
    return CLI_OK;
}

static int delete_person(struct errand *e, const char *word)
{
    struct target t;
    struct store_change change;
    int code = errand_find_person(e, word, &t);

    if (code != CLI_OK)
        return code;
    if (!errand_sure(e, "Delete {0}? Their games stay, under \"someone\".",
                     SAID(say_text(t.name))))
        return CLI_REFUSED;
    change = errand_change(e, "delete", t.subject, "", ""); /* the name is deleted too */
    if (!admin_erase(e->admin, t.id, &change))
        return errand_trouble(e);
    errand_done(e, "delete", t.subject, t.name, 0);
    return CLI_OK;
}

int errand_delete(struct errand *e)
{
    if (e->count == 2 && strcmp(e->args[0], "person") == 0)
        return delete_person(e, e->args[1]);
    if (e->count == 2 && strcmp(e->args[0], "table") == 0)
        return delete_table(e, e->args[1]);
    return errand_usage("delete person NAME|#NUMBER, or: delete table ID");
}
