/*
 * The catalogues that are compiled in: catalogues[] is made of i18n/es.po by the build.
 */
#include "catalogue.h"

extern const struct catalogue catalogues[LANGUAGES];

const struct catalogue *catalogue_of(enum language l)
{
    return &catalogues[l];
}
