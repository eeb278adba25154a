"""A family is a folder: only the engine, the folders of the families and one list in each layer know which family a board
belongs to and what is in its states. Tests know the games that they test.

Usage: families.py ROOT
"""
import os
import re
import sys

import sources

# The lists, and the headers that say what a family must give.
LISTS = {
    "ai/families.c", "ai/families.h",
    "cli/family.c", "cli/family.h",
    "env/families.c", "env/family.h",
    "protocol/families.c", "protocol/families.h",
    "web/wasm/families.c", "web/wasm/families.h",
    "web/ui/families.ts", "web/ui/table/face.ts",
}
# The page's own types of boards, and the name of a family on its way to the engine.
NAMES = {"web/core/board.ts", "web/core/engine.ts"}


def patterns(families):
    """What other code may not contain, with the reason."""
    names = "|".join(families)
    return [
        (re.compile(r"\bFAMILY_[A-Z]+\b|(?:->|\.)family\b"), "asks which family a board belongs to"),
        (re.compile(rf"\b(?:{names})_(?:rules|players|voice|face|balance|env)\b"), "names the constant of one family"),
        (re.compile(rf"\b(?:board|match|state|seen|view|[bmsv])(?:->|\.)(?:{names})\b"), "looks into what only one family has"),
    ]


def check_page(report, root, families):
    """The screens that families share know no family, and neither does their interface."""
    imports = re.compile(rf"""(?:from|import\()\s*['"][^'"]*\b(?:{"|".join(families)})/""")
    for path in sources.files(root, ".ts", ".svelte"):
        parts = path.split("/")
        if path in LISTS | NAMES or parts[:2] not in (["web", "ui"], ["web", "core"]) or set(parts[2:-1]) & set(families):
            continue
        report.looked_at += 1
        for number, line in enumerate(sources.read(root, path).splitlines(), 1):
            if re.search(r"\.family\b", line):
                report.add(path, number, "asks which family a board belongs to: this belongs into the family's folder")
            if imports.search(line):
                report.add(path, number, "imports from one family: this belongs into the family's folder")


def main():
    root = sys.argv[1]
    report = sources.Report("families")
    families = sources.families(root)
    forbidden = patterns(families)
    include = re.compile(rf'#\s*include\s+"[^"]*\b(?:{"|".join(families)})/')
    for path in LISTS:
        if not os.path.exists(os.path.join(root, path)):
            report.add(path, 1, "this list of families is gone: say where it is now")
    for path in sources.files(root, ".c", ".h"):
        parts = path.split("/")
        if parts[0] in ("engine", "tests") or path in LISTS or set(parts[:-1]) & set(families):
            continue
        report.looked_at += 1
        lines = sources.read(root, path)
        for number, (code, line) in enumerate(zip(sources.without_comments(lines).splitlines(), lines.splitlines()), 1):
            for pattern, reason in forbidden:
                if pattern.search(code):
                    report.add(path, number, f"{reason}: this belongs into the family's folder")
            if include.match(line):
                report.add(path, number, "includes a header of one family: this belongs into the family's folder")
    check_page(report, root, families)
    report.finish()


main()
