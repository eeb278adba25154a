/*
 * The daily deal at a server: the table of the day, and the list of results. Private to
 * server/.
 *
 * A date has one deal for each board of the program (doc/daily.md); the seed follows from both.
 * Everybody plays it at a table of their own, against the same bots, once. Anybody can compute
 * the seed and with it all cards. So such a table is never rated, nobody may watch it, and its
 * results are listed apart.
 */
#ifndef ANDEN_DAILY_H
#define ANDEN_DAILY_H

#include "server.h"

struct http_request;

/* Answers with the person's own table of today for a board; makes it if there is none yet. */
void daily_open(struct client *c, const struct message_daily *m);

/* GET /api/daily/GAME?date=DATE: the results that count for a date; without one, for today. */
void daily_list(struct http_request *r);

#endif
