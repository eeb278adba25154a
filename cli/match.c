/*
 * Options of a match on the command line: see match.h.
 */
#include "match.h"

#include "family.h"

#include <string.h>

static bool is_switch(const struct option *o)
{
    return o->min == 0 && o->max == 1;
}

static bool given(const struct match_option *item)
{
    return item->on || item->value;
}

/* Families may share the name of an option: it is one option of the command line. */
static void add(struct match_options *m, const struct option *o)
{
    struct match_option *item = &m->item[m->count];

    for (uint32_t i = 0; i < m->count; i++)
        if (strcmp(m->item[i].option->name, o->name) == 0)
            return;
    if (m->count == MATCH_OPTIONS_MAX)
        return;
    item->option = o;
    snprintf(item->flag, sizeof item->flag, "--%s", o->name);
    m->count++;
}

void match_options(struct match_options *m, const struct cli_option *own,
                   struct cli_option all[COMMAND_OPTIONS_MAX])
{
    const struct family_face *face;
    uint32_t n = 0;

    memset(m, 0, sizeof *m);
    for (size_t i = 0; (face = family_number(i)) != NULL; i++)
        for (const struct option *o = face->rules->option; o->name; o++)
            add(m, o);
    while (own->name && n + 1 < COMMAND_OPTIONS_MAX)
        all[n++] = *own++;
    for (uint32_t i = 0; i < m->count && n + 1 < COMMAND_OPTIONS_MAX; i++) {
        struct match_option *item = &m->item[i];
        bool plain = is_switch(item->option);

        all[n++] = (struct cli_option){item->flag, plain ? &item->on : NULL,
                                       plain ? NULL : &item->value};
    }
    all[n] = (struct cli_option){0};
}

const char *match_options_given(const struct match_options *m)
{
    for (uint32_t i = 0; i < m->count; i++)
        if (given(&m->item[i]))
            return m->item[i].flag;
    return NULL;
}

static uint32_t index_of(const struct match_option *item, const struct rules *rules)
{
    return option_index(rules, item->option->name, strlen(item->option->name));
}

bool match_options_fit(const struct match_options *m, const struct rules *rules)
{
    for (uint32_t i = 0; i < m->count; i++)
        if (given(&m->item[i]) && index_of(&m->item[i], rules) == OPTIONS_MAX)
            return false;
    return true;
}

/* "first" is the number of a seat: its range depends on the match. Chance decides without it. */
static int set(const struct command *c, const struct match_option *item, struct match *match)
{
    uint32_t i = index_of(item, match->rules);
    const struct option *o = &match->rules->option[i];
    bool seat = strcmp(item->option->name, "first") == 0;
    uint32_t min = seat ? 1 : o->min, max = seat ? match->seats : o->max;
    uint64_t value = 1;

    if (i == OPTIONS_MAX)
        return cli_usage(c, "{0} is no option of the game {1}.",
                         SAID(say_text(item->flag), say_text(match->board->id)));
    if (item->value && !cli_number(item->value, min, max, &value))
        return cli_usage(c,
                         seat ? SAYS("{0} takes a seat from {1} to {2}, not \"{3}\".")
                              : SAYS("{0} takes a number from {1} to {2}, not \"{3}\"."),
                         SAID(say_text(item->flag), say_number((int32_t)min),
                              say_number((int32_t)max), say_text(item->value)));
    match->option[i] = (uint8_t)value;
    return CLI_OK;
}

int match_options_set(const struct command *c, const struct match_options *m,
                      struct match *match)
{
    struct complaint why;
    char message[512];
    struct text t = text_in(message, sizeof message);

    for (uint32_t i = 0; i < m->count; i++)
        if (given(&m->item[i]) && set(c, &m->item[i], match) != CLI_OK)
            return CLI_USAGE;
    if (match->rules->check(match, &why))
        return CLI_OK;
    complaint_put(&t, cli_language(), &why);
    return cli_usage(c, "{0}", SAID(say_text(message)));
}
