"""clang-tidy (.clang-tidy says which checks) and cppcheck over every file that is compiled.

Usage: tidy.py ROOT BUILD clang-tidy|cppcheck [JOBS]

BUILD has the compile_commands.json to go by.
"""
import concurrent.futures
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
    "--std=c11",
    "--suppress=missingIncludeSystem",
    # Anonymous unions of struct board and struct state are initialised by their functions.
    "--suppress=uninitStructMember",
    # Compilers check formats better: this one guesses what is passed to a function.
    "--suppress=wrongPrintfScanfArgNum",
]


def compiled(root, build):
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as f:
        for entry in json.load(f):
            path = os.path.relpath(os.path.join(entry["directory"], entry["file"]), root)
            if path.endswith(".c") and not path.startswith(".."):
                if not path.startswith("build") and not os.path.isabs(path):
                    yield path


def main():
    root, build, tool = sys.argv[1:4]
    jobs = int(sys.argv[4]) if len(sys.argv) > 4 else os.cpu_count() or 1
    root, build = os.path.realpath(root), os.path.realpath(build)
    report = sources.Report(tool)
    paths = sorted(set(compiled(root, build)))

    def run(path):
        if tool == "clang-tidy":
            command = [tool, "--quiet", "--warnings-as-errors=*", "-p", build, path]
        else:
            command = [tool, *CPPCHECK, "-I.", path]
        return path, subprocess.run(command, cwd=root, capture_output=True, text=True)

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for path, done in pool.map(run, paths):
            report.looked_at += 1
            if done.returncode:
                report.add(path, 0, f"{tool}:\n{done.stdout}{done.stderr if tool == 'cppcheck' else ''}")
    report.finish()


main()
