"""Nothing that was acknowledged is lost: a program that appends to many tables is killed at random
moments, and PostgreSQL is stopped at once under it. Afterwards every acknowledged entry is there exactly once,
in order.

Usage: test_store_kill.py STORE_DRIVE sqlite|pg [ROUNDS [SEED]]

Without ROUNDS: 12 (sqlite) or 4 (pg) at ANDEN_TEST_SCALE=100. Every other round with PostgreSQL
leaves the program alone: it must go on by itself when the database is back.
"""
import os
import random
import subprocess
import sys
import tempfile
import threading

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True
import pg  # noqa: E402
import programs  # noqa: E402

TABLES = "300"


class Appender:
    """The running program, and the lines that it has printed."""

    def __init__(self, drive, where):
        self.lines = []
        self.news = threading.Condition()
        self.process = programs.start([drive, "append", where, TABLES], stdout=subprocess.PIPE, text=True)
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        for line in self.process.stdout:
            if line.endswith("\n"):
                with self.news:
                    self.lines.append(line)
                    self.news.notify()
        with self.news:
            self.news.notify()

    def wait_for_more(self, count):
        """Waits until so many more appends were acknowledged."""
        with self.news:
            goal = len(self.lines) + count
            done = self.news.wait_for(lambda: len(self.lines) >= goal or self.process.poll() is not None, 60)
        if not done or self.process.poll() is not None:
            raise RuntimeError(f"the program has ended or hangs: exit code {self.process.poll()}")

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.reader.join()
        return self.lines


def verify(drive, where, lines):
    done = subprocess.run([drive, "verify", where, TABLES], input="".join(lines), text=True, capture_output=True)
    if done.returncode:
        raise RuntimeError(f"something acknowledged is lost: {done.stdout}{done.stderr}")
    return done.stdout.strip()


def kill_rounds(drive, where, rounds, dice, cluster):
    lines = []
    for turn in range(rounds):
        appender = Appender(drive, where)
        try:
            appender.wait_for_more(dice.randrange(1, 4000))
            if cluster:
                cluster.stop("immediate")
                if turn % 2:
                    appender.kill()
                cluster.start()
                if not turn % 2:
                    appender.wait_for_more(dice.randrange(600, 4000))
        finally:
            lines += appender.kill()
        said = verify(drive, where, lines)
    print(f"{rounds} rounds: {said}")


def main():
    drive, kind = os.path.abspath(sys.argv[1]), sys.argv[2]
    scale = int(os.environ.get("ANDEN_TEST_SCALE", "100"))
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else max(2, (12 if kind == "sqlite" else 4) * scale // 100)
    seed = int(sys.argv[4]) if len(sys.argv) > 4 else random.randrange(1 << 30)
    print(f"seed {seed}")
    dice = random.Random(seed)
    if kind == "sqlite":
        with tempfile.TemporaryDirectory() as folder:
            kill_rounds(drive, os.path.join(folder, "kill.db"), rounds, dice, None)
    else:
        with pg.Cluster() as cluster:
            kill_rounds(drive, cluster.url, rounds, dice, cluster)


main()
