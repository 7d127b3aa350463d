#!/usr/bin/env python3
"""kill -9 at random moments while 16 clients book the same 8 GPUs on the embedded log. Nothing
acknowledged is lost, no two reservations overlap, nothing is done twice, and each restart is
ready with less than 3 s of CPU. Every fifth kill comes during the restart itself."""
import os
import random
import sys
import time
import unittest

from bookings import Bookers, judge
from demo_fleet import DemoFleet
from dibs_node import Node
from patience import PROMISE_S, wait_until

KILLS = int(os.environ.get("DIBS_KILLS", "50"))
CLIENTS = 16


class Crash(unittest.TestCase):
    def setUp(self):
        self.fleet = DemoFleet()
        self.addCleanup(self.fleet.stop)
        self.fleet.start()
        self.node = Node(arguments=self.fleet.arguments)
        self.addCleanup(self.node.remove)

    def test_nothing_acknowledged_is_lost_when_killed(self):
        self.node.create_log()
        self.node.start()
        admin = self.node.make_admin()
        self.addCleanup(admin.close)
        gpus = list(self.node.wait_for_gpus(admin).values())[:8]
        bookers = Bookers(self.node, admin.token, gpus, CLIENTS).start()
        rng, restarts, spent = random.Random(1), [], []
        try:
            for turn in range(KILLS):
                time.sleep(rng.uniform(0.05, 0.5))
                self.node.kill()
                if turn % 5 == 4:
                    self.node.start(wait=False)
                    time.sleep(rng.uniform(0, 0.15))
                    self.node.kill()
                restarts.append(self.node.start())
                spent.append(self.node.cpu_seconds())
            wait_until(lambda: len(bookers.acknowledged) > KILLS and bookers.refused > KILLS, "bookings and refusals")
        finally:
            bookers.stop()
        admin.close()
        wrong, stored = judge(admin, bookers.acknowledged)
        restarts.sort()
        print(f"{KILLS} kills, {len(bookers.acknowledged)} acknowledged, {bookers.refused} refused, "
              f"{stored} stored, restarts {restarts[len(restarts) // 2]:.2f} s, slowest "
              f"{restarts[-1]:.2f} s", file=sys.stderr)
        self.assertEqual(wrong, [])
        self.assertEqual(bookers.broken, [])
        self.assertLessEqual(stored - len(bookers.acknowledged), CLIENTS, "something was done twice")
        self.assertLess(sorted(spent)[len(spent) * 9 // 10], 3, "seconds of CPU until it is ready")
        self.assertLess(restarts[-1], PROMISE_S)


if __name__ == "__main__":
    unittest.main()
