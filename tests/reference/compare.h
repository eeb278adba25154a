/*
 * Does the engine's state say the same as the reference's, field by field? And its score sheet?
 */
#ifndef ANDEN_REFERENCE_COMPARE_H
#define ANDEN_REFERENCE_COMPARE_H

#include "reference.h"

/* False with the first difference in words. */
bool ref_same(const struct match *m, const struct state *s, const struct ref *r,
              char *difference, size_t size);

/*
 * The same for the sheets. `exact` is what ref_score() returned. Which routes are borrowed may
 * differ where several choices are equally good; the engine's must be allowed (E15) and
 * complete exactly the tickets that it says.
 */
bool ref_same_sheet(const struct match *m, const struct ref *r, const struct sheet *engine,
                    const struct sheet *reference, bool exact, char *difference, size_t size);

#endif
