/*
 * The messages of a table in the page, and its connections: see host.h.
 */
#include "host.h"

#include "version.h"

enum { MESSAGE_ROOM = 1 << 16, STORE_ROOM = 6 << 20 };

struct host host;

static char store_bytes[STORE_ROOM], scratch_bytes[TELL_SCRATCH], message_bytes[MESSAGE_ROOM];

IMPORT(send) void outside_send(uint32_t connection, const char *at, uint32_t n);

EXPORT(host_connect) void host_connect(uint32_t connection, uint32_t viewer);
EXPORT(host_disconnect) void host_disconnect(uint32_t connection);
EXPORT(host_receive) uint32_t host_receive(uint32_t n, uint32_t connection);
EXPORT(host_again) void host_again(uint32_t n, uint32_t connection, uint32_t id);

/* ---- telling ---- */

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

static void tell(uint32_t connection, const struct message *m)
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

static void refuse(const struct asked *a, const char *code, const struct complaint *why)
{
    struct message m = {.type = MESSAGE_ERROR};
    char words[400];
    struct text t = text_in(words, sizeof words);

    complaint_put(&t, (enum language)host.connection[a->connection].wants.language, why);
    m.error.has_id = a->id.given;
    m.error.id = a->id.id;
    m.error.code = message_text(code);
    m.error.message = (struct message_text){words, t.length};
    if (why->rule && why->rule[0])
        m.error.rule = message_text(why->rule);
    m.error.table = message_text(host.id);
    m.error.has_at = true;
    m.error.at = host.table.count;
    tell(a->connection, &m);
}

static void refuse_plainly(const struct asked *a, const char *code, const char *sentence)
{
    struct complaint why = {0};

    complain_say(&why, "", sentence, NULL, 0);
    refuse(a, code, &why);
}

static void accept(const struct asked *a)
{
    struct message m = {.type = MESSAGE_OK};

    m.ok.has_id = a->id.given;
    m.ok.id = a->id.id;
    m.ok.has_at = true;
    m.ok.at = host.table.count;
    tell(a->connection, &m);
}

/* ---- entries ---- */

/* Does the proposed entries and tells them to everybody who watches. */
static void take(void)
{
    struct hosted h = hosted();
    struct complaint why;
    size_t share = sizeof store_bytes / HOST_CONNECTIONS;

    for (uint32_t c = 0; c < HOST_CONNECTIONS; c++) {
        host.store[c] = (struct message_arena){store_bytes + c * share, share, 0};
        if (host.connection[c].watches)
            teller_begin(&host.teller[c], &h, host.connection[c].viewer,
                         &host.connection[c].wants, &host.store[c], host.proposal.count);
    }
    for (uint32_t i = 0; i < host.proposal.count; i++) {
        for (uint32_t c = 0; c < HOST_CONNECTIONS; c++)
            if (host.connection[c].watches)
                teller_entry(&host.teller[c], &host.proposal.entry[i]);
        table_apply(&host.table, &host.proposal.entry[i], &why);
    }
    for (uint32_t c = 0; c < HOST_CONNECTIONS; c++) {
        struct message_arena scratch = {scratch_bytes, sizeof scratch_bytes, 0};
        struct message m;

        if (!host.connection[c].watches)
            continue;
        teller_end(&host.teller[c]);
        if (teller_update(&host.teller[c], &scratch, &m))
            tell(c, &m);
    }
}

enum table_answer host_give(const struct table_command *c, struct complaint *why)
{
    static struct table dealt;
    enum table_answer answer;

    do {
        const struct table_command go_on = {.kind = COMMAND_GO_ON, .seat = NOBODY};

        dealt = host.table;
        dealt.plan.dealing = true;
        answer = table_propose(&dealt, c, host_time(), &host.proposal, why);
        if (answer == TABLE_OK)
            take();
        c = &go_on;
    } while (answer == TABLE_OK && host.proposal.more);
    return answer;
}

