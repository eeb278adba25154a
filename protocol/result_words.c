/*
 * The result of a game in words: see result_words.h.
 */
#include "result_words.h"
#include "../engine/bits.h"
#include "families.h"

enum { LIST_SIZE = SEATS_MAX * 48 }; /* bytes of a list of names */
_Static_assert((int)LIST_SIZE >= SEATS_MAX * (NAME_SIZE + 4), "all names and commas fit");

/* "Ana", "Ana and Chen", "Ana, Bruno and Chen". */
static void put_names(const struct position *p, uint32_t seats, struct text *t)
{
    char first[LIST_SIZE];
    struct text list = text_in(first, sizeof first);
    uint32_t count = bits_count(seats), seat = 0;

    for (uint32_t i = 0; i < count; i++, seat++) {
        while (!(seats >> seat & 1))
            seat++;
        if (i + 1 == count)
            break;
        text_put(&list, i ? ", " : "");
        text_put(&list, p->name[seat]);
    }
    if (count == 1)
        text_put(t, p->name[seat]);
    else
        words_put(t, p->language, "{0} and {1}",
                  (const struct said[]){say_text(first), say_text(p->name[seat])});
}

/* Is it only the viewer, who has no name and is called "you"? */
static bool is_you(const struct position *p, uint32_t seats)
{
    return p->view->seat < SEATS_MAX && seats == 1u << p->view->seat && p->nameless == seats;
}

/* The seats of a set whose value is the greatest. */
static uint32_t greatest(const int32_t value[SEATS_MAX], uint32_t seats)
{
    int32_t most = INT32_MIN;
    uint32_t best = 0;

    for (uint32_t i = 0; i < SEATS_MAX; i++) {
        if (!(seats >> i & 1) || value[i] < most)
            continue;
        best = value[i] > most ? 1u << i : best | 1u << i;
        most = value[i];
    }
    return best;
}

/* The seats with the most points; none while the game goes on. */
static uint32_t leaders(const struct position *p, struct sheet *sheet)
{
    const struct match *m = p->match;
    int32_t total[SEATS_MAX] = {0};

    if (m->rules->actor(m, &p->view->seen) != NOBODY)
        return 0;
    m->rules->score(m, &p->view->seen, sheet);
    for (uint32_t i = 0; i < m->seats; i++)
        total[i] = sheet->seat[i].total;
    return greatest(total, (1u << m->seats) - 1);
}

void result_words(const struct position *p, struct text *t)
{
    struct sheet sheet;
    uint32_t ahead = leaders(p, &sheet), won = 0;
    char names[LIST_SIZE];
    struct text list = text_in(names, sizeof names);

    if (!ahead)
        return;
    for (uint32_t i = 0; i < p->match->seats; i++)
        won |= (uint32_t)(sheet.seat[i].rank == 1) << i;
    put_names(p, won, &list);
    words_put(
        t, p->language,
        is_you(p, won)         ? SAYS("You win with {1} {1|point|points}.")
        : bits_count(won) == 1 ? SAYS("{0} wins with {1} {1|point|points}.")
                               : SAYS("{0} share the win with {1} {1|point|points}."),
        (const struct said[]){say_text(names), say_number(sheet.seat[bits_first(won)].total)});
}

void tie_words(const struct position *p, struct text *t)
{
    const struct family_voice *voice = voice_of(p->match->board);
    struct deciding list[DECIDING_MAX];
    struct sheet sheet;
    uint32_t left = leaders(p, &sheet), count;
    char names[LIST_SIZE];
    struct text who = text_in(names, sizeof names);

    if (bits_count(left) < 2)
        return;
    put_names(p, left, &who);
    words_put(
        t, p->language, "{0} have {1} {1|point|points}",
        (const struct said[]){say_text(names), say_number(sheet.seat[bits_first(left)].total)});
    count = voice->deciding ? voice->deciding(p, &sheet, list) : 0;
    for (uint32_t i = 0; i < count; i++) {
        const int32_t *value = list[i].value;
        uint32_t best = greatest(value, left), others = left & ~best;

        if (!others)
            continue;
        who = text_in(names, sizeof names);
        put_names(p, best, &who);
        text_put(t, "; ");
        words_put(
            t, p->language, is_you(p, best) ? list[i].you : list[i].sentence,
            (const struct said[]){say_text(names), say_number((int32_t)bits_count(best)),
                                  say_number(value[bits_first(best)]),
                                  say_number(value[bits_first(greatest(value, others))])});
        left = best;
    }
    if (bits_count(left) > 1) {
        text_put(t, "; ");
        words_put(t, p->language, "nothing else decides between them", 0);
    }
    text_char(t, '.');
}
