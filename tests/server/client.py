"""A small WebSocket client and a running server, for the tests of the server. Python's own library only.

Every wait is for a message, with a time limit that only a hang can reach.
"""
import atexit
import base64
import json
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request

import programs

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from patience import PATIENCE, wait_for  # noqa: E402, F401 (tests take both from here)


class Closed(Exception):
    pass


class Server:
    """`anden serve` on a free port, with a temporary database unless one is given. `same_port`: it is restarted at the same port,
    for clients that come back."""

    def __init__(self, anden, *more, db=None, folder=None, same_port=False, env=None):
        self.anden, self.more, self.env = anden, list(more), env
        self.folder = folder or tempfile.mkdtemp(prefix="anden-serve-")
        atexit.register(shutil.rmtree, self.folder, ignore_errors=True)
        self.db = db or os.path.join(self.folder, "anden.db")
        self.process, self.clients = None, []
        self.port, self.same_port = 0, same_port
        self.start()

    def start(self):
        """If it has to come back, it uses a port that systems don't give to others by themselves, so that it finds it free."""
        if self.same_port:
            wait_for(lambda: self.listens(self.port or random.randrange(10_000, 32_000)), "a start at its port")
        elif not self.listens(0):
            raise AssertionError(f"the server did not start: {self.log()}")

    def listens(self, port):
        self.errors = os.path.join(self.folder, f"log.{random.randrange(1 << 40)}")
        with open(self.errors, "wb") as errors:
            self.process = programs.start(
                [self.anden, "serve", "--listen", f"127.0.0.1:{port}", "--db", self.db, "--bot-pause-ms", "0", "--web", "",
                 "--address-connections", "1000"] + self.more,
                stdout=subprocess.PIPE, stderr=errors, env=self.env)
        line = self.process.stdout.readline().decode()
        if not line.startswith("Listening on http://"):
            self.kill()
            return False
        self.port = int(line.strip().rstrip("/").rsplit(":", 1)[1])
        return True

    def log(self):
        with open(self.errors, encoding="utf-8", errors="replace") as f:
            return f.read()

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def stop(self):
        """Stops politely; any message of a sanitizer is an error."""
        for client in self.clients:
            client.close()
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(timeout=PATIENCE)
        self.process.stdout.close()
        if code != 0:
            raise AssertionError(f"exit code {code}: {self.log()[-4000:]}")

    def get(self, path, data=None, headers=None):
        """(status, body) of an HTTP request."""
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data=data, headers=headers or {})
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode()

    def metric(self, name):
        return int(re.search(rf"^{name} (\d+)$", self.get("/metrics")[1], re.M)[1])

    def client(self, **hello):
        self.clients.append(Client(self.port))
        return self.clients[-1].hello(**hello)


