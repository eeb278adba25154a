/*
 * The program `anden`: finds the command, answers --help and --version, and reports if stdout
 * could not be written. Each command is in its own cmd-*.c.
 */
#include "cli.h"
#include "version.h"

#include <errno.h>
#include <string.h>

static const struct command *const commands[] = {
    &command_play,  &command_replay, &command_watch, &command_legal,
    &command_hint,  &command_verify, &command_board, &command_perft,
    &command_bench, &command_sim,    &command_arena, &command_tune,
#ifdef ANDEN_SERVER
    &command_start, &command_serve,  &command_admin, &command_load,
#endif
};

enum { COMMANDS = sizeof commands / sizeof commands[0] };

static int unknown_command(const char *word)
{
    const char *names[COMMANDS];
    const char *nearest;

    for (size_t i = 0; i < COMMANDS; i++)
        names[i] = commands[i]->name;
    nearest = cli_nearest(word, names, COMMANDS);
    cli_refuse(nearest ? SAYS("there is no command \"{0}\". Did you mean '{1}'?")
                       : SAYS("there is no command \"{0}\"."),
               SAID(say_text(word), say_text(nearest)));
    cli_print(stderr, "See 'anden --help' for the list.", NULL);
    putc('\n', stderr);
    return CLI_USAGE;
}

static int run(const struct command *c, int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            cli_help(c);
            return CLI_OK;
        }
    }
    return c->run(argc, argv);
}

/* "anden" without a command: shows the page, if the program was built with a server. */
static int without_command(int argc, char **argv)
{
#ifdef ANDEN_SERVER
    return run(&command_start, argc, argv);
#else
    (void)argc, (void)argv;
    cli_refuse("say which command. See 'anden --help' for the list.", NULL);
    return CLI_USAGE;
#endif
}

static int choose(int argc, char **argv)
{
    if (argc < 2)
        return without_command(argc, argv);
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
        (strcmp(argv[1], "help") == 0 && argc == 2)) {
        bool json = argc > 2 && strcmp(argv[2], "--json") == 0;

        (json ? cli_help_json : cli_help_all)(commands, COMMANDS);
        return CLI_OK;
    }
    if (strcmp(argv[1], "--version") == 0) {
        puts("anden " ANDEN_VERSION);
        return CLI_OK;
    }
    for (size_t i = 0; i < COMMANDS; i++)
        if (strcmp(argv[1], commands[i]->name) == 0)
            return run(commands[i], argc - 1, argv + 1);
    if (argv[1][0] == '-')
        return without_command(argc, argv);
    return unknown_command(argv[1]);
}

int main(int argc, char **argv)
{
    int code = cli_choose_language(&argc, argv) ? choose(argc, argv) : CLI_USAGE;

    if (fflush(stdout) != 0 || ferror(stdout)) {
        cli_refuse("cannot write the output: {0}.", SAID(say_text(cli_trouble(errno))));
        return code ? code : CLI_REFUSED;
    }
    return code;
}
