/*
 * `anden admin`: for people who run a server. This file reads the command line; admin/ does the
 * work.
 */
#include "admin/errand.h"

#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define AT(field) offsetof(struct errand_options, field)

static const char help_about[] =
    "Looks after the people and tables of a server, beside its running nodes, which all\n"
    "follow its changes within seconds. The database is the one that --db or the file of\n"
    "--config names, as for \"anden serve\". Everything is recorded, with the name of the\n"
    "user: see audit.\n"
    "\n"
    "Look up:\n"
    "  people [PART]              people, the last seen first; with this in their name\n"
    "  person WHO                 all about a person\n"
    "  tables [--all]             tables; with --all those that are over too\n"
    "  table ID                   who sits there, its state, settings and chat\n"
    "  address ADDRESS[/BITS]     people and tables from there, as far as it is kept\n"
    "  bans                       who is banned or muted, which tables are closed\n"
    "  audit [WHOM|TABLE]         what was done; about somebody or something\n"
    "\n"
    "Decide:\n"
    "  ban WHOM [--for TIME]      may not be on the server; a bot plays on for a person\n"
    "  mute WHOM [--for TIME]     may play, but not write\n"
    "  lift WHOM|TABLE [ban|mute] is allowed again, also from the addresses banned with it\n"
    "  rename WHO NAME            another name; nobody can have the old one again\n"
    "  note WHOM TEXT             a note for others who run the server\n"
    "  close TABLE                ends its game without a result, and its chat\n"
    "  delete person WHO          as the account's own deletion: games stay, under "
    "\"someone\"\n"
    "  delete table ID            with everything in it\n"
    "  export person WHO          all data of a person, as they get it themselves\n"
    "  export table ID            the log of a game that is over\n"
    "\n"
    "Words and reports:\n"
    "  words                      words that are forbidden in chat and names\n"
    "  words add|remove WORD...   whole words; *word* for parts of words, too\n"
    "  words check TEXT           would this be allowed?\n"
    "  reports [--all]            what players have reported; with --all closed ones too\n"
    "  reports show NUMBER        one of them, with the chat that goes with it\n"
    "  reports close NUMBER       with a note: --why TEXT\n"
    "\n"
    "WHO is a name, or # and a number; WHOM may also be an address or a network, such as\n"
    "192.0.2.7, 192.0.2.0/24 or 2001:db8::/48 (of IPv6 without bits, its network of 64). TIME\n"
    "is a number and s, m, h, d or w; without one it is for good.";

static const struct cli_option options[] = {
    {"--config", "FILE", SAYS("read the server's settings from a file"), AT(config), NULL,
     NULL},
    {"--db", "FILE|URL", SAYS("the database of the server"), AT(db), "anden.db", NULL},
    {"--for", "TIME", SAYS("ban, mute: how long, such as 30m, 2h, 7d"), AT(during), NULL, NULL},
    {"--why", "TEXT", SAYS("the reason, which is recorded; for reports the note"), AT(why),
     NULL, NULL},
    {"--address", NULL, SAYS("ban, mute: also the addresses of the person's devices"),
     AT(address), NULL, NULL},
    {"--all", NULL, SAYS("tables, reports: also those that are over or closed"), AT(all), NULL,
     NULL},
    {"--out", "FILE", SAYS("export: write to a new file"), AT(out), NULL, NULL},
    {"--yes", NULL, SAYS("don't ask"), AT(yes), NULL, NULL},
    {"--json", NULL, SAYS("write JSON"), AT(json), NULL, NULL},
    {0},
};

static const struct errand_kind {
    const char *name;
    int (*run)(struct errand *e);
} errands[] = {
    {"people", errand_people}, {"person", errand_person},   {"tables", errand_tables},
    {"table", errand_table},   {"address", errand_address}, {"bans", errand_bans},
    {"audit", errand_audit},   {"ban", errand_ban},         {"mute", errand_mute},
    {"lift", errand_lift},     {"rename", errand_rename},   {"note", errand_note},
    {"close", errand_close},   {"delete", errand_delete},   {"export", errand_export},
    {"words", errand_words},   {"reports", errand_reports},
};

