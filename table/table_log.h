/*
 * The log of a table; and checking a log: does every event of chance come from its seed, and was
 * the seed of a table the one promised?
 */
#ifndef ANDEN_TABLE_LOG_H
#define ANDEN_TABLE_LOG_H

#include "log.h"
#include "table.h"

/* Bytes that the line of an entry and its comment can take. */
enum { TABLE_LOG_LINE = 512 };

/* Who played, for a log: the given names, and "human" or a bot with its settings. Any of them
 * may be "". */
struct log_people {
    char name[SEATS_MAX][NAME_SIZE];
    char player[SEATS_MAX][LOG_PLAYER];
};

/* The header of a table's log. */
void table_log_header(const struct table *t, const struct log_people *who,
                      struct log_header *h);

/* The line of an entry, t being the table before it: an event, an undo, a seat that is out, or
 * a comment that a bot plays for somebody; nothing for entries that a log leaves out. Hidden
 * cards are not left out: a log is for when the game is over, or for the server's own use. */
void table_put_entry(const struct table *t, const struct entry *e, struct text *out);

/* The end of a log, of a table that is over: the seed, and the result if it was played out. */
void table_put_end(const struct table *t, struct text *out);

/* The whole log. The replica is a table with storage of its own for all entries, which are applied
 * there again. out->cut is set if the log did not fit. */
void table_put_log(const struct table *t, const struct log_people *who, struct table *replica,
                   struct text *out);

/* The other way: applies the next event of a log to a table that has begun and doesn't deal. A
 * choice is made for the first seat that the game waits for, as in a log. If the event cannot
 * follow: false with a complaint, and nothing has changed. */
bool table_follow(struct table *t, event_t e, uint64_t time, struct complaint *why);

/* The result of a check. */
struct verdict {
    uint32_t events; /* of the game as it ended */
    uint32_t chance; /* events of chance that come from the seed, undone ones included */
    uint32_t undone; /* events that were taken back */
    bool over;       /* the game was played to its end */
};

/*
 * Checks a log on the match that its header describes: every event of chance is the one that the
 * seed gives, every event is legal, the result is right. The seed of a table stands at the end and
 * must have the hash that the header promised; a number in the header is the seed of the seeded
 * dealer. `line` is for the events, `room` of them. False with a complaint: where the log is
 * wrong, or what it lacks.
 */
bool log_verify(const char *text, size_t size, const struct match *m, event_t *line,
                uint32_t room, struct verdict *v, struct complaint *why);

#endif
