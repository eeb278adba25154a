/*
 * What the load generator needs of an update, found without reading the rest of it. Private to the
 * load generator, which shares its processors with the server that it measures.
 */
#ifndef ANDEN_LOAD_SCAN_H
#define ANDEN_LOAD_SCAN_H

#include "../../protocol/message.h"

struct scanned {
    struct message_text type;                 /* if it is not "update", nothing else is known */
    struct message_text table, status, patch; /* in the text itself; patch may be missing */
    int64_t last;
    int64_t first; /* number of the first entry told; 0 if there is none */
    uint32_t acts; /* set of seats (bits) */
};

/* False if it has to be read in full: it says who sits where, or is written in a way that this does
 * not know. */
bool load_scan(const char *text, size_t n, struct scanned *out);

#endif
