/*
 * Requests: from their headers to the route that answers them, and the answer on its way back, at
 * once or later. See http.h.
 */
#include "http_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ARGUMENTS_MAX = 32 }; /* behind the "?" of an address */

const char *http_header(const struct http_request *r, const char *name)
{
    struct MHD_Connection *mhd = request_of(r)->mhd;

    return mhd ? MHD_lookup_connection_value(mhd, MHD_HEADER_KIND, name) : NULL;
}

const char *http_query(const struct http_request *r, const char *name)
{
    struct MHD_Connection *mhd = request_of(r)->mhd;

    return mhd ? MHD_lookup_connection_value(mhd, MHD_GET_ARGUMENT_KIND, name) : NULL;
}

const char *http_cookie(const struct http_request *r, const char *name)
{
    struct MHD_Connection *mhd = request_of(r)->mhd;

    return mhd ? MHD_lookup_connection_value(mhd, MHD_COOKIE_KIND, name) : NULL;
}

void http_route(struct http *h, const char *method, const char *prefix,
                void (*handler)(struct http_request *r), void *route)
{
    if (h->routes == ROUTES_MAX) {
        fprintf(stderr, "http_route: more than %d routes\n", ROUTES_MAX);
        abort();
    }
    h->route[h->routes++] = (struct route){method, prefix, strlen(prefix), handler, route};
}

static bool route_fits(const struct route *route, const char *path)
{
    if (route->length && route->prefix[route->length - 1] == '/')
        return strncmp(path, route->prefix, route->length) == 0;
    return strcmp(path, route->prefix) == 0;
}

static void refuse_method(struct http_request *r, const char *allowed)
{
    const char *extra[] = {"Allow", allowed, NULL};
    static const char body[] =
        "{\"error\":{\"code\":\"method\",\"message\":\"This address does "
        "not answer that method.\"}}";

    http_answer(r, &(struct http_answer){
                       .status = 405, .body = body, .size = sizeof body - 1, .extra = extra});
}

static void dispatch(struct request *q)
{
    struct http *h = q->http;
    const struct route *best = NULL;
    char allowed[64] = "";

    for (uint32_t i = 0; i < h->routes; i++) {
        const struct route *route = &h->route[i];

        if (!route_fits(route, q->path))
            continue;
        if (route->method && strcmp(route->method, q->seen.method) != 0) {
            size_t n = strlen(allowed);

            snprintf(allowed + n, sizeof allowed - n, "%s%s", n ? ", " : "", route->method);
            continue;
        }
        if (!best || route->length > best->length)
            best = route;
    }
    if (best) {
        q->seen.rest = q->path + best->length;
        q->seen.route = best->data;
        best->handler(&q->seen);
    } else if (allowed[0]) {
        refuse_method(&q->seen, allowed);
    } else {
        http_answer_error(&q->seen, 404, NULL, "There is nothing at this address.");
    }
}

/* Refuses a bad request before any handler sees it; true if it did. */
static bool refused(struct request *q)
{
    struct http *h = q->http;
    const struct peer *p = http_peer(q->mhd);
    uint64_t key = limits_key_address(h->o.limits, q->address);

    if (!p || http_is_full(h)) {
        http_count_drop(h, DROP_FULL);
        http_answer_error(&q->seen, 503, NULL, "The server is full. Please try again later.");
    } else if (p->crowded) {
        http_count_drop(h, DROP_ADDRESS);
        http_answer_error(&q->seen, 429, NULL, "Too many connections from your address.");
    } else if (!limits_take(h->o.limits, LIMIT_REQUEST, key, http_now(h))) {
        http_count_drop(h, DROP_RATE);
        http_answer_error(&q->seen, 429, NULL,
                          "Too many requests. Please wait a few seconds and try again.");
    } else if (q->wordy) {
        http_answer_error(&q->seen, 431, NULL, "This address has too many arguments.");
    } else if (q->too_large) {
        http_answer_error(&q->seen, 413, NULL, "What you sent is too large.");
    } else {
        return false;
    }
    return true;
}

