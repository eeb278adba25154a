/*
 * Actions and planes of the metro family: every tile on every square in every turn; planes of
 * the tiles, the lines, and the places where lines wait.
 */
#include "../../engine/metro/queries.h"
#include "../../svg/svg.h"
#include "../family.h"

/* What the columns of a plane stand for. */
enum { OF_ONE, OF_PHASES, OF_SQUARES, OF_WAYS, OF_STATIONS, OF_TILES };

enum { SIDES = 4, WAYS = SIDES * SQUARES_MAX, TURNS = 4 };

/* Where the actions of a kind of tile in a turn begin is base[TURNS * kind + turns]. */
enum { BASE_REDRAW = TURNS * TILE_KINDS };

static bool turn_is_new(uint32_t kind, uint32_t turns)
{
    for (uint32_t i = 1; i <= turns; i++)
        if (tile_turned(kind, i) == kind)
            return false;
    return true;
}

static void list(struct env *env)
{
    const struct metro_board *b = &env->board.metro;
    uint32_t turns = metro_turning(&env->match) ? TURNS : 1;

    env->base[BASE_REDRAW] = env->actions;
    env_add(env, event_make(EVENT_REDRAW, 0));
    for (uint32_t kind = 0; kind < TILE_KINDS; kind++) {
        for (uint32_t turn = 0; turn < turns && b->tile_count[kind]; turn++) {
            if (!turn_is_new(kind, turn))
                break;
            env->base[TURNS * kind + turn] = env->actions;
            for (uint64_t left = b->squares; left; left &= left - 1)
                env_add(env, event_place(bits_first(left), kind, turn));
        }
    }
}

static uint32_t number(const struct env *env, event_t e)
{
    uint32_t square = event_arg(e), tile = event_tile(e);

    if (event_kind(e) == EVENT_REDRAW)
        return env->base[BASE_REDRAW];
    if (event_kind(e) != EVENT_PLACE || square >= SQUARES_MAX || tile >= TILE_KINDS)
        return ENV_NONE;
    return env->base[TURNS * tile + event_turns(e)] +
           bits_count(env->board.metro.squares & (bit(square) - 1));
}

static void planes(struct env *env)
{
    uint32_t seats = env->match.seats, stations = env->board.metro.stations;
    const struct env_plane table[] = {
        {"phase", "what the game waits for", 0, 1, 2, 1, OF_PHASES, false, false},
        {"tiles", "the tile on a square, turned as it lies; 0 if there is none", 0, 1,
         SQUARES_MAX, TILE_KINDS, OF_SQUARES, false, false},
        {"waiting", "where the lines of a seat wait for a tile, by square and side", 0, seats,
         WAYS, 1, OF_WAYS, true, false},
        {"lines", "stations whose lines belong to a seat", 0, seats, stations, 1, OF_STATIONS,
         true, false},
        {"length", "tile crossings of the line of a station", 0, 1, stations, 255, OF_STATIONS,
         false, false},
        {"complete", "lines that have arrived", 0, 1, stations, 1, OF_STATIONS, false, false},
        {"central", "of these, the ones in a central station", 0, 1, stations, 1, OF_STATIONS,
         false, false},
        {"hand", "own tiles", 0, 1, TILE_KINDS, METRO_HAND_MAX, OF_TILES, false, false},
        {"drawn", "the tile drawn instead of one of the hand", 0, 1, TILE_KINDS, 1, OF_TILES,
         false, false},
        {"unseen", "tiles in the supply or hidden in other hands", 0, 1, TILE_KINDS, 255,
         OF_TILES, false, false},
        {"points", "so far", 0, seats, 1, 255, OF_ONE, true, false},
        {"held", "tiles in hand", 0, seats, 1, METRO_HAND_MAX, OF_ONE, true, false},
        {"supply", "tiles left to draw", 0, 1, 1, 255, OF_ONE, false, false},
        {"hands", "tiles of a seat", 0, seats, TILE_KINDS, METRO_HAND_MAX, OF_TILES, true,
         true},
        {"supply_tiles", "tiles of the supply", 0, 1, TILE_KINDS, 255, OF_TILES, false, true},
    };

    for (uint32_t i = 0; i < sizeof table / sizeof table[0]; i++)
        env_add_plane(env, table[i]);
}