class Client:
    """One connection. `said` keeps every byte that came, for tests of what must not come."""

    def __init__(self, port, headers=None):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall((f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
                             f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
                             "Sec-WebSocket-Version: 13\r\n"
                             + "".join(f"{k}: {v}\r\n" for k, v in (headers or {}).items()) + "\r\n").encode())
        self.buffer = b""
        self.waiting, self.said, self.records = [], [], {}
        self.next_id = 0
        self.close_code = None
        while b"\r\n\r\n" not in self.buffer:
            self.fill()
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise Closed(head.decode())

    def fill(self):
        data = self.socket.recv(1 << 16)
        if not data:
            raise Closed(f"closed with {self.close_code}")
        self.buffer += data

    def take(self, n):
        while len(self.buffer) < n:
            self.fill()
        out, self.buffer = self.buffer[:n], self.buffer[n:]
        return out

    def frame(self):
        """The next text message."""
        while True:
            first, second = self.take(2)
            size = second & 127
            if size == 126:
                size = int.from_bytes(self.take(2), "big")
            elif size == 127:
                size = int.from_bytes(self.take(8), "big")
            data = self.take(size)
            if first & 15 == 8:
                self.close_code = int.from_bytes(data[:2], "big") if data else None
                raise Closed(f"closed with {self.close_code}")
            if first & 15 == 9:
                self.send_frame(10, data)
            elif first & 15 == 1:
                return data

    def send_frame(self, kind, data):
        mask = os.urandom(4)
        size = len(data)
        head = bytes([128 | kind])
        if size < 126:
            head += bytes([128 | size])
        elif size < 65536:
            head += bytes([128 | 126]) + size.to_bytes(2, "big")
        else:
            head += bytes([128 | 127]) + size.to_bytes(8, "big")
        pad = (mask * (size // 4 + 1))[:size]
        body = (int.from_bytes(data, "big") ^ int.from_bytes(pad, "big")).to_bytes(size, "big") if size else b""
        self.socket.sendall(head + mask + body)

    def send(self, message):
        self.send_frame(1, json.dumps(message).encode())

    def receive(self):
        """The next message; pieces of a long record are put into the snapshot that ends it."""
        while True:
            data = self.frame()
            self.said.append(data)
            m = json.loads(data)
            if m["type"] == "piece":
                self.records.setdefault(m.get("id"), []).append(m)
                continue
            if m["type"] == "snapshot":
                for piece in reversed(self.records.pop(m.get("id"), [])):
                    m["happenings"] = piece["happenings"] + m["happenings"]
            return m

    def until(self, wanted):
        """The next message for which wanted(message) holds; others wait for later calls."""
        for i, m in enumerate(self.waiting):
            if wanted(m):
                return self.waiting.pop(i)
        while True:
            m = self.receive()
            if wanted(m):
                return m
            self.waiting.append(m)

    def kind(self, kind):
        return self.until(lambda m: m["type"] == kind)

    def hello(self, **more):
        self.send({"type": "hello", "version": 2, **more})
        m = self.until(lambda m: m["type"] in ("welcome", "error"))
        if m["type"] == "error":
            raise AssertionError(m)
        self.person, self.name = m["person"], m["name"]
        self.token = m.get("token") or more.get("token")
        self.welcome = m
        return self

    def ask(self, kind, /, **members):
        """Sends a command and gives its answer: ok, error, snapshot, a list."""
        self.next_id += 1
        number = members.pop("id", self.next_id)
        self.send({"type": kind, "id": number, **members})
        return self.until(lambda m: m.get("id") == number and m["type"] in
                          ("ok", "error", "snapshot", "tables", "device_list", "people", "pong"))

    def ok(self, kind, /, **members):
        m = self.ask(kind, **members)
        if m["type"] == "error":
            raise AssertionError(f"{kind} {members}: {m}")
        return m

    def refused(self, code, kind, /, **members):
        m = self.ask(kind, **members)
        if m["type"] != "error" or m["code"] != code:
            raise AssertionError(f"{kind} {members}: wanted {code}, got {m}")
        return m

    def close(self):
        try:
            self.send_frame(8, b"\x03\xe8")
        except OSError:
            pass
        self.socket.close()


class Player:
    """Somebody at a table who keeps up with it and plays a random legal event when asked to."""

    def __init__(self, client, table, rng, after=None):
        self.client, self.table, self.rng = client, table, rng
        self.happenings = []
        self.join(after)

    def join(self, after=0):
        m = self.client.ok("join", table=self.table, after=after or 0)
        self.seat = m.get("your_seat")
        self.take(m)

    def take(self, m):
        for h in m["happenings"]:
            if self.happenings and h["n"] != self.happenings[-1]["n"] + 1:
                raise AssertionError(f"entry {h['n']} after {self.happenings[-1]['n']}")
            self.happenings.append(h)
        self.last, self.status, self.acts = m["last"], m["status"], m["acts"]
        if self.happenings and self.happenings[-1]["n"] != self.last:
            raise AssertionError("the last happening is not the last entry")
        self.legal = m.get("legal", [])
        self.result = m.get("result")
        self.seed = m.get("seed")
        self.now = m

    def update(self):
        """Waits for the next update of this table."""
        m = self.client.until(lambda m: m["type"] in ("update", "snapshot") and m["table"] == self.table)
        if m["last"] > self.last:
            self.take(m)
        return m

    def up_to(self, last):
        while self.last < last:
            self.update()

    def my_turn(self):
        return self.seat in self.acts

    def play(self, event=None):
        """Makes a move, by default a random legal one that brings the game forward; returns the answer."""
        if event is None:
            claims = [e for e in self.legal if e.split()[0] in ("claim", "place")]
            event = self.rng.choice(claims or self.legal)
        answer = self.client.ask("do", table=self.table, at=self.last, event=event)
        if answer["type"] == "ok":
            self.up_to(answer["at"])
        return answer


def play_out(players, stop=None):
    """Plays until the game is over, or stop() says so."""
    while players[0].status != "over":
        if stop and stop():
            return
        newest = max(p.last for p in players)
        for p in players:
            p.up_to(newest)
        if players[0].status == "over":
            break
        mine = [p for p in players if p.my_turn()]
        if not mine:
            players[0].update()
            continue
        answer = mine[0].play()
        if answer["type"] != "ok" and answer["code"] not in ("stale", "not_now"):
            raise AssertionError(answer)
        mine[0].up_to(answer.get("at", 0))  # a player who is behind reads on before the next try
    for p in players:
        while p.status != "over":
            p.update()


def wait_for_messages(servers, count, load):
    """Waits until servers have received so many more messages from `anden load`, which goes on until stop_load()."""
    def received():
        return sum(s.metric("anden_ws_messages_in_total") for s in servers)

    goal = received() + count

    def reached():
        if load.poll() is not None:
            raise AssertionError("the load ended too early")
        return received() >= goal
    wait_for(reached, f"{count} more messages")


def stop_load(load):
    """Ends `anden load`: it stops playing and looks for lost moves. Returns its report."""
    load.send_signal(signal.SIGINT)
    return json.loads(load.communicate(timeout=PATIENCE)[0])


def run(tests):
    """Runs test functions as TAP; each takes no arguments and raises an exception if something is wrong."""
    failed = 0
    print(f"1..{len(tests)}")
    for number, test in enumerate(tests, 1):
        name = test.__name__.replace("_", " ")
        try:
            test()
            print(f"ok {number} - {name}", flush=True)
        except Exception as why:  # pylint: disable=broad-except
            import traceback
            failed += 1
            print(f"not ok {number} - {name}\n# {why!r}".replace("\n", "\n# "), flush=True)
            traceback.print_exc()
    sys.exit(1 if failed else 0)
