"""anden sim, anden arena, anden tune and anden train as a user sees them: the shape of their output, the same numbers from any
number of threads, and from several processes, logs that can be played again, Ctrl-C, mistakes, and the examples of doc/sim.md and
doc/players.md.

Usage: test_sim.py PROGRAM ROOT CLOCKS [mpi], where CLOCKS is the library of tests/support/clocks.c
"""

import csv
import io
import itertools
import json
import os
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

sys.dont_write_bytecode = True  # nothing is written into the source tree
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from clocks import environment, set_clocks  # noqa: E402
from patience import PATIENCE, wait_for  # noqa: E402

PROGRAM = os.path.abspath(sys.argv[1])
ROOT = os.path.abspath(sys.argv[2])
CLOCKS = sys.argv[3]
MPI = "mpi" in sys.argv[4:]  # the program was built with it
MPIRUN = ["mpirun", "--allow-run-as-root", "--oversubscribe", "-np"]
# OpenMPI leaves memory behind when it ends: that is not our fault.
MPI_ENVIRONMENT = dict(os.environ, ASAN_OPTIONS="detect_leaks=0")
QUICK = int(os.environ.get("ANDEN_TEST_SCALE", "100")) < 50  # a slow build: each thing once
PLAYER = ["spec", "wins", "win_rate", "ci95", "elo", "elo_error", "mean_score", "sd_score",
          "tickets_kept", "tickets_made", "turns", "us_per_decision", "forfeits"]


def seconds(process):
    """How much work a program has done."""
    with open(f"/proc/{process.pid}/stat", encoding="utf-8") as f:
        return int(f.read().rsplit(")", 1)[1].split()[11]) / os.sysconf("SC_CLK_TCK")


class Sim(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = self.folder.name

    def tearDown(self):
        self.folder.cleanup()

    def run_it(self, *words, code=0):
        done = subprocess.run([PROGRAM, *words], stdin=subprocess.DEVNULL, capture_output=True,
                              cwd=self.path, timeout=PATIENCE)
        out, err = done.stdout.decode(), done.stderr.decode()
        self.assertEqual(done.returncode, code, f"anden {words}\n{out}\n{err}")
        return out, err

    def start(self, *words):
        """A program whose clock can be set."""
        process = subprocess.Popen([PROGRAM, *words], stdout=subprocess.PIPE, env=environment(CLOCKS))
        self.addCleanup(process.wait)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.kill)
        return process

    def sim(self, line, **more):
        return self.run_it("sim", *line.split(), **more)

    def json(self, line):
        """The object, without members that differ from run to run."""
        out, err = self.sim(line + " --json")
        self.assertEqual(err, "")
        self.assertEqual(out.count("\n"), 1)
        result = json.loads(out)
        for player in result["players"]:
            self.assertGreaterEqual(player.pop("us_per_decision"), 0)
        return result


