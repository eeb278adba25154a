/*
 * The texts of the boards made for the tests: four tiny ones in full, two huge ones written by a
 * loop.
 */
#include "test_boards.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define EIGHT_CITIES                                                                           \
    "city A\n"                                                                                 \
    "city B\n"                                                                                 \
    "city C\n"                                                                                 \
    "city D\n"                                                                                 \
    "city E\n"                                                                                 \
    "city F\n"                                                                                 \
    "city G\n"                                                                                 \
    "city H\n"

static const char *const texts[] = {
    /* Everything at once; counts of tickets secret, two or three kept at set-up. */
    "andenboard 1\n"
    "id mixed\n"
    "name Mixed\n"
    "family routes\n"
    "features tunnels ferries stations longest_path metro_routes flag\n"
    "seats 2 4\n"
    "pieces train 10\n"
    "metro_pieces car 3\n"
    "stations 3 2\n"
    "hand 2\n"
    "first_tickets 0 3 keep 2 bottom\n"
    "draw_tickets 3\n"
    "ticket_counts secret\n"
    "both_halves_from 3\n"
    "last_round_at 2\n"
    "express 5\n"
    "points 1 1\n"
    "points 2 2\n"
    "points 3 4\n"
    "points 4 7\n"
    "metro_points 1 1\n"
    "metro_points 2 3\n"
    "metro_points 3 5\n"
    "card red 6\n"
    "card blue 6\n"
    "card white 6\n"
    "card green 4\n"
    "wild joker 7\n"
    "flag 4 blue white red\n" EIGHT_CITIES "route A B red 2 tunnel double\n"
    "route A B grey 2 tunnel double\n"
    "route B C blue 1 double\n"
    "route B C grey 1 double\n"
    "route A D white 2 tunnel\n"
    "route B E grey 2 ferry 1\n"
    "route C F grey 3 ferry 2\n"
    "route D E red 1 metro 2 double\n"
    "route D E blue 1 metro 2 double\n"
    "route E F white 1 metro 3\n"
    "route D G green 3\n"
    "route E H blue 2 tunnel\n"
    "route G H white 1\n"
    "route A E grey 1 metro 1\n"
    "route B D red 3\n"
    "route F H red 4 tunnel\n"
    "route E G grey 1\n"
    "ticket A C 4\n"
    "ticket A F 6\n"
    "ticket A H 5\n"
    "ticket B G 5\n"
    "ticket B H 4\n"
    "ticket C D 5\n"
    "ticket C E 3\n"
    "ticket D F 4\n"
    "ticket D H 3\n"
    "ticket F B 5\n"
    "ticket A G 9\n"
    "ticket C H 9\n"
    "ticket C G 10\n"
    "ticket G F 8\n"
    "ticket E A 8\n",

    /* Next to no cards and more pieces than routes: everybody passes in the end. */
    "andenboard 1\n"
    "id starved\n"
    "name Starved\n"
    "family routes\n"
    "features tunnels longest_path\n"
    "seats 2 3\n"
    "pieces train 30\n"
    "hand 1\n"
    "first_tickets 0 1 keep 1 bottom\n"
    "draw_tickets 2\n"
    "ticket_counts secret\n"
    "both_halves_from 3\n"
    "last_round_at 2\n"
    "express 3\n"
    "points 1 1\n"
    "points 2 2\n"
    "points 3 4\n"
    "card red 4\n"
    "card blue 3\n"
    "wild joker 5\n" EIGHT_CITIES "route A B red 1 tunnel double\n"
    "route A B blue 1 tunnel double\n"
    "route B C grey 2 tunnel\n"
    "route C F blue 3 tunnel\n"
    "route A D red 2 tunnel\n"
    "route D E grey 1 tunnel\n"
    "route E F red 3\n"
    "route G H grey 3\n"
    "route E H blue 2\n"
    "route D G red 3 tunnel\n"
    "ticket A C 3\n"
    "ticket A E 2\n"
    "ticket B F 4\n"
    "ticket D H 3\n"
    "ticket C G 6\n",

    /* Five seats, many wild cards, public counts, many small lots of returned tickets. */
    "andenboard 1\n"
    "id crowded\n"
    "name Crowded\n"
    "family routes\n"
    "features stations longest_path ferries\n"
    "seats 2 5\n"
    "pieces train 7\n"
    "stations 3 1\n"
    "hand 1\n"
    "first_tickets 0 3 keep 2 bottom\n"
    "draw_tickets 4\n"
    "ticket_counts public\n"
    "both_halves_from 4\n"
    "last_round_at 1\n"
    "express 2\n"
    "points 1 1\n"
    "points 2 2\n"
    "points 3 4\n"
    "card red 5\n"
    "card blue 5\n"
    "wild joker 10\n" EIGHT_CITIES "route A B red 1 double\n"
    "route A B blue 1 double\n"
    "route B C grey 1 double\n"
    "route B C grey 1 double\n"
    "route C F red 2\n"
    "route E F blue 1 double\n"
    "route E F red 1 double\n"
    "route D E grey 1 double\n"
    "route D E red 1 double\n"
    "route A D blue 2\n"
    "route B E grey 2 ferry 1\n"
    "route D G grey 1\n"
    "route G H red 1\n"
    "route E H blue 1\n"
    "route F H grey 3 ferry 2\n"
    "ticket A C 2\n"
    "ticket A E 2\n"
    "ticket A F 3\n"
    "ticket A G 3\n"
    "ticket A H 4\n"
    "ticket B D 2\n"
    "ticket B F 2\n"
    "ticket B G 4\n"
    "ticket B H 3\n"
    "ticket C D 3\n"
    "ticket C E 2\n"
    "ticket C G 5\n"
    "ticket C H 4\n"
    "ticket D F 2\n"
    "ticket D H 2\n"
    "ticket E G 2\n"
    "ticket F G 3\n",

    /* Long routes and few cards: most games end without a single route (E18R). */
    "andenboard 1\n"
    "id bare\n"
    "name Bare\n"
    "family routes\n"
    "features tunnels ferries stations longest_path\n"
    "seats 2 5\n"
    "pieces train 9\n"
    "stations 1 3\n"
    "hand 1\n"
    "first_tickets 2 1 keep 1 leave\n"
    "draw_tickets 1\n"
    "ticket_counts public\n"
    "both_halves_from 2\n"
    "last_round_at 5\n"
    "express 3\n"
    "points 4 7\n"
    "points 5 9\n"
    "points 6 15\n"
    "card red 5\n"
    "card blue 5\n"
    "card green 5\n"
    "wild joker 3\n" EIGHT_CITIES "route A B red 4 tunnel double\n"
    "route A B grey 4 tunnel double\n"
    "route B C blue 5 tunnel\n"
    "route C F grey 5 ferry 2\n"
    "route E F green 6\n"
    "route D E grey 6 tunnel\n"
    "route A D red 5\n"
    "route D G green 4 tunnel\n"
    "route G H blue 6\n"
    "ticket A C 3\n"
    "ticket A E 2\n"
    "ticket B F 4\n"
    "ticket D H 3\n"
    "ticket C D 5\n"
    "ticket C G 6\n"
    "ticket A G 8 long\n"
    "ticket A H 8 long\n"
    "ticket B E 8 long\n"
    "ticket B G 8 long\n"
    "ticket B H 8 long\n"
    "ticket C E 8 long\n"
    "ticket C H 8 long\n"
    "ticket D F 8 long\n"
    "ticket E G 8 long\n"
    "ticket F G 8 long\n"
    "ticket F H 8 long\n",
};

