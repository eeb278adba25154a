/*
 * anden play: a game in the terminal, between people and the program's players. This file
 * reads the command line; local.c plays, prompt.c asks.
 */
#define _POSIX_C_SOURCE 200809L

#include "../protocol/plan.h"
#include "../protocol/result_words.h"
#include "kept.h"
#include "local.h"
#include "match.h"
#include "online/plain.h"
#include "play.h"
#include "show.h"
#include "window/client.h"

#include <string.h>
#include <unistd.h>

static const char help_about[] =
    "Plays a game in the terminal. Moves are typed as they stand in a log, such as\n"
    "\"claim Madrid-Pamplona black 2+1\" or \"place c4\"; \"help\" lists them all. With no\n"
    "human among the seats the program plays to the end by itself and prints the score\n"
    "sheet.";

struct wish {
    struct match_options match; /* the first: see match.h */
    struct terms_options terms;
    const char *game, *seats, *save, *names, *board, *resume;
    const char *connect, *signin;
    struct client_options screen;
    bool go_on, watch, is_public;
};

static struct local local; /* the game; large */

/* Takes the next item off a list; false at its end. */
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

static const struct bots_wish seats_wish = {&command_play, "--seats", true, SEATS_MAX, true};

static int read_names(struct logged *log, const char *list)
{
    uint32_t seats = log->match.seats, seat = 0;
    char item[2 * NAME_SIZE];

    while (next_item(&list, item, sizeof item)) {
        if (seat == seats)
            return cli_usage(&command_play, "--names: there are more names than seats ({0}).",
                             SAID(say_number((int32_t)seats)));
        if (!log_is_name(item, strlen(item)))
            return cli_usage(&command_play,
                             "--names: \"{0}\" is not a name; a name has 1 to {1} bytes.",
                             SAID(say_text(item), say_number(NAME_SIZE - 1)));
        memcpy(log->header.name[seat++], item, NAME_SIZE);
    }
    return CLI_OK;
}

/* Who plays a seat that --seats didn't name: the player that the log names, else one person
 * against the strongest bot. */
static int settle_seat(struct local *g, const char *resumed, uint32_t seat)
{
    struct bots_item *item = &g->seats.item[seat];
    struct text spec = text_in(item->spec, sizeof item->spec);
    const struct log_header *h = &g->log.header;
    struct complaint why;

    *item = (struct bots_item){.human = seat == 0, .bot = bot_of(player_best(&g->log.match))};
    if (h->player[seat][0])
        item->human = strcmp(h->player[seat], "human") == 0;
    if (strcmp(h->player[seat], "pipe") == 0)
        return cli_refuse("Seat {0} was a program over a pipe; say with --seats who plays now.",
                          SAID(say_number((int32_t)seat + 1)));
    if (h->player[seat][0] && !item->human &&
        !bot_parse(h->player[seat], strlen(h->player[seat]), &item->bot, &why)) {
        why.line = h->player_place[seat].line;
        why.column = h->player_place[seat].column + why.column - (why.column > 0);
        return cli_complain(resumed, &why);
    }
    if (item->human)
        text_put(&spec, "human");
    else
        bot_format(&item->bot, &spec);
    return CLI_OK;
}

/* Decides who plays, and writes it into the header. *changed: the log had other players. */
static int settle_players(struct play *play, const struct wish *w, bool *changed)
{
    struct local *g = &local;
    const struct match *m = &g->log.match;
    int code = CLI_OK;

    for (uint32_t seat = 0; seat < m->seats && !w->seats && code == CLI_OK; seat++)
        code = settle_seat(g, w->resume, seat);
    if (code != CLI_OK)
        return code;
    g->seats.count = m->seats;
    *changed = false;
    for (uint32_t seat = 0; seat < m->seats; seat++) {
        char *player = g->log.header.player[seat];

        *changed = *changed || strcmp(player, g->seats.item[seat].spec) != 0;
        snprintf(player, LOG_PLAYER, "%s", g->seats.item[seat].spec);
        play->people += g->seats.item[seat].human;
    }
    return bots_check(&seats_wish, &g->seats, m);
}

