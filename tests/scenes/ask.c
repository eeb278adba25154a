/*
 * Assertions: finds the question that a line asks and answers the two kinds that are about views,
 * "sees" and "same-view". The questions themselves are in ask_*.c.
 */
#include "scene.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool wrong(struct asking *q, const char *format, ...)
{
    char found[TEXT_SIZE];
    va_list args;

    va_start(args, format);
    vsnprintf(found, sizeof found, format, args);
    va_end(args);
    return fault(q->scene, "expected \"%.*s\", found %s", (int)(q->whole.end - q->whole.at),
                 q->whole.at, found);
}

static const struct question *find(const struct question *list, struct reader name)
{
    for (; list->name; list++)
        if (text_is(name.at, (size_t)(name.end - name.at), list->name))
            return list;
    return NULL;
}

static const struct question *find_any(const struct asking *q, struct reader name)
{
    bool metro = q->m->board->family == FAMILY_METRO;
    const struct question *question = find(metro ? metro_questions : card_questions, name);

    if (!question)
        question = find(map_questions, name);
    if (!question)
        question = find(legal_questions, name);
    if (!question)
        question = find(query_questions, name);
    return question && metro && !question->any && !find(metro_questions, name) ? NULL
                                                                               : question;
}

static bool answer(struct asking *q)
{
    struct reader name = next_word(&q->r);
    const struct question *question = find_any(q, name);

    if (!question)
        return fault(q->scene, "unknown question \"%.*s\"", (int)(name.end - name.at), name.at);
    if (question->of_seat && !scan_seat(q->scene, q->m, &q->r, &q->seat))
        return false;
    return question->ask(q) && scan_end(q->scene, &q->r);
}

event_t scan_event(struct asking *q, struct reader text)
{
    struct complaint why;
    int n = (int)(text.end - text.at);
    event_t e = q->m->rules->parse(q->m, q->state, text.at, (size_t)n, &why);

    if (!e)
        fault(q->scene, "\"%.*s\" is not an event: %s", n, text.at, why.message);
    return e;
}

/* A seat's number or "spectator". */
static bool scan_viewer(struct asking *q, uint32_t *who)
{
    *who = SPECTATOR;
    return take(&q->r, "spectator") || scan_seat(q->scene, q->m, &q->r, who);
}

/* "sees 2 hand 1 hidden": answers the question from the view of seat 2. */
static bool ask_sees(struct asking *q)
{
    static struct view view;
    uint32_t who;

    if (!scan_viewer(q, &who))
        return false;
    memset(&view, 0, sizeof view);
    q->m->rules->view(q->m, q->state, who, &view);
    q->view = &view;
    q->state = &view.seen;
    return answer(q);
}

/* "same-view 1 3 spectator": to each of them the scene and its variant look the same. */
static bool ask_same_view(struct asking *q, bool same)
{
    static struct view view, other;
    const struct world *variant = &q->scene->variant;

    if (!q->scene->has_variant)
        return fault(q->scene, "views are compared with those of a variant: there is none");
    do {
        uint32_t who;

        if (!scan_viewer(q, &who))
            return false;
        memset(&view, 0, sizeof view);
        memset(&other, 0, sizeof other);
        q->m->rules->view(q->m, q->state, who, &view);
        variant->match.rules->view(&variant->match, &variant->state, who, &other);
        if (memcmp(&view, &other, sizeof view) == 0 && !same)
            return wrong(q, "the same bytes");
        if (memcmp(&view, &other, sizeof view) != 0 && same) {
            size_t at = 0;

            while (((const char *)&view)[at] == ((const char *)&other)[at])
                at++;
            return wrong(q, "a difference at byte %zu of the view of %s %u", at,
                         who == SPECTATOR ? "spectator" : "seat", who + 1);
        }
    } while (!at_end(&q->r));
    return true;
}

void ask(struct scene *scene, struct reader line)
{
    struct asking q = {.scene = scene, .whole = line, .r = line};

    q.m = &scene->world.match;
    q.state = &scene->world.state;
    scene->asked++;
    if (take(&q.r, "sees"))
        ask_sees(&q);
    else if (take(&q.r, "same-view"))
        ask_same_view(&q, true);
    else if (take(&q.r, "different-view"))
        ask_same_view(&q, false);
    else
        answer(&q);
}
