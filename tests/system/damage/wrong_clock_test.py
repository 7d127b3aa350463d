#!/usr/bin/env python3
"""A start with a clock 30 days ahead, by a preloaded library. If hosts contradict it or nothing
confirms it, nothing is stamped. Commands are refused with the reason and work again once the
clock is right, or with --accept-clock. A clock one hour ahead is not doubted; once it is right,
new samples are shown, not those that the fast clock stamped."""
import os
import subprocess
import tempfile
import time
import unittest

from demo_fleet import DemoFleet
from dibs_node import Node, at
from patience import PROMISE_S, wait_until

SHIM = r"""
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/timex.h>
#include <time.h>
#include <unistd.h>
static int there(const char *name) {
    const char *mark = getenv(name);
    return mark && access(mark, F_OK) == 0;
}
int clock_gettime(clockid_t clock, struct timespec *now) {
    const int done = syscall(SYS_clock_gettime, clock, now);
    const char *seconds = getenv("DIBS_TEST_AHEAD_S");
    if (done == 0 && clock == CLOCK_REALTIME && there("DIBS_TEST_AHEAD")) {
        now->tv_sec += seconds ? atol(seconds) : 30 * 86400;
    }
    return done;
}
int adjtimex(struct timex *asked) {
    asked->status = there("DIBS_TEST_SYNCHRONISED") ? STA_PLL : STA_UNSYNC;
    return asked->status == STA_UNSYNC ? TIME_ERROR : TIME_OK;
}
"""


