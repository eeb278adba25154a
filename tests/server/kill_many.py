"""Kills servers, and the database, at random moments while games are played; nothing that was acknowledged
may be lost. For long runs by hand; ./test has a short one (test_load.py).

Usage: kill_many.py ANDEN sqlite|pg KILLS [SEED]

    python3 tests/server/kill_many.py build/anden sqlite 200
    python3 tests/server/kill_many.py build/anden pg 200

sqlite: one server, killed with -9 and started again. pg: two nodes on a private PostgreSQL; each time one of
the nodes is killed, or the database is stopped at once ("immediate") and started again. The next kill comes when the
nodes have received a random number of further messages.
"""
import json
import os
import random
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import pg  # noqa: E402
import programs  # noqa: E402
from client import Server, stop_load, wait_for_messages  # noqa: E402

ANDEN = os.path.abspath(sys.argv[1])
MESSAGES = 2000  # until the next kill, at most


def node(**where):
    return Server(ANDEN, "--limits", "0", same_port=True, **where)


def play(nodes, kills, chance, crash):
    """Kills so many times during load; returns the report of the load generator."""
    urls = ",".join(f"ws://127.0.0.1:{n.port}/ws" for n in nodes)
    load = programs.start([ANDEN, "load", "--url", urls, "--json", "--clients", "40", "--tables", "20",
                           "--seconds", "86400"], stdout=subprocess.PIPE, text=True)
    try:
        for done in range(kills):
            wait_for_messages(nodes, chance.randrange(1, MESSAGES), load)
            crash()
            print(f"\r{done + 1} of {kills}", end="", file=sys.stderr, flush=True)
        print(file=sys.stderr)
        return stop_load(load)
    finally:
        load.kill()
        load.wait()


def kill_sqlite(kills, chance, crashes):
    server = node()

    def crash():
        crashes["node"] += 1
        server.kill()
        server.start()
    report = play([server], kills, chance, crash)
    server.stop()
    return report


def kill_pg(kills, chance, crashes):
    with pg.Cluster() as cluster:
        url = cluster.url_of("kill")
        nodes = [node(db=url), node(db=url)]

        def crash():
            if chance.random() < 0.3:
                crashes["database"] += 1
                cluster.stop("immediate")
                cluster.start()
            else:
                crashes["node"] += 1
                one = chance.choice(nodes)
                one.kill()
                one.start()
        report = play(nodes, kills, chance, crash)
        for one in nodes:
            one.stop()
        return report


def main():
    kind, kills = sys.argv[2], int(sys.argv[3])
    chance = random.Random(int(sys.argv[4]) if len(sys.argv) > 4 else 1)
    crashes = {"node": 0, "database": 0}
    report = (kill_sqlite if kind == "sqlite" else kill_pg)(kills, chance, crashes)
    print(json.dumps({"kind": kind, "kills": crashes, **report}))
    good = report["lost"] == 0 and report["checked"] == report["acknowledged"] and report["moves"] > 0
    sys.exit(0 if good else 1)


main()
