/*
 * Who we are at a server: the token that it gave us, kept in the person's own folder
 * ($XDG_STATE_HOME/anden/servers, else ~/.local/state/anden/servers), one file for each server,
 * which nobody else can read. Private to cli/.
 */
#ifndef ANDEN_ONLINE_TOKEN_H
#define ANDEN_ONLINE_TOKEN_H

#include <stdbool.h>
#include <stdio.h>

enum { TOKEN_SIZE = 65 };

/* The present token; and the one we had until we signed out, by which the server recognises
 * this device. */
enum token_kind { TOKEN_OWN, TOKEN_FORMER };

/* The token for a server, by the address of its page; "" if there is none. */
void token_read(const char *page, enum token_kind kind, char token[TOKEN_SIZE]);

/* Stores it. False if that is not possible: then we will be somebody else next time. */
bool token_keep(const char *page, enum token_kind kind, const char *token);

/* Opens another file about a server, which has this ending; null if that is not possible. */
FILE *token_file(const char *page, const char *ending, const char *mode);

#endif