class Output(Sim):
    def test_json(self):
        out, _ = self.sim("europe --seats random,random,random --games 60 --seed 9 --json")
        result = json.loads(out)
        self.assertEqual((result["game"], result["games"], result["seed"]), ("europe", 60, 9))
        self.assertEqual((result["abandoned"], result["interrupted"]), (0, False))
        self.assertEqual(len(result["players"]), 1)  # one spec in three seats
        player = result["players"][0]
        self.assertEqual(list(player), PLAYER)
        self.assertEqual(player["spec"], "random")
        self.assertEqual(player["wins"], 60)
        self.assertAlmostEqual(player["win_rate"], 1 / 3, 5)
        self.assertEqual(len(player["ci95"]), 2)
        self.assertGreater(player["tickets_kept"], player["tickets_made"])
        self.assertGreater(player["sd_score"], 0)

    def test_two_players(self):
        for paired in ["", " --paired"]:
            result = self.json("europe --seats greedy,random --games 100" + paired)
            greedy, random = result["players"]
            self.assertEqual([greedy["spec"], random["spec"]], ["greedy", "random"])
            self.assertAlmostEqual(greedy["wins"] + random["wins"], 100, 4)
            self.assertGreater(greedy["win_rate"], 0.9)
            self.assertAlmostEqual(greedy["elo"], -random["elo"], 3)
            for player in result["players"]:
                low, high = player["ci95"]
                self.assertTrue(0 <= low <= player["win_rate"] <= high <= 1)
                self.assertLess(high - low, 0.2)

    def test_until_significant(self):
        line = "paris --seats greedy,random --until-significant --threads "
        one = self.json(line + "1")
        self.assertEqual(one["verdict"], "first_stronger")
        self.assertLess(one["games"], 1000)
        self.assertEqual(one, self.json(line + "3"))
        result = self.json("paris --seats random,greedy --until-significant")
        self.assertEqual(result["verdict"], "second_stronger")
        result = self.json("paris --seats random,greedy --until-significant --games 2")
        self.assertEqual((result["games"], result["verdict"]), (2, "open"))
        out, _ = self.sim("paris --seats random,greedy --until-significant")
        self.assertIn("greedy is stronger than random.", out)

    def test_no_tickets(self):
        result = self.json("metro --seats random,random --games 10")
        self.assertIsNone(result["players"][0]["tickets_kept"])
        self.assertIsNone(result["players"][0]["tickets_made"])

    def test_csv(self):
        out, _ = self.sim("paris --seats random,random --games 20 --csv")
        rows = list(csv.DictReader(io.StringIO(out)))
        same = self.json("paris --seats random,random --games 20")["players"][0]
        self.assertEqual(len(rows), 1)
        for key in ["wins", "win_rate", "mean_score", "sd_score", "tickets_kept", "turns"]:
            self.assertAlmostEqual(float(rows[0][key]), same[key], 3)

    def test_specs(self):
        """Players with settings; a comma before "name=" goes on with them."""
        line = "metro --seats flat:iterations=2,seed=5,greedy,flat:seed=5,iterations=2 --games 3"
        result = self.json(line)
        self.assertEqual([p["spec"] for p in result["players"]], ["flat:iterations=2,seed=5", "greedy"])
        self.assertEqual(result["seats"], 3)
        out, _ = self.sim(line + " --csv")
        self.assertEqual([r["spec"] for r in csv.DictReader(io.StringIO(out))],
                         ["flat:iterations=2,seed=5", "greedy"])

    def test_time(self):
        """Time is a limit: the clock of the machine ends a search that would go on for hours."""
        result = self.json("metro --seats flat:iterations=1000000,time=1ms,random --games 1")
        self.assertEqual(result["games"], 1)

    def test_table(self):
        for line in ["europe --seats random,random", "metro --seats random,random --turning"]:
            out, err = self.sim(line + " --games 20")
            self.assertEqual(err, "")
            self.assertRegex(out, r"20 games in .* s\.")
            self.assertRegex(out, r"(?m)^random +20\.0 +50\.0 %")

    def test_own_board(self):
        board = os.path.join(ROOT, "doc", "examples", "tiny.board")
        result = self.json(f"--board {board} --seats random,random --games 10")
        self.assertEqual((result["game"], result["games"]), ("tiny", 10))

    def all_of(self, terminal):
        """What is written to a terminal until nobody has it open any more: the slower the machine, the more there is."""
        seen, deadline = b"", time.monotonic() + PATIENCE
        while select.select([terminal], [], [], max(0, deadline - time.monotonic()))[0]:
            try:
                seen += os.read(terminal, 65536)
            except OSError:  # so Linux says that it is closed
                return seen
        self.fail(f"the program hangs after {seen}")

    def test_progress_on_a_terminal(self):
        try:
            ours, theirs = pty.openpty()
        except OSError:
            self.skipTest("no terminal can be made here")
        process = subprocess.Popen([PROGRAM, "sim", "europe", "--seats", "random,random", "--games", "500"],
                                   stdout=subprocess.DEVNULL, stderr=theirs)
        self.addCleanup(process.kill)
        os.close(theirs)
        seen = self.all_of(ours).decode()
        os.close(ours)
        self.assertEqual(process.wait(timeout=PATIENCE), 0)
        self.assertRegex(seen, r"\r\[[#.]{30}\] +\d+ %, \d+ of 500 games")
        self.assertTrue(seen.endswith("\r\033[K"))


