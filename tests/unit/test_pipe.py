"""Players over a pipe: `anden sim --seats "pipe:COMMAND",...` (doc/sim.md).

Usage: test_pipe.py PROGRAM
"""
import json
import os
import shlex
import signal
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True  # nothing is written into the source tree
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from patience import PATIENCE  # noqa: E402

PROGRAM = os.path.abspath(sys.argv[1])
# Every bot of these tests begins like this: `questions` are its questions, one after the other.
BEGINNING = """
import json, os, sys, time
questions = (json.loads(line) for line in sys.stdin)
def answer(value):
    print(json.dumps(value), flush=True)
"""
FIRST = "for q in questions: answer(q['legal'][0])"


class Pipe(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = folder.name

    def bot(self, name, code):
        """Writes a bot; returns its spec."""
        with open(os.path.join(self.path, name + ".py"), "w", encoding="utf-8") as f:
            f.write(BEGINNING + code)
        return f"pipe:{shlex.quote(sys.executable)} {name}.py"

    def command(self, seats, *more, game="paris", games=4):
        return [PROGRAM, "sim", game, "--seats", ",".join(seats), "--games", str(games), "--json", *more]

    def run_it(self, *words, **more):
        done = subprocess.run(self.command(*words, **more), cwd=self.path, stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, timeout=PATIENCE)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout), done.stderr

    def lines(self, name):
        """The lines that bots have written to a file."""
        with open(os.path.join(self.path, name), encoding="utf-8") as f:
            return [json.loads(line) for line in f]