/* Names for the seats that have none: "Player 1", "Random 2". */
static void default_names(struct local *g)
{
    for (uint32_t seat = 0; seat < g->log.match.seats; seat++) {
        const struct bots_item *item = &g->seats.item[seat];
        char *name = g->log.header.name[seat];

        if (name[0])
            continue;
        snprintf(name, NAME_SIZE, "%s %u",
                 item->human   ? cli_words(SAYS("Player"))
                 : item->piped ? item->spec
                               : item->bot.player->name,
                 (unsigned)seat + 1);
        if (name[0] >= 'a' && name[0] <= 'z')
            name[0] = (char)(name[0] - 'a' + 'A');
    }
}

/* Should the game fill the screen? Only if a person plays, or wants to watch. */
static bool wants_screen(const struct play *play, const struct wish *w)
{
    bool wants = (play->people > 0 || w->watch) && client_wanted(&w->screen) &&
                 client_can(&local.log.loaded.board);

    for (uint32_t seat = 0; seat < local.seats.count; seat++)
        local.seats.item[seat].pipe.mute = wants;
    return wants;
}

static int new_game(struct play *play, const struct wish *w, const struct local_terms *terms)
{
    struct local *g = &local;
    struct board_wish wish = {w->game, w->board, g->seats.count};
    const char *place;
    bool changed;
    int code;

    record_none(&g->record);
    code = logged_new(&g->log, &command_play, &wish);
    if (code == CLI_OK)
        code = match_options_set(&command_play, &w->match, &g->log.match);
    if (code == CLI_OK)
        code = settle_players(play, w, &changed);
    if (code == CLI_OK && w->names)
        code = read_names(&g->log, w->names);
    if (code != CLI_OK)
        return code;
    default_names(g);
    local_begin(g, terms);
    play->full = wants_screen(play, w);
    place = w->save ? w->save : play->full ? kept_new() : NULL;
    return place ? record_create(&g->record, place) : CLI_OK;
}

/* Where a resumed game is saved: in the same file, unless --save or "-" says otherwise. */
static const char *place_of(const struct wish *w)
{
    if (w->save)
        return w->save;
    return strcmp(w->resume, "-") == 0 ? NULL : w->resume;
}

static int resumed_game(struct play *play, const struct wish *w,
                        const struct local_terms *terms)
{
    struct local *g = &local;
    const char *place = place_of(w);
    bool same = place && strcmp(place, w->resume) == 0, changed;
    uint32_t seats = g->seats.count;
    int code = CLI_OK;

    record_none(&g->record);
    if (same)
        code = record_lock(&g->record, place);
    if (code == CLI_OK)
        code = logged_open_lines(&g->log, w->resume, w->board);
    if (code != CLI_OK)
        return code;
    if (w->seats && seats != g->log.match.seats)
        return cli_usage(
            &command_play, "--seats names {0} seats, but the log has {1}.",
            SAID(say_number((int32_t)seats), say_number((int32_t)g->log.match.seats)));
    if (w->terms.seed && g->log.header.place[LOG_SEED].line)
        return cli_usage(&command_play,
                         "--seed: the log has its own seed, {0}; leave the option out.",
                         SAID(say_text(cli_digits(g->log.header.seed).text)));
    code = settle_players(play, w, &changed);
    if (code == CLI_OK)
        code = local_resume(g, terms, w->resume);
    if (code == CLI_OK && changed)
        record_change(&g->record, &g->log.header, g->log.body);
    if (code == CLI_OK && place && (changed || !same))
        code = record_create(&g->record, place);
    for (uint32_t seat = 0; seat < SEATS_MAX; seat++)
        play->told[seat] = g->table.count;
    play->full = code == CLI_OK && wants_screen(play, w);
    return code;
}

static int check_wish(const struct wish *w, int words)
{
    if (w->resume && (words || w->names || match_options_given(&w->match)))
        return cli_usage(&command_play,
                         "--resume takes the game, the names, who begins and other "
                         "options of the match from the log: leave these out.",
                         NULL);
    if (!w->resume && !w->board && words == 0)
        return cli_usage(&command_play, "say which game, for example \"anden play europe\".",
                         NULL);
    return client_check(&command_play, &w->screen);
}

