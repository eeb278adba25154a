/*
 * People's own boards: see own_board.h.
 */
#include "own_board.h"

#include "../engine/board_art.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { HASH = 16 };

static struct own_board *find(struct server *s, const uint8_t hash[HASH], const char *name)
{
    uint64_t key;
    struct hash_node *node;

    memcpy(&key, hash, sizeof key);
    node = hash_find(&s->boards, key);
    while (node && strcmp(((struct own_board *)node)->name, name) != 0)
        node = hash_same(node);
    return (struct own_board *)node;
}

static void own_board_free(struct own_board *b)
{
    free(b->text);
    free(b);
}

static struct own_board *read_board(struct server *s, const void *text, size_t n,
                                    struct refusal *why)
{
    struct own_board *b = calloc(1, sizeof *b);
    struct board_art art;

    if (b)
        b->text = malloc(n + 1);
    if (!b || !b->text) {
        free(b);
        refuse_memory(why);
        return NULL;
    }
    b->server = s;
    b->size = n;
    memcpy(b->text, text, n);
    b->text[n] = '\0';
    why->code = "bad_table";
    why->until = 0;
    if (board_parse(b->text, n, &b->board, &art, &why->why))
        return b;
    own_board_free(b);
    return NULL;
}

struct own_board *own_board_take(struct server *s, const void *text, size_t n,
                                 struct refusal *why)
{
    uint8_t hash[HASH];
    char name[BOARD_NAME];
    struct own_board *b;
    uint64_t key;

    crypto_generichash(hash, sizeof hash, text, n, NULL, 0);
    sodium_bin2hex(name, sizeof name, hash, sizeof hash);
    b = find(s, hash, name);
    if (b)
        return own_board_keep(b);
    b = read_board(s, text, n, why);
    if (!b)
        return NULL;
    memcpy(b->name, name, sizeof name);
    memcpy(&key, hash, sizeof key);
    if (!hash_add(&s->boards, &b->node, key)) {
        own_board_free(b);
        refuse_memory(why);
        return NULL;
    }
    return own_board_keep(b);
}

struct own_board *own_board_keep(struct own_board *b)
{
    b->users++;
    return b;
}

void own_board_release(struct own_board *b)
{
    if (!b || --b->users)
        return;
    hash_remove(&b->server->boards, &b->node);
    own_board_free(b);
}