class Numbers(Sim):
    def test_threads(self):
        for line in ["europe --seats random,random --games 101", "metro --seats random,random,random --paired",
                     "paris --seats greedy,random,greedy --paired --games 40",
                     "berlin --seats random,random,random,random --games 50 --seed 77"]:
            one = self.json(line + " --threads 1")
            for threads in [2, 5]:
                self.assertEqual(one, self.json(f"{line} --threads {threads}"))

    def test_ranks(self):
        """Several processes have the same numbers as one, logs included."""
        if not MPI or not shutil.which("mpirun"):
            self.skipTest("built without MPI")
        for line in ["paris --seats greedy,random,random --games 40", "metro --seats random,greedy --games 20 --paired",
                     "europe --seats random,random --games 1"][:1 if QUICK else None]:
            one = self.json(line)
            for ranks in [2] if QUICK else [2, 3]:
                done = subprocess.run([*MPIRUN, str(ranks), PROGRAM, "sim", *line.split(), "--json", "--log-dir", "logs"],
                                      capture_output=True, cwd=self.path, env=MPI_ENVIRONMENT, timeout=PATIENCE)
                self.assertEqual(done.returncode, 0, done.stderr.decode())
                several = json.loads(done.stdout)
                for player in several["players"]:
                    player.pop("us_per_decision")
                self.assertEqual(several, one)
                self.assertEqual(len(os.listdir(os.path.join(self.path, "logs"))), one["games"])
            shutil.rmtree(os.path.join(self.path, "logs"))

    def test_mistake_in_ranks(self):
        """Only one process complains."""
        if not MPI or not shutil.which("mpirun"):
            self.skipTest("built without MPI")
        done = subprocess.run([*MPIRUN, "3", PROGRAM, "sim", "paris", "--seats", "random,randm"],
                              capture_output=True, cwd=self.path, env=MPI_ENVIRONMENT, timeout=PATIENCE)
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stderr.decode().count("Did you mean random?"), 1)

    def test_mpirun_without_mpi(self):
        """Not played three times over."""
        if MPI:
            self.skipTest("built with MPI")
        done = subprocess.run([PROGRAM, "sim", "paris", "--seats", "random,random"], capture_output=True,
                              env=dict(os.environ, OMPI_COMM_WORLD_SIZE="3"), timeout=PATIENCE)
        self.assertEqual(done.returncode, 1)
        self.assertIn("built without MPI", done.stderr.decode())

    def test_seed(self):
        line = "paris --seats random,random --games 50 --seed "
        self.assertEqual(self.json(line + "1"), self.json("paris --seats random,random --games 50"))
        self.assertNotEqual(self.json(line + "1")["players"], self.json(line + "2")["players"])

    def test_logs(self):
        """A saved game replays to its result, follows from its seed, and `play` plays it again."""
        for game, more in {"europe": [], "metro": ["--turning"]}.items():
            games = 2 if QUICK else 12
            line = f"{game} --seats random,random --games {games} --log-dir logs {' '.join(more)}"
            result = self.json(line)
            names = sorted(n for n in os.listdir(os.path.join(self.path, "logs")) if n.startswith(game))
            self.assertEqual(names, [f"{game}-{i:0{len(str(games))}}.log" for i in range(1, games + 1)])
            points = []
            for name in names:
                path = os.path.join(self.path, "logs", name)
                self.run_it("replay", path)
                self.assertIn("All is right", self.run_it("verify", path)[0])
                with open(path, encoding="utf-8") as f:
                    log = f.read()
                points += map(int, re.search(r"(?m)^result (.*)$", log)[1].split())
                seed = re.search(r"(?m)^seed (\d+)$", log)[1]
                self.run_it("play", game, "--seats", "random,random", "--seed", seed, "--names",
                            "random 1,random 2", "--save", "again.log", *more)
                with open(os.path.join(self.path, "again.log"), encoding="utf-8") as f:
                    self.assertEqual(f.read(), log)
            self.assertAlmostEqual(sum(points) / len(points), result["players"][0]["mean_score"], 5)


