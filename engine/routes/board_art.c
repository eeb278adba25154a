/*
 * The statements of a board file that are only drawn: frame, positions, spaces, decoration.
 * They are checked even if nobody wants the art (q->art may be null).
 */
#include "board_read.h"

const char *const anchor_names[] = {"start", "middle", "end", NULL};
const char *const shape_names[] = {"ground", "sea",    "land", "lake", "river", "water",
                                   "park",   "street", "peak", "name", NULL};

bool read_frame(struct routes_reader *q)
{
    uint32_t width, height;

    if (q->b->cities && !q->placed)
        return refuse_line(q->r, "The line \"frame\" must come before the cities.");
    if (!read_number(q->r, "The width of the frame", 100, COORDINATE_MAX / 10, &width) ||
        !read_number(q->r, "The height of the frame", 100, COORDINATE_MAX / 10, &height))
        return false;
    q->width = (int32_t)width * 10;
    q->height = (int32_t)height * 10;
    if (q->art) {
        q->art->width = (int16_t)width;
        q->art->height = (int16_t)height;
    }
    return true;
}

bool read_space(struct routes_reader *q)
{
    int16_t length, width;

    if (!read_decimal(q->r, "The length of a drawn space", 10, 2000, 1, &length) ||
        !read_decimal(q->r, "The width of a drawn space", 10, 2000, 1, &width))
        return false;
    if (q->art) {
        q->art->space_length = length;
        q->art->space_width = width;
    }
    return true;
}

/* A point within the frame. */
static bool read_point(struct routes_reader *q, int16_t *x, int16_t *y)
{
    return read_decimal(q->r, "The x coordinate", 0, q->width, 1, x) &&
           read_decimal(q->r, "The y coordinate", 0, q->height, 1, y);
}

/* A point anywhere. */
static bool read_any_point(struct routes_reader *q, int16_t *x, int16_t *y)
{
    return read_decimal(q->r, "The x coordinate", -COORDINATE_MAX, COORDINATE_MAX, 1, x) &&
           read_decimal(q->r, "The y coordinate", -COORDINATE_MAX, COORDINATE_MAX, 1, y);
}

static bool needs_frame(struct routes_reader *q)
{
    if (q->width)
        return true;
    return refuse_line(q->r, "Positions need a line \"frame\" before them.");
}

bool read_place(struct routes_reader *q, uint32_t city)
{
    static const char *const label[] = {"label", NULL};
    size_t before = q->r->at;
    struct word w;

    if (!read_word(q->r, &w))
        return false;
    bool placed = w.at && !word_is(&w, "alias");
    q->r->at = before;
    if (city == 0)
        q->placed = placed;
    if (placed != q->placed)
        return read_refuse(
            q->r, spot_next(q->r, before),
            placed ? SAYS("This city has a position, but those before it have none.")
                   : SAYS("This city needs a position, since those before it have one."));
    if (!placed)
        return true;
    struct art_city a = {0};
    uint32_t i, anchor;
    if (!needs_frame(q) || !read_point(q, &a.x, &a.y) ||
        !read_choice(q->r, "The next word", label, &i) ||
        !read_any_point(q, &a.label_x, &a.label_y) ||
        !read_choice(q->r, "The side of the label", anchor_names, &anchor))
        return false;
    a.anchor = (uint8_t)anchor;
    if (q->art)
        q->art->city[city] = a;
    return true;
}

/* `via` and `at` belong to the last route. */
static bool needs_route(struct routes_reader *q)
{
    if (!q->routes)
        return refuse_line(q->r, "There must be a route before this line.");
    if (!q->placed)
        return refuse_line(q->r, "A route has positions only if the cities have them.");
    return true;
}

bool read_via(struct routes_reader *q)
{
    int16_t x, y, offset;

    if (!needs_route(q))
        return false;
    if (q->has_via)
        return refuse_line(q->r, "This route already has a line \"via\".");
    q->has_via = true;
    if (!read_any_point(q, &x, &y) ||
        !read_decimal(q->r, "The sideways offset", -2000, 2000, 1, &offset))
        return false;
    if (q->art) {
        struct art_route *a = &q->art->route[q->routes - 1];

        a->via_x = x;
        a->via_y = y;
        a->offset = offset;
        a->has_via = 1;
    }
    return true;
}

bool read_at(struct routes_reader *q)
{
    static const char *const marks[] = {"icon", NULL};
    struct art_space s = {0};
    uint32_t i, angle;

    if (!needs_route(q))
        return false;
    const struct route *r = &q->list[q->routes - 1];
    if (q->spaces == r->length)
        return WRONG_LINE(q->r, "The route has {0}, and all are placed already.",
                          say_count(r->length, "space"));
    if (!read_point(q, &s.x, &s.y) || !read_number(q->r, "The angle", 0, 179, &angle))
        return false;
    s.angle = (int16_t)angle;
    if (read_more(q->r)) {
        if (!read_choice(q->r, "The mark of a space", marks, &i))
            return false;
        s.icon = 1;
        q->icons++;
    }
    if (q->art)
        q->art->route[q->routes - 1].space[q->spaces] = s;
    q->spaces++;
    return true;
}

