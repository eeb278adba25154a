/*
 * Who listens on this machine: see local.h.
 */
#include "local.h"

#include <arpa/inet.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

enum { PORTS = 100, WAIT_SECONDS = 2 };

/* A connection to a port of this machine, or -1: nobody listens there. */
static int connect_to(uint16_t port)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
    struct timeval wait = {.tv_sec = WAIT_SECONDS};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (fd < 0)
        return -1;
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait);
    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &wait, sizeof wait);
    if (connect(fd, (const struct sockaddr *)&address, sizeof address) == 0)
        return fd;
    close(fd);
    return -1;
}

bool local_is_anden(uint16_t port)
{
    static const char question[] = "GET /healthz HTTP/1.0\r\nHost: localhost\r\n\r\n";
    char answer[1024];
    size_t length = 0;
    ssize_t n;
    int fd = connect_to(port);

    if (fd < 0)
        return false;
    if (send(fd, question, sizeof question - 1, MSG_NOSIGNAL) < 0)
        length = sizeof answer; /* nothing to read */
    while (length < sizeof answer - 1 &&
           (n = recv(fd, answer + length, sizeof answer - 1 - length, 0)) > 0)
        length += (size_t)n;
    close(fd);
    answer[length < sizeof answer ? length : 0] = '\0';
    return strstr(answer, "{\"ok\":true") != NULL;
}

uint16_t local_free_port(uint16_t first)
{
    uint16_t port = first;
    int fd;

    while (port < first + PORTS && (fd = connect_to(port)) >= 0) {
        close(fd);
        port++;
    }
    return port;
}
