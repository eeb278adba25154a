"""A server that lies: between the real server and the real client stands somebody who changes messages. Whatever comes, the client
goes on, says what is wrong, or ends; it never crashes, it hangs on nothing, and it ends when its input does.

Usage: test_hostile.py PROGRAM ROOT
"""
import contextlib
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import threading
import unittest

sys.dont_write_bytecode = True  # nothing is written into the source tree
sys.path.insert(0, os.path.join(os.path.abspath(sys.argv[2]), "tests", "server"))

import client  # noqa: E402
import programs  # noqa: E402
from screen import PATIENCE, Screen  # noqa: E402

PROGRAM = os.path.abspath(sys.argv[1])
LIMIT = min(PATIENCE, 60)  # a client gives up after ten seconds without news
REFUSED = "sent a position that is not possible"
NUMBERS = [-1, 0, 1, 7, 254, 255, 256, 65535, 2**31, 2**32 - 1, 2**63 - 1, -(2**63)]
TEXTS = ["", "\u001b[2J\u001b[31m", "\u2028\u202e", "%s%n{0}{9}", "é" * 15, "over", "open", "0" * 31]


def changed(value, rng, chance):
    """A message in which some members are something else."""
    if isinstance(value, dict):
        return {k: v if k == "type" else changed(v, rng, chance) for k, v in value.items()
                if k == "type" or rng.random() > chance / 4}
    if isinstance(value, list):
        items = [changed(v, rng, chance) for v in value]
        return (items * 3)[:6] if rng.random() < chance / 2 else items
    if rng.random() > chance:
        return value
    if isinstance(value, bool):
        return not value
    return rng.choice(NUMBERS) if isinstance(value, int) else rng.choice(TEXTS)


HIDDEN = 1 << 26  # in an event: its viewer may not know the rest (engine/event.h)
KINDS = ["sit", "stand", "start", "choice", "chance", "sealed", "unseal", "ask_undo", "undo", "away", "resign", "abort", "", "dance"]


def changed_entry(entry, rng):
    """Somebody else's entry, another event, facts that are none: numbers near those of real ones, and far from all of them."""
    event = entry.get("event", 0)
    events = [event ^ HIDDEN, event ^ 1 << rng.randrange(32), rng.randrange(1, 18) << 27 | rng.randrange(256), rng.choice(NUMBERS)]
    fact = 17 << 27 | rng.randrange(5) << 12 | rng.randrange(6) << 8 | rng.randrange(70)
    member, value = rng.choice([
        ("event", rng.choice(events)), ("facts", [fact]), ("facts", [fact, fact] + rng.sample(NUMBERS, 3)),
        ("facts", entry.get("facts", [])[1:]), ("facts", entry.get("facts", []) * 2), ("n", entry["n"] + rng.choice([-1, 1, 5])),
        ("n", rng.choice(NUMBERS)), ("seat", rng.choice([1, 2, 3, *NUMBERS])), ("left", rng.choice([0, 1, 9, *NUMBERS])),
        ("kind", rng.choice(KINDS))])
    return {**entry, member: value}


def changed_entries(entries, rng):
    """One entry is another, or the list lacks some, has some twice, or has them in another order."""
    at = rng.randrange(len(entries))
    return rng.choice([
        [*entries[:at], changed_entry(entries[at], rng), *entries[at + 1:]],
        [changed_entry(entry, rng) if rng.random() < 0.1 else entry for entry in entries],
        entries[:at], entries[at:], entries[:at] + entries[at + 1:], entries + entries, entries[:at] + entries[:1] + entries[at:],
        entries[::-1]])