/* How often each kind is in a hand. */
static inline uint8_t *put_hand(struct look l, uint8_t *at, uint32_t seat)
{
    const struct metro_state *s = &l.view->seen.metro;

    for (uint32_t i = 0; i < s->hand_size[seat]; i++)
        if (s->hand[seat][i])
            at[s->hand[seat][i] - 1]++;
    at += TILE_KINDS;
    return at;
}

static inline uint8_t *put_waiting(struct look l, uint8_t *at)
{
    const struct metro_state *s = &l.view->seen.metro;
    uint32_t stations = l.match->board->metro.stations;

    for (uint32_t i = 0; i < stations; i++) {
        uint32_t owner = metro_owner(l.match, i);

        if (owner == NO_OWNER || s->complete >> i & 1)
            continue;
        at[row_of(l, owner) * WAYS + s->head[i]] = 1;
    }
    at += l.match->seats * WAYS;
    return at;
}

static inline uint8_t *put_lines(struct look l, uint8_t *at)
{
    const struct metro_state *s = &l.view->seen.metro;
    uint32_t stations = l.match->board->metro.stations;

    for (uint32_t i = 0; i < stations; i++) {
        uint32_t owner = metro_owner(l.match, i);

        if (owner != NO_OWNER)
            at[row_of(l, owner) * stations + i] = 1;
    }
    at = put_bytes(at + l.match->seats * stations, s->length, stations);
    at = put_set(at, s->complete, stations);
    at = put_set(at, s->central, stations);
    return at;
}

static void observe(const struct look *look, uint8_t *at)
{
    const struct look l = *look;
    const struct metro_state *s = &l.view->seen.metro;

    at = put_one_of(at, s->phase == METRO_TURN ? 0 : s->phase == METRO_DRAWN ? 1 : 2, 2);
    at = put_bytes(at, s->tile, SQUARES_MAX);
    at = put_waiting(l, at);
    at = put_lines(l, at);
    at = put_hand(l, at, l.seat);
    at = put_one_of(at, s->drawn - 1u, TILE_KINDS);
    at = put_bytes(at, l.view->metro.tiles, TILE_KINDS);
    for (uint32_t i = 0; i < l.match->seats; i++)
        at = put(at, s->points[seat_after(l, i)]);
    for (uint32_t i = 0; i < l.match->seats; i++)
        at = put(at, s->hand_size[seat_after(l, i)]);
    put(at, s->supply_size);
}

static void reveal(const struct look *look, uint8_t *at)
{
    const struct look l = *look;

    for (uint32_t i = 0; i < l.match->seats; i++)
        at = put_hand(l, at, seat_after(l, i));
    put_bytes(at, l.view->seen.metro.supply, TILE_KINDS);
}

static void column(const struct env *env, const struct env_plane *plane, uint32_t column,
                   struct text *t)
{
    static const char *const phases[] = {"begin a turn", "place the tile drawn"};
    static const char *const sides[] = {"north", "east", "south", "west"};
    uint32_t square = plane->things == OF_WAYS ? column / SIDES : column;

    switch (plane->things) {
    case OF_PHASES:
        text_put(t, phases[column]);
        break;
    case OF_SQUARES:
    case OF_WAYS:
        if (!bits_have(env->board.metro.squares, square))
            break;
        text_put(t, metro_square_name(&env->board.metro, square).text);
        text_put(t, plane->things == OF_WAYS ? " " : "");
        text_put(t, plane->things == OF_WAYS ? sides[column % SIDES] : "");
        break;
    case OF_STATIONS:
        text_number(t, column + 1);
        break;
    case OF_TILES:
        text_put(t, tile_kinds[column].code);
        break;
    default:
        break;
    }
}

const struct family_env metro_env = {
    .list = list,
    .number = number,
    .planes = planes,
    .observe = observe,
    .reveal = reveal,
    .column = column,
    .svg = metro_svg,
};
