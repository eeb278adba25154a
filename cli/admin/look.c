/*
 * anden admin people, person, tables, table, address: looking things up. Looking at a person, a
 * table or an address is recorded.
 */
#include "errand.h"

#include "../../protocol/refusal.h"
#include "../../server/net/address.h"

#include <stdlib.h>
#include <string.h>

enum { LISTED = 100, CHAT = 50, NETWORKS = 256 /* that are looked up at most */ };

/* ---- people ---- */

static void list_people(void *context, const struct store_answer *a)
{
    for (uint32_t i = 0; i < a->person_count; i++)
        errand_show_person(context, &a->people[i]);
}

int errand_people(struct errand *e)
{
    int code = CLI_OK;

    sheet_list(&e->sheet, "people", NULL);
    store_people(admin_store(e->admin), e->count ? e->args[0] : "", LISTED,
                 admin_ask(e->admin, list_people, &e->sheet));
    if (!admin_told(e->admin))
        code = errand_trouble(e);
    sheet_list_end(&e->sheet);
    return code;
}

static void list_devices(void *context, const struct store_answer *a)
{
    struct sheet_out *s = context;

    for (uint32_t i = 0; i < a->device_count; i++) {
        const struct store_device *d = &a->devices[i];

        sheet_item(s);
        sheet_text(s, "client", NULL, d->client);
        sheet_text(s, "place", SAYS("from"), d->place);
        sheet_time(s, "since", SAYS("since"), d->created);
        sheet_time(s, "seen", SAYS("seen"), d->seen ? d->seen : d->created);
        sheet_item_end(s);
    }
}

static void list_ratings(void *context, const struct store_answer *a)
{
    struct sheet_out *s = context;

    for (uint32_t i = 0; i < a->rating_count; i++) {
        sheet_item(s);
        sheet_text(s, "game", NULL, a->ratings[i].game);
        sheet_number(s, "rating", NULL, a->ratings[i].rating);
        sheet_number(s, "games", SAYS("games"), a->ratings[i].games);
        sheet_item_end(s);
    }
}

static void list_tables(void *context, const struct store_answer *a)
{
    for (uint32_t i = 0; i < a->table_count; i++)
        errand_show_table(context, &a->tables[i]);
}

static void list_sanctions(void *context, const struct store_answer *a)
{
    for (uint32_t i = 0; i < a->sanction_count; i++)
        errand_show_sanction(context, &a->sanctions[i], "");
}

static void list_reports(void *context, const struct store_answer *a)
{
    for (uint32_t i = 0; i < a->report_count; i++)
        errand_show_report(context, &a->reports[i]);
}

static void list_changes(void *context, const struct store_answer *a)
{
    for (uint32_t i = 0; i < a->change_count; i++)
        errand_show_change(context, &a->changes[i]);
}

/* Waits for a list that was asked for, and ends it. */
static bool end_list(struct errand *e, bool good)
{
    bool told = admin_told(e->admin);

    sheet_list_end(&e->sheet);
    return told && good;
}

static struct store_done into(struct errand *e,
                              void (*take)(void *context, const struct store_answer *a))
{
    return admin_ask(e->admin, take, &e->sheet);
}

/* The lists about a person. */
static bool show_lists(struct errand *e, const struct target *t)
{
    struct store *store = admin_store(e->admin);
    struct sheet_out *s = &e->sheet;
    bool good = true;

    sheet_list(s, "devices", SAYS("Devices:"));
    store_devices(store, t->id, into(e, list_devices));
    good = end_list(e, good);
    sheet_list(s, "ratings", SAYS("Ratings:"));
    store_ratings_of(store, t->id, into(e, list_ratings));
    good = end_list(e, good);
    sheet_list(s, "tables", SAYS("Tables:"));
    store_tables_of(store, t->id, true, INT64_MAX, LISTED, into(e, list_tables));
    good = end_list(e, good);
    sheet_list(s, "sanctions", SAYS("Bans and mutes:"));
    store_sanctions(store, t->subject, e->now, &(struct store_after){"", ""},
                    into(e, list_sanctions));
    good = end_list(e, good);
    sheet_list(s, "reports", SAYS("Reports about this person:"));
    store_reports(
        store,
        &(struct store_reports_wanted){.closed = true, .person = t->id, .before = INT64_MAX},
        into(e, list_reports));
    good = end_list(e, good);
    sheet_list(s, "reported", SAYS("Reports by this person:"));
    store_reports(
        store,
        &(struct store_reports_wanted){.closed = true, .reporter = t->id, .before = INT64_MAX},
        into(e, list_reports));
    good = end_list(e, good);
    sheet_list(s, "audit", SAYS("Notes, and what was done:"));
    store_audit(store, t->subject, INT64_MAX, LISTED, into(e, list_changes));
    return end_list(e, good);
}

