/*
 * Addresses of servers and tables: see address.h.
 */
#include "address.h"

#include <stdio.h>
#include <string.h>

static const char mark[] = "#/table/";

bool address_is(const char *text)
{
    return strstr(text, "://") != NULL || strstr(text, mark) != NULL;
}

bool address_table(const char *text, char table[ADDRESS_TABLE])
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const char *at = strstr(text, mark);
    size_t n;

    at = at ? at + sizeof mark - 1 : text;
    n = strspn(at, letters);
    if (n < 8 || n >= ADDRESS_TABLE || (at[n] && at[n] != '/'))
        return false;
    snprintf(table, ADDRESS_TABLE, "%.*s", (int)n, at);
    return true;
}

bool address_read(const char *text, struct address *a)
{
    const char *scheme = strstr(text, "://"), *host = scheme ? scheme + 3 : text;
    size_t n = scheme ? (size_t)(scheme - text) : 0, length = strcspn(host, "#?");
    bool plain = n && (strncmp(text, "http:", 5) == 0 || strncmp(text, "ws:", 3) == 0);
    bool known =
        plain || !n || strncmp(text, "https:", 6) == 0 || strncmp(text, "wss:", 4) == 0;

    *a = (struct address){0};
    if (length > 3 && strncmp(host + length - 3, "/ws", 3) == 0)
        length -= 3;
    while (length && host[length - 1] == '/')
        length--;
    if (!known || !length || host[0] == '/' || length > ADDRESS_URL - 16 ||
        memchr(host, ' ', length))
        return false;
    snprintf(a->page, sizeof a->page, "%s://%.*s/", plain ? "http" : "https", (int)length,
             host);
    snprintf(a->socket, sizeof a->socket, "%s://%.*s/ws", plain ? "ws" : "wss", (int)length,
             host);
    return !strstr(text, mark) || address_table(text, a->table);
}
