/*
 * What the files of a table share. Private to table/.
 */
#ifndef ANDEN_TABLE_INNER_H
#define ANDEN_TABLE_INNER_H

#include "../engine/words.h"
#include "table.h"

/* Can this entry follow now? Any answer but TABLE_OK comes with a complaint. If it is an event
 * of the game (CHOICE, CHANCE) and can follow, `next` becomes the state after it. */
enum table_answer table_judge(const struct table *t, const struct entry *e, struct state *next,
                              struct complaint *why);

/* Carries out an entry that can follow and has room; `next` as table_judge() gives it. */
void table_do(struct table *t, const struct entry *e, const struct state *next);

/* Says why not; returns the answer. */
enum table_answer table_refuse(enum table_answer answer, struct complaint *why,
                               const char *code, const char *sentence);

/* The set of seats that have a choice sealed. */
uint32_t table_sealed(const struct table *t);

/* The state in which a seat chooses: the table's own; or, while several choose at the same time,
 * one made for it, in which the seats before it have made any legal choice. */
const struct state *table_turn_of(const struct table *t, uint32_t seat, struct state *made);

/* The other people who must agree to an undo: those who are there and have not left the game. */
uint32_t table_other_people(const struct table *t, uint32_t seat);

/* Clocks: which ones run; has a seat's time run out; lets time pass up to an entry; applies an
 * entry to the clocks, `ran` being those that ran before it. */
uint32_t clock_running(const struct table *t);
bool clock_is_over(const struct table *t, uint32_t seat, uint64_t now);
void clock_advance(struct table *t, uint64_t now);
void clock_entry(struct table *t, const struct entry *e, uint32_t ran);

#endif
