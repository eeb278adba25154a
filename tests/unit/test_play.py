"""A game in the terminal is a table with a log on the disk: saving, resuming, taking back, clocks, resigning.
test_cli.py tests the rest of what `anden play` says and shows.

Usage: test_play.py PROGRAM ROOT
"""

import codecs
import os
import random
import re
import resource
import select
import subprocess
import sys
import time
import unittest

sys.dont_write_bytecode = True  # nothing is written into the source tree

from test_cli import PATIENCE, PROGRAM, ROOT, Program, events_of, moves_of

NULL = os.path.join(ROOT, "tests", "laws", "null.board")


class Session:
    """A running game: types lines and waits for the results."""

    def __init__(self, folder, *words, **more):
        self.process = subprocess.Popen([PROGRAM, "play", *words], cwd=folder, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more)
        self.decoder = codecs.getincrementaldecoder("utf-8")()
        self.seen = ""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate()

    def wait_for(self, words, times=1):
        """Reads until the words have come so often since the last call; returns the text."""
        deadline, out = time.monotonic() + PATIENCE, self.process.stdout.fileno()
        while self.seen.count(words) < times:
            ready, _, _ = select.select([out], [], [], max(0, deadline - time.monotonic()))
            more = os.read(out, 65536) if ready else b""
            if not more:
                raise AssertionError(f"no {words!r} in {self.seen}")
            self.seen += self.decoder.decode(more)
        seen, self.seen = self.seen, ""
        return seen

    def type(self, line):
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def end(self, code=0):
        """Closes the input; returns the rest of the output, and stderr."""
        out, err = self.process.communicate(timeout=PATIENCE)
        if self.process.returncode != code:
            raise AssertionError(f"exit code {self.process.returncode}: {out.decode()}{err.decode()}")
        return out.decode(), err.decode()


class Game(Program):
    def session(self, *words, **more):
        return Session(self.path, *words, **more)

    def play(self, *words, moves=(), code=0):
        return self.run_it("play", *words, text="".join(m + "\n" for m in moves), code=code)

    def bytes(self, name):
        with open(os.path.join(self.path, name), "rb") as f:
            return f.read()

    def verified(self, name="a.log", *words):
        out, _ = self.run_it("verify", name, *words)
        self.assertIn("All is right", out)
        return out


