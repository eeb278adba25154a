/*
 * The rules of Rows: see rules.md.
 */
#include "../../engine/game.h"
#include "../../engine/hidden.h"
#include "../../engine/scan.h"
#include "../../engine/words.h"

/* What is not compiled again for the tests knows states without this one. */
_Static_assert(sizeof(struct rows_state) <= sizeof(struct routes_state), "a larger state");

enum { OPTION_CARDS };
enum { ALL_CARDS = (1 << ROWS_CARDS) - 1, CHOICES_MAX = 1 + ROWS * ROWS_CARDS };

static const struct option options[] = {
    {"cards", "so many cards are given to each at first", 1, 6, 4},
    {0},
};
static const char *const parts[] = {"rows", "hand", 0};

static uint32_t card_bit(uint32_t card)
{
    return card > 0 && card <= ROWS_CARDS ? 1u << (card - 1) : 0;
}

/* Everything that this state, or view, shows somewhere. */
static uint32_t placed(const struct rows_state *s)
{
    uint32_t cards = 0;

    for (uint32_t seat = 0; seat < ROWS_SEATS; seat++) {
        cards |= s->hand[seat];
        for (uint32_t row = 0; row < ROWS; row++)
            cards |= s->row[seat][row];
    }
    return cards;
}

static uint32_t laid(const struct rows_state *s, uint32_t seat)
{
    return bits_count(s->row[seat][0]) + bits_count(s->row[seat][1]) +
           bits_count(s->row[seat][2]);
}

static uint32_t left(const struct rows_state *s)
{
    return ROWS_CARDS - laid(s, 0) - laid(s, 1) - s->held[0] - s->held[1];
}

static bool check(const struct match *m, struct complaint *why)
{
    return match_in_range(m, why);
}

static void start(const struct match *m, struct state *s)
{
    (void)m;
    __builtin_memset(s, 0, sizeof *s);
    s->rows.giving = 1;
}

static uint32_t actor(const struct match *m, const struct state *s)
{
    (void)m;
    return s->rows.over ? NOBODY : s->rows.giving ? NATURE : s->rows.turn;
}

static bool allows(const struct match *m, const struct state *state, event_t e)
{
    const struct rows_state *s = &state->rows;
    uint32_t card = card_bit(event_arg(e)), row = event_colour(e);
    uint32_t who = actor(m, state);

    switch (event_kind(e)) {
    case EVENT_GIVE:
        return who == NATURE && event_fits(e, 8) && card && !(placed(s) & card);
    case EVENT_TAKE:
        return who < ROWS_SEATS && event_fits(e, 0);
    case EVENT_LAY: /* R4 */
        return who < ROWS_SEATS && event_fits(e, 12) && row < ROWS && s->hand[who] & card &&
               s->row[who][row] < card;
    default:
        return false;
    }
}

static uint32_t list(const struct match *m, const struct state *s, event_t out[CHOICES_MAX])
{
    bool gives = actor(m, s) == NATURE;
    uint32_t n = 0;

    if (allows(m, s, event_make(EVENT_TAKE, 0)))
        out[n++] = event_make(EVENT_TAKE, 0);
    for (uint32_t card = 1; card <= ROWS_CARDS; card++)
        for (uint32_t row = 0; row < (gives ? 1 : ROWS); row++) {
            event_t e = event_make(gives ? EVENT_GIVE : EVENT_LAY, card | row << 8);

            if (allows(m, s, e))
                out[n++] = e;
        }
    return n;
}

static uint32_t count(const struct match *m, const struct state *s)
{
    event_t events[CHOICES_MAX];

    return list(m, s, events);
}

static event_t pick(const struct match *m, const struct state *s, uint32_t k)
{
    event_t events[CHOICES_MAX];

    return k < list(m, s, events) ? events[k] : 0;
}

static uint32_t legal(const struct match *m, const struct state *s, event_t *events,
                      uint32_t *weights, uint32_t cap)
{
    event_t all[CHOICES_MAX];
    uint32_t n = list(m, s, all);

    for (uint32_t i = 0; i < n && i < cap; i++) {
        events[i] = all[i];
        if (weights)
            weights[i] = 1;
    }
    return n;
}

