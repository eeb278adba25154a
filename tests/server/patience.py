"""How long the tests of the server wait for something before they give up. No test depends on it: only a hang reaches it.
"""
import os
import time

PATIENCE = int(os.environ.get("ANDEN_TEST_PATIENCE", "300"))


def wait_for(condition, what="it"):
    """Waits for something that no message announces: asks again until the condition holds, and returns its result. Between two
    tries others get some time for their work."""
    limit = time.monotonic() + PATIENCE
    while not (value := condition()):
        if time.monotonic() > limit:
            raise AssertionError(f"{what} does not come true")
        time.sleep(0.01)
    return value
