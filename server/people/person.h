/*
 * People: who somebody is (signin.c), their passphrases (passphrase.c), their devices and their
 * data (account.c). Private to server/.
 */
#ifndef ANDEN_SERVER_PERSON_H
#define ANDEN_SERVER_PERSON_H

#include "../server.h"

void signin_hello(struct client *c, const struct message_hello *m);
void signin_rename(struct client *c, const struct message_rename *m);

/* Forgets people whose connections are long gone; at the end, all. */
void signin_sweep(struct server *s, bool all);

void signin_leave(struct client *c); /* the connection is gone */

/* Does the address (and the person, if known) ask no faster than allowed? If not, the client is
 * refused. */
bool client_may_sign_in(struct client *c, struct command_id id);

/* Closes a person's connections that use this token; or all that use others. */
void person_sign_out(struct server *s, const char *person, const uint8_t token[32],
                     bool others);

bool passphrases_start(struct server *s);
void passphrases_free(struct server *s);
bool passphrases_busy(const struct server *s); /* something is being hashed, or waits for it */

void passphrase_secure(struct client *c, const struct message_secure *m);
void passphrase_signin(struct client *c, const struct message_signin *m);
void passphrase_erase(struct client *c, const struct message_erase *m);
void passphrase_recover(struct client *c, const struct message_recover *m);

void account_devices(struct client *c, const struct message_devices *m);
void account_signout(struct client *c, const struct message_signout *m);

/* Reports about other people (reporting.c); ignored people (ignoring.c). */
void reporting_report(struct client *c, const struct message_report *m);
void ignoring_change(struct client *c, const struct message_ignore *m);
void ignoring_list(struct client *c, const struct message_ignored *m);

/* Deletes the account of the client's person, for the command with this id (erase.c). */
void account_erase(struct client *c, struct command_id id);

#endif
