/*
 * Private to the routes family of env/.
 */
#ifndef ANDEN_ENV_ROUTES_H
#define ANDEN_ENV_ROUTES_H

#include "../family.h"

/* The most tickets that are offered at once. */
uint32_t routes_offered(const struct routes_board *b);

/* actions.c: see struct family_env. */
void routes_list(struct env *env);
uint32_t routes_number(const struct env *env, event_t e);
void routes_specimen(const struct env *env, event_t e, struct state *s);

/* draw.c */
bool routes_draw(const struct env *env, const struct view *v, struct text *t);

#endif
