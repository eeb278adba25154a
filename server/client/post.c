/*
 * One message by HTTP: see post.h. It is HTTP/1.0, so that the answer ends with the connection and
 * comes in one piece.
 */
#include "post.h"

#include "../../engine/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEAD = 1024 };

struct post {
    struct link link;
    struct post_wish wish;
    char request[]; /* head and body */
};

/* "/anden/ws" stands beside "/anden/api/tables". */
static int path_size(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? (int)(slash - path) : 0;
}

static void on_lost(void *user, const char *why)
{
    struct post *p = user;
    const char *answer = p->link.answer, *body = answer ? strstr(answer, "\r\n\r\n") : NULL;
    int status = 0;

    (void)why;
    if (body && sscanf(answer, "HTTP/%*s %d", &status) == 1)
        body += 4;
    p->wish.done(p->wish.user, body ? status : 0, body, body ? strlen(body) : 0);
    free(p->link.answer);
    free(p);
}

struct post *post_begin(const struct post_wish *w)
{
    struct post *p = calloc(1, sizeof *p + HEAD + w->size);
    int n;

    if (!p)
        return NULL;
    n = snprintf(p->request, HEAD,
                 "POST %.*s/api/tables HTTP/1.0\r\nHost: %s\r\nAuthorization: Bearer %s\r\n"
                 "Accept-Language: %s\r\nContent-Type: application/json\r\n"
                 "Content-Length: %zu\r\n\r\n",
                 path_size(w->target->path), w->target->path, w->target->host, w->token,
                 w->language, w->size);
    memcpy(p->request + n, w->text, w->size);
    p->wish = *w;
    p->link.target = w->target;
    p->link.shared = w->shared;
    p->link.user = p;
    p->link.lost = on_lost;
    p->link.request = p->request;
    p->link.request_size = (size_t)n + w->size;
    link_open(&p->link, w->loop);
    return p;
}

void post_end(struct post *p)
{
    link_drop(&p->link, SAYS("the end"));
}
