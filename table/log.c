/*
 * Reading the header of a log: see log.h. It is read by keyword, in any order; the first line with
 * another word begins the events. Nothing is trusted: every line has a limit and is checked.
 */
#include "log_lines.h"

void log_open(struct log_reader *r, const char *text, size_t size)
{
    *r = (struct log_reader){.text = text, .size = size};
    struct reader in = log_reading(r, 0);

    skip_byte_order(&in);
    log_reached(r, &in);
}

/* An id: lower-case letters, digits, - and _, shorter than ID_SIZE. */
static bool take_id(struct reader *r, char *id)
{
    struct word word = read_plain(r);
    bool good = word.n > 0 && word.n < ID_SIZE;

    for (size_t i = 0; good && i < word.n; i++)
        good = (word.at[i] >= 'a' && word.at[i] <= 'z') || word.at[i] == '-' ||
               (word.at[i] >= '0' && word.at[i] <= '9') || word.at[i] == '_';
    if (!good)
        return read_refuse(
            r, spot_word(r, &word),
            "A name of at most 23 small letters, digits and hyphens is expected here.");
    __builtin_memcpy(id, word.at, word.n);
    id[word.n] = '\0';
    return true;
}

static bool read_first_line(struct reader *r)
{
    struct word first, second, number;
    uint32_t format;

    if (!log_line(r))
        return read_refuse(r, spot_line(1),
                           "This log is empty; it begins with the line \"anden log 1\".");
    first = read_plain(r);
    second = read_plain(r);
    number = read_plain(r);
    if (!word_is(&first, "anden") || !word_is(&second, "log") || !log_number(&number, &format))
        return read_refuse(r, spot_word(r, &first),
                           "This is not a log: a log begins with the line \"anden log 1\".");
    if (format != LOG_FORMAT)
        return read_refuse(
            r, spot_word(r, &number),
            "This log has a format that this program does not know; it reads format 1.");
    return log_ends(r);
}

static bool read_hash(struct reader *r, struct log_header *h)
{
    uint8_t bytes[8];

    if (r->at == r->length)
        return true;
    h->hash_place = spot_here(r);
    if (!log_hex(r, bytes, sizeof bytes))
        return read_refuse(
            r, h->hash_place,
            "The hash of a board has 16 hexadecimal digits; it may be left out.");
    for (size_t i = 0; i < sizeof bytes; i++)
        h->hash = h->hash << 8 | bytes[i];
    return log_ends(r);
}

