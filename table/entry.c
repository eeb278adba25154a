/*
 * Entries as bytes: see entry.h. Least significant byte first: kind, seat, role, a zero, 4 bytes of
 * event, 8 of time, 8 of who.
 */
#include "entry.h"

/* Fields that a kind of entry uses; the others are empty. */
enum { USES_SEAT = 1, USES_EVENT = 2, USES_ROLE = 4, USES_WHO = 8 };

static const struct {
    const char *name;
    uint8_t uses;
} kinds[ENTRY_KINDS] = {
    [ENTRY_NONE] = {"none", 0},
    [ENTRY_SIT] = {"sit", USES_SEAT | USES_ROLE | USES_WHO},
    [ENTRY_STAND] = {"stand", USES_SEAT},
    [ENTRY_START] = {"start", 0},
    [ENTRY_CHOICE] = {"choice", USES_SEAT | USES_EVENT | USES_ROLE},
    [ENTRY_CHANCE] = {"chance", USES_EVENT},
    [ENTRY_SEALED] = {"sealed", USES_SEAT | USES_EVENT | USES_ROLE},
    [ENTRY_UNSEAL] = {"unseal", USES_SEAT},
    [ENTRY_ASK_UNDO] = {"ask_undo", USES_SEAT | USES_EVENT},
    [ENTRY_AGREE] = {"agree", USES_SEAT},
    [ENTRY_REFUSE] = {"refuse", USES_SEAT},
    [ENTRY_UNDO] = {"undo", USES_SEAT | USES_EVENT},
    [ENTRY_AWAY] = {"away", USES_SEAT},
    [ENTRY_BACK] = {"back", USES_SEAT},
    [ENTRY_TIMEOUT] = {"timeout", USES_SEAT},
    [ENTRY_RESIGN] = {"resign", USES_SEAT},
    [ENTRY_ABORT] = {"abort", 0},
};

const char *entry_name(uint32_t kind)
{
    return kinds[kind < ENTRY_KINDS ? kind : ENTRY_NONE].name;
}

bool entry_is_whole(const struct entry *e)
{
    uint8_t uses;

    if (e->kind == ENTRY_NONE || e->kind >= ENTRY_KINDS || e->unused)
        return false;
    uses = kinds[e->kind].uses;
    return (uses & USES_SEAT ? e->seat < SEATS_MAX : e->seat == NOBODY) &&
           (uses & USES_ROLE ? e->role == ROLE_PERSON || e->role == ROLE_BOT : e->role == 0) &&
           (uses & USES_EVENT || e->event == 0) && (uses & USES_WHO || e->who == 0);
}

static void put(uint8_t *bytes, uint64_t value, size_t n)
{
    for (size_t i = 0; i < n; i++)
        bytes[i] = (uint8_t)(value >> 8 * i);
}

static uint64_t get(const uint8_t *bytes, size_t n)
{
    uint64_t value = 0;

    while (n--)
        value = value << 8 | bytes[n];
    return value;
}

void entry_encode(const struct entry *e, uint8_t bytes[ENTRY_SIZE])
{
    bytes[0] = e->kind;
    bytes[1] = e->seat;
    bytes[2] = e->role;
    bytes[3] = 0;
    put(bytes + 4, e->event, 4);
    put(bytes + 8, e->time, 8);
    put(bytes + 16, e->who, 8);
}

bool entry_decode(const uint8_t bytes[ENTRY_SIZE], struct entry *e)
{
    *e = (struct entry){
        .kind = bytes[0],
        .seat = bytes[1],
        .role = bytes[2],
        .unused = bytes[3],
        .event = (uint32_t)get(bytes + 4, 4),
        .time = get(bytes + 8, 8),
        .who = get(bytes + 16, 8),
    };
    return entry_is_whole(e);
}
