/*
 * Who we are at a server: the token that it gave us, kept in the person's own folder
 * ($XDG_STATE_HOME/anden/servers, else ~/.local/state/anden/servers), one file for each server,
 * which nobody else can read. Private to cli/.
 */
#ifndef ANDEN_ONLINE_TOKEN_H
#define ANDEN_ONLINE_TOKEN_H

#include <stdbool.h>

enum { TOKEN_SIZE = 65 };

/* The token for a server, by the address of its page; "" if there is none. */
void token_read(const char *page, char token[TOKEN_SIZE]);

/* Keeps it. False if that is not possible: the next time we are somebody else. */
bool token_keep(const char *page, const char *token);

#endif
