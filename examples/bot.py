#!/usr/bin/env python3
"""A bot that plays over the network: one file, Python's own library only. See doc/protocol.md.

    anden serve &
    python3 examples/bot.py 127.0.0.1:8080 europe           # a table of its own, against a bot of the server
    python3 examples/bot.py 127.0.0.1:8080 --table ID       # sits down at somebody's table

It asks the server for its legal events and takes one at random, claims first. To make it a better player,
change choose(): the position is in message["json"], described in doc/notation.md.
"""
import argparse
import base64
import json
import os
import random
import socket
import sys
import time


class Connection:
    """The small part of WebSocket (RFC 6455) that a client needs."""

    def __init__(self, address):
        host, _, port = address.rpartition(":")
        if not host or not port.isdigit():
            sys.exit(f"The address of a server is HOST:PORT, such as 127.0.0.1:8080, not {address}.")
        try:
            self.socket = socket.create_connection((host, int(port)))
        except OSError as why:
            sys.exit(f"There is no server at {address}: {why.strerror}.")
        self.bytes = self.socket.makefile("rb")
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET /ws HTTP/1.1\r\nHost: {address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        status = self.bytes.readline()
        if b" 101 " not in status:
            sys.exit(f"The server does not speak WebSocket here: {status.decode().strip()}")
        while self.bytes.readline() not in (b"\r\n", b""):
            pass

    def send_frame(self, opcode, data):
        mask = os.urandom(4)
        size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
        masked = bytes(b ^ mask[i % 4] for i, b in enumerate(data))
        self.socket.sendall(bytes([0x80 | opcode]) + size + mask + masked)

    def send(self, **message):
        self.send_frame(1, json.dumps(message).encode())

    def receive(self):
        """The next message."""
        while True:
            head = self.bytes.read(2)
            if len(head) < 2:
                sys.exit("The server has closed the connection.")
            size = head[1]
            if size >= 126:
                size = int.from_bytes(self.bytes.read(2 if size == 126 else 8), "big")
            data = self.bytes.read(size)
            opcode = head[0] & 15
            if opcode == 1:
                return json.loads(data)
            if opcode == 9:
                self.send_frame(10, data)
            if opcode == 8:
                sys.exit("The server has closed the connection.")


def choose(message):
    """One of message["legal"]."""
    good = [event for event in message["legal"] if event.split()[0] in ("claim", "place")]
    return random.choice(good or message["legal"])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("server", help="HOST:PORT")
    parser.add_argument("game", nargs="?", default="europe", help="what it plays at a table of its own (%(default)s)")
    parser.add_argument("--table", metavar="ID", help="sits down at this table instead")
    args = parser.parse_args()
    server = Connection(args.server)
    server.send(type="hello", version=2, view="json", legal=True, client="example bot")
    table = None
    while True:
        message = server.receive()
        kind = message["type"]
        if kind == "error":
            if message["code"] == "slow_down":
                time.sleep(1)
                server.send(type="join", table=table)
            elif message["code"] != "stale":
                # stale: something has happened meanwhile, and an update about it is on its way.
                sys.exit(f"The server says: {message['message']}")
        elif kind == "welcome" and args.table:
            table = args.table
            server.send(type="sit", table=table)
            server.send(type="join", table=table)
        elif kind == "welcome":
            server.send(type="create", id=1, game=args.game, start=True,
                        seats=[{"kind": "person"}, {"kind": "bot", "bot": "easy"}])
        elif kind == "ok" and message.get("id") == 1:
            table = message["table"]
            server.send(type="join", table=table)
        elif kind in ("snapshot", "update"):
            if message["status"] == "over":
                for line in message.get("result", []):
                    print(f"seat {line['seat']}: {line['score']} points, rank {line['rank']}")
                return
            if message.get("legal"):
                server.send(type="do", table=table, at=message["last"], event=choose(message))


main()