static bool apply(const struct match *m, struct state *state, event_t e)
{
    struct rows_state *s = &state->rows;
    uint32_t card = card_bit(event_arg(e));

    if (!allows(m, state, e))
        return false;
    if (event_kind(e) == EVENT_TAKE) {
        s->giving = 1;
        return true;
    }
    if (event_kind(e) == EVENT_GIVE) {
        s->hand[s->turn] |= card;
        s->held[s->turn]++;
        s->given++;
        s->giving = s->given < ROWS_SEATS * m->option[OPTION_CARDS];
        s->over = left(s) == 0; /* R5 */
    } else {
        s->hand[s->turn] &= ~card;
        s->held[s->turn]--;
        s->row[s->turn][event_colour(e)] |= card;
    }
    s->turn ^= 1;
    return true;
}

static void explain(const struct match *m, const struct state *s, event_t e,
                    struct complaint *why)
{
    if (allows(m, s, e))
        complain_say(why, GROUND("allowed", ""), "This is allowed.", 0, 0);
    else if (s->rows.over)
        complain_say(why, GROUND("game_over", "R5"), "The game is over.", 0, 0);
    else if (s->rows.giving)
        complain_say(why, GROUND("wrong_phase", "R2"), "A card must be given first.", 0, 0);
    else
        complain_say(why, GROUND("not_rising", "R4"),
                     "Take a card, or lay one of yours behind a smaller one.", 0, 0);
}

static bool begins_turn(const struct match *m, const struct state *s)
{
    return actor(m, s) < ROWS_SEATS;
}

static uint32_t choosers(const struct match *m, const struct state *s)
{
    return begins_turn(m, s) ? 1u << s->rows.turn : 0;
}

/* Does a viewer see the cards that a seat holds? */
static bool sees(uint32_t viewer, uint32_t seat)
{
    return viewer == seat || viewer == EVERYTHING;
}

static event_t hide(const struct match *m, const struct state *s, event_t e, uint32_t viewer)
{
    (void)m;
    return event_kind(e) == EVENT_GIVE && !sees(viewer, s->rows.turn)
               ? event_hidden(EVENT_GIVE, 0)
               : e;
}

/* R5: the last card brings the hands to light, one fact for each card. */
static uint32_t reveal(const struct match *m, const struct state *s, event_t e, uint32_t viewer,
                       event_t fact[FACTS_MAX])
{
    struct state after = *s;
    uint32_t n = 0;

    if (!apply(m, &after, e) || !after.rows.over)
        return 0;
    for (uint32_t seat = 0; seat < ROWS_SEATS; seat++)
        for (uint32_t hand = after.rows.hand[seat]; hand && !sees(viewer, seat);
             hand &= hand - 1)
            fact[n++] = event_fact(0, seat, bits_first(hand) + 1);
    return n;
}

static void view(const struct match *m, const struct state *s, uint32_t seat, struct view *v)
{
    (void)m;
    __builtin_memset(v, 0, sizeof *v);
    v->seat = (uint8_t)seat;
    v->seen = *s;
    for (uint32_t i = 0; i < ROWS_SEATS && !s->rows.over; i++)
        if (!sees(seat, i))
            v->seen.rows.hand[i] = 0;
}

/* Takes the facts at the end of a game: they must fill the hands that were hidden. */
static bool learn(struct rows_state *s, uint32_t viewer, const event_t *fact, uint32_t facts)
{
    for (uint32_t i = 0; i < facts; i++) {
        uint32_t card = card_bit(event_arg(fact[i])), who = event_colour(fact[i]);

        if (fact[i] != event_fact(0, who, event_arg(fact[i])) || who >= ROWS_SEATS ||
            sees(viewer, who) || !card || placed(s) & card)
            return false;
        s->hand[who] |= card;
    }
    return !s->over ||
           (bits_count(s->hand[0]) == s->held[0] && bits_count(s->hand[1]) == s->held[1]);
}

static bool follow(const struct match *m, struct view *v, event_t seen, const event_t *fact,
                   uint32_t facts)
{
    struct view next = *v;
    struct rows_state *s = &next.seen.rows;
    uint32_t who = s->turn, unseen = ALL_CARDS & ~placed(s);
    bool hides = !sees(v->seat, who);
    event_t e = seen;

    if (hides && actor(m, &next.seen) == NATURE)
        e = seen == event_hidden(EVENT_GIVE, 0)
                ? event_make(EVENT_GIVE, bits_first(unseen) + 1) /* any will do */
                : 0;
    else if (hides) /* any unseen card may be in a hand that holds one */
        s->hand[who] = s->held[who] ? unseen : 0;
    if (!apply(m, &next.seen, e))
        return false;
    if (hides)
        s->hand[who] = 0;
    if ((facts > 0 && !s->over) || !learn(s, v->seat, fact, facts))
        return false;
    *v = next;
    return true;
}

