/*
 * What the commands of `anden` share: the command table, exit codes, options, messages, and
 * loading of boards and files. Hosted code: stdio and malloc are allowed here, rules are not.
 */
#ifndef ANDEN_CLI_H
#define ANDEN_CLI_H

#include "../engine/board.h"
#include "../engine/board_art.h"
#include "../engine/words.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Exit codes of every command. */
enum {
    CLI_OK = 0,
    CLI_REFUSED = 1, /* the input was refused: a bad board or log, a file that can't be read */
    CLI_USAGE = 2,   /* the command line was wrong */
    CLI_INTERRUPTED = 130, /* by Ctrl-C, as shells report it; the results so far were printed */
};

/* An option of a command. A list ends with a null name. --help and --language are not among
 * them: main() answers the first, cli_choose_language() reads the second. */
struct cli_option {
    const char *name;     /* "--seed" */
    const char *argument; /* what follows it, such as "S"; null: it is a switch */
    const char *about;    /* SAYS() */
    size_t at;          /* offset of a const char *, or a bool, in the struct for the options */
    const char *preset; /* its value if it is not given; null: `about` says it */
    const char *game;   /* the only family that has it, such as "metro"; null: all */
};

enum { CLI_OPTIONS_MAX = 64 }; /* of a command */

/* Everything that --help shows, --help --json writes, and manual pages and completions are made
 * from. */
struct command {
    const char *name;
    const char *summary; /* a line: SAYS() */
    const char *usage;   /* ways to call it, each on a line; an indented line goes on */
    const char *about;   /* a page, or null */
    const struct cli_option *options;          /* may be null */
    uint32_t (*more)(struct cli_option *list); /* appends options that are not known before
                                                    * the program runs; may be null. They are at the
                                                    * beginning of what the command reads into */
    const char *examples;                      /* each on a line */
    const char *codes;                         /* exit codes: SAYS() */
    int (*run)(int argc, char **argv);         /* argv[0] is the name; returns an exit code */
};

extern const struct command command_play, command_replay, command_watch, command_legal,
    command_board, command_perft, command_bench, command_sim, command_arena, command_hint,
    command_verify, command_start, command_serve, command_admin, command_load, command_tune;

/* All options of a command; returns how many. */
uint32_t cli_list(const struct command *c, struct cli_option list[CLI_OPTIONS_MAX + 1]);

/* help.c: prints the page of a command, or of the program itself, or both as one JSON object,
 * from which manual pages are made (doc/guide.md). */
void cli_help(const struct command *c);
void cli_help_all(const struct command *const *commands, size_t count);
void cli_help_json(const struct command *const *commands, size_t count);

/*
 * Sorts the arguments: options into *into, everything else into words[]. Accepts "--seed 7" and
 * "--seed=7"; "--" ends the options. Returns how many words there are; or -1, after saying on
 * stderr what is wrong (an unknown option with its nearest match, a value missing, more than
 * cap words).
 */
int cli_options(const struct command *c, void *into, int argc, char **argv, const char **words,
                int cap);

/*
 * Chooses the language of the terminal: from --language, which is removed from the command
 * line; else from LC_ALL, LC_MESSAGES or LANG, the first that is set. False if --language is
 * wrong, after saying so.
 */
bool cli_choose_language(int *argc, char **argv);
enum language cli_language(void);

/* The translation of a key into that language, or else the key without its context. */
const char *cli_words(const char *key);

/* Does a word of n bytes stand for a key in some language? A catalogue may have several words for
 * it, with blanks between them. */
bool cli_typed(const char *key, const char *word, size_t n);

/* Writes a sentence with its values (SAID(), or null if it has none): into a text; to a file; to
 * stdout as a whole line. */
void cli_put(struct text *t, const char *sentence, const struct said *values);
void cli_print(FILE *f, const char *sentence, const struct said *values);
void cli_line(const char *sentence, const struct said *values);

/* Prints a page: paragraphs, each a key of the catalogue, with blank lines between them. */
void cli_page(const char *page);

/* An error of the system (errno) and a large number, as texts for sentences. */
const char *cli_trouble(int error);
struct cli_digits {
    char text[24];
};
struct cli_digits cli_digits(uint64_t n);

/* Prints "anden NAME: sentence" and where help is; returns CLI_USAGE. */
int cli_usage(const struct command *c, const char *sentence, const struct said *values);

/* Prints text of files, arguments and other people safely: '?' replaces characters that would
 * control the terminal or change the direction of writing. */
void cli_print_safely(FILE *f, const char *text);
void cli_make_safe(char *text);

/* Prints "anden: sentence"; returns CLI_REFUSED. */
int cli_refuse(const char *sentence, const struct said *values);

/* Prints "file:line:column: message [rule]" to stderr, without unknown parts; returns
 * CLI_REFUSED. */
int cli_complain(const char *file, const struct complaint *why);

/* Reads a whole number. False if the text is not one, or outside min..max. */
bool cli_number(const char *text, uint64_t min, uint64_t max, uint64_t *value);

/* The one of `count` names that is most like the word; null if none is similar. */
const char *cli_nearest(const char *word, const char *const *names, size_t count);

/* Returns the result of malloc() or realloc(); if that is null, says so and ends the program. */
void *cli_need(void *memory);

/* Reads a file ("-" is stdin) of at most CLI_FILE_MAX bytes; a zero byte follows the size bytes.
 * Null if that fails, after saying why on stderr. The caller frees it. */
enum { CLI_FILE_MAX = 64 << 20 };
char *cli_read(const char *path, size_t *size);

/* Writes to a file, for json_to(). */
void cli_flush(void *file, const char *at, size_t n);

/* Does stdout show colours: is it a terminal, and neither NO_COLOR nor TERM=dumb is set? */
bool cli_colours(void);

/* A board that has been loaded. The art points into the text. */
struct loaded {
    const char *name; /* its name in messages: the id or the path */
    char *file;       /* the text, if it was read from a file; else null */
    struct board board;
    struct board_art art;
};

/*
 * Loads one of the program's own boards by its id, or a board file by its path. Returns CLI_OK; or
 * another exit code, after saying on stderr what is wrong. A word without a slash or a dot that
 * is not an id is a mistake in the command line (CLI_USAGE); the message suggests the nearest
 * id.
 */
int cli_load(const char *id_or_path, struct loaded *loaded);

/* The same; a board of the program in the edition that has this hash, if there is one. */
int cli_load_edition(const char *id_or_path, uint64_t hash, struct loaded *loaded);
void cli_unload(struct loaded *loaded);

/* The program's own boards: number i, or null after the last. */
const char *cli_board_id(size_t i);

#endif
