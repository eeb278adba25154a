"""commits.py finds what it should, in a history made for it.

Usage: test_commits.py
"""
import os
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
WHY = "\n\nIt is easier to find there."
# subject and body; the expected finding, or None
MESSAGES = [
    ("Move the store into a room of its own" + WHY, None),
    ("Pass what is on its way" + WHY + "\nBench: 0123456789abcdef", None),
    ("Page: bring the bus stops back" + WHY, None),
    ("Embed the boards, and need /etc/anden.conf no more" + WHY, None),
    ("Answer /api/tables and ../shared" + WHY, None),
    ("Say it in " + "w" * 63 + WHY, "73 columns"),
    ("Move the store." + WHY, "full stop"),
    ("move the store" + WHY, "capital letter"),
    ("Moved the store" + WHY, "not imperative"),
    ("Moves the store" + WHY, "not imperative"),
    ("Moving the store" + WHY, "not imperative"),
    ("Store: a room of its own" + WHY, "not imperative"),
    ("Move the store", "no body"),
    ("Move the store\n\nBench: 0123456789abcdef", "no body"),
    ("Move the store\nIt is easier to find there.", "after the subject"),
    ("Take the pictures from /tm" "p/x/shots" + WHY, "folder of somebody's machine"),
    ("Move the store\n\nAs in /hom" "e/ana/anden.", "folder of somebody's machine"),
    ("fixup! Move the store" + WHY, "squashed"),
]


class History(unittest.TestCase):
    def setUp(self):
        # Not inside another repository, whose history would be found.
        self.folder = tempfile.TemporaryDirectory()
        self.root = os.path.join(self.folder.name, "one")
        os.makedirs(os.path.join(self.root, "tests/lint"))
        self.git("init", "-q", "-b", "main")
        self.commit("Whatever it was.")
        self.know(self.git("rev-parse", "HEAD"))

    def tearDown(self):
        self.folder.cleanup()

    def git(self, *words, root=None):
        who = ["-c", "user.name=Ana", "-c", "user.email=ana@example.org", "-c", "commit.gpgsign=false"]
        return subprocess.run(["git", *who, *words], cwd=root or self.root, check=True, capture_output=True, text=True).stdout

    def commit(self, message):
        self.git("commit", "-q", "--allow-empty", "--cleanup=verbatim", "-m", message)

    def know(self, commit, root=None):
        with open(os.path.join(root or self.root, "tests/lint/commits.known"), "w", encoding="utf-8") as f:
            f.write(commit)

    def write(self, path, text):
        os.makedirs(os.path.join(self.root, os.path.dirname(path)), exist_ok=True)
        with open(os.path.join(self.root, path), "w", encoding="utf-8") as f:
            f.write(text)
        self.git("add", path)

    def lint(self, *more, root=None):
        done = subprocess.run([sys.executable, os.path.join(HERE, "commits.py"), root or self.root, *more],
                              capture_output=True, text=True)
        self.assertEqual(done.stderr, "")
        return done.returncode, done.stdout

    def test_known_alone(self):
        self.assertEqual(self.lint(), (0, "commits: 1 looked at, 0 findings\n"))

    def test_messages(self):
        for message, _ in MESSAGES:
            self.commit(message)
        code, said = self.lint()
        self.assertEqual(code, 1)
        self.assertIn(f"{len(MESSAGES) + 1} looked at", said)
        hashes = self.git("log", "--reverse", "--format=%H", f"-{len(MESSAGES)}").split()
        for commit, (message, complaint) in zip(hashes, MESSAGES):
            found = [line for line in said.splitlines() if line.startswith(commit[:12])]
            with self.subTest(message):
                self.assertEqual(bool(found), bool(complaint), found)
                self.assertIn(complaint or "", "".join(found))

    def test_merge(self):
        self.git("checkout", "-q", "-b", "side")
        self.commit("Move the store" + WHY)
        self.git("checkout", "-q", "main")
        self.commit("Move the hall" + WHY)
        self.git("merge", "-q", "-m", "Join both" + WHY, "side")
        code, said = self.lint()
        self.assertEqual(code, 1)
        self.assertIn("a merge", said)

    def test_play_that_changes(self):
        with open(os.path.join(HERE, "../games/expected.txt"), encoding="utf-8") as f:
            games = f.readlines()
        for path, before, after in (("tests/perft/europe-turn.log", "# perft 1 52\n", "# perft 1 53\n"),
                                    ("tests/games/expected.txt", "".join(games[:2]), "".join(games[:1])),
                                    ("tests/games/expected.txt", "".join(games[:3]), "".join(games[:2]))):
            self.write(path, before)
            self.commit("Count Europe" + WHY)
            self.assertEqual(self.lint()[0], 0)
            self.write(path, after)
            self.commit("Count Europe well" + WHY)
            self.assertIn("Bench: SIGNATURE", self.lint()[1])
            self.git("commit", "-q", "--amend", "-m", "Count Europe well" + WHY + "\n\nBench: 0123456789abcdef")
            self.assertEqual(self.lint()[0], 0)

    def test_know(self):
        self.commit("Move the store" + WHY)
        self.assertEqual(self.lint("--know")[0], 0)
        self.assertEqual(self.lint(), (0, "commits: 1 looked at, 0 findings\n"))
        self.commit("Bad.")
        self.assertEqual(self.lint("--know")[0], 1)
        self.assertEqual(self.lint()[0], 1)

    def shallow(self, depth):
        root = os.path.join(self.folder.name, "shallow")
        self.git("clone", "-q", "--depth", str(depth), "file://" + self.root, root)
        os.makedirs(os.path.join(root, "tests/lint"))
        with open(os.path.join(self.root, "tests/lint/commits.known"), encoding="utf-8") as f:
            self.know(f.read(), root)
        return self.lint(root=root)

    def test_shallow(self):
        for subject in ("Move the store", "Move the hall", "Move the room"):
            self.commit(subject + WHY)
        code, said = self.shallow(2)
        self.assertEqual(code, 0, said)
        self.assertIn("cannot be seen", said)
        self.assertIn("2 looked at, 0 findings", said)

    def test_shallow_and_bad(self):
        self.commit("Move the store" + WHY)
        self.commit("Bad.")
        self.assertEqual(self.shallow(1)[0], 1)

    def test_another_branch(self):
        self.git("checkout", "-q", "-b", "side")
        self.commit("Move the store" + WHY)
        self.know(self.git("rev-parse", "HEAD"))
        self.git("checkout", "-q", "main")
        code, said = self.lint()
        self.assertEqual(code, 1)
        self.assertIn("not an ancestor", said)

    def test_no_history(self):
        self.know("0" * 40)
        code, said = self.lint()
        self.assertEqual(code, 77)
        self.assertIn("not part of this history", said)
        copy = os.path.join(self.folder.name, "copy")
        os.makedirs(os.path.join(copy, "tests/lint"))
        self.know("0" * 40, copy)
        code, said = self.lint(root=copy)
        self.assertEqual(code, 77)
        self.assertIn("no history of its own", said)


unittest.main()
