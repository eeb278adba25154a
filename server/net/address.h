/*
 * Addresses of clients: reading them, networks of trusted proxies, and which address counts
 * when there is a proxy in between. Private to server/.
 */
#ifndef ANDEN_ADDRESS_H
#define ANDEN_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    ADDRESS_TEXT = 46, /* INET6_ADDRSTRLEN */
    NETWORKS_MAX = 16,
};

struct address {
    uint8_t bytes[16]; /* IPv4 as ::ffff:a.b.c.d */
};

struct networks {
    uint32_t count;
    struct {
        struct address address;
        uint32_t bits; /* of 128 */
    } at[NETWORKS_MAX];
};

/* False if the text is not an address. */
bool address_parse(const char *text, struct address *a);
bool address_is_v4(const struct address *a);
bool address_is_loopback(const struct address *a);
void address_format(const struct address *a, char out[ADDRESS_TEXT]);

/* Roughly where an address is from, for people to read: "192.0.x.x", "2001:db8::/32"; "" if the
 * text is not an address. */
void address_coarse(const char *text, char out[ADDRESS_TEXT]);

struct sockaddr;
/* Of a socket's peer; false if it is not IP. */
bool address_of_peer(const struct sockaddr *peer, struct address *a);

/* Reads "127.0.0.1, 10.0.0.0/8, ::1"; null or empty is none. False with a sentence in why. */
bool networks_parse(const char *text, struct networks *n, char *why, size_t cap);
bool networks_have(const struct networks *n, const struct address *a);

/*
 * The client's address: the peer's; or, if the peer is a trusted proxy, the last one of
 * X-Forwarded-For (null: there is none) that is not a trusted proxy itself. Anybody may have
 * written the ones before it.
 */
struct address address_of_client(const struct networks *trusted, const struct address *peer,
                                 const char *forwarded);

#endif
