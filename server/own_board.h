/*
 * People's own boards: kept once, however many tables they are played at. In memory they are found
 * by their hash, which is also their name in the store. Private to server/.
 */
#ifndef ANDEN_OWN_BOARD_H
#define ANDEN_OWN_BOARD_H

#include "server.h"

enum { BOARD_NAME = 33 }; /* bytes of the hash of a board's text as text, with its final zero */

struct own_board {
    struct hash_node node;
    struct server *server;
    uint32_t users;
    char name[BOARD_NAME];
    char *text; /* the board file */
    size_t size;
    struct board board;
};

/* The board of this text, parsed if it is not in memory yet. Null with a refusal. Call
 * own_board_release() once for each. */
struct own_board *own_board_take(struct server *s, const void *text, size_t n,
                                 struct refusal *why);
struct own_board *own_board_keep(struct own_board *b);
void own_board_release(struct own_board *b); /* null is none */

#endif
