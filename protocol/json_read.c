/*
 * The JSON reader: see json_read.h. json_read_open() checks the whole text once, with a stack of
 * fixed depth; the other functions rely on that and check nothing again.
 */
#include "json_read.h"

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && is_blank(*at))
        at++;
    return at;
}

static int hex_digit(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* The four digits of \u; -1 if there are none. */
static int32_t hex_four(const char *at, const char *end)
{
    int32_t code = 0;

    if (end - at < 4)
        return -1;
    for (int i = 0; i < 4; i++) {
        int digit = hex_digit(at[i]);

        if (digit < 0)
            return -1;
        code = code << 4 | digit;
    }
    return code;
}

/* Reads the bytes after a backslash: gives the character and returns how many bytes it took; 0
 * if they are wrong. */
static size_t escape(const char *at, const char *end, uint32_t *code)
{
    static const char letters[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    int32_t first, second;

    if (at == end)
        return 0;
    for (size_t i = 0; letters[i]; i++) {
        if (*at == letters[i]) {
            *code = (uint32_t)meant[i];
            return 1;
        }
    }
    if (*at != 'u' || (first = hex_four(at + 1, end)) <= 0)
        return 0; /* also U+0000, which no text contains */

    *code = (uint32_t)first;
    if (first < 0xD800 || first > 0xDFFF)
        return 5;
    if (first > 0xDBFF || end - at < 11 || at[5] != '\\' || at[6] != 'u')
        return 0;
    second = hex_four(at + 7, end);
    if (second < 0xDC00 || second > 0xDFFF)
        return 0;
    *code = 0x10000u + ((uint32_t)(first - 0xD800) << 10) + (uint32_t)(second - 0xDC00);
    return 11;
}

/* One character inside a text. Returns the bytes it takes, 0 if they are wrong. */
static size_t character(const char *at, const char *end, uint32_t *code)
{
    if (*at == '\\') {
        size_t n = escape(at + 1, end, code);

        return n ? n + 1 : 0;
    }
    return (unsigned char)*at < 0x20 ? 0 : text_decode(at, (size_t)(end - at), code);
}

static size_t put_utf8(uint32_t code, char out[4])
{
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    if (code < 0x800) {
        out[0] = (char)(0xC0 | code >> 6);
        out[1] = (char)(0x80 | (code & 63));
        return 2;
    }
    if (code < 0x10000) {
        out[0] = (char)(0xE0 | code >> 12);
        out[1] = (char)(0x80 | (code >> 6 & 63));
        out[2] = (char)(0x80 | (code & 63));
        return 3;
    }
    out[0] = (char)(0xF0 | code >> 18);
    out[1] = (char)(0x80 | (code >> 12 & 63));
    out[2] = (char)(0x80 | (code >> 6 & 63));
    out[3] = (char)(0x80 | (code & 63));
    return 4;
}

/* The next character of a good text; false at its end. */
static bool next_character(const char **at, const char *end, uint32_t *code)
{
    if (**at == '"')
        return false;
    *at += character(*at, end, code);
    return true;
}

/* Do two good texts, given at their opening quotes, have the same characters? */
static bool same_text(const char *a, const char *b, const char *end)
{
    uint32_t x = 0, y = 0;

    for (a++, b++; next_character(&a, end, &x);)
        if (!next_character(&b, end, &y) || x != y)
            return false;
    return *b == '"';
}

struct number {
    bool negative, fraction, huge;
    uint64_t size; /* the whole part */
};

static const uint64_t number_max = (uint64_t)1 << 53;

/* Adds up digits, with or without a point among them; the first one counts 10^place. */
static void weigh(const char *at, const char *end, int64_t place, struct number *n)
{
    for (; !n->huge && (at < end || (n->size && place >= 0)); place--) {
        at += at < end && *at == '.';
        uint32_t digit = at < end ? (uint32_t)(*at++ - '0') : 0;

        if (place >= 0)
            n->size = 10 * n->size + digit;
        else if (digit)
            n->fraction = true;
        n->huge = n->size > number_max || (n->size == number_max && n->fraction);
    }
}

static const char *skip_digits(const char *at, const char *end)
{
    while (at < end && is_digit(*at))
        at++;
    return at;
}

/* Reads a number. Returns the bytes it takes, 0 if there is none. */
static size_t read_number(const char *start, const char *end, struct number *n)
{
    bool minus = start < end && *start == '-';
    const char *whole = start + minus, *point = skip_digits(whole, end), *at = point;
    int32_t power = 0;

    *n = (struct number){.negative = minus};
    if (point == whole || (*whole == '0' && point > whole + 1))
        return 0;
    if (at < end && *at == '.') {
        at = skip_digits(point + 1, end);
        if (at == point + 1)
            return 0;
    }
    const char *last = at;
    if (at < end && (*at == 'e' || *at == 'E')) {
        const char *sign = at + 1;
        const char *digit = sign + (sign < end && (*sign == '-' || *sign == '+'));

        at = skip_digits(digit, end);
        if (at == digit)
            return 0;
        for (; digit < at; digit++)
            if (power < 100000000)
                power = power * 10 + (*digit - '0');
        power = *sign == '-' ? -power : power;
    }
    weigh(whole, last, point - whole - 1 + power, n);
    return (size_t)(at - start);
}

/* An open object or array: where it began, and the keys of an object so far. */
struct level {
    bool object;
    uint32_t keys;
    const char *key[JSON_READ_KEYS];
};

struct check {
    const char *text, *at, *end;
    struct complaint *why;
    uint32_t depth;
    struct level level[JSON_READ_DEPTH];
};

static bool wrong(const struct check *c, const char *at, const char *message)
{
    complain_say(c->why, GROUND("json_syntax", ""), message, NULL, 0);
    c->why->column = (uint32_t)(at - c->text) + 1;
    return false;
}

static bool check_text(struct check *c)
{
    for (const char *at = c->at + 1; at < c->end;) {
        uint32_t code;
        size_t n;

        if (*at == '"') {
            c->at = at + 1;
            return true;
        }
        n = character(at, c->end, &code);
        if (n == 0)
            return wrong(c, at, SAYS("This is not a character of a JSON text."));
        at += n;
    }
    return wrong(c, c->at, SAYS("This text has no end."));
}

static bool check_number(struct check *c)
{
    struct number number;
    size_t n = read_number(c->at, c->end, &number);

    if (n == 0)
        return wrong(c, c->at, SAYS("This is no JSON number."));
    if (number.huge)
        return wrong(c, c->at, SAYS("This number is too large."));
    c->at += n;
    return true;
}

static bool check_word(struct check *c)
{
    static const char *const words[] = {"true", "false", "null"};

    for (size_t i = 0; i < 3; i++) {
        size_t n = text_length(words[i]);

        if ((size_t)(c->end - c->at) >= n && __builtin_memcmp(c->at, words[i], n) == 0) {
            c->at += n;
            return true;
        }
    }
    return wrong(c, c->at, SAYS("A JSON value is expected here."));
}

/* A key, and the colon after it. */
static bool check_key(struct check *c)
{
    struct level *l = &c->level[c->depth - 1];
    const char *key = c->at;

    if (c->at == c->end || *c->at != '"')
        return wrong(c, c->at, SAYS("A name in quotes is expected here."));
    if (!check_text(c))
        return false;
    for (uint32_t i = 0; i < l->keys; i++)
        if (same_text(l->key[i], key, c->end))
            return wrong(c, key, SAYS("This object has a member of this name already."));
    if (l->keys == JSON_READ_KEYS)
        return wrong(c, key, SAYS("This object has too many members."));
    l->key[l->keys++] = key;
    c->at = skip_blanks(c->at, c->end);
    if (c->at == c->end || *c->at != ':')
        return wrong(c, c->at, SAYS("A colon is expected here."));
    c->at = skip_blanks(c->at + 1, c->end);
    return true;
}

/* Opens an object or array. `empty`: it is closed right away. */
static bool check_opening(struct check *c, bool *empty)
{
    bool object = *c->at == '{';
    struct level *l;

    if (c->depth == JSON_READ_DEPTH)
        return wrong(c, c->at, SAYS("Objects and lists are nested too deeply."));
    l = &c->level[c->depth++];
    l->object = object;
    l->keys = 0;
    c->at = skip_blanks(c->at + 1, c->end);
    *empty = c->at < c->end && *c->at == (object ? '}' : ']');
    if (*empty) {
        c->at++;
        c->depth--;
        return true;
    }
    return !object || check_key(c);
}

/* After a value: closes what ends here, up to the next value or the end of the text. */
static bool check_after(struct check *c)
{
    while (c->depth) {
        bool object = c->level[c->depth - 1].object;

        c->at = skip_blanks(c->at, c->end);
        if (c->at < c->end && *c->at == ',') {
            c->at = skip_blanks(c->at + 1, c->end);
            return !object || check_key(c);
        }
        if (c->at == c->end || *c->at != (object ? '}' : ']'))
            return wrong(c, c->at, SAYS("A comma or a closing bracket is expected here."));
        c->at++;
        c->depth--;
    }
    return true;
}

/* A value that contains no others, or the beginning of one that does. */
static bool check_value(struct check *c, bool *opened)
{
    bool empty = false;

    *opened = false;
    if (c->at == c->end)
        return wrong(c, c->at, SAYS("A JSON value is missing here."));
    switch (*c->at) {
    case '{':
    case '[':
        if (!check_opening(c, &empty))
            return false;
        *opened = !empty;
        return true;
    case '"':
        return check_text(c);
    case '-':
        return check_number(c);
    default:
        return is_digit(*c->at) ? check_number(c) : check_word(c);
    }
}

static enum json_kind kind_of(char c)
{
    switch (c) {
    case '{':
        return JSON_IS_OBJECT;
    case '[':
        return JSON_IS_ARRAY;
    case '"':
        return JSON_IS_TEXT;
    case 't':
    case 'f':
        return JSON_IS_BOOL;
    case 'n':
        return JSON_IS_NULL;
    default:
        return JSON_IS_NUMBER;
    }
}

bool json_read_open(const char *text, size_t size, struct json_value *v, struct complaint *why)
{
    struct check c;
    const char *start;
    bool opened;

    *v = (struct json_value){.kind = JSON_IS_NOTHING};
    if (size == 0)
        text = "";
    c.text = text;
    c.end = text + size;
    c.at = start = skip_blanks(text, c.end);
    c.why = why;
    c.depth = 0;
    do {
        if (!check_value(&c, &opened) || (!opened && !check_after(&c)))
            return false;
    } while (c.depth);
    if (skip_blanks(c.at, c.end) != c.end)
        return wrong(&c, skip_blanks(c.at, c.end), SAYS("Nothing may follow the value."));
    *v = (struct json_value){kind_of(*start), start, (size_t)(c.at - start)};
    return true;
}

/* From here on the text is known to be good. */

static const char *after_text(const char *at)
{
    for (at++; *at != '"'; at++)
        at += *at == '\\';
    return at + 1;
}

static const char *after_value(const char *at, const char *end)
{
    uint32_t depth = 0;

    if (*at != '{' && *at != '[' && *at != '"') {
        while (at < end && !is_blank(*at) && *at != ',' && *at != '}' && *at != ']')
            at++;
        return at;
    }
    do {
        if (*at == '"') {
            at = after_text(at);
            continue;
        }
        depth += *at == '{' || *at == '[';

        depth -= *at == '}' || *at == ']';
        at++;
    } while (depth);
    return at;
}

struct json_items json_items(const struct json_value *v)
{
    struct json_items i = {.at = v->at, .end = v->at};

    if (v->kind == JSON_IS_OBJECT || v->kind == JSON_IS_ARRAY) {
        i.object = v->kind == JSON_IS_OBJECT;
        i.end = v->at + v->size - 1;
        i.at = skip_blanks(v->at + 1, i.end);
    }
    return i;
}

static struct json_value take_value(struct json_items *i)
{
    const char *start = i->at, *after = after_value(start, i->end);

    i->at = skip_blanks(after, i->end);
    return (struct json_value){kind_of(*start), start, (size_t)(after - start)};
}

bool json_next(struct json_items *i, struct json_value *key, struct json_value *value)
{
    struct json_value name = {.kind = JSON_IS_NOTHING};

    if (i->at == i->end)
        return false;
    if (i->object) {
        name = take_value(i);
        i->at = skip_blanks(i->at + 1, i->end); /* the colon */
    }
    *value = take_value(i);
    if (i->at < i->end)
        i->at = skip_blanks(i->at + 1, i->end); /* the comma */
    if (key)
        *key = name;
    return true;
}

bool json_member(const struct json_value *v, const char *key, struct json_value *found)
{
    struct json_value name;

    if (v->kind == JSON_IS_OBJECT)
        for (struct json_items i = json_items(v); json_next(&i, &name, found);)
            if (json_is(&name, key))
                return true;
    *found = (struct json_value){.kind = JSON_IS_NOTHING};
    return false;
}

bool json_read_number(const struct json_value *v, int64_t *number)
{
    struct number n;

    if (v->kind != JSON_IS_NUMBER || !read_number(v->at, v->at + v->size, &n) || n.fraction)
        return false;
    *number = n.negative ? -(int64_t)n.size : (int64_t)n.size;
    return true;
}

bool json_read_bool(const struct json_value *v, bool *value)
{
    if (v->kind != JSON_IS_BOOL)
        return false;
    *value = *v->at == 't';
    return true;
}

bool json_read_text(const struct json_value *v, char *buffer, size_t size, size_t *length)
{
    const char *at = v->at + 1, *end = v->at + v->size;
    uint32_t code = 0;
    size_t n = 0;

    if (v->kind != JSON_IS_TEXT)
        return false;
    while (next_character(&at, end, &code)) {
        char bytes[4];
        size_t count = put_utf8(code, bytes);

        if (n + count >= size)
            return false;
        __builtin_memcpy(buffer + n, bytes, count);
        n += count;
    }
    if (n >= size)
        return false;
    buffer[n] = '\0';
    if (length)
        *length = n;
    return true;
}

bool json_is(const struct json_value *v, const char *text)
{
    if (v->kind != JSON_IS_TEXT)
        return false;
    const char *at = v->at + 1, *end = v->at + v->size;
    uint32_t code = 0;
    while (next_character(&at, end, &code)) {
        char bytes[4];
        size_t count = put_utf8(code, bytes);

        for (size_t i = 0; i < count; i++)
            if (*text++ != bytes[i])
                return false;
    }
    return *text == '\0';
}
