/*
 * The parts of the network that need no network: limits, addresses, the handshake, frames.
 */
#include "server/net/address.h"
#include "server/net/backoff.h"
#include "server/net/frames.h"
#include "server/net/handshake.h"
#include "server/net/limits.h"
#include "server/net/traffic.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Limits ---------------------------------------------------------------------------------- */

static void test_bucket(void **state)
{
    struct limit_rule rules[LIMIT_KINDS] = {[LIMIT_CHAT] = {.burst = 3, .per_minute = 60}};
    struct limits *l = limits_new(rules);
    uint64_t now = 1000000, me = limits_key_bytes(l, "me", 2),
             you = limits_key_bytes(l, "you", 3);

    (void)state;
    for (int i = 0; i < 3; i++)
        assert_true(limits_take(l, LIMIT_CHAT, me, now));
    assert_false(limits_take(l, LIMIT_CHAT, me, now));
    assert_int_equal(limits_wait(l, LIMIT_CHAT, me, now), 1);
    assert_true(limits_take(l, LIMIT_CHAT, you, now)); /* others have their own */
    assert_false(limits_take(l, LIMIT_CHAT, me, now + 999));
    assert_true(limits_take(l, LIMIT_CHAT, me, now + 1000));
    assert_false(limits_take(l, LIMIT_CHAT, me, now + 1000));
    assert_false(
        limits_take(l, LIMIT_CHAT, me, now)); /* a clock that goes back adds no tokens */
    for (int i = 0; i < 3; i++) /* never more than the burst, however long it was quiet */
        assert_true(limits_take(l, LIMIT_CHAT, me, now + (UINT64_C(1) << 50)));
    assert_false(limits_take(l, LIMIT_CHAT, me, now + (UINT64_C(1) << 50)));
    for (int i = 0; i < 1000; i++) /* no rule, no limit */
        assert_true(limits_take(l, LIMIT_TABLE, me, now));
    limits_free(l);
}

static void test_counts(void **state)
{
    struct limits *l = limits_new(limit_rules_default);
    uint64_t me = limits_key_address(l, "192.0.2.1");

    (void)state;
    assert_true(limits_enter(l, me, 2));
    assert_true(limits_enter(l, me, 2));
    assert_false(limits_enter(l, me, 2));
    assert_true(limits_enter(l, me + 1, 2)); /* neighbouring keys are different ones */
    assert_int_equal(limits_open(l, me), 2);
    limits_leave(l, me);
    assert_true(limits_enter(l, me, 2));
    limits_leave(l, me);
    limits_leave(l, me);
    limits_leave(l, me); /* one too many is harmless */
    assert_int_equal(limits_open(l, me), 0);
    limits_free(l);
}

/* Far more addresses than there is room for: the counts of open connections stay right. */
static void test_crowd(void **state)
{
    struct limits *l = limits_new(limit_rules_default);
    uint64_t mine[100];

    (void)state;
    for (uint32_t i = 0; i < 100; i++) {
        mine[i] = limits_key_bytes(l, &i, sizeof i);
        assert_true(limits_enter(l, mine[i], 1));
    }
    for (uint32_t i = 1000; i < 1000000; i++)
        limits_take(l, LIMIT_REQUEST, limits_key_bytes(l, &i, sizeof i), 1000 + i / 100);
    for (uint32_t i = 0; i < 100; i++) {
        assert_int_equal(limits_open(l, mine[i]), 1);
        assert_false(limits_enter(l, mine[i], 1));
    }
    limits_free(l);
}

/* Some wrong tries are free, then each pause is twice as long as the one before. */
static void test_backoff(void **state)
{
    static const uint32_t pauses[] = {0, 0, 30, 60, 120, 240, 480, 900, 900, 900};
    struct backoff *b = backoff_new();
    uint64_t now = 1000;

    (void)state;
    for (uint32_t i = 0; i < sizeof pauses / sizeof *pauses; i++) {
        assert_int_equal(backoff_wait(b, 7, now), 0);
        backoff_try(b, 7, 2, now);
        assert_int_equal(backoff_wait(b, 7, now), pauses[i]);
        assert_int_equal(backoff_wait(b, 8, now), 0);
        now += (uint64_t)pauses[i] * 1000;
    }
    /* A right try takes back only itself. */
    backoff_right(b, 7);
    assert_int_equal(backoff_wait(b, 7, now), 0);
    backoff_try(b, 7, 2, now);
    assert_int_equal(backoff_wait(b, 7, now), 900);
    backoff_forget(b, 7);
    backoff_try(b, 7, 2, now);
    assert_int_equal(backoff_wait(b, 7, now), 0);
    backoff_right(b, 9); /* nobody */
    /* A day later all is forgotten. */
    for (int i = 0; i < 9; i++)
        backoff_try(b, 7, 2, now);
    now += 86400 * 1000;
    backoff_try(b, 7, 2, now);
    assert_int_equal(backoff_wait(b, 7, now), 0);
    backoff_free(b);
}