class Playing(Pipe):
    def test_plays(self):
        """On every board, by texts and by numbers; the questions contain nothing hidden of other seats."""
        code = """
for q in questions:
    with open('asked', 'a') as f:
        print(json.dumps(q), file=f)
    answer(q['legal'][-1] if q['number'] % 2 else q['actions'][0])
"""
        for game in ("paris", "europe", "berlin", "metro"):
            result, err = self.run_it([self.bot("bot", code), "random"], "--threads", "1", game=game, games=2)
            self.assertEqual(err, "")
            self.assertEqual(result["games"] + result["abandoned"], 2)
            self.assertEqual(result["players"][0]["forfeits"], 0)
        asked = self.lines("asked")
        self.assertEqual({q["position"]["game"] for q in asked}, {"paris", "europe", "berlin", "metro"})
        for q in asked:
            position = q["position"]
            self.assertEqual(position["as"], position["to_act"])
            self.assertEqual(len(q["legal"]), len(q["actions"]))
            for seat in position["seats"]:
                if seat["seat"] != position["as"] and position["game"] != "metro":
                    self.assertEqual((seat["hand"], seat["tickets"], seat["offer"]), (None, None, None))
            self.assertEqual(set(q), {"number", "milliseconds", "position", "legal", "actions", "observation"})

    def test_threads(self):
        """The same games for any number of threads, and with logs that can be replayed."""
        totals = []
        for threads in ("1", "3"):
            result, _ = self.run_it([self.bot("bot", FIRST), "greedy"], "--threads", threads, "--log-dir", "logs", games=8)
            for player in result["players"]:
                del player["us_per_decision"]
            totals.append(result)
        self.assertEqual(*totals)
        log = os.path.join(self.path, "logs", "paris-1.log")
        self.assertEqual(subprocess.run([PROGRAM, "verify", log], capture_output=True, timeout=PATIENCE).returncode, 0)

    def test_seats(self):
        """A process sees only one seat of a game, plays several games, and is gone at the end."""
        code = """
for q in questions:
    with open('asked', 'a') as f:
        print(json.dumps([os.getpid(), q['number'], q['position']['as']]), file=f)
    answer(q['legal'][0])
"""
        bot = self.bot("bot", code)
        self.run_it([bot, bot, "random"], "--threads", "2", games=6)
        asked = self.lines("asked")
        seats = {}
        for pid, number, seat in asked:
            seats.setdefault((pid, number), set()).add(seat)
        self.assertEqual({len(s) for s in seats.values()}, {1})
        pids = {pid for pid, _, _ in asked}
        self.assertLessEqual(len(pids), 4)  # two threads, two seats
        self.assertGreater(len({number for _, number, _ in asked}), 1)
        for pid in pids:
            self.assertRaises(ProcessLookupError, os.kill, pid, 0)

    def test_arena(self):
        done = subprocess.run([PROGRAM, "arena", "paris", "--players", self.bot("bot", FIRST) + ",random", "--games", "4", "--json"],
                              cwd=self.path, capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        players = json.loads(done.stdout)["players"]
        self.assertEqual({p["forfeits"] for p in players}, {0})
        self.assertEqual({p["games"] for p in players}, {4})


class Losing(Pipe):
    def loses(self, code, words, games=3, time="", threads="1"):
        """A bot that loses every game, and why."""
        result, err = self.run_it([self.bot("bot", code) + time, "random"], "--threads", threads, games=games)
        bot, other = result["players"]
        self.assertEqual((bot["forfeits"], bot["wins"], other["wins"]), (games, 0, games))
        self.assertEqual(other["forfeits"], 0)
        self.assertEqual(err.count("anden: "), min(games, 10), err)
        self.assertIn(words, err)

    def test_ends(self):
        """It has answered once, so it can play; but not to the end."""
        for end in ("sys.exit(3)", "os.kill(os.getpid(), 9)"):
            self.loses(f"answer(next(questions)['legal'][0]); next(questions); {end}", "has lost game 1: it ended before it had answered")
        self.loses("answer(next(questions)['legal'][0])", "ended before it had answered", games=12, threads="2")

    def test_never_answers(self):
        """A program that ends without a single answer, or is not there, is an error at once, however many games were wanted."""
        bots = ["pipe:./nothing", f"pipe:{shlex.quote(sys.executable)} nothing.py", self.bot("dead", "sys.exit(0)"),
                self.bot("killed", "next(questions); os.kill(os.getpid(), 9)")]
        for bot in bots:
            for command in (self.command([bot, "random"], "--threads", "2", games=10**6),
                            [PROGRAM, "arena", "paris", "--players", f"{bot},random", "--games", "1000000"]):
                done = subprocess.run(command, cwd=self.path, capture_output=True, text=True, timeout=280)
                self.assertEqual((done.returncode, done.stdout), (1, ""), done.stderr)
                self.assertEqual(done.stderr.count("cannot play: it ended before it had answered."), 1, done.stderr)

    def test_wrong_answers(self):
        for value, shown in {"'claim'": '"claim"', "'pass'": '"pass"', "-1": "-1", "10**9": "1000000000", "None": "null",
                             "[1]": "[1]", "1.5": "1.5", "chr(27) + '[2J'": "[2J"}.items():
            self.loses(f"next(questions); answer({value}); time.sleep(600)", f"it answered {shown}" if shown != "[2J" else
                       "which is not a legal choice", games=1)
        self.loses("next(questions); os.write(1, b'\\x1b[2J\\xff\\n'); time.sleep(600)", "it answered ?[2J?, which", games=1)

    def test_too_much(self):
        """Neither endless output nor a question that nobody reads keeps us waiting."""
        self.loses("while True: os.write(1, b'x' * 65536)", "its answer is too long", games=2)
        self.loses("next(questions); os.write(1, b'0\\n' * 3000); time.sleep(600)", "legal choice", games=1)
        twice = "for q in questions: os.write(1, 2 * (json.dumps(q['legal'][0]) + '\\n').encode())"
        self.loses(twice, "it answered before it was asked", games=1)

    def test_late(self):
        """It has answered once, so it gets no extra time for its start."""
        self.loses("answer(next(questions)['legal'][0]); time.sleep(600)", "it did not answer in time", games=2, time=",time=20ms")

    def test_new_process(self):
        """After a lost game another process plays on."""
        code = """
for q in questions:
    if q['number'] == 2:
        sys.exit(1)
    answer(q['legal'][0])
"""
        result, err = self.run_it([self.bot("bot", code), "random"], "--threads", "1", games=4)
        self.assertEqual((result["games"], result["players"][0]["forfeits"]), (4, 1))
        self.assertIn("has lost game 2", err)

    def test_stops(self):
        """Ctrl-C doesn't wait for an answer."""
        code = "next(questions); open('asked', 'w').close(); time.sleep(600)"
        os.mkfifo(os.path.join(self.path, "asked"))
        process = subprocess.Popen(self.command([self.bot("bot", code) + ",time=600s", "random"], "--threads", "1"), cwd=self.path,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        with open(os.path.join(self.path, "asked"), encoding="utf-8"):  # opens when the bot opens it
            process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
        self.assertEqual((process.returncode, err), (130, b""))
        self.assertTrue(json.loads(out)["interrupted"])

    def test_command_line(self):
        for spec in ("pipe:", "pipe: ", "pipe:,time=2s", "pipe:" + "x" * 400):
            done = subprocess.run(self.command([spec, "random"]), capture_output=True, text=True, timeout=PATIENCE)
            self.assertEqual(done.returncode, 2, spec)
            self.assertIn("bytes must follow", done.stderr)


class AtATable(Pipe):
    def play(self, *words, code=0):
        done = subprocess.run([PROGRAM, "play", *words], cwd=self.path, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=PATIENCE)
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stdout, done.stderr

    def test_whole_game(self):
        """The same game as with the same choices in `anden sim`; two seats have two processes."""
        bot = self.bot("bot", FIRST)
        self.play("paris", "--seats", f"{bot},{bot}", "--seed", "7", "--save", "a.log")
        self.assertEqual(subprocess.run([PROGRAM, "verify", "a.log"], cwd=self.path, capture_output=True).returncode, 0)
        with open(os.path.join(self.path, "a.log"), encoding="utf-8") as f:
            log = f.read()
        self.assertIn("\nplayer 1 pipe\n", log)
        self.assertIn("\nresult ", log)

    def test_stops(self):
        """A program that fails stops the game, which is kept, and can be resumed with somebody else at its seat."""
        code = "answer(next(questions)['legal'][0]); answer(next(questions)['legal'][0]); next(questions); answer('nonsense')"
        out, err = self.play("paris", "--seats", self.bot("bot", code) + ",random", "--seed", "7", "--save", "a.log", code=1)
        self.assertIn('it answered "nonsense", which is not a legal choice. The game stops here.', err)
        self.assertIn("The game is saved as a.log.", out)
        self.assertIn("Seat 1 was a program over a pipe", self.play("--resume", "a.log", code=1)[1])
        self.play("--resume", "a.log", "--seats", "random,random")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=1)
