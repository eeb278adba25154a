/*
 * Build-time tool: embed [--bare] OUT FILE.board ... FILE.edition ...
 *
 * Reads each board file with the engine's own parser and writes the C source of embedded_boards[]
 * (boards.h). A bad board breaks the build with file:line:column: message.
 *
 * An edition describes an older form of a board: "edition ID", and the old lines. Each replaces
 * the line of the board that differs from it in its last word only.
 *
 * --bare leaves comments and empty lines out.
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
    unsigned long long hash;
    bool edition;
};

static int fail(const char *file, const char *message)
{
    fprintf(stderr, "%s: %s\n", file, message);
    return EXIT_FAILURE;
}

/* Reads a file. */
static int take(const char *file, struct source *s)
{
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
    s->text[s->size] = '\0';
    return EXIT_SUCCESS;
}

static int check(const char *file, struct source *s)
{
    static struct board board;
    static struct board_art art;
    struct complaint why;

    if (!board_parse(s->text, s->size, &board, &art, &why)) {
        fprintf(stderr, "%s:%u:%u: %s\n", file, (unsigned)why.line, (unsigned)why.column,
                why.message);
        return EXIT_FAILURE;
    }
    memcpy(s->id, board.id, sizeof s->id);
    s->hash = board.hash;
    return EXIT_SUCCESS;
}

/* Replaces the new form of a line by the old one, up to a line end. */
static bool put_back(struct source *s, const char *line)
{
    size_t n = strcspn(line, "\n"), same = n;

    while (same > 0 && line[same - 1] != ' ')
        same--;
    for (char *at = s->text; same > 0 && *at; at += strcspn(at, "\n") + 1) {
        size_t old = strcspn(at, "\n");

        if (strncmp(at, line, same) != 0 || memchr(at + same, ' ', old - same))
            continue;
        if (s->size + n - old >= FILE_MAX)
            return false;
        memmove(at + n, at + old, s->size - (size_t)(at - s->text) - old + 1);
        memcpy(at, line, n);
        s->size = s->size + n - old;
        return true;
    }
    return false;
}

/* Makes the board of an edition from its newer form. */
static int compose(const char *file, struct source *sources, int n)
{
    struct source *s = &sources[n], *board = sources;
    char *change = s->text, *line = change, *end = change + s->size, id[ID_SIZE] = "";
    int status;

    while (*line == '#')
        line += strcspn(line, "\n") + 1;
    sscanf(line, "edition %23s", id);
    while (board < s && strcmp(id, board->id) != 0)
        board++;
    s->text = malloc(FILE_MAX);
    if (board == s || !s->text) {
        free(change);
        return fail(file, "is not the edition of a board");
    }
    memcpy(s->text, board->text, board->size + 1);
    s->size = board->size;
    s->edition = true;
    status = EXIT_SUCCESS;
    for (line += strcspn(line, "\n") + 1; line < end; line += strcspn(line, "\n") + 1)
        if (!put_back(s, line))
            status = fail(file, "has a line that has no successor in the board");
    free(change);
    return status;
}

/* Where the comment of a line begins, or its end. */
static const char *comment_of(const char *line, const char *end)
{
    bool quoted = false;

    for (const char *at = line; at < end; at++) {
        quoted ^= *at == '"';
        if (*at == '#' && !quoted && (at == line || at[-1] == ' '))
            return at;
    }
    return end;
}

static void strip(struct source *s)
{
    char *to = s->text, *end = s->text + s->size;

    for (char *line = s->text, *next; line < end; line = next) {
        size_t n = strcspn(line, "\n"), kept = (size_t)(comment_of(line, line + n) - line);

        next = line + n + 1;
        while (kept > 0 && line[kept - 1] == ' ')
            kept--;
        memmove(to, line, kept);
        to += kept;
        if (kept > 0)
            *to++ = '\n';
    }
    *to = '\0';
    s->size = (size_t)(to - s->text);
}

static int load(const char *file, bool bare, struct source *sources, int n)
{
    const char *suffix = strrchr(file, '.');

    if (take(file, &sources[n]) != EXIT_SUCCESS)
        return EXIT_FAILURE;
    if (suffix && strcmp(suffix, ".edition") == 0 && compose(file, sources, n) != EXIT_SUCCESS)
        return EXIT_FAILURE;
    if (bare)
        strip(&sources[n]);
    return check(file, &sources[n]);
}

static void write_text(FILE *out, const struct source *s, int number)
{
    fprintf(out, "const unsigned char embedded_text_%d[] = {", number);
    for (size_t k = 0; k < s->size; k++)
        fprintf(out, "%s%d,", k % 24 ? "" : "\n    ", (unsigned char)s->text[k]);
    fputs("\n    0,\n};\n\n", out);
}

/* Editions come right after their board, so that gzip finds the repetition. Compilers may
 * reorder static data. */
static int write_source(FILE *out, const struct source *s, int n)
{
    fputs("/* Written by embed.c from the board files. */\n#include \"boards.h\"\n\n", out);
    for (int i = 0; i < n; i++)
        for (int k = i; k < n && !s[i].edition; k++)
            if (strcmp(s[i].id, s[k].id) == 0)
                write_text(out, &s[k], k);
    fputs("const struct embedded_board embedded_boards[] = {\n", out);
    for (int edition = 0; edition < 2; edition++) {
        for (int i = 0; i < n; i++)
            if (s[i].edition == edition)
                fprintf(out, "    {\"%s\", (const char *)embedded_text_%d, %lu, %lluu},\n",
                        s[i].id, i, (unsigned long)s[i].size, s[i].hash);
        fputs("    {NULL, NULL, 0, 0},\n", out);
    }
    fputs("};\nconst size_t embedded_boards_size =\n"
          "    sizeof embedded_boards / sizeof *embedded_boards;\n",
          out);
    return ferror(out) ? EXIT_FAILURE : EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    static struct source sources[BOARDS_MAX];
    bool bare = argc > 1 && strcmp(argv[1], "--bare") == 0;

    argc -= bare;
    argv += bare;
    if (argc < 3 || argc - 2 > BOARDS_MAX) {
        fputs("usage: embed [--bare] OUT FILE.board ... FILE.edition ...\n", stderr);
        return 2;
    }
    for (int i = 2; i < argc; i++)
        if (load(argv[i], bare, sources, i - 2) != EXIT_SUCCESS)
            return EXIT_FAILURE;
    for (int i = 0; i < argc - 2; i++)
        for (int k = 0; k < i; k++)
            if (!sources[i].edition && strcmp(sources[i].id, sources[k].id) == 0)
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
