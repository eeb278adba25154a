/*
 * Files over HTTP; see static.h. The files are in memory, sorted by path; the answers of each
 * are prepared: plain and, where there are such files, compressed.
 */
#include "static.h"

#include "http_private.h"

#include <dirent.h>
#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
    FILES_MAX = 4096,
    DEPTH_MAX = 16,
    PATH_CAP = 1024,
    ETAG_SIZE = 36, /* quotes, 32 hexadecimal digits, zero */
    PLAIN = 0,
};
static const size_t BYTES_MAX = (size_t)64 << 20;

/* The forms that a file may be answered in, the smallest last. */
static const struct {
    const char *coding, *ending;
} forms[] = {{NULL, ""}, {"gzip", ".gz"}, {"br", ".br"}};
enum { FORMS = sizeof forms / sizeof forms[0] };

struct file {
    char *path; /* from the folder, without a leading slash */
    char *bytes;
    size_t size;
    char etag[ETAG_SIZE];
    struct file *content[FORMS]; /* null if there is no such file */
    struct response *response[FORMS];
};

struct static_files {
    struct http *http;
    char *root;
    size_t bytes;
    uint32_t count;
    struct file file[FILES_MAX];
};

static const struct {
    const char *ending, *type;
} types[] = {
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".mjs", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".json", "application/json"},
    {".webmanifest", "application/manifest+json"},
    {".wasm", "application/wasm"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".ico", "image/x-icon"},
    {".webp", "image/webp"},
    {".woff2", "font/woff2"},
    {".txt", "text/plain; charset=utf-8"},
    {".board", "text/plain; charset=utf-8"},
    {".log", "text/plain; charset=utf-8"},
    {".mp3", "audio/mpeg"},
    {".ogg", "audio/ogg"},
};

static const char *type_of(const char *path)
{
    const char *dot = strrchr(path, '.');

    for (size_t i = 0; dot && i < sizeof types / sizeof types[0]; i++)
        if (strcmp(dot, types[i].ending) == 0)
            return types[i].type;
    return "application/octet-stream";
}

/* Builders put a hash into the names of files that never change: index-B4xK93Da.js. */
static bool has_hash(const char *path)
{
    const char *dash = strrchr(path, '-'), *dot = dash ? strchr(dash, '.') : NULL;

    return dot && dot - dash == 9 && strncmp(path, "assets/", 7) == 0;
}

static bool complain(char *why, size_t cap, const char *path, const char *what)
{
    snprintf(why, cap, "%s: %s.", path, what);
    return false;
}

static bool read_file(struct static_files *s, const char *full, const char *path, char *why,
                      size_t cap)
{
    struct file *f = &s->file[s->count];
    unsigned char hash[16];
    struct stat about;
    FILE *in = fopen(full, "rb");

    if (!in || fstat(fileno(in), &about) != 0) {
        complain(why, cap, full, strerror(errno));
        if (in)
            fclose(in);
        return false;
    }
    s->bytes += (size_t)about.st_size;
    if (s->count == FILES_MAX || s->bytes > BYTES_MAX) {
        fclose(in);
        return complain(why, cap, full, "too many files for a folder with the page");
    }
    f->size = (size_t)about.st_size;
    f->bytes = malloc(f->size + 1);
    f->path = strdup(path);
    s->count++;
    if (!f->bytes || !f->path || fread(f->bytes, 1, f->size, in) != f->size) {
        fclose(in);
        return complain(why, cap, full, "cannot be read");
    }
    fclose(in);
    crypto_generichash(hash, sizeof hash, (unsigned char *)f->bytes, f->size, NULL, 0);
    f->etag[0] = '"';
    sodium_bin2hex(f->etag + 1, ETAG_SIZE - 2, hash, sizeof hash);
    f->etag[33] = '"';
    f->etag[34] = '\0';
    return true;
}

static bool read_folder(struct static_files *s, const char *path, int depth, char *why,
                        size_t cap)
{
    char full[PATH_CAP], inner[PATH_CAP];
    struct dirent *entry;
    struct stat about;
    bool good = true;
    DIR *folder;

    if (snprintf(full, sizeof full, "%s/%s", s->root, path) >= (int)sizeof full)
        return complain(why, cap, s->root, "a path in it is too long");
    folder = opendir(full);
    if (!folder)
        return complain(why, cap, full, strerror(errno));
    while (good && (entry = readdir(folder)) != NULL) {
        if (entry->d_name[0] == '.')
            continue;
        if (depth == DEPTH_MAX ||
            snprintf(inner, sizeof inner, "%s%s%s", path, path[0] ? "/" : "", entry->d_name) >=
                (int)sizeof inner ||
            snprintf(full, sizeof full, "%s/%s", s->root, inner) >= (int)sizeof full)
            good = complain(why, cap, s->root, "a path in it is too long");
        else if (lstat(full, &about) != 0)
            good = complain(why, cap, full, strerror(errno));
        else if (S_ISDIR(about.st_mode))
            good = read_folder(s, inner, depth + 1, why, cap);
        else if (S_ISREG(about.st_mode))
            good = read_file(s, full, inner, why, cap);
    }
    closedir(folder);
    return good;
}

