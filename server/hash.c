/*
 * A small hash table: see hash.h.
 */
#include "hash.h"

#include <stdlib.h>

static uint32_t place(const struct hash *m, uint64_t key)
{
    return (uint32_t)(key * 0x9E3779B97F4A7C15u >> 32) & (m->buckets - 1);
}

struct hash_node *hash_find(const struct hash *m, uint64_t key)
{
    struct hash_node *node = m->buckets ? m->bucket[place(m, key)] : NULL;

    while (node && node->key != key)
        node = node->next;
    return node;
}

struct hash_node *hash_same(const struct hash_node *node)
{
    uint64_t key = node->key;

    do
        node = node->next;
    while (node && node->key != key);
    return (struct hash_node *)node;
}

static bool grow(struct hash *m)
{
    struct hash larger = {.buckets = m->buckets ? m->buckets * 2 : 64};

    larger.bucket = calloc(larger.buckets, sizeof(struct hash_node *));
    if (!larger.bucket)
        return false;
    for (uint32_t i = 0; i < m->buckets; i++) {
        for (struct hash_node *node = m->bucket[i], *next; node; node = next) {
            uint32_t to = place(&larger, node->key);

            next = node->next;
            node->next = larger.bucket[to];
            larger.bucket[to] = node;
        }
    }
    larger.count = m->count;
    free(m->bucket);
    *m = larger;
    return true;
}

bool hash_add(struct hash *m, struct hash_node *node, uint64_t key)
{
    uint32_t to;

    if (m->count >= m->buckets && !grow(m))
        return false;
    to = place(m, key);
    node->key = key;
    node->next = m->bucket[to];
    m->bucket[to] = node;
    m->count++;
    return true;
}

void hash_remove(struct hash *m, struct hash_node *node)
{
    struct hash_node **link = &m->bucket[place(m, node->key)];

    while (*link && *link != node)
        link = &(*link)->next;
    if (*link) {
        *link = node->next;
        m->count--;
    }
}

void hash_each(struct hash *m, void (*call)(struct hash_node *node, void *context),
               void *context)
{
    for (uint32_t i = 0; i < m->buckets; i++) {
        for (struct hash_node *node = m->bucket[i], *next; node; node = next) {
            next = node->next;
            call(node, context);
        }
    }
}

void hash_free(struct hash *m)
{
    free(m->bucket);
    *m = (struct hash){0};
}
