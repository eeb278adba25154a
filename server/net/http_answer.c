/*
 * Answers: JSON, errors, redirections, and the headers that all of them have.
 */
#include "http_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Only our own files; WebAssembly may be compiled. */
static const char policy[] = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; "
                             "style-src 'self'; img-src 'self' data:; font-src 'self'; "
                             "connect-src 'self'; worker-src 'self'; manifest-src 'self'; "
                             "base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/* The error's code is for programs; null: none, it is no error. */
static const struct {
    uint32_t status;
    const char *words, *code;
} statuses[] = {
    {101, "Switching Protocols", NULL},
    {200, "OK", NULL},
    {201, "Created", NULL},
    {204, "No Content", NULL},
    {302, "Found", NULL},
    {303, "See Other", NULL},
    {304, "Not Modified", NULL},
    {308, "Permanent Redirect", NULL},
    {400, "Bad Request", "bad_request"},
    {401, "Unauthorized", "not_signed_in"},
    {403, "Forbidden", "not_allowed"},
    {404, "Not Found", "not_found"},
    {405, "Method Not Allowed", "method"},
    {409, "Conflict", "conflict"},
    {411, "Length Required", "length"},
    {413, "Content Too Large", "too_large"},
    {414, "URI Too Long", "too_large"},
    {417, "Expectation Failed", "expectation"},
    {426, "Upgrade Required", "upgrade"},
    {429, "Too Many Requests", "too_many"},
    {431, "Request Header Fields Too Large", "too_large"},
    {500, "Internal Server Error", "internal"},
    {503, "Service Unavailable", "later"},
    {505, "HTTP Version Not Supported", "version"},
};
enum { STATUSES = sizeof statuses / sizeof statuses[0] };

static size_t find_status(uint32_t status)
{
    size_t i = 0;

    while (i < STATUSES && statuses[i].status != status)
        i++;
    return i;
}

/* Adds a text at the place *n of out if it fits; *n grows in any case. */
static void put(char *out, size_t cap, size_t *n, const char *text)
{
    size_t length = strlen(text);

    if (length && *n + length <= cap)
        memcpy(out + *n, text, length);
    *n += length;
}

static void put_header(char *out, size_t cap, size_t *n, const char *name, const char *value)
{
    put(out, cap, n, name);
    put(out, cap, n, ": ");
    put(out, cap, n, value);
    put(out, cap, n, "\r\n");
}

/* Some answers have no body by themselves, and so no length and type of one. */
static bool has_body(uint32_t status)
{
    return status >= 200 && status != 204 && status != 304;
}

/* Writes the head as far as it fits; returns its size. */
static size_t put_head(char *out, size_t cap, const struct http *h, const struct http_answer *a)
{
    static const char *const always[][2] = {
        {"X-Content-Type-Options", "nosniff"},
        {"X-Frame-Options", "DENY"},
        {"Referrer-Policy", "same-origin"},
        {"Cross-Origin-Opener-Policy", "same-origin"},
        {"Cross-Origin-Resource-Policy", "same-origin"},
        {"Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=()"},
    };
    size_t n = 0, at = find_status(a->status);
    char number[24];

    snprintf(number, sizeof number, "HTTP/1.1 %u ", (unsigned)a->status);
    put(out, cap, &n, number);
    put(out, cap, &n, at < STATUSES ? statuses[at].words : "");
    put(out, cap, &n, "\r\n");
    if (a->status >= 200) {
        put_header(out, cap, &n, "Content-Security-Policy", h->o.policy ? h->o.policy : policy);
        for (size_t i = 0; i < sizeof always / sizeof always[0]; i++)
            put_header(out, cap, &n, always[i][0], always[i][1]);
        put_header(out, cap, &n, "Cache-Control", a->cache ? a->cache : "no-store");
    }
    if (has_body(a->status)) {
        snprintf(number, sizeof number, "%zu", a->size);
        put_header(out, cap, &n, "Content-Length", number);
        put_header(out, cap, &n, "Content-Type", a->type ? a->type : "application/json");
    }
    for (const char *const *e = a->extra; e && e[0] && e[1]; e += 2)
        put_header(out, cap, &n, e[0], e[1]);
    return n;
}

struct response *http_response(const struct http *h, const struct http_answer *a, bool copy)
{
    size_t head = put_head(NULL, 0, h, a), size = has_body(a->status) ? a->size : 0;
    struct response *r = malloc(sizeof *r + head + (copy ? size : 0));

    if (!r)
        return NULL;
    *r = (struct response){.status = a->status, .head_size = head, .size = size};
    put_head(r->bytes, head, h, a);
    r->head = r->bytes;
    r->body = copy ? r->bytes + head : a->body;
    if (copy && size)
        memcpy(r->bytes + head, a->body, size);
    return r;
}

