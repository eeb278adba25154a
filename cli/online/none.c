/*
 * For a program that was built without servers: it can't connect. See plain.h.
 */
#include "plain.h"

int online_run(const struct command *c, const struct online_wish *w,
               const struct client_options *screen)
{
    (void)c;
    (void)w;
    (void)screen;
    return cli_refuse("this program was built without games at a server.", NULL);
}
