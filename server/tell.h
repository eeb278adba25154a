/*
 * The steps of telling that tests look at by themselves. Private to server/.
 */
#ifndef ANDEN_TELL_H
#define ANDEN_TELL_H

#include "hall.h"

/* An entry as a viewer may know it, t being the table before it; the text lies in `text`. */
void tell_entry(const struct table *t, const struct entry *e, uint32_t viewer,
                struct message_happening_part *part, char text[256]);

/* What differs between two views: (offset, length: 16 bits each, low byte first; bytes)*. Returns
 * the bytes written, at most 2 * sizeof(struct view). */
uint32_t tell_patch(const struct view *before, const struct view *after, uint8_t *out);

/* The update that a viewer gets of what was gathered, malloc'ed. */
char *telling_text(const struct telling *t, uint32_t viewer, uint32_t view_kind, bool legal,
                   size_t *n);

#endif
