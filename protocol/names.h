/*
 * The names of the seats, as people read them. Messages have only names that somebody gave, and
 * how a bot plays.
 */
#ifndef ANDEN_PROTOCOL_NAMES_H
#define ANDEN_PROTOCOL_NAMES_H

#include "../engine/game.h"
#include "../engine/words.h"
#include "messages.h"

/* The name of people who have deleted their account; nobody can take it. In words it is
 * translated. */
#define NAME_OF_SOMEONE "someone"

struct seat_names {
    char name[SEATS_MAX][NAME_SIZE];
    uint32_t nameless; /* seats (bits) for which nobody has given one */
};

/* The names of the people and bots on some chairs. A person alone among bots is "You". */
void names_of(const struct message_chair_part *chair, uint32_t count, enum language language,
              struct seat_names *out);

/* The name of a seat without a given name, depending on who plays it ("human", a bot, or "" if
 * that is not known): "Otto" or "Bot 2"; a person alone among bots is "You"; else "Seat 2". */
void names_nameless(enum language language, uint32_t seat, const char *player, bool alone,
                    char name[NAME_SIZE]);

#endif
