/*
 * Taking turns: see turns.h. Addresses and the people of an address are shares; a share exists
 * while a task of it waits or is at work.
 */
#include "turns.h"

#include <stdlib.h>

struct share {
    struct hash_node node;
    struct share *of;              /* a person's address; null: it is an address */
    struct share *prev, *next;     /* in the list of shares with waiting tasks */
    struct share *first, *last;    /* an address: its people with waiting tasks */
    struct turn *turn, *turn_last; /* a person: the waiting tasks */
    uint32_t waiting, working;
};

/* The list in which a share waits: its two ends. */
static struct share **first_of(struct turns *t, const struct share *s)
{
    return s->of ? &s->of->first : &t->first;
}

static struct share **last_of(struct turns *t, const struct share *s)
{
    return s->of ? &s->of->last : &t->last;
}

static void enlist(struct turns *t, struct share *s)
{
    struct share **first = first_of(t, s), **last = last_of(t, s);

    s->next = NULL;
    s->prev = *last;
    *(s->prev ? &s->prev->next : first) = s;
    *last = s;
}

static void delist(struct turns *t, struct share *s)
{
    *(s->prev ? &s->prev->next : first_of(t, s)) = s->next;
    *(s->next ? &s->next->prev : last_of(t, s)) = s->prev;
}

static void forget_idle(struct turns *t, struct share *s)
{
    if (s->waiting || s->working)
        return;
    hash_remove(&t->shares, &s->node);
    free(s);
}

/* The share of an address, or of a person at one; made if there is none. Null: no memory. */
static struct share *share_of(struct turns *t, struct share *of, uint64_t key)
{
    uint64_t mixed = of ? key ^ of->node.key * UINT64_C(0x9e3779b97f4a7c15) : key;
    struct hash_node *node = hash_find(&t->shares, mixed);
    struct share *s;

    while (node && ((struct share *)node)->of != of)
        node = hash_same(node);
    if (node)
        return (struct share *)node;
    s = calloc(1, sizeof *s);
    if (s && !hash_add(&t->shares, &s->node, mixed)) {
        free(s);
        s = NULL;
    }
    if (s)
        s->of = of;
    return s;
}

bool turns_add(struct turns *t, struct turn *turn, uint64_t from, uint64_t person)
{
    struct share *address = share_of(t, NULL, from);
    struct share *s = address ? share_of(t, address, person) : NULL;

    if (!s) {
        if (address)
            forget_idle(t, address);
        return false;
    }
    turn->next = NULL;
    turn->share = s;
    *(s->turn ? &s->turn_last->next : &s->turn) = turn;
    s->turn_last = turn;
    for (; s; s = s->of)
        if (s->waiting++ == 0)
            enlist(t, s);
    return true;
}

static struct share *least_busy(struct share *first)
{
    struct share *best = first;

    for (struct share *s = first; s && best->working; s = s->next)
        if (s->working < best->working)
            best = s;
    return best;
}

/* A share that has had its turn goes to the end of the list. */
static void to_the_end(struct turns *t, struct share *s)
{
    if (s->waiting) {
        delist(t, s);
        enlist(t, s);
    }
}

struct turn *turns_next(struct turns *t, uint32_t most)
{
    struct share *address = least_busy(t->first);
    struct share *s = address && address->working < most ? least_busy(address->first) : NULL;
    struct turn *turn = s ? s->turn : NULL;

    if (!turn)
        return NULL;
    s->turn = turn->next;
    for (; s; s = s->of) {
        delist(t, s);
        s->working++;
        if (--s->waiting)
            enlist(t, s);
    }
    return turn;
}

void turns_done(struct turns *t, struct turn *turn)
{
    struct share *s = turn->share, *of;

    for (; s; s = of) {
        of = s->of;
        s->working--;
        to_the_end(t, s);
        forget_idle(t, s);
    }
}

void turns_free(struct turns *t)
{
    hash_free(&t->shares);
}
