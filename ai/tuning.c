/*
 * Constants: their presets, those of a board, and as text: see tuning.h.
 */
#include "../engine/board_scan.h"
#include "families.h"

const struct constant *tuning_constants(const struct board *board)
{
    return players_of(board)->constants;
}

void tuning_presets(const struct constant *constants, struct tuning *t)
{
    *t = (struct tuning){0};
    for (uint32_t i = 0; constants && constants[i].name; i++)
        t->value[i] = constants[i].preset;
}

/* The hash, not the id: somebody's own board may have any id. */
static bool is_for(const struct embedded_tuning *set, const struct match *m)
{
    return set->hash == m->board->hash && m->seats >= set->seats_min &&
           m->seats <= set->seats_max;
}

void tuning_of_match(const struct match *m, struct tuning *t)
{
    for (const struct embedded_tuning *set = embedded_tunings; set->seats_max; set++) {
        if (is_for(set, m)) {
            *t = set->tuning;
            return;
        }
    }
    tuning_presets(tuning_constants(m->board), t);
}

void tuning_habits(const struct constant *constants, const struct habits *habits,
                   struct tuning *t)
{
    for (uint32_t i = 0; i < habits->count; i++) {
        const struct habit *habit = &habits->of[i];
        const struct constant *c = &constants[habit->constant];
        int32_t x = t->value[habit->constant] * habit->percent / 100 + habit->plus;

        t->value[habit->constant] = (int16_t)(x < c->min ? c->min : x > c->max ? c->max : x);
    }
}

/* A text being read. */
struct reading {
    struct reader r;
    const struct constant *constants;
    struct tuning_use *use;
    struct tuning *t;
};

static bool read_use(struct reading *x)
{
    char name[NAME_SIZE];

    if (!read_name(&x->r, SAYS("The id of a board"), name))
        return false;
    for (uint32_t i = 0; i + 1 < ID_SIZE && name[i]; i++)
        x->use->id[i] = name[i];
    if (!read_more(&x->r))
        return true;
    return read_byte(&x->r, SAYS("The fewest seats"), 2, SEATS_MAX, &x->use->seats_min) &&
           read_byte(&x->r, SAYS("The most seats"), x->use->seats_min, SEATS_MAX,
                     &x->use->seats_max) &&
           read_end(&x->r);
}

/* "tuning ID SEATS SEATS", or a constant and its value. */
static bool read_statement(void *context, const struct word *w)
{
    struct reading *x = context;
    struct suggestion near = {.word = w};
    uint32_t value;

    if (word_is(w, "tuning"))
        return read_use(x);
    for (uint32_t i = 0; x->constants[i].name; i++) {
        const struct constant *c = &x->constants[i];

        suggest(&near, c->name);
        if (!word_is(w, c->name))
            continue;
        if (!read_number(&x->r, SAYS("The value of a constant"), (uint32_t)c->min,
                         (uint32_t)c->max, &value))
            return false;
        x->t->value[i] = (int16_t)value;
        return read_end(&x->r);
    }
    return read_strange(&x->r, &near, SAYS("There is no constant called \"{0}\"."),
                        SAYS("There is no constant called \"{0}\"; did you mean \"{1}\"?"));
}

bool tuning_read(const struct constant *constants, const char *text, size_t n,
                 struct tuning_use *use, struct tuning *t, struct complaint *why)
{
    struct reading x = {
        .r = {.text = text, .size = n, .code = CODE("board_syntax"), .why = why},
        .constants = constants,
        .use = use,
        .t = t};

    *use = (struct tuning_use){.seats_min = 2, .seats_max = SEATS_MAX};
    tuning_presets(constants, t);
    return read_lines(&x.r, read_statement, &x);
}

void tuning_write(const struct constant *constants, const struct tuning_use *use,
                  const struct tuning *t, struct text *out)
{
    text_put(out, "tuning ");
    text_put(out, use->id);
    text_put(out, " ");
    text_number(out, use->seats_min);
    text_put(out, " ");
    text_number(out, use->seats_max);
    for (uint32_t i = 0; constants[i].name; i++) {
        text_put(out, "\n");
        text_put(out, constants[i].name);
        text_put(out, " ");
        text_number(out, t->value[i]);
    }
    text_put(out, "\n");
}
