/*
 * The JSON writer: see json.h. Bytes that are not UTF-8 become the replacement character, so that
 * no text from outside can make the output invalid.
 */
#include "json.h"

#include "../engine/text.h"

static void put(struct json *j, char c)
{
    if (j->cut)
        return;
    if (j->length + 1 >= j->size) {
        if (!j->flush || j->size < 2) {
            j->cut = true;
            return;
        }
        j->flush(j->context, j->at, j->length);
        j->length = 0;
    }
    j->at[j->length++] = c;
    j->at[j->length] = '\0';
}

/* Puts several bytes that need no escape, in one piece if there is room. */
static void put_some(struct json *j, const char *s, size_t n)
{
    if (!j->cut && n < j->size - j->length) {
        __builtin_memcpy(j->at + j->length, s, n);
        j->length += n;
        j->at[j->length] = '\0';
        return;
    }
    while (n--)
        put(j, *s++);
}

static void put_all(struct json *j, const char *s)
{
    while (*s)
        put(j, *s++);
}

struct json json_to(char *buffer, size_t size,
                    void (*flush)(void *context, const char *at, size_t n), void *context)
{
    struct json j = {.at = buffer, .size = size, .flush = flush, .context = context};

    buffer[0] = '\0';
    return j;
}

struct json json_in(char *buffer, size_t size)
{
    return json_to(buffer, size, NULL, NULL);
}

static void put_escaped(struct json *j, unsigned char c)
{
    static const char digit[] = "0123456789abcdef";

    if (c == '"' || c == '\\') {
        put(j, '\\');
        put(j, (char)c);
    } else if (c == '\n') {
        put_all(j, "\\n");
    } else if (c == '\t') {
        put_all(j, "\\t");
    } else if (c < 0x20 || c == 0x7F) {
        put_all(j, "\\u00");
        put(j, digit[c >> 4]);
        put(j, digit[c & 15]);
    } else {
        put(j, (char)c);
    }
}

/* Most bytes of most texts need no escape. */
static bool is_plain(char c)
{
    return c >= ' ' && c < 0x7F && c != '"' && c != '\\';
}

/* How many bytes at the beginning need no escape. */
static size_t plain_length(const char *s, size_t n)
{
    size_t i = 0;

    while (i < n && is_plain(s[i]))
        i++;
    return i;
}

static void put_quoted(struct json *j, const char *s, size_t n)
{
    put(j, '"');
    for (size_t i = 0; i < n;) {
        uint32_t code;
        size_t length = plain_length(s + i, n - i);

        put_some(j, s + i, length);
        i += length;
        if (i == n)
            break;
        length = text_decode(s + i, n - i, &code);
        if (length == 0) {
            put_all(j, "\xEF\xBF\xBD");
            i++;
        } else if (length == 1) {
            put_escaped(j, (unsigned char)s[i++]);
        } else {
            while (length--)
                put(j, s[i++]);
        }
    }
    put(j, '"');
}

/* Writes what comes before a value: the comma and the key. */
static void begin(struct json *j, const char *key)
{
    bool in_array = (j->arrays >> j->depth & 1) != 0;

    if (j->depth == 0 ? (j->filled & 1) != 0 || key : in_array == (key != NULL))
        j->cut = true; /* a second value at the top; a key in an array, or none in an object */
    if (j->filled >> j->depth & 1)
        put(j, ',');
    j->filled |= 1u << j->depth;
    if (key) {
        put_quoted(j, key, text_length(key));
        put(j, ':');
    }
}

static void open_one(struct json *j, const char *key, bool array)
{
    begin(j, key);
    if (j->depth == JSON_DEPTH_MAX) {
        j->cut = true;
        return;
    }
    put(j, array ? '[' : '{');
    j->depth++;
    j->arrays = (j->arrays & ~(1u << j->depth)) | (uint32_t)array << j->depth;
    j->filled &= ~(1u << j->depth);
}

void json_object(struct json *j, const char *key)
{
    open_one(j, key, false);
}

void json_array(struct json *j, const char *key)
{
    open_one(j, key, true);
}

void json_end(struct json *j)
{
    if (j->depth == 0) {
        j->cut = true;
        return;
    }
    put(j, (j->arrays >> j->depth & 1) != 0 ? ']' : '}');
    j->depth--;
}

void json_some_text(struct json *j, const char *key, const char *s, size_t n)
{
    begin(j, key);
    put_quoted(j, s, n);
}

void json_text(struct json *j, const char *key, const char *s)
{
    if (s)
        json_some_text(j, key, s, text_length(s));
    else
        json_null(j, key);
}

static void put_digits(struct json *j, uint64_t n)
{
    char digits[20];
    size_t first = sizeof digits;

    do
        digits[--first] = (char)('0' + n % 10);
    while (n /= 10);
    put_some(j, digits + first, sizeof digits - first);
}

static uint64_t put_sign(struct json *j, int64_t n)
{
    if (n >= 0)
        return (uint64_t)n;
    put(j, '-');
    return (uint64_t)0 - (uint64_t)n;
}

void json_number(struct json *j, const char *key, int64_t n)
{
    begin(j, key);
    put_digits(j, put_sign(j, n));
}

void json_known(struct json *j, const char *key, bool known, int64_t n)
{
    if (known)
        json_number(j, key, n);
    else
        json_null(j, key);
}

/* n parts, `whole` of which (a power of ten) are 1; without zeros at the end. */
static void put_decimals(struct json *j, int64_t n, uint32_t whole)
{
    uint64_t size = put_sign(j, n);
    uint32_t rest = (uint32_t)(size % whole);

    put_digits(j, size / whole);
    if (rest)
        put(j, '.');
    for (uint32_t unit = whole / 10; rest; unit /= 10) {
        put(j, (char)('0' + rest / unit));
        rest %= unit;
    }
}

void json_thousandths(struct json *j, const char *key, int64_t n)
{
    begin(j, key);
    put_decimals(j, n, 1000);
}

void json_millionths(struct json *j, const char *key, int64_t n)
{
    begin(j, key);
    put_decimals(j, n, 1000000);
}

void json_bool(struct json *j, const char *key, bool b)
{
    begin(j, key);
    put_all(j, b ? "true" : "false");
}

void json_null(struct json *j, const char *key)
{
    begin(j, key);
    put_all(j, "null");
}

void json_hash(struct json *j, const char *key, uint64_t n)
{
    begin(j, key);
    put(j, '"');
    for (int shift = 60; shift >= 0; shift -= 4)
        put(j, "0123456789abcdef"[n >> shift & 15]);
    put(j, '"');
}

void json_raw(struct json *j, const char *key, const char *s, size_t n)
{
    begin(j, key);
    put_some(j, s, n);
}

bool json_done(struct json *j)
{
    if (j->depth != 0 || (j->filled & 1) == 0)
        j->cut = true;
    if (!j->cut && j->flush && j->length) {
        j->flush(j->context, j->at, j->length);
        j->length = 0;
    }
    return !j->cut;
}
