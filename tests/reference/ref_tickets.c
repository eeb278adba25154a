/*
 * The reference's ticket deck: a list of lots. Tickets are dealt evenly from the top lot;
 * returned lots come up one after the other (C12, C13R).
 */
#include "reference.h"

int ref_ticket_count(const struct ref *r)
{
    int n = 0;

    for (int i = 0; i < r->lots; i++)
        n += r->lot[i].count;
    return n;
}

/* While the top lot is empty and there is another, that one is the top. Its tickets are no longer
 * in the queue, so they no longer count as dropped by anybody. */
void ref_next_lot(struct ref *r)
{
    while (r->lots > 1 && r->lot[0].count == 0) {
        for (int i = 1; i < r->lots; i++)
            r->lot[i - 1] = r->lot[i];
        r->lots--;
        for (int i = 0; i < r->lot[0].count; i++)
            for (int s = 0; s < ROUTES_SEATS_MAX; s++)
                r->seat[s].dropped[r->lot[0].ticket[i]] = false;
        ref_note(CORNER_LOT_COMES_UP);
        if (r->phase == PHASE_TICKETS)
            ref_note(CORNER_LOT_IN_MID_DRAW);
    }
}

void ref_take_ticket(struct ref *r, int ticket)
{
    struct ref_lot *top = &r->lot[0];
    int at = 0;

    while (top->ticket[at] != ticket)
        at++;
    for (int i = at + 1; i < top->count; i++)
        top->ticket[i - 1] = top->ticket[i];
    top->count--;
    ref_next_lot(r);
}

/* Puts a lot at the bottom, unless it is empty. */
void ref_return_lot(struct ref *r, const struct ref_lot *lot)
{
    if (lot->count == 0)
        return;
    r->lot[r->lots++] = *lot;
    ref_next_lot(r);
    if (r->lots >= 4)
        ref_note(CORNER_LOTS_MANY);
}
