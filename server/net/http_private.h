/*
 * What http.c, http_answer.c, static.c and ws.c share and hide from others: libmicrohttpd.
 */
#ifndef ANDEN_HTTP_PRIVATE_H
#define ANDEN_HTTP_PRIVATE_H

#include "address.h"
#include "http.h"
#include "limits.h"
#include "traffic.h"

#include <microhttpd.h>
#include <uv.h>

enum { ROUTES_MAX = 64 };

struct route {
    const char *method, *prefix;
    size_t length;
    void (*handler)(struct http_request *r);
    void *data;
};

/* A socket, until it is closed. */
struct peer {
    struct http *http;
    struct peer *next, **link; /* those that speak HTTP */
    int fd;
    uint64_t since; /* when it began to wait for a request; ms */
    uint64_t key;   /* of its address */
    bool counted;   /* with the limits */
    bool crowded;   /* its address has too many */
    bool busy;      /* a complete request has come and is being answered */
    bool wordy;     /* its request has too many arguments: they were cut off */
    struct address address;
};

struct http {
    struct http_options o;
    char *policy;
    struct networks proxies;
    struct MHD_Daemon *daemon;
    struct limits *own_limits;
    struct traffic own_traffic;
    uv_poll_t poll;
    uv_timer_t timer;  /* libmicrohttpd's */
    uv_timer_t second; /* ours: slow requests, and the log's count */
    uv_prepare_t prepare;
    uv_check_t check;
    int handles; /* open */
    bool wake, stopping;
    unsigned connections; /* after the last run */
    void (*turn)(void *context);
    void *turn_context;
    void (*done)(void *context);
    void *done_context;
    struct peer *peers;
    struct request *waiting;
    uint32_t logged, unlogged; /* lines in this second */
    uint32_t routes;
    struct route route[ROUTES_MAX];
};

enum request_state {
    REQUEST_COMING,   /* headers are there, the body is not */
    REQUEST_HANDED,   /* its handler runs */
    REQUEST_WAITING,  /* suspended until somebody answers */
    REQUEST_ANSWERED, /* the answer is there, not yet with libmicrohttpd */
    REQUEST_SENT,
};

/* A request and what belongs to it. */
struct request {
    struct http_request seen; /* what handlers see; first */
    struct http *http;
    struct MHD_Connection *mhd;    /* null: the connection is gone */
    struct MHD_Response *response; /* of REQUEST_ANSWERED */
    uint32_t status;
    enum request_state state;
    bool too_large, wordy;
    bool http11, head;
    bool shared;                  /* the response belongs to somebody else */
    struct request *next, **link; /* those that wait */
    size_t body_cap;
    char address[ADDRESS_TEXT];
    char path[];
};

static inline struct request *request_of(const struct http_request *r)
{
    return (struct request *)r;
}

/* Answers with a response. A shared one stays the caller's; any other is destroyed afterwards. */
void http_respond(struct http_request *r, uint32_t status, struct MHD_Response *response,
                  bool shared);

/* A response with this body (copied) and the headers that every answer has. Null: no memory. */
struct MHD_Response *http_response(const struct http *h, const struct http_answer *a);
void http_secure(const struct http *h, struct MHD_Response *response);

/* The usual word for an error. */
const char *http_error_code(uint32_t status);

/* What libmicrohttpd calls for requests (http_request.c): first with the address as it came. */
void *http_on_address(void *context, const char *uri, struct MHD_Connection *mhd);
enum MHD_Result http_on_request(void *context, struct MHD_Connection *mhd, const char *url,
                                const char *method, const char *version, const char *data,
                                size_t *size, void **request);
void http_on_completed(void *context, struct MHD_Connection *mhd, void **request,
                       enum MHD_RequestTerminationCode code);

/* At the end: requests that wait for their answer are let go. */
void http_release_waiting(struct http *h);

/* The socket of a connection; null if there was no memory for it. */
struct peer *http_peer(struct MHD_Connection *mhd);

static inline uint64_t http_now(const struct http *h)
{
    return uv_now(h->o.loop);
}

/* Lets libmicrohttpd work; never from inside one of its callbacks. */
void http_pump(struct http *h);

/* Has the pump called soon. Can be called from anywhere. */
void http_wake(struct http *h);

/* Calls back in every turn of the loop, before it waits and after it has waited, outside all
 * callbacks of libmicrohttpd. There can be only one such callback. */
void http_each_turn(struct http *h, void (*turn)(void *context), void *context);

bool http_is_full(const struct http *h); /* more sockets than there should be */
void http_count_drop(struct http *h, int reason);

/* The socket of this connection speaks WebSocket now: its time for requests is over. */
void http_upgraded(struct http_request *r);

/* A line for the log, unless there were too many. */
void http_log(struct http *h, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
