"""A private PostgreSQL cluster in a temporary folder, for tests.

    pg.py COMMAND ARGUMENT...     runs a command with the cluster's address in ANDEN_TEST_PG
    pg.py --template FILE         keeps an empty cluster in FILE, a tar

Making a cluster takes eight times the work of copying one, so clusters are copies of the file that ANDEN_PG_TEMPLATE names,
if it is set.

It listens on a socket in that folder only, and is gone afterwards. PostgreSQL refuses to run as
root: then the user `postgres` or `nobody` runs it. Other tests use the class:

    with pg.Cluster() as cluster:
        cluster.url             # postgresql:///postgres?host=...
        cluster.url_of("name")  # of a new, empty database
        cluster.stop("immediate"); cluster.start()
        with pg.Standby(cluster) as standby:    # follows it: every commit waits until the standby has it
            cluster.kill(); standby.promote()
            standby.url_with(cluster, "name")   # of that database, on whichever of the two can be written
"""
import glob
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from patience import wait_for  # noqa: E402


def folder_of_programs():
    """Where initdb and pg_ctl are, the newest version; None if PostgreSQL is not installed."""
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"),
                   key=lambda path: int(path.split("/")[4]) if path.split("/")[4].isdigit() else 0)
    on_path = shutil.which("initdb")
    return os.path.dirname(found[-1]) if found else os.path.dirname(on_path) if on_path else None


class Cluster:
    def __init__(self, durable=True):
        """Not `durable`: commits don't wait for the disk; for tests that never kill the database."""
        self.durable = durable
        self.bin = folder_of_programs()
        if not self.bin:
            raise FileNotFoundError("PostgreSQL's initdb is not installed (package postgresql)")
        self.folder = tempfile.mkdtemp(prefix="anden-pg-")
        self.as_user = []
        if os.geteuid() == 0:
            name = next(n for n in ("postgres", "nobody") if any(p.pw_name == n for p in pwd.getpwall()))
            user = pwd.getpwnam(name)
            os.chown(self.folder, user.pw_uid, user.pw_gid)
            self.as_user = ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]
        # Anybody on this machine may connect: the folder's name cannot be guessed.
        os.chmod(self.folder, 0o711)
        self.data = os.path.join(self.folder, "data")
        self.url = f"postgresql:///postgres?host={self.folder}&user=anden"

    def run(self, program, *arguments, check=True, stdin=subprocess.DEVNULL):
        done = subprocess.run(self.as_user + [os.path.join(self.bin, program), *arguments], cwd=self.folder,
                              stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if check and done.returncode:
            raise RuntimeError(f"{program} failed: {done.stdout}")
        return done

    def __enter__(self):
        # A test that is stopped for taking too long leaves no server behind.
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
        try:
            self.make()
            with open(os.path.join(self.data, "postgresql.conf"), "a", encoding="utf-8") as conf:
                conf.write(f"listen_addresses = ''\nunix_socket_directories = '{self.folder}'\n"
                           "max_connections = 60\nshared_buffers = 32MB\nlog_min_messages = fatal\n"
                           f"fsync = {'on' if self.durable else 'off'}\n")
            self.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        self.run("pg_ctl", "stop", "-D", self.data, "-m", "immediate", "-w", check=False)
        shutil.rmtree(self.folder, ignore_errors=True)

    def make(self):
        template = os.environ.get("ANDEN_PG_TEMPLATE", "")
        installed = os.stat(os.path.join(self.bin, "initdb")).st_ctime
        if not os.path.exists(template) or os.path.getmtime(template) < installed:  # perhaps of another version
            return self.init()
        os.mkdir(self.data, 0o700)
        shutil.chown(self.data, os.stat(self.folder).st_uid, os.stat(self.folder).st_gid)
        with open(template, "rb") as file:
            self.run(shutil.which("tar"), "-x", "-C", self.data, stdin=file)

    def init(self):
        self.run("initdb", "--no-sync", "--auth=trust", "--username=anden", "--encoding=UTF8", "--locale=C",
                 "-D", self.data)

    def start(self):
        # The server keeps no pipe of ours open: its output goes to a file.
        self.run("pg_ctl", "start", "-D", self.data, "-w", "-l", os.path.join(self.folder, "log"))

    def stop(self, mode="fast"):
        self.run("pg_ctl", "stop", "-D", self.data, "-w", "-m", mode)

    def kill(self):
        """All its processes at once, as when the machine goes off."""
        with open(os.path.join(self.data, "postmaster.pid"), encoding="ascii") as f:
            first = int(f.readline())
        os.kill(first, signal.SIGSTOP)  # so that it starts no more processes
        with open(f"/proc/{first}/task/{first}/children", encoding="ascii") as f:
            processes = [first, *map(int, f.read().split())]
        for process in processes:
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass

    def ask(self, sql, name="postgres"):
        """The answer of a statement, as lines of text."""
        return self.run("psql", "-qAt", "-v", "ON_ERROR_STOP=1", "-h", self.folder, "-U", "anden", "-d", name,
                        "-c", sql).stdout.split("\n")[:-1]

    def url_of(self, name):
        self.run("createdb", "-h", self.folder, "-U", "anden", name)
        return f"postgresql:///{name}?host={self.folder}&user=anden"


class Standby(Cluster):
    """A cluster that follows another and can take its place. Once it runs, the other commits nothing that is not here too."""

    def __init__(self, primary):
        super().__init__()
        self.primary = primary

    def make(self):
        self.run("pg_basebackup", "-h", self.primary.folder, "-U", "anden", "-D", self.data, "-R", "--checkpoint=fast",
                 "--no-sync")

    def start(self):
        super().start()
        self.primary.ask("ALTER SYSTEM SET synchronous_standby_names = '*'")
        self.primary.ask("SELECT pg_reload_conf()")
        wait_for(lambda: self.primary.ask("SELECT sync_state FROM pg_stat_replication") == ["sync"], "a standby")

    def promote(self):
        self.run("pg_ctl", "promote", "-D", self.data, "-w")

    def url_with(self, other, name):
        return f"postgresql:///{name}?host={other.folder},{self.folder}&user=anden"


def make_template(path):
    cluster = Cluster()
    try:
        cluster.init()
        subprocess.run(["tar", "-c", "-f", path + ".new", "-C", cluster.data, "."], check=True)
        os.replace(path + ".new", path)  # a test that begins meanwhile finds a whole one
    finally:
        shutil.rmtree(cluster.folder)


def main():
    if sys.argv[1] == "--template":
        return make_template(sys.argv[2])
    with Cluster(durable=False) as cluster:
        done = subprocess.run(sys.argv[1:], env=dict(os.environ, ANDEN_TEST_PG=cluster.url))
    sys.exit(done.returncode if done.returncode >= 0 else 1)


if __name__ == "__main__":
    main()
