/*
 * A request of HTTP/1.1 read from bytes, in pieces of any size: the request line, the headers and
 * the body (RFC 9112). It knows no sockets and gives no answers.
 *
 * It is strict, so that it cannot disagree with a proxy about where a request ends: lines end in
 * CR LF only; no folded headers, no control characters, no space before a colon, one Host, one
 * Content-Length of digits. Bodies need a Content-Length: a Transfer-Encoding is refused. Every
 * byte is looked at once, and everything has a limit.
 */
#ifndef ANDEN_READER_H
#define ANDEN_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    READER_HEAD = 12288, /* bytes of the request line and the headers */
    READER_HEADERS = 100,
    READER_ARGUMENTS = 32, /* behind the "?" of an address */
};

enum reader_state {
    READ_START,
    READ_EMPTY_LINE, /* one may come before the request */
    READ_METHOD,
    READ_TARGET,
    READ_VERSION,
    READ_LINE_END, /* after CR */
    READ_LINE,     /* at the start of a line of the headers */
    READ_NAME,
    READ_SPACE, /* before a value */
    READ_VALUE,
    READ_HEAD_END, /* after the last CR */
    READ_BODY,
    READ_DONE,
    READ_BAD,
};

/* Where the name and the value of a header or an argument begin in the text. */
struct reader_field {
    uint16_t name, value;
};

struct reader {
    enum reader_state state;
    uint32_t status; /* of READ_BAD, which has no headers and arguments: the answer, */
    const char *why; /* and a sentence */
    bool http11;
    bool close;   /* the client wants no more answers on this connection */
    bool expects; /* it waits for "100 Continue" before it sends the body */
    bool empty_line, has_host, has_length, has_coding;
    uint16_t path; /* in the text; decoded, begins with "/", has no zero byte */
    uint32_t headers, arguments;
    struct reader_field header[READER_HEADERS], argument[READER_ARGUMENTS];
    size_t seen;         /* bytes of the head */
    size_t mark;         /* where the current word begins in the text */
    size_t length, most; /* of the body: as announced, and allowed */
    size_t body;         /* where it begins in the text */
    /* The method, the path, names and values, each with a final zero; then the body, with one
     * too. It moves until the request is complete. */
    char *text;
    size_t size, capacity;
};

/* Begins a request whose body may have so many bytes. */
void reader_open(struct reader *r, size_t body_most);
void reader_free(struct reader *r);

/* Takes bytes until the request is complete (READ_DONE) or refused (READ_BAD), and returns how many
 * it has taken. The others belong to the next request. */
size_t reader_feed(struct reader *r, const char *bytes, size_t n);

/* The value of a header (the last one of that name, in any case) or of an argument (the first one);
 * null if there is none. */
const char *reader_header(const struct reader *r, const char *name);
const char *reader_argument(const struct reader *r, const char *name);

/* Is the word an item of a list separated by commas and spaces? If caseless, letters may differ
 * in case. */
bool list_has(const char *list, const char *word, bool caseless);

#endif
