/*
 * Requests read from bytes; see reader.h. A machine with a step for each byte of the head; bodies
 * are copied whole.
 */
#include "reader.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 1024, VERSION_SIZE = 8 };

static void refuse(struct reader *r, uint32_t status, const char *why)
{
    r->state = READ_BAD;
    r->status = status;
    r->why = why;
    r->headers = r->arguments = 0;
}

static void refuse_line(struct reader *r)
{
    refuse(r, 400, "This is not a request of HTTP/1.1.");
}

static void refuse_header(struct reader *r)
{
    refuse(r, 400, "The headers of this request are malformed.");
}

/* Makes room for so many bytes more. The room doubles, so all copies together are linear. */
static bool reserve(struct reader *r, size_t more)
{
    size_t capacity = r->capacity ? r->capacity : FIRST_CAPACITY;
    char *text;

    if (r->capacity - r->size >= more)
        return true;
    while (capacity - r->size < more)
        capacity *= 2;
    text = realloc(r->text, capacity);
    if (!text) {
        refuse(r, 503, "The server has no memory for this request.");
        return false;
    }
    r->text = text;
    r->capacity = capacity;
    return true;
}

static void put(struct reader *r, char c)
{
    if (reserve(r, 1))
        r->text[r->size++] = c;
}

/* Ends a word of the text; the next one begins behind it. */
static void end_word(struct reader *r, enum reader_state next)
{
    r->state = next;
    put(r, '\0');
    r->mark = r->size;
}

/* Characters ------------------------------------------------------------------------------- */

static bool is_one_of(unsigned char c, const char *set)
{
    return c != '\0' && strchr(set, c) != NULL;
}

static bool is_digit(unsigned char c)
{
    return c >= '0' && c <= '9';
}

static bool is_alphanumeric(unsigned char c)
{
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_token(unsigned char c)
{
    return is_alphanumeric(c) || is_one_of(c, "!#$%&'*+-.^_`|~");
}

/* Browsers leave some characters as they are that RFC 3986 would encode: those are let through. */
static bool is_target(unsigned char c)
{
    return c > ' ' && c < 0x7f && c != '"' && c != '#' && c != '<' && c != '>';
}

static bool is_value(unsigned char c)
{
    return c == '\t' || (c >= ' ' && c != 0x7f);
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c | 0x20) : c;
}

/* Are the first n characters the same? The locale does not matter: these are no people's words. */
static bool same(const char *a, const char *b, size_t n)
{
    while (n > 0 && lower(*a) == lower(*b))
        a++, b++, n--;
    return n == 0;
}

/* A whole word of the text? */
static bool is_name(const char *word, const char *name)
{
    return same(word, name, strlen(name) + 1);
}

bool list_has(const char *list, const char *word, bool caseless)
{
    size_t n = strlen(word);

    while (list && *list) {
        size_t item;

        list += strspn(list, ", \t");
        item = strcspn(list, ", \t");
        if (item == n && (caseless ? same(list, word, n) : strncmp(list, word, n) == 0))
            return true;
        list += item;
    }
    return false;
}

/* The address ------------------------------------------------------------------------------ */

