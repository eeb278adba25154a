/*
 * The table of families (see family.h), and the face of the family without a game of its own.
 */
#include "family.h"

static const struct family_face *const faces[] = {
    [FAMILY_ROUTES] = &routes_face,
    [FAMILY_NULL] = &null_face,
    [FAMILY_METRO] = &metro_face,
};

enum { FACES = sizeof faces / sizeof faces[0] };

const struct family_face *family_of(const struct board *board)
{
    return faces[board->family];
}

const struct family_face *family_number(size_t i)
{
    return i + 1 < FACES ? faces[i + 1] : NULL;
}

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

static const char *no_picture(FILE *out, const struct board *b, const struct board_art *art)
{
    (void)out;
    (void)b;
    (void)art;
    return SAYS("{0} has nothing that could be drawn.");
}

const struct family_face null_face = {
    .rules = &null_rules,
    .position = no_position,
    .turn = ask,
    .help_moves = "   say 2         name a number\n",
    .help_commands = "",
    .command = &(const struct face_command){0},
    .filter = "say",
    .summary = no_facts,
    .facts = no_facts,
    .svg = no_picture,
};
