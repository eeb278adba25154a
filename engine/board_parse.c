/*
 * The board file: lines, words, numbers and names, and the statements that all families share.
 * The statements of the routes family are read in routes/board_read.c. The format is explained in
 * boards/README.md. Does no input or output, allocates nothing, goes over the text once.
 */
#include "board_read.h"

/* Lines and words. */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* A complaint about the byte `where` of the current line. */
static struct text wrong_at(struct reader *r, size_t where)
{
    struct text t = complain(r->why, "");
    r->why->line = r->number;
    r->why->column = text_characters(r->line, where < r->length ? where : r->length) + 1;
    return t;
}

struct text read_wrong(struct reader *r, const struct word *w)
{
    return wrong_at(r, w->where);
}

struct text read_wrong_here(struct reader *r)
{
    size_t end = r->at < r->length ? r->at : r->length;
    while (end > 0 && is_blank(r->line[end - 1]))
        end--;
    return wrong_at(r, end);
}

struct text read_wrong_after(struct reader *r, size_t at)
{
    while (at < r->length && is_blank(r->line[at]))
        at++;
    return wrong_at(r, at);
}

struct text read_wrong_line(struct reader *r, uint32_t line)
{
    struct text t = complain(r->why, "");
    r->why->line = line;
    r->why->column = 1;
    return t;
}

/* Is every character of the line one that may be there? */
static bool check_characters(struct reader *r)
{
    for (size_t i = 0; i < r->length;) {
        uint32_t c = 0;
        size_t used = text_decode(r->line + i, r->length - i, &c);
        if (!used) {
            struct text t = wrong_at(r, i);
            text_put(&t, "This is not valid UTF-8; save the file as UTF-8.");
            return false;
        }
        if ((c < 0x20 && c != '\t') || (c >= 0x7F && c < 0xA0)) {
            struct text t = wrong_at(r, i);
            text_put(&t, "A control character is not allowed here.");
            return false;
        }
        i += used;
    }
    return true;
}

bool read_line(struct reader *r, bool *end)
{
    *end = r->next >= r->size;
    if (*end)
        return false;
    size_t from = r->next, to = from;
    while (to < r->size && r->text[to] != '\n')
        to++;
    r->next = to + 1;
    if (to > from && r->text[to - 1] == '\r')
        to--;
    r->line = r->text + from;
    r->length = to - from;
    r->at = 0;
    r->number++;
    return check_characters(r);
}

bool read_on(struct reader *r)
{
    if (r->room == 0)
        return false;
    if (++r->complaints < r->room)
        r->why++;
    return true;
}

bool read_lines(struct reader *r, bool (*statement)(void *context, const struct word *w),
                void *context)
{
    bool end = false;
    while (!end) {
        struct word w;
        bool good = read_line(r, &end) && read_word(r, &w) && (!w.at || statement(context, &w));
        if (!good && !end && !read_on(r))
            return false;
    }
    return true;
}

bool read_more(const struct reader *r)
{
    size_t i = r->at;
    while (i < r->length && is_blank(r->line[i]))
        i++;
    return i < r->length && r->line[i] != '#';
}

bool read_word(struct reader *r, struct word *w)
{
    while (r->at < r->length && is_blank(r->line[r->at]))
        r->at++;
    *w = (struct word){.where = r->at};
    if (!read_more(r))
        return true;
    size_t from = r->at, to;
    w->quoted = r->line[from] == '"';
    if (w->quoted) {
        to = ++from;
        while (to < r->length && r->line[to] != '"')
            to++;
        if (to == r->length) {
            struct text t = read_wrong(r, w);
            text_put(&t, "The quotation mark that opens here is not closed on this line.");
            return false;
        }
        r->at = to + 1;
        if (r->at < r->length && !is_blank(r->line[r->at])) {
            struct text t = wrong_at(r, r->at);
            text_put(&t, "After a closing quotation mark there must be a blank.");
            return false;
        }
    } else {
        to = from;
        while (to < r->length && !is_blank(r->line[to]))
            to++;
        r->at = to;
    }
    w->at = r->line + from;
    w->n = to - from;
    return true;
}

