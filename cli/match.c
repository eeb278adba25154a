/*
 * Options of a match on the command line: see match.h.
 */
#include "match.h"

#include "family.h"

#include <string.h>

/* An option of the command line. Families may share its name. */
struct flag {
    const struct option *option;
    const char *only;   /* name of the only rules that have it; null: several have */
    char name[ID_SIZE]; /* "--turning" */
    char argument[12], preset[8];
};

struct flags {
    uint32_t count;
    struct flag item[MATCH_OPTIONS_MAX];
};

static bool is_switch(const struct option *o)
{
    return o->min == 0 && o->max == 1;
}

/* The number of a seat: its range depends on the match. Chance decides without it. */
static bool is_seat(const struct option *o)
{
    return strcmp(o->name, "first") == 0;
}

static bool given(const struct match_option *item)
{
    return item->on || item->value;
}

static void describe(struct flag *f, const char *only, const struct option *o)
{
    f->option = o;
    f->only = only;
    snprintf(f->name, sizeof f->name, "--%s", o->name);
    if (is_seat(o))
        snprintf(f->argument, sizeof f->argument, "N");
    else
        snprintf(f->argument, sizeof f->argument, "%u-%u", o->min, o->max);
    snprintf(f->preset, sizeof f->preset, "%u", o->preset);
}

static void add(struct flags *flags, const char *only, const struct option *o)
{
    for (uint32_t i = 0; i < flags->count; i++) {
        if (strcmp(flags->item[i].option->name, o->name) == 0) {
            flags->item[i].only = NULL;
            return;
        }
    }
    if (flags->count < MATCH_OPTIONS_MAX)
        describe(&flags->item[flags->count++], only, o);
}

/* The options of all families, collected when they are first asked for. */
static const struct flags *all_flags(void)
{
    static struct flags flags;

    if (flags.count)
        return &flags;
    for (uint32_t i = 1; i < FAMILIES; i++)
        for (const struct option *o = all_rules[i]->option; o->name; o++)
            add(&flags, all_rules[i]->name, o);
    return &flags;
}

uint32_t match_list(struct cli_option *list)
{
    const struct flags *flags = all_flags();

    for (uint32_t i = 0; i < flags->count; i++) {
        const struct flag *f = &flags->item[i];
        bool plain = is_switch(f->option);

        list[i] = (struct cli_option){
            .name = f->name,
            .argument = plain ? NULL : f->argument,
            .about = f->option->help,
            .at = i * sizeof(struct match_option) +
                  (plain ? offsetof(struct match_option, on)
                         : offsetof(struct match_option, value)),
            .preset = plain || is_seat(f->option) ? NULL : f->preset,
            .game = f->only,
        };
    }
    return flags->count;
}

const char *match_options_given(const struct match_options *m)
{
    const struct flags *flags = all_flags();

    for (uint32_t i = 0; i < flags->count; i++)
        if (given(&m->item[i]))
            return flags->item[i].name;
    return NULL;
}

static uint32_t index_of(const struct flag *f, const struct rules *rules)
{
    return option_index(rules, f->option->name, strlen(f->option->name));
}

bool match_options_fit(const struct match_options *m, const struct rules *rules)
{
    const struct flags *flags = all_flags();

    for (uint32_t i = 0; i < flags->count; i++)
        if (given(&m->item[i]) && index_of(&flags->item[i], rules) == OPTIONS_MAX)
            return false;
    return true;
}

static int set(const struct command *c, const struct flag *f, const char *text,
               struct match *match)
{
    uint32_t i = index_of(f, match->rules);
    const struct option *o = &match->rules->option[i];
    bool seat = is_seat(f->option);
    uint32_t min = seat ? 1 : o->min, max = seat ? match->seats : o->max;
    uint64_t value = 1;

    if (i == OPTIONS_MAX)
        return cli_usage(c, "{0} is not an option of the game {1}.",
                         SAID(say_text(f->name), say_text(match->board->id)));
    if (text && !cli_number(text, min, max, &value))
        return cli_usage(c,
                         seat ? SAYS("{0} takes a seat from {1} to {2}, not \"{3}\".")
                              : SAYS("{0} takes a number from {1} to {2}, not \"{3}\"."),
                         SAID(say_text(f->name), say_number((int32_t)min),
                              say_number((int32_t)max), say_text(text)));
    match->option[i] = (uint8_t)value;
    return CLI_OK;
}

int match_options_set(const struct command *c, const struct match_options *m,
                      struct match *match)
{
    const struct flags *flags = all_flags();
    struct complaint why;
    char message[512];
    struct text t = text_in(message, sizeof message);

    for (uint32_t i = 0; i < flags->count; i++)
        if (given(&m->item[i]) && set(c, &flags->item[i], m->item[i].value, match) != CLI_OK)
            return CLI_USAGE;
    if (match->rules->check(match, &why))
        return CLI_OK;
    complaint_put(&t, cli_language(), &why);
    return cli_usage(c, "{0}", SAID(say_text(message)));
}
