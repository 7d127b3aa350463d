"""Waits for tests: until a condition holds, never for a fixed time, and for several at once.
Standard library only."""
import time
from concurrent.futures import ThreadPoolExecutor

PATIENCE_S = 120  # Limit of each wait. It ends a test that hangs and does not measure speed.
# Upper bound for promises of the product that are shorter: generous, because the machine may be
# slow.
PROMISE_S = 60


def wait_until(condition, what="it", report=lambda: "", patience_s=PATIENCE_S, every_s=0.05):
    """The first answer of `condition` that is not false. After `patience_s` seconds the test
    fails with `what` and report()."""
    deadline = time.monotonic() + patience_s
    while True:
        if found := condition():
            return found
        assert time.monotonic() < deadline, f"not within {patience_s} s: {what}\n{report()}"
        time.sleep(every_s)


def at_once(*parts):
    """Runs independent parts of a test in threads of their own. Raises the first failure once
    all have ended."""
    with ThreadPoolExecutor(len(parts)) as pool:
        running = [pool.submit(part) for part in parts]
    return [part.result() for part in running]
