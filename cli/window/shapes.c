/*
 * Shapes as pixels: see shapes.h. A path is turned into straight lines, then filled row by row
 * (even-odd) or drawn along them. Reads all of SVG's path data; arcs become straight lines.
 */
#include "shapes.h"

#include "../cli.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CURVE_STEPS = 6 };

struct point {
    double x, y;
};

/* The lines of a path: from[i] to to[i]. */
struct lines {
    struct point *from, *to;
    size_t count, room;
};

struct path {
    const char *at, *end;
    bool filled;                      /* then every part of it is closed */
    struct point now, begin, control; /* control: of the last curve, for S and T */
    struct lines lines;
};

/* ---- reading ---- */

static void skip(struct path *p)
{
    while (p->at < p->end && (isspace((unsigned char)*p->at) || *p->at == ','))
        p->at++;
}

/* Does a number follow? */
static bool is_number(struct path *p)
{
    skip(p);
    return p->at < p->end && (isdigit((unsigned char)*p->at) || strchr("+-.", *p->at));
}

/* Numbers may follow each other without a blank: "1.5-.2.3". */
static double number(struct path *p)
{
    char digits[32];
    size_t n = 0;
    bool point = false;

    if (!is_number(p))
        return 0;
    if (strchr("+-", *p->at))
        digits[n++] = *p->at++;
    for (; p->at < p->end && n < sizeof digits - 1; p->at++) {
        if (*p->at == '.' ? point : !isdigit((unsigned char)*p->at))
            break;
        point = point || *p->at == '.';
        digits[n++] = *p->at;
    }
    digits[n] = '\0';
    return strtod(digits, NULL);
}

static struct point point_of(struct path *p, bool relative)
{
    struct point q = {number(p), 0};

    q.y = number(p);
    if (relative) {
        q.x += p->now.x;
        q.y += p->now.y;
    }
    return q;
}

static void line_to(struct path *p, struct point to)
{
    struct lines *l = &p->lines;

    if (l->count == l->room) {
        l->room = l->room ? 2 * l->room : 256;
        l->from = cli_need(realloc(l->from, l->room * sizeof *l->from));
        l->to = cli_need(realloc(l->to, l->room * sizeof *l->to));
    }
    l->from[l->count] = p->now;
    l->to[l->count++] = to;
    p->now = to;
}

static void curve_to(struct path *p, struct point b, struct point c, struct point d)
{
    struct point a = p->now;

    for (int i = 1; i <= CURVE_STEPS; i++) {
        double t = (double)i / (double)CURVE_STEPS, u = 1 - t;
        double wa = u * u * u, wb = 3 * u * u * t, wc = 3 * u * t * t, wd = t * t * t;

        line_to(p, (struct point){wa * a.x + wb * b.x + wc * c.x + wd * d.x,
                                  wa * a.y + wb * b.y + wc * c.y + wd * d.y});
    }
    p->control = c;
}

static struct point mirrored(const struct path *p)
{
    return (struct point){2 * p->now.x - p->control.x, 2 * p->now.y - p->control.y};
}

/* A curve with one control point. */
static void bend_to(struct path *p, struct point q, struct point d)
{
    struct point a = p->now;

    curve_to(p, (struct point){(a.x + 2 * q.x) / 3, (a.y + 2 * q.y) / 3},
             (struct point){(d.x + 2 * q.x) / 3, (d.y + 2 * q.y) / 3}, d);
    p->control = q;
}

static void read_straight(struct path *p, char kind, bool relative)
{
    struct point to = p->now;

    if (kind == 'H')
        to.x = number(p) + (relative ? p->now.x : 0);
    else if (kind == 'V')
        to.y = number(p) + (relative ? p->now.y : 0);
    else if (kind == 'A') {
        for (int i = 0; i < 5; i++)
            number(p);
        to = point_of(p, relative);
    } else {
        to = point_of(p, relative);
    }
    line_to(p, to);
    p->control = p->now;
}

static void read_curve(struct path *p, char kind, bool relative)
{
    struct point b = mirrored(p), c;

    if (kind == 'C' || kind == 'Q')
        b = point_of(p, relative);
    if (kind == 'C' || kind == 'S') {
        c = point_of(p, relative);
        curve_to(p, b, c, point_of(p, relative));
    } else {
        bend_to(p, b, point_of(p, relative));
    }
}

