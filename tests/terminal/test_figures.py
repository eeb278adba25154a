"""A law for the full screen: whatever it says about a game is what `anden replay --json` says of the log so far. Whole games are
played by typing what a bot chose; after every move all figures on the screen are compared, in changing sizes, in both languages.

FIGURES lists what is compared: what it is, how it is found on the screen, and where it is in the JSON. Only the text of the screen
is read.

Usage: test_figures.py PROGRAM ROOT
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import unittest

sys.dont_write_bytecode = True  # nothing is written into the source tree

from screen import PATIENCE, Screen
from patience import wait_for

PROGRAM, ROOT = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
NAMES = ["Ana", "Bo", "Eva", "Max", "Ida"]
SIZES = [(80, 24), (120, 36), (60, 20), (200, 60)]
QUICK = int(os.environ.get("ANDEN_TEST_SCALE", "100")) < 50  # a slow build: the first sixth of each game
ENGLISH, SPANISH = "C.UTF-8", "es_ES.UTF-8"
COLOURS = {"white": "blanca", "blue": "azul", "red": "roja", "yellow": "amarilla", "green": "verde", "purple": "violeta morada",
           "orange": "naranja", "black": "negra", "locomotive": "locomotora", "bus": "autobús", "bicycle": "bicicleta"}

FLAG = {"○": "white", "≈": "blue", "◆": "red"}  # the signs of cards that Paris's flag can have


class Shown:
    """The text of a screen, taken apart by where things are."""

    def __init__(self, text, language):
        self.lines = text.split("\n")
        self.spanish = language == SPANISH
        # The side: what is right of the map, or of the board of Metro.
        self.side = [line.rpartition("│")[2] for line in self.lines[1:]]
        self.market = next((i for i, line in enumerate(self.lines) if re.match(r" (Up|Face up|Mesa|Boca arr) ", line)), None)
        self.wide = self.market is not None and not re.match(r" (Up|Mesa) ", self.lines[self.market])

    def found(self, pattern, lines=None):
        """The groups of the first line that fits."""
        for line in lines or self.side:
            if match := re.search(pattern, line):
                return match.groups()
        return None

    def player(self, seat):
        """The row of a player: whether the mark of the turn is there, the rest of the row, and the points."""
        return self.found(rf"(?:^ ?| )([▐>]| ) {NAMES[seat][0]}  {NAMES[seat]}\b(.*?)(-?\d+)\s*$")

    def things(self, seat):
        """What a player has left: in the player's row, or in the row below it."""
        own = re.sub(r"⚑\S*", "", self.player(seat)[1])
        if re.search(r"\d", own):
            return own
        row = next(i for i, line in enumerate(self.side) if re.search(rf" {NAMES[seat][0]}  {NAMES[seat]}\b", line))
        return self.side[row + 1]

    def flag(self, seat):
        """How many flags are complete, and the colours of the next one."""
        complete, cards = re.search(r"⚑(\d+)(\S*)", self.player(seat)[1]).groups()
        return int(complete), [FLAG[sign] for sign in cards]

    def card(self, slot):
        """The word on a card of the market, as far as it is there."""
        if self.wide:
            return self.lines[self.market + 1][10 + 11 * slot:20 + 11 * slot].strip()
        return self.found(rf" {slot + 1} (\S+)", [self.lines[self.market]])[0]

    def deck(self, slot):
        """The words on the deck of cards or of tickets."""
        if self.wide:
            return self.lines[self.market + 1][(67, 80)[slot]:][:12].strip()
        return self.found(rf" {'DT'[slot]} (\S+)", [self.lines[self.market]])[0]

    def held(self, i):
        """How many cards of the i-th colour are in hand."""
        if self.wide:
            words = self.lines[self.market + 4][10 + 11 * i:20 + 11 * i].split()
        else:
            words = re.findall(r"· |[^·] ?\d+|·", self.lines[self.market + 1][6:])[i:i + 1]
        return int(re.sub(r"\D", "", words[-1]) or 0) if words else 0

    def tickets(self):
        """Points, ends and state of the tickets that are listed."""
        found = []
        for line in self.side:
            match = re.match(r" *(\d+) (\S.*?–.*?\S) +(✓|×|\d+|\d+ to go|quedan? \d+)$", line.rstrip())
            if match:
                points, names, state = match.groups()
                number = re.search(r"\d+", state)
                found.append((int(points), tuple(names.split("–")), int(number[0]) if number else state))
        return found


def number(text):
    match = re.search(r"\d+", text)
    return int(match[0]) if match else None


