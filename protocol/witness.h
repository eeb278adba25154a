/*
 * A game as one viewer witnesses it: the entries of a table, as far as the viewer may know them,
 * are taken one after the other, and give the view, what happened, and the lines of the log.
 * Whoever has the engine needs nothing else from a server. Entries may come from anywhere: one
 * that cannot follow is refused.
 *
 *     witness_begin(&w, &match, viewer, line);
 *     for each entry of a message: witness_happening(&w, &happening);
 */
#ifndef ANDEN_PROTOCOL_WITNESS_H
#define ANDEN_PROTOCOL_WITNESS_H

#include "messages.h"
#include "story.h"

/* The events of the game that were not taken back; the caller lends the arrays. Without them
 * nothing can be taken back or told. */
struct witness_line {
    event_t *event;   /* as the viewer sees them */
    uint32_t *number; /* of their entries */
    uint32_t *facts;  /* how many facts there are up to and with each event */
    event_t *fact;
    uint32_t room, fact_room;
};

struct witness {
    struct match match;
    uint32_t viewer; /* a seat, SPECTATOR or EVERYTHING */
    struct witness_line line;
    uint32_t count;     /* entries: the number of the last one */
    uint32_t events;    /* of the game, without undone ones */
    struct entry last;  /* with its event as the viewer sees it */
    uint32_t undone;    /* the entry that the last one takes back first, or 0 */
    uint8_t turn;       /* whose turn it is, or was last; NOBODY before the first */
    uint32_t turn_from; /* events before that turn */
    uint32_t turn_line; /* the number of its line; 0 before its first entry */
    struct view view;   /* after the last entry */
    struct view before; /* before the last event */
    struct view began;  /* before the turn */
};

void witness_begin(struct witness *w, const struct match *m, uint32_t viewer,
                   const struct witness_line *line);

/* The next entry; its event is the one that the viewer sees. False if it can't follow, or if there
 * is no room for it; then nothing has changed. */
bool witness_entry(struct witness *w, const struct entry *e, const event_t *fact,
                   uint32_t facts);

/* The same for an entry as it comes in a message. Entries that were witnessed before are passed
 * over. */
bool witness_happening(struct witness *w, const struct message_happening_part *h);

/* The view in which the viewer acts if the game waits for it, even while several choose at the
 * same time (table_view()). */
void witness_acts(const struct witness *w, struct view *v);

/* The last entry, an event, with its results (happening_json()). `now` has names and language. */
void witness_what(const struct witness *w, const struct position *now, struct json *j,
                  const char *key);

/* The line of the log that the last entry has made or changed, and its number. */
void witness_story(const struct witness *w, const struct position *now, struct story *out,
                   uint32_t *number);

#endif
