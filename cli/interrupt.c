/*
 * Ctrl-C during long work: see interrupt.h.
 */
#define _POSIX_C_SOURCE 200809L

#include "interrupt.h"

#include "../sim/think.h"
#include "cli.h"

#include <errno.h>
#include <signal.h>
#include <unistd.h>

/* Set by the signal handler for the threads; and the time of the first call. */
static atomic_bool interrupted;
static atomic_uint_least64_t interrupted_at;

/* One Ctrl-C may arrive several times, sent to the program and to its group; another one, half a
 * second later, means that somebody doesn't want to wait. */
static void interrupt(int signal_number)
{
    enum { SAME = 500 * 1000 * 1000 };
    uint_least64_t first = 0;
    int before = errno;

    (void)signal_number;
    atomic_store(&interrupted, true);
    if (!atomic_compare_exchange_strong(&interrupted_at, &first, think_nanoseconds()) &&
        think_nanoseconds() > first + SAME)
        _exit(CLI_INTERRUPTED);
    errno = before;
}

const atomic_bool *interrupt_catch(void)
{
    struct sigaction action = {.sa_handler = interrupt, .sa_flags = SA_RESTART};

    sigaction(SIGINT, &action, NULL);
    return &interrupted;
}

void interrupt_raise(void)
{
    atomic_store(&interrupted, true);
}
