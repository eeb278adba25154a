/*
 * WebSocket frames without sockets: bytes go in, messages and answers come out (wslay). Limits
 * the size, fragments and rate of incoming messages. For both ends: the server's, and a
 * client's for tests.
 */
#ifndef ANDEN_FRAMES_H
#define ANDEN_FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct frames_options {
    bool client;            /* masks what it sends */
    uint32_t message_max;   /* bytes of a message */
    uint32_t fragments_max; /* of one message */
    uint32_t burst, rate;   /* frames at once, and each second; a burst of 0: no limit */
};

/* Bytes to be sent, lent by the caller. Answers are pongs and at most one close: if they don't
 * fit, the peer has sent too many pings. */
enum { FRAMES_OUT = 32 * 1024 };
struct frames_out {
    size_t n;
    uint8_t bytes[FRAMES_OUT];
};

struct frames {
    struct wslay_event_context *wslay;
    const struct frames_options *options; /* must live as long as this */
    void (*text)(void *context, char *text, size_t n);
    void *context;
    const uint8_t *in; /* what wslay has not read yet */
    size_t in_size;
    struct frames_out *out;
    uint64_t bucket_at;  /* ms */
    uint64_t bucket;     /* thousandths of a frame */
    uint32_t fragments;  /* of the message that is coming in */
    uint32_t mask;       /* a client's masks */
    uint32_t messages;   /* texts received */
    uint16_t code;       /* once it is closing: the close code that was sent, 0 if none */
    bool closing;        /* nothing more is read */
    bool peer_closed;    /* the peer said goodbye first */
    const char *mistake; /* why we say goodbye; null if we don't or the caller asked for it */
};

/* Begins. False if there is no memory. */
bool frames_open(struct frames *f, const struct frames_options *options, void *context,
                 void (*text)(void *context, char *text, size_t n), uint64_t now);
void frames_free(struct frames *f);

/*
 * Takes bytes from the peer. Complete texts go to the callback; answers are added to out. False
 * if the conversation is over: send what is in out (usually a close frame), and feed nothing
 * more.
 */
bool frames_feed(struct frames *f, const uint8_t *bytes, size_t n, uint64_t now,
                 struct frames_out *out);

/* Adds a close frame; nothing is read after it. May be called from inside the text callback. */
void frames_close(struct frames *f, uint16_t code, const char *reason, struct frames_out *out);

/* A client: adds a text. False if it does not fit or the conversation is over. */
bool frames_text(struct frames *f, const char *text, size_t n, struct frames_out *out);

/* The header of a server's frame with a whole message of n bytes; returns its length. It is the
 * same for everybody, since servers do not mask. */
enum { FRAME_TEXT = 1, FRAME_PING = 9, FRAME_HEADER_MAX = 10 };
size_t frame_header(uint8_t out[FRAME_HEADER_MAX], int opcode, size_t n);

#endif
