/*
 * What the files of a table share. Private to table/.
 */
#ifndef ANDEN_TABLE_INNER_H
#define ANDEN_TABLE_INNER_H

#include "../engine/words.h"
#include "table.h"

/* Can this entry follow now? Any answer but TABLE_OK comes with a complaint. If it is an event of
 * the game (CHOICE, CHANCE) that can, `next` becomes the state after it. */
enum table_answer table_judge(const struct table *t, const struct entry *e, struct state *next,
                              struct complaint *why);

/* Does an entry that can follow, for which there is room; `next` as table_judge() gives it. */
void table_do(struct table *t, const struct entry *e, const struct state *next);

/* Says why not; returns the answer. */
enum table_answer table_refuse(enum table_answer answer, struct complaint *why,
                               const char *code, const char *sentence);

/* The set of seats that have a choice sealed. */
uint32_t table_sealed(const struct table *t);

/* The state in which a seat chooses: the table's own; or, while several choose at the same time,
 * one made for it, in which the seats before it have chosen just anything. */
const struct state *table_turn_of(const struct table *t, uint32_t seat, struct state *made);

/* The people, without this seat, who must agree to an undo: those who are there and still in. */
uint32_t table_other_people(const struct table *t, uint32_t seat);

/* Clocks: those that run; has a seat's time run out; lets time pass up to an entry; what the
 * entry does to them, `ran` being the clocks that ran before it. */
uint32_t clock_running(const struct table *t);
bool clock_is_over(const struct table *t, uint32_t seat, uint64_t now);
void clock_advance(struct table *t, uint64_t now);
void clock_entry(struct table *t, const struct entry *e, uint32_t ran);

#endif
