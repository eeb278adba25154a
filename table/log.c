/*
 * Reading logs: see log.h. The header is read by keyword, in any order; the first line with another
 * word begins the events. Nothing is believed: every line is bounded and checked.
 */
#include "log.h"

#include "../engine/text.h"

/* One line without its indentation, its comment and the blanks before that. */
struct line {
    const char *start; /* of the line, for counting columns */
    const char *at;
    size_t n;
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static void skip_blanks(struct line *line)
{
    while (line->n && is_blank(*line->at)) {
        line->at++;
        line->n--;
    }
}

void log_open(struct log_reader *r, const char *text, size_t size)
{
    *r = (struct log_reader){.text = text, .size = size};
    if (size >= 3 && __builtin_memcmp(text, "\xEF\xBB\xBF", 3) == 0) {
        r->text += 3;
        r->size -= 3;
    }
}

/* Bytes of a line before its comment: # begins one at the start of a line or after a blank, not in
 * a quoted name (and not in "A-B#2"). */
static size_t before_comment(const char *s, size_t n)
{
    bool quoted = false;

    for (size_t i = 0; i < n; i++) {
        if (s[i] == '#' && !quoted && (i == 0 || is_blank(s[i - 1])))
            return i;
        if (s[i] == '\\' && quoted)
            i++;
        else if (s[i] == '"')
            quoted = !quoted;
    }
    return n;
}

/* The next line that is not empty; false at the end. */
static bool next_line(struct log_reader *r, struct line *line)
{
    while (r->at < r->size) {
        const char *start = r->text + r->at;
        size_t n = 0, rest = r->size - r->at;

        while (n < rest && start[n] != '\n')
            n++;
        r->at += n < rest ? n + 1 : n;
        r->line++;
        *line = (struct line){.start = start, .at = start, .n = before_comment(start, n)};
        while (line->n && (is_blank(line->at[line->n - 1]) || line->at[line->n - 1] == '\r'))
            line->n--;
        skip_blanks(line);
        if (line->n)
            return true;
    }
    return false;
}

/* Where in its line something is. */
static struct log_place place_of(const struct log_reader *r, const struct line *line,
                                 const char *at)
{
    return (struct log_place){r->line,
                              text_characters(line->start, (size_t)(at - line->start)) + 1};
}

/* Begins a complaint about a place. */
static struct text blame(struct complaint *why, struct log_place place)
{
    struct text t = complain(why, "");

    why->line = place.line;
    why->column = place.column;
    return t;
}

static bool refuse(struct complaint *why, struct log_place place, const char *message)
{
    struct text t = blame(why, place);

    text_put(&t, message);
    return false;
}

/* Takes the next word off a line; an empty one at its end. */
static struct line take_word(struct line *line)
{
    struct line word = {.start = line->start, .at = line->at};

    while (line->n && !is_blank(*line->at)) {
        line->at++;
        line->n--;
        word.n++;
    }
    skip_blanks(line);
    return word;
}

/* A word that is a whole number, alone. */
static bool word_number(const struct line *word, uint32_t *value)
{
    return word->n && text_digits(word->at, word->n, value) == word->n;
}

static bool nothing_left(const struct log_reader *r, const struct line *line,
                         struct complaint *why)
{
    if (line->n)
        return refuse(why, place_of(r, line, line->at),
                      "Nothing more is expected on this line; a comment begins with #.");
    return true;
}

/* A number that ends its line. */
static bool last_number(const struct log_reader *r, struct line *line, const char *example,
                        uint32_t *value, struct complaint *why)
{
    struct line word = take_word(line);

    if (!word_number(&word, value)) {
        struct text t = blame(why, place_of(r, line, word.at));

        text_put(&t, "A number is missing here: write for example \"");
        text_put(&t, example);
        text_put(&t, "\".");
        return false;
    }
    return nothing_left(r, line, why);
}

/* An id: lower-case letters, digits, - and _, shorter than ID_SIZE. */
static bool take_id(const struct log_reader *r, struct line *line, char *id,
                    struct complaint *why)
{
    struct line word = take_word(line);
    bool good = word.n > 0 && word.n < ID_SIZE;

