/*
 * Results of a simulation: see sim_show.h. sim/sim.h says what the numbers mean.
 */
#include "sim_show.h"

#include "series.h"

#include <math.h>
#include <string.h>

static const char *verdict_name(enum sim_verdict v)
{
    static const char *const names[] = {"open", "first_stronger", "second_stronger",
                                        "no_difference"};

    return names[v];
}

static void print_verdict(const struct sim_shown *s)
{
    const char *const *spec = s->spec;

    if (!s->series->until_significant)
        return;
    switch (sim_verdict(s->series, s->totals)) {
    case SIM_FIRST_STRONGER:
        cli_line("{0} is stronger than {1}.", SAID(say_text(spec[0]), say_text(spec[1])));
        break;
    case SIM_SECOND_STRONGER:
        cli_line("{0} is stronger than {1}.", SAID(say_text(spec[1]), say_text(spec[0])));
        break;
    case SIM_NO_DIFFERENCE:
        cli_line("No difference of {0} Elo or more between {1} and {2}.",
                 SAID(say_number(SIM_MARGIN), say_text(spec[0]), say_text(spec[1])));
        break;
    case SIM_OPEN:
        cli_line("Not decided: more games are needed.", NULL);
        break;
    }
}

static void print_row(const struct sim_shown *s, uint32_t i, int width)
{
    struct sim_estimate e;
    char tickets[32] = "-";

    sim_estimate(s->series, s->totals, i, &e);
    if (sim_has_tickets(&s->series->match))
        snprintf(tickets, sizeof tickets, "%.1f/%.1f", e.tickets_made, e.tickets_kept);
    printf("%-*s %9.1f %7.1f %%  %5.1f..%-5.1f %6.0f ±%-5.0f %6.1f ±%-5.1f %9s %6.1f %10.2f\n",
           width, s->spec[i], e.wins, 100 * e.rate, 100 * e.low, 100 * e.high, e.elo + 0.0,
           e.elo_error, e.score, e.score_sd, tickets, e.turns, e.us_per_decision);
}

void sim_show_forfeits(const char *spec, uint64_t games)
{
    if (games)
        cli_line("{0} lost {1} {1|game|games} by not choosing a legal move in time.",
                 SAID(say_text(spec), say_number((int32_t)games)));
}

void sim_show_table(const struct sim_shown *s)
{
    const struct sim_series *series = s->series;
    int width = 8;
    char seconds[32];

    snprintf(seconds, sizeof seconds, "%.1f", s->seconds);
    cli_line(series->paired
                 ? SAYS("{0}, seats {1}, seed {2}, paired: {3} {3|game|games} in {4} s.")
                 : SAYS("{0}, seats {1}, seed {2}: {3} {3|game|games} in {4} s."),
             SAID(say_text(series->match.board->id), say_text(s->seats),
                  say_text(cli_digits(series->seed).text),
                  say_number((int32_t)s->totals->games), say_text(seconds)));
    if (s->totals->interrupted)
        cli_line("Interrupted; these are the results so far.", NULL);
    if (s->totals->abandoned)
        cli_line(
            "{0} more {0|was|were} not over after {1} {1|event|events} and {0|was|were} "
            "abandoned.",
            SAID(say_text(cli_digits(s->totals->abandoned).text), say_number(SIM_EVENTS_MAX)));
    if (!s->totals->games)
        return;
    for (uint32_t i = 0; i < series->specs; i++)
        if ((int)strlen(s->spec[i]) > width)
            width = (int)strlen(s->spec[i]);
    printf("\n%-*s %9s %9s  %-12s %6s %-6s %6s %-6s %9s %6s %10s\n", width,
           cli_words(SAYS("spec")), cli_words(SAYS("wins")), cli_words(SAYS("rate")),
           cli_words(SAYS(" 95 % within")), "Elo", "±95 %", cli_words(SAYS("score")), "±sd",
           cli_words(SAYS(" made/kept")), cli_words(SAYS("turns")), cli_words(SAYS("us/move")));
    for (uint32_t i = 0; i < series->specs; i++)
        print_row(s, i, width);
    for (uint32_t i = 0; i < series->specs; i++)
        sim_show_forfeits(s->spec[i], s->totals->spec[i].forfeits);
    if (series->until_significant)
        putchar('\n');
    print_verdict(s);
}

