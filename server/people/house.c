/*
 * The rules of the house: see house.h. They are read page by page into a new copy, which
 * replaces the old one when it is complete; then people who are no longer allowed here are sent
 * away.
 */
#include "house.h"

#include "../hall.h"
#include "../journal.h"
#include "../net/address.h"
#include "../net/ws.h"
#include "../news.h"
#include "../store/store.h"
#include "withdraw.h"
#include "wordlist.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SANCTIONS_MAX = 100000 }; /* in memory */

enum kind { BAN, MUTE, CLOSE, KINDS };

/* A ban, a mute or a closed table. It is about a person, a table or origin, or a network. */
struct sanction {
    enum kind kind;
    int64_t until;
    uint64_t person;        /* or 0 */
    char id[TABLE_ID];      /* of a table, or an origin; or "" */
    struct address network; /* if bits are given */
    uint32_t bits;          /* of 128 */
};

struct sanctions {
    struct sanction *list;
    uint32_t count, room;
};

/* What is being read. */
struct loading {
    bool busy, again; /* again: the rules have changed meanwhile */
    bool failed;      /* reading is tried again with the next look for news */
    char kind[16], after[STORE_SUBJECT_MAX + 1]; /* the last one of the page before */
};

struct house {
    struct server *server;
    struct sanctions now, fresh;
    struct wordlist *words, *fresh_words;
    struct loading sanctions, word;
};

/* Logs that changed rules are now in force. */
static void say_read(const char *what, uint32_t count)
{
    char number[16];

    snprintf(number, sizeof number, "%u", (unsigned)count);
    journal("rules", what, number, NULL, NULL);
}

/* ---- reading sanctions ---- */

static bool read_network(const char *text, struct sanction *s)
{
    char copy[ADDRESS_TEXT + 8], *slash;

    snprintf(copy, sizeof copy, "%s", text);
    slash = strchr(copy, '/');
    if (!slash)
        return false;
    *slash = '\0';
    s->bits = (uint32_t)strtoul(slash + 1, NULL, 10);
    if (!address_parse(copy, &s->network))
        return false;
    if (address_is_v4(&s->network))
        s->bits += 96;
    return s->bits <= 128;
}

static bool read_sanction(const struct store_sanction *from, struct sanction *s)
{
    static const char *const kinds[KINDS] = {"ban", "mute", "close"};
    const char *person = news_id(from->subject, "person"),
               *origin = news_id(from->subject, "origin"),
               *table = news_id(from->subject, "table"),
               *address = news_id(from->subject, "address");

    *s = (struct sanction){.kind = KINDS, .until = from->until};
    for (uint32_t i = 0; i < KINDS; i++)
        if (strcmp(kinds[i], from->kind) == 0)
            s->kind = (enum kind)i;
    if (person)
        s->person = strtoull(person, NULL, 10);
    else if (origin || table)
        snprintf(s->id, sizeof s->id, "%s", origin ? origin : table);
    else if (!address || !read_network(address, s))
        return false;
    return s->kind != KINDS;
}

static void add(struct sanctions *all, const struct store_sanction *from)
{
    if (all->count == all->room) {
        uint32_t room = all->room ? 2 * all->room : 64;
        struct sanction *more =
            room <= SANCTIONS_MAX ? realloc(all->list, room * sizeof *more) : NULL;

        if (!more) {
            journal("sanction_lost", "subject", from->subject, NULL, NULL);
            return;
        }
        all->list = more;
        all->room = room;
    }
    if (read_sanction(from, &all->list[all->count]))
        all->count++;
}

static void enforce(struct house *h);
static void ask_sanctions(struct house *h);

static void sanctions_known(void *context, const struct store_answer *a)
{
    struct house *h = context;
    struct loading *l = &h->sanctions;

    for (uint32_t i = 0; a->status == STORE_OK && i < a->sanction_count; i++) {
        add(&h->fresh, &a->sanctions[i]);
        snprintf(l->kind, sizeof l->kind, "%s", a->sanctions[i].kind);
        snprintf(l->after, sizeof l->after, "%s", a->sanctions[i].subject);
    }
    if (a->status == STORE_OK && a->sanction_count == STORE_LIST_MAX) {
        ask_sanctions(h);
        return;
    }
    l->busy = false;
    if (a->status == STORE_OK) {
        free(h->now.list);
        h->now = h->fresh;
        h->fresh = (struct sanctions){0};
        enforce(h);
        say_read("sanctions", h->now.count);
    }
    l->failed = a->status != STORE_OK;
    if (l->again && !l->failed && !h->server->stopping)
        house_changed(h->server, "ban");
}

