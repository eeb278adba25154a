/*
 * Addresses of servers and tables as people know them: the links of the page. Private to cli/.
 */
#ifndef ANDEN_ONLINE_ADDRESS_H
#define ANDEN_ONLINE_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>

enum { ADDRESS_URL = 240, ADDRESS_TABLE = 32 };

struct address {
    char page[ADDRESS_URL];    /* "https://example.org/anden/", the beginning of all links */
    char socket[ADDRESS_URL];  /* "wss://example.org/anden/ws" */
    char table[ADDRESS_TABLE]; /* of a link to a table, else "" */
};

/* Is this an address, not the name of a file or of a game? */
bool address_is(const char *text);

/* Reads [SCHEME://]HOST[:PORT][/PATH][#/table/ID]; the scheme is https unless it is given as http,
 * ws or wss. False if it is not an address. */
bool address_read(const char *text, struct address *a);

/* The table of a link, or of its id alone; false if the text is neither. */
bool address_table(const char *text, char table[ADDRESS_TABLE]);

#endif
