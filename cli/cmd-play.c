/*
 * anden play: a game in the terminal, between people and the program's players.
 */
#define _POSIX_C_SOURCE 200809L

#include "../protocol/words.h"
#include "match.h"
#include "play.h"
#include "show.h"

#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

static const char help[] =
    "Usage: anden play GAME [--seats LIST] [--seed S] [--save FILE] [--names LIST]\n"
    "                       [--first N] [--turning] [--hand N] [--board FILE]\n"
    "       anden play --resume LOG [--seats LIST] [--seed S] [--save FILE]\n"
    "\n"
    "Plays a game in the terminal. Moves are typed as they stand in a log, such as\n"
    "\"claim Madrid-Pamplona black 2+1\" or \"place c4\"; \"help\" lists them all. With no\n"
    "human among the seats the program plays to the end by itself and prints the score\n"
    "sheet.\n"
    "\n"
    "Options:\n"
    "  --seats LIST   who plays, in the order of seats: human; a level of the program: easy,\n"
    "                 medium, hard, expert; or one of its players: random, greedy, planner\n"
    "                 and mcts (route games), flat (Metro), with settings if you like, such\n"
    "                 as mcts:time=3s; without it one person plays against an expert, and\n"
    "                 a game that is resumed goes on with those it was played by\n"
    "  --seed S       a number that decides all chance: the same seed and the same moves\n"
    "                 give the same game (chosen at random, and printed)\n"
    "  --save FILE    keep the log in FILE; with a human it is saved after every move, and\n"
    "                 an unfinished game can be resumed from it\n"
    "  --names LIST   names of the seats, separated by commas: Ana,Luis\n"
    "  --first N      the seat that begins (chosen by chance)\n"
    "  --turning      metro: tiles may be turned\n"
    "  --hand N       metro: tiles in hand, 1 to 3 (1)\n"
    "  --board FILE   play on a board of your own; GAME can then be left out\n"
    "  --resume LOG   go on with an unfinished game; it is saved there unless --save says\n"
    "                 otherwise\n"
    "  --language L   en or es (as the system is set: LC_ALL, LC_MESSAGES, LANG)\n"
    "\n"
    "Examples:\n"
    "  anden play europe --seats human,easy,hard --names Ana\n"
    "  anden play paris --seats random,random --seed 7 --save game.log\n"
    "  anden play berlin --seats human,human --names Ana,Luis --save game.log\n"
    "  anden play metro --seats human,expert --turning --hand 2\n"
    "  anden play --resume game.log\n"
    "\n"
    "Exit codes: 0 played, or stopped by quit or the end of the input; 1 a file was refused\n"
    "or the game could not be saved; 2 the command line was wrong.\n";

struct wish {
    const char *game, *seats, *seed, *save, *names, *board, *resume;
    struct match_options options;
};

void play_save(struct play *play)
{
    if (play->save && !logged_write(&play->game, play->save))
        play->save_failed = true;
}

/* Cuts the next item off a list; false at its end. */
static bool next_item(const char **list, char *item, size_t size)
{
    size_t n;

    if (!*list)
        return false;
    n = strcspn(*list, ",");
    snprintf(item, size, "%.*s", n < size ? (int)n : (int)size - 1, *list);
    *list = (*list)[n] == ',' ? *list + n + 1 : NULL;
    return true;
}

_Static_assert((int)BOT_TEXT <= (int)LOG_PLAYER, "a log holds every player");

static const struct bots_wish seats_wish = {&command_play, "--seats", true, SEATS_MAX};

static int read_names(struct play *play, const char *list)
{
    uint32_t seats = play->game.match.seats, seat = 0;
    char item[2 * NAME_SIZE];

    while (next_item(&list, item, sizeof item)) {
        if (seat == seats)
            return cli_usage(&command_play, "--names: there are more names than seats ({0}).",
                             SAID(say_number((int32_t)seats)));
        if (!log_is_name(item, strlen(item)))
            return cli_usage(&command_play,
                             "--names: \"{0}\" is no name; a name has 1 to 39 bytes.",
                             SAID(say_text(item)));
        memcpy(play->game.header.name[seat++], item, NAME_SIZE);
    }
    return CLI_OK;
}

/* Who plays a seat that --seats didn't name: whoever the log names, else one person against the
 * strongest there is. */
static int settle_seat(struct play *play, const struct wish *w, uint32_t seat)
{
    struct bots_item *item = &play->seats.item[seat];
    struct text spec = text_in(item->spec, sizeof item->spec);
    const struct log_header *h = &play->game.header;
    struct complaint why;

    *item =
        (struct bots_item){.human = seat == 0, .bot = bot_of(player_best(&play->game.match))};
    if (h->player[seat][0])
        item->human = strcmp(h->player[seat], "human") == 0;
    if (h->player[seat][0] && !item->human &&
        !bot_parse(h->player[seat], strlen(h->player[seat]), &item->bot, &why)) {
        why.line = h->player_place[seat].line;
        why.column = h->player_place[seat].column + why.column - (why.column > 0);
        return cli_complain(w->resume, &why);
    }
    if (item->human)
        text_put(&spec, "human");
    else
        bot_format(&item->bot, &spec);
    return CLI_OK;
}

