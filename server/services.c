/*
 * The parts of the server in the order in which they start: see services.h.
 */
#include "services.h"
#include "api.h"
#include "hall.h"
#include "lobby.h"
#include "news.h"
#include "people/house.h"
#include "people/person.h"
#include "tidy.h"

static const struct service {
    bool always; /* without a network too */
    bool (*start)(struct server *s);
    void (*stop)(struct server *s); /* or null */
    void (*free)(struct server *s);
} services[] = {
    {true, hall_start, NULL, hall_free}, /* stopped when all connections are closed */
    {true, lobby_start, lobby_stop, lobby_free},
    {true, bots_start, bots_stop, bots_free},
    {true, tellings_start, tellings_stop, tellings_free},
    {false, notices_start, notices_stop, notices_free},
    {false, wake_start, wake_stop, wake_free},
    {false, tidy_start, tidy_stop, tidy_free},
    {true, house_start, NULL, house_free},
    {false, news_start, news_stop, news_free},
    {false, passphrases_start, NULL, passphrases_free},
};

enum { SERVICES = sizeof services / sizeof *services };

bool services_start(struct server *s, bool network)
{
    bool good = true;

    for (size_t i = 0; good && i < SERVICES; i++)
        if (services[i].always || network)
            good = services[i].start(s);
    return good;
}

void services_stop(struct server *s, bool network)
{
    for (size_t i = 0; i < SERVICES; i++)
        if (services[i].stop && (services[i].always || network))
            services[i].stop(s);
}

void services_free(struct server *s, bool network)
{
    for (size_t i = 0; i < SERVICES; i++)
        if (services[i].always || network)
            services[i].free(s);
}
