/*
 * What the files of report.h share. Private to them.
 */
#ifndef ANDEN_REPORT_INNER_H
#define ANDEN_REPORT_INNER_H

#include "report.h"

/* The last entry has been applied: adds the line of the log that it has made or extended. `now`
 * is what the viewer sees. */
void report_story(struct report *t, const struct position *now);

#endif
