"""A terminal for tests: tmux runs the real program, keys go in, screens come out.

Every wait is for something on the screen; after PATIENCE seconds it fails and shows the screen.
"""
import contextlib
import os
import re
import select
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from patience import PATIENCE  # noqa: E402


class Screen:
    def __init__(self, program, *words, size=(80, 24), env=None, term="tmux-256color", then=""):
        """Runs the program in a folder of its own. `then`: a shell command for afterwards."""
        self.folder = tempfile.TemporaryDirectory()
        self.path = self.folder.name
        self.tmux = ["tmux", "-S", os.path.join(self.path, "tmux"), "-f", "/dev/null"]
        own = {"LC_ALL": "C.UTF-8", "TERM": term, "HOME": self.path, "XDG_DATA_HOME": os.path.join(self.path, "data"),
               "COLORTERM": "", "NO_COLOR": "", "COLORFGBG": "", **(env or {})}
        command = ["env", *(f"{k}={v}" for k, v in own.items()), program, *words]
        with open(os.path.join(self.path, "run"), "w", encoding="utf-8") as f:
            f.write("set -m\ntrap : INT\ncd '%s'\n%s\necho \"[ended with $?]\"\n%s\ntrap '' INT\nexec cat\n"
                    % (self.path, " ".join("'%s'" % w.replace("'", "'\\''") for w in command), then))
        subprocess.run([*self.tmux, "new-session", "-d", "-x", str(size[0]), "-y", str(size[1]), "sh",
                        os.path.join(self.path, "run"), ";", "set", "-g", "status", "off"], check=True, timeout=PATIENCE)
        # One client takes all further commands: starting one for each took more time than the program.
        self.client = subprocess.Popen([*self.tmux, "-u", "-C", "attach", "-f", "ignore-size,no-output"],
                                       stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.said = b""  # bytes that are not used yet
        self.answer()  # to the attach

    def __enter__(self):
        return self

    def __exit__(self, *_):
        # Killed at once: a program with sanitizers can look for leaks for ever when its terminal is gone (see
        # test_signals.py).
        with contextlib.suppress(AssertionError, OSError):  # the test may have ended the terminal or the program
            for pid in self.programs():
                os.kill(pid, signal.SIGKILL)
        subprocess.run([*self.tmux, "kill-server"], capture_output=True, check=False, timeout=PATIENCE)
        self.client.communicate(timeout=PATIENCE)
        self.folder.cleanup()

    def line(self):
        """The next line that tmux says."""
        while b"\n" not in self.said:
            if not select.select([self.client.stdout], [], [], PATIENCE)[0]:
                raise AssertionError("tmux hangs")
            more = os.read(self.client.stdout.fileno(), 65536)
            if not more:
                raise AssertionError("the terminal is gone")
            self.said += more
        line, _, self.said = self.said.partition(b"\n")
        return line

    def answer(self):
        """The answer of tmux to a command. It also prints other lines: news about windows and sessions."""
        while not self.line().startswith(b"%begin "):
            pass
        lines = []
        while not (line := self.line()).startswith((b"%end ", b"%error ")):
            lines.append(line + b"\n")
        text = b"".join(lines).decode()
        if line.startswith(b"%error "):
            raise AssertionError(f"tmux: {text}")
        return text

    def call(self, *words):
        """A command of tmux."""
        line = " ".join("'%s'" % w.replace("'", "'\\''") for w in words)
        self.client.stdin.write(line.encode() + b"\n")
        self.client.stdin.flush()
        return self.answer()

    def programs(self):
        """The process that the shell runs now: the program, unless it has ended."""
        shell = self.call("display-message", "-p", "#{pane_pid}").strip()
        with open(f"/proc/{shell}/task/{shell}/children", encoding="utf-8") as f:
            return [int(pid) for pid in f.read().split()]

    def keys(self, *keys):
        self.call("send-keys", *keys)

    def type(self, text):
        """A line that is typed after the colon."""
        self.call("send-keys", "-l", ":" + text)
        self.keys("Enter")

    def click(self, x, y):
        """Presses and releases the mouse button on a cell, as this kind of terminal reports it."""
        for button in " #":
            self.call("send-keys", "-l", f"\033[M{button}{chr(33 + x)}{chr(33 + y)}")

    def resize(self, width, height):
        self.call("resize-window", "-x", str(width), "-y", str(height))

    def text(self, colours=False):
        return self.call("capture-pane", "-p", *(["-e"] if colours else []))

    def wait(self, what, colours=False):
        """Waits until the screen contains a text, or a function of it is true; returns the screen."""
        deadline = time.monotonic() + PATIENCE
        while True:
            text = self.text(colours)
            if what(text) if callable(what) else what in text:
                return text
            if time.monotonic() > deadline:
                raise AssertionError(f"waited in vain for {what!r}:\n{text}")
            time.sleep(0.01)

    def wait_for_all(self, words):
        """Waits until the screen contains all the words, since it may be half drawn; returns the screen."""
        missing = []

        def there(text):
            missing[:] = [w for w in words if w not in text]
            return not missing

        try:
            return self.wait(there)
        except AssertionError as error:
            raise AssertionError(f"{missing} missing: {error}") from None

    def ended(self, code=0):
        """Waits until the program has ended and the shell says so; returns the screen."""
        return self.wait(f"[ended with {code}]")

    def assert_sane(self, times=1):
        """Checks with `stty -a`, which the shell has run so many times, that the terminal is as it was."""
        text = self.wait(lambda t: t.count("extproc") >= times)  # the last word that it writes
        for mode in ("icanon", "echo ", "isig"):
            assert f"-{mode}" not in text and text.count(mode) >= times, f"{mode}:\n{text}"

    def find(self, word):
        """The column and row of a word, once it is on the screen."""
        lines = self.wait(word).split("\n")
        y = next(y for y, line in enumerate(lines) if word in line)
        return lines[y].index(word), y

    def file(self, pattern):
        """The text of a file in the folder whose path fits."""
        for folder, _, names in os.walk(self.path):
            for name in names:
                if re.search(pattern, os.path.join(folder, name)):
                    with open(os.path.join(folder, name), encoding="utf-8") as f:
                        return f.read()
        raise AssertionError(f"no file {pattern}")
