/*
 * What was changed elsewhere: by another node, or by `anden admin` beside it. Each node asks the
 * store every second for changes that it has not seen, with either database. So every change is
 * known everywhere within seconds, without a restart.
 */
#ifndef ANDEN_SERVER_NEWS_H
#define ANDEN_SERVER_NEWS_H

#include "server.h"

/* Kinds of changes. In addition there are those of the people who run the server (admin.h). */
#define NEWS_TOKENS "tokens" /* devices of a person were signed out */
#define NEWS_ERASE "erase"   /* a person has deleted their account */
#define NEWS_TABLE "table"   /* a table has new entries or lines: "LAST CHAT" */
#define NEWS_AGAIN "again"   /* a table has a rematch (invite.h) */

/* A subject: the kind of thing and its id. */
enum { NEWS_SUBJECT = 96 };
void news_subject(char out[NEWS_SUBJECT], const char *kind, const char *id);

/* The id in a subject if it is of this kind, else null. */
const char *news_id(const char *subject, const char *kind);

/* A change that tells all nodes, this one included, that devices of a person were signed out:
 * each closes the connections whose tokens are no longer valid. */
struct store_change news_tokens(char subject[NEWS_SUBJECT], const char *person);

/* A number that tells this node from others. */
uint64_t news_node(const struct server *s);

bool news_start(struct server *s);
void news_stop(struct server *s);
void news_free(struct server *s);

#endif
