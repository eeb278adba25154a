/*
 * Sets and packs against loops over their bits and counters.
 */
#include "../../engine/bits.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* splitmix64 */
static uint64_t next(uint64_t *x)
{
    uint64_t z = *x += 0x9E3779B97F4A7C15u;

    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

static void check_set(uint64_t x)
{
    uint32_t k = 0;

    for (uint32_t i = 0; i < 64; i++)
        if (bits_have(x, i))
            assert_int_equal(bits_select(x, k++), i);
    assert_int_equal(bits_count(x), k);
}

static void sets(void **state)
{
    (void)state;
    uint64_t seed = 1;
    check_set(0);
    check_set(~(uint64_t)0);
    for (uint32_t i = 0; i < 64; i++) {
        check_set(bit(i));
        check_set(~bit(i));
    }
    for (uint32_t i = 0; i < 3000; i++) {
        uint64_t x = next(&seed), y = next(&seed);

        check_set(x);
        check_set(x & y);
        check_set(x | y);
    }
}

/* Counters up to 127, with a sum up to 127. */
static uint64_t some_pack(uint64_t *seed)
{
    uint64_t p = 0;
    uint32_t left = 127;

    for (uint32_t c = 0; c < 8; c++) {
        uint32_t n = (uint32_t)(next(seed) >> 32) % (left + 1) >> (next(seed) & 3);

        p += pack_some((c + (uint32_t)*seed) % 8, n);
        left -= n;
    }
    return p;
}

static void packs(void **state)
{
    (void)state;
    uint64_t seed = 2;
    for (uint32_t i = 0; i < 3000; i++) {
        uint64_t p = some_pack(&seed), q = some_pack(&seed), least = pack_min(p, q);
        uint32_t n = 1 + i % 127, k = 0, many = 0;

        for (uint32_t c = 0; c < 8; c++) {
            uint32_t a = pack_get(p, c), b = pack_get(q, c);

            assert_int_equal(pack_get(least, c), a < b ? a : b);
            assert_int_equal(pack_get(pack_at_least(p, n), c), a >= n ? 0xFF : 0);
            many += a >= n;
            for (uint32_t j = 0; j < a; j++)
                assert_int_equal(pack_find(p, k++), c);
        }
        assert_int_equal(pack_count_at_least(p, n), many);
        assert_int_equal(pack_sum(p), k);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sets),
        cmocka_unit_test(packs),
    };

    return cmocka_run_group_tests_name("bits", tests, NULL, NULL);
}
