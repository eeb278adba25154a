"""Counting instructions with callgrind, and the record of them in instructions.txt: what report.py and
the test tests/speed share.

Instructions of a decision (or a call) are the difference between two runs of `anden bench` that differ
in the number of games: starting the program, reading the board, sampling positions and the signature
cancel out. The same build gives the same number every time.
"""
import json
import os
import re
import subprocess

FEW, MANY = 32, 160  # games; the calls of the difference, 20 for each game, cover the 256 positions evenly
RECORD = "bench/instructions.txt"

HEAD = """\
# Instructions per decision of random games: game, seats, number. bench/run --record writes this file;
# tests/speed fails when a build of the same compiler needs more than 10 % more.
"""


def rows(anden, *options):
    """What `anden bench --json` prints."""
    done = subprocess.run([anden, "bench", "--json", *options], check=True, capture_output=True, text=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def collect(anden, row, games):
    """Instructions of one run, and the number of decisions or calls in it."""
    done = subprocess.run(
        ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", anden, "bench", "--json",
         "--game", row["game"], "--seats", str(row["seats"]), "--what", row["what"],
         "--games", str(games), "--rounds", "1"],
        check=True, capture_output=True, text=True)
    found = re.search(r"Collected : (\d+)", done.stderr)
    if not found:
        raise RuntimeError("callgrind did not say how many instructions it has counted:\n" + done.stderr)
    return int(found[1]), json.loads(done.stdout)["count"]


def instructions(anden, row):
    """Instructions of one decision or call of a row of rows()."""
    (few, n), (many, m) = (collect(anden, row, games) for games in (FEW, MANY))
    return (many - few) / (m - n)


def build_facts(build):
    """How a build folder was made: compiler, cpu, optimization, sanitize."""
    with open(os.path.join(build, "bench/facts.json"), encoding="utf-8") as f:
        return json.load(f)


def write_record(path, facts, numbers):
    with open(path, "w", encoding="utf-8") as f:
        f.write(f"{HEAD}compiler {facts['compiler']} {facts['cpu']}\n")
        for (game, seats), number in numbers.items():
            f.write(f"{game} {seats} {number:.0f}\n")


def read_record(path):
    """The compiler (name, version), the cpu, and the numbers by (game, seats)."""
    numbers = {}
    with open(path, encoding="utf-8") as f:
        lines = [line.split() for line in f if line.strip() and not line.startswith("#")]
    (word, name, version, cpu), *rest = lines
    if word != "compiler":
        raise ValueError(f"{path}: the first line must name the compiler")
    for game, seats, number in rest:
        numbers[game, int(seats)] = int(number)
    return (name, version), cpu, numbers
