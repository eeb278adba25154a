/*
 * The messages of a table in the page, and its connections: see host.h.
 */
#include "host.h"

#include "version.h"

enum { MESSAGE_ROOM = 1 << 16, STORE_ROOM = 6 << 20 };

struct host host;

static char store_bytes[STORE_ROOM], scratch_bytes[HOSTED_SCRATCH], message_bytes[MESSAGE_ROOM];

IMPORT(send) void outside_send(uint32_t connection, const char *at, uint32_t n);

EXPORT(host_connect) void host_connect(uint32_t connection, uint32_t viewer);
EXPORT(host_disconnect) void host_disconnect(uint32_t connection);
EXPORT(host_receive) uint32_t host_receive(uint32_t n, uint32_t connection);
EXPORT(host_again) void host_again(uint32_t n, uint32_t connection, uint32_t id);

/* ---- sending ---- */

uint64_t host_time(void)
{
    double now = outside_time() - (double)host.created;
    uint64_t last = host.table.clock_at;

    return now > (double)last ? (uint64_t)now : last;
}

static struct hosted hosted(void)
{
    struct hosted h = {.table = &host.table,
                       .id = host.id,
                       .plan = &host.plan,
                       .name = (const char(*)[NAME_SIZE])host.name,
                       .spec = (const char(*)[BOT_SPEC])host.spec,
                       .now = host_time()};

    for (uint32_t seat = 0; seat < host.table.plan.match.seats; seat++)
        if (host.table.seat[seat].role == ROLE_PERSON)
            h.online |= 1u << seat;
    return h;
}

static void send(uint32_t connection, const struct message *m)
{
    struct json j = wasm_json();

    if (message_encode(&j, m))
        outside_send(connection, wasm_out, (uint32_t)j.length);
}

/* A command as it came in. */
struct asked {
    uint32_t connection;
    struct command_id id;
};

static void send_refusal(const struct asked *a, const struct refusal *why)
{
    struct message m = {.type = MESSAGE_ERROR};
    char words[REFUSAL_WORDS];

    m.error =
        refusal_error(why, (enum language)host.connection[a->connection].wants.language, words);
    m.error.has_id = a->id.given;
    m.error.id = a->id.id;
    m.error.table = message_text(host.id);
    m.error.has_at = true;
    m.error.at = host.table.count;
    send(a->connection, &m);
}

static void accept(const struct asked *a)
{
    struct message m = {.type = MESSAGE_OK};

    m.ok.has_id = a->id.given;
    m.ok.id = a->id.id;
    m.ok.has_at = true;
    m.ok.at = host.table.count;
    send(a->connection, &m);
}

/* ---- entries ---- */

/* Applies the proposed entries and sends them to everybody who watches. */
static void take(void)
{
    struct hosted h = hosted();
    struct complaint why;
    size_t share = sizeof store_bytes / HOST_CONNECTIONS;

    for (uint32_t c = 0; c < HOST_CONNECTIONS; c++) {
        host.store[c] = (struct message_arena){store_bytes + c * share, share, 0};
        if (host.connection[c].watches)
            report_begin(&host.report[c], &h, host.connection[c].viewer,
                         &host.connection[c].wants, &host.store[c], host.proposal.count);
    }
    for (uint32_t i = 0; i < host.proposal.count; i++) {
        for (uint32_t c = 0; c < HOST_CONNECTIONS; c++)
            if (host.connection[c].watches)
                report_entry(&host.report[c], &host.proposal.entry[i]);
        table_apply(&host.table, &host.proposal.entry[i], &why);
    }
    for (uint32_t c = 0; c < HOST_CONNECTIONS; c++) {
        struct message_arena scratch = {scratch_bytes, sizeof scratch_bytes, 0};
        struct message m;

        if (!host.connection[c].watches)
            continue;
        if (report_update(&host.report[c], &scratch, &m))
            send(c, &m);
    }
}

enum desk_answer host_ask(const struct desk_sender *who, struct desk_request *r,
                          struct refusal *why)
{
    static struct table dealt;
    const struct desk desk = {&dealt, host_time(), &host.replica, &host.proposal};
    enum desk_answer answer, more;

    dealt = host.table;
    dealt.plan.dealing = true;
    answer = more = desk_propose(&desk, who, r, why);
    while (more == DESK_OK) {
        struct desk_request go_on = {.command = {.kind = COMMAND_GO_ON, .seat = NOBODY}};

        take();
        dealt = host.table;
        dealt.plan.dealing = true;
        more = host.proposal.more ? desk_propose(&desk, who, &go_on, why) : DESK_DONE;
    }
    return answer;
}

bool host_give(const struct table_command *c)
{
    struct desk_request r = {.command = *c};
    struct refusal why;

    return host_ask(&(struct desk_sender){0}, &r, &why) == DESK_OK;
}

/* ---- connections ---- */

/* The person behind a connection: people have the numbers of their seats, from 1; 0 only
 * watches. */
static int64_t person_of(const struct connection *c)
{
    return c->viewer < SEATS_MAX ? c->viewer + 1 : 0;
}

