"""What the attack tests share: a server to attack, strangers, and requests over HTTP.

A test file is run with the path of the program (`attack.ANDEN`), and ends with `attack.run([...], shared=[...])`. Within
pg.py it has a private PostgreSQL in ANDEN_TEST_PG: each server then gets a database of its own there, and only the tests in
`shared` are run. They ask the store for something that tests/server/test_store*.c does not ask on both databases, or need
several nodes.

Clients come from 127.0.0.1. A client that needs an address of its own comes through a proxy that the server
trusts: `attack.server(...)` trusts loopback, and `attack.get(server, path, address="203.0.113.7")` and
`attack.Stranger(server, "203.0.113.7")` send X-Forwarded-For.
"""
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "server"))
import raw  # noqa: E402, F401 (tests take it from here)
import client  # noqa: E402
from client import Client, Player, Server, play_out, wait_for  # noqa: E402, F401

ANDEN = os.path.abspath(sys.argv[1])
CLUSTER = os.environ.get("ANDEN_TEST_PG")
COUNT = iter(range(1, 1000))


def run(tests, shared=()):
    client.run(list(shared) if CLUSTER else tests)


def check(condition, *what):
    if not condition:
        raise AssertionError(what)


def server(*settings, db=None, **more):
    """A server that trusts proxies on loopback, with a database of its own unless one is given."""
    if CLUSTER and not db:
        name = f"attack{os.getpid()}_{next(COUNT)}"
        subprocess.run(["psql", "-q", CLUSTER, "-c", f"CREATE DATABASE {name}"], check=True)
        db = CLUSTER.replace("/postgres?", f"/{name}?")
    return Server(ANDEN, "--proxies", "127.0.0.1", *settings, db=db, **more)


def get(s, path, address="198.51.100.1", headers=None, data=None):
    """(status, JSON or text) of a request from an address."""
    status, body = s.get(path, data=data, headers={"X-Forwarded-For": address, **(headers or {})})
    try:
        return status, json.loads(body)
    except ValueError:
        return status, body


class Stranger(Client):
    """Somebody with an address of their own."""

    def __init__(self, s, address="198.51.100.1", **hello):
        super().__init__(s.port, {"X-Forwarded-For": address})
        s.clients.append(self)
        self.hello(**{"view": "none", "legal": True, **hello})


def two_at_a_table(s, game="berlin", **create):
    """Two people from two addresses at a table of two that has started: (Player, Player)."""
    import random
    ana, luis = Stranger(s, "192.0.2.1"), Stranger(s, "192.0.2.2")
    table = ana.ok("create", game=game, seats=[{"kind": "person"}, {"kind": "open"}], **create)["table"]
    luis.ok("sit", table=table)
    ana.ok("start", table=table)
    rng = random.Random(game)
    return Player(ana, table, rng), Player(luis, table, rng)