int errand_person(struct errand *e)
{
    struct target t;
    int code;

    if (e->count != 1)
        return errand_usage("person NAME|#NUMBER");
    code = errand_find_person(e, e->args[0], &t);
    if (code == CLI_OK)
        code = errand_write_down(e, "look", t.subject, t.name);
    if (code != CLI_OK)
        return code;
    sheet_text(&e->sheet, "name", SAYS("Name"), t.name);
    sheet_text(&e->sheet, "person", SAYS("Number"), t.id);
    sheet_time(&e->sheet, "since", SAYS("Since"), t.created);
    sheet_time(&e->sheet, "seen", SAYS("Last seen"), t.seen);
    sheet_flag(&e->sheet, "secured", SAYS("The name has a passphrase."), t.secured);
    return show_lists(e, &t) ? CLI_OK : errand_trouble(e);
}

/* ---- tables ---- */

int errand_tables(struct errand *e)
{
    sheet_list(&e->sheet, "tables", NULL);
    store_tables_all(admin_store(e->admin), e->options.all, INT64_MAX, LISTED,
                     into(e, list_tables));
    return end_list(e, true) ? CLI_OK : errand_trouble(e);
}

static void show_chairs(struct sheet_out *s, const struct message_listing_part *l)
{
    sheet_list(s, "chairs", SAYS("Seats:"));
    for (uint32_t i = 0; i < l->chairs_count; i++) {
        const struct message_chair_part *c = &l->chairs[i];
        char number[24] = "";

        if (c->has_person)
            snprintf(number, sizeof number, "%lld", (long long)c->person);
        sheet_item(s);
        sheet_number(s, "seat", NULL, c->seat);
        sheet_text(s, "kind", NULL, c->kind.at);
        sheet_text(s, "name", NULL, c->name.at);
        sheet_text(s, "person", NULL, number);
        sheet_flag(s, "away", SAYS("away"), c->away);
        sheet_flag(s, "resigned", SAYS("gave up"), c->resigned);
        sheet_item_end(s);
    }
    sheet_list_end(s);
}

/* The plan of a table, as its host chose it. */
static void show_plan(struct sheet_out *s, const struct store_table *t)
{
    size_t size = 4 * t->header.size + 4096;
    struct message_arena arena = {cli_need(malloc(size)), size, 0};
    struct message_plan_part p;
    struct complaint why;
    char host[24];

    if (message_decode_record(t->header.at, t->header.size, &message_plan_part_shape, &arena,
                              &p, &why)) {
        snprintf(host, sizeof host, "%lld", (long long)p.host);
        sheet_number(s, "seats", SAYS("Number of seats"), p.seats);
        sheet_text(s, "timing", SAYS("Clock"), p.timing ? p.timing->kind.at : "");
        sheet_text(s, "undo", SAYS("Undo"), p.undo.at);
        sheet_text(s, "spectators", SAYS("Spectators"), p.spectators.at);
        sheet_flag(s, "rated", SAYS("It counts for ratings."), !p.has_rated || p.rated);
        if (p.has_host)
            sheet_text(s, "host", SAYS("Made by"), host);
    }
    free(arena.at);
}

struct shown {
    struct sheet_out *sheet;
    uint32_t chat;
};

static void show_table(void *context, const struct store_answer *a)
{
    static const char *const phases[] = {"open", "playing", "over"};
    const struct store_table *t = &a->tables[0];
    struct shown *x = context;
    struct sheet_out *s = x->sheet;
    char store[8192];
    struct message_arena arena = {store, sizeof store, 0};
    struct message_listing_part l = {0};
    struct complaint why;

    x->chat = t->chat;
    sheet_text(s, "table", SAYS("Table"), t->id);
    sheet_text(s, "game", SAYS("Game"), t->game);
    sheet_text(s, "status", SAYS("State"), t->phase <= STORE_OVER ? phases[t->phase] : "");
    sheet_flag(s, "public", SAYS("It is public."), t->is_public);
    sheet_number(s, "last", SAYS("Entries"), t->last);
    sheet_time(s, "since", SAYS("Since"), t->created);
    sheet_time(s, "changed", SAYS("Changed"), t->changed);
    show_plan(s, t);
    if (message_decode_record(t->info.at, t->info.size, &message_listing_part_shape, &arena, &l,
                              &why))
        show_chairs(s, &l);
}

static void list_chat(void *context, const struct store_answer *a)
{
    struct sheet_out *s = context;

    for (uint32_t i = 0; i < a->line_count; i++) {
        sheet_item(s);
        sheet_number(s, "n", NULL, a->lines[i].number);
        sheet_time(s, "time", NULL, a->lines[i].time);
        sheet_text(s, "person", NULL, a->lines[i].person);
        sheet_text(s, "name", NULL, a->lines[i].name);
        sheet_text(s, "text", NULL, a->lines[i].text);
        sheet_item_end(s);
    }
}

