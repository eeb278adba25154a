"""Guards against slowdowns: compares the instructions per decision of random games, counted by callgrind, with the
numbers recorded in bench/instructions.txt.

Usage: instructions.py ROOT BUILD ANDEN

Fails when a game needs more than 10 % more than recorded, or is not in the record. Builds that can't be compared
with the record (another compiler, another processor, sanitizers, not optimised) are skipped.
"""
import os
import shutil
import sys

SKIP = 77  # as meson understands it
LIMIT = 1.10

root, build, anden = sys.argv[1:]
sys.path.insert(0, os.path.join(root, "bench"))
sys.dont_write_bytecode = True
import counting  # noqa: E402


def incomparable(facts, compiler, cpu):
    """Why this build can't be compared with the record; None if it can."""
    name, version = facts["compiler"].split()
    if facts["sanitize"] != "none":
        return "a build with sanitizers does other work"
    if facts["optimization"] != "3":
        return f"the record is of optimised builds, and this one has optimization={facts['optimization']}"
    if (name, version.split(".")[0], facts["cpu"]) != (compiler[0], compiler[1].split(".")[0], cpu):
        return (f"the record is of {' '.join(compiler)} for {cpu}, and this is {facts['compiler']} for "
                f"{facts['cpu']}")
    if not shutil.which("valgrind"):
        return "valgrind is not installed"
    return None


def judge(game, seats, number, recorded):
    """What is wrong with a number, in words; None if nothing is."""
    what = f"{game} with {seats} seats: {number:.0f} instructions a decision"
    if recorded is None:
        return f"{what}, and bench/instructions.txt has no line for it. Run bench/run --record."
    if number > recorded * LIMIT:
        return (f"{what}, {100 * (number / recorded - 1):.1f} % more than the {recorded} in bench/instructions.txt. "
                "Find out what became slower; if it must be, run bench/run --record and say why in the commit.")
    return None


def main():
    compiler, cpu, recorded = counting.read_record(os.path.join(root, counting.RECORD))
    reason = incomparable(counting.build_facts(build), compiler, cpu)
    if reason:
        print(f"Skipped: {reason}.")
        sys.exit(SKIP)
    # Checks the guard itself: nobody would notice one that lets everything pass.
    assert judge("x", 2, 111, 100) and judge("x", 2, 1, None) and not judge("x", 2, 109, 100)
    faults, seen = [], set()
    for row in counting.rows(anden, "--what", "play", "--games", "1", "--rounds", "1"):
        game, seats = row["game"], row["seats"]
        number = counting.instructions(anden, row)
        seen.add((game, seats))
        print(f"{game} {seats}: {number:.1f} (recorded {recorded.get((game, seats))})")
        faults.append(judge(game, seats, number, recorded.get((game, seats))))
    faults += [f"{game} with {seats} seats is in the record, but anden bench does not play it."
               for game, seats in recorded if (game, seats) not in seen]
    faults = [fault for fault in faults if fault]
    print("\n".join(faults))
    sys.exit(1 if faults or not seen else 0)


main()
