/*
 * Fuzz harness for the reader of HTTP requests. The bytes are read as requests one after the other,
 * once in one piece and once in pieces whose sizes the first bytes say. Both must come to the same
 * result, and what was accepted must keep the rules of RFC 9112.
 */
#include "fuzz.h"
#include "server/net/reader.h"

#include <stdlib.h>
#include <string.h>

enum { CUTS = 4, BODY_MOST = 300, REQUESTS = 50 };

/* Reads a request in pieces: their sizes come again and again; 0 is everything. Returns how many
 * bytes it took. */
static size_t read_one(struct reader *r, const char *bytes, size_t n, const uint8_t cuts[CUTS])
{
    size_t taken = 0, last = 1;

    reader_open(r, BODY_MOST);
    for (size_t i = 0; taken < n && last > 0; i++) {
        size_t piece =
            cuts[i % CUTS] && cuts[i % CUTS] < n - taken ? cuts[i % CUTS] : n - taken;

        last = reader_feed(r, bytes + taken, piece);
        CHECK(last <= piece);
        /* Only a request that has ended leaves something. */
        CHECK(last == piece || r->state >= READ_DONE);
        taken += last;
    }
    return taken;
}

static void check_text(const char *text, const char *none)
{
    CHECK(strpbrk(text, none) == NULL);
}

/* What the bytes of a head must be like if they were accepted, found out in another way. */
static void check_head(const struct reader *r, const char *bytes, size_t n)
{
    uint32_t lines = 0, hosts = 0;

    for (size_t i = 0; i < n; i++) {
        CHECK(bytes[i] != '\0');
        CHECK(bytes[i] != '\n' || (i > 0 && bytes[i - 1] == '\r'));
        CHECK(bytes[i] != '\r' || (i + 1 < n && bytes[i + 1] == '\n'));
        if (bytes[i] == '\n') {
            lines++;
            CHECK(i + 1 == n || (bytes[i + 1] != ' ' && bytes[i + 1] != '\t'));
        }
    }
    CHECK(n <= READER_HEAD && lines == r->headers + 2 + r->empty_line);
    for (uint32_t i = 0; i < r->headers; i++) {
        const char *name = r->text + r->header[i].name, *value = r->text + r->header[i].value;
        size_t length = strlen(value);

        CHECK(name[0] != '\0');
        check_text(name, " \t:\r\n");
        check_text(value, "\r\n");
        CHECK(length == 0 || (value[0] != ' ' && value[length - 1] != ' '));
        hosts += strlen(name) == 4 && (name[0] | 0x20) == 'h' && (name[1] | 0x20) == 'o' &&
                 (name[2] | 0x20) == 's' && (name[3] | 0x20) == 't';
        CHECK(reader_header(r, name) >= value);
    }
    CHECK(r->http11 ? hosts == 1 : hosts <= 1);
    CHECK(reader_header(r, "Transfer-Encoding") == NULL);
    CHECK(r->length == 0 ||
          (reader_header(r, "Content-Length") != NULL && r->length <= BODY_MOST));
    CHECK(r->text[r->path] == '/');
    check_text(r->text, " /\r\n");
}

static void check_same(const struct reader *a, const struct reader *b)
{
    CHECK(a->state == b->state && a->status == b->status && a->why == b->why);
    CHECK(a->size == b->size && (a->size == 0 || memcmp(a->text, b->text, a->size) == 0));
    CHECK(a->headers == b->headers && a->arguments == b->arguments && a->length == b->length);
    CHECK(a->close == b->close && a->expects == b->expects && a->http11 == b->http11);
    CHECK(memcmp(a->header, b->header, a->headers * sizeof *a->header) == 0);
    CHECK(memcmp(a->argument, b->argument, a->arguments * sizeof *a->argument) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const uint8_t whole[CUTS];
    const char *bytes = (const char *)data + CUTS;
    size_t left = size - CUTS;
    bool more = size > CUTS;

    for (int i = 0; i < REQUESTS && more; i++) {
        struct reader a, b;
        size_t n = read_one(&a, bytes, left, whole), m = read_one(&b, bytes, left, data);

        CHECK(n == m);
        check_same(&a, &b);
        CHECK(a.seen <= READER_HEAD + 1 && a.capacity <= 2 * (READER_HEAD + BODY_MOST));
        CHECK(a.state != READ_BAD || (a.status >= 400 && a.status <= 505 && a.headers == 0));
        if (a.state == READ_DONE) {
            CHECK(n == a.seen + a.length);
            check_head(&a, bytes, a.seen);
            CHECK(memcmp(a.text + a.body, bytes + a.seen, a.length) == 0);
        }
        more = a.state == READ_DONE && n < left;
        bytes += n;
        left -= n;
        reader_free(&a);
        reader_free(&b);
    }
    return 0;
}
