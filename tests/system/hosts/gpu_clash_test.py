#!/usr/bin/env python3
"""Two live hosts report one GPU. It stays with its bookings on its host. The clash is reported
once and shown at both hosts, in /metrics and on the command line. The second host's reports do
not change the GPU. An admin moves it; then the first host is the claimant."""
import time
import unittest

from dibs_cli import Cli
from installation import Installation

REPORTED_AGAIN = 30  # seconds; a host's GPUs are reported again at least this often, changed or not


class GpuClash(Installation):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.dibs = Cli(cls.node.url)
        cls.addClassCleanup(cls.dibs.remove)

    def host(self, name):
        return next(h for h in self.admin.get("/api/v1/hosts").json["items"] if h["name"] == name)

    def gpu(self, name):
        return self.admin.get(f"/api/v1/gpus/{self.gpus[name]}").json

    def told(self, name):
        query = f"/api/v1/events?gpu={self.gpus[name]}&order=oldest&limit=1000"
        kinds = [event["type"].removeprefix("dibs.") for event in self.admin.get(query).json["items"]]
        return [kind for kind in kinds if kind.startswith("gpu.") and kind != "gpu.discovered.v1"]

    def test_a_gpu_with_a_duplicate_uuid_changes_nothing_until_moved(self):
        """Two GPUs clash at the same time. An admin moves one; the other shows that the clash
        lasts to the end."""
        held = self.book(self.admin, ["gpu01:2"], {"hours": 1}, {"hours": 2})
        uuids = {f"gpu01:{there}": self.fleet.take_uuid("gpu02", here, "gpu01", there) for here, there in ((0, 1), (1, 2))}
        self.until(lambda: len(self.host("gpu02")["clashes"]) == 2)
        for name in ("gpu01", "gpu02"):
            clashes = [(one["gpu_name"], one["uuid"], one["claimant_name"]) for one in self.host(name)["clashes"]]
            self.assertEqual(sorted(clashes), [(gpu, uuid, "gpu02") for gpu, uuid in uuids.items()])
        metrics = self.admin.get("/metrics").body.decode()
        for name in ("gpu01", "gpu02"):
            self.assertIn(f'dibs_host_gpu_clashes{{host="{name}"}} 2', metrics)
        self.fleet.wants("gpu02", "0 zoe 512 20 ./foreign")
        self.an_admin_says(held)
        self.assertEqual(self.told("gpu01:1"), ["gpu.clash_began.v1"])
        self.assertEqual(self.gpu("gpu01:1")["host_name"], "gpu01")
        self.assertEqual(self.admin.get(f"/api/v1/processes?gpu={self.gpus['gpu01:1']}").json["items"], [])
        self.assertEqual(self.admin.get("/api/v1/violations?state=open").json["items"], [])

    def an_admin_says(self, held):
        token = {"DIBS_TOKEN": self.admin.token}
        said = self.dibs("host", "list", **token).out
        for card in ("gpu01:1", "gpu01:2"):
            self.assertIn(f"{card} is reported by gpu02 too", said)
        said = self.dibs("gpu", "move", "gpu01:2", "gpu02", "--yes", **token)
        self.assertEqual(said.code, 0, said.err)
        self.assertIn("gpu01:2", said.err)
        self.assertEqual(self.gpu("gpu01:2")["host_name"], "gpu02")
        shown = self.admin.get("/api/v1/reservations/" + held["id"]).json
        self.assertEqual(shown["gpus"], [self.gpus["gpu01:2"]])
        self.until(lambda: self.gpu("gpu01:2")["clashes"])
        self.assertEqual(self.gpu("gpu01:2")["clashes"][0]["claimant_name"], "gpu01")
        time.sleep(REPORTED_AGAIN + 5)
        told = self.told("gpu01:2")
        self.assertEqual(told[:3], ["gpu.clash_began.v1", "gpu.clash_ended.v1", "gpu.changed.v1"])
        # gpu01 is the claimant now, and gpu02 reports its model: in either order.
        self.assertEqual(sorted(told[3:]), ["gpu.changed.v1", "gpu.clash_began.v1"])


if __name__ == "__main__":
    unittest.main()
