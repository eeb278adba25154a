/*
 * Boards: the constant tables that a board file is turned into. Everything a rule can depend on
 * is in struct board; everything that is only drawn is in board_art.h. Made by board_parse(),
 * never changed afterwards. Each limit has its reason beside it.
 */
#ifndef ANDEN_BOARD_H
#define ANDEN_BOARD_H

#include "bits.h"
#include "families.h"
#include "text.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    SEATS_MAX = 6,             /* the six seat colours; Metro has the most seats */
    NAME_SIZE = 40,            /* bytes of a name with its final zero; the longest known, 20 */
    WORD_SIZE = 2 * NAME_SIZE, /* a name in a context: see words.h */
    ID_SIZE = 24,              /* bytes of a board's id with its final zero */
};

enum {
    ROUTES_SEATS_MAX = 5, /* the most on a known board; a state with six would fit 1 KiB too */
    CITIES_MAX = 64,      /* a set of cities is one word; the largest known board has 47 */
    TICKETS_MAX = 64,     /* likewise; the largest known, 46 */
    PLANES_MAX = 3,       /* see struct routes_board */
    ROUTES_MAX = 64 * PLANES_MAX,
    COLOURS_MAX = 8,          /* a pack has eight counters */
    COLOURED_CARDS_MAX = 127, /* the sum of a pack; the largest known deck has 96 */
    WILD_CARDS_MAX = 100,     /* so that a deck's size fits a byte */
    PRICE_MAX = 9,            /* cards for one route; the most expensive known one costs 8 */
    MARKET_SIZE = 5,
    TUNNEL_CARDS = 3, /* turned up for a tunnel (E7) */
    STATIONS_MAX = 3, /* exact assignment tries every combination: neighbours to this power */
    PIECE_KINDS = 2,  /* ordinary pieces and, with metro_routes, metro cars */
    PIECES_MAX = 64,  /* per player, all kinds: a player's routes fit one word; known, 45 */
    OFFER_MAX = 6,    /* tickets offered at once: a KEEP mask and its 63 subsets */
    SPACES_MAX = 9,   /* spaces of one route */
};

/* Card values. Colours are 0..colours-1, in the order of the board file. */
enum { WILD = COLOURS_MAX, GREY = 9, NO_CARD = 15 };
enum { NO_ROUTE = 255 };

/* What a board of the routes family can turn on. */
enum feature {
    FEATURE_TUNNELS = 1 << 0,      /* E7..E13R */
    FEATURE_FERRIES = 1 << 1,      /* E6 */
    FEATURE_STATIONS = 1 << 2,     /* E14..E16, E23R */
    FEATURE_LONGEST_PATH = 1 << 3, /* E18 */
    FEATURE_METRO_ROUTES = 1 << 4, /* B5, B6 */
    FEATURE_FLAG = 1 << 5,         /* P3, P4 */
};
extern const char *const feature_names[]; /* as in board files, ends with null */

struct route {
    uint8_t a, b;   /* cities, in the order of the board file */
    uint8_t colour; /* 0..7 or GREY */
    uint8_t length; /* spaces = pieces it takes; 0 marks an unused slot */
    uint8_t cards;  /* its price; more than length only on metro routes */
    uint8_t kind;   /* which pieces: 0 ordinary, 1 metro cars */
    uint8_t icons;  /* wild cards a ferry asks for, else 0 */
    uint8_t tunnel; /* 0 or 1 */
    uint8_t twin;   /* the other half of a double route, or NO_ROUTE */
    uint8_t points;
};

struct ticket {
    uint8_t a, b;
    uint8_t points;
    uint8_t is_long; /* dealt at set-up only (E2) */
};

/*
 * A board of the routes family.
 *
 * A route's number is its place in a bit set of `planes` words of 64 bits. The first
 * `coloured_planes` words have a byte for each colour: route 64p + 8c + i is the i-th of its eight
 * in colour c. Grey routes fill the words after them. So comparing a pack with a number gives a
 * mask of the routes whose colour is held often enough, and counting the claims that a hand can
 * pay takes a handful of operations (see routes/legal.c). Three planes hold eight routes of
 * each colour with 128 grey ones, or sixteen of each with 64; the largest known board needs two
 * planes.
 */
struct routes_board {
    uint32_t features; /* enum feature */

    uint8_t colours, cities, routes, tickets;
    uint8_t planes, coloured_planes;

    /* What players are dealt and start with. */
    uint8_t pieces[PIECE_KINDS];
    uint8_t stations;       /* per player */
    uint8_t station_points; /* for each that is not built (E16) */
    uint8_t hand;           /* cards dealt to each */
    uint8_t first_long;     /* tickets dealt at set-up (E2, B2, P2) ... */
    uint8_t first_regular;
    uint8_t first_keep;       /* ... of which at least so many are kept */
    uint8_t first_leave;      /* 1: those given up leave the game (E3); 0: to the bottom (B2) */
    uint8_t draw_tickets;     /* tickets drawn in a turn (C12) */
    uint8_t secret_counts;    /* 1: nobody learns how many tickets another has (C13) */
    uint8_t both_halves_from; /* from so many seats on both halves of a double are used (C11) */
    uint8_t last_round_at;    /* so many pieces left, of all kinds, set off the last round */
    uint8_t express_points;   /* longest path (E18) */
    uint8_t flag_points;      /* a finished flag (P4) */
    uint8_t wilds;            /* wild cards */
    uint64_t cards;           /* coloured cards, a pack */
    uint64_t flag;            /* a pack with 1 for each colour of the flag */

    struct route route[ROUTES_MAX]; /* by number; see above */
    uint8_t route_at[ROUTES_MAX];   /* numbers in the order of the board file */
    struct ticket ticket[TICKETS_MAX];
    uint64_t regular_tickets, long_tickets;

