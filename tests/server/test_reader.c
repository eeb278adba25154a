/*
 * The reader of requests: what it accepts and what it refuses, as a table. Every request is read in
 * one piece, byte by byte, and cut at every place; the result is always the same.
 */
#include "server/net/reader.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { BODY_MOST = 1000, INCOMPLETE = 1 };

#define H "Host: a\r\n"
#define GET "GET / HTTP/1.1\r\n"
#define POST "POST / HTTP/1.1\r\n" H

static const struct {
    uint32_t status; /* 0: accepted; INCOMPLETE: more must come */
    const char *bytes;
    size_t size; /* if there is a zero byte in it */
    size_t rest; /* bytes at the end that are not its own */
} cases[] = {
    /* Good ones. */
    {.bytes = GET H "\r\n"},
    {.bytes = "\r\n" GET H "\r\n"},
    {.bytes = "GET / HTTP/1.0\r\n\r\n"},
    {.bytes = "GET /a/b?c=d&e HTTP/1.1\r\n" H "\r\n"},
    {.bytes = "GET /a{b}|c^d`e\\f HTTP/1.1\r\n" H "\r\n"},
    {.bytes = "M-SEARCH /x HTTP/1.1\r\n" H "\r\n"},
    {.bytes = GET "host:a\r\n\r\n"},
    {.bytes = GET "Host:\r\n\r\n"},
    {.bytes = GET "Host: [::1]:8080\r\n\r\n"},
    {.bytes = GET H "X: \xc3\xb1 \t y\t \r\n\r\n"},
    {.bytes = GET H "X:\r\nY: \t \r\n\r\n"},
    {.bytes = GET H "X: a\r\nX: b\r\n\r\n"},
    {.bytes = POST "Content-Length: 0\r\n\r\n"},
    {.bytes = POST "Content-Length: 3\r\n\r\nabc"},
    {.bytes = POST "Content-Length: 0003\r\n\r\na\r\n"},
    {.bytes = POST "Content-Length: 3\r\n\r\nabcGET / HTTP/1.1\r\n\r\n", .rest = 18},
    {.bytes = GET H "\r\n" GET H "\r\n", .rest = 27},
    {.bytes = POST "Content-Length: 3\r\nExpect: 100-Continue\r\n\r\nabc"},
    {.bytes = "POST / HTTP/1.0\r\nContent-Length: 3\r\n\r\nabc"},

    /* More must come. */
    {INCOMPLETE, .bytes = ""},
    {INCOMPLETE, .bytes = "\r\n"},
    {INCOMPLETE, .bytes = GET H "\r"},
    {INCOMPLETE, .bytes = POST "Content-Length: 3\r\n\r\nab"},

    /* The request line. */
    {400, .bytes = "\r\n\r\n"},
    {400, .bytes = "\n" GET H "\r\n"},
    {400, .bytes = "\rG"},
    {400, .bytes = " GET / HTTP/1.1\r\n"},
    {400, .bytes = "GET  / HTTP/1.1\r\n"},
    {400, .bytes = "GET\t/ HTTP/1.1\r\n"},
    {400, .bytes = "GET /  HTTP/1.1\r\n"},
    {400, .bytes = "GET / HTTP/1.1 \r\n"},
    {400, .bytes = "GET / a HTTP/1.1\r\n"},
    {400, .bytes = "GET /\r\n"},
    {400, .bytes = "GET\r\n"},
    {400, .bytes = "GET / \r\n"},
    {400, .bytes = "GET / HTTP/1.1\n" H "\n"},
    {400, .bytes = "GET / HTTP/1.1\r" H "\r"},
    {400, .bytes = "GET / HTTP/1.1\r\r\n"},
    {400, .bytes = "GET / http/1.1\r\n"},
    {400, .bytes = "GET / HTTP/1\r\n"},
    {400, .bytes = "GET / HTTP/1.1x\r\n"},
    {400, .bytes = "GET / HTTP/+1.1\r\n"},
    {400, .bytes = "GET / HTTP/01.1\r\n"},
    {400, .bytes = "GET / HTTP/1,1\r\n"},
    {400, .bytes = "GET / ICE/1.0\r\n"},
    {505, .bytes = "GET / HTTP/0.9\r\n"},
    {505, .bytes = "GET / HTTP/1.2\r\n"},
    {505, .bytes = "GET / HTTP/2.0\r\n"},
    {400, .bytes = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"},
    {400, .bytes = "G(T / HTTP/1.1\r\n"},
    {400, .bytes = "GET@/ HTTP/1.1\r\n"},
    {400, .bytes = "G\xc3\x89T / HTTP/1.1\r\n"},
    {400, .bytes = "\x16\x03\x01\x02", .size = 4},
    {400, .bytes = "GET a HTTP/1.1\r\n"},
    {400, .bytes = "GET ?a HTTP/1.1\r\n"},
    {400, .bytes = "OPTIONS * HTTP/1.1\r\n"},
    {400, .bytes = "CONNECT a:80 HTTP/1.1\r\n"},
    {400, .bytes = "GET http://a/ HTTP/1.1\r\n" H "\r\n"},
    {400, .bytes = "GET /#a HTTP/1.1\r\n"},
    {400, .bytes = "GET /\x01 HTTP/1.1\r\n"},
    {400, .bytes = "GET /\x7f HTTP/1.1\r\n"},
    {400, .bytes = "GET /\xc3\xb1 HTTP/1.1\r\n"},
    {400, .bytes = "GET /\0 HTTP/1.1\r\n", .size = 17},
    {400, .bytes = "GE\0T / HTTP/1.1\r\n", .size = 17},
    {400, .bytes = "GET /% HTTP/1.1\r\n" H "\r\n"},
    {400, .bytes = "GET /%4 HTTP/1.1\r\n" H "\r\n"},
    {400, .bytes = "GET /%zz HTTP/1.1\r\n" H "\r\n"},
    {400, .bytes = "GET /%00 HTTP/1.1\r\n" H "\r\n"},
    {400, .bytes = "GET /?%0 HTTP/1.1\r\n" H "\r\n"},
    {400, .bytes = "GET /?a=%00 HTTP/1.1\r\n" H "\r\n"},

    /* Headers. */
    {400, .bytes = GET "\r\n"},
    {400, .bytes = GET H H "\r\n"},
    {400, .bytes = GET H "host: b\r\n\r\n"},
    {400, .bytes = "GET / HTTP/1.0\r\n" H H "\r\n"},
    {400, .bytes = GET "Host: a b\r\n\r\n"},
    {400, .bytes = GET "Host: a/b\r\n\r\n"},
    {400, .bytes = GET "Host: a@b\r\n\r\n"},
    {400, .bytes = GET "Host: a?b\r\n\r\n"},
    {400, .bytes = GET "Host: \xc3\xb1\r\n\r\n"},
    {400, .bytes = GET "Host : a\r\n\r\n"},
    {400, .bytes = GET " Host: a\r\n\r\n"},
    {400, .bytes = GET "\tHost: a\r\n\r\n"},
    {400, .bytes = GET H "X: a\r\n b\r\n\r\n"},
    {400, .bytes = GET H "X: a\r\n\tb\r\n\r\n"},
    {400, .bytes = GET H "X\r\n\r\n"},
    {400, .bytes = GET H ": a\r\n\r\n"},
    {400, .bytes = GET H "X Y: a\r\n\r\n"},
    {400, .bytes = GET H "X\t: a\r\n\r\n"},
    {400, .bytes = GET H "X(: a\r\n\r\n"},
    {400, .bytes = GET H "X[]: a\r\n\r\n"},
    {400, .bytes = GET H "\xc3\xb1: a\r\n\r\n"},
    {400, .bytes = GET H "X: a\nY: b\r\n\r\n"},
    {400, .bytes = GET H "X: a\rY: b\r\n\r\n"},
    {400, .bytes = GET H "X: a\r\r\n\r\n"},
    {400, .bytes = GET H "X: a\x0b\r\n\r\n"},
    {400, .bytes = GET H "X: a\x7f\r\n\r\n"},
    {400, .bytes = GET H "X: \0a\r\n\r\n", .size = 33},
    {400, .bytes = GET H "\0: a\r\n\r\n", .size = 32},
    {400, .bytes = GET H "\n"},
    {400, .bytes = GET H "\r\r\n"},
    {400, .bytes = GET H "\rX"},
    {417, .bytes = POST "Content-Length: 3\r\nExpect: more\r\n\r\n"},

    /* Where the body ends. */
    {400, .bytes = POST "Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc"},
    {400, .bytes = POST "Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd"},
    {400, .bytes = POST "Content-Length: 3, 3\r\n\r\nabc"},
    {400, .bytes = POST "Content-Length:\r\n\r\n"},
    {400, .bytes = POST "Content-Length: +3\r\n\r\nabc"},
    {400, .bytes = POST "Content-Length: -3\r\n\r\nabc"},
    {400, .bytes = POST "Content-Length: 0x3\r\n\r\nabc"},
    {400, .bytes = POST "Content-Length: 3 3\r\n\r\nabc"},
    {400, .bytes = POST "Content-Length: 3;\r\n\r\nabc"},
    {400, .bytes = POST "Content-Length: 3.0\r\n\r\nabc"},
    {400, .bytes = POST "Content-Length: \xd9\xa3\r\n\r\nabc"},
    {413, .bytes = POST "Content-Length: 1001\r\n\r\n"},
    {413, .bytes = POST "Content-Length: 18446744073709551619\r\n\r\nabc"},
    {413, .bytes = POST "Content-Length: 340282366920938463463374607431768211459\r\n\r\nabc"},
    {411, .bytes = POST "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"},
    {411, .bytes = POST "TRANSFER-ENCODING: identity\r\n\r\n"},
    {411, .bytes = POST "Transfer-Encoding: xchunked\r\n\r\n"},
    {411, .bytes = POST "Transfer-Encoding:\r\n\r\n"},
    {411, .bytes = GET H "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"},
    {400, .bytes = POST "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n"},
    {400, .bytes = POST "Content-Length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n"},
    {400, .bytes = POST "Transfer-Encoding : chunked\r\n\r\n"},
    {400, .bytes = POST "Transfer-Encoding\t: chunked\r\n\r\n"},
    {400, .bytes = POST "X: y\r\n Transfer-Encoding: chunked\r\n\r\n"},
    {400, .bytes = POST "Transfer-Encoding: chun\r\n ked\r\n\r\n"},
    {400, .bytes = POST "Transfer-Encoding: chunked\nX: y\r\n\r\n"},
    {400, .bytes = "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"},
};

/* Feeds bytes in two pieces, the first of which has so many; returns how many were taken. */
static size_t feed(struct reader *r, const char *bytes, size_t n, size_t cut)
{
    size_t taken;

    reader_open(r, BODY_MOST);
    taken = reader_feed(r, bytes, cut);
    if (taken == cut)
        taken += reader_feed(r, bytes + cut, n - cut);
    return taken;
}

static void test_table(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *bytes = cases[i].bytes;
        size_t n = cases[i].size ? cases[i].size : strlen(bytes);

        for (size_t cut = 0; cut <= n; cut++) {
            struct reader r;
            size_t taken = feed(&r, bytes, n, cut);
            uint32_t status = r.state == READ_BAD    ? r.status
                              : r.state == READ_DONE ? 0
                                                     : INCOMPLETE;

            if (status != cases[i].status || (status == 0 && n - taken != cases[i].rest))
                fail_msg("%s\n(cut at %zu): %u, %zu bytes taken", bytes, cut, (unsigned)status,
                         taken);
            if (status > INCOMPLETE)
                assert_true(strlen(r.why) > 0 && r.why[strlen(r.why) - 1] == '.');
            reader_free(&r);
        }
    }
}

