/*
 * Runs a fuzz harness over files and folders of files: the corpus, in every normal test run; or one
 * input that broke something.
 *
 *     NAME_replay FILE_OR_FOLDER...
 */
#include "fuzz.h"
#include "tests/support/file.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t replayed;

static void replay_file(const char *path)
{
    size_t n;
    char *bytes = load_file(path, &n);
    /* A copy of exactly this size, so that reading past the end is noticed. */
    uint8_t *exact = malloc(n ? n : 1);

    if (!exact)
        abort();
    memcpy(exact, bytes, n);
    free(bytes);
    LLVMFuzzerTestOneInput(exact, n);
    free(exact);
    replayed++;
}

static void replay(const char *path)
{
    DIR *folder = opendir(path);

    if (!folder) {
        replay_file(path);
        return;
    }
    for (struct dirent *d; (d = readdir(folder)) != NULL;) {
        char inner[4096];

        if (d->d_name[0] == '.')
            continue;
        CHECK(snprintf(inner, sizeof inner, "%s/%s", path, d->d_name) < (int)sizeof inner);
        replay_file(inner);
    }
    closedir(folder);
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        replay(argv[i]);
    printf("%u inputs replayed\n", replayed);
    return replayed ? 0 : 1;
}
