"""Wrong clocks for a program: it gets `environment(LIBRARY)`, where LIBRARY is built from clocks.c, and then sees what was set last."""
import os
import struct
import tempfile

FILE = tempfile.NamedTemporaryFile()


def set_clocks(wall=0, asleep=0, still=0):
    """All in seconds: by how much the machine's date is wrong, how long the machine has slept, and what the clock says that
    measures durations, if that stands still."""
    FILE.seek(0)
    FILE.write(struct.pack("=qqq", wall, asleep, still))
    FILE.flush()


def environment(library):
    set_clocks()
    return dict(os.environ, ANDEN_TEST_CLOCKS=FILE.name, LD_PRELOAD=os.path.abspath(library))
