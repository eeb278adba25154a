/*
 * Other people at a server: those whose chat we ignore, and reports about them. The list is
 * kept with the account; guests, who have no account, keep it in a file. Private to cli/.
 */
#ifndef ANDEN_ONLINE_PEOPLE_H
#define ANDEN_ONLINE_PEOPLE_H

#include "messages.h"

#include "../../table/table.h"

#include <stdbool.h>
#include <stdint.h>

struct online;

enum { PEOPLE_MAX = 200 };

/* The people we ignore. Begins as zeros. */
struct people {
    struct {
        int64_t person;
        char name[NAME_SIZE];
    } list[PEOPLE_MAX];
    uint32_t count;
};

/* Orders: see orders.c. */
void people_ignore(struct online *o, const char *rest);
void people_read(struct online *o, const char *rest);
void people_show(struct online *o, const char *rest);
void people_report(struct online *o, const char *rest);

/* We know who we are: gets the list. A guest who has secured a name takes it along. */
void people_load(struct online *o);
void people_listed(struct online *o, const struct message_people *m);

bool people_ignores(const struct online *o, int64_t person);

#endif
