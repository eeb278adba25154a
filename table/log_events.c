/*
 * Reading the events of a log: see log.h.
 */
#include "log_lines.h"

/* Takes "1:" off a line and compares it with the seat that acts. */
static bool check_seat(const struct log_reader *r, const struct match *m, uint32_t actor,
                       struct line *line, struct complaint *why)
{
    uint32_t seat;
    size_t digits = text_digits(line->at, line->n, &seat);
    struct log_place place = line_place(r, line, line->at);

    if (!digits || digits == line->n || line->at[digits] != ':')
        return true;
    if (actor < m->seats && seat == actor + 1) {
        line->at += digits + 1;
        line->n -= digits + 1;
        line_skip_blanks(line);
        return true;
    }
    if (actor == NATURE)
        return line_refuse(why, place,
                           "Chance acts here, so the line has no seat: write \"deal ...\", "
                           "\"ticket ...\" or what else chance does, without a number before "
                           "it.");
    return LINE_WRONG(why, place, "It is the turn of seat {0}, not of seat {1}.",
                      say_number((int32_t)actor + 1), say_number((int32_t)seat));
}

/* Reads "118 -5" and compares it with the sheet. */
static bool check_result(struct log_reader *r, const struct match *m, const struct state *s,
                         struct line *line, struct complaint *why)
{
    struct log_place place = line_place(r, line, line->start);
    struct sheet sheet;

    if (m->rules->actor(m, s) != NOBODY)
        return line_refuse(why, place, "The game is not over yet, so it has no result.");
    m->rules->score(m, s, &sheet);
    for (uint32_t seat = 0; seat < m->seats; seat++) {
        struct line word = line_word(line);
        struct line digits = word;
        bool negative = word.n && *word.at == '-';
        uint32_t size = 0;

        digits.at += negative;
        digits.n -= negative;
        if (!line_number(&digits, &size))
            return line_refuse(why, line_place(r, line, word.at),
                               "The result has one whole number for each seat.");
        if ((negative ? -(int64_t)size : (int64_t)size) == sheet.seat[seat].total)
            continue;
        return LINE_WRONG(why, line_place(r, line, word.at),
                          "The result says {0} for seat {1}, but the game gives {2}.",
                          say_quote(word.at, word.n), say_number((int32_t)seat + 1),
                          say_number(sheet.seat[seat].total));
    }
    if (line->n)
        return line_refuse(
            why, line_place(r, line, line->at),
            "The result has one whole number for each seat, and this is one more.");
    r->ended = true;
    return true;
}

/* Reads and applies the event of a line from which the seat has been taken. */
static bool do_event(const struct log_reader *r, const struct match *m, const struct line *line,
                     struct state *s, event_t *e, struct complaint *why)
{
    struct log_place place = line_place(r, line, line->at);

    *e = m->rules->parse(m, s, line->at, line->n, why);
    if (*e == EVENT_NONE) {
        why->line = place.line;
        why->column = place.column + (why->column ? why->column - 1 : 0);
        return false;
    }
    if (m->rules->apply(m, s, *e))
        return true;
    m->rules->explain(m, s, *e, why);
    why->line = place.line;
    why->column = place.column;
    return false;
}

static bool read_undo(struct log_reader *r, struct line *line, struct complaint *why)
{
    struct log_place place = line_place(r, line, line->at);
    uint32_t left;

    if (!line_last_number(r, line, "undo 40", &left, why))
        return false;
    if (left >= r->events)
        return line_refuse(
            why, place,
            "An undo says how many events are left, which must be fewer than before.");
    r->events = left;
    return true;
}

/* Is at most one seat left in the game? */
static bool is_decided(uint32_t out, uint32_t seats)
{
    return (uint32_t)__builtin_popcount(out) + 1 >= seats;
}

static bool read_out(struct log_reader *r, const struct match *m, struct line *line, bool late,
                     struct complaint *why)
{
    struct log_place place = line_place(r, line, line->at);
    uint32_t seat;

