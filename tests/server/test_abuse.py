"""What badly behaved clients do to the network layer: each is refused with a clear answer, and an
honest client is served meanwhile.

Usage: test_abuse.py ECHO_SERVER
"""
import json
import os
import re
import select
import selectors
import socket
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import raw  # noqa: E402
from raw import Client, Refused, frame, get, wait_for  # noqa: E402

ECHO = os.path.abspath(sys.argv[1])
MESSAGE_MAX = 16384


class Served(unittest.TestCase):
    """A server for each class; after every test an honest client still gets its echo, and the
    server ends without a complaint (sanitizers make it fail)."""
    settings = ()

    @classmethod
    def setUpClass(cls):
        cls.server = raw.Server(ECHO, *cls.settings)
        cls.port = cls.server.port
        cls.honest = Client(cls.port)

    @classmethod
    def tearDownClass(cls):
        cls.honest.close()
        out = cls.server.stop()
        assert "stopped 0" in out, out

    def tearDown(self):
        self.assertEqual(self.honest.ask("still there?"), "still there?")

    def refused(self, *headers, path="/echo", **how):
        with self.assertRaises(Refused) as e:
            Client(self.port, path=path, headers=headers, **how)
        error = json.loads(e.exception.body)["error"]
        self.assertTrue(error["message"].endswith("."), error)
        return e.exception.status, error["code"]


