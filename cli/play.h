/*
 * A game and the people at this screen. prompt.c (line by line) and window/client.c (full
 * screen) share it with the code that runs games. Private to cli/.
 */
#ifndef ANDEN_PLAY_H
#define ANDEN_PLAY_H

#include "game.h"
#include "input.h"
#include "screen.h"

enum { PLAY_TROUBLE = 1024 }; /* bytes of a sentence about a bot that cannot go on */

struct play {
    struct game *game;
    uint32_t people; /* how many seats are people */
    struct screen screen;
    struct input input;
    bool full;                    /* it fills the screen */
    bool terminal;                /* input and output are a terminal */
    bool kept;                    /* people who leave can come back to it */
    bool stuck;                   /* a bot could not go on */
    bool unsaved;                 /* the log could not be written, and people have been told */
    char title[400];              /* what the game waits for, as last printed */
    uint32_t last_person;         /* who was asked last; NOBODY at first */
    uint32_t told[SEATS_MAX + 1]; /* how many entries people have been told about; the last one
                                     is for spectators */
    uint64_t since; /* when a program whose input has ended began to wait; 0: it does not */
};

enum answer { ANSWER_DONE, ANSWER_QUIT, ANSWER_END };

/* Shows a person the position and asks until they have acted (ANSWER_DONE) or quit, or the
 * input ends. */
enum answer prompt(struct play *play, uint32_t seat);

/* The game goes on elsewhere: tells what is new and waits until there is more, or something was
 * typed. */
enum answer prompt_wait(struct play *play, uint32_t viewer);

/* For a program that has typed everything and waits for a server: is it time to leave, because
 * nothing has come for a while? Call it again at least every PROMPT_GLANCE milliseconds. */
enum { PROMPT_GLANCE = 500 };
bool prompt_gives_up(struct play *play);

/* Prints what a viewer saw happen since the table had `from` entries, at most the last `most`
 * lines. False if there was nothing. */
bool tell(struct play *play, uint32_t viewer, uint32_t from, uint32_t most);

#endif
