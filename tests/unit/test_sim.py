"""anden sim as a user meets it: the shape of its output, the same numbers from any number of threads,
logs that can be played again, Ctrl-C, mistakes, and the examples of doc/sim.md.

Usage: test_sim.py PROGRAM ROOT
"""

import csv
import io
import json
import os
import pty
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = os.path.abspath(sys.argv[1])
ROOT = os.path.abspath(sys.argv[2])
PLAYER = ["spec", "wins", "win_rate", "ci95", "elo", "elo_error", "mean_score", "sd_score",
          "tickets_kept", "tickets_made", "turns", "us_per_decision"]


class Sim(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = self.folder.name

    def tearDown(self):
        self.folder.cleanup()

    def run_it(self, *words, code=0):
        done = subprocess.run([PROGRAM, *words], stdin=subprocess.DEVNULL, capture_output=True,
                              cwd=self.path, timeout=120)
        out, err = done.stdout.decode(), done.stderr.decode()
        self.assertEqual(done.returncode, code, f"anden {words}\n{out}\n{err}")
        return out, err

    def sim(self, line, **more):
        return self.run_it("sim", *line.split(), **more)

    def json(self, line):
        """The object, without what differs from run to run."""
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

    def test_progress_on_a_terminal(self):
        try:
            ours, theirs = pty.openpty()
        except OSError:
            self.skipTest("no terminal can be made here")
        done = subprocess.run([PROGRAM, "sim", "europe", "--seats", "random,random", "--games", "500"],
                              stdout=subprocess.PIPE, stderr=theirs, timeout=60)
        os.close(theirs)
        seen = os.read(ours, 100000).decode()
        os.close(ours)
        self.assertEqual(done.returncode, 0)
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

    def test_seed(self):
        line = "paris --seats random,random --games 50 --seed "
        self.assertEqual(self.json(line + "1"), self.json("paris --seats random,random --games 50"))
        self.assertNotEqual(self.json(line + "1")["players"], self.json(line + "2")["players"])

    def test_logs(self):
        """A saved game replays to its result, and `play` plays it again from its seed."""
        for game, more in {"europe": [], "metro": ["--turning"]}.items():
            line = f"{game} --seats random,random --games 12 --log-dir logs {' '.join(more)}"
            result = self.json(line)
            names = sorted(n for n in os.listdir(os.path.join(self.path, "logs")) if n.startswith(game))
            self.assertEqual(names, [f"{game}-{i:02}.log" for i in range(1, 13)])
            points = []
            for name in names:
                path = os.path.join(self.path, "logs", name)
                self.run_it("replay", path)
                with open(path, encoding="utf-8") as f:
                    log = f.read()
                points += map(int, re.search(r"(?m)^result (.*)$", log)[1].split())
                seed = re.search(r"# seed (\d+)", log)[1]
                self.run_it("play", game, "--seats", "random,random", "--seed", seed, "--names",
                            "random 1,random 2", "--save", "again.log", *more)
                with open(os.path.join(self.path, "again.log"), encoding="utf-8") as f:
                    self.assertEqual(f.read(), log)
            self.assertAlmostEqual(sum(points) / len(points), result["players"][0]["mean_score"], 5)


class Stopping(Sim):
    def test_ctrl_c(self):
        process = subprocess.Popen([PROGRAM, "sim", "europe", "--seats", "random,random", "--games",
                                    "100000000", "--json"], stdout=subprocess.PIPE, cwd=self.path)
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        process.send_signal(signal.SIGINT)  # as timeout(1) does: to the process and to its group
        out, _ = process.communicate(timeout=20)
        self.assertEqual(process.returncode, 130)
        result = json.loads(out)
        self.assertTrue(result["interrupted"])
        self.assertGreater(result["games"], 0)
        self.assertEqual(result["players"][0]["wins"], result["games"])

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
            "europe --seats random,random --games 0": "from 1 on",
            "europe --seats random,random --games x": "from 1 on",
            "europe --seats random,random --seed -1": "whole number",
            "europe --seats random,random --threads 0": "from 1 to 256",
            "europe --seats random,random --threads 257": "from 1 to 256",
            "europe --seats random,random --json --csv": "choose one",
            "europe --seats random,random --until-significant": "two different players",
            "europe --seats random,random --turning": "no option of the game europe",
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


class Page(Sim):
    def test_examples(self):
        """Every command of the page works in an empty folder, one after the other."""
        with open(os.path.join(ROOT, "doc", "sim.md"), encoding="utf-8") as f:
            text = f.read()
        examples = [line for block in re.findall(r"```sh\n(.*?)```", text, re.S) for line in block.splitlines()]
        self.assertGreater(len(examples), 3)
        environment = dict(os.environ, PATH=os.path.dirname(PROGRAM) + ":" + os.environ["PATH"])
        for line in examples:
            done = subprocess.run(["bash", "-c", line], cwd=self.path, env=environment,
                                  stdin=subprocess.DEVNULL, capture_output=True, timeout=120)
            self.assertEqual(done.returncode, 0, f"{line}\n{done.stderr.decode()}")
            self.assertEqual(done.stderr, b"", line)

    def test_members(self):
        """The page explains every member of the object."""
        with open(os.path.join(ROOT, "doc", "sim.md"), encoding="utf-8") as f:
            text = f.read()
        result = json.loads(self.sim("europe --seats random,random --games 4 --json")[0])
        for member in [*result, *result["players"][0], "verdict"]:
            self.assertIn(f"`{member}`", text)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=1)