class Saving(Game):
    def test_only_appended(self):
        """After each move the file is the old text plus the new lines."""
        for game in ("paris", "metro"):
            moves = moves_of(self.random_log(game))
            with self.session(game, "--seats", "human,human", "--seed", "7", "--save", "a.log") as s:
                s.wait_for("> ")
                inode, before = os.stat(os.path.join(self.path, "a.log")).st_ino, self.bytes("a.log")
                for done, move in enumerate(moves[:40], 1):
                    s.type(move)
                    s.wait_for("> ")
                    after = self.bytes("a.log")
                    self.assertTrue(after.startswith(before) and len(after) > len(before))
                    self.assertTrue(after.endswith(b"\n"))
                    self.assertEqual(moves_of(after.decode()), moves[:done])
                    before = after
                self.assertEqual(os.stat(os.path.join(self.path, "a.log")).st_ino, inode)
                s.type("quit")
                s.end()
            self.assertEqual(self.bytes("a.log"), before)
            os.remove(os.path.join(self.path, "a.log"))

    def test_killed(self):
        """Killed at any moment: the file can be resumed, and the game is the one it would have been."""
        dice = random.Random(12)
        whole = self.random_log("paris")
        moves, options = moves_of(whole), ["--seats", "human,human", "--seed", "7", "--save", "a.log"]
        for _ in range(12):
            with self.session("paris", *options) as s:
                s.wait_for("> ")
                typed = dice.randrange(len(moves))
                s.process.stdin.write("".join(m + "\n" for m in moves[:typed]).encode())
                s.process.stdin.flush()
                s.wait_for("> ", dice.randint(0, typed))
                s.process.kill()
            saved = self.bytes("a.log").decode()
            self.assertTrue(saved.endswith("\n"))
            done = len(moves_of(saved))
            self.play("--resume", "a.log", moves=moves[done:])
            log = self.bytes("a.log").decode()
            self.assertTrue(log.startswith(saved))
            self.assertEqual(events_of(log), events_of(whole))
            self.assertEqual(log.splitlines()[-1], whole.splitlines()[-1])
            self.verified()
            os.remove(os.path.join(self.path, "a.log"))

    def test_torn_line(self):
        """A file that was cut off anywhere goes on from its last whole line, and says so."""
        whole = self.random_log("paris")
        moves = moves_of(whole)
        self.play("paris", "--seats", "human,human", "--seed", "7", "--save", "a.log", moves=moves[:12] + ["quit"])
        saved = self.bytes("a.log")
        for cut in range(1, 100):
            torn = saved[:-cut] + (b"\0\0\0" if cut % 7 == 0 else b"")
            with open(os.path.join(self.path, "a.log"), "wb") as f:
                f.write(torn)
            lines = torn[: torn.rindex(b"\n") + 1]
            done = len(moves_of(lines.decode()))
            _, err = self.play("--resume", "a.log", moves=[*moves[done:13], "quit"])
            self.assertEqual("last line of a.log is incomplete" in err, torn != lines)
            log = self.bytes("a.log")
            self.assertTrue(log.startswith(lines))
            self.assertEqual(moves_of(log.decode()), moves[:13])
            events = events_of(log.decode())
            self.assertEqual(events, events_of(whole)[: len(events)])

    def test_sealed_choices_are_saved(self):
        """Choices made at the same time are in the file at once, although they are not shown yet."""
        self.play("europe", "--seats", "human,human,human", "--seed", "7", "--names", "Ana,Luis,Eva", "--save",
                  "a.log", moves=["keep 1 2", "keep 1 3", "quit"])
        self.assertEqual(moves_of(self.file("a.log")), ["keep 1 2", "keep 1 3"])
        out, _ = self.play("--resume", "a.log", moves=["keep 1 2 3"])
        self.assertNotRegex(out.split("Eva> ")[0], "Ana> |Luis> ")
        self.assertEqual(moves_of(self.file("a.log")), ["keep 1 2", "keep 1 3", "keep 1 2 3"])

    def test_lock(self):
        """Two programs at one file: the second is refused, and nothing is lost."""
        with self.session("paris", "--seats", "human,human", "--seed", "7", "--save", "a.log") as s:
            s.wait_for("> ")
            before = self.bytes("a.log")
            for words in (["--resume", "a.log"], ["paris", "--seats", "random,random", "--save", "a.log"]):
                out, err = self.play(*words, code=1)
                self.assertIn("another program is playing the game in a.log", err)
                self.assertEqual(out, "")
            self.assertEqual(self.bytes("a.log"), before)
            s.type("keep 1")
            s.wait_for("> ")
            s.type("save a.log")  # its own file is allowed
            s.wait_for("Saved as a.log")
            s.type("quit")
            s.end()
        self.assertGreater(len(self.bytes("a.log")), len(before))
        self.play("--resume", "a.log", moves=["keep 1", "quit"])
        self.assertEqual(len(moves_of(self.file("a.log"))), 2)
        self.assertEqual(sorted(os.listdir(self.path)), ["a.log"])

    def test_nothing_is_overwritten(self):
        """A file that is not a log, or the log of another unfinished game, is left alone."""
        self.file("notes.txt", "anden is Spanish for platform\n")
        self.play("paris", "--seats", "human,human", "--save", "open.log", moves=["quit"])
        for name in ("notes.txt", "open.log"):
            before = self.bytes(name)
            _, err = self.play("metro", "--seats", "random,random", "--save", name, code=1)
            self.assertIn(f"{name} exists and is not the log of a finished game", err)
            out, err = self.play("metro", "--seats", "human,random", moves=[f"save {name}", "quit"])
            self.assertIn(f"{name} exists and is not the log of a finished game", err)
            self.assertNotIn("Saved as", out)
            self.assertEqual(self.bytes(name), before)
        for _ in range(2):  # a game that is over makes room for the next
            self.play("paris", "--seats", "random,random", "--save", "over.log")
        self.play("paris", "--seats", "human,random", "--save", "left.log", moves=["resign", "yes"])
        self.play("paris", "--seats", "random,random", "--save", "left.log")
        self.assertIn("\nresult ", self.file("left.log"))

    def test_changed_by_others(self):
        """Lines that somebody else writes into the file stay there; the game says that it is no longer saved."""
        with self.session("metro", "--seats", "human,human", "--first", "1", "--seed", "7", "--save", "a.log") as s:
            s.wait_for("> ")
            with open(os.path.join(self.path, "a.log"), "ab") as f:
                f.write(b"# mine\n")
            before = self.bytes("a.log")
            s.type("place e8")
            s.wait_for("> ")
            s.type("quit")
            out, err = s.end(code=1)
        self.assertEqual(err.count("a.log was changed by another program"), 1)
        self.assertNotIn("saved as", out)
        self.assertEqual(self.bytes("a.log"), before)

    def test_no_room(self):
        """A full disk: the program says so once, and the file has only whole lines."""
        moves = moves_of(self.random_log("paris"))
        room = 1500

        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

        with self.session("paris", "--seats", "human,human", "--seed", "7", "--save", "a.log", preexec_fn=limit,
                          restore_signals=False) as s:
            for move in moves:
                s.type(move)
            out, err = s.end(code=1)
        self.assertEqual(err.count("cannot save the game as a.log"), 1)
        self.assertIn("the game is over", out)
        saved = self.bytes("a.log").decode()
        self.assertTrue(saved.endswith("\n") and room - 200 < len(saved) <= room)
        self.play("--resume", "a.log", moves=moves[len(moves_of(saved)):])
        self.assertEqual(events_of(self.file("a.log")), events_of(self.file("game.log")))

    def test_another_file(self):
        """--save elsewhere leaves the old file alone and copies all of it, including what was taken back."""
        self.play("metro", "--seats", "human,random", "--first", "1", "--seed", "7", "--save", "a.log",
                  moves=["place e8", "undo", "place d8", "quit"])
        before = self.bytes("a.log")
        self.assertIn(b"\nundo ", before)
        self.play("--resume", "a.log", "--save", "b.log", moves=["quit"])
        self.assertEqual(self.bytes("b.log"), before)
        self.play("--resume", "a.log", "--save", "c.log", "--seats", "random,random")
        self.assertEqual(self.bytes("a.log"), before)
        self.assertIn("player 1 random\n", self.file("c.log"))
        self.assertTrue(self.bytes("c.log").split(b"\n\n", 1)[1].startswith(before.split(b"\n\n", 1)[1]))
        self.assertIn("taken back", self.verified("c.log"))
        with open(os.path.join(self.path, "a.log"), encoding="utf-8") as f:
            self.run_it("play", "--resume", "-", "--save", "d.log", text=f.read())
        self.assertEqual(self.bytes("d.log"), before)

    def test_refused(self):
        self.play("paris", "--seats", "human,human", "--seed", "7", "--save", "a.log", moves=["quit"])
        for words, says, code in (
            (["--resume", "a.log", "--seed", "8"], "the log has its own seed, 7", 2),
            (["--resume", "a.log", "--seats", "human"], "names 1 seats", 2),
            (["--resume", "a.log", "--board", os.path.join(ROOT, "boards", "berlin.board")], "another board", 1),
            (["--resume", "none.log"], "cannot open none.log", 1),
            (["paris", "--undo", "maybe"], "never, safe or agreed", 2),
            (["paris", "--clock", "60"], "--clock takes", 2),
            (["paris", "--clock", "move"], "--clock takes", 2),
            (["paris", "--clock", "move:0"], "--clock takes", 2),
            (["paris", "--clock", "move:x"], "--clock takes", 2),
            (["paris", "--clock", "game:10+"], "--clock takes", 2),
            (["paris", "--clock", "game:9999999"], "--clock takes", 2),
        ):
            before = self.bytes("a.log")
            out, err = self.play(*words, code=code)
            self.assertIn(says, err)
            self.assertEqual((out, self.bytes("a.log")), ("", before))
        self.file("table.log", "anden log 1\ngame metro\nseats 2\noption first 1\n\ndeal aaaa\n# ended without a result\n"
                  "seed " + "0" * 64 + "\n")
        self.assertIn("it cannot be resumed", self.play("--resume", "table.log", code=1)[1])


