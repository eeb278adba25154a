/*
 * Commands that people type at a server, besides the moves of a game; and the lobby and the
 * waiting room in words. See online.h.
 */
#include "online.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- the lobby ---- */

/* Number N of the list, or a link. */
static bool table_named(struct online *o, const char *rest, char table[ADDRESS_TABLE])
{
    uint64_t n;

    if (cli_number(rest, 1, o->listed, &n)) {
        snprintf(table, ADDRESS_TABLE, "%s", o->list[n - 1].table);
        return true;
    }
    if (address_table(rest, table))
        return true;
    online_note(o, "There is no table \"{0}\": say its number in the list, or its link.",
                SAID(say_text(rest)));
    return false;
}

static void go_to(struct online *o, const char *rest, bool watches)
{
    char table[ADDRESS_TABLE];

    if (!table_named(o, rest, table))
        return;
    o->watches = watches;
    o->sitting = 0;
    online_go(o, table);
}

static void do_join(struct online *o, const char *rest)
{
    go_to(o, rest, false);
}

static void do_watch(struct online *o, const char *rest)
{
    go_to(o, rest, true);
}

static void do_list(struct online *o, const char *rest)
{
    (void)rest;
    online_go(o, "");
}

static void do_more(struct online *o, const char *rest)
{
    struct message m = {.type = MESSAGE_LOBBY};

    (void)rest;
    if (!o->next[0]) {
        online_note(o, "There are no more tables.", NULL);
        return;
    }
    m.lobby.on = true;
    m.lobby.page = message_text(o->next);
    o->has_list = false;
    remote_say(o->remote, &m);
}

static void do_mine(struct online *o, const char *rest)
{
    struct message m = {.type = MESSAGE_MINE};

    (void)rest;
    o->has_list = false;
    remote_say(o->remote, &m);
}

static void do_name(struct online *o, const char *rest)
{
    struct message m = {.type = MESSAGE_RENAME};

    m.rename.name = message_text(rest);
    o->doing = o->naming = online_tell(o, &m);
    snprintf(o->wished, sizeof o->wished, "%s", rest);
}

/* Reads who is to sit where from "human,open,hard"; returns the number of seats. */
static uint32_t read_seats(const char *list, struct message_wish_part seat[SEATS_MAX])
{
    uint32_t n = 0, people = 0;

    for (; *list && n < SEATS_MAX; n++) {
        struct message_text word = {list, strcspn(list, ",")};
        bool human = message_text_is(&word, "human"), open = message_text_is(&word, "open");

        seat[n] = (struct message_wish_part){.kind = message_text(human && !people++ ? "person"
                                                                  : human || open    ? "open"
                                                                                     : "bot")};
        if (!human && !open)
            seat[n].bot = word;
        list += word.length + (list[word.length] == ',');
    }
    return n;
}

/* Reads the text of a board of our own; false, after saying why, if it is not a board. The
 * caller frees it. */
static bool read_board(struct online *o, const char *path, struct message_text *board)
{
    FILE *f = fopen(path, "r");
    char *text = cli_need(malloc(MESSAGE_CREATE_BOARD_MAX + 1));
    size_t n = f ? fread(text, 1, MESSAGE_CREATE_BOARD_MAX + 1, f) : 0;
    int trouble = !f || ferror(f) ? errno : 0;
    struct loaded *loaded = cli_need(malloc(sizeof *loaded));
    struct complaint why;
    bool good = false;

    if (f)
        fclose(f);
    if (trouble) {
        online_note(o, "cannot open {0}: {1}.",
                    SAID(say_text(path), say_text(cli_trouble(trouble))));
    } else if (n > MESSAGE_CREATE_BOARD_MAX) {
        online_note(o, "{0} is too large for a board: a server takes {1} bytes.",
                    SAID(say_text(path), say_number(MESSAGE_CREATE_BOARD_MAX)));
    } else if (!board_parse(text, n, &loaded->board, &loaded->art, &why)) {
        char words[400];
        struct text t = text_in(words, sizeof words);

        complaint_put(&t, cli_language(), &why);
        online_note(o, "{0}, line {1}: {2}",
                    SAID(say_text(path), say_number((int32_t)why.line), say_text(words)));
    } else {
        good = true;
    }
    free(loaded);
    *board = good ? (struct message_text){text, n} : (struct message_text){0};
    if (!good)
        free(text);
    return good;
}