class WrongClock(unittest.TestCase):
    def setUp(self):
        self.node = Node()
        self.addCleanup(self.node.remove)
        self.ahead = self.node.folder / "ahead"
        self.synchronised = self.node.folder / "synchronised"

    def make(self):
        """An installation with an admin, stopped again."""
        self.node.create_log()
        self.node.start(env=self.environment())
        self.admin = self.node.make_admin()
        self.addCleanup(self.admin.close)

    def environment(self, **more):
        library = self.node.folder / "shim.so"
        if not library.exists():
            source = self.node.folder / "shim.c"
            source.write_text(SHIM)
            subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source], check=True)
        return {**os.environ, "LD_PRELOAD": str(library), "DIBS_TEST_AHEAD": str(self.ahead),
                "DIBS_TEST_SYNCHRONISED": str(self.synchronised), **more}

    def start_ahead(self, **popen):
        self.epoch = self.log()["epoch"]
        self.admin.close()
        self.node.stop()
        self.ahead.touch()
        self.node.start(wait=False, env=self.environment(), **popen)

    def log(self):
        return self.admin.get("/api/v1/system").json["log"]

    def why(self, says):
        """The reason that it is not ready, once it reports this one."""
        def said():
            try:
                answer = self.admin.get("/readyz")
            except OSError:
                return None
            text = answer.body.decode()
            return text if answer.status == 503 and says in text else None
        return wait_until(said, says, self.node.text)

    def assert_waits(self, text):
        for said in ("30 days past the newest event in the log", "--accept-clock",
                     "dibsd log cut --after POSITION", at(days=30)[:8]):
            self.assertIn(said, text)
        position = self.log()["position"]
        refused = self.admin.post("/api/v1/tokens", {"label": "x", "scopes": ["read"]})
        self.assertEqual(refused.status, 503, refused)
        self.assertIn("30 days past", refused.json["detail"])
        system = self.admin.get("/api/v1/system").json
        self.assertFalse(system["ready"])
        self.assertIn("30 days past", system["log"]["problem"])
        time.sleep(2)
        self.assertEqual(self.log()["position"], position, "something was written to the log")
        self.assertEqual(self.log()["epoch"], self.epoch, "not even a claim")
        self.assertIsNone(self.node.process.poll(), "it ended")

    def assert_goes_on(self):
        self.node.wait_ready()
        self.assertEqual(self.log()["epoch"], self.epoch + 1)
        made = self.admin.post("/api/v1/tokens", {"label": "after", "scopes": ["read"]})
        self.assertEqual(made.status, 201, made)
        newest = self.admin.get("/api/v1/events?limit=1").json["items"][0]
        self.assertLess(newest["time"], at(days=1))

    def test_hosts_contradict_the_clock_until_it_is_right(self):
        fleet = DemoFleet()
        self.addCleanup(fleet.stop)
        fleet.start()
        self.node.arguments += fleet.arguments
        self.make()
        self.node.wait_for_gpus(self.admin)
        self.synchronised.touch()  # the hosts' clocks count more
        self.start_ahead()
        text = self.why(says="3 of the 3 hosts that were heard say another time")
        self.assert_waits(text)
        hosts = self.admin.get("/api/v1/hosts").json["items"]
        self.assertEqual(len(hosts), 3)
        for host in hosts:
            self.assertAlmostEqual(host["clock_offset_s"], -30 * 86400, delta=PROMISE_S)
        self.ahead.unlink()
        self.assert_goes_on()
        # A host's clock comes with its next report.
        wait_until(lambda: all(abs(host["clock_offset_s"]) <= 10 for host in self.admin.get("/api/v1/hosts").json["items"]))
        self.node.wait_for_gpus(self.admin)

    def test_nothing_confirms_the_clock_until_the_kernel_does(self):
        self.make()
        self.start_ahead()
        self.assert_waits(self.why(says="no host was heard that could confirm it"))
        self.synchronised.touch()
        self.node.wait_ready()

    def live(self):
        """Of gpu01:0: the time of its last sample, and its utilization."""
        for gpu in self.admin.get("/api/v1/gpus?host=gpu01").json["items"]:
            if gpu["index"] == 0:
                return gpu.get("live", {}).get("at", ""), gpu.get("live", {}).get("utilization_percent")
        return "", None

    def wait_live(self, good, what):
        wait_until(lambda: good(*self.live()), what, lambda: f"{self.live()}\n{self.node.text()[-2000:]}")

    def test_an_hour_ahead_and_then_right_shows_new_samples(self):
        fleet = DemoFleet()
        self.addCleanup(fleet.stop)
        fleet.start()
        fleet.wants("gpu01")
        self.node.arguments += [*fleet.arguments, "--accept-clock"]
        self.make()
        self.node.wait_for_gpus(self.admin)
        self.admin.close()
        self.node.stop()
        self.ahead.touch()
        self.node.start(env=self.environment(DIBS_TEST_AHEAD_S="3700"))
        self.wait_live(lambda when, use: when > at(minutes=55) and use is not None, "an hour ahead")
        self.admin.close()
        self.node.stop()
        self.ahead.unlink()
        fleet.wants("gpu01", "0 ben 2000 80 python train.py")
        self.node.start(env=self.environment())
        self.assertLess(self.live()[0], at(minutes=2), "what was stamped an hour ahead is no live value")
        self.wait_live(lambda when, use: at(seconds=-10) < when < at(minutes=1) and use and use > 50, "ben's job")
        newest = self.admin.get("/api/v1/events?limit=1").json["items"][0]["time"]
        self.assertGreater(newest, at(minutes=30), "otherwise this shows nothing")
        system = self.admin.get("/api/v1/system").json
        self.assertEqual(system["log"]["newest_at"], newest)
        self.assertLess(system["time"], at(minutes=1), "an admin sees that the log is ahead")
        asked = f"from={at(minutes=30)}&until={at(hours=2)}&step=60"
        gpu = next(one for one in self.admin.get("/api/v1/gpus?host=gpu01").json["items"] if one["index"] == 0)
        # Rows ahead of the clock are deleted after live values are shown.
        wait_until(lambda: "utilization_percent" not in self.admin.get(
            f"/api/v1/usage?gpu={gpu['id']}&metric=utilization_percent&{asked}").json["gpus"][0], "no rows that lie ahead")

    def test_an_admin_accepts_the_clock(self):
        self.make()
        self.node.arguments.append("--accept-clock")
        self.start_ahead()
        self.node.wait_ready()


if __name__ == "__main__":
    unittest.main()