void http_release(struct response *response)
{
    if (response && !response->kept)
        free(response);
}

/* The last lines of the head, which depend on the moment and on the connection. */
static void put_tail(struct request *q)
{
    struct http *h = q->http;
    time_t now = time(NULL);
    struct tm utc;
    size_t n = 0;

    if (now != h->dated && gmtime_r(&now, &utc)) {
        h->dated = now;
        strftime(h->date, sizeof h->date, "%a, %d %b %Y %H:%M:%S GMT", &utc);
    }
    put_header(q->tail, sizeof q->tail, &n, "Date", h->date);
    if (q->upgraded || q->close)
        put_header(q->tail, sizeof q->tail, &n, "Connection",
                   q->upgraded ? "Upgrade" : "close");
    put(q->tail, sizeof q->tail, &n, "\r\n");
    q->tail_size = n;
}

void http_respond(struct http_request *r, struct response *response)
{
    static const char nothing[] = "HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\n";
    static struct response bare = {
        .status = 500, .kept = true, .head = nothing, .head_size = sizeof nothing - 1};
    struct request *q = request_of(r);
    struct http *h = q->http;

    if (q->answered) { /* a second answer */
        http_release(response);
        return;
    }
    q->answered = true;
    q->response = response ? response : &bare;
    if (!q->peer) {
        http_request_free(q);
        return;
    }
    if (q->response->status >= 400)
        h->o.traffic->requests_refused++;
    /* Those who are told to come later need not keep a socket. */
    q->close = q->reader.close || q->reader.state != READ_DONE || h->fd < 0 ||
               q->response->status == 429 || q->response->status == 503;
    put_tail(q);
    http_join(&h->ready, q->peer);
}

void http_upgrade(struct http_request *r, const char *const *headers, http_upgraded *upgraded)
{
    struct request *q = request_of(r);
    struct http_answer a = {.status = 101, .extra = headers};
    struct response *response = http_response(q->http, &a, false);

    if (response)
        q->upgraded = upgraded;
    http_respond(r, response);
}

void http_answer(struct http_request *r, const struct http_answer *a)
{
    struct request *q = request_of(r);

    /* After http_stop() there is nobody left to answer, and no server. */
    http_respond(r, q->peer ? http_response(q->http, a, true) : NULL);
}

void http_answer_json(struct http_request *r, uint32_t status, const char *json, size_t n)
{
    http_answer(r, &(struct http_answer){.status = status, .body = json, .size = n});
}

/* A person with a browser, not a program. */
static bool wants_page(const struct http_request *r)
{
    const char *accept = http_header(r, "Accept");

    return strncmp(r->path, "/api", 4) != 0 && accept && strstr(accept, "text/html");
}

/* Copies a text with some characters replaced; stops where it would no longer fit. */
static size_t escaped(char *out, size_t cap, const char *text, bool html)
{
    size_t n = 0;

    for (; *text; text++) {
        char one[8] = {*text};
        unsigned char c = (unsigned char)*text;

        if (html && (c == '<' || c == '>' || c == '&' || c == '"'))
            snprintf(one, sizeof one, "&#%d;", c);
        else if (!html && (c == '"' || c == '\\'))
            snprintf(one, sizeof one, "\\%c", c);
        else if (c < 0x20)
            snprintf(one, sizeof one, html ? " " : "\\u%04x", c);
        if (n + strlen(one) + 1 > cap)
            break;
        memcpy(out + n, one, strlen(one));
        n += strlen(one);
    }
    out[n] = '\0';
    return n;
}

void http_answer_error(struct http_request *r, uint32_t status, const char *code,
                       const char *message)
{
    static const char *const wait[] = {"Retry-After", "5", NULL};
    char text[1024], body[2048];
    bool page = wants_page(r);
    size_t at = find_status(status);
    int n;

    escaped(text, sizeof text, message, page);
    if (page)
        n = snprintf(body, sizeof body,
                     "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
                     "<title>Andén: %u</title>\n<h1>Andén</h1>\n<p>%s</p>\n"
                     "<p><a href=\"/\">To the first page</a></p>\n</html>\n",
                     (unsigned)status, text);
    else
        n = snprintf(body, sizeof body, "{\"error\":{\"code\":\"%s\",\"message\":\"%s\"}}\n",
                     code                                 ? code
                     : at < STATUSES && statuses[at].code ? statuses[at].code
                                                          : "error",
                     text);
    http_answer(r, &(struct http_answer){
                       .status = status,
                       .type = page ? "text/html; charset=utf-8" : NULL,
                       .body = body,
                       .size = (size_t)n,
                       .extra = status == 429 || status == 503 ? wait : NULL,
                   });
}