class Liar:
    """Hands connections on to a server, and lets `lie` change each message on its way back: a function from a message to one. If it
    cannot, the message stays as it is, and `error` has the reason."""

    def __init__(self, port, lie):
        self.port, self.lie, self.error = port, lie, None
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        with contextlib.suppress(OSError):
            while True:
                outer = self.listener.accept()[0]
                inner = socket.create_connection(("127.0.0.1", self.port))
                threading.Thread(target=self.copy, args=(outer, inner), daemon=True).start()
                threading.Thread(target=self.change, args=(inner, outer), daemon=True).start()

    @staticmethod
    def copy(from_, to):
        with contextlib.suppress(OSError), from_:
            while piece := from_.recv(1 << 16):
                to.sendall(piece)
        with contextlib.suppress(OSError):
            to.shutdown(socket.SHUT_RDWR)

    def change(self, from_, to):
        with contextlib.suppress(OSError), from_, from_.makefile("rb") as stream:
            while (line := stream.readline()) and line != b"\r\n":
                to.sendall(line)
            to.sendall(b"\r\n")
            while len(head := stream.read(2)) == 2:
                size = head[1]
                if size > 125:
                    size = int.from_bytes(stream.read(2 if size == 126 else 8), "big")
                body = stream.read(size)
                if head[0] == 0x81:
                    body = self.lied(body)
                size = (bytes([len(body)]) if len(body) < 126 else
                        b"\x7e" + len(body).to_bytes(2, "big") if len(body) < 65536 else
                        b"\x7f" + len(body).to_bytes(8, "big"))
                to.sendall(head[:1] + size + body)
        with contextlib.suppress(OSError):
            to.shutdown(socket.SHUT_RDWR)

    def lied(self, body):
        try:
            return json.dumps(self.lie(json.loads(body))).encode()
        except Exception as error:  # pylint: disable=broad-except
            self.error = error
            return body

    def close(self):
        self.listener.close()
        if self.error:
            raise AssertionError("the lie is wrong") from self.error


def liar(seed):
    """Changes entries, or anything, or both, seldom or often."""
    rng = random.Random(seed)
    chance = rng.choice([0.01, 0.05, 0.2])
    ways = rng.choice(["entries", "values", "both"])

    def lie(message):
        if ways != "values" and message.get("happenings") and rng.random() < 4 * chance:
            message["happenings"] = changed_entries(message["happenings"], rng)
        if ways != "entries" and message["type"] not in ("welcome", "ok"):
            return changed(message, rng, chance)
        return message

    return lie


def told(change):
    """Lies when the game begins: `change` gets the entries of that message, and the last one, which has an event. What comes later is
    about a table that the client has left."""
    def lie(message):
        entries = message.get("happenings", [])
        if any(entry["kind"] == "start" for entry in entries):
            change(entries, entries[-1])
        return message

    return lie


def member(name, value):
    return told(lambda entries, last: last.update({name: value}))


IMPOSSIBLE = {
    "an event that is none": member("event", 2**32 - 1),
    "a number that is no event": member("event", -1),
    "another event": member("event", 8 << 27),  # pass
    "a fact that is none": member("facts", [1]),
    "a fact of another event": member("facts", [17 << 27 | 3 << 12 | 1 << 8]),  # tickets are shown at the end
    "a kind that is none": member("kind", "dance"),
    "a seat that is none": member("seat", 7),
    "an undo of what has not been": told(lambda entries, last: last.update(kind="undo", left=9999)),
    "what another seat sees": told(lambda entries, last: [h.update(event=h["event"] ^ HIDDEN) for h in entries if "event" in h]),
    "a gap": told(lambda entries, last: entries.remove(entries[-2])),
    "an end that is missing": told(lambda entries, last: entries.pop()),
}
NONSENSE = IMPOSSIBLE["an event that is none"]


def lines(game):
    moves = {"europe": ["keep 1 2 3 4", "keep 1 2 3", "draw deck", "draw deck", "draw 1", "tickets", "keep 1"],
             "metro": ["place a1", "redraw", "place b1", "place h8"]}[game]
    looks = ["legal", "map", "help", "say hello", "list", "join 1", f"create {game} human,easy", "start"]
    return [f"create {game} human,easy,easy", "start", *(moves + looks[:4]) * 3, *looks[4:], *moves]


