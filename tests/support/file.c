/*
 * Reading files in tests; see file.h.
 */
#include "file.h"

#include <stdio.h>
#include <stdlib.h>

char *load_file(const char *path, size_t *n)
{
    FILE *f = fopen(path, "rb");
    char *bytes = NULL;
    size_t room = 0, got = 0;

    *n = 0;
    if (!f) {
        perror(path);
        exit(2);
    }
    do {
        room = room ? 2 * room : 65536;
        bytes = realloc(bytes, room);
        if (!bytes)
            abort();
        got = fread(bytes + *n, 1, room - *n - 1, f);
        *n += got;
    } while (got > 0);
    fclose(f);
    bytes[*n] = 0;
    return bytes;
}

void load_board(const char *path, struct board *board)
{
    struct complaint why;
    size_t n;
    char *text = load_file(path, &n);

    if (!board_parse(text, n, board, NULL, &why)) {
        fprintf(stderr, "%s:%u:%u: %s\n", path, why.line, why.column, why.message);
        exit(2);
    }
    free(text);
}