static int prepare(struct play *play, const struct wish *w)
{
    const char *list = w->seats ? w->seats : "human,random";
    struct local *g = &local;
    struct local_terms terms;
    int code = bots_read(&seats_wish, list, &g->seats);

    if (code == CLI_OK)
        code = local_terms(&command_play, &w->terms, &terms);
    if (code == CLI_OK)
        code = w->resume ? resumed_game(play, w, &terms) : new_game(play, w, &terms);
    if (code != CLI_OK)
        return code;
    if (play->full)
        return CLI_OK;
    cli_print(stdout, "{0} for {1} seats, seed {2}.",
              SAID(say_text(g->log.loaded.board.name), say_number(g->log.match.seats),
                   say_text(cli_digits(g->seed).text)));
    if (play->people) {
        putchar(' ');
        cli_print(stdout, "Type \"help\" for the moves and commands.", NULL);
    }
    puts("\n");
    return CLI_OK;
}

/* Says once that the log cannot be written; the players may want to stop. */
static void check_saved(struct play *play)
{
    char words[512];
    struct text t = text_in(words, sizeof words);
    bool saved = play->game->kind->is_kept(play->game, &t);

    if (!saved && !play->unsaved) {
        fflush(stdout);
        fprintf(stderr, "anden: %s\n", words);
    }
    play->unsaved = !saved;
}

/* Lets the players of the program act, and asks people. */
static enum answer run_game(struct play *play)
{
    enum answer answer = ANSWER_DONE;
    char trouble[PLAY_TROUBLE];
    struct text t = text_in(trouble, sizeof trouble);
    enum game_turn turn;
    uint32_t seat;

    while (answer == ANSWER_DONE && (turn = game_turn(play->game, &seat)) != GAME_OVER) {
        if (turn == GAME_BOT && !play->game->kind->think(play->game, seat, &t)) {
            cli_refuse("{0}", SAID(say_text(trouble)));
            play->stuck = true;
            return ANSWER_QUIT;
        }
        if (turn == GAME_PERSON) {
            check_saved(play);
            answer = prompt(play, seat);
        }
    }
    return answer;
}

/* The same on a full screen. */
static enum answer fill_screen(struct play *play, const struct wish *w)
{
    struct client_wish wish = client_wish(&w->screen);
    char trouble[PLAY_TROUBLE] = "";
    enum answer answer = client_play(play, &wish, trouble);

    play->stuck = trouble[0] != '\0';
    if (play->stuck)
        cli_refuse("{0}", SAID(say_text(trouble)));
    return answer;
}

/* Prints who has won a game that somebody left. */
static void print_ranked(const struct position *p, const uint8_t rank[SEATS_MAX], bool decided)
{
    char names[SEATS_MAX * (NAME_SIZE + 2)];
    struct text list = text_in(names, sizeof names);
    int32_t winners = 0;

    for (uint32_t seat = 0; seat < p->match->seats; seat++) {
        if (rank[seat] != 1)
            continue;
        text_put(&list, winners++ ? ", " : "");
        text_put(&list, p->name[seat]);
    }
    cli_line(decided
                 ? SAYS(" {0} wins: all others are out of the game.")
                 : SAYS(" {0} {1|wins|share the win}. Players who left the game come last."),
             SAID(say_text(names), say_number(winners)));
}

/* Prints who has won, and the tie-break if there was one. */
static void print_winner(const struct position *p)
{
    const struct table *t = &local.table;
    uint8_t rank[SEATS_MAX];
    char words[640];
    struct text text = text_in(words, sizeof words);

    if (t->outs && table_ranks(t, rank)) {
        print_ranked(p, rank, t->phase == TABLE_DECIDED);
        return;
    }
    result_words(p, &text);
    printf(" %s\n", words);
    text = text_in(words, sizeof words);
    tie_words(p, &text);
    if (text.length)
        printf(" %s\n", words);
}

static void print_end(struct play *play)
{
    struct view v;
    struct position p;

    for (uint32_t seat = 0; seat < local.log.match.seats; seat++)
        if (local.seats.item[seat].human && play->people == 1)
            tell(play, seat, play->told[seat], 24);
    p = game_position(play->game, SPECTATOR, &v);
    show_position(&play->screen, &p);
    putchar('\n');
    print_winner(&p);
}

