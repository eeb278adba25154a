/*
 * Names and parts of sentences of the routes family (see words.h), and the tie-breaks.
 */
#include "voice.h"

void words_route(const struct routes_board *b, uint32_t route, struct text *t)
{
    text_put(t, b->city_name[b->route[route].a]);
    text_put(t, "–");
    text_put(t, b->city_name[b->route[route].b]);
}

void words_payment(enum language l, const struct routes_board *b, struct payment paid,
                   struct text *t)
{
    struct said wilds = say_count(paid.wilds, b->wild_name), both[2];

    if (paid.coloured == 0) {
        words_put(t, l, "{0}", &wilds);
        return;
    }
    both[0] = say_cards(paid.coloured, b->colour_word[paid.colour]);
    both[1] = wilds;
    words_put(t, l, paid.wilds ? "{0} and {1}" : "{0}", both);
}

struct said say_board_card(const struct routes_board *b, uint32_t card)
{
    return say_mark(card < b->colours ? say_card(b->colour_word[card]) : say_word(b->wild_name),
                    MARK_CARD, card);
}

uint32_t routes_deciding(const struct position *p, const struct sheet *sheet,
                         struct deciding list[DECIDING_MAX])
{
    static const struct {
        const char *sentence, *you;
    } words[] = {
        [DECIDES_TICKETS] = {SAYS("{0} {1|has|have} completed more tickets ({2} to {3})"),
                             SAYS("you have completed more tickets ({2} to {3})")},
        [DECIDES_STATIONS] = {SAYS("{0} {1|has|have} more stations left ({2} to {3})"),
                              SAYS("you have more stations left ({2} to {3})")},
        [DECIDES_EXPRESS] = {SAYS("{0} {1|has|have} the longest path"),
                             SAYS("you have the longest path")},
    };

    for (uint32_t i = 0; i < DECIDERS; i++) {
        list[i].sentence = words[i].sentence;
        list[i].you = words[i].you;
        for (uint32_t seat = 0; seat < p->match->seats; seat++)
            list[i].value[seat] = routes_decides(&p->view->seen.routes, sheet, seat, i);
    }
    return DECIDERS;
}
