"""What the lints share: the list of files, and the report of findings.

Every lint is a small program: `python3 tests/lint/NAME.py ROOT ...`. It prints each finding as
`file:line: message` and fails if there is one, or if it looked at nothing.
"""
import os
import re
import subprocess
import sys

SKIP = {".git", "node_modules", "__pycache__"}
# The tools of other versions disagree with these, those of Debian 12, about layout and about what is worth a remark.
VERSIONS = {"clang-format": "14.", "clang-tidy": "14.", "cppcheck": "2.10"}


def files(root, *endings):
    """Paths of the project's files with one of these endings, relative to root, sorted."""
    found = []
    for folder, folders, names in os.walk(root):
        folders[:] = [f for f in folders if f not in SKIP and not (folder == root and f.startswith("build"))]
        for name in names:
            # In another work tree of the same clone .git is a file.
            if name not in SKIP and (not endings or name.endswith(endings)):
                found.append(os.path.relpath(os.path.join(folder, name), root))
    return sorted(found)


def families(root):
    """The families of rules: each has a folder in engine/."""
    engine = os.path.join(root, "engine")
    return sorted(name for name in os.listdir(engine) if os.path.isdir(os.path.join(engine, name)))


def read(root, path):
    with open(os.path.join(root, path), encoding="utf-8", errors="replace") as f:
        return f.read()


def without_comments(text):
    """C code with comments, strings and characters blanked out, lines kept."""
    def blank(m):
        return re.sub(r"[^\n]", " ", m[0])
    return re.sub(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', blank, text, flags=re.S)


def only_named_version(tool):
    """Skips the lint if the tool has another version than the project's."""
    name = os.path.basename(tool)
    said = subprocess.run([tool, "--version"], capture_output=True, text=True, check=True).stdout
    version = re.search(r"\d+(\.\d+)+", said)[0]
    if not version.startswith(VERSIONS[name]):
        print(f"skipped: this is {name} {version}, and the project's layout and remarks are those of Debian 12 ({VERSIONS[name].rstrip('.')})")
        sys.exit(77)


class Report:
    def __init__(self, what):
        self.what = what
        self.looked_at = 0
        self.findings = []

    def add(self, path, line, message):
        self.findings.append(f"{path}:{line}: {message}")

    def finish(self):
        for finding in self.findings:
            print(finding)
        print(f"{self.what}: {self.looked_at} looked at, {len(self.findings)} findings")
        if not self.looked_at:
            print("nothing to look at: this lint cannot be right")
        sys.exit(1 if self.findings or not self.looked_at else 0)
