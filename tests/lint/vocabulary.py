"""The games' words are those of doc/words.md: if a sentence has an English word of the list, its Spanish has none of the forbidden
words; and English sentences don't have the forbidden English words.

Usage: vocabulary.py ROOT
"""
import glob
import os
import re
import sys

import sources

sys.path.insert(0, os.path.join(sys.argv[1], "i18n"))
import catalogue  # noqa: E402

ROW = re.compile(r"^\| ([^|]+) \| ([^|]+) \| ([^|]*) \|$", re.M)
CODE = re.compile(r"`([^`]+)`")
PLACE = re.compile(r"\{\d\|([^|}]*)\|([^}]*)\}")


def rules(root):
    """(what the English has, what the Spanish must not have, instead) of each row of the tables in doc/words.md."""
    text = sources.read(root, "doc/words.md")
    for english, spanish, never in ROW.findall(text):
        for word in CODE.findall(never):
            yield CODE.findall(english), word, spanish


def has(text, word):
    """Does a text have a word, or one that begins with a stem such as ocup-?"""
    end = "" if word.endswith("-") else r"\b"
    return re.search(r"\b" + re.escape(word.rstrip("-")) + end, text, re.IGNORECASE)


def plain(text):
    """The text without places to fill, without typed words («...»), and without the contexts of a key."""
    return re.sub(r"«[^»]*»|\{\d\}", " ", PLACE.sub(r"\1 \2", text.split("\4")[-1]))


def findings(all_rules, key, words):
    english, spanish = plain(key), plain(words)
    for said, never, instead in all_rules:
        if said and not any(has(english, word) for word in said):
            continue
        if has(spanish, never):
            yield f"“{never}” is not a word of the games; doc/words.md has {instead}: {words}"


def english_findings(never, key):
    for word in never:
        if has(plain(key), word):
            yield f"“{word}” is not a word of the games in English; see doc/words.md: {key}"


# These must be found, or the lint finds nothing.
WRONG = (("You claim {1} for {2}.", "Ocupas {1} por {2}."), ("{0} ferry", "ferri {0}"), ("the longest path", "el camino más largo"),
         ("Draw tickets and {0} {0|metro car|metro cars}", "{0} {0|coche|coches} de metro"))
RIGHT = (("All seats are taken.", "Todos los puestos están ocupados."), ("You claim {1} for {2}.", "Cubres {1} por {2}."))


def main():
    root = sys.argv[1]
    report = sources.Report("vocabulary")
    all_rules = list(rules(root))
    never = re.search(r"Never in English: (.*)\.", sources.read(root, "doc/words.md"))
    never = CODE.findall(never.group(1))
    for path in sorted(glob.glob(os.path.join(root, "i18n", "es*.po"))):
        for key, words in catalogue.read(path).items():
            if key.startswith("typed\4"):
                continue
            report.looked_at += 1
            for what in [*findings(all_rules, key, words), *english_findings(never, key)]:
                report.add(os.path.relpath(path, root), 0, what)
    for key, words in WRONG:
        if not list(findings(all_rules, key, words)):
            report.add("tests/lint/vocabulary.py", 0, f"this is not found: {words}")
    for key, words in RIGHT:
        for what in findings(all_rules, key, words):
            report.add("tests/lint/vocabulary.py", 0, f"this is right: {what}")
    report.finish()


main()