class Undo(Game):
    def test_against_bots(self):
        """One person takes back their own move and the bots' answers, as often as they like."""
        out, _ = self.play("metro", "--seats", "human,random,random", "--first", "1", "--seed", "7", "--save", "a.log",
                           moves=["place e8", "undo", "undo", "place d8", "redraw", "undo", "quit"])
        self.assertIn("You take back your last move.", out)
        self.assertIn("This seat has no choice that can be taken back now.", out)
        log = self.file("a.log")
        self.assertEqual(len(re.findall(r"(?m)^undo \d+$", log)), 2)
        self.assertIn("taken back", self.verified())
        p = self.run_it("replay", "a.log")[0]
        self.assertNotIn(" e8 ", [line for line in p.splitlines() if "squares" in line])
        out, _ = self.play("--resume", "a.log", moves=["undo", "quit"])  # the move before, made before the break
        self.assertIn("You take back your last move.", out)
        self.assertEqual(len(re.findall(r"(?m)^undo \d+$", self.file("a.log"))), 3)
        self.verified()

    def test_never(self):
        out, _ = self.play("metro", "--seats", "human,random", "--first", "1", "--undo", "never", "--save", "a.log",
                           moves=["place e8", "undo", "quit"])
        self.assertIn("Nothing is taken back at this table.", out)
        self.assertNotIn("undo", self.file("a.log"))
        self.assertIn("--resume a.log --undo never", out)

    def test_safe(self):
        """Only while nothing was revealed: a tile is dealt after a placement, none after naming a number."""
        out, _ = self.play("metro", "--seats", "human,human", "--first", "1", "--undo", "safe", moves=[
            "place e8", "undo", "quit"])
        self.assertIn("no choice that can be taken back", out)
        out, _ = self.play("--board", NULL, "--seats", "human,human,human", "--names", "Ana,Luis,Eva", "--undo", "safe",
                           "--seed", "1", "--save", "a.log", moves=["say 1", "undo", "say 1", "say 1", "undo", "quit"])
        self.assertEqual(re.findall(r"(\w+)> (\S+)", out), [
            ("Ana", "say"), ("Luis", "undo"), ("Ana", "say"), ("Luis", "say"), ("Eva", "undo"), ("Luis", "quit")])
        self.verified("a.log", "--board", NULL)

    def test_agreed(self):
        """Others at the table are asked; one refusal is enough. The person who types it agrees."""
        def moves(*answers):
            return ["place e8", "undo", *answers, "quit"]

        words = ["metro", "--seats", "human,human,human,random", "--names", "Ana,Luis,Eva", "--first", "1",
                 "--seed", "7", "--save", "a.log"]
        out, _ = self.play(*words, moves=moves("maybe", "yes"))
        self.assertEqual(out.count("Eva, may Ana take back the last move?"), 2)
        self.assertNotIn("Luis, may", out)
        self.assertIn("Eva agrees.", out)
        self.assertIn("Ana> quit", out)
        self.assertIn("\nundo ", self.file("a.log"))
        os.remove(os.path.join(self.path, "a.log"))
        out, _ = self.play(*words, moves=moves("no"))
        self.assertIn("Eva does not agree.", out)
        self.assertIn("Luis> quit", out)
        self.assertNotIn("\nundo ", self.file("a.log"))

    def test_sealed(self):
        """A choice that is not shown yet can be taken back; another one made meanwhile stays."""
        out, _ = self.play("europe", "--seats", "human,human,human", "--names", "Ana,Luis,Eva", "--seed", "7",
                           "--save", "a.log", moves=["keep 1 2", "keep 1 3", "undo", "keep 1 4", "undo", "undo",
                                                     "keep 2 3", "keep 2 4", "keep 1 2", "quit"])
        self.assertEqual(re.findall(r"(\w+)> (\S+ ?[\d ]*)", out)[:9], [
            ("Ana", "keep 1 2"), ("Luis", "keep 1 3"), ("Eva", "undo"), ("Luis", "keep 1 4"), ("Eva", "undo"),
            ("Luis", "undo"), ("Ana", "keep 2 3"), ("Luis", "keep 2 4"), ("Eva", "keep 1 2")])
        events = json_events(self, "a.log")
        self.assertEqual(events, 12 + 5 + 12 + 3 + 1)
        self.verified()


