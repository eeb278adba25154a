/*
 * The reference's cards: deck, discards and the market with its sweep (C2, C5, C5R, C6).
 * reference.c decides whose turn it is and what comes next.
 */
#include "reference.h"

int ref_count(const int *cards)
{
    int n = 0;

    for (int c = 0; c < CARD_KINDS; c++)
        n += cards[c];
    return n;
}

/* C6: when the deck is empty, the discards become the deck, at once. */
void ref_refill(struct ref *r)
{
    if (ref_count(r->deck) > 0)
        return;
    for (int c = 0; c < CARD_KINDS; c++) {
        r->deck[c] = r->discard[c];
        r->discard[c] = 0;
    }
}

void ref_take_from_deck(struct ref *r, int card)
{
    r->deck[card]--;
    ref_refill(r);
}

static int wild_in_market(const struct ref *r)
{
    int n = 0;

    for (int i = 0; i < MARKET_SIZE; i++)
        if (r->market[i] == WILD)
            n++;
    return n;
}

/* C5: three wild cards or more; C5R: unless no deal can help. */
bool ref_market_must_be_swept(struct ref *r)
{
    if (wild_in_market(r) < 3) {
        r->stood = false;
        return false;
    }
    int plain = MARKET_SIZE - wild_in_market(r);
    for (int c = 0; c < COLOURS_MAX; c++)
        plain += r->deck[c] + r->discard[c];
    if (plain < 3) {
        ref_note(CORNER_STANDS_FEW);
        r->stood = true;
        return false;
    }
    if (ref_count(r->discard) == 0 && ref_count(r->deck) == 5 && r->deck[WILD] >= 3) {
        ref_note(CORNER_STANDS_FIVE);
        r->stood = true;
        return false;
    }
    if (r->stood)
        ref_note(CORNER_STOOD_THEN_SWEPT);
    r->stood = false;
    return true;
}

/* The five are discards before the new five are dealt (C6); chance deals them, then `next`. */
void ref_sweep(struct ref *r, int next)
{
    if (ref_count(r->deck) < MARKET_SIZE)
        ref_note(CORNER_SWEEP_RESHUFFLE);
    if (++r->sweeps_in_a_row == 2)
        ref_note(CORNER_SWEEP_TWICE);
    for (int i = 0; i < MARKET_SIZE; i++) {
        r->discard[r->market[i]]++;
        r->market[i] = NO_CARD;
    }
    ref_refill(r);
    r->phase = PHASE_MARKET;
    r->next = next;
}
