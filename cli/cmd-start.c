/*
 * anden start, and anden without a command: a server for the person at this machine, and its page
 * in the browser. It keeps its games in the person's own folder and takes the first free port.
 */
#include "../server/net/local.h"
#include "../server/serve.h"
#include "settings.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PORT = 8080 };

extern char **environ;

static const char help_about[] =
    "Starts a server for this machine, says its address, and opens the page if there is a\n"
    "browser. \"anden\" without a command does the same. Play there against bots, around one\n"
    "screen, or with others in your network. Ctrl-C stops it; games are kept.\n"
    "\n"
    "Unless options say otherwise, it listens on this machine only, on port 8080 or the next\n"
    "one that is free, and keeps its games and its journal in ~/.local/share/anden (or in\n"
    "anden below XDG_DATA_HOME). If it runs already, only the page is opened. All options are\n"
    "those of \"anden serve\".";

/* ---- what the person sees ---- */

static void open_browser(const char *address)
{
    char copy[256];
    char *const arguments[] = {(char[]){"xdg-open"}, copy, NULL};
    const char *display = getenv("DISPLAY"), *wayland = getenv("WAYLAND_DISPLAY");
    posix_spawn_file_actions_t quiet;
    pid_t child;

    if (!(display && *display) && !(wayland && *wayland))
        return;
    if (snprintf(copy, sizeof copy, "%s", address) >= (int)sizeof copy)
        return;
    if (posix_spawn_file_actions_init(&quiet) != 0)
        return;
    posix_spawn_file_actions_addopen(&quiet, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&quiet, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&quiet, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawnp(&child, arguments[0], &quiet, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&quiet);
}

static void show(const struct config *config, const char *address)
{
    cli_line("Andén is at {0}", SAID(say_text(address)));
    settings_say_page(config);
    fflush(stdout);
    open_browser(address);
}

/* ---- the person's folder ---- */

/* Makes a folder and those above it. */
static bool make_folders(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(path, 0700) != 0 && errno != EEXIST)
            return false;
        *slash = '/';
    }
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

static int own_folder(char *path, size_t size)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    bool given = data && *data == '/';
    int n = snprintf(path, size, "%s%s/anden",
                     given  ? data
                     : home ? home
                            : "",
                     given ? "" : "/.local/share");

    if ((!given && !(home && *home)) || n < 0 || (size_t)n >= size)
        return cli_refuse("There is no home folder to keep games in; say where with --db FILE.",
                          NULL);
    if (!make_folders(path))
        return cli_refuse("{0}: {1}", SAID(say_text(path), say_text(cli_trouble(errno))));
    return CLI_OK;
}

/* The journal is appended to a file; if the server does not start, the complaints in it are
 * printed. Another server may be writing to the same file. */
static int keep_journal(const char *folder, off_t *start)
{
    char path[CONFIG_TEXT + 16];
    int fd, terminal = dup(STDERR_FILENO);

    snprintf(path, sizeof path, "%s/server.log", folder);
    fd = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (fd >= 0) {
        *start = lseek(fd, 0, SEEK_END);
        dup2(fd, STDERR_FILENO);
        close(fd);
    }
    return terminal;
}

/* Prints the lines of the journal that are for people. */
static void print_complaints(int terminal, off_t start)
{
    FILE *journal = fdopen(dup(STDERR_FILENO), "r"), *out = fdopen(terminal, "w");
    char line[1024];

    if (!journal || !out)
        return;
    fseeko(journal, start, SEEK_SET);
    while (fgets(line, sizeof line, journal))
        if (line[0] != '{')
            fputs(line, out);
    fclose(journal);
    fclose(out);
}

/* ---- the command ---- */

/* Fills in where to listen and where to keep data, unless the command line says so. */
static int fill_in(const struct settings *s, struct config *config, char *folder, size_t size)
{
    uint16_t port;
    int code = own_folder(folder, size);

    if (code != CLI_OK)
        return code;
    if (!settings_given(s, "db") && !s->config)
        snprintf(config->db, sizeof config->db, "%s/anden.db", folder);
    if (settings_given(s, "listen") || s->config)
        return CLI_OK;
    port = local_free_port(PORT);
    snprintf(config->listen, sizeof config->listen, "127.0.0.1:%u", (unsigned)port);
    if (port != PORT)
        cli_line("Port {0} is in use: taking {1}.",
                 SAID(say_number(PORT), say_number((int32_t)port)));
    return CLI_OK;
}

static int run(int argc, char **argv)
{
    static struct config config;
    struct settings s = {0};
    char folder[CONFIG_TEXT - 16];
    off_t start = 0;
    int code = settings_read(&command_start, argc, argv, &s, &config), terminal;

    if (code != CLI_OK)
        return code;
    if (!s.config && !settings_given(&s, "listen") && !settings_given(&s, "db") &&
        local_is_anden(PORT)) {
        char address[48];

        snprintf(address, sizeof address, "http://127.0.0.1:%d/", PORT);
        show(&config, address);
        cli_line("It was running already.", NULL);
        return CLI_OK;
    }
    code = fill_in(&s, &config, folder, sizeof folder);
    if (code != CLI_OK)
        return code;
    terminal = keep_journal(folder, &start);
    if (serve(&config, show) == 0)
        return CLI_OK;
    print_complaints(terminal, start);
    return CLI_REFUSED;
}

const struct command command_start = {
    .name = "start",
    .summary = SAYS("start a server for this machine and open its page"),
    .usage = "anden start [--SETTING VALUE]...\n"
             "anden [--SETTING VALUE]...",
    .about = help_about,
    .options = settings_options,
    .more = settings_list,
    .examples = "anden start --listen 0.0.0.0:8080",
    .codes = SAYS("0 stopped as asked; 1 it could not start; 2 the command line was wrong."),
    .run = run,
};