class Frames(Served):
    settings = ("frames_burst=100", "frames_rate=10")

    def closed_with(self, *data):
        with Client(self.port) as c:
            for piece in data:
                try:
                    c.raw(piece)
                except ConnectionError:
                    break
            code, reason = c.goodbye()
            return code

    def test_echo(self):
        with Client(self.port, path="/echo?hello=1") as c:
            self.assertEqual(c.text(), "hello 127.0.0.1 /echo")
            for text in ("", "a", "ñ" * 60, "x" * 126, "y" * 16384):
                self.assertEqual(c.ask(text), text)

    def test_text_before_the_answer(self):
        with Client(self.port, early=frame(b"early") + frame(b"bird")) as c:
            self.assertEqual([c.text(), c.text()], ["early", "bird"])

    def test_byte_by_byte(self):
        with Client(self.port) as c:
            for byte in frame(b"slowly"):
                c.raw(bytes([byte]))
            self.assertEqual(c.text(), "slowly")

    def test_fragments(self):
        with Client(self.port) as c:
            c.raw(frame(b"one ", fin=False) + frame(b"", opcode=9) + frame(b"two", opcode=0))
            self.assertEqual({c.frame(), c.frame()}, {(10, b""), (1, b"one two")})

    def test_close_is_answered(self):
        with Client(self.port) as c:
            c.send(b"\x03\xe8bye", opcode=8)
            self.assertEqual(c.goodbye(), (1000, "bye"))

    def test_close_of_the_server(self):
        with Client(self.port) as c:
            c.send("close")
            self.assertEqual(c.text(), "bye")
            self.assertEqual(c.goodbye(), (4001, "You asked for it."))

    def test_ping(self):
        with Client(self.port) as c:
            c.send(b"abc", opcode=9)
            self.assertEqual(c.frame(), (10, b"abc"))

    def test_everybody_hears(self):
        with Client(self.port) as a, Client(self.port) as b:
            a.send("all listen")
            self.assertEqual([a.text(), b.text(), self.honest.text()], ["listen"] * 3)

    def late(self):
        page = get(self.port, "/metrics")[2].decode()
        return int(re.search(r"^anden_ws_messages_late_total (\d+)$", page, re.M)[1])

    def test_what_has_time_comes_late_but_comes(self):
        before = self.late()
        with Client(self.port) as a, Client(self.port) as b:
            a.raw(frame(b"work") + frame(b"late one"))
            self.assertEqual([a.text(), a.text(), b.text(), self.honest.text()],
                             ["working", "one", "one", "one"])
            a.raw(frame(b"work") + frame(b"late two") + frame(b"late three") + frame(b"all four"))
            for c in (b, self.honest):
                self.assertEqual([c.text(), c.text(), c.text()], ["two", "three", "four"])
            a.raw(frame(b"work") + frame(b"late five"))
            b.send("close")  # the queue is written first
            self.assertEqual([b.text(), b.text()], ["five", "bye"])
            self.assertEqual(self.honest.text(), "five")
        self.assertGreaterEqual(self.late() - before, 6)

    def test_unmasked(self):
        self.assertEqual(self.closed_with(frame(b"abc", mask=b"")), 1002)

    def test_reserved_bits(self):
        self.assertEqual(self.closed_with(frame(b"abc", rsv=4)), 1002)

    def test_unknown_opcode(self):
        self.assertEqual(self.closed_with(frame(b"abc", opcode=3)), 1002)

    def test_binary(self):
        self.assertEqual(self.closed_with(frame(b"abc", opcode=2)), 1003)

    def test_bad_utf8(self):
        self.assertEqual(self.closed_with(frame(b"a\xff\xfe")), 1007)
        self.assertEqual(self.closed_with(frame(b"\xed\xa0\x80")), 1007)

    def test_continuation_of_nothing(self):
        self.assertEqual(self.closed_with(frame(b"abc", opcode=0)), 1002)

    def test_text_inside_a_message(self):
        self.assertEqual(self.closed_with(frame(b"a", fin=False), frame(b"b")), 1002)

    def test_long_ping(self):
        self.assertEqual(self.closed_with(frame(b"x" * 126, opcode=9)), 1002)

    def test_fragmented_ping(self):
        self.assertEqual(self.closed_with(frame(b"x", opcode=9, fin=False)), 1002)

    def test_bad_close(self):
        for payload in (b"\x03", b"\x00\x05"):
            self.assertIn(self.closed_with(frame(payload, opcode=8)), (None, 1002))

    def test_length_not_minimal(self):
        self.assertEqual(self.closed_with(b"\x81\xfe\x00\x03mask" + b"abc"), 1002)

    def test_huge_length(self):
        for n in (MESSAGE_MAX + 1, 1 << 31, (1 << 63) - 1):
            self.assertEqual(self.closed_with(frame(b"x" * 100, length=n)), 1009, n)
        self.assertEqual(self.closed_with(frame(b"x" * 100, length=1 << 63)), 1002)

    def test_oversized_in_pieces(self):
        pieces = [frame(b"x" * 6000, fin=False)] + [frame(b"x" * 6000, opcode=0, fin=False)] * 2
        self.assertEqual(self.closed_with(*pieces), 1009)

    def test_flood_of_fragments(self):
        pieces = frame(b"", fin=False) + frame(b"", opcode=0, fin=False) * 80
        self.assertEqual(self.closed_with(pieces), 1008)

    def test_flood_of_pings(self):
        self.assertEqual(self.closed_with(frame(b"", opcode=9) * 5000), 1008)

    def test_flood_of_messages(self):
        self.assertEqual(self.closed_with(frame(b"spam") * 5000), 1008)

    def test_noise(self):
        for seed in range(20):
            data = bytes((seed * 31 + i * i * 7) & 255 for i in range(300))
            with Client(self.port) as c:
                c.raw(data)
                c.socket.shutdown(socket.SHUT_WR)
                c.ended()

    def test_reset_in_the_middle(self):
        for _ in range(20):
            c = Client(self.port)
            c.raw(frame(b"x" * 1000)[:500])
            c.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            c.close()


