/*
 * Why something that was asked for is not done: a word for programs (doc/protocol.md lists them)
 * and a sentence for people.
 */
#ifndef ANDEN_PROTOCOL_REFUSAL_H
#define ANDEN_PROTOCOL_REFUSAL_H

#include "../engine/words.h"
#include "messages.h"

struct refusal {
    const char *code;
    struct complaint why;
    int64_t until; /* seconds since 1970: when it will be allowed again; 0: not known */
};

/* Fills a refusal with a sentence of the catalogue. False, so that it can be returned. */
bool refuse(struct refusal *r, const char *code, const char *sentence);

/* The same with values for the places of the sentence. */
#define REFUSE(r, code, sentence, ...)                                                         \
    refuse_with(r, code, sentence, (const struct said[]){__VA_ARGS__},                         \
                sizeof((const struct said[]){__VA_ARGS__}) / sizeof(struct said))
bool refuse_with(struct refusal *r, const char *code, const char *sentence,
                 const struct said *values, uint32_t count);

/* A refusal as a message, without the command's id; its sentence lies in `words`. */
enum { REFUSAL_WORDS = MESSAGE_ERROR_MESSAGE_MAX };
struct message_error refusal_error(const struct refusal *r, enum language l,
                                   char words[REFUSAL_WORDS]);

#endif
