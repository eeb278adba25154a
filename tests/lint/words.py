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

# Calls that have a sentence: their first text that is not the id of a rule.
CALLS = re.compile(r"\b(SAYS|COMPLAIN|complain_say|PHRASE_WRONG|phrase_refuse|words_put|say"
                   r"|READ_WRONG|read_refuse|WRONG_LINE|refuse_line|wrong_name"
                   # mistakes in a board file: the first value of a sentence
                   r"|read_some|read_number|read_byte|read_decimal|read_name|read_name_of|read_choice"
                   r"|read_city|read_score|not_enough"
                   # the terminal
                   r"|cli_usage|cli_refuse|cli_put|cli_print|cli_line|print_message|show_label"
                   r"|screen_say|screen_say_styled|screen_tell|stage_say|client_say|client_title|errand_sure|online_note)\(")
# Pages of the terminal: their paragraphs are the sentences.
PAGE = re.compile(r"\bhelp(?:_[a-z]+)?(?:\[\])? =\s*(?=\")")
TEXTS = re.compile(r'"((?:[^"\\]|\\.)*)"')
GROUP = re.compile(r'(?:"(?:[^"\\]|\\.)*"\s*)+')
RULE = re.compile(r"[CEBPM]\d+R?$|\d*$")  # or the style of printed text
COUNTED = re.compile(r'(?:say|show)_count\([^"]*?, "([a-z ]+)"\)')
# Files where every text that looks like a sentence is for people.
ALL_SAID = ("table/judge.c", "table/propose.c", "table/table.c", "protocol/desk.c", "server/chat.c", "server/lobby.c",
            "server/people/account.c", "server/create.c", "server/daily.c", "server/people/house.c", "server/people/export.c", "server/people/hashing.c", "server/people/name.c", "server/people/passphrase.c", "server/people/ignoring.c", "server/people/reporting.c",
            "server/room.c", "server/session.c", "server/people/signin.c", "server/watch.c", "server/wire.c")
# Sentences of other layers that the terminal prints: the settings of the server are in --help, and its client says why it has no
# connection.
TERMINAL = ("server/config.c", "server/client/link.c", "server/client/post.c", "server/client/remote.c", "server/client/secure.c")
SENTENCE = re.compile(r"[A-Z\"].* .*\.$")
ESCAPES = {"n": "\n", '"': '"', "\\": "\\", "4": "\4"}


def unescape(s):
    return re.sub(r"\\(.)", lambda m: ESCAPES[m.group(1)], s)


def call_text(text, start):
    """The text between the parentheses that begin at start."""
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


def outside_says(text):
    """Arguments without the values of a sentence, without codes, and without sentences in SAYS(), which are found by themselves."""
    for inner in ("SAYS(", "SAID(", "GROUND(", "CODE("):
        while inner in text:
            at = text.index(inner)
            text = text[:at] + text[at + len(inner) + len(call_text(text, at + len(inner) - 1)) + 1:]
    return text


def sentences(text):
    """(place, sentence) of every sentence in a C source."""
    for match in CALLS.finditer(text):
        if text[text.rfind("\n", 0, match.start()) + 1:].startswith(("#", " *")):
            continue
        for group in GROUP.findall(outside_says(call_text(text, match.end() - 1))):
            words = unescape("".join(TEXTS.findall(group)))
            if not RULE.match(words):
                yield match.start(), words
                break
    for match in PAGE.finditer(text):
        page = unescape("".join(TEXTS.findall(GROUP.match(text, match.end()).group(0))))
        for words in page.rstrip("\n").split("\n\n"):
            if words:
                yield match.start(), words


def all_sentences(text):
    """(place, sentence) of every text that looks like one, comments left out."""
    text = re.sub(r"/\*.*?\*/", lambda m: re.sub(r"[^\n]", " ", m.group(0)), text, flags=re.S)
    for match in GROUP.finditer(text):
        words = unescape("".join(TEXTS.findall(match.group(0))))
        if SENTENCE.match(words) and "%" not in words:
            yield match.start(), words


