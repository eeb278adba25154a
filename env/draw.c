/*
 * A position as a plain picture (SVG) without art, to look at what a program plays. The
 * families' drawings are in their folders.
 */
#include "draw.h"

const char *const svg_seats[SEATS_MAX] = {"#b3261e", "#1d4f91", "#2f6b3a",
                                          "#e0a100", "#2b2b2b", "#7a3e8e"};
const char *const svg_ink[SEATS_MAX] = {"#ffffff", "#ffffff", "#ffffff",
                                        "#000000", "#ffffff", "#ffffff"};

void svg_begin(struct text *t, int32_t width, int32_t height)
{
    text_put(t, "<svg xmlns=\"http://www.w3.org/2000/svg\" font-family=\"sans-serif\" "
                "viewBox=\"0 0 ");
    text_number(t, width);
    text_char(t, ' ');
    text_number(t, height);
    text_put(t, "\">\n<rect width=\"100%\" height=\"100%\" fill=\"#f2ede1\"/>\n");
}

void svg_end(struct text *t)
{
    text_put(t, "</svg>\n");
}

void svg_tenths(struct text *t, int32_t tenths)
{
    uint32_t size = (uint32_t)(tenths < 0 ? -tenths : tenths);

    if (tenths < 0)
        text_char(t, '-');
    text_number(t, size / 10);
    text_char(t, '.');
    text_number(t, size % 10);
}

void svg_number(struct text *t, uint32_t number, const char *colour)
{
    text_put(t, "<text text-anchor=\"middle\" dy=\".36em\" font-size=\"9\" fill=\"");
    text_put(t, colour);
    text_put(t, "\">");
    text_number(t, number);
    text_put(t, "</text>");
}

void svg_words(struct text *t, const char *words)
{
    for (; *words; words++) {
        if (*words == '&')
            text_put(t, "&amp;");

        else if (*words == '<')
            text_put(t, "&lt;");
        else
            text_char(t, *words);
    }
}

size_t env_svg(const struct env *env, const struct env_game *game, char *text, size_t size)
{
    struct text t = text_in(text, size);
    struct view v;

    env->match.rules->view(&env->match, &game->state, SPECTATOR, &v);
    if (!env->kind->draw || !env->kind->draw(env, &v, &t))
        return 0;
    return t.cut ? size : t.length;
}
