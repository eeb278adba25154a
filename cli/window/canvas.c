/*
 * A picture made of characters: see canvas.h.
 */
#include "canvas.h"

#include "../../engine/text.h"

#include <string.h>

uint32_t colour_mix(uint32_t from, uint32_t to, uint32_t part)
{
    uint32_t mixed = 0;

    if (from & COLOUR_OWN || to & COLOUR_OWN)
        return from & COLOUR_OWN ? to : from;
    for (uint32_t shift = 0; shift < 24; shift += 8) {
        uint32_t a = from >> shift & 255, b = to >> shift & 255;

        mixed |= (a * (8 - part) + b * part) / 8 << shift;
    }
    return mixed;
}

/* ---- cells ---- */

struct cell *canvas_at(const struct canvas *c, int x, int y)
{
    if (x < 0 || y < 0 || x >= c->width || y >= c->height)
        return NULL;
    return &c->cell[y * c->width + x];
}

void canvas_fill(struct canvas *c, struct area a, uint32_t paper)
{
    for (int y = a.y; y < a.y + a.height; y++) {
        for (int x = a.x; x < a.x + a.width; x++) {
            struct cell *cell = canvas_at(c, x, y);

            if (cell)
                *cell = (struct cell){.ink = COLOUR_OWN, .upper = paper, .lower = paper};
        }
    }
}

void canvas_clear(struct canvas *c, uint32_t paper)
{
    canvas_fill(c, (struct area){0, 0, c->width, c->height}, paper);
}

void canvas_sign(struct canvas *c, int x, int y, uint32_t sign, struct look look)
{
    struct cell *cell = canvas_at(c, x, y);

    if (!cell)
        return;
    cell->sign = sign;
    cell->ink = look.ink;
    cell->attributes = look.attributes;
    if (!(look.paper & COLOUR_OWN))
        cell->upper = cell->lower = look.paper;
}

void canvas_pixel(struct canvas *c, int x, int y, uint32_t colour)
{
    struct cell *cell = y < 0 ? NULL : canvas_at(c, x, y / 2);

    if (!cell)
        return;
    if (y % 2)
        cell->lower = colour;
    else
        cell->upper = colour;
}

void canvas_dot(struct canvas *c, int x, int y, uint32_t ink)
{
    static const uint8_t bits[4][2] = {{1, 8}, {2, 16}, {4, 32}, {64, 128}};
    struct cell *cell = x < 0 || y < 0 ? NULL : canvas_at(c, x / 2, y / 4);

    if (!cell || cell->sign)
        return;
    cell->dots |= bits[y % 4][x % 2];
    cell->ink = ink;
}

/* ---- texts ---- */

/* Characters of zero width, and those of double width, in ascending order. */
struct range {
    uint32_t from, to;
};
static const struct range unseen[] = {
    {0x0000, 0x001F}, {0x007F, 0x009F}, {0x00AD, 0x00AD},   {0x0300, 0x036F}, {0x0483, 0x0489},
    {0x0591, 0x05BD}, {0x0610, 0x061A}, {0x064B, 0x065F},   {0x200B, 0x200F}, {0x2028, 0x202E},
    {0x2060, 0x206F}, {0x20D0, 0x20F0}, {0xD800, 0xDFFF},   {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F},
    {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB}, {0xE0000, 0xE0FFF},
};
static const struct range wide[] = {
    {0x1100, 0x115F},   {0x2E80, 0x303E},   {0x3041, 0xA4CF}, {0xAC00, 0xD7A3},
    {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},   {0xFF01, 0xFF60}, {0xFFE0, 0xFFE6},
    {0x1F300, 0x1FAFF}, {0x20000, 0x3FFFD},
};

static bool is_among(const struct range *list, size_t n, uint32_t sign)
{
    for (size_t i = 0; i < n && list[i].from <= sign; i++)
        if (sign <= list[i].to)
            return true;
    return false;
}

int sign_width(uint32_t sign)
{
    if (is_among(unseen, sizeof unseen / sizeof unseen[0], sign))
        return 0;
    return is_among(wide, sizeof wide / sizeof wide[0], sign) ? 2 : 1;
}

/* Reads a character of a text; an invalid byte is read as U+FFFD. */
static size_t next_sign(const char *text, uint32_t *sign)
{
    size_t n = text_decode(text, strlen(text), sign);

    if (n == 0)
        *sign = 0xFFFD;
    return n ? n : 1;
}

int canvas_width(const char *text)
{
    uint32_t sign;
    int width = 0;

    while (*text) {
        text += next_sign(text, &sign);
        width += sign_width(sign);
    }
    return width;
}

size_t canvas_bytes(const char *text, int room)
{
    const char *end = text;
    uint32_t sign;

    while (*end) {
        size_t n = (size_t)next_sign(end, &sign);

        room -= sign_width(sign);
        if (room < 0)
            break;
        end += n;
    }
    return (size_t)(end - text);
}

int canvas_text(struct canvas *c, int x, int y, int room, const char *text, struct look look)
{
    uint32_t sign;
    int from = x;

    while (*text) {
        int width;

        text += next_sign(text, &sign);
        width = sign_width(sign);
        if (x + width > from + room)
            break;
        for (int i = 0; i < width; i++)
            canvas_sign(c, x + i, y, i ? (uint32_t)CANVAS_REST : sign, look);
        x += width;
    }
    return x - from;
}

void canvas_right(struct canvas *c, int right, int y, const char *text, struct look look)
{
    int width = canvas_width(text);

    canvas_text(c, right - width, y, width, text, look);
}

int canvas_words(struct canvas *c, struct area a, const char *text, struct look look)
{
    int x = 0, lines = *text ? 1 : 0;

    while (*text) {
        char word[256];
        size_t n = strcspn(text, " ");
        int width;

        n = n < sizeof word - 1 ? n : sizeof word - 1;
        memcpy(word, text, n);
        word[n] = '\0';
        width = canvas_width(word);
        if (x > 0 && x + 1 + width > a.width) {
            x = 0;
            lines++;
        }
        x += x > 0;
        if (lines <= a.height)
            canvas_text(c, a.x + x, a.y + lines - 1, a.width - x, word, look);
        x += width;
        text += n;
        text += strspn(text, " ");
    }
    return lines;
}

/* ---- what is shown ---- */

struct shown cell_shown(const struct cell *c)
{
    struct shown s = {c->sign, c->ink, c->upper, c->attributes};

    if (s.sign)
        return s;
    if (c->dots)
        s.sign = 0x2800u + c->dots;
    else if (c->upper == c->lower)
        s = (struct shown){' ', c->upper, c->upper, 0};
    else
        s = (struct shown){SIGN_UPPER, c->upper, c->lower, 0};
    return s;
}

size_t sign_bytes(uint32_t sign, char out[4])
{
    static const uint8_t first[] = {0, 0, 0xC0, 0xE0, 0xF0};
    size_t n = sign < 0x80 ? 1 : sign < 0x800 ? 2 : sign < 0x10000 ? 3 : 4;

    for (size_t i = n - 1; i > 0; i--, sign >>= 6)
        out[i] = (char)(0x80 | (sign & 0x3F));
    out[0] = (char)(first[n == 1 ? 0 : n] | sign);
    return n;
}
