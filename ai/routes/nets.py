"""Writes the weights of a net as C: routes_net of ai/routes/net.h.

Usage: nets.py OUT FILE.net

The file has a line for each cell: those of the first layer, of the second, then what makes the strength and the
margin. tests/unit/test_net.c reads the same file by itself.
"""
import sys


def main():
    out, path = sys.argv[1:]
    with open(path, encoding="utf-8") as file:
        words = [line.split("#")[0].split() for line in file]
    (_, first, second), *cells = [line for line in words if line]
    cells = ["{" + ", ".join(str(int(word)) for word in line) + "}" for line in cells]
    layers = cells[: int(first)], cells[int(first) : int(first) + int(second)]
    strength, margin = cells[int(first) + int(second) :]
    parts = ["{" + ",\n     ".join(layer) + "}" for layer in layers] + [strength, margin]
    with open(out, "w", encoding="utf-8") as file:
        file.write('/* Written by nets.py. */\n#include "ai/routes/net.h"\n\n')
        file.write("const struct net routes_net = {\n    " + ",\n    ".join(parts) + ",\n};\n")


main()
