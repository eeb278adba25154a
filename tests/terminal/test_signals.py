"""However a game on a full screen ends, the terminal is left as it was and the game is kept.

Usage: test_signals.py PROGRAM ROOT
"""
import os
import signal
import sys
import time
import unittest

sys.dont_write_bytecode = True  # nothing is written into the source tree

from screen import PATIENCE, Screen

PROGRAM, ROOT = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
GAME = ("play", "paris", "--seats", "human,random", "--first", "1", "--seed", "7", "--pace", "0")


def game(then="stty -a", env=None):
    """A game in which the tickets have been chosen. Afterwards the shell shows the terminal's modes."""
    s = Screen(PROGRAM, *GAME, then=then, env=env)
    s.wait("Choose the tickets")
    s.keys("1", "2", "Enter")
    s.wait("Take cards")
    return s


def runs(pid):
    """Is it still running? A zombie is not: if tmux has gone too, nobody may collect it."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as f:
            return f.read().rpartition(") ")[2][0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


class Signals(unittest.TestCase):
    def assert_sane(self, s, times=1):
        s.assert_sane(times)
        self.assertIn("keep 1 2", s.file(r"games/.*\.log$"))

    def test_control_c(self):
        with game() as s:
            s.keys("C-c")
            s.wait_for_all(["[ended with 0]", "anden play --continue"])
            self.assert_sane(s)

    def test_signals(self):
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            with self.subTest(number), game() as s:
                os.kill(s.programs()[0], number)
                s.ended()
                self.assert_sane(s)

    def test_stopped_and_continued(self):
        """Ctrl-Z gives the terminal back to the shell, and fg goes on, here with another size."""
        with game(then="stty -a; read go; fg; stty -a") as s:
            s.keys("C-z")
            s.ended(128 + signal.SIGTSTP)
            self.assert_sane(s)
            s.resize(100, 30)
            s.keys("Enter")
            s.wait("Take cards")
            s.keys("d")
            s.wait("Take a second card")
            s.keys("q")
            s.wait("The game is saved")
            self.assert_sane(s, times=2)

    def test_continued(self):
        """The game goes on where it was; a finished one does not."""
        with game() as s:
            s.keys("q")
            s.ended()
            again = Screen(PROGRAM, "play", "--continue", env={"XDG_DATA_HOME": os.path.join(s.path, "data")})
            with again:
                again.wait_for_all(["Take cards", "15t 2c 2 tk"])
                again.keys("q")
                again.ended()
        with Screen(PROGRAM, "play", "--continue") as s:
            s.wait_for_all(["[ended with 1]", "no game to continue"])

    def test_terminal_is_gone(self):
        """The window is closed: the program ends, and the game is kept. The kernel then
        continues whatever was stopped, also a program that the search for leaks has just
        stopped; that search would wait for ever, so leaks are not looked for here."""
        with game(env={"ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + ":detect_leaks=0"}) as s:
            pid = s.programs()[0]
            s.call("kill-session")
            deadline = time.monotonic() + PATIENCE
            while runs(pid):
                self.assertLess(time.monotonic(), deadline)
                time.sleep(0.01)
            self.assertIn("keep 1 2", s.file(r"games/.*\.log$"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:], verbosity=2)
