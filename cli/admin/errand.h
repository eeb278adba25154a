/*
 * What the parts of `anden admin` share: an errand is one run of it.
 */
#ifndef ANDEN_CLI_ADMIN_ERRAND_H
#define ANDEN_CLI_ADMIN_ERRAND_H

#include "../../server/admin.h"
#include "sheet.h"

/* The options of the command line. */
struct errand_options {
    const char *config, *db, *during, *why, *out;
    bool json, yes, all, address;
};

struct errand {
    struct admin *admin;
    struct errand_options options;
    const char *const *args; /* the words after the name of the task */
    int count;
    struct sheet_out sheet;
    int64_t now;
    char user[STORE_NAME_MAX];
};

/* The person, address or table that a task is about. */
struct target {
    enum { TARGET_PERSON, TARGET_ADDRESS } kind;
    char id[STORE_ID_MAX + 1]; /* of the person */
    char name[STORE_NAME_MAX + 1];
    char network[64]; /* "192.0.2.7/32" */
    char subject[STORE_SUBJECT_MAX];
    int64_t created, seen;
    bool secured;
};

/* The tasks; each returns an exit code. */
int errand_people(struct errand *e);
int errand_person(struct errand *e);
int errand_tables(struct errand *e);
int errand_table(struct errand *e);
int errand_address(struct errand *e);
int errand_bans(struct errand *e);
int errand_ban(struct errand *e);
int errand_mute(struct errand *e);
int errand_lift(struct errand *e);
int errand_rename(struct errand *e);
int errand_note(struct errand *e);
int errand_close(struct errand *e);
int errand_delete(struct errand *e);
int errand_export(struct errand *e);
int errand_words(struct errand *e);
int errand_reports(struct errand *e);
int errand_audit(struct errand *e);

/* ---- helpers (errand.c) ---- */

/* Finds a person by NAME or #NUMBER; or a person or an address. CLI_OK, or another code after
 * saying what is wrong. */
int errand_find_person(struct errand *e, const char *word, struct target *t);
int errand_find(struct errand *e, const char *word, struct target *t);

/* Is it the id of a table, or a subject from a list ("origin:...", "table:...")? If so, writes
 * it as a subject. */
bool errand_subject(const char *word, char out[STORE_SUBJECT_MAX]);

/* Is it an address or a network? If so, writes it in its usual form (IPv6 without bits: its
 * network of 64). */
bool errand_network(const char *word, char out[64]);

/* When the time of --for (30m, 2h, 7d), counted from now, ends; without it: never (INT64_MAX). */
int errand_until(struct errand *e, int64_t *until);

/* The record of this errand. */
struct store_change errand_change(const struct errand *e, const char *what, const char *subject,
                                  const char *name, const char *detail);

/* Only records that somebody looked. */
int errand_write_down(struct errand *e, const char *what, const char *subject,
                      const char *name);

/* Asks the person at the terminal, unless --yes was given. False if the answer is no, after
 * saying so. */
bool errand_sure(const struct errand *e, const char *question, const struct said *values);

/* Prints the error of the store. */
int errand_trouble(const struct errand *e);

/* Says what was done: to whom, and until when (0: for no time). */
void errand_done(struct errand *e, const char *what, const char *subject, const char *name,
                 int64_t until);

/* The command line is wrong: prints the right usage. */
int errand_usage(const char *usage);

/* Rows of lists, as fields of the sheet. */
void errand_show_change(struct sheet_out *s, const struct store_change *c);
void errand_show_sanction(struct sheet_out *s, const struct store_sanction *x,
                          const char *name); /* of the person it is about, or "" */
void errand_show_report(struct sheet_out *s, const struct store_report *r);
void errand_show_person(struct sheet_out *s, const struct store_person *p);
void errand_show_table(struct sheet_out *s, const struct store_table *t);

#endif
