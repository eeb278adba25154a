/*
 * Fields and lists as text or as JSON: see sheet.h.
 */
#include "sheet.h"

#include <string.h>
#include <time.h>

void sheet_begin(struct sheet_out *s, bool json)
{
    *s = (struct sheet_out){.is_json = json};
    if (!json)
        return;
    s->json = json_to(s->buffer, sizeof s->buffer, cli_flush, stdout);
    json_object(&s->json, NULL);
}

void sheet_end(struct sheet_out *s)
{
    if (!s->is_json)
        return;
    json_end(&s->json);
    json_done(&s->json);
    putchar('\n');
}

void sheet_list(struct sheet_out *s, const char *key, const char *title)
{
    s->rows = 0;
    if (s->is_json)
        json_array(&s->json, key);
    else if (title)
        printf("%s\n", cli_words(title));
}

void sheet_list_end(struct sheet_out *s)
{
    if (s->is_json)
        json_end(&s->json);
    else if (!s->rows)
        printf("  %s\n", cli_words(SAYS("nothing")));
}

void sheet_item(struct sheet_out *s)
{
    s->row = true;
    s->begun = false;
    s->rows++;
    if (s->is_json)
        json_object(&s->json, NULL);
}

void sheet_item_end(struct sheet_out *s)
{
    s->row = false;
    if (s->is_json)
        json_end(&s->json);
    else
        putchar('\n');
}

static void print_field(struct sheet_out *s, const char *label, const char *value)
{
    if (!*value)
        return;
    if (s->row)
        fputs("  ", stdout);
    if (label)
        printf("%s: ", cli_words(label));
    cli_print_safely(stdout, value);
    if (!s->row)
        putchar('\n');
    s->begun = true;
}

void sheet_text(struct sheet_out *s, const char *key, const char *label, const char *value)
{
    if (s->is_json)
        json_text(&s->json, key, value ? value : "");
    else
        print_field(s, label, value ? value : "");
}

void sheet_number(struct sheet_out *s, const char *key, const char *label, int64_t value)
{
    char text[24];

    snprintf(text, sizeof text, "%lld", (long long)value);
    if (s->is_json)
        json_number(&s->json, key, value);
    else
        print_field(s, label, text);
}

void sheet_time(struct sheet_out *s, const char *key, const char *label, int64_t ms)
{
    time_t seconds = (time_t)(ms / 1000);
    char text[40] = "";
    struct tm utc;

    if (s->is_json) {
        json_number(&s->json, key, ms == INT64_MAX ? 0 : ms / 1000);
        return;
    }
    if (ms == INT64_MAX)
        snprintf(text, sizeof text, "%s", cli_words(SAYS("for good")));
    else if (ms && gmtime_r(&seconds, &utc))
        strftime(text, sizeof text, "%Y-%m-%d %H:%M UTC", &utc);
    print_field(s, label, text);
}

void sheet_flag(struct sheet_out *s, const char *key, const char *words, bool value)
{
    if (s->is_json)
        json_bool(&s->json, key, value);
    else if (value)
        print_field(s, NULL, cli_words(words));
}
