/*
 * The command line and messages: options, numbers, nearest matches, complaints.
 */
#define _POSIX_C_SOURCE 200809L

#include "cli.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* How many bytes from here on would control a terminal instead of being shown: control
 * characters (C1 in UTF-8: C2 80 to C2 9F), and U+2028 to 202E, U+2066 to 2069. */
static size_t command_at(const unsigned char *s)
{
    if (*s < 0x20 || *s == 0x7F)
        return 1;
    if (s[0] == 0xC2 && s[1] >= 0x80 && s[1] <= 0x9F)
        return 2;
    if (s[0] != 0xE2 || (s[1] != 0x80 && s[1] != 0x81))
        return 0;
    return s[1] == 0x80 ? (s[2] >= 0xA8 && s[2] <= 0xAE ? 3 : 0)
                        : (s[2] >= 0xA6 && s[2] <= 0xA9 ? 3 : 0);
}

void cli_print_safely(FILE *f, const char *text)
{
    while (*text) {
        size_t n = command_at((const unsigned char *)text);

        putc(n ? '?' : *text, f);
        text += n ? n : 1;
    }
}

void cli_make_safe(char *text)
{
    char *to = text;

    for (size_t n; *text; text += n ? n : 1) {
        n = command_at((const unsigned char *)text);
        *to++ = n ? '?' : *text;
    }
    *to = '\0';
}

/* Prints a line, made safe, at once: threads and other programs write to the same place. */
static void print_line(char *line, size_t size)
{
    size_t length;

    cli_make_safe(line);
    length = strlen(line);
    snprintf(line + length, size - length, "\n");
    fputs(line, stderr);
}

enum { MESSAGE_SIZE = 1100 }; /* bytes; a line of them leaves room for its end */

/* "anden sim: ..."; without a command "anden: ...". */
static void print_message(const char *command, const char *sentence, const struct said *values)
{
    char line[MESSAGE_SIZE];
    struct text t = text_in(line, sizeof line - 1);

    text_put(&t, "anden");
    text_put(&t, command ? " " : "");
    text_put(&t, command ? command : "");
    text_put(&t, ": ");
    cli_put(&t, sentence, values);
    print_line(line, sizeof line);
}

int cli_usage(const struct command *c, const char *sentence, const struct said *values)
{
    print_message(c->name, sentence, values);
    cli_print(stderr, "See 'anden {0} --help'.", SAID(say_text(c->name)));
    putc('\n', stderr);
    return CLI_USAGE;
}

int cli_refuse(const char *sentence, const struct said *values)
{
    print_message(NULL, sentence, values);
    return CLI_REFUSED;
}

int cli_complain(const char *file, const struct complaint *why)
{
    char line[MESSAGE_SIZE];
    struct text t = text_in(line, sizeof line - 1);

    text_put(&t, file);
    for (uint32_t n = why->line, i = 0; n && i < 2; n = why->column, i++) {
        text_put(&t, ":");
        text_number(&t, (int32_t)n);
    }
    text_put(&t, ": ");
    complaint_put(&t, cli_language(), why);
    if (why->rule && *why->rule) {
        text_put(&t, " [");
        text_put(&t, why->rule);
        text_put(&t, "]");
    }
    print_line(line, sizeof line);
    return CLI_REFUSED;
}

bool cli_number(const char *text, uint64_t min, uint64_t max, uint64_t *value)
{
    return text_digits64(text, strlen(text), value) && *value >= min && *value <= max;
}

/* How many letters must be added, left out, changed or swapped with a neighbour. */
static size_t distance(const char *a, const char *b)
{
    enum { LONGEST = 24 };
    size_t row[LONGEST + 1][LONGEST + 1];
    size_t m = strlen(a), n = strlen(b);

    if (m > LONGEST || n > LONGEST)
        return LONGEST;
    for (size_t i = 0; i <= m; i++) {
        for (size_t j = 0; j <= n; j++) {
            size_t best;

            if (i == 0 || j == 0) {
                row[i][j] = i + j;
                continue;
            }
            best = row[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            if (row[i - 1][j] + 1 < best)
                best = row[i - 1][j] + 1;
            if (row[i][j - 1] + 1 < best)
                best = row[i][j - 1] + 1;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
                row[i - 2][j - 2] + 1 < best)
                best = row[i - 2][j - 2] + 1;
            row[i][j] = best;
        }
    }
    return row[m][n];
}

