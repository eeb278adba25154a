/*
 * Which names people may take, and what they may write. What makes two names equal is the store's
 * (store_fold).
 */
#ifndef ANDEN_SERVER_NAME_H
#define ANDEN_SERVER_NAME_H

#include "../../protocol/refusal.h"

/* Is it the form of a name at all: not too long, no control characters, no blank at its ends?
 * Everybody's name is. */
bool name_is_one(const struct message_text *name, struct refusal *why);

/* May somebody take this name? It can be seen as it is, is written in one alphabet, and is not
 * that of somebody who seems to run the server. Names from before these rules stay. */
bool name_may_be_taken(const struct message_text *name, struct refusal *why);

/* May others read this line, also on a terminal? It has no control characters (C1 included), line
 * breaks, or characters that turn the direction of writing, and no towers of marks. */
bool line_is_plain(const struct message_text *line);

/* Is there nothing in it that can be seen? */
bool line_is_blank(const struct message_text *line);

/* The letter that a letter, a sign or a digit can be taken for: itself, or one of a to z; i is
 * l. */
uint32_t name_letter(uint32_t c);

#endif
