/*
 * Text for people: see screen.h.
 */
#include "screen.h"

#include "cli.h"

#include <string.h>

uint32_t screen_width(const char *text)
{
    return text_characters(text, strlen(text));
}

void screen_put(struct screen *s, const char *text)
{
    fputs(text, s->out);
    s->column += screen_width(text);
}

void screen_say(struct screen *s, const char *sentence, const struct said *values)
{
    char words[1024];
    struct text t = text_in(words, sizeof words);

    cli_put(&t, sentence, values);
    screen_put(s, words);
}

void screen_say_styled(struct screen *s, const char *style, const char *sentence)
{
    screen_styled(s, style, cli_words(sentence));
}

void screen_tell(struct screen *s, uint32_t indent, const char *sentence,
                 const struct said *values)
{
    char words[1024];
    struct text t = text_in(words, sizeof words);

    cli_put(&t, sentence, values);
    screen_words(s, indent, words);
}

void screen_number(struct screen *s, int64_t n)
{
    char digits[24];

    snprintf(digits, sizeof digits, "%lld", (long long)n);
    screen_put(s, digits);
}

void screen_line(struct screen *s)
{
    putc('\n', s->out);
    s->column = 0;
}

void screen_to(struct screen *s, uint32_t column)
{
    if (s->column > column)
        screen_put(s, " ");
    while (s->column < column)
        screen_put(s, " ");
}

void screen_right(struct screen *s, uint32_t column, const char *text)
{
    uint32_t width = screen_width(text);

    screen_to(s, column > width ? column - width : 0);
    screen_put(s, text);
}

void screen_styled(struct screen *s, const char *style, const char *text)
{
    if (s->colour && *style)
        fprintf(s->out, "\033[%sm", style);
    screen_put(s, text);
    if (s->colour && *style)
        fputs("\033[0m", s->out);
}

void screen_wrap(struct screen *s, uint32_t indent, uint32_t width)
{
    if (s->column + width < SCREEN_WIDTH || s->column <= indent)
        return;
    screen_line(s);
    screen_to(s, indent);
}

void screen_comma(struct screen *s, uint32_t indent, uint32_t width)
{
    screen_put(s, ",");
    if (s->column + 1 + width < SCREEN_WIDTH)
        screen_put(s, " ");
    else
        screen_wrap(s, indent, width + 1);
}

void screen_words(struct screen *s, uint32_t indent, const char *text)
{
    bool first = true;

    while (*text) {
        size_t n = strcspn(text, " ");
        char word[256];

        snprintf(word, sizeof word, "%.*s", n < 255 ? (int)n : 255, text);
        if (!first && s->column + 1 + screen_width(word) < SCREEN_WIDTH)
            screen_put(s, " ");
        else if (!first)
            screen_wrap(s, indent, SCREEN_WIDTH);
        screen_put(s, word);
        text += n;
        text += strspn(text, " ");
        first = false;
    }
}

const char *screen_colour(const char *name)
{
    static const char *const styles[][2] = {
        {"red", "31"},          {"green", "32"},  {"yellow", "33"},
        {"blue", "34"},         {"purple", "35"}, {"pink", "95"},
        {"orange", "38;5;208"}, {"white", "97"},  {"black", "90"},
    };

    for (size_t i = 0; i < sizeof styles / sizeof styles[0]; i++)
        if (strcmp(styles[i][0], name) == 0)
            return styles[i][1];
    return "";
}