static bool read_seed_hash(struct reader *r, struct log_header *h)
{
    struct text_spot place = spot_here(r);

    if (!log_hex(r, h->seed_hash, sizeof h->seed_hash))
        return read_refuse(r, place, "The hash of a seed has 64 hexadecimal digits.");
    return log_ends(r);
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
static size_t take_name(struct reader *r, char *name)
{
    bool quoted = r->at < r->length && r->line[r->at] == '"';
    bool closed = !quoted;
    size_t n = 0;

    r->at += quoted;
    while (r->at < r->length) {
        char c = r->line[r->at++];

        if (quoted && c == '"') {
            closed = true;
            break;
        }
        if (quoted && c == '\\' && r->at < r->length)
            c = r->line[r->at++];
        if (n == NAME_SIZE - 1)
            return 0;
        name[n++] = c;
    }
    read_blanks(r);
    name[n] = '\0';
    return closed ? n : 0;
}

/* The seat that a line of the header is about, from 1. */
static bool take_seat(struct reader *r, const char *example, uint32_t *seat)
{
    struct word word = read_plain(r);

    if (log_number(&word, seat) && *seat >= 1 && *seat <= SEATS_MAX)
        return true;
    return READ_WRONG(r, spot_word(r, &word),
                      "The number of a seat is missing here: write for example \"{0}\".",
                      say_text(example));
}

static bool read_name(struct reader *r, struct log_header *h)
{
    struct text_spot first = spot_here(r), place;
    char name[NAME_SIZE];
    uint32_t seat;

    if (!take_seat(r, "name 1 Ana", &seat))
        return false;
    place = spot_here(r);
    if (h->name[seat - 1][0])
        return read_refuse(r, first, "This seat has a name already.");
    if (!log_is_name(name, take_name(r, name)))
        return READ_WRONG(
            r, place, "A name of 1 to {0} bytes is expected here, in quotes if it has blanks.",
            say_number(NAME_SIZE - 1));
    h->name_place[seat - 1] = place;
    __builtin_memcpy(h->name[seat - 1], name, NAME_SIZE);
    return log_ends(r);
}

static bool read_player(struct reader *r, struct log_header *h)
{
    struct text_spot first = spot_here(r), place;
    struct word word;
    uint32_t seat;

    if (!take_seat(r, "player 1 human", &seat))
        return false;
    if (h->player[seat - 1][0])
        return read_refuse(r, first, "This seat has a player already.");
    place = spot_here(r);
    word = read_plain(r);
    if (word.n == 0 || word.n >= LOG_PLAYER)
        return read_refuse(r, place,
                           "A player is expected here: human, or one of the program's.");
    h->player_place[seat - 1] = place;
    __builtin_memcpy(h->player[seat - 1], word.at, word.n);
    return log_ends(r);
}

static bool read_option(struct reader *r, struct log_header *h)
{
    struct log_option *option = &h->option[h->options];

    if (h->options == OPTIONS_MAX)
        return read_refuse(r, spot_here(r), "There are more options than games have.");
    option->place = spot_here(r);
    if (!take_id(r, option->name))
        return false;
    for (uint32_t i = 0; i < h->options; i++)
        if (text_equal(h->option[i].name, option->name))
            return read_refuse(r, option->place, "This option has been given already.");
    option->value_place = spot_here(r);
    h->options++;
    return log_last_number(r, "option first 1", &option->value);
}

static bool read_number_seed(struct reader *r, struct log_header *h)
{
    struct word word = read_plain(r);

    if (!text_digits64(word.at, word.n, &h->seed))
        return read_refuse(
            r, spot_word(r, &word),
            "A seed in the header is a whole number: write for example \"seed 7\".");
    return log_ends(r);
}

/* Words that begin a header line, in the order of enum log_field, then those whose places are
 * not kept. */
enum { WORD_NAME = LOG_FIELDS, WORD_PLAYER, WORD_OPTION, WORD_NONE };

static uint32_t header_word(const struct word *word)
{
    static const char *const words[] = {"game", "board", "rules",  "seats", "seed-hash",
                                        "seed", "name",  "player", "option"};
    uint32_t i = 0;

    while (i < WORD_NONE && !word_is(word, words[i]))
        i++;
    return i;
}

bool log_is_header_word(const struct word *word)
{
    return header_word(word) != WORD_NONE;
}

static bool read_header_line(struct reader *r, uint32_t which, struct log_header *h)
{
    switch (which) {
    case LOG_GAME:
        return take_id(r, h->game) && log_ends(r);
    case LOG_BOARD:
        return take_id(r, h->board) && read_hash(r, h);
    case LOG_RULES:
        return log_last_number(r, "rules 1", &h->rules);
    case LOG_SEATS:
        return log_last_number(r, "seats 2", &h->seats);
    case LOG_SEED_HASH:
        return read_seed_hash(r, h);
    case LOG_SEED:
        return read_number_seed(r, h);
    case WORD_NAME:
        return read_name(r, h);
    case WORD_PLAYER:
        return read_player(r, h);
    default:
        return read_option(r, h);
    }
}

/* Checks for the lines that every header needs. */
static bool header_is_whole(struct reader *r, struct log_header *h, struct text_spot end)
{
    if (!h->place[LOG_GAME].line)
        return read_refuse(r, end,
                           "The header does not say which game: write \"game europe\" or "
                           "another name before the first event.");
    if (!h->place[LOG_SEATS].line)
        return read_refuse(r, end,
                           "The header does not say how many seats: write \"seats 2\" or "
                           "another number before the first event.");
    if (h->seats < 1 || h->seats > SEATS_MAX)
        return read_refuse(r, h->place[LOG_SEATS], "No game has so many seats.");
    for (uint32_t seat = h->seats; seat < SEATS_MAX; seat++)
        if (h->name[seat][0] || h->player[seat][0])
            return read_refuse(r,
                               h->name[seat][0] ? h->name_place[seat] : h->player_place[seat],
                               "This game has fewer seats than that.");
    if (!h->place[LOG_BOARD].line)
        __builtin_memcpy(h->board, h->game, ID_SIZE);
    if (!text_equal(h->board, h->game))
        return read_refuse(r, h->place[LOG_BOARD],
                           "The board is not that of the game; both lines have the same name.");
    return true;
}

static bool read_header(struct reader *r, struct log_header *h)
{
    struct reader before;
    struct text_spot end;

    while (before = *r, log_line(r)) {
        struct word word = read_plain(r);
        uint32_t which = header_word(&word);

        if (which == WORD_NONE || (which == LOG_SEED && r->length - r->at >= 2 * SEED_SIZE))
            break; /* an event, or the seed that ends the log of a table */
        if (!log_short(r, &word))
            return false;
        if (which < LOG_FIELDS && h->place[which].line)
            return read_refuse(r, spot_word(r, &word), "The header has said this already.");
        if (which < LOG_FIELDS)
            h->place[which] = spot_here(r);
        if (!read_header_line(r, which, h))
            return false;
    }
    end = spot_line(r->number);
    *r = before;
    return header_is_whole(r, h, end);
}

bool log_read_header(struct log_reader *r, struct log_header *h, struct complaint *why)
{
    struct reader in = log_reading(r, why);

    *h = (struct log_header){0};
    if (!read_first_line(&in) || !read_header(&in, h))
        return false;
    log_reached(r, &in);
    return true;
}

static bool set_option(struct reader *r, const struct log_option *option, struct match *m)
{
    uint32_t i = option_index(m->rules, option->name, text_length(option->name));
    const struct option *known;

    if (i >= OPTIONS_MAX)
        return read_refuse(r, option->place, "This game has no such option.");
    known = &m->rules->option[i];
    if (option->value >= known->min && option->value <= known->max) {
        m->option[i] = (uint8_t)option->value;
        return true;
    }
    return READ_WRONG(r, option->value_place, "The option {0} takes a number from {1} to {2}.",
                      say_text(known->name), say_number(known->min), say_number(known->max));
}

bool log_match(const struct log_header *h, const struct board *board, struct match *m,
               struct complaint *why)
{
    struct reader *r = &(struct reader){.code = CODE("log_syntax"), .why = why};

    if (!text_equal(h->board, board->id))
        return read_refuse(r, h->place[h->place[LOG_BOARD].line ? LOG_BOARD : LOG_GAME],
                           "The log was played on another board than this.");
    if (h->hash_place.line && h->hash != board->hash)
        return read_refuse(r, h->hash_place,
                           "The log was played on another edition of this board: its hash "
                           "differs. Leave the hash out to replay it here anyway.");
    if (h->place[LOG_RULES].line && h->rules != RULES_REVISION)
        return read_refuse(r, h->place[LOG_RULES],
                           "The log follows another revision of the rules than this program. "
                           "Leave the line out to replay it here anyway.");
    *m = match_of(board, h->seats);
    for (uint32_t i = 0; i < h->options; i++)
        if (!set_option(r, &h->option[i], m))
            return false;
    if (!m->rules->check(m, why)) {
        why->line = h->place[LOG_SEATS].line;
        why->column = h->place[LOG_SEATS].column;
        return false;
    }
    return true;
}
