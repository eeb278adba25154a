"""Sentences with a number are right for one thing and for two: where a number is followed by a plural, the sentence has to choose
the word by the number ({0} {0|card|cards}), or count it (say_count). So do verbs and articles before a number in Spanish.

Every sentence of the engine and the terminal is filled with 1 and with 2, in all languages.

Usage: counts.py ROOT
"""
import os
import re
import sys

import sources

sys.path.insert(0, os.path.join(sys.argv[1], "i18n"))
import catalogue  # noqa: E402

CHOICE = re.compile(r"\{(\d)\|([^|}]*)\|([^}]*)\}")
# Spanish words before a number that stand in the plural, and plurals after it: verbs in the singular don't end in s. After a
# number in words ("two {0} cards") the place is for a name.
BEFORE = re.compile(r"\b(quedan|faltan|hacen falta|caben|otras|otros|unos|unas|deshicieron) <1>", re.IGNORECASE)
AFTER = re.compile(r"(?<!\btwo )<1> (?!más\b|menos\b|tras\b|es\b)(\w+s)\b")
SINGULAR = re.compile(r"\b(queda|hace falta|cabe|otra) <2>", re.IGNORECASE)
# What is never one: a game has two seats or more, limits are large, and a place may be for names.
NEVER_ONE = {"seats": "puestos", "players": "jugadores", "bytes": "bytes", "characters": "caracteres", "networks": "redes",
             "people": "personas"}
NAMES = {"{0} are needed, with a hyphen between them."}


def filled(sentence, number):
    """The sentence with this number in all places."""
    chosen = CHOICE.sub(lambda m: m[2] if number == 1 else m[3], sentence)
    return re.sub(r"\{\d\}", f"<{number}>", chosen)


def nouns(sentences):
    """English plurals that are counted somewhere."""
    found = {m[3].strip() for s in sentences for m in CHOICE.finditer(s)}
    return {n.split(" ")[0] for n in found if n.endswith("s")} - {"was", "is", "has"}


def wrong(english, spanish, plurals):
    """What is wrong in a sentence, one text for each."""
    for text, known in ((english, plurals), (spanish, None)):
        one = filled(text, 1)
        for match in AFTER.finditer(one):
            word = match[1].lower()
            if (known is None or word in known) and word not in NEVER_ONE and word not in NEVER_ONE.values():
                yield f"1 {word}: {text}"
    for match in BEFORE.finditer(filled(spanish, 1)):
        yield f"{match[1]} 1: {spanish}"
    for match in SINGULAR.finditer(filled(spanish, 2)):
        yield f"{match[1]} 2: {spanish}"


def main():
    root = sys.argv[1]
    report = sources.Report("counts")
    files = [os.path.join("i18n", name) for name in ("es.po", "es.terminal.po")]
    entries = [(path, key, words) for path in files for key, words in catalogue.read(os.path.join(root, path)).items()]
    plurals = nouns([key for _, key, _ in entries])
    plurals |= {key for _, key, words in entries if re.fullmatch(r"[a-z]+s", key) and words.endswith("s")} - {"wins"}  # counted words
    for path, key, words in entries:
        report.looked_at += 1
        for finding in wrong(key, words, plurals) if key not in NAMES else ():
            report.add(path, 0, finding)
    report.finish()


main()
