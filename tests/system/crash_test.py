#!/usr/bin/env python3
"""kill -9 at random moments while 16 clients book the same 8 GPUs on the embedded log: nothing that
was acknowledged is lost, no two reservations overlap, and each restart is ready within 3 s."""
import os
import random
import sys
import time
import unittest

from bookings import Bookers, judge
from demo_fleet import DemoFleet
from dibs_node import Node

KILLS = int(os.environ.get("DIBS_KILLS", "50"))


class Crash(unittest.TestCase):
    def setUp(self):
        self.fleet = DemoFleet().start()
        self.node = Node(arguments=self.fleet.arguments)
        config = self.node.folder / "server.toml"
        config.write_text("[limits]\ncommands_per_min = 1000000\n")
        self.node.arguments += ["--config", str(config)]

    def tearDown(self):
        self.node.remove()
        self.fleet.stop()

    def test_nothing_acknowledged_is_lost_when_killed(self):
        self.node.create_log()
        self.node.start()
        admin = self.node.make_admin()
        gpus = self.wait_for_gpus(admin, 8)
        bookers = Bookers(self.node, admin.token, gpus).start()
        rng, slowest = random.Random(1), 0
        try:
            for _ in range(KILLS):
                time.sleep(rng.uniform(0.05, 0.5))
                self.node.kill()
                slowest = max(slowest, self.node.start())
        finally:
            bookers.stop()
        admin.close()
        wrong, stored = judge(admin, bookers.acknowledged)
        print(f"{KILLS} kills, {len(bookers.acknowledged)} acknowledged, {bookers.refused} refused, "
              f"{stored} stored, slowest restart {slowest:.2f} s", file=sys.stderr)
        self.assertEqual(wrong, [])
        self.assertGreater(len(bookers.acknowledged), KILLS)
        self.assertLess(slowest, 3)

    def wait_for_gpus(self, client, count):
        for _ in range(300):
            gpus = [g["id"] for g in client.get("/api/v1/gpus").json["items"]]
            if len(gpus) >= count:
                return gpus[:count]
            time.sleep(0.1)
        self.fail(f"the fleet did not show {count} GPUs:\n{self.node.text()[-3000:]}")


if __name__ == "__main__":
    unittest.main()
