/*
 * Removes what nobody has used for a long time: tables whose game never began, guests without a
 * game, and boards that no table has. Also removes what those who run the server keep only for
 * a time: closed reports, and the record of what they did. Private to server/.
 */
#ifndef ANDEN_TIDY_H
#define ANDEN_TIDY_H

#include "server.h"

struct tidy;

bool tidy_start(struct server *s);
void tidy_stop(struct server *s);
void tidy_free(struct server *s);

#endif