static const char *known_method(const char *method)
{
    static const char *const methods[] = {"GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"};

    if (strcmp(method, "HEAD") == 0)
        return "GET";
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++)
        if (strcmp(method, methods[i]) == 0)
            return methods[i];
    return "OTHER";
}

/* Does the request say that a proxy has passed it on, trusted or not? */
static bool passed_on(const struct http_request *r)
{
    static const char *const traces[] = {"X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"};

    for (size_t i = 0; i < sizeof traces / sizeof traces[0]; i++)
        if (http_header(r, traces[i]))
            return true;
    return false;
}

static struct request *request_new(struct http *h, struct MHD_Connection *mhd, const char *url,
                                   const char *method)
{
    size_t n = strlen(url) + 1;
    struct request *q = calloc(1, sizeof *q + n);
    const struct peer *p = http_peer(mhd);
    const char *length, *scheme;
    struct address client = {{0}};

    if (!q)
        return NULL;
    memcpy(q->path, url, n);
    q->http = h;
    q->mhd = mhd;
    q->seen.method = known_method(method);
    q->head = strcmp(method, "HEAD") == 0;
    q->seen.path = q->seen.rest = q->path;
    q->seen.body = "";
    q->seen.address = q->address;
    if (p) {
        q->wordy = p->wordy;
        client = address_of_client(&h->proxies, &p->address,
                                   http_header(&q->seen, "X-Forwarded-For"));
        scheme = networks_have(&h->proxies, &p->address)
                     ? http_header(&q->seen, "X-Forwarded-Proto")
                     : NULL;
        q->seen.secure = scheme && strcmp(scheme, "https") == 0;
    }
    q->seen.local = p && address_is_loopback(&p->address) && !passed_on(&q->seen);
    address_format(&client, q->address);
    length = http_header(&q->seen, "Content-Length");
    q->too_large = length && strtoull(length, NULL, 10) > h->o.body_max;
    h->o.traffic->requests++;
    return q;
}

/* Adds a piece to the body. Beyond the limit it is read and forgotten. */
static void add_body(struct request *q, const char *data, size_t n)
{
    size_t size = q->seen.body_size, want = size + n + 1;
    char *body = q->body_cap ? (char *)q->seen.body : NULL;

    if (n > q->http->o.body_max || size > q->http->o.body_max - n)
        q->too_large = true;
    if (q->too_large)
        return;
    if (want > q->body_cap) {
        size_t cap = want < 1024 ? 1024 : want * 2;
        char *more = realloc(body, cap);

        if (!more) {
            q->too_large = true;
            return;
        }
        body = more;
        q->body_cap = cap;
    }
    memcpy(body + size, data, n);
    body[size + n] = '\0';
    q->seen.body = body;
    q->seen.body_size = size + n;
}

static void request_free(struct request *q)
{
    if (q->response && !q->shared)
        MHD_destroy_response(q->response);
    if (q->body_cap)
        free((char *)q->seen.body);
    free(q);
}

static enum MHD_Result send_answer(struct request *q)
{
    enum MHD_Result sent = MHD_queue_response(q->mhd, q->status, q->response);

    q->state = REQUEST_SENT;
    if (q->status >= 400)
        q->http->o.traffic->requests_refused++;
    if (!q->shared)
        MHD_destroy_response(q->response);
    q->response = NULL;
    return sent;
}

/* The whole request is there. */
static enum MHD_Result handle(struct request *q)
{
    struct peer *p = http_peer(q->mhd);

    if (p) {
        p->busy = true;
        p->since = http_now(q->http);
    }
    q->state = REQUEST_HANDED;
    if (!refused(q))
        dispatch(q);
    if (q->state == REQUEST_ANSWERED)
        return send_answer(q);
    q->state = REQUEST_WAITING;
    q->next = q->http->waiting;
    q->link = &q->http->waiting;
    if (q->next)
        q->next->link = &q->next;
    q->http->waiting = q;
    MHD_suspend_connection(q->mhd);
    return MHD_YES;
}

