/*
 * The 32-bit events: everything that can happen in a game, a player's choice or an outcome of
 * chance. This header knows how an event is packed; it does not know when one is legal.
 *
 *   bits 27..31  kind (0 is never a kind, so the event 0 is never legal)
 *   bit  26      set if the event is hidden (hidden.h): then only bits 0..7 are used
 *   bits  0..25  arguments of the kind; unused bits are zero:
 *
 *   kind            0..7      8..11    12..15   16..        text
 *   DRAW            slot                                     draw 3 | draw deck (slot 5)
 *   CLAIM           route     colour   wilds    keep flag    claim Madrid-Pamplona black 2+1
 *   TICKETS                                                  tickets
 *   KEEP            mask                                     keep 1 3
 *   STATION         city      colour   wilds                 station Wien red 2+0
 *   EXTRA                              wilds                 pay 1+0
 *   DECLINE                                                  decline
 *   PASS                                                     pass
 *   DEAL            colour                                   deal red         (chance)
 *   DEAL_TICKET     ticket                                   ticket Brest-Petrograd (chance)
 *   FIRST           seat                                     first 2          (chance)
 *   PLACE           square    tile 8..12, quarter turns 13..14   place c4 aacb 1
 *   REDRAW                                                   redraw
 *   DEAL_TILE       tile                                     deal aacb        (chance)
 *   COUNT           number                                   say 2            (engine/null)
 *   DIE             number                                   roll 4           (chance, engine/null)
 *   FACT            value     who      which                 (never happens: see event_fact())
 *
 * "colour" is the colour of the coloured cards paid, WILD when wild cards alone are paid;
 * "wilds" is the number of wild cards in the payment. The number of coloured cards follows from
 * the price.
 */
#ifndef ANDEN_EVENT_H
#define ANDEN_EVENT_H

#include <stdbool.h>
#include <stdint.h>

typedef uint32_t event_t;

/* Kinds that only tests have are named before this header is included: see tests/family/. */
#ifndef MORE_KINDS
#define MORE_KINDS(DO)
#endif

/* Does something with each kind: its name and its word, who chooses it, and the word with which its
 * text begins, null if it has none. A new kind is a new line here. */
enum { BY_PLAYER, BY_CHANCE };
#define EACH_KIND(DO)                                                                          \
    DO(DRAW, "draw", BY_PLAYER, "draw")                                                        \
    DO(CLAIM, "claim", BY_PLAYER, "claim")                                                     \
    DO(TICKETS, "tickets", BY_PLAYER, "tickets")                                               \
    DO(KEEP, "keep", BY_PLAYER, "keep")                                                        \
    DO(STATION, "station", BY_PLAYER, "station")                                               \
    DO(EXTRA, "extra", BY_PLAYER, "pay")                                                       \
    DO(DECLINE, "decline", BY_PLAYER, "decline")                                               \
    DO(PASS, "pass", BY_PLAYER, "pass")                                                        \
    DO(DEAL, "deal", BY_CHANCE, "deal")                                                        \
    DO(DEAL_TICKET, "deal_ticket", BY_CHANCE, "ticket")                                        \
    DO(FIRST, "first", BY_CHANCE, "first")                                                     \
    DO(PLACE, "place", BY_PLAYER, "place")                                                     \
    DO(REDRAW, "redraw", BY_PLAYER, "redraw")                                                  \
    DO(DEAL_TILE, "deal_tile", BY_CHANCE, "deal")                                              \
    DO(COUNT, "count", BY_PLAYER, "say")                                                       \
    DO(DIE, "die", BY_CHANCE, "roll")                                                          \
    DO(FACT, "fact", BY_PLAYER, 0)                                                             \
    MORE_KINDS(DO)

#define KIND_NUMBER(KIND, word, by, text) EVENT_##KIND,
enum event_kind { EVENT_NONE, EACH_KIND(KIND_NUMBER) EVENT_KINDS };

/* The words with which texts begin, by kind; null where there is none. */
extern const char *const event_words[32];

/* The slot of EVENT_DRAW that means "blind from the deck"; 0..4 are the market. */
enum { SLOT_DECK = 5 };

static inline event_t event_make(enum event_kind kind, uint32_t arg)
{
    return (event_t)kind << 27 | arg;
}

static inline enum event_kind event_kind(event_t e)
{
    return (enum event_kind)(e >> 27);
}

/* Are the arguments all in the lowest n bits? */
static inline bool event_fits(event_t e, uint32_t n)
{
    return (e & 0x07FFFFFF) >> n == 0;
}

/* Is this an outcome of chance, not a player's choice? */
static inline bool event_is_chance(event_t e)
{
#define KIND_CHANCE(KIND, word, by, text) | (uint32_t)(by) << EVENT_##KIND
    const uint32_t chance = 0 EACH_KIND(KIND_CHANCE);

    return (chance >> (e >> 27) & 1) != 0;
}

/* The first argument: slot, route, mask, city, card, ticket or seat. */
static inline uint32_t event_arg(event_t e)
{
    return e & 0xFF;
}

/* A payment: CLAIM and STATION have all of it, EXTRA only the wild cards. */
static inline event_t event_pay(enum event_kind kind, uint32_t arg, uint32_t colour,
                                uint32_t wilds)
{
    return event_make(kind, arg | colour << 8 | wilds << 12);
}

static inline uint32_t event_colour(event_t e)
{
    return e >> 8 & 15;
}

static inline uint32_t event_wilds(event_t e)
{
    return e >> 12 & 15;
}

/* CLAIM only: one of the coloured cards paid stays on the table for the flag (P3). */
enum { EVENT_FLAG_BIT = 1 << 16 };

static inline bool event_keeps_flag(event_t e)
{
    return (e & EVENT_FLAG_BIT) != 0;
}

static inline event_t event_keeping_flag(event_t e)
{
    return e | EVENT_FLAG_BIT;
}

/* An event that its reader may not know: only its kind and, for KEEP, how many tickets if
 * that is public. */
enum { EVENT_HIDDEN_BIT = 1 << 26 };

static inline event_t event_hidden(enum event_kind kind, uint32_t count)
{
    return event_make(kind, count | EVENT_HIDDEN_BIT);
}

static inline bool event_is_hidden(event_t e)
{
    return (e & EVENT_HIDDEN_BIT) != 0;
}

/* What becomes known together with an event, though it is no part of it: rules->reveal() gives such
 * facts and rules->follow() takes them. What they mean is the family's business. */
static inline event_t event_fact(uint32_t which, uint32_t who, uint32_t value)
{
    return event_make(EVENT_FACT, value | who << 8 | which << 12);
}

static inline uint32_t fact_which(event_t e)
{
    return e >> 12 & 15;
}

static inline uint32_t fact_who(event_t e)
{
    return e >> 8 & 15;
}

/* PLACE: a square, a kind of tile as it comes from the box, and clockwise quarter turns. */
static inline event_t event_place(uint32_t square, uint32_t tile, uint32_t turns)
{
    return event_make(EVENT_PLACE, square | tile << 8 | turns << 13);
}

static inline uint32_t event_tile(event_t e)
{
    return e >> 8 & 31;
}

static inline uint32_t event_turns(event_t e)
{
    return e >> 13 & 3;
}

#endif
