"""Route games on a full screen: whole games by keys and by typed moves, the mouse, sizes, colours, languages.

Usage: test_routes.py PROGRAM ROOT
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True  # nothing is written into the source tree

from screen import PATIENCE, Screen

PROGRAM, ROOT = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
ASKED = ("Take cards", "Take a second card", "Choose the tickets", "Pay what the tunnel", "You can only pass", "is over")


def run(*words):
    return subprocess.run([PROGRAM, *words], check=True, capture_output=True, text=True, timeout=PATIENCE).stdout


def play(*words, **more):
    return Screen(PROGRAM, "play", *words, **more)


def against_random(*words, **more):
    """One person against a random player in Europe; the person begins."""
    return play("europe", "--seats", "human,random", "--first", "1", "--seed", "7", "--pace", "0", *words, **more)


def asked(text):
    """The question in the first row, or None while somebody else acts."""
    first = text.split("\n")[0]
    return next((words for words in ASKED if words in first), None)


def chosen(text):
    """The chosen route: its name stands above its colour, its length and its points."""
    found = re.search(r"│ +(\S+–\S+) *\n.*│ \S.* · \d", text)
    return found and found[1]


def moves_of(log):
    """The choices in a log: seat and event in the words of the notation."""
    return re.findall(r"^([1-6]): (\S.*)$", log, re.M)


def do(s, *keys):
    """Presses keys. Returns the screen when they have been handled and the person is asked again: it opens and closes a page,
    which changes the last row, which is drawn last."""
    s.keys(*keys, "?")
    text = s.wait(lambda t: "scroll" in t or "is over" in t)
    if "is over" in text:
        return text
    s.keys("Escape")
    return s.wait(lambda t: "scroll" not in t and asked(t))


class Offers(unittest.TestCase):
    @staticmethod
    def positions(game, seats, folder):
        """Logs of games that have just begun, in which the first seat is offered each ticket of the board once or more."""
        path = os.path.join(folder, "a.log")
        run("play", game, "--seats", ",".join(["random"] * seats), "--seed", "1", "--first", "1", "--save", path)
        with open(path, encoding="utf-8") as f:
            begun = f.read().split("\n1: keep")[0] + "\n"
        tickets = json.loads(run("board", "show", game, "--json"))["tickets"]
        names = {f"{t['a']}-{t['b']}": t for t in tickets}
        for turn in range(len(tickets)):
            kinds = {long: [n for n, t in names.items() if t["long"] == long] for long in (False, True)}

            def other(match, kinds=kinds, turn=turn):
                kind = kinds[names[match[1]]["long"]]
                return "ticket " + kind.pop(turn % len(kind))

            with open(path, "w", encoding="utf-8") as f:
                f.write(re.sub(r"(?m)^ticket (.*)$", other, begun))
            yield path, json.loads(run("replay", path, "--json", "--as", "1"))["seats"][0]["offer"], tickets

    def test_whole_names(self):
        """The names of every ticket that can be offered are whole on a small screen, with as many players as there can be."""
        for game, seats in ("europe", 5), ("berlin", 4), ("paris", 4):
            seen = set()
            with tempfile.TemporaryDirectory() as folder:
                for i, (path, offer, tickets) in enumerate(self.positions(game, seats, folder)):
                    if seen.issuperset((t["a"], t["b"]) for t in offer):
                        continue
                    bots = ",".join(["human"] + ["random"] * (seats - 1))
                    with play("--resume", path, "--seats", bots, env={"LC_ALL": ("C.UTF-8", "es_ES.UTF-8")[i % 2]}) as s:
                        text = s.wait(lambda t: " q " in t)
                    words = "".join(line.rpartition("│")[2] for line in text.split("\n")).replace(" ", "")
                    for t in offer:
                        self.assertIn(f"[]{t['points']}{t['a']}–{t['b']}".replace(" ", ""), words, text)
                        seen.add((t["a"], t["b"]))
            self.assertEqual(seen, {(t["a"], t["b"]) for t in tickets})


class Keys(unittest.TestCase):
    @staticmethod
    def step(s, what):
        """One choice by keys alone: claims whatever can be claimed, takes cards otherwise. Returns the next question."""
        if what == "Choose the tickets":
            s.keys("Space", "Down", "Space")
            s.wait(lambda t: t.count("[x]") == 2)
            return do(s, "Enter")
        if what == "Take cards":
            return do(s, "Enter" if "claim it" in do(s, "Escape", "Tab") else "d")
        return do(s, {"Pay what the tunnel": "Enter", "You can only pass": "p"}.get(what, "d"))

    def test_whole_game(self):
        """Paris to the end with keys only; the log is legal and finished."""
        with play("paris", "--seats", "human,easy", "--names", "Ana,Bo", "--first", "1", "--seed", "7", "--pace", "0",
                  "--save", "a.log") as s:
            text = s.wait(asked)
            for _ in range(400):
                if "is over" in text:
                    break
                text = self.step(s, asked(text))
                if "Not possible" in text:  # no card is left
                    text = do(s, "t")
            s.wait(lambda t: "is over" in t and re.search("Ana|Bo", t))
            s.keys("Escape")
            s.keys("q")
            s.wait_for_all(["[ended with 0]", "The game is saved"])
            subprocess.run([PROGRAM, "verify", os.path.join(s.path, "a.log")], check=True, capture_output=True, timeout=PATIENCE)

    def test_arrows_and_payments(self):
        with against_random() as s:
            s.wait("Choose the tickets")
            s.keys("1", "2", "Enter")
            s.wait("Take cards")
            s.keys("Right")
            first = chosen(s.wait(chosen))
            s.keys("Right")
            s.wait(lambda t: chosen(t) not in (None, first))
            s.keys("Left")
            s.wait(lambda t: chosen(t) == first)
            s.keys("+", "+")
            s.wait(lambda t: "Edinburgh" not in t)
            s.keys("-", "-")
            s.wait("Edinburgh")

    def test_pages(self):
        with against_random() as s:
            s.wait("Choose the tickets")
            s.keys("n")
            s.wait("Hint: keep")
            s.keys("1", "2", "Enter")
            s.wait("Take cards")
            for key, words in [("?", "leave the game"), ("r", "one thing"), ("l", "You keep 2"), ("c", "rank")]:
                s.keys(key)
                s.wait(words)
                s.keys("Escape")
                s.wait("Hand")


    def test_rules(self):
        """R tells the rules of this board, with its numbers, and no others."""
        has = {"europe": ["Tunnels", "Ferries", "Stations: you have 3", "longest path scores 10", "locomotive"],
               "berlin": ["Metro routes", "bicycle", "1 piece or fewer"], "paris": ["Flag", "2 buses or fewer"]}
        for game, words in has.items():
            with self.subTest(game), play(game, "--seats", "human,random", "--first", "1", "--seed", "7") as s:
                s.wait("Choose the tickets")
                s.keys("r")
                text = s.wait_for_all([*words, "scroll"])
                others = {w for other in has.values() for w in other} - set(words)
                self.assertEqual([w for w in others if w in text], [])

    def test_ticket_names(self):
        """Both ends of every ticket can be read while one chooses, however long their names and however small the screen."""
        for game in ("europe", "berlin", "paris"):
            for size in ((80, 24), (120, 36)):
                with self.subTest(game, size=size), play(game, "--seats", "human,random", "--first", "1", "--seed", "7",
                                                         "--save", "a.log", size=size) as s:
                    text = s.wait(lambda t: "Keep at least" in t and re.search(r"\? +help", t))
                    side = re.sub(r"\s+", " ", "\n".join(line.rpartition("│")[2] for line in text.split("\n")))
                    position = json.loads(subprocess.run([PROGRAM, "replay", os.path.join(s.path, "a.log"), "--json"], check=True,
                                                         capture_output=True, timeout=PATIENCE).stdout)
                    for ticket in position["seats"][0]["offer"]:
                        names = [f"({re.escape(name)}|{re.escape(name[:8])}[^–]*…)" for name in (ticket["a"], ticket["b"])]
                        self.assertRegex(side, r"– ?".join(names))

    def test_long_names(self):
        """At 80×24 everything that people have left is visible, however long their names are, and all of a long hint."""
        names = "Maximiliana Alejandra,東京駅長さん,Bo,Eva"
        with play("europe", "--seats", "human,random,random,random", "--first", "1", "--seed", "7", "--names", names) as s:
            s.wait(lambda t: "Choose the tickets" in t and "東京駅" in t and len(re.findall(r"45t 4c 3⌂ +0", t)) == 4)
            s.keys("n")
            s.wait(lambda t: "Hint: keep" in t and "work" in t)
            s.keys("Down")
            s.wait("Hand")


class Typed(unittest.TestCase):
    def test_whole_game(self):
        """Two people type the moves of two bots, and hand the keyboard over; hands stay hidden."""
        with play("berlin", "--seats", "easy,easy", "--names", "Ana,Luis", "--seed", "5", "--save", "b.log") as s:
            s.ended()
            log = s.file(r"b\.log$")
        with play("berlin", "--seats", "human,human", "--names", "Ana,Luis", "--seed", "5", "--save", "a.log",
                  size=(120, 36)) as s:
            last = None
            for seat, move in moves_of(log):
                name = ["Ana", "Luis"][int(seat) - 1]
                if last not in (None, name):
                    s.wait(f"hand the keyboard to {name}")
                    s.keys("Enter")
                if last != name:
                    s.wait(lambda t: f"{name}: press Enter when nobody" in t and "Hand" not in t)
                    s.keys("Enter")
                s.wait(f"{name}, your turn")
                last, before = name, s.file(r"a\.log$")
                s.type(move)
                s.wait(lambda t: s.file(r"a\.log$") != before or "has chosen" in t)
            text = s.wait("is over")
            s.keys("Escape")
            s.keys("q")
            s.ended()
            self.assertEqual(moves_of(s.file(r"a\.log$")), moves_of(log))

    def test_completion(self):
        with against_random() as s:
            s.wait("Choose the tickets")
            s.type("keep 1 2")
            s.wait("Take cards")
            s.call("send-keys", "-l", ":stat")
            s.keys("Tab")
            s.wait("> station")
            s.call("send-keys", "-l", "kob")
            s.keys("Tab")
            s.wait("> station København")
            s.keys("Escape")
            s.wait(lambda t: "> station" not in t)
            s.type("claim Madrid-Atlantis red 1+0")
            s.wait("Atlantis")
            s.type("undo")
            s.wait(lambda t: "Choose the tickets" in t or "take back" in t)


class Mouse(unittest.TestCase):
    def test_click(self):
        with against_random() as s:
            s.wait("Choose the tickets")
            s.keys("1", "2", "Enter")
            s.wait("Take cards")
            x, y = s.find("D 9")
            s.click(x, y)
            s.wait("Take a second card")


class Sizes(unittest.TestCase):
    def test_resize(self):
        """In mid-game, from small to large; cities stay readable, and nothing is wider than the screen."""
        with against_random() as s:
            s.wait("Keep at least")
            for width, height in [(200, 60), (120, 36), (80, 24), (60, 20), (40, 12), (20, 5), (200, 60), (80, 24)]:
                s.resize(width, height)
                words = ["small"] if width < 34 else ["andén", "Face up" if width >= 110 else "Hand"]
                if width >= 80:
                    words += ["Lis", "Mosk", "Pal", "Edin"]
                if width == 200:
                    words += ["Constantinople", "Frankfurt", "Venezia", "Bruxelles"]
                text = s.wait_for_all(words)
                self.assertLessEqual(max(map(len, text.split("\n"))), width)
            s.keys("1", "2", "Enter")
            s.wait("Take cards")


class Colours(unittest.TestCase):
    def shown(self, pattern, **more):
        """The first screen with its colours, once the pattern is in it."""
        with play("europe", "--seats", "human,random", "--first", "1", "--seed", "7", **more) as s:
            s.wait("Keep at least")
            return s.wait(lambda t: re.search(pattern, t), colours=True)

    def test_depths(self):
        self.shown(r"\033\[[\d;]*48;2;20;32;43", env={"COLORTERM": "truecolor"})
        self.assertNotIn("48;2;", self.shown(r"\033\[[\d;]*48;5;\d+"))
        self.shown(r"\033\[[\d;]*4[0-7]", term="screen")

    def test_none(self):
        """Without colours signs and letters say everything."""
        signs = "".join(f"(?=.*{sign})" for sign in "◆×●▲≈✚■○∩◎")
        text = self.shown("(?s)" + signs, term="vt220")
        self.assertNotRegex(text, r"\033\[[\d;]*[34][0-8]\b")
        text = self.shown("(?s)" + signs, term="vt100")  # its description asks for pauses: "$<5>"
        self.assertNotIn("$<", text)

    def test_light(self):
        self.shown(r"48;2;203;221;225", env={"COLORTERM": "truecolor", "COLORFGBG": "0;15"})

    def test_line_client(self):
        """--plain, NO_COLOR and TERM=dumb are played line by line."""
        for more in [{"env": {"NO_COLOR": "1"}}, {"term": "dumb"}]:
            with play("europe", "--seats", "human,random", "--seed", "7", **more) as s:
                self.assertNotIn("andén", s.wait("Player 1>"))
        with play("europe", "--seats", "human,random", "--seed", "7", "--plain") as s:
            s.wait("Player 1>")

    def test_spanish(self):
        with against_random(env={"LC_ALL": "es_ES.UTF-8"}) as s:
            s.wait("Elige los billetes")
            s.keys("1", "2", "Enter")
            s.wait("Coge cartas, cubre un recorrido")
            s.keys("?")
            s.wait("una pista: lo que haría")
            s.wait(re.compile(r"el\n +anterior").search)  # too long for its line
            s.keys("Escape")
            s.type("roba 1")
            s.wait(lambda t: t.count("\n") and "Te toca" in t)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:], verbosity=2)
