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

int settings_read(const struct command *c, int argc, char **argv, struct settings *s,
                  struct config *config)
{
    char why[512];

    if (cli_options(c, s, argc, argv, NULL, 0) < 0)
        return CLI_USAGE;
    config_presets(config);
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

void settings_find_page(struct config *config)
{
    static const char place[] = "/../" ANDEN_PAGE, page[] = "/index.html";
    char path[CONFIG_TEXT + sizeof page];
    ssize_t n =
        config->web[0] ? -1 : readlink("/proc/self/exe", path, CONFIG_TEXT - sizeof place);
    char *slash;

    if (n <= 0)
        return;
    path[n] = '\0';
    slash = strrchr(path, '/');
    if (!slash)
        return;
    memcpy(slash, place, sizeof place);
    memcpy(path + strlen(path), page, sizeof page);
    if (access(path, R_OK) == 0)
        snprintf(config->web, sizeof config->web, "%.*s",
                 (int)(strlen(path) - (sizeof page - 1)), path);
}
