/*
 * Fuzz harness for logs: any text is a log up to its end, or gets a complaint with its line.
 * The events are written out and read again, and lead to the same state.
 */
#include "fuzz.h"
#include "table/table_log.h"

#include <string.h>

enum { WRITTEN_MAX = 1 << 20, LINE_MAX = 1 << 18 };

static char written[WRITTEN_MAX];
static event_t line[LINE_MAX];

static void check_complaint(const struct complaint *why)
{
    CHECK(why->rule && memchr(why->message, 0, sizeof why->message) && why->message[0]);
    CHECK(why->line > 0);
    fuzz_check_words(why);
}

/* Opens a log on the board it names. False if it is refused. */
static bool begin(struct log_reader *r, struct log_header *h, struct match *m, struct state *s)
{
    struct complaint why;

    memset(&why, 0xEE, sizeof why);
    if (!log_read_header(r, h, &why)) {
        check_complaint(&why);
        return false;
    }
    const struct board *board = fuzz_board_named(h->board);
    if (!board)
        return false;
    if (!log_match(h, board, m, &why)) {
        check_complaint(&why);
        return false;
    }
    m->rules->start(m, s);
    return true;
}

/* Reads on to the end or to a complaint, and writes the events again. */
static enum log_step read_on(struct log_reader *r, const struct match *m, struct state *s,
                             struct text *out)
{
    enum log_step step;
    struct complaint why;
    struct state before = *s;
    event_t e;

    memset(&why, 0xEE, sizeof why);
    while ((step = log_next(r, m, s, &e, &why)) < LOG_END) {
        CHECK(r->events <= LINE_MAX);
        if (step == LOG_EVENT) {
            if (out)
                log_put_event(out, m, &before, e);
            line[r->events - 1] = e;
        } else if (step == LOG_UNDO) {
            if (out)
                log_put_undo(out, r->events);
            log_rewind(m, line, r->events, s);
        } else if (out) {
            log_put_out(out, r->seat, r->late);
        }
        before = *s;
    }
    if (out && r->has_seed)
        log_put_seed(out, r->seed);
    if (step == LOG_BAD) {
        check_complaint(&why);
        CHECK(memcmp(&before, s, sizeof before) == 0);
    }
    return step;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct log_header h, h2;
    struct log_reader r;
    struct match m, m2;
    struct state s, s2;

    log_open(&r, (const char *)data, size);
    if (!begin(&r, &h, &m, &s))
        return 0;
    struct text out = text_in(written, sizeof written);
    log_put_header(&out, &h);
    read_on(&r, &m, &s, &out);
    if (m.rules->actor(&m, &s) == NOBODY)
        log_put_result(&out, &m, &s);
    if (out.cut)
        return 0;

    log_open(&r, written, out.length);
    CHECK(begin(&r, &h2, &m2, &s2));
    CHECK(memcmp(m.option, m2.option, sizeof m.option) == 0 && m.seats == m2.seats);
    for (uint32_t i = 0; i < m.seats; i++)
        CHECK(strcmp(h.name[i], h2.name[i]) == 0);
    CHECK(read_on(&r, &m2, &s2, NULL) == LOG_END);
    CHECK(memcmp(&s, &s2, sizeof s) == 0);
    struct verdict v; /* whether it is found good or not */
    struct complaint why;
    if (!log_verify(written, out.length, &m, line, LINE_MAX, &v, &why))
        check_complaint(&why);
    return 0;
}
