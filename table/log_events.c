/*
 * Reading the events of a log: see log.h.
 */
#include "log_lines.h"

/* Takes "1:" off a line and compares it with the seat that acts. */
static bool check_seat(struct reader *r, const struct match *m, uint32_t actor)
{
    uint32_t seat;
    size_t from = r->at;
    struct text_spot place = spot_here(r);

    if (!read_digits(r, &seat) || r->at == r->length || r->line[r->at] != ':') {
        r->at = from;
        return true;
    }
    r->at++;
    read_blanks(r);
    if (actor < m->seats && seat == actor + 1)
        return true;
    if (actor == NATURE)
        return read_refuse(r, place,
                           "Chance acts here, so the line has no seat: write \"deal ...\", "
                           "\"ticket ...\" or what else chance does, without a number before "
                           "it.");
    return READ_WRONG(r, place, "It is the turn of seat {0}, not of seat {1}.",
                      say_number((int32_t)actor + 1), say_number((int32_t)seat));
}

/* Reads "118 -5" and compares it with the sheet. */
static bool check_result(struct reader *r, const struct match *m, const struct state *s)
{
    struct sheet sheet;

    if (m->rules->actor(m, s) != NOBODY)
        return read_refuse(r, spot_line(r->number),
                           "The game is not over yet, so it has no result.");
    m->rules->score(m, s, &sheet);
    for (uint32_t seat = 0; seat < m->seats; seat++) {
        struct word word = read_plain(r);
        struct word digits = word;
        bool negative = word.n && *word.at == '-';
        uint32_t size = 0;

        digits.at += negative;
        digits.n -= negative;
        if (!log_number(&digits, &size))
            return read_refuse(r, spot_word(r, &word),
                               "The result has one whole number for each seat.");
        if ((negative ? -(int64_t)size : (int64_t)size) == sheet.seat[seat].total)
            continue;
        return READ_WRONG(r, spot_word(r, &word),
                          "The result says {0} for seat {1}, but the game gives {2}.",
                          say_quote(word.at, word.n), say_number((int32_t)seat + 1),
                          say_number(sheet.seat[seat].total));
    }
    if (r->at < r->length)
        return read_refuse(
            r, spot_here(r),
            "The result has one whole number for each seat, and this is one more.");
    return true;
}

/* Reads and applies the event of a line from which the seat has been taken. */
static bool do_event(const struct reader *r, const struct match *m, struct state *s, event_t *e)
{
    struct complaint *why = r->why;
    struct text_spot place = spot_here(r);

    *e = m->rules->parse(m, s, r->line + r->at, r->length - r->at, why);
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

static bool read_undo(struct log_reader *r, struct reader *in)
{
    struct text_spot place = spot_here(in);
    uint32_t left;

    if (!log_last_number(in, "undo 40", &left))
        return false;
    if (left >= r->events)
        return read_refuse(
            in, place,
            "An undo says how many events are left, which must be fewer than before.");
    r->events = left;
    return true;
}

/* Is at most one seat left in the game? */
static bool is_decided(uint32_t out, uint32_t seats)
{
    return (uint32_t)__builtin_popcount(out) + 1 >= seats;
}

static bool read_out(struct log_reader *r, struct reader *in, const struct match *m, bool late)
{
    struct text_spot place = spot_here(in);
    uint32_t seat;

    if (!log_last_number(in, late ? "timeout 2" : "resign 2", &seat))
        return false;
    if (seat < 1 || seat > m->seats)
        return read_refuse(in, place, "This game has fewer seats than that.");
    if (r->out >> (seat - 1) & 1)
        return read_refuse(in, place, "This seat is out of the game already.");
    r->out = (uint8_t)(r->out | 1u << (seat - 1));
    r->seat = (uint8_t)(seat - 1);
    r->late = late;
    return true;
}

static bool read_seed(struct log_reader *r, struct reader *in)
{
    struct text_spot place = spot_here(in);

    if (!log_hex(in, r->seed, sizeof r->seed))
        return read_refuse(in, place, "A seed has 64 hexadecimal digits.");
    r->has_seed = true;
    return log_ends(in);
}

void log_rewind(const struct match *m, const event_t *line, uint32_t n, struct state *s)
{
    m->rules->start(m, s);
    for (uint32_t i = 0; i < n; i++)
        m->rules->apply(m, s, line[i]);
}

/* Why a line that begins with this word cannot follow what has been read, or null. */
static const char *misplaced(const struct log_reader *r, const struct match *m, uint32_t actor,
                             const struct word *word)
{
    if (r->ended)
        return SAYS("Nothing can follow the result; a comment begins with #.");
    if (word_is(word, "result"))
        return 0;
    if (r->has_seed)
        return SAYS("After the seed only the result can follow.");
    if (word_is(word, "seed") || word_is(word, "undo"))
        return 0;
    if (log_is_header_word(word))
        return SAYS("Lines of the header come before the first event.");
    if (actor == NOBODY)
        return SAYS("The game is over: only the result can follow.");
    if (r->out && is_decided(r->out, m->seats))
        return SAYS("The game is over: all seats but one are out.");
    return 0;
}

static enum log_step next_step(struct log_reader *r, struct reader *in, const struct match *m,
                               struct state *s, event_t *e)
{
    while (log_line(in)) {
        uint32_t actor = m->rules->actor(m, s);
        struct word word = read_plain(in);
        const char *wrong = misplaced(r, m, actor, &word);
        bool late = word_is(&word, "timeout");

        if (!log_short(in, &word))
            return LOG_BAD;
        if (wrong) {
            read_refuse(in, spot_word(in, &word), wrong);
            return LOG_BAD;
        }
        if (word_is(&word, "undo"))
            return read_undo(r, in) ? LOG_UNDO : LOG_BAD;
        if (late || word_is(&word, "resign"))
            return read_out(r, in, m, late) ? LOG_OUT : LOG_BAD;
        if (word_is(&word, "result")) {
            r->ended = check_result(in, m, s);
            if (!r->ended)
                return LOG_BAD;
        } else if (word_is(&word, "seed")) {
            if (!read_seed(r, in))
                return LOG_BAD;
        } else {
            in->at = word.where;
            if (!check_seat(in, m, actor) || !do_event(in, m, s, e))
                return LOG_BAD;
            r->events++;
            return LOG_EVENT;
        }
    }
    return LOG_END;
}

enum log_step log_next(struct log_reader *r, const struct match *m, struct state *s, event_t *e,
                       struct complaint *why)
{
    struct reader in = log_reading(r, why);

    *e = EVENT_NONE;
    enum log_step step = next_step(r, &in, m, s, e);
    log_reached(r, &in);
    return step;
}

bool log_is_over(const char *text, size_t size)
{
    struct complaint why;
    struct log_header h;
    struct log_reader r;
    uint32_t seat, out = 0;

    log_open(&r, text, size);
    if (!log_read_header(&r, &h, &why))
        return false;
    struct reader in = log_reading(&r, &why);
    while (log_line(&in)) {
        struct word word = read_plain(&in);

        if (word_is(&word, "result") || word_is(&word, "seed"))
            return true;
        if ((word_is(&word, "resign") || word_is(&word, "timeout")) &&
            read_digits(&in, &seat) && in.at == in.length && seat >= 1 && seat <= h.seats)
            out |= 1u << (seat - 1);
    }
    return out && is_decided(out, h.seats);
}