def json_events(test, name):
    out, _ = test.run_it("replay", name, "--json")
    return int(re.search(r'"events": ?(\d+)', out)[1])


class Clock(Game):
    def test_move(self):
        """If a person is late with a move, a bot makes it, and the person is asked again."""
        with self.session("metro", "--seats", "human,random", "--first", "1", "--names", "Ana", "--seed", "7",
                          "--clock", "move:1", "--save", "a.log") as s:
            self.assertIn("Ana (0:01)> ", s.wait_for("> "))
            seen = s.wait_for("> ")  # nothing was typed: the time is over
            self.assertIn("Your time is over.", seen)
            self.assertRegex(seen, r"You place \w+ on \w+")
            s.type("quit")
            out, _ = s.end()
        self.assertIn("--resume a.log --clock move:1", out)
        self.assertIn("# seat 1 is out of time; a bot plays on\n1: place ", self.file("a.log"))
        self.assertIn("# seat 1 is back\n", self.file("a.log"))
        self.verified()

    def test_game(self):
        """A person who has used up the time for the game is out; with one left the game is over."""
        with self.session("metro", "--seats", "human,random", "--first", "1", "--names", "Ana,Luis", "--seed", "7",
                          "--clock", "game:1+0", "--save", "a.log") as s:
            s.wait_for("> ")
            self.assertIn("Luis wins: all others are out of the game.", s.wait_for("saved as a.log"))
            s.end()
        self.assertEqual(self.file("a.log").splitlines()[-1], "timeout 1")
        out, _ = self.play("--resume", "a.log")
        self.assertIn("Luis wins: all others are out of the game.", out)
        self.verified()

    def test_three(self):
        """With more left a bot plays on for the person who is out, who comes last."""
        with self.session("metro", "--seats", "human,random,random", "--first", "1", "--names", "Ana", "--seed", "7",
                          "--clock", "game:1", "--save", "a.log") as s:
            s.wait_for("> ")
            self.assertIn("Players who left the game come last", s.wait_for("saved as a.log"))
            s.end()
        self.assertIn("\ntimeout 1\n1: place ", self.file("a.log"))
        self.assertRegex(self.file("a.log").splitlines()[-1], "^result ")
        self.verified()

    def test_enough_time(self):
        """A clock that does not run out changes nothing."""
        whole = self.random_log("paris")
        self.play("paris", "--seats", "human,human", "--seed", "7", "--clock", "game:3600+10", "--save", "a.log",
                  moves=moves_of(whole))
        self.assertEqual(events_of(self.file("a.log")), events_of(whole))


