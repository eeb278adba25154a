/*
 * The lobby of a server and the waiting rooms of its tables, on a full screen. Private to cli/.
 */
#ifndef ANDEN_WINDOW_HALL_H
#define ANDEN_WINDOW_HALL_H

#include "../online/online.h"
#include "client.h"

/* Shows them and carries out typed commands until a game goes on, the connection ends, or the
 * person leaves. The terminal is given back at the end. */
enum answer hall_show(struct online *o, struct play *play, const struct client_wish *w);

#endif