class Handshake(Served):
    settings = ("origins=https://anden.example, https://other.example",)

    def test_allowed_origins(self):
        for origin in ("https://anden.example", "https://OTHER.example"):
            Client(self.port, headers=[f"Origin: {origin}"]).close()
        Client(self.port).close()  # a program, not a browser

    def test_wrong_origin(self):
        for origin in ("https://evil.example", "null", "https://anden.example.evil.example", "",
                       "http://anden.example", "https://anden.example:8443"):
            self.assertEqual(self.refused(f"Origin: {origin}"), (403, "not_allowed"), origin)

    def test_subprotocol(self):
        with Client(self.port, headers=["Sec-WebSocket-Protocol: chat, anden"]) as c:
            self.assertIn("Sec-WebSocket-Protocol: anden", c.head)
        self.assertEqual(self.refused("Sec-WebSocket-Protocol: chat"), (400, "bad_request"))

    def answer(self, *lines):
        with raw.connect(self.port) as s:
            s.sendall("\r\n".join(lines).encode() + b"\r\n\r\n")
            return raw.read_answer(s)[:2]

    def test_bad_upgrades(self):
        good = {"Host": "test", "Connection": "Upgrade", "Upgrade": "websocket",
                "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="}
        cases = [
            ("Sec-WebSocket-Version", "8", 426), ("Sec-WebSocket-Version", None, 426),
            ("Upgrade", "h2c", 426), ("Upgrade", None, 426), ("Connection", "close", 426),
            ("Sec-WebSocket-Key", "short", 400), ("Sec-WebSocket-Key", None, 400),
            ("Sec-WebSocket-Key", "!" * 24, 400), ("Host", None, 400),
        ]
        for name, value, status in cases:
            headers = {**good, name: value}
            lines = [f"{k}: {v}" for k, v in headers.items() if v is not None]
            got, head = self.answer("GET /echo HTTP/1.1", *lines)
            self.assertEqual(got, status, (name, value))
            if status == 426:
                self.assertEqual(head["sec-websocket-version"], "13")
        lines = [f"{k}: {v}" for k, v in good.items()]
        self.assertEqual(self.answer("POST /echo HTTP/1.1", *lines)[0], 405)
        self.assertEqual(self.answer("GET /echo HTTP/1.0", *lines)[0], 400)
        self.assertEqual(self.answer("GET /elsewhere HTTP/1.1", *lines)[0], 404)


class SameHost(Served):
    settings = ("need_origin=0",)

    def test_own_pages_only(self):
        Client(self.port, headers=["Origin: http://test"]).close()
        self.assertEqual(self.refused("Origin: http://test.evil"), (403, "not_allowed"))
        self.assertEqual(self.refused("Origin: http://test:81"), (403, "not_allowed"))


class NeedOrigin(Served):
    settings = ("need_origin=1", "per_address=100")

    @classmethod
    def setUpClass(cls):
        cls.server = raw.Server(ECHO, *cls.settings)
        cls.port = cls.server.port
        cls.honest = Client(cls.port, headers=["Origin: http://test"])

    def test_programs_are_refused(self):
        self.assertEqual(self.refused(), (403, "not_allowed"))


