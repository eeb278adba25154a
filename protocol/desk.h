/*
 * The desk of a table: reads what a message asks for, checks whether its sender may ask for
 * that, and gives the entries that it would add, or a refusal. A server and a table in a page
 * use the same desk. They handle queues, storage and connections themselves, and messages that
 * are not about a game.
 *
 *     desk_read(&message, &request, &refusal);           needs no table and keeps no message
 *     ... the request waits for its turn ...
 *     desk_propose(&desk, &sender, &request, &refusal);  entries, nothing to do, or a refusal
 */
#ifndef ANDEN_PROTOCOL_DESK_H
#define ANDEN_PROTOCOL_DESK_H

#include "plan.h"
#include "refusal.h"
#include "report.h"

/* May this message come now? Before the welcome, a client can only say hello, sign in and ping. */
bool desk_may_speak(const struct message *m, bool welcomed, struct refusal *why);

/* Is this greeting valid? */
bool desk_hello(const struct message_hello *hello, struct refusal *why);

/* The refusal for a table that does not exist. */
bool desk_no_table(struct refusal *why);

/* The refusal for a table without spectators. */
bool desk_no_spectators(struct refusal *why);

enum desk_task {
    DESK_COMMAND, /* a command for the table */
    DESK_JOIN,    /* to watch, and to get the entries after a number */
    DESK_LEAVE,   /* to stop watching */
    DESK_REMATCH,
    DESK_OTHER, /* not about a game */
};

/* What a message asks. */
struct desk_request {
    struct table_command command;
    uint8_t task;  /* enum desk_task */
    bool maker;    /* only the maker of the table may ask for it */
    bool own_seat; /* the command is for the sender's own seat */
    bool any_seat; /* SIT: the first seat that is open */
    bool has_text, has_after;
    uint32_t after;            /* JOIN: the number of the last entry that the sender has */
    char text[EVENT_TEXT_MAX]; /* CHOOSE: the event in words; SIT: the bot */
};

bool desk_read(const struct message *m, struct desk_request *r, struct refusal *why);

/* The last entry that somebody who joins already has. */
uint32_t desk_after(const struct table *t, const struct desk_request *r);

/* Who asks. */
struct desk_sender {
    uint64_t person; /* 0: somebody who can't have a seat; or the host itself */
    bool maker;      /* has made the table */
    bool guest;      /* can only ask for levels as bots */
};

/* The table, and where the outcome goes. */
struct desk {
    const struct table *table;
    uint64_t now;              /* the table's clock */
    struct table *replica;     /* lent, to look at earlier positions */
    struct proposal *proposal; /* what is to be added */
};

enum desk_answer {
    DESK_OK,   /* the proposal has entries */
    DESK_DONE, /* there is nothing to add */
    DESK_REFUSED,
};

/* Does it need an earlier position, for which the table has to be played again? */
bool desk_looks_back(const struct table *t, const struct desk_request *r);

/* For a task DESK_COMMAND; the command of the request is completed. */
enum desk_answer desk_propose(const struct desk *d, const struct desk_sender *who,
                              struct desk_request *r, struct refusal *why);

/* The "who" of a bot that plays this game. A guest can only ask for levels. */
bool desk_bot(const struct match *m, const char *spec, bool guest, uint64_t *who,
              struct refusal *why);

/* May this person be at the table, according to its plan? People with a seat may. Until the
 * game starts everybody may, so that they can sit down. */
bool desk_may_watch(const struct table *t, const struct message_plan_part *plan,
                    uint64_t person, struct refusal *why);

/* May this person write there? The maker of the table may, and people with a seat. */
bool desk_may_say(const struct table *t, const struct message_plan_part *plan, uint64_t person,
                  struct refusal *why);

/* May this person ask for a rematch now? */
bool desk_rematch(const struct table *t, uint64_t person, struct refusal *why);

#endif
