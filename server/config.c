/*
 * The settings of the server: see config.h.
 */
#include "config.h"

#include "../engine/words.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define AT(field) offsetof(struct config, field)

const struct config_setting config_settings[] = {
    {"listen", SAYS("where to listen; port 0 chooses a free one"), "127.0.0.1:8080", 0, 0,
     AT(listen), "ADDRESS:PORT"},
    {"db", SAYS("the database: a SQLite file, made if it does not exist, or postgresql://..."),
     "anden.db", 0, 0, AT(db), "FILE|URL"},
    {"web",
     SAYS("the page to serve; without it the one that was installed or built with the program; "
          "\"\": a plain page"),
     "", 0, 0, AT(web), "FOLDER"},
    {"address",
     SAYS("how people reach the server, for links in notices: https://games.example"), "", 0, 0,
     AT(address), "URL"},
    {"origins",
     SAYS("pages that may connect: https://a.example, ...; without it those of the server's "
          "own host"),
     "", 0, 0, AT(origins), "LIST"},
    {"any-origin", SAYS("1: pages of any host may connect"), "0", 0, 1, AT(any_origin), NULL},
    {"proxies", SAYS("proxies whose X-Forwarded-For is trusted: 127.0.0.1, ..."), "", 0, 0,
     AT(proxies), "LIST"},
    {"scrapers", SAYS("who may read /metrics, besides this machine: 10.0.0.5, ..."), "", 0, 0,
     AT(scrapers), "LIST"},
    {"webhook",
     SAYS("http:// URL to call when somebody's turn waits (for https see doc/deploy.md)"), "",
     0, 0, AT(webhook), "URL"},
    {"notice-seconds", SAYS("how long a turn waits before the webhook is called"), "60", 0,
     2592000, AT(notice_seconds), NULL},
    {"bot-threads", SAYS("bots that think at the same time; 0: one more than cores"), "0", 0,
     64, AT(bot_threads), NULL},
    {"bot-alone-seconds", SAYS("how long bots think at a table where nobody plays or watches"),
     "30", 0, 86400, AT(bot_alone_seconds), NULL},
    {"bot-pause-ms", SAYS("pause before a bot's move"), "700", 0, 60000, AT(bot_pause_ms),
     NULL},
    {"takeover-ms",
     SAYS("how long to wait for a bot of another node before its move is made here"), "20000",
     10, 3600000, AT(takeover_ms), NULL},
    {"connections", SAYS("connections in all"), "8000", 1, 1000000, AT(connections), NULL},
    {"address-connections", SAYS("connections of one address"), "32", 1, 1000000,
     AT(address_connections), NULL},
    {"tables", SAYS("tables in memory"), "20000", 1, 10000000, AT(tables), NULL},
    {"tables-per-person", SAYS("tables of one person that are not over"), "50", 1, 1000000,
     AT(tables_per_person), NULL},
    {"tables-per-address", SAYS("tables made from one address that are not over"), "200", 1,
     1000000, AT(tables_per_address), NULL},
    {"listed-per-person", SAYS("public tables of one person that are not over"), "5", 1,
     1000000, AT(listed_per_person), NULL},
    {"listed-per-address", SAYS("public tables of one address that are not over"), "20", 1,
     1000000, AT(listed_per_address), NULL},
    {"idle-seconds",
     SAYS("when a table that nobody watches leaves the memory; one whose game is over leaves "
          "it after 10"),
     "300", 0, 86400, AT(idle_seconds), NULL},
    {"open-days", SAYS("when a table whose game has not begun goes away; 0: never"), "14", 0,
     36500, AT(open_days), NULL},
    {"guest-days", SAYS("when a guest without a game goes away; 0: never"), "60", 0, 36500,
     AT(guest_days), NULL},
    {"report-days", SAYS("how long a closed report is kept; 0: for ever"), "365", 0, 36500,
     AT(report_days), NULL},
    {"audit-days", SAYS("how long the record of anden admin is kept; 0: for ever"), "0", 0,
     36500, AT(audit_days), NULL},
    {"poll-seconds", SAYS("how often to look for lost notifications"), "10", 1, 3600,
     AT(poll_seconds), NULL},
    {"limits", SAYS("0: no limits on rates, for tests and load"), "1", 0, 1, AT(limits), NULL},
    {"chat-length", SAYS("characters in a line of chat"), "280", 1, 400, AT(chat_length), NULL},
    {0},
};

static bool number_of(const char *text, const struct config_setting *s, uint32_t *value)
{
    char *end;
    unsigned long long n;

    errno = 0;
    if (!isdigit((unsigned char)text[0]))
        return false;
    n = strtoull(text, &end, 10);
    if (errno || *end || n < s->min || n > s->max)
        return false;
    *value = (uint32_t)n;
    return true;
}

