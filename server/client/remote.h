/*
 * A server as a client sees it: a connection that says hello and heals itself. When it breaks, or
 * the server is silent, it tries again after longer and longer pauses; commands that have no
 * answer yet are sent again with the same ids, so the server does nothing twice. The caller
 * handles the messages.
 *
 * It runs only when it is asked to. A caller that waits for people at the same time polls the
 * descriptor, no longer than remote_patience(), and then calls remote_listen().
 */
#ifndef ANDEN_CLIENT_REMOTE_H
#define ANDEN_CLIENT_REMOTE_H

#include "messages.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct remote;

enum remote_state {
    REMOTE_CONNECTING,
    REMOTE_OPEN,
    REMOTE_LOST,  /* it will try again after a while */
    REMOTE_ENDED, /* it will not try again */
};

struct remote_wish {
    const char *url;      /* ws://HOST[:PORT]/PATH, or wss:// */
    const char *token;    /* who we are; "": a new guest */
    const char *name;     /* of a new guest; "": the server chooses */
    const char *language; /* "en" or "es" */
    const char *client;   /* the program, for the server's list of devices */
    void *user;
    /* Gets every message except answers to a ping. It gets a welcome before commands are sent
     * again. */
    void (*heard)(void *user, const struct message *m);
};

/* Begins to connect. Null with a sentence in why if there is no such host. The wish is copied. */
struct remote *remote_open(const struct remote_wish *w, char *why, size_t cap);
void remote_close(struct remote *r);

/* The state of the connection; and why it is lost or has ended: part of a sentence in the
 * catalogue, or a sentence from the server (from_server). */
enum remote_state remote_state(const struct remote *r);
const char *remote_why(const struct remote *r, bool *from_server);

/* Sends a message, if there is a connection now. */
void remote_say(struct remote *r, const struct message *m);

/* Sends a command with an id, which is returned; sends it again after a break until it is
 * answered. 0 if too many wait for an answer or it is too long. A long "create" is posted by
 * HTTP, once. */
int64_t remote_command(struct remote *r, struct message *m);

/* Does the command with this id still wait for its answer? */
bool remote_waits(const struct remote *r, int64_t id);

/* Connects again as somebody else, with another token; "": as a new guest. */
void remote_become(struct remote *r, const char *token);

int remote_descriptor(const struct remote *r);
int remote_patience(struct remote *r); /* milliseconds, -1: for ever */
void remote_listen(struct remote *r);

#endif
