/*
 * Somebody leaves all tables. In games that have begun, a bot plays for them until they come back;
 * at other tables their seat becomes free. So nobody waits for a person who may not come.
 */
#ifndef ANDEN_SERVER_WITHDRAW_H
#define ANDEN_SERVER_WITHDRAW_H

#include "../hall.h"

/* The callbacks; call may be null. */
struct withdrawn {
    void (*call)(void *context, const struct refusal *why);
    /* A table has changed. May be null. */
    void (*at)(void *context, const struct room *room);
    void *context;
};

void withdraw(struct server *s, const char *person, struct withdrawn done);

#endif
