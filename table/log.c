/*
 * Reading the header of a log: see log.h. It is read by keyword, in any order; the first line with
 * another word begins the events. Nothing is trusted: every line has a limit and is checked.
 */
#include "log_lines.h"

void log_open(struct log_reader *r, const char *text, size_t size)
{
    *r = (struct log_reader){.text = text, .size = size};
    if (size >= 3 && __builtin_memcmp(text, "\xEF\xBB\xBF", 3) == 0) {
        r->text += 3;
        r->size -= 3;
    }
}

/* An id: lower-case letters, digits, - and _, shorter than ID_SIZE. */
static bool take_id(const struct log_reader *r, struct line *line, char *id,
                    struct complaint *why)
{
    struct line word = line_word(line);
    bool good = word.n > 0 && word.n < ID_SIZE;

    for (size_t i = 0; good && i < word.n; i++)
        good = (word.at[i] >= 'a' && word.at[i] <= 'z') || word.at[i] == '-' ||
               (word.at[i] >= '0' && word.at[i] <= '9') || word.at[i] == '_';
    if (!good)
        return line_refuse(
            why, line_place(r, line, word.at),
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

    if (!line_next(r, &line))
        return line_refuse(why, place,
                           "This log is empty; it begins with the line \"anden log 1\".");
    place = line_place(r, &line, line.at);
    first = line_word(&line);
    second = line_word(&line);
    number = line_word(&line);
    if (!text_is(first.at, first.n, "anden") || !text_is(second.at, second.n, "log") ||
        !line_number(&number, &format))
        return line_refuse(why, place,
                           "This is not a log: a log begins with the line \"anden log 1\".");
    if (format != LOG_FORMAT)
        return line_refuse(
            why, line_place(r, &number, number.at),
            "This log has a format that this program does not know; it reads format 1.");
    return line_ends(r, &line, why);
}

static bool read_hash(const struct log_reader *r, struct line *line, struct log_header *h,
                      struct complaint *why)
{
    struct line word = line_word(line);
    struct line digits = word;
    uint8_t bytes[8];

    if (word.n == 0)
        return true;
    h->hash_place = line_place(r, line, word.at);
    if (!line_hex(&digits, bytes, sizeof bytes))
        return line_refuse(
            why, h->hash_place,
            "The hash of a board has 16 hexadecimal digits; it may be left out.");
    for (size_t i = 0; i < sizeof bytes; i++)
        h->hash = h->hash << 8 | bytes[i];
    return line_ends(r, line, why);
}

static bool read_seed_hash(const struct log_reader *r, struct line *line, struct log_header *h,
                           struct complaint *why)
{
    const char *start = line->at;

    if (!line_hex(line, h->seed_hash, sizeof h->seed_hash))
        return line_refuse(why, line_place(r, line, start),
                           "The hash of a seed has 64 hexadecimal digits.");
    return line_ends(r, line, why);
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

/* A name: in quotes, with \" and \\ for a quote and a backslash, or without quotes. Returns its
 * length, 0 if it is not a name or too long. */
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
    line_skip_blanks(line);
    name[n] = '\0';
    return closed ? n : 0;
}

/* The seat that a line of the header is about, from 1. */
static bool take_seat(const struct log_reader *r, struct line *line, const char *example,
                      uint32_t *seat, struct complaint *why)
{
    struct line word = line_word(line);

    if (line_number(&word, seat) && *seat >= 1 && *seat <= SEATS_MAX)
        return true;
    return LINE_WRONG(why, line_place(r, line, word.at),
                      "The number of a seat is missing here: write for example \"{0}\".",
                      say_text(example));
}

static bool read_name(const struct log_reader *r, struct line *line, struct log_header *h,
                      struct complaint *why)
{
    struct log_place first = line_place(r, line, line->at), place;
    char name[NAME_SIZE];
    uint32_t seat;

    if (!take_seat(r, line, "name 1 Ana", &seat, why))
        return false;
    place = line_place(r, line, line->at);
    if (h->name[seat - 1][0])
        return line_refuse(why, first, "This seat has a name already.");
    if (!log_is_name(name, take_name(line, name)))
        return LINE_WRONG(
            why, place,
            "A name of 1 to {0} bytes is expected here, in quotes if it has blanks.",
            say_number(NAME_SIZE - 1));
    h->name_place[seat - 1] = place;
    __builtin_memcpy(h->name[seat - 1], name, NAME_SIZE);
    return line_ends(r, line, why);
}

static bool read_player(const struct log_reader *r, struct line *line, struct log_header *h,
                        struct complaint *why)
{
    struct log_place first = line_place(r, line, line->at), place;
    struct line word;
    uint32_t seat;

    if (!take_seat(r, line, "player 1 human", &seat, why))
        return false;
    if (h->player[seat - 1][0])
        return line_refuse(why, first, "This seat has a player already.");
    place = line_place(r, line, line->at);
    word = line_word(line);
    if (word.n == 0 || word.n >= LOG_PLAYER)
        return line_refuse(why, place,
                           "A player is expected here: human, or one of the program's.");
    h->player_place[seat - 1] = place;
    __builtin_memcpy(h->player[seat - 1], word.at, word.n);
    return line_ends(r, line, why);
}

static bool read_option(const struct log_reader *r, struct line *line, struct log_header *h,
                        struct complaint *why)
{
    struct log_option *option = &h->option[h->options];

