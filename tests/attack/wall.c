/*
 * For LD_PRELOAD: makes the machine's clock, as a program sees it, wrong by the number of
 * seconds in the file named by ANDEN_TEST_WALL (eight bytes), which may change at any time. The
 * steady clocks stay as they are.
 */
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static const volatile int64_t *wrong;

__attribute__((constructor)) static void begin(void)
{
    const char *path = getenv("ANDEN_TEST_WALL");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    void *at =
        file < 0 ? MAP_FAILED : mmap(NULL, sizeof *wrong, PROT_READ, MAP_SHARED, file, 0);

    if (at != MAP_FAILED)
        wrong = at;
    if (file >= 0)
        close(file);
}

/* Replaces the library's clock_gettime(). */
int tell_wrong_time(clockid_t id, struct timespec *t) __asm__("clock_gettime");

int tell_wrong_time(clockid_t id, struct timespec *t)
{
    int code = (int)syscall(SYS_clock_gettime, id, t);

    if (code == 0 && id == CLOCK_REALTIME && wrong)
        t->tv_sec += *wrong;
    return code;
}
