/*
 * The laws of the metro family about the course of a game, from the events alone: turns in strict
 * rotation, one placement each and at most one tile drawn instead (M4), points when lines
 * become complete (M9), the end when all tiles are placed (M11).
 */
#include "laws.h"

#include "engine/metro/tile.h"

#include <string.h>

static uint32_t option(const struct game *g, const char *name)
{
    return g->match.option[option_index(g->match.rules, name, text_length(name))];
}

void metro_start(struct game *g)
{
    uint32_t first = option(g, "first");

    memset(&g->metro, 0, sizeof g->metro);
    g->metro.seat = first ? first - 1 : (uint32_t)NOBODY;
}

void metro_before(struct game *g, event_t e)
{
    struct metro_book *book = &g->metro;
    const struct metro_state *s = &g->state.metro;

    switch (event_kind(e)) {
    case EVENT_FIRST:
        LAW(g, "chance chooses who begins only if the host has not (M3)", book->seat == NOBODY);
        book->seat = event_arg(e);
        break;
    case EVENT_REDRAW:
        LAW(g, "at most one tile is drawn instead in a turn (M4)", !book->redrawn);
        LAW(g, "there is one to draw (M4)", s->supply_size > 0);
        LAW(g, "seats act in turn", g->actor == book->seat);
        book->redrawn = true;
        break;
    case EVENT_PLACE: {
        uint32_t q = event_arg(e), kind = event_tile(e);

        LAW(g, "seats act in turn", g->actor == book->seat);
        LAW(g, "a tile goes on a free square (M5)", book->tile[q] == 0);
        LAW(g, "tiles are turned in the variant only (M6, M12)",
            event_turns(e) == 0 || option(g, "turning"));
        LAW(g, "a tile drawn instead must be placed (M4)",
            !book->redrawn || s->drawn == kind + 1);
        for (uint32_t i = 0; i < event_turns(e); i++)
            kind = tile_kinds[kind].turned;
        book->tile[q] = (uint8_t)(kind + 1);
        break;
    }
    default:
        break;
    }
}

/* M9: every line that has become complete, for its owner. */
static void add_points(struct game *g)
{
    const struct metro_board *b = &g->match.board->metro;
    struct metro_book *book = &g->metro;

    for (uint32_t i = 0; i < b->stations; i++) {
        struct metro_walk w = metro_walk_from(b, book->tile, b->departure[i]);
        uint32_t owner = b->owner[g->match.seats][i];

        if (!w.complete || book->complete >> i & 1)
            continue;
        book->complete |= 1u << i;
        if (owner != NO_OWNER)
            g->points[owner] += (int32_t)(w.central ? 2 * w.length : w.length);
    }
}

void metro_after(struct game *g, event_t e)
{
    const struct metro_board *b = &g->match.board->metro;
    const struct metro_state *s = &g->state.metro;
    struct metro_book *book = &g->metro;
    uint32_t hand = option(g, "hand");

    if (event_kind(e) == EVENT_PLACE) {
        add_points(g);
        book->placements++;
        book->of_seat[book->seat]++;
        book->seat = (book->seat + 1) % g->match.seats;
        book->redrawn = false;
    }
    for (uint32_t i = 0; i < g->match.seats; i++) {
        LAW(g, "the score follows from the events (M9)", s->points[i] == g->points[i]);
        LAW(g, "hands are full while the supply lasts (M4, M13R)",
            s->phase != METRO_TURN || s->hand_size[i] == hand || s->supply_size == 0);
        LAW(g, "a hand is no larger than agreed (M3, M13)", s->hand_size[i] <= hand);
    }
    LAW(g, "the tiles lie where they were placed",
        memcmp(s->tile, book->tile, sizeof book->tile) == 0);
    LAW(g, "the game ends when all tiles are placed (M11)",
        (s->phase == METRO_OVER) == (book->placements == b->tiles));
    /* Every tile is dealt once and placed once, and may also come from a redraw. */
    LAW(g, "a game ends within its bound", g->length <= 3u * b->tiles + 1);
}

void metro_end(struct game *g)
{
    const struct metro_board *b = &g->match.board->metro;
    struct sheet sheet;

    g->match.rules->score(&g->match, &g->state, &sheet);
    for (uint32_t i = 0; i < g->match.seats; i++) {
        uint32_t share = b->tiles / g->match.seats;

        LAW(g, "everybody places as many tiles, or one more (M4)",
            g->metro.of_seat[i] == share || g->metro.of_seat[i] == share + 1);
        LAW(g, "the sheet is the running score", sheet.seat[i].total == g->points[i]);
        LAW(g, "no tile is left in a hand (M11)", g->state.metro.hand_size[i] == 0);
    }
    LAW(g, "every station's line is complete at the end",
        g->state.metro.complete == (uint32_t)(bit(b->stations) - 1));
    metro_crossings(g);
}
