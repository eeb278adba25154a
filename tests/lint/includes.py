"""The include graph: nothing includes a header of a layer above or beside it.

Usage: includes.py ROOT
"""
import os
import re
import sys

import sources

# A layer may include itself and these.
LAYERS = {
    "engine": set(),
    "boards": {"engine"},
    "ai": {"engine"},
    "table": {"engine"},
    "protocol": {"engine", "ai", "table"},
    "tools": {"engine"},
    "examples": set(),  # finds the library as other programs do: <anden/...>
    "sim": {"engine", "ai", "table"},
    "server": {"engine", "ai", "table", "protocol", "boards", "sim"},
    "web": {"engine", "ai", "table", "protocol", "boards"},
    "bench": {"engine"},
    "cli": {"engine", "ai", "table", "protocol", "boards", "sim", "server", "bench"},
}
# These have no C library: what they include, every compiler has.
FREESTANDING = {"engine", "ai", "table", "protocol", "bench"}
FREESTANDING_HEADERS = {"stdint.h", "stdbool.h", "stddef.h", "stdalign.h", "limits.h"}
# Headers that only one layer may include.
ONLY = [
    ("server", re.compile(r"^(sys/socket|netinet/|arpa/|netdb|uv|microhttpd|wslay|sqlite3|libpq|jansson|sodium|nettle)")),
    ("sim", re.compile(r"^mpi\.h")),
]
# Families of rules stand beside each other. Outside a family its state is public, through game.h
# only; and what layers above the engine may ask about it is in queries.h.
FAMILIES = {"routes", "metro", "null"}

INCLUDE = re.compile(r'^\s*#\s*include\s+(["<])([^">]+)[">]')


def resolve(root, path, name):
    """The project's path of an included name: beside the file, or from the root."""
    beside = os.path.normpath(os.path.join(os.path.dirname(path), name))
    if os.path.exists(os.path.join(root, beside)):
        return beside
    return os.path.normpath(name)


def family(path):
    parts = path.split("/")
    return parts[1] if len(parts) > 2 and parts[0] == "engine" and parts[1] in FAMILIES else None


def check(report, path, line, layer, quote, name, target):
    if quote == "<":
        if layer in FREESTANDING and name not in FREESTANDING_HEADERS:
            report.add(path, line, f"{layer}/ is freestanding and may not include <{name}>")
        for only, pattern in ONLY:
            if pattern.match(name) and layer != only:
                report.add(path, line, f"only {only}/ may include <{name}>")
        return
    other = target.split("/")[0] if "/" in target else None
    if other in LAYERS and other != layer and other not in LAYERS[layer]:
        report.add(path, line, f"{layer}/ may not include {target}: {other}/ is above or beside it")
    if family(target) and family(path) != family(target):
        state = target.endswith("/state.h") and path == "engine/game.h"
        query = target.endswith("/queries.h") and layer != "engine"
        if not state and not query:
            report.add(path, line, f"{target} is private to its family of rules")


def cycles(report, graph):
    """Headers that include each other in a circle."""
    done, trail = set(), []

    def visit(path):
        if path in trail:
            report.add(path, 1, "includes itself: " + " -> ".join(trail[trail.index(path):] + [path]))
            return
        if path in done:
            return
        trail.append(path)
        for target in graph.get(path, ()):
            visit(target)
        trail.pop()
        done.add(path)

    for path in graph:
        visit(path)


def main():
    root = sys.argv[1]
    report = sources.Report("includes")
    graph = {}
    for path in sources.files(root, ".c", ".h"):
        layer = path.split("/")[0]
        if layer not in LAYERS:
            if layer != "tests":
                report.add(path, 1, f"the layer {layer}/ is not known to this lint: say what it may include")
            continue
        report.looked_at += 1
        for number, text in enumerate(sources.read(root, path).splitlines(), 1):
            m = INCLUDE.match(text)
            if m:
                target = resolve(root, path, m[2])
                check(report, path, number, layer, m[1], m[2], target)
                if m[1] == '"':
                    graph.setdefault(path, []).append(target)
    cycles(report, graph)
    report.finish()


main()
