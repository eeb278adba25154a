/*
 * One message to a server by HTTP instead of the WebSocket, for messages that are too long for
 * that: a new table on a board of one's own. Private to server/client.
 */
#ifndef ANDEN_CLIENT_POST_H
#define ANDEN_CLIENT_POST_H

#include "link.h"

struct post_wish {
    const struct link_target *target; /* where the WebSocket is: PATH/ws */
    struct link_shared *shared;
    uv_loop_t *loop;
    const char *token, *language; /* who posts, and the language of the answer */
    const char *text;
    size_t size;
    void *user;
    /* Called once: the status of the answer (0: there was none) and its body. */
    void (*done)(void *user, int status, const char *body, size_t n);
};

struct post;

/* Begins; null without memory. The wish and its text are copied. It frees itself after done(). */
struct post *post_begin(const struct post_wish *w);

/* Ends it without an answer: done() is called. */
void post_end(struct post *p);

#endif
