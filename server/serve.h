/*
 * The server as a whole: started with its settings, runs until it is told to stop.
 */
#ifndef ANDEN_SERVE_H
#define ANDEN_SERVE_H

#include "config.h"

/* Runs until SIGTERM or SIGINT. Returns 0; or 1, having said on stderr what is wrong. Once it
 * listens it calls `listening` with its settings and its address. */
int serve(const struct config *config,
          void (*listening)(const struct config *config, const char *address));

#endif
