/*
 * The log of a game while it is played, in memory and, if people want, in a file. The file only
 * grows: after each command the new lines are appended in one piece, and an undo is a line too.
 * Whenever the program stops, the file contains the game up to its last command. A lock keeps
 * other programs from writing to it. Private to cli/.
 *
 *     record_begin(&r, &header);               of a new game; or of one that goes on:
 *     record_lock(&r, path);                       its file is locked before it is read;
 *     record_resume(&r, text, size, &table);       the log, and the table that it has led to
 *     record_create(&r, path);                 a file, if one is wanted that is not locked yet
 *     ...
 *     record_follow(&r, &table);               after each command
 *     record_sync(&r);                         before people see it
 *     ...
 *     record_end(&r);
 */
#ifndef ANDEN_CLI_RECORD_H
#define ANDEN_CLI_RECORD_H

#include "../table/table_log.h"
#include "cli.h"

struct record {
    char *text; /* the log so far */
    size_t size, room;
    uint32_t entries;   /* of the table that are in it */
    bool over;          /* it says that the game is over */
    struct state state; /* after the events in it */
    event_t *line;      /* these events, without those that were taken back */
    uint32_t events;

    int fd; /* of the file; -1: there is none */
    const char *path;
    size_t kept;  /* bytes that are in the file */
    int error;    /* errno if the file could not be written, else 0 */
    bool changed; /* somebody else has changed the file, so it is left alone */
};

/* An empty record: no log and no file. */
void record_none(struct record *r);

/* The log of a new game: its header. */
void record_begin(struct record *r, const struct log_header *h);

/* Opens and locks an existing file. Returns an exit code, after saying why. */
int record_lock(struct record *r, const char *path);

/* The log of a resumed game: whole lines, which have led to this table. A locked file must
 * begin with them; the rest of it is cut off. */
void record_resume(struct record *r, const char *text, size_t size, const struct table *t);

/* Replaces the header of the log; the old one was `body` bytes long. A file does not change
 * until record_create() replaces it. */
void record_change(struct record *r, const struct log_header *h, size_t body);

/*
 * Begins a file with the log so far, and locks it. The file gets its name only when it is complete.
 * An existing file is replaced if it is the log of a finished game, or if the record has locked it;
 * others are refused. Returns an exit code, after saying why.
 */
int record_create(struct record *r, const char *path);

/* Writes the log so far to another file, by the same rules. */
int record_copy(const struct record *r, const char *path);

/* Adds the new entries of the table. False if they could not be written to the file:
 * record_trouble() says why. The next call tries again. */
bool record_follow(struct record *r, const struct table *t);

/* Waits until the file is on the disk. */
bool record_sync(struct record *r);

/* Why the file could not be written, in a sentence. */
void record_trouble(const struct record *r, struct text *out);

void record_end(struct record *r);

#endif