/* Appends to the text of a board. */
static void say(char *to, size_t size, const char *format, ...)
{
    size_t n = strlen(to);
    va_list list;

    va_start(list, format);
    vsnprintf(to + n, size - n, format, list);
    va_end(list);
}

static void say_head(char *to, size_t size, const char *id, int wilds)
{
    say(to, size,
        "andenboard 1\nid %s\nname %s\nfamily routes\n"
        "features tunnels ferries stations longest_path metro_routes flag\n"
        "seats 2 5\npieces train 59\nmetro_pieces car 5\nstations 3 5\nhand 9\n"
        "first_tickets 0 6 keep 3 bottom\ndraw_tickets 6\nticket_counts public\n"
        "both_halves_from 4\nlast_round_at 6\nexpress 12\n",
        id, id);
    for (int i = 1; i <= 9; i++)
        say(to, size, "points %d %d\nmetro_points %d %d\n", i, i * (i + 1) / 2, i, 2 * i);
    for (int i = 0; i < 8; i++)
        say(to, size, "card k%d %d\n", i, i < 7 ? 16 : 15);
    say(to, size, "wild joker %d\nflag 5 k0 k3 k7\n", wilds);
    for (int i = 0; i < 64; i++)
        say(to, size, "city c%02d\n", i);
}

/*
 * As much as a board can hold: 64 cities, 192 routes, 64 tickets, 127 coloured cards and 100 wild
 * ones. The cities lie on a ring; connection number k leaves city k % 64 and goes further with each
 * round. Every fourth connection is double. `hues` is after how many routes the colours repeat;
 * those beyond the eighth are grey.
 */
static void say_huge(char *to, size_t size, const char *id, int hues)
{
    say_head(to, size, id, hues > 8 ? 100 : 25);
    int routes = 0;
    for (int k = 0; routes < 192; k++) {
        int a = k % 64, b = (k + 1 + k / 64 * 7) % 64, length = 1 + (k * 5 + k / 9) % 9;
        int halves = k % 4 == 3 && routes < 191 ? 2 : 1;

        for (int half = 0; half < halves; half++, routes++) {
            int hue = routes % hues;

            say(to, size, "route c%02d c%02d ", a, b);
            say(to, size, hue < 8 ? "k%d " : "grey ", hue);
            if (k % 5 == 1)
                say(to, size, "1 metro %d", length);
            else
                say(to, size, "%d", length);
            if (k % 5 == 2)
                say(to, size, " tunnel");
            else if (k % 5 != 1 && hue >= 8 && halves == 1)
                say(to, size, " ferry %d", 1 + k % length);
            say(to, size, halves == 2 ? " double\n" : "\n");
        }
    }
    for (int t = 0; t < 64; t++)
        say(to, size, "ticket c%02d c%02d %d\n", t, (t + 2 + t % 9) % 64, 3 + t % 20);
}

size_t test_board(int i, char *to, size_t size)
{
    int tiny = (int)(sizeof texts / sizeof texts[0]);

    to[0] = 0;
    if (i < tiny)
        say(to, size, "%s", texts[i]);
    else if (i == tiny)
        say_huge(to, size, "wide", 12); /* sixteen of each colour and 64 grey ones */
    else if (i == tiny + 1)
        say_huge(to, size, "dyed", 8); /* 24 of each colour and no grey one */
    return strlen(to);
}