bool read_some(struct reader *r, const char *what, struct word *w)
{
    size_t before = r->at;
    if (!read_word(r, w))
        return false;
    if (w->at)
        return true;
    r->at = before;
    struct text t = read_wrong_here(r);
    text_put(&t, what);
    text_put(&t, " is missing here.");
    return false;
}

bool read_end(struct reader *r)
{
    struct word w;
    if (!read_word(r, &w))
        return false;
    if (!w.at)
        return true;
    struct text t = read_wrong(r, &w);
    text_put(&t, "Nothing more is expected on this line, but there is ");
    text_word(&t, &w);
    text_put(&t, ".");
    return false;
}

bool word_is(const struct word *w, const char *s)
{
    return !w->quoted && text_is(w->at, w->n, s);
}

bool word_spells(const struct word *w, const char *name)
{
    return w->n > 0 && text_spells(w->at, w->n, name) == w->n;
}

/* Writing complaints. */

void text_word(struct text *t, const struct word *w)
{
    enum { SHOWN = 40 };
    size_t n = w->n;
    if (n > SHOWN)
        for (n = SHOWN; n > 0 && ((unsigned char)w->at[n] & 0xC0) == 0x80;)
            n--;
    text_char(t, '"');
    text_some(t, w->at, n);
    text_put(t, n < w->n ? "...\"" : "\"");
}

void text_quote(struct text *t, const char *s)
{
    text_char(t, '"');
    text_put(t, s);
    text_char(t, '"');
}

void suggest(struct suggestion *s, const char *name)
{
    uint32_t d = text_distance(s->word->at, s->word->n, name);
    if (!s->best || d < s->distance) {
        s->best = name;
        s->distance = d;
    }
}

void text_suggestion(struct text *t, const struct suggestion *s)
{
    if (s->best && s->distance <= 2 + text_length(s->best) / 5 &&
        s->distance < text_length(s->best)) {
        text_put(t, "; did you mean ");
        text_quote(t, s->best);
        text_put(t, "?");
    } else {
        text_put(t, ".");
    }
}

/* Numbers and names. */

/* Writes n / 10^decimals. */
static void text_decimal(struct text *t, int32_t n, uint32_t decimals)
{
    int32_t power = decimals == 2 ? 100 : decimals == 1 ? 10 : 1;
    if (n < 0)
        text_char(t, '-');
    n = n < 0 ? -n : n;
    text_number(t, n / power);
    if (n % power) {
        text_char(t, '.');
        text_number(t, decimals == 2 ? n % power / 10 : n % power);
        if (decimals == 2 && n % 10)
            text_number(t, n % 10);
    }
}

static bool wrong_number(struct reader *r, const char *what, const struct word *w, int32_t min,
                         int32_t max, uint32_t decimals)
{
    struct text t = read_wrong(r, w);
    text_put(&t, what);
    text_put(&t, decimals ? " must be a number from " : " must be a whole number from ");
    text_decimal(&t, min, decimals);
    text_put(&t, " to ");
    text_decimal(&t, max, decimals);
    if (decimals)
        text_put(&t,
                 decimals == 1 ? " with at most one decimal" : " with at most two decimals");
    text_put(&t, ", not ");
    text_word(&t, w);
    text_put(&t, ".");
    return false;
}

/* Reads a number times 10^decimals; false if the word is not one. */
static bool decimal_of(const struct word *w, uint32_t decimals, int32_t *out)
{
    size_t i = 0;
    bool negative = w->n > 0 && w->at[0] == '-';
    i += negative;
    uint32_t whole = 0, part = 0;
    size_t digits = text_digits(w->at + i, w->n - i, &whole);
    if (!digits || whole > 100000)
        return false;
    i += digits;
    if (decimals && i < w->n && w->at[i] == '.') {
        i++;
        digits = text_digits(w->at + i, w->n - i, &part);
        if (!digits || digits > decimals)
            return false;
        i += digits;
        if (digits < decimals)
            part *= 10;
    }
    if (i != w->n || w->quoted)
        return false;
    int32_t value = (int32_t)whole * (decimals == 2 ? 100 : decimals == 1 ? 10 : 1);
    value += (int32_t)part;
    *out = negative ? -value : value;
    return true;
}

