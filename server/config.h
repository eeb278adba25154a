/*
 * The settings of the server: one table of names that flags and the configuration file share.
 */
#ifndef ANDEN_CONFIG_H
#define ANDEN_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CONFIG_TEXT = 256 };

struct config {
    char listen[CONFIG_TEXT];   /* address and port */
    char db[CONFIG_TEXT];       /* a SQLite file, or postgresql://... */
    char web[CONFIG_TEXT];      /* the folder of the page; "" = the plain page */
    char origins[CONFIG_TEXT];  /* pages that may connect; "" = the server's own host */
    char proxies[CONFIG_TEXT];  /* trusted for X-Forwarded-For */
    char scrapers[CONFIG_TEXT]; /* addresses that may read /metrics, besides this machine */
    char webhook[CONFIG_TEXT];  /* URL for "your turn" notices; "" = none */
    char address[CONFIG_TEXT];  /* how people reach the server, for links in notices */
    uint32_t any_origin;        /* 1: pages of any host may connect */
    uint32_t bot_threads;       /* bots that think at once */
    uint32_t bot_alone_seconds; /* how long bots think at a table where nobody is */
    uint32_t bot_pause_ms;      /* before a bot's move, so that people can follow */
    uint32_t takeover_ms; /* after this time without a move another node takes over its bots */
    uint32_t connections; /* at most */
    uint32_t address_connections; /* of one address, at most */
    uint32_t tables;              /* in memory, at most */
    uint32_t tables_per_person;   /* not over, at most */
    uint32_t tables_per_address;  /* made from it and not over, at most */
    uint32_t listed_per_person;   /* public and not over, at most */
    uint32_t listed_per_address;
    uint32_t idle_seconds;   /* a table that nobody watches leaves the memory after this */
    uint32_t open_days;      /* a table whose game has not begun is removed after this */
    uint32_t guest_days;     /* a guest without a game is removed after this */
    uint32_t report_days;    /* a closed report is removed after this */
    uint32_t audit_days;     /* the record of anden admin is removed after this */
    uint32_t notice_seconds; /* the webhook is called for a turn that has waited this long */
    uint32_t poll_seconds;   /* how often lost notifications are looked for */
    uint32_t limits;         /* 0: no limits on rates (tests, load) */
    uint32_t chat_length;    /* characters in a line */
};

/* A setting: a text or a number. */
struct config_setting {
    const char *name;  /* as a flag: --name; in the file: name = value */
    const char *about; /* SAYS() */
    const char *preset;
    uint32_t min, max;    /* of a number; max 0: it is a text */
    size_t at;            /* in struct config */
    const char *argument; /* what a text is: "FILE"; null: it is a number */
};

/* Ends with a null name. */
extern const struct config_setting config_settings[];

void config_presets(struct config *c);

/* Sets one. False with a sentence in why. */
bool config_set(struct config *c, const char *name, const char *value, char *why, size_t cap);

/* Reads a file of lines "name = value"; # begins a comment. False with file, line and reason. */
bool config_read(struct config *c, const char *path, char *why, size_t cap);

#endif
