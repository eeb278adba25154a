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
    "svg": {"engine"},
    "env": {"engine", "ai", "table", "boards", "svg"},
    "protocol": {"engine", "ai", "table"},
    "tools": {"engine"},
    "examples": set(),  # use the library as other programs do: <anden/...>
    "sim": {"engine", "ai", "table"},
    "server": {"engine", "ai", "table", "protocol", "boards", "sim"},
    "web": {"engine", "ai", "table", "protocol", "boards"},
    "bench": {"engine"},
    "cli": {"engine", "ai", "table", "svg", "env", "protocol", "boards", "sim", "server", "bench"},
}
# These use no C library: every compiler has the headers that they include.
FREESTANDING = {"engine", "ai", "table", "svg", "env", "protocol", "bench"}
FREESTANDING_HEADERS = {"stdint.h", "stdbool.h", "stddef.h", "stdalign.h", "stdarg.h", "limits.h"}
# Headers that only one layer may include.
ONLY = [
    ("server", re.compile(r"^(sys/socket|netinet/|arpa/|netdb|uv|wslay|sqlite3|libpq|jansson|sodium|nettle|gnutls/)")),
    ("sim", re.compile(r"^mpi\.h")),
]
# Headers that the build makes, and where they belong.
GENERATED = {"messages.h": "protocol/messages.h", "requests.h": "server/store/requests.h",
             "statements.h": "server/store/statements.h", "symbols.h": "svg/symbols.h", "version.h": "version.h"}

INCLUDE = re.compile(r'^\s*#\s*include\s+(["<])([^">]+)[">]')


def resolve(root, path, name):
    """The project's path of an included name: beside the file, or from the root; None if it is not there."""
    for target in (os.path.normpath(os.path.join(os.path.dirname(path), name)), os.path.normpath(name)):
        if os.path.exists(os.path.join(root, target)):
            return target
    return GENERATED.get(name)


def found(root):
    """(path, line, quote, name, target) of every include; target is None for a header of the system."""
    for path in sources.files(root, ".c", ".h"):
        for number, text in enumerate(sources.read(root, path).splitlines(), 1):
            m = INCLUDE.match(text)
            if m:
                yield path, number, m[1], m[2], resolve(root, path, m[2]) if m[1] == '"' else None


def layers(root):
    """The real graph: which layers each layer includes."""
    graph = {}
    for path, _, _, _, target in found(root):
        layer, other = path.split("/")[0], (target or "").split("/")[0]
        if layer in LAYERS and other in LAYERS:
            graph.setdefault(layer, set())
            graph.setdefault(other, set())
            if layer != other:
                graph[layer].add(other)
    return graph


def family(path):
    """The family of rules whose folder of engine/ a file is in.

    Families don't include each other. Outside a family its state is public through game.h only; queries.h has the questions for
    the layers above the engine.
    """
    parts = path.split("/")
    return parts[1] if len(parts) > 2 and parts[0] == "engine" else None


def check(report, path, line, layer, quote, name, target):
    if quote == "<":
        if layer in FREESTANDING and name not in FREESTANDING_HEADERS:
            report.add(path, line, f"{layer}/ is freestanding and may not include <{name}>")
        for only, pattern in ONLY:
            if pattern.match(name) and layer != only:
                report.add(path, line, f"only {only}/ may include <{name}>")
        return
    if target is None:
        report.add(path, line, f"{name} is neither beside this file nor there from the root")
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
        if layer in LAYERS:
            report.looked_at += 1
        elif layer != "tests":
            report.add(path, 1, f"the layer {layer}/ is not known to this lint: say what it may include")
    for path, line, quote, name, target in found(root):
        layer = path.split("/")[0]
        if layer in LAYERS:
            check(report, path, line, layer, quote, name, target)
            if target:
                graph.setdefault(path, []).append(target)
    cycles(report, graph)
    report.finish()


if __name__ == "__main__":
    main()
