"""Every command of the README that calls build/anden works, one after the other, in an empty folder.

Usage: readme.py ROOT ANDEN

Commands with human seats are given an empty input. `my.board` is the example of doc/.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

import sources


def main():
    root, anden = os.path.realpath(sys.argv[1]), os.path.realpath(sys.argv[2])
    report = sources.Report("readme")
    text = sources.read(root, "README.md")
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(os.path.join(folder, "build"))
        os.symlink(anden, os.path.join(folder, "build/anden"))
        shutil.copy(os.path.join(root, "doc/examples/tiny.board"), os.path.join(folder, "my.board"))
        for block in re.findall(r"```sh\n(.*?)```", text, re.S):
            for line in block.splitlines():
                # A server runs until it is stopped; tests/server starts some.
                if not line.startswith("build/anden") or line.startswith("build/anden serve"):
                    continue
                report.looked_at += 1
                done = subprocess.run(["bash", "-c", line], cwd=folder, capture_output=True, text=True,
                                      stdin=subprocess.DEVNULL, timeout=60)
                if done.returncode:
                    number = text[: text.index(line)].count("\n") + 1
                    report.add("README.md", number, f"exit code {done.returncode}: {done.stderr.strip()}")
    for target in re.findall(r"\]\(([^)#:]+)\)", text):
        if not os.path.exists(os.path.join(root, target)):
            report.add("README.md", 1, f"{target} does not exist")
    report.finish()


main()
