"""A private PostgreSQL cluster in a temporary folder, for tests.

    pg.py COMMAND ARGUMENT...     runs a command with the cluster's address in ANDEN_TEST_PG

It listens on a socket in that folder only, and is gone afterwards. PostgreSQL refuses to run as
root: then the user `postgres` or `nobody` runs it. Other tests use the class:

    with pg.Cluster() as cluster:
        cluster.url             # postgresql:///postgres?host=...
        cluster.url_of("name")  # of a new, empty database
        cluster.stop("immediate"); cluster.start()
"""
import glob
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile


def folder_of_programs():
    """Where initdb and pg_ctl are, the newest version; None if PostgreSQL is not installed."""
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"),
                   key=lambda path: int(path.split("/")[4]) if path.split("/")[4].isdigit() else 0)
    on_path = shutil.which("initdb")
    return os.path.dirname(found[-1]) if found else os.path.dirname(on_path) if on_path else None


class Cluster:
    def __init__(self):
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
        # Anybody on this machine may connect, as the folder's name cannot be guessed.
        os.chmod(self.folder, 0o711)
        self.data = os.path.join(self.folder, "data")
        self.url = f"postgresql:///postgres?host={self.folder}&user=anden"

    def run(self, program, *arguments, check=True):
        done = subprocess.run(self.as_user + [os.path.join(self.bin, program), *arguments], cwd=self.folder,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if check and done.returncode:
            raise RuntimeError(f"{program} failed: {done.stdout}")
        return done

    def __enter__(self):
        # A test that is stopped for taking too long leaves no server behind.
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
        try:
            self.run("initdb", "--no-sync", "--auth=trust", "--username=anden", "--encoding=UTF8", "--locale=C",
                     "-D", self.data)
            with open(os.path.join(self.data, "postgresql.conf"), "a", encoding="utf-8") as conf:
                conf.write(f"listen_addresses = ''\nunix_socket_directories = '{self.folder}'\n"
                           "max_connections = 60\nshared_buffers = 32MB\nfsync = on\nlog_min_messages = fatal\n")
            self.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        self.run("pg_ctl", "stop", "-D", self.data, "-m", "immediate", "-w", check=False)
        shutil.rmtree(self.folder, ignore_errors=True)

    def start(self):
        # The server keeps no pipe of ours open: its output goes to a file.
        self.run("pg_ctl", "start", "-D", self.data, "-w", "-l", os.path.join(self.folder, "log"))

    def stop(self, mode="fast"):
        self.run("pg_ctl", "stop", "-D", self.data, "-w", "-m", mode)

    def url_of(self, name):
        self.run("createdb", "-h", self.folder, "-U", "anden", name)
        return f"postgresql:///{name}?host={self.folder}&user=anden"


def main():
    with Cluster() as cluster:
        done = subprocess.run(sys.argv[1:], env=dict(os.environ, ANDEN_TEST_PG=cluster.url))
    sys.exit(done.returncode if done.returncode >= 0 else 1)


if __name__ == "__main__":
    main()
