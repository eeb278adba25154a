/*
 * Hidden events, which a viewer gets instead of events that it may not know. Such an event has
 * the same kind and says nothing more, except how many tickets were kept where that is public.
 * They can be written and read ("deal ?", "ticket ?", "keep ?", "keep ?x2"); no family of rules
 * applies them.
 */
#ifndef ANDEN_HIDDEN_H
#define ANDEN_HIDDEN_H

#include "event.h"
#include "text.h"

/* Writes a hidden event. False if the event is not hidden; then nothing is written. */
bool hidden_format(event_t e, struct text *t);

/* Reads a hidden event of one of the kinds in the set. 0 if the text is not one. */
event_t hidden_parse(const char *text, size_t n, uint32_t kinds);

#endif
