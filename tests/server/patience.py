"""How long the tests of the server wait for something before they give up. It is never what a test waits for: only a hang
reaches it.
"""
import os
import time

PATIENCE = int(os.environ.get("ANDEN_TEST_PATIENCE", "300"))


def wait_for(condition, what="it"):
    """For what no message tells: asks again until the condition holds, and gives what it returned. Between two questions others
    get some time for their work."""
    limit = time.monotonic() + PATIENCE
    while not (value := condition()):
        if time.monotonic() > limit:
            raise AssertionError(f"{what} does not come true")
        time.sleep(0.01)
    return value
