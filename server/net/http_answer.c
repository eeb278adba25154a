/*
 * Answers: JSON, errors, redirections, and the headers that all of them have.
 */
#include "http_private.h"

#include <microhttpd.h>
#include <stdio.h>
#include <string.h>

/* Only our own files; WebAssembly may be compiled. */
static const char policy[] = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; "
                             "style-src 'self'; img-src 'self' data:; font-src 'self'; "
                             "connect-src 'self'; worker-src 'self'; manifest-src 'self'; "
                             "base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

static const struct {
    uint32_t status;
    const char *code;
} codes[] = {
    {400, "bad_request"}, {401, "not_signed_in"}, {403, "not_allowed"}, {404, "not_found"},
    {405, "method"},      {409, "conflict"},      {413, "too_large"},   {426, "upgrade"},
    {429, "too_many"},    {431, "too_large"},     {500, "internal"},    {503, "later"},
};

const char *http_error_code(uint32_t status)
{
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++)
        if (codes[i].status == status)
            return codes[i].code;
    return "error";
}

void http_secure(const struct http *h, struct MHD_Response *response)
{
    static const char *const headers[][2] = {
        {"X-Content-Type-Options", "nosniff"},
        {"X-Frame-Options", "DENY"},
        {"Referrer-Policy", "same-origin"},
        {"Cross-Origin-Opener-Policy", "same-origin"},
        {"Cross-Origin-Resource-Policy", "same-origin"},
        {"Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=()"},
    };
    const char *own = h->o.policy;

    MHD_add_response_header(response, "Content-Security-Policy", own ? own : policy);
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++)
        MHD_add_response_header(response, headers[i][0], headers[i][1]);
}

struct MHD_Response *http_response(const struct http *h, const struct http_answer *a)
{
    struct MHD_Response *response =
        MHD_create_response_from_buffer(a->size, (void *)a->body, MHD_RESPMEM_MUST_COPY);

    if (!response)
        return NULL;
    http_secure(h, response);
    MHD_add_response_header(response, "Content-Type", a->type ? a->type : "application/json");
    MHD_add_response_header(response, "Cache-Control", a->cache ? a->cache : "no-store");
    for (const char *const *e = a->extra; e && e[0] && e[1]; e += 2)
        MHD_add_response_header(response, e[0], e[1]);
    return response;
}

void http_answer(struct http_request *r, const struct http_answer *a)
{
    struct request *q = request_of(r);

    /* After http_stop() there is nobody left to answer, and no server. */
    http_respond(r, a->status, q->mhd ? http_response(q->http, a) : NULL, false);
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
    static const char *const wait[] = {"Retry-After", "5", "Connection", "close", NULL};
    char text[1024], body[2048];
    bool page = wants_page(r);
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
                     code ? code : http_error_code(status), text);
    http_answer(r, &(struct http_answer){
                       .status = status,
                       .type = page ? "text/html; charset=utf-8" : NULL,
                       .body = body,
                       .size = (size_t)n,
                       .extra = status == 429 || status == 503 ? wait : NULL,
                   });
}

void http_answer_redirect(struct http_request *r, uint32_t status, const char *location)
{
    const char *extra[] = {"Location", location, NULL};

    http_answer(r, &(struct http_answer){.status = status, .extra = extra});
}
