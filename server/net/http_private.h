/*
 * What the files of HTTP, static.c and ws.c share and hide from others: http.c (start, stop, the
 * second's clock), http_peer.c (sockets: accepting, reading, writing), http_request.c (from a
 * complete request to its route), http_answer.c (what answers look like).
 */
#ifndef ANDEN_HTTP_PRIVATE_H
#define ANDEN_HTTP_PRIVATE_H

#include "address.h"
#include "http.h"
#include "limits.h"
#include "reader.h"
#include "traffic.h"

#include <time.h>
#include <uv.h>

enum {
    HTTP_ROUTES = 64,
    HTTP_RECEIVE = 16 * 1024, /* bytes read for one event of a socket */
    HTTP_SPARE = 128, /* sockets beyond the limit, which are told that the server is full */
    HTTP_TAIL = 72,   /* the last lines of an answer's head */
};

struct route {
    const char *method, *prefix;
    size_t length;
    void (*handler)(struct http_request *r);
    void *data;
    enum limit_kind limit; /* its requests count there */
};

/* Peers, the one that has been there for longest first. */
struct peers {
    struct peer *first, **end;
};

enum peer_state {
    PEER_READING,  /* waits for a request, or for the rest of one */
    PEER_HANDED,   /* its request is there, the answer is not */
    PEER_WRITING,  /* an answer */
    PEER_DRAINING, /* all is said. What still comes is thrown away, so that the client sees an
                      end and no reset */
    PEER_UPGRADED, /* the socket is ws.c's */
};

/* A socket, until it is closed. */
struct peer {
    struct http *http;
    struct peer *next, **link; /* in its list; link is null if it is in none */
    struct peers *list;
    uv_poll_t poll; /* ws.c uses it too, after an upgrade */
    int fd;
    int watched; /* events of the socket */
    enum peer_state state;
    uint64_t since; /* when it began to wait, to send a request, to be answered; ms */
    uint64_t moved; /* when it last took a piece of its answer; ms */
    uint64_t key;   /* of its address */
    bool counted;   /* with the limits */
    bool crowded;   /* its address has too many */
    struct address address;
    struct request *request; /* null between requests */
    char *rest;              /* what came after the request: the next ones */
    size_t rest_at, rest_size;
};

struct http {
    struct http_options o;
    char *policy;
    struct networks proxies;
    struct limits *own_limits;
    struct traffic own_traffic;
    int fd;           /* that listens; -1 after http_quiesce() */
    uv_poll_t listen; /* stopped while there is no room */
    uv_timer_t second;
    uv_prepare_t prepare;
    unsigned handles; /* open, those of peers included */
    unsigned sockets; /* open, those of WebSockets included */
    struct peers reading, busy;
    struct peers ready; /* their answers are there, not yet written */
    void (*turn)(void *context);
    void *turn_context;
    void (*done)(void *context);
    void *done_context;
    uint32_t logged, unlogged; /* lines in this second */
    time_t dated;
    char date[32]; /* of that second, for answers */
    uint32_t routes;
    struct route route[HTTP_ROUTES];
    char in[HTTP_RECEIVE];
};

/* An answer: a head without its last lines, which depend on the request, and a body. */
struct response {
    uint32_t status;
    bool kept; /* for more than one request; freed by whoever made it */
    const char *head, *body;
    size_t head_size, size;
    char bytes[];
};

/* A WebSocket begins with this request, whose answer is still to be written; n bytes came behind
 * it. The request is gone afterwards. The socket goes back by http_close(). */
typedef void http_upgraded(struct peer *p, struct http_request *r, const char *bytes, size_t n);

/* A request and what belongs to it. */
struct request {
    struct http_request seen; /* what handlers see; first */
    struct http *http;
    struct peer *peer; /* null: the connection is gone, and perhaps the server */
    struct reader reader;
    bool head; /* HEAD: no body */
    bool answered;
    bool close;                /* after the answer */
    struct response *response; /* being written */
    http_upgraded *upgraded;   /* who writes it, and gets the socket; or null */
    size_t sent, tail_size;
    char tail[HTTP_TAIL];
    char address[ADDRESS_TEXT];
};

static inline struct request *request_of(const struct http_request *r)
{
    return (struct request *)r;
}

static inline uint64_t http_now(const struct http *h)
{
    return uv_now(h->o.loop);
}

/* http_route() with a limit of its own. */
void http_route_limited(struct http *h, const struct route *route);

/* A request is complete, or has been refused by the reader: has it answered. */
void http_handle(struct request *q);

/* Answers. Null: there was no memory. A response that is not kept is freed afterwards. */
void http_respond(struct http_request *r, struct response *response);
void http_release(struct response *response);
void http_request_free(struct request *q);

/* Makes the answer 101 with these headers; then the socket is a WebSocket. */
void http_upgrade(struct http_request *r, const char *const *headers, http_upgraded *upgraded);

/* A response with the headers that every answer has. The body is copied, or must live as long as
 * the response. Null: no memory. */
struct response *http_response(const struct http *h, const struct http_answer *a, bool copy);

/* Sockets: new ones; the answer of one, as far as it goes; their end, and that of all of them. */
void http_on_listen(uv_poll_t *poll, int status, int events);
void http_write(struct peer *p);
void http_close(struct peer *p);
void http_close_all(struct http *h);

/* Moves a peer to the end of a list. */
void http_join(struct peers *list, struct peer *p);

/* A handle of the server is gone; its data is the server. */
void http_on_closed(uv_handle_t *handle);

/* Is there no room for this request? A socket that only waits for a request gives way to it. */
bool http_is_full(struct http *h);

/* Calls back before each time that the loop waits. There can be only one such callback. */
void http_each_turn(struct http *h, void (*turn)(void *context), void *context);

void http_count_drop(struct http *h, enum drop_reason reason);

/* A line for the log, unless there were too many. */
void http_log(struct http *h, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
