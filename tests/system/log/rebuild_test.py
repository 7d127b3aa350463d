#!/usr/bin/env python3
"""Rebuilds the tables from the log: after `dibsd rebuild` every list answers byte for byte as
before. A start with data takes less than 3 s of CPU. SIGTERM under load exits with 0, and
nothing acknowledged is lost."""
import json
import shutil
import subprocess
import sys
import time
import unittest

from bookings import Bookers, judge
from dibs_node import at
from installation import Installation
from patience import PATIENCE_S, PROMISE_S, wait_until

START, END = at(hours=-2), at(days=80)
LISTS = ("reservations", "hosts", "gpus", "processes", "violations", "people", "tokens",
         "events?order=oldest", f"calendar?from={START}&until={END}", "setup")


class Rebuild(Installation):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.live_a_little(cls())

    def live_a_little(self):
        """Makes some of everything. Then no host is reachable, so nothing changes by itself."""
        bartek = self.node.add_person(self.admin, "bartek")
        self.book(bartek, ["gpu02:0", "gpu02:1"], title="runs")
        self.book(self.admin, ["gpu03:0"], title="released")
        self.admin.post("/api/v1/reservations/" + self.admin.get(
            "/api/v1/reservations?owner=me").json["items"][0]["id"] + "/release", None)
        for i in range(40):
            made = self.book(bartek, [f"gpu01:{i % 8}"], {"hours": 2 + i}, {"hours": 3 + i}, title=f"ł{i}")
            path, match = "/api/v1/reservations/" + made["id"], {"If-Match": "*"}
            if i % 3 == 0:
                bartek.ask("DELETE", path, headers=match)
            if i % 6 == 0:
                bartek.post(path + "/reinstate", None)
            if i % 4 == 1:
                bartek.ask("PATCH", path, {"until": at(hours=4 + i)}, headers=match)
        bartek.close()
        self.fleet.wants("gpu02", "0 zoe 4096 80 python3 mine.py", "2 bartek 100 5 ./free")
        (found,) = self.until(lambda: self.admin.get("/api/v1/violations").json["items"])
        self.admin.post(f"/api/v1/violations/{found['id']}/excuse", {"reason": "fine"})
        self.until(lambda: len(self.admin.get("/api/v1/processes").json["items"]) == 2)
        self.fleet.take_down("gpu01")
        self.fleet.take_down("gpu02")
        self.fleet.take_down("gpu03")
        self.until(lambda: {h["state"] for h in self.admin.get("/api/v1/hosts").json["items"]} ==
                   {"unreachable"}, 20)
        # The outcomes of the steps against zoe are on record a moment later.
        self.until(lambda: all("outcome" in step for violation in self.admin.get("/api/v1/violations").json["items"]
                               for step in violation["steps"]))

    def everything(self):
        self.admin.close()
        answers = {}
        for path in LISTS:
            mark = "&" if "?" in path else "?"
            answer = self.admin.get(f"/api/v1/{path}" + ("" if "calendar" in path or path == "setup"
                                                         else f"{mark}limit=1000"))
            self.assertEqual(answer.status, 200, answer)
            answers[path] = answer.body
        for path in ("gpus", "hosts"):  # last values of probes are not in the log of facts
            things = json.loads(answers[path])["items"]
            answers[path] = json.dumps([{k: v for k, v in thing.items() if k not in ("live", "clock_offset_s", "fullest_disk", "failure")}
                                        for thing in things])
        return answers

    def settled(self):
        """All answers, once pending notifications have an outcome on record."""
        seen = []

        def stays():
            seen.append(self.everything())
            return len(seen) > 1 and seen[-1] == seen[-2] and seen[-1]
        return wait_until(stays, "nothing new is on record", every_s=2)

    def assert_same(self, before, after):
        for path in LISTS:
            self.assertEqual(before[path], after[path], path)

    def test_a_restart_and_a_rebuild_change_no_answer(self):
        before = self.settled()
        self.assertGreater(len(json.loads(before["events?order=oldest"])["items"]), 80)
        self.assertEqual(self.node.stop(), 0)
        again, cpu = self.node.start(), [self.node.cpu_seconds()]
        self.assert_same(before, self.everything())
        self.assertEqual(self.node.stop(), 0)
        done = subprocess.run(self.node.command("rebuild"), capture_output=True, timeout=PATIENCE_S, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        rebuilt = self.node.start()
        cpu.append(self.node.cpu_seconds())
        self.assert_same(before, self.everything())
        self.node.kill()
        shutil.rmtree(self.node.data / "tables")  # deleting it by hand is equivalent
        by_hand = self.node.start()
        cpu.append(self.node.cpu_seconds())
        self.assert_same(before, self.everything())
        print(f"ready again after {again:.2f} s, rebuilt {rebuilt:.2f} s, {by_hand:.2f} s",
              file=sys.stderr)
        self.assertLess(sorted(cpu)[1], 3, "seconds of CPU until it is ready")
        self.assertLess(max(again, rebuilt, by_hand), PROMISE_S)

    def rebuild(self, name):
        return subprocess.run(self.node.command("rebuild", name), capture_output=True, text=True, timeout=PATIENCE_S,
                              check=False)

    def test_each_read_model_is_rebuilt_by_its_name(self):
        """It answers from the first moment, is rebuilt alongside, and is then as before."""
        before = self.settled()
        names = [one["name"] for one in self.admin.get("/api/v1/system").json["projections"]]
        self.assertGreater(len(names), 5)
        refused = self.rebuild("calendar")
        self.assertEqual(refused.returncode, 1)
        self.assertIn(str(self.node.data), refused.stderr)
        self.assertEqual(self.node.stop(), 0)
        unknown = self.rebuild("calender")
        self.assertEqual(unknown.returncode, 2)
        for name in ["'calender'", "usage", *names]:
            self.assertIn(name, unknown.stderr)
        for name in [*names, "usage"]:
            done = self.rebuild(name)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertIn(name, done.stdout)
        self.node.start()
        self.assert_same(before, self.everything())
        self.until(lambda: {one["state"] for one in self.admin.get("/api/v1/system").json["projections"]} ==
                   {"live"})
        self.assert_same(before, self.everything())

    def test_the_streams_positions_continue_after_a_rebuild(self):
        before = int(self.admin.get("/api/v1/people").headers["Dibs-Position"])
        self.node.kill()
        subprocess.run(self.node.command("rebuild"), check=True, capture_output=True, timeout=PATIENCE_S)
        self.node.start()
        self.admin.close()
        self.assertEqual(int(self.admin.get("/api/v1/people").headers["Dibs-Position"]), before)

    def test_sigterm_under_load_ends_with_0_and_loses_nothing(self):
        self.admin.close()
        bookers = Bookers(self.node, self.admin.token, list(self.gpus.values())[:8]).start()
        self.addCleanup(bookers.stop)
        slowest = 0
        for _ in range(5):
            enough = len(bookers.acknowledged) + 25
            self.until(lambda enough=enough: len(bookers.acknowledged) >= enough, "bookings")
            begun = time.monotonic()
            self.assertEqual(self.node.stop(), 0, self.node.text()[-1000:])
            slowest = max(slowest, time.monotonic() - begun)
            self.node.start()
            self.assertLess(self.node.cpu_seconds(), 3)
        bookers.stop()
        wrong, stored = judge(self.admin, bookers.acknowledged)
        print(f"5 SIGTERM, slowest {slowest:.2f} s, {len(bookers.acknowledged)} acknowledged, "
              f"{stored} stored", file=sys.stderr)
        self.assertEqual((wrong, bookers.broken), ([], []))
        self.assertLess(slowest, PROMISE_S)
        self.assertGreater(len(bookers.acknowledged), 100)


if __name__ == "__main__":
    unittest.main()
