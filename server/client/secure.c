/*
 * TLS for the client's side of a connection: see secure.h.
 */
#include "secure.h"

#include "../../engine/words.h"

#include <arpa/inet.h>
#include <errno.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <stdlib.h>
#include <string.h>

struct secure {
    gnutls_session_t session;
    gnutls_certificate_credentials_t trust;
    const uint8_t *in; /* received, and not taken yet */
    size_t size;
    void (*put)(void *user, const void *bytes, size_t n);
    void *user;
};

static ssize_t push(gnutls_transport_ptr_t context, const void *bytes, size_t n)
{
    struct secure *s = context;

    s->put(s->user, bytes, n);
    return (ssize_t)n;
}

static ssize_t pull(gnutls_transport_ptr_t context, void *bytes, size_t n)
{
    struct secure *s = context;
    size_t take = n < s->size ? n : s->size;

    if (take == 0) {
        gnutls_transport_set_errno(s->session, EAGAIN);
        return -1;
    }
    memcpy(bytes, s->in, take);
    s->in += take;
    s->size -= take;
    return (ssize_t)take;
}

static bool is_address(const char *host)
{
    unsigned char bytes[16];

    return inet_pton(AF_INET, host, bytes) == 1 || inet_pton(AF_INET6, host, bytes) == 1;
}

static bool load_trust(gnutls_certificate_credentials_t trust)
{
    const char *file = getenv("SSL_CERT_FILE");

    if (file && *file)
        return gnutls_certificate_set_x509_trust_file(trust, file, GNUTLS_X509_FMT_PEM) > 0;
    return gnutls_certificate_set_x509_system_trust(trust) > 0;
}

/* Sets up the session; the certificate is checked during the handshake. */
static bool prepare(struct secure *s, const char *host)
{
    bool named = !is_address(host);

    if (gnutls_init(&s->session, GNUTLS_CLIENT | GNUTLS_NONBLOCK) != 0)
        return false;
    gnutls_transport_set_ptr(s->session, s);
    gnutls_transport_set_push_function(s->session, push);
    gnutls_transport_set_pull_function(s->session, pull);
    gnutls_session_set_verify_cert(s->session, host, 0);
    return gnutls_set_default_priority(s->session) == 0 &&
           gnutls_credentials_set(s->session, GNUTLS_CRD_CERTIFICATE, s->trust) == 0 &&
           (!named ||
            gnutls_server_name_set(s->session, GNUTLS_NAME_DNS, host, strlen(host)) == 0);
}

struct secure *secure_new(const char *host,
                          void (*put)(void *user, const void *bytes, size_t n), void *user,
                          const char **why)
{
    struct secure *s = calloc(1, sizeof *s);

    *why = SAYS("TLS cannot be used");
    if (!s)
        return NULL;
    s->put = put;
    s->user = user;
    if (gnutls_certificate_allocate_credentials(&s->trust) != 0) {
        free(s);
        return NULL;
    }
    if (!load_trust(s->trust)) {
        *why = SAYS("there is no list of trusted certificates (see SSL_CERT_FILE)");
        secure_free(s);
        return NULL;
    }
    if (!prepare(s, host)) {
        secure_free(s);
        return NULL;
    }
    return s;
}

void secure_free(struct secure *s)
{
    if (!s)
        return;
    if (s->session)
        gnutls_deinit(s->session);
    gnutls_certificate_free_credentials(s->trust);
    free(s);
}

void secure_receive(struct secure *s, const uint8_t *bytes, size_t n)
{
    s->in = bytes;
    s->size = n;
}

/* What is wrong with the certificate. */
static const char *verdict(unsigned status)
{
    if (status & GNUTLS_CERT_EXPIRED)
        return SAYS("its certificate has expired");
    if (status & GNUTLS_CERT_NOT_ACTIVATED)
        return SAYS("its certificate is not valid yet");
    if (status & GNUTLS_CERT_REVOKED)
        return SAYS("its certificate was revoked");
    if (status & (GNUTLS_CERT_SIGNER_NOT_FOUND | GNUTLS_CERT_SIGNER_NOT_CA))
        return SAYS("its certificate is not signed by anybody whom this system trusts");
    if (status & GNUTLS_CERT_UNEXPECTED_OWNER)
        return SAYS("its certificate is for another host");
    return SAYS("its certificate is not valid");
}

enum secure_answer secure_greet(struct secure *s, const char **why, bool *untrusted)
{
    int answer = gnutls_handshake(s->session);

    *untrusted = false;
    if (answer == 0)
        return SECURE_READY;
    if (!gnutls_error_is_fatal(answer))
        return s->size ? secure_greet(s, why, untrusted) : SECURE_MORE;
    *untrusted = answer == GNUTLS_E_CERTIFICATE_VERIFICATION_ERROR;
    *why = *untrusted ? verdict(gnutls_session_get_verify_cert_status(s->session))
                      : SAYS("it does not speak TLS as expected");
    return SECURE_BAD;
}

long secure_read(struct secure *s, uint8_t *bytes, size_t size, const char **why)
{
    for (;;) {
        ssize_t n = gnutls_record_recv(s->session, bytes, size);

        if (n > 0)
            return (long)n;
        if (n == 0) {
            *why = SAYS("the server closed the connection");
            return -1;
        }
        if (gnutls_error_is_fatal((int)n)) {
            *why = SAYS("the encrypted connection broke");
            return -1;
        }
        if (s->size == 0)
            return 0;
    }
}

bool secure_write(struct secure *s, const void *bytes, size_t n, const char **why)
{
    size_t done = 0;

    while (done < n) {
        ssize_t some = gnutls_record_send(s->session, (const char *)bytes + done, n - done);

        if (some < 0) {
            *why = SAYS("the encrypted connection broke");
            return false;
        }
        done += (size_t)some;
    }
    return true;
}
