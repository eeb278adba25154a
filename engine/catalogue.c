/*
 * The catalogues that are compiled in: the build makes catalogues[] from i18n/es.po.
 */
#include "catalogue.h"

extern const struct catalogue catalogues[LANGUAGES];

const struct catalogue *catalogue_of(enum language l)
{
    return &catalogues[l];
}
