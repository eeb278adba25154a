"""anden load against anden serve: whole games of every kind, connections that break, and a server
that is killed in the middle: nothing that was acknowledged is lost.

Usage: test_load.py ANDEN
"""
import json
import os
import signal
import socket
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import pg  # noqa: E402
import programs  # noqa: E402
from client import PATIENCE, Server, stop_load, wait_for, wait_for_messages  # noqa: E402

ANDEN = os.path.abspath(sys.argv[1])


class Load(unittest.TestCase):
    def setUp(self):
        self.server = Server(ANDEN, "--limits", "0", same_port=True)

    def tearDown(self):
        self.server.stop()

    def command(self, *words):
        return [ANDEN, "load", "--url", f"ws://127.0.0.1:{self.server.port}/ws", "--json", *words]

    def start(self, *words):
        return programs.start(self.command(*words, "--seconds", "86400"), stdout=subprocess.PIPE, text=True)

    def test_games_and_broken_connections(self):
        load = self.start("--clients", "18", "--tables", "6", "--drops", "15")
        wait_for(lambda: self.server.metric("anden_ws_connections_total") > 18 + 10, "connections that come back")
        wait_for_messages([self.server], 100, load)
        report = stop_load(load)
        self.assertEqual((load.returncode, report["errors"], report["lost"]), (130, 0, 0), report)
        self.assertGreater(report["acknowledged"], 20)
        self.assertGreater(report["reconnects"], 10)
        self.assertGreaterEqual(report["checked"], report["moves"])
        self.assertLessEqual(report["p50_ms"], report["p99_ms"])
        self.assertLessEqual(report["p99_ms"], report["max_ms"] * 1.05)

    def test_spectators_and_a_pace(self):
        done = subprocess.run(self.command("--clients", "20", "--tables", "2", "--seconds", "2",
                                           "--rate", "20", "--games", "metro,paris"),
                              capture_output=True, timeout=PATIENCE, check=False)
        report = json.loads(done.stdout)
        self.assertEqual((done.returncode, report["errors"], report["lost"]), (0, 0, 0), report)
        self.assertLessEqual(report["moves"], 20 * report["seconds"] + 20)

    def test_killed_server(self):
        load = self.start("--clients", "12", "--tables", "6")
        for _ in range(3):
            # The server has acknowledged moves since it was started: now it dies.
            wait_for_messages([self.server], 50, load)
            self.server.kill()
            self.server.start()
        wait_for(lambda: self.server.metric("anden_ws_connections") == 12, "all clients back")
        wait_for_messages([self.server], 50, load)
        report = stop_load(load)
        self.assertEqual(report["lost"], 0, report)
        self.assertGreater(report["reconnects"], 0)
        self.assertEqual(report["checked"], report["acknowledged"], report)

    def test_nobody_there(self):
        with socket.create_server(("127.0.0.1", 0)) as nobody:
            nobody.settimeout(PATIENCE)
            load = programs.start([ANDEN, "load", "--url", f"ws://127.0.0.1:{nobody.getsockname()[1]}/ws", "--json",
                                   "--clients", "2"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            for _ in range(3):  # two clients try, and nobody answers; the third time one of them knows
                nobody.accept()[0].close()
        load.send_signal(signal.SIGINT)
        out, _ = load.communicate(timeout=PATIENCE)
        self.assertEqual(load.returncode, 130)
        self.assertIn("connection", json.loads(out)["trouble"])

    def test_mistakes(self):
        for words, message in ((["--url", "http://x"], "is not the address of a server"),
                               (["--clients", "3", "--tables", "2"], "needs two clients"),
                               (["--clients", "many"], "--clients"),
                               (["--games", "chess"], 'There is no game "chess"')):
            done = subprocess.run([ANDEN, "load", *words], capture_output=True, text=True, timeout=PATIENCE,
                                  check=False)
            self.assertIn(done.returncode, (1, 2), words)
            self.assertIn(message, done.stderr)


@unittest.skipUnless(pg.folder_of_programs(), "PostgreSQL is needed")
class Nodes(unittest.TestCase):
    """Two nodes on one PostgreSQL; the clients of every table are spread over both."""

    def test_a_node_is_killed(self):
        with pg.Cluster() as cluster:
            url = cluster.url_of("nodes")
            a, b = Server(ANDEN, "--limits", "0", db=url), Server(ANDEN, "--limits", "0", db=url)
            load = programs.start(
                [ANDEN, "load", "--json", "--clients", "8", "--tables", "4", "--seconds", "86400", "--url",
                 f"ws://127.0.0.1:{a.port}/ws,ws://127.0.0.1:{b.port}/ws"],
                stdout=subprocess.PIPE, text=True)
            wait_for_messages([b], 100, load)
            b.kill()
            wait_for(lambda: a.metric("anden_ws_connections") == 8, "all clients at one node")
            wait_for_messages([a], 100, load)
            report = stop_load(load)
            self.assertEqual((report["lost"], report["errors"]), (0, 0), report)
            self.assertEqual(report["checked"], report["acknowledged"], report)
            self.assertGreaterEqual(report["reconnects"], 4)
            a.stop()


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=1)