/* What a request says, read byte by byte. */
static void test_parts(void **state)
{
    static const char bytes[] = "POST /a%20b/%c3%b1+c?x=1+2&y&=&%41=%26&x=3 HTTP/1.1\r\n"
                                "Host: a\r\n"
                                "X-One: \t first, still \t\r\n"
                                "Connection: keep-alive\r\n"
                                "connection: Upgrade ,CLOSE\r\n"
                                "x-one:second\r\n"
                                "Empty:\r\n"
                                "Content-Length: 5\r\n"
                                "\r\n"
                                "a\0b\r\n";
    struct reader r;

    (void)state;
    reader_open(&r, BODY_MOST);
    for (size_t i = 0; i < sizeof bytes - 1; i++)
        assert_int_equal(reader_feed(&r, bytes + i, 1), 1);
    assert_int_equal(r.state, READ_DONE);
    assert_int_equal(reader_feed(&r, "GET", 3), 0);
    assert_string_equal(r.text, "POST");
    assert_string_equal(r.text + r.path, "/a b/ñ+c");
    assert_string_equal(reader_argument(&r, "x"), "1 2");
    assert_string_equal(reader_argument(&r, "y"), "");
    assert_string_equal(reader_argument(&r, "A"), "&");
    assert_string_equal(reader_argument(&r, ""), "");
    assert_null(reader_argument(&r, "X"));
    assert_string_equal(reader_header(&r, "HOST"), "a");
    assert_string_equal(reader_header(&r, "X-One"), "second");
    assert_string_equal(reader_header(&r, "Empty"), "");
    assert_null(reader_header(&r, "X-On"));
    assert_true(r.close && r.http11 && !r.expects);
    assert_int_equal(r.length, 5);
    assert_memory_equal(r.text + r.body, "a\0b\r\n\0", 6);
    reader_free(&r);
}

