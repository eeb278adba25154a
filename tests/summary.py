"""Adds up what test runs of meson came to: one line "N passed, N failed", and an exit code.

Usage: summary.py [--some] TESTLOG_JSON...

A test that prints TAP counts as many times as it has points, any other once. A log that is missing
or empty is a failure: something kept the tests from running (with --some it is not, if another log has
tests: a suite may be in one build only). Of a TAP test that failed the points that
failed are shown, since meson itself does not show them.
"""
import json
import re
import sys

POINT = re.compile(r"^(not )?ok\b(?!.*# SKIP)", re.M)


def count(test):
    """Passed and failed of one test."""
    good = test["result"] in ("OK", "EXPECTEDFAIL")
    points = POINT.findall(test.get("stdout") or "")
    if test["result"] == "SKIP":
        return 0, 0
    if not points:
        return int(good), int(not good)
    failed = sum(1 for p in points if p)
    # A program that dies halfway fails though none of its points did.
    return len(points) - failed, max(failed, int(not good))


def show(test):
    """The failed points of a TAP test, each with the comments around it and the reason given."""
    comments = []
    why = False  # what follows a point, further in, belongs to it
    for line in (test.get("stdout") or "").splitlines():
        if why and line.startswith("  "):
            print(line)
            continue
        why = line.startswith("not ok")
        if line.startswith("#"):
            comments.append(line)
        elif why:
            print("\n".join(comments + [line]))
            comments = []
        else:
            comments = []
    if comments:
        print("\n".join(comments))


def main():
    passed = failed = 0
    names = []
    some = "--some" in sys.argv
    for path in sys.argv[1:]:
        if path == "--some":
            continue
        try:
            with open(path, encoding="utf-8") as f:
                tests = [json.loads(line) for line in f]
        except OSError:
            tests = []
        if not tests and not some:
            print(f"no test was run: {path}")
            failed += 1
        for test in tests:
            p, f = count(test)
            passed, failed = passed + p, failed + f
            if f:
                show(test)
                names.append(f"{test['name']} ({path.split('/')[0]})")
    if names:
        print("Failed: " + ", ".join(names))
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed or not passed else 0)


main()