/* A crowd of guessers does not make room for one who has guessed a lot. */
static void test_backoff_crowd(void **state)
{
    struct backoff *b = backoff_new();

    (void)state;
    for (int i = 0; i < 9; i++)
        backoff_try(b, 7, 2, 1000);
    for (uint64_t key = 100; key < 100000; key++)
        backoff_try(b, key, 2, 1000);
    assert_int_equal(backoff_wait(b, 7, 1000), 900);
    backoff_free(b);
}

static void test_coarse(void **state)
{
    char text[ADDRESS_TEXT];

    (void)state;
    address_coarse("203.0.113.77", text);
    assert_string_equal(text, "203.0.x.x");
    address_coarse("2001:db8:1:2::3", text);
    assert_string_equal(text, "2001:db8::/32");
    address_coarse("nowhere", text);
    assert_string_equal(text, "");
}

static void test_keys(void **state)
{
    struct limits *l = limits_new(limit_rules_default);

    (void)state;
    assert_true(limits_key_address(l, "2001:db8::1") == limits_key_address(l, "2001:db8::2"));
    assert_true(limits_key_address(l, "2001:db8:0:1::1") !=
                limits_key_address(l, "2001:db8:0:2::1"));
    assert_true(limits_key_address(l, "1.2.3.4") == limits_key_address(l, "::ffff:1.2.3.4"));
    assert_true(limits_key_address(l, "1.2.3.4") != limits_key_address(l, "1.2.3.5"));
    limits_free(l);
}

static void test_every_counter_has_a_name(void **state)
{
    struct traffic t;
    uint64_t fields = 0;

    (void)state;
    memset(&t, 0, sizeof t);
    for (const struct traffic_counter *c = traffic_counters; c->name; c++) {
        uint64_t *field = (uint64_t *)(void *)((char *)&t + c->at);

        assert_true(c->at + sizeof *field <= offsetof(struct traffic, drops));
        assert_true(*field == 0); /* no two names share a field */
        *field = ++fields;
        assert_true(traffic_value(&t, c) == fields);
    }
    assert_true(fields * sizeof(uint64_t) == offsetof(struct traffic, drops));
    for (uint32_t i = 0; i < DROP_REASONS; i++)
        assert_non_null(drop_names[i]);
}

/* Addresses ------------------------------------------------------------------------------- */

static void client_is(const char *trusted, const char *peer, const char *forwarded,
                      const char *expected)
{
    struct networks n;
    struct address p, client;
    char why[128], text[ADDRESS_TEXT];

    assert_true(networks_parse(trusted, &n, why, sizeof why));
    assert_true(address_parse(peer, &p));
    client = address_of_client(&n, &p, forwarded);
    address_format(&client, text);
    assert_string_equal(text, expected);
}

static void test_forwarded(void **state)
{
    (void)state;
    client_is(NULL, "192.0.2.1", "9.9.9.9", "192.0.2.1");
    client_is("10.0.0.0/8", "192.0.2.1", "9.9.9.9", "192.0.2.1");
    client_is("10.0.0.0/8", "10.1.2.3", "9.9.9.9", "9.9.9.9");
    client_is("10.0.0.0/8", "10.1.2.3", NULL, "10.1.2.3");
    client_is("10.0.0.0/8", "10.1.2.3", "", "10.1.2.3");
    client_is("10.0.0.0/8", "10.1.2.3", "1.1.1.1,9.9.9.9 ,\t10.9.9.9", "9.9.9.9");
    client_is("10.0.0.0/8", "10.1.2.3", "evil, 10.9.9.9", "10.9.9.9");
    client_is("10.0.0.0/8", "10.1.2.3", ",,,", "10.1.2.3");
    client_is("::1, fd00::/8", "::1", "2001:db8::7, fd12::1", "2001:db8::7");
    client_is("127.0.0.1", "::ffff:127.0.0.1", "9.9.9.9", "9.9.9.9");
    client_is("0.0.0.0/0", "8.8.8.8", "1.2.3.4", "1.2.3.4");
}

static void test_bad_networks(void **state)
{
    static const char *const bad[] = {"x",
                                      "1.2.3",
                                      "1.2.3.4/33",
                                      "::/129",
                                      "1.2.3.4/",
                                      "1.2.3.4/-1",
                                      "0.0.0.0 0.0.0.0 0.0.0.0 0.0.0.0 x"};
    struct networks n;
    char why[128];

    (void)state;
    char many[17 * 8 + 1] = "";

    for (int i = 0; i < 17; i++)
        strcat(many, "1.1.1.1,");
    assert_false(networks_parse(many, &n, why, sizeof why));
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        why[0] = '\0';
        assert_false(networks_parse(bad[i], &n, why, sizeof why));
        assert_non_null(strstr(why, "not an address"));
    }
}

/* Handshake ------------------------------------------------------------------------------- */