bool spaces_complete(struct routes_reader *q)
{
    if (!q->routes || !q->placed)
        return true;
    const struct route *r = &q->list[q->routes - 1];
    if (q->spaces == r->length && q->icons == r->icons)
        return true;
    struct text_spot at = spot_line(q->route_line[q->routes - 1]);
    struct said a = say_name(q->b->city_name[r->a]), b = say_name(q->b->city_name[r->b]);
    uint32_t spaces = q->spaces, icons = q->icons;
    q->spaces = r->length; /* one complaint is enough */
    q->icons = r->icons;
    if (spaces != r->length)
        return READ_WRONG(q->r, at, "The route {0}-{1} has {2}, but {3} \"at\".", a, b,
                          say_count(r->length, "space"), say_count(spaces, "line"));
    return READ_WRONG(q->r, at, "The route {0}-{1} has {2}, but {3} marked \"icon\".", a, b,
                      say_count(r->icons, "icon"), say_count(icons, "space"));
}

/* Path data is copied into drawings unchanged, so it may only contain path data. */
static bool check_path(struct routes_reader *q, const struct word *w)
{
    static const char allowed[] = "MmLlHhVvCcSsQqTtAaZz0123456789 .,-+";
    bool good = w->n > 0 && (w->at[0] == 'M' || w->at[0] == 'm');

    for (size_t i = 0; good && i < w->n; i++) {
        const char *a = allowed;

        while (*a && *a != w->at[i])
            a++;
        good = *a != 0;
    }
    if (good)
        return true;
    return read_refuse(q->r, spot_word(q->r, w),
                       "This must be SVG path data in quotation marks, beginning with M.");
}

static bool read_shape(struct routes_reader *q, struct art_shape *s)
{
    struct word w;

    if (s->kind == ART_PEAK)
        return read_any_point(q, &s->x, &s->y) &&
               read_decimal(q->r, "The size of the peak", 1, 1000, 2, &s->size);
    if (s->kind == ART_NAME) {
        static const char what[] = SAYS("The name to be drawn");

        if (!read_any_point(q, &s->x, &s->y) || !read_some(q->r, what, &w) ||
            !read_short(q->r, &w, what, DRAWN_SIZE) || !read_seen(q->r, &w, what))
            return false;
    } else {
        size_t before = q->r->at;

        if (!read_some(q->r, "The path of the shape", &w))
            return false;
        if (!w.quoted && w.at[0] >= '0' && w.at[0] <= '9') {
            q->r->at = before;
            if (!read_decimal(q->r, "The width of the line", 1, 2000, 1, &s->size) ||
                !read_some(q->r, "The path of the shape", &w))
                return false;
        }
        if (!check_path(q, &w))
            return false;
    }
    s->at = w.at;
    s->length = (uint32_t)w.n;
    return true;
}

bool read_decor(struct routes_reader *q)
{
    struct art_shape s = {0};
    uint32_t kind;

    if (!needs_frame(q) || !read_choice(q->r, "The kind of decoration", shape_names, &kind))
        return false;
    s.kind = (uint8_t)kind;
    if (!read_shape(q, &s))
        return false;
    if (q->shapes == DECOR_MAX)
        return refuse_line(q->r, "A board has at most 512 decorations.");
    if (q->art) {
        q->art->shape[q->shapes] = s;
        q->art->shapes = q->shapes + 1;
    }
    q->shapes++;
    return true;
}

void sort_art(struct routes_reader *q)
{
    if (!q->art)
        return;
    if (!q->placed) { /* a frame alone makes no picture */
        q->art->width = q->art->height = 0;
        return;
    }
    /* place[i]: where the art at i belongs; unused art goes to unused numbers. */
    uint8_t place[ROUTES_MAX];
    uint32_t used = 0, n = q->routes;
    for (uint32_t i = 0; i < ROUTES_MAX; i++)
        if (q->b->route[i].length == 0)
            place[n + used++] = (uint8_t)i;
    for (uint32_t i = 0; i < n; i++)
        place[i] = q->b->route_at[i];
    for (uint32_t i = 0; i < ROUTES_MAX; i++)
        while (place[i] != i) { /* each exchange brings one to its place: at most 192 in all */
            uint8_t to = place[i];
            struct art_route moved = q->art->route[to];

            q->art->route[to] = q->art->route[i];
            q->art->route[i] = moved;
            place[i] = place[to];
            place[to] = to;
        }
}
