/*
 * A small hash table of things that carry their own node: found by a 64-bit key. Callers whose
 * keys may come from outside hash them with a secret first.
 */
#ifndef ANDEN_SERVER_HASH_H
#define ANDEN_SERVER_HASH_H

#include <stdbool.h>
#include <stdint.h>

struct hash_node {
    struct hash_node *next;
    uint64_t key;
};

struct hash {
    struct hash_node **bucket;
    uint32_t buckets; /* a power of two, or 0 */
    uint32_t count;
};

/* The first node with this key, and the next one with the same; null if there is none. */
struct hash_node *hash_find(const struct hash *m, uint64_t key);
struct hash_node *hash_same(const struct hash_node *node);

/* False if there is no memory. */
bool hash_add(struct hash *m, struct hash_node *node, uint64_t key);
void hash_remove(struct hash *m, struct hash_node *node);

/* Calls for every node; the call may remove its own node. */
void hash_each(struct hash *m, void (*call)(struct hash_node *node, void *context),
               void *context);

void hash_free(struct hash *m);

#endif