/* ---- connections ---- */

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

    if (in->version != PROTOCOL_VERSION) {
        refuse_plainly(a, "version", SAYS("This server speaks version 1 of the protocol."));
        return;
    }
    c->wants = wants_of(in);
    c->greeted = true;
    m.welcome.version = PROTOCOL_VERSION;
    m.welcome.server = message_text("anden " ANDEN_VERSION);
    m.welcome.person = c->viewer < SEATS_MAX ? c->viewer + 1 : 0;
    m.welcome.name = message_text(c->viewer < SEATS_MAX ? host.name[c->viewer] : "");
    tell(a->connection, &m);
}

static void join(const struct asked *a, const struct message_join *in)
{
    struct connection *c = &host.connection[a->connection];
    struct tell_storage lent = {{store_bytes, sizeof store_bytes, 0},
                                {scratch_bytes, sizeof scratch_bytes, 0},
                                &host.replica};
    uint32_t count = host.table.count;
    uint32_t after =
        in->has_after && in->after >= 0 && in->after < count ? (uint32_t)in->after : count;
    struct hosted h = hosted();
    struct message m;

    c->watches = true;
    if (!tell_snapshot(&h, c->viewer, &c->wants, after, &lent, &m)) {
        refuse_plainly(a, "busy", SAYS("The table is too long to be shown."));
        return;
    }
    m.snapshot.has_id = a->id.given;
    m.snapshot.id = a->id.id;
    tell(a->connection, &m);
}

static void command(const struct asked *a, struct table_command c)
{
    struct complaint why = {0};
    enum table_answer answer = host_give(&c, &why);

    if (answer == TABLE_OK || answer == TABLE_REPEATED)
        accept(a);
    else
        refuse(a, tell_code(answer), &why);
}

static void own_seat(const struct asked *a, uint8_t kind, int64_t at)
{
    const struct connection *c = &host.connection[a->connection];

    if (c->viewer >= SEATS_MAX)
        refuse_plainly(a, "no_seat", SAYS("You have no seat at this table."));
    else
        command(a, (struct table_command){
                       .kind = kind,
                       .role = ROLE_PERSON,
                       .seat = c->viewer,
                       .seen = at < 0 || at > UINT32_MAX ? 0 : (uint32_t)at,
                   });
}

static void choose(const struct asked *a, const struct message_do *in)
{
    const struct connection *who = &host.connection[a->connection];
    const struct match *m = &host.table.plan.match;
    struct table_command c = {.kind = COMMAND_CHOOSE, .role = ROLE_PERSON, .seat = who->viewer};
    struct complaint why = {0};
    struct view v;

    if ((in->event.at != 0) == in->has_number) {
        refuse_plainly(a, "bad_message",
                       SAYS("Give the event in words (event) or as a number."));
        return;
    }
    if (who->viewer >= SEATS_MAX) {
        refuse_plainly(a, "no_seat", SAYS("You have no seat at this table."));
        return;
    }
    c.seen = in->at < 0 || in->at > UINT32_MAX ? 0 : (uint32_t)in->at;
    c.event = in->has_number && in->number > 0 && in->number <= UINT32_MAX ? (event_t)in->number
                                                                           : EVENT_NONE;
    if (in->event.at) {
        table_view(&host.table, c.seat, &v);
        c.event = m->rules->parse(m, &v.seen, in->event.at, in->event.length, &why);
    }
    if (in->event.at && !c.event)
        refuse(a, "bad_event", &why);
    else
        command(a, c);
}

/* A rematch is the caller's to make: 1 if it may. */
static uint32_t rematch(const struct asked *a)
{
    if (host.table.phase >= TABLE_FINISHED && host.connection[a->connection].viewer < SEATS_MAX)
        return 1;
    refuse_plainly(a, "not_now",
                   SAYS("A rematch is for those who have played, when the game is over."));
    return 0;
}