const char *cli_nearest(const char *word, const char *const *names, size_t count)
{
    const char *nearest = NULL;
    size_t best = strlen(word) / 3 + 1; /* at most a third of the letters wrong */

    for (size_t i = 0; i < count; i++) {
        size_t d = distance(word, names[i]);

        if (strncmp(word, names[i], strlen(word)) == 0 && *word)
            d = 0; /* the beginning of a name */
        if (d < best) {
            best = d;
            nearest = names[i];
        }
    }
    return nearest;
}

uint32_t cli_list(const struct command *c, struct cli_option list[CLI_OPTIONS_MAX + 1])
{
    uint32_t n = 0;

    for (const struct cli_option *o = c->options; o && o->name; o++)
        list[n++] = *o;
    if (c->more)
        n += c->more(list + n);
    list[n] = (struct cli_option){0};
    return n;
}

static int unknown_option(const struct command *c, const struct cli_option *options,
                          const char *word)
{
    const char *names[CLI_OPTIONS_MAX + 2] = {"--help", "--language"};
    const char *nearest;
    size_t count = 2;

    for (; options->name; options++)
        names[count++] = options->name;
    nearest = cli_nearest(word, names, count);
    if (nearest)
        cli_usage(c, "there is no option {0}. Did you mean {1}?",
                  SAID(say_text(word), say_text(nearest)));
    else
        cli_usage(c, "there is no option {0}.", SAID(say_text(word)));
    return -1;
}

/* Handles the option argv[0]; returns how many arguments it took, -1 if it is wrong. */
static int take_option(const struct command *c, void *into, int rest, char **argv)
{
    struct cli_option all[CLI_OPTIONS_MAX + 1];
    const struct cli_option *options = all;
    const char *equals = strchr(argv[0], '=');
    size_t n = equals ? (size_t)(equals - argv[0]) : strlen(argv[0]);
    char word[64];
    void *place;

    cli_list(c, all);
    for (; options->name; options++)
        if (strlen(options->name) == n && strncmp(argv[0], options->name, n) == 0)
            break;
    if (!options->name) {
        snprintf(word, sizeof word, "%.*s", n < 60 ? (int)n : 60, argv[0]);
        return unknown_option(c, all, word);
    }
    place = (char *)into + options->at;
    if (!options->argument) {
        *(bool *)place = true;
        if (!equals)
            return 1;
        cli_usage(c, "{0} takes no value.", SAID(say_text(options->name)));
        return -1;
    }
    if (!equals && rest < 2) {
        cli_usage(c, "{0} needs a value.", SAID(say_text(options->name)));
        return -1;
    }
    *(const char **)place = equals ? equals + 1 : argv[1];
    return equals ? 1 : 2;
}

int cli_options(const struct command *c, void *into, int argc, char **argv, const char **words,
                int cap)
{
    int count = 0;
    bool open = true;

    for (int i = 1; i < argc;) {
        if (open && strcmp(argv[i], "--") == 0) {
            open = false;
            i++;
        } else if (open && argv[i][0] == '-' && argv[i][1]) {
            int taken = take_option(c, into, argc - i, argv + i);

            if (taken < 0)
                return -1;
            i += taken;
        } else if (count == cap) {
            cli_usage(c, "\"{0}\" is one word too many.", SAID(say_text(argv[i])));
            return -1;
        } else {
            words[count++] = argv[i++];
        }
    }
    return count;
}

bool cli_colours(void)
{
    const char *no_color = getenv("NO_COLOR");
    const char *term = getenv("TERM");

    return isatty(STDOUT_FILENO) && !(no_color && *no_color) && term &&
           strcmp(term, "dumb") != 0;
}
