"""Logs on a full screen: `anden replay`, `anden watch`, and bots that are watched.

Usage: test_replay.py PROGRAM ROOT
"""
import os
import re
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True  # nothing is written into the source tree

from screen import PATIENCE, Screen

PROGRAM, ROOT = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])


def is_whole(text):
    """The last row is there, which is drawn last: the first screen has been drawn."""
    return re.search(r"\? +help", text)


class Replay(unittest.TestCase):
    def test_steps(self):
        for game in ("paris", "metro"):
            with self.subTest(game), Screen("sh", "-c", f"{PROGRAM} play {game} --seats random,random --seed 7 --names "
                                            f"Ana,Luis --save a.log >out; exec {PROGRAM} replay a.log") as s:
                first = s.wait(lambda t: re.search(r"Position 1 of \d\d+\.", t) and is_whole(t))
                last = re.search(r"of (\d+)", first).group(1)
                s.keys("End")
                s.wait(lambda t: f"Position {last} of {last}. The game is over." in t
                       and first.split("\n")[1:] != t.split("\n")[1:])
                s.keys("Left", "Left")
                s.wait(f"Position {int(last) - 2} of")
                s.keys("Home", "Down", "Right")
                s.wait("Position 12 of")
                s.keys("Home", "Space")
                s.wait(lambda t: not re.search("Position [12] of", t))  # it goes on, however slowly this test looks
                s.keys("Space", "c")
                s.wait("rank")
                s.keys("Escape", "q")
                s.ended()

    def test_spectators_see_no_hands(self):
        with Screen("sh", "-c", f"{PROGRAM} play paris --seats random,random --seed 7 --save a.log >out; "
                    f"exec {PROGRAM} replay a.log --as spectator") as s:
            self.assertNotIn("Hand", s.wait(lambda t: "Position 1 of" in t and is_whole(t)))
            s.keys("q")
            s.ended()

    def test_printed(self):
        """In a pipe and with --at the position is printed."""
        with Screen("sh", "-c", f"{PROGRAM} play paris --seats random,random --seed 7 --save a.log >out; "
                    f"{PROGRAM} replay a.log --at 30 --plain | tail -3; exec {PROGRAM} replay a.log --at 30 | tail -3") as s:
            self.assertNotIn("Position", s.ended())

    def test_watch(self):
        """Another program plays; the screen follows, and shows nothing secret."""
        with Screen(PROGRAM, "play", "paris", "--seats", "human,human", "--names", "Ana,Luis", "--first", "1", "--seed", "7",
                    "--save", "a.log") as player:
            player.wait("press Enter when nobody")
            with Screen(PROGRAM, "watch", os.path.join(player.path, "a.log")) as s:
                s.wait("Ana to act")
                player.keys("Enter")
                player.wait("Choose the tickets")
                player.type("keep 1 2")
                player.wait("hand the keyboard")
                player.keys("Enter")
                player.wait("Luis: press Enter")
                player.keys("Enter")
                player.wait("Luis, your turn")
                player.type("keep 1 2")
                self.assertNotIn("Hand", s.wait("Luis has chosen"))
                s.keys("q")
                s.ended()


    def test_half_lines(self):
        """Waits for the rest of a line that the other program has not finished."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.log")
            subprocess.run([PROGRAM, "play", "paris", "--seats", "random,random", "--seed", "7", "--save", path], check=True,
                           capture_output=True, timeout=PATIENCE)
            with open(path, encoding="utf-8") as f:
                log = f.read()
            middle = log.index("\n", len(log) // 2) + 3
            with open(path, "w", encoding="utf-8") as f:
                f.write(log[:middle])
                f.flush()
                with Screen(PROGRAM, "watch", path) as s:
                    s.wait(lambda t: " to act." in t and is_whole(t))
                    f.write(log[middle:-3])
                    f.flush()
                    self.assertNotIn("a.log", s.wait("The game is over."))
                    s.keys("q")
                    s.ended()


class Bots(unittest.TestCase):
    def test_watched(self):
        with Screen(PROGRAM, "play", "paris", "--seats", "random,random", "--seed", "7", "--watch", "--pace", "1") as s:
            s.wait(lambda t: "is over" in t.split("\n")[0] and "scroll" in t)  # the log says it before the last page is there
            s.keys("Escape", "q")
            s.ended()


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:], verbosity=2)
