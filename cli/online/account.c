/*
 * Who we are at a server: see account.h.
 */
#define _POSIX_C_SOURCE 200809L

#include "online.h"

#include <string.h>
#include <time.h>

void account_help(struct online *o, const char *rest)
{
    static const char help_account[] =
        " secure               a passphrase for your name: sign in with it anywhere\n"
        " signin NAME          sign in with a name that has a passphrase\n"
        " recover NAME CODE    set a new passphrase with the recovery code\n"
        " devices              where you are signed in\n"
        " signout [N|others]   sign out here; device number N; all other devices\n"
        " ignored              the people whose chat you hide\n"
        " read NAME            show somebody's chat again\n"
        " list                 back to the tables";
    struct text t = online_page(o);

    (void)rest;
    text_put(&t, cli_words(help_account));
}

/* ---- questions ---- */

static void forget_secrets(struct account *a)
{
    a->asks = ASKS_NOTHING;
    memset(a->code, 0, sizeof a->code);
    memset(a->old, 0, sizeof a->old);
    memset(a->fresh, 0, sizeof a->fresh);
}

static void begin(struct online *o, enum message_type errand, enum account_asks asks)
{
    forget_secrets(&o->account);
    o->account.errand = errand;
    o->account.asks = asks;
    o->changes++;
}

void account_secure(struct online *o, const char *rest)
{
    (void)rest;
    begin(o, MESSAGE_SECURE, o->account.secured ? ASKS_OLD : ASKS_NEW);
}

void account_sign_in(struct online *o, const char *rest)
{
    if (!*rest) {
        online_note(o, "Say who you are: signin NAME.", NULL);
        return;
    }
    begin(o, MESSAGE_SIGNIN, ASKS_PASSPHRASE);
    snprintf(o->account.name, sizeof o->account.name, "%s", rest);
}

/* A name may contain blanks, a code has none, so the code is the last word. */
void account_recover(struct online *o, const char *rest)
{
    const char *blank = strrchr(rest, ' ');

    if (!blank) {
        online_note(o, "Say the name and its recovery code: recover NAME CODE.", NULL);
        return;
    }
    begin(o, MESSAGE_RECOVER, ASKS_NEW);
    snprintf(o->account.name, sizeof o->account.name, "%.*s", (int)(blank - rest), rest);
    snprintf(o->account.code, sizeof o->account.code, "%s", blank + 1);
}

bool account_question(const struct online *o, struct text *out)
{
    static const char *const questions[] = {
        [ASKS_NOTHING] = "",
        [ASKS_PASSPHRASE] = SAYS("Passphrase of {0}: "),
        [ASKS_OLD] = SAYS("Passphrase until now: "),
        [ASKS_NEW] = SAYS("New passphrase: "),
        [ASKS_AGAIN] = SAYS("The same once more: "),
    };

    if (o->account.asks == ASKS_NOTHING)
        return false;
    cli_put(out, questions[o->account.asks], SAID(say_text(o->account.name)));
    return true;
}

static void tell_server(struct online *o, struct message *m)
{
    o->account.errand = m->type;
    o->doing = o->account.id = online_tell(o, m);
}

/* Everything that was asked for has been typed: sends the command. */
static void send_errand(struct online *o)
{
    struct account *a = &o->account;
    struct message m = {.type = a->errand};
    char former[TOKEN_SIZE];

    if (a->errand == MESSAGE_SIGNIN) {
        token_read(o->address.page, TOKEN_FORMER, former);
        m.signin.name = message_text(a->name);
        m.signin.passphrase = message_text(a->fresh);
        if (former[0])
            m.signin.device = message_text(former);
    } else if (a->errand == MESSAGE_SECURE) {
        m.secure.passphrase = message_text(a->fresh);
        if (a->secured)
            m.secure.old = message_text(a->old);
    } else {
        m.recover.name = message_text(a->name);
        m.recover.code = message_text(a->code);
        m.recover.passphrase = message_text(a->fresh);
    }
    tell_server(o, &m);
    forget_secrets(a);
}

