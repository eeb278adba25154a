/*
 * Games that the program keeps by itself: see kept.h.
 */
#include "kept.h"

#include "cli.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { PATH_SIZE = 1024 };

static char folder[PATH_SIZE - 64], path[PATH_SIZE];

/* Finds the folder; false if the environment names no home. */
static bool find_folder(void)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    bool given = data && *data == '/';
    int n;

    if (!given && !(home && *home == '/'))
        return false;
    n = snprintf(folder, sizeof folder, "%s%s/anden/games", given ? data : home,
                 given ? "" : "/.local/share");
    return n > 0 && (size_t)n < sizeof folder;
}

/* Makes the folder and those above it. */
static bool make_folder(void)
{
    for (char *at = folder + 1; *at; at++) {
        if (*at != '/')
            continue;
        *at = '\0';
        mkdir(folder, 0755);
        *at = '/';
    }
    mkdir(folder, 0700);
    return access(folder, W_OK | X_OK) == 0;
}

const char *kept_new(void)
{
    time_t now = time(NULL);
    struct tm when;
    char date[40];

    if (!find_folder() || !make_folder() || !localtime_r(&now, &when))
        return NULL;
    strftime(date, sizeof date, "%Y-%m-%d-%H%M%S", &when);
    snprintf(path, sizeof path, "%s/%s-%ld.log", folder, date, (long)getpid());
    return path;
}

/* The log of a finished game has a line with its result. */
static bool is_over(const char *log)
{
    FILE *f = fopen(log, "r");
    char line[512];
    bool over = !f;

    while (f && fgets(line, sizeof line, f))
        over = over || strncmp(line, "result", 6) == 0;
    if (f)
        fclose(f);
    return over;
}

const char *kept_last(void)
{
    DIR *d = find_folder() ? opendir(folder) : NULL;
    struct dirent *entry;
    struct timespec latest = {0};
    bool found = false;

    while (d && (entry = readdir(d)) != NULL) {
        char one[PATH_SIZE];
        struct stat about;
        size_t n = strlen(entry->d_name);
        int length = snprintf(one, sizeof one, "%s/%s", folder, entry->d_name);

        if (n < 4 || strcmp(entry->d_name + n - 4, ".log") != 0 ||
            (size_t)length >= sizeof one || stat(one, &about) != 0 || is_over(one))
            continue;
        if (found &&
            (about.st_mtim.tv_sec < latest.tv_sec ||
             (about.st_mtim.tv_sec == latest.tv_sec && about.st_mtim.tv_nsec < latest.tv_nsec)))
            continue;
        latest = about.st_mtim;
        memcpy(path, one, sizeof path);
        found = true;
    }
    if (d)
        closedir(d);
    return found ? path : NULL;
}

bool kept_is(const char *other)
{
    return other == path;
}