/* Prints how to go on, with the options that a log does not contain. */
static void print_go_on(const struct wish *w)
{
    const struct {
        const char *option, *value;
    } more[] = {
        {" --board ", local.log.loaded.file ? local.log.loaded.name : NULL},
        {" --undo ", w->terms.undo},
        {" --clock ", w->terms.clock},
    };
    char words[1024];
    struct text t = text_in(words, sizeof words);

    for (size_t i = 0; i < sizeof more / sizeof more[0]; i++) {
        text_put(&t, more[i].value ? more[i].option : "");
        text_put(&t, more[i].value ? more[i].value : "");
    }
    if (kept_is(local.record.path))
        cli_line(" To continue: anden play --continue{0}", SAID(say_text(words)));
    else
        cli_line(" To continue: anden play --resume {0}{1}",
                 SAID(say_text(local.record.path), say_text(words)));
}

static void print_saved(const struct play *play, const struct wish *w, enum answer answer)
{
    bool saved = local.record.fd >= 0 && !play->unsaved;

    if (saved)
        cli_line(" The game is saved as {0}.", SAID(say_text(local.record.path)));
    if (answer == ANSWER_DONE)
        return;
    if (saved)
        print_go_on(w);
    else if (local.record.fd < 0)
        cli_line(" The game stops here and is not saved; start with --save FILE to keep it.",
                 NULL);
}

#define AT(field) offsetof(struct wish, field)

static const struct cli_option options[] = {
    {"--seats", "LIST",
     SAYS(
         "who plays, in the order of seats: human; a level of the program: easy, medium, "
         "hard, expert; somebody with manners: tilde, pim, otto, greta, carmen, viktor; or one "
         "of its players: random, greedy, planner and rollout (route "
         "games), flat (Metro), with settings if you like, such as rollout:time=3s; or "
         "pipe:COMMAND, a program of your own: doc/sim.md; without it "
         "one person plays against an expert, and a game that is resumed goes on with those "
         "who played it"),
     AT(seats), NULL, NULL},
    {"--seed", "S",
     SAYS("a number that decides all chance: the same seed and the same moves give the same "
          "game (chosen at random, and printed)"),
     AT(terms.seed), NULL, NULL},
    {"--save", "FILE",
     SAYS("keep the log in FILE: every move is appended at once, and an unfinished game can "
          "be resumed from it"),
     AT(save), NULL, NULL},
    {"--names", "LIST", SAYS("names of the seats, separated by commas: Ana,Luis"), AT(names),
     NULL, NULL},
    {"--board", "FILE", SAYS("play on a board of your own; GAME can then be left out"),
     AT(board), NULL, NULL},
    {"--undo", "RULE",
     SAYS("what \"undo\" takes back: never; safe, only the last move while nothing was "
          "revealed and nobody has moved since; agreed, also more if all other people at the "
          "table agree (agreed)"),
     AT(terms.undo), NULL, NULL},
    {"--clock", "CLOCK",
     SAYS("how long people may think: none; move:60, 60 seconds for each move; game:900, 900 "
          "seconds for the game; game:900+10, and 10 more after each move (none). When the "
          "time for a move is over, a bot makes the move; when the time for the game is "
          "over, the seat is out"),
     AT(terms.clock), NULL, NULL},
    {"--resume", "LOG",
     SAYS("go on with an unfinished game; it is saved there unless --save says otherwise. "
          "Clocks start again"),
     AT(resume), NULL, NULL},
    {"--continue", NULL,
     SAYS("go on with the last game that was played on a full screen without --save and is not "
          "over; such games are kept in ~/.local/share/anden/games"),
     AT(go_on), NULL, NULL},
    {"--connect", "URL",
     SAYS("play at a server: its address, or the link of a table there; with GAME or --board a "
          "new table is made, whose seats are those of --seats (human,open). TLS is used "
          "unless the "
          "address begins with http:"),
     AT(connect), NULL, NULL},
    {"--public", NULL, SAYS("with --connect: the new table is listed in the lobby"),
     AT(is_public), NULL, NULL},
    {"--signin", "NAME",
     SAYS("with --connect: the name to sign in with; the program asks for its passphrase. "
          "Without it you are the same person as last time, or a new guest with the name that "
          "--names gives"),
     AT(signin), NULL, NULL},
    {"--watch", NULL, SAYS("fill the screen even if only bots play"), AT(watch), NULL, NULL},
    {"--plain", NULL,
     SAYS("line by line even in a terminal that could show a full screen: for screen readers "
          "and pipes; NO_COLOR and TERM=dumb do the same"),
     AT(screen.plain), NULL, NULL},
    {"--pace", "MS",
     SAYS("for how many milliseconds a full screen shows each move of a bot (700)"),
     AT(screen.pace), NULL, NULL},
    {"--theme", "NAME",
     SAYS("colours of a full screen: dark or light (as the terminal says, else dark)"),
     AT(screen.theme), NULL, NULL},
    {0},
};