class Hostile(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = client.Server(PROGRAM, "--limits", "0")  # many guests come from one address
        cls.addClassCleanup(cls.server.stop)

    def table(self, lie):
        made = Liar(self.server.port, lie)
        self.addCleanup(made.close)
        return made.url

    def run_plain(self, url, typed, *words, until=None):
        """Lets the client play through a pipe; returns what it said. Its input ends at once, or when it has said something; then it
        ends by itself."""
        with tempfile.TemporaryDirectory() as home:
            own = {**os.environ, "HOME": home, "XDG_STATE_HOME": home, "LC_ALL": "C.UTF-8"}
            process = programs.start([PROGRAM, "play", "--connect", url, *words], env=own, stdin=subprocess.PIPE,
                                     stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            hangs = threading.Timer(LIMIT, process.kill)
            hangs.start()
            said, piece = b"", True
            process.stdin.write("".join(f"{line}\n" for line in typed).encode())
            process.stdin.flush()
            while until and until not in " ".join(said.decode(errors="replace").split()) and piece:
                piece = os.read(process.stdout.fileno(), 1 << 16)
                said += piece
            said += process.communicate()[0]
            hangs.cancel()
        said = said.decode(errors="replace")
        self.assertIn(process.returncode, (0, 1), said[-4000:])
        return " ".join(said.split()) if until else said

    def all_at_once(self, jobs):
        """Does jobs, some of them at the same time; no more after one that fails."""
        failures = []

        def do(name, job):
            try:
                job()
            except AssertionError as error:
                failures.append((name, error))

        for first in range(0, len(jobs), 8):
            threads = [threading.Thread(target=do, args=job) for job in jobs[first:first + 8]]
            for t in threads:
                t.start()
            for t in threads:
                t.join()
            self.assertEqual(failures, [])

    def refuses(self, lie, game, language="en", sentence=REFUSED):
        """The answer to `start` comes after the position, so the client has always heard the lie when its input has ended."""
        said = self.run_plain(self.table(lie), [f"create {game} human,easy", "start"], "--language", language)
        said = " ".join(said.split())
        self.assertIn(sentence, said)
        self.assertNotIn(" To continue:", said)  # it is in the lobby

    def test_an_impossible_entry_is_refused(self):
        jobs = [((name, game), lambda lie=lie, game=game: self.refuses(lie, game))
                for name, lie in IMPOSSIBLE.items() for game in ("europe", "metro")]
        spanish = "ha enviado una posición que no es posible"
        self.all_at_once([*jobs, ("es", lambda: self.refuses(NONSENSE, "europe", "es", spanish))])

    def test_a_refusal_is_said_while_the_lobby_is_silent(self):
        def lie(message):
            lists.append(message["type"] == "tables")
            return {"type": "pong", "ms": 0} if message["type"] == "tables" and sum(lists) > 1 else NONSENSE(message)

        lists = []
        self.assertIn(REFUSED, self.run_plain(self.table(lie), ["create europe human,easy", "start"], until=REFUSED))

    def test_nothing_that_is_said_controls_the_terminal(self):
        def lie(message):
            for chair in message.get("chairs", []):
                chair["name"] = "\u001b[2J"
            for line in [*message.get("chat", []), *([message["line"]] if "line" in message else [])]:
                line["name"], line["text"] = "\u001b[31m", "\u009b1m"
            if message["type"] == "error":
                message["message"] = "\u001b[31mNo."
            return message

        typed = ["create europe human,easy", "say hello", "start", "keep 1 2 3 4", "legal", "resign", "rematch", "start"]
        said = self.run_plain(self.table(lie), typed)
        self.assertNotIn("\u001b", said)
        self.assertNotIn("\u009b", said)

    def test_the_client_ends_when_a_silent_server_gets_no_more_input(self):
        def without(silent):
            lie = self.table(lambda message: {"type": "pong"} if message["type"] in silent else message)
            self.run_plain(lie, ["create europe human,easy", "start"])

        self.all_at_once([(silent, lambda silent=silent: without(silent))
                          for silent in (("welcome",), ("snapshot", "update"), ("update",))])

    def test_plain(self):
        self.all_at_once([(seed, lambda seed=seed: self.run_plain(self.table(liar(seed)), lines(("europe", "metro")[seed % 2])))
                          for seed in range(24)])

    def test_full_screen_refuses(self):
        with Screen(PROGRAM, "play", "--connect", self.table(NONSENSE), size=(120, 36)) as s:
            s.wait("The lobby")
            s.call("send-keys", "-l", "create europe human,easy")
            s.keys("Enter")
            s.wait("start")
            s.keys("Enter")
            s.wait(REFUSED)
            s.keys("C-c")
            s.ended()

    def test_full_screen(self):
        """Keys of all kinds, and the window changes its size, while positions change and tables disappear."""
        for seed in range(4):
            game = ("europe", "metro")[seed % 2]
            with Screen(PROGRAM, "play", "--connect", self.table(liar(seed)), size=(120, 36)) as s:
                s.wait("The lobby")
                for keys in (("-l", f"create {game} human,easy"), ("Enter",), ("Enter",), ("Enter",)):
                    s.call("send-keys", *keys)
                for i in range(24):
                    s.keys("Down", "Tab", "Right", "Enter", "l", "Escape", "d", "k", "Space", "t", "Enter")
                    s.resize(100 + i % 3 * 10, 30 + i % 2 * 6)
                s.keys("Escape", "Escape", "C-c")
                s.wait(lambda t: "[ended with" in t or s.call("send-keys", "C-c", "y") is None)
                self.assertRegex(s.text(), r"\[ended with [01]\]")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:], verbosity=2)