bool read_number(struct reader *r, const char *what, uint32_t min, uint32_t max, uint32_t *out)
{
    struct word w;
    int32_t value;
    if (!read_some(r, what, &w))
        return false;
    if (!decimal_of(&w, 0, &value) || value < (int32_t)min || value > (int32_t)max)
        return wrong_number(r, what, &w, (int32_t)min, (int32_t)max, 0);
    *out = (uint32_t)value;
    return true;
}

bool read_byte(struct reader *r, const char *what, uint32_t min, uint32_t max, uint8_t *out)
{
    uint32_t value = 0;
    if (!read_number(r, what, min, max, &value))
        return false;
    *out = (uint8_t)value;
    return true;
}

bool read_decimal(struct reader *r, const char *what, int32_t min, int32_t max,
                  uint32_t decimals, int16_t *out)
{
    struct word w;
    int32_t value;
    if (!read_some(r, what, &w))
        return false;
    if (!decimal_of(&w, decimals, &value) || value < min || value > max)
        return wrong_number(r, what, &w, min, max, decimals);
    *out = (int16_t)value;
    return true;
}

static bool wrong_name(struct reader *r, const struct word *w, const char *what,
                       const char *why)
{
    struct text t = read_wrong(r, w);
    text_put(&t, what);
    text_put(&t, why);
    return false;
}

bool read_name_of(struct reader *r, const struct word *w, const char *what, char out[NAME_SIZE])
{
    if (w->n == 0)
        return wrong_name(r, w, what, " must not be empty.");
    if (w->n >= NAME_SIZE)
        return wrong_name(r, w, what, " is too long: a name has at most 39 bytes.");
    for (size_t i = 0; i < w->n; i++)
        if (w->at[i] == '#' || w->at[i] == '+' || w->at[i] == '"' || w->at[i] == '\t')
            return wrong_name(r, w, what, " must not contain #, +, tabs or quotation marks.");
    char first = w->at[0];
    bool begins = (first >= '0' && first <= '9') || (first >= 'A' && first <= 'Z') ||
                  (first >= 'a' && first <= 'z') || (unsigned char)first >= 0x80;
    if (!begins || text_spells(w->at, w->n, "-") || text_spells(w->at, w->n, " "))
        return wrong_name(r, w, what, " must begin with a letter or a digit.");
    if (w->at[w->n - 1] == ' ' || w->at[w->n - 1] == '-')
        return wrong_name(r, w, what, " must not end with a blank or a hyphen.");
    __builtin_memcpy(out, w->at, w->n);
    out[w->n] = 0;
    if (!text_spells(out, w->n, out))
        return wrong_name(r, w, what, " must have letters, not accents alone.");
    return true;
}

bool read_name(struct reader *r, const char *what, char out[NAME_SIZE])
{
    struct word w;
    return read_some(r, what, &w) && read_name_of(r, &w, what, out);
}

bool read_choice(struct reader *r, const char *what, const char *const *list, uint32_t *out)
{
    struct word w;
    if (!read_some(r, what, &w))
        return false;
    for (uint32_t i = 0; list[i]; i++)
        if (word_is(&w, list[i])) {
            *out = i;
            return true;
        }
    struct suggestion s = {.word = &w};
    for (uint32_t i = 0; list[i]; i++)
        suggest(&s, list[i]);
    struct text t = read_wrong(r, &w);
    text_put(&t, what);
    text_put(&t, list[1] ? " must be one of" : " must be");
    for (uint32_t i = 0; list[i]; i++) {
        text_put(&t, i ? ", " : " ");
        text_put(&t, list[i]);
    }
    text_put(&t, ", not ");
    text_word(&t, &w);
    text_suggestion(&t, &s);
    return false;
}

