/*
 * TLS for the client's side of a connection, by GnuTLS. Knows nothing about sockets: received bytes
 * go in, and bytes to be sent come out through a callback. Private to server/client.
 *
 * The certificate must be for the host and signed by an authority that this system trusts, or
 * one in the file named by the environment variable SSL_CERT_FILE.
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

/* Starts the handshake or goes on with it. SECURE_BAD comes with a reason; *untrusted means
 * that the certificate is bad and trying again is useless. */
enum secure_answer { SECURE_MORE, SECURE_READY, SECURE_BAD };
enum secure_answer secure_greet(struct secure *s, const char **why, bool *untrusted);

/* Reads decrypted bytes and returns how many; 0 if there are none yet; -1 with a reason if
 * there will be no more. */
long secure_read(struct secure *s, uint8_t *bytes, size_t size, const char **why);

/* Encrypts and sends bytes. False with a reason if that fails. */
bool secure_write(struct secure *s, const void *bytes, size_t n, const char **why);

#endif
