/*
 * Prints the numbers of hashes.h as this machine computes them: the sizes, then a line per game.
 *
 *     hashes GAMES_OF_EACH
 */
#include "hashes.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    uint32_t games = hashes_games(argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 1);

    printf("%" PRIu32 " %" PRIu32 " %" PRIu32 "\n", hashes_state_size(), hashes_view_size(),
           games);
    for (uint32_t k = 0; k < games; k++)
        printf("%016" PRIx64 "\n", hashes_play(k));
    return games ? 0 : 1;
}
