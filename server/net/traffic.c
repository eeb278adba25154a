/*
 * The names of the network's counters: see traffic.h.
 */
#include "traffic.h"

const struct traffic_counter traffic_counters[] = {
    {"ws_connections", "WebSocket connections open", offsetof(struct traffic, connections_now),
     true},
    {"ws_connections_total", "WebSocket connections made",
     offsetof(struct traffic, connections), false},
    {"ws_messages_in_total", "Messages received", offsetof(struct traffic, messages_in), false},
    {"ws_messages_out_total", "Messages sent", offsetof(struct traffic, messages_out), false},
    {"ws_messages_late_total", "Messages that waited for a moment because the server was busy",
     offsetof(struct traffic, messages_late), false},
    {"ws_bytes_in_total", "Bytes received in frames", offsetof(struct traffic, bytes_in),
     false},
    {"ws_bytes_out_total", "Bytes sent in frames", offsetof(struct traffic, bytes_out), false},
    {"http_sockets", "Sockets that speak HTTP", offsetof(struct traffic, http_now), true},
    {"http_requests_total", "HTTP requests", offsetof(struct traffic, requests), false},
    {"http_requests_refused_total", "HTTP requests answered with an error",
     offsetof(struct traffic, requests_refused), false},
    {0},
};

const char *const drop_names[DROP_REASONS] = {
    [DROP_ORIGIN] = "origin",   [DROP_UPGRADE] = "upgrade", [DROP_FULL] = "full",
    [DROP_ADDRESS] = "address", [DROP_RATE] = "rate",       [DROP_FRAME] = "frame",
    [DROP_TOO_LARGE] = "large", [DROP_SLOW] = "slow",       [DROP_SILENT] = "silent",
    [DROP_HEADERS] = "headers",
};

uint64_t traffic_value(const struct traffic *t, const struct traffic_counter *c)
{
    return *(const uint64_t *)(const void *)((const char *)t + c->at);
}
