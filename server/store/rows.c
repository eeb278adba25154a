/*
 * From the columns of a row to the answer. The order of the columns is that of the statements in
 * sql.c.
 */
#include "private.h"

static struct store_person person_of(struct store_request *r, const struct store_value *c)
{
    return (struct store_person){.id = store_copy_text(r, &c[0]),
                                 .name = store_copy_text(r, &c[1]),
                                 .passphrase = store_copy_text(r, &c[2]),
                                 .recovery = store_copy_text(r, &c[3]),
                                 .created = c[4].number,
                                 .seen = c[5].number};
}

void store_row_person(struct store_request *r, const struct store_value *c)
{
    struct store_person *person = store_request_memory(r, sizeof *person);

    *person = person_of(r, c);
    r->answer.person = person;
    r->found = true;
}

void store_row_known(struct store_request *r, const struct store_value *c)
{
    (void)c;
    r->answer.known = true;
}

void store_row_device(struct store_request *r, const struct store_value *c)
{
    struct store_device *device =
        store_grow(r, r->answer.devices, r->answer.device_count, sizeof *device);

    r->answer.devices = device;
    device += r->answer.device_count++;
    *device = (struct store_device){.hash = store_copy_bytes(r, &c[0]),
                                    .client = store_copy_text(r, &c[1]),
                                    .place = store_copy_text(r, &c[2]),
                                    .created = c[3].number,
                                    .seen = c[4].number};
}

static struct store_table *add_table(struct store_request *r, const struct store_value *c)
{
    struct store_table *table =
        store_grow(r, r->answer.tables, r->answer.table_count, sizeof *table);

    r->answer.tables = table;
    table += r->answer.table_count++;
    *table = (struct store_table){
        .id = store_copy_text(r, &c[0]),
        .game = store_copy_text(r, &c[1]),
        .is_public = c[2].number != 0,
        .phase = (enum store_phase)c[3].number,
        .last = (uint32_t)c[4].number,
        .chat = (uint32_t)c[5].number,
        .created = c[6].number,
        .changed = c[7].number,
        .wait = {.acts = (uint32_t)c[8].number, .since = c[9].number, .due = c[10].number},
        .info = store_copy_bytes(r, &c[11]),
        .mine.person = ""};
    r->found = true;
    return table;
}

void store_row_table(struct store_request *r, const struct store_value *c)
{
    add_table(r, c);
}

void store_row_table_whole(struct store_request *r, const struct store_value *c)
{
    struct store_table *table = add_table(r, c);

    table->header = store_copy_bytes(r, &c[12]);
    table->seed = store_copy_bytes(r, &c[13]);
    table->board = store_copy_bytes(r, &c[14]);
    r->answer.last = table->last;
}

static struct store_seat seat_of(struct store_request *r, const struct store_value *c)
{
    return (struct store_seat){.seat = (uint32_t)c[0].number,
                               .person = store_copy_text(r, &c[1]),
                               .since = c[2].number};
}

void store_row_table_mine(struct store_request *r, const struct store_value *c)
{
    add_table(r, c)->mine = seat_of(r, c + 12);
}

/* The entries of one append, without those that are already known. */
void store_row_append(struct store_request *r, const struct store_value *c)
{
    uint32_t first = (uint32_t)c[0].number, count = (uint32_t)c[1].number;
    struct store_bytes all = store_copy_bytes(r, &c[3]);
    size_t size = count ? all.size / count : 0;

    for (uint32_t i = first > r->last ? 0 : r->last - first + 1; i < count; i++) {
        struct store_entry *entry =
            store_grow(r, r->answer.entries, r->answer.entry_count, sizeof *entry);

        r->answer.entries = entry;
        entry += r->answer.entry_count++;
        *entry = (struct store_entry){.number = first + i,
                                      .time = c[2].number,
                                      .bytes = {(const char *)all.at + i * size, size}};
    }
}

void store_row_line(struct store_request *r, const struct store_value *c)
{
    struct store_line *line =
        store_grow(r, r->answer.lines, r->answer.line_count, sizeof *line);

    r->answer.lines = line;
    line += r->answer.line_count++;
    *line = (struct store_line){.number = (uint32_t)c[0].number,
                                .time = c[1].number,
                                .person = store_copy_text(r, &c[2]),
                                .name = store_copy_text(r, &c[3]),
                                .text = store_copy_text(r, &c[4])};
}

void store_row_line_of(struct store_request *r, const struct store_value *c)
{
    struct store_line *line =
        store_grow(r, r->answer.lines, r->answer.line_count, sizeof *line);

    r->answer.lines = line;
    line += r->answer.line_count++;
    *line = (struct store_line){.table = store_copy_text(r, &c[0]),
                                .number = (uint32_t)c[1].number,
                                .time = c[2].number,
                                .person = "",
                                .name = "",
                                .text = store_copy_text(r, &c[3])};
}

void store_row_result(struct store_request *r, const struct store_value *c)
{
    struct store_result *result =
        store_grow(r, r->answer.results, r->answer.result_count, sizeof *result);

    r->answer.results = result;
    result += r->answer.result_count++;
    *result = (struct store_result){.table = store_copy_text(r, &c[0]),
                                    .seat = (uint32_t)c[1].number,
                                    .person = store_copy_text(r, &c[2]),
                                    .name = store_copy_text(r, &c[3]),
                                    .rank = (int32_t)c[4].number,
                                    .score = (int32_t)c[5].number,
                                    .rated = c[6].number != 0,
                                    .before = c[7].number,
                                    .after = c[8].number,
                                    .rating_change = c[8].number - c[7].number,
                                    .game = store_copy_text(r, &c[9]),
                                    .time = c[10].number,
                                    .info = store_copy_bytes(r, &c[11])};
}

