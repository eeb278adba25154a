"""Makes C or JSON from the catalogues: the sentences of i18n/*.po.

Usage: catalogue.py c NAME PO...  the table NAME of engine/catalogue.h
       catalogue.py json PO...    one language for the page: {"English": "words", ...}

A bad catalogue is refused with file and line: a duplicate sentence, one without a translation, places ({0}, {1|one|many}) that
differ from the English ones.
"""
import json
import re
import sys

PLACE = re.compile(r"\{(\d)(?:\|[^|}]*\|[^}]*)?\}")
QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"\s*$')
ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\", "4": "\4"}


def refuse(path, line, what):
    sys.exit(f"{path}:{line}: {what}")


def unquote(path, number, line):
    match = QUOTED.search(line)
    if not match:
        refuse(path, number, "there is no text in quotes here")
    return re.sub(r"\\(.)", lambda m: ESCAPES[m.group(1)], match.group(1))


def read(path):
    """The entries of a PO file, {key: words}; a context is put before its key with the byte 4."""
    entries, entry, field, start = {}, {}, None, 0

    def finish():
        if entry.get("msgid"):
            key = (entry["msgctxt"] + "\4" if "msgctxt" in entry else "") + entry["msgid"]
            words = entry.get("msgstr", "")
            if key in entries:
                refuse(path, start, f"this sentence is there twice: {entry['msgid']}")
            if not words:
                refuse(path, start, f"not translated: {entry['msgid']}")
            if {p for p in PLACE.findall(entry["msgid"])} != {p for p in PLACE.findall(words)}:
                refuse(path, start, f"the places are others than in English: {entry['msgid']}")
            entries[key] = words
        entry.clear()

    with open(path, encoding="utf-8") as f:
        for number, line in enumerate(f, 1):
            line = line.strip()
            word = line.split(" ")[0]
            if not line or line.startswith("#"):
                continue
            if word in ("msgctxt", "msgid", "msgstr"):
                if word == "msgctxt" or (word == "msgid" and field != "msgctxt"):
                    finish()
                    start = number
                field = word
                entry[field] = unquote(path, number, line)
            elif line.startswith('"') and field:
                entry[field] += unquote(path, number, line)
            else:
                refuse(path, number, "a line is msgctxt, msgid, msgstr, a text that goes on, or a comment")
    finish()
    return entries


def c_text(s):
    return '"' + "".join(c if 32 <= ord(c) < 127 and c not in '"\\?' else "".join(f"\\{b:03o}" for b in c.encode())
                         for c in s) + '"'


def write_c(name, paths):
    print("/*\n * The catalogues. Made by i18n/catalogue.py.\n */\n#include \"engine/catalogue.h\"\n")
    counts = []
    for n, path in enumerate(paths, 1):
        entries = sorted(read(path).items(), key=lambda e: e[0].encode())
        counts.append(len(entries))
        print(f"static const struct catalogue_entry language_{n}[] = {{")
        for key, words in entries:
            print(f"    {{{c_text(key)}, {c_text(words)}}},")
        print("};\n")
    print(f"const struct catalogue {name}[LANGUAGES] = {{\n    {{0, 0}},")
    for n, count in enumerate(counts, 1):
        print(f"    {{{count}, language_{n}}},")
    print("};")


def main():
    if sys.argv[1] == "c":
        write_c(sys.argv[2], sys.argv[3:])
    else:
        words = {key: said for path in sys.argv[2:] for key, said in read(path).items()}
        print(json.dumps(words, ensure_ascii=False, indent=1, sort_keys=True))


if __name__ == "__main__":
    main()
