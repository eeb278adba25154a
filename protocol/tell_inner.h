/*
 * What the files of tell.h share. Private to them.
 */
#ifndef ANDEN_TELL_INNER_H
#define ANDEN_TELL_INNER_H

#include "tell.h"

/* The last entry has been applied: adds the line of the log that it has made, or that has grown by
 * it. `now` is what the viewer sees. */
void teller_story(struct teller *t, const struct position *now);

#endif
