/*
 * A game being played in the terminal: shared by cmd-play.c, which runs it, and prompt.c, which
 * asks people. Private to cli/.
 */
#ifndef ANDEN_PLAY_H
#define ANDEN_PLAY_H

#include "../sim/think.h"
#include "../table/dealer.h"
#include "bots.h"
#include "logged.h"
#include "screen.h"

struct play {
    struct logged game;
    struct bots seats;
    uint32_t people; /* how many seats are people */
    struct think think;
    struct rng dealer, dice[SEATS_MAX];
    const char *save; /* path of the log, or null */
    bool save_failed;
    struct screen screen;
    bool terminal;          /* both ends are a terminal: the screen can be cleared */
    uint32_t last_person;   /* who was asked last; NOBODY at first */
    size_t told[SEATS_MAX]; /* how many events a person has been told about */
};

enum answer { ANSWER_DONE, ANSWER_QUIT, ANSWER_END };

/* Shows a person the position and asks until an event has been done (ANSWER_DONE), or the person
 * quits, or the input ends. */
enum answer prompt(struct play *play, uint32_t seat);

/* Prints what a viewer saw happen since event `from`, at most the last `most` lines. */
void tell(struct play *play, uint32_t viewer, size_t from, uint32_t most);

/* Saves the log if there is where to. */
void play_save(struct play *play);

#endif
