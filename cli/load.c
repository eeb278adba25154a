/*
 * Loading: files into memory, boards from the program itself or from a file.
 */
#define _POSIX_C_SOURCE 200809L

#include "cli.h"

#include "../boards/boards.h"

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
            cli_refuse("{0} is larger than {1} MiB; that is no board and no log.",
                       SAID(say_text(path), say_number((int32_t)CLI_FILE_MAX >> 20)));
        free(text);
        text = NULL;
    }
    if (!is_stdin)
        fclose(f);
    return text;
}

const char *cli_board_id(size_t i)
{
    return embedded_boards[i].id;
}

static int unknown_board(const char *word)
{
    const char *names[64];
    const char *nearest;
    size_t count = 0;
    char all[512];
    struct text t = text_in(all, sizeof all);

    while (count < 64 && cli_board_id(count)) {
        names[count] = cli_board_id(count);
        count++;
    }
    nearest = cli_nearest(word, names, count);
    for (size_t i = 0; i < count; i++) {
        text_put(&t, i ? ", " : "");
        text_put(&t, names[i]);
    }
    cli_refuse(nearest ? SAYS("there is no board \"{0}\". Did you mean {2}? The boards are: "
                              "{1}; a board of "
                              "your own is given by its file name, such as my.board.")
                       : SAYS("there is no board \"{0}\". The boards are: {1}; a board of your "
                              "own is given "
                              "by its file name, such as my.board."),
               SAID(say_text(word), say_text(all), say_text(nearest)));
    return CLI_USAGE;
}

int cli_load(const char *id_or_path, struct loaded *loaded)
{
    struct complaint why;
    const char *text = NULL;
    size_t size = 0;
    struct stat st;

    loaded->name = id_or_path;
    loaded->file = NULL;
    for (size_t i = 0; embedded_boards[i].id; i++) {
        if (strcmp(embedded_boards[i].id, id_or_path) == 0) {
            text = embedded_boards[i].text;
            size = embedded_boards[i].size;
        }
    }
    if (!text) {
        if (!strpbrk(id_or_path, "/.") && strcmp(id_or_path, "-") != 0 &&
            stat(id_or_path, &st) != 0)
            return unknown_board(id_or_path);
        loaded->file = cli_read(id_or_path, &size);
        text = loaded->file;
        if (!text)
            return CLI_REFUSED;
    }
    if (!board_parse(text, size, &loaded->board, &loaded->art, &why)) {
        cli_complain(strcmp(id_or_path, "-") == 0 ? "stdin" : id_or_path, &why);
        cli_unload(loaded);
        return CLI_REFUSED;
    }
    return CLI_OK;
}

void cli_unload(struct loaded *loaded)
{
    free(loaded->file);
    loaded->file = NULL;
}
