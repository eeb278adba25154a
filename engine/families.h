/*
 * The families of rules. All that exists once for each family (its number, its part of a state, its
 * line in the tables of the layers) is made from this list: a new family is a new line here.
 */
#ifndef ANDEN_ENGINE_FAMILIES_H
#define ANDEN_ENGINE_FAMILIES_H

/* A family that only tests have is named before this header is included: see tests/family/. */
#ifndef MORE_FAMILIES
#define MORE_FAMILIES(DO, part)
#endif

/* Does something with each family. New ones come last: the hash of a board has its number. */
#define EACH_FAMILY(DO, part)                                                                  \
    DO(ROUTES, routes, part)                                                                   \
    DO(NULL, null, part)                                                                       \
    DO(METRO, metro, part)                                                                     \
    MORE_FAMILIES(DO, part)

/* What can be done: for the part "voice" of the family "metro" these give the number
 * FAMILY_METRO, the member `struct metro_voice metro`, a declaration of the constant
 * `struct family_voice metro_voice`, and its place in a table by number. */
#define FAMILY_NUMBER(NAME, name, part) FAMILY_##NAME,
#define FAMILY_MEMBER(NAME, name, part) struct name##_##part name;
#define FAMILY_CONSTANT(NAME, name, part) extern const struct family_##part name##_##part;
#define FAMILY_PLACE(NAME, name, part) [FAMILY_##NAME] = &name##_##part,

enum board_family { FAMILY_NONE, EACH_FAMILY(FAMILY_NUMBER, ) FAMILIES };

#endif
