/*
 * Fuzz harness for messages: any bytes are refused with a reason, or are a message that is the same
 * after encoding and decoding once more. The first byte says which way it goes.
 */
#include "fuzz.h"
#include "messages.h"

#include <string.h>

enum { TEXT_MAX_BYTES = 1 << 18 };

static char first[TEXT_MAX_BYTES], second[TEXT_MAX_BYTES];
static char store[1 << 20], again_store[1 << 20];

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct message_arena arena = {store, sizeof store, 0},
                         again_arena = {again_store, sizeof again_store, 0};
    enum message_way way;
    struct message m, again;
    struct complaint why;
    struct json j, k;

    if (size == 0)
        return 0;
    way = data[0] & 1 ? MESSAGE_TO_CLIENT : MESSAGE_TO_SERVER;
    memset(&why, 0xEE, sizeof why);
    if (!message_decode((const char *)data + 1, size - 1, way, &arena, &m, &why)) {
        CHECK(memchr(why.message, 0, sizeof why.message) && why.message[0]);
        return 0;
    }
    CHECK(message_shapes[m.type]->to_server == (way == MESSAGE_TO_SERVER));
    j = json_in(first, sizeof first);
    if (!message_encode(&j, &m))
        return 0; /* an object of the member "json" may be too large for us */
    CHECK(message_decode(first, j.length, way, &again_arena, &again, &why));
    k = json_in(second, sizeof second);
    CHECK(message_encode(&k, &again) && strcmp(first, second) == 0);
    return 0;
}
