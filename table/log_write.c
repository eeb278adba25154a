/*
 * Writing logs: see log.h.
 */
#include "log.h"

_Static_assert((int)LOG_LINE_MAX > (int)EVENT_TEXT + 3, "a seat and its event fit a line");

void log_header_of(const struct match *m, struct log_header *h)
{
    const struct option *option = m->rules->option;
    struct text t;

    *h =
        (struct log_header){.hash = m->board->hash, .rules = RULES_REVISION, .seats = m->seats};
    t = text_in(h->game, sizeof h->game);
    text_put(&t, m->board->id);
    t = text_in(h->board, sizeof h->board);
    text_put(&t, m->board->id);
    for (uint32_t i = 0; i < OPTIONS_MAX && option[i].name; i++) {
        t = text_in(h->option[i].name, sizeof h->option[i].name);
        text_put(&t, option[i].name);
        h->option[i].value = m->option[i];
        h->options++;
    }
}

static void put_hex(struct text *t, const uint8_t *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        text_char(t, "0123456789abcdef"[bytes[i] >> 4]);
        text_char(t, "0123456789abcdef"[bytes[i] & 15]);
    }
}

static void put_hash(struct text *t, uint64_t hash)
{
    for (int shift = 60; shift >= 0; shift -= 4)
        text_char(t, "0123456789abcdef"[hash >> shift & 15]);
}

static void put_name(struct text *t, const char *name)
{
    bool plain = *name != '\0';

    for (const char *c = name; *c; c++)
        if (*c == ' ' || *c == '"' || *c == '#' || *c == '\\')
            plain = false;
    if (plain) {
        text_put(t, name);
        return;
    }
    text_char(t, '"');
    for (const char *c = name; *c; c++) {
        if (*c == '"' || *c == '\\')
            text_char(t, '\\');

        text_char(t, *c);
    }
    text_char(t, '"');
}

static void put_line(struct text *t, const char *word, uint64_t number)
{
    text_put(t, word);
    text_char(t, ' ');
    text_unsigned(t, number);
    text_char(t, '\n');
}

void log_put_header(struct text *t, const struct log_header *h)
{
    put_line(t, "anden log", LOG_FORMAT);
    text_put(t, "game ");
    text_put(t, h->game);
    text_put(t, "\nboard ");
    text_put(t, h->board);
    if (h->hash) {
        text_char(t, ' ');
        put_hash(t, h->hash);
    }
    text_char(t, '\n');
    if (h->rules)
        put_line(t, "rules", h->rules);
    put_line(t, "seats", h->seats);
    for (uint32_t seat = 0; seat < h->seats; seat++) {
        if (!h->name[seat][0])
            continue;
        text_put(t, "name ");
        text_number(t, seat + 1);
        text_char(t, ' ');
        put_name(t, h->name[seat]);
        text_char(t, '\n');
    }
    for (uint32_t seat = 0; seat < h->seats; seat++) {
        if (!h->player[seat][0])
            continue;
        text_put(t, "player ");
        text_number(t, seat + 1);
        text_char(t, ' ');
        text_put(t, h->player[seat]);
        text_char(t, '\n');
    }
    for (uint32_t i = 0; i < h->options; i++) {
        text_put(t, "option ");
        put_line(t, h->option[i].name, h->option[i].value);
    }
    if (h->place[LOG_SEED_HASH].line) {
        text_put(t, "seed-hash ");
        put_hex(t, h->seed_hash, SEED_SIZE);
        text_char(t, '\n');
    }
    if (h->place[LOG_SEED].line)
        put_line(t, "seed", h->seed);
    text_char(t, '\n');
}

void log_put_event(struct text *t, const struct match *m, const struct state *s, event_t e)
{
    uint32_t actor = m->rules->actor(m, s);

    if (actor < m->seats) {
        text_number(t, actor + 1);
        text_put(t, ": ");
    }
    m->rules->format(m, s, e, t);
    text_char(t, '\n');
}

void log_put_result(struct text *t, const struct match *m, const struct state *s)
{
    struct sheet sheet;

    m->rules->score(m, s, &sheet);
    text_put(t, "result");
    for (uint32_t seat = 0; seat < m->seats; seat++) {
        text_char(t, ' ');
        text_number(t, sheet.seat[seat].total);
    }
    text_char(t, '\n');
}

void log_put_undo(struct text *t, uint32_t left)
{
    put_line(t, "undo", left);
}

void log_put_out(struct text *t, uint32_t seat, bool late)
{
    put_line(t, late ? "timeout" : "resign", seat + 1);
}

void log_put_seed(struct text *t, const uint8_t seed[SEED_SIZE])
{
    text_put(t, "seed ");
    put_hex(t, seed, SEED_SIZE);
    text_char(t, '\n');
}
