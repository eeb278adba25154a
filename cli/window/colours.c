/*
 * Colours for people: see colours.h.
 */
#include "colours.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- themes ---- */

const struct theme theme_dark = {
    .paper = 0x1B2127,
    .panel = 0x262D36,
    .ink = 0xD3D0C6,
    .faint = 0x8D9494,
    .strong = 0xF6F2E6,
    .land = 0x2E3532,
    .sea = 0x14202B,
    .park = 0x2A3B2E,
    .track = 0x66706F,
    .tile = 0x313A40,
    .square = 0x20272E,
    .key_ink = 0x1B2127,
    .key_paper = 0xA9B3B2,
    .edge_ink = 0x8A6A06,
    .edge_paper = 0xF2B90C,
    .good = 0x63C58F,
    .bad = 0xF08A6A,
    .chosen = 0xF6F2E6,
    .seat = {0xF5C542, 0x4886E8, 0xDE5B3A, 0x3FB38E, 0xC08AD8, 0x5CC4D6},
    .seat_ink = 0x14181C,
    .card =
        {
            {"red", 0x25C6, 0xC0302A, 0xFFFFFF, 0xE0665C},
            {"orange", 0x00D7, 0xE87F22, 0x2A1400, 0xF0923A},
            {"yellow", 0x25CF, 0xE2BE3A, 0x2A2200, 0xDCC452},
            {"green", 0x25B2, 0x2E8F63, 0xFFFFFF, 0x4CC08C},
            {"blue", 0x2248, 0x2558A8, 0xFFFFFF, 0x78A6F2},
            {"purple", 0x271A, 0xB983C9, 0x22102A, 0xD8A0E4},
            {"black", 0x25A0, 0x33383F, 0xE8E6DE, 0xB4BBBD},
            {"white", 0x25CB, 0xE9E5D9, 0x22262A, 0xF2EEE2},
        },
    .grey = {"grey", 0, 0x59605F, 0xFFFFFF, 0xC2C0B4},
    .wild = {"", 'L', 0xF4F0E3, 0x22262A, 0xF6F2E6},
};

const struct theme theme_light = {
    .paper = 0xF7F3E9,
    .panel = 0xE9E3D3,
    .ink = 0x2C3338,
    .faint = 0x6F7472,
    .strong = 0x101418,
    .land = 0xEFE8D6,
    .sea = 0xCBDDE1,
    .park = 0xDDE7CB,
    .track = 0x9A9C95,
    .tile = 0xE2DCCB,
    .square = 0xF0EBDD,
    .key_ink = 0xF7F3E9,
    .key_paper = 0x4A545B,
    .edge_ink = 0x8A6A06,
    .edge_paper = 0xF2B90C,
    .good = 0x1E7A4C,
    .bad = 0xB03A1E,
    .chosen = 0x101418,
    .seat = {0xE0A800, 0x3B74D6, 0xD24A2A, 0x23946F, 0x9A55BC, 0x1F93A8},
    .seat_ink = 0x101418,
    .card =
        {
            {"red", 0x25C6, 0xC0302A, 0xFFFFFF, 0xA8221C},
            {"orange", 0x00D7, 0xE87F22, 0x2A1400, 0xA8560C},
            {"yellow", 0x25CF, 0xE2BE3A, 0x2A2200, 0x7E6406},
            {"green", 0x25B2, 0x2E8F63, 0xFFFFFF, 0x176A45},
            {"blue", 0x2248, 0x2558A8, 0xFFFFFF, 0x1F4F9C},
            {"purple", 0x271A, 0xB983C9, 0x22102A, 0x8440A0},
            {"black", 0x25A0, 0x33383F, 0xFFFFFF, 0x202428},
            {"white", 0x25CB, 0xFFFFFF, 0x22262A, 0x707068},
        },
    .grey = {"grey", 0, 0xB9B5A8, 0x101418, 0x6A6A62},
    .wild = {"", 'L', 0x4A545B, 0xFFFFFF, 0x101418},
};

const struct card_colour *theme_card(const struct theme *t, const char *name, uint32_t number)
{
    if (number == GREY)
        return &t->grey;
    if (number == WILD)
        return &t->wild;
    for (uint32_t i = 0; i < COLOURS_MAX; i++)
        if (strcmp(t->card[i].name, name) == 0)
            return &t->card[i];
    return &t->card[number % COLOURS_MAX];
}

/* ---- what the terminal can do ---- */

static bool is_set(const char *name)
{
    const char *value = getenv(name);

    return value && *value;
}

static bool contains(const char *name, const char *word)
{
    const char *value = getenv(name);

    return value && strstr(value, word);
}

