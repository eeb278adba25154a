"""A command in the documentation works, and every link from one page to another leads somewhere.

Usage: readme.py ROOT ANDEN

The commands of a page run one after the other in a folder of their own, which looks like the project's and has a log of a
game, a board and a bot. People's seats get an empty input. Commands that need more than that are not run: APART says which and why. The
options that they give to anden must exist, and so must all commands and options that are only mentioned in a sentence.
"""
import functools
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import sources

APART = {
    "changes the system, or needs a service on it": r"sudo |journalctl |sqlite3 ",
    "builds or measures for minutes, or needs other machines": r"\./(play|test)\b|meson |bench/run|valgrind |for t in|ulimit |mpirun |git |cd |.*store_drive ",
    "needs a server, which tests/server and tests/terminal start": r"anden *(#|$|serve |admin |load )|anden (play|watch)\b.*https?://|python3 examples/bot\.py ",
    "needs a game of the full screen: tests/terminal": r"anden play --continue",
    "needs an installed library: tests/unit/test_library.py": r"cc |\./game ",
    "needs torch, and minutes: tests/python/test_learn.py": r"python3 .*learn",
}
PYTHON = "/usr/bin/python3" if os.access("/usr/bin/python3", os.X_OK) else sys.executable  # Debian's, with Debian's numpy
# Records of measurements name commands that took hours.
RECORDS = ("CHANGELOG.md", "bench/results.md", "bench/strength.md")


def blocks(text):
    """The blocks of a page: language, and the lines with their numbers."""
    language, lines = None, []
    for number, line in enumerate(text.splitlines(), 1):
        fence = re.match(r" *```(\w*)", line)
        if fence and language is None:
            language, lines = fence[1], []
        elif fence:
            yield language, lines
            language = None
        elif language is not None:
            lines.append((number, line.strip()))


@functools.cache
def has_numpy():
    """Whether the Python of the folders below has it, as the package needs it."""
    return subprocess.run([PYTHON, "-c", "import numpy"], capture_output=True, check=False).returncode == 0


@functools.cache
def described(anden):
    """The program's own description: the options of each command, and the words that can follow those that have such."""
    about = json.loads(subprocess.run([anden, "--help", "--json"], capture_output=True, text=True, check=True).stdout)
    options, words = {"": {option["name"] for option in about["options"]}}, {}
    for command in about["commands"]:
        options[command["name"]] = {option["name"] for option in command["options"]} | {"--help"}
        first = {m[1] for usage in command["usage"] if (m := re.match(r"anden \S+ ([a-z]+)\b", usage))}
        if first:
            words[command["name"]] = first
    return options, words


def mistakes(anden, line):
    """What a command line of anden names that does not exist."""
    options, words = described(anden)
    given = re.sub(r'"[^"]*"|\'[^\']*\'', "x", line.split(" #")[0]).split()[1:]
    command = given[0] if given and not given[0].startswith("-") else ""
    if command not in options:
        return f"there is no command {command}"
    if command in words and len(given) > 1 and given[1] not in words[command]:
        return f"anden {command} has no {given[1]}"
    unknown = [word for word in given if word.startswith("--") and word.split("=")[0] not in options[command] | options[""]]
    return f"anden {command} has no {unknown[0]}" if unknown else None


class Folder:
    """A folder in which a page's commands run."""

    def __init__(self, root, anden, path):
        for name in ("bench", "boards", "doc", "examples", "python"):
            os.symlink(os.path.join(root, name), os.path.join(path, name))
        os.mkdir(os.path.join(path, "bin"))
        os.symlink(anden, os.path.join(path, "bin/anden"))
        os.symlink(os.path.dirname(anden), os.path.join(path, "build"))
        os.symlink(PYTHON, os.path.join(path, "bin/python3"))
        shutil.copy(os.path.join(root, "doc/examples/tiny.board"), os.path.join(path, "my.board"))
        shutil.copy(os.path.join(root, "examples/python/my_bot.py"), path)
        self.path = path
        self.environment = os.environ | {
            "PATH": f"{path}/bin:{os.environ['PATH']}", "HOME": path, "XDG_DATA_HOME": path, "PYTHONPATH": os.path.join(root, "python"),
            "ANDEN_LIBRARY": os.path.join(os.path.dirname(anden), "libanden.so"), "PYTHONDONTWRITEBYTECODE": "1"}
        self.run("anden play paris --seats random,random --seed 1 --save game.log")
        self.played = os.path.join(path, "game.log")

    def run(self, line):
        return subprocess.run(["bash", "-c", line], cwd=self.path, capture_output=True, text=True, stdin=subprocess.DEVNULL,
                              timeout=300, env=self.environment)


def check_commands(report, root, anden, page):
    found = list(blocks(sources.read(root, page)))
    with tempfile.TemporaryDirectory() as path:
        folder = Folder(root, anden, path) if found else None
        for language, lines in found:
            for number, line in lines:
                if not language and re.match(r"(sudo |\./)?(anden|python3|apt|play|test) ", line):
                    report.add(page, number, "is in a block of no language: commands are in ```sh")
                if language != "sh" or not line:
                    continue
                report.looked_at += 1
                if any(re.match(pattern, line) for pattern in APART.values()):
                    wrong = line.startswith("anden ") and mistakes(anden, line)
                    if wrong:
                        report.add(page, number, wrong)
                    continue
                if line.startswith("python3") and not has_numpy():
                    continue
                if re.match(r"anden play .*--save game\.log", line):
                    os.remove(folder.played)
                done = folder.run(line)
                if done.returncode:
                    report.add(page, number, f"exit code {done.returncode}: {(done.stderr or done.stdout).strip()}")


def check_mentions(report, root, anden, page):
    for number, line in enumerate(sources.read(root, page).splitlines(), 1):
        for command in re.findall(r"`((?:build/)?anden [a-z][^`]*)`", line):
            report.looked_at += 1
            wrong = mistakes(anden, command)
            if wrong:
                report.add(page, number, wrong)


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
    for page in sources.files(root, ".md"):
        if page not in RECORDS:
            check_commands(report, root, anden, page)
            check_mentions(report, root, anden, page)
    check_links(report, root)
    report.finish()


main()