enum { ERRANDS = sizeof errands / sizeof *errands, WORDS_MAX = 64 };

static const struct errand_kind *find(const char *word)
{
    const char *names[ERRANDS], *nearest;

    for (size_t i = 0; i < ERRANDS; i++) {
        names[i] = errands[i].name;
        if (strcmp(names[i], word) == 0)
            return &errands[i];
    }
    nearest = cli_nearest(word, names, ERRANDS);
    cli_usage(&command_admin,
              nearest ? SAYS("there is no \"{0}\". Did you mean '{1}'?")
                      : SAYS("there is no \"{0}\"."),
              SAID(say_text(word), say_text(nearest)));
    return NULL;
}

/* The user of the machine; with sudo, the one who called it, and as whom. */
static void name_user(char *out, size_t cap)
{
    const struct passwd *p = getpwuid(getuid());
    const char *name = p ? p->pw_name : "?", *caller = getenv("SUDO_USER");

    if (caller && *caller)
        snprintf(out, cap, "%.40s (%.40s)", caller, name);
    else
        snprintf(out, cap, "%.80s", name);
}

static int read_settings(struct errand_options *o, struct config *config)
{
    char why[512];

    config_presets(config);
    if (o->config && !config_read(config, o->config, why, sizeof why))
        return cli_refuse("{0}", SAID(say_text(why)));
    if (o->db && !config_set(config, "db", o->db, why, sizeof why))
        return cli_usage(&command_admin, "--{0}", SAID(say_text(why)));
    o->db = config->db;
    return CLI_OK;
}

static int carry_out(const struct errand_kind *kind, struct errand *e,
                     const struct config *config)
{
    char why[512];
    bool sheet = kind->run != errand_export;
    int code;

    e->admin = admin_open(config, cli_language(), why, sizeof why);
    if (!e->admin)
        return cli_refuse("the database cannot be used: {0}", SAID(say_text(why)));
    e->now = (int64_t)time(NULL) * 1000;
    name_user(e->user, sizeof e->user);
    sheet_begin(&e->sheet, e->options.json && sheet);
    code = kind->run(e);
    if (code == CLI_OK)
        sheet_end(&e->sheet);
    admin_close(e->admin);
    return code;
}

static int run(int argc, char **argv)
{
    static struct config config;
    static struct errand e;
    const char *words[WORDS_MAX];
    const struct errand_kind *kind;
    int n = cli_options(&command_admin, &e.options, argc, argv, words, WORDS_MAX), code;

    if (n < 0)
        return CLI_USAGE;
    if (n == 0)
        return cli_usage(&command_admin, "say what to do.", NULL);
    kind = find(words[0]);
    if (!kind)
        return CLI_USAGE;
    code = read_settings(&e.options, &config);
    if (code != CLI_OK)
        return code;
    e.args = words + 1;
    e.count = n - 1;
    return carry_out(kind, &e, &config);
}

const struct command command_admin = {
    .name = "admin",
    .summary = SAYS("look after the people and tables of a server"),
    .usage = "anden admin WHAT [ARGUMENTS] [--db FILE|URL] [--json]",
    .about = help_about,
    .options = options,
    .examples = "anden admin person Ana --db /var/lib/anden/anden.db\n"
                "anden admin ban Ana --for 7d --why \"insults\" --config anden.conf\n"
                "anden admin ban 2001:db8:1:2::/64 --for 2h\n"
                "anden admin words add idiot '*spam*'\n"
                "anden admin reports --json",
    .codes = SAYS("0 done; 1 it was refused: nobody of that name, the database cannot be used; "
                  "2 the command line was wrong."),
    .run = run,
};
