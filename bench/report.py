"""Measures everything and writes bench/results.md; called by bench/run.

Usage: report.py ROOT BUILD [--record] [--quick]
"""
import json
import os
import platform
import statistics
import subprocess
import sys

import counting

REPEATS = 3  # native and wasm alternate, so that both get good and bad moments of the machine
PLACEMENTS = 60  # of a game of Metro: every tile is placed (M11)
QUESTIONS = {"list": "list a turn", "view": "view", "resample": "resample"}


def output(*words, **more):
    return subprocess.run(words, check=True, capture_output=True, text=True, **more).stdout.strip()


def key(row):
    return row["game"], row["seats"], row["what"]


def best(runs):
    """Merges the rows of several runs: the best of all rounds, the median of the medians."""
    merged = {}
    for row in (row for run in runs for row in run):
        one = merged.setdefault(key(row), dict(row, medians=[]))
        one["ns"] = min(one["ns"], row["ns"])
        one["medians"].append(row["ns_median"])
    for one in merged.values():
        one["median"] = statistics.median(one["medians"])
    return merged


def measure(root, build, quick):
    """Rows of native play, each with "instructions" and with "wasm", the same row in wasm."""
    anden = os.path.join(build, "anden")
    games, rounds, repeats = ("200", "3", 1) if quick else ("2000", "9", REPEATS)
    native, wasm = [], []
    for i in range(repeats):
        print(f"Measuring time, {i + 1} of {repeats} ...", flush=True)
        native.append(counting.rows(anden, "--games", games, "--rounds", rounds))
        lines = output("node", os.path.join(root, "tests/wasm/bench.mjs"),
                       os.path.join(build, "tests/wasm/bench.wasm"), games, rounds)
        wasm.append([json.loads(line) for line in lines.splitlines()])
    rows, other = best(native), best(wasm)
    print(f"Counting instructions of {len(rows)} rows ...", flush=True)
    for row in rows.values():
        row["instructions"] = counting.instructions(anden, row)
        row["wasm"] = other[key(row)]
        if row["what"] == "play" and row["wasm"]["signature"] != row["signature"]:
            sys.exit(f"wasm plays {row['game']} in another way than the program: signature "
                     f"{row['wasm']['signature']} instead of {row['signature']}")
    return list(rows.values())


def table(head, lines):
    yield "| " + " | ".join(head) + " |"
    yield "|" + "---|" * len(head)
    for line in lines:
        yield "| " + " | ".join(line) + " |"


def times(row):
    return [f"{row['ns']:.1f}", f"{row['median']:.1f}"]


def rest(row):
    return [f"{row['instructions']:.0f}", f"{row['wasm']['ns']:.1f}", f"{row['wasm']['ns'] / row['ns']:.2f}"]


def play_line(row):
    per_s = 1e9 / row["ns"]
    return [row["game"], str(row["seats"]), *times(row), f"{per_s:,.0f}",
            f"{per_s / row['decisions_per_game']:,.0f}", f"{row['decisions_per_game']:.1f}", *rest(row),
            row["signature"]]


def question_line(row):
    what = QUESTIONS[row["what"]]
    if row["what"] == "list":
        what += f" ({row['events_per_list']:.1f} events)"
    return [row["game"], str(row["seats"]), what, *times(row), f"{1e9 / row['ns']:,.0f}", *rest(row)]


def processor():
    with open("/proc/cpuinfo", encoding="utf-8") as f:
        for line in f:
            if line.startswith("model name"):
                return " ".join(line.split(":", 1)[1].split())
    return platform.machine()


def flags(build):
    """The compiler's flags that make code, as the engine is built."""
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as f:
        words = next(c["command"] for c in json.load(f) if c["file"].endswith("engine/rules.c")).split()
    return " ".join(w for w in words if w.startswith(("-O", "-m", "-f")) and not w.startswith("-fdiag"))


def conditions(root, build, rows):
    changed = output("git", "status", "--porcelain", "--untracked-files=no", "--", "engine", "bench/loop.c",
                     "cli/cmd-bench.c", cwd=root)
    noise = statistics.median(row["median"] / row["ns"] for row in rows)
    yield f"- Machine: {processor()}, {os.cpu_count()} processors, load average {os.getloadavg()[1]:.1f}"
    yield f"- Compiler: {counting.build_facts(build)['compiler']}, `{flags(build)}`"
    yield (f"- wasm: {output('clang', '--version').splitlines()[0]}, `-O3 -mbulk-memory`; "
           f"Node {output('node', '--version')}")
    yield (f"- Sources: commit {output('git', 'log', '-1', '--format=%h of %cs', cwd=root)}"
           + (", with changes" if changed else ""))
    yield (f"- Noise: the median round takes {100 * (noise - 1):.0f} % longer than the best (median of the rows); "
           f"{REPEATS} runs of 9 rounds, native and wasm in turn")


def report(root, build, rows):
    yield "# Results"
    yield ""
    yield "Written by `bench/run`; what is measured and how is on [the page beside this](README.md)."
    yield ""
    yield from conditions(root, build, rows)
    yield ""
    yield "## Random games"
    yield ""
    yield "Per decision; complete games, set-up and score sheet included."
    yield ""
    plays = [row for row in rows if row["what"] == "play"]
    yield from table(["game", "seats", "best ns", "median ns", "decisions/s", "games/s", "decisions/game",
                      "instructions", "wasm, best ns", "wasm / native", "signature"], map(play_line, plays))
    yield ""
    for row in plays:
        if row["game"] == "metro":
            share = row["decisions_per_game"] / PLACEMENTS
            yield (f"Metro, {row['seats']} seats, per placement (a game has {PLACEMENTS}; tiles drawn instead "
                   f"are decisions too): {row['ns'] * share:.1f} ns, {row['instructions'] * share:.0f} instructions.")
            yield ""
    yield "## Single questions"
    yield ""
    yield "Per call, of 256 positions at the beginning of a turn, taken from random games."
    yield ""
    yield from table(["game", "seats", "what", "best ns", "median ns", "per second", "instructions",
                      "wasm, best ns", "wasm / native"],
                     (question_line(row) for row in rows if row["what"] != "play"))


def main():
    root, build, *options = sys.argv[1:]
    rows = measure(root, build, "--quick" in options)
    path = os.path.join(root, "bench/results.md")
    with open(path, "w", encoding="utf-8") as f:
        f.write("\n".join(report(root, build, rows)) + "\n")
    print(f"Written: {os.path.relpath(path)}")
    if "--record" in options:
        record = os.path.join(root, counting.RECORD)
        counting.write_record(record, counting.build_facts(build),
                              {(row["game"], row["seats"]): row["instructions"] for row in rows
                               if row["what"] == "play"})
        print(f"Written: {os.path.relpath(record)}")


main()
