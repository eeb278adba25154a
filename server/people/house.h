/*
 * The rules of the house: who is banned, who may not write, which words are forbidden. Those
 * who run the server set them with `anden admin`; every node has them in memory.
 */
#ifndef ANDEN_SERVER_HOUSE_H
#define ANDEN_SERVER_HOUSE_H

#include "../server.h"

bool house_start(struct server *s);
void house_free(struct server *s);

/* Reads rules again that a change (its `what`) may have affected; null: all of them. */
void house_changed(struct server *s, const char *what);

/* Tries again to read rules that could not be read. */
void house_again(struct server *s);

/* May this person (0: nobody yet) be here, from this address? */
bool house_lets_in(const struct server *s, uint64_t person, const char *address,
                   struct refusal *why);

/* May this person write, from this address, at this table ("": anywhere)? */
bool house_lets_write(const struct server *s, uint64_t person, const char *address,
                      const char *table, struct refusal *why);

/* Is a line of chat or a name free of forbidden words? */
bool house_lets_say(const struct server *s, const char *text, struct refusal *why);
bool house_lets_name(const struct server *s, const char *name, struct refusal *why);

/* Tells a person that they have a new name; tells everybody at a table that it is closed. */
void house_tell_renamed(struct server *s, uint64_t person, const char *name);
void house_tell_closed(struct server *s, const char *table);

/* Has nobody closed this table? */
bool house_is_open(const struct server *s, const char *table, struct refusal *why);

#endif
