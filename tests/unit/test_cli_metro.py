"""Metro as a user sees it: options of the match, play, replay, legal, JSON, boards. test_cli.py tests what all games share.

Usage: test_cli_metro.py PROGRAM ROOT
"""

import json
import os
import re
import sys
import unittest

sys.dont_write_bytecode = True  # nothing is written into the source tree

from test_cli import ROOT, Program, events_of, moves_of

OPPOSITE = {"north": "south", "south": "north", "east": "west", "west": "east"}
STEP = {"north": (0, 1), "south": (0, -1), "east": (1, 0), "west": (-1, 0)}


class Metro(Program):
    def metro_log(self, *words, seats=2, seed=7, game="metro"):
        self.run_it("play", *([game] if game else []), "--seats", ",".join(["random"] * seats),
                    "--seed", str(seed), "--save", "game.log", *words)
        return self.file("game.log")

    def facts(self, board="metro"):
        return json.loads(self.run_it("board", "show", board, "--json")[0])

    def replay(self, *words):
        return json.loads(self.run_it("replay", "game.log", "--json", *words)[0])


def walk(facts, position, station):
    """Follows a line by the facts of the board alone: length, where it waits, where it ends."""
    ways = {t["code"]: t["ways"] for t in facts["tiles"]}
    tiles = {s["square"]: s["tile"] for s in position["squares"]}
    stations = {(s["square"], s["side"]): s["number"] for s in facts["stations"]}
    square, side, length = station["square"], station["side"], 0
    while square in tiles:
        length += 1
        out = ways[tiles[square]][side]
        if (square, out) in stations:
            return length, None, stations[square, out]
        dx, dy = STEP[out]
        square = chr(ord(square[0]) + dx) + str(int(square[1]) + dy)
        if square in facts["centre"]:
            return length, None, "centre"
        side = OPPOSITE[out]
    return length, {"square": square, "from": side}, None


