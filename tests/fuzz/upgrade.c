/*
 * Fuzz harness for what a client can send before the server knows it: the headers of a
 * WebSocket request, addresses that a proxy forwards, and frames.
 *
 * The first byte says which. Headers are lines; frames come in pieces of the size of the second
 * byte.
 */
#include "fuzz.h"
#include "server/net/address.h"
#include "server/net/frames.h"
#include "server/net/handshake.h"
#include "server/net/limits.h"

#include <stdlib.h>
#include <string.h>

enum { MESSAGE_MAX = 1000, FRAGMENTS_MAX = 4, FRAMES = 100 };

struct heard {
    struct frames *frames;
    uint32_t count;
    bool close; /* at the first message */
    struct frames_out *out;
};

/* UTF-8 without surrogates and overlong forms, by the table of the Unicode standard. */
static bool is_utf8(const uint8_t *s, size_t n)
{
    for (size_t i = 0; i < n;) {
        uint8_t c = s[i++], low = 0x80, high = 0xbf;
        uint32_t more = c < 0x80 ? 0 : c < 0xe0 ? 1 : c < 0xf0 ? 2 : 3;

        if (c >= 0x80 && (c < 0xc2 || c > 0xf4))
            return false;
        if (c == 0xe0)
            low = 0xa0;
        if (c == 0xed)
            high = 0x9f;
        if (c == 0xf0)
            low = 0x90;
        if (c == 0xf4)
            high = 0x8f;
        for (; more; more--, low = 0x80, high = 0xbf)
            if (i >= n || s[i] < low || s[i++] > high)
                return false;
    }
    return true;
}

static void hear(void *context, char *text, size_t n)
{
    struct heard *h = context;

    CHECK(n <= MESSAGE_MAX && is_utf8((const uint8_t *)text, n));
    CHECK(!h->frames->closing);
    h->count++;
    memset(text, 0, n); /* it may be changed */
    if (h->close)
        frames_close(h->frames, 4000, "enough", h->out);
}

static void try_frames(const uint8_t *data, size_t size, size_t piece, bool close)
{
    static const struct frames_options options = {
        .message_max = MESSAGE_MAX, .fragments_max = FRAGMENTS_MAX, .burst = FRAMES, .rate = 1};
    static struct frames_out out, goodbye;
    struct frames f;
    struct heard h = {&f, 0, close, &goodbye};
    bool more = true;

    goodbye.n = 0;
    CHECK(frames_open(&f, &options, &h, hear, 5));
    for (size_t at = 0; at < size && more; at += piece) {
        out.n = 0;
        more = frames_feed(&f, data + at, size - at < piece ? size - at : piece, 5, &out);
        CHECK(out.n <= FRAMES_OUT);
    }
    CHECK(h.count <= FRAMES);
    if (!more) {
        CHECK(f.closing);
        /* A peer that made a mistake is told so, with a code. */
        CHECK(!f.mistake || (f.code >= 1002 && f.code <= 1009 && out.n >= 4));
        out.n = 0;
        CHECK(!frames_feed(&f, data, size, 5, &out) && out.n == 0);
    }
    frames_free(&f);
}

static char *line(char **rest)
{
    char *start = *rest, *end = start ? strchr(start, '\n') : NULL;

    if (end)
        *end = '\0';
    *rest = end ? end + 1 : NULL;
    return start && *start ? start : NULL;
}

static void try_headers(const uint8_t *data, size_t size, uint8_t how)
{
    char *text = malloc(size + 1), *rest = text, accept[HANDSHAKE_ACCEPT] = "",
         out[ADDRESS_TEXT];
    struct handshake h = {.method = "GET", .version = "HTTP/1.1", .secure = how & 4};
    struct handshake_policy p = {
        .any_origin = how & 8, .need_origin = how & 16, .protocol = "anden"};
    struct address peer = {{0}}, client;
    struct networks n;
    const char *why = NULL, *proxies;
    char words[128];
    bool protocol;
    uint32_t status;

    if (!text)
        abort();
    memcpy(text, data, size);
    text[size] = '\0';
    h.upgrade = line(&rest);
    h.connection = line(&rest);
    h.ws_version = line(&rest);
    h.key = line(&rest);
    h.host = line(&rest);
    h.origin = line(&rest);
    h.protocols = line(&rest);
    p.origins = line(&rest);
    proxies = line(&rest);
    status = handshake_judge(&h, &p, accept, &protocol, &why);
    CHECK(status == 101 || status == 400 || status == 403 || status == 426);
    CHECK(status == 101 ? strlen(accept) == HANDSHAKE_ACCEPT - 1 : why != NULL);
    if (networks_parse(proxies, &n, words, sizeof words)) {
        client = address_of_client(&n, &peer, line(&rest));
        address_format(&client, out);
        CHECK(address_parse(out, &peer) && memcmp(&peer, &client, sizeof peer) == 0);
    }
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2)
        return 0;
    if (data[0] & 1)
        try_headers(data + 1, size - 1, data[0]);
    else
        try_frames(data + 2, size - 2, data[1] + 1u, data[0] & 2);
    return 0;
}
