/*
 * The board file: the statements that all families share, and the file as a whole. Lines and words
 * are read by board_scan.c, the statements of a family by its own board_read.c. The format is
 * explained in boards/README.md. Does no input or output and allocates nothing.
 */
#include "board_read.h"

#include "fnv.h"
#include "game.h"

#define BOARD_FORMAT "1" /* the version of the format, as it is written */

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
    if (!good)
        return READ_WRONG(
            r, spot_word(r, &w),
            "The id of the board must be at most {0} of the characters a-z, 0-9, - and _,"
            " beginning with a letter.",
            say_number(ID_SIZE - 1));
    __builtin_memcpy(out, w.at, w.n);
    out[w.n] = 0;
    return read_end(r);
}

static bool read_about(struct reader *r, struct board_art *art)
{
    static const char what[] = SAYS("The text about the board, in quotation marks,");
    struct word w;

    if (!read_some(r, what, &w) || !read_short(r, &w, what, ABOUT_SIZE) ||
        !read_seen(r, &w, what) || !read_end(r))
        return false;
    if (art && art->abouts < ABOUT_MAX)
        art->about[art->abouts++] = (struct art_about){.at = w.at, .length = (uint32_t)w.n};
    return true;
}

static bool read_seats(struct reader *r, struct board *b)
{
    if (!b->family)
        return refuse_line(r, "The line \"family\" must come before the line \"seats\".");
    uint32_t most = rules_of(b)->seats_max;
    return read_byte(r, "The smallest number of seats", 2, most, &b->seats_min) &&
           read_byte(r, "The largest number of seats", b->seats_min, most, &b->seats_max) &&
           read_end(r);
}

static bool read_family(struct reader *r, struct board *b)
{
    const char *names[FAMILIES] = {0};
    uint32_t family;

    for (uint32_t i = 1; i < FAMILIES; i++)
        names[i - 1] = all_rules[i]->name;
    if (!read_choice(r, "The family of games", names, &family))
        return false;
    b->family = (uint8_t)(family + 1);
    return read_end(r);
}

bool read_once(struct reader *r, const char *name, uint32_t *line)
{
    if (*line)
        return WRONG_LINE(r, "\"{0}\" has already been given on line {1}.", say_text(name),
                          say_number((int32_t)*line));
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
    return READ_WRONG(r, spot_line(r->number ? r->number : 1), "The line \"{0}\" is missing.",
                      say_text(name));
}

bool read_common_end(struct reader *r, const struct common *c)
{
    if (!c->line[COMMON_ID])
        return read_missing(r, "id");
    if (!c->line[COMMON_NAME])
        return read_missing(r, "name");
    if (!c->line[COMMON_FAMILY])
        return read_missing(r, "family");
    if (!c->line[COMMON_SEATS] && rules_of(c->board)->read_board)
        return read_missing(r, "seats");
    return true;
}

/* The whole file. */

/* The first statement, which names the format. */
static bool read_first(struct reader *r, const struct word *w)
{
    if (!word_is(w, "andenboard"))
        return READ_WRONG(r, spot_word(r, w),
                          "A board file begins with the line \"andenboard {0}\".",
                          say_text(BOARD_FORMAT));
    struct word v;
    if (!read_some(r, "The version of the format", &v))
        return false;
    if (!word_is(&v, BOARD_FORMAT))
        return READ_WRONG(r, spot_word(r, &v),
                          "This program reads version {0} of the format, not \"{1}\".",
                          say_text(BOARD_FORMAT), say_written(&v));
    return read_end(r);
}

bool read_unknown(struct reader *r, struct suggestion *s)
{
    for (uint32_t i = 0; common_names[i]; i++)
        suggest(s, common_names[i]);
    return read_strange(r, s, SAYS("There is no statement called \"{0}\"."),
                        SAYS("There is no statement called \"{0}\"; did you mean \"{1}\"?"));
}

static bool unknown_statement(struct reader *r, const struct common *c, const struct word *w)
{
    if (!c->board->family)
        return READ_WRONG(r, spot_word(r, w), "Before \"{0}\" there must be a line \"family\".",
                          say_written(w));
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

    while (!end && (!c->board->family || !rules_of(c->board)->read_board)) {
        struct word w = {0};
        bool known = true;
        bool good = read_line(r, &end) && read_word(r, &w) &&
                    (!w.at || read_head_line(r, c, &w, first, &known));

        if (!good && !end && (!known || !r->draft))
            return false; /* without a family the rest cannot be understood */
        first = first && !w.at;
    }
    if (!end)
        return true;
    if (first)
        return READ_WRONG(
            r, spot_line(r->number ? r->number : 1),
            "The file is empty; a board file begins with the line \"andenboard {0}\".",
            say_text(BOARD_FORMAT));
    return read_common_end(r, c);
}

static bool read_board(struct reader *r, struct board *board, struct board_art *art)
{
    struct common c = {.board = board, .art = art};

    r->code = CODE("board_syntax");
    skip_byte_order(r);
    __builtin_memset(board, 0, sizeof *board);
    if (art)
        __builtin_memset(art, 0, sizeof *art);
    if (!read_head(r, &c))
        return false;
    if (rules_of(board)->read_board)
        return rules_of(board)->read_board(r, &c);
    if (!board->seats_max) {
        board->seats_min = 2;
        board->seats_max = (uint8_t)rules_of(board)->seats_max;
    }
    board->hash = fnv_number(fnv_number(FNV_START, board->family), board->seats_max);
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
    struct reader r = {.text = text, .size = n, .why = why, .room = room, .draft = true};

    if (!read_board(&r, board, art))
        board->family = 0;
    return r.complaints < room ? r.complaints : room;
}