static int by_path(const void *a, const void *b)
{
    return strcmp(((const struct file *)a)->path, ((const struct file *)b)->path);
}

static struct file *find(struct static_files *s, const char *path)
{
    struct file key = {.path = (char *)path};

    return bsearch(&key, s->file, s->count, sizeof *s->file, by_path);
}

/* The bytes of the file are not copied. */
static struct response *prepare(struct static_files *s, const struct file *f, uint32_t form)
{
    const struct file *content = f->content[form];
    const char *extra[] = {"ETag",
                           content->etag,
                           "Vary",
                           "Accept-Encoding",
                           form == PLAIN ? NULL : "Content-Encoding",
                           forms[form].coding,
                           NULL};
    struct response *r = http_response(
        s->http,
        &(struct http_answer){.status = 200,
                              .type = type_of(f->path),
                              .body = content->bytes,
                              .size = content->size,
                              .cache = has_hash(f->path) ? "public, max-age=31536000, immutable"
                                                         : "no-cache",
                              .extra = extra},
        false);

    if (r)
        r->kept = true;
    return r;
}

static bool prepare_all(struct static_files *s)
{
    char name[PATH_CAP + 4];

    for (uint32_t i = 0; i < s->count; i++) {
        struct file *f = &s->file[i];

        for (uint32_t form = 0; form < FORMS; form++) {
            snprintf(name, sizeof name, "%s%s", f->path, forms[form].ending);
            f->content[form] = find(s, name);
            if (f->content[form] && !(f->response[form] = prepare(s, f, form)))
                return false;
        }
    }
    return true;
}

static void answer_unchanged(struct http_request *r, const char *etag)
{
    const char *extra[] = {"ETag", etag, NULL};

    http_answer(r, &(struct http_answer){.status = 304, .cache = "no-cache", .extra = extra});
}

/* Is the coding in the list, and not refused with a weight of zero? */
static bool accepts(const char *list, const char *coding)
{
    size_t n = strlen(coding);

    while (list && *list) {
        list += strspn(list, ", ");
        size_t item = strcspn(list, ",");

        if (strncmp(list, coding, n) == 0 && strchr(" ,;", list[n])) {
            const char *weight = strstr(list, "q=");

            return !weight || weight >= list + item ||
                   strspn(weight + 2, "0.") < strspn(weight + 2, "0123456789.");
        }
        list += item;
    }
    return false;
}

static void on_file(struct http_request *r)
{
    struct static_files *s = r->route;
    const char *codings = http_header(r, "Accept-Encoding"),
               *known = http_header(r, "If-None-Match");
    char path[PATH_CAP];
    size_t n = strlen(r->rest);
    struct file *f = NULL;
    uint32_t form = FORMS - 1;

    if (n + sizeof "index.html" < sizeof path) {
        snprintf(path, sizeof path, "%s%s", r->rest,
                 n == 0 || r->rest[n - 1] == '/' ? "index.html" : "");
        f = find(s, path);
    }
    if (!f) {
        http_answer_error(r, 404, NULL, "There is nothing at this address.");
        return;
    }
    while (form != PLAIN && (!f->content[form] || !accepts(codings, forms[form].coding)))
        form--;
    if (known && strstr(known, f->content[form]->etag)) {
        answer_unchanged(r, f->content[form]->etag);
        return;
    }
    http_respond(r, f->response[form]);
}

struct static_files *static_start(struct http *h, const char *prefix, const char *folder,
                                  char *why, size_t cap)
{
    struct static_files *s = calloc(1, sizeof *s);
    bool good;

    if (!s || !(s->root = strdup(folder)) || sodium_init() < 0) {
        snprintf(why, cap, "There is no memory.");
        free(s);
        return NULL;
    }
    s->http = h;
    good = read_folder(s, "", 0, why, cap);
    if (good) {
        qsort(s->file, s->count, sizeof *s->file, by_path);
        good = prepare_all(s) || complain(why, cap, folder, "there is no memory");
    }
    if (!good) {
        static_free(s);
        return NULL;
    }
    http_route_limited(h, &(struct route){.method = "GET",
                                          .prefix = prefix,
                                          .handler = on_file,
                                          .data = s,
                                          .limit = LIMIT_FILE});
    return s;
}

void static_free(struct static_files *s)
{
    for (uint32_t i = 0; s && i < s->count; i++) {
        for (uint32_t form = 0; form < FORMS; form++)
            free(s->file[i].response[form]);
        free(s->file[i].path);
        free(s->file[i].bytes);
    }
    if (s)
        free(s->root);
    free(s);
}

uint32_t static_count(const struct static_files *s)
{
    return s->count;
}
