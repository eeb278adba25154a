/*
 * Events as JSON: for clients that arrange the legal events of a seat (which payments a route can
 * be claimed with, which squares a tile fits), or show what happened, without knowing how an event
 * is packed. doc/protocol.md lists the members.
 */
#ifndef ANDEN_EVENT_JSON_H
#define ANDEN_EVENT_JSON_H

#include "view_json.h"

/* One event as an object: "event" (the number), "kind", and the members of that kind. The view
 * is the one before the event. Hidden values are null. */
void event_json(struct json *j, const char *key, const struct match *m, const struct view *v,
                event_t e);

/* All legal events of the seat that acts in the view, as an array. */
void legal_json(struct json *j, const char *key, const struct match *m, const struct view *v);

/* An event that led from one position to the next, as far as the viewer may know it: the same
 * object, and its results (a route claimed, points, lines completed). */
void happening_json(struct json *j, const char *key, const struct position *before,
                    const struct position *after, event_t seen);

#endif
