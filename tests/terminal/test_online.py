"""Games at a server from the terminal: line by line and on a full screen, over TLS, with a server that goes away and comes back.

Usage: test_online.py PROGRAM ROOT
"""
import codecs
import contextlib
import os
import re
import shutil
import signal
import socket
import ssl
import stat
import subprocess
import sys
import tempfile
import threading
import time
import unittest

sys.dont_write_bytecode = True  # nothing is written into the source tree
sys.path.insert(0, os.path.join(os.path.abspath(sys.argv[2]), "tests", "server"))

import client  # noqa: E402
import programs  # noqa: E402
from screen import PATIENCE, Screen  # noqa: E402

PROGRAM, ROOT = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])


class Person:
    """Somebody who plays through a pipe. Output is read as it comes."""

    def __init__(self, name, *words, env=None):
        self.name, self.folder = name, tempfile.TemporaryDirectory()
        own = {**os.environ, "HOME": self.folder.name, "XDG_STATE_HOME": os.path.join(self.folder.name, "state"),
               "LC_ALL": "C.UTF-8", **(env or {})}
        self.process = programs.start([PROGRAM, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                      stderr=subprocess.STDOUT, env=own)
        self.text, self.all, self.lock = "", "", threading.Condition()
        self.thread = threading.Thread(target=self.read, daemon=True)
        self.thread.start()

    def read(self):
        decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")  # a piece may end within a letter
        while True:
            piece = os.read(self.process.stdout.fileno(), 1 << 16)
            with self.lock:
                text = decoder.decode(piece)
                self.text += text
                self.all += text
                self.lock.notify_all()
            if not piece:
                return

    def wait(self, what):
        """Waits until the output since the last typed line fits; returns it."""
        deadline = time.monotonic() + PATIENCE
        with self.lock:
            while not (what(self.text) if callable(what) else what in self.text):
                if not self.lock.wait(max(0, deadline - time.monotonic())):
                    raise AssertionError(f"{self.name} waited in vain for {what!r}:\n{self.all[-4000:]}")
            return self.text

    def type(self, line):
        with self.lock:
            self.text = ""
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    @contextlib.contextmanager
    def stopped(self):
        """Stops the program for a while: everything that happens meanwhile arrives at once when it goes on."""
        self.process.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, self.process.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
        yield
        self.process.send_signal(signal.SIGCONT)

    def is_asked(self):
        with self.lock:
            return self.text.endswith(f"{self.name}> ") or "wins" in self.text or "share the win" in self.text

    def move(self):
        """Makes the first legal move; False if the game is over."""
        if f"{self.name}> " not in self.text:
            return False
        self.type("legal")
        text = self.wait(lambda t: t.endswith(f"{self.name}> ") and "\n   " in t)
        move = re.search(r"^   (\S.*)$", text, re.M)[1]
        self.type(move)
        self.wait(lambda t: re.search(r"^( · | Waiting)", t.partition(move + "\n")[2], re.M))  # news may come before
        return True

    def end(self, code=0):
        if self.process.poll() is None:
            self.type("quit")
        self.process.stdin.close()
        found = self.process.wait(timeout=PATIENCE)
        self.thread.join(timeout=PATIENCE)
        self.process.stdout.close()
        assert found == code, f"{self.name} ended with {found}:\n{self.all[-4000:]}"
        self.folder.cleanup()


def play_on(people, moves):
    """Lets people move in turn, at most so often; False when the game is over."""
    for _ in range(moves):
        mover = []
        client.wait_for(lambda: mover.extend(p for p in people if p.is_asked()) or mover, "somebody who is asked")
        if not mover[0].move():
            return False
    return True


class Tls:
    """Takes connections at a port of its own, encrypted, and hands them on to another one."""

    def __init__(self, port, host):
        self.folder, self.port = tempfile.TemporaryDirectory(), port
        self.certificate, key = os.path.join(self.folder.name, "cert.pem"), os.path.join(self.folder.name, "key.pem")
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                        "-keyout", key, "-out", self.certificate, "-days", "2", "-subj", f"/CN={host}", "-addext",
                        f"subjectAltName=DNS:{host}"], check=True, capture_output=True, timeout=PATIENCE)
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(self.certificate, key)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.own = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                outer = self.context.wrap_socket(self.listener.accept()[0], server_side=True)
            except OSError:
                if self.listener.fileno() < 0:
                    return
                continue  # somebody does not trust us
            inner = socket.create_connection(("127.0.0.1", self.port))
            for a, b in (outer, inner), (inner, outer):
                threading.Thread(target=self.pass_on, args=(a, b), daemon=True).start()

    @staticmethod
    def pass_on(a, b):
        with contextlib.suppress(OSError):
            while piece := a.recv(1 << 16):
                b.sendall(piece)
        with contextlib.suppress(OSError):  # not closed: the other thread reads from it, and its number must not be reused
            b.shutdown(socket.SHUT_RDWR)

    def close(self):
        self.listener.close()
        self.folder.cleanup()


