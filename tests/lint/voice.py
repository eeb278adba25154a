"""Sentences are for people, codes for programs: the codes of complaints are those that doc/protocol.md lists, and no program
compares or cuts a sentence.

Usage: voice.py ROOT
"""
import re
import sys

import sources

# The code of a complaint: see struct ground in engine/text.h.
CODE = re.compile(r'\b(?:CODE|GROUND)\("([^"]*)"')
GOOD = re.compile(r"[a-z]+(_[a-z]+)*$")
LISTED = re.compile(r"`([a-z_]+)`")

# Variables that hold a sentence or a word for people, and code that compares texts or takes them apart.
SENTENCE = re.compile(r"(?:\.|->)(?:message|sentence|words)\b|\bwords_in\(")
CALLS = re.compile(r"\b(?:text_equal|text_is|text_spells|message_text_is|strn?cmp|strn?casecmp|strstr|strpbrk|memcmp)\(")
MEMBERS = r"(?:message|sentence|words|reason)\b"
CUTS = r"\??\.(?:startsWith|endsWith|includes|indexOf|slice|substring|split|match|replace|replaceAll|search|localeCompare)\("
PAGE = re.compile(rf"\.{MEMBERS}(?:\s*[!=]==?\s*['\"`]|{CUTS})|['\"`]\s*[!=]==?\s*[\w.?$]*\.{MEMBERS}|[!=]==?\s*t\(|\bt\([^()]*\){CUTS}")

# Variables that a sentence is kept in: in C by assignment or as the buffer of a text that a sentence is written to, on the page
# by assignment. A name counts in its function in C, in its file on the page.
KEPT = re.compile(r"\*?\b(\w+) = (?:words_in\(|[\w.>\[\]-]+(?:\.|->)(?:message|sentence|words);)")
BUFFER = re.compile(r"\b(\w+) = text_in\((\w+),")
WRITTEN = re.compile(r"\b(?:words_put|complaint_put)\(&(\w+),|\b(?:story_plain|result_words|tie_words)\([^()]*&(\w+)\)")
PAGE_KEPT = re.compile(r"\b(?:const|let) (\w+) = (?:\$derived\()?(?:t\(|textOf\(|spoken\w+\(|\w+Words\(|[\w.?!]+\.(?:message|words|sentence)\b(?![(.]))")


def line_of(text, at):
    return text.count("\n", 0, at) + 1


def codes_of(root, report):
    found = {}
    for path in sources.files(root, ".c", ".h"):
        if path.startswith(("tests/", "engine/text.h")):
            continue
        text = sources.read(root, path)
        for match in CODE.finditer(text):
            report.looked_at += 1
            found.setdefault(match.group(1), (path, line_of(text, match.start())))
            if not GOOD.match(match.group(1)):
                report.add(path, line_of(text, match.start()), f"not a code: {match.group(1)}")
    return found


def listed_codes(root):
    """The words in the first column of the table under "Reasons"."""
    text = sources.read(root, "doc/protocol.md")
    section = text[text.index("\n### Reasons"):].split("\n#", 2)[1]
    return {code for row in re.findall(r"^\|([^|]*)\|", section, re.M) for code in LISTED.findall(row)}


def check_codes(report, root):
    said, listed = codes_of(root, report), listed_codes(root)
    for code in sorted(set(said) - listed):
        report.add(*said[code], f"doc/protocol.md does not list the reason {code}")
    for code in sorted(listed - set(said)):
        report.add("doc/protocol.md", 0, f"nothing is refused for {code} any more")


def arguments(text, start):
    """The text between the parentheses that begin at start."""
    depth = 0
    for i in range(start, len(text)):
        depth += (text[i] == "(") - (text[i] == ")")
        if depth == 0:
            return text[start + 1:i]
    return text[start + 1:]


def kept_in(code, source):
    """The names of variables that are given a sentence."""
    return {name for match in source.finditer(code) for name in match.groups() if name}


def functions(text):
    """(place, code) of each function of a C file: from one closing brace at the beginning of a line to the next."""
    start = 0
    for match in re.finditer(r"^}", text, re.M):
        yield start, text[start:match.end()]
        start = match.end()
    yield start, text[start:]


def compared_in_c(text):
    for start, code in functions(text):
        names = kept_in(code, KEPT)
        buffers = dict(BUFFER.findall(code))
        names |= {buffers[name] for name in kept_in(code, WRITTEN) if name in buffers}
        plain = re.compile(rf"(?<![\w.>])(?:{'|'.join(names)})\b") if names else None
        for match in CALLS.finditer(code):
            given = arguments(code, match.end() - 1)
            if SENTENCE.search(given) or (plain and plain.search(given)):
                yield start + match.start(), match.group(0) + given + ")"


def compared_on_page(text):
    yield from ((match.start(), match.group(0)) for match in PAGE.finditer(text))
    names = kept_in(text, PAGE_KEPT)
    if names:
        name = rf"(?<![\w.])(?:{'|'.join(names)})"
        plain = re.compile(rf"{name}(?:\s*[!=]==?\s*['\"`][^'\"`]|{CUTS})|['\"`]\s*[!=]==?\s*{name}\b")
        yield from ((match.start(), match.group(0)) for match in plain.finditer(text))


def comparisons(path, text):
    """(place, code) where a sentence is compared or cut."""
    yield from (compared_on_page if path.endswith((".ts", ".svelte")) else compared_in_c)(text)


def check_comparisons(report, root):
    for path in sources.files(root, ".c", ".h", ".ts", ".svelte"):
        if path.startswith("tests/") or "/tests/" in path:
            continue
        report.looked_at += 1
        text = sources.read(root, path)
        for at, code in comparisons(path, text):
            report.add(path, line_of(text, at), f"a sentence for people is compared or cut: {code}")


# These must be found, or the lint finds nothing.
WRONG = {
    "a.c": ["const char *s = words_in(l, key);\n if (strcmp(s, name) == 0)", "s = why.sentence;\n text_equal(s, x)",
            "struct text t = text_in(out, sizeof out);\n words_put(&t, l, s, 0);\n strstr(out, x)",
            "struct text t = text_in(out, sizeof out);\n result_words(p, &t);\n strcmp(out, x)",
            'if (text_equal(why.sentence, "The game is over."))', 'strstr(r->why.message, "seat")',
            'text_equal(name, words_in(l, "You"))'],
    "a.ts": ["error.message.startsWith('The game')", "answer.why.message === 'It is over.'", "name === t('You')",
             "line.words.slice(4)",
             "const all = textOf(line.runs);\n all.startsWith('You')", "const m = answer.why.message;\n if (m === 'No.')",
             "const name = t('You');\n 'You' === name", "t('{0} wins', name).split(' ')"],
}


def check_itself(report):
    for path, samples in WRONG.items():
        for sample in samples:
            if not list(comparisons(path, sample)):
                report.add("tests/lint/voice.py", 0, f"this is not found: {sample}")


def main():
    report = sources.Report("voice")
    check_codes(report, sys.argv[1])
    check_comparisons(report, sys.argv[1])
    check_itself(report)
    report.finish()


main()