    for (size_t i = 0; good && i < word.n; i++)
        good = (word.at[i] >= 'a' && word.at[i] <= 'z') || word.at[i] == '-' ||
               (word.at[i] >= '0' && word.at[i] <= '9') || word.at[i] == '_';
    if (!good)
        return refuse(
            why, place_of(r, line, word.at),
            "A name of at most 23 small letters, digits and hyphens is expected here.");
    __builtin_memcpy(id, word.at, word.n);
    id[word.n] = '\0';
    return true;
}

static bool read_first_line(struct log_reader *r, struct complaint *why)
{
    struct line line, first, second, number;
    struct log_place place = {1, 1};
    uint32_t format;

    if (!next_line(r, &line))
        return refuse(why, place,
                      "This log is empty; it begins with the line \"anden log 1\".");
    place = place_of(r, &line, line.at);
    first = take_word(&line);
    second = take_word(&line);
    number = take_word(&line);
    if (!text_is(first.at, first.n, "anden") || !text_is(second.at, second.n, "log") ||
        !word_number(&number, &format))
        return refuse(why, place,
                      "This is no log: a log begins with the line \"anden log 1\".");
    if (format != LOG_FORMAT)
        return refuse(
            why, place_of(r, &number, number.at),
            "This log has a format that this program does not know; it reads format 1.");
    return nothing_left(r, &line, why);
}

static bool read_hash(const struct log_reader *r, struct line *line, struct log_header *h,
                      struct complaint *why)
{
    struct line word = take_word(line);
    bool good = word.n == 16;

    if (word.n == 0)
        return true;
    h->hash_place = place_of(r, line, word.at);
    for (size_t i = 0; good && i < word.n; i++) {
        char c = word.at[i];
        int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;

        good = digit >= 0;
        h->hash = h->hash << 4 | (uint64_t)(digit & 15);
    }
    if (!good)
        return refuse(why, h->hash_place,
                      "The hash of a board has 16 hexadecimal digits; it may be left out.");
    return nothing_left(r, line, why);
}

bool log_is_name(const char *s, size_t n)
{
    if (n == 0 || n >= NAME_SIZE)
        return false;
    for (size_t i = 0; i < n;) {
        uint32_t code;
        size_t length = text_decode(s + i, n - i, &code);

        if (length == 0 || (unsigned char)s[i] < 0x20 || s[i] == 0x7F)
            return false;
        if (length == 2 && s[i] == '\xC2' && (unsigned char)s[i + 1] < 0xA0)
            return false; /* U+0080 to U+009F are control characters too */
        i += length;
    }
    return true;
}

/* A name: in quotes, with \" and \\ for a quote and a backslash, or as it stands. Returns its
 * length, 0 if it is none or too long. */
static size_t take_name(struct line *line, char *name)
{
    bool quoted = line->n && *line->at == '"';
    bool closed = !quoted;
    size_t n = 0;

    if (quoted) {
        line->at++;
        line->n--;
    }
    while (line->n) {
        char c = *line->at++;

        line->n--;
        if (quoted && c == '"') {
            closed = true;
            break;
        }
        if (quoted && c == '\\' && line->n) {
            c = *line->at++;
            line->n--;
        }
        if (n == NAME_SIZE - 1)
            return 0;
        name[n++] = c;
    }
    skip_blanks(line);
    name[n] = '\0';
    return closed ? n : 0;
}

static bool read_name(const struct log_reader *r, struct line *line, struct log_header *h,
                      struct complaint *why)
{
    struct line word = take_word(line);
    struct log_place place = place_of(r, line, line->at);
    char name[NAME_SIZE];
    uint32_t seat;

    if (!word_number(&word, &seat) || seat < 1 || seat > SEATS_MAX)
        return refuse(
            why, place_of(r, line, word.at),
            "The number of a seat is missing here: write for example \"name 1 Ana\".");
    if (h->name[seat - 1][0])
        return refuse(why, place_of(r, line, word.at), "This seat has a name already.");
    if (!log_is_name(name, take_name(line, name)))
        return refuse(why, place,
                      "A name of 1 to 39 bytes is expected here, in quotes if it has blanks.");
    h->name_place[seat - 1] = place;
    __builtin_memcpy(h->name[seat - 1], name, NAME_SIZE);
    return nothing_left(r, line, why);
}

static bool read_option(const struct log_reader *r, struct line *line, struct log_header *h,
                        struct complaint *why)
{
    struct log_option *option = &h->option[h->options];