def is_next(text):
    """It is the turn of the person at the screen, and no square is chosen yet."""
    return "is over" in text or ("Place the tile" in text and not re.search(r"On [a-h]\d:", text))


class Online(unittest.TestCase):
    def serve(self, *people, **how):
        """A server that ends with the test, and its address; also people who connect to it."""
        server = client.Server(PROGRAM, **how)
        self.addCleanup(server.stop)
        url = f"http://127.0.0.1:{server.port}"
        return (server, url, *(self.come(name, url) for name in people)) if people else (server, url)

    @staticmethod
    def come(name, url, *words, **how):
        """Somebody in the lobby, or where the words or the link lead."""
        person = Person(name, "play", "--connect", url, "--names", name, *words, **how)
        person.wait("quit")
        return person

    @staticmethod
    def link(person):
        return re.search(r"http://\S+#/table/\S+", person.wait("quit"))[0]

    def take_turn(self, s, person):
        """The screen or the other person moves, depending on the turn; False when the game is over."""
        text = s.wait(lambda t: is_next(t) or person.is_asked())
        if "is over" in text:
            return False
        self.take_turn_as(s, person, text)
        return True

    @staticmethod
    def take_turn_as(s, person, text):
        if is_next(text):
            s.keys("Tab")
            s.wait("On ")
            s.keys("Enter")
            s.wait(lambda t: f"Waiting for {person.name}" in t or "is over" in t)
        else:
            person.move()
            s.wait(is_next)

    def test_full_screen(self):
        """A whole game between a full screen and somebody else, from the lobby to the end; the server dies in between."""
        server, url = self.serve(same_port=True)
        with Screen(PROGRAM, "play", "--connect", url, "--names", "Ana", size=(120, 36), then="stty -a") as s:
            s.wait("create europe")
            s.call("send-keys", "-l", "create metro human,open public")
            s.keys("Enter")
            s.wait("an open seat")
            bo = Person("Bo", "play", "--connect", url, "--names", "Bo")
            bo.wait("1 metro: Ana, an open seat.")
            bo.type("join 1")
            s.wait("2 Bo")
            s.keys("Enter")
            for turn in range(200):
                if turn == 4:
                    s.wait(lambda t: is_next(t) or bo.is_asked())
                    s.type("say hola, Bo")
                    bo.wait("Ana: hola, Bo")
                    s.wait("Ana: hola, Bo")
                    server.kill()
                    s.wait("The connection is lost")
                    bo.wait("The connection is lost")
                    server.start()
                    s.wait(lambda t: "connection is lost" not in t)
                if not self.take_turn(s, bo):
                    break
            s.wait("is over")
            s.keys("Escape")
            s.wait("×2")
            s.keys("Escape")
            s.wait("rematch")
            bo.wait("rematch")
            bo.end()
            s.keys("C-c")
            self.assertIn("anden play --connect", s.ended())
            s.assert_sane()

    def test_watch(self):
        """Somebody watches; the server dies, and the terminal is left as it was."""
        server = client.Server(PROGRAM)
        ana = self.come("Ana", f"http://127.0.0.1:{server.port}", "berlin", "--seats", "human,easy")
        link = self.link(ana)
        ana.type("start")
        ana.wait("Ana> ")
        with Screen(PROGRAM, "watch", link, then="stty -a") as s:
            s.wait("Waiting for Ana.")
            server.kill()
            s.wait("The connection is lost")
            s.resize(100, 30)
            s.keys("q")
            s.ended()
            s.assert_sane()
        programs.end(ana.process)
        ana.end(-signal.SIGKILL)

    def test_lost_while_typing(self):
        """The server dies at the very moment when a line is typed: both are noticed."""
        server = client.Server(PROGRAM)
        ana = self.come("Ana", f"http://127.0.0.1:{server.port}", "metro", "--seats", "human,easy")
        ana.type("start")
        ana.wait("Ana> ")
        with ana.stopped():
            server.kill()
            ana.type("help")
        ana.wait("all legal moves")
        ana.wait("The connection is lost")
        programs.end(ana.process)
        ana.end(-signal.SIGKILL)

    def test_two_people(self):
        """A whole game of two people who came by a link; they talk, and the server is killed in the middle."""
        server, url = self.serve(same_port=True)
        ana = self.come("Ana", url, "metro")
        bo = self.come("Bo", self.link(ana))
        bo.wait("Bo (you)")
        ana.wait("2 Bo")
        token = os.path.join(ana.folder.name, "state", "anden", "servers")
        for name in os.listdir(token):
            self.assertEqual(stat.S_IMODE(os.stat(os.path.join(token, name)).st_mode), 0o600)
        ana.type("start")
        people = [ana, bo]
        self.assertTrue(play_on(people, 3))
        client.wait_for(lambda: any(p.is_asked() for p in people), "somebody who is asked")
        talker, other = people if ana.is_asked() else people[::-1]
        talker.type("say hola, ¿qué tal?")
        other.wait(f"{talker.name}: hola, ¿qué tal?")
        talker.wait(lambda t: t.endswith(f"{talker.name}> "))
        other.type("say bien, espero")  # while it is not their turn
        talker.wait(f"{other.name}: bien, espero")
        server.kill()
        for person in people:
            person.wait("The connection is lost")
        server.start()
        self.assertFalse(play_on(people, 100))
        for person in people:
            person.wait(lambda t: "wins" in t or "share the win" in t)
            person.wait("rematch")
            person.end()

    def test_lobby(self):
        """A public table is in the lobby; somebody watches it, and sees no hand."""
        _, url = self.serve()
        ana = self.come("Ana", url, "europe", "--seats", "human,easy", "--public")
        ana.type("start")
        ana.wait("Ana> ")
        bo = self.come("Bo", url)
        self.assertIn("1 europe: Ana, ", bo.all)
        bo.type("watch 1")
        bo.wait("Waiting for Ana.")
        self.assertNotIn("Your tickets", bo.all)
        bo.end()
        ana.end()
        nobody = Person("", "watch", f"{url}/#/table/AAAAAAAAAAAAAAAAAAAAAA")
        nobody.wait("The lobby")
        nobody.end()

    def test_names(self):
        """Guests can change their names; people with a passphrase sign in, and are recognised the next time."""
        server, url = self.serve()
        page = server.client(name="Carmen")
        page.ok("secure", passphrase="a very long secret")
        home = {"XDG_STATE_HOME": server.folder}
        ana = Person("Ana", "play", "--connect", url, "--names", "Ana", "--signin", "Carmen", env=home)
        ana.wait("Passphrase of Carmen")
        ana.type("a very long secret")
        ana.wait("You are Carmen")
        ana.end()
        ana = Person("Ana", "play", "--connect", url, env=home)
        ana.wait("You are Carmen")
        ana.type("name Pilar")
        ana.wait("You are Pilar")
        ana.end()
        bo = Person("Bo", "play", "--connect", url, "--signin", "Pilar")
        bo.wait("Passphrase of Pilar")
        bo.type("some other words")
        bo.process.wait(timeout=PATIENCE)
        bo.end(1)

    def test_account(self):
        """A name gets a passphrase; it is signed in elsewhere and out again; the recovery code makes another one."""
        _, url, ana, bo = self.serve("Ana", "Bo")
        ana.type("secure")
        ana.wait("New passphrase")
        ana.type("a very long secret")
        ana.wait("once more")
        ana.type("a very long sekret")
        ana.wait("That was not the same")
        ana.type("secure")
        for _ in range(2):
            ana.wait(lambda t: t.endswith(": "))
            ana.type("a very long secret")
        code = re.search(r"(\w{4}-){4}\w{4}", ana.wait(lambda t: re.search(r"-\w{4}\n", t)))[0]
        bo.type("signin Ana")
        bo.wait("Passphrase of Ana")
        bo.type("some other words")
        bo.wait("do not belong together")
        bo.type("signin Ana")
        bo.wait("Passphrase of Ana")
        bo.type("a very long secret")
        bo.wait("You are Ana.")
        ana.type("devices")
        ana.wait(lambda t: "this device" in t and "last used" in t and "signout others" in t)
        ana.type("signout others")
        ana.wait(lambda t: "this device" in t and "last used" not in t and "signout others" in t)
        bo.wait(lambda t: re.search(r"You are (?!Ana\.)", t.partition("You are Ana.")[2]))  # a guest again
        bo.type(f"recover Ana {code}")
        for _ in range(2):
            bo.wait(lambda t: t.endswith(": "))
            bo.type("quite another secret")
        self.assertNotIn(code, bo.wait("You are Ana."))
        self.assertNotIn("secret", ana.all.replace("very long secret\n", ""))
        bo.type("signout")
        bo.wait(lambda t: re.search(r"You are (?!Ana\.)", t))
        ana.end()
        bo.end()

    def test_account_on_a_screen(self):
        """Secrets are not seen, on a full screen or in a line; the terminal is sane after a signal at a question."""
        _, url = self.serve()
        with Screen(PROGRAM, "play", "--connect", url, "--names", "Ana", "--language", "es") as s:
            s.wait("El vestíbulo")
            s.keys("?")
            s.wait("recover NAME CODE")
            s.keys("Escape")
            s.wait("El vestíbulo")
            s.call("send-keys", "-l", "secure")
            s.keys("Enter")
            for question in "Contraseña nueva", "Otra vez la misma":
                s.wait(question)
                s.call("send-keys", "-l", "a very long secret")
                self.assertNotIn("secret", s.wait("*" * 18))
                s.keys("Enter")
            s.wait(lambda t: re.search(r"(\w{4}-){4}\w{4}", t))
            s.keys("Escape")
            s.wait("El vestíbulo")
            s.keys("C-c")
            s.ended()
        with Screen(PROGRAM, "play", "--plain", "--connect", url, "--signin", "Ana", then="stty -a") as s:
            s.wait("Passphrase of Ana")
            s.call("send-keys", "-l", "a very")
            os.kill(s.programs()[0], signal.SIGTERM)
            self.assertNotIn("a very", s.ended(128 + signal.SIGTERM))
            s.assert_sane()

    def test_other_people(self):
        """Ignored people are no longer shown, also the next time, and can be reported."""
        server, url, ana, bo, eva = self.serve("Ana", "Bo", "Eva")
        ana.type("create metro human,open,open")
        link = self.link(ana)
        for person in bo, eva:
            person.type(f"join {link}")
            person.wait(f"{person.name} (you)")
        bo.type("say buenas")
        ana.wait("Bo: buenas")
        ana.type("ignore Nadie")
        ana.wait("nobody else here")
        ana.type("ignore Bo")
        ana.wait("no longer read what Bo writes")
        bo.type("say nobody reads this")
        eva.wait("Bo: nobody reads this")
        eva.type("say I do")
        self.assertNotIn("nobody reads", ana.wait("Eva: I do"))
        ana.type("report Bo")
        ana.wait("chat TEXT")
        ana.type("report Bo chat not nice")
        ana.wait("Thank you")
        ana.type("leave")
        ana.wait("The lobby")
        ana.type("ignored")
        ana.wait(" Bo\n")
        ana.type("secure")
        for _ in range(2):
            ana.wait(lambda t: t.endswith(": "))
            ana.type("a very long secret")
        ana.wait("write it down")
        ana.type("read Bo")
        ana.wait("You read what Bo writes again.")
        for person in ana, bo, eva:
            person.end()
        reports = subprocess.run([PROGRAM, "admin", "--db", server.db, "reports"], capture_output=True, check=True,
                                 text=True, timeout=PATIENCE).stdout
        self.assertIn("not nice", reports)

    def test_own_boards(self):
        """Tables on boards of one's own: a small one, and one that is too long for a message."""
        _, url = self.serve()
        tiny = os.path.join(ROOT, "doc", "examples", "tiny.board")
        ana = self.come("Ana", url, "--board", tiny)
        self.assertIn("Tiny Lake", ana.all)
        bo = self.come("Bo", self.link(ana))
        ana.wait("2 Bo")
        ana.type("start")
        play_on([ana, bo], 4)
        bo.end()
        ana.type("leave")
        ana.wait("The lobby")
        ana.type(f"create {os.path.join(ROOT, 'boards', 'europe.board')} human,easy")
        ana.wait("Europe: the game has not begun.")
        ana.type("start")
        ana.wait("Ana> ")
        ana.type("leave")
        ana.wait("The lobby")
        ana.type("create nowhere.board")
        ana.wait("cannot open nowhere.board")
        ana.type(f"create {os.path.join(ROOT, 'meson.build')}")
        ana.wait("meson.build, line ")
        ana.type(f"create {tiny} human,open,open,open,open")  # too many seats for this board
        ana.wait(lambda t: "> " in t.partition("open\n")[2])
        ana.end()

    def test_slow_server(self):
        """The program waits for a server that does not answer, says so, and can be left."""
        _, url = self.serve()
        with socket.create_server(("127.0.0.1", 0)) as listener:
            slow = f"http://127.0.0.1:{listener.getsockname()[1]}"
            ana = Person("Ana", "play", "--connect", slow, "--names", "Ana")
            with listener.accept()[0] as outer:
                ana.wait("has not answered yet")
                inner = socket.create_connection(("127.0.0.1", int(url.rpartition(":")[2])))
                for a, b in (outer, inner), (inner, outer):
                    threading.Thread(target=Tls.pass_on, args=(a, b), daemon=True).start()
                ana.wait("You are Ana.")
                ana.end()
            bo = Person("Bo", "play", "--connect", slow)
            with listener.accept()[0]:
                bo.wait("has not answered yet")
                bo.process.send_signal(signal.SIGINT)
                bo.process.wait(timeout=PATIENCE)
                bo.end(-signal.SIGINT)

    def test_undo(self):
        """Others are asked whether a move may be taken back."""
        _, url = self.serve()
        ana = self.come("Ana", url, "metro")
        with Screen(PROGRAM, "play", "--connect", self.link(ana), "--names", "Bo", size=(120, 36)) as s:
            ana.wait("2 Bo")
            ana.type("start")
            moved = 0
            while not (moved and ana.is_asked()):
                text = s.wait(lambda t: is_next(t) or ana.is_asked())
                moved += "Place the tile" not in text
                self.take_turn_as(s, ana, text)
            s.type("link")
            s.wait("Link to this table: http")
            ana.type("undo")
            s.wait("Ana wants to take back the last move: type :agree or :refuse.")
            s.type("agree")
            s.wait(lambda t: "wants to take back" not in t and "Waiting for Ana" in t)
            ana.wait("You take back your last move.")
            s.keys("q")
            s.ended()
        ana.end()

    def test_spanish(self):
        _, url = self.serve()
        ana = self.come("Ana", url, env={"LC_ALL": "es_ES.UTF-8"})
        self.assertIn("El vestíbulo de", ana.all)
        ana.end()

    def test_nobody_there(self):
        with socket.socket() as s:
            s.bind(("127.0.0.1", 0))  # keeps the port: nobody else takes it, and nobody listens there
            ana = Person("Ana", "play", "--connect", f"http://127.0.0.1:{s.getsockname()[1]}", "--language", "es")
            ana.wait("ahí no escucha nadie")
            ana.process.wait(timeout=PATIENCE)
            ana.end(1)

    @unittest.skipUnless(shutil.which("openssl"), "openssl makes the certificates")
    def test_tls(self):
        """The certificate must be trusted, and for this host."""
        server, _ = self.serve()
        good, bad = Tls(server.port, "localhost"), Tls(server.port, "elsewhere.example")
        ana = Person("Ana", "play", "--connect", f"https://localhost:{good.own}", "--names", "Ana",
                     env={"SSL_CERT_FILE": good.certificate})
        self.assertIn("You are Ana", ana.wait("create europe"))
        ana.type(f"create {os.path.join(ROOT, 'boards', 'europe.board')} human,easy")  # by a connection of its own
        ana.wait("not begun")
        ana.type("start")
        ana.wait("Ana> ")
        ana.end()
        for tls, words, env in ((good, "not signed by anybody whom this system trusts", {"SSL_CERT_FILE": bad.certificate}),
                                (bad, "is for another host", {"SSL_CERT_FILE": bad.certificate})):
            bo = Person("Bo", "play", "--connect", f"https://localhost:{tls.own}", env=env)
            bo.wait(words)
            bo.process.wait(timeout=PATIENCE)
            bo.end(1)
        good.close()
        bad.close()


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:], verbosity=2)
