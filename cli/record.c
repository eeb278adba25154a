/*
 * The log of a game while it is played: see record.h. First its text, then its file.
 */
#define _DEFAULT_SOURCE

#include "record.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* The free end of the text, with room for `more` bytes. The caller adds to the size. */
static struct text end_of(struct record *r, size_t more)
{
    size_t room = r->room ? r->room : 1 << 14;

    while (room - r->size <= more)
        room *= 2;
    if (room != r->room)
        r->text = cli_need(realloc(r->text, room));
    r->room = room;
    return text_in(r->text + r->size, room - r->size);
}

static void put_header(struct record *r, const struct log_header *h)
{
    struct text t = end_of(r, LOG_HEADER_MAX);

    log_put_header(&t, h);
    r->size += t.length;
}

static void put_bytes(struct record *r, const char *at, size_t n)
{
    memcpy(end_of(r, n).at, at, n);
    r->size += n;
}

void record_none(struct record *r)
{
    *r = (struct record){.fd = -1};
}

void record_begin(struct record *r, const struct log_header *h)
{
    record_none(r);
    put_header(r, h);
}

void record_change(struct record *r, const struct log_header *h, size_t body)
{
    char *old = r->text;
    size_t size = r->size;

    r->text = NULL;
    r->size = r->room = 0;
    put_header(r, h);
    r->size--; /* the empty line after a header belongs to the body */
    put_bytes(r, old + body, size - body);
    free(old);
}

/* The events of a table in the order of a log: those that were applied, then the sealed
 * choices, up to the first seat that has not chosen. The caller frees them. */
static event_t *events_of(const struct table *t, uint32_t *count)
{
    const struct match *m = &t->plan.match;
    event_t *line = cli_need(malloc((t->events + SEATS_MAX) * sizeof *line));
    uint32_t n = t->events;

    memcpy(line, t->line, n * sizeof *line);
    for (uint32_t left = m->rules->choosers(m, &t->state); left; left &= left - 1) {
        event_t sealed = t->seat[__builtin_ctz(left)].sealed;

        if (!sealed)
            break;
        line[n++] = sealed;
    }
    *count = n;
    return line;
}

/* Entries that a log mentions, but which are not events. */
static bool is_note(const struct entry *e)
{
    return e->kind == ENTRY_AWAY || e->kind == ENTRY_BACK || e->kind == ENTRY_TIMEOUT ||
           e->kind == ENTRY_RESIGN;
}

/* Writes the lines that lead from the log to the table: undo, new events, who left. The first
 * `common` events are the same. */
static void put_lines(struct record *r, const struct table *t, const event_t *line,
                      uint32_t count, uint32_t common)
{
    const struct match *m = &t->plan.match;
    size_t lines = (size_t)(count - common) + t->count - r->entries + 4;
    struct text out = end_of(r, lines * TABLE_LOG_LINE);

    if (common < r->events)
        log_put_undo(&out, common);
    if (common < r->events || !common)
        log_rewind(m, line, common, &r->state);
    for (uint32_t i = common; i < count; i++) {
        log_put_event(&out, m, &r->state, line[i]);
        m->rules->apply(m, &r->state, line[i]);
    }
    for (uint32_t i = r->entries; i < t->count; i++)
        if (is_note(&t->entries[i]))
            table_put_entry(t, &t->entries[i], &out);
    if (!r->over)
        table_put_end(t, &out);
    r->size += out.length;
}

/* The log has caught up with the table. */
static void set_at(struct record *r, const struct table *t, event_t *line, uint32_t count)
{
    free(r->line);
    r->line = line;
    r->events = count;
    r->entries = t->count;
}

void record_resume(struct record *r, const char *text, size_t size, const struct table *t)
{
    uint32_t count;
    event_t *line = events_of(t, &count);

    put_bytes(r, text, size);
    log_rewind(&t->plan.match, line, count, &r->state);
    set_at(r, t, line, count);
    r->over = log_is_over(text, size);
    if (r->fd < 0)
        return;
    r->kept = size;
    r->changed = ftruncate(r->fd, (off_t)size) != 0;
}

/* ---- the file ---- */

static bool write_all(int fd, const char *at, size_t n, size_t offset)
{
    while (n) {
        ssize_t done = pwrite(fd, at, n, (off_t)offset);

        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return false;
        at += done;
        n -= (size_t)done;
        offset += (size_t)done;
    }
    return true;
}

/* Appends the new text to the file; if that fails, leaves the file as it was. */
static bool append(struct record *r)
{
    struct stat st;

    r->error = 0;
    if (r->fd < 0)
        return true;
    if (fstat(r->fd, &st) != 0 || st.st_size != (off_t)r->kept)
        r->changed = true;
    if (r->changed)
        return false;
    if (!write_all(r->fd, r->text + r->kept, r->size - r->kept, r->kept)) {
        r->error = errno;
        r->changed = ftruncate(r->fd, (off_t)r->kept) != 0;
        return false;
    }
    r->kept = r->size;
    return true;
}

bool record_follow(struct record *r, const struct table *t)
{
    uint32_t count, common = 0;
    event_t *line = events_of(t, &count);

    while (common < count && common < r->events && line[common] == r->line[common])
        common++;
    put_lines(r, t, line, count, common);
    set_at(r, t, line, count);
    r->over = t->phase >= TABLE_FINISHED;
    return append(r);
}

