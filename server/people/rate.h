/*
 * Rating a game that is over: finds out what the change of each rating depends on. Games that share
 * a person are rated one after the other, so that each one sees the changes of the one before.
 * Private to server/.
 */
#ifndef ANDEN_RATE_H
#define ANDEN_RATE_H

#include "../server.h"
#include "rating.h"

/* A game that is being rated. The caller owns the memory. */
struct rate {
    struct rate *next;
    struct server *server;
    const char *table, *game;
    uint32_t count;
    char person[SEATS_MAX][PERSON_TEXT];
    struct rated rated[SEATS_MAX];   /* in: the ranks; out: the rest */
    void (*call)(struct rate *rate); /* when all is known */
    uint32_t asked;                  /* questions to the store that are answered */
    bool begun;
};

/* Calls back later, or at once if fewer than two people are rated. Then store the change, and
 * call rate_end() once it is stored or has failed. */
void rate_begin(struct rate *rate);
void rate_end(struct rate *rate);

#endif
