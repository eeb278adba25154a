/*
 * The settings of the server as options: see settings.h.
 */
#include "settings.h"

#include <string.h>
#include <unistd.h>

const struct cli_option settings_options[] = {
    {"--config", "FILE", SAYS("read settings from a file"), offsetof(struct settings, config),
     NULL, NULL},
    {0},
};

uint32_t settings_list(struct cli_option *list)
{
    static char names[SETTINGS_MAX][40];
    uint32_t n = 0;

    for (; n < SETTINGS_MAX && config_settings[n].name; n++) {
        const struct config_setting *s = &config_settings[n];

        snprintf(names[n], sizeof names[n], "--%s", s->name);
        list[n] = (struct cli_option){.name = names[n],
                                      .argument = s->argument ? s->argument : "N",
                                      .about = s->about,
                                      .at = n * sizeof(const char *),
                                      .preset = s->preset};
    }
    return n;
}

/* The page that belongs to the program: installed with it, or built in the source that the program
 * was built in a folder of. */
static void find_page(struct config *config)
{
    static const char *const places[] = {"/../" ANDEN_PAGE, "/../web/dist"};
    char program[CONFIG_TEXT], web[sizeof config->web], page[sizeof web + 16];
    ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
    char *slash;

    if (n <= 0)
        return;
    program[n] = '\0';
    slash = strrchr(program, '/');
    if (!slash)
        return;
    *slash = '\0';
    for (size_t i = 0; i < sizeof places / sizeof places[0] && !config->web[0]; i++) {
        if (snprintf(web, sizeof web, "%s%s", program, places[i]) >= (int)sizeof web)
            continue;
        snprintf(page, sizeof page, "%s/index.html", web);
        if (access(page, R_OK) == 0)
            memcpy(config->web, web, sizeof web);
    }
}

void settings_say_page(const struct config *config)
{
    if (!config->web[0])
        cli_line("There is no page to play on here. In the source ./play builds it; "
                 "--web FOLDER says where it is.",
                 NULL);
}

int settings_read(const struct command *c, int argc, char **argv, struct settings *s,
                  struct config *config)
{
    char why[512];

    if (cli_options(c, s, argc, argv, NULL, 0) < 0)
        return CLI_USAGE;
    config_presets(config);
    find_page(config);
    if (s->config && !config_read(config, s->config, why, sizeof why))
        return cli_refuse("{0}", SAID(say_text(why)));
    for (uint32_t i = 0; i < SETTINGS_MAX && config_settings[i].name; i++)
        if (s->value[i] &&
            !config_set(config, config_settings[i].name, s->value[i], why, sizeof why))
            return cli_usage(c, "--{0}", SAID(say_text(why)));
    return CLI_OK;
}

const char *settings_given(const struct settings *s, const char *name)
{
    for (uint32_t i = 0; i < SETTINGS_MAX && config_settings[i].name; i++)
        if (strcmp(config_settings[i].name, name) == 0)
            return s->value[i];
    return NULL;
}
