/*
 * TLS for the client's side of a connection, by GnuTLS: it comes with libmicrohttpd, so nobody has
 * to install anything for it. Knows no sockets: bytes that were received go in, bytes to be sent
 * come out of a callback. Private to server/client.
 *
 * The certificate must be for the host and signed by somebody whom this system trusts, or whoever
 * is in the file that the environment variable SSL_CERT_FILE names.
 */
#ifndef ANDEN_CLIENT_SECURE_H
#define ANDEN_CLIENT_SECURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct secure;

/* For a host, by its name or address. `put` sends bytes. Null with a reason if that fails. */
struct secure *secure_new(const char *host,
                          void (*put)(void *user, const void *bytes, size_t n), void *user,
                          const char **why);
void secure_free(struct secure *s);

/* Bytes have been received; secure_greet() and secure_read() take them all before the next call. */
void secure_receive(struct secure *s, const uint8_t *bytes, size_t n);

/* Goes on with the greeting, also for the first time. SECURE_BAD comes with a reason; *untrusted:
 * it is the certificate, and trying again is no use. */
enum secure_answer { SECURE_MORE, SECURE_READY, SECURE_BAD };
enum secure_answer secure_greet(struct secure *s, const char **why, bool *untrusted);

/* The next bytes of what was said: how many; 0 if there are no more yet; -1 with a reason if there
 * will be none. */
long secure_read(struct secure *s, uint8_t *bytes, size_t size, const char **why);

/* Says something. False with a reason. */
bool secure_write(struct secure *s, const void *bytes, size_t n, const char **why);

#endif
