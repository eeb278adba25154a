/*
 * The face of the null game, the smallest possible: a template for a new family.
 */
#include "../family.h"

static void no_position(struct screen *s, const struct position *p)
{
    (void)s;
    (void)p;
}

static void ask(struct screen *s, const struct position *p, uint32_t seat, bool again)
{
    (void)p;
    (void)seat;
    (void)again;
    screen_say(s, " Type \"legal\" to see what you can do.", NULL);
    screen_line(s);
}

static void no_facts(const struct board *b, const struct board_art *art)
{
    (void)b;
    (void)art;
}

static const char *no_map(struct screen *s, const struct position *p,
                          const struct board_art *art, const char *rest)
{
    (void)s;
    (void)p;
    (void)art;
    (void)rest;
    return SAYS("{0} has nothing that could be drawn.");
}

const struct family_face null_face = {
    .position = no_position,
    .turn = ask,
    .help_moves = "   say 2         name a number\n",
    .help_commands = "",
    .command = &(const struct face_command){0},
    .map = no_map,
    .filter = "say",
    .summary = no_facts,
    .facts = no_facts,
};