    if (h->options == OPTIONS_MAX)
        return refuse(why, place_of(r, line, line->at),
                      "There are more options than games have.");
    option->place = place_of(r, line, line->at);
    if (!take_id(r, line, option->name, why))
        return false;
    for (uint32_t i = 0; i < h->options; i++)
        if (text_equal(h->option[i].name, option->name))
            return refuse(why, option->place, "This option has been given already.");
    option->value_place = place_of(r, line, line->at);
    h->options++;
    return last_number(r, line, "option first 1", &option->value, why);
}

/* Words that begin a header line, in the order of enum log_field, then those without a place. */
enum { WORD_NAME = LOG_FIELDS, WORD_OPTION, WORD_NONE };

static uint32_t header_word(const struct line *word)
{
    static const char *const words[] = {"game", "board", "rules", "seats", "name", "option"};
    uint32_t i = 0;

    while (i < WORD_NONE && !text_is(word->at, word->n, words[i]))
        i++;
    return i;
}

static bool read_header_line(const struct log_reader *r, uint32_t which, struct line *line,
                             struct log_header *h, struct complaint *why)
{
    switch (which) {
    case LOG_GAME:
        return take_id(r, line, h->game, why) && nothing_left(r, line, why);
    case LOG_BOARD:
        return take_id(r, line, h->board, why) && read_hash(r, line, h, why);
    case LOG_RULES:
        return last_number(r, line, "rules 1", &h->rules, why);
    case LOG_SEATS:
        return last_number(r, line, "seats 2", &h->seats, why);
    case WORD_NAME:
        return read_name(r, line, h, why);
    default:
        return read_option(r, line, h, why);
    }
}

/* What a header must have, whatever the board. */
static bool header_is_whole(struct log_header *h, struct log_place end, struct complaint *why)
{
    if (!h->place[LOG_GAME].line)
        return refuse(why, end,
                      "The header does not say which game: write \"game europe\" or "
                      "another name before the first event.");
    if (!h->place[LOG_SEATS].line)
        return refuse(why, end,
                      "The header does not say how many seats: write \"seats 2\" or "
                      "another number before the first event.");
    if (h->seats < 1 || h->seats > SEATS_MAX)
        return refuse(why, h->place[LOG_SEATS], "No game has so many seats.");
    for (uint32_t seat = h->seats; seat < SEATS_MAX; seat++)
        if (h->name[seat][0])
            return refuse(why, h->name_place[seat], "This game has fewer seats than that.");
    if (!h->place[LOG_BOARD].line)
        __builtin_memcpy(h->board, h->game, ID_SIZE);
    if (!text_equal(h->board, h->game))
        return refuse(why, h->place[LOG_BOARD],
                      "The board is not that of the game; both lines have the same name.");
    return true;
}

static bool too_long(const struct log_reader *r, const struct line *line, struct complaint *why)
{
    if (line->n <= LOG_LINE_MAX)
        return false;
    refuse(why, place_of(r, line, line->at), "This line is too long for an event of a log.");
    return true;
}

bool log_read_header(struct log_reader *r, struct log_header *h, struct complaint *why)
{
    struct log_reader before;
    struct log_place end;
    struct line line;

    *h = (struct log_header){0};
    if (!read_first_line(r, why))
        return false;
    while (before = *r, next_line(r, &line)) {
        struct line rest = line;
        struct line word = take_word(&rest);
        uint32_t which = header_word(&word);

        if (which == WORD_NONE)
            break;
        if (too_long(r, &line, why))
            return false;
        if (which < LOG_FIELDS && h->place[which].line)
            return refuse(why, place_of(r, &line, line.at),
                          "The header has said this already.");
        if (which < LOG_FIELDS)
            h->place[which] = place_of(r, &line, rest.at);
        if (!read_header_line(r, which, &rest, h, why))
            return false;
    }
    end = (struct log_place){r->line, 1};
    *r = before;
    return header_is_whole(h, end, why);
}

static bool set_option(const struct log_option *option, struct match *m, struct complaint *why)
{
    uint32_t i = option_index(m->rules, option->name, text_length(option->name));
    const struct option *known;
    struct text t;

    if (i >= OPTIONS_MAX)
        return refuse(why, option->place, "This game has no such option.");
    known = &m->rules->option[i];
    if (option->value >= known->min && option->value <= known->max) {
        m->option[i] = (uint8_t)option->value;
        return true;
    }
    t = blame(why, option->value_place);
    text_put(&t, "The option ");
    text_put(&t, option->name);
    text_put(&t, " takes a number from ");
    text_number(&t, known->min);
    text_put(&t, " to ");
    text_number(&t, known->max);
    text_put(&t, ".");
    return false;
}

bool log_match(const struct log_header *h, const struct board *board, struct match *m,
               struct complaint *why)
{
    if (!text_equal(h->board, board->id))
        return refuse(why, h->place[h->place[LOG_BOARD].line ? LOG_BOARD : LOG_GAME],
                      "The log was played on another board than this.");
    if (h->hash && h->hash != board->hash)
        return refuse(why, h->hash_place,
                      "The log was played on another edition of this board: its hash differs. "
                      "Leave the hash out to replay it here all the same.");
    if (h->rules && h->rules != RULES_REVISION)
        return refuse(why, h->place[LOG_RULES],
                      "The log follows another revision of the rules than this program. Leave "
                      "the line out to replay it here all the same.");
    *m = match_of(board, h->seats);
    for (uint32_t i = 0; i < h->options; i++)
        if (!set_option(&h->option[i], m, why))
            return false;
    if (!m->rules->check(m, why)) {
        why->line = h->place[LOG_SEATS].line;
        why->column = h->place[LOG_SEATS].column;
        return false;
    }
    return true;
}

/* Takes "1:" off a line and compares it with the seat that acts. */
static bool check_seat(const struct log_reader *r, const struct match *m, uint32_t actor,
                       struct line *line, struct complaint *why)
{
    uint32_t seat;
    size_t digits = text_digits(line->at, line->n, &seat);
    struct text t;

