/*
 * Ctrl-C during long work, which then ends early and shows its results so far. Private to cli/.
 */
#ifndef ANDEN_CLI_INTERRUPT_H
#define ANDEN_CLI_INTERRUPT_H

#include <stdatomic.h>

/* Catches Ctrl-C from now on; the flag becomes true with the first. A second one, half a second
 * later or more, ends the program at once. */
const atomic_bool *interrupt_catch(void);

/* Does what a Ctrl-C does. */
void interrupt_raise(void);

#endif