    if (h->options == OPTIONS_MAX)
        return line_refuse(why, line_place(r, line, line->at),
                           "There are more options than games have.");
    option->place = line_place(r, line, line->at);
    if (!take_id(r, line, option->name, why))
        return false;
    for (uint32_t i = 0; i < h->options; i++)
        if (text_equal(h->option[i].name, option->name))
            return line_refuse(why, option->place, "This option has been given already.");
    option->value_place = line_place(r, line, line->at);
    h->options++;
    return line_last_number(r, line, "option first 1", &option->value, why);
}

static bool read_number_seed(const struct log_reader *r, struct line *line,
                             struct log_header *h, struct complaint *why)
{
    const char *start = line->at;

    if (!line_number64(line, &h->seed))
        return line_refuse(
            why, line_place(r, line, start),
            "A seed in the header is a whole number: write for example \"seed 7\".");
    return line_ends(r, line, why);
}

/* Words that begin a header line, in the order of enum log_field, then those whose places are
 * not kept. */
enum { WORD_NAME = LOG_FIELDS, WORD_PLAYER, WORD_OPTION, WORD_NONE };

static uint32_t header_word(const struct line *word)
{
    static const char *const words[] = {"game", "board", "rules",  "seats", "seed-hash",
                                        "seed", "name",  "player", "option"};
    uint32_t i = 0;

    while (i < WORD_NONE && !text_is(word->at, word->n, words[i]))
        i++;
    return i;
}

bool log_is_header_word(const struct line *word)
{
    return header_word(word) != WORD_NONE;
}

static bool read_header_line(const struct log_reader *r, uint32_t which, struct line *line,
                             struct log_header *h, struct complaint *why)
{
    switch (which) {
    case LOG_GAME:
        return take_id(r, line, h->game, why) && line_ends(r, line, why);
    case LOG_BOARD:
        return take_id(r, line, h->board, why) && read_hash(r, line, h, why);
    case LOG_RULES:
        return line_last_number(r, line, "rules 1", &h->rules, why);
    case LOG_SEATS:
        return line_last_number(r, line, "seats 2", &h->seats, why);
    case LOG_SEED_HASH:
        return read_seed_hash(r, line, h, why);
    case LOG_SEED:
        return read_number_seed(r, line, h, why);
    case WORD_NAME:
        return read_name(r, line, h, why);
    case WORD_PLAYER:
        return read_player(r, line, h, why);
    default:
        return read_option(r, line, h, why);
    }
}

/* Checks for the lines that every header needs. */
static bool header_is_whole(struct log_header *h, struct log_place end, struct complaint *why)
{
    if (!h->place[LOG_GAME].line)
        return line_refuse(why, end,
                           "The header does not say which game: write \"game europe\" or "
                           "another name before the first event.");
    if (!h->place[LOG_SEATS].line)
        return line_refuse(why, end,
                           "The header does not say how many seats: write \"seats 2\" or "
                           "another number before the first event.");
    if (h->seats < 1 || h->seats > SEATS_MAX)
        return line_refuse(why, h->place[LOG_SEATS], "No game has so many seats.");
    for (uint32_t seat = h->seats; seat < SEATS_MAX; seat++)
        if (h->name[seat][0] || h->player[seat][0])
            return line_refuse(why,
                               h->name[seat][0] ? h->name_place[seat] : h->player_place[seat],
                               "This game has fewer seats than that.");
    if (!h->place[LOG_BOARD].line)
        __builtin_memcpy(h->board, h->game, ID_SIZE);
    if (!text_equal(h->board, h->game))
        return line_refuse(why, h->place[LOG_BOARD],
                           "The board is not that of the game; both lines have the same name.");
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
    while (before = *r, line_next(r, &line)) {
        struct line rest = line;
        struct line word = line_word(&rest);
        uint32_t which = header_word(&word);

        if (which == WORD_NONE || (which == LOG_SEED && rest.n >= 2 * SEED_SIZE))
            break; /* an event, or the seed that ends the log of a table */
        if (line_too_long(r, &line, why))
            return false;
        if (which < LOG_FIELDS && h->place[which].line)
            return line_refuse(why, line_place(r, &line, line.at),
                               "The header has said this already.");
        if (which < LOG_FIELDS)
            h->place[which] = line_place(r, &line, rest.at);
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

    if (i >= OPTIONS_MAX)
        return line_refuse(why, option->place, "This game has no such option.");
    known = &m->rules->option[i];
    if (option->value >= known->min && option->value <= known->max) {
        m->option[i] = (uint8_t)option->value;
        return true;
    }
    return LINE_WRONG(why, option->value_place,
                      "The option {0} takes a number from {1} to {2}.", say_text(known->name),
                      say_number(known->min), say_number(known->max));
}

bool log_match(const struct log_header *h, const struct board *board, struct match *m,
               struct complaint *why)
{
    if (!text_equal(h->board, board->id))
        return line_refuse(why, h->place[h->place[LOG_BOARD].line ? LOG_BOARD : LOG_GAME],
                           "The log was played on another board than this.");
    if (h->hash_place.line && h->hash != board->hash)
        return line_refuse(why, h->hash_place,
                           "The log was played on another edition of this board: its hash "
                           "differs. Leave the hash out to replay it here anyway.");
    if (h->place[LOG_RULES].line && h->rules != RULES_REVISION)
        return line_refuse(why, h->place[LOG_RULES],
                           "The log follows another revision of the rules than this program. "
                           "Leave the line out to replay it here anyway.");
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