def colour(shown, slot, name):
    """The colour of a card of the market: this one, if its word begins like what the card says."""
    word = shown.card(slot)
    return name if word and any(w.startswith(word) for w in (COLOURS[name] if shown.spanish else name).split()) else word


def own(position):
    return position["seats"][0]


def is_short(shown, whole):
    """A name, perhaps shortened."""
    return shown == whole or (shown.endswith("…") and whole.startswith(shown[:-1]))


def tickets_fit(shown, position):
    expected = [(t["points"], (t["a"], t["b"]),
                 {"done": "✓", "cut off": "×"}.get(t["state"]) or t["to_go"]["pieces"]) for t in own(position)["tickets"]]
    # A list that is too long for the screen is cut, and a tunnel comes before it.
    return (shown or not expected or position["tunnel"]) and all(
        any(s[0] == e[0] and s[2] == e[2] and all(map(is_short, s[1], e[1])) for e in expected) for s in shown)


def each_seat(find):
    """The same figure for every seat."""
    return lambda x, position: [find(x, seat) for seat in range(len(position["seats"]))]


def tickets_held(seat):
    if seat["tickets"] is not None:
        return str(len(seat["tickets"]))
    least, most = seat["tickets_min"], seat["tickets_max"]
    return f"{least}–{most}" if most > least else str(least)


def has_rows(shown):
    """Do players have a second row? It has their tickets, and Metro's lines."""
    return re.search(r"(tk|bill\.)( |$)", shown.things(0)) is not None


# What is compared: what it is; how it is found on the screen (None: it is not shown in this size); what it must be.
SHARED = [
    ("points", each_seat(lambda x, i: int(x.player(i)[2])), lambda p: [s["points"] for s in p["seats"]]),
    ("turn", each_seat(lambda x, i: x.player(i)[0] in "▐>"), lambda p: [s["seat"] == p["to_act"] for s in p["seats"]]),
]
ROUTES = SHARED + [
    ("pieces", each_seat(lambda x, i: int(re.findall(r"\d+", x.things(i))[0])), lambda p: [s["pieces"] for s in p["seats"]]),
    ("cards", each_seat(lambda x, i: int(re.findall(r"\d+", x.things(i))[1])), lambda p: [s["hand_size"] for s in p["seats"]]),
    ("stations", each_seat(lambda x, i: number((re.search(r"(\d+)⌂", x.things(i)) or "0")[0])),
     lambda p: [s["stations_left"] for s in p["seats"]]),
    ("tickets of all", lambda x, p: each_seat(lambda x, i: re.search(r"([\d–]+) (?:tk|bill)", x.things(i))[1])(x, p)
     if has_rows(x) else None, lambda p: [tickets_held(s) for s in p["seats"]]),
    ("flags", lambda x, p: each_seat(Shown.flag)(x, p) if "flags" in own(p) else None,
     lambda p: [(s["flags"], [c for c, n in s["flag_cards"].items() if n]) for s in p["seats"]]),
    ("hand", lambda x, p: [x.held(i) for i in range(len(own(p)["hand"]))], lambda p: list(own(p)["hand"].values())),
    ("market", lambda x, p: [colour(x, i, c) for i, c in enumerate(p["market"])], lambda p: p["market"]),
    ("deck", lambda x, p: number(x.deck(0)), lambda p: p["deck"]),
    ("ticket deck", lambda x, p: number(x.deck(1)) if number(x.deck(1)) is not None else None, lambda p: p["ticket_deck"]),
]
METRO = SHARED + [
    ("tiles left", lambda x, p: number(x.found(r"(\d+ tiles?|quedan? \d+)")[0]), lambda p: p["supply"]),
    ("tile in hand", lambda x, p: x.found(r" ([abcd]{4})\s*$")[0], lambda p: p["drawn"] or own(p)["hand"][0]),
    ("lines", lambda x, p: [list(map(int, m)) for line in x.side for m in re.findall(
        r"(\d+) (?:lines? runs?|runs?|líneas? en marcha|van?), (\d+)", line)] or None,
     lambda p: [[sum(s["owner"] == i and s["complete"] == c for s in p["stations"]) for c in (False, True)]
                for i in range(1, len(p["seats"]) + 1)]),
    ("stations", lambda x, p: sorted(int(n) for line in x.lines for n in re.findall(
        rf"\b[{''.join(n[0] for n in NAMES)}] (\d+)\b", line)) if any("×2" in line for line in x.lines) else None,
     lambda p: sorted(s["number"] for s in p["stations"] if s["owner"] and not s["complete"])),
]
# Keys of the last row, and the event that must be legal for it.
OFFERS = {"T": "tickets", "S": "station", "P": "pass", "D": "draw deck|redraw", "1–5": r"draw \d"}


