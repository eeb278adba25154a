"""clang-tidy (.clang-tidy says which checks) and cppcheck over every file that is compiled.

Usage: tidy.py ROOT BUILD clang-tidy|cppcheck

BUILD has the compile_commands.json to use. Skipped (77) unless the tool is that of Debian 12.
"""
import json
import os
import subprocess
import sys

import sources

# What cppcheck finds beyond errors, and the exceptions:
CPPCHECK = [
    "--enable=warning,portability",
    "--inline-suppr",
    "--quiet",
    "--error-exitcode=1",
    "-I.",
    "--std=c11",
    "--suppress=missingIncludeSystem",
    # Anonymous unions of struct board and struct state are initialised by their functions.
    "--suppress=uninitStructMember",
    # Compilers check formats better: cppcheck guesses the arguments of a function.
    "--suppress=wrongPrintfScanfArgNum",
]
# Cppcheck looks at a file once for each way through its #if. Nearly every file includes engine/bits.h, which counts bits in a
# way of its own on some machines. Only the files of BY_MACHINE are looked at for every machine: its test, and what is for wasm.
ANY_MACHINE = ["-U__POPCNT__", "-U__aarch64__", "-U__wasm__"]
BY_MACHINE = ("tests/unit/test_bits.c", "tests/wasm/", "web/wasm/")


def compiled(root, build):
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as f:
        for entry in json.load(f):
            path = os.path.relpath(os.path.join(entry["directory"], entry["file"]), root)
            if path.endswith(".c") and not path.startswith(".."):
                if not path.startswith("build") and not os.path.isabs(path):
                    yield path


def main():
    root, build, tool = sys.argv[1:4]
    root, build = os.path.realpath(root), os.path.realpath(build)
    sources.only_named_version(tool)
    report = sources.Report(tool)
    paths = sorted(set(compiled(root, build)))
    # Starting clang-tidy takes as long as looking at a file. Cppcheck would compare every file with every other.
    at_a_time = 1 if tool == "cppcheck" else 40
    options = CPPCHECK if tool == "cppcheck" else ["--quiet", "--warnings-as-errors=*", "-p", build]
    for first in range(0, len(paths), at_a_time):
        some = paths[first : first + at_a_time]
        more = ANY_MACHINE if tool == "cppcheck" and not some[0].startswith(BY_MACHINE) else []
        done = subprocess.run([tool, *options, *more, *some], cwd=root, capture_output=True, text=True)
        report.looked_at += len(some)
        if done.returncode:
            report.add(tool, 0, f"\n{done.stdout}{done.stderr}")
    report.finish()


main()
