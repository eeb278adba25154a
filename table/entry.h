/*
 * Entries: the numbered record of everything that happens at a table, from the first person who
 * sits down to the last card. A table rebuilt from its entries is the same table. An entry is
 * small and of fixed size; its bytes are the same on every machine.
 *
 *   kind      seat         event        role           who          adds
 *   SIT       whose                     person or bot  a reference  somebody takes a seat
 *   STAND     whose                                                 ... and leaves it
 *   START                                                           the game begins
 *   CHOICE    whose        the event    who chose                   an event of a seat
 *   CHANCE                 the event                                an event of chance
 *   SEALED    whose        the event    who chose                   not yet shown (C18R)
 *   UNSEAL    whose                                                 ... taken back
 *   ASK_UNDO  who asks     events left                              a wish to take back
 *   AGREE     who agrees                                            ... one agrees
 *   REFUSE    who refuses                                           ... refused
 *   UNDO      whose wish   events left                              done
 *   AWAY      whose                                                 a bot plays for the seat
 *   BACK      whose                                                 the person plays again
 *   TIMEOUT   whose                                                 the clock has run out
 *   RESIGN    whose                                                 the seat gives up
 *   ABORT                                                           ended without a result
 *
 * Fields that a column leaves empty are zero, but an empty seat is NOBODY.
 */
#ifndef ANDEN_ENTRY_H
#define ANDEN_ENTRY_H

#include "../engine/game.h"

enum entry_kind {
    ENTRY_NONE,
    ENTRY_SIT,
    ENTRY_STAND,
    ENTRY_START,
    ENTRY_CHOICE,
    ENTRY_CHANCE,
    ENTRY_SEALED,
    ENTRY_UNSEAL,
    ENTRY_ASK_UNDO,
    ENTRY_AGREE,
    ENTRY_REFUSE,
    ENTRY_UNDO,
    ENTRY_AWAY,
    ENTRY_BACK,
    ENTRY_TIMEOUT,
    ENTRY_RESIGN,
    ENTRY_ABORT,
    ENTRY_KINDS,
};

/* Who has a seat, or made a choice. */
enum seat_role { ROLE_OPEN, ROLE_PERSON, ROLE_BOT };

struct entry {
    uint64_t time; /* milliseconds since the table was made */
    uint64_t who;  /* SIT: which person or bot, a number that the caller knows */
    uint32_t
        event;    /* an event; or for ASK_UNDO and UNDO how many events of the game are left */
    uint8_t kind; /* enum entry_kind */
    uint8_t seat;
    uint8_t role; /* enum seat_role */
    uint8_t unused;
};

enum { ENTRY_SIZE = 24 };

/* To bytes and back. entry_decode() refuses bytes that entry_encode() would not write. */
void entry_encode(const struct entry *e, uint8_t bytes[ENTRY_SIZE]);
bool entry_decode(const uint8_t bytes[ENTRY_SIZE], struct entry *e);

/* Does it have a kind, everything the kind needs, and nothing else? Whether it can follow at a
 * table is another question. */
bool entry_is_whole(const struct entry *e);

/* "choice", "ask_undo": the name of a kind for programs. */
const char *entry_name(uint32_t kind);

#endif