void online_create(struct online *o, const struct online_table *t)
{
    static const char *const clocks[] = {
        [CLOCK_NONE] = "none", [CLOCK_MOVE] = "move", [CLOCK_GAME] = "game"};
    struct message m = {.type = MESSAGE_CREATE};
    struct message_wish_part seat[SEATS_MAX];
    struct message_timing_part timing = {.has_seconds = true, .has_increment = true};

    o->making = 0;
    if (t->board && !read_board(o, t->board, &m.create.board))
        return;
    if (!t->board)
        m.create.game = message_text(t->game);
    m.create.seats = seat;
    m.create.seats_count = read_seats(t->seats ? t->seats : "human,open", seat);
    if (t->clock && t->clock->kind != CLOCK_NONE) {
        timing.kind = message_text(clocks[t->clock->kind]);
        timing.seconds = t->clock->time / 1000;
        timing.increment = t->clock->increment / 1000;
        m.create.timing = &timing;
    }
    if (t->undo)
        m.create.undo = message_text(t->undo);
    m.create.has_public = true;
    m.create.public = t->is_public;
    o->sitting = 0;
    o->making = online_tell(o, &m);
    free((char *)m.create.board.at);
}

/* create GAME|FILE [SEATS] [public] */
static void do_create(struct online *o, const char *rest)
{
    char words[3][256] = {"", "", ""};
    struct online_table t = {0};
    int n = sscanf(rest, "%255s %255s %255s", words[0], words[1], words[2]);

    if (n < 1) {
        online_note(o, "Say which game, for example: create europe human,open,hard", NULL);
        return;
    }
    if (strpbrk(words[0], "./"))
        t.board = words[0];
    else
        t.game = words[0];
    for (int i = 1; i < n; i++) {
        if (strcmp(words[i], "public") == 0)
            t.is_public = true;
        else
            t.seats = words[i];
    }
    online_create(o, &t);
}

/* ---- a table ---- */

/* The table, for the place where a message has it. */
static struct message_text here(const struct online *o)
{
    return message_text(o->sight.table);
}

static void do_say(struct online *o, const char *rest)
{
    struct message m = {.type = MESSAGE_SAY};

    m.say.table = here(o);
    m.say.text = message_text(rest);
    if (*rest)
        online_tell(o, &m);
}

static void do_sit(struct online *o, const char *rest)
{
    struct message m = {.type = MESSAGE_SIT};
    uint64_t seat;

    m.sit.table = here(o);
    m.sit.has_seat = cli_number(rest, 1, SEATS_MAX, &seat);
    m.sit.seat = m.sit.has_seat ? (int64_t)seat : 0;
    o->watches = false;
    o->sitting = online_tell(o, &m);
}

static void do_stand(struct online *o, const char *rest)
{
    struct message m = {.type = MESSAGE_STAND};

    (void)rest;
    m.stand.table = here(o);
    o->watches = true;
    o->sitting = online_tell(o, &m);
}

static void do_bot(struct online *o, const char *rest)
{
    struct message m = {.type = MESSAGE_SEAT};
    char seat[8] = "", bot[64] = "hard";
    uint64_t n;

    sscanf(rest, "%7s %63s", seat, bot);
    if (!cli_number(seat, 1, SEATS_MAX, &n)) {
        online_note(o, "Say which seat, and how strong: bot 2 hard", NULL);
        return;
    }
    m.seat.table = here(o);
    m.seat.seat = (int64_t)n;
    m.seat.kind = message_text(strcmp(bot, "open") == 0 ? "open" : "bot");
    if (strcmp(bot, "open") != 0)
        m.seat.bot = message_text(bot);
    o->doing = online_tell(o, &m);
}

void online_tell_here(struct online *o, struct message *m, struct message_text *table)
{
    *table = here(o);
    o->doing = online_tell(o, m);
}

static void do_start(struct online *o, const char *rest)
{
    struct message m = {.type = MESSAGE_START};

    (void)rest;
    online_tell_here(o, &m, &m.start.table);
}

static void do_answer(struct online *o, bool agree)
{
    struct message m = {.type = MESSAGE_ANSWER};

    m.answer.table = here(o);
    m.answer.at = o->sight.last;
    m.answer.agree = agree;
    o->doing = online_tell(o, &m);
}