/* libmicrohttpd keeps a record of every argument in the memory of the connection, and closes the
 * connection without a word when that is full. So if there are too many arguments, they are cut
 * off before it reads them; the text is in that memory. */
void *http_on_address(void *context, const char *uri, struct MHD_Connection *mhd)
{
    char *arguments = strchr((char *)uri, '?');
    struct peer *p = http_peer(mhd);
    uint32_t count = 0;

    (void)context;
    for (const char *at = arguments; at; at = strchr(at + 1, '&'))
        count++;
    if (p)
        p->wordy = count > ARGUMENTS_MAX;
    if (count > ARGUMENTS_MAX)
        arguments[1] = '\0';
    return NULL;
}

enum MHD_Result http_on_request(void *context, struct MHD_Connection *mhd, const char *url,
                                const char *method, const char *version, const char *data,
                                size_t *size, void **request)
{
    struct request *q = *request;

    if (!q) {
        q = request_new(context, mhd, url, method);
        *request = q;
        if (q)
            q->http11 = strcmp(version, "HTTP/1.1") == 0;
        /* An answer in the first call ends keep-alive, but saves us from reading a large body. */
        if (q && q->too_large) {
            refused(q);
            return send_answer(q);
        }
        return q ? MHD_YES : MHD_NO;
    }
    if (*size) {
        add_body(q, data, *size);
        *size = 0;
        return MHD_YES;
    }
    if (q->state == REQUEST_WAITING && q->http->stopping) {
        struct MHD_Response *r = http_response(q->http, &(struct http_answer){.status = 503});
        enum MHD_Result sent = r ? MHD_queue_response(mhd, 503, r) : MHD_NO;

        if (r)
            MHD_destroy_response(r);
        return sent;
    }
    if (q->state == REQUEST_ANSWERED)
        return send_answer(q); /* resumed */
    return q->state == REQUEST_COMING ? handle(q) : MHD_YES;
}

static void stop_waiting(struct request *q)
{
    if (!q->link)
        return;
    *q->link = q->next;
    if (q->next)
        q->next->link = q->link;
    q->link = NULL;
}

void http_on_completed(void *context, struct MHD_Connection *mhd, void **request,
                       enum MHD_RequestTerminationCode code)
{
    struct request *q = *request;
    struct peer *p = http_peer(mhd);

    (void)context;
    (void)code;
    *request = NULL;
    if (p) {
        p->busy = false;
        p->since = http_now(p->http);
    }
    if (!q)
        return;
    q->mhd = NULL;
    if (q->state == REQUEST_WAITING)
        stop_waiting(q);
    /* A request that waits will still be answered: http_respond() frees it then. */
    if (q->state != REQUEST_WAITING)
        request_free(q);
}

void http_respond(struct http_request *r, uint32_t status, struct MHD_Response *response,
                  bool shared)
{
    struct request *q = request_of(r);
    bool waiting = q->state == REQUEST_WAITING;

    if (q->state > REQUEST_WAITING) { /* a second answer */
        if (response && !shared)
            MHD_destroy_response(response);
        return;
    }
    q->status = status;
    q->response = response;
    q->shared = shared;
    if (!response) { /* no memory for an answer: the bare minimum, which needs none of ours */
        q->status = 500;
        q->response = MHD_create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT);
    }
    q->state = REQUEST_ANSWERED;
    if (!waiting)
        return;
    if (!q->mhd) {
        request_free(q);
        return;
    }
    stop_waiting(q);
    MHD_resume_connection(q->mhd);
    http_wake(q->http);
}

void http_release_waiting(struct http *h)
{
    while (h->waiting) {
        struct request *q = h->waiting;

        stop_waiting(q);
        MHD_resume_connection(q->mhd);
    }
}