class Http(Served):
    settings = ("body=1000", "sockets_address=1000")

    def test_security_headers(self):
        for path in ("/api/where/x", "/nothing"):
            _, headers, _ = get(self.port, path)
            self.assertIn("default-src 'none'", headers["content-security-policy"])
            self.assertEqual(headers["x-content-type-options"], "nosniff")
            self.assertEqual(headers["cache-control"], "no-store")

    def test_errors_for_programs_and_people(self):
        status, headers, body = get(self.port, "/api/nothing")
        self.assertEqual((status, json.loads(body)["error"]["code"]), (404, "not_found"))
        status, headers, body = get(self.port, "/nothing", Accept="text/html")
        self.assertEqual((status, headers["content-type"]), (404, "text/html; charset=utf-8"))
        self.assertNotIn(b"{", body)

    def test_bodies(self):
        self.assertEqual(get(self.port, "/api/size", "POST", b"x" * 1000)[2], b'{"size":1000}')
        self.assertEqual(get(self.port, "/api/size", "POST", b"")[2], b'{"size":0}')
        self.assertEqual(get(self.port, "/api/size", "POST", b"x" * 1001)[0], 413)

    def answers(self, data, count=1):
        """The status of each answer, and whether the server ends the connection after them."""
        with raw.connect(self.port) as s:
            try:
                s.sendall(data)
            except ConnectionError:
                pass  # it refuses before it has read everything
            rest, statuses, headers = b"", [], {}
            for _ in range(count):
                status, headers, _, rest = raw.read_answer(s, rest)
                statuses.append(status)
            ends = headers.get("connection") == "close"
            self.assertEqual(rest, b"")
            if ends:
                self.assertEqual(s.recv(100), b"")
        return statuses, ends

    def test_bodies_in_chunks(self):
        head = b"POST /api/size HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n"
        for chunks in (b"", b"1\r\na\r\n0\r\n\r\n", (b"64\r\n" + b"x" * 100 + b"\r\n") * 20,
                       b"1;" + b"x" * 20000 + b"\r\na\r\n0\r\n\r\n"):
            self.assertEqual(self.answers(head + chunks), ([411], True))

    def test_a_bad_request_is_the_last_one(self):
        """What comes after it might be meant as a part of it."""
        good = b"GET /api/where/ HTTP/1.1\r\nHost: t\r\n\r\n"
        for bad in (b"GET / HTTP/1.1\r\nHost: t\r\nHost: u\r\n\r\n",
                    b"GET / HTTP/1.1\r\nHost: t\r\nX: a\r\n b\r\n\r\n",
                    b"GET / HTTP/1.1\nHost: t\n\n", b"GET /\0 HTTP/1.1\r\nHost: t\r\n\r\n",
                    b"POST /api/size HTTP/1.1\r\nHost: t\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n"
                    b"0\r\n\r\n"):
            self.assertEqual(self.answers(good + bad + good, 2), ([200, 400], True), bad)
        self.server.wait_line("log bad request, answered 400: A request needs one Host")

    def test_keeping_the_connection(self):
        get_it = b"GET /api/where/ HTTP/1.%d\r\nHost: t\r\n%s\r\n"
        self.assertEqual(self.answers(get_it % (1, b"")), ([200], False))
        self.assertEqual(self.answers(get_it % (1, b"Connection: close\r\n")), ([200], True))
        self.assertEqual(self.answers(get_it % (0, b"")), ([200], True))
        self.assertEqual(self.answers(b"\r\n" + get_it % (1, b"")), ([200], False))

    def test_expectations(self):
        head = b"POST /api/size HTTP/1.1\r\nHost: t\r\nExpect: 100-continue\r\nContent-Length: %d\r\n\r\n"
        with raw.connect(self.port) as s:
            s.sendall(head % 3)
            self.assertEqual(raw.read_head(s), ("HTTP/1.1 100 Continue", b""))
            s.sendall(b"abc")
            self.assertEqual(raw.read_answer(s)[2], b'{"size":3}')
        self.assertEqual(self.answers(head % 3 + b"abc"), ([200], False))
        self.assertEqual(self.answers(head % 0), ([200], False))
        self.assertEqual(self.answers(head % 1001), ([413], True))

    def test_huge_header(self):
        with raw.connect(self.port) as s:
            try:
                s.sendall(b"GET / HTTP/1.1\r\nHost: t\r\nX: " + b"x" * 100000 + b"\r\n\r\n")
            except ConnectionError:
                pass
            self.assertEqual(raw.read_answer(s)[0], 431)

    def test_pipelining(self):
        with raw.connect(self.port) as s:
            s.sendall(b"".join(b"GET /api/where/%d HTTP/1.1\r\nHost: t\r\n\r\n"
                               b"POST /api/size HTTP/1.1\r\nHost: t\r\nContent-Length: %d\r\n\r\n%s"
                               % (i, i, b"x" * i) for i in range(50)))
            rest = b""
            for i in range(50):
                status, _, body, rest = raw.read_answer(s, rest)
                self.assertEqual((status, json.loads(body)["rest"]), (200, str(i)))
                _, _, body, rest = raw.read_answer(s, rest)
                self.assertEqual(json.loads(body)["size"], i)

    def test_nothing_is_read_before_the_answer(self):
        """Requests behind one that waits are not answered before it."""
        with raw.connect(self.port) as s:
            s.sendall(b"GET /api/hold HTTP/1.1\r\nHost: t\r\n\r\nGET /api/where/2 HTTP/1.1\r\nHost: t\r\n\r\n")
            s.settimeout(0.05)
            rest = b""

            def first():
                nonlocal rest
                get(self.port, "/api/release")
                try:
                    _, _, body, rest = raw.read_answer(s)
                except TimeoutError:
                    return None
                return body
            answer = []
            wait_for(lambda: answer.append(first()) or answer[-1])
            self.assertEqual(answer[-1], b'{"held":true}')
            s.settimeout(raw.PATIENCE)
            self.assertIn(b'"rest":"2"', raw.read_answer(s, rest)[2])

    def test_answer_that_comes_later(self):
        with raw.connect(self.port) as s, raw.connect(self.port) as gone:
            s.sendall(b"GET /api/hold HTTP/1.1\r\nHost: t\r\n\r\n")

            def answered():  # the request may come in after the release
                get(self.port, "/api/release")
                return select.select([s], [], [], 0.05)[0]
            wait_for(answered)
            status, _, body, _ = raw.read_answer(s)
            self.assertEqual((status, b"held" in body), (200, True))
            # A request that is not answered before the server stops.
            gone.sendall(b"GET /api/hold HTTP/1.1\r\nHost: t\r\n\r\n")

    def test_nonsense(self):
        for data in (b"GET\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
                     b"GET / HTTP/9.9\r\nHost: t\r\n\r\n", b"GET /%00%ff HTTP/1.1\r\nHost: t\r\n\r\n",
                     b"POST /api/size HTTP/1.1\r\nHost: t\r\nContent-Length: -5\r\n\r\n"):
            with raw.connect(self.port) as s:
                s.sendall(data)
                s.shutdown(socket.SHUT_WR)
                while s.recv(65536):
                    pass

    def test_only_proxies_are_believed(self):
        body = get(self.port, "/api/where/", X_Forwarded_For="9.9.9.9", X_Forwarded_Proto="https")[2]
        self.assertEqual((json.loads(body)["address"], json.loads(body)["secure"]),
                         ("127.0.0.1", False))


