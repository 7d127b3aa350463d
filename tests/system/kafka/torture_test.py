#!/usr/bin/env python3
"""A short dose of ops/dev/torture: leaders of a Kafka of three brokers are killed under load,
and each broker is restarted. No node stops, and the log matches the answers."""
import os
import sys
import unittest

from torture import Torture

KILLS = int(os.environ.get("DIBS_LEADER_KILLS", "2"))


class LeadersDie(unittest.TestCase):
    def test_nothing_is_lost_and_no_node_stops(self):
        torture = Torture(say=lambda text: print(text, file=sys.stderr))
        self.addCleanup(torture.close)
        torture.start()
        self.assertEqual(torture.run(KILLS), [])
        self.assertGreater(torture.clients.count(201), 50)
        self.assertGreater(torture.clients.count(409), 20)
        aged = {watch.name: watch.aged for watch in torture.watches}
        self.assertGreater(sum(aged.values()), 0, f"a node without its leader says how old it is: {aged}")


if __name__ == "__main__":
    unittest.main()
