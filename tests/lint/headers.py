"""Every header compiles alone, and twice in a row.

Usage: headers.py ROOT COMPILER...
"""
import subprocess
import sys

import sources


def main():
    root, compiler = sys.argv[1], sys.argv[2:]
    report = sources.Report("headers")
    for path in sources.files(root, ".h"):
        report.looked_at += 1
        # The server is POSIX and more; libuv's header asks for it.
        hosted = ["-D_GNU_SOURCE"] if path.startswith("server/") else []
        done = subprocess.run(
            compiler + hosted + ["-std=c17", "-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion",
                        "-Wno-unused-function", "-fsyntax-only", "-I.", "-x", "c", "-"],
            cwd=root, input=f'#include "{path}"\n#include "{path}"\n', capture_output=True, text=True)
        if done.returncode:
            report.add(path, 1, "does not compile alone:\n" + done.stderr)
    report.finish()


main()
