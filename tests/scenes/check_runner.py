"""Does the scene runner notice mistakes? Each scene file in the folder of faults must fail, with the
message that its first line gives after "# expect: ".

Usage: check_runner.py RUNNER BOARDS FOLDER
"""
import glob
import os
import subprocess
import sys


def check(runner, boards, path):
    """What is wrong with the runner's answer to this file, or None."""
    with open(path, encoding="utf-8") as f:
        first = f.readline()
    if not first.startswith("# expect: "):
        return "its first line is not \"# expect: ...\""
    expected = first[len("# expect: "):].strip()
    done = subprocess.run([runner, "--boards", boards, path], capture_output=True, text=True)
    if done.returncode != 1:
        return f"exit code {done.returncode} instead of 1"
    found = [line for line in done.stdout.splitlines() if line.startswith("# ")]
    if not any(os.path.basename(path) in line and expected in line for line in found):
        return f"expected {expected!r}, found {found}"
    return None


def main():
    runner, boards, folder = sys.argv[1:]
    paths = sorted(glob.glob(os.path.join(folder, "*.scene")))
    print(f"1..{len(paths)}")
    failed = 0
    for number, path in enumerate(paths, 1):
        wrong = check(runner, boards, path)
        failed += wrong is not None
        if wrong:
            print(f"# {path}: {wrong}")
        print(f"{'not ' if wrong else ''}ok {number} - {os.path.basename(path)}")
    sys.exit(1 if failed or not paths else 0)


main()