class Proxy(Served):
    settings = ("proxies=127.0.0.0/8, 10.0.0.0/8", "per_address=2")

    def address(self, forwarded):
        return json.loads(get(self.port, "/api/where/", X_Forwarded_For=forwarded)[2])["address"]

    def test_client_behind_proxies(self):
        self.assertEqual(self.address("9.9.9.9"), "9.9.9.9")
        self.assertEqual(self.address("1.1.1.1, 9.9.9.9, 10.1.2.3"), "9.9.9.9")
        self.assertEqual(self.address("9.9.9.9, nonsense"), "127.0.0.1")
        self.assertEqual(self.address("2001:db8::1"), "2001:db8::1")
        # Some proxies add a line of their own behind the client's.
        with raw.connect(self.port) as s:
            s.sendall(b"GET /api/where/ HTTP/1.1\r\nHost: t\r\nX-Forwarded-For: 1.1.1.1\r\nx-forwarded-for: 9.9.9.9\r\n\r\n")
            self.assertEqual(json.loads(raw.read_answer(s)[2])["address"], "9.9.9.9")

    def test_limits_go_by_client(self):
        a = [Client(self.port, headers=["X-Forwarded-For: 9.9.9.9"]) for _ in range(2)]
        self.assertEqual(self.refused("X-Forwarded-For: 9.9.9.9"), (429, "too_many"))
        b = Client(self.port, headers=["X-Forwarded-For: 2001:db8::1"])
        c = Client(self.port, headers=["X-Forwarded-For: 2001:db8::2"])
        # The same network of 64 bits counts as the same client.
        self.assertEqual(self.refused("X-Forwarded-For: 2001:db8::3"), (429, "too_many"))
        for client in (*a, b, c):
            client.close()


