/*
 * The names of the seats: see names.h.
 */
#include "names.h"

#include "plan.h"

/* Somebody of the cast has a name of its own. */
static bool called(const char *bot, char name[NAME_SIZE])
{
    struct text text = text_in(name, NAME_SIZE);

    return bot_called(bot, &text);
}

void names_nameless(enum language language, uint32_t seat, const char *player, bool alone,
                    char name[NAME_SIZE])
{
    struct text text = text_in(name, NAME_SIZE);
    struct said number = say_number((int32_t)seat + 1);
    bool human = text_equal(player, "human");

    if (player[0] && !human && called(player, name))
        return;
    if (player[0] && !human)
        words_put(&text, language, "Bot {0}", &number);
    else
        words_put(&text, language, human && alone ? SAYS("You") : SAYS("Seat {0}"), &number);
}

static uint32_t people(const struct message_chair_part *chair, uint32_t count)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < count; i++)
        n += message_text_is(&chair[i].kind, "person");
    return n;
}

void names_of(const struct message_chair_part *chair, uint32_t count, enum language language,
              struct seat_names *out)
{
    bool alone = people(chair, count) == 1;

    __builtin_memset(out, 0, sizeof *out);
    for (uint32_t i = 0; i < count; i++) {
        const struct message_chair_part *c = &chair[i];
        bool bot = message_text_is(&c->kind, "bot");
        uint32_t seat = (uint32_t)c->seat - 1;

        if (c->seat < 1 || c->seat > SEATS_MAX || message_text_is(&c->kind, "open"))
            continue;
        struct text text = text_in(out->name[seat], NAME_SIZE);
        if (message_text_is(&c->name, NAME_OF_SOMEONE) && !bot)
            words_put(&text, language, SAYS("someone"), 0);
        else if (c->name.at)
            text_some(&text, c->name.at, c->name.length);
        if (!c->has_nameless || !c->nameless)
            continue;
        char plain[NAME_SIZE];
        __builtin_memcpy(plain, out->name[seat], sizeof plain);
        names_nameless(language, seat, bot ? plain : "human", alone, out->name[seat]);
        if (!bot || !called(plain, plain))
            out->nameless |= 1u << seat;
    }
}
