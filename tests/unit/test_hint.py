"""anden hint as a user sees it: hints through whole games, who may ask, mistakes.

Usage: test_hint.py PROGRAM
"""

import json
import os
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True  # nothing is written into the source tree
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from patience import PATIENCE  # noqa: E402

PROGRAM = os.path.abspath(sys.argv[1])
QUICK = int(os.environ.get("ANDEN_TEST_SCALE", "100")) < 50  # a slow build: each thing once
PLAYERS = {"europe": "rollout:iterations=20", "berlin": "planner", "paris": "rollout:iterations=20",
           "metro": "flat:iterations=3"}


class Hint(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = self.folder.name

    def tearDown(self):
        self.folder.cleanup()

    def run_it(self, line, code=0):
        done = subprocess.run([PROGRAM, *line.split()], stdin=subprocess.DEVNULL, capture_output=True,
                              cwd=self.path, timeout=PATIENCE)
        out, err = done.stdout.decode(), done.stderr.decode()
        self.assertEqual(done.returncode, code, f"anden {line}\n{out}\n{err}")
        return out if code == 0 else err

    def log(self, game, seats=2):
        player = "greedy" if game == "metro" else "planner"
        self.run_it(f"play {game} --seats {','.join([player] * seats)} --seed 3 --save game.log")
        with open(os.path.join(self.path, "game.log"), encoding="utf-8") as f:
            return sum(line[:1] not in "#\n" for line in f) - 20  # a little fewer than its events

    def test_games(self):
        for game, player in PLAYERS.items():
            lines, asked, keys = self.log(game), 0, set()
            for at in range(15, lines, 20 if QUICK else 7):
                legal = json.loads(self.run_it(f"legal game.log --at {at} --json"))
                if not isinstance(legal["to_act"], int):
                    continue
                events = {e["text"] for e in legal["events"]}
                line = f"hint game.log --at {at} --player {player} --most 3"
                result = json.loads(self.run_it(line + " --json"))
                self.assertEqual(result["seat"], legal["to_act"])
                self.assertEqual(result["player"], player)
                self.assertTrue(1 <= len(result["hints"]) <= 3)
                words = self.run_it(line + f" --as {legal['to_act']}")
                chances = [h["win_chance"] or 0 for h in result["hints"]]
                self.assertEqual("further down" in words, chances != sorted(chances, reverse=True), words)
                for hint in result["hints"]:
                    self.assertIn(hint["event"], events)
                    self.assertIn(hint["event"], words)
                    self.assertTrue(hint["win_chance"] is None or 0 <= hint["win_chance"] <= 1)
                    if hint["reason"]:
                        keys.add(hint["reason"]["key"])
                        self.assertIn(hint["reason"]["words"], words)
                asked += 1
            self.assertGreater(asked, 0 if QUICK else 3, game)
            self.assertGreater(len(keys), 0 if QUICK else 1, game)

    def seat_acts(self, first, lines):
        """The first position from there on in which a seat acts, not chance."""
        return next(n for n in range(first, lines) if isinstance(
            json.loads(self.run_it(f"legal game.log --at {n} --json"))["to_act"], int))

    def test_same(self):
        at = self.seat_acts(30, self.log("paris"))
        line = f"hint game.log --at {at} --player rollout:iterations=50 --json"
        self.assertEqual(self.run_it(line), self.run_it(line))

    def test_refused(self):
        lines = self.log("metro")
        self.assertIn("the game is over", self.run_it("hint game.log", 1))
        self.assertIn("chance acts here", self.run_it("hint game.log --at 0", 1))
        at = self.seat_acts(3, lines)
        seat = json.loads(self.run_it(f"legal game.log --at {at} --json"))["to_act"]
        self.assertIn(f"the turn of seat {seat} here", self.run_it(f"hint game.log --at {at} --as {3 - seat}", 1))
        for line, words in {
            "": "say which log",
            f"game.log --at {at} --as 3": "2 seats",
            "game.log --as x": "the number of a seat",
            "game.log --most 0": "from 1 to 32",
            "game.log --player flt": "Did you mean flat?",
            f"game.log --at {at} --player planner": "does not play Metro",
        }.items():
            self.assertIn(words, self.run_it("hint " + line, 2))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=1)
