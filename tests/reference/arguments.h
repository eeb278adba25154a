/*
 * Arguments of the form `--name value`, and how much work a slow build does.
 */
#ifndef ANDEN_REFERENCE_ARGUMENTS_H
#define ANDEN_REFERENCE_ARGUMENTS_H

#include <stdbool.h>

struct argument {
    const char *name;      /* "--seed" */
    unsigned long *number; /* where its value goes: a number ... */
    const char **word;     /* ... or a word */
};

/* Reads the arguments of a program; the list ends with a null name. False with a message on
 * stderr if there is any other argument. */
bool read_arguments(int count, char **words, const struct argument *list);

/* n, or the percentage of it that the environment variable ANDEN_TEST_SCALE gives. */
unsigned long scaled(unsigned long n);

#endif
