/*
 * Requests about people and their tokens, and the server's own settings.
 */
#include "private.h"

#include <string.h>

static struct store_value name_key(struct store_request *request,
                                   const struct store_value *name)
{
    char key[STORE_KEY_MAX + 1];

    if (!store_fold(name->at, key) || (!key[0] && name->size))
        store_refuse(request, "The name cannot be compared with others.");
    return store_text(request, key, STORE_KEY_MAX, "name");
}

static struct store_value person_name(struct store_request *request, const char *text)
{
    struct store_value name = store_text(request, text, STORE_NAME_MAX, "name");

    if (name.size == 0)
        store_refuse(request, "The name is empty.");
    return name;
}

static struct store_value token_hash(struct store_request *request, struct store_bytes hash)
{
    if (hash.size == 0)
        store_refuse(request, "The hash of the token is empty.");
    return store_blob(request, hash, STORE_HASH_MAX, "hash of the token");
}

/* Nothing changed: if the person exists with that name, an earlier try of this request has
 * added it. */
static void judge_added(struct store_request *r)
{
    if (r->changed == 0 && !r->found)
        r->answer.status = STORE_TAKEN;
}

static void judge_name(struct store_request *r)
{
    if (r->changed == 0)
        r->answer.status = r->found ? STORE_TAKEN : STORE_MISSING;
}

static void judge_changed(struct store_request *r)
{
    if (r->changed == 0)
        r->answer.status = STORE_MISSING;
}

/* Good if the row was changed, or was already there. */
static void judge_there(struct store_request *r)
{
    if (r->changed == 0 && !r->found)
        r->answer.status = STORE_MISSING;
}

static void judge_found(struct store_request *r)
{
    if (!r->found)
        r->answer.status = STORE_MISSING;
}

void store_person_add(struct store *store, const struct store_person *person,
                      struct store_bytes hash, struct store_done done)
{
    struct store_request *r = store_request_new(store, true, done);
    struct store_value id = store_id(r, person->id, "person's id");
    struct store_value name = person_name(r, person->name);
    struct store_value key = name_key(r, &name);
    struct store_value secret =
        store_text(r, person->passphrase, STORE_PASSPHRASE_MAX, "hash of the passphrase");

    store_step(r, SQL_PERSON_ADD,
               STORE_VALUES(id, name, key, secret, store_int(person->created),
                            store_int(person->seen)));
    if (hash.size > 0)
        store_step(r, SQL_TOKEN_ADD,
                   STORE_VALUES(token_hash(r, hash), id, store_int(person->created), key));
    store_step_more(r, SQL_PERSON_IS, STORE_VALUES(id, key));
    r->key = id.at;
    r->judge = judge_added;
    store_submit(r);
}

void store_person_rename(struct store *store, const char *id, const char *name, int64_t time,
                         struct store_done done)
{
    struct store_request *r = store_request_new(store, true, done);
    struct store_value who = store_id(r, id, "person's id");
    struct store_value text = person_name(r, name);
    struct store_value key = name_key(r, &text), now = store_int(time);

    store_step(r, SQL_PERSON_NAME, STORE_VALUES(who, text, key, now));
    store_step(r, SQL_NAME_HOLD, STORE_VALUES(who, key, store_int(time + STORE_NAME_HELD_MS)));
    store_step(r, SQL_NAME_LEFT, STORE_VALUES(who));
    store_step(r, SQL_NAME_FREE, STORE_VALUES(who, key, now, store_int(STORE_NAMES_HELD)));
    store_step_more(r, SQL_PERSON_IS, STORE_VALUES(who, store_text(r, "", 0, "nothing")));
    r->key = who.at;
    r->judge = judge_name;
    store_submit(r);
}

/* Records a change that nodes have to know about; null: none. */
static void step_change(struct store_request *r, const struct store_change *change)
{
    struct store_value nothing = store_text(r, "", 0, "nothing");

    if (change)
        store_step_change(r, change, nothing, nothing);
}