class Positions(Metro):
    def check(self, facts, p):
        owners = facts["owners"][str(len(p["seats"]))]
        points = [0] * len(p["seats"])
        for station in p["stations"]:
            length, waits, end = walk(facts, p, station)
            self.assertEqual((station["length"], station["waits"], station["end"]),
                             (length, waits, end))
            self.assertEqual(station["complete"], end is not None)
            self.assertEqual(station["owner"], owners[station["number"] - 1])
            scored = length * (2 if end == "centre" else 1) if end is not None else 0
            self.assertEqual(station["points"], scored if station["owner"] else 0)
            if station["owner"]:
                points[station["owner"] - 1] += station["points"]
        self.assertEqual([s["score"]["total"] for s in p["seats"]], points)
        for seat in p["seats"]:
            self.assertEqual(seat["stations"], [i for i, owner in enumerate(owners, 1)
                                                if owner == seat["seat"]])
            self.assertEqual(seat["rank"], 1 + sum(x > points[seat["seat"] - 1] for x in points))
        tiles = len(p["squares"]) + p["supply"] + sum(s["hand_size"] for s in p["seats"])
        self.assertEqual(tiles + p["redrawn"], sum(t["count"] for t in facts["tiles"]))

    def test_lines_and_points(self):
        """The lines of whole games, recomputed from what the program prints."""
        facts = self.facts()
        for seats in range(2, 7):
            log = self.metro_log(seats=seats, seed=seats)
            for at in ["0", "20", "75"]:
                self.check(facts, self.replay("--at", at))
            p = self.replay()
            self.check(facts, p)
            self.assertEqual((len(p["squares"]), p["supply"], p["over"]), (60, 0, True))
            self.assertTrue(all(s["complete"] for s in p["stations"]))
            self.assertEqual(log.splitlines()[-1].split()[1:],
                             [str(s["score"]["total"]) for s in p["seats"]])

    def test_points_are_printed(self):
        self.metro_log(seats=3)
        p, out = self.replay(), self.run_it("replay", "game.log")[0]
        for seat in p["seats"]:
            total = seat["score"]["total"]
            self.assertRegex(out, rf"(?m)^ {seat['seat']} {seat['name']} +{total} +{total} "
                                  rf" +{seat['rank']}$")

    def test_from_any_placements(self):
        """A log may stop anywhere, and be written by hand."""
        self.file("game.log", "anden log 1\ngame metro\nseats 2\noption first 1\n"
                  "deal bcdd\ndeal ccda\nplace 4/8\ndeal dddd\nplace h6\n")
        p = self.replay()
        self.assertEqual([s["score"]["total"] for s in p["seats"]], [3, 0])
        line = p["stations"][28]
        self.assertEqual((line["number"], line["owner"], line["points"], line["end"]),
                         (29, 1, 3, 29))
        out = self.run_it("replay", "game.log")[0]
        self.assertIn("29: 3 points at 29", out)

    def test_hidden(self):
        self.metro_log("--hand", "3", seats=3)
        p = self.replay("--at", "60", "--as", "2")
        self.assertEqual([s["hand"] is None for s in p["seats"]], [True, False, True])
        self.assertEqual(len(p["seats"][1]["hand"]), 3)
        hidden = p["supply"] + sum(s["hand_size"] for s in p["seats"] if s["hand"] is None)
        self.assertEqual(sum(p["unseen_tiles"].values()), hidden)
        p = self.replay("--at", "60", "--as", "spectator")
        self.assertTrue(all(s["hand"] is None for s in p["seats"]))
        self.file("game.log", "anden log 1\ngame metro\nseats 2\noption first 1\n"
                  "deal bcdd\ndeal ccda\nredraw\ndeal cccc\n")
        self.assertEqual([(q["redrawn"], q["drawn"]) for q in
                          (self.replay(), self.replay("--as", "1"), self.replay("--as", "2"))],
                         [(True, "cccc"), (True, "cccc"), (True, None)])
        out = self.run_it("replay", "game.log", "--as", "2")[0]
        self.assertIn("has drawn another tile", out)
        self.assertNotIn("cccc", out)

    def test_legal(self):
        self.file("game.log", "anden log 1\ngame metro\nseats 2\noption first 1\n"
                  "deal dddd\ndeal cccc\n")
        lines = self.run_it("legal", "game.log")[0].split("\n")[:-1]
        self.assertEqual(len(lines), 29)  # the whole border, since nothing else is possible, and redraw
        self.assertIn("1: place a1 dddd", lines)
        self.assertIn("1: redraw", lines)
        self.file("game.log", "anden log 1\ngame metro\nseats 2\noption first 1\n"
                  "deal aacb\ndeal cccc\n1: place d8\ndeal aaaa\n")
        squares = set(re.findall(r"place (..) cccc", self.run_it("legal", "game.log")[0]))
        self.assertIn("d7", squares)
        self.assertFalse({"a1", "a8", "h8", "h1", "d8", "d6"} & squares)