/* The viewer is a seat from 1, or 0 for somebody who only watches. */
void host_connect(uint32_t connection, uint32_t viewer)
{
    if (connection < HOST_CONNECTIONS)
        host.connection[connection] = (struct connection){
            .open = true, .viewer = (uint8_t)(viewer ? viewer - 1 : (uint32_t)SPECTATOR)};
}

void host_disconnect(uint32_t connection)
{
    if (connection < HOST_CONNECTIONS)
        host.connection[connection] = (struct connection){0};
}

static void hello(const struct asked *a, const struct message_hello *in)
{
    struct connection *c = &host.connection[a->connection];
    struct message m = {.type = MESSAGE_WELCOME};
    struct refusal why;

    c->wants = wants_of(in); /* refusals too are in the client's language */
    if (!desk_hello(in, &why)) {
        send_refusal(a, &why);
        return;
    }
    c->greeted = true;
    m.welcome.version = PROTOCOL_VERSION;
    m.welcome.server = message_text("anden " ANDEN_VERSION);
    m.welcome.person = person_of(c);
    m.welcome.name = message_text(c->viewer < SEATS_MAX ? host.name[c->viewer] : "");
    send(a->connection, &m);
}

static void join(const struct asked *a, const struct desk_request *r)
{
    struct connection *c = &host.connection[a->connection];
    struct report_storage lent = {{store_bytes, sizeof store_bytes, 0},
                                  {scratch_bytes, sizeof scratch_bytes, 0},
                                  &host.replica};
    struct hosted h = hosted();
    struct refusal why;
    struct message m;

    c->watches = true;
    if (report_snapshot(&h, c->viewer, &c->wants, desk_after(&host.table, r), &lent, &m)) {
        m.snapshot.has_id = a->id.given;
        m.snapshot.id = a->id.id;
        send(a->connection, &m);
    } else {
        refuse(&why, "busy", SAYS("The table is too long to be shown."));
        send_refusal(a, &why);
    }
}

static void command(const struct asked *a, struct desk_request *r)
{
    const struct desk_sender who = {
        .person = (uint64_t)person_of(&host.connection[a->connection]), .maker = true};
    struct refusal why;

    if (host_ask(&who, r, &why) == DESK_REFUSED)
        send_refusal(a, &why);
    else
        accept(a);
}

/* Messages that are not about a game. False with a refusal. */
static bool other(const struct asked *a, const struct message *m, struct refusal *why)
{
    struct message pong = {.type = MESSAGE_PONG,
                           .pong = {a->id.given, a->id.id, (int64_t)outside_time()}};

    if (m->type == MESSAGE_HELLO)
        hello(a, &m->hello);
    else if (m->type == MESSAGE_PING)
        send(a->connection, &pong);
    else
        return refuse(why, "no_server",
                      SAYS("This table is in the page: there is no server here."));
    return true;
}

/* True if a rematch has to be made. */
static bool handle(const struct asked *a, const struct message *m, struct refusal *why)
{
    struct connection *c = &host.connection[a->connection];
    const struct message_text *table = message_table(m);
    struct desk_request r;
    bool good = desk_may_speak(m, c->greeted, why) && desk_read(m, &r, why);

    if (good && table && !message_text_is(table, host.id))
        good = desk_no_table(why);
    else if (good && r.task == DESK_OTHER)
        good = other(a, m, why);
    else if (good && r.task == DESK_REMATCH)
        good = desk_rematch(&host.table, (uint64_t)person_of(c), why);
    else if (good && r.task == DESK_JOIN)
        join(a, &r);
    else if (good && r.task == DESK_COMMAND)
        command(a, &r);
    if (!good) {
        send_refusal(a, why);
    } else if (r.task == DESK_LEAVE) {
        c->watches = false;
        accept(a);
    }
    return good && r.task == DESK_REMATCH;
}

/* A message of n bytes from a connection. 1 if a rematch is wanted: answer with host_again(). */
uint32_t host_receive(uint32_t n, uint32_t connection)
{
    struct message_arena arena = {message_bytes, sizeof message_bytes, 0};
    struct asked a = {.connection = connection};
    struct refusal why = {.code = "bad_message"};
    struct message m;
    bool good;

    if (connection >= HOST_CONNECTIONS || !host.connection[connection].open)
        return 0;
    good = message_decode(wasm_in, n, MESSAGE_TO_SERVER, &arena, &m, &why.why);
    a.id = message_id(&m);
    if (good)
        return handle(&a, &m, &why);
    send_refusal(&a, &why);
    return 0;
}

/* The rematch has been made; its id is the input. */
void host_again(uint32_t n, uint32_t connection, uint32_t id)
{
    char next[sizeof host.id];
    struct text t = text_in(next, sizeof next);
    struct message m = {.type = MESSAGE_OK};

    text_some(&t, wasm_in, n);
    m.ok.has_id = true;
    m.ok.id = id;
    m.ok.table = message_text(next);
    send(connection, &m);
    m = (struct message){.type = MESSAGE_AGAIN};
    m.again.table = message_text(host.id);
    m.again.next = message_text(next);
    for (uint32_t c = 0; c < HOST_CONNECTIONS; c++)
        if (host.connection[c].watches)
            send(c, &m);
}