static int settle_players(struct play *play, const struct wish *w)
{
    const struct match *m = &play->game.match;
    int code = CLI_OK;

    for (uint32_t seat = 0; seat < m->seats && !w->seats && code == CLI_OK; seat++)
        code = settle_seat(play, w, seat);
    if (code != CLI_OK)
        return code;
    play->seats.count = m->seats;
    for (uint32_t seat = 0; seat < m->seats; seat++) {
        snprintf(play->game.header.player[seat], LOG_PLAYER, "%s", play->seats.item[seat].spec);
        play->people += play->seats.item[seat].human;
    }
    return bots_check(&seats_wish, &play->seats, m);
}

/* Names for the seats that have none: "Player 1", "Random 2". */
static void default_names(struct play *play)
{
    for (uint32_t seat = 0; seat < play->game.match.seats; seat++) {
        const struct bots_item *item = &play->seats.item[seat];
        char *name = play->game.header.name[seat];

        if (name[0])
            continue;
        snprintf(name, NAME_SIZE, "%s %u",
                 item->human ? cli_words(SAYS("Player")) : item->bot.player->name,
                 (unsigned)seat + 1);
        if (name[0] >= 'a' && name[0] <= 'z')
            name[0] = (char)(name[0] - 'a' + 'A');
    }
}

static uint64_t random_seed(void)
{
    uint32_t seed; /* 32 bits: enough for play, and short to type */

    if (getrandom(&seed, sizeof seed, 0) != (ssize_t)sizeof seed)
        seed = (uint32_t)time(NULL);
    return seed;
}

static int new_game(struct play *play, const struct wish *w, uint32_t seats)
{
    struct logged *g = &play->game;
    int code = logged_new(g, &command_play, &(struct board_wish){w->game, w->board, seats});

    if (code != CLI_OK)
        return code;
    code = match_options_set(&command_play, &w->options, &g->match);
    if (code == CLI_OK)
        code = settle_players(play, w);
    if (code == CLI_OK && w->names)
        code = read_names(play, w->names);
    if (code == CLI_OK) {
        default_names(play);
        logged_start(g);
    }
    return code;
}

static int resumed_game(struct play *play, const struct wish *w, uint32_t seats)
{
    struct logged *g = &play->game;
    int code = logged_read(g, w->resume, w->board, UINT64_MAX);

    if (code != CLI_OK)
        return code;
    if (w->seats && seats != g->match.seats)
        return cli_usage(&command_play, "--seats names {0} seats, but the log has {1}.",
                         SAID(say_number((int32_t)seats), say_number((int32_t)g->match.seats)));
    for (uint32_t seat = 0; seat < SEATS_MAX; seat++)
        play->told[seat] = g->count;
    return settle_players(play, w);
}

static int check_wish(const struct wish *w, int words)
{
    if (w->resume && (words || w->names || match_options_given(&w->options)))
        return cli_usage(&command_play,
                         "--resume takes the game, the names, who begins and other "
                         "options of the match from the log: leave these out.",
                         NULL);
    if (!w->resume && !w->board && words == 0)
        return cli_usage(&command_play, "say which game, for example \"anden play europe\".",
                         NULL);
    return CLI_OK;
}

static int prepare(struct play *play, const struct wish *w)
{
    uint64_t seed = random_seed();
    int code = bots_read(&seats_wish, w->seats ? w->seats : "human,random", &play->seats);
    uint32_t seats = play->seats.count;

    if (code != CLI_OK)
        return code;
    if (w->seed && !cli_number(w->seed, 0, UINT64_MAX, &seed))
        return cli_usage(&command_play, "--seed takes a whole number, not \"{0}\".",
                         SAID(say_text(w->seed)));
    rng_seed(&play->dealer, seed, 0);
    for (uint32_t seat = 0; seat < SEATS_MAX; seat++)
        rng_seed(&play->dice[seat], seed, seat + 1);
    play->save = w->save                                    ? w->save
                 : w->resume && strcmp(w->resume, "-") != 0 ? w->resume
                                                            : NULL;
    code = w->resume ? resumed_game(play, w, seats) : new_game(play, w, seats);
    if (code == CLI_OK && !w->resume)
        logged_seed(&play->game, seed);
    if (code != CLI_OK)
        return code;
    play_save(play);
    if (play->save_failed)
        return CLI_REFUSED;
    cli_print(stdout, "{0} for {1} seats, seed {2}.",
              SAID(say_word(play->game.loaded.board.name), say_number(play->game.match.seats),
                   say_text(cli_digits(seed).text)));
    if (play->people) {
        putchar(' ');
        cli_print(stdout, "Type \"help\" for the moves and commands.", NULL);
    }
    puts("\n");
    return CLI_OK;
}

