/*
 * Hashing passphrases, which takes 64 MB each: two at a time on the pool, the others wait. Also
 * pauses for those who guess. Private to server/.
 */
#ifndef ANDEN_SERVER_HASHING_H
#define ANDEN_SERVER_HASHING_H

#include "person.h"

enum {
    PASSPHRASE_MIN = 8, /* characters */
    PASSPHRASE_MAX = 100,
    PASSPHRASE_BYTES = 4 * PASSPHRASE_MAX + 1,
    CODE_SIGNS = 20, /* of a recovery code, five bits each */
    CODE_TEXT = CODE_SIGNS + CODE_SIGNS / 4,
};

/* Something that has to be hashed, with the command that asks for it. */
struct hashing {
    uv_work_t work;
    struct hashing *next; /* of those who wait */
    struct client *client;
    struct command_id id;
    void (*hashed)(struct hashing *h);
    char person[PERSON_TEXT];
    char name[NAME_SIZE];
    char given[PASSPHRASE_BYTES]; /* compared with `stored`, if that is set */
    char stored[STORE_PASSPHRASE_MAX];
    char fresh[PASSPHRASE_BYTES]; /* hashed to `made`, if it is set and `given` was right */
    char made[STORE_PASSPHRASE_MAX];
    char token[TOKEN_TEXT];
    char code[CODE_TEXT], code_hash[STORE_PASSPHRASE_MAX], code_was[STORE_PASSPHRASE_MAX];
    uint8_t device[32];
    uint64_t key[2]; /* keys by which tries are counted; 0: none */
    uint32_t hashes; /* made so far: the only slow work */
    bool nobody, right, failed;
};

/* Null without memory; then the client is told. */
struct hashing *hashing_new(struct client *c, struct command_id id);
void hashing_free(struct hashing *h);

/* May this be tried now? If so, counts the try: by the device if the account knows it, else by
 * name and address. If not, tells the client. */
bool hashing_may_try(struct hashing *h, bool known);

/* Hashes, and calls `hashed` if the given passphrase is right; that frees it. Otherwise tells
 * the client and frees it. */
void hashing_enqueue(struct hashing *h);

#endif
