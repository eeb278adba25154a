/*
 * Private to the metro family of env/.
 */
#ifndef ANDEN_ENV_METRO_H
#define ANDEN_ENV_METRO_H

#include "../family.h"

/* draw.c: see struct family_env. */
bool metro_draw(const struct env *env, const struct view *v, struct text *t);

#endif