class Options(Metro):
    def test_written_and_read(self):
        log = self.metro_log("--turning", "--hand", "2", "--first", "2", seats=3)
        for line in ["option first 2", "option turning 1", "option hand 2"]:
            self.assertIn(line, log.splitlines())
        self.assertTrue(any(re.match(r"\d: place .. .... [123]$", e) for e in events_of(log)))
        p = self.replay()
        self.assertEqual(p["options"], {"first": 2, "turning": 1, "hand": 2})
        self.assertEqual(moves_of(log)[0], log.split("\n2: ", 1)[1].split("\n")[0])
        self.assertEqual([s["hand_size"] for s in self.replay("--at", "6")["seats"]], [2, 2, 2])

    def test_refused_in_a_log(self):
        for line, words in {"option hand 4": r"^game\.log:4:13: ", "option turning 2": "^game.log:4",
                            "option spin 1": "^game.log:4:8", "option first 3": "M3"}.items():
            self.file("game.log", f"anden log 1\ngame metro\nseats 2\n{line}\n")
            self.assertRegex(self.run_it("replay", "game.log", code=1)[1], words)
        self.file("game.log", "anden log 1\ngame europe\nseats 2\noption turning 1\n")
        self.run_it("replay", "game.log", code=1)

    def test_in_other_commands(self):
        plain = self.run_it("perft", "metro", "--depth", "3", "--skip", "2", "--first", "1")[0]
        turning = self.run_it("perft", "metro", "--depth", "3", "--skip", "2", "--first", "1",
                              "--turning")[0]
        self.assertNotEqual(plain, turning)
        words = ["bench", "--what", "play", "--games", "3", "--rounds", "1", "--json"]
        lines = self.run_it(*words, "--turning")[0].splitlines()
        self.assertEqual({json.loads(line)["game"] for line in lines}, {"metro"})
        first = json.loads(self.run_it(*words, "--game", "metro", "--seats", "2")[0])
        other = json.loads(self.run_it(*words, "--game", "metro", "--seats", "2", "--hand", "2")[0])
        self.assertNotEqual(first["signature"], other["signature"])

    def test_in_help(self):
        for command in ["play", "perft", "bench"]:
            out = self.run_it(command, "--help")[0]
            for option in ["--first N", "--turning", "--hand 1-3"]:
                self.assertRegex(out, rf"(?m)^  {option} ")


class Play(Metro):
    def play(self, text, *words):
        return self.run_it("play", "metro", "--seats", "human,human", "--names", "Ana,Luis",
                           "--seed", "5", "--first", "1", "--save", "a.log", *words, text=text)[0]

    def test_resume(self):
        log = self.metro_log("--turning", "--hand", "2")
        moves = moves_of(log)
        self.run_it("play", "metro", "--seats", "human,human", "--seed", "7", "--save", "a.log",
                    "--turning", "--hand", "2", text="\n".join(moves[:9]) + "\nquit\n")
        saved = events_of(self.file("a.log"))
        self.assertEqual(saved, events_of(log)[: len(saved)])
        out, _ = self.run_it("play", "--resume", "a.log", "--seats", "random,random")
        self.assertIn("the game is over", out)
        self.assertEqual(events_of(self.file("a.log"))[: len(saved)], saved)
        self.assertIn("option hand 2", self.file("a.log").splitlines())

    def test_words(self):
        self.file("a.log", "anden log 1\ngame metro\nseats 2\nname 1 Ana\nname 2 Luis\n"
                  "option first 1\ndeal bcdd\ndeal ccda\n1: place h5 bcdd\ndeal dddd\n"
                  "2: place h6 ccda\ndeal aaaa\n1: redraw\ndeal cbcb\n1: place g5 cbcb\n")
        out, _ = self.run_it("play", "--resume", "a.log", "--seats", "human,human",
                             text="log\nquit\n")
        for words in ["Ana places bcdd on h5.", "You place ccda on h6; line 29 (Ana) ends at "
                      "station 29: 3 points.", "You take aaaa.", "Ana draws another tile."]:
            self.assertIn(words, re.sub(r"\n +", " ", out))
        self.assertNotIn("dddd", out)

    def test_commands(self):
        out = self.play("help\ntry b1\ntry e8\ntry e8 dddd 1\ntry d5\ntry\ntry z9\nline 4\nline 0\nline\n"
                        "lines\ntiles\nlegal e8\nlegal\nscores\nview\nquit\n")
        for words in ["place c4 aacb 1", "Commands:", "Line 18 (Luis) grows from 0 to 1 tile and waits at c1.", "[M1]", "[M4]",
                      "Say which line: a station from 1 to 32", "Line 4 of Luis has 0 tiles",
                      "not begun", "Tiles you have not seen yet", "Score"]:
            self.assertIn(words, out)
        self.assertEqual(moves_of(self.file("a.log")), [])

    def test_try_tells_what_happens(self):
        """`try` says what a placement would do, and the placement does that."""
        text = ("anden log 1\ngame metro\nseats 2\nname 1 Ana\nname 2 Luis\noption first 1\n"
                "deal bcdd\ndeal ccda\n1: place h5 bcdd\ndeal dddd\n")
        self.file("a.log", text)
        out, _ = self.run_it("play", "--resume", "a.log", "--seats", "human,human",
                             text="try h6\ntry a8\ntry h5\nquit\n")
        self.assertIn("Line 29 (Ana) ends at station 29 after 3 tiles: 3 points.", out)
        self.assertIn("Line 30 (yours) grows from 0 to 1 tile and waits at h7.", out)
        self.assertIn("[M7]", out)
        self.assertIn("[M5]", out)

    def test_try_every_way(self):
        """With several tiles or turns the square alone is enough."""
        out = self.play("try d8\nquit\n", "--turning", "--hand", "2")
        ways = re.findall(r"(?m)^ place d8 (\w{4}(?: \d)?)$", out)
        legal = self.run_it("legal", "a.log")[0]
        self.assertEqual(ways, re.findall(r"(?m)^1: place d8 (.*)$", legal))
        self.assertGreater(len(ways), 2)

    def test_unowned_lines(self):
        self.metro_log(seats=3)
        out = self.run_it("replay", "game.log")[0].split("Lines that nobody owns")[1]
        self.assertRegex(out, r"16: 0 points (at \d+|in the centre), 17: 0 points ")

    def test_refused(self):
        out = self.play("place e9\nplace d5\nplace d7\nplace e8 zzzz\nplace e8 bbbb 3\nredraw 2\n"
                        "draw deck\nquit\n")
        self.assertEqual(out.count("Ana> "), 8)
        self.assertIn("Not possible: ", out)
        self.assertEqual(moves_of(self.file("a.log")), [])

    def test_nothing_secret_is_shown(self):
        """A person does not see another's tiles, drawn or in hand."""
        out = self.play("redraw\nquit\n")
        hands = re.findall(r"(?m)^deal (\w+)$", self.file("a.log"))
        self.assertIn(hands[0], out)
        self.assertIn(hands[2], out)
        self.assertNotIn(hands[1], out)


