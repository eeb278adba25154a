"""Adds up the results of meson's test runs: one line "N passed, N failed", and an exit code.

Usage: summary.py [--some] TESTLOG_JSON...
       summary.py --unsteady TESTLOG_JSON

A test that prints TAP counts as many times as it has points, any other once. A missing or empty log is a failure, since something
kept the tests from running (but not with --some, if another log has tests: a suite may be in one build only). The failed points of
a TAP test are shown, since meson itself does not show them.

--unsteady prints the names of the failed tests that may be run once more: those that depend on the pace of
other programs, unless there are many. The result of a second run is in again-NAME.json beside the log, and counts instead; tests
that passed only then are named.
"""
import json
import os
import re
import sys

POINT = re.compile(r"^(not )?ok\b(?!.*# SKIP)", re.M)
# Tests that depend on the pace of other programs: browsers, terminals, databases, MPI.
UNSTEADY = re.compile(r"anden:((e2e|terminal|server|attack|web)\b|unit\S* / command line)")
MANY = 4  # so many failures are no accident


def count(test):
    """Passed and failed of one test."""
    good = test["result"] in ("OK", "EXPECTEDFAIL")
    points = POINT.findall(test.get("stdout") or "")
    if test["result"] == "SKIP":
        return 0, 0
    if not points:
        return int(good), int(not good)
    failed = sum(1 for p in points if p)
    # A program that dies halfway fails even if none of its points did.
    return len(points) - failed, max(failed, int(not good))


def show(test):
    """The failed points of a TAP test, each with the comments around it and the reason given."""
    comments = []
    why = False  # indented lines after a point belong to it
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


def read(path):
    """The tests of a log, or none if there is no such log. Older versions of Meson write their names as "anden:SUITE / NAME", newer
    ones as "SUITE - anden:NAME"."""
    try:
        with open(path, encoding="utf-8") as f:
            tests = [json.loads(line) for line in f]
    except OSError:
        return []
    for test in tests:
        test["name"] = re.sub(r"^(\S+) - anden:", r"anden:\1 / ", test["name"])
    return tests


def short(test):
    return test["name"].split(" / ")[-1]


def unsteady(path):
    names = [short(t) for t in read(path) if count(t)[1] and UNSTEADY.match(t["name"])]
    return names if len(names) < MANY else []


def last(test, path):
    """The test's second run, if there was one; otherwise the test."""
    again = read(os.path.join(os.path.dirname(path), f"again-{short(test)}.json"))
    return again[0] if again else test


def main():
    if sys.argv[1] == "--unsteady":
        for name in unsteady(sys.argv[2]):
            print(name)
        return
    passed = failed = 0
    names = []
    late = []
    some = "--some" in sys.argv
    for path in sys.argv[1:]:
        if path == "--some":
            continue
        tests = read(path)
        if not tests and not some:
            print(f"no test was run: {path}")
            failed += 1
        for first in tests:
            test = last(first, path)
            p, f = count(test)
            passed, failed = passed + p, failed + f
            name = f"{test['name']} ({path.split('/')[0]})"
            if count(first)[1]:
                show(first)
                (names if f else late).append(name)
    if late:
        print("Passed only when run once more: " + ", ".join(late))
    if names:
        print("Failed: " + ", ".join(names))
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed or not passed else 0)


main()
