"""How long the tests in Python wait for something before they give up. No test depends on it: only a hang reaches it.

A developer hears of a hang after 20 seconds. Where CI=true is set, machines may be slow and busy: 300.
"""
import os
import time

PATIENCE = int(os.environ.get("ANDEN_TEST_PATIENCE") or (300 if os.environ.get("CI") == "true" else 20))


def wait_for(condition, what="it"):
    """Waits for something that no message announces: asks again until the condition holds, and returns its result. Between two
    tries others get some time for their work."""
    limit = time.monotonic() + PATIENCE
    while not (value := condition()):
        if time.monotonic() > limit:
            raise AssertionError(f"{what} does not come true")
        time.sleep(0.01)
    return value
