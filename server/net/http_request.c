/*
 * Requests: from the complete request to the route that answers it. See http.h.
 */
#include "http_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *http_header(const struct http_request *r, const char *name)
{
    return reader_header(&request_of(r)->reader, name);
}

const char *http_query(const struct http_request *r, const char *name)
{
    return reader_argument(&request_of(r)->reader, name);
}

void http_route_limited(struct http *h, const struct route *route)
{
    if (h->routes == HTTP_ROUTES) {
        fprintf(stderr, "http_route: more than %d routes\n", HTTP_ROUTES);
        abort();
    }
    h->route[h->routes] = *route;
    h->route[h->routes++].length = strlen(route->prefix);
}

void http_route(struct http *h, const char *method, const char *prefix,
                void (*handler)(struct http_request *r), void *route)
{
    http_route_limited(h, &(struct route){.method = method,
                                          .prefix = prefix,
                                          .handler = handler,
                                          .data = route,
                                          .limit = LIMIT_REQUEST});
}

static bool route_fits(const struct route *route, const char *path)
{
    if (route->length && route->prefix[route->length - 1] == '/')
        return strncmp(path, route->prefix, route->length) == 0;
    return strcmp(path, route->prefix) == 0;
}

/* The route of a request; null if there is none. Then allowed lists the methods of those that only
 * want another one. */
static const struct route *find_route(const struct request *q, char *allowed, size_t cap)
{
    const struct http *h = q->http;
    const struct route *best = NULL;

    allowed[0] = '\0';
    for (uint32_t i = 0; i < h->routes; i++) {
        const struct route *route = &h->route[i];

        if (!route_fits(route, q->seen.path))
            continue;
        if (route->method && strcmp(route->method, q->seen.method) != 0) {
            size_t n = strlen(allowed);

            snprintf(allowed + n, cap - n, "%s%s", n ? ", " : "", route->method);
            continue;
        }
        if (!best || route->length > best->length)
            best = route;
    }
    return best;
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

/* Refuses a request for which there is no room before any handler sees it; true if it did. */
static bool refused(struct request *q, enum limit_kind limit)
{
    struct http *h = q->http;
    uint64_t key = limits_key_address(h->o.limits, q->address);

    if (http_is_full(h)) {
        http_count_drop(h, DROP_FULL);
        http_answer_error(&q->seen, 503, NULL, "The server is full. Please try again later.");
    } else if (q->peer->crowded) {
        http_count_drop(h, DROP_ADDRESS);
        http_answer_error(&q->seen, 429, NULL, "Too many connections from your address.");
    } else if (!limits_take(h->o.limits, limit, key, http_now(h))) {
        http_count_drop(h, DROP_RATE);
        http_answer_error(&q->seen, 429, NULL,
                          "Too many requests. Please wait a few seconds and try again.");
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

/* What handlers see. Nothing moves any more. */
static void show(struct request *q)
{
    const struct reader *r = &q->reader;
    struct http_request *seen = &q->seen;
    const struct networks *proxies = &q->http->proxies;
    const struct address *peer = &q->peer->address;
    const char *scheme =
        networks_have(proxies, peer) ? http_header(seen, "X-Forwarded-Proto") : NULL;
    struct address client =
        address_of_client(proxies, peer, http_header(seen, "X-Forwarded-For"));

    q->head = strcmp(r->text, "HEAD") == 0;
    seen->method = known_method(r->text);
    seen->path = seen->rest = r->text + r->path;
    seen->body = r->text + r->body;
    seen->body_size = r->length;
    seen->secure = scheme && strcmp(scheme, "https") == 0;
    seen->local = address_is_loopback(peer) && !passed_on(seen);
    address_format(&client, q->address);
}

void http_handle(struct request *q)
{
    const struct reader *reader = &q->reader;
    const struct route *route;
    char allowed[64];

    q->http->o.traffic->requests++;
    if (reader->state == READ_BAD) {
        http_log(q->http, "bad request, answered %u: %s", (unsigned)reader->status,
                 reader->why);
        http_answer_error(&q->seen, reader->status, NULL, reader->why);
        return;
    }
    show(q);
    route = find_route(q, allowed, sizeof allowed);
    if (refused(q, route ? route->limit : LIMIT_REQUEST))
        return;
    if (route) {
        q->seen.rest = q->seen.path + route->length;
        q->seen.route = route->data;
        route->handler(&q->seen);
    } else if (allowed[0]) {
        refuse_method(&q->seen, allowed);
    } else {
        http_answer_error(&q->seen, 404, NULL, "There is nothing at this address.");
    }
}