class Resign(Game):
    def test_alone(self):
        words = ["paris", "--seats", "human,random", "--names", "Ana,Luis", "--seed", "7", "--save", "a.log"]
        out, _ = self.play(*words, moves=["keep 1", "resign", "no", "resign", "sí"])
        self.assertEqual(out.count("Do you give up this game?"), 2)
        self.assertIn("You resign.", out)
        self.assertIn("Luis wins: all others are out of the game.", out)
        self.assertEqual(self.file("a.log").splitlines()[-1], "resign 1")
        before = self.bytes("a.log")
        self.assertIn("Luis wins", self.play("--resume", "a.log")[0])
        self.assertEqual(self.bytes("a.log"), before)
        self.run_it("replay", "a.log")
        self.verified()

    def test_resumed(self):
        """A person who has resigned is not asked again after a break, and comes last whatever the points."""
        self.play("metro", "--seats", "human,human,random", "--names", "Ana,Luis,Eva", "--first", "1", "--seed", "7",
                  "--save", "a.log", moves=["place e8", "quit"])
        self.play("--resume", "a.log", moves=["resign", "yes", "quit"])
        self.assertIn("\nresign 2\n", self.file("a.log"))
        out, _ = self.play("--resume", "a.log", moves=["redraw", "quit"])
        self.assertNotIn("Luis> ", out)
        self.assertIn("Ana> ", out)
        out, _ = self.play("--resume", "a.log", moves=["resign", "yes"])
        self.assertIn("Eva wins: all others are out of the game.", out)
        self.verified()


