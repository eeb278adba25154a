"""What comments and documentation cite exists: a file of the project that is named somewhere can be opened.

Usage: cited.py ROOT

A path that begins with a folder of the project is looked for everywhere, also in strings: from the root, or from the folder of
the file that names it. A name alone, such as sources.py, is looked for in comments and pages, if it ends like a source file; any
file of the project may have it. Names in capitals stand for others (test_NAME.py), and * for anything.
"""
import fnmatch
import os
import re
import sys

import sources

SOURCES = r"(?:[ch]|py|mjs|ts|svelte|css|md|sh|scene|po)"
# Words that stand for others.
ANY = re.compile(r"(?<![A-Za-z])(NAME|MODULE|TARGET|PAGE|RULES|FILE|ID|N)(?![A-Za-z])")
# Pages about the past, scripts that name what they make, trees of others, and no text.
PAST = ("CHANGELOG.md", "debian/rules", "tools/release", "tests/fuzz/corpus/", "web/node_modules/", "web/dist/", "web/generated/")
TEXT = (".c", ".h", ".py", ".mjs", ".ts", ".svelte", ".css", ".md", ".sh", ".build", ".board", ".scene", ".po", ".1", ".6")
COMMENT = {
    (".c", ".h", ".css"): r"/\*.*?\*/",
    (".mjs", ".ts"): r"/\*.*?\*/|(?<!:)//[^\n]*",
    (".svelte",): r"/\*.*?\*/|(?<!:)//[^\n]*|<!--.*?-->",
    (".py",): r'""".*?"""|#[^\n]*',
    (".md",): r".*",
    (".sh", ".build", ".board", ".scene", ".po"): r"#[^\n]*",
}


def comments(path, text):
    """The text with all but comments blanked out."""
    pattern = next((p for endings, p in COMMENT.items() if path.endswith(endings)), r"#[^\n]*")
    kept = list(re.sub(r"[^\n]", " ", text))
    for m in re.finditer(pattern, text, re.S):
        kept[m.start():m.end()] = m[0]
    return "".join(kept)


def cited(path, text, tops):
    """(offset, name) of every file that is named."""
    whole = re.compile(rf"(?<![\w./~$}}>-])(?:\.\.?/)*(?:{'|'.join(tops)})/[\w./*{{}},-]*\.\w+\b")
    for m in whole.finditer(text):
        yield m.start(), m[0]
    for m in re.finditer(rf"(?<![\w./~$}}>*-])[\w*-]+\.{SOURCES}\b(?![\w(/])", comments(path, text)):
        yield m.start(), m[0]


class Project:
    """Everything that a name may mean."""

    def __init__(self, root):
        self.files = sources.files(root)
        self.tops = sorted({f.split("/")[0] for f in self.files if "/" in f and not f.startswith(".")})
        parts = [f.removesuffix(".ts").split("/") for f in self.files] + [f.split("/") for f in self.files]
        self.names = {"/".join(p[i:]) for p in parts for i in range(len(p))}
        for path in self.files:  # what the build makes, and what systems have
            if path.endswith("meson.build"):
                text = sources.read(root, path)
                made = {os.path.basename(n) for n in re.findall(r"'([\w./-]+\.\w+)'", text)}
                made |= {stem + kind for stem in re.findall(r"'(\w+\.)' \+", text) for kind in ("c", "h", "ts")}
                self.names |= made | {os.path.join(os.path.dirname(path), n) for n in made}
            elif path.endswith((".c", ".h")):
                self.names |= set(re.findall(r"#include <(.*?)>", sources.read(root, path)))

    def has(self, path, name):
        plain = re.sub(r"^(\.\.?/)+", "", name)
        near = os.path.normpath(os.path.join(os.path.dirname(path), name))
        if ANY.search(plain) or "{" in name or "**" in name:
            return True
        if "*" in name:
            return any(fnmatch.fnmatch(f, "*" + plain) for f in self.files)
        return plain in self.names or near in self.names


def main():
    root = sys.argv[1]
    report = sources.Report("cited")
    project = Project(root)
    # Checks the lint itself: nobody would notice one that finds nothing.
    gone = [name for _, name in cited("a.c", "/* engine/no" "where.c, no" "body.py, sources.py */", project.tops)
            if not project.has("a.c", name)]
    assert gone == ["engine/no" "where.c", "no" "body.py"], gone
    for path in project.files:
        if path.startswith(PAST) or not (path.endswith(TEXT) or "." not in os.path.basename(path)):
            continue
        report.looked_at += 1
        text = sources.read(root, path)
        for at, name in cited(path, text, project.tops):
            if not project.has(path, name):
                report.add(path, text.count("\n", 0, at) + 1, f"{name} does not exist")
    report.finish()


main()
