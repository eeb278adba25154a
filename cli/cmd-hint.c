/*
 * anden hint: what a player of the program would do after a log, and why.
 */
#include "../ai/bot.h"
#include "../protocol/hint.h"
#include "../sim/think.h"
#include "../table/dealer.h"
#include "bots.h"
#include "logged.h"

enum { HINTS = 5, HINTS_MAX = 32 };

static const char help_about[] =
    "Replays a log and shows the best events for the seat that is to act, the best first,\n"
    "with the player's estimate of the chance to win, and a reason. What is hidden from the\n"
    "seat is hidden from the player too. The same log gives the same hints, unless a time\n"
    "limit ends the search sooner. FILE \"-\" reads from stdin.\n"
    "\n"
    "The first event is the one that the player would choose. It prefers another one only if\n"
    "that is better by more than luck, so the order need not be that of the chances.";

struct wish {
    struct log_wish log;
    const char *as, *player, *most;
    bool json;
};

struct hints {
    struct logged game;
    struct bots player;
    struct view view;
    struct position position;
    uint32_t seat, count;
    struct candidate best[HINTS_MAX];
};

static void print_json(const struct hints *h)
{
    char buffer[512];
    struct json j = json_to(buffer, sizeof buffer, cli_flush, stdout);

    json_object(&j, NULL);
    json_number(&j, "seat", h->seat + 1);
    json_text(&j, "player", h->player.item[0].spec);
    json_array(&j, "hints");
    for (uint32_t i = 0; i < h->count; i++)
        hint_json(&j, NULL, &h->game.match, &h->view, h->position.name, &h->best[i]);
    json_end(&j);
    json_end(&j);
    json_done(&j);
    putchar('\n');
}

static void print_text(const struct hints *h)
{
    const struct match *m = &h->game.match;
    bool in_order = true;

    cli_line("Seat {0}, {1}, asks {2}:",
             SAID(say_number((int32_t)h->seat + 1), say_text(h->position.name[h->seat]),
                  say_text(h->player.item[0].spec)));
    for (uint32_t i = 0; i < h->count; i++) {
        const struct candidate *c = &h->best[i];
        char event[LOG_LINE_MAX + 1], words[256];
        struct text t = text_in(event, sizeof event), u = text_in(words, sizeof words);

        m->rules->format(m, &h->view.seen, c->event, &t);
        hint_words(cli_language(), m, h->position.name, &c->reason, &u);
        if (c->chance == CHANCE_UNKNOWN)
            printf("%2u.        ", (unsigned)i + 1);
        else
            printf("%2u. %5.1f %% ", (unsigned)i + 1, c->chance / 10.0);
        printf(" %s%s%s\n", event, words[0] ? ": " : "", words);
        in_order = in_order && (i == 0 || c->chance <= h->best[i - 1].chance);
    }
    if (!in_order)
        cli_line("A higher chance further down may be luck: the player is less sure of it.",
                 NULL);
}

/* Asks the player, who gets only the view. */
static void ask(struct hints *h, uint32_t most)
{
    const struct match *m = &h->game.match;
    struct bot *bot = &h->player.item[0].bot;
    struct think think;
    struct rng dice;

    rng_seed(&dice, 1, h->seat + 1);
    h->count =
        bot_rank(bot, m, &h->view, think_begin(&think, bot, m, rng_dice(&dice)), h->best, most);
}

static int hint(struct hints *h, const struct wish *w, uint64_t as, uint32_t most)
{
    const struct match *m = &h->game.match;
    const struct bots_wish player_wish = {&command_hint, "--player", false, 1, false};

    h->seat = m->rules->actor(m, &h->game.state);
    if (as > m->seats)
        return cli_usage(&command_hint, "--as: the game has {0} seats, not {1}.",
                         SAID(say_number((int32_t)m->seats), say_number((int32_t)as)));
    if (h->seat >= m->seats)
        return cli_refuse(
            h->seat == NATURE
                ? SAYS("chance acts here, not a seat; try --at with the next number.")
                : SAYS("the game is over: there is nothing to do."),
            NULL);
    if (as && as - 1 != h->seat)
        return cli_refuse("it is the turn of seat {0} here, not of seat {1}.",
                          SAID(say_number((int32_t)h->seat + 1), say_number((int32_t)as)));
    if (bots_check(&player_wish, &h->player, m) != CLI_OK)
        return CLI_USAGE;
    h->position = logged_position(&h->game, h->seat, &h->view);
    ask(h, most);
    if (w->json)
        print_json(h);
    else
        print_text(h);
    return CLI_OK;
}

#define AT(field) offsetof(struct wish, field)

static const struct cli_option options[] = {
    {"--as", "SEAT", SAYS("the seat that asks; refused if it is not its turn"), AT(as), NULL,
     NULL},
    {"--player", "SPEC",
     SAYS("who is asked (expert): a player or level, with settings if you like"), AT(player),
     NULL, NULL},
    {"--most", "N", SAYS("at most N events (5)"), AT(most), NULL, NULL},
    {"--json", NULL,
     SAYS("one JSON object: seat, player, hints, each with event, win_chance (null if the "
          "player gives none), visits, reason (or null): key, words and the values in it"),
     AT(json), NULL, NULL},
    {"--at", "N", SAYS("stop after N events of the log (chance included)"), AT(log.at), NULL,
     NULL},
    {"--board", "FILE", SAYS("the board, if it is not one of the program's own"), AT(log.board),
     NULL, NULL},
    {0},
};

static int run(int argc, char **argv)
{
    struct wish w = {0};
    const struct bots_wish player_wish = {&command_hint, "--player", false, 1, false};
    uint64_t as = 0, most = HINTS;
    static struct hints h;
    int code;

    if (cli_options(&command_hint, &w, argc, argv, &w.log.file, 1) < 0)
        return CLI_USAGE;
    if (w.as && !cli_number(w.as, 1, SEATS_MAX, &as))
        return cli_usage(&command_hint, "--as takes the number of a seat, not \"{0}\".",
                         SAID(say_text(w.as)));
    if (w.most && !cli_number(w.most, 1, HINTS_MAX, &most))
        return cli_usage(&command_hint, "--most takes a number from 1 to {0}, not \"{1}\".",
                         SAID(say_number(HINTS_MAX), say_text(w.most)));
    if (bots_read(&player_wish, w.player ? w.player : "expert", &h.player) != CLI_OK)
        return CLI_USAGE;
    code = logged_asked(&h.game, &command_hint, &w.log);
    if (code != CLI_OK)
        return code;
    code = hint(&h, &w, as, (uint32_t)most);
    logged_free(&h.game);
    return code;
}

const struct command command_hint = {
    .name = "hint",
    .summary = SAYS("what a player of the program would do, and why"),
    .usage = "anden hint FILE [--as SEAT] [--player SPEC] [--most N] [--json] [--at N]\n"
             "                [--board FILE]",
    .about = help_about,
    .options = options,
    .examples = "anden hint game.log --at 60\n"
                "anden hint game.log --at 22 --as 2 --player rollout:iterations=200 --json",
    .codes = SAYS("0 shown; 1 the log was refused, or it is not the turn of that seat, or of "
                  "any seat; 2 the command line was wrong."),
    .run = run,
};
