/*
 * Addresses; see address.h.
 */
#include "address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint8_t v4_prefix[12] = {[10] = 0xff, [11] = 0xff};

bool address_is_v4(const struct address *a)
{
    return memcmp(a->bytes, v4_prefix, sizeof v4_prefix) == 0;
}

bool address_is_loopback(const struct address *a)
{
    static const uint8_t v6[16] = {[15] = 1};

    return (address_is_v4(a) && a->bytes[12] == 127) || memcmp(a->bytes, v6, sizeof v6) == 0;
}

bool address_parse(const char *text, struct address *a)
{
    if (inet_pton(AF_INET6, text, a->bytes) == 1)
        return true;
    memcpy(a->bytes, v4_prefix, sizeof v4_prefix);
    return inet_pton(AF_INET, text, a->bytes + 12) == 1;
}

void address_format(const struct address *a, char out[ADDRESS_TEXT])
{
    out[0] = '\0';
    if (address_is_v4(a))
        inet_ntop(AF_INET, a->bytes + 12, out, ADDRESS_TEXT);
    else
        inet_ntop(AF_INET6, a->bytes, out, ADDRESS_TEXT);
}

bool address_of_peer(const struct sockaddr *peer, struct address *a)
{
    if (peer && peer->sa_family == AF_INET6) {
        struct sockaddr_in6 six;

        memcpy(&six, peer, sizeof six);
        memcpy(a->bytes, &six.sin6_addr, sizeof a->bytes);
        return true;
    }
    if (peer && peer->sa_family == AF_INET) {
        struct sockaddr_in four;

        memcpy(&four, peer, sizeof four);
        memcpy(a->bytes, v4_prefix, sizeof v4_prefix);
        memcpy(a->bytes + 12, &four.sin_addr, 4);
        return true;
    }
    return false;
}

void address_coarse(const char *text, char out[ADDRESS_TEXT])
{
    struct address a;

    out[0] = '\0';
    if (!address_parse(text, &a))
        return;
    if (address_is_v4(&a))
        snprintf(out, ADDRESS_TEXT, "%u.%u.x.x", a.bytes[12], a.bytes[13]);
    else
        snprintf(out, ADDRESS_TEXT, "%x:%x::/32", (unsigned)(a.bytes[0] << 8 | a.bytes[1]),
                 (unsigned)(a.bytes[2] << 8 | a.bytes[3]));
}

/* Reads one item of a list separated by commas and spaces into out; null at the end. */
static const char *next_item(const char *list, char *out, size_t cap)
{
    size_t n;

    list += strspn(list, ", \t");
    n = strcspn(list, ", \t");
    if (n == 0)
        return NULL;
    snprintf(out, cap, "%.*s", (int)(n < cap ? n : cap - 1), list);
    return list + n;
}

static bool network_parse(char *item, struct networks *n)
{
    char *slash = strchr(item, '/'), *end;
    unsigned long bits = 128, most;

    if (slash)
        *slash = '\0';
    if (n->count == NETWORKS_MAX || !address_parse(item, &n->at[n->count].address))
        return false;
    most = address_is_v4(&n->at[n->count].address) ? 32 : 128;
    if (slash) {
        bits = strtoul(slash + 1, &end, 10);
        if (end == slash + 1 || *end || slash[1] == '-' || bits > most)
            return false;
        bits += 128 - most;
    }
    n->at[n->count++].bits = (uint32_t)bits;
    return true;
}

bool networks_parse(const char *text, struct networks *n, char *why, size_t cap)
{
    char item[64], shown[64];

    n->count = 0;
    while (text && (text = next_item(text, item, sizeof item)) != NULL) {
        memcpy(shown, item, sizeof shown);
        if (!network_parse(item, n)) {
            snprintf(why, cap,
                     "\"%s\" is not an address or network (or there are more than %d).", shown,
                     NETWORKS_MAX);
            return false;
        }
    }
    return true;
}

bool networks_have(const struct networks *n, const struct address *a)
{
    for (uint32_t i = 0; i < n->count; i++) {
        uint32_t bits = n->at[i].bits, whole = bits / 8, rest = bits % 8;
        const uint8_t *other = n->at[i].address.bytes;

        if (memcmp(a->bytes, other, whole) != 0)
            continue;
        if (rest == 0 || ((a->bytes[whole] ^ other[whole]) >> (8 - rest)) == 0)
            return true;
    }
    return false;
}

struct address address_of_client(const struct networks *trusted, const struct address *peer,
                                 const char *forwarded)
{
    struct address client = *peer, a;
    size_t end = forwarded ? strlen(forwarded) : 0;

    while (end > 0 && networks_have(trusted, &client)) {
        char item[64];
        size_t begin = end;

        while (begin > 0 && forwarded[begin - 1] != ',')
            begin--;
        const char *word = forwarded + begin;
        size_t n = end - begin;

        while (n > 0 && (*word == ' ' || *word == '\t'))
            word++, n--;
        while (n > 0 && (word[n - 1] == ' ' || word[n - 1] == '\t'))
            n--;
        if (n >= sizeof item)
            break;
        memcpy(item, word, n);
        item[n] = '\0';
        if (!address_parse(item, &a))
            break;
        client = a;
        end = begin > 0 ? begin - 1 : 0;
    }
    return client;
}
