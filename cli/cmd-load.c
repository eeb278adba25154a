/*
 * `anden load`: clients that play over the network, and how long the server takes. Reads the
 * command line and prints the report; the clients are in server/load/.
 */
#include "../protocol/json.h"
#include "../server/load/load.h"
#include "cli.h"

#include <signal.h>

static const char help_about[] =
    "Plays whole games over WebSocket, as people's programs would: every client keeps its own\n"
    "view with the engine and chooses any legal event. Reports how many moves the server\n"
    "acknowledged and how long each took, from sending it to its acknowledgement. A broken\n"
    "connection is opened again, with growing pauses; what was not answered is sent again. At\n"
    "the end every client fetches the record of its game and looks for each move that was\n"
    "acknowledged: a move that is not there is reported as lost.\n"
    "\n"
    "The clients are all behind one address. Start the server with --limits 0 and with\n"
    "--address-connections as large as the number of clients, or it will refuse them.";

static volatile bool interrupted;

static void interrupt(int number)
{
    (void)number;
    interrupted = true;
}

static int64_t thousandths(double x)
{
    return (int64_t)(x * 1000 + 0.5);
}

static void print_json(const struct load_report *r)
{
    char buffer[2048];
    struct json j = json_in(buffer, sizeof buffer);

    json_object(&j, NULL);
    json_number(&j, "clients", r->clients);
    json_number(&j, "tables", r->tables);
    json_thousandths(&j, "seconds", thousandths(r->seconds));
    json_number(&j, "moves", (int64_t)r->moves);
    json_thousandths(&j, "moves_per_s", thousandths(r->moves_per_s));
    json_thousandths(&j, "p50_ms", thousandths(r->p50_ms));
    json_thousandths(&j, "p99_ms", thousandths(r->p99_ms));
    json_thousandths(&j, "max_ms", thousandths(r->max_ms));
    json_number(&j, "errors", (int64_t)r->errors);
    json_number(&j, "reconnects", (int64_t)r->reconnects);
    json_number(&j, "lost", (int64_t)r->lost);
    json_number(&j, "acknowledged", (int64_t)r->all_moves);
    json_number(&j, "checked", (int64_t)r->checked);
    json_number(&j, "games", (int64_t)r->games);
    json_number(&j, "stale", (int64_t)r->stale);
    json_number(&j, "messages", (int64_t)r->messages);
    json_number(&j, "bytes", (int64_t)r->bytes);
    json_text(&j, "trouble", r->trouble);
    json_end(&j);
    if (json_done(&j))
        puts(buffer);
}

static void print_text(const struct load_report *r)
{
    printf("%u clients at %u tables, %.1f s\n", r->clients, r->tables, r->seconds);
    printf("moves      %llu (%.0f each second), games played to the end: %llu\n",
           (unsigned long long)r->moves, r->moves_per_s, (unsigned long long)r->games);
    printf("answered   half within %.2f ms, 99 of 100 within %.2f ms, slowest %.2f ms\n",
           r->p50_ms, r->p99_ms, r->max_ms);
    printf("received   %llu messages, %.1f MB\n", (unsigned long long)r->messages,
           (double)r->bytes / 1e6);
    printf("checked    %llu of %llu acknowledged moves, lost: %llu\n",
           (unsigned long long)r->checked, (unsigned long long)r->all_moves,
           (unsigned long long)r->lost);
    printf("errors     %llu, reconnects %llu, stale %llu\n", (unsigned long long)r->errors,
           (unsigned long long)r->reconnects, (unsigned long long)r->stale);
    if (r->trouble[0])
        printf("first      %s\n", r->trouble);
}

struct numbers {
    const char *clients, *tables, *seconds, *rate, *drops, *seed;
};

static bool read_number(const char *text, uint32_t most, uint32_t *out)
{
    uint64_t value;

    if (!text)
        return true;
    if (!cli_number(text, 0, most, &value))
        return false;
    *out = (uint32_t)value;
    return true;
}

