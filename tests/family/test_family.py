"""The family of this folder in the program: commands, logs, JSON, the story, the prompt and the full screen.

Usage: test_family.py PROGRAM ROOT
"""

import json
import os
import re
import shutil
import sys
import unittest

sys.dont_write_bytecode = True  # nothing is written into the source tree
for folder in ("unit", "terminal"):
    sys.path.insert(0, os.path.join(os.path.abspath(sys.argv[2]), "tests", folder))

from screen import Screen  # noqa: E402
from test_cli import PROGRAM, ROOT, Program, moves_of  # noqa: E402

BOARD = os.path.join(ROOT, "tests", "family", "rows.board")


class Rows(Program):
    def log(self, seats="greedy,random", seed=7):
        self.run_it("play", BOARD, "--seats", seats, "--seed", str(seed), "--save", "game.log")
        return self.file("game.log")

    def position(self, *words):
        return json.loads(self.run_it("replay", "game.log", "--board", BOARD, "--json", *words)[0])

    def test_board(self):
        self.assertIn("24 cards", self.run_it("board", "show", BOARD)[0])
        self.assertIn("good", self.run_it("board", "check", BOARD)[0])
        facts = json.loads(self.run_it("board", "show", BOARD, "--json")[0])
        self.assertEqual((facts["family"], facts["seats_min"], facts["seats_max"]), ("rows", 2, 2))
        self.assertIn("for 2 to 2 players", self.run_it("play", BOARD, "--seats", "random,random,random", code=2)[1])

    def test_log(self):
        """A log is written and read back; what happened is what the rules say."""
        text = self.log()
        self.run_it("verify", "game.log", "--board", BOARD)
        self.assertIn("row 3: ", self.run_it("replay", "game.log", "--board", BOARD)[0])
        p = self.position()
        given = re.findall(r"(?m)^give (\d+)", text)
        self.assertEqual(sorted(map(int, given)), list(range(1, 25)))
        for seat in p["seats"]:
            laid = sum(seat["rows"], [])
            self.assertEqual(seat["score"], {"rows": 2 * len(laid), "hand": -seat["held"],
                                             "total": 2 * len(laid) - seat["held"]})
        last = {}
        for seat, card, row in re.findall(r"(?m)^(\d): lay (\d+) (\d)$", text):
            self.assertGreater(int(card), last.get((seat, row), 0))
            last[seat, row] = int(card)
        self.assertEqual(sorted(sum((sum(s["rows"], s["hand"]) for s in p["seats"]), [])), list(range(1, 25)))

    def test_secrets(self):
        """A seat sees its own hand; at the end everybody sees both."""
        text = self.log()
        for viewer, shown in (("1", [True, False]), ("2", [False, True]), ("spectator", [False, False])):
            p = self.position("--as", viewer, "--at", "9")
            self.assertEqual([s["hand"] is not None for s in p["seats"]], shown)
            self.assertEqual([s["held"] > 0 for s in p["seats"]], [True, True])
            hidden = [s for s in self.position("--as", viewer)["seats"] if s["hand"] is None]
            self.assertEqual(hidden, [])
        self.assertIn("result", text)

    def test_voice(self):
        """Events as JSON, before a choice and when they are dealt."""
        self.log()
        lines = self.run_it("replay", "game.log", "--board", BOARD, "--json", "--each", "--as", "1")[0].splitlines()
        kinds = {e["kind"] for line in lines for e in json.loads(line)[1]}
        self.assertEqual(kinds, {"take", "lay"})

    def test_legal(self):
        self.log()
        out, _ = self.run_it("legal", "game.log", "--board", BOARD, "--at", "8")
        self.assertRegex(out, r"(?m)^1: take$")
        self.assertRegex(out, r"(?m)^1: lay \d+ 3$")
        self.assertNotIn("give", out)

    def test_options(self):
        self.run_it("play", BOARD, "--seats", "random,random", "--cards", "6", "--seed", "1", "--save", "a.log")
        before = self.file("a.log").split("1: ")[0]
        self.assertEqual(len(re.findall(r"(?m)^give ", before)), 12)

    def test_sim(self):
        out = json.loads(self.run_it("sim", BOARD, "--seats", "greedy,random", "--games", "200", "--seed", "1", "--json")[0])
        self.assertGreater(out["players"][0]["win_rate"], 0.7)

    def test_prompt(self):
        out, _ = self.run_it("play", BOARD, "--seats", "human,random", "--plain", "--seed", "5", "--save", "a.log",
                             text="help\nlegal\nlay 30 1\nlay 1 1\ntake\nmap\nscores\nhint\nquit\n")
        for words in ("lay card 7 in row 2", "hand:", "row 3: -", "The cards are the numbers 1 to 24.", "[R4]", "You take a card.", "Random 2 lays 9.",
                      "Hint: lay 2 1"):
            self.assertIn(words, out)
        self.assertEqual(moves_of(self.file("a.log"))[0], "take")

    @unittest.skipUnless(shutil.which("tmux"), "tmux is not installed")
    def test_screen(self):
        with Screen(PROGRAM, "play", BOARD, "--seats", "human,greedy", "--names", "Ana,Bo", "--seed", "3", "--pace", "0",
                    "--save", "a.log") as s:
            s.wait_for_all(["Ana", "Bo", "row 3:", "hand:", "Take a card, or lay one."])
            s.keys("Tab")
            s.wait(lambda text: re.search(r"^ lay \d", text, re.M))
            s.keys("Enter")
            s.wait(lambda text: re.search(r"row 1: \d", text))
            for _ in range(30):
                if "is over" in s.wait(lambda text: "is over" in text or "Take a card, or lay" in text):
                    break
                s.type("take")
            s.wait("is over")
            s.keys("Escape", "q")
            s.ended()
            self.assertIn("result", s.file(r"a\.log$"))


unittest.main(argv=sys.argv[:1])
