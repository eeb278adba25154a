/*
 * A canvas as lines of text: see print.h.
 */
#include "print.h"

#include <string.h>

static void print_sign(FILE *out, uint32_t sign)
{
    char bytes[4];
    size_t n = sign_bytes(sign, bytes);

    if (sign != CANVAS_REST)
        fwrite(bytes, 1, n, out);
}

static void print_plain(FILE *out, const struct canvas *c, int y)
{
    int width = c->width;

    while (width > 0 && cell_shown(canvas_at(c, width - 1, y)).sign == ' ')
        width--;
    for (int x = 0; x < width; x++)
        print_sign(out, cell_shown(canvas_at(c, x, y)).sign);
}

static void print_colours(FILE *out, const struct canvas *c, int y, enum depth depth)
{
    char last[SGR_SIZE] = "", sgr[SGR_SIZE];
    size_t length = 0;

    for (int x = 0; x < c->width; x++) {
        struct shown s = cell_shown(canvas_at(c, x, y));
        size_t n = sgr_of(&s, depth, sgr);

        if (n != length || memcmp(sgr, last, n) != 0)
            fwrite(sgr, 1, n, out);
        memcpy(last, sgr, n);
        length = n;
        print_sign(out, s.sign);
    }
    fputs("\033[0m", out);
}

void canvas_print(FILE *out, const struct canvas *c, enum depth depth)
{
    for (int y = 0; y < c->height; y++) {
        if (depth == DEPTH_NONE)
            print_plain(out, c, y);
        else
            print_colours(out, c, y, depth);
        putc('\n', out);
    }
}
