/*
 * Reading and writing files, and memory that a command cannot work without: see cli.h.
 */
#define _POSIX_C_SOURCE 200809L

#include "cli.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static char *read_all(FILE *f, size_t *size)
{
    size_t room = 1 << 14, n = 0;
    char *text = malloc(room);

    while (text) {
        char *more;

        n += fread(text + n, 1, room - 1 - n, f);
        if (n < room - 1 || n > CLI_FILE_MAX)
            break;
        room *= 2;
        more = realloc(text, room);
        if (!more)
            free(text);
        text = more;
    }
    if (text)
        text[n] = '\0';
    *size = n;
    return text;
}

char *cli_read(const char *path, size_t *size)
{
    bool is_stdin = strcmp(path, "-") == 0;
    FILE *f = is_stdin ? stdin : fopen(path, "rb");
    struct stat st;
    char *text;

    if (!f) {
        cli_refuse("cannot open {0}: {1}.", SAID(say_text(path), say_text(cli_trouble(errno))));
        return NULL;
    }
    if (fstat(fileno(f), &st) == 0 && S_ISDIR(st.st_mode)) {
        cli_refuse("{0} is a directory; name a file.", SAID(say_text(path)));
        fclose(f);
        return NULL;
    }
    text = read_all(f, size);
    if (!text) {
        cli_refuse("not enough memory to read {0}.", SAID(say_text(path)));
    } else if (ferror(f) || *size > CLI_FILE_MAX) {
        if (ferror(f))
            cli_refuse("cannot read {0}: {1}.",
                       SAID(say_text(path), say_text(cli_trouble(errno))));
        else
            cli_refuse("{0} is larger than {1} MiB, too large for a board or a log.",
                       SAID(say_text(path), say_number((int32_t)CLI_FILE_MAX >> 20)));
        free(text);
        text = NULL;
    }
    if (!is_stdin)
        fclose(f);
    return text;
}

void cli_flush(void *file, const char *at, size_t n)
{
    fwrite(at, 1, n, file);
}

void *cli_need(void *memory)
{
    if (!memory) {
        cli_refuse("not enough memory for so long a game.", NULL);
        exit(CLI_REFUSED);
    }
    return memory;
}
