/*
 * The token for a server: see token.h.
 */
#include "token.h"

#include <ctype.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_SIZE = 1024 };

/* The file of a server: its address, with a dash for what may not stand in a name. */
static bool path_of(const char *page, char path[PATH_SIZE])
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    bool given = state && *state == '/';
    int n, from;

    if (!given && !(home && *home == '/'))
        return false;
    from = snprintf(path, PATH_SIZE, "%s%s/anden/servers/", given ? state : home,
                    given ? "" : "/.local/state");
    n = from < PATH_SIZE ? snprintf(path + from, (size_t)(PATH_SIZE - from), "%s", page) : from;
    if (from + n >= PATH_SIZE - 8)
        return false;
    for (char *at = path + from; *at; at++)
        if (!isalnum((unsigned char)*at) && !strchr(".-_", *at))
            *at = '-';
    return true;
}

static void make_folders(char *path)
{
    for (char *at = path + 1; *at; at++) {
        if (*at != '/')
            continue;
        *at = '\0';
        mkdir(path, 0700);
        *at = '/';
    }
}

void token_read(const char *page, char token[TOKEN_SIZE])
{
    char path[PATH_SIZE];
    FILE *f = path_of(page, path) ? fopen(path, "r") : NULL;

    token[0] = '\0';
    if (f && fgets(token, TOKEN_SIZE, f))
        token[strcspn(token, "\r\n")] = '\0';
    if (f)
        fclose(f);
}

bool token_keep(const char *page, const char *token)
{
    char path[PATH_SIZE], fresh[PATH_SIZE + 8];
    size_t n = strlen(token);
    bool good;
    int fd;

    if (!path_of(page, path))
        return false;
    make_folders(path);
    snprintf(fresh, sizeof fresh, "%s.new", path);
    fd = open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0)
        return false;
    good = fchmod(fd, 0600) == 0 && write(fd, token, n) == (ssize_t)n;
    good = close(fd) == 0 && good;
    return good && rename(fresh, path) == 0;
}
