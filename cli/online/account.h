/*
 * Who we are at a server, and the commands about it: a passphrase for a name, signing in and
 * out, the recovery code, devices. Private to cli/.
 */
#ifndef ANDEN_ONLINE_ACCOUNT_H
#define ANDEN_ONLINE_ACCOUNT_H

#include "../../protocol/message.h"
#include "messages.h"
#include "token.h"

#include <stdbool.h>
#include <stdint.h>

struct online;
struct text;

enum { ACCOUNT_DEVICES = 64 };

/* What has to be typed before a command can be sent. All of it is secret. */
enum account_asks {
    ASKS_NOTHING,
    ASKS_PASSPHRASE, /* of a name */
    ASKS_OLD,        /* the present passphrase */
    ASKS_NEW,
    ASKS_AGAIN, /* the new one, once more */
};

/* Begins as zeros. */
struct account {
    bool secured; /* the name has a passphrase */
    enum account_asks asks;
    enum message_type errand; /* of the last command about the account */
    int64_t id;               /* ... its id, until it is done */
    char name[MESSAGE_SIGNIN_NAME_MAX + 1], code[MESSAGE_RECOVER_CODE_MAX + 1];
    char old[MESSAGE_SECURE_OLD_MAX + 1], fresh[MESSAGE_SECURE_PASSPHRASE_MAX + 1];
    int64_t device[ACCOUNT_DEVICES]; /* in the order of the list that was shown */
    uint32_t devices;
};

/* Orders: see orders.c. */
void account_help(struct online *o, const char *rest);
void account_secure(struct online *o, const char *rest);
void account_sign_in(struct online *o, const char *rest);
void account_recover(struct online *o, const char *rest);
void account_ask_devices(struct online *o, const char *rest);
void account_sign_out(struct online *o, const char *rest);

/* The question that has to be answered before anything else is typed; false if there is none.
 * The answer must not be shown. */
bool account_question(const struct online *o, struct text *out);

/* The answer that was typed; null or "" cancels. */
void account_answer(struct online *o, const char *line);

/* The server has carried out the last command, or lists devices. False if the answer is about
 * something else. */
bool account_done(struct online *o, const struct message_ok *ok);
void account_listed(struct online *o, const struct message_device_list *m);

#endif
