/*
 * Fuzz harness for the JSON reader: any bytes are refused with a place, or can be read to the
 * last value; values that are written out again read the same.
 */
#include "protocol/json.h"
#include "fuzz.h"
#include "protocol/json_read.h"

#include <string.h>

enum { WRITTEN_MAX = 1 << 18 };

static char written[WRITTEN_MAX], text[WRITTEN_MAX];

/* Writes a value again. The reader limits the depth. */
static void copy(struct json *j, const char *key, const struct json_value *v)
{
    char name[256];
    struct json_value k, m;
    int64_t number;
    size_t n;
    bool yes;

    if (v->kind == JSON_IS_OBJECT || v->kind == JSON_IS_ARRAY) {
        (v->kind == JSON_IS_OBJECT ? json_object : json_array)(j, key);
        for (struct json_items i = json_items(v); json_next(&i, &k, &m);) {
            if (v->kind == JSON_IS_ARRAY)
                copy(j, NULL, &m);
            else if (json_read_text(&k, name, sizeof name, NULL))
                copy(j, name, &m);
            else
                j->cut = true; /* a name too long for us */
        }
        json_end(j);
    } else if (json_read_text(v, text, sizeof text, &n)) {
        CHECK(json_is(v, text) && strlen(text) == n);
        json_some_text(j, key, text, n);
    } else if (json_read_bool(v, &yes)) {
        json_bool(j, key, yes);
    } else if (json_read_number(v, &number)) {
        json_number(j, key, number);
    } else {
        CHECK(v->kind == JSON_IS_NULL || v->kind == JSON_IS_NUMBER);
        json_null(j, key);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct complaint why;
    struct json_value v, again;
    struct json j;

    memset(&why, 0xEE, sizeof why);
    if (!json_read_open((const char *)data, size, &v, &why)) {
        CHECK(v.kind == JSON_IS_NOTHING && why.column >= 1 && why.column <= size + 1);
        CHECK(memchr(why.message, 0, sizeof why.message) && why.message[0]);
        return 0;
    }
    j = json_in(written, sizeof written);
    copy(&j, NULL, &v);
    if (json_done(&j)) {
        static char second[WRITTEN_MAX];
        struct json k = json_in(second, sizeof second);

        CHECK(json_read_open(written, j.length, &again, &why) && again.kind != JSON_IS_NOTHING);
        copy(&k, NULL, &again);
        CHECK(json_done(&k) && strcmp(written, second) == 0);
    }
    return 0;
}