int errand_table(struct errand *e)
{
    struct store *store = admin_store(e->admin);
    struct shown x = {&e->sheet, 0};
    char subject[STORE_SUBJECT_MAX];
    int code;

    if (e->count != 1)
        return errand_usage("table ID");
    store_load(store, e->args[0], 0, admin_ask(e->admin, show_table, &x));
    if (!admin_told(e->admin))
        return admin_status(e->admin) == STORE_MISSING
                   ? cli_refuse("there is no table \"{0}\".", SAID(say_text(e->args[0])))
                   : errand_trouble(e);
    sheet_list(&e->sheet, "chat", SAYS("Chat:"));
    store_chat_after(store, e->args[0], x.chat > CHAT ? x.chat - CHAT : 0, CHAT,
                     into(e, list_chat));
    if (!end_list(e, true))
        return errand_trouble(e);
    snprintf(subject, sizeof subject, "table:%s", e->args[0]);
    code = errand_write_down(e, "look", subject, "");
    sheet_list(&e->sheet, "audit", SAYS("What was done:"));
    store_audit(store, subject, INT64_MAX, LISTED, into(e, list_changes));
    return end_list(e, code == CLI_OK) ? CLI_OK : code ? code : errand_trouble(e);
}

/* ---- addresses ---- */

/* The networks in a range that have an origin each: addresses, or IPv6 networks of 64 bits. */
static uint32_t each_network(const char *network, char out[NETWORKS][ADDRESS_TEXT])
{
    struct networks n;
    char why[200];
    uint32_t most, bits, count = 0;

    if (!networks_parse(network, &n, why, sizeof why) || n.count != 1)
        return 0;
    most = address_is_v4(&n.at[0].address) ? 128 : 64;
    bits = n.at[0].bits;
    if (bits + 8 < most)
        return 0;
    for (uint32_t i = 0; i < (bits < most ? 1u << (most - bits) : 1); i++) {
        struct address a = n.at[0].address;

        a.bytes[most / 8 - 1] |= (uint8_t)i;
        address_format(&a, out[count++]);
    }
    return count;
}

struct found {
    struct sheet_out *sheet;
    bool tables; /* tables are wanted, not people */
};

static void list_found(void *context, const struct store_answer *a)
{
    const struct found *x = context;

    if (x->tables)
        list_tables(x->sheet, a);
    else
        list_people(x->sheet, a);
}

/* People or tables from any of these. */
static bool show_found(struct errand *e, char (*network)[ADDRESS_TEXT], uint32_t count,
                       bool tables)
{
    struct found x = {&e->sheet, tables};
    char origin[ADMIN_ORIGIN];
    bool good = true;

    for (uint32_t i = 0; good && i < count; i++) {
        admin_origin(e->admin, network[i], origin);
        if (!origin[0])
            continue;
        store_from(admin_store(e->admin), origin, admin_ask(e->admin, list_found, &x));
        good = admin_told(e->admin);
    }
    sheet_list_end(&e->sheet);
    return good;
}

int errand_address(struct errand *e)
{
    char(*network)[ADDRESS_TEXT] = cli_need(malloc(NETWORKS * sizeof *network));
    struct sheet_out *s = &e->sheet;
    char place[ADDRESS_TEXT];
    struct target t;
    uint32_t count;
    bool good;

    if (e->count != 1 || !errand_network(e->args[0], t.network)) {
        free(network);
        return errand_usage("address ADDRESS[/BITS]");
    }
    snprintf(t.subject, sizeof t.subject, "address:%s", t.network);
    count = each_network(t.network, network);
    if (!count) {
        free(network);
        return cli_refuse("{0} has more than {1} networks: name a smaller one.",
                          SAID(say_text(t.network), say_number(NETWORKS)));
    }
    sheet_text(s, "address", SAYS("Address"), t.network);
    sheet_list(s, "people", SAYS("People who were there, on a device or at a table:"));
    good = show_found(e, network, count, false);
    sheet_list(s, "tables", SAYS("Tables where somebody came from there:"));
    good = show_found(e, network, count, true) && good;
    address_coarse(network[0], place);
    sheet_text(s, "place", SAYS("Place"), place);
    sheet_list(s, "near", SAYS("People with a device at that place:"));
    store_near(admin_store(e->admin), place, into(e, list_people));
    good = end_list(e, good);
    sheet_list(s, "sanctions", SAYS("Bans and mutes:"));
    store_sanctions(admin_store(e->admin), t.subject, e->now, &(struct store_after){"", ""},
                    into(e, list_sanctions));
    good = end_list(e, good) && errand_write_down(e, "look", t.subject, "") == CLI_OK;
    free(network);
    return good ? CLI_OK : errand_trouble(e);
}