/* The table that a message of a watcher is about; every message from join on names one. */
static bool is_here(const struct message *m)
{
    switch (m->type) {
    case MESSAGE_HELLO:
    case MESSAGE_PING:
        return true;
    case MESSAGE_JOIN:
    case MESSAGE_LEAVE:
    case MESSAGE_SIT:
    case MESSAGE_STAND:
    case MESSAGE_SEAT:
    case MESSAGE_START:
    case MESSAGE_DO:
    case MESSAGE_UNDO:
    case MESSAGE_ANSWER:
    case MESSAGE_RESIGN:
    case MESSAGE_AWAY:
    case MESSAGE_BACK:
    case MESSAGE_REMATCH:
        return message_text_is(&m->join.table, host.id);
    default:
        return false;
    }
}

static void seating(const struct asked *a, uint8_t kind)
{
    command(a, (struct table_command){.kind = kind,
                                      .role = ROLE_PERSON,
                                      .who = host.connection[a->connection].viewer + 1u,
                                      .seat = host.connection[a->connection].viewer});
}

static uint32_t handle(const struct asked *a, const struct message *m)
{
    switch (m->type) {
    case MESSAGE_HELLO:
        hello(a, &m->hello);
        break;
    case MESSAGE_PING:
        tell(a->connection,
             &(struct message){.type = MESSAGE_PONG,
                               .pong = {a->id.given, a->id.id, (int64_t)outside_time()}});
        break;
    case MESSAGE_JOIN:
        join(a, &m->join);
        break;
    case MESSAGE_LEAVE:
        host.connection[a->connection].watches = false;
        accept(a);
        break;
    case MESSAGE_DO:
        choose(a, &m->do_);
        break;
    case MESSAGE_UNDO:
        own_seat(a, COMMAND_UNDO, m->undo.at);
        break;
    case MESSAGE_ANSWER:
        own_seat(a, m->answer.agree ? COMMAND_AGREE : COMMAND_REFUSE, m->answer.at);
        break;
    case MESSAGE_RESIGN:
        own_seat(a, COMMAND_RESIGN, 0);
        break;
    case MESSAGE_AWAY:
        own_seat(a, COMMAND_AWAY, 0);
        break;
    case MESSAGE_BACK:
        own_seat(a, COMMAND_BACK, 0);
        break;
    case MESSAGE_REMATCH:
        return rematch(a);
    case MESSAGE_START:
        command(a, (struct table_command){.kind = COMMAND_START, .seat = NOBODY});
        break;
    default: /* the seats of a table in a page are settled when it is made */
        seating(a, m->type == MESSAGE_SIT ? COMMAND_SIT : COMMAND_STAND);
        break;
    }
    return 0;
}

/* A message of n bytes from a connection. 1 if a rematch is wanted: answer with host_again(). */
uint32_t host_receive(uint32_t n, uint32_t connection)
{
    struct message_arena arena = {message_bytes, sizeof message_bytes, 0};
    struct asked a = {.connection = connection};
    struct complaint why = {0};
    struct message m;
    bool good;

    if (connection >= HOST_CONNECTIONS || !host.connection[connection].open)
        return 0;
    good = message_decode(wasm_in, n, MESSAGE_TO_SERVER, &arena, &m, &why);
    a.id = message_id(&m);
    if (!good)
        refuse(&a, "bad_message", &why);
    else if (m.type != MESSAGE_HELLO && !host.connection[connection].greeted)
        refuse_plainly(&a, "hello_first", SAYS("Say hello first, and wait for the welcome."));
    else if (m.type >= MESSAGE_JOIN && !is_here(&m))
        refuse_plainly(&a, "no_table", SAYS("There is no such table."));
    else if (!is_here(&m))
        refuse_plainly(&a, "no_server",
                       SAYS("This table is in the page: there is no server here."));
    else
        return handle(&a, &m);
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
    tell(connection, &m);
    m = (struct message){.type = MESSAGE_AGAIN};
    m.again.table = message_text(host.id);
    m.again.next = message_text(next);
    for (uint32_t c = 0; c < HOST_CONNECTIONS; c++)
        if (host.connection[c].watches)
            tell(c, &m);
}
