/*
 * Build-time tool: embed OUT FILE.board ...
 *
 * Reads each board file with the engine's own parser and writes the C source of embedded_boards[]
 * (boards.h). A bad board breaks the build with file:line:column: message.
 */
#include "../engine/board.h"
#include "../engine/board_art.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BOARDS_MAX = 64, FILE_MAX = 1 << 22 };

struct source {
    char *text;
    size_t size;
    char id[ID_SIZE];
};

static int fail(const char *file, const char *message)
{
    fprintf(stderr, "%s: %s\n", file, message);
    return EXIT_FAILURE;
}

/* Reads and checks one file. */
static int load(const char *file, struct source *s)
{
    static struct board board;
    static struct board_art art;
    struct complaint why;
    FILE *f = fopen(file, "rb");

    if (!f)
        return fail(file, "cannot be opened");
    s->text = malloc(FILE_MAX);
    if (!s->text) {
        fclose(f);
        return fail(file, "not enough memory");
    }
    s->size = fread(s->text, 1, FILE_MAX, f);
    fclose(f);
    if (s->size == FILE_MAX)
        return fail(file, "is too large for a board file");
    if (!board_parse(s->text, s->size, &board, &art, &why)) {
        fprintf(stderr, "%s:%u:%u: %s\n", file, (unsigned)why.line, (unsigned)why.column,
                why.message);
        return EXIT_FAILURE;
    }
    memcpy(s->id, board.id, sizeof s->id);
    return EXIT_SUCCESS;
}

static int write_source(FILE *out, const struct source *s, int n)
{
    fputs("/* Written by embed.c from the board files. */\n#include \"boards.h\"\n\n", out);
    for (int i = 0; i < n; i++) {
        fprintf(out, "static const unsigned char text_%d[] = {", i);
        for (size_t k = 0; k < s[i].size; k++)
            fprintf(out, "%s%d,", k % 24 ? "" : "\n    ", (unsigned char)s[i].text[k]);
        fputs("\n    0,\n};\n\n", out);
    }
    fputs("const struct embedded_board embedded_boards[] = {\n", out);
    for (int i = 0; i < n; i++)
        fprintf(out, "    {\"%s\", (const char *)text_%d, %lu},\n", s[i].id, i,
                (unsigned long)s[i].size);
    fputs("    {NULL, NULL, 0},\n};\n", out);
    return ferror(out) ? EXIT_FAILURE : EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    static struct source sources[BOARDS_MAX];

    if (argc < 3 || argc - 2 > BOARDS_MAX) {
        fputs("usage: embed OUT FILE.board ...\n", stderr);
        return 2;
    }
    for (int i = 2; i < argc; i++)
        if (load(argv[i], &sources[i - 2]) != EXIT_SUCCESS)
            return EXIT_FAILURE;
    for (int i = 0; i < argc - 2; i++)
        for (int k = 0; k < i; k++)
            if (strcmp(sources[i].id, sources[k].id) == 0)
                return fail(argv[i + 2], "another board has the same id");
    FILE *out = fopen(argv[1], "wb");
    if (!out)
        return fail(argv[1], "cannot be written");
    int status = write_source(out, sources, argc - 2);
    if (fclose(out) != 0)
        status = EXIT_FAILURE;
    for (int i = 0; i < argc - 2; i++)
        free(sources[i].text);
    return status == EXIT_SUCCESS ? status : fail(argv[1], "cannot be written");
}
