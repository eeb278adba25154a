/*
 * A small hash table of things that carry their own node: found by a 64-bit key. Whoever's keys may
 * come from outside hashes them with a secret first.
 */
#ifndef ANDEN_MAP_H
#define ANDEN_MAP_H

#include <stdbool.h>
#include <stdint.h>

struct map_node {
    struct map_node *next;
    uint64_t key;
};

struct map {
    struct map_node **bucket;
    uint32_t buckets; /* a power of two, or 0 */
    uint32_t count;
};

/* The first node with this key, and the next one with the same; null if there is none. */
struct map_node *map_find(const struct map *m, uint64_t key);
struct map_node *map_same(const struct map_node *node);

/* False if there is no memory. */
bool map_add(struct map *m, struct map_node *node, uint64_t key);
void map_remove(struct map *m, struct map_node *node);

/* Calls for every node; the call may remove its own node. */
void map_each(struct map *m, void (*call)(struct map_node *node, void *context), void *context);

void map_free(struct map *m);

#endif
