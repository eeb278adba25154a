/*
 * The handshake of RFC 6455; see handshake.h.
 */
#include "handshake.h"
#include "reader.h"

#include <nettle/sha1.h>
#include <nettle/version.h>
#include <sodium.h>
#include <string.h>
#include <strings.h>

/* The page's own host: scheme, "://", and exactly what the Host header says. */
static bool same_host(const struct handshake *h)
{
    const char *host = strstr(h->origin, "://");

    return host && h->host && strcasecmp(host + 3, h->host) == 0 &&
           (!h->secure || strncasecmp(h->origin, "https:", 6) == 0);
}

static bool origin_allowed(const struct handshake *h, const struct handshake_policy *p)
{
    if (!h->origin)
        return !p->need_origin;
    if (p->any_origin)
        return true;
    return p->origins ? list_has(p->origins, h->origin, true) : same_host(h);
}

/* 16 bytes as base64. */
static bool good_key(const char *key)
{
    unsigned char bytes[16];
    size_t n = 0;

    return key && strlen(key) == 24 &&
           sodium_base642bin(bytes, sizeof bytes, key, 24, NULL, &n, NULL,
                             sodium_base64_VARIANT_ORIGINAL) == 0 &&
           n == sizeof bytes;
}

static void make_accept(const char *key, char accept[HANDSHAKE_ACCEPT])
{
    static const char guid[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    uint8_t digest[SHA1_DIGEST_SIZE];
    struct sha1_ctx sha;

    sha1_init(&sha);
    sha1_update(&sha, strlen(key), (const uint8_t *)key);
    sha1_update(&sha, sizeof guid - 1, (const uint8_t *)guid);
#if NETTLE_VERSION_MAJOR >= 4
    sha1_digest(&sha, digest);
#else
    sha1_digest(&sha, sizeof digest, digest);
#endif
    sodium_bin2base64(accept, HANDSHAKE_ACCEPT, digest, sizeof digest,
                      sodium_base64_VARIANT_ORIGINAL);
}

uint32_t handshake_judge(const struct handshake *h, const struct handshake_policy *policy,
                         char accept[HANDSHAKE_ACCEPT], bool *protocol, const char **why)
{
    *protocol = false;
    if (strcmp(h->method, "GET") != 0 || strcmp(h->version, "HTTP/1.1") != 0) {
        *why = "A WebSocket begins with a GET request of HTTP/1.1.";
        return 400;
    }
    if (!list_has(h->upgrade, "websocket", true) || !list_has(h->connection, "upgrade", true)) {
        *why =
            "This address is for WebSockets: the headers 'Connection: Upgrade' and 'Upgrade: "
            "websocket' are missing.";
        return 426;
    }
    if (!h->ws_version || strcmp(h->ws_version, "13") != 0) {
        *why = "Only version 13 of the WebSocket protocol is spoken here.";
        return 426;
    }
    if (!good_key(h->key)) {
        *why = "The header Sec-WebSocket-Key must be 16 bytes in base64.";
        return 400;
    }
    if (!origin_allowed(h, policy)) {
        *why = "Pages of this origin may not connect. The operator of the server can allow it.";
        return 403;
    }
    if (h->protocols && policy->protocol) {
        if (!list_has(h->protocols, policy->protocol, false)) {
            *why = "None of the offered subprotocols is spoken here.";
            return 400;
        }
        *protocol = true;
    }
    make_accept(h->key, accept);
    return 101;
}