# Which way a track in a picture goes on, by its character and the side it comes in by.
GOES_ON = {"─": {"west": "east", "east": "west"}, "│": {"north": "south", "south": "north"},
           "╭": {"south": "east", "east": "south"}, "╮": {"south": "west", "west": "south"},
           "╰": {"north": "east", "east": "north"}, "╯": {"north": "west", "west": "north"},
           "┼": OPPOSITE}


class Drawings(Metro):
    def follow(self, rows, side):
        """Follows a track of a drawn tile as a person does; gives the side and place it leaves by."""
        x, y = {"north": (2, 0), "east": (7, 1), "south": (5, 3), "west": (0, 2)}[side]
        while True:
            out = GOES_ON[rows[y][x]][side]
            here = (x, y)
            x, y = x + STEP[out][0], y - STEP[out][1]
            if not (0 <= x < 8 and 0 <= y < 4):
                return out, here
            side = OPPOSITE[out]

    def test_tracks(self):
        """Every tile is drawn with the tracks it has, each leaving where the next square goes on."""
        out, _ = self.run_it("play", "metro", "--seats", "human,random", "--first", "1",
                             text="tiles\nquit\n")
        lines = out.split("other hands:\n")[1].split("\n\n")[0].splitlines()
        ways = {t["code"]: t["ways"] for t in self.facts()["tiles"]}
        drawn = {}
        for top in range(0, len(lines), 5):
            for caption in re.finditer(r"\d ([a-d]{4})", lines[top + 4]):
                x = caption.start() - 1
                drawn[caption[1]] = [line.ljust(80)[x : x + 8] for line in lines[top : top + 4]]
        self.assertEqual(set(drawn), set(ways))
        leaves = {"north": (5, 0), "east": (7, 2), "south": (2, 3), "west": (0, 1)}
        for code, rows in drawn.items():
            for side, out in ways[code].items():
                self.assertEqual(self.follow(rows, side), (out, leaves[out]), (code, side))

    def test_heavy_line(self):
        """The line asked for is heavy from its station to where it waits, and no other track is."""
        self.file("a.log", "anden log 1\ngame metro\nseats 2\noption first 1\n"
                  "deal aacb\ndeal bbbb\n1: place h5 aacb\ndeal dddd\n2: place g5 bbbb\ndeal aaaa\n")
        out, _ = self.run_it("play", "--resume", "a.log", "--seats", "human,human",
                             text="line 29\nline 30\nquit\n")
        first, second = out.split("> line 29")[1].split("> line 30")
        heavy = set("━┃┏┓┗┛┿╂╋")
        self.assertEqual(sum(c in heavy for c in first), 17)
        self.assertFalse(heavy & set(second.split("\n>")[0].split("has 0 tiles")[0]))
        self.assertIn("has 2 tiles and waits at g4", first)


