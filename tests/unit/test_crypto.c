/*
 * ChaCha20 and SHA-256: the vectors of RFC 8439 and FIPS 180-4, and a comparison with
 * libsodium, where it is installed.
 */
#include "table/crypto.h"
#include "table/dealer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#ifdef HAVE_SODIUM
#include <sodium.h>
#endif

static void from_hex(const char *hex, uint8_t *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        unsigned value;

        assert_int_equal(sscanf(hex + 2 * i, "%2x", &value), 1);
        bytes[i] = (uint8_t)value;
    }
}

/* RFC 8439: 2.3.2, and appendix A.1 number 1, 2, 3, 4 and 5. */
static void test_chacha20(void **state)
{
    static const struct {
        const char *key, *nonce;
        uint32_t counter;
        const char *block;
    } vectors[] = {
        {"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
         "000000090000004a00000000", 1,
         "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
         "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e"},
        {"0000000000000000000000000000000000000000000000000000000000000000",
         "000000000000000000000000", 0,
         "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
         "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586"},
        {"0000000000000000000000000000000000000000000000000000000000000000",
         "000000000000000000000000", 1,
         "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"
         "29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f"},
        {"0000000000000000000000000000000000000000000000000000000000000001",
         "000000000000000000000000", 1,
         "3aeb5224ecf849929b9d828db1ced4dd832025e8018b8160b82284f3c949aa5a"
         "8eca00bbb4a73bdad192b5c42f73f2fd4e273644c8b36125a64addeb006c13a0"},
        {"00ff000000000000000000000000000000000000000000000000000000000000",
         "000000000000000000000000", 2,
         "72d54dfbf12ec44b362692df94137f328fea8da73990265ec1bbbea1ae9af0ca"
         "13b25aa26cb4a648cb9b9d1be65b2c0924a66c54d545ec1b7374f4872e99f096"},
        {"0000000000000000000000000000000000000000000000000000000000000000",
         "000000000000000000000002", 0,
         "c2c64d378cd536374ae204b9ef933fcd1a8b2288b3dfa49672ab765b54ee27c7"
         "8a970e0e955c14f3a88e741b97c286f75f8fc299e8148362fa198a39531bed6d"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        uint8_t key[32], nonce[12], expected[64], block[64];

        from_hex(vectors[i].key, key, sizeof key);
        from_hex(vectors[i].nonce, nonce, sizeof nonce);
        from_hex(vectors[i].block, expected, sizeof expected);
        chacha20_block(key, vectors[i].counter, nonce, block);
        assert_memory_equal(block, expected, sizeof block);
    }
}

static void check_sha256(const char *message, size_t times, const char *hash)
{
    static char all[1000000];
    uint8_t expected[32], out[32];
    size_t n = strlen(message);

    for (size_t i = 0; i < times; i++)
        memcpy(all + i * n, message, n);
    from_hex(hash, expected, sizeof expected);
    sha256(all, n * times, out);
    assert_memory_equal(out, expected, sizeof out);
}

/* The examples of FIPS 180-4 and its test vectors. */
static void test_sha256(void **state)
{
    (void)state;
    check_sha256("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    check_sha256("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    check_sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
                 "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    check_sha256("a", 1000000,
                 "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

#ifdef HAVE_SODIUM
static void test_like_sodium(void **state)
{
    struct rng r;

    (void)state;
    assert_int_not_equal(sodium_init(), -1);
    rng_seed(&r, 1, 0);
    for (int round = 0; round < 2000; round++) {
        uint8_t key[32], nonce[12], ours[64], theirs[64], data[300];
        uint32_t counter = (uint32_t)rng_next(&r);
        size_t n = rng_below(&r, sizeof data);

        for (size_t i = 0; i < sizeof key; i++)
            key[i] = (uint8_t)rng_next(&r);
        for (size_t i = 0; i < sizeof nonce; i++)
            nonce[i] = (uint8_t)rng_next(&r);
        for (size_t i = 0; i < n; i++)
            data[i] = (uint8_t)rng_next(&r);
        chacha20_block(key, counter, nonce, ours);
        memset(theirs, 0, sizeof theirs);
        crypto_stream_chacha20_ietf_xor_ic(theirs, theirs, sizeof theirs, nonce, counter, key);
        assert_memory_equal(ours, theirs, sizeof ours);
        sha256(data, n, ours);
        crypto_hash_sha256(theirs, data, n);
        assert_memory_equal(ours, theirs, SHA256_SIZE);
    }
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_chacha20),
        cmocka_unit_test(test_sha256),
#ifdef HAVE_SODIUM
        cmocka_unit_test(test_like_sodium),
#endif
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
