"""The catalogue is complete: every sentence in the code is in i18n/*.po, and nothing else is there.

Usage: words.py ROOT
"""
import glob
import os
import re
import sys

import sources

sys.path.insert(0, os.path.join(sys.argv[1], "i18n"))
import catalogue  # noqa: E402

# Calls in which a sentence stands; the sentence is their first text that is no rule's id.
CALLS = re.compile(r"\b(SAYS|COMPLAIN|complain_say|PHRASE_WRONG|phrase_wrong|phrase_refuse|words_put|say)\(")
TEXTS = re.compile(r'"((?:[^"\\]|\\.)*)"')
GROUP = re.compile(r'(?:"(?:[^"\\]|\\.)*"\s*)+')
RULE = re.compile(r"[CEBPM]\d+R?$|$")
COUNTED = re.compile(r'say_count\([^"]*?, "([a-z ]+)"\)')
# Files where every text that looks like a sentence is said to somebody.
ALL_SAID = ("table/judge.c", "table/propose.c", "table/table.c", "server/chat.c", "server/lobby.c", "server/make.c",
            "server/room.c", "server/session.c", "server/signin.c", "server/wire.c")
SENTENCE = re.compile(r"[A-Z\"].* .*\.$")
ESCAPES = {"n": "\n", '"': '"', "\\": "\\", "4": "\4"}


def unescape(s):
    return re.sub(r"\\(.)", lambda m: ESCAPES[m.group(1)], s)


def call_text(text, start):
    """What stands between the parentheses that begin at start."""
    depth, i = 0, start
    while True:
        c = text[i]
        if c == '"':
            i = TEXTS.match(text, i).end()
            continue
        depth += (c == "(") - (c == ")")
        i += 1
        if depth == 0:
            return text[start + 1:i - 1]


def sentences(text):
    """(place, sentence) of every sentence in a C source."""
    for match in CALLS.finditer(text):
        if text[text.rfind("\n", 0, match.start()) + 1:].startswith(("#", " *")):
            continue
        for group in GROUP.findall(call_text(text, match.end() - 1)):
            words = unescape("".join(TEXTS.findall(group)))
            if not RULE.match(words):
                yield match.start(), words
                break


def all_sentences(text):
    """(place, sentence) of every text that looks like one, comments left out."""
    text = re.sub(r"/\*.*?\*/", lambda m: re.sub(r"[^\n]", " ", m.group(0)), text, flags=re.S)
    for match in GROUP.finditer(text):
        words = unescape("".join(TEXTS.findall(match.group(0))))
        if SENTENCE.match(words) and "%" not in words:
            yield match.start(), words


def plural(word):
    return word + ("es" if word[-1] in "sx" else "s")


def board_words(root):
    """Names of cards and pieces of the boards, in the forms that can be asked for."""
    for path in glob.glob(os.path.join(root, "boards", "*.board")):
        with open(path, encoding="utf-8") as f:
            for line in f:
                match = re.match(r'(card|wild|pieces|metro_pieces)\s+(?:"([^"]+)"|(\S+))', line)
                if match:
                    name = match.group(2) or match.group(3)
                    yield from (name, plural(name), "card\4" + name, "cards\4" + name)


def main():
    root = sys.argv[1]
    report = sources.Report("words")
    wanted = {}
    for path in sources.files(root, ".c"):
        with open(os.path.join(root, path), encoding="utf-8") as f:
            text = f.read()
        if path.startswith(("tests/", "cli/")): # the terminal's own words are English
            continue
        found = list(sentences(text)) + (list(all_sentences(text)) if path in ALL_SAID else [])
        for at, words in found:
            report.looked_at += 1
            wanted.setdefault(words, (path, text.count("\n", 0, at) + 1))
        for word in COUNTED.findall(text):
            wanted.setdefault(word, (path, 1))
            wanted.setdefault(plural(word), (path, 1))
    names = set(board_words(root)) | {"grey"}
    page = set()
    for path in glob.glob(os.path.join(root, "web", "**", "*.*"), recursive=True):
        if "node_modules" not in path and path.endswith((".ts", ".svelte")):
            with open(path, encoding="utf-8") as f:
                page |= set(re.findall(r"\bt\('((?:[^'\\]|\\.)+)'", f.read()))
    for po in sorted(glob.glob(os.path.join(root, "i18n", "*.po"))):
        name = os.path.relpath(po, root)
        if name.endswith(".page.po"):
            continue
        entries = catalogue.read(po)
        page_po = po[:-len("po")] + "page.po"
        page_name = os.path.relpath(page_po, root)
        page_entries = catalogue.read(page_po)
        for words, (path, line) in sorted(wanted.items()):
            if words not in entries:
                report.add(path, line, f"not in {name}: {words}")
        for words in sorted(page - set(entries) - set(page_entries)):
            report.add("web", 0, f"not in {page_name}: {words}")
        for words in sorted(set(entries) - set(wanted) - names):
            report.add(name, 0, f"nobody says this any more: {words}")
        for words in sorted(set(page_entries) - page):
            report.add(page_name, 0, f"the page does not say this any more: {words}")
        for words in sorted(set(page_entries) & set(entries)):
            report.add(page_name, 0, f"this is in {name} already: {words}")
    report.finish()


main()