static void do_agree(struct online *o, const char *rest)
{
    (void)rest;
    do_answer(o, true);
}

static void do_refuse(struct online *o, const char *rest)
{
    (void)rest;
    do_answer(o, false);
}

static void do_away(struct online *o, const char *rest)
{
    struct message m = {.type = MESSAGE_AWAY};

    (void)rest;
    online_tell_here(o, &m, &m.away.table);
}

static void do_back(struct online *o, const char *rest)
{
    struct message m = {.type = MESSAGE_BACK};

    (void)rest;
    online_tell_here(o, &m, &m.back.table);
}

static void do_rematch(struct online *o, const char *rest)
{
    struct message m = {.type = MESSAGE_REMATCH};

    (void)rest;
    o->sitting = 0;
    if (o->sight.next[0]) {
        online_go(o, o->sight.next);
        return;
    }
    m.rematch.table = here(o);
    o->making = online_tell(o, &m);
}

static void do_link(struct online *o, const char *rest)
{
    (void)rest;
    online_note(o, "Link to this table: {0}#/table/{1}",
                SAID(say_text(o->address.page), say_text(o->sight.table)));
}

static void do_save(struct online *o, const char *rest)
{
    (void)rest;
    online_note(
        o, "The server keeps the log. When the game is over it is at {0}api/tables/{1}/log",
        SAID(say_text(o->address.page), say_text(o->sight.table)));
}

/* ---- which commands can be typed where ---- */

enum {
    IN_LOBBY = 1,
    IN_ROOM = 2,
    IN_GAME = 4,
    AT_END = 8,
    AT_TABLE = IN_ROOM | IN_GAME | AT_END
};

static const struct {
    const char *word;
    uint32_t where;
    void (*run)(struct online *o, const char *rest);
} orders[] = {
    {"list", IN_LOBBY, do_list},
    {"more", IN_LOBBY, do_more},
    {"mine", IN_LOBBY, do_mine},
    {"join", IN_LOBBY, do_join},
    {"watch", IN_LOBBY, do_watch},
    {"create", IN_LOBBY, do_create},
    {"name", IN_LOBBY, do_name},
    {"say", AT_TABLE, do_say},
    {"account", IN_LOBBY, account_help},
    {"secure", IN_LOBBY, account_secure},
    {"signin", IN_LOBBY, account_sign_in},
    {"recover", IN_LOBBY, account_recover},
    {"devices", IN_LOBBY, account_ask_devices},
    {"signout", IN_LOBBY, account_sign_out},
    {"ignored", IN_LOBBY, people_show},
    {"ignore", AT_TABLE, people_ignore},
    {"read", IN_LOBBY | AT_TABLE, people_read},
    {"report", AT_TABLE, people_report},
    {"sit", IN_ROOM, do_sit},
    {"stand", IN_ROOM, do_stand},
    {"bot", IN_ROOM, do_bot},
    {"start", IN_ROOM, do_start},
    {"agree", IN_GAME, do_agree},
    {"refuse", IN_GAME, do_refuse},
    {"away", IN_GAME, do_away},
    {"back", IN_GAME, do_back},
    {"rematch", AT_END, do_rematch},
    {"link", AT_TABLE, do_link},
    {"save", AT_TABLE, do_save},
    {"leave", AT_TABLE, do_list},
};

static uint32_t place(const struct online *o)
{
    return !o->sight.table[0]                 ? IN_LOBBY
           : o->sight.status == SIGHT_OPEN    ? IN_ROOM
           : o->sight.status == SIGHT_PLAYING ? IN_GAME
                                              : AT_END;
}

void online_turn_page(struct online *o)
{
    o->changes += o->page[0] != '\0';
    o->pages += o->page[0] != '\0';
    o->page[0] = '\0';
}

bool online_order(struct online *o, const char *line)
{
    size_t n = strcspn(line, " \t");
    const char *rest = line + n + strspn(line + n, " \t");

    for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++) {
        if (!(orders[i].where & place(o)) || strlen(orders[i].word) != n ||
            strncmp(orders[i].word, line, n) != 0)
            continue;
        online_turn_page(o);
        orders[i].run(o, rest);
        return true;
    }
    return false;
}

/* ---- in words ---- */

static void put_help(struct screen *s, const char *page)
{
    screen_line(s);
    screen_put(s, cli_words(page));
    screen_line(s);
}

