/*
 * Names at tables, when somebody gets a new name.
 */
#ifndef ANDEN_SERVER_LABELS_H
#define ANDEN_SERVER_LABELS_H

#include "../hall.h"

/* Writes another name wherever a person is named at a table, in memory. True if a seat has it. */
bool room_label(struct room *room, uint64_t person, const char *name);

/* Stores the table's line for lists again. False without memory; then `done` is not called. */
bool room_store_label(struct room *room, struct store_done done);

/* Gives a person a new name, here and at all tables in memory, which are stored. */
void hall_label(struct server *s, uint64_t person, const char *name);

#endif