static int hex(char c)
{
    if (is_digit((unsigned char)c))
        return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Decodes a text in its place. False if it has a bad "%" or a zero byte. */
static bool decode(char *text, bool plus)
{
    char *out = text;

    for (; *text; text++) {
        char c = *text;

        if (c == '%') {
            int high = hex(text[1]), low = high < 0 ? -1 : hex(text[2]);

            if (low < 0 || (high | low) == 0)
                return false;
            c = (char)(high << 4 | low);
            text += 2;
        } else if (plus && c == '+') {
            c = ' ';
        }
        *out++ = c;
    }
    *out = '\0';
    return true;
}

static bool read_argument(struct reader *r, char *text)
{
    char *value = strchr(text, '=');
    struct reader_field *a = &r->argument[r->arguments];

    if (r->arguments == READER_ARGUMENTS) {
        refuse(r, 431, "This address has too many arguments.");
        return false;
    }
    r->arguments++;
    if (value)
        *value++ = '\0';
    else
        value = text + strlen(text);
    a->name = (uint16_t)(text - r->text);
    a->value = (uint16_t)(value - r->text);
    return decode(text, true) && decode(value, true);
}

/* Takes the address apart: the path, and the arguments behind "?". */
static bool read_target(struct reader *r)
{
    char *path = r->text + r->path, *query = strchr(path, '?');

    if (query)
        *query++ = '\0';
    while (query) {
        char *next = strchr(query, '&');

        if (next)
            *next++ = '\0';
        if (*query && !read_argument(r, query))
            return false;
        query = next;
    }
    return decode(path, false);
}

/* The head --------------------------------------------------------------------------------- */

static void end_version(struct reader *r)
{
    const char *version = r->text + r->mark;

    r->state = READ_LINE_END;
    if (r->size - r->mark != VERSION_SIZE || memcmp(version, "HTTP/", 5) != 0 ||
        !is_digit((unsigned char)version[5]) || version[6] != '.' ||
        !is_digit((unsigned char)version[7]))
        refuse_line(r);
    else if (version[5] != '1' || version[7] > '1')
        refuse(r, 505, "Only HTTP/1.1 is spoken here.");
    r->http11 = version[7] == '1';
    r->size = r->mark; /* nobody asks for it later */
}

static bool read_length(struct reader *r, const char *digits)
{
    const size_t too_large = SIZE_MAX / 100;

    if (r->has_length || *digits == '\0')
        return false;
    r->has_length = true;
    for (; is_digit((unsigned char)*digits); digits++)
        if (r->length < too_large)
            r->length = r->length * 10 + (size_t)(*digits - '0');
    return *digits == '\0';
}

static bool is_host(const char *text)
{
    while (is_alphanumeric((unsigned char)*text) ||
           is_one_of((unsigned char)*text, "-._~!$&'()*+,;=%:[]"))
        text++;
    return *text == '\0';
}

/* A header is complete. Those that say where the request ends, and what follows it, count now. */
static void end_header(struct reader *r)
{
    const struct reader_field *f = &r->header[r->headers++];
    const char *name, *value;

    while (r->size > r->mark && is_one_of((unsigned char)r->text[r->size - 1], " \t"))
        r->size--;
    end_word(r, READ_LINE_END);
    if (r->state == READ_BAD)
        return;
    name = r->text + f->name;
    value = r->text + f->value;
    if (is_name(name, "Host")) {
        if (r->has_host || !is_host(value))
            refuse(r, 400, "A request needs one Host, which must be a valid one.");
        r->has_host = true;
    } else if (is_name(name, "Content-Length")) {
        if (!read_length(r, value))
            refuse(r, 400, "A request has one Content-Length, which is a number.");
    } else if (is_name(name, "Transfer-Encoding")) {
        r->has_coding = true;
    } else if (is_name(name, "Connection")) {
        r->close = r->close || list_has(value, "close", true);
    } else if (is_name(name, "Expect")) {
        r->expects = is_name(value, "100-continue");
        if (!r->expects)
            refuse(r, 417, "Nothing but 100-continue can be expected here.");
    }
}

static void end_head(struct reader *r)
{
    if (r->http11 && !r->has_host)
        refuse(r, 400, "A request needs one Host, which must be a valid one.");
    else if (r->has_coding && (r->has_length || !r->http11))
        refuse(r, 400, "The length of this request is not clear.");
    else if (r->has_coding)
        refuse(r, 411, "Bodies need a Content-Length here; no Transfer-Encoding is read.");
    else if (r->length > r->most)
        refuse(r, 413, "What you sent is too large.");
    else if (!read_target(r) && r->state != READ_BAD)
        refuse(r, 400, "This address is malformed.");
    else if (r->state != READ_BAD)
        r->state = r->length ? READ_BODY : READ_DONE;
    r->close = r->close || !r->http11;
    r->expects = r->expects && r->http11;
    r->body = r->size;
    if (r->state != READ_BAD)
        put(r, '\0');
}

/* A byte of the request line. */
static void step_line(struct reader *r, unsigned char c)
{
    switch (r->state) {
    case READ_START:
        if (c == '\r' && !r->empty_line) {
            r->empty_line = true;
            r->state = READ_EMPTY_LINE;
            break;
        }
        r->state = READ_METHOD;
        /* fallthrough */
    case READ_METHOD:
        if (is_token(c))
            put(r, (char)c);
        else if (c == ' ' && r->size > 0)
            end_word(r, READ_TARGET);
        else
            refuse_line(r);
        break;
    case READ_EMPTY_LINE:
        r->state = READ_START;
        if (c != '\n')
            refuse_line(r);
        break;
    case READ_TARGET: /* a path: this is no proxy */
        if (r->size == r->mark ? c == '/' : is_target(c)) {
            put(r, (char)c);
        } else if (c == ' ' && r->size > r->mark) {
            r->path = (uint16_t)r->mark;
            end_word(r, READ_VERSION);
        } else {
            refuse_line(r);
        }
        break;
    default: /* READ_VERSION */
        if (c == '\r')
            end_version(r);
        else if (r->size - r->mark < VERSION_SIZE)
            put(r, (char)c);
        else
            refuse_line(r);
        break;
    }
}

/* A byte of the headers. */
static void step_header(struct reader *r, unsigned char c)
{
    struct reader_field *f = &r->header[r->headers];

    switch (r->state) {
    case READ_LINE:
        if (c == '\r') {
            r->state = READ_HEAD_END;
            break;
        }
        if (r->headers == READER_HEADERS) {
            refuse(r, 431, "This request has too many headers.");
            break;
        }
        f->name = (uint16_t)r->size;
        r->state = READ_NAME;
        /* fallthrough */
    case READ_NAME:
        if (is_token(c)) {
            put(r, (char)c);
        } else if (c == ':' && r->size > r->mark) {
            end_word(r, READ_SPACE);
            f->value = (uint16_t)r->size;
        } else {
            refuse_header(r);
        }
        break;
    case READ_SPACE:
        if (c == ' ' || c == '\t')
            break;
        r->state = READ_VALUE;
        /* fallthrough */
    case READ_VALUE:
        if (c == '\r')
            end_header(r);
        else if (is_value(c))
            put(r, (char)c);
        else
            refuse_header(r);
        break;
    default: /* READ_LINE_END, READ_HEAD_END */
        if (c != '\n')
            refuse_header(r);
        else if (r->state == READ_HEAD_END)
            end_head(r);
        else
            r->state = READ_LINE;
        break;
    }
}

static void step(struct reader *r, unsigned char c)
{
    if (r->seen++ == READER_HEAD)
        refuse(r, r->state <= READ_TARGET ? 414 : 431,
               r->state <= READ_TARGET ? "This address is too long."
                                       : "The headers of this request are too large.");
    else if (r->state <= READ_VERSION)
        step_line(r, c);
    else
        step_header(r, c);
}

/* A piece of the body; its final zero moves on. Returns how many bytes belong to it. */
static size_t take_body(struct reader *r, const char *bytes, size_t n)
{
    size_t left = r->body + r->length + 1 - r->size;

    if (n > left)
        n = left;
    if (!reserve(r, n))
        return 0;
    memcpy(r->text + r->size - 1, bytes, n);
    r->size += n;
    r->text[r->size - 1] = '\0';
    if (n == left)
        r->state = READ_DONE;
    return n;
}

/* Requests ---------------------------------------------------------------------------------- */

void reader_open(struct reader *r, size_t body_most)
{
    *r = (struct reader){.most = body_most};
}

void reader_free(struct reader *r)
{
    free(r->text);
    r->text = NULL;
}

size_t reader_feed(struct reader *r, const char *bytes, size_t n)
{
    size_t taken = 0;

    while (taken < n && r->state < READ_BODY)
        step(r, (unsigned char)bytes[taken++]);
    if (taken < n && r->state == READ_BODY)
        taken += take_body(r, bytes + taken, n - taken);
    return taken;
}

const char *reader_header(const struct reader *r, const char *name)
{
    for (uint32_t i = r->headers; i-- > 0;)
        if (is_name(r->text + r->header[i].name, name))
            return r->text + r->header[i].value;
    return NULL;
}

const char *reader_argument(const struct reader *r, const char *name)
{
    for (uint32_t i = 0; i < r->arguments; i++)
        if (strcmp(r->text + r->argument[i].name, name) == 0)
            return r->text + r->argument[i].value;
    return NULL;
}
