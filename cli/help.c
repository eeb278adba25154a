/*
 * The pages of --help, and the same as JSON, both from the tables of the commands (struct command).
 */
#include "../protocol/json.h"
#include "cli.h"
#include "version.h"

#include <string.h>

enum {
    WIDTH = 80,  /* columns of a page */
    COLUMN = 28, /* where the texts of options begin at the latest */
};

/* ---- text ---- */

static size_t columns(const char *s, size_t n)
{
    size_t count = 0;

    for (size_t i = 0; i < n; i++)
        count += ((unsigned char)s[i] & 0xC0) != 0x80;
    return count;
}

/* Prints a text in lines of at most WIDTH columns, all but the first indented. `at` is the column
 * that has been reached. */
static void fill(const char *text, size_t at, size_t indent)
{
    bool first = true;

    while (*(text += strspn(text, " \n"))) {
        size_t n = strcspn(text, " \n"), width = columns(text, n);

        if (!first && at + 1 + width > WIDTH) {
            printf("\n%*s", (int)indent, "");
            at = indent;
        } else if (!first) {
            putchar(' ');
            at++;
        }
        fwrite(text, 1, n, stdout);
        at += width;
        text += n;
        first = false;
    }
    putchar('\n');
}

/* A paragraph with indented lines is a list, and stays as it is. */
static void put_paragraph(const char *paragraph)
{
    if (strncmp(paragraph, "  ", 2) == 0 || strstr(paragraph, "\n  "))
        puts(paragraph);
    else
        fill(paragraph, 0, 0);
}

/* Takes the next paragraph off a page, without its last line end; false after the last. */
static bool next_paragraph(const char **page, char *paragraph, size_t size)
{
    const char *end = strstr(*page, "\n\n");
    size_t n = end ? (size_t)(end - *page) : strlen(*page), left = n;
    struct text t = text_in(paragraph, size);

    while (left && (*page)[left - 1] == '\n')
        left--;
    text_some(&t, *page, left);
    *page += end ? n + 2 : n;
    return left > 0;
}

void cli_page(const char *page)
{
    char paragraph[4096];
    bool first = true;

    while (next_paragraph(&page, paragraph, sizeof paragraph)) {
        if (!first)
            putchar('\n');
        put_paragraph(cli_words(paragraph));
        first = false;
    }
}

/* ---- parts of a page ---- */

/* Lines under a heading, or after it on the same line. */
static void put_lines(const char *lines, int indent)
{
    while (*lines) {
        size_t n = strcspn(lines, "\n");

        printf("%*s%.*s\n", indent, "", (int)n, lines);
        lines += n + (lines[n] == '\n');
    }
}

static void put_usage(const char *usage)
{
    const char *head = cli_words(SAYS("Usage:"));
    size_t n = strcspn(usage, "\n");

    printf("%s %.*s\n", head, (int)n, usage);
    put_lines(usage + n + (usage[n] == '\n'), (int)columns(head, strlen(head)) + 1);
}

static size_t flag_width(const struct cli_option *o)
{
    return strlen(o->name) + (o->argument ? 1 + strlen(o->argument) : 0);
}

static void put_option(const struct cli_option *o, size_t column)
{
    char text[2048];
    struct text t = text_in(text, sizeof text);
    size_t at = 2 + flag_width(o);

    printf("  %s%s%s", o->name, o->argument ? " " : "", o->argument ? o->argument : "");
    if (at + 2 > column) {
        putchar('\n');
        at = 0;
    }
    printf("%*s", (int)(column - at), "");
    if (o->game) {
        text_put(&t, o->game);
        text_put(&t, ": ");
    }
    text_put(&t, cli_words(o->about));
    if (o->preset && *o->preset) {
        text_put(&t, " (");
        text_put(&t, o->preset);
        text_put(&t, ")");
    }
    fill(text, column, column);
}

static void put_options(const struct cli_option *list)
{
    size_t column = 0;

    for (const struct cli_option *o = list; o->name; o++) {
        size_t width = flag_width(o) + 4;

        if (width > column && width <= COLUMN)
            column = width;
    }
    printf("\n%s\n", cli_words(SAYS("Options:")));
    for (; list->name; list++)
        put_option(list, column ? column : COLUMN);
}

static void put_examples(const char *examples)
{
    printf("\n%s\n", cli_words(SAYS("Examples:")));
    put_lines(examples, 2);
}

static void put_codes(const char *codes)
{
    const char *head = cli_words(SAYS("Exit codes:"));

    printf("\n%s ", head);
    fill(cli_words(codes), columns(head, strlen(head)) + 1, 0);
}

