/*
 * anden legal: the legal events after a log.
 */
#include "logged.h"

#include <stdlib.h>

static const char help_about[] =
    "Replays a log and lists the events that are legal after it, one on each line, as they\n"
    "would stand in the log. Where chance acts each event is followed by its weight: its\n"
    "probability is the weight divided by the sum. If the game is over, nothing is legal, and\n"
    "that is said on stderr. FILE \"-\" reads from stdin.";

struct list {
    event_t *events;
    uint32_t *weights;
    uint32_t count;
    uint64_t total;
};

static void print_json(const struct match *m, const struct state *s, const struct list *l)
{
    uint32_t actor = m->rules->actor(m, s);
    char buffer[4096], line[LOG_LINE_MAX + 1];
    struct json j = json_to(buffer, sizeof buffer, cli_flush, stdout);

    json_object(&j, NULL);
    if (actor < m->seats)
        json_number(&j, "to_act", actor + 1);
    else
        json_text(&j, "to_act", actor == NATURE ? "chance" : NULL);
    json_number(&j, "total", (int64_t)l->total);
    json_array(&j, "events");
    for (uint32_t i = 0; i < l->count; i++) {
        struct text t = text_in(line, sizeof line);

        m->rules->format(m, s, l->events[i], &t);
        json_object(&j, NULL);
        json_text(&j, "text", line);
        json_number(&j, "weight", l->weights[i]);
        json_end(&j);
    }
    json_end(&j);
    json_end(&j);
    json_done(&j);
    putchar('\n');
}

static void print_text(const struct match *m, const struct state *s, const struct list *l)
{
    bool chance = m->rules->actor(m, s) == NATURE;
    char line[LOG_LINE_MAX + 1];

    if (!l->count)
        cli_refuse("the game is over: nothing is legal.", NULL);
    for (uint32_t i = 0; i < l->count; i++) {
        struct text t = text_in(line, sizeof line);

        log_put_event(&t, m, s, l->events[i]);
        if (chance)
            printf("%-32.*s # %u of %llu\n", (int)t.length - 1, line, (unsigned)l->weights[i],
                   (unsigned long long)l->total);
        else
            fputs(line, stdout);
    }
}

/* Everything printed comes from the view that shows everything, never from the state itself. */
static int list(const struct logged *g, bool json)
{
    struct view v;
    struct position p = logged_position(g, EVERYTHING, &v);
    const struct state *seen = &v.seen;
    struct list l = {
        .events = malloc(LEGAL_MAX * sizeof *l.events),
        .weights = calloc(LEGAL_MAX, sizeof *l.weights),
    };
    int code = CLI_OK;

    if (l.events && l.weights) {
        l.count = p.match->rules->legal(p.match, seen, l.events, l.weights, LEGAL_MAX);
        for (uint32_t i = 0; i < l.count; i++)
            l.total += l.weights[i];
        if (json)
            print_json(p.match, seen, &l);
        else
            print_text(p.match, seen, &l);
    } else {
        code = cli_refuse("not enough memory.", NULL);
    }
    free(l.events);
    free(l.weights);
    return code;
}

struct wish {
    struct log_wish log;
    bool json;
};

#define AT(field) offsetof(struct wish, field)

static const struct cli_option options[] = {
    {"--json", NULL,
     SAYS("one JSON object: to_act, total (the sum of the weights) and events, each with its "
          "text and its weight"),
     AT(json), NULL, NULL},
    {"--at", "N", SAYS("stop after N events (chance included)"), AT(log.at), NULL, NULL},
    {"--board", "FILE", SAYS("the board, if it is not one of the program's own"), AT(log.board),
     NULL, NULL},
    {0},
};

static int run(int argc, char **argv)
{
    struct wish w = {0};
    struct logged g;
    int code;

    if (cli_options(&command_legal, &w, argc, argv, &w.log.file, 1) < 0)
        return CLI_USAGE;
    code = logged_asked(&g, &command_legal, &w.log);
    if (code != CLI_OK)
        return code;
    code = list(&g, w.json);
    logged_free(&g);
    return code;
}

const struct command command_legal = {
    .name = "legal",
    .summary = SAYS("list the legal events after a log"),
    .usage = "anden legal FILE [--json] [--at N] [--board FILE]",
    .about = help_about,
    .options = options,
    .examples = "anden legal game.log --at 50\n"
                "anden legal game.log --at 12 --json",
    .codes = SAYS("0 listed, even if the game is over and nothing is legal; 1 the log was "
                  "refused; 2 the command line was wrong."),
    .run = run,
};
