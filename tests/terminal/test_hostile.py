"""A server that lies: between the real server and the real client stands somebody who changes messages. Whatever comes, the client
goes on, says what is wrong, or ends; it never crashes, it hangs on nothing, and it ends when its input does.

Usage: test_hostile.py PROGRAM ROOT
"""
import base64
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


def changed_bytes(text, rng):
    """Bytes in base64, some of which are something else. In a patch these can be places and lengths too."""
    data = bytearray(base64.b64decode(text))
    for _ in range(rng.choice([1, 1, 2, 5, 40]) if data else 0):
        data[rng.randrange(len(data))] = rng.choice([0, 1, 2, 7, 127, 128, 254, 255, rng.randrange(256)])
    return base64.b64encode(data).decode()


class Liar:
    """Hands connections on to a server, and lets `lie` change each message on its way back: a function from a message to one."""

    def __init__(self, port, lie):
        self.port, self.lie = port, lie
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
                    body = json.dumps(self.lie(json.loads(body))).encode()
                size = (bytes([len(body)]) if len(body) < 126 else
                        b"\x7e" + len(body).to_bytes(2, "big") if len(body) < 65536 else
                        b"\x7f" + len(body).to_bytes(8, "big"))
                to.sendall(head[:1] + size + body)
        with contextlib.suppress(OSError):
            to.shutdown(socket.SHUT_RDWR)

    def close(self):
        self.listener.close()


def liar(seed):
    """Changes the bytes of positions, or anything, or both, more and more often."""
    rng = random.Random(seed)
    chance = rng.choice([0.01, 0.05, 0.2])
    ways = rng.choice(["bytes", "values", "both"])

    def lie(message):
        for member in ("view", "patch"):
            if ways != "values" and member in message and rng.random() < 0.5:
                message[member] = changed_bytes(message[member], rng)
        if ways != "bytes" and message["type"] not in ("welcome", "ok"):
            return changed(message, rng, chance)
        return message

    return lie


def impossible(message):
    """Every position is nonsense as soon as the game is being played."""
    if message.get("status") == "playing":
        for member in ("view", "patch"):
            if member in message:
                data = base64.b64decode(message[member])
                message[member] = base64.b64encode(b"\xff" * len(data)).decode()
    return message


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

    def run_plain(self, url, typed, *words, until=""):
        """Lets the client play through a pipe; returns what it said. Its input ends at once, or when it has said something; then it
        ends by itself."""
        said = b""
        with tempfile.TemporaryDirectory() as home:
            own = {**os.environ, "HOME": home, "XDG_STATE_HOME": home, "LC_ALL": "C.UTF-8"}
            process = programs.start([PROGRAM, "play", "--connect", url, *words], env=own, stdin=subprocess.PIPE,
                                     stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            hangs = threading.Timer(PATIENCE, process.kill)
            hangs.start()
            process.stdin.write("".join(f"{line}\n" for line in typed).encode())
            process.stdin.flush()
            while until not in " ".join(said.decode(errors="replace").split()):
                piece = os.read(process.stdout.fileno(), 1 << 16)
                self.assertTrue(piece, f"{until!r} was not said: {said[-4000:]}")
                said += piece
            said += process.communicate()[0]
            hangs.cancel()
        self.assertIn(process.returncode, (0, 1), said[-4000:])
        return said.decode(errors="replace")

    def test_an_impossible_position_is_refused(self):
        url = self.table(impossible)
        for language, sentence in (("en", REFUSED), ("es", "ha enviado una posición que no es posible")):
            for game in ("europe", "metro"):
                self.run_plain(url, [f"create {game} human,easy", "start"], "--language", language, until=sentence)

    def test_nothing_that_is_said_controls_the_terminal(self):
        def lie(message):
            for chair in message.get("chairs", []):
                chair["name"] = "\u001b[2J"
            for line in message.get("story", []):
                line["runs"] = ["\u001b[31m", {"text": "\u009b1m"}]
            return message

        said = self.run_plain(self.table(lie), ["create europe human,easy", "start", "keep 1 2 3 4", "legal"])
        self.assertNotIn("\u001b", said)
        self.assertNotIn("\u009b", said)

    def test_the_client_ends_when_a_silent_server_gets_no_more_input(self):
        def lie(message):
            return {"type": "pong"} if message["type"] in silent else message

        for silent in (("welcome",), ("snapshot", "update"), ("update",)):
            self.run_plain(self.table(lie), ["create europe human,easy", "start"])

    def test_plain(self):
        failures = []

        def one(seed):
            try:
                self.run_plain(self.table(liar(seed)), lines(("europe", "metro")[seed % 2]))
            except AssertionError as error:
                failures.append((seed, error))

        for first in range(0, 24, 8):
            threads = [threading.Thread(target=one, args=(seed,)) for seed in range(first, first + 8)]
            for t in threads:
                t.start()
            for t in threads:
                t.join()
        self.assertEqual(failures, [])

    def test_full_screen_refuses(self):
        with Screen(PROGRAM, "play", "--connect", self.table(impossible), size=(120, 36)) as s:
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