/* ---- pages ---- */

void cli_help(const struct command *c)
{
    struct cli_option list[CLI_OPTIONS_MAX + 1];

    put_usage(c->usage);
    if (c->about) {
        putchar('\n');
        cli_page(c->about);
    }
    if (cli_list(c, list))
        put_options(list);
    put_examples(c->examples);
    put_codes(c->codes);
}

/* The program itself; its options are read by main(). */
static const struct cli_option options[] = {
    {"--help", NULL, SAYS("this page; after a command: the page of that command"), 0, NULL,
     NULL},
    {"--language", "L",
     SAYS("en or es, with any command (as the system is set: LC_ALL, LC_MESSAGES, LANG)"), 0,
     NULL, NULL},
    {"--version", NULL, SAYS("the version of the program"), 0, NULL, NULL},
    {0},
};

static const struct command program = {
    .name = "anden",
    .summary = SAYS("board games about railways, trams and buses"),
    .usage = "anden COMMAND [ARGUMENTS]\n"
#ifdef ANDEN_SERVER
             "anden [--SETTING VALUE]...\n"
#endif
             "anden --help [--json]",
    .options = options,
    .examples = "anden play europe --seats human,random\n"
                "anden play metro --seats human,random --turning\n"
                "anden play paris --seats random,random --seed 7 --save game.log\n"
                "anden replay game.log",
    .codes = SAYS("0 all went well; 1 the input was refused (a bad log, board or file); 2 the "
                  "command line was wrong; 130 stopped by Ctrl-C."),
};

void cli_help_all(const struct command *const *commands, size_t count)
{
    printf("%s: %s.\n\n", program.name, cli_words(program.summary));
    put_usage(program.usage);
    printf("\n%s\n", cli_words(SAYS("Commands:")));
    for (size_t i = 0; i < count; i++) {
        printf("  %-8s ", commands[i]->name);
        fill(cli_words(commands[i]->summary), 11, 11);
    }
    printf("\n%s", cli_words(SAYS("Games:")));
    for (size_t i = 0; cli_board_id(i); i++)
        printf("%s %s", i ? "," : "", cli_board_id(i));
    putchar('\n');
    put_options(program.options);
    put_examples(program.examples);
    put_codes(program.codes);
}

/* ---- JSON ---- */

static void lines_json(struct json *j, const char *key, const char *lines)
{
    json_array(j, key);
    while (*lines) {
        char line[256];
        size_t n = strcspn(lines, "\n");
        struct text t = text_in(line, sizeof line);

        text_some(&t, lines, n);
        json_text(j, NULL, line);
        lines += n + (lines[n] == '\n');
    }
    json_end(j);
}

static void about_json(struct json *j, const char *page)
{
    char paragraph[4096];

    json_array(j, "about");
    while (page && next_paragraph(&page, paragraph, sizeof paragraph))
        json_text(j, NULL, cli_words(paragraph));
    json_end(j);
}

static void option_json(struct json *j, const struct cli_option *o)
{
    json_object(j, NULL);
    json_text(j, "name", o->name);
    if (o->argument)
        json_text(j, "argument", o->argument);
    json_text(j, "about", cli_words(o->about));
    if (o->preset)
        json_text(j, "preset", o->preset);
    if (o->game)
        json_text(j, "game", o->game);
    json_end(j);
}

static void command_json(struct json *j, const struct command *c)
{
    struct cli_option list[CLI_OPTIONS_MAX + 1];
    uint32_t n = cli_list(c, list);

    json_text(j, "name", c->name);
    json_text(j, "summary", cli_words(c->summary));
    lines_json(j, "usage", c->usage);
    about_json(j, c->about);
    json_array(j, "options");
    for (uint32_t i = 0; i < n; i++)
        option_json(j, &list[i]);
    json_end(j);
    lines_json(j, "examples", c->examples);
    json_text(j, "codes", cli_words(c->codes));
}

void cli_help_json(const struct command *const *commands, size_t count)
{
    char buffer[4096];
    struct json j = json_to(buffer, sizeof buffer, cli_flush, stdout);

    json_object(&j, NULL);
    command_json(&j, &program);
    json_text(&j, "version", ANDEN_VERSION);
    json_array(&j, "games");
    for (size_t i = 0; cli_board_id(i); i++)
        json_text(&j, NULL, cli_board_id(i));
    json_end(&j);
    json_array(&j, "commands");
    for (size_t i = 0; i < count; i++) {
        json_object(&j, NULL);
        command_json(&j, commands[i]);
        json_end(&j);
    }
    json_end(&j);
    json_end(&j);
    json_done(&j);
    putchar('\n');
}
