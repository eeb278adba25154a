/*
 * Specs: reading and writing the text of a bot. See bot.h.
 */
#include "../engine/scan.h"
#include "bot.h"

/* The end of the word that begins here: at one of the two characters, or at the end of the
 * text. */
static size_t word_end(struct reader *s, char stop, char other)
{
    size_t end = s->at;

    while (end < s->length && s->line[end] != stop && s->line[end] != other)
        end++;
    return end;
}

/* The name that was probably meant; null if none is similar. */
static const char *nearest(const char *word, size_t n, const char *const *names, uint32_t count)
{
    const char *found = NULL;
    uint32_t best = (uint32_t)n / 3 + 1;

    for (uint32_t i = 0; i < count; i++) {
        uint32_t d = text_distance(word, n, names[i]);

        if (n && text_length(names[i]) > n && __builtin_memcmp(names[i], word, n) == 0)
            d = 0; /* the beginning of a name */
        if (d < best) {
            best = d;
            found = names[i];
        }
    }
    return found;
}

/* Names with commas between them. */
struct names {
    char text[160];
};

static struct said say_names(struct names *all, const char *const *names, uint32_t count)
{
    struct text t = text_in(all->text, sizeof all->text);

    for (uint32_t i = 0; i < count; i++) {
        text_put(&t, i ? ", " : "");
        text_put(&t, names[i]);
    }
    return say_piece(&t);
}

static bool read_player(struct reader *s, struct bot *bot)
{
    const char *names[PLAYERS_MAX], *word = s->line;
    uint32_t count = 0;
    size_t n = word_end(s, ':', ':');
    const struct player *player = player_find(word, n);

    if (player) {
        *bot = bot_of(player);
        s->at = n;
        return true;
    }
    for (; count < PLAYERS_MAX && players[count]; count++)
        names[count] = players[count]->name;
    struct names all;
    const char *near = nearest(word, n, names, count);
    return READ_WRONG(
        s, spot_byte(s, 0),
        n == 0 ? SAYS("The name of a player is missing. The players: {1}.")
        : near ? SAYS("There is no player \"{0}\". Did you mean {2}? The players: {1}.")
               : SAYS("There is no player \"{0}\". The players: {1}."),
        say_quote(word, n), say_names(&all, names, count), say_text(near));
}

bool bot_time(const char *word, size_t n, uint32_t *milliseconds)
{
    uint64_t value, unit = 0;

    if (n > 2 && text_is(word + n - 2, 2, "ms"))
        unit = 1;
    else if (n > 1 && word[n - 1] == 's')
        unit = 1000;
    if (!unit || !text_digits64(word, n - (unit == 1 ? 2 : 1), &value) || value == 0 ||
        value > BOT_TIME_MAX / unit)
        return false;
    *milliseconds = (uint32_t)(value * unit);
    return true;
}

static bool value_of(const struct setting *setting, const char *word, size_t n, uint32_t *value)
{
    uint64_t number;

    for (uint32_t i = 0; setting->choices && setting->choices[i]; i++) {
        if (text_is(word, n, setting->choices[i])) {
            *value = i;
            return true;
        }
    }
    if (setting->choices || !text_digits64(word, n, &number) || number < setting->min ||
        number > setting->max)
        return false;
    *value = (uint32_t)number;
    return true;
}

/* Complains that the setting does not take the value of n bytes at this place. */
static bool refuse_value(struct reader *s, const struct setting *setting, size_t n)
{
    struct said name = say_text(setting->name), value = say_quote(s->line + s->at, n);
    uint32_t count = 0;
    struct names all;

    if (!setting->choices)
        return READ_WRONG(
            s, spot_here(s), SAYS("{0} takes a number from {1} to {2}, not \"{3}\"."), name,
            say_number((int32_t)setting->min), say_number((int32_t)setting->max), value);
    while (setting->choices[count + 1])
        count++;
    return READ_WRONG(s, spot_here(s), SAYS("{0} takes {1} or {2}, not \"{3}\"."), name,
                      say_names(&all, setting->choices, count),
                      say_text(setting->choices[count]), value);
}