class Patience(Served):
    """Clients that are slow or stuck."""
    settings = ("request_seconds=1", "idle_seconds=1", "close_ms=200", "queue_bytes=100000", "sockets_address=1000")

    def test_slow_headers(self):
        with raw.connect(self.port) as s:
            s.sendall(b"GET / HTTP/1.1\r\nHost: t\r\n")
            s.settimeout(0.2)

            def ended():
                try:
                    s.sendall(b"X")
                    return s.recv(100) == b""
                except TimeoutError:
                    return False
                except ConnectionError:
                    return True
            wait_for(ended, "the end of a socket that gets a byte now and then")
        self.assertGreater(self.server.metric('anden_drops_total{reason="headers"}'), 0)

    def test_empty_line(self):
        with raw.connect(self.port) as s:
            s.sendall(b"\r\n")
            self.assertEqual(s.recv(1000), b"")

    def test_silence(self):
        with raw.connect(self.port) as s, raw.connect(self.port) as t:
            t.sendall(b"GET /api/where/ HTTP/1.1\r\nHost: t\r\n\r\n")
            self.assertEqual(raw.read_answer(t)[0], 200)
            self.assertEqual([s.recv(1000), t.recv(1000)], [b"", b""])

    def test_slow_body(self):
        with raw.connect(self.port) as s:
            s.sendall(b"POST /api/size HTTP/1.1\r\nHost: t\r\nContent-Length: 500\r\n\r\nabc")
            self.assertEqual(s.recv(1000), b"")

    def test_slow_reader(self):
        with Client(self.port, buffer=4096) as c:
            c.send("flood 5000")
            wait_for(lambda: self.server.metric('anden_drops_total{reason="slow"}') > 0)
            c.ended()

    def test_fast_reader_of_much(self):
        with Client(self.port) as c:
            c.send("flood 20")
            for _ in range(20):
                self.assertEqual(len(c.text()), 4096)

    def test_close_without_an_answer(self):
        with Client(self.port) as c:
            c.send("close")
            wait_for(lambda: self.server.metric("anden_ws_connections") <= 1)


class Mute(unittest.TestCase):
    """Pings without an answer. There is no honest client: if the machine is busy, it might answer too late."""

    def test_mute(self):
        server = raw.Server(ECHO, "ping_ms=200")
        with Client(server.port) as c:
            opcodes = []
            try:
                while True:
                    opcodes.append(c.frame()[0])
            except ConnectionError:
                pass
            self.assertEqual(opcodes, [9, 9])
        self.assertGreater(server.metric('anden_drops_total{reason="silent"}'), 0)
        self.assertIn("stopped 0", server.stop())


class Crowd(Served):
    settings = ("per_address=5", "sockets_address=20", "connect_burst=0")

    def test_connections_of_one_address(self):
        clients = [Client(self.port) for _ in range(4)]
        self.assertEqual(self.refused(), (429, "too_many"))
        clients.pop().close()
        wait_for(lambda: self.server.metric("anden_ws_connections") <= 4)
        clients.append(Client(self.port))
        for c in clients:
            c.close()

    def test_sockets_of_one_address(self):
        sockets = [raw.connect(self.port) for _ in range(60)]
        statuses = set()
        for s in sockets:
            try:
                s.sendall(b"GET /api/where/ HTTP/1.1\r\nHost: t\r\n\r\n")
                statuses.add(raw.read_answer(s)[0])
            except ConnectionError:
                statuses.add("closed")
        for s in sockets:
            s.close()
        self.assertEqual(statuses, {200, 429, "closed"})

        def served():
            try:
                return get(self.port, "/api/where/")[0] == 200
            except ConnectionError:
                return False
        wait_for(served, "when they are gone, room again")


class Full(Served):
    settings = ("connections=3", "per_address=100", "sockets_address=1000")

    def test_full(self):
        clients = [Client(self.port) for _ in range(2)]
        self.assertEqual(self.refused(), (503, "later"))
        for c in clients:
            c.close()
        wait_for(lambda: self.server.metric("anden_ws_connections") <= 1)
        Client(self.port).close()