/* Is it http(s)://host[:port], of n bytes? */
static bool is_site(const char *text, size_t n)
{
    size_t scheme = strncmp(text, "https://", 8) == 0  ? 8
                    : strncmp(text, "http://", 7) == 0 ? 7
                                                       : 0;

    if (!scheme || n <= scheme)
        return false;
    for (size_t i = scheme; i < n; i++)
        if (strchr("/?#\"\\ ", text[i]) || iscntrl((unsigned char)text[i]))
            return false;
    return true;
}

/* The address may have a path, and slashes at its end, which are cut off; origins may not. */
static bool good_sites(struct config *c, const struct config_setting *s, char *why, size_t cap)
{
    const char *item = c->origins;
    size_t n = strlen(c->address);

    while (n && c->address[n - 1] == '/')
        c->address[--n] = '\0';
    if (s->at == AT(address) && n) {
        const char *host = strstr(c->address, "://");

        if (host &&
            is_site(c->address, strcspn(host + 3, "/") + (size_t)(host + 3 - c->address)))
            return true;
        snprintf(why, cap, "address is a URL such as https://games.example, not \"%.60s\".",
                 c->address);
        return false;
    }
    for (size_t size; s->at == AT(origins) && *(item += strspn(item, ", \t")); item += size) {
        size = strcspn(item, ", \t");
        if (!is_site(item, size)) {
            snprintf(why, cap,
                     "origins are addresses without a path, such as https://games.example, not "
                     "\"%.*s\".",
                     size < 60 ? (int)size : 60, item);
            return false;
        }
    }
    return true;
}

static bool set(struct config *c, const struct config_setting *s, const char *value, char *why,
                size_t cap)
{
    char *at = (char *)c + s->at;

    if (s->max) {
        uint32_t n;

        if (!number_of(value, s, &n)) {
            snprintf(why, cap, "%s takes a number from %u to %u, not \"%.60s\".", s->name,
                     (unsigned)s->min, (unsigned)s->max, value);
            return false;
        }
        memcpy(at, &n, sizeof n);
        return true;
    }
    if (strlen(value) >= CONFIG_TEXT) {
        snprintf(why, cap, "%s is longer than %d bytes.", s->name, CONFIG_TEXT - 1);
        return false;
    }
    strcpy(at, value);
    return good_sites(c, s, why, cap);
}

void config_presets(struct config *c)
{
    char why[CONFIG_TEXT];

    memset(c, 0, sizeof *c);
    for (const struct config_setting *s = config_settings; s->name; s++)
        set(c, s, s->preset, why, sizeof why);
}

bool config_set(struct config *c, const char *name, const char *value, char *why, size_t cap)
{
    for (const struct config_setting *s = config_settings; s->name; s++)
        if (strcmp(s->name, name) == 0)
            return set(c, s, value, why, cap);
    snprintf(why, cap, "there is no setting \"%.60s\"; see 'anden serve --help'.", name);
    return false;
}

/* Cuts blanks off both ends. */
static char *trimmed(char *s)
{
    size_t n;

    while (isspace((unsigned char)*s))
        s++;
    n = strlen(s);
    while (n && isspace((unsigned char)s[n - 1]))
        s[--n] = '\0';
    return s;
}

static bool read_line(struct config *c, char *line, char *why, size_t cap)
{
    char *name = trimmed(line), *equals;

    if (!*name || *name == '#')
        return true;
    equals = strchr(name, '=');
    if (!equals) {
        snprintf(why, cap, "a line is \"name = value\".");
        return false;
    }
    *equals = '\0';
    return config_set(c, trimmed(name), trimmed(equals + 1), why, cap);
}

bool config_read(struct config *c, const char *path, char *why, size_t cap)
{
    FILE *f = fopen(path, "r");
    char line[2 * CONFIG_TEXT], reason[2 * CONFIG_TEXT];
    bool good = true;

    if (!f) {
        snprintf(why, cap, "cannot open %s: %s.", path, strerror(errno));
        return false;
    }
    for (unsigned number = 1; good && fgets(line, sizeof line, f); number++) {
        if (!strchr(line, '\n') && !feof(f)) {
            snprintf(reason, sizeof reason, "the line is too long.");
            good = false;
        } else {
            good = read_line(c, line, reason, sizeof reason);
        }
        if (!good)
            snprintf(why, cap, "%s:%u: %s", path, number, reason);
    }
    if (ferror(f)) {
        snprintf(why, cap, "cannot read %s: %s.", path, strerror(errno));
        good = false;
    }
    fclose(f);
    return good;
}
