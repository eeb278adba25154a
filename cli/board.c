/*
 * Boards, from the program itself or from a file: see cli_load() in cli.h.
 */
#define _POSIX_C_SOURCE 200809L

#include "cli.h"

#include "../boards/boards.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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
    return cli_load_edition(id_or_path, 0, loaded);
}

int cli_load_edition(const char *id_or_path, uint64_t hash, struct loaded *loaded)
{
    const struct embedded_board *own = boards_edition(id_or_path, strlen(id_or_path), hash);
    const char *text = own ? own->text : NULL;
    size_t size = own ? own->size : 0;
    struct complaint why;
    struct stat st;

    loaded->name = id_or_path;
    loaded->file = NULL;
    if (!own) {
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