static void ask_sanctions(struct house *h)
{
    store_sanctions(h->server->store, "", clock_now(),
                    &(struct store_after){h->sanctions.kind, h->sanctions.after},
                    (struct store_done){sanctions_known, h});
}

/* ---- reading words ---- */

static void ask_words(struct house *h);

static void words_known(void *context, const struct store_answer *a)
{
    struct house *h = context;
    struct loading *l = &h->word;

    for (uint32_t i = 0; a->status == STORE_OK && i < a->word_count; i++) {
        wordlist_add(h->fresh_words, a->words[i].word);
        snprintf(l->after, sizeof l->after, "%s", a->words[i].word);
    }
    if (a->status == STORE_OK && a->word_count == STORE_LIST_MAX) {
        ask_words(h);
        return;
    }
    l->busy = false;
    if (a->status == STORE_OK) {
        wordlist_free(h->words);
        h->words = h->fresh_words;
        say_read("words", wordlist_count(h->words));
    } else {
        wordlist_free(h->fresh_words);
    }
    l->failed = a->status != STORE_OK;
    h->fresh_words = NULL;
    if (l->again && !l->failed && !h->server->stopping)
        house_changed(h->server, "word");
}

static void ask_words(struct house *h)
{
    store_words(h->server->store, h->word.after, (struct store_done){words_known, h});
}

/* ---- beginning to read ---- */

static bool begin(struct loading *l)
{
    if (l->busy) {
        l->again = true;
        return false;
    }
    *l = (struct loading){.busy = true};
    return true;
}

static bool is_one_of(const char *what, const char *const *names)
{
    while (*names && strcmp(*names, what) != 0)
        names++;
    return *names != NULL;
}

void house_changed(struct server *s, const char *what)
{
    static const char *const sanctions[] = {"ban", "mute", "lift", "close", "delete", NULL};
    struct house *h = s->house;

    if ((!what || is_one_of(what, sanctions)) && begin(&h->sanctions)) {
        free(h->fresh.list);
        h->fresh = (struct sanctions){0};
        ask_sanctions(h);
    }
    if ((!what || strncmp(what, "word", 4) == 0) && begin(&h->word)) {
        h->fresh_words = wordlist_new();
        if (h->fresh_words)
            ask_words(h);
        else
            h->word.busy = false;
    }
}

void house_again(struct server *s)
{
    if (s->house->sanctions.failed)
        house_changed(s, "ban");
    if (s->house->word.failed)
        house_changed(s, "word");
}

/* ---- what is forbidden ---- */

static bool is_in(const struct sanction *s, const struct address *a)
{
    uint32_t whole = s->bits / 8, rest = s->bits % 8;

    return memcmp(s->network.bytes, a->bytes, whole) == 0 &&
           (rest == 0 || (s->network.bytes[whole] ^ a->bytes[whole]) >> (8 - rest) == 0);
}

/* Whom to look for. */
struct sought {
    uint64_t person;
    const char *table; /* or "" */
    char origin[ORIGIN_TEXT];
    bool has_address;
    struct address address;
};

static struct sought seek(const struct server *s, uint64_t person, const char *address,
                          const char *table)
{
    struct sought x = {.person = person, .table = table};

    origin_of_address(s, address, x.origin);
    x.has_address = address && address_parse(address, &x.address);
    return x;
}

static bool is_about(const struct sanction *s, const struct sought *x)
{
    if (s->person)
        return s->person == x->person;
    if (s->id[0])
        return strcmp(s->id, x->table) == 0 || (x->origin[0] && strcmp(s->id, x->origin) == 0);
    return s->bits && x->has_address && is_in(s, &x->address);
}

/* The sanction of this kind that lasts longest; null if there is none. */
static const struct sanction *find(const struct server *s, enum kind kind,
                                   const struct sought *x)
{
    const struct sanctions *all = &s->house->now;
    const struct sanction *found = NULL;
    int64_t now = clock_now();

    for (uint32_t i = 0; i < all->count; i++) {
        const struct sanction *one = &all->list[i];

        if (one->kind == kind && one->until > now && is_about(one, x) &&
            (!found || one->until > found->until))
            found = one;
    }
    return found;
}

/* A refusal that says when the sanction ends, if it ends. */
static bool refuse_until(struct refusal *why, const char *code, const char *const sentence[2],
                         int64_t until)
{
    time_t seconds = (time_t)(until / 1000);
    struct tm utc;
    char when[40];
    struct text kept = text_in(when, sizeof when);

    if (until == INT64_MAX || !gmtime_r(&seconds, &utc) || utc.tm_year > 9999 - 1900)
        return refuse(why, code, sentence[1]);
    strftime(when, sizeof when, "%Y-%m-%d %H:%M UTC", &utc);
    kept.length = strlen(when);
    REFUSE(why, code, sentence[0], say_piece(&kept));
    why->until = seconds;
    return false;
}