class FullSockets(Served):
    """More sockets than are allowed: those that do something stay, newcomers are told so, and there is room again
    afterwards."""
    settings = ("sockets=40", "sockets_address=1000", "per_address=1000")
    SPARE = 128

    def test_full(self):
        clients = [Client(self.port) for _ in range(39)]
        with raw.connect(self.port) as s:
            s.sendall(b"GET /api/where/ HTTP/1.1\r\nHost: t\r\n\r\n")
            status, headers, _, _ = raw.read_answer(s)
            self.assertEqual((status, headers["connection"], headers["retry-after"]), (503, "close", "5"))
        self.assertEqual(self.refused(), (503, "later"))
        for c in clients:
            self.assertEqual(c.ask("still here"), "still here")
            c.close()
        wait_for(lambda: get(self.port, "/api/where/")[0] == 200)

    def test_silent_sockets_keep_nobody_out(self):
        """However many sockets send nothing, or half a request: whoever sends a whole one is answered."""
        for half in (b"", b"GET / HTTP/1.1\r\nHost:"):
            silent = [raw.connect(self.port) for _ in range(40 + self.SPARE + 100)]
            for s in silent:
                try:
                    s.sendall(half)
                except ConnectionError:
                    pass  # it has made room for a later one
            for _ in range(60):
                self.assertEqual(get(self.port, "/api/where/")[0], 200)
            with Client(self.port) as c:
                self.assertEqual(c.ask("hello"), "hello")
            for s in silent:
                s.close()

    def test_more_than_full(self):
        sockets = [raw.connect(self.port) for _ in range(300)]
        for s in sockets:
            s.close()
        wait_for(lambda: get(self.port, "/api/where/")[0] == 200)


class Rates(Served):
    settings = ("connect_burst=10", "request_burst=50", "per_address=1000")

    def test_requests(self):
        statuses = [get(self.port, "/api/where/")[0] for _ in range(80)]
        self.assertEqual(set(statuses), {200, 429})

    def test_connects(self):
        refused = 0
        for _ in range(30):
            try:
                Client(self.port).close()
            except Refused as e:
                self.assertEqual(e.status, 429)
                refused += 1
        self.assertGreater(refused, 0)


class Files(Served):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        root = cls.folder.name
        os.makedirs(root + "/assets")
        for name, text in (("index.html", "<p>first</p>"), ("assets/app-0123abcd.js", "1"),
                           ("a.css", "plain"), ("a.css.gz", "packed"), ("b.css", "plain"), ("b.css.gz", "packed"),
                           ("b.css.br", "smaller"), (".hidden", "no"), ("large.txt", "0123456789abcdef" * 1000000)):
            with open(os.path.join(root, name), "w", encoding="utf-8") as f:
                f.write(text)
        os.symlink("/etc/passwd", root + "/link")
        cls.settings = ("folder=" + root,)
        super().setUpClass()

    @classmethod
    def tearDownClass(cls):
        super().tearDownClass()
        cls.folder.cleanup()

    def test_files(self):
        status, headers, body = get(self.port, "/")
        self.assertEqual((status, body), (200, b"<p>first</p>"))
        self.assertEqual(get(self.port, "/", If_None_Match=headers["etag"])[0], 304)
        status, headers, body = get(self.port, "/assets/app-0123abcd.js")
        self.assertIn("immutable", headers["cache-control"])
        self.assertEqual(get(self.port, "/a.css")[2], b"plain")
        status, headers, body = get(self.port, "/a.css", Accept_Encoding="br, gzip")
        self.assertEqual((headers["content-encoding"], body), ("gzip", b"packed"))
        for accepted, want in (("gzip, deflate, br", b"smaller"), ("br;q=0.5", b"smaller"), ("gzip", b"packed"),
                               ("gzip, br;q=0", b"packed"), ("gzip;q=0.0, br;q=0", b"plain"), ("brotli", b"plain"),
                               ("", b"plain")):
            self.assertEqual(get(self.port, "/b.css", Accept_Encoding=accepted)[2], want, accepted)
        etag = get(self.port, "/b.css", Accept_Encoding="br")[1]["etag"]
        self.assertEqual(get(self.port, "/b.css", Accept_Encoding="br", If_None_Match=etag)[0], 304)
        self.assertEqual(get(self.port, "/b.css", If_None_Match=etag)[0], 200)
        status, head, rest = get(self.port, "/", method="HEAD")
        self.assertIn("Content-Length: 12", head)
        self.assertEqual(rest, b"")

    def test_large_file(self):
        with raw.connect(self.port, buffer=4096) as slow, raw.connect(self.port) as s:
            slow.sendall(b"GET /large.txt HTTP/1.1\r\nHost: t\r\n\r\n")
            self.assertEqual(slow.recv(8), b"HTTP/1.1")  # and reads no more
            s.sendall(b"GET /large.txt HTTP/1.1\r\nHost: t\r\n\r\n" * 2)
            rest = b""
            for _ in range(2):
                _, _, body, rest = raw.read_answer(s, rest)
                self.assertEqual(body, b"0123456789abcdef" * 1000000)

    def test_no_way_out(self):
        for path in ("/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/.hidden",
                     "/assets/../.hidden", "/api/x.y", "/link", "//etc/passwd", "/table/7"):
            self.assertEqual(get(self.port, path)[0], 404, path)


