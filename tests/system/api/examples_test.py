#!/usr/bin/env python3
"""The examples work as described: the walk-through with curl, and the tail over a WebSocket,
which continues without a gap after the server was killed. (Kafka's is in
consume_events_test.py.)"""
import json
import os
import queue
import socket
import subprocess
import threading
import unittest

from dibs_node import ROOT
from installation import Installation
from patience import PATIENCE_S, wait_until


class Examples(Installation):
    @classmethod
    def first_admin(cls):
        client = cls.node.client()
        # Only /metrics is readable without a session.
        wait_until(lambda: client.get("/metrics").body.count(b"\ndibs_gpu_info{") >= 14, "14 GPUs", cls.node.text)
        client.close()
        cls.walk = subprocess.run(
            [ROOT / "examples" / "walkthrough.sh", cls.node.url, cls.node.setup_token()], text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=PATIENCE_S, check=False)
        return cls.node.sign_in("Ann")

    def test_the_walk_through_completes(self):
        text = self.walk.stdout
        self.assertEqual(self.walk.returncode, 0, text)
        self.assertNotRegex(text, r"(?m)^null$|jq: error|/problems/(?!slot-taken)")
        self.assertIn('"title": "curl"', text)
        self.assertIn('"type": "/problems/slot-taken"', text)
        self.assertIn('"state": "released"', text)  # it had begun
        self.assertRegex(text, r"(?m)^\d+\t\d{4}-\d\d-\d\dT.*\treservation\.[\w.]+\t.+$")

    def test_the_walk_through_ends_at_the_first_failure_with_its_reason(self):
        again = subprocess.run(
            [ROOT / "examples" / "walkthrough.sh", self.node.url, "of-no-use"], text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=PATIENCE_S, check=False)
        self.assertEqual(again.returncode, 1, again)
        self.assertEqual(again.stdout.count("#"), 1, again.stdout)
        self.assertRegex(again.stderr, r"/api/v1/setup: 4\d\d instead of 201: \w.*\.")

    def test_the_tail_tries_again_after_a_refused_handshake(self):
        server = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(server.close)
        server.settimeout(PATIENCE_S)
        tail = subprocess.Popen(
            [ROOT / "examples" / "websocket_tail.py", "ws://127.0.0.1:%d" % server.getsockname()[1]],
            env={**os.environ, "DIBS_TOKEN": "dibs_any"}, stderr=subprocess.PIPE)
        self.addCleanup(tail.stderr.close)
        self.addCleanup(tail.wait, PATIENCE_S)
        self.addCleanup(tail.terminate)
        for _ in range(2):  # the second is the answer to the first
            client, _ = server.accept()
            client.recv(4096)
            client.sendall(b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n")
            client.close()
        self.assertIsNone(tail.poll())

    def test_the_tail_goes_on_after_a_kill_without_a_gap(self):
        environment = {**os.environ, "DIBS_TOKEN": self.admin.token, "PYTHONUNBUFFERED": "1"}
        tail = subprocess.Popen(
            [ROOT / "examples" / "websocket_tail.py", f"ws://127.0.0.1:{self.node.port}"], text=True,
            env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(tail.stdout.close)
        self.addCleanup(tail.stderr.close)
        self.addCleanup(tail.wait, PATIENCE_S)
        self.addCleanup(tail.terminate)
        lines = queue.Queue()
        threading.Thread(target=lambda: [lines.put(line) for line in tail.stdout], daemon=True).start()

        def booked(hours, wait):
            """Books until the tail shows it, because it may not be connected yet."""
            made = self.book(self.admin, ["gpu01:6"], {"hours": hours}, {"hours": hours + 1})["id"]
            while True:
                event = json.loads(lines.get(timeout=wait))
                if event.get("reservation_id") == made:
                    return event["position"]
        first = None
        for hours in range(100, 100 + 2 * PATIENCE_S, 2):
            try:
                first = booked(hours, 1)
                break
            except queue.Empty:
                continue
        self.assertIsNotNone(first, tail.poll() and tail.stderr.read())
        self.node.kill()
        self.node.start()
        self.admin.close()
        missed = self.book(self.admin, ["gpu01:6"], {"hours": 500}, {"hours": 501})["id"]
        shown = []
        while not shown or shown[-1].get("reservation_id") != missed:
            shown.append(json.loads(lines.get(timeout=PATIENCE_S)))
        self.assertEqual([e["position"] for e in shown],
                         [e["position"] for e in self.admin.get(
                             f"/api/v1/events?order=oldest&after={first}").json["items"]][:len(shown)])


if __name__ == "__main__":
    unittest.main()