/* A request of many equal pieces. */
static uint32_t status_of(const char *begin, const char *piece, size_t times, const char *end)
{
    size_t n = strlen(piece), size = strlen(begin) + n * times + strlen(end);
    char *bytes = malloc(size + 1), *at = bytes;
    struct reader r;
    uint32_t status;

    assert_non_null(bytes);
    at += sprintf(at, "%s", begin);
    for (size_t i = 0; i < times; i++, at += n)
        memcpy(at, piece, n);
    sprintf(at, "%s", end);
    reader_open(&r, BODY_MOST);
    reader_feed(&r, bytes, size);
    status = r.state == READ_BAD ? r.status : r.state == READ_DONE ? 0 : INCOMPLETE;
    assert_true(r.capacity <= 2 * READER_HEAD);
    reader_free(&r);
    free(bytes);
    return status;
}

static void test_limits(void **state)
{
    static const char tail[] = " HTTP/1.1\r\n" H "\r\n", line[] = GET H "X: ";
    const size_t target = READER_HEAD - strlen("GET /") - strlen(tail),
                 value = READER_HEAD - strlen(line) - strlen("\r\n\r\n");

    (void)state;
    assert_int_equal(status_of("GET /", "x", target, tail), 0);
    assert_int_equal(status_of("GET /", "x", target + 1, tail), 431);
    assert_int_equal(status_of("GET /", "x", 2 * target, tail), 414);
    assert_int_equal(status_of("", "G", 2 * target, tail), 414);
    assert_int_equal(status_of(line, "x", value, "\r\n\r\n"), 0);
    assert_int_equal(status_of(line, "x", value + 1, "\r\n\r\n"), 431);
    assert_int_equal(status_of(line, " ", 2 * value, "\r\n\r\n"), 431);
    assert_int_equal(status_of(GET H, "x", 2 * value, "\r\n\r\n"), 431);
    assert_int_equal(status_of(GET H, "X:\r\n", READER_HEADERS - 1, "\r\n"), 0);
    assert_int_equal(status_of(GET H, "X:\r\n", READER_HEADERS, "\r\n"), 431);
    assert_int_equal(status_of("GET /?", "a&", READER_ARGUMENTS, tail), 0);
    assert_int_equal(status_of("GET /?", "a&", READER_ARGUMENTS + 1, tail), 431);
    assert_int_equal(status_of("GET /?", "&", 1000, tail), 0);
    assert_int_equal(status_of(POST "Content-Length: 1000\r\n\r\n", "x", 1000, ""), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table),
        cmocka_unit_test(test_parts),
        cmocka_unit_test(test_limits),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
