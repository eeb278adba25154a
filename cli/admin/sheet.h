/*
 * What `anden admin` shows: fields and lists, for people as lines of text, for scripts as JSON.
 * Labels and words are translated in the text; JSON is the same in all languages.
 */
#ifndef ANDEN_CLI_ADMIN_SHEET_H
#define ANDEN_CLI_ADMIN_SHEET_H

#include "../../protocol/json.h"
#include "../cli.h"

struct sheet_out {
    bool is_json;
    struct json json;
    char buffer[4096];
    bool row;   /* a row of a list is being written */
    bool begun; /* ... and has a field */
    uint32_t rows;
};

void sheet_begin(struct sheet_out *s, bool json);
void sheet_end(struct sheet_out *s);

/* A list; each of its rows is an item with fields. */
void sheet_list(struct sheet_out *s, const char *key, const char *title);
void sheet_list_end(struct sheet_out *s);
void sheet_item(struct sheet_out *s);
void sheet_item_end(struct sheet_out *s);

/* A field. Its label (SAYS()) may be null: then the value stands alone. Empty values are left
 * out of the text. */
void sheet_text(struct sheet_out *s, const char *key, const char *label, const char *value);
void sheet_number(struct sheet_out *s, const char *key, const char *label, int64_t value);
void sheet_time(struct sheet_out *s, const char *key, const char *label, int64_t ms);

/* A yes or no: the text has the words (SAYS()) if it is true. */
void sheet_flag(struct sheet_out *s, const char *key, const char *words, bool value);

#endif