def plural(word):
    return word[:-1] + "ies" if word[-1] == "y" else word + ("es" if word[-1] in "sx" else "s")


def board_words(root):
    """Names of cards, pieces and places of the boards, in the forms that can be asked for."""
    for path in glob.glob(os.path.join(root, "boards", "*.board")):
        with open(path, encoding="utf-8") as f:
            text = f.read()
        kind, place = re.search(r"^words (\S+) (\S+)", text, re.M).groups() if "\nwords " in text else ("", "city")
        yield from (f"{kind} cards", place, plural(place))
        for match in re.finditer(r'^(card|wild|pieces|metro_pieces)\s+(?:"([^"]+)"|(\S+))', text, re.M):
            name = match.group(2) or match.group(3)
            yield from (name, plural(name), "typed\4" + name, f"{kind}\4{name}")
            for number in ("card", "cards"):
                yield from (f"{number}\4{name}", f"{number}\4{kind}\4{name}")


class Wanted:
    """Sentences and where they are used: by the terminal, and by everything else."""

    def __init__(self, root, report):
        self.engine, self.terminal = {}, {}
        for path in sources.files(root, ".c"):
            if path.startswith("tests/"):
                continue
            with open(os.path.join(root, path), encoding="utf-8") as f:
                text = f.read()
            said = self.terminal if path.startswith("cli/") or path in TERMINAL else self.engine
            for at, words in list(sentences(text)) + (list(all_sentences(text)) if path in ALL_SAID else []):
                report.looked_at += 1
                said.setdefault(words, (path, text.count("\n", 0, at) + 1))
            for word in COUNTED.findall(text):
                self.engine.setdefault(word, (path, 1))
                self.engine.setdefault(plural(word), (path, 1))


def page_sentences(root):
    page = set()
    for path in glob.glob(os.path.join(root, "web", "**", "*.*"), recursive=True):
        if "node_modules" not in path and path.endswith((".ts", ".svelte")):
            with open(path, encoding="utf-8") as f:
                page |= set(re.findall(r"\bt\(\s*'((?:[^'\\]|\\.)+)'", f.read()))
    return page


def check_language(report, root, language, wanted, page):
    """The three catalogues of a language: engine, terminal, page. Nothing is in two of them."""
    names = set(board_words(root)) | {"grey"}
    files = {kind: os.path.join("i18n", language + kind + ".po") for kind in ("", ".terminal", ".page")}
    entries = {kind: catalogue.read(os.path.join(root, name)) for kind, name in files.items()}
    engine, terminal = set(entries[""]), set(entries[".terminal"])
    for words, (path, line) in sorted(wanted.engine.items()):
        if words not in engine:
            report.add(path, line, f"not in {files['']}: {words}")
    for words, (path, line) in sorted(wanted.terminal.items()):
        if words not in engine | terminal:
            report.add(path, line, f"not in {files['.terminal']}: {words}")
    for words in sorted(page - engine - set(entries[".page"])):
        report.add("web", 0, f"not in {files['.page']}: {words}")
    for words in sorted(engine - set(wanted.engine) - names):
        report.add(files[""], 0, f"nobody says this any more: {words}")
    for words in sorted(terminal - set(wanted.terminal)):
        report.add(files[".terminal"], 0, f"the terminal does not say this any more: {words}")
    for words in sorted(set(entries[".page"]) - page):
        report.add(files[".page"], 0, f"the page does not say this any more: {words}")
    for kind in (".terminal", ".page"):
        for words in sorted(set(entries[kind]) & engine):
            report.add(files[kind], 0, f"this is in {files['']} already: {words}")


def main():
    root = sys.argv[1]
    report = sources.Report("words")
    wanted, page = Wanted(root, report), page_sentences(root)
    for po in sorted(glob.glob(os.path.join(root, "i18n", "*.terminal.po"))):
        check_language(report, root, os.path.basename(po).split(".")[0], wanted, page)
    report.finish()


main()
