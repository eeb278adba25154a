/*
 * Messages from a server: see online.h.
 */
#include "online.h"

#include "../input.h"
#include "version.h"

#include <stdlib.h>
#include <string.h>

void online_note(struct online *o, const char *sentence, const struct said *values)
{
    struct text t = text_in(o->notice, sizeof o->notice);

    cli_put(&t, sentence, values);
    o->changes++;
}

struct text online_page(struct online *o)
{
    o->pages++;
    o->changes++;
    return text_in(o->page, sizeof o->page);
}

void online_copy(char *to, size_t size, const struct message_text *text)
{
    size_t n = text->at ? text->length : 0;

    snprintf(to, size, "%.*s", n < size ? (int)n : (int)size - 1, text->at ? text->at : "");
    cli_make_safe(to);
}

/* ---- asking ---- */

void online_join(struct online *o)
{
    struct message m = {.type = MESSAGE_JOIN};

    m.join.table = message_text(o->sight.table);
    m.join.has_after = true;
    m.join.after = o->sight.last;
    remote_say(o->remote, &m);
}

static void ask_lobby(struct online *o)
{
    struct message m = {.type = MESSAGE_LOBBY};

    m.lobby.on = true;
    o->mine = false;
    remote_say(o->remote, &m);
}

void online_go(struct online *o, const char *table)
{
    struct message m = {.type = MESSAGE_LEAVE};
    char to[ADDRESS_TABLE];

    snprintf(to, sizeof to, "%s", table);
    if (o->sight.table[0] && strcmp(o->sight.table, to) != 0) {
        m.leave.table = message_text(o->sight.table);
        remote_say(o->remote, &m);
    }
    sight_turn_to(&o->sight, to);
    online_turn_page(o);
    o->has_list = false;
    o->changes++;
    if (to[0])
        online_join(o);
    else
        ask_lobby(o);
}

int64_t online_tell(struct online *o, struct message *m)
{
    int64_t id = remote_command(o->remote, m);

    if (!id)
        online_note(o, "The server has not answered yet; wait a moment.", NULL);
    return id;
}

/* ---- hearing ---- */

static void on_welcome(struct online *o, const struct message_welcome *w)
{
    char token[TOKEN_SIZE], last[NAME_SIZE];

    memcpy(last, o->name, sizeof last);
    o->hailed = true;
    o->person = w->person;
    o->account.secured = w->secured;
    online_copy(o->name, sizeof o->name, &w->name);
    online_copy(token, sizeof token, &w->token);
    if (token[0] && !token_keep(o->address.page, TOKEN_OWN, token))
        online_note(o, "Your token cannot be saved: next time you will be somebody else here.",
                    NULL);
    if (last[0] && strcmp(last, o->name) != 0)
        online_note(o, "You are {0}.", SAID(say_text(o->name)));
    people_load(o);
    if (o->sight.table[0])
        online_join(o);
    else
        ask_lobby(o);
}

void online_become(struct online *o, const char *token)
{
    token_keep(o->address.page, TOKEN_OWN, token);
    o->hailed = false;
    remote_become(o->remote, token);
}

static void put_people(const struct message_listing_part *l, struct text *t)
{
    for (uint32_t i = 0; i < l->chairs_count; i++) {
        const struct message_chair_part *c = &l->chairs[i];

        text_put(t, i ? ", " : "");
        if (message_text_is(&c->kind, "open"))
            cli_put(t, "an open seat", NULL);
        else
            text_some(t, c->name.at ? c->name.at : c->bot.at,
                      c->name.at  ? c->name.length
                      : c->bot.at ? c->bot.length
                                  : 0);
    }
}

static void on_tables(struct online *o, const struct message_tables *m)
{
    o->mine = message_text_is(&m->of, "mine");
    o->listed = m->list_count < ONLINE_LIST ? m->list_count : ONLINE_LIST;
    o->has_list = true;
    online_copy(o->next, sizeof o->next, &m->next);
    for (uint32_t i = 0; i < o->listed; i++) {
        const struct message_listing_part *l = &m->list[i];
        struct text t = text_in(o->list[i].words, sizeof o->list[i].words);
        char game[32], people[128];
        struct text p = text_in(people, sizeof people);

        online_copy(o->list[i].table, sizeof o->list[i].table, &l->table);
        online_copy(game, sizeof game, &l->game);
        put_people(l, &p);
        cli_make_safe(people);
        cli_put(&t,
                l->has_your_turn && l->your_turn      ? SAYS("{0}: {1}. Your turn.")
                : message_text_is(&l->status, "open") ? SAYS("{0}: {1}. Not begun.")
                : message_text_is(&l->status, "over") ? SAYS("{0}: {1}. Over.")
                                                      : SAYS("{0}: {1}. Being played."),
                SAID(say_text(game), say_text(people)));
    }
    o->changes++;
}

static void on_ok(struct online *o, const struct message_ok *ok)
{
    char table[ADDRESS_TABLE];

    online_copy(table, sizeof table, &ok->table);
    o->changes++;
    if (!ok->has_id || account_done(o, ok))
        return;
    if (ok->id == o->reporting) {
        online_note(o, "Thank you. Those who run this server will read it.", NULL);
    } else if (o->making && ok->id == o->making && table[0]) {
        o->making = 0; /* only its first answer counts */
        o->watches = false;
        online_go(o, table);
    } else if (ok->id == o->naming) {
        memcpy(o->name, o->wished, sizeof o->name);
        online_note(o, "You are {0}.", SAID(say_text(o->name)));
    } else if (ok->id == o->sitting) {
        online_join(o); /* a seat sees more than a spectator */
    }
}

