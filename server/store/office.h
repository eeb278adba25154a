/*
 * The store for those who run the server (anden admin), and the changes that nodes learn about
 * from each other. records.h describes the records.
 */
#ifndef ANDEN_SERVER_STORE_OFFICE_H
#define ANDEN_SERVER_STORE_OFFICE_H

#include "store.h"

/* ---- changes ---- */

/* Records a change. Its number is greater than those of all earlier changes, even of those
 * stored at the same time. So somebody who has seen number n only has to ask for later ones. */
void store_change(struct store *store, const struct store_change *change,
                  struct store_done done);

/* The last number (answer->last); changes after a number, the oldest first. */
void store_changes_last(struct store *store, struct store_done done);
void store_changes_after(struct store *store, int64_t number, uint32_t limit,
                         struct store_done done);

/* What was done with anden admin, the last first, before a number; about one subject, or "". */
void store_audit(struct store *store, const char *subject, int64_t before, uint32_t limit,
                 struct store_done done);

/* Removes changes before a time: those that were only for nodes; those made with anden admin.
 * answer->last is how many. */
void store_changes_tidy(struct store *store, int64_t before, struct store_done done);
void store_audit_tidy(struct store *store, int64_t before, struct store_done done);

/* ---- bans, mutes, closed tables ---- */

/* Each of these also records a change, in the same transaction. */
void store_sanction(struct store *store, const struct store_sanction *sanction,
                    const struct store_change *change, struct store_done done);
void store_sanction_lift(struct store *store, const char *kind, const char *subject,
                         const struct store_change *change, struct store_done done);

/* answer->sanctions that last beyond a time, by kind and subject; the next page begins after the
 * last one's. About one subject, or "". */
struct store_after {
    const char *kind, *subject;
};
void store_sanctions(struct store *store, const char *subject, int64_t now,
                     struct store_after after, struct store_done done);

/* ---- words ---- */

void store_word_add(struct store *store, const struct store_word *word,
                    const struct store_change *change, struct store_done done);
void store_word_drop(struct store *store, const char *word, const struct store_change *change,
                     struct store_done done);
void store_words(struct store *store, const char *after, struct store_done done);

/* ---- reports ---- */

/* Reports that are not closed, at most: of one person, from one address, in all. */
struct store_report_limits {
    uint32_t person, origin, all;
};

/* answer->last is its number. STORE_TAKEN: there are too many. */
void store_report_add(struct store *store, const struct store_report *report,
                      const struct store_report_limits *limits, struct store_done done);

/* Which reports to give in answer->reports, the last first; a text "" stands for anybody. */
struct store_reports_wanted {
    bool closed; /* closed ones too */
    const char *person, *reporter;
    int64_t before; /* a number */
};
void store_reports(struct store *store, const struct store_reports_wanted *wanted,
                   struct store_done done);
void store_report(struct store *store, int64_t number, struct store_done done);

/* STORE_MISSING. The change is recorded in any case, so check first that the report exists. */
void store_report_close(struct store *store, const struct store_report *report,
                        const struct store_change *change, struct store_done done);

/* Removes reports that were closed before a time; answer->last is how many. */
void store_reports_tidy(struct store *store, int64_t before, struct store_done done);

/* ---- ignored people ---- */

/* STORE_MISSING: there is no such person, or too many are ignored. */
void store_ignore(struct store *store, const char *person, const char *other, int64_t time,
                  struct store_done done);
void store_ignore_not(struct store *store, const char *person, const char *other,
                      struct store_done done);
void store_ignored(struct store *store, const char *person, struct store_done done);

/* ---- looking things up: answer->people, answer->tables ---- */

/* People whose name contains this (""  all), the last seen first. */
void store_people(struct store *store, const char *part, uint32_t limit,
                  struct store_done done);

/* People and tables from an origin; people with a device from a place. */
void store_from(struct store *store, const char *origin, struct store_done done);
void store_near(struct store *store, const char *place, struct store_done done);

/* Where the devices of a person come from: answer->words. */
void store_origins_of(struct store *store, const char *person, struct store_done done);

/* All tables, public or not, the newest first; with over == false without those that are over. */
void store_tables_all(struct store *store, bool over, int64_t before, uint32_t limit,
                      struct store_done done);

/* ---- doing ---- */

/* Gives a person another name, also in results and chat. Nobody can take the old one again.
 * STORE_TAKEN, STORE_MISSING. */
void store_person_call(struct store *store, const char *id, const char *name,
                       const struct store_change *change, struct store_done done);

/* Replaces the line for lists of any table: STORE_MISSING. */
void store_table_relabel(struct store *store, const char *table, struct store_bytes info,
                         struct store_done done);

/* Removes a table in any state, with everything that belongs to it. STORE_MISSING. */
void store_table_remove(struct store *store, const char *table,
                        const struct store_change *change, struct store_done done);

#endif
