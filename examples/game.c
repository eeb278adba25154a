/*
 * The library from outside: plays a game between two players of the program and prints its log.
 * How to build it is in doc/library.md.
 *
 *     ./game europe planner greedy 7 | anden replay -
 */
#include <anden/ai/bot.h>
#include <anden/boards/boards.h>
#include <anden/table/log.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int fail(const struct complaint *why)
{
    fprintf(stderr, "%s\n", why->message);
    return 1;
}

static bool load(const char *id, struct board *board, struct complaint *why)
{
    const struct embedded_board *b = boards_find(id, strlen(id));

    if (!b) {
        struct text t = complain(why, GROUND("no_such_game", ""));

        text_put(&t, "There is no such board in the program.");
        return false;
    }
    return board_parse(b->text, b->size, board, NULL, why); /* as the text of any board file */
}

/* A player gets what its seat may know, and dice. The specs here set no time limit, so it needs
 * no clock. */
static event_t think(const struct bot *bot, const struct match *m, const struct state *s,
                     uint32_t seat, struct rng *r)
{
    const struct budget budget = {.dice = rng_dice(r)};
    struct view v;

    m->rules->view(m, s, seat, &v);
    return bot_choose(bot, m, &v, &budget);
}

/* Plays to the end and prints every event as a line of the log. */
static void play(const struct match *m, const struct bot bot[2], uint64_t seed)
{
    struct rng dealer, dice;
    struct state s;
    char line[LOG_HEADER_MAX];
    struct text t;
    uint32_t actor;

    rng_seed(&dealer, seed, 0);
    rng_seed(&dice, seed, 1);
    m->rules->start(m, &s);
    while ((actor = m->rules->actor(m, &s)) != NOBODY) {
        event_t e = actor == NATURE ? dealer_choose(m, &s, &dealer)
                                    : think(&bot[actor], m, &s, actor, &dice);

        t = text_in(line, sizeof line);
        log_put_event(&t, m, &s, e);
        if (!m->rules->apply(m, &s, e))
            abort(); /* a player never chooses what is not legal */
        fputs(line, stdout);
    }
    t = text_in(line, sizeof line);
    log_put_result(&t, m, &s);
    fputs(line, stdout);
}

int main(int argc, char **argv)
{
    static struct board board;
    struct complaint why = {0};
    struct log_header header;
    char text[LOG_HEADER_MAX];
    struct text t = text_in(text, sizeof text);
    struct match match;
    struct bot bot[2];

    if (argc != 5) {
        fputs("Usage: game BOARD PLAYER PLAYER SEED\n", stderr);
        return 2;
    }
    if (!load(argv[1], &board, &why))
        return fail(&why);
    match = match_of(&board, 2);
    if (!match.rules->check(&match, &why))
        return fail(&why);
    for (int i = 0; i < 2; i++)
        if (!bot_parse(argv[2 + i], strlen(argv[2 + i]), &bot[i], &why))
            return fail(&why);
    log_header_of(&match, &header);
    log_put_header(&t, &header);
    fputs(text, stdout);
    play(&match, bot, strtoull(argv[4], NULL, 10));
    return 0;
}
