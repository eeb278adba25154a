/*
 * The words of the terminal in the person's language. The program has a catalogue of its own
 * (es.terminal.po) beside that of the engine.
 */
#include "../engine/catalogue.h"
#include "cli.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

extern const struct catalogue terminal_catalogues[LANGUAGES];

/* Chosen once, before anything is printed. */
static enum language language;

enum language cli_language(void)
{
    return language;
}

static enum language language_of_system(void)
{
    static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *value = getenv(names[i]);

        if (value && *value)
            return language_of(value);
    }
    return ENGLISH;
}

/* Takes n arguments off the command line. */
static void drop(int *argc, char **argv, int at, int n)
{
    memmove(argv + at, argv + at + n, (size_t)(*argc - at - n + 1) * sizeof *argv);
    *argc -= n;
}

bool cli_choose_language(int *argc, char **argv)
{
    static const char option[] = "--language";

    language = language_of_system();
    for (int i = 1; i < *argc && strcmp(argv[i], "--") != 0; i++) {
        const char *value = argv[i] + sizeof option - 1;
        bool joined = strncmp(argv[i], option, sizeof option - 1) == 0 && *value == '=';
        uint32_t l = 0;

        if (!joined && strcmp(argv[i], option) != 0)
            continue;
        value = joined ? value + 1 : i + 1 < *argc ? argv[i + 1] : "";
        while (l < LANGUAGES && strcmp(value, language_code[l]) != 0)
            l++;
        if (l == LANGUAGES) {
            cli_refuse("--language takes en or es, not \"{0}\".", SAID(say_text(value)));
            return false;
        }
        language = (enum language)l;
        drop(argc, argv, i, joined ? 1 : 2);
        i--;
    }
    return true;
}

const char *cli_words(const char *key)
{
    const char *found = catalogue_find(&terminal_catalogues[language], key);

    return found ? found : words_in(language, key);
}

/* Is the word in a list? */
static bool is_among(const char *list, const char *word, size_t n)
{
    while (*list) {
        char one[NAME_SIZE];
        struct text t = text_in(one, sizeof one);
        size_t length = strcspn(list, " ");

        text_some(&t, list, length);
        if (!t.cut && length && text_spells(word, n, one) == n)
            return true;
        list += length + strspn(list + length, " ");
    }
    return false;
}

bool cli_typed(const char *key, const char *word, size_t n)
{
    for (uint32_t l = 0; l < LANGUAGES; l++) {
        const char *found = catalogue_find(&terminal_catalogues[l], key);

        if (is_among(found ? found : words_in((enum language)l, key), word, n))
            return true;
    }
    return false;
}

void cli_put(struct text *t, const char *sentence, const struct said *values)
{
    words_put(t, language, cli_words(sentence), values);
}

void cli_print(FILE *f, const char *sentence, const struct said *values)
{
    char line[1024];
    struct text t = text_in(line, sizeof line);

    cli_put(&t, sentence, values);
    fputs(line, f);
}

void cli_line(const char *sentence, const struct said *values)
{
    cli_print(stdout, sentence, values);
    putchar('\n');
}

const char *cli_trouble(int error)
{
    switch (error) {
    case ENOENT:
        return cli_words(SAYS("No such file or directory"));
    case EACCES:
        return cli_words(SAYS("Permission denied"));
    case EISDIR:
        return cli_words(SAYS("Is a directory"));
    case ENOTDIR:
        return cli_words(SAYS("Not a directory"));
    case ENOSPC:
        return cli_words(SAYS("No space left on device"));
    case EROFS:
        return cli_words(SAYS("Read-only file system"));
    default:
        return strerror(error);
    }
}

struct cli_digits cli_digits(uint64_t n)
{
    struct cli_digits d;

    snprintf(d.text, sizeof d.text, "%llu", (unsigned long long)n);
    return d;
}
