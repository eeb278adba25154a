/*
 * Moves that people type, and the refusals; the same at the prompt and on a full screen.
 * Private to cli/.
 */
#ifndef ANDEN_CLI_TYPED_H
#define ANDEN_CLI_TYPED_H

#include "../protocol/view_json.h"

/* The event of a line, in the words of the notation or of the person's language; 0 with a
 * complaint if it is not an event. It need not be legal. */
event_t typed_event(const struct position *p, const char *line, struct complaint *why);

/* A refusal in words, with the rule; `begin` is a sentence before it, or "". */
enum { TYPED_REFUSAL = 600 };
void typed_refusal(const char *begin, const struct complaint *why, char out[TYPED_REFUSAL]);

#endif
