/*
 * What the pictures of all families share: see svg.h. Freestanding, and the same in every locale.
 */
#include "svg.h"

#include <stdarg.h>

const char *const svg_seats[SEATS_MAX] = {"#B3261E", "#1D4F91", "#2F6B3A",
                                          "#E0A100", "#2B2B2B", "#7A3E8E"};
static const char *const inks[SEATS_MAX] = {"#FFFFFF", "#FFFFFF", "#FFFFFF",
                                            "#000000", "#FFFFFF", "#FFFFFF"};

void svg_escaped(struct text *t, char c)
{
    if (c == '&')
        text_put(t, "&amp;");
    else if (c == '<')
        text_put(t, "&lt;");
    else if (c == '>')
        text_put(t, "&gt;");
    else
        text_char(t, c);
}

static void put_decimal(struct text *t, double x)
{
    uint32_t hundredths = (uint32_t)((x < 0 ? -x : x) * 100 + 0.5);

    if (x < 0 && hundredths)
        text_char(t, '-');
    text_number(t, hundredths / 100);
    if (hundredths % 100) {
        text_char(t, '.');
        text_number(t, hundredths / 10 % 10);
        if (hundredths % 10)
            text_number(t, hundredths % 10);
    }
}

void svg_put(struct text *t, const char *format, ...)
{
    va_list values;

    va_start(values, format);
    for (const char *c = format; *c; c++) {
        if (*c != '%') {
            text_char(t, *c);
            continue;
        }
        c++;
        if (*c == 'd')
            text_number(t, va_arg(values, int));
        else if (*c == 'f')
            put_decimal(t, va_arg(values, double));
        else if (*c == 's')
            text_put(t, va_arg(values, const char *));
        else
            for (const char *s = va_arg(values, const char *); *s; s++)
                svg_escaped(t, *s);
    }
    va_end(values);
}

void svg_begin(struct text *t, const struct board *board, int width, int height)
{
    svg_put(t,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\">\n"
            "<title>%x</title>\n<style>\n"
            "text{font-family:\"Sofia Sans Semi Condensed\",\"Arial Narrow\","
            "\"DejaVu Sans Condensed\",\"DejaVu Sans\",sans-serif}\n",
            width, height, board->name);
}

void svg_seat(struct text *t, uint32_t seat, double size)
{
    svg_put(t,
            "<text text-anchor=\"middle\" dy=\".36em\" font-size=\"%f\" font-weight=\"700\""
            " stroke=\"none\" fill=\"%s\">%d</text>",
            size, inks[seat], seat + 1);
}
