/*
 * Why an event is a good one, as data: words are made of it elsewhere, in the language of whoever
 * reads them.
 */
#ifndef ANDEN_REASON_H
#define ANDEN_REASON_H

#include <stdint.h>

enum reason_kind {
    REASON_NONE, /* nothing in particular is to be said */
};

struct reason {
    uint8_t kind; /* enum reason_kind */
    uint8_t unused[3];
};

#endif
