"""A WebSocket client on a raw socket, for tests that send what no honest client would; and a server
that is started for a test and stopped after it.
"""
import base64
import hashlib
import os
import selectors
import signal
import socket
import struct
import subprocess
import sys
import time

import programs

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from patience import PATIENCE, wait_for  # noqa: E402, F401 (tests take both from here)

GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"


class Refused(Exception):
    """The handshake was not answered with 101."""

    def __init__(self, head, body):
        super().__init__(head.split("\r\n")[0])
        self.status = int(head.split(" ")[1])
        self.head, self.body = head, body


def connect(port, timeout=PATIENCE, buffer=None):
    s = socket.socket()
    if buffer:
        s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    s.settimeout(timeout)
    s.connect(("127.0.0.1", port))
    return s


def read_head(s):
    """The head of an answer and the bytes after it."""
    data = b""
    while b"\r\n\r\n" not in data:
        more = s.recv(65536)
        if not more:
            raise ConnectionError("closed before the head of an answer: %r" % data[:200])
        data += more
    head, rest = data.split(b"\r\n\r\n", 1)
    return head.decode("latin-1"), rest


def read_answer(s, rest=b""):
    """One HTTP answer with its body: (status, headers, body, bytes after it)."""
    while b"\r\n\r\n" not in rest:
        more = s.recv(65536)
        if not more:
            raise ConnectionError("closed before the head of an answer: %r" % rest[:200])
        rest += more
    head, rest = rest.split(b"\r\n\r\n", 1)
    lines = head.decode("latin-1").split("\r\n")
    headers = {k.strip().lower(): v.strip() for k, v in (l.split(":", 1) for l in lines[1:])}
    size = int(headers.get("content-length", 0))
    while len(rest) < size:
        more = s.recv(65536)
        if not more:
            raise ConnectionError("closed inside an answer")
        rest += more
    return int(lines[0].split(" ")[1]), headers, rest[:size], rest[size:]


def get(port, path, method="GET", body=None, **headers):
    """One request on a connection of its own: (status, headers, body)."""
    with connect(port) as s:
        lines = [f"{method} {path} HTTP/1.1", "Host: test"]
        lines += [f"{k.replace('_', '-')}: {v}" for k, v in headers.items()]
        if body is not None:
            lines.append(f"Content-Length: {len(body)}")
        s.sendall("\r\n".join(lines).encode() + b"\r\n\r\n" + (body or b""))
        if method == "HEAD":
            head, rest = read_head(s)
            return int(head.split(" ")[1]), head, rest
        return read_answer(s)[:3]


def frame(payload, opcode=1, fin=True, mask=b"\x11\x22\x33\x44", rsv=0, length=None):
    """A frame as a client sends it; every part can be made wrong."""
    n = len(payload) if length is None else length
    head = bytes([(0x80 if fin else 0) | rsv << 4 | opcode])
    bit = 0x80 if mask else 0
    if n < 126:
        head += bytes([bit | n])
    elif n < 65536:
        head += bytes([bit | 126]) + struct.pack(">H", n)
    else:
        head += bytes([bit | 127]) + struct.pack(">Q", n)
    if mask:
        payload = bytes(b ^ mask[i % 4] for i, b in enumerate(payload))
        head += mask
    return head + payload


class Client:
    def __init__(self, port, path="/echo", headers=(), buffer=None, early=b"", host="test"):
        self.socket = connect(port, buffer=buffer)
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [f"GET {path} HTTP/1.1", f"Host: {host}", "Connection: Upgrade", "Upgrade: websocket",
                 "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {key}", *headers]
        self.socket.sendall("\r\n".join(lines).encode() + b"\r\n\r\n" + early)
        try:
            self.head, self.data = read_head(self.socket)
            if " 101 " not in self.head.split("\r\n")[0]:
                raise Refused(self.head, self.data)
        except BaseException:
            self.socket.close()
            raise
        accept = base64.b64encode(hashlib.sha1(key.encode() + GUID).digest()).decode()
        assert f"Sec-WebSocket-Accept: {accept}" in self.head, self.head

    def send(self, text, **how):
        self.socket.sendall(frame(text if isinstance(text, bytes) else text.encode(), **how))

    def raw(self, data):
        self.socket.sendall(data)

    def need(self, n):
        while len(self.data) < n:
            more = self.socket.recv(65536)
            if not more:
                raise ConnectionError("closed by the server")
            self.data += more

    def frame(self):
        """(opcode, payload) of the next frame."""
        self.need(2)
        n, at = self.data[1] & 127, 2
        assert not self.data[1] & 128, "a server's frame is masked"
        if n == 126:
            self.need(4)
            n, at = struct.unpack(">H", self.data[2:4])[0], 4
        elif n == 127:
            self.need(10)
            n, at = struct.unpack(">Q", self.data[2:10])[0], 10
        self.need(at + n)
        opcode, payload = self.data[0] & 15, self.data[at:at + n]
        self.data = self.data[at + n:]
        return opcode, payload

    def text(self):
        """The next text; pings are answered on the way."""
        while True:
            opcode, payload = self.frame()
            if opcode == 9:
                self.send(payload, opcode=10)
            elif opcode == 1:
                return payload.decode()
            elif opcode == 8:
                raise ConnectionError(f"closed: {payload!r}")

    def ask(self, text):
        self.send(text)
        return self.text()

    def goodbye(self):
        """Waits for the server's close frame, ignoring other frames, then for the end of the
        stream."""
        opcode, payload = self.frame()
        while opcode != 8:
            opcode, payload = self.frame()
        try:
            while self.socket.recv(65536):
                pass
        except ConnectionResetError:
            pass
        code = struct.unpack(">H", payload[:2])[0] if len(payload) >= 2 else None
        return code, payload[2:].decode()

    def ended(self):
        """Waits until the server has closed the connection, whatever it says before."""
        try:
            while self.socket.recv(65536):
                pass
        except ConnectionError:
            pass

    def close(self):
        self.socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Server:
    """A program that prints "port N" and stops politely at SIGTERM."""

    def __init__(self, *command):
        self.process = programs.start(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.lines = b""
        self.port = int(self.wait_line("port ").split()[1])

    def wait_line(self, start):
        """The next line of the program that begins like this."""
        end = time.monotonic() + PATIENCE
        with selectors.DefaultSelector() as s:
            s.register(self.process.stdout, selectors.EVENT_READ)
            while True:
                while b"\n" in self.lines:
                    line, self.lines = self.lines.split(b"\n", 1)
                    if line.decode().startswith(start):
                        return line.decode()
                if not s.select(max(0, end - time.monotonic())):
                    raise TimeoutError(f"no line '{start}...'")
                more = os.read(self.process.stdout.fileno(), 65536)
                if not more:
                    raise ConnectionError(f"the server ended: {self.lines!r}")
                self.lines += more

    def metric(self, name):
        _, _, body = get(self.port, "/metrics")
        for line in body.decode().splitlines():
            if line.startswith(name + " "):
                return int(line.split()[1])
        raise KeyError(name)

    def stop(self):
        """Stops it; returns the rest of its output. Fails if it does not end well."""
        self.process.send_signal(signal.SIGTERM)
        return self.ended()

    def ended(self):
        """The same for a server that was told to stop before; a second signal would end it at once."""
        try:
            out, _ = self.process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            out, _ = self.process.communicate()
            raise AssertionError("the server does not stop: " + out.decode()) from None
        assert self.process.returncode == 0, (self.process.returncode, out.decode())
        return (self.lines + out).decode()