void store_person_secure(struct store *store, const char *id, const struct store_secret *secret,
                         const struct store_change *change, struct store_done done)
{
    struct store_request *r = store_request_new(store, true, done);
    struct store_value who = store_id(r, id, "person's id");
    struct store_value hash =
        store_text(r, secret->passphrase, STORE_PASSPHRASE_MAX, "hash of the passphrase");

    store_step(r, SQL_PERSON_PASSPHRASE,
               STORE_VALUES(who, hash,
                            store_text(r, secret->recovery, STORE_PASSPHRASE_MAX,
                                       "hash of the recovery code"),
                            store_text(r, secret->recovery_was, STORE_PASSPHRASE_MAX,
                                       "hash of the recovery code")));
    store_step(r, SQL_TOKEN_DROP_OTHERS,
               STORE_VALUES(who,
                            store_blob(r, secret->stays, STORE_HASH_MAX, "hash of the token"),
                            hash));
    step_change(r, change);
    r->key = who.at;
    r->judge = judge_changed;
    store_submit(r);
}

void store_person_seen(struct store *store, const char *id, int64_t time,
                       const struct store_device *device, struct store_done done)
{
    struct store_request *r = store_request_new(store, true, done);
    struct store_value who = store_id(r, id, "person's id"), when = store_int(time);

    store_step(r, SQL_PERSON_SEEN, STORE_VALUES(who, when));
    if (device && device->hash.size > 0)
        store_step(r, SQL_TOKEN_SEEN,
                   STORE_VALUES(who, token_hash(r, device->hash), when,
                                store_text(r, device->client, STORE_CLIENT_MAX, "program"),
                                store_text(r, device->place, STORE_CLIENT_MAX, "place"),
                                store_id_or_none(r, device->origin, "origin")));
    store_step_more(r, SQL_PERSON_IS, STORE_VALUES(who, store_text(r, "", 0, "nothing")));
    r->key = who.at;
    r->judge = judge_there;
    store_submit(r);
}

void store_person_erase(struct store *store, const char *id, const char *someone,
                        const struct store_change *change, struct store_done done)
{
    struct store_request *r = store_request_new(store, true, done);
    struct store_value who = store_id(r, id, "person's id");
    struct store_value name = person_name(r, someone);

    store_step(r, SQL_ERASE_NAME,
               STORE_VALUES(who, store_int(change->time + STORE_NAME_HELD_MS)));
    store_step(r, SQL_TOKEN_DROP_ALL, STORE_VALUES(who));
    store_step(r, SQL_ERASE_RATINGS, STORE_VALUES(who));
    store_step(r, SQL_ERASE_RESULTS, STORE_VALUES(who, name));
    store_step(r, SQL_ERASE_CHAT, STORE_VALUES(who, name));
    store_step(r, SQL_ERASE_SEATS, STORE_VALUES(who));
    store_step(r, SQL_ERASE_REPORTED, STORE_VALUES(who, name));
    store_step(r, SQL_ERASE_REPORTS, STORE_VALUES(who));
    store_step(r, SQL_ERASE_IGNORES, STORE_VALUES(who));
    store_step(r, SQL_ERASE_PERSON, STORE_VALUES(who));
    step_change(r, change);
    r->key = who.at;
    store_submit(r);
}

void store_token_add(struct store *store, const char *person, struct store_bytes hash,
                     int64_t time, struct store_done done)
{
    struct store_request *r = store_request_new(store, true, done);
    struct store_value who = store_id(r, person, "person's id");
    struct store_value none = store_text(r, "", 0, "nothing");

    store_step(r, SQL_TOKEN_ADD, STORE_VALUES(token_hash(r, hash), who, store_int(time), none));
    store_step(r, SQL_TOKEN_FEW, STORE_VALUES(who, store_int(STORE_DEVICES_MAX)));
    store_step_more(r, SQL_PERSON_IS, STORE_VALUES(who, none));
    r->key = who.at;
    r->judge = judge_there;
    store_submit(r);
}

void store_token_drop(struct store *store, const char *person, struct store_bytes hash,
                      const struct store_change *change, struct store_done done)
{
    struct store_request *r = store_request_new(store, true, done);
    struct store_value who = store_id(r, person, "person's id");

    if (hash.size > 0)
        store_step(r, SQL_TOKEN_DROP, STORE_VALUES(who, token_hash(r, hash)));
    else
        store_step(r, SQL_TOKEN_DROP_ALL, STORE_VALUES(who));
    step_change(r, change);
    r->key = who.at;
    r->judge = judge_changed;
    store_submit(r);
}