static void resample(const struct match *m, const struct view *v, const struct dice *dice,
                     struct state *state)
{
    struct rows_state *s = &state->rows;

    (void)m;
    *state = v->seen;
    for (uint32_t seat = 0; seat < ROWS_SEATS; seat++)
        while (bits_count(s->hand[seat]) < s->held[seat]) {
            uint32_t unseen = ALL_CARDS & ~placed(s);
            uint32_t k = dice->roll(dice->context, bits_count(unseen));

            s->hand[seat] |= 1u << bits_select(unseen, k);
        }
}

static int32_t points(const struct match *m, const struct state *s, uint32_t seat)
{
    (void)m;
    return 2 * (int32_t)laid(&s->rows, seat);
}

static void score(const struct match *m, const struct state *s, struct sheet *sheet)
{
    __builtin_memset(sheet, 0, sizeof *sheet);
    for (uint32_t i = 0; i < ROWS_SEATS; i++) {
        struct seat_sheet *own = &sheet->seat[i];

        own->part[0] = (int16_t)points(m, s, i);
        own->part[1] = (int16_t)-s->rows.held[i];
        own->total = (int16_t)(own->part[0] + own->part[1]);
    }
    for (uint32_t i = 0; i < ROWS_SEATS; i++)
        sheet->seat[i].rank = 1 + (sheet->seat[i ^ 1].total > sheet->seat[i].total);
}

static void format(const struct match *m, const struct state *s, event_t e, struct text *t)
{
    (void)m, (void)s;
    if (hidden_format(e, t))
        return;
    text_put(t, event_kind(e) == EVENT_TAKE ? "take" : "");
    text_put(t, event_kind(e) == EVENT_LAY ? "lay " : "");
    text_put(t, event_kind(e) == EVENT_GIVE ? "give " : "");
    if (event_kind(e) != EVENT_TAKE)
        text_number(t, event_arg(e));
    if (event_kind(e) == EVENT_LAY) {
        text_char(t, ' ');
        text_number(t, event_colour(e) + 1);
    }
}

static event_t parse(const struct match *m, const struct state *s, const char *text, size_t n,
                     struct complaint *why)
{
    struct reader r = {.line = text, .length = n, .code = CODE("event_syntax"), .why = why};
    uint32_t card = 0, row = 1;
    event_t e = 0;

    (void)m, (void)s;
    if (hidden_parse(text, n, 1u << EVENT_GIVE))
        return event_hidden(EVENT_GIVE, 0);
    read_blanks(&r);
    if (read_is(&r, "take"))
        return r.at == n ? event_make(EVENT_TAKE, 0)
                         : phrase_refuse(&r, "R4", "There is nothing to say after \"take\".");
    bool lays = read_is(&r, "lay");
    if (!lays && !read_is(&r, "give"))
        return phrase_refuse(&r, "R4", "Say \"take\", or \"lay\", a card and a row.");
    if (!read_digits(&r, &card) || !card_bit(card))
        return phrase_refuse(&r, "R1", "The cards are the numbers 1 to 24.");
    read_blanks(&r);
    if (lays && (!read_digits(&r, &row) || row < 1 || row > ROWS))
        return phrase_refuse(&r, "R1", "The rows are 1, 2 and 3.");
    read_blanks(&r);
    e = event_make(lays ? EVENT_LAY : EVENT_GIVE, card | (row - 1) << 8);
    return r.at == n ? e : phrase_refuse(&r, "R4", "There is something behind the move.");
}

const struct rules rows_rules = {
    .name = "rows",
    .seats_max = ROWS_SEATS,
    .option = options,
    .part = parts,
    .turn_rule = "R3",
    .together_rule = "",
    .check = check,
    .start = start,
    .actor = actor,
    .count = count,
    .pick = pick,
    .choose = choose_by_count,
    .legal = legal,
    .allows = allows,
    .apply = apply,
    .explain = explain,
    .begins_turn = begins_turn,
    .choosers = choosers,
    .hide = hide,
    .reveal = reveal,
    .view = view,
    .follow = follow,
    .resample = resample,
    .score = score,
    .points = points,
    .format = format,
    .parse = parse,
};