static void close(struct path *p)
{
    line_to(p, p->begin);
    p->control = p->now;
}

/* Reads the numbers of a letter; numbers without a letter repeat it. */
static void read_command(struct path *p, char letter)
{
    char kind = (char)toupper((unsigned char)letter);
    bool relative = islower((unsigned char)letter) != 0;

    if (kind == 'Z') {
        close(p);
        return;
    }
    if (kind == 'M') {
        if (p->filled)
            close(p);
        p->now = p->begin = p->control = point_of(p, relative);
        kind = 'L';
    } else if (!strchr("LHVACSQT", kind)) {
        p->at = p->end;
    }
    while (is_number(p)) {
        if (strchr("LHVA", kind))
            read_straight(p, kind, relative);
        else
            read_curve(p, kind, relative);
    }
}

static void read_path(struct path *p)
{
    for (skip(p); p->at < p->end; skip(p)) {
        char letter = *p->at;

        if (isalpha((unsigned char)letter))
            p->at++;
        else
            letter = 'X'; /* not a path: nothing more is read */
        read_command(p, letter);
    }
    if (p->filled)
        close(p);
}

/* ---- painting ---- */

/* A point of the board in pixels of the frame's area. */
static struct point in_pixels(const struct frame *f, struct point p)
{
    return (struct point){(p.x - f->left) * f->across, (p.y - f->top) * f->down * 2};
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static void paint_pixel(struct canvas *c, const struct frame *f, int x, int y, uint32_t colour)
{
    if (x >= 0 && y >= 0 && x < f->area.width && y < 2 * f->area.height)
        canvas_pixel(c, f->area.x + x, 2 * f->area.y + y, colour);
}

static void fill(struct canvas *c, const struct frame *f, const struct lines *l,
                 uint32_t colour)
{
    double *cut = cli_need(malloc((l->count + 1) * sizeof *cut));

    for (int y = 0; y < 2 * f->area.height; y++) {
        double at = y + 0.5;
        size_t n = 0;

        for (size_t i = 0; i < l->count; i++) {
            struct point a = l->from[i], b = l->to[i];

            if ((a.y <= at) != (b.y <= at))
                cut[n++] = a.x + (at - a.y) * (b.x - a.x) / (b.y - a.y);
        }
        qsort(cut, n, sizeof *cut, by_size);
        for (size_t i = 0; i + 1 < n; i += 2) {
            double from = fmax(ceil(cut[i] - 0.5), 0),
                   to = fmin(cut[i + 1] - 0.5, f->area.width);

            for (int x = (int)from; x < to; x++)
                paint_pixel(c, f, x, y, colour);
        }
    }
    free(cut);
}

static void stroke(struct canvas *c, const struct frame *f, const struct lines *l, double width,
                   uint32_t colour)
{
    int rx = (int)(width * f->across / 2), ry = (int)(width * f->down);

    for (size_t i = 0; i < l->count; i++) {
        struct point a = l->from[i], b = l->to[i];
        int steps = 1 + (int)fmin(2 * fmax(fabs(b.x - a.x), fabs(b.y - a.y)), 4000);

        for (int k = 0; k <= steps; k++) {
            int x = (int)floor(a.x + (b.x - a.x) * k / steps);
            int y = (int)floor(a.y + (b.y - a.y) * k / steps);

            for (int dy = -ry; dy <= ry; dy++)
                for (int dx = -rx; dx <= rx; dx++)
                    paint_pixel(c, f, x + dx, y + dy, colour);
        }
    }
}

void shape_paint(struct canvas *c, const struct frame *f, const struct art_shape *s,
                 uint32_t colour)
{
    struct path p = {.at = s->at, .end = s->at + s->length, .filled = !s->size};

    read_path(&p);
    for (size_t i = 0; i < p.lines.count; i++) {
        p.lines.from[i] = in_pixels(f, p.lines.from[i]);
        p.lines.to[i] = in_pixels(f, p.lines.to[i]);
    }
    if (s->size)
        stroke(c, f, &p.lines, s->size / 10.0, colour);
    else
        fill(c, f, &p.lines, colour);
    free(p.lines.from);
    free(p.lines.to);
}
