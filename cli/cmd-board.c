/*
 * anden board: checks a board file, prints its facts, draws it. The facts and the picture
 * come from the board's family.
 */
#include "../protocol/board_json.h"
#include "family.h"

#include <stdlib.h>
#include <string.h>

static void to_stdout(void *context, const char *at, size_t n)
{
    (void)context;
    fwrite(at, 1, n, stdout);
}

static void show_text(const struct board *board, const struct board_art *art)
{
    char hash[20];

    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)board->hash);
    cli_line("{0} ({1}), {2} to {3} players, hash {4}",
             SAID(say_text(board->name), say_text(board->id), say_number(board->seats_min),
                  say_number(board->seats_max), say_text(hash)));
    for (uint32_t i = 0; i < art->abouts; i++)
        printf("%.*s\n", (int)art->about[i].length, art->about[i].at);
    printf("\n");
    family_of(board)->facts(board, art);
}

static void show_json(const struct board *board, const struct board_art *art)
{
    char buffer[4096];
    struct json j = json_to(buffer, sizeof buffer, to_stdout, NULL);

    board_json(&j, board, art);
    json_done(&j);
    putchar('\n');
}

static int check(const struct loaded *l)
{
    cli_print(stdout, "{0}: good", SAID(say_text(l->name)));
    family_of(&l->board)->summary(&l->board, &l->art);
    printf("\n");
    return CLI_OK;
}

static int draw(const struct loaded *l)
{
    const struct family_face *family = family_of(&l->board);
    const struct match match = {.rules = rules_of(&l->board), .board = &l->board};
    char *buffer = NULL;
    struct text t = {.cut = true};

    if (!family->svg)
        return cli_refuse("{0} has nothing that could be drawn.", SAID(say_text(l->name)));
    for (size_t size = 1 << 18; t.cut; size *= 2) {
        buffer = cli_need(realloc(buffer, size));
        t = text_in(buffer, size);
        if (!family->svg(&t, &match, &l->art, NULL)) {
            free(buffer);
            return cli_refuse("{0} has no positions of cities, so it can be played but not "
                              "drawn; see doc/adding-a-map.md.",
                              SAID(say_text(l->name)));
        }
    }
    fwrite(buffer, 1, t.length, stdout);
    free(buffer);
    return CLI_OK;
}

struct wish {
    bool json;
};

#define AT(field) offsetof(struct wish, field)

static const struct cli_option options[] = {
    {"--json", NULL, SAYS("show: one JSON object with all fields"), AT(json), NULL, NULL},
    {0},
};

static int run(int argc, char **argv)
{
    static struct loaded l;
    struct wish w = {0};
    const char *words[2];
    int n = cli_options(&command_board, &w, argc, argv, words, 2);

    if (n < 0)
        return CLI_USAGE;
    if (n < 2)
        return cli_usage(&command_board,
                         "say what to do (check, show or svg) and with which board.", NULL);
    bool checks = strcmp(words[0], "check") == 0, shows = strcmp(words[0], "show") == 0;
    if (!checks && !shows && strcmp(words[0], "svg") != 0)
        return cli_usage(&command_board, "say check, show or svg, not \"{0}\".",
                         SAID(say_text(words[0])));
    if (w.json && !shows)
        return cli_usage(&command_board, "--json works only with show.", NULL);
    int code = cli_load(words[1], &l);
    if (code != CLI_OK)
        return code;
    if (checks)
        code = check(&l);
    else if (!shows)
        code = draw(&l);
    else if (w.json)
        show_json(&l.board, &l.art);
    else
        show_text(&l.board, &l.art);
    cli_unload(&l);
    return code;
}

static const char help_about[] =
    "BOARD is the id of a built-in board or a board file (- reads stdin).\n"
    "\n"
    "  check  says whether the file is good; otherwise file:line:column: what is wrong\n"
    "  show   prints its facts: cities, routes, tickets, cards and options; or squares,\n"
    "         tiles, stations and their owners\n"
    "  svg    draws the board as an SVG picture, to stdout";

const struct command command_board = {
    .name = "board",
    .summary = SAYS("check a board file, print its facts, or draw it"),
    .usage = "anden board check BOARD\n"
             "anden board show BOARD [--json]\n"
             "anden board svg BOARD",
    .about = help_about,
    .options = options,
    .examples = "anden board check my.board\n"
                "anden board show europe\n"
                "anden board show berlin --json > berlin.json\n"
                "anden board svg paris > paris.svg\n"
                "anden board show metro",
    .codes = SAYS("0 all went well; 1 the board was refused; 2 the command line was wrong."),
    .run = run,
};
