/*
 * What the store keeps for those who run the server: changes, bans and mutes, words, reports. Part
 * of store.h.
 *
 * A subject says what a record is about: "person:ID", "table:ID", "address:192.0.2.0/24",
 * "origin:HASH" (what stands for an address), "word:WORD", "report:NUMBER"; or "".
 */
#ifndef ANDEN_SERVER_STORE_RECORDS_H
#define ANDEN_SERVER_STORE_RECORDS_H

#include <stdint.h>

enum {
    STORE_SUBJECT_MAX = 160, /* bytes of a subject */
    STORE_WHY_MAX = 1000,    /* bytes of a reason, a note, what a report says */
    STORE_WORD_MAX = 100,    /* bytes of a forbidden word */
    STORE_LINES_MAX = 16384, /* bytes of the chat that goes with a report */
    STORE_IGNORED_MAX = 200, /* people whom one person ignores */
};

/* Something that nodes have to know about, perhaps done by somebody with anden admin. */
struct store_change {
    int64_t number, time;
    const char *who;     /* the user of the machine; "": nobody, it is for nodes only */
    const char *what;    /* a word: ban, mute, lift, rename, close, delete, tokens ... */
    const char *subject; /* see above */
    const char *name;    /* of the person, as it was then */
    const char *detail;  /* what exactly */
    const char *why;
};

/* Something that is forbidden for a time. */
struct store_sanction {
    const char *kind; /* ban, mute, close */
    const char *subject;
    int64_t until, since;
    const char *who, *why;
};

/* A forbidden word. */
struct store_word {
    const char *word;
    int64_t since;
    const char *who;
};

/* A player's report about another player, for those who run the server. */
struct store_report {
    int64_t number, time;
    const char *reporter, *reporter_name; /* an id, and out: the name now */
    const char *person, *name;            /* about whom: an id, and the name as it was */
    const char *table;                    /* "": at none */
    uint32_t entry, line;                 /* how far the game was; the line of chat, or 0 */
    const char *reason, *text;            /* a word, and what the reporter says */
    const char *lines;                    /* the chat that the reporter saw, as JSON */
    const char *origin;                   /* in: stands for the reporter's address */
    int64_t closed;                       /* when; 0: it is open */
    const char *closed_by, *note;
};

#endif
