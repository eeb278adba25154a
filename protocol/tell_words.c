/*
 * Entries in words: who sits down, what was chosen and dealt, who leaves. See tell.h; events of the
 * game are told by words.c.
 */
#include "tell.h"
#include "words.h"

static const char *const bot_names[] = {
    SAYS("easy bot"),   SAYS("medium bot"), SAYS("hard bot"),    SAYS("expert bot"),
    SAYS("random bot"), SAYS("greedy bot"), SAYS("planner bot"),
};

/* "medium bot", and "medium bot 2" for the second; a bot that was given a name has that. */
static void name_bot(const struct hosted *h, const struct wants *wants, uint32_t seat,
                     char out[NAME_SIZE])
{
    const struct table *t = h->table;
    struct text text = text_in(out, NAME_SIZE);
    uint32_t number = 1, all = 0;
    char plain[BOT_NAME + 1];

    bot_name(t->seat[seat].who, h->spec ? h->spec[seat] : 0, plain);
    if (h->name[seat][0] && !text_equal(h->name[seat], plain)) {
        text_put(&text, h->name[seat]);
        return;
    }
    for (uint32_t i = 0; wants->words && i < sizeof bot_names / sizeof *bot_names; i++) {
        size_t n = text_length(plain);

        if (text_is(bot_names[i], n, plain) && bot_names[i][n] == ' ')
            text_put(&text, words_in((enum language)wants->language, bot_names[i]));
    }
    if (text.length == 0)
        text_put(&text, plain);
    for (uint32_t i = 0; wants->words && i < t->plan.match.seats; i++) {
        bool same = t->seat[i].role == ROLE_BOT && t->seat[i].who == t->seat[seat].who;

        all += same;
        number += same && i < seat;
    }
    if (all > 1) {
        text_char(&text, ' ');
        text_number(&text, number);
    }
}

void tell_names(const struct hosted *h, const struct wants *wants, struct tell_names *out)
{
    for (uint32_t seat = 0; seat < SEATS_MAX; seat++) {
        out->name[seat] = h->name[seat];
        if (h->table->seat[seat].role == ROLE_BOT) {
            name_bot(h, wants, seat, out->bot[seat]);
            out->name[seat] = out->bot[seat];
        }
    }
}

static const struct {
    const char *you, *other;
} sentences[ENTRY_KINDS] = {
    [ENTRY_SIT] = {SAYS("You sit down."), SAYS("{0} sits down.")},
    [ENTRY_STAND] = {SAYS("You leave your seat."), SAYS("{0} leaves the seat.")},
    [ENTRY_START] = {SAYS("The game begins."), ""},
    [ENTRY_ASK_UNDO] = {SAYS("You ask to take back your move."),
                        SAYS("{0} asks to take back a move.")},
    [ENTRY_AGREE] = {SAYS("You agree."), SAYS("{0} agrees.")},
    [ENTRY_REFUSE] = {SAYS("You refuse."), SAYS("{0} refuses.")},
    [ENTRY_UNDO] = {SAYS("You take back your last move."),
                    SAYS("{0} takes back the last move.")},
    [ENTRY_AWAY] = {SAYS("You are away: a bot plays for you."),
                    SAYS("{0} is away: a bot plays on.")},
    [ENTRY_BACK] = {SAYS("You are back."), SAYS("{0} is back.")},
    [ENTRY_TIMEOUT] = {SAYS("Your time is over."), SAYS("{0} is out of time.")},
    [ENTRY_RESIGN] = {SAYS("You resign."), SAYS("{0} resigns.")},
    [ENTRY_ABORT] = {SAYS("The game ends without a result."), ""},
};

void tell_words(const struct position *before, const struct position *after,
                const struct entry *e, struct text *out)
{
    struct said name = {0};

    if (e->kind == ENTRY_CHOICE || e->kind == ENTRY_CHANCE) {
        event_words(before, after, e->event, out);
        return;
    }
    if (e->kind >= ENTRY_KINDS || !sentences[e->kind].you)
        return; /* a sealed choice is told when all have chosen */
    if (e->seat >= SEATS_MAX) {
        words_put(out, after->language, sentences[e->kind].you, 0);
        return;
    }
    name = say_text(after->name[e->seat]);
    words_put(out, after->language,
              after->view->seat == e->seat ? sentences[e->kind].you : sentences[e->kind].other,
              &name);
}
