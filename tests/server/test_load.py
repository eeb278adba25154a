"""anden load against anden serve: whole games of every kind, connections that break, and a server
that is killed in the middle: nothing that was acknowledged is lost.

Usage: test_load.py ANDEN
"""
import json
import os
import re
import select
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.request

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import pg  # noqa: E402

ANDEN = os.path.abspath(sys.argv[1])


def messages(port):
    """How many messages a server has received. Asked again and again, so it leaves the server some time
    for its work."""
    time.sleep(0.02)
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=20) as page:
        return int(re.search(r"^anden_ws_messages_in_total (\d+)", page.read().decode(), re.M)[1])


class Load(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.port = 0
        self.start()

    def tearDown(self):
        if self.server.poll() is None:
            self.server.send_signal(signal.SIGTERM)
            self.assertEqual(self.server.wait(timeout=30), 0)
        self.server.stdout.close()
        self.folder.cleanup()

    def start(self):
        """Starts the server, on the same port as before if there was one."""
        self.server = subprocess.Popen(
            [ANDEN, "serve", "--listen", f"127.0.0.1:{self.port}", "--limits", "0",
             "--address-connections", "1000", "--db", os.path.join(self.folder.name, "anden.db")],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        line = self.server.stdout.readline()
        self.port = int(re.search(r":(\d+)/", line)[1])

    def command(self, *words):
        return [ANDEN, "load", "--url", f"ws://127.0.0.1:{self.port}/ws", "--json", *words]

    def test_games_and_broken_connections(self):
        done = subprocess.run(self.command("--clients", "18", "--tables", "6", "--seconds", "3",
                                           "--drops", "15"), capture_output=True, timeout=120, check=False)
        report = json.loads(done.stdout)
        self.assertEqual((done.returncode, report["errors"], report["lost"]), (0, 0, 0), report)
        self.assertGreater(report["moves"], 20)
        self.assertGreater(report["reconnects"], 10)
        self.assertGreaterEqual(report["checked"], report["moves"])
        self.assertLessEqual(report["p50_ms"], report["p99_ms"])
        self.assertLessEqual(report["p99_ms"], report["max_ms"] * 1.05)

    def test_spectators_and_a_pace(self):
        done = subprocess.run(self.command("--clients", "20", "--tables", "2", "--seconds", "2",
                                           "--rate", "20", "--games", "metro,paris"),
                              capture_output=True, timeout=120, check=False)
        report = json.loads(done.stdout)
        self.assertEqual((done.returncode, report["errors"], report["lost"]), (0, 0, 0), report)
        self.assertLessEqual(report["moves"], 20 * report["seconds"] + 20)
        self.assertGreater(report["moves"], 5)

    def test_killed_server(self):
        load = subprocess.Popen(self.command("--clients", "12", "--tables", "6", "--seconds", "5"),
                                stdout=subprocess.PIPE, text=True)
        for _ in range(3):
            # The server has acknowledged moves since it was started: now it dies.
            before = messages(self.port)
            while messages(self.port) < before + 50:
                self.assertIsNone(load.poll(), "the load ended too early")
            self.server.kill()
            self.server.wait()
            self.server.stdout.close()
            self.start()
        out, _ = load.communicate(timeout=120)
        report = json.loads(out)
        self.assertEqual(report["lost"], 0, report)
        self.assertGreater(report["reconnects"], 0)
        self.assertEqual(report["checked"], report["acknowledged"], report)

    def test_nobody_there(self):
        self.server.send_signal(signal.SIGTERM)
        self.server.wait(timeout=30)
        load = subprocess.Popen(self.command("--clients", "2"), stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True)
        select.select([load.stdout], [], [], 0.5)
        load.send_signal(signal.SIGINT)
        out, _ = load.communicate(timeout=60)
        self.assertEqual(load.returncode, 130)
        self.assertIn("connection", json.loads(out)["trouble"])

    def test_mistakes(self):
        for words, message in ((["--url", "http://x"], "is no address of a server"),
                               (["--clients", "3", "--tables", "2"], "needs two clients"),
                               (["--clients", "many"], "--clients"),
                               (["--games", "chess"], 'There is no game "chess"')):
            done = subprocess.run([ANDEN, "load", *words], capture_output=True, text=True, timeout=60,
                                  check=False)
            self.assertIn(done.returncode, (1, 2), words)
            self.assertIn(message, done.stderr)


@unittest.skipUnless(pg.folder_of_programs(), "PostgreSQL is needed")
class Nodes(unittest.TestCase):
    """Two nodes on one PostgreSQL; the clients of every table are spread over both."""

    def start(self, url, port=0):
        node = subprocess.Popen(
            [ANDEN, "serve", "--listen", f"127.0.0.1:{port}", "--limits", "0",
             "--address-connections", "1000", "--db", url],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.addCleanup(node.stdout.close)
        return node, int(re.search(r":(\d+)/", node.stdout.readline())[1])

    def test_a_node_is_killed(self):
        with pg.Cluster() as cluster:
            url = cluster.url_of("nodes")
            (a, port_a), (b, port_b) = self.start(url), self.start(url)
            load = subprocess.Popen(
                [ANDEN, "load", "--json", "--clients", "8", "--tables", "4", "--seconds", "6", "--url",
                 f"ws://127.0.0.1:{port_a}/ws,ws://127.0.0.1:{port_b}/ws"],
                stdout=subprocess.PIPE, text=True)
            while messages(port_b) < 100:
                self.assertIsNone(load.poll(), "the load ended too early")
            b.kill()
            b.wait()
            out, _ = load.communicate(timeout=120)
            report = json.loads(out)
            self.assertEqual((report["lost"], report["errors"]), (0, 0), report)
            self.assertEqual(report["checked"], report["acknowledged"], report)
            self.assertGreaterEqual(report["reconnects"], 4)
            a.send_signal(signal.SIGTERM)
            self.assertEqual(a.wait(timeout=30), 0)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=1)
