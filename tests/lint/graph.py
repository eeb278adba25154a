"""The picture of the layers in doc/guide.md is the real include graph.

Usage: graph.py ROOT           compares them
       graph.py ROOT --write   draws the picture again
"""
import os
import re
import sys

import includes
import sources

GUIDE = "doc/guide.md"
FENCE = re.compile(r"(<!-- drawn by tests/lint/graph.py -->\n```\n)(.*?)(```\n)", re.S)
# The layers, in reading order where the graph leaves the order open.
LAYERS = {
    "engine": "the rules: freestanding C17, no allocation, no I/O, no clock, no dice, no globals",
    "boards": "the boards as text, embedded into the program",
    "ai": "players; they see views only",
    "table": "one game, its people, its log and the dealer",
    "svg": "boards and positions as pictures",
    "env": "many games in arrays of numbers, for programs that learn",
    "bench": "random games, to measure speed",
    "protocol": "views, boards, events and messages, as JSON and in words",
    "sim": "many games and their statistics",
    "server": "tables over the network, and the database",
    "web": "the page, with engine, boards, ai, table and protocol as a wasm module",
    "cli": "the program anden",
}


def levels(graph):
    """For each layer the length of the longest way down from it."""
    known = {}

    def level(layer):
        if layer not in known:
            known[layer] = 1 + max((level(other) for other in graph[layer]), default=-1)
        return known[layer]

    return {layer: level(layer) for layer in graph}


def draw(graph):
    """Lines of text: each layer is a row, a vertical line goes down from it, and a dot on that line is a row that includes it."""
    level = levels(graph)
    order = sorted(graph, key=lambda layer: (level[layer], list(LAYERS).index(layer)))
    last = {layer: max((i for i, other in enumerate(order) if layer in graph[other]), default=-1) for layer in order}
    for row, layer in enumerate(order):
        line = ""
        for column, other in enumerate(order[:row]):
            line += "●─" if other in graph[layer] else "│─" if row < last[other] else "──"
        line += "┐" if last[layer] > row else "─"
        # To the right of the last dot there is nothing to join.
        dots = max(line.rfind("●"), line.rfind("┐"))
        line = line[:dots + 1] + re.sub("─", " ", line[dots + 1:])
        yield f"  {layer + '/':<10}──{line:<{2 * len(order)}} {LAYERS[layer]}".rstrip()


def main():
    root = sys.argv[1]
    report = sources.Report("graph")
    graph = includes.layers(root)
    report.looked_at = len(graph)
    text = sources.read(root, GUIDE)
    picture = "".join(line + "\n" for line in draw(graph))
    if "--write" in sys.argv:
        with open(os.path.join(root, GUIDE), "w", encoding="utf-8") as f:
            f.write(FENCE.sub(lambda m: m[1] + picture + m[3], text))
    elif [m[2] for m in FENCE.finditer(text)] != [picture]:
        report.add(GUIDE, 1, f"the picture of the layers is not the real one: tests/lint/graph.py . --write draws it\n{picture}")
    report.finish()


main()