/* One player of the JSON object; without a finished game its numbers are null. */
static void put_player(struct json *j, const struct sim_shown *s, uint32_t i)
{
    bool tickets = sim_has_tickets(&s->series->match);
    struct sim_estimate e;

    json_object(j, NULL);
    json_text(j, "spec", s->spec[i]);
    if (!s->totals->games) {
        static const char *const keys[] = {"wins",     "win_rate",        "ci95",
                                           "elo",      "elo_error",       "mean_score",
                                           "sd_score", "tickets_kept",    "tickets_made",
                                           "turns",    "us_per_decision", "forfeits"};

        for (size_t k = 0; k < sizeof keys / sizeof keys[0]; k++)
            json_null(j, keys[k]);
    } else {
        sim_estimate(s->series, s->totals, i, &e);
        series_put(j, "wins", e.wins);
        series_put(j, "win_rate", e.rate);
        json_array(j, "ci95");
        series_put(j, NULL, e.low);
        series_put(j, NULL, e.high);
        json_end(j);
        series_put(j, "elo", e.elo);
        series_put(j, "elo_error", e.elo_error);
        series_put(j, "mean_score", e.score);
        series_put(j, "sd_score", e.score_sd);
        if (tickets) {
            series_put(j, "tickets_kept", e.tickets_kept);
            series_put(j, "tickets_made", e.tickets_made);
        } else {
            json_null(j, "tickets_kept");
            json_null(j, "tickets_made");
        }
        series_put(j, "turns", e.turns);
        series_put(j, "us_per_decision", e.us_per_decision);
        json_number(j, "forfeits", (int64_t)s->totals->spec[i].forfeits);
    }
    json_end(j);
}

void sim_show_json(const struct sim_shown *s)
{
    char buffer[512];
    struct json j = json_to(buffer, sizeof buffer, cli_flush, stdout);

    json_object(&j, NULL);
    json_text(&j, "game", s->series->match.board->id);
    json_number(&j, "seats", s->series->match.seats);
    json_number(&j, "games", (int64_t)s->totals->games);
    json_number(&j, "abandoned", (int64_t)s->totals->abandoned);
    json_number(&j, "seed", (int64_t)s->series->seed);
    json_bool(&j, "paired", s->series->paired);
    json_bool(&j, "interrupted", s->totals->interrupted);
    if (s->series->until_significant)
        json_text(&j, "verdict", verdict_name(sim_verdict(s->series, s->totals)));
    json_array(&j, "players");
    for (uint32_t i = 0; i < s->series->specs; i++)
        put_player(&j, s, i);
    json_end(&j);
    json_end(&j);
    json_done(&j);
    putchar('\n');
}

void sim_show_csv(const struct sim_shown *s)
{
    puts("game,games,seed,spec,wins,win_rate,ci95_low,ci95_high,elo,elo_error,mean_score,"
         "sd_score,tickets_kept,tickets_made,turns,us_per_decision,forfeits");
    for (uint32_t i = 0; i < s->series->specs && s->totals->games; i++) {
        struct sim_estimate e;

        sim_estimate(s->series, s->totals, i, &e);
        printf("%s,%llu,%llu,\"%s\",%.6f,%.6f,%.6f,%.6f,%.3f,%.3f,%.4f,%.4f,",
               s->series->match.board->id, (unsigned long long)s->totals->games,
               (unsigned long long)s->series->seed, s->spec[i], e.wins, e.rate, e.low, e.high,
               e.elo, e.elo_error, e.score, e.score_sd);
        if (sim_has_tickets(&s->series->match))
            printf("%.4f,%.4f,", e.tickets_kept, e.tickets_made);
        else
            printf(",,");
        printf("%.4f,%.4f,%llu\n", e.turns, e.us_per_decision,
               (unsigned long long)s->totals->spec[i].forfeits);
    }
}

void sim_show_progress(const struct sim_series *series, uint64_t done, double seconds)
{
    enum { WIDTH = 30 };
    double part = (double)done / (double)series->games;
    unsigned long left = done ? (unsigned long)(seconds / part - seconds + 0.5) : 0;
    char bar[WIDTH + 1], time[64];

    for (int i = 0; i < WIDTH; i++)
        bar[i] = i < (int)(part * (double)WIDTH) ? '#' : '.';
    bar[WIDTH] = '\0';
    fprintf(stderr, "\r[%s] %3.0f %%, ", bar, floor(part * 100));
    cli_print(stderr,
              series->until_significant ? SAYS("{0} of at most {1} {1|game|games}")
                                        : SAYS("{0} of {1} {1|game|games}"),
              SAID(say_text(cli_digits(done).text), say_text(cli_digits(series->games).text)));
    snprintf(time, sizeof time, "%lu:%02lu:%02lu", left / 3600, left / 60 % 60, left % 60);
    if (done)
        cli_print(stderr, ", {0} left", SAID(say_text(time)));
    fputs("\033[K", stderr);
    fflush(stderr);
}

void sim_clear_progress(void)
{
    fputs("\r\033[K", stderr);
    fflush(stderr);
}