/* A game at a server. */
static int connect_to(const struct wish *w)
{
    struct local_terms terms;
    struct online_wish o = {
        .url = w->connect,
        .name = w->names,
        .signin = w->signin,
        .table = {w->game, w->board, w->seats, &terms.clock, w->terms.undo, w->is_public},
    };
    int code = local_terms(&command_play, &w->terms, &terms);

    if (code == CLI_OK && (w->resume || w->save || match_options_given(&w->match)))
        code =
            cli_usage(&command_play,
                      "--connect goes with GAME, --board, --seats, --names, --undo, --clock, "
                      "--public, --signin, --plain and --theme only.",
                      NULL);
    if (code == CLI_OK)
        code = client_check(&command_play, &w->screen);
    return code == CLI_OK ? online_run(&command_play, &o, &w->screen) : code;
}

static int run(int argc, char **argv)
{
    struct wish w = {0};
    int words;
    static struct play play;
    enum answer answer;
    int code;

    words = cli_options(&command_play, &w, argc, argv, &w.game, 1);
    if (words < 0)
        return CLI_USAGE;
    if (w.connect)
        return connect_to(&w);
    if (w.go_on && !w.resume) {
        w.resume = kept_last();
        if (!w.resume)
            return cli_refuse("there is no game to continue.", NULL);
    }
    code = check_wish(&w, words);
    if (code != CLI_OK)
        return code;
    play.screen = (struct screen){.out = stdout, .colour = cli_colours()};
    play.terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    play.last_person = NOBODY;
    play.game = &local.game;
    record_none(&local.record);
    code = prepare(&play, &w);
    play.kept = local.record.fd >= 0;
    if (code == CLI_OK) {
        answer = play.full ? fill_screen(&play, &w) : run_game(&play);
        if (answer == ANSWER_DONE)
            print_end(&play);
        check_saved(&play);
        print_saved(&play, &w, answer);
        code = play.unsaved || play.stuck ? CLI_REFUSED : CLI_OK;
    }
    input_free(&play.input);
    local_end(&local);
    return code;
}

const struct command command_play = {
    .name = "play",
    .summary = SAYS("play a game in the terminal"),
    .usage = "anden play GAME [--seats LIST] [--seed S] [--save FILE] [--names LIST]\n"
             "                [--first N] [--turning] [--hand N] [--board FILE]\n"
             "                [--undo RULE] [--clock CLOCK] [--plain] [--pace MS]\n"
             "                [--theme NAME]\n"
             "anden play --resume LOG [--seats LIST] [--seed S] [--save FILE]\n"
             "                        [--undo RULE] [--clock CLOCK] [--plain]\n"
             "anden play --continue\n"
             "anden play [GAME] --connect URL [--board FILE] [--seats LIST]\n"
             "                                [--names NAME] [--signin NAME] [--public]\n"
             "                                [--undo RULE] [--clock CLOCK] [--plain]",
    .about = help_about,
    .options = options,
    .more = match_list,
    .examples = "anden play europe --seats human,easy,hard --names Ana\n"
                "anden play paris --seats random,random --seed 7 --save game.log\n"
                "anden play berlin --seats human,human --names Ana,Luis --clock game:900+10\n"
                "anden play metro --seats human,expert --turning --hand 2 --undo safe\n"
                "anden play --resume game.log\n"
                "anden play --connect https://example.org/#/table/Vb0mVmLq0mWhTq0n3xEo3A\n"
                "anden play metro --connect http://localhost:8080 --seats human,open",
    .codes = SAYS("0 played, or stopped by quit or the end of the input; 1 a file was "
                  "refused or the game could not be saved; 2 the command line was wrong."),
    .run = run,
};
