/*
 * In place of check_view.c, for a program that takes views only from where it comes from itself:
 * every view is taken. The page's module is one, and smaller for it.
 */
#include "metro.h"

bool metro_check_view(const struct match *m, const struct view *v)
{
    (void)m, (void)v;
    return true;
}