bool house_lets_in(const struct server *s, uint64_t person, const char *address,
                   struct refusal *why)
{
    static const char *const personal[2] = {
        SAYS("Those who run this server have banned you until {0}."),
        SAYS("Those who run this server have banned you.")};
    static const char *const local[2] = {
        SAYS("Nobody can play here from your address until {0}."),
        SAYS("Nobody can play here from your address.")};
    const struct sought x = seek(s, person, address, "");
    const struct sanction *ban = s->house->now.count ? find(s, BAN, &x) : NULL;

    return !ban || refuse_until(why, "banned", ban->person ? personal : local, ban->until);
}

static bool refuse_closed(struct refusal *why)
{
    return refuse(why, "table_closed", "Those who run this server have closed this table.");
}

bool house_is_open(const struct server *s, const char *table, struct refusal *why)
{
    const struct sought x = {.table = table};

    return !s->house->now.count || !find(s, CLOSE, &x) || refuse_closed(why);
}

bool house_lets_write(const struct server *s, uint64_t person, const char *address,
                      const char *table, struct refusal *why)
{
    static const char *const sentence[2] = {
        SAYS("You cannot write until {0}: those who run this server have decided so. You can "
             "still play."),
        SAYS("You cannot write: those who run this server have decided so. You can still "
             "play.")};
    const struct sought x = seek(s, person, address, "");
    const struct sanction *mute = s->house->now.count ? find(s, MUTE, &x) : NULL;

    if (mute)
        return refuse_until(why, "muted", sentence, mute->until);
    return house_is_open(s, table, why);
}

bool house_lets_say(const struct server *s, const char *text, struct refusal *why)
{
    return !s->house->words || !wordlist_find(s->house->words, text) ||
           refuse(why, "bad_word", "This line has a word that is not allowed here.");
}

bool house_lets_name(const struct server *s, const char *name, struct refusal *why)
{
    return !s->house->words || !wordlist_find(s->house->words, name) ||
           refuse(why, "bad_word", "This name has a word that is not allowed here.");
}

/* ---- telling ---- */

static void tell(struct client *c, const struct refusal *why, const char *table)
{
    struct message m = {.type = MESSAGE_ERROR};
    char words[REFUSAL_WORDS];

    m.error = refusal_error(why, client_language(c), words);
    if (table)
        m.error.table = message_text(table);
    client_send(c, &m);
}

static void enforce_on(struct hash_node *node, void *context)
{
    struct house *h = context;
    struct person *p = (struct person *)node;
    bool gone = false;

    for (struct client *c = p->clients, *next; c; c = next) {
        struct refusal why;

        next = c->next;
        if (!c->ws || house_lets_in(h->server, person_number(p), ws_address(c->ws), &why))
            continue;
        tell(c, &why, NULL);
        ws_close(c->ws, WS_POLICY, "banned");
        gone = true;
    }
    if (gone)
        withdraw(h->server, p->id, (struct withdrawn){0});
}

/* Sends away people who are not allowed here; a bot plays for them. */
static void enforce(struct house *h)
{
    if (h->now.count)
        hash_each(&h->server->people, enforce_on, h);
}

void house_tell_renamed(struct server *s, uint64_t person, const char *name)
{
    const struct person *p = person_here(s, person);
    struct refusal why;

    REFUSE(&why, "renamed", "Those who run this server have given you another name: {0}.",
           say_text(name));
    for (struct client *c = p ? p->clients : NULL; c; c = c->next)
        tell(c, &why, NULL);
}

void house_tell_closed(struct server *s, const char *table)
{
    const struct room *room = hall_find(s, table);
    char subject[NEWS_SUBJECT];
    struct store_sanction closed = {.kind = "close", .subject = subject, .until = INT64_MAX};
    struct refusal why;

    news_subject(subject, "table", table);
    add(&s->house->now, &closed); /* until then nobody can write there either */
    refuse_closed(&why);
    for (struct watcher *w = room ? room->watchers : NULL; w; w = w->next)
        tell(w->client, &why, table);
}

/* ---- beginning and end ---- */

bool house_start(struct server *s)
{
    s->house = calloc(1, sizeof *s->house);
    if (s->house)
        s->house->server = s;
    return s->house != NULL;
}

void house_free(struct server *s)
{
    struct house *h = s->house;

    free(h->now.list);
    free(h->fresh.list);
    wordlist_free(h->words);
    wordlist_free(h->fresh_words);
    free(h);
}
