"""Metro on a full screen: whole games by keys and by typed moves, the mouse, sizes, without colours, in Spanish.

Usage: test_metro.py PROGRAM ROOT
"""
import os
import re
import subprocess
import sys
import unittest

sys.dont_write_bytecode = True  # nothing is written into the source tree

from screen import PATIENCE, Screen

PROGRAM, ROOT = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])


def play(*words, **more):
    return Screen(PROGRAM, "play", "metro", *words, **more)


def is_asked(text):
    return "Place the tile" in text or "is over" in text


def is_next(text):
    """It is the person's turn, and no square is chosen yet."""
    return is_asked(text) and not re.search(r"On [a-h]\d:", text)


class Metro(unittest.TestCase):
    def test_keys(self):
        """A whole game with keys only."""
        with play("--seats", "human,random", "--names", "Ana,Bo", "--first", "1", "--seed", "7", "--pace", "0",
                  "--save", "a.log", size=(120, 36)) as s:
            for turn in range(80):
                if "is over" in s.wait(is_next):
                    break
                if turn == 1:
                    s.keys("d")
                    s.wait("that you have drawn")
                s.keys("Tab")
                s.wait("On ")
                s.keys("Enter")
            s.wait("is over")
            s.keys("Escape")
            s.wait("×2")
            s.keys("q")
            s.ended()
            subprocess.run([PROGRAM, "verify", os.path.join(s.path, "a.log")], check=True, capture_output=True, timeout=PATIENCE)

    def test_typed(self):
        """A person types the moves that a bot made, all at once, and the result is the same game: no key is lost while the
        other bot thinks."""
        options = ("--first", "1", "--seed", "5", "--save")
        with play("--seats", "greedy,greedy", *options, "b.log") as s:
            s.ended()
            log = s.file(r"b\.log$")
        with play("--seats", "human,greedy", "--pace", "0", *options, "a.log") as s:
            s.wait(is_asked)
            for move in re.findall(r"^1: (.*)$", log, re.M):
                s.type(move)
            s.wait("is over")
            s.keys("Escape", "q")
            s.ended()
            self.assertEqual(re.findall(r"^\d: .*$|^result.*$", s.file(r"a\.log$"), re.M),
                             re.findall(r"^\d: .*$|^result.*$", log, re.M))

    def test_mouse_and_sizes(self):
        with play("--seats", "human,random", "--first", "1", "--seed", "7", "--pace", "0") as s:
            for width, height in [(200, 60), (120, 36), (60, 20), (40, 12), (80, 24)]:
                s.resize(width, height)
                text = s.wait(lambda t: "Your tile" in t and max(map(len, t.split("\n"))) <= width)
                self.assertEqual("×2" in s.wait(lambda t: ("×2" in t) == (width >= 80)), width >= 80, text)
            square = r"On [a-h][1-8]:"
            s.keys("Tab")
            first = re.search(square, s.wait(lambda t: re.search(square, t)))[0]
            x, y = s.find("+")
            s.click(x, y)
            before = s.wait(lambda t: first not in t and re.search(square, t))
            s.click(x, y)
            s.wait(lambda t: t != before and "On " not in t)

    def test_no_colours(self):
        with play("--seats", "human,random", "--first", "1", "--seed", "7", "--names", "Ana,Bo", "--pace", "0",
                  term="vt220") as s:
            s.wait("Your tile")
            self.assertNotRegex(s.text(colours=True), r"\033\[[\d;]*[34][0-8]\b")
            s.wait(lambda t: re.search(r"A 7 .* B 6 ", t))

    def test_spanish(self):
        with play("--seats", "human,random", "--first", "1", "--seed", "7", env={"LC_ALL": "es_ES.UTF-8"}) as s:
            s.wait("Coloca la plaquita, o coge otra.")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:], verbosity=2)
