"""The program as a user sees it: help, exit codes, messages, JSON, play, logs, the examples of the documentation. The
rules are tested elsewhere.

Usage: test_cli.py PROGRAM ROOT
"""

import json
import os
import re
import shlex
import socket
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True  # nothing is written into the source tree
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from patience import PATIENCE  # noqa: E402, F401 (tests take it from here)

PROGRAM = os.path.abspath(sys.argv[1])
ROOT = os.path.abspath(sys.argv[2])
COMMANDS = ["play", "replay", "legal", "board", "perft", "bench", "sim", "arena", "tune", "hint"]
GAMES = {"europe": (2, 5), "berlin": (2, 4), "paris": (2, 4)}  # of the routes family
ALL_GAMES = dict(GAMES, metro=(2, 6))  # test_cli_metro.py tests what only Metro has


def board_text(game):
    with open(os.path.join(ROOT, "boards", f"{game}.board"), encoding="utf-8") as f:
        return f.read()


class Program(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = self.folder.name

    def tearDown(self):
        self.folder.cleanup()

    def run_it(self, *words, text="", code=0):
        """Runs the program in a folder of its own; returns stdout and stderr."""
        done = subprocess.run(
            [PROGRAM, *words], input=text.encode(), capture_output=True, cwd=self.path, timeout=PATIENCE
        )
        out, err = done.stdout.decode(), done.stderr.decode()
        self.assertEqual(done.returncode, code, f"anden {words}\n{out}\n{err}")
        return out, err

    def file(self, name, text=None):
        path = os.path.join(self.path, name)
        if text is not None:
            with open(path, "w", encoding="utf-8") as f:
                f.write(text)
        with open(path, encoding="utf-8") as f:
            return f.read()

    def random_log(self, game="europe", seats=2, seed=7):
        self.run_it("play", game, "--seats", ",".join(["random"] * seats), "--seed", str(seed),
                    "--save", "game.log")
        return self.file("game.log")


class Help(Program):
    def test_general(self):
        out, _ = self.run_it("--help")
        for command in COMMANDS:
            self.assertRegex(out, rf"(?m)^  {command} ")
        for game in ALL_GAMES:
            self.assertIn(game, out)
        self.assertRegex(self.run_it("--version")[0], r"^anden \d+\.\d+\.\d+\n$")

    def test_json(self):
        """The data from which manual pages and completions are made; test_manual.py reads those."""
        for language in ["en", "es"]:
            self.assertIsInstance(json.loads(self.run_it("--language", language, "--help", "--json")[0]), dict)

    def test_every_command(self):
        for command in COMMANDS:
            out, _ = self.run_it(command, "--help")
            for part in ["Usage: anden " + command, "Options:", "Examples:", "Exit codes:"]:
                self.assertIn(part, out)
            for line in out.splitlines():
                self.assertLessEqual(len(line), 88, line)

    def test_examples_work(self):
        """Every example of every help page, with a log and a board where they are expected."""
        with open(os.path.join(ROOT, "boards", "paris.board"), encoding="utf-8") as f:
            self.file("my.board", f.read())
        with open(os.path.join(ROOT, "examples", "python", "my_bot.py"), encoding="utf-8") as f:
            self.file("my_bot.py", f.read())
        environment = dict(os.environ, PATH=os.path.dirname(PROGRAM) + ":" + os.environ["PATH"])
        for command in [""] + COMMANDS:
            out, _ = self.run_it(*([command] if command else []), "--help")
            examples = re.findall(r"(?m)^  (anden .*)$", out.split("Examples:")[1])
            self.assertTrue(examples)
            for example in examples:
                if "--connect" in example:  # a server elsewhere: test_online.py has one
                    continue
                self.random_log("europe")
                if example == "anden bench":
                    example += " --games 10 --rounds 1"
                if "pipe:" in example:
                    example += " --games 2"
                done = subprocess.run(example, shell=True, cwd=self.path, env=environment,
                                      stdin=subprocess.DEVNULL if "<" not in example else None,
                                      capture_output=True, timeout=PATIENCE)
                self.assertEqual(done.returncode, 0, f"{example}\n{done.stderr.decode()}")
                self.assertEqual(done.stderr, b"", example)


class Mistakes(Program):
    """Bad command lines and bad input: the message and the exit code."""

    def test_usage(self):
        for line, words in {
            "plya": "Did you mean 'play'?",
            "frobnicate": "no command",
            "play": "say which game",
            "play europ": "Did you mean europe?",
            "play mars": "There is no board|there is no board",
            "play europe berlin": "one word too many",
            "play europe --sed 3": "Did you mean --seed?",
            "play europe --seed": "needs a value",
            "play europe --seed x": "whole number",
            "play europe --seed -1": "whole number",
            "play europe --seed 99999999999999999999": "whole number",
            "play europe --seats human,robot": "no player",
            "play europe --seats human,randm": "Did you mean random?",
            "play europe --seats random": "2 to 5",
            "play europe --seats random,random,random,random,random,random": "2 to 5",
            "play europe --seats ,": "player is missing",
            "play europe --first 3": "from 1 to 2",
            "play europe --first 0": "from 1 to 2",
            "play europe --turning": "not an option of the game europe",
            "play berlin --hand 2": "not an option of the game berlin",
            "play metro --hand 4": "from 1 to 3",
            "play metro --hand": "needs a value",
            "play metro --hand two": "from 1 to 3",
            "play metro --turning=1": "takes no value",
            "play metro --turn": "Did you mean --turning",
            "play metro --seats random": "2 to 6",
            "play --resume x --turning": "leave these out",
            "perft europe --turning": "not an option of the game europe",
            "perft metro --hand 0": "from 1 to 3",
            "perft --from x --hand 2": "options of the match",
            "bench --game paris --turning": "not an option of the game paris",
            "bench --game metro --hand 9": "from 1 to 3",
            "play europe --names a,b,c": "more names than seats",
            "play europe --names a,": "not a name",
            "play --resume x --first 1": "leave these out",
            "replay": "which log",
            "replay x y": "one word too many",
            "replay x --at -1": "number of events",
            "replay x --json=yes": "takes no value",
            "legal": "which log",
            "perft": "say which game",
            "perft europe --depth 13": "from 1 to 12",
            "perft europe --skip x": "number of events",
            "perft europe --seats 9": "takes a number",
            "perft europe --seats 6": "2 to 5",
            "bench --seats 0": "from 1 to 6",
            "bench --game europe --seats 6": "2 to 5",
            "bench --games 0": "--games",
            "bench --what speed": "play, list, view or resample",
            "bench europe": "one word too many",
        }.items():
            out, err = self.run_it(*shlex.split(line), code=2)
            self.assertRegex(err, words, line)
            self.assertEqual(out, "", line)

    def test_refused(self):
        self.file("bad.log", "anden log 1\ngame europe\nseats 2\ndeal mauve\n")
        self.file("mars.log", "anden log 1\ngame mars\nseats 2\n")
        for line, words in {
            "replay nothing": r"cannot open nothing",
            "replay .": r"directory",
            "replay bad.log": r"^bad\.log:4:6: ",
            "legal bad.log --json": r"^bad\.log:4:6: ",
            "perft --from bad.log": r"^bad\.log:4:6: ",
            "play --resume bad.log": r"^bad\.log:4:6: ",
            "replay mars.log": r"--board FILE",
            "replay bad.log --board bad.log": r"^bad\.log:1:1: ",
            "play bad.log": r"^bad\.log:1:1: ",
            "play europe --seats random,random --save no/such/folder": r"cannot save",
            "play europe --seats random,random --save .": r"cannot save",
        }.items():
            out, err = self.run_it(*shlex.split(line), code=1)
            self.assertRegex(err, words, line)
            self.assertEqual(out, "", line)
        _, err = self.run_it("replay", "-", text="rubbish", code=1)
        self.assertRegex(err, r"^stdin:1:1: ")

    def test_at_once(self):
        """A line about a mistake is one write: other threads and programs write to the same place, and would come in between."""
        for words in (["play", "--resume", "none.log"], ["play", "europe", "--seed", "x"], ["replay", "bad.log"]):
            self.file("bad.log", "anden log 1\n\nnonsense\n")
            here, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
            with here, there:
                subprocess.run([PROGRAM, *words], stderr=there, cwd=self.path, check=False, timeout=PATIENCE)
                here.settimeout(PATIENCE)
                self.assertRegex(here.recv(4096).decode(), r"^[^\n]{12,}\n$")

    def test_control_characters_are_not_echoed(self):
        self.file("bad.log", "anden log 1\ngame europe\nseats 2\ndeal \x1b[31mred\n")
        _, err = self.run_it("replay", "bad.log", code=1)
        self.assertNotIn("\x1b", err)

    def test_beyond_the_end(self):
        self.random_log()
        out, err = self.run_it("replay", "game.log", "--at", "100000", code=2)
        self.assertIn("has only", err)
        for seat in ["0", "3", "x", ""]:
            _, err = self.run_it("replay", "game.log", "--as", seat, code=2)
            self.assertIn("from 1 to 2", err)

    def test_full_disk(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("no /dev/full here")
        self.random_log()
        with open("/dev/full", "wb") as full:
            done = subprocess.run([PROGRAM, "replay", "game.log"], stdout=full, cwd=self.path,
                                  stderr=subprocess.PIPE, timeout=PATIENCE)
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"cannot write", done.stderr)


def components(routes):
    """Cities joined by routes, as a function that says whether two are."""
    parent = {}

    def root(x):
        while parent.setdefault(x, x) != x:
            x = parent[x]
        return x

    for route in routes:
        parent[root(route["a"])] = root(route["b"])
    return lambda a, b: root(a) == root(b)


class Json(Program):
    def check_seat(self, seat, facts):
        """Recomputes the parts of the score from the rest of the object."""
        score = seat["score"]
        self.assertEqual(score["total"], sum(v for k, v in score.items() if k != "total"))
        self.assertEqual(score["routes"], sum(r["points"] for r in seat["routes"]))
        used = [r for r in seat["borrowed"] if r]
        joined = components(seat["routes"] + used)
        for ticket in seat["tickets"]:
            self.assertEqual(ticket["completed"], joined(ticket["a"], ticket["b"]))
        self.assertEqual(score["tickets"],
                         sum(t["points"] if t["completed"] else -t["points"]
                             for t in seat["tickets"]))
        self.assertEqual(score["stations"],
                         seat["stations_left"] * facts["options"]["station_points"])
        self.assertEqual(score["flag"], seat.get("flags", 0) * facts["options"]["flag_points"])
        self.assertEqual(seat["hand_size"], sum(seat["hand"].values()))
        self.assertEqual(seat["pieces"] + sum(r["length"] for r in seat["routes"]),
                         sum(p["count"] for p in facts["options"]["pieces"]))

    def test_replay(self):
        for game, (fewest, most) in GAMES.items():
            facts = json.loads(self.run_it("board", "show", game, "--json")[0])
            for seats in range(fewest, most + 1):
                self.random_log(game, seats, seats)
                p = json.loads(self.run_it("replay", "--json", "game.log")[0])
                self.assertEqual((p["game"], p["over"], p["to_act"]), (game, True, None))
                self.assertEqual(len(p["seats"]), seats)
                for seat in p["seats"]:
                    self.check_seat(seat, facts)
                result = self.file("game.log").splitlines()[-1].split()
                self.assertEqual(result,
                                 ["result"] + [str(s["score"]["total"]) for s in p["seats"]])
                cards = p["deck"] + p["discard"] + len(p["market"])
                cards += sum(s["hand_size"] + sum(s.get("flag_cards", {}).values())
                             for s in p["seats"])
                self.assertEqual(cards, sum(c["count"] for c in facts["cards"]))

    def test_at_and_stdin(self):
        log = self.random_log()
        for at in [0, 1, 8, 13, 21, 60, 61, 62, 200]:
            p = json.loads(self.run_it("replay", "-", "--json", "--at", str(at), text=log)[0])
            self.assertEqual(p["events"], at)
            self.assertFalse(p["over"])
            self.assertIn(p["to_act"], [1, 2, "chance"])
            events = json.loads(
                self.run_it("legal", "-", "--json", "--at", str(at), text=log)[0])
            self.assertEqual(events["to_act"], p["to_act"])
            self.assertEqual(events["total"], sum(e["weight"] for e in events["events"]))
            plain = self.run_it("legal", "-", "--at", str(at), text=log)[0].splitlines()
            self.assertEqual(len(plain), len(events["events"]))
        self.assertEqual(self.run_it("legal", "-", text=log), ("", "anden: the game is over: nothing is legal.\n"))

    def test_documented_members(self):
        """The tables of doc/notation.md list exactly what is printed."""
        with open(os.path.join(ROOT, "doc", "notation.md"), encoding="utf-8") as f:
            page = f.read().split("## What the program prints")[1]
        for game, part in zip(["paris", "metro"], page.split("### ")[1:]):
            named = {words: set(re.findall(r"`(\w+)`", "".join(re.findall(r"(?m)^\| (`.*?) \|", t))))
                     for words, t in re.findall(r"(?s)\| (member[^|]*) \|(.*?)(?:\n\n|$)", part)}
            self.random_log(game)
            p = json.loads(self.run_it("replay", "game.log", "--json", "--at", "50")[0])
            self.assertEqual(set(p), named["member"])
            self.assertEqual(set(p["seats"][0]), named["member of a seat"])
            if "member of a station" in named:
                self.assertEqual(set(p["stations"][0]), named["member of a station"])

    def test_each_position(self):
        """--each prints what --at prints for every number of events, and what is legal there."""
        for game in GAMES:
            self.random_log(game, 3)
            lines = self.run_it("replay", "game.log", "--json", "--each", "--as", "2")[0].splitlines()
            for at in {0, 1, 40, len(lines) - 1}:
                position, legal = json.loads(lines[at])
                alone = self.run_it("replay", "game.log", "--json", "--at", str(at), "--as", "2")[0]
                self.assertEqual(position, json.loads(alone))
                events = json.loads(self.run_it("legal", "game.log", "--json", "--at", str(at))[0])
                if position["to_act"] == 2:
                    self.assertEqual(len(legal), len(events["events"]))
                else:
                    self.assertEqual(legal, [])
            self.assertTrue(json.loads(lines[-1])[0]["over"])
            self.assertIn(2, [json.loads(line)[0]["to_act"] for line in lines])

    def test_as_a_seat(self):
        for game in GAMES:
            self.random_log(game, 3)
            p = json.loads(
                self.run_it("replay", "game.log", "--json", "--at", "80", "--as", "2")[0])
            self.assertEqual(p["as"], 2)
            self.assertIsNone(p["deck_cards"])
            for seat in p["seats"]:
                own = seat["seat"] == 2
                for hidden in ["hand", "tickets", "offer", "borrowed"]:
                    self.assertEqual(seat[hidden] is not None, own, hidden)
                self.assertEqual(seat["score"]["tickets"] is not None, own)
                self.assertEqual(seat["score"]["total"] is not None, own)
                self.assertIsNone(seat["rank"])
                self.assertIsInstance(seat["hand_size"], int)
            p = json.loads(
                self.run_it("replay", "game.log", "--json", "--at", "80", "--as", "spectator")[0])
            self.assertTrue(all(s["hand"] is None and s["tickets"] is None for s in p["seats"]))

    def test_bench(self):
        words = ["bench", "--game", "berlin", "--seats", "3", "--rounds", "1", "--json"]
        a, b = (json.loads(self.run_it(*words, "--what", "play", "--games", games)[0])
                for games in ("20", "30"))
        for member in ["game", "seats", "ns", "ns_median", "per_s", "count", "games_per_s",
                       "decisions_per_game"]:
            self.assertIn(member, a)
        self.assertEqual(a["signature"], b["signature"])
        self.assertLess(a["count"], b["count"])
        lines = self.run_it("bench", "--games", "5", "--rounds", "1", "--json")[0].splitlines()
        rows = [json.loads(line) for line in lines]
        self.assertEqual(
            [(row["game"], row["seats"], row["what"]) for row in rows],
            [(game, seats, what) for game, both in ALL_GAMES.items() for seats in both
             for what in ("play", "list", "view", "resample")])
        self.assertTrue(all(row["count"] == 100 for row in rows if row["what"] != "play"))
        text = self.run_it("bench", "--games", "5", "--rounds", "2")[0].splitlines()
        self.assertEqual(len(text), 1 + len(rows))
        one = self.run_it("bench", "--game", "paris", "--seats", "3", "--what", "list",
                          "--games", "5", "--rounds", "1")[0]
        self.assertRegex(one.splitlines()[1], r"^paris +3  list a turn .* of [0-9.]+ events$")

    def test_perft(self):
        words = ["perft", "paris", "--seats", "3", "--skip", "60", "--seed", "5"]
        lines = [line.split() for line in self.run_it(*words)[0].splitlines()]
        self.assertEqual([line[0] for line in lines], ["1", "2", "3"])
        self.assertEqual(lines, [line.split() for line in self.run_it(*words)[0].splitlines()])


def moves_of(log):
    """The events of the players of a log, in order."""
    return [line.split(": ", 1)[1] for line in log.splitlines() if re.match(r"\d: ", line)]


def events_of(log):
    """All events of a log."""
    words = ("deal", "ticket", "first")
    return [line for line in log.splitlines()
            if re.match(r"\d: ", line) or line.startswith(words)]


class Play(Program):
    def test_bots_repeat(self):
        for game, (_, most) in ALL_GAMES.items():
            first = self.random_log(game, most, 3)
            self.assertEqual(first, self.random_log(game, most, 3))
            self.assertNotEqual(first, self.random_log(game, most, 4))
            out, _ = self.run_it("replay", "game.log")
            self.assertIn("the game is over", out)

    def test_seed_is_printed(self):
        out, _ = self.run_it("play", "paris", "--seats", "random,random", "--save", "a.log")
        seed = re.search(r"seed (\d+)", out).group(1)
        self.run_it("play", "paris", "--seats", "random,random", "--seed", seed, "--save", "b.log")
        self.assertEqual(self.file("a.log"), self.file("b.log"))

    def test_people_type_a_whole_game(self):
        """Chance depends on the seed alone: if people type the moves of two bots, the game is the same."""
        for game in ALL_GAMES:
            log = self.random_log(game)
            out, _ = self.run_it("play", game, "--seats", "human,human", "--seed", "7", "--save",
                                 "typed.log", text="\n".join(moves_of(log)) + "\n")
            typed = self.file("typed.log")
            self.assertEqual(events_of(typed), events_of(log))
            self.assertEqual(typed.splitlines()[-1], log.splitlines()[-1])
            self.assertRegex(out, r"wins with|share the win")
            self.assertNotIn("\x1b", out)

    def test_every_move_is_saved(self):
        """The log is whole after every move, and a game can be resumed from it."""
        log = self.random_log("paris")
        moves = moves_of(log)
        self.run_it("play", "paris", "--seats", "human,human", "--seed", "7", "--save", "typed.log",
                    text="\n".join(moves[:9]) + "\nquit\n")
        saved = events_of(self.file("typed.log"))
        self.assertEqual(saved, events_of(log)[: len(saved)])
        self.assertEqual(len(moves_of(self.file("typed.log"))), 9)
        out, _ = self.run_it("play", "--resume", "typed.log", "--seats", "random,random")
        self.assertIn("the game is over", out)
        self.assertEqual(events_of(self.file("typed.log"))[: len(saved)], saved)
        self.assertEqual(os.listdir(self.path).count("typed.log"), 1)
        self.assertFalse([f for f in os.listdir(self.path) if "typed.log." in f])

    def test_resumed_with_the_same_players(self):
        """People are people again, and bots stay the same; --seats changes that."""
        self.run_it("play", "paris", "--seats", "human,human,planner:slips=100", "--seed", "7", "--save", "a.log",
                    text="keep 1\nquit\n")
        out, _ = self.run_it("play", "--resume", "a.log", text="keep 1\nquit\n")
        self.assertIn("Player 2> ", out)
        self.assertEqual(re.findall("^player .*", self.file("a.log"), re.M),
                         ["player 1 human", "player 2 human", "player 3 planner:slips=100"])
        self.run_it("play", "--resume", "a.log", "--seats", "human,easy,easy", text="quit\n")
        self.assertIn("\nplayer 2 easy\n", self.file("a.log"))
        with open(os.path.join(self.path, "a.log"), "w", encoding="utf-8") as f:
            f.write("anden log 1\ngame paris\nseats 2\nplayer 1 planner:slips=101\n")
        _, error = self.run_it("play", "--resume", "a.log", code=1)
        self.assertRegex(error, r"^a\.log:4:24: slips takes a number")

    def test_end_of_input(self):
        out, _ = self.run_it("play", "europe", "--seats", "human,random", "--save", "a.log")
        self.assertIn("saved as a.log", out)
        self.run_it("replay", "a.log")
        out, _ = self.run_it("play", "europe", "--seats", "human,random")
        self.assertIn("not saved", out)

    def test_wrong_moves(self):
        text = ("keep 1\nfrobnicate\nkeep 1 2\ndraw 9\ndeal red\n"
                "claim Madrid-Atlantis red 1+0\nclaim Petrograd-Stockholm red 8+0\n")
        out, _ = self.run_it("play", "europe", "--seats", "human,random", "--seed", "7", "--first",
                             "1", "--save", "a.log", text=text)
        self.assertIn("[E3]", out)
        self.assertEqual(out.count("Not possible"), 3)
        self.assertIn('Type "help"', out)
        self.assertEqual(moves_of(self.file("a.log"))[-1][:5], "keep ")

    def test_longest_names(self):
        """Nothing that is printed about the longest names is cut off, which would end in an ellipsis."""
        board = os.path.join(ROOT, "tests", "laws", "longest.board")
        text = ("keep all\nhelp\nlegal\nview\nroutes\nboard\nhint\ntickets\nlegal\nkeep all\ndraw deck\ndraw deck\n"
                "legal claim\nlegal station\nlog\nscores\nsave a.log\nquit\n")
        for language in ("en", "es"):
            out, _ = self.run_it("play", "--board", board, "--seats", "human,random", "--seed", "7", "--first", "1",
                                 "--names", "A" + 38 * "x" + ",B" + 38 * "y", "--language", language, text=text)
            self.assertIn("West-End of the long names of the longx", out)
            for command in (["hint", "a.log", "--board", board], ["replay", "a.log", "--board", board],
                            ["legal", "a.log", "--json", "--board", board], ["board", "show", board]):
                out += self.run_it(*command, "--language", language)[0]
            self.assertNotIn("…", out)

    def test_commands(self):
        text = ("help\nlegal\nview\nkeep 1 2\nroutes\nboard\nboard kobenhavn\nboard Atlantis\n"
                "legal station\nlegal xyz\nlog\nscores\nsave b.log\nsave\nquit\n")
        out, _ = self.run_it("play", "europe", "--seats", "human,random", "--seed", "7", "--first",
                             "1", text=text)
        for words in ["Commands:", "København–Stockholm", 'no city "Atlantis"',
                      'No legal move contains "xyz"', "You keep 2 tickets", "Saved as b.log",
                      "Say where"]:
            self.assertIn(words, out)
        self.run_it("replay", "b.log")

    def test_hint(self):
        """A move that can be made. Which one depends on how much the expert can try in its time."""
        out, _ = self.run_it("play", "metro", "--seats", "human,random", "--seed", "7", "--first", "1",
                             text="hint\nquit\n")
        move = re.search(r"^ Hint: (place \w\d|redraw)", out, re.M)[1]
        out, _ = self.run_it("play", "metro", "--seats", "human,random", "--seed", "7", "--first", "1", "--language", "es",
                             text=f"hint\n{move}\nquit\n")
        self.assertRegex(out, r"(?m)^ Pista: (place \w\d|redraw)")
        self.assertNotIn("No se puede", out)

    def test_map(self):
        """Every city is on the map, which fits the screen, and claimed routes have their owner's letter."""
        for game in GAMES:
            cities = re.findall(r'^city (?:"([^"]+)"|(\S+))', board_text(game), re.M)
            out, _ = self.run_it("play", game, "--seats", "human,random", "--first", "1", "--seed", "7",
                                 text="map\n")
            drawn = out.split("> map\n")[1]
            self.assertLessEqual(max(map(len, drawn.splitlines())), 80)
            for city in (quoted or word for quoted, word in cities):
                self.assertIn(city[:3], drawn)
        text = "keep 1 2\n" + "draw deck\n" * 60
        out, _ = self.run_it("play", "europe", "--seats", "human,hard", "--names", "Ana,Qi", "--first",
                             "1", "--seed", "7", text=text + "map\nmap kobenhavn\nmap Atlantis\n")
        drawn, zoomed, rest = out.split("> map")[1:]
        self.assertIn("Q", drawn)
        self.assertIn("København", zoomed)
        self.assertNotIn("Cádiz", zoomed)
        self.assertIn('no city "Atlantis"', rest)

    def test_map_of_other_boards(self):
        """One without positions, and one without cities."""
        kept = [re.sub(r'^(city (?:"[^"]+"|\S+)).*', r"\1", line) for line in board_text("paris").splitlines()
                if not re.match(r"\s*(at|via|decor|frame|space) ", line)]
        self.file("my.board", "\n".join(kept) + "\n")
        out, _ = self.run_it("play", "--board", "my.board", "--seats", "human,random", "--seed", "7",
                             text="map\n")
        self.assertIn("can be played but not drawn", out)
        out, _ = self.run_it("play", "metro", "--seats", "human,random", "--seed", "7", text="map\n")
        self.assertIn("×2", out.split("> map")[1])

    def test_nothing_secret_is_shown(self):
        """A person does not see another's blind cards, hand or tickets."""
        out, _ = self.run_it("play", "paris", "--seats", "human,human", "--seed", "7", "--names",
                             "Ana,Luis", "--first", "1",
                             text="keep 1 2\nkeep 1 2\ndraw deck\ndraw deck\n")
        last = out.split("Ana> draw deck")[-1]
        self.assertIn("Ana takes a card from the deck.", last)
        self.assertNotRegex(last, r"Ana takes (white|blue|red|yellow|green|purple|bus)")

    def test_eighty_columns(self):
        for game, (_, most) in ALL_GAMES.items():
            log = self.random_log(game, most, 5)
            command = "\nroutes\n" if game in GAMES else "\nlines\ntiles\nline 3\nhelp\n"
            out, _ = self.run_it("play", game, "--seats", ",".join(["human"] * most), "--seed", "5",
                                 "--names", "Maximiliana Alejandra",
                                 text=command.join(moves_of(log)) + "\n")
            for line in out.splitlines():
                self.assertLessEqual(len(line), 80, line)

    def test_own_board(self):
        with open(os.path.join(ROOT, "boards", "paris.board"), encoding="utf-8") as f:
            self.file("my.board", f.read().replace("id paris", "id own"))
        self.run_it("play", "--board", "my.board", "--seats", "random,random", "--save", "a.log")
        _, err = self.run_it("replay", "a.log", code=1)
        self.assertIn("--board FILE", err)
        self.run_it("replay", "a.log", "--board", "my.board")
        self.run_it("legal", "a.log", "--board", "my.board", "--at", "5")
        _, err = self.run_it("play", "berlin", "--board", "my.board", code=2)
        self.assertIn("for the game own", err)


class Documentation(Program):
    """The logs of doc/notation.md are replayed; those that are refused, with their message."""

    def test_logs(self):
        with open(os.path.join(ROOT, "doc", "notation.md"), encoding="utf-8") as f:
            page = f.read()
        logs = re.findall(r"```log\n(.*?)```", page, re.S)
        self.assertGreaterEqual(len(logs), 2)
        for log in logs:
            self.file("game.log", log)
            self.run_it("replay", "game.log")
            self.run_it("replay", "game.log", "--json")
        refused = re.findall(r"```log refused\n(.*?)```.*?```message\n(.*?)```", page, re.S)
        self.assertTrue(refused)
        for log, message in refused:
            self.file("game.log", log)
            self.assertEqual(self.run_it("replay", "game.log", code=1)[1], message)

    def test_verify(self):
        """The log of a table on that page verifies with the words shown there; a changed one does not."""
        with open(os.path.join(ROOT, "doc", "notation.md"), encoding="utf-8") as f:
            page = f.read()
        log = next(log for log in re.findall(r"```log\n(.*?)```", page, re.S) if "seed-hash" in log)
        self.file("game.log", log)
        shown = re.search(r"```verify\n(.*?)```", page, re.S).group(1)
        self.assertEqual(self.run_it("verify", "game.log")[0], shown)
        self.assertIn("7 events", self.run_it("replay", "game.log", "--at", "7")[0])
        line = log.splitlines().index("deal aacb") + 1
        for old, new, where, words in (
            ("deal aacb", "deal aaaa", line, "gives another event of chance"),
            ("seed 5eed", "seed 5eec", len(log.splitlines()), "does not have the hash"),
            ("seed-hash a8", "seed-hash a9", len(log.splitlines()), "does not have the hash"),
            ("undo 7", "undo 8", line + 2, "fewer than before"),
            ("undo 7", "undo", line + 2, "A number is missing"),
            ("seed 5e", "seed xx", len(log.splitlines()), "64 hexadecimal digits"),
            ("\nseed ", "\n# ", len(log.splitlines()), "no seed"),
            ("seed-hash ", "# ", 1, "names no seed"),
            ("seed-hash a86164", "seed-hash a86", 11, "64 hexadecimal digits"),
        ):
            self.file("game.log", log.replace(old, new, 1))
            err = self.run_it("verify", "game.log", code=1)[1]
            self.assertRegex(err, rf"^game.log:{where}:\d+: .*{words}")
        self.run_it("verify", code=2)
        self.run_it("verify", "none.log", code=1)
        self.file("game.log", log.replace("resign 2\nseed 5eed", "1: redraw\nseed 5eed", 1) + "1: redraw\n")
        self.assertIn("After the seed", self.run_it("replay", "game.log", code=1)[1])

    def test_verify_a_number(self):
        """The same for the log on that page whose seed is a number."""
        with open(os.path.join(ROOT, "doc", "notation.md"), encoding="utf-8") as f:
            page = f.read()
        log = next(log for log in re.findall(r"```log\n(.*?)```", page, re.S) if "\nseed 7\n" in log)
        self.file("game.log", log)
        out, _ = self.run_it("verify", "game.log")
        self.assertRegex(out, r"^All is right: 5 events of chance .*; the game was not played out\.\nThe seed is 7\.")
        self.file("game.log", log.replace("seed 7", "seed 8"))
        self.assertRegex(self.run_it("verify", "game.log", code=1)[1],
                         rf"^game.log:{log.splitlines().index('') + 2}:1: .*gives another event of chance")

    def test_hash(self):
        """The hash in the table of header lines is that of the board."""
        with open(os.path.join(ROOT, "doc", "notation.md"), encoding="utf-8") as f:
            shown = re.search(r"`board europe ([0-9a-f]{16})`", f.read()).group(1)
        self.file("game.log", "anden log 1\ngame europe\nseats 2\n")
        p = json.loads(self.run_it("replay", "game.log", "--json")[0])
        self.assertEqual(shown, p["hash"])

    def test_every_event_is_shown(self):
        """Each form in the table of events can be read."""
        with open(os.path.join(ROOT, "doc", "notation.md"), encoding="utf-8") as f:
            table = f.read().split("## The events")[1].split("**Names.**")[0]
        shown = set(re.findall(r"\| `(\w+)", table))
        played = set()
        for game in ALL_GAMES:
            log = self.random_log(game, 2, 2)
            played |= {re.sub(r"^\d: ", "", e).split()[0] for e in events_of(log)}
        self.assertLessEqual(played, shown)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