/* Null if all is well, else the wrong option. */
static const char *read_numbers(const struct numbers *n, struct load_options *o)
{
    uint64_t seed = 1;

    if (!read_number(n->clients, 100000, &o->clients) || o->clients == 0)
        return SAYS("--clients takes a number from 1 to 100000.");
    o->tables = o->clients / 2;
    if (!read_number(n->tables, 50000, &o->tables))
        return SAYS("--tables takes a number up to 50000.");
    if (!read_number(n->seconds, 86400, &o->seconds) || o->seconds == 0)
        return SAYS("--seconds takes a number from 1 to 86400.");
    if (!read_number(n->rate, 10000000, &o->rate))
        return SAYS("--rate takes a number of moves per second.");
    if (!read_number(n->drops, 1000, &o->drops))
        return SAYS("--drops takes a number up to 1000.");
    if (n->seed && !cli_number(n->seed, 0, UINT64_MAX, &seed))
        return SAYS("--seed takes a whole number.");
    o->seed = seed;
    return NULL;
}

struct wish {
    struct load_options load;
    struct numbers numbers;
    bool json;
};

#define AT(field) offsetof(struct wish, field)

static const struct cli_option options[] = {
    {"--url", "URL",
     SAYS("the server (ws://127.0.0.1:8080/ws); several nodes of one database, separated by "
          "commas, share the clients of every table"),
     AT(load.url), NULL, NULL},
    {"--clients", "N", SAYS("connections (20)"), AT(numbers.clients), NULL, NULL},
    {"--tables", "M",
     SAYS("tables played at the same time, with at least two clients each; clients beyond a "
          "table's seats watch (clients / 2)"),
     AT(numbers.tables), NULL, NULL},
    {"--seconds", "S", SAYS("how long to measure, once all tables have begun (10)"),
     AT(numbers.seconds), NULL, NULL},
    {"--rate", "R", SAYS("moves per second in total (as many as possible)"), AT(numbers.rate),
     NULL, NULL},
    {"--games", "LIST",
     SAYS("boards, separated by commas; tables take turns (europe,berlin,paris,metro)"),
     AT(load.games), NULL, NULL},
    {"--drops", "D", SAYS("cut so many connections per second, to see them come back (0)"),
     AT(numbers.drops), NULL, NULL},
    {"--idle", NULL, SAYS("connect and say hello only"), AT(load.idle), NULL, NULL},
    {"--seed", "S", SAYS("a number that decides what is chosen (1)"), AT(numbers.seed), NULL,
     NULL},
    {"--json", NULL,
     SAYS("one JSON object: moves, moves_per_s, p50_ms, p99_ms, max_ms, errors, reconnects, "
          "lost, and more"),
     AT(json), NULL, NULL},
    {0},
};

static int run(int argc, char **argv)
{
    struct wish w = {.load = {.url = "ws://127.0.0.1:8080/ws",
                              .games = "europe,berlin,paris,metro",
                              .clients = 20,
                              .seconds = 10,
                              .interrupted = &interrupted}};
    struct load_report report;
    const char *wrong;
    char why[256];

    if (cli_options(&command_load, &w, argc, argv, NULL, 0) < 0)
        return CLI_USAGE;
    wrong = read_numbers(&w.numbers, &w.load);
    if (wrong)
        return cli_usage(&command_load, wrong, NULL);
    signal(SIGINT, interrupt);
    signal(SIGTERM, interrupt);
    signal(SIGPIPE, SIG_IGN);
    if (!load_run(&w.load, &report, why, sizeof why))
        return cli_refuse("{0}", SAID(say_text(why)));
    (w.json ? print_json : print_text)(&report);
    if (interrupted)
        return CLI_INTERRUPTED;
    return report.lost || report.errors ? CLI_REFUSED : CLI_OK;
}

const struct command command_load = {
    .name = "load",
    .summary = SAYS("play many games over the network and measure the server"),
    .usage = "anden load --url ws://HOST:PORT/ws [--clients N] [--tables M] [--seconds S]\n"
             "           [--rate R] [--games LIST] [--drops D] [--idle] [--seed S] [--json]",
    .about = help_about,
    .options = options,
    .examples =
        "anden load --url ws://127.0.0.1:8080/ws --clients 100 --tables 50 --seconds 10\n"
        "anden load --clients 1000 --tables 300 --rate 2000 --seconds 30 --json",
    .codes = SAYS("0 all went well; 1 it could not begin, or moves were lost, or there were "
                  "errors; 2 the command line was wrong; 130 stopped by Ctrl-C."),
    .run = run,
};