def differences(text, language, position, legal):
    """What the screen says wrongly; [] if all figures are right."""
    x, wrong = Shown(text, language), []
    last = next((line for line in reversed(x.lines) if line.strip()), "")
    for name, find, expect in ROUTES if "market" in position else METRO:
        try:
            found = find(x, position)
        except (TypeError, StopIteration, IndexError, ValueError, AttributeError) as error:
            found = f"not found ({error!r})"
        if found is not None and found != expect(position):
            wrong.append(f"{name}: the screen says {found}, the log {expect(position)}")
    if "market" in position and not own(position)["offer"] and not tickets_fit(x.tickets(), position):
        wrong.append(f"own tickets: the screen says {x.tickets()}, the log {own(position)['tickets']}")
    for key, event in OFFERS.items():
        if re.search(rf"(?:^|  ){re.escape(key)}(?: |$)", last) and not any(re.match(event, e) for e in legal):
            wrong.append(f"the key {key} is offered, but nothing like {event} is legal: {last}")
    for offer in re.split(" {3,}" if "   " in last.strip() else "  ", last.strip()):
        if not re.search(r"\S +[^\W\d_]{2,}$", offer):
            wrong.append(f"the key {offer} has no word: {last}")
    for key in "?", "q":
        if not re.search(rf" {re.escape(key)} ", last):
            wrong.append(f"the key {key} is not offered: {last}")
    return wrong


def ask(*words):
    return subprocess.run([PROGRAM, *words], check=True, capture_output=True, timeout=PATIENCE).stdout


def asked(path):
    """The position as the person knows it, in the person's turn and at the end; else None."""
    if not os.path.exists(path):
        return None
    position = json.loads(ask("replay", path, "--json", "--as", "1"))
    return position if position["over"] or position["to_act"] == 1 else None


def moves_of(log):
    return re.findall(r"^1: (\S.*)$", log, re.M)


class Figures(unittest.TestCase):
    def compare(self, s, language, step):
        """Waits until the person is asked, and the screen says what the log says. False if the game is over."""
        path = os.path.join(s.path, "a.log")
        position = wait_for(lambda: asked(path), "the person's turn")
        if position["over"]:
            return False
        legal = [e["text"] for e in json.loads(ask("legal", path, "--json"))["events"]]
        s.resize(*SIZES[step % len(SIZES)])
        deadline = time.monotonic() + PATIENCE
        while wrong := differences(text := s.text(), language, position, legal):
            self.assertLess(time.monotonic(), deadline, "\n".join([f"step {step}:", *wrong, text]))
            time.sleep(0.01)
        return True

    def play(self, game, seats, seed, language, options=()):
        """A person types what a bot chose in the same game."""
        names, bots = ",".join(NAMES[:seats]), ["easy"] * seats
        terms = ["--names", names, "--seed", str(seed), "--first", "1", *options]
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "b.log")
            ask("play", game, "--seats", ",".join(bots), *terms, "--save", path)
            with open(path, encoding="utf-8") as f:
                moves = moves_of(f.read())
        if QUICK:
            moves = moves[:max(12, len(moves) // 6)]
        with Screen(PROGRAM, "play", game, "--seats", ",".join(["human", *bots[1:]]), *terms, "--pace", "0", "--save", "a.log",
                    env={"LC_ALL": language}) as s:
            steps = 0
            for step, move in enumerate(moves):
                if not self.compare(s, language, step):
                    break
                s.type(move)
                wait_for(lambda: len(moves_of(s.file(r"a\.log$"))) > step, f"the move {move}")
                steps += 1
            self.assertGreater(steps, 10)

    def test_routes(self):
        for game, seats, seed, language in [("europe", 2, 1, ENGLISH), ("europe", 5, 2, SPANISH), ("berlin", 2, 3, SPANISH),
                                            ("berlin", 4, 4, ENGLISH), ("paris", 2, 5, ENGLISH), ("paris", 4, 6, SPANISH)]:
            with self.subTest(game, seats=seats, seed=seed, language=language):
                self.play(game, seats, seed, language)

    def test_metro(self):
        for seats, seed, language, options in [(2, 1, ENGLISH, ()), (3, 2, SPANISH, ("--turning", "--hand", "2"))]:
            with self.subTest(seats=seats, seed=seed, language=language):
                self.play("metro", seats, seed, language, options)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:], verbosity=2)
