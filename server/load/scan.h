/*
 * Finds the parts of an update that the load generator needs, without decoding the rest.
 * Private to the load generator, which shares its processors with the server that it measures.
 */
#ifndef ANDEN_LOAD_SCAN_H
#define ANDEN_LOAD_SCAN_H

#include "../../protocol/message.h"

struct scanned {
    struct message_text type;                 /* if it is not "update", nothing else is known */
    struct message_text table, status, patch; /* in the text itself; patch may be missing */
    int64_t last;
    int64_t first; /* number of the first entry in it; 0 if there is none */
    uint32_t acts; /* set of seats (bits) */
};

/* False if the update has to be decoded in full: it says who sits where, or has an unexpected
 * form. */
bool load_scan(const char *text, size_t n, struct scanned *out);

#endif
