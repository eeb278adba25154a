"""Checks that need only the text of the sources.

Usage: text.py ROOT
"""
import re
import sys

import sources

MARKS = re.compile(r"\b(TO" r"DO|FIX" r"ME|X" r"XX|HA" r"CK)\b")
# Absolute paths of somebody's machine; /tmp and /usr are everybody's.
MACHINE = re.compile(r"(?<![\w.])/(home|Users|root|wor" r"k|far" r"m|mnt|srv)/\w")
CONST_POINTER = re.compile(r"\bconst struct \w*state \*")
FREESTANDING_CALLS = re.compile(r"(?<!_)\b(malloc|calloc|realloc|free|printf|fprintf|sprintf|snprintf|puts|abort|exit|rand|time)\s*\(")
CODE = (".c", ".h", ".py", ".mjs", ".ts", ".svelte", ".build")
# clang-format keeps code within 96 columns; comments may run over by a word.
LINES_MAX, WIDTH_MAX = 700, 100


def board_names(root):
    """Ids of the boards, which engine code may not mention."""
    names = set()
    for path in sources.files(root, ".board"):
        if path.startswith("boards/"):
            names.add(path.split("/")[-1][: -len(".board")])
    # A family of rules may have the name of its board.
    return names - set(sources.families(root))


def check_c(report, path, text, names, state):
    if not text.startswith("/*"):
        report.add(path, 1, "opens without a comment that says what the file is responsible for")
    lines = text.count("\n")
    if lines > LINES_MAX:
        report.add(path, LINES_MAX, f"{lines} lines: this is usually two things in one")
    layer = path.split("/")[0]
    code = sources.without_comments(text)
    # Prose in a comment may name a board; code and strings may not.
    bare = re.sub(r"/\*.*?\*/", lambda m: re.sub(r"[^\n]", " ", m[0]), text, flags=re.S)
    for number, (line, plain) in enumerate(zip(code.splitlines(), bare.splitlines()), 1):
        if layer == "engine":
            for name in names:
                if re.search(rf"\b{name}\b", plain, re.I):
                    report.add(path, number, f"engine code names the board {name}")
        # A view contains a struct of the same type as a state: protocol/ may point to it, but no function there takes a state.
        if layer == "protocol" and state.search(CONST_POINTER.sub("", line) if path.endswith(".c") else line):
            report.add(path, number, "only views are serialised: no state in protocol/")
        if layer in ("engine", "ai", "table", "svg", "env", "protocol") and FREESTANDING_CALLS.search(line):
            report.add(path, number, "a call of the C library in freestanding code")
        # Players make states themselves inside ai/ (resample); none comes in from outside.
        if path == "ai/player.h" and state.search(line):
            report.add(path, number, "players are given views, never states")


def check_script(report, path, text):
    first = text.splitlines()[0] if text else ""
    if path.endswith(".py"):
        opening = text.split("\n", 1)[1] if first.startswith("#!") else text
        if not opening.startswith('"""'):
            report.add(path, 1, "opens without a docstring that says what the file does")
    elif path.endswith((".mjs", ".ts")) and not first.startswith(("//", "/*")):
        report.add(path, 1, "opens without a comment that says what the file does")


def main():
    root = sys.argv[1]
    report = sources.Report("text")
    names = board_names(root)
    state = re.compile(rf"\bstruct\s+((?:{'|'.join(sources.families(root))})_)?state\b")
    if not names:
        report.add("boards", 1, "no boards found: their names can't be looked for")
    for path in sources.files(root):
        text = sources.read(root, path)
        if "\0" in text[:4096]:
            continue
        report.looked_at += 1
        for number, line in enumerate(text.splitlines(), 1):
            if path.endswith(CODE) and MARKS.search(line):
                report.add(path, number, "an unfinished mark")
            if MACHINE.search(line):
                report.add(path, number, "a path of somebody's machine")
            if path.endswith((".c", ".h")) and len(line) > WIDTH_MAX:
                report.add(path, number, f"{len(line)} columns")
        if path.endswith((".c", ".h")):
            check_c(report, path, text, names, state)
        else:
            check_script(report, path, text)
    report.finish()


main()
