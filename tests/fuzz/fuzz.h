/*
 * What the fuzz harnesses share. Each harness is one LLVMFuzzerTestOneInput: linked with libFuzzer
 * by tests/fuzz/run, and with replay.c into a program that goes through the corpus in every test
 * run. A finding is a crash: CHECK aborts.
 */
#ifndef ANDEN_FUZZ_H
#define ANDEN_FUZZ_H

#include "engine/game.h"
#include "engine/words.h"

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

_Noreturn void fuzz_fail(const char *what, const char *file, int line);

#define CHECK(condition)                                                                       \
    do {                                                                                       \
        if (!(condition))                                                                      \
            fuzz_fail(#condition, __FILE__, __LINE__);                                         \
    } while (0)

/* A complaint is one sentence in every language, of at most this length. */
static inline void fuzz_check_words(const struct complaint *why)
{
    char words[1024];
    struct text t = text_in(words, sizeof words);

    complaint_put(&t, SPANISH, why);
    CHECK(why->sentence && t.length > 0 && !t.cut);
}

/* The program's own boards, parsed once; number i modulo how many there are. */
const struct board *fuzz_board(uint32_t i);

/* The one with this id, or null. */
const struct board *fuzz_board_named(const char *id);

#endif