class Stopping(Sim):
    def test_ctrl_c(self):
        """What comes within half a second is one Ctrl-C: timeout(1) sends it to the process and to its group."""
        logs = os.path.join(self.path, "logs")
        process = self.start("sim", "europe", "--seats", "random,random", "--games", "100000000", "--json", "--log-dir", logs)
        wait_for(lambda: os.path.isdir(logs) and os.listdir(logs), "a game")
        set_clocks(still=1)
        process.send_signal(signal.SIGINT)
        process.send_signal(signal.SIGINT)
        result = json.loads(process.communicate(timeout=PATIENCE)[0])
        self.assertEqual(process.returncode, 130)
        self.assertTrue(result["interrupted"])
        self.assertGreater(result["games"], 0)
        self.assertEqual(result["players"][0]["wins"], result["games"])

    def test_ctrl_c_again(self):
        """Another one later ends it at once, in the middle of a long thought."""
        process = self.start("sim", "europe", "--seats", "rollout:iterations=1000000,random", "--games", "1")
        wait_for(lambda: seconds(process) >= 0.3, "a thought")
        clock = itertools.count(1)

        def interrupted():
            set_clocks(still=next(clock))
            process.send_signal(signal.SIGINT)
            return process.poll() is not None

        wait_for(interrupted, "its end")
        self.assertEqual((process.returncode, process.communicate()[0]), (130, b""))

    def test_mistakes(self):
        for line, words in {
            "": "say which game",
            "europe": "say who plays",
            "europ --seats random,random": "Did you mean europe?",
            "europe --seats random": "2 to 5",
            "europe --seats random,randm": "Did you mean random?",
            "europe --seats random,": "player is missing",
            "europe --seats human,random": "no player",
            "metro --seats planner,random": "does not play Metro",
            "europe --seats random,random,random,random,random,random,random": "more than 6 players",
            "metro --seats flat:iterations=0,random": "column 17: iterations takes a number from 1",
            "metro --seats flat:depth=3,random": "flat has no setting",
            "europe --seats random,random --games 0": "at least 1",
            "europe --seats random,random --games x": "at least 1",
            "europe --seats random,random --seed -1": "whole number",
            "europe --seats random,random --threads 0": "from 1 to 256",
            "europe --seats random,random --threads 257": "from 1 to 256",
            "europe --seats random,random --json --csv": "choose one",
            "europe --seats random,random --until-significant": "two different players",
            "europe --seats random,random --turning": "not an option of the game europe",
            "europe --seats random,random --pared": "Did you mean --paired?",
            "europe paris --seats random,random": "one word too many",
        }.items():
            out, err = self.sim(line, code=2)
            self.assertEqual(out, "")
            self.assertIn(words, err, line)

    def test_refused(self):
        out, err = self.sim("europe --seats random,random --games 5 --log-dir a/b", code=1)
        self.assertEqual(out, "")
        self.assertIn("cannot make the folder", err)
        with open(os.path.join(self.path, "file"), "w", encoding="utf-8"):
            pass
        _, err = self.sim("europe --seats random,random --games 5 --log-dir file", code=1)
        self.assertIn("cannot save the game", err)


class Arena(Sim):
    def arena(self, line, **more):
        return self.run_it("arena", *line.split(), **more)

    def ratings(self, line):
        out, err = self.arena(line + " --json")
        self.assertEqual(err, "")
        result = json.loads(out)
        for player in result["players"]:
            self.assertGreaterEqual(player.pop("us_per_decision"), 0)
        return result

    def test_json(self):
        result = self.ratings("paris --players random,greedy,planner --games 40")
        self.assertEqual((result["game"], result["seats"], result["games"]), ("paris", 2, 120))
        self.assertEqual([p["spec"] for p in result["players"]], ["planner", "greedy", "random"])
        self.assertAlmostEqual(sum(p["elo"] for p in result["players"]), 0, 3)
        for player in result["players"]:
            self.assertEqual(player["games"], 80)
            self.assertTrue(10 < player["elo_error"] < 300)
        self.assertEqual([p["players"] for p in result["pairings"]],
                         [["random", "greedy"], ["random", "planner"], ["greedy", "planner"]])
        for pairing in result["pairings"]:
            self.assertAlmostEqual(sum(pairing["wins"]), pairing["games"], 4)

    def test_same(self):
        line = "berlin --players random,greedy,planner --seats 3 --games 24"
        one = self.ratings(line + " --threads 1")
        self.assertEqual(one, self.ratings(line + " --threads 3"))
        self.assertNotEqual(one, self.ratings(line + " --seed 2"))

    def test_table(self):
        out, err = self.arena("metro --players greedy,random --games 10 --turning --hand 2")
        self.assertEqual(err, "")
        self.assertRegex(out, r"metro, 2 seats, seed 1: 10 games in .* s\.")
        self.assertRegex(out, r"(?m)^greedy +\d+ ±\d+ +10 +100.0 %")

    def test_mistakes(self):
        for line, words in {
            "": "say which game",
            "paris --players greedy": "at least two players",
            "paris --players greedy,greedy": "named twice",
            "paris --players greedy,planer": "Did you mean planner?",
            "metro --players greedy,planner": "does not play Metro",
            "paris --players greedy,planner --seats 7": "from 2 to 6",
            "paris --players greedy,planner --seats 5": "2 to 4",
            "paris --players greedy,planner --games 0": "at least 1",
        }.items():
            out, err = self.arena(line, code=2)
            self.assertEqual(out, "")
            self.assertIn(words, err, line)