void store_token_drop_others(struct store *store, const char *person, struct store_bytes hash,
                             const struct store_change *change, struct store_done done)
{
    struct store_request *r = store_request_new(store, true, done);
    struct store_value who = store_id(r, person, "person's id");

    store_step(r, SQL_TOKEN_DROP_OTHERS,
               STORE_VALUES(who, token_hash(r, hash), store_text(r, "", 0, "nothing")));
    step_change(r, change);
    r->key = who.at;
    store_submit(r);
}

void store_token_leave(struct store *store, const char *person, struct store_bytes hash,
                       const struct store_change *change, struct store_done done)
{
    struct store_request *r = store_request_new(store, true, done);
    struct store_value who = store_id(r, person, "person's id");

    store_step(r, SQL_TOKEN_LEAVE, STORE_VALUES(who, token_hash(r, hash)));
    step_change(r, change);
    r->key = who.at;
    r->judge = judge_changed;
    store_submit(r);
}

void store_devices(struct store *store, const char *person, struct store_done done)
{
    struct store_request *r = store_request_new(store, false, done);

    store_step(r, SQL_DEVICES,
               STORE_VALUES(store_id(r, person, "person's id"), store_limit(STORE_LIST_MAX)));
    store_submit(r);
}

void store_person_by_id(struct store *store, const char *id, struct store_done done)
{
    struct store_request *r = store_request_new(store, false, done);

    store_step(r, SQL_PERSON_BY_ID, STORE_VALUES(store_id(r, id, "person's id")));
    r->judge = judge_found;
    store_submit(r);
}

void store_person_by_name(struct store *store, const char *name, struct store_done done)
{
    struct store_request *r = store_request_new(store, false, done);
    struct store_value text = person_name(r, name);

    store_step(r, SQL_PERSON_BY_KEY, STORE_VALUES(name_key(r, &text)));
    r->judge = judge_found;
    store_submit(r);
}

void store_sign_in(struct store *store, const char *name, struct store_bytes device,
                   struct store_done done)
{
    struct store_request *r = store_request_new(store, false, done);
    struct store_value text = person_name(r, name), key = name_key(r, &text);

    store_step(r, SQL_PERSON_BY_KEY, STORE_VALUES(key));
    store_step(r, SQL_TOKEN_KNOWN,
               STORE_VALUES(store_blob(r, device, STORE_HASH_MAX, "hash of the token"), key));
    r->judge = judge_found;
    store_submit(r);
}

void store_person_by_token(struct store *store, struct store_bytes hash, struct store_done done)
{
    struct store_request *r = store_request_new(store, false, done);

    store_step(r, SQL_PERSON_BY_TOKEN, STORE_VALUES(token_hash(r, hash)));
    r->judge = judge_found;
    store_submit(r);
}

static struct store_value setting_name(struct store_request *request, const char *name)
{
    struct store_value value = store_text(request, name, STORE_NAME_MAX, "setting's name");

    /* The store itself uses this name in PostgreSQL. */
    if (strcmp(value.at, "schema") == 0)
        store_refuse(request, "The setting's name \"schema\" is reserved.");
    return value;
}

void store_keep(struct store *store, const char *name, struct store_bytes value, bool replace,
                struct store_done done)
{
    struct store_request *r = store_request_new(store, true, done);
    struct store_value which = setting_name(r, name);

    store_step(r, replace ? SQL_REPLACE : SQL_KEEP,
               STORE_VALUES(which, store_blob(r, value, STORE_HEADER_MAX, "setting")));
    store_step(r, SQL_SETTING, STORE_VALUES(which));
    r->key = which.at;
    r->judge = judge_found;
    store_submit(r);
}

void store_setting(struct store *store, const char *name, struct store_done done)
{
    struct store_request *r = store_request_new(store, false, done);

    store_step(r, SQL_SETTING, STORE_VALUES(setting_name(r, name)));
    r->judge = judge_found;
    store_submit(r);
}

static void judge_dropped(struct store_request *r)
{
    if (r->changed == 0)
        r->answer.status = STORE_MISSING;
}

void store_guest_drop(struct store *store, const char *person, int64_t before,
                      struct store_done done)
{
    struct store_request *r = store_request_new(store, true, done);
    struct store_value id = store_id(r, person, "person's id");

    store_step(r, SQL_DROP_GUEST, STORE_VALUES(id, store_int(before)));
    store_step(r, SQL_DROP_TOKENS, STORE_VALUES(id));
    r->key = id.at;
    r->judge = judge_dropped;
    store_submit(r);
}
