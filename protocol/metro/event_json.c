/*
 * Events of the metro family as JSON: see event_json.h.
 */
#include "../../engine/metro/queries.h"
#include "voice.h"

void metro_event_json(struct json *j, const struct match *m, const struct view *v, event_t e)
{
    const struct metro_board *b = &m->board->metro;

    if (event_kind(e) == EVENT_PLACE) {
        square_json(j, "square", b, event_arg(e));
        json_text(j, "tile", tile_kinds[event_tile(e)].code);
        json_number(j, "turns", event_turns(e));
    } else if (event_kind(e) == EVENT_DEAL_TILE) {
        json_number(j, "seat", v->seen.metro.turn + 1);
        json_text(j, "tile", event_is_hidden(e) ? NULL : tile_kinds[event_arg(e)].code);
    } else if (event_kind(e) == EVENT_FIRST) {
        json_number(j, "seat", event_arg(e) + 1);
    }
}

/* The lines that a tile has completed, and the points that its seat has gained. */
void metro_outcome_json(struct json *j, const struct position *before,
                        const struct position *after)
{
    const struct match *m = before->match;
    const struct metro_state *old = &before->view->seen.metro, *new = &after->view->seen.metro;
    const struct metro_board *b = &m->board->metro;
    uint32_t done = new->complete & ~old->complete;
    int32_t points = m->rules->points(m, &after->view->seen, old->turn) -
                     m->rules->points(m, &before->view->seen, old->turn);

    if (points)
        json_number(j, "points", points);
    if (!done)
        return;
    json_array(j, "lines");
    for (uint32_t i = 0; i < b->stations; i++) {
        struct metro_line line;

        if (!(done >> i & 1))
            continue;
        line = metro_trace(m, new, i, NULL);
        json_object(j, NULL);
        json_number(j, "station", i + 1);
        json_number(j, "points", line.points);
        json_end(j);
    }
    json_end(j);
}
