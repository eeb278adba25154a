"""Programs that a test starts: each ends with the test at the latest, however that ends."""
import atexit
import subprocess


def start(command, **more):
    """Starts a program. If it still runs when the test ends, for example because a check failed, it is killed."""
    process = subprocess.Popen(command, **more)
    atexit.register(end, process)
    return process


def end(process):
    if process.poll() is None:
        process.kill()
        process.wait()
