/*
 * Events as JSON: for clients that arrange the legal events of a seat (which payments a route can
 * be claimed with, which squares a tile fits) without knowing how an event is packed.
 */
#ifndef ANDEN_EVENT_JSON_H
#define ANDEN_EVENT_JSON_H

#include "../engine/game.h"
#include "json.h"

/* One event as an object: "event" (the number), "kind", and what the kind needs; doc/protocol.md
 * lists the members. s is the position before it, a state or what a view shows. */
void event_json(struct json *j, const char *key, const struct match *m, const struct state *s,
                event_t e);

/* All legal events of the seat to act, as an array. */
void legal_json(struct json *j, const char *key, const struct match *m, const struct state *s);

#endif
