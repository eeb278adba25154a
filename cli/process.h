/*
 * Another program that gets questions over a pipe, one line each, and answers with lines,
 * within a time limit. It can't make us wait: whatever it does, each call ends. Private to
 * cli/.
 *
 *     struct process p;
 *     if (process_start(&p, "python3 bot.py", false)) {
 *         if (process_ask(&p, question, size, &limit, &answer) == PROCESS_ANSWERED) ...
 *         process_end(&p, true);
 *     }
 */
#ifndef ANDEN_CLI_PROCESS_H
#define ANDEN_CLI_PROCESS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { PROCESS_LINE = 4096 }; /* bytes of an answer, with the end of its line */

struct process {
    pid_t pid;
    int to, from;
    size_t size; /* bytes that it has written and we have not used yet */
    char text[PROCESS_LINE];
};

enum process_said {
    PROCESS_ANSWERED,
    PROCESS_ENDED,   /* it is gone, or has closed its input or output */
    PROCESS_LATE,    /* no answer in time */
    PROCESS_LONG,    /* more than PROCESS_LINE bytes without the end of a line */
    PROCESS_EARLY,   /* it had written something before it was asked */
    PROCESS_STOPPED, /* nobody needs the answer any more */
};

struct process_limit {
    uint64_t deadline;          /* think_nanoseconds() */
    const atomic_bool *stop[2]; /* the answer is not needed once one is true; may be null */
};

/* An answer without the end of its line, and a final zero. */
struct process_answer {
    size_t size;
    char text[PROCESS_LINE];
};

/* Starts a command of the shell, in a process group of its own. Its errors are shown where ours
 * are, unless it is mute. False if that is not possible. */
bool process_start(struct process *p, const char *command, bool mute);

/* Sends a line, whose end is among the n bytes, and waits for one. After any other result than
 * PROCESS_ANSWERED the process is useless. */
enum process_said process_ask(struct process *p, const char *line, size_t n,
                              const struct process_limit *limit, struct process_answer *answer);

/* Ends it and every process it has started: at once, or politely, after a moment in which it
 * can end by itself when its input ends. */
void process_end(struct process *p, bool politely);

#endif
