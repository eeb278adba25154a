"""Commit messages follow CONTRIBUTING.md: checks the commits since the last known one.

Usage: commits.py ROOT           looks at them
       commits.py ROOT --know    looks at them and, if all is well, remembers the newest

The hash of the last known commit is in tests/lint/commits.known. A shallow clone shows only its newest
commits: those are looked at. Without a history (a copy of the files alone) the lint is skipped.
"""
import os
import re
import subprocess
import sys

import sources

KNOWN = "tests/lint/commits.known"
SKIP = 77  # for meson: skipped
WIDTH_MAX = 72
TRAILER = re.compile(r"[A-Z][A-Za-z-]*: ")
AREA = re.compile(r"[\w ./-]+: ")
# Folders of a machine; not addresses such as /api/tables, nor places that every system has, such as /etc.
FOLDER = re.compile(r"(?<![\w.:/<])(/(home|Users|root|wor" r"k|far" r"m|mnt|srv|tmp|var/tmp|media|opt|private)|~|[A-Z]:\\)/?\w*")
# Beginnings of subjects that describe instead of saying what to do.
NOT_IMPERATIVE = re.compile(r"(an?|the|no|all|some|this|that|these|it|now|more|also|wip)$|\w+(?<!e)(?<!emb)(?<!sh)ed$|"
                            r"\w{3,}(?<!str)(?<!br)(?<!sw)ing$|\w+(?<!s)(?<!focu)(?<!canva)(?<!bia)(?<!ali)s$", re.I)
# Counts and results that change only when play does.
RECORDS = ["tests/perft", "tests/games/expected.txt"]
RECORD_GONE = re.compile(r"^-(# perft \d|[\w-]+  +\d)", re.M)


def git(root, *words):
    """What git says, or None if it refuses."""
    done = subprocess.run(["git", "-c", f"safe.directory={root}", "-C", root, *words], capture_output=True, text=True)
    return done.stdout if done.returncode == 0 else None


def skip(why):
    print(f"commits: skipped: {why}")
    sys.exit(SKIP)


def history(root, known):
    """The range of commits to look at."""
    try:
        top = git(root, "rev-parse", "--show-toplevel")
    except OSError:
        skip("git is not installed")
    if top is None or os.path.realpath(top.strip()) != root:
        skip("this folder has no history of its own")
    if git(root, "cat-file", "-e", known + "^{commit}") is not None:
        return known + "..HEAD"
    if git(root, "rev-parse", "--is-shallow-repository").strip() == "true":
        print(f"commits: this clone is shallow; what lies between {known[:12]} and its oldest commit cannot be seen")
        return "HEAD"
    skip(f"the last known commit {known[:12]} is not part of this history")


def commits(root, which):
    """(hash, parents, lines of the message) of each commit, the newest first."""
    for entry in git(root, "log", "-z", "--format=%H%n%P%n%B", which).split("\0"):
        if entry:
            commit, parents, *message = entry.rstrip("\n").split("\n")
            yield commit, parents.split(), message


def check_subject(subject):
    if len(subject) > WIDTH_MAX:
        yield f"the subject has {len(subject)} columns, more than {WIDTH_MAX}"
    if subject.endswith("."):
        yield "the subject ends with a full stop"
    if not subject[:1].isupper():
        yield "the subject does not begin with a capital letter"
    first = re.match(r"[\w'-]*", AREA.sub("", subject, count=1))[0]
    if NOT_IMPERATIVE.match(first):
        yield f"the subject is not imperative: \"{first}\" (write \"Add\", \"Move\", \"Say\" ...)"
    if subject.startswith(("fixup!", "squash!", "amend!")):
        yield "this commit was meant to be squashed into another"


def check_message(message):
    yield from check_subject(message[0] if message else "")
    if len(message) > 1 and message[1]:
        yield "the line after the subject is not empty"
    if not any(line.strip() and not TRAILER.match(line) for line in message[2:]):
        yield "there is no body that says why"
    for line in message:
        for folder in FOLDER.finditer(line):
            yield f"names a folder of somebody's machine: {folder[0]}"


def changes_play(root, commit):
    return RECORD_GONE.search(git(root, "show", "-M", "-U0", "--format=", commit, "--", *RECORDS) or "")


def check(root, report, commit, parents, message):
    subject = message[0] if message else ""
    complaints = list(check_message(message))
    if len(parents) > 1:
        complaints.append("a merge: history is straight here (git rebase)")
    elif changes_play(root, commit) and not any(line.startswith("Bench: ") for line in message):
        complaints.append("changes recorded games or counts, so play has changed: say \"Bench: SIGNATURE\"")
    for complaint in complaints:
        report.add(commit[:12], 1, f"{complaint}\n    {subject}")


def main():
    root = os.path.realpath(sys.argv[1])
    known = sources.read(root, KNOWN).split()[0]
    which = history(root, known)
    report = sources.Report("commits")
    if which != "HEAD":
        report.looked_at += 1  # the known one
        if git(root, "merge-base", "--is-ancestor", known, "HEAD") is None:
            report.add(KNOWN, 1, f"{known[:12]} is not an ancestor of the commit at hand")
    for entry in commits(root, which):
        report.looked_at += 1
        check(root, report, *entry)
    if "--know" in sys.argv and not report.findings:
        with open(os.path.join(root, KNOWN), "w", encoding="utf-8") as f:
            f.write(git(root, "rev-parse", "HEAD"))
    report.finish()


main()