    if (!digits || digits == line->n || line->at[digits] != ':')
        return true;
    if (actor < m->seats && seat == actor + 1) {
        line->at += digits + 1;
        line->n -= digits + 1;
        skip_blanks(line);
        return true;
    }
    t = blame(why, place_of(r, line, line->at));
    if (actor == NATURE) {
        text_put(&t, "Chance acts here, so the line has no seat: write \"deal ...\", "
                     "\"ticket ...\" or what else chance does, without a number before it.");
    } else {
        text_put(&t, "It is the turn of seat ");
        text_number(&t, actor + 1);
        text_put(&t, ", not of seat ");
        text_number(&t, seat);
        text_put(&t, ".");
    }
    return false;
}

/* Reads "118 -5" and compares it with the sheet. */
static bool check_result(struct log_reader *r, const struct match *m, const struct state *s,
                         struct line *line, struct complaint *why)
{
    struct log_place place = place_of(r, line, line->start);
    struct sheet sheet;

    if (m->rules->actor(m, s) != NOBODY)
        return refuse(why, place, "The game is not over yet, so it has no result.");
    m->rules->score(m, s, &sheet);
    for (uint32_t seat = 0; seat < m->seats; seat++) {
        struct line word = take_word(line);
        struct line digits = word;
        bool negative = word.n && *word.at == '-';
        uint32_t size = 0;
        struct text t;

        digits.at += negative;
        digits.n -= negative;
        if (!word_number(&digits, &size))
            return refuse(why, place_of(r, line, word.at),
                          "The result has one whole number for each seat.");
        if ((negative ? -(int64_t)size : (int64_t)size) == sheet.seat[seat].total)
            continue;
        t = blame(why, place_of(r, line, word.at));
        text_put(&t, "The result says ");
        text_some(&t, word.at, word.n < 12 ? word.n : 12);
        text_put(&t, " for seat ");
        text_number(&t, seat + 1);
        text_put(&t, ", but the game gives ");
        text_number(&t, sheet.seat[seat].total);
        text_put(&t, ".");
        return false;
    }
    if (line->n)
        return refuse(why, place_of(r, line, line->at),
                      "The result has one whole number for each seat, and this is one more.");
    r->ended = true;
    return true;
}

/* Reads and applies the event of a line from which the seat has been taken. */
static bool do_event(const struct log_reader *r, const struct match *m, const struct line *line,
                     struct state *s, event_t *e, struct complaint *why)
{
    struct log_place place = place_of(r, line, line->at);

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

enum log_step log_next(struct log_reader *r, const struct match *m, struct state *s, event_t *e,
                       struct complaint *why)
{
    uint32_t actor = m->rules->actor(m, s);
    struct line line, rest, word;
    struct log_place place;

    *e = EVENT_NONE;
    if (!next_line(r, &line))
        return LOG_END;
    place = place_of(r, &line, line.at);
    if (too_long(r, &line, why))
        return LOG_BAD;
    rest = line;
    word = take_word(&rest);
    if (r->ended) {
        refuse(why, place, "Nothing can follow the result; a comment begins with #.");
        return LOG_BAD;
    }
    if (text_is(word.at, word.n, "result")) {
        if (!check_result(r, m, s, &rest, why))
            return LOG_BAD;
        return log_next(r, m, s, e, why); /* once: the result has ended the log */
    }
    if (header_word(&word) != WORD_NONE) {
        refuse(why, place, "Lines of the header come before the first event.");
        return LOG_BAD;
    }
    if (actor == NOBODY) {
        refuse(why, place, "The game is over: only the result can follow.");
        return LOG_BAD;
    }
    if (!check_seat(r, m, actor, &line, why) || !do_event(r, m, &line, s, e, why))
        return LOG_BAD;
    r->events++;
    return LOG_EVENT;
}