/* What a player of the program chooses; 0 if it has no room to think. */
static event_t think(struct play *play, uint32_t seat)
{
    const struct match *m = &play->game.match;
    const struct bot *bot = &play->seats.item[seat].bot;
    const struct budget *budget =
        think_begin(&play->think, bot, m, rng_dice(&play->dice[seat]));
    struct view v;

    if (!budget) {
        cli_refuse("there is not enough memory for {0}.",
                   SAID(say_text(play->seats.item[seat].spec)));
        return 0;
    }
    m->rules->view(m, &play->game.state, seat, &v);
    return bot_choose(bot, m, &v, budget);
}

/* Lets chance and the players of the program act, and asks people. */
static enum answer run_game(struct play *play)
{
    struct logged *g = &play->game;
    const struct rules *rules = g->match.rules;
    uint32_t actor;

    while ((actor = rules->actor(&g->match, &g->state)) != NOBODY) {
        event_t e;

        if (actor < g->match.seats && play->seats.item[actor].human) {
            enum answer answer = prompt(play, actor);

            if (answer != ANSWER_DONE)
                return answer;
            play_save(play);
            continue;
        }
        if (actor == NATURE) {
            e = dealer_choose(&g->match, &g->state, &play->dealer);
        } else {
            e = think(play, actor);
        }
        if (!logged_do(g, e)) {
            cli_refuse("a player of the program chose a move that is not legal; the game stops "
                       "here. Please report this with the log.",
                       NULL);
            play->save_failed = true;
            return ANSWER_QUIT;
        }
    }
    return ANSWER_DONE;
}

/* Who has won, and what decided between equals. */
static void print_winner(const struct position *p)
{
    char words[640];
    struct text t = text_in(words, sizeof words);

    result_words(p, &t);
    printf(" %s\n", words);
    t = text_in(words, sizeof words);
    tie_words(p, &t);
    if (t.length)
        printf(" %s\n", words);
}

static void print_end(struct play *play)
{
    struct view v;
    struct position p;

    if (play->people)
        for (uint32_t seat = 0; seat < play->game.match.seats; seat++)
            if (play->seats.item[seat].human && play->people == 1)
                tell(play, seat, play->told[seat], 24);
    p = logged_position(&play->game, SPECTATOR, &v);
    show_position(&play->screen, &p);
    putchar('\n');
    print_winner(&p);
}

static void print_saved(const struct play *play, enum answer answer)
{
    bool saved = play->save && !play->save_failed;

    if (saved)
        cli_line(" The game is saved as {0}.", SAID(say_text(play->save)));
    if (answer == ANSWER_DONE)
        return;
    if (saved)
        cli_line(" Go on with: anden play --resume {0}{1}{2}",
                 SAID(say_text(play->save), say_text(play->game.loaded.file ? " --board " : ""),
                      say_text(play->game.loaded.file ? play->game.loaded.name : "")));
    else if (!play->save)
        cli_line(" The game stops here and is not saved; start with --save FILE to keep it.",
                 NULL);
}

static int run(int argc, char **argv)
{
    struct wish w = {0};
    const struct cli_option own[] = {
        {"--seats", NULL, &w.seats},
        {"--seed", NULL, &w.seed},
        {"--save", NULL, &w.save},
        {"--names", NULL, &w.names},
        {"--board", NULL, &w.board},
        {"--resume", NULL, &w.resume},
        {0},
    };
    struct cli_option options[COMMAND_OPTIONS_MAX];
    int words;
    static struct play play;
    enum answer answer;
    int code;

    match_options(&w.options, own, options);
    words = cli_options(&command_play, options, argc, argv, &w.game, 1);
    if (words < 0)
        return CLI_USAGE;
    code = check_wish(&w, words);
    if (code != CLI_OK)
        return code;
    play.screen = (struct screen){.out = stdout, .colour = cli_colours()};
    play.terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    play.last_person = NOBODY;
    code = prepare(&play, &w);
    if (code == CLI_OK) {
        answer = run_game(&play);
        if (answer == ANSWER_DONE)
            print_end(&play);
        play_save(&play);
        print_saved(&play, answer);
        code = play.save_failed ? CLI_REFUSED : CLI_OK;
    }
    think_end(&play.think);
    logged_free(&play.game);
    return code;
}

const struct command command_play = {
    .name = "play",
    .summary = SAYS("play a game in the terminal"),
    .help = help,
    .run = run,
};
