"""Perft: counts of event sequences from fixed positions.

Usage: perft.py ANDEN FOLDER          compares
       perft.py ANDEN FOLDER --write  writes the counts again

A position is the end of a log, FOLDER/*.log. Its comments have the expected counts:
`# perft DEPTH COUNT` is how many sequences of DEPTH legal events there are from there, each outcome
of chance counted once.
"""
import glob
import os
import re
import subprocess
import sys

LINE = re.compile(r"^# perft (\d+) (\d+|\?)$", re.M)


def counts(program, path, depth):
    done = subprocess.run([program, "perft", "--from", path, "--depth", str(depth)], capture_output=True,
                          text=True, stdin=subprocess.DEVNULL)
    if done.returncode:
        print(done.stderr.strip())
        return {}
    return dict(line.split()[:2] for line in done.stdout.splitlines())


def main():
    program, folder = sys.argv[1:3]
    wrong = looked_at = 0
    for path in sorted(glob.glob(os.path.join(folder, "*.log"))):
        with open(path, encoding="utf-8") as f:
            text = f.read()
        expected = LINE.findall(text)
        found = counts(program, path, max([int(d) for d, _ in expected], default=1))
        if "--write" in sys.argv:
            text = LINE.sub(lambda m: f"# perft {m[1]} {found.get(m[1], '?')}", text)
            with open(path, "w", encoding="utf-8") as f:
                f.write(text)
            expected = LINE.findall(text)
        if not expected:
            print(f"{path}: no line '# perft DEPTH COUNT'")
            wrong += 1
        for depth, count in expected:
            looked_at += 1
            if found.get(depth) != count:
                wrong += 1
                print(f"{path}: depth {depth}: expected {count}, counted {found.get(depth)}")
    print(f"{looked_at} counts, {wrong} wrong")
    sys.exit(1 if wrong or not looked_at else 0)


main()