/* Statements of all families. */

enum common_statement { COMMON_ID, COMMON_NAME, COMMON_ABOUT, COMMON_FAMILY, COMMON_SEATS };

const char *const common_names[] = {"id", "name", "about", "family", "seats", NULL};

static bool read_id(struct reader *r, char out[ID_SIZE])
{
    struct word w;
    if (!read_some(r, "The id of the board", &w))
        return false;
    bool good = w.n > 0 && w.n < ID_SIZE && w.at[0] >= 'a' && w.at[0] <= 'z';
    for (size_t i = 0; good && i < w.n; i++) {
        char c = w.at[i];
        good = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    }
    if (!good) {
        struct text t = read_wrong(r, &w);
        text_put(&t,
                 "The id of the board must be at most 23 of the characters a-z, 0-9, - and _,"
                 " beginning with a letter.");
        return false;
    }
    __builtin_memcpy(out, w.at, w.n);
    out[w.n] = 0;
    return read_end(r);
}

static bool read_about(struct reader *r, struct board_art *art)
{
    struct word w;
    if (!read_some(r, "The text about the board, in quotation marks,", &w) || !read_end(r))
        return false;
    if (art && art->abouts < ABOUT_MAX)
        art->about[art->abouts++] = (struct art_about){.at = w.at, .length = (uint32_t)w.n};
    return true;
}

static bool read_seats(struct reader *r, struct board *b)
{
    if (!b->family) {
        struct text t = read_wrong_line(r, r->number);
        text_put(&t, "The line \"family\" must come before the line \"seats\".");
        return false;
    }
    uint32_t most = b->family == FAMILY_ROUTES ? ROUTES_SEATS_MAX : SEATS_MAX;
    return read_byte(r, "The smallest number of seats", 2, most, &b->seats_min) &&
           read_byte(r, "The largest number of seats", b->seats_min, most, &b->seats_max) &&
           read_end(r);
}

static bool read_family(struct reader *r, struct board *b)
{
    static const char *const families[] = {"routes", "null", "metro", NULL};
    uint32_t family;
    if (!read_choice(r, "The family of games", families, &family))
        return false;
    b->family = (uint8_t)(FAMILY_ROUTES + family);
    return read_end(r);
}

bool read_once(struct reader *r, const char *name, uint32_t *line)
{
    if (*line) {
        struct text t = read_wrong_line(r, r->number);
        text_quote(&t, name);
        text_put(&t, " has already been given on line ");
        text_number(&t, *line);
        text_put(&t, ".");
        return false;
    }
    *line = r->number;
    return true;
}

bool read_common(struct reader *r, struct common *c, const struct word *w, bool *known)
{
    uint32_t i = 0;
    while (common_names[i] && !word_is(w, common_names[i]))
        i++;
    *known = common_names[i] != NULL;
    if (!*known)
        return true;
    if (i == COMMON_ABOUT)
        return read_about(r, c->art);
    if (!read_once(r, common_names[i], &c->line[i]))
        return false;
    switch (i) {
    case COMMON_ID:
        return read_id(r, c->board->id);
    case COMMON_NAME:
        return read_name(r, "The name of the board", c->board->name) && read_end(r);
    case COMMON_FAMILY:
        return read_family(r, c->board);
    default:
        return read_seats(r, c->board);
    }
}

bool read_missing(struct reader *r, const char *name)
{
    struct text t = read_wrong_line(r, r->number ? r->number : 1);
    text_put(&t, "The line ");
    text_quote(&t, name);
    text_put(&t, " is missing.");
    return false;
}

bool read_common_end(struct reader *r, const struct common *c)
{
    if (!c->line[COMMON_ID])
        return read_missing(r, "id");
    if (!c->line[COMMON_NAME])
        return read_missing(r, "name");
    if (!c->line[COMMON_FAMILY])
        return read_missing(r, "family");
    if (!c->line[COMMON_SEATS] && c->board->family != FAMILY_NULL)
        return read_missing(r, "seats");
    return true;
}

