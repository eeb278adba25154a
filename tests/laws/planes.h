/*
 * What a seat sees, computed slowly: byte by byte, each from the description of its plane
 * (env_plane()), without a memo. The laws compare the output of env/ with it.
 */
#ifndef ANDEN_TESTS_PLANES_H
#define ANDEN_TESTS_PLANES_H

#include "engine/game.h"
#include "env/env.h"

/* One byte of a plane. The view is that of a seat. */
typedef uint32_t slow_value(const struct match *m, const struct view *v,
                            const struct env_plane *plane, uint32_t row, uint32_t column);

slow_value routes_slow_value, metro_slow_value;

#endif