static bool unknown_setting(struct reader *s, const struct player *player, size_t n)
{
    const char *names[SETTINGS_MAX + 2];
    uint32_t count = 0;

    for (; player->settings && player->settings[count].name; count++)
        names[count] = player->settings[count].name;
    if (player->timed)
        names[count++] = "time";
    names[count++] = "seed";
    struct names all;
    const char *near = nearest(s->line + s->at, n, names, count);
    return READ_WRONG(
        s, spot_here(s),
        near ? SAYS("{0} has no setting \"{1}\". Did you mean {3}? Its settings: {2}.")
             : SAYS("{0} has no setting \"{1}\". Its settings: {2}."),
        say_text(player->name), say_quote(s->line + s->at, n), say_names(&all, names, count),
        say_text(near));
}

/* Reads "name=value" at the place, up to a comma or the end. */
static bool read_setting(struct reader *s, struct bot *bot)
{
    const struct setting *setting = bot->player->settings;
    size_t start = s->at, end = word_end(s, '=', ','), n = end - start;
    const char *word = s->line + start;
    bool time = bot->player->timed && text_is(word, n, "time"), seed = text_is(word, n, "seed");
    uint32_t i = 0;

    while (setting && setting[i].name && !text_is(word, n, setting[i].name))
        i++;
    if (!time && !seed && (!setting || !setting[i].name))
        return unknown_setting(s, bot->player, n);
    if (end == s->length || s->line[end] != '=')
        return READ_WRONG(s, spot_byte(s, end), SAYS("{0} needs a value: {0}=..."),
                          say_quote(word, n));
    s->at = end + 1;
    end = word_end(s, ',', ',');
    word = s->line + s->at;
    n = end - s->at;
    if (time && !bot_time(word, n, &bot->milliseconds))
        return READ_WRONG(
            s, spot_here(s),
            SAYS("time takes a time such as 1s or 250ms, at most 600s, not \"{0}\"."),
            say_quote(word, n));
    if (seed && !text_digits64(word, n, &bot->seed))
        return READ_WRONG(s, spot_here(s), SAYS("seed takes a whole number, not \"{0}\"."),
                          say_quote(word, n));
    if (!time && !seed && !value_of(&setting[i], word, n, &bot->value[i]))
        return refuse_value(s, &setting[i], n);
    bot->seeded |= seed;
    s->at = end;
    return true;
}

bool bot_parse(const char *text, size_t n, struct bot *bot, struct complaint *why)
{
    struct reader s = {.line = text, .length = n, .code = CODE("bot_syntax"), .why = why};
    struct bot read;

    if (!read_player(&s, &read))
        return false;
    while (s.at < s.length) { /* at a colon, then at commas */
        s.at++;
        if (!read_setting(&s, &read))
            return false;
    }
    *bot = read;
    return true;
}

static void put_time(struct text *t, uint32_t milliseconds)
{
    bool whole = milliseconds % 1000 == 0;

    text_number(t, whole ? milliseconds / 1000 : milliseconds);
    text_put(t, whole ? "s" : "ms");
}

void bot_format(const struct bot *bot, struct text *t)
{
    const struct setting *setting = bot->player->settings;
    char sign = ':';

    text_put(t, bot->player->name);
    for (uint32_t i = 0; setting && setting[i].name; i++) {
        uint32_t value = bot->value[i];

        if (value == setting[i].preset)
            continue;
        text_char(t, sign);
        text_put(t, setting[i].name);
        text_char(t, '=');
        if (setting[i].choices)
            text_put(t, setting[i].choices[value]);
        else
            text_number(t, value);
        sign = ',';
    }
    if (bot->milliseconds) {
        text_char(t, sign);
        text_put(t, "time=");
        put_time(t, bot->milliseconds);
        sign = ',';
    }
    if (bot->seeded) {
        text_char(t, sign);
        text_put(t, "seed=");
        text_unsigned(t, bot->seed);
    }
}

size_t bot_list_first(const char *list, size_t n)
{
    for (size_t end = 0; end < n; end++) {
        if (list[end] != ',')
            continue;
        size_t next = end + 1;
        while (next < n && list[next] != ',' && list[next] != ':' && list[next] != '=')
            next++;
        if (next == n || list[next] != '=')
            return end;
    }
    return n;
}