/* The whole file. */

/* The first statement: which format this is. */
static bool read_first(struct reader *r, const struct word *w)
{
    if (!word_is(w, "andenboard")) {
        struct text t = read_wrong(r, w);
        text_put(&t, "A board file begins with the line \"andenboard 1\".");
        return false;
    }
    struct word v;
    if (!read_some(r, "The version of the format", &v))
        return false;
    if (!word_is(&v, "1")) {
        struct text t = read_wrong(r, &v);
        text_put(&t, "This program reads version 1 of the format, not ");
        text_word(&t, &v);
        text_put(&t, ".");
        return false;
    }
    return read_end(r);
}

bool read_unknown(struct reader *r, struct suggestion *s)
{
    for (uint32_t i = 0; common_names[i]; i++)
        suggest(s, common_names[i]);
    struct text t = read_wrong(r, s->word);
    text_put(&t, "There is no statement called ");
    text_word(&t, s->word);
    text_suggestion(&t, s);
    return false;
}

static bool unknown_statement(struct reader *r, const struct common *c, const struct word *w)
{
    if (!c->board->family) {
        struct text t = read_wrong(r, w);
        text_put(&t, "Before ");
        text_word(&t, w);
        text_put(&t, " there must be a line \"family\".");
        return false;
    }
    struct suggestion s = {.word = w};
    return read_unknown(r, &s);
}

static bool read_head_line(struct reader *r, struct common *c, const struct word *w, bool first,
                           bool *known)
{
    if (first)
        return read_first(r, w);
    return read_common(r, c, w, known) && (*known || unknown_statement(r, c, w));
}

/* The common statements. Stops after the line `family` of a family that has more to read. */
static bool read_head(struct reader *r, struct common *c)
{
    bool first = true, end = false;
    while (!end && (!c->board->family || c->board->family == FAMILY_NULL)) {
        struct word w = {0};
        bool known = true;
        bool good = read_line(r, &end) && read_word(r, &w) &&
                    (!w.at || read_head_line(r, c, &w, first, &known));
        if (!good && !end && (!known || !read_on(r)))
            return false; /* without a family nothing that follows can be understood */
        first = first && !w.at;
    }
    if (!end)
        return true;
    if (first) {
        struct text t = read_wrong_line(r, r->number ? r->number : 1);
        text_put(&t, "The file is empty; a board file begins with the line \"andenboard 1\".");
        return false;
    }
    return read_common_end(r, c);
}

static bool read_board(struct reader *r, struct board *board, struct board_art *art)
{
    struct common c = {.board = board, .art = art};
    if (r->size >= 3 && text_is(r->text, 3, "\xEF\xBB\xBF"))
        r->next = 3;
    __builtin_memset(board, 0, sizeof *board);
    if (art)
        __builtin_memset(art, 0, sizeof *art);
    if (!read_head(r, &c))
        return false;
    if (board->family == FAMILY_ROUTES)
        return routes_read_board(r, &c);
    if (board->family == FAMILY_METRO)
        return metro_read_board(r, &c);
    if (!board->seats_max) {
        board->seats_min = 2;
        board->seats_max = SEATS_MAX;
    }
    board->hash = hash_number(hash_number(HASH_START, board->family), board->seats_max);
    return true;
}

bool board_parse(const char *text, size_t n, struct board *board, struct board_art *art,
                 struct complaint *why)
{
    struct reader r = {.text = text, .size = n, .why = why};
    return read_board(&r, board, art);
}

uint32_t board_draft(const char *text, size_t n, struct board *board, struct board_art *art,
                     struct complaint *why, uint32_t room)
{
    struct reader r = {.text = text, .size = n, .why = why, .room = room};
    if (!read_board(&r, board, art)) {
        board->family = 0;
        r.complaints++;
    }
    return r.complaints < room ? r.complaints : room;
}
