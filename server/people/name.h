/*
 * Which names people may take, and what they may write. The store decides when two names are
 * equal (store_fold).
 */
#ifndef ANDEN_SERVER_NAME_H
#define ANDEN_SERVER_NAME_H

#include "../../protocol/refusal.h"

/* Does it have the form of a name: not too long, no control characters, no blank at its ends?
 * All names have it. */
bool name_is_one(const struct message_text *name, struct refusal *why);

/* May somebody take this name? It must be visible, be written in one alphabet, and not look
 * like the name of somebody who runs the server. Names from before these rules stay. */
bool name_may_be_taken(const struct message_text *name, struct refusal *why);

/* May others read this line, also on a terminal? It has no control characters (C1 included), line
 * breaks, or characters that change the direction of writing, and no towers of marks. */
bool line_is_plain(const struct message_text *line);

/* Does it have no visible character? */
bool line_is_blank(const struct message_text *line);

/* The letter that a letter, a sign or a digit looks like: itself, or one of a to z; i is l. */
uint32_t name_letter(uint32_t c);

#endif
