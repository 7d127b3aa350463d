#!/usr/bin/env python3
"""A live GPU that is partitioned into slices (MIG). They are devices below it, booked instead of
it, and offered by their profile. A process is on its slice, however the driver names it; an
unknown account's there is a violation. A process on an unknown slice is shown as such and is no
violation. Slices go when the GPU is whole again, and other GPUs are not affected."""
import unittest

from dibs_cli import Cli
from installation import Installation

PROFILES = ("1g.10gb", "1g.10gb", "3g.40gb")


class Slices(Installation):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.dibs = Cli(cls.node.url)
        cls.addClassCleanup(cls.dibs.remove)

    def setUp(self):
        self.fleet.cuts("gpu02", 3, *PROFILES)
        self.slices = self.until(lambda: len(self.now()) == len(PROFILES) and self.now())
        self.card = self.gpus["gpu02:3"]

    def tearDown(self):
        self.fleet.wants("gpu02")
        for booking in self.admin.get("/api/v1/reservations?state=running").json["items"]:
            self.release(booking)
        self.fleet.cuts("gpu02", 3)
        self.until(lambda: not self.now())

    def now(self):
        items = self.admin.get("/api/v1/gpus?host=gpu02&state=available").json["items"]
        return [gpu for gpu in items if "parent_id" in gpu]

    def processes(self):
        return self.admin.get("/api/v1/processes?host=gpu02").json["items"]

    def violations(self):
        return self.admin.get("/api/v1/violations?state=open").json["items"]

    def gpu_events(self):
        """The newest event of each kind about a GPU of the host."""
        query = "/api/v1/events?host=gpu02&type="
        return [self.admin.get(query + kind).json["items"][:1]
                for kind in ("gpu.discovered", "gpu.changed", "gpu.lost")]

    def release(self, booking):
        self.admin.post(f"/api/v1/reservations/{booking['id']}/release", None)

    def take(self, gpu, status=201):
        self.gpus["it"] = gpu
        return self.book(self.admin, ["it"], status=status)

    def test_they_are_below_their_gpu_with_profile_memory_and_values(self):
        self.until(lambda: all("live" in gpu for gpu in self.now()))
        self.slices = self.now()
        listed = self.admin.get("/api/v1/gpus?host=gpu02&state=available").json["items"]
        self.assertEqual([gpu["id"] for gpu in listed[-4:]],
                         [self.card] + [gpu["id"] for gpu in self.slices])
        for index, (gpu, profile) in enumerate(zip(self.slices, PROFILES)):
            self.assertEqual((gpu["parent_id"], gpu["parent_index"], gpu["index"]), (self.card, 3, index))
            self.assertTrue(gpu["model"].endswith(f" MIG {profile}"), gpu)
            self.assertEqual(gpu["memory_total_mib"], 9856)
            self.assertEqual(gpu["live"]["memory_used_mib"], 12)
            self.assertNotIn("utilization_percent", gpu["live"])  # no driver reports it for a slice
        self.assertIn("gpu02:3.2", self.dibs("gpu", "list", "--host", "gpu02",
                                              DIBS_TOKEN=self.admin.token).out)
        whole = self.admin.get(f"/api/v1/gpus/{self.card}").json
        self.assertNotIn("utilization_percent", whole.get("live", {}))

    def test_either_the_gpu_or_its_slices_are_booked(self):
        first, second, _ = (gpu["id"] for gpu in self.slices)
        self.take(first)
        taken = self.take(self.card, 409)
        self.assertEqual([c["gpu_name"] for c in taken["conflicts"]], ["gpu02:3.0"])
        self.until(lambda: self.reserved("3.0") == 1)
        self.assertEqual((self.reserved("3"), self.reserved("3.1")), (1, 0), "nobody can book the card now")
        booked = self.take(second)
        self.assertEqual(booked["gpu_names"], ["gpu02:3.1"])
        offers = self.admin.post("/api/v1/offers",
                                 {"count": 1, "model": "3g.40gb", "duration_s": 3600}).json["offers"]
        self.assertEqual(offers[0]["gpu_names"], ["gpu02:3.2"])

    def reserved(self, gpu):
        """The value in /metrics."""
        begin = f'dibs_gpu_reserved{{host="gpu02",gpu="{gpu}"}} '
        lines = self.admin.get("/metrics").body.decode().splitlines()
        return next((int(line.removeprefix(begin)) for line in lines if line.startswith(begin)), None)

    def test_a_process_is_on_its_slice_however_the_driver_names_it(self):
        for named in ("card", "slice"):
            with self.subTest(named):
                self.fleet.cuts("gpu02", 3, *PROFILES, named=named)
                held = self.take(self.slices[1]["id"])
                self.fleet.wants("gpu02", "3.1 zoe 500 80 python3 stranger.py",
                                 "3.0 zoe 500 80 python3 beside.py")
                found = self.until(self.violations)
                self.assertEqual([(v["gpu_name"], v["reservation_id"]) for v in found],
                                 [("gpu02:3.1", held["id"])])
                self.assertEqual(sorted(p["gpu_name"] for p in self.processes()),
                                 ["gpu02:3.0", "gpu02:3.1"])
                self.fleet.wants("gpu02")
                self.until(lambda: not self.violations())
                self.release(held)

    def test_a_process_on_an_unknown_slice_is_shown_and_is_no_violation(self):
        self.take(self.slices[0]["id"])
        self.fleet.hides_slices("gpu02")
        self.addCleanup(self.fleet.hides_slices, "gpu02", False)
        self.fleet.wants("gpu02", "3.0 zoe 500 80 python3 somewhere.py")
        (process,) = self.until(self.processes)
        self.assertEqual((process["gpu_name"], process.get("slice_unknown")), ("gpu02:3", True))
        self.assertEqual(self.violations(), [])
        self.fleet.hides_slices("gpu02", False)
        (found,) = self.until(self.violations)  # retried with growing pauses, up to a minute
        self.assertEqual(found["gpu_name"], "gpu02:3.0")
        self.assertNotIn("slice_unknown", self.processes()[0])

    def test_slices_are_unchanged_over_a_restart_of_dibsd(self):
        before = self.gpu_events()
        self.node.stop()
        self.node.start()
        self.admin.close()
        self.until(lambda: len(self.now()) == len(PROFILES))
        # A process comes and goes: then reports of the first frames would be on record.
        self.fleet.wants("gpu02", "0 zoe 500 80 python3 later.py")
        self.until(self.processes)
        self.fleet.wants("gpu02")
        self.until(lambda: not self.processes())
        self.assertEqual(self.gpu_events(), before)
        self.assertEqual([gpu["id"] for gpu in self.now()], [gpu["id"] for gpu in self.slices])


if __name__ == "__main__":
    unittest.main()