static void show_lobby(const struct online *o, struct screen *s)
{
    static const char help_lobby[] =
        " join N, join LINK    play at a table\n"
        " watch N, watch LINK  watch a game\n"
        " create GAME [SEATS] [public]\n"
        "                      a new table: create europe human,open,hard\n"
        " create FILE [SEATS] [public]\n"
        "                      the same on a board of your own: create my.board\n"
        " list, more, mine     the public tables, the next ones, your own\n"
        " name NAME            change your name\n"
        " account              passphrase, signing in, devices, ignored people\n"
        " quit                 leave";

    screen_tell(s, 0,
                o->mine ? SAYS("Your tables at {0}. You are {1}.")
                        : SAYS("The lobby of {0}. You are {1}."),
                SAID(say_text(o->address.page), say_text(o->name)));
    screen_line(s);
    for (uint32_t i = 0; i < o->listed && o->has_list; i++) {
        char number[16];

        snprintf(number, sizeof number, "%c%2u ", i + 1 == o->chosen ? '>' : ' ',
                 (unsigned)i + 1);
        screen_put(s, number);
        screen_words(s, 4, o->list[i].words);
        screen_line(s);
    }
    if (o->has_list && !o->listed) {
        screen_say(s, "    No tables.", NULL);
        screen_line(s);
    }
    if (o->next[0]) {
        screen_say(s, "    Type more for the next tables.", NULL);
        screen_line(s);
    }
    put_help(s, help_lobby);
}

static void show_chair(const struct online *o, struct screen *s, uint32_t seat)
{
    const struct sight_chair *c = &o->sight.chair[seat];
    bool open = strcmp(c->kind, "open") == 0, person = strcmp(c->kind, "person") == 0;
    char number[16];

    snprintf(number, sizeof number, "%3u ", (unsigned)seat + 1);
    screen_put(s, number);
    screen_put(s, open ? cli_words(SAYS("an open seat")) : c->name[0] ? c->name : c->bot);
    screen_put(s, " ");
    if (seat == o->sight.seat)
        screen_say(s, "(you)", NULL);
    else if (person && !c->online)
        screen_say(s, "(not here now)", NULL);
    screen_line(s);
}

static void show_room(const struct online *o, struct screen *s)
{
    static const char help_room[] =
        " start                begin, when all seats are taken (whoever made it)\n"
        " bot N LEVEL          a bot for an open seat: bot 2 hard; or bot 2 open\n"
        " sit N, stand         take a seat, leave it\n"
        " say TEXT             tell the others\n"
        " ignore NAME          hide what somebody writes; read NAME: show it again\n"
        " report NAME WHY      report somebody: chat, name, play or other\n"
        " leave, quit          go to the lobby; leave the program";
    static const char help_over[] =
        " rematch              the same people once more\n"
        " say TEXT             tell the others\n"
        " ignore NAME          hide what somebody writes; read NAME: show it again\n"
        " report NAME WHY      report somebody: chat, name, play or other\n"
        " leave, quit          go to the lobby; leave the program";
    bool over = o->sight.status == SIGHT_OVER;

    screen_tell(s, 0,
                over ? SAYS("{0}: the game is over.") : SAYS("{0}: the game has not begun."),
                SAID(say_word(o->sight.loaded.board.name)));
    screen_line(s);
    for (uint32_t i = 0; i < o->sight.plan.match.seats; i++)
        show_chair(o, s, i);
    screen_tell(s, 0, "Link to this table: {0}#/table/{1}",
                SAID(say_text(o->address.page), say_text(o->sight.table)));
    screen_line(s);
    put_help(s, over ? help_over : help_room);
}

/* A line that begins with a blank is printed as it is; others are broken between words. */
static void show_page(struct screen *s, const char *page)
{
    while (*page) {
        size_t n = strcspn(page, "\n");
        char line[SCREEN_WIDTH * 8];

        snprintf(line, sizeof line, "%.*s", (int)n, page);
        if (*line == ' ')
            screen_put(s, line);
        else
            screen_words(s, 0, line);
        screen_line(s);
        page += n + (page[n] == '\n');
    }
}

void online_show(const struct online *o, struct screen *s)
{
    if (o->page[0])
        show_page(s, o->page);
    else if (!o->sight.table[0])
        show_lobby(o, s);
    else if (o->sight.status != SIGHT_NONE)
        show_room(o, s);
}
