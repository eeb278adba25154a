/*
 * Requests over HTTP: lists, people, logs, health and metrics. Private to server/.
 */
#ifndef ANDEN_API_H
#define ANDEN_API_H

#include "server.h"

void api_start(struct server *s);

struct http_request;

/* Answers with a refusal in the language that was asked for; or with the store's error, which
 * may say what is missing. */
void api_refuse(struct http_request *r, uint32_t status, const struct refusal *why);
void api_trouble(struct http_request *r, const struct store_answer *a, const char *missing);

/* page.c: the plain page for a server without a page folder. */
void page_tables(struct http_request *r);

/* metrics.c: /metrics as text, malloc'ed. */
char *metrics_text(struct server *s, size_t *n);

/* notice.c: "your turn" to a webhook. */
bool notices_check(const struct config *c, char *why, size_t cap); /* is the address good? */
bool notices_start(struct server *s);
void notices_stop(struct server *s);
void notices_free(struct server *s);

struct store_person;
/* Answers with everything that is kept about a person (export.c). */
void export_account(struct http_request *r, const struct store_person *who);

#endif
