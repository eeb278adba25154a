/*
 * How long tests in C wait for something that happens in another thread before they give up: as
 * long as those in Python, see patience.py. No test depends on it: only a hang reaches it.
 */
#ifndef TESTS_SUPPORT_PATIENCE_H
#define TESTS_SUPPORT_PATIENCE_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static inline uint64_t patience_ms(void)
{
    const char *said = getenv("ANDEN_TEST_PATIENCE"), *ci = getenv("CI");

    if (said && *said)
        return strtoull(said, NULL, 10) * 1000;
    return ci && strcmp(ci, "true") == 0 ? 300000 : 20000;
}

#endif
