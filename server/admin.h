/*
 * The server without a network, for the people who run it: `anden admin` opens the same
 * database beside running nodes, and changes it as a node would. Nodes are told about the
 * changes (news.h).
 */
#ifndef ANDEN_SERVER_ADMIN_H
#define ANDEN_SERVER_ADMIN_H

#include "../engine/words.h"
#include "config.h"
#include "store/store.h"

enum { ADMIN_ORIGIN = 17 }; /* bytes of an origin with its final zero */

struct admin;

/* Opens the database, which has to exist. Null and a sentence in why if it can't. */
struct admin *admin_open(const struct config *c, enum language l, char *why, size_t cap);
void admin_close(struct admin *a);

/*
 * Asks the store and waits:
 *
 *     store_words(admin_store(a), "", admin_ask(a, take, context));
 *     if (!admin_told(a)) ... admin_message(a), admin_status(a)
 *
 * `take` (or null) gets the answer if it is STORE_OK.
 */
struct store *admin_store(struct admin *a);
struct store_done admin_ask(struct admin *a,
                            void (*take)(void *context, const struct store_answer *answer),
                            void *context);
bool admin_told(struct admin *a);
enum store_status admin_status(const struct admin *a);
const char *admin_message(const struct admin *a);

/* These do something and wait until it is done. False with a message if it failed. */

/* Takes a person out of all tables: a bot plays on where a game has begun, other seats become
 * free. */
bool admin_withdraw(struct admin *a, const char *person);

/* Ends the game of a table without a result, if it is not over. */
bool admin_abort(struct admin *a, const char *table);

/* Deletes a person's account, as they can do themselves; the change is recorded with it. */
bool admin_erase(struct admin *a, const char *person, const struct store_change *change);

/* Writes a person's new name at all tables. */
bool admin_relabel(struct admin *a, const char *person, const char *name);

/* All data of a person; the log of a table whose game is over. The caller frees it. */
char *admin_export(struct admin *a, const struct store_person *who, size_t *n);
char *admin_log(struct admin *a, const char *table, size_t *n);

/* The origin that stands for an address (IPv6: its network of 64 bits); "" for the machine
 * itself. */
void admin_origin(struct admin *a, const char *address, char out[ADMIN_ORIGIN]);

#endif
