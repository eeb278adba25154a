/*
 * `anden play --connect` and `anden watch URL`, line by line or on a full screen. Private to cli/.
 */
#ifndef ANDEN_ONLINE_PLAIN_H
#define ANDEN_ONLINE_PLAIN_H

#include "../window/client.h"
#include "online.h"

/* Does what the command line asks for. Returns an exit code. */
int online_run(const struct command *c, const struct online_wish *w,
               const struct client_options *screen);

#endif
