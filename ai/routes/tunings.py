"""Writes the sets of constants of boards as C: embedded_tunings[] of ai/tuning.h.

Usage: tunings.py OUT FILE.tuning ...

The compiler knows the names; tests/unit/test_tuning.c reads the same files with the program's own parser.
"""
import sys


def statements(path):
    with open(path, encoding="utf-8") as file:
        for line in file:
            words = line.split("#")[0].split()
            if words:
                yield words


def main():
    out, *files = sys.argv[1:]
    lines = ["/* Written by tunings.py. */", '#include "ai/routes/constants.h"', ""]
    lines.append("const struct embedded_tuning embedded_tunings[] = {")
    for path in files:
        words = list(statements(path))
        _, board, least, most = next(line for line in words if line[0] == "tuning")
        values = ", ".join(f"[{line[0].upper()}] = {int(line[1])}" for line in words if line[0] != "tuning")
        lines.append(f'    {{{{"{board}", {int(least)}, {int(most)}}}, {{{{{values}}}}}}},')
    lines += ['    {{"", 0, 0}, {{0}}},', "};", ""]
    with open(out, "w", encoding="utf-8") as file:
        file.write("\n".join(lines))


main()
