/*
 * A small hash table: see map.h.
 */
#include "map.h"

#include <stdlib.h>

static uint32_t place(const struct map *m, uint64_t key)
{
    return (uint32_t)(key * 0x9E3779B97F4A7C15u >> 32) & (m->buckets - 1);
}

struct map_node *map_find(const struct map *m, uint64_t key)
{
    struct map_node *node = m->buckets ? m->bucket[place(m, key)] : NULL;

    while (node && node->key != key)
        node = node->next;
    return node;
}

struct map_node *map_same(const struct map_node *node)
{
    uint64_t key = node->key;

    do
        node = node->next;
    while (node && node->key != key);
    return (struct map_node *)node;
}

static bool grow(struct map *m)
{
    struct map larger = {.buckets = m->buckets ? m->buckets * 2 : 64};

    larger.bucket = calloc(larger.buckets, sizeof(struct map_node *));
    if (!larger.bucket)
        return false;
    for (uint32_t i = 0; i < m->buckets; i++) {
        for (struct map_node *node = m->bucket[i], *next; node; node = next) {
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

bool map_add(struct map *m, struct map_node *node, uint64_t key)
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

void map_remove(struct map *m, struct map_node *node)
{
    struct map_node **link = &m->bucket[place(m, node->key)];

    while (*link && *link != node)
        link = &(*link)->next;
    if (*link) {
        *link = node->next;
        m->count--;
    }
}

void map_each(struct map *m, void (*call)(struct map_node *node, void *context), void *context)
{
    for (uint32_t i = 0; i < m->buckets; i++) {
        for (struct map_node *node = m->bucket[i], *next; node; node = next) {
            next = node->next;
            call(node, context);
        }
    }
}

void map_free(struct map *m)
{
    free(m->bucket);
    *m = (struct map){0};
}
