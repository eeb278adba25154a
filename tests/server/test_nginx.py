"""The nginx example of deploy/ on loopback: TLS, WebSocket, the client's address, goodbyes. Skipped
where nginx or openssl is not installed.

Usage: test_nginx.py ANDEN ROOT
"""
import json
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import programs  # noqa: E402
import raw  # noqa: E402

ANDEN, ROOT = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


@unittest.skipUnless(NGINX and shutil.which("openssl"), "nginx and openssl are needed")
class Nginx(unittest.TestCase):
    asked = False  # the server to stop

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = self.folder.name
        os.chmod(self.path, 0o755)
        with open(self.path + "/anden.conf", "w", encoding="utf-8") as f:
            f.write(f"listen = 127.0.0.1:0\ndb = {self.path}/anden.db\nproxies = 127.0.0.1\n"
                    "address-connections = 2\n")
        self.server = programs.start([ANDEN, "serve", "--config", self.path + "/anden.conf"],
                                     stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.behind = int(re.search(r":(\d+)/", self.server.stdout.readline())[1])
        self.make_certificate()
        self.port = free_port()
        self.start_nginx()

    def tearDown(self):
        for process in (self.nginx, self.server):
            if process is self.nginx or not self.asked:
                process.send_signal(signal.SIGTERM)
            self.assertEqual(process.wait(timeout=raw.PATIENCE), 0, process.args[0])
        self.server.stdout.close()
        self.folder.cleanup()

    def make_certificate(self):
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
                        "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1", "-subj",
                        "/CN=anden.example", "-addext", "subjectAltName=DNS:anden.example",
                        "-keyout", self.path + "/key.pem", "-out", self.path + "/cert.pem"],
                       check=True, capture_output=True)
        self.tls = ssl.create_default_context(cafile=self.path + "/cert.pem")

    def start_nginx(self):
        """The example with other ports and paths."""
        with open(os.path.join(ROOT, "deploy/nginx.conf"), encoding="utf-8") as f:
            site = f.read()
        for old, new in (("server 127.0.0.1:8080;", f"server 127.0.0.1:{self.behind};"),
                         ("listen 443 ssl", f"listen 127.0.0.1:{self.port} ssl"),
                         ("listen 80;", f"listen 127.0.0.1:{free_port()};"),
                         ("/etc/letsencrypt/live/anden.example/fullchain.pem", self.path + "/cert.pem"),
                         ("/etc/letsencrypt/live/anden.example/privkey.pem", self.path + "/key.pem")):
            self.assertIn(old, site)
            site = site.replace(old, new)
        temp = "".join(f"{kind}_temp_path {self.path}/{kind};\n"
                       for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        with open(self.path + "/nginx.conf", "w", encoding="utf-8") as f:
            f.write(f"daemon off;\nmaster_process off;\npid {self.path}/nginx.pid;\n"
                    f"error_log stderr warn;\nevents {{}}\nhttp {{\naccess_log off;\n{temp}{site}\n}}\n")
        with open(self.path + "/nginx.err", "wb") as errors:
            self.nginx = programs.start([NGINX, "-p", self.path, "-c", self.path + "/nginx.conf"], stderr=errors)
        raw.wait_for(self.listens, "nginx")

    def listens(self):
        try:
            socket.create_connection(("127.0.0.1", self.port), timeout=raw.PATIENCE).close()
            return True
        except ConnectionError:
            with open(self.path + "/nginx.err", encoding="utf-8") as f:
                self.assertIsNone(self.nginx.poll(), f.read())
            return False

    def connect(self):
        s = socket.create_connection(("127.0.0.1", self.port), timeout=raw.PATIENCE)
        return self.tls.wrap_socket(s, server_hostname="anden.example")

    def get(self, path):
        with self.connect() as s:
            s.sendall(f"GET {path} HTTP/1.1\r\nHost: anden.example\r\n\r\n".encode())
            return raw.read_answer(s)[:3]

    def websocket(self, *headers):
        """A client of raw.py whose socket goes through nginx."""
        plain = raw.connect
        raw.connect = lambda *_, **__: self.connect()
        try:
            return raw.Client(self.port, path="/ws", headers=headers, host="anden.example")
        finally:
            raw.connect = plain

    def test_through_the_proxy(self):
        status, headers, _ = self.get("/healthz")
        self.assertEqual(status, 200)
        self.assertEqual(headers["x-content-type-options"], "nosniff")
        self.assertIn("max-age", headers["strict-transport-security"])

        # A page of ours may connect, others may not; the host is the one that the browser sees.
        a = self.websocket("Origin: https://anden.example", "X-Forwarded-For: 9.9.9.9")
        with self.assertRaises(raw.Refused) as refused:
            self.websocket("Origin: https://evil.example")
        self.assertEqual(refused.exception.status, 403)
        a.send(json.dumps({"type": "hello", "version": 2}))
        self.assertEqual(json.loads(a.text())["type"], "welcome")

        # Behind a trusted proxy limits go by the client's address, which a client cannot fake: all three come
        # from 127.0.0.1, and only two are allowed.
        b = self.websocket("X-Forwarded-For: 8.8.8.8")
        with self.assertRaises(raw.Refused) as refused:
            self.websocket("X-Forwarded-For: 7.7.7.7")
        self.assertEqual(refused.exception.status, 429)
        b.close()

        # A stop of the server reaches the client as a goodbye.
        self.server.send_signal(signal.SIGTERM)
        self.asked = True
        self.assertEqual(a.goodbye()[0], 1001)
        a.close()


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=1)
