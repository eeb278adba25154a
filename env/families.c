/*
 * The tables that all families of env/ use: see family.h.
 */
#include "family.h"

static const struct family_env *const families[FAMILIES] = {EACH_FAMILY(FAMILY_PLACE, env)};

const struct family_env *env_family(const struct board *board)
{
    return families[board->family];
}

/* One bit of b as a byte in its place; eight of them; then rows of 4, 16 and 64 values of b. */
#define BIT(b, i) ((uint64_t)((b) >> (i)&1) << 8 * (i))
#define BYTE(b)                                                                                \
    (BIT(b, 0) | BIT(b, 1) | BIT(b, 2) | BIT(b, 3) | BIT(b, 4) | BIT(b, 5) | BIT(b, 6) |       \
     BIT(b, 7))
#define FOUR(b) BYTE(b), BYTE((b) + 1), BYTE((b) + 2), BYTE((b) + 3)
#define SIXTEEN(b) FOUR(b), FOUR((b) + 4), FOUR((b) + 8), FOUR((b) + 12)
#define SIXTY_FOUR(b) SIXTEEN(b), SIXTEEN((b) + 16), SIXTEEN((b) + 32), SIXTEEN((b) + 48)

const uint64_t env_spread[256] = {SIXTY_FOUR(0), SIXTY_FOUR(64), SIXTY_FOUR(128),
                                  SIXTY_FOUR(192)};
