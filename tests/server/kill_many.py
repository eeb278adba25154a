"""Kills servers, and the database, at random moments while games are played; nothing that was acknowledged
may be lost. For long runs by hand; ./test has a short one (test_load.py).

Usage: kill_many.py ANDEN sqlite|pg KILLS [SEED]

    python3 tests/server/kill_many.py build/anden sqlite 200
    python3 tests/server/kill_many.py build/anden pg 200

sqlite: one server, killed with -9 and started again. pg: two nodes on a private PostgreSQL; each time one of
the nodes is killed, or the database is stopped at once ("immediate") and started again.
"""
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import pg  # noqa: E402

ANDEN = os.path.abspath(sys.argv[1])


class Node:
    def __init__(self, db):
        self.db, self.port = db, 0
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [ANDEN, "serve", "--listen", f"127.0.0.1:{self.port}", "--limits", "0", "--address-connections",
             "1000", "--db", self.db], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        line = self.process.stdout.readline()
        self.port = int(re.search(r":(\d+)/", line)[1]) if line else self.port
        return bool(line)

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        while not self.start():  # the database may be starting
            self.process.wait()
            time.sleep(0.2)


def play(nodes, kills, chance, crash):
    """Kills so many times during load; gives what the load generator reports."""
    urls = ",".join(f"ws://127.0.0.1:{n.port}/ws" for n in nodes)
    load = subprocess.Popen([ANDEN, "load", "--url", urls, "--json", "--clients", "40", "--tables", "20",
                             "--seconds", str(2 * kills + 5)], stdout=subprocess.PIPE, text=True)
    time.sleep(1)
    done = 0
    while done < kills and load.poll() is None:
        time.sleep(chance.uniform(0.05, 1.2))
        crash()
        done += 1
        print(f"\r{done} of {kills}", end="", file=sys.stderr, flush=True)
    out, _ = load.communicate()
    print(file=sys.stderr)
    return done, json.loads(out)


def main():
    kind, kills = sys.argv[2], int(sys.argv[3])
    chance = random.Random(int(sys.argv[4]) if len(sys.argv) > 4 else 1)
    crashes = {"node": 0, "database": 0}

    if kind == "sqlite":
        with tempfile.TemporaryDirectory() as folder:
            node = Node(os.path.join(folder, "anden.db"))

            def crash():
                crashes["node"] += 1
                node.kill()
            done, report = play([node], kills, chance, crash)
            node.process.terminate()
            node.process.wait()
    else:
        with pg.Cluster() as cluster:
            url = cluster.url_of("kill")
            nodes = [Node(url), Node(url)]

            def crash():
                if chance.random() < 0.3:
                    crashes["database"] += 1
                    cluster.stop("immediate")
                    cluster.start()
                else:
                    crashes["node"] += 1
                    chance.choice(nodes).kill()
            done, report = play(nodes, kills, chance, crash)
            for node in nodes:
                node.process.terminate()
                node.process.wait()
    print(json.dumps({"kind": kind, "kills": crashes, **report}))
    good = done == kills and report["lost"] == 0 and report["checked"] == report["acknowledged"] and report["moves"] > 0
    sys.exit(0 if good else 1)


main()
