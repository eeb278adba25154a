/*
 * Hidden events: what a viewer gets instead of an event that it may not know. It is an event of
 * the same kind that says nothing more, except how many tickets were kept where that is public.
 * They can be written and read ("deal ?", "ticket ?", "keep ?", "keep ?x2"); no family of rules
 * applies them.
 */
#ifndef ANDEN_HIDDEN_H
#define ANDEN_HIDDEN_H

#include "event.h"
#include "text.h"

/* Writes a hidden event. False, nothing written, if the event is not hidden. */
bool hidden_format(event_t e, struct text *t);

/* Reads one of the kinds in the set. 0 if the text is not one. */
event_t hidden_parse(const char *text, size_t n, uint32_t kinds);

#endif
