"""Visits a server at a port of this machine: reads its page and its health, and plays a whole game of Berlin for two over its
WebSocket. With the id of a table it only checks that this game is there and finished. Prints the id of the table.

Usage: visit.py PORT [TABLE]
"""
import os
import random
import sys
import urllib.request

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "server"))
from client import PATIENCE, Client, Player, play_out  # noqa: E402


def fetch(port, path):
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=PATIENCE) as answer:
        return answer.read().decode()


def visitor(port):
    client = Client(port)
    client.hello(view="none", legal=True)
    return client


def play(port):
    ana, luis = visitor(port), visitor(port)
    table = ana.ok("create", game="berlin", seats=[{"kind": "person"}, {"kind": "open"}])["table"]
    luis.ok("sit", table=table)
    ana.ok("start", table=table)
    rng = random.Random(7)
    play_out([Player(ana, table, rng), Player(luis, table, rng)])
    return table


def main():
    port = int(sys.argv[1])
    if "<!doctype html>" not in fetch(port, "/") or '"ok":true' not in fetch(port, "/healthz"):
        raise AssertionError("the page or the health of the server is wrong")
    table = sys.argv[2] if len(sys.argv) > 2 else play(port)
    if Player(visitor(port), table, random.Random(7)).status != "over":
        raise AssertionError(f"the game at {table} is not over")
    print(table)


main()
