"""The layout is that of clang-format (.clang-format). Skipped (77) unless it is that of Debian 12.

Usage: format.py ROOT CLANG_FORMAT
"""
import subprocess
import sys

import sources


def main():
    root, tool = sys.argv[1:3]
    sources.only_named_version(tool)
    report = sources.Report("format")
    paths = sources.files(root, ".c", ".h")
    report.looked_at = len(paths)
    done = subprocess.run([tool, "--dry-run", "-Werror", "--style=file"] + paths, cwd=root,
                          capture_output=True, text=True)
    bad = sorted({line.split(":")[0] for line in done.stderr.splitlines() if "-Wclang-format-violations" in line})
    for path in bad:
        report.add(path, 1, f"is not laid out as clang-format does it: {tool} -i {path}")
    if done.returncode and not bad:
        report.add(tool, 0, done.stderr)
    report.finish()


main()
