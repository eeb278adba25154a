/*
 * The bytes of a view in messages: whole in base64, or as a patch with the changes: (offset,
 * length: 16 bits each, low byte first; bytes)*.
 */
#ifndef ANDEN_PROTOCOL_PATCH_H
#define ANDEN_PROTOCOL_PATCH_H

#include "../engine/game.h"

#include <stddef.h>

/* Writes the differences between two views. Returns the bytes written, at most PATCH_BYTES: in
 * the worst case every fifth byte differs and each costs four more. */
enum { PATCH_BYTES = 2 * sizeof(struct view) + 8 };
uint32_t patch_make(const struct view *before, const struct view *after, uint8_t *out);

/* Reads n bytes of base64: a whole view of a match, or a patch that changes one. These are the only
 * ways in which bytes from outside become a view. False if they are something else, or if the
 * rules say that the result can't be a view (check_view); then the view has not changed. */
bool patch_whole(const struct match *m, const char *text, size_t n, struct view *v);
bool patch_apply(const struct match *m, const char *text, size_t n, struct view *v);

#endif
