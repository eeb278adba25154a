"""There is a blank line between the declarations at the head of a block and the statements after them.

clang-format cannot ask for it. Usage: blocks.py ROOT [--write], which mends what it finds.
"""
import os
import re
import sys

import sources

OPENS = re.compile(r"(^|\)|\belse|\bdo|:)\s*\{$")
DECLARES = re.compile(r"(?:(?:const|static|volatile|struct|enum|union|unsigned|signed|long|short|_Alignas\(\w+\))\s+)*"
                      r"(?!return\b|goto\b|else\b|case\b|do\b|sizeof\b|typedef\b)[A-Za-z_]\w*(?:\s+const)?(?:\s+|\s*\*+\s*(?:const\s+)?)"
                      r"(?:\(\*)?[A-Za-z_]\w*\s*(?:\)\(|[\[=;,]|$)")


def end_of_statement(code, i):
    """The line after the statement that begins on line I."""
    depth = 0
    while i < len(code):
        depth += sum(code[i].count(c) for c in "({[") - sum(code[i].count(c) for c in ")}]")
        if depth <= 0 and code[i].endswith(";"):
            break
        i += 1
    return i + 1


def crowded(text):
    """Numbers (from 0) of the lines that need a blank line before them."""
    lines = text.split("\n")
    code = [line.rstrip() for line in sources.without_comments(text).split("\n")]
    found = []
    for start, opening in enumerate(code[:-1]):
        if not OPENS.search(opening) or code[start].lstrip().startswith("#") or lines[start].endswith("\\"):
            continue
        if opening.strip() == "{" and (start == 0 or code[start - 1].endswith(("=", ","))):
            continue
        after, i = None, start + 1
        while i < len(code) and (DECLARES.match(code[i].strip()) or (lines[i].strip() and not code[i].strip())):
            if code[i].strip():
                i = after = end_of_statement(code, i)
            else:
                i += 1
        if after and after < len(lines) and lines[after].strip() not in ("", "}") and not lines[after].lstrip().startswith("#"):
            found.append(after)
    return found


def main():
    root = sys.argv[1]
    report = sources.Report("blocks")
    for path in sources.files(root, ".c", ".h"):
        text = sources.read(root, path)
        report.looked_at += 1
        found = crowded(text)
        for i in found:
            report.add(path, i + 1, "needs a blank line before it: the declarations of its block end here")
        if found and "--write" in sys.argv:
            lines = text.split("\n")
            for i in reversed(found):
                lines.insert(i, "")
            with open(os.path.join(root, path), "w", encoding="utf-8") as file:
                file.write("\n".join(lines))
    report.finish()


main()