static void test_handshake(void **state)
{
    struct handshake h = {.method = "GET",
                          .version = "HTTP/1.1",
                          .host = "anden.example",
                          .connection = "keep-alive, Upgrade",
                          .upgrade = "WebSocket",
                          .key = "dGhlIHNhbXBsZSBub25jZQ==",
                          .ws_version = "13"};
    struct handshake_policy p = {.protocol = "anden"};
    char accept[HANDSHAKE_ACCEPT];
    const char *why;
    bool protocol;

    (void)state;
    assert_int_equal(handshake_judge(&h, &p, accept, &protocol, &why), 101);
    assert_string_equal(accept, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="); /* RFC 6455, 1.3 */
    assert_false(protocol);
    h.origin = "https://anden.example";
    assert_int_equal(handshake_judge(&h, &p, accept, &protocol, &why), 101);
    h.origin = "http://anden.example";
    assert_int_equal(handshake_judge(&h, &p, accept, &protocol, &why), 101);
    h.secure = true; /* then a page without TLS is not ours */
    assert_int_equal(handshake_judge(&h, &p, accept, &protocol, &why), 403);
    p.any_origin = true;
    assert_int_equal(handshake_judge(&h, &p, accept, &protocol, &why), 101);
    h.protocols = "other,anden";
    assert_int_equal(handshake_judge(&h, &p, accept, &protocol, &why), 101);
    assert_true(protocol);
}

/* Frames ---------------------------------------------------------------------------------- */

struct heard {
    char text[65536];
    size_t n, count;
};

static void hear(void *context, char *text, size_t n)
{
    struct heard *h = context;

    memcpy(h->text, text, n);
    h->n = n;
    h->count++;
}

/* One end writes, the other reads, in pieces of every size. */
static void test_both_ends(void **state)
{
    static const struct frames_options server = {.message_max = 65536, .fragments_max = 4},
                                       client = {.client = true,
                                                 .message_max = 65536,
                                                 .fragments_max = 4};
    static struct frames_out out, answer;
    static struct heard heard;
    static char text[20000];

    (void)state;
    memset(text, 'a', sizeof text);
    for (size_t piece = 1; piece < 200; piece += 7) {
        struct frames s, c;

        assert_true(frames_open(&s, &server, &heard, hear, 0));
        assert_true(frames_open(&c, &client, &heard, hear, piece));
        for (size_t n = 0; n < sizeof text; n = n * 3 + 125) {
            out.n = answer.n = heard.count = 0;
            assert_true(frames_text(&c, text, n, &out));
            for (size_t at = 0; at < out.n; at += piece) {
                size_t some = out.n - at < piece ? out.n - at : piece;

                assert_true(frames_feed(&s, out.bytes + at, some, 0, &answer));
            }
            assert_int_equal(heard.count, 1);
            assert_int_equal(heard.n, n);
            assert_memory_equal(heard.text, text, n);
        }
        out.n = answer.n = 0;
        frames_close(&s, 4321, "ñ", &out);
        assert_false(frames_feed(&c, out.bytes, out.n, 0, &answer));
        assert_true(c.peer_closed && c.code == 4321);
        assert_false(frames_feed(&s, answer.bytes, answer.n, 0, &out));
        frames_free(&s);
        frames_free(&c);
    }
}

static void test_header(void **state)
{
    uint8_t h[FRAME_HEADER_MAX];

    (void)state;
    assert_int_equal(frame_header(h, FRAME_TEXT, 125), 2);
    assert_memory_equal(h, "\x81\x7d", 2);
    assert_int_equal(frame_header(h, FRAME_TEXT, 126), 4);
    assert_memory_equal(h, "\x81\x7e\0\x7e", 4);
    assert_int_equal(frame_header(h, FRAME_TEXT, 65536), 10);
    assert_memory_equal(h, "\x81\x7f\0\0\0\0\0\1\0\0", 10);
}

static void test_long_reason(void **state)
{
    static const struct frames_options server = {.message_max = 100, .fragments_max = 4};
    static struct frames_out out;
    char reason[400];
    struct frames s;

    (void)state;
    reason[0] = '\0'; /* 123 bytes end in the middle of a letter of two bytes */
    for (int i = 0; i < 100; i++)
        strcat(reason, "ñ");
    assert_true(frames_open(&s, &server, NULL, hear, 0));
    out.n = 0;
    frames_close(&s, 1008, reason, &out);
    assert_int_equal(out.n, 2 + 2 + 122);
    frames_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bucket),    cmocka_unit_test(test_counts),
        cmocka_unit_test(test_crowd),     cmocka_unit_test(test_keys),
        cmocka_unit_test(test_backoff),   cmocka_unit_test(test_backoff_crowd),
        cmocka_unit_test(test_coarse),    cmocka_unit_test(test_every_counter_has_a_name),
        cmocka_unit_test(test_forwarded), cmocka_unit_test(test_bad_networks),
        cmocka_unit_test(test_handshake), cmocka_unit_test(test_both_ends),
        cmocka_unit_test(test_header),    cmocka_unit_test(test_long_reason),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