void store_row_rating(struct store_request *r, const struct store_value *c)
{
    struct store_rating *rating =
        store_grow(r, r->answer.ratings, r->answer.rating_count, sizeof *rating);

    r->answer.ratings = rating;
    rating += r->answer.rating_count++;
    *rating = (struct store_rating){.person = store_copy_text(r, &c[0]),
                                    .name = store_copy_text(r, &c[1]),
                                    .game = store_copy_text(r, &c[2]),
                                    .rating = c[3].number,
                                    .games = (uint32_t)c[4].number};
}

void store_row_head(struct store_request *r, const struct store_value *c)
{
    struct store_head *head =
        store_grow(r, r->answer.heads, r->answer.head_count, sizeof *head);

    r->answer.heads = head;
    head += r->answer.head_count++;
    *head = (struct store_head){.id = store_copy_text(r, &c[0]),
                                .last = (uint32_t)c[1].number,
                                .chat = (uint32_t)c[2].number,
                                .due = c[3].number};
}

void store_row_counts(struct store_request *r, const struct store_value *c)
{
    r->answer.counts = (struct store_counts){.tables = (uint32_t)c[0].number,
                                             .listed = (uint32_t)c[1].number,
                                             .listed_from = (uint32_t)c[2].number,
                                             .from = (uint32_t)c[3].number};
}

void store_row_last(struct store_request *r, const struct store_value *c)
{
    r->answer.last = (uint32_t)c[0].number;
    r->found = true;
}

void store_row_mark(struct store_request *r, const struct store_value *c)
{
    r->mine = c[0].number == r->mark;
}

void store_row_line_mark(struct store_request *r, const struct store_value *c)
{
    r->answer.last = (uint32_t)c[0].number;
    r->mine = true;
}

void store_row_found(struct store_request *r, const struct store_value *c)
{
    (void)c;
    r->found = true;
}

void store_row_value(struct store_request *r, const struct store_value *c)
{
    r->answer.value = store_copy_bytes(r, &c[0]);
    r->found = true;
}

void store_row_change(struct store_request *r, const struct store_value *c)
{
    struct store_change *change =
        store_grow(r, r->answer.changes, r->answer.change_count, sizeof *change);

    r->answer.changes = change;
    change += r->answer.change_count++;
    *change = (struct store_change){.number = c[0].number,
                                    .time = c[1].number,
                                    .who = store_copy_text(r, &c[2]),
                                    .what = store_copy_text(r, &c[3]),
                                    .subject = store_copy_text(r, &c[4]),
                                    .name = store_copy_text(r, &c[5]),
                                    .detail = store_copy_text(r, &c[6]),
                                    .why = store_copy_text(r, &c[7])};
}

void store_row_sanction(struct store_request *r, const struct store_value *c)
{
    struct store_sanction *sanction =
        store_grow(r, r->answer.sanctions, r->answer.sanction_count, sizeof *sanction);

    r->answer.sanctions = sanction;
    sanction += r->answer.sanction_count++;
    *sanction = (struct store_sanction){.kind = store_copy_text(r, &c[0]),
                                        .subject = store_copy_text(r, &c[1]),
                                        .until = c[2].number,
                                        .since = c[3].number,
                                        .who = store_copy_text(r, &c[4]),
                                        .why = store_copy_text(r, &c[5])};
}

static struct store_word *add_word(struct store_request *r, const struct store_value *c)
{
    struct store_word *word =
        store_grow(r, r->answer.words, r->answer.word_count, sizeof *word);

    r->answer.words = word;
    word += r->answer.word_count++;
    *word = (struct store_word){.word = store_copy_text(r, &c[0]), .who = ""};
    return word;
}

void store_row_word_only(struct store_request *r, const struct store_value *c)
{
    add_word(r, c);
}

void store_row_word(struct store_request *r, const struct store_value *c)
{
    struct store_word *word = add_word(r, c);

    word->since = c[1].number;
    word->who = store_copy_text(r, &c[2]);
}

void store_row_report(struct store_request *r, const struct store_value *c)
{
    struct store_report *report =
        store_grow(r, r->answer.reports, r->answer.report_count, sizeof *report);

    r->answer.reports = report;
    report += r->answer.report_count++;
    *report = (struct store_report){.number = c[0].number,
                                    .time = c[1].number,
                                    .reporter = store_copy_text(r, &c[2]),
                                    .reporter_name = store_copy_text(r, &c[3]),
                                    .person = store_copy_text(r, &c[4]),
                                    .name = store_copy_text(r, &c[5]),
                                    .table = store_copy_text(r, &c[6]),
                                    .entry = (uint32_t)c[7].number,
                                    .line = (uint32_t)c[8].number,
                                    .reason = store_copy_text(r, &c[9]),
                                    .text = store_copy_text(r, &c[10]),
                                    .lines = store_copy_text(r, &c[11]),
                                    .origin = "",
                                    .closed = c[12].number,
                                    .closed_by = store_copy_text(r, &c[13]),
                                    .note = store_copy_text(r, &c[14])};
    r->found = true;
}

void store_row_people(struct store_request *r, const struct store_value *c)
{
    struct store_person *person =
        store_grow(r, r->answer.people, r->answer.people_count, sizeof *person);

    r->answer.people = person;
    person += r->answer.people_count++;
    *person = person_of(r, c);
}