class Null(Game):
    """The smallest family of rules can do all of it too."""

    words = ["--board", NULL, "--seats", "human,human", "--names", "Ana,Luis", "--seed", "3", "--save", "a.log"]

    def replay(self, name="a.log"):
        return self.run_it("replay", name, "--board", NULL)[0]

    def test_whole_game(self):
        """Typed moves, undo, saving, a break, the end; the log is replayed and checked."""
        out, _ = self.play(*self.words, moves=["help", "legal", "roll 6", "say 9", "say 1", "undo", "say 1", "scores",
                                               "save b.log", "say 1", "quit"])
        for words in ("say 2         name a number", "Not possible", "Ana takes back the last move.", "Saved as b.log",
                      f"--resume a.log --board {NULL}"):
            self.assertIn(words, out)
        self.assertEqual(moves_of(self.file("a.log")), ["say 1", "say 1", "say 1"])
        self.assertTrue(self.bytes("a.log").startswith(self.bytes("b.log")))
        self.assertIn("Luis", self.replay("b.log"))
        _, err = self.play("--resume", "a.log", code=1)
        self.assertIn("--board FILE", err)
        moves = ["log"] + ["say 1"] * 8
        out, _ = self.play("--resume", "a.log", "--board", NULL, moves=moves)
        self.assertIn("the game is over", out)
        log = self.file("a.log")
        self.assertEqual(log.splitlines()[-1], "result 5 5")
        self.assertRegex(self.replay(), r"5 +5")
        self.assertIn("1 event was taken back", self.verified("a.log", "--board", NULL))

    def test_secret(self):
        """Nobody sees the die of another."""
        out, _ = self.play(*self.words, moves=["log", "say 1", "log", "quit"])
        dice = re.findall(r"(?m)^roll (\d)$", self.file("a.log"))
        self.assertEqual(len(dice), 2)
        self.assertNotRegex(out, r"roll \d")

    def test_against_a_bot(self):
        out, _ = self.play("--board", NULL, "--seats", "human,random", "--seed", "3", "--clock", "game:60",
                           moves=["say 1", "undo"] + ["say 1"] * 10)
        self.assertIn("You take back your last move.", out)
        self.assertIn("the game is over", out)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