void account_answer(struct online *o, const char *line)
{
    struct account *a = &o->account;

    o->changes++;
    if (!line || !*line) {
        forget_secrets(a);
        online_note(o, "Nothing is changed.", NULL);
    } else if (a->asks == ASKS_OLD) {
        snprintf(a->old, sizeof a->old, "%s", line);
        a->asks = ASKS_NEW;
    } else if (a->asks == ASKS_NEW) {
        snprintf(a->fresh, sizeof a->fresh, "%s", line);
        a->asks = ASKS_AGAIN;
    } else if (a->asks == ASKS_AGAIN && strcmp(a->fresh, line) != 0) {
        forget_secrets(a);
        online_note(o, "That was not the same. Nothing is changed.", NULL);
    } else {
        snprintf(a->fresh, sizeof a->fresh, "%s", line);
        send_errand(o);
    }
}

/* ---- devices ---- */

void account_ask_devices(struct online *o, const char *rest)
{
    struct message m = {.type = MESSAGE_DEVICES};

    (void)rest;
    tell_server(o, &m);
}

/* Day and local time. */
static void put_time(char out[32], int64_t seconds)
{
    time_t when = (time_t)seconds;
    struct tm at;

    out[0] = '\0';
    if (localtime_r(&when, &at))
        strftime(out, 32, "%Y-%m-%d %H:%M", &at);
}

void account_listed(struct online *o, const struct message_device_list *m)
{
    struct text t = online_page(o);

    cli_put(&t, "{0} is signed in here:", SAID(say_text(o->name)));
    o->account.devices = 0;
    for (uint32_t i = 0; i < m->list_count && i < ACCOUNT_DEVICES; i++) {
        const struct message_device_part *d = &m->list[i];
        char program[64], place[48], since[32], seen[32];

        o->account.device[o->account.devices++] = d->device;
        online_copy(program, sizeof program, &d->client);
        online_copy(place, sizeof place, &d->place);
        put_time(since, d->since);
        put_time(seen, d->seen);
        text_put(&t, "\n");
        cli_put(&t,
                d->here ? SAYS(" {0}  {1}, from {2}\n    signed in {3}; this device")
                        : SAYS(" {0}  {1}, from {2}\n    signed in {3}, last used {4}"),
                SAID(say_number((int32_t)i + 1), say_text(program), say_text(place),
                     say_text(since), say_text(seen)));
    }
    text_put(&t, "\n\n");
    cli_put(&t, "signout N signs one of them out, signout others all but this one.", NULL);
}

void account_sign_out(struct online *o, const char *rest)
{
    struct message m = {.type = MESSAGE_SIGNOUT};
    uint64_t n;

    if (strcmp(rest, "others") == 0) {
        m.signout.has_others = m.signout.others = true;
    } else if (*rest && cli_number(rest, 1, o->account.devices, &n)) {
        m.signout.has_device = true;
        m.signout.device = o->account.device[n - 1];
    } else if (*rest) {
        online_note(o, "Say a number of the list: type devices to see it.", NULL);
        return;
    } else if (!o->account.secured) {
        online_note(o,
                    "Your name has no passphrase, so you could not come back as {0}: type "
                    "secure first.",
                    SAID(say_text(o->name)));
        return;
    }
    tell_server(o, &m);
    if (!*rest)
        o->account.errand = MESSAGE_WELCOME; /* next comes a welcome, as a new guest */
}

/* ---- answers ---- */

static void show_code(struct online *o, const struct message_text *code)
{
    char words[MESSAGE_OK_RECOVERY_MAX + 1];
    struct text t = online_page(o);

    online_copy(words, sizeof words, code);
    cli_put(&t,
            "Your name is yours: sign in with it anywhere. All other devices are signed out.",
            NULL);
    text_put(&t, "\n\n");
    cli_put(
        &t,
        "If you lose the passphrase, this code makes a new one. It is shown only now: write "
        "it down.",
        NULL);
    text_put(&t, "\n\n ");
    text_put(&t, words);
}

bool account_done(struct online *o, const struct message_ok *ok)
{
    char token[TOKEN_SIZE];

    if (!ok->has_id || ok->id != o->account.id)
        return false;
    o->account.id = 0;
    if (ok->recovery.at) {
        o->account.secured = true;
        show_code(o, &ok->recovery);
    }
    if (ok->token.at) {
        online_copy(token, sizeof token, &ok->token);
        token_keep(o->address.page, TOKEN_FORMER, "");
        online_become(o, token);
    } else if (o->account.errand == MESSAGE_WELCOME) {
        token_read(o->address.page, TOKEN_OWN, token);
        token_keep(o->address.page, TOKEN_FORMER, token);
        online_become(o, "");
    } else if (o->account.errand == MESSAGE_SIGNOUT) {
        account_ask_devices(o, "");
    }
    return true;
}