class Stuck(Served):
    """Somebody who wants a large file and then does not read it."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        with open(cls.folder.name + "/large.txt", "w", encoding="utf-8") as f:
            f.write("x" * 16000000)
        cls.settings = ("idle_seconds=1", "folder=" + cls.folder.name)
        super().setUpClass()

    @classmethod
    def tearDownClass(cls):
        super().tearDownClass()
        cls.folder.cleanup()

    def test_stuck_reader(self):
        with raw.connect(self.port, buffer=4096) as s:
            s.sendall(b"GET /large.txt HTTP/1.1\r\nHost: t\r\n\r\n")
            wait_for(lambda: self.server.metric('anden_drops_total{reason="slow"}') > 0)


class Stop(unittest.TestCase):
    def test_requests_that_wait(self):
        server = raw.Server(ECHO)
        hold = b"GET /api/hold HTTP/1.1\r\nHost: t\r\n\r\n"
        with raw.connect(server.port) as first, raw.connect(server.port) as second:
            first.sendall(hold)
            second.sendall(hold)
            # One of them is told that the other one came, so both are there.
            with selectors.DefaultSelector() as s:
                s.register(first, selectors.EVENT_READ)
                s.register(second, selectors.EVENT_READ)
                told = s.select(raw.PATIENCE)[0][0].fileobj
            self.assertEqual(raw.read_answer(told)[0], 409)
            server.process.terminate()
            status, headers, body, _ = raw.read_answer(second if told is first else first)
            self.assertEqual((status, headers["connection"], json.loads(body)["error"]["code"]), (503, "close", "later"))
        self.assertIn("stopped 0", server.ended())

    def test_polite(self):
        server = raw.Server(ECHO)
        clients = [Client(server.port) for _ in range(10)]
        for c in clients:  # the server knows them: they have spoken
            c.ask("x")
        server.process.terminate()
        for c in clients[:9]:
            self.assertEqual(c.goodbye(), (1001, "The server is stopping."))
            c.close()
        self.assertIn("stopped 0", server.stop())  # the tenth never answers
        clients[9].close()

    def test_from_inside(self):
        server = raw.Server(ECHO)
        with Client(server.port) as c:
            c.send("stop")
            self.assertEqual(c.goodbye()[0], 1001)
        self.assertIn("stopped 0", server.process.communicate(timeout=raw.PATIENCE)[0].decode())

    def test_bad_address(self):
        done = raw.subprocess.run([ECHO, "listen=nowhere"], capture_output=True, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, rb'\A"nowhere" is not an address to listen on: .*\n\Z')  # and no sanitizer complains


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=1)