class Boards(Metro):
    def test_facts(self):
        f = self.facts()
        self.assertEqual((f["family"], f["seats_min"], f["seats_max"]), ("metro", 2, 6))
        self.assertEqual((f["size"], sorted(f["centre"])),
                         ({"columns": 8, "rows": 8}, ["d4", "d5", "e4", "e5"]))
        self.assertEqual((len(f["squares"]), len(f["stations"]), len(f["tiles"])), (60, 32, 24))
        self.assertEqual(sum(t["count"] for t in f["tiles"]), 60)
        for tile in f["tiles"]:
            self.assertEqual(set(tile["ways"]), set(tile["ways"].values()))
        for players, owners in f["owners"].items():
            left = {2: [], 3: [16, 17], 4: [], 5: [16, 17], 6: [16, 17]}[int(players)]
            self.assertEqual([i for i, o in enumerate(owners, 1) if o is None], left)
        out = self.run_it("board", "show", "metro")[0]
        for words in ["aacb 4  N>S E>W S>E W>N", " 9  a8 west  Place de Clichy", "nobody: 16 17"]:
            self.assertIn(words, out)
        self.assertIn("60 tiles of 24 kinds", self.run_it("board", "check", "metro")[0])

    def test_svg(self):
        out = self.run_it("board", "svg", "metro")[0]
        self.assertTrue(out.startswith("<svg ") and out.endswith("</svg>\n"))
        self.assertEqual(len(re.findall(r"<title>Station", out)), 32)
        self.assertEqual(len(re.findall(r'class="name"', out)), 60)
        self.assertIn("×2", out)

    def test_example(self):
        """The small board of doc/adding-a-map.md is played to the end, drawn and shown."""
        path = os.path.join(ROOT, "doc", "examples", "loop.board")
        for seats in [2, 3]:
            self.metro_log("--board", path, "--turning", "--hand", "2", seats=seats, game=None)
            p = json.loads(self.run_it("replay", "game.log", "--json", "--board", path)[0])
            self.assertEqual((p["over"], len(p["squares"])), (True, 18))
            self.assertTrue(all(s["complete"] for s in p["stations"]))
            out = self.run_it("replay", "game.log", "--board", path)[0]
            self.assertLessEqual(max(map(len, out.splitlines())), 80)
        self.assertEqual(self.run_it("board", "svg", path)[0].count("<title>Station"), 18)
        with open(os.path.join(ROOT, "doc", "adding-a-map.md"), encoding="utf-8") as f:
            shown = f.read().split("## A board for Metro")[1].split("```")[1].strip().splitlines()
        with open(path, encoding="utf-8") as f:
            board = f.read().splitlines()
        self.assertLessEqual(set(shown), set(board))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
