/*
 * WebSocket frames; see frames.h. wslay reads from and writes to memory here, so each event of
 * the socket needs one recv(), and all its answers leave in one piece.
 */
#include "frames.h"

#include <string.h>
#include <wslay/wslay.h>

enum { THOUSAND = 1000, CLOSE_REASON_MAX = 123 };

static ssize_t take_in(wslay_event_context_ptr wslay, uint8_t *buf, size_t len, int flags,
                       void *user)
{
    struct frames *f = user;
    size_t n = len < f->in_size ? len : f->in_size;

    (void)flags;
    if (n == 0) {
        wslay_event_set_error(wslay, WSLAY_ERR_WOULDBLOCK);
        return -1;
    }
    memcpy(buf, f->in, n);
    f->in += n;
    f->in_size -= n;
    return (ssize_t)n;
}

static ssize_t give_out(wslay_event_context_ptr wslay, const uint8_t *data, size_t len,
                        int flags, void *user)
{
    struct frames *f = user;

    (void)flags;
    if (!f->out || len > FRAMES_OUT - f->out->n) {
        wslay_event_set_error(wslay, WSLAY_ERR_CALLBACK_FAILURE);
        return -1;
    }
    memcpy(f->out->bytes + f->out->n, data, len);
    f->out->n += len;
    return (ssize_t)len;
}

/* Masks keep a malicious page from fooling proxies. There is no page here, so any changing
 * number will do. */
static int make_mask(wslay_event_context_ptr wslay, uint8_t *buf, size_t len, void *user)
{
    struct frames *f = user;

    (void)wslay;
    for (size_t i = 0; i < len; i++) {
        f->mask = f->mask * 1664525 + 1013904223;
        buf[i] = (uint8_t)(f->mask >> 24);
    }
    return 0;
}

static void stop(struct frames *f, uint16_t code, const char *mistake)
{
    if (f->closing)
        return;
    f->closing = true;
    f->code = code;
    f->mistake = mistake;
    wslay_event_shutdown_read(f->wslay);
}

static void frame_start(wslay_event_context_ptr wslay,
                        const struct wslay_event_on_frame_recv_start_arg *arg, void *user)
{
    struct frames *f = user;
    bool control = wslay_is_ctrl_frame(arg->opcode);

    (void)wslay;
    if (f->options->burst) {
        if (f->bucket < THOUSAND) {
            stop(f, WSLAY_CODE_POLICY_VIOLATION, "Too many messages in a short time.");
            return;
        }
        f->bucket -= THOUSAND;
    }
    if (!control && ++f->fragments > f->options->fragments_max)
        stop(f, WSLAY_CODE_POLICY_VIOLATION, "A message in too many pieces.");
}

static void message(wslay_event_context_ptr wslay,
                    const struct wslay_event_on_msg_recv_arg *arg, void *user)
{
    struct frames *f = user;
    char empty[1] = "";

    (void)wslay;
    if (arg->opcode == WSLAY_CONNECTION_CLOSE) {
        f->peer_closed = true;
        f->code = arg->status_code;
        return;
    }
    if (wslay_is_ctrl_frame(arg->opcode))
        return;
    f->fragments = 0;
    if (f->closing)
        return;
    if (arg->opcode != WSLAY_TEXT_FRAME) {
        stop(f, WSLAY_CODE_UNSUPPORTED_DATA, "Only text messages are understood here.");
        return;
    }
    f->messages++;
    /* wslay has made this copy of the message for this call, so it may be changed. An empty
     * message is null there. */
    f->text(f->context, arg->msg ? (char *)arg->msg : empty, arg->msg_length);
}

bool frames_open(struct frames *f, const struct frames_options *options, void *context,
                 void (*text)(void *context, char *text, size_t n), uint64_t now)
{
    struct wslay_event_callbacks callbacks = {
        .recv_callback = take_in,
        .send_callback = give_out,
        .genmask_callback = make_mask,
        .on_frame_recv_start_callback = frame_start,
        .on_msg_recv_callback = message,
    };
    int bad;

    *f = (struct frames){
        .options = options,
        .text = text,
        .context = context,
        .bucket_at = now,
        .bucket = (uint64_t)options->burst * THOUSAND,
        .mask = (uint32_t)now,
    };
    bad = options->client ? wslay_event_context_client_init(&f->wslay, &callbacks, f)
                          : wslay_event_context_server_init(&f->wslay, &callbacks, f);
    if (bad)
        return false;
    wslay_event_config_set_max_recv_msg_length(f->wslay, options->message_max);
    return true;
}

