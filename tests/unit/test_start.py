"""anden alone: a server for the person at this machine, with its own folder and port.

Usage: test_start.py ANDEN
"""
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import unittest
import urllib.request

sys.dont_write_bytecode = True  # nothing is written into the source tree
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from patience import PATIENCE, wait_for  # noqa: E402

ANDEN = os.path.abspath(sys.argv[1])
sys.argv[1:] = []


class Start(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.home = folder.name
        self.environment = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY", "XDG_DATA_HOME")}
        self.environment.update(HOME=self.home, LC_ALL="C.UTF-8")

    def start(self, *words, program=ANDEN, **more):
        process = subprocess.Popen([program, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                   env=dict(self.environment, **more))
        late = threading.Timer(PATIENCE, process.kill)  # ends whatever waits for the process
        late.daemon = True
        late.start()
        self.addCleanup(late.cancel)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.stderr.close)
        return process

    def address(self, process):
        """Its first output: its address, after a sentence about its port if 8080 is in use."""
        for line in process.stdout:
            found = re.fullmatch(r"Andén (?:is at|está en) (http://127\.0\.0\.1:\d+/)\n", line)
            if found:
                return found.group(1)
            self.assertRegex(line, r"^Port 8080 is in use: taking \d+\.$|^El puerto")
        return None

    def test_alone(self):
        """Whatever is at port 8080, "anden" alone finds a place; if that is an Andén, it says so."""
        for i in range(20):
            folder = os.path.join(self.home, str(i), ".local/share/anden")
            process = self.start(HOME=os.path.join(self.home, str(i)))
            address = self.address(process)
            if address:
                break  # else somebody else, for example this test in another build, has just taken the port
        self.assertTrue(address, "it does not start")
        if not os.path.exists(os.path.join(folder, "anden.db")):
            self.assertIn("already", process.stdout.read())
            self.assertEqual(process.wait(timeout=PATIENCE), 0)
            return
        with urllib.request.urlopen(address + "healthz", timeout=PATIENCE) as answer:
            self.assertIn(b'"ok":true', answer.read())
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=PATIENCE), 0)
        with open(os.path.join(folder, "server.log"), encoding="utf-8") as f:
            self.assertIn('"stopped"', f.read())

    def test_without_a_command(self):
        """Options alone are those of start."""
        process = self.start("--listen", "127.0.0.1:0")
        self.assertTrue(self.address(process))
        process.terminate()
        self.assertEqual(process.wait(timeout=PATIENCE), 0)
        process = self.start("--lisen", "127.0.0.1:0")
        self.assertIn("Did you mean --listen?", process.communicate(timeout=PATIENCE)[1])
        self.assertEqual(process.returncode, 2)

    def test_page(self):
        """The page that belongs to the program is served: the installed one, the built one; if there is none, both the program
        and its plain page say how to get it."""
        for program, page in [("build/anden", None), ("build/anden", "web/dist"), ("bin/anden", "share/anden/web")]:
            with self.subTest(program=program, page=page), tempfile.TemporaryDirectory() as root:
                for path in filter(None, [os.path.dirname(program), page]):
                    os.makedirs(os.path.join(root, path))
                shutil.copy(ANDEN, os.path.join(root, program))
                if page:
                    with open(os.path.join(root, page, "index.html"), "w", encoding="utf-8") as f:
                        f.write("the page itself")
                for command in (["serve", "--db", root + "/a.db"], ["start"]):
                    process = self.start(*command, "--listen", "127.0.0.1:0", program=os.path.join(root, program))
                    address = re.search(r"http://127\.0\.0\.1:\d+/", process.stdout.readline()).group()
                    with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
                        text = answer.read().decode()
                    self.assertEqual(text == "the page itself", bool(page))
                    self.assertEqual("./play" in text and "--web FOLDER" in text, not page)
                    process.terminate()
                    said = process.stdout.read()
                    self.assertEqual("./play" in said and "--web FOLDER" in said, not page)

    def test_own_folder(self):
        process = self.start("start", "--listen", "127.0.0.1:0", XDG_DATA_HOME=self.home + "/data")
        self.assertTrue(self.address(process))
        self.assertTrue(os.path.exists(self.home + "/data/anden/anden.db"))
        process.terminate()
        self.assertEqual(process.wait(timeout=PATIENCE), 0)

    def test_browser(self):
        """The page is opened where there is a screen."""
        tool = os.path.join(self.home, "xdg-open")
        with open(tool, "w", encoding="utf-8") as f:
            f.write('#!/bin/sh\necho "$1" > "$HOME/opened.new" && mv "$HOME/opened.new" "$HOME/opened"\n')
        os.chmod(tool, 0o755)
        process = self.start("start", "--listen", "127.0.0.1:0", DISPLAY=":9", PATH=self.home + ":" + os.environ["PATH"])
        address = self.address(process)
        wait_for(lambda: os.path.exists(self.home + "/opened"), "the page")
        with open(self.home + "/opened", encoding="utf-8") as f:
            self.assertEqual(f.read(), address + "\n")
        process.terminate()
        process.wait(timeout=PATIENCE)

    def test_mistakes(self):
        taken = socket.socket()
        self.addCleanup(taken.close)
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        process = self.start("start", "--listen", "127.0.0.1:%d" % taken.getsockname()[1])
        out, err = process.communicate(timeout=PATIENCE)
        self.assertEqual((process.returncode, out), (1, ""))
        self.assertIn("the server cannot start", err)
        self.assertNotIn("{", err)
        # The old journal is kept.
        with open(self.home + "/.local/share/anden/server.log", encoding="utf-8") as f:
            before = f.read()
        self.start("start", "--listen", "127.0.0.1:%d" % taken.getsockname()[1]).communicate(timeout=PATIENCE)
        with open(self.home + "/.local/share/anden/server.log", encoding="utf-8") as f:
            after = f.read()
        self.assertTrue(after.startswith(before) and len(after) > len(before))
        process = self.start("start", "--listen", "127.0.0.1:0", HOME="", XDG_DATA_HOME="")
        self.assertIn("There is no home folder", process.communicate(timeout=PATIENCE)[1])
        self.assertEqual(process.returncode, 1)
        process = self.start("start", "--prot", "1")
        self.assertEqual(process.wait(timeout=PATIENCE), 2)


unittest.main()