bool record_sync(struct record *r)
{
    if (r->fd < 0 || r->error || r->changed)
        return r->fd < 0;
    r->error = fsync(r->fd) == 0 ? 0 : errno;
    return !r->error;
}

void record_trouble(const struct record *r, struct text *out)
{
    if (r->changed)
        cli_put(out, "{0} was changed by another program: the game is not saved any more.",
                SAID(say_text(r->path)));
    else
        cli_put(out, "cannot save the game as {0}: {1}.",
                SAID(say_text(r->path), say_text(cli_trouble(r->error))));
}

static int cannot(const char *path, int error)
{
    return cli_refuse("cannot save the game as {0}: {1}.",
                      SAID(say_text(path), say_text(cli_trouble(error))));
}

/* Does a path lead to this open file? */
static bool is_file(int fd, const char *path)
{
    struct stat here, there;

    return fd >= 0 && fstat(fd, &here) == 0 && stat(path, &there) == 0 &&
           here.st_dev == there.st_dev && here.st_ino == there.st_ino;
}

/* Opens and locks a file; tries again if another program has just replaced it. -1 with errno, which
 * is EWOULDBLOCK if another program has locked it. */
static int open_locked(const char *path)
{
    for (;;) {
        int fd = open(path, O_RDWR | O_CLOEXEC);

        if (fd < 0)
            return -1;
        if (flock(fd, LOCK_EX | LOCK_NB) != 0) {
            int error = errno;

            close(fd);
            errno = error;
            return -1;
        }
        if (is_file(fd, path))
            return fd;
        close(fd);
    }
}

static int refuse_locked(const char *path)
{
    return cli_refuse("another program is playing the game in {0}; wait until it has stopped.",
                      SAID(say_text(path)));
}

int record_lock(struct record *r, const char *path)
{
    record_none(r);
    r->fd = open_locked(path);
    r->path = path;
    if (r->fd >= 0)
        return CLI_OK;
    if (errno == EWOULDBLOCK)
        return refuse_locked(path);
    return cli_refuse("cannot open {0}: {1}.",
                      SAID(say_text(path), say_text(cli_trouble(errno))));
}

/* May an existing file be replaced? It is locked meanwhile; the caller closes *fd. */
static int check_old(const struct record *r, const char *path, int *fd)
{
    struct stat st;
    size_t size;
    char *text;
    bool over;

    if (stat(path, &st) != 0 || is_file(r->fd, path))
        return CLI_OK;
    if (!S_ISREG(st.st_mode))
        return cli_refuse("cannot save the game as {0}: it is not an ordinary file.",
                          SAID(say_text(path)));
    *fd = open_locked(path);
    if (*fd < 0)
        return errno == EWOULDBLOCK ? refuse_locked(path) : cannot(path, errno);
    text = cli_read(path, &size);
    if (!text)
        return CLI_REFUSED;
    over = size == 0 || log_is_over(text, size);
    free(text);
    return over ? CLI_OK
                : cli_refuse("{0} exists and is not the log of a finished game; choose another "
                             "name, or continue that game with --resume.",
                             SAID(say_text(path)));
}

/* Gives a file made by mkstemp the usual permissions of a new file. */
static void share(int fd)
{
    mode_t mask = umask(0);

    umask(mask);
    fchmod(fd, 0666 & ~mask);
}

/* Makes sure that the name of a new file is on the disk too. */
static void sync_folder(const char *path)
{
    char *copy = strdup(path);
    int fd = copy ? open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;

    if (fd >= 0) {
        fsync(fd);
        close(fd);
    }
    free(copy);
}

/* Writes the log to a temporary file beside path, locked, which then takes its place. Returns it
 * open; -1 with errno. */
static int write_new(const struct record *r, const char *path)
{
    size_t size = strlen(path) + sizeof ".XXXXXX";
    char *temporary = cli_need(malloc(size));
    int fd, error;

    snprintf(temporary, size, "%s.XXXXXX", path);
    fd = mkostemp(temporary, O_CLOEXEC);
    if (fd < 0) {
        free(temporary);
        return -1;
    }
    share(fd);
    if (flock(fd, LOCK_EX | LOCK_NB) == 0 && write_all(fd, r->text, r->size, 0) &&
        fsync(fd) == 0 && rename(temporary, path) == 0) {
        sync_folder(path);
        free(temporary);
        return fd;
    }
    error = errno;
    close(fd);
    unlink(temporary);
    free(temporary);
    errno = error;
    return -1;
}

static int replace(const struct record *r, const char *path, int *fd)
{
    int old = -1, code = check_old(r, path, &old);

    if (code == CLI_OK) {
        *fd = write_new(r, path);
        if (*fd < 0)
            code = cannot(path, errno);
    }
    if (old >= 0)
        close(old);
    return code;
}

int record_create(struct record *r, const char *path)
{
    int fd = -1, code = replace(r, path, &fd);

    if (code != CLI_OK)
        return code;
    if (r->fd >= 0)
        close(r->fd);
    r->fd = fd;
    r->path = path;
    r->kept = r->size;
    r->changed = false;
    return CLI_OK;
}

int record_copy(const struct record *r, const char *path)
{
    int fd = -1, code;

    if (is_file(r->fd, path))
        return CLI_OK; /* the file is this log already */
    code = replace(r, path, &fd);
    if (fd >= 0)
        close(fd);
    return code;
}

void record_end(struct record *r)
{
    if (r->fd >= 0)
        close(r->fd);
    free(r->text);
    free(r->line);
    record_none(r);
}
