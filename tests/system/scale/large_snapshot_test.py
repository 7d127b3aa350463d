#!/usr/bin/env python3
"""A site with many bookings. Snapshots of several topics are together larger than any queue.
They reach a client whole and once, even one that reads slowly."""
import json
import time
import unittest

from dibs_node import at
from installation import Installation
from websocket_client import WebSocket

BOOKINGS = 5000


class LargeSnapshot(Installation):
    def test_a_large_snapshot_arrives_whole_and_once(self):
        gpus = [self.gpus[f"gpu01:{i}"] for i in range(8)]
        for turn in range(BOOKINGS):
            self.admin.post("/api/v1/reservations", {
                "gpus": gpus, "from": at(hours=1, minutes=30 * turn),
                "until": at(hours=1, minutes=30 * turn + 30), "title": "x" * 200})
        for slowly in (False, True):
            stream = WebSocket(self.node.port, self.admin.token, receive_bytes=4096 if slowly else None)
            self.addCleanup(stream.close)
            stream.send({"subscribe": ["events", "fleet", "reservations", "violations"]})
            time.sleep(1 if slowly else 0)
            got = [stream.receive() for _ in range(5)]
            self.assertEqual([m["type"] for m in got], ["snapshot"] * 4 + ["caught_up"])
            snapshot = next(m for m in got[:-1] if m["topic"] == "reservations")
            self.assertGreaterEqual(len(snapshot["reservations"]), BOOKINGS - 5)
            self.assertGreater(len(json.dumps(snapshot)), 4 << 20)
        self.assertIn("dibs_websocket_resyncs_total 0\n", self.admin.get("/metrics").body.decode())


if __name__ == "__main__":
    unittest.main()
