/*
 * ChaCha20 and SHA-256: see crypto.h.
 */
#include "crypto.h"

static uint32_t load_little(const uint8_t *p)
{
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static uint32_t load_big(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static uint32_t left(uint32_t x, int n)
{
    return x << n | x >> (32 - n);
}

static uint32_t right(uint32_t x, int n)
{
    return x >> n | x << (32 - n);
}

static void quarter(uint32_t *x, int a, int b, int c, int d)
{
    x[a] += x[b];
    x[d] = left(x[d] ^ x[a], 16);
    x[c] += x[d];
    x[b] = left(x[b] ^ x[c], 12);
    x[a] += x[b];
    x[d] = left(x[d] ^ x[a], 8);
    x[c] += x[d];
    x[b] = left(x[b] ^ x[c], 7);
}

void chacha20_block(const uint8_t key[CHACHA_KEY], uint32_t counter,
                    const uint8_t nonce[CHACHA_NONCE], uint8_t out[CHACHA_BLOCK])
{
    uint32_t start[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574}, x[16];

    for (int i = 0; i < 8; i++)
        start[4 + i] = load_little(key + (size_t)4 * (size_t)i);
    start[12] = counter;
    for (int i = 0; i < 3; i++)
        start[13 + i] = load_little(nonce + (size_t)4 * (size_t)i);
    __builtin_memcpy(x, start, sizeof x);
    for (int round = 0; round < 10; round++) {
        for (int i = 0; i < 4; i++)
            quarter(x, i, i + 4, i + 8, i + 12);
        for (int i = 0; i < 4; i++)
            quarter(x, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4);
    }
    for (size_t i = 0; i < 16; i++) {
        uint32_t word = x[i] + start[i];

        for (size_t k = 0; k < 4; k++)
            out[4 * i + k] = (uint8_t)(word >> 8 * k);
    }
}

static void sha256_chunk(uint32_t h[8], const uint8_t chunk[64])
{
    static const uint32_t k[64] = {
        0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4,
        0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe,
        0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f,
        0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7,
        0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc,
        0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
        0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116,
        0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
        0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
        0xc67178f2,
    };
    uint32_t w[64], x[8];

    for (size_t i = 0; i < 16; i++)
        w[i] = load_big(chunk + 4 * i);
    for (size_t i = 16; i < 64; i++) {
        uint32_t a = w[i - 15], b = w[i - 2];

        w[i] = w[i - 16] + w[i - 7] + (right(a, 7) ^ right(a, 18) ^ a >> 3) +
               (right(b, 17) ^ right(b, 19) ^ b >> 10);
    }
    __builtin_memcpy(x, h, sizeof x);
    for (size_t i = 0; i < 64; i++) {
        uint32_t one = x[7] + k[i] + w[i] + ((x[4] & x[5]) ^ (~x[4] & x[6])) +
                       (right(x[4], 6) ^ right(x[4], 11) ^ right(x[4], 25));
        uint32_t two = ((x[0] & x[1]) ^ (x[0] & x[2]) ^ (x[1] & x[2])) +
                       (right(x[0], 2) ^ right(x[0], 13) ^ right(x[0], 22));

        __builtin_memmove(x + 1, x, 7 * sizeof *x);
        x[4] += one;
        x[0] = one + two;
    }
    for (size_t i = 0; i < 8; i++)
        h[i] += x[i];
}

void sha256(const void *data, size_t size, uint8_t out[SHA256_SIZE])
{
    uint32_t h[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                     0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    const uint8_t *at = data;
    uint8_t last[128] = {0};
    size_t rest = size % 64, end = rest < 56 ? 64 : 128;
    uint64_t bits = (uint64_t)size * 8;

    for (size_t i = 0; i < size / 64; i++)
        sha256_chunk(h, at + 64 * i);
    if (rest)
        __builtin_memcpy(last, at + (size - rest), rest);
    last[rest] = 0x80;
    for (size_t i = 0; i < 8; i++)
        last[end - 1 - i] = (uint8_t)(bits >> 8 * i);
    sha256_chunk(h, last);
    if (end == 128)
        sha256_chunk(h, last + 64);
    for (size_t i = 0; i < SHA256_SIZE; i++)
        out[i] = (uint8_t)(h[i / 4] >> (24 - 8 * (i % 4)));
}
