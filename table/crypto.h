/*
 * The two algorithms that a fair deal needs: ChaCha20 (RFC 8439) as a source of numbers that
 * nobody can guess without the seed, and SHA-256 (FIPS 180-4) to show that a seed was not changed
 * afterwards. Written here because tables run in browsers too. Not for passwords or messages.
 */
#ifndef ANDEN_CRYPTO_H
#define ANDEN_CRYPTO_H

#include <stddef.h>
#include <stdint.h>

enum {
    CHACHA_KEY = 32,
    CHACHA_NONCE = 12,
    CHACHA_BLOCK = 64,
    SHA256_SIZE = 32,
};

/* One block of the key stream. */
void chacha20_block(const uint8_t key[CHACHA_KEY], uint32_t counter,
                    const uint8_t nonce[CHACHA_NONCE], uint8_t out[CHACHA_BLOCK]);

void sha256(const void *data, size_t size, uint8_t out[SHA256_SIZE]);

#endif