    if (!line_last_number(r, line, late ? "timeout 2" : "resign 2", &seat, why))
        return false;
    if (seat < 1 || seat > m->seats)
        return line_refuse(why, place, "This game has fewer seats than that.");
    if (r->out >> (seat - 1) & 1)
        return line_refuse(why, place, "This seat is out of the game already.");
    r->out = (uint8_t)(r->out | 1u << (seat - 1));
    r->seat = (uint8_t)(seat - 1);
    r->late = late;
    return true;
}

static bool read_seed(struct log_reader *r, struct line *line, struct complaint *why)
{
    struct log_place place = line_place(r, line, line->at);

    if (!line_hex(line, r->seed, sizeof r->seed))
        return line_refuse(why, place, "A seed has 64 hexadecimal digits.");
    r->has_seed = true;
    return line_ends(r, line, why);
}

void log_rewind(const struct match *m, const event_t *line, uint32_t n, struct state *s)
{
    m->rules->start(m, s);
    for (uint32_t i = 0; i < n; i++)
        m->rules->apply(m, s, line[i]);
}

enum log_step log_next(struct log_reader *r, const struct match *m, struct state *s, event_t *e,
                       struct complaint *why)
{
    uint32_t actor = m->rules->actor(m, s);
    struct line line, rest, word;
    struct log_place place;
    bool late;

    *e = EVENT_NONE;
    if (!line_next(r, &line))
        return LOG_END;
    place = line_place(r, &line, line.at);
    if (line_too_long(r, &line, why))
        return LOG_BAD;
    rest = line;
    word = line_word(&rest);
    if (r->ended) {
        line_refuse(why, place, "Nothing can follow the result; a comment begins with #.");
        return LOG_BAD;
    }
    if (text_is(word.at, word.n, "result")) {
        if (!check_result(r, m, s, &rest, why))
            return LOG_BAD;
        return log_next(r, m, s, e, why); /* recurses once: the result has ended the log */
    }
    if (r->has_seed) {
        line_refuse(why, place, "After the seed only the result can follow.");
        return LOG_BAD;
    }
    if (text_is(word.at, word.n, "seed")) {
        if (!read_seed(r, &rest, why))
            return LOG_BAD;
        return log_next(r, m, s, e, why); /* recurses once: only the result can follow */
    }
    if (text_is(word.at, word.n, "undo"))
        return read_undo(r, &rest, why) ? LOG_UNDO : LOG_BAD;
    if (log_is_header_word(&word)) {
        line_refuse(why, place, "Lines of the header come before the first event.");
        return LOG_BAD;
    }
    if (actor == NOBODY) {
        line_refuse(why, place, "The game is over: only the result can follow.");
        return LOG_BAD;
    }
    if (r->out && is_decided(r->out, m->seats)) {
        line_refuse(why, place, "The game is over: all seats but one are out.");
        return LOG_BAD;
    }
    late = text_is(word.at, word.n, "timeout");
    if (late || text_is(word.at, word.n, "resign"))
        return read_out(r, m, &rest, late, why) ? LOG_OUT : LOG_BAD;
    if (!check_seat(r, m, actor, &line, why) || !do_event(r, m, &line, s, e, why))
        return LOG_BAD;
    r->events++;
    return LOG_EVENT;
}

bool log_is_over(const char *text, size_t size)
{
    struct complaint why;
    struct log_header h;
    struct log_reader r;
    struct line line, word;
    uint32_t seat, out = 0;

    log_open(&r, text, size);
    if (!log_read_header(&r, &h, &why))
        return false;
    while (line_next(&r, &line)) {
        word = line_word(&line);
        if (text_is(word.at, word.n, "result") || text_is(word.at, word.n, "seed"))
            return true;
        if ((text_is(word.at, word.n, "resign") || text_is(word.at, word.n, "timeout")) &&
            line_number(&line, &seat) && seat >= 1 && seat <= h.seats)
            out |= 1u << (seat - 1);
    }
    return out && is_decided(out, h.seats);
}
