"""Which rules have a scene? Lists the ids in the tables of the rules page and fails for one that no
scene names in its title, for an id in a title that is not a rule, for a scene file beside the others
that is not run, and for a ruling without a reason or without the words of the book.

Usage: check_ids.py RULES.md SECTIONS SCENE...      (SECTIONS: letters, as in CEBP)
"""
import glob
import os
import re
import sys

ROW = re.compile(r"^\|\s*([A-Z]\d+R?)\s*\|(.*)")
ID = re.compile(r"\b[A-Z]\d+R?\b")
TITLE = re.compile(r"^\s*scene\s+(.*)$")


def rule_ids(path, sections):
    with open(path, encoding="utf-8") as f:
        rows = {m[1]: m[2] for m in map(ROW.match, f) if m}
    return [i for i in rows if i[0] in sections], rows


def ruling_fault(rule, text):
    """What a ruling lacks: its mark, its reason, or a quotation (or that the books are silent)."""
    marked = text.startswith(" *Ruling.* ") if rule.endswith("R") else "*Ruling:* " in text
    if marked != bool(rule.endswith("R") or re.search("ruling", text, re.I)):
        return "a ruling begins with *Ruling.* (ids in R) or with *Ruling:* within a rule"
    if marked and not re.search(r"\bbecause\b.*(«|silent)|(«|silent).*\bbecause\b", text, re.I):
        return "a ruling says why (because), and quotes the book («») or says that it is silent"
    return None


def titles(paths):
    for path in paths:
        with open(path, encoding="utf-8") as f:
            for number, line in enumerate(f, 1):
                m = TITLE.match(line)
                if m:
                    yield f"{path}:{number}", m[1]


def forgotten(paths):
    """Scene files in the folders of these that are not among them."""
    folders = {os.path.dirname(p) for p in paths}
    there = {f for folder in folders for f in glob.glob(os.path.join(folder, "*.scene"))}
    return sorted({os.path.realpath(p) for p in there} - {os.path.realpath(p) for p in paths})


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    wanted, all_ids = rule_ids(sys.argv[1], sys.argv[2])
    for section in sys.argv[2]:
        if not any(i[0] == section for i in wanted):
            sys.exit(f"{sys.argv[1]}: no rule of section {section} found: the page has changed its form")
    scenes = dict.fromkeys(wanted, 0)
    faults = []
    for where, title in titles(sys.argv[3:]):
        ids = ID.findall(title)
        if not ids or not title.startswith(ids[0]):
            faults.append(f"{where}: the title does not begin with the id of a rule")
        for i in ids:
            if i not in all_ids:
                faults.append(f"{where}: there is no rule {i}")
            elif i in scenes:
                scenes[i] += 1
    faults += [f"{sys.argv[1]}: {i}: {fault}" for i in all_ids if (fault := ruling_fault(i, all_ids[i]))]
    faults += [f"{sys.argv[1]}: no scene names {i}" for i in wanted if not scenes[i]]
    faults += [f"{p}: is not run: add it to meson.build" for p in forgotten(sys.argv[3:])]
    print(" ".join(f"{i}:{n}" for i, n in scenes.items()))
    for fault in faults:
        print(fault)
    sys.exit(1 if faults else 0)


main()
