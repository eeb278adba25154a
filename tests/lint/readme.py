"""Every command of the README that calls anden works, one after the other, in an empty folder; and every link
from one page of the documentation to another leads somewhere.

Usage: readme.py ROOT ANDEN

Commands with human seats are given an empty input. `my.board` is the example of doc/, and examples/ is there.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

import sources


def check_links(report, root):
    """Every file that a page links to exists."""
    for path in sources.files(root, ".md"):
        for number, line in enumerate(sources.read(root, path).splitlines(), 1):
            for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", line):
                if not os.path.exists(os.path.join(root, os.path.dirname(path), target)):
                    report.add(path, number, f"{target} does not exist")


def main():
    root, anden = os.path.realpath(sys.argv[1]), os.path.realpath(sys.argv[2])
    report = sources.Report("readme")
    text = sources.read(root, "README.md")
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(os.path.join(folder, "bin"))
        os.symlink(anden, os.path.join(folder, "bin/anden"))
        path = f"{folder}/bin:{os.environ['PATH']}"
        os.symlink(os.path.join(root, "examples"), os.path.join(folder, "examples"))
        shutil.copy(os.path.join(root, "doc/examples/tiny.board"), os.path.join(folder, "my.board"))
        for block in re.findall(r"```sh\n(.*?)```", text, re.S):
            for line in block.splitlines():
                # A server runs until it is stopped; tests/server starts some.
                if not line.startswith("anden ") or re.match("anden( serve| *#)", line):
                    continue
                report.looked_at += 1
                done = subprocess.run(["bash", "-c", line], cwd=folder, capture_output=True, text=True,
                                      stdin=subprocess.DEVNULL, timeout=300,
                                      env={**os.environ, "PATH": path, "HOME": folder, "XDG_DATA_HOME": folder})
                if done.returncode:
                    number = text[: text.index(line)].count("\n") + 1
                    report.add("README.md", number, f"exit code {done.returncode}: {done.stderr.strip()}")
    check_links(report, root)
    report.finish()


main()
