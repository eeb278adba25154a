/*
 * Private to the client of a full screen: what its files offer each other. client.c runs the game,
 * ask.c asks a person, draw.c fills the screen.
 */
#ifndef ANDEN_WINDOW_CLIENT_INNER_H
#define ANDEN_WINDOW_CLIENT_INNER_H

#include "../family.h"
#include "client.h"
#include "line.h"
#include "page.h"

struct client {
    struct play *play; /* null: a log is shown (replay.c) */
    const struct client_wish *wish;
    const struct family_window *window;
    struct canvas canvas;
    size_t cells; /* that it has room for */
    struct stage stage;
    struct focus focus[SEATS_MAX + 1]; /* of people; the last one is for spectators */
    struct view view;
    struct position position;
    struct news *news;
    uint32_t news_count, news_room;
    char title[STAGE_WORDS];
    struct page page;
    struct line line;
    bool busy;   /* another thread is working: the game must not be read */
    bool behind; /* news came while a question was open */
    bool leaves; /* somebody wants to leave */
    bool ended;  /* ... or the input has ended */
};

/* draw.c */

/* Takes the game as a seat, SPECTATOR or EVERYTHING sees it, with the news since the table had
 * `from` entries. */
void client_look(struct client *c, uint32_t viewer, uint32_t from);

/* Adds a line of the story to the news; `client` is a struct client. */
void client_news(void *client, const struct story *line);

/* Sentences for the first row and for the row above the keys. */
void client_title(struct client *c, const char *sentence, const struct said *values);
void client_say(struct client *c, bool bad, const char *sentence, const struct said *values);

/* A key was pressed, so a message that covers something has been read. */
void client_read_message(struct client *c, const struct key *k);

/* Makes the canvas as large as the screen. */
void client_fit(struct client *c);

/* Fills the screen. */
void client_draw(struct client *c);

/* Fills the screen with a sentence and nothing else. */
void client_notice(struct client *c, const char *words);

/* The rows between title and message. */
struct area client_body(const struct client *c);

struct focus *client_focus(struct client *c);

/* ask.c */

/* Asks the person at a seat until something has been done; or lets somebody look on while the game
 * goes on elsewhere. */
enum answer client_ask(struct client *c, uint32_t seat);

/* Handles keys that only look at something, while people wait: help, log, rules, the map. True
 * if the key was one of them. */
bool client_look_key(struct client *c, const struct key *k);

/* client.c */

/* The next key, like terminal_key(); KEY_NEWS if a game elsewhere has news. */
struct key client_key(struct client *c, int64_t milliseconds);

/* Does some work on another thread, and goes on drawing meanwhile. Keys are not lost: they come
 * afterwards. */
void client_work(struct client *c, void (*work)(void *context), void *context);

#endif