void frames_free(struct frames *f)
{
    if (f->wslay)
        wslay_event_context_free(f->wslay);
    f->wslay = NULL;
}

static void refill(struct frames *f, uint64_t now)
{
    uint64_t most = (uint64_t)f->options->burst * THOUSAND;
    uint64_t gain = now > f->bucket_at ? (now - f->bucket_at) * f->options->rate : 0;

    f->bucket = f->bucket + gain < most ? f->bucket + gain : most;
    f->bucket_at = now;
}

/* A close frame of our own: after some mistakes wslay's would have no code. */
static void add_close(struct frames *f, uint16_t code, const char *reason)
{
    size_t n = reason ? strlen(reason) : 0, header;
    uint8_t *at = f->out->bytes + f->out->n;

    if (f->options->client) {
        wslay_event_queue_close(f->wslay, code, (const uint8_t *)reason, n);
        wslay_event_send(f->wslay);
        return;
    }
    while (n > CLOSE_REASON_MAX || (n > 0 && n < strlen(reason) && (reason[n] & 0xc0) == 0x80))
        n--; /* not in the middle of a letter */
    if (n + 4 > FRAMES_OUT - f->out->n)
        return;
    header = frame_header(at, 8, n + 2);
    at[header] = (uint8_t)(code >> 8);
    at[header + 1] = (uint8_t)code;
    if (n)
        memcpy(at + header + 2, reason, n);
    f->out->n += header + 2 + n;
}

bool frames_feed(struct frames *f, const uint8_t *bytes, size_t n, uint64_t now,
                 struct frames_out *out)
{
    int bad;

    if (f->closing)
        return false;
    refill(f, now);
    f->in = bytes;
    f->in_size = n;
    f->out = out;
    bad = wslay_event_recv(f->wslay);
    if (!f->closing && bad) {
        stop(f, WSLAY_CODE_PROTOCOL_ERROR, "That is no correct WebSocket.");
    } else if (!f->closing && wslay_event_want_write(f->wslay) &&
               wslay_event_send(f->wslay) != 0) {
        stop(f, WSLAY_CODE_POLICY_VIOLATION, "Too many pings.");
    } else if (!f->closing && !wslay_event_get_read_enabled(f->wslay)) {
        /* The peer has said goodbye, or has made a mistake; wslay has answered either. */
        f->closing = true;
        if (!f->peer_closed) {
            f->code = wslay_event_get_status_code_sent(f->wslay);
            f->mistake = f->code == WSLAY_CODE_MESSAGE_TOO_BIG
                             ? "The message is too large."
                             : "That is no correct WebSocket.";
        }
        f->out = NULL;
        return false;
    }
    if (f->closing && f->mistake)
        add_close(f, f->code, f->mistake);
    f->out = NULL;
    return !f->closing;
}

void frames_close(struct frames *f, uint16_t code, const char *reason, struct frames_out *out)
{
    struct frames_out *before = f->out;

    if (f->closing)
        return;
    f->out = out;
    stop(f, code, NULL);
    add_close(f, code, reason);
    f->out = before;
}

bool frames_text(struct frames *f, const char *text, size_t n, struct frames_out *out)
{
    struct wslay_event_msg m = {WSLAY_TEXT_FRAME, (const uint8_t *)text, n};
    struct frames_out *before = f->out;
    bool good;

    if (f->closing || n + 64 > FRAMES_OUT - out->n || wslay_event_queue_msg(f->wslay, &m) != 0)
        return false;
    f->out = out;
    good = wslay_event_send(f->wslay) == 0;
    f->out = before;
    return good;
}

size_t frame_header(uint8_t out[FRAME_HEADER_MAX], int opcode, size_t n)
{
    size_t more = n < 126 ? 0 : n < 65536 ? 2 : 8;

    out[0] = (uint8_t)(0x80 | opcode);
    out[1] = (uint8_t)(n < 126 ? n : n < 65536 ? 126 : 127);
    for (size_t i = 0; i < more; i++)
        out[2 + i] = (uint8_t)((uint64_t)n >> (8 * (more - 1 - i)));
    return 2 + more;
}
