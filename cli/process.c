/*
 * Asking another program over a pipe: see process.h.
 */
#include "process.h"

#include "../sim/think.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    TICK = 100,                    /* milliseconds between two checks of the stop flags */
    FAREWELL = 1000 * 1000 * 1000, /* nanoseconds that it gets to end by itself */
    MILLISECOND = 1000 * 1000,     /* in nanoseconds */
};

extern char **environ;

/* ---- starting and ending ---- */

/* The program's ends of the pipes become its input and output; the others are closed by exec.
 * SIGPIPE and SIGINT get their default actions again. */
static bool spawn(struct process *p, const char *command, bool mute, int input, int output)
{
    char *arguments[] = {"sh", "-c", (char *)command, NULL};
    posix_spawn_file_actions_t files;
    posix_spawnattr_t how;
    sigset_t signals;
    bool good;

    if (posix_spawn_file_actions_init(&files) != 0)
        return false;
    if (posix_spawnattr_init(&how) != 0) {
        posix_spawn_file_actions_destroy(&files);
        return false;
    }
    sigemptyset(&signals);
    posix_spawnattr_setsigmask(&how, &signals);
    sigaddset(&signals, SIGPIPE);
    sigaddset(&signals, SIGINT);
    posix_spawnattr_setsigdefault(&how, &signals);
    posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF |
                                       POSIX_SPAWN_SETSIGMASK);
    posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
    if (mute)
        posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    good = posix_spawn(&p->pid, "/bin/sh", &files, &how, arguments, environ) == 0;
    posix_spawnattr_destroy(&how);
    posix_spawn_file_actions_destroy(&files);
    return good;
}

bool process_start(struct process *p, const char *command, bool mute)
{
    int in[2], out[2];
    bool good;

    if (pipe2(in, O_CLOEXEC) != 0)
        return false;
    if (pipe2(out, O_CLOEXEC) != 0) {
        close(in[0]);
        close(in[1]);
        return false;
    }
    good = spawn(p, command, mute, in[0], out[1]);
    close(in[0]);
    close(out[1]);
    if (!good) {
        close(in[1]);
        close(out[0]);
        return false;
    }
    p->to = in[1];
    p->from = out[0];
    p->size = 0;
    fcntl(p->to, F_SETFL, O_NONBLOCK);
    fcntl(p->from, F_SETFL, O_NONBLOCK);
    return true;
}

/* Waits a little for the end of its output, which is thrown away. */
static void let_end(struct process *p)
{
    uint64_t last = think_nanoseconds() + FAREWELL;

    while (think_nanoseconds() < last) {
        struct pollfd output = {.fd = p->from, .events = POLLIN};

        if (poll(&output, 1, TICK) > 0 && read(p->from, p->text, sizeof p->text) == 0)
            return;
    }
}

void process_end(struct process *p, bool politely)
{
    close(p->to);
    if (politely)
        let_end(p);
    kill(-p->pid, SIGKILL);
    close(p->from);
    while (waitpid(p->pid, NULL, 0) < 0 && errno == EINTR)
        ;
}

/* ---- asking ---- */

/* A question on its way. */
struct asking {
    struct process *process;
    const char *line;
    size_t left; /* bytes not sent yet */
};

/* Sends as much as the pipe takes. */
static enum process_said push(struct asking *a)
{
    ssize_t n = write(a->process->to, a->line, a->left);

    if (n < 0)
        return errno == EAGAIN || errno == EINTR ? PROCESS_ANSWERED : PROCESS_ENDED;
    a->line += n;
    a->left -= (size_t)n;
    return PROCESS_ANSWERED;
}

/* Reads as much as has come and there is room for. */
static enum process_said pull(struct process *p)
{
    ssize_t n = read(p->from, p->text + p->size, sizeof p->text - p->size);

    if (n < 0)
        return errno == EAGAIN || errno == EINTR ? PROCESS_ANSWERED : PROCESS_ENDED;
    p->size += (size_t)n;
    return n ? PROCESS_ANSWERED : PROCESS_ENDED;
}

/* Takes the first line that has come; false if there is none yet. */
static bool take_line(struct process *p, struct process_answer *answer)
{
    const char *end = memchr(p->text, '\n', p->size);

    if (!end)
        return false;
    answer->size = (size_t)(end - p->text);
    memcpy(answer->text, p->text, answer->size);
    answer->text[answer->size] = '\0';
    p->size -= answer->size + 1;
    memmove(p->text, end + 1, p->size);
    return true;
}

static bool raised(const atomic_bool *flag)
{
    return flag && atomic_load_explicit(flag, memory_order_relaxed);
}

/* Waits until something can be sent or read, the time is up or nobody needs the answer. */
static enum process_said wait_for(const struct asking *a, const struct process_limit *limit,
                                  struct pollfd ends[2])
{
    uint64_t now = think_nanoseconds();
    uint64_t left = limit->deadline > now ? (limit->deadline - now) / MILLISECOND + 1 : 0;

    if (raised(limit->stop[0]) || raised(limit->stop[1]))
        return PROCESS_STOPPED;
    if (!left)
        return PROCESS_LATE;
    ends[0] = (struct pollfd){.fd = a->process->from, .events = POLLIN};
    ends[1] = (struct pollfd){.fd = a->left ? a->process->to : -1, .events = POLLOUT};
    if (poll(ends, 2, left < TICK ? (int)left : TICK) < 0)
        ends[0].revents = ends[1].revents = 0;
    return PROCESS_ANSWERED;
}

enum process_said process_ask(struct process *p, const char *line, size_t n,
                              const struct process_limit *limit, struct process_answer *answer)
{
    struct asking asking = {.process = p, .line = line, .left = n};
    struct pollfd ends[2];

    if (p->size)
        return PROCESS_EARLY;
    for (;;) {
        enum process_said said = wait_for(&asking, limit, ends);

        if (said == PROCESS_ANSWERED && ends[1].revents)
            said = push(&asking);
        if (said == PROCESS_ANSWERED && ends[0].revents)
            said = pull(p);
        if (said != PROCESS_ANSWERED)
            return said;
        if (take_line(p, answer))
            return asking.left ? PROCESS_EARLY : PROCESS_ANSWERED;
        if (p->size == sizeof p->text)
            return PROCESS_LONG;
    }
}