    /* [w][j]: the routes that j coloured cards and at most w wild ones pay for, where j = 0
     * means wild cards alone. Icons of ferries are taken into account. */
    uint64_t payable[PRICE_MAX + 1][PRICE_MAX + 1][PLANES_MAX];
    /* Routes of a kind that n pieces are enough for: [kind][n]. */
    uint64_t within[PIECE_KINDS][SPACES_MAX + 1][PLANES_MAX];
    uint64_t touching[CITIES_MAX][PLANES_MAX]; /* routes that end in a city */
    uint8_t price_max;                         /* the price of the most expensive route */
    uint8_t longest[PIECE_KINDS];              /* the most pieces a route of a kind takes */

    char colour_name[COLOURS_MAX][NAME_SIZE];
    char wild_name[NAME_SIZE];
    char piece_name[PIECE_KINDS][NAME_SIZE];
    /* What things are called on this board; no rule depends on it. Words are keys of the
     * catalogue. */
    char card_kind[NAME_SIZE];                /* "train" if they are train cards, or "" */
    char place_name[NAME_SIZE];               /* "city", "location" */
    char express_name[NAME_SIZE];             /* the prize for the longest path, or "" */
    char colour_word[COLOURS_MAX][WORD_SIZE]; /* "train\4purple": in the context of the cards */
    char city_name[CITIES_MAX][NAME_SIZE];
    char city_alias[CITIES_MAX][NAME_SIZE]; /* another spelling accepted on input, or "" */
};

/* An option of such a board: a byte of the struct, by the name of its field. Reading, hash and
 * JSON follow one list of them. */
struct board_option {
    const char *name;
    uint32_t at;           /* its place in the struct */
    const char *statement; /* that gives it, if that reads nothing else before it; or null */
    const char *what;      /* the subject of complaints */
    uint8_t min, max;
    const char *const *words; /* for 0 and 1, if it is written as a word; else null */
};
extern const struct board_option board_options[]; /* in the order of the hash; ends with null */

static inline uint32_t board_option_of(const struct routes_board *b,
                                       const struct board_option *option)
{
    return ((const uint8_t *)b)[option->at];
}

enum {
    SQUARES_MAX = 64, /* a set of squares is one word: boards are at most 8 by 8 */
    SIDE_MAX = 8,
    METRO_STATIONS_MAX = 32, /* the edge of 8 by 8 squares */
    TILE_KINDS = 24,         /* see metro/tile.h */
    METRO_HAND_MAX = 3,      /* M13 */
};

/* What lies beyond a side of a square, if not another square. */
enum { BEYOND_CENTRE = 254, BEYOND_STATION = 255 };
enum { NO_OWNER = 255 };

/*
 * A board of the metro family. Square 8r + c is in row r from the top, column c from the left,
 * whatever the size of the board. The way into square q by side d (north, east, south, west) has
 * the number 4q + d. Station numbers are from 0 here, from 1 for people.
 */
struct metro_board {
    uint64_t squares;           /* that take a tile */
    uint64_t centre;            /* the central block: lines that enter it are doubled (M9) */
    uint64_t border;            /* squares of the edge */
    uint64_t clean[TILE_KINDS]; /* squares where such a tile joins no two stations (M7) */
    uint8_t width, height;
    uint8_t tiles, stations;
    uint8_t tile_count[TILE_KINDS];
    uint8_t beyond[4 * SQUARES_MAX];       /* the square next to a side, or BEYOND_ */
    uint8_t departure[METRO_STATIONS_MAX]; /* the way in of its line */
    uint8_t owner[SEATS_MAX + 1][METRO_STATIONS_MAX]; /* by number of seats (M2), or NO_OWNER */
    char station_name[METRO_STATIONS_MAX][NAME_SIZE]; /* or "" */
};

struct board {
    char id[ID_SIZE];     /* a word, as people type it */
    char name[NAME_SIZE]; /* as people read it */
    uint8_t family;       /* enum board_family */
    uint8_t seats_min, seats_max;
    uint64_t hash; /* of everything that a rule can depend on, never of what is only drawn */
    union {
        struct routes_board routes;
        struct metro_board metro;
    };
};

struct board_art;

/*
 * Reads a board file of n bytes. Returns true and fills the board (and the art, unless it is
 * null); or returns false with line, column and message of the mistake, and the contents of
 * board and art mean nothing. The art points into the text: keep it as long as the art.
 */
bool board_parse(const char *text, size_t n, struct board *board, struct board_art *art,
                 struct complaint *why);

/*
 * Reads a board file that somebody is still writing: skips lines with mistakes and goes on. At
 * most room (at least 1) complaints are written, in the order in which they are found; if there
 * are more, the last place has the last one. Returns how many, 0 if the board is good.
 * Otherwise board and art hold the lines without mistakes: they can be drawn if board->family
 * is set, but never played.
 */
uint32_t board_draft(const char *text, size_t n, struct board *board, struct board_art *art,
                     struct complaint *why, uint32_t room);

/*
 * The last step of reading a board of the routes family: gives the routes their numbers and
 * computes the tables. list[i] is the i-th route of the file, with twins as indices into the list.
 * Returns false if there are more routes of a colour, or grey ones, than the planes hold.
 */
bool routes_board_finish(struct routes_board *b, const struct route *list, uint32_t n);

/* The last step of reading a board of the metro family, once size, centre and stations are
 * known: computes what lies beyond each side, the border, and where tiles join no two stations. */
void metro_board_finish(struct metro_board *b);

/* The city whose name or alias begins the n bytes at s, the longest match; its length in bytes
 * goes to *used. Returns CITIES_MAX if there is none. */
uint32_t board_city(const struct routes_board *b, const char *s, size_t n, size_t *used);

#endif
