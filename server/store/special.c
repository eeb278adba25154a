/*
 * What requests.txt cannot say, and names: values that are worked out, checks of a whole request,
 * rows that hold several records, and the verdict on an append.
 */
#include "private.h"

#include <string.h>

/* ---- values ---- */

struct store_value store_value_folded(struct store_request *r, struct store_value name)
{
    char key[STORE_KEY_MAX + 1];

    if (!store_fold(name.at, key) || (!key[0] && name.size))
        store_refuse(r, "The name cannot be compared with others.");
    return store_text(r, key, STORE_KEY_MAX, true, "name");
}

struct store_value store_value_pattern(struct store_request *r, struct store_value part)
{
    char key[STORE_KEY_MAX + 1], pattern[2 * STORE_KEY_MAX + 4];
    size_t n = 0;

    if (!store_fold(part.at, key))
        store_refuse(r, "The name cannot be compared with others.");
    pattern[n++] = '%';
    for (const char *at = key; *at; at++) {
        if (strchr("%_!", *at))
            pattern[n++] = '!';
        pattern[n++] = *at;
    }
    pattern[n++] = '%';
    pattern[n] = '\0';
    return store_text(r, pattern, sizeof pattern, true, "name");
}

/* The store itself uses one name in PostgreSQL. */
struct store_value store_value_free(struct store_request *r, struct store_value name)
{
    if (strcmp(name.at, "schema") == 0)
        store_refuse(r, "The setting's name \"schema\" is reserved.");
    return name;
}

/* ---- an append ---- */

void store_check_append(struct store_request *r, const struct store_append *append)
{
    if (append->first == 0)
        store_refuse(r, "Entries are numbered from 1.");
    if (append->count == 0 || append->count > STORE_ENTRIES_MAX)
        store_refuse(r, "An append has 1 to %d entries, not %u.", STORE_ENTRIES_MAX,
                     (unsigned)append->count);
    else if (append->first > UINT32_MAX - append->count)
        store_refuse(r, "Entries beyond the number %u cannot be kept.", (unsigned)UINT32_MAX);
    else if (append->entries.size % append->count ||
             append->entries.size / append->count > STORE_BYTES_MAX)
        store_refuse(r, "Entries have the same size, at most %d bytes each.", STORE_BYTES_MAX);
    for (uint32_t i = 0; store_has(r, i, append->result_count, STORE_SEATS_MAX); i++) {
        const struct store_result *result = &append->results[i];

        r->rates = r->rates || result->rated;
        if (result->rated && (!result->person || !result->person[0]))
            store_refuse(r, "A result is rated for a person only, and seat %u has none.",
                         (unsigned)result->seat);
    }
    r->first = append->first;
    r->last = append->first + append->count - 1;
}

/* The answer's `last` is the table's last entry after this append, unless a row says otherwise. */
void store_judge_append(struct store_request *r)
{
    if (r->changed == 1 || r->mine) {
        if (r->changed == 1)
            r->answer.last = r->last;
    } else if (!r->found) {
        r->answer.status = STORE_MISSING;
    } else {
        r->answer.status = r->first <= r->answer.last ? STORE_CONFLICT : STORE_GAP;
    }
}

/* ---- reading a table ---- */

void store_check_load(struct store_request *r, const char *table, uint32_t after)
{
    (void)table;
    r->last = after;
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

/* Between two statements another node may have appended entries (PostgreSQL). The entries are
 * read last, so they say how far the table goes. */
void store_judge_load(struct store_request *r)
{
    const struct store_answer *answer = &r->answer;
    struct store_table *table;

    if (!r->found) {
        r->answer.status = STORE_MISSING;
        return;
    }
    table = store_request_memory(r, sizeof *table);
    *table = answer->tables[0];
    if (answer->entry_count > 0 &&
        answer->entries[answer->entry_count - 1].number > table->last)
        table->last = answer->entries[answer->entry_count - 1].number;
    r->answer.tables = table;
    r->answer.last = table->last;
}

/* ---- others ---- */

void store_judge_count(struct store_request *r)
{
    r->answer.last = r->changed;
}

void store_backup(struct store *store, const char *path, struct store_done done)
{
    struct store_request *r = store_request_new(store, false, done);

    r->backup = store_text(r, path, 4096, false, "backup's path").at;
    store_submit(r);
}
