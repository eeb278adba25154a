"""Writes the sets of constants of boards as C: embedded_tunings[] of ai/tuning.h.

Usage: tunings.py OUT BOARDS FILE.tuning ...

A set belongs to all editions of the board with its id that are built in (BOARDS is what boards/embed.c has made): their hashes are
written, so that somebody's own board with the same id has none. The compiler knows the names; tests/unit/test_tuning.c reads the same files with the program's own parser.
"""
import re
import sys


def statements(path):
    with open(path, encoding="utf-8") as file:
        for line in file:
            words = line.split("#")[0].split()
            if words:
                yield words


def main():
    out, boards, *files = sys.argv[1:]
    with open(boards, encoding="utf-8") as file:
        hashes = re.findall(r'^    \{"([^"]+)", .* (\d+u)\},$', file.read(), re.M)
    lines = ["/* Written by tunings.py. */", '#include "ai/routes/constants.h"', ""]
    lines.append("const struct embedded_tuning embedded_tunings[] = {")
    for path in files:
        words = list(statements(path))
        _, board, least, most = next(line for line in words if line[0] == "tuning")
        values = ", ".join(f"[{line[0].upper()}] = {int(line[1])}" for line in words if line[0] != "tuning")
        own = [hash for id, hash in hashes if id == board]
        if not own:
            sys.exit(f"{path}: there is no board {board}")
        lines += [f"    {{{hash}, {int(least)}, {int(most)}, {{{{{values}}}}}}}," for hash in own]
    lines += ["    {0, 0, 0, {{0}}},", "};", ""]
    with open(out, "w", encoding="utf-8") as file:
        file.write("\n".join(lines))


main()