enum depth depth_of_environment(void)
{
    if (is_set("NO_COLOR") || contains("TERM", "dumb") || contains("TERM", "mono") ||
        contains("TERM", "vt1") || contains("TERM", "vt2") || !is_set("TERM"))
        return DEPTH_NONE;
    if (contains("COLORTERM", "truecolor") || contains("COLORTERM", "24bit") ||
        contains("TERM", "direct"))
        return DEPTH_TRUE;
    return contains("TERM", "256color") ? DEPTH_256 : DEPTH_16;
}

bool environment_is_light(void)
{
    const char *both = getenv("COLORFGBG"), *paper = both ? strrchr(both, ';') : NULL;

    return paper && (strcmp(paper, ";7") == 0 || strcmp(paper, ";15") == 0);
}

/* ---- fewer colours ---- */

static uint32_t distance(uint32_t a, uint32_t b)
{
    int sum = 0;

    for (uint32_t shift = 0; shift < 24; shift += 8) {
        int d = (int)(a >> shift & 255) - (int)(b >> shift & 255);

        sum += d * d;
    }
    return (uint32_t)sum;
}

/* The colours of terminals that have 16, as most of them show these. */
static const uint32_t basic[16] = {
    0x000000, 0xC23621, 0x25A05C, 0xC7A000, 0x3465C4, 0xA050B0, 0x2AA1B3, 0xC0C0BC,
    0x5C6060, 0xF06050, 0x4CD080, 0xF5C542, 0x78A6F2, 0xD8A0E4, 0x60D8E8, 0xFFFFFF,
};

static uint32_t nearest_of_16(uint32_t colour)
{
    uint32_t best = 0;

    for (uint32_t i = 1; i < 16; i++)
        if (distance(basic[i], colour) < distance(basic[best], colour))
            best = i;
    return best;
}

/* A cube of 6 by 6 by 6 colours, then 24 greys. */
static uint32_t nearest_of_256(uint32_t colour)
{
    static const uint8_t steps[6] = {0, 95, 135, 175, 215, 255};
    uint32_t number = 16, cube = 0, level = 0, grey;

    for (uint32_t shift = 24, weight = 36; weight; weight /= 6) {
        uint32_t part = colour >> (shift -= 8) & 255, best = 0;

        for (uint32_t i = 1; i < 6; i++)
            if (abs(steps[i] - (int)part) < abs(steps[best] - (int)part))
                best = i;
        number += weight * best;
        cube = cube << 8 | steps[best];
        level += part;
    }
    grey = level / 3 < 8 ? 0 : (level / 3 - 8 + 5) / 10;
    grey = grey > 23 ? 23 : grey;
    level = 8 + 10 * grey;
    return distance(level << 16 | level << 8 | level, colour) < distance(cube, colour)
               ? 232 + grey
               : number;
}

static uint32_t number_of(uint32_t colour, enum depth depth)
{
    if (depth == DEPTH_TRUE)
        return colour;
    return depth == DEPTH_256 ? nearest_of_256(colour) : nearest_of_16(colour);
}

static size_t put_colour(char *out, size_t room, bool paper, uint32_t number, enum depth depth)
{
    int n;

    if (depth == DEPTH_TRUE)
        n = snprintf(out, room, ";%d;2;%u;%u;%u", paper ? 48 : 38, (unsigned)(number >> 16),
                     (unsigned)(number >> 8 & 255), (unsigned)(number & 255));
    else if (depth == DEPTH_256)
        n = snprintf(out, room, ";%d;5;%u", paper ? 48 : 38, (unsigned)number);
    else
        n = snprintf(out, room, ";%u",
                     (unsigned)(number % 8 + (number < 8 ? 30 : 90) + (paper ? 10 : 0)));
    return (size_t)n;
}

size_t sgr_of(const struct shown *s, enum depth depth, char out[SGR_SIZE])
{
    static const char *const codes[] = {";1", ";2", ";7", ";4"};
    size_t n = 3;
    uint32_t ink, paper;

    memcpy(out, "\033[0", 3);
    for (uint32_t i = 0; i < 4; i++) {
        if (s->attributes >> i & 1) {
            memcpy(out + n, codes[i], 2);
            n += 2;
        }
    }
    if (depth != DEPTH_NONE) {
        ink = number_of(s->ink & 0xFFFFFF, depth);
        paper = number_of(s->paper & 0xFFFFFF, depth);
        if (ink == paper && s->ink != s->paper && s->sign != SIGN_UPPER &&
            !(s->ink & COLOUR_OWN) && !(s->paper & COLOUR_OWN))
            ink = number_of(s->ink < s->paper ? 0x404444 : 0x9AA0A0, depth);
        if (!(s->ink & COLOUR_OWN))
            n += put_colour(out + n, SGR_SIZE - n, false, ink, depth);
        if (!(s->paper & COLOUR_OWN))
            n += put_colour(out + n, SGR_SIZE - n, true, paper, depth);
    }
    out[n++] = 'm';
    return n;
}
