/*
 * Lists of players on the command line: see bots.h.
 */
#include "bots.h"

#include <stdlib.h>
#include <string.h>

/* Takes a last setting "tuning=FILE" off a spec of *n bytes. */
static void take_tuning(const char *text, size_t *n, struct bots_item *item)
{
    static const char key[] = "tuning=";
    size_t length = sizeof key - 1;
    struct text path = text_in(item->tuning, sizeof item->tuning);

    for (size_t i = 1; i + length < *n; i++) {
        if ((text[i - 1] != ':' && text[i - 1] != ',') || memcmp(text + i, key, length) != 0)
            continue;
        text_some(&path, text + i + length, *n - i - length);
        *n = i - 1;
        return;
    }
}

_Static_assert((int)PIPE_SPEC <= (int)sizeof((struct bots_item *)0)->label,
               "a label holds every spec");

static int read_pipe(const struct bots_wish *w, const char *text, size_t n,
                     struct bots_item *item)
{
    if (!pipe_read(&item->pipe, text, n))
        return cli_usage(w->command,
                         "{0}: a command of at most {1} bytes must follow \"pipe:\".",
                         SAID(say_text(w->option), say_number(PIPE_SPEC - 6)));
    snprintf(item->spec, sizeof item->spec, "pipe"); /* in logs, which may go anywhere */
    memcpy(item->label, text, n);
    item->label[n] = '\0';
    return CLI_OK;
}

static int read_item(const struct bots_wish *w, const char *text, size_t n,
                     struct bots_item *item)
{
    struct text spec = text_in(item->spec, sizeof item->spec);
    struct complaint why;

    item->human = w->people && text_is(text, n, "human");
    item->piped = w->pipes && pipe_is(text, n);
    if (item->human) {
        text_put(&spec, "human");
        return CLI_OK;
    }
    if (item->piped)
        return read_pipe(w, text, n, item);
    take_tuning(text, &n, item);
    if (!bot_parse(text, n, &item->bot, &why)) {
        bool whole = n >= sizeof item->spec || why.column <= 1;
        char message[512];
        struct text t = text_in(message, sizeof message);

        complaint_put(&t, cli_language(), &why);
        if (whole)
            return cli_usage(w->command, "{0}: {1}",
                             SAID(say_text(w->option), say_text(message)));
        return cli_usage(
            w->command, "{0}: in \"{1}\", column {2}: {3}",
            SAID(say_text(w->option),
                 (struct said){.kind = SAID_PIECE, .number = (int32_t)n, .text = text},
                 say_number((int32_t)why.column), say_text(message)));
    }
    bot_format(&item->bot, &spec);
    snprintf(item->label, sizeof item->label, "%s%s%s", item->spec,
             !item->tuning[0]          ? ""
             : strchr(item->spec, ':') ? ",tuning="
                                       : ":tuning=",
             item->tuning);
    return CLI_OK;
}

int bots_read(const struct bots_wish *w, const char *list, struct bots *bots)
{
    for (bots->count = 0;; list++) {
        size_t n = bot_list_first(list, strlen(list));

        if (bots->count == w->most)
            return cli_usage(w->command, "{0}: there are more than {1} players in the list.",
                             SAID(say_text(w->option), say_number((int32_t)w->most)));
        if (read_item(w, list, n, &bots->item[bots->count++]) != CLI_OK)
            return CLI_USAGE;
        list += n;
        if (!*list)
            return CLI_OK;
    }
}

int bots_tuning(const char *path, const struct match *m, struct tuning *tuning)
{
    const struct constant *constants = tuning_constants(m->board);
    size_t size;
    char *text;
    struct tuning_use use;
    struct complaint why;
    int code = CLI_OK;

    if (!constants)
        return cli_refuse("the players of {0} have no constants to tune.",
                          SAID(say_text(m->board->name)));
    text = cli_read(path, &size);
    if (!text)
        return CLI_REFUSED;
    if (!tuning_read(constants, text, size, &use, tuning, &why))
        code = cli_complain(path, &why);
    free(text);
    return code;
}

int bots_check(const struct bots_wish *w, struct bots *bots, const struct match *m)
{
    for (uint32_t i = 0; i < bots->count; i++) {
        struct bots_item *item = &bots->item[i];
        int code;

        if (item->piped && !pipe_open(&item->pipe, m, item->label))
            return cli_refuse("not enough memory or threads.", NULL);
        if (!item->human && !item->piped && !player_plays(item->bot.player, m))
            return cli_usage(w->command, "{0}: {1} does not play {2}; try {3}.",
                             SAID(say_text(w->option), say_text(item->bot.player->name),
                                  say_text(m->board->name), say_text(player_best(m)->name)));
        if (!item->tuning[0])
            continue;
        code = bots_tuning(item->tuning, m, &item->constants);
        if (code != CLI_OK)
            return code;
        item->bot.tuning = &item->constants;
    }
    return CLI_OK;
}

const struct sim_guest *bots_guest(const struct bots_item *item)
{
    return item->piped ? &item->pipe.guest : NULL;
}

bool bots_are_broken(const struct bots *bots)
{
    bool broken = false;

    for (uint32_t i = 0; i < bots->count; i++)
        broken = broken || atomic_load(&bots->item[i].pipe.broken);
    return broken;
}

void bots_close(struct bots *bots)
{
    for (uint32_t i = 0; i < bots->count; i++)
        pipe_close(&bots->item[i].pipe);
}