class Tune(Sim):
    LINE = "paris --games 6 --generations 2 --seed 3"

    def tune(self, line, **more):
        return self.run_it("tune", *line.split(), **more)

    def test_file(self):
        """A player can read the file that it writes; the log has a line for every generation."""
        out, err = self.tune(self.LINE + " --log tune.csv --out found.tuning")
        self.assertEqual(out + err, "")
        with open(os.path.join(self.path, "found.tuning")) as f:
            lines = f.read().splitlines()
        self.assertEqual(lines[0], "# anden tune paris --seats 2 --games 6 --generations 2 --seed 3")
        self.assertRegex(lines[1], r"^# \d+\.\d % \(\d+\.\d\.\.\d+\.\d\) of 1000 games")
        self.assertEqual(lines[2], "tuning paris 2 2")
        with open(os.path.join(self.path, "tune.csv")) as f:
            table = list(csv.reader(f))
        self.assertEqual(table[0][:4], ["generation", "step", "best", "mean"])
        self.assertEqual(table[0][4:], [line.split()[0] for line in lines[3:]])
        self.assertEqual([row[0] for row in table[1:]], ["1", "2"])
        result = self.json("paris --seats hard:tuning=found.tuning,hard --games 4")
        self.assertEqual([p["spec"] for p in result["players"]], ["hard:tuning=found.tuning", "hard"])
        out, _ = self.tune("paris --games 2 --generations 1 --from found.tuning --seats 3")
        self.assertIn("--seats 3 --games 2 --generations 1 --seed 1 --from found.tuning", out)
        self.assertIn("\ntuning paris 3 6\n", out)

    def test_same(self):
        """From any number of threads, and of processes."""
        one, _ = self.tune(self.LINE + " --threads 1 --against greedy")
        two, _ = self.tune(self.LINE + " --threads 3 --against greedy")
        self.assertEqual(one, two)
        if MPI and shutil.which("mpirun"):
            done = subprocess.run([*MPIRUN, "2", PROGRAM, "tune", *self.LINE.split(), "--against", "greedy"],
                                  capture_output=True, cwd=self.path, env=MPI_ENVIRONMENT, timeout=PATIENCE)
            self.assertEqual(done.returncode, 0, done.stderr.decode())
            self.assertEqual(done.stdout.decode(), one)

    def test_ctrl_c(self):
        """Ctrl-C writes the result so far."""
        log = os.path.join(self.path, "tune.csv")
        running = subprocess.Popen([PROGRAM, "tune", "paris", "--games", "6", "--generations", "100000", "--log", log],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)

        def lines():
            with open(log, encoding="utf-8") as f:
                return f.read().count("\n")

        wait_for(lambda: os.path.exists(log) and lines() > 2, "a generation")
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=PATIENCE)
        self.assertEqual(running.returncode, 130, err.decode())
        self.assertIn("\ntuning paris 2 2\n", out.decode())

    def test_mistakes(self):
        with open(os.path.join(self.path, "bad.tuning"), "w") as f:
            f.write("tuning paris\nhold_hnd 3\n")
        with open(os.path.join(self.path, "null.board"), "w") as f:
            f.write("andenboard 1\nid null\nname Null\nfamily null\nseats 2 6\n")
        for line, words in {
            "": "say which game",
            "paris --generations 0": "--generations takes a number from 1",
            "paris --seats 1": "--seats takes a number from 2",
            "paris --against flat": "does not play Paris",
        }.items():
            self.assertIn(words, self.tune(line, code=2)[1])
        for line, words in {
            "--board null.board": "no constants to tune",
            "paris --from bad.tuning": "bad.tuning:2:1: There is no constant",
            "paris --from missing.tuning": "missing.tuning",
            "paris --games 2 --generations 1 --out no/such/folder": "cannot write no/such/folder",
            "paris --log no/such/folder": "cannot write no/such/folder",
        }.items():
            self.assertIn(words, self.tune(line, code=1)[1])
        for spec in ("hard:tuning=bad.tuning", "hard:time=1s,tuning=bad.tuning"):
            self.assertIn("bad.tuning:2:1", self.sim(f"paris --seats {spec},hard", code=1)[1])
        self.assertIn("no constants to tune", self.sim("--board null.board --seats hard:tuning=bad.tuning,hard", code=1)[1])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=1)
