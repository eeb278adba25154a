/*
 * The log of a table: see table_log.h.
 */
#include "table_log.h"

void table_log_header(const struct table *t, const struct log_people *who, struct log_header *h)
{
    log_header_of(&t->plan.match, h);
    __builtin_memcpy(h->name, who->name, sizeof h->name);
    __builtin_memcpy(h->player, who->player, sizeof h->player);
    for (uint32_t i = t->plan.match.seats; i < SEATS_MAX; i++)
        h->name[i][0] = h->player[i][0] = '\0';
    if (t->plan.dealing) {
        h->place[LOG_SEED_HASH].line = 1;
        seed_hash(t->plan.seed, h->seed_hash);
    }
}

/* "# seat 2 is away; a bot plays on" */
static void put_comment(struct text *out, uint32_t seat, const char *does, bool bot)
{
    text_put(out, "# seat ");
    text_number(out, seat + 1);
    text_put(out, does);
    text_put(out, bot ? "; a bot plays on\n" : "\n");
}

void table_put_entry(const struct table *t, const struct entry *e, struct text *out)
{
    const struct match *m = &t->plan.match;

    switch (e->kind) {
    case ENTRY_SIT:
        if (e->role == ROLE_BOT)
            put_comment(out, e->seat, " is a bot", false);
        break;
    case ENTRY_CHOICE:
    case ENTRY_CHANCE:
        log_put_event(out, m, &t->state, e->event);
        break;
    case ENTRY_UNDO:
        log_put_undo(out, e->event);
        break;
    case ENTRY_AWAY:
        put_comment(out, e->seat, " is away", true);
        break;
    case ENTRY_BACK:
        put_comment(out, e->seat, " is back", false);
        break;
    case ENTRY_TIMEOUT:
        if (t->plan.clock.kind == CLOCK_MOVE)
            put_comment(out, e->seat, " is out of time", true);
        else
            log_put_out(out, e->seat, true);
        break;
    case ENTRY_RESIGN:
        log_put_out(out, e->seat, false);
        break;
    case ENTRY_ABORT:
        text_put(out, "# ended without a result\n");
        break;
    default:
        break;
    }
}

void table_put_end(const struct table *t, struct text *out)
{
    if (t->phase < TABLE_FINISHED)
        return;
    if (t->plan.dealing)
        log_put_seed(out, t->plan.seed);
    if (t->phase == TABLE_FINISHED)
        log_put_result(out, &t->plan.match, &t->state);
}

bool table_follow(struct table *t, event_t e, uint64_t time, struct complaint *why)
{
    uint32_t waiting = table_waiting(t);
    struct table_command c = {.kind = COMMAND_CHOOSE, .event = e, .seen = t->count};
    struct entry chance = {.kind = ENTRY_CHANCE, .seat = NOBODY, .event = e, .time = time};
    struct proposal p;

    if (!waiting)
        return table_apply(t, &chance, why);
    c.seat = (uint8_t)__builtin_ctz(waiting);
    c.role = table_is_bot(t, c.seat) ? ROLE_BOT : ROLE_PERSON;
    if (table_propose(t, &c, time, &p, why) != TABLE_OK)
        return false;
    for (uint32_t i = 0; i < p.count; i++)
        if (!table_apply(t, &p.entry[i], why))
            return false;
    return true;
}

void table_put_log(const struct table *t, const struct log_people *who, struct table *replica,
                   struct text *out)
{
    struct log_header h;
    struct complaint why;

    out->cut = !table_again(replica, t) || out->cut;
    table_log_header(t, who, &h);
    log_put_header(out, &h);
    for (uint32_t i = 0; i < t->count; i++) {
        table_put_entry(replica, &t->entries[i], out);
        if (!table_apply(replica, &t->entries[i], &why)) {
            out->cut = true; /* the replica has too little room */
            return;
        }
    }
    table_put_end(t, out);
}
