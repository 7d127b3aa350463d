#!/usr/bin/env python3
"""A start with a long log and no tables. Until the tables are filled, every route answers 503
with the share done, no session is checked, and readiness follows the tables. SIGTERM ends it at
any time."""
import re
import shutil
import subprocess
import sys
import time
import unittest

from dibs_node import BUILD, Node
from patience import PATIENCE_S, PROMISE_S, wait_until
from websocket_client import Refused, WebSocket

FACTS = 300_000


class LongLog(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.node = Node()
        cls.addClassCleanup(cls.node.remove)
        cls.node.create_log()
        cls.node.start()
        cls.admin = cls.node.make_admin()
        cls.addClassCleanup(cls.admin.close)
        cls.node.stop()
        begun = time.monotonic()
        done = subprocess.run([str(BUILD / "tests" / "grow_log"), str(cls.node.data), str(FACTS)],
                              capture_output=True, text=True, timeout=300, check=False)
        assert done.returncode == 0 and not done.stderr, done
        cls.position = int(done.stdout.split()[-1])
        assert cls.position > FACTS, done.stdout
        print(f"{cls.position} facts made in {time.monotonic() - begun:.1f} s", file=sys.stderr)

    def setUp(self):
        self.admin.close()
        self.addCleanup(self.node.stop)

    def start_without_tables(self):
        shutil.rmtree(self.node.data / "tables", ignore_errors=True)
        self.node.output.write_text("")
        self.node.start(wait=False)
        self.begun = time.monotonic()
        client = self.node.client()
        self.addCleanup(client.close)

        def alive():
            try:
                return client.get("/livez").status
            except OSError:
                return None
        return client, wait_until(alive, "it answers", self.node.text, every_s=0.01)

    def ends_with_0(self):
        begun = time.monotonic()
        self.assertEqual(self.node.stop(), 0, self.node.text()[-1000:])
        took = time.monotonic() - begun
        print(f"ended {took:.2f} s after SIGTERM", file=sys.stderr)
        self.assertLess(took, PROMISE_S)

    def test_routes_say_503_with_rising_progress_until_everything_is_there(self):
        client, alive = self.start_without_tables()
        self.assertEqual(alive, 200)
        shares, said, refused = [], set(), 0
        while True:
            printed = "Dibs is ready" in self.node.text()
            ready = client.get("/readyz")
            if ready.status == 200:
                break
            self.assertFalse(printed, "it said so before /readyz did")
            self.assertLess(time.monotonic() - self.begun, 5 * PATIENCE_S, ready)
            said.update(re.findall(r"reading the log, \d+ %", ready.body.decode()))
            for path in ("/api/v1/session", "/api/v1/gpus", "/api/v1/reservations", "/api/v1/setup"):
                answer = self.admin.get(path)
                if answer.status != 503:  # the tables may be ready before the writer
                    self.assertEqual(answer.status, 200, answer)
                    continue
                self.assertEqual(answer.headers["Retry-After"], "1")
                self.assertEqual(answer.json["code"], "reading-log")
                shares += [answer.json["progress"]] if "progress" in answer.json else []
            for path in ("/livez", "/metrics"):
                self.assertEqual(client.get(path).status, 200, path)
            refused += self.is_refused_a_stream()
            time.sleep(0.02)
        took = time.monotonic() - self.begun
        print(f"ready after {took:.1f} s; {len(set(shares))} shares from {min(shares)} to {max(shares)}",
              file=sys.stderr)
        self.assertEqual(shares, sorted(shares))
        self.assertTrue(all(0 <= share < 1 for share in shares))
        self.assertGreater(len(set(shares)), 5)
        self.assertGreater(len(said), 3)
        self.assertGreater(refused, 0)
        self.assertEqual(self.admin.get("/api/v1/session").status, 200, "the session is what it was")
        self.assertEqual(len(self.admin.get("/api/v1/gpus").json["items"]), 8)
        self.assertGreaterEqual(int(self.admin.get("/api/v1/people").headers["Dibs-Position"]), self.position)
        if took > 4:
            self.assertRegex(self.node.text(), r"reading the log, \d+ %")

    def is_refused_a_stream(self):
        try:
            WebSocket(self.node.port, self.admin.token).close()
        except Refused as refusal:
            self.assertIn("503", str(refusal))
            return 1
        return 0

    def test_sigterm_ends_it_while_it_reads(self):
        client, _ = self.start_without_tables()
        share = wait_until(lambda: self.share_read(client) >= 5 and self.share_read(client), "5 % are read", every_s=0.01)
        self.assertLess(share, 95)
        self.ends_with_0()
        self.assertNotIn("Dibs is ready", self.node.text(), "it did not read on to the end first")

    @staticmethod
    def share_read(client):
        """In percent; 0 if it reports none."""
        share = re.search(r"reading the log, (\d+) %", client.get("/readyz").body.decode())
        return int(share[1]) if share else 0

    def test_sigterm_ends_it_while_it_idles(self):
        self.start_without_tables()
        self.node.wait_ready()
        stream = WebSocket(self.node.port, self.admin.token)
        self.addCleanup(stream.close)
        stream.subscribe("events")
        self.assertEqual(self.admin.get("/api/v1/gpus").status, 200)  # a keep-alive connection
        self.ends_with_0()


if __name__ == "__main__":
    unittest.main()