static void on_error(struct online *o, const struct message_error *e)
{
    char words[MESSAGE_ERROR_MESSAGE_MAX + 1];
    bool here = e->table.at && message_text_is(&e->table, o->sight.table);

    online_copy(words, sizeof words, &e->message);
    online_note(o, "{0}", SAID(say_text(cli_words(words))));
    if ((here && o->sight.status == SIGHT_NONE) || message_text_is(&e->code, "no_spectators") ||
        message_text_is(&e->code, "table_deleted") ||
        (message_text_is(&e->code, "no_table") && o->sight.status == SIGHT_NONE))
        online_go(o, "");
}

/* At a table that has not begun: if we came to play, we take the first open seat. */
static void on_table(struct online *o, const struct message *m, enum taken taken)
{
    struct message sit = {.type = MESSAGE_SIT};

    o->changes++;
    if (taken == TAKEN_STRANGE || taken == TAKEN_BAD) {
        memcpy(o->refused, o->sight.table, sizeof o->refused);
        online_go(o, "");
        online_note(o,
                    taken == TAKEN_BAD
                        ? SAYS("The server has sent a position that is not possible, so you "
                               "have left the table.")
                        : SAYS("This program and the server have different versions of the "
                               "game."),
                    NULL);
        return;
    }
    if (m->type == MESSAGE_AGAIN)
        online_note(o, "There is a rematch: type rematch to go there.", NULL);
    if (m->type != MESSAGE_SNAPSHOT)
        return;
    online_game(o);
    if (o->sight.status != SIGHT_OPEN || o->watches || o->sight.seat != SPECTATOR ||
        sight_open_seat(&o->sight) == NOBODY || o->sitting)
        return;
    sit.sit.table = message_text(o->sight.table);
    o->sitting = online_tell(o, &sit);
}

/* Nobody can play at a table that was refused, and the reason should stay on the screen. */
static void on_turn(struct online *o, const struct message_turn *m)
{
    if (!message_text_is(&m->table, o->sight.table) && !message_text_is(&m->table, o->refused))
        online_note(o, "It is your turn at another table: type mine in the lobby.", NULL);
}

static void heard(void *user, const struct message *m)
{
    struct online *o = user;
    enum taken taken;

    if (m->type == MESSAGE_WELCOME)
        on_welcome(o, &m->welcome);
    else if (m->type == MESSAGE_TABLES)
        on_tables(o, &m->tables);
    else if (m->type == MESSAGE_OK)
        on_ok(o, &m->ok);
    else if (m->type == MESSAGE_ERROR)
        on_error(o, &m->error);
    else if (m->type == MESSAGE_TURN)
        on_turn(o, &m->turn);
    else if (m->type == MESSAGE_DEVICE_LIST)
        account_listed(o, &m->device_list);
    else if (m->type == MESSAGE_PEOPLE)
        people_listed(o, &m->people);
    else if ((taken = sight_take(&o->sight, m)) == TAKEN_GAP)
        online_join(o);
    else if (taken != TAKEN_NOT)
        on_table(o, m, taken);
}

/* ---- coming and going ---- */

int online_open(struct online *o, const struct address *a, const char *name)
{
    char token[TOKEN_SIZE], why[400];
    struct remote_wish w = {.url = a->socket,
                            .token = token,
                            .name = name ? name : "",
                            .language = language_code[cli_language()],
                            .client = "anden " ANDEN_VERSION,
                            .user = o,
                            .heard = heard};

    o->address = *a;
    token_read(a->page, TOKEN_OWN, token);
    sight_turn_to(&o->sight, a->table);
    o->remote = remote_open(&w, why, sizeof why);
    if (!o->remote)
        return cli_refuse(
            "cannot connect to {0}: {1}.",
            SAID(say_text(a->page), say_text(cli_words(SAYS("there is no such host")))));
    return CLI_OK;
}

void online_close(struct online *o)
{
    remote_close(o->remote);
    sight_free(&o->sight);
}

int online_end(const struct online *o)
{
    bool from_server;
    const char *why = remote_why(o->remote, &from_server);

    if (remote_state(o->remote) != REMOTE_ENDED) /* we end it: our input has ended */
        why = SAYS("the server does not answer");
    if (from_server)
        return cli_refuse("{0} refuses: {1}", SAID(say_text(o->address.page), say_text(why)));
    return cli_refuse("cannot connect to {0}: {1}.",
                      SAID(say_text(o->address.page), say_text(cli_words(why))));
}

bool online_is_busy(const struct online *o)
{
    return remote_state(o->remote) != REMOTE_OPEN || remote_waits(o->remote, o->doing) ||
           remote_waits(o->remote, o->making) || remote_waits(o->remote, o->sitting) ||
           (o->sight.table[0] ? o->sight.status == SIGHT_NONE : !o->has_list);
}

/* Handles everything that has come; a lost connection is news too. */
static void hear(struct online *o)
{
    remote_listen(o->remote);
    if (remote_state(o->remote) != o->state)
        o->changes++;
    o->state = remote_state(o->remote);
}

bool online_listen(struct online *o)
{
    bool fresh;

    hear(o);
    fresh = o->changes != o->shown;
    o->shown = o->changes;
    return fresh;
}

int online_patience(struct online *o)
{
    hear(o); /* also writes, and finds out how long to wait */
    return o->changes != o->shown ? 0 : remote_patience(o->remote);
}

void online_wait(struct online *o, int64_t most)
{
    int patience = online_patience(o);

    if (most >= 0 && (patience < 0 || most < patience))
        patience = (int)most;
    input_wait(remote_descriptor(o->remote), patience);
}
