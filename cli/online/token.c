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

static const char *const endings[] = {[TOKEN_OWN] = "", [TOKEN_FORMER] = ".former"};

/* The path of a file about a server: its address, with dashes for characters that a file name
 * can't have, and an ending. */
static bool path_of(const char *page, const char *ending, char path[PATH_SIZE])
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    bool given = state && *state == '/';
    int n, from;

    if (!given && !(home && *home == '/'))
        return false;
    from = snprintf(path, PATH_SIZE, "%s%s/anden/servers/", given ? state : home,
                    given ? "" : "/.local/state");
    n = from < PATH_SIZE ? snprintf(path + from, (size_t)(PATH_SIZE - from), "%s", page) : from;
    if (from + n >= PATH_SIZE - 16)
        return false;
    for (char *at = path + from; *at; at++)
        if (!isalnum((unsigned char)*at) && !strchr(".-_", *at))
            *at = '-';
    memcpy(path + from + n, ending, strlen(ending) + 1);
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

FILE *token_file(const char *page, const char *ending, const char *mode)
{
    char path[PATH_SIZE];

    return path_of(page, ending, path) ? fopen(path, mode) : NULL;
}

void token_read(const char *page, enum token_kind kind, char token[TOKEN_SIZE])
{
    FILE *f = token_file(page, endings[kind], "r");

    token[0] = '\0';
    if (f && fgets(token, TOKEN_SIZE, f))
        token[strcspn(token, "\r\n")] = '\0';
    if (f)
        fclose(f);
}

bool token_keep(const char *page, enum token_kind kind, const char *token)
{
    char path[PATH_SIZE], fresh[PATH_SIZE + 8];
    size_t n = strlen(token);
    bool good;
    int fd;

    if (!path_of(page, endings[kind], path))
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
