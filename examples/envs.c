/*
 * Many games side by side, played at random, and how fast that is.
 *
 *     cc -O2 examples/envs.c $(pkg-config --cflags --libs anden) -o envs
 *     ./envs paris 2 4096 1000                       board, seats, games, steps of each
 *
 * Observations and masks of what is legal are written for every step, and the actions are drawn
 * from the masks. It prints the speed of the fastest tenth of the steps, since others may use
 * the machine.
 */
#define _DEFAULT_SOURCE

#include <anden/env.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

/* Zeroed memory for n things. The arrays take megabytes, so this asks for large pages, as numpy
 * does: steps are faster in them. */
static void *room(size_t n, size_t size)
{
    const size_t page = (size_t)2 << 20, all = (n * size / page + 1) * page;
    void *at = aligned_alloc(page, all);

    if (!at) {
        fputs("There is not enough memory.\n", stderr);
        exit(1);
    }
#ifdef MADV_HUGEPAGE
    madvise(at, all, MADV_HUGEPAGE);
#endif
    return memset(at, 0, all);
}

/* Processor time of this thread in seconds: other programs disturb it less than real time. */
static double seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int argc, char **argv)
{
    const char *board = argc > 1 ? argv[1] : "paris";
    uint32_t seats = argc > 2 ? (uint32_t)atoi(argv[2]) : 2;
    size_t n = argc > 3 ? (size_t)atol(argv[3]) : 4096,
           steps = argc > 4 ? (size_t)atol(argv[4]) : 1000;
    char error[ENV_ERROR];
    struct env *env = room(1, env_size());

    if (!env_open(env, board, strlen(board), seats, "", error)) {
        fprintf(stderr, "%s\n", error);
        return 1;
    }
    struct env_game *games = room(n, env_game_size());
    struct env_arrays arrays = {.observations = room(n, env_observation_size(env)),
                                .masks = room(n, env_actions(env)),
                                .acting = room(n, 1),
                                .rewards = room(n, seats * sizeof(float)),
                                .ends = room(n, 1)};
    uint64_t *seeds = room(n, sizeof *seeds), *random = room(n, sizeof *random);
    uint32_t *actions = room(n, sizeof *actions);
    uint64_t ended = 0;
    double best = 0;
    enum { ROUNDS = 10 };

    for (size_t i = 0; i < n; i++)
        seeds[i] = random[i] = i;
    env_reset(env, games, n, seeds, &arrays);
    for (size_t round = 0; round < ROUNDS; round++) {
        double start = seconds();

        for (size_t k = 0; k < steps / ROUNDS; k++) {
            env_sample(env, arrays.masks, n, random, actions);
            env_step(env, games, n, actions, &arrays);
            for (size_t i = 0; i < n; i++)
                ended += arrays.ends[i] == ENV_OVER;
        }
        double rate = (double)(n * (steps / ROUNDS)) / (seconds() - start);
        best = rate > best ? rate : best;
    }
    printf("%s, %u seats, %zu games: %.2f million steps a second, %llu games ended; %u "
           "actions, %u bytes seen\n",
           env_board(env), seats, n, best / 1e6, (unsigned long long)ended, env_actions(env),
           env_observation_size(env));
    return 0;
}
