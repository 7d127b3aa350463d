#!/usr/bin/env python3
"""The driver of a live host breaks and recovers. Within 5 s the host and its GPUs show a state
with the driver's message; events, /metrics and the command line show it too. Its GPUs are not
offered, a booking soon is refused, a later one is warned, and holders are notified. Its
processes are unknown since then."""
import unittest

from dibs_cli import Cli
from dibs_node import at
from installation import Installation

MISMATCH = ("Failed to initialize NVML: Driver/library version mismatch", "NVML library version: 535.54")


class Driver(Installation):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.dibs = Cli(cls.node.url)
        cls.addClassCleanup(cls.dibs.remove)

    def tearDown(self):
        for host in ("gpu01", "gpu02", "gpu03"):
            self.fleet.wants(host)
            self.fleet.mend_driver(host)
        self.until(lambda: all(self.host(name)["state"] == "reachable"
                               for name in ("gpu01", "gpu02", "gpu03")))

    def host(self, name):
        return next(h for h in self.admin.get("/api/v1/hosts").json["items"] if h["name"] == name)

    def gpu(self, name):
        return self.admin.get(f"/api/v1/gpus/{self.gpus[name]}").json

    def events(self, host):
        query = f"/api/v1/events?host={host}&type=host.driver_changed&order=oldest"
        return self.admin.get(query).json["items"]

    def told_in_history(self, booking):
        query = f"/api/v1/events?reservation={booking['id']}&type=host.driver_changed&order=oldest"
        return self.admin.get(query).json["items"]

    def wait_broken(self, name):
        return self.until(lambda: self.host(name)["state"] == "driver_broken" and self.host(name))

    def metrics(self):
        return self.admin.get("/metrics").body.decode()

    def test_a_broken_driver_is_a_state_with_its_message_and_recovers(self):
        self.until(lambda: 'dibs_host_driver_up{host="gpu02"} 1' in self.metrics())
        before = len(self.events("gpu02"))
        self.fleet.break_driver("gpu02", 18, *MISMATCH)
        broken = self.wait_broken("gpu02")
        self.assertEqual(broken["driver"]["state"], "broken")
        for words in (broken["reason"], broken["driver"]["words"], self.gpu("gpu02:1")["reason"]):
            self.assertEqual(words, "nvidia-smi ended with status 18: " + " ".join(MISMATCH))
        self.assertEqual(self.gpu("gpu02:1")["state"], "driver_broken")
        self.assertFalse(self.gpu("gpu02:1")["processes_known"])
        self.assertEqual(self.gpu("gpu01:1")["state"], "available")
        self.until(lambda: 'dibs_host_driver_up{host="gpu02"} 0' in self.metrics())
        self.assertIn('dibs_gpu_available{host="gpu02",gpu="1"} 0', self.metrics())
        self.fleet.mend_driver("gpu02")
        self.until(lambda: self.host("gpu02")["state"] == "reachable")
        self.assertEqual(self.gpu("gpu02:1")["state"], "available")
        states = [event["data"]["driver"]["state"] for event in self.events("gpu02")[before:]]
        self.assertEqual(states, ["broken", "working"])

    def test_gpus_with_a_broken_driver_are_not_offered_and_bookings_refused_or_warned(self):
        held = self.book(self.admin, ["gpu02:0"], {"hours": 1}, {"hours": 2})
        self.assertEqual(held["warnings"], [])
        self.fleet.break_driver("gpu02", 15, "Unable to determine the device handle for GPU3: "
                                             "0000:C1:00.0: GPU is lost.")
        self.wait_broken("gpu02")
        offers = self.admin.post("/api/v1/offers", {"count": 4, "host": "gpu02", "duration_s": 3600,
                                                          "latest": at(hours=20)})
        self.assertEqual(offers.json["offers"], [])
        self.assertIn("device handle for GPU3", offers.json["why"])
        body = {"gpus": [self.gpus["gpu02:1"]], "from": at(hours=3), "until": at(hours=4)}
        refused = self.admin.post("/api/v1/reservations", body)
        self.assert_problem(refused, 409, "driver-broken", "gpus", says="device handle for GPU3")
        self.assertTrue(refused.json["alternatives"])
        later = self.book(self.admin, ["gpu02:1"], {"hours": 25}, {"hours": 26})
        (warning,) = later["warnings"]
        self.assertEqual((warning["gpu_name"], warning["state"]), ("gpu02:1", "driver_broken"))
        self.assertIn("device handle for GPU3", warning["reason"])
        shown = self.admin.get("/api/v1/reservations/" + held["id"]).json
        self.assertEqual([one["gpu_name"] for one in shown["warnings"]], ["gpu02:0"])
        (told,) = self.told_in_history(held)
        self.assertEqual((told["data"]["driver"]["state"], told["data"]["holders"]["reservations"]), ("broken", [held["id"]]))
        self.assertEqual(self.told_in_history(later), [], "who books it now is warned then")
        self.on_the_command_line()
        self.fleet.mend_driver("gpu02")
        self.until(lambda: self.host("gpu02")["state"] == "reachable")
        self.assertEqual(self.admin.get("/api/v1/reservations/" + held["id"]).json["warnings"], [])
        for booking, states in ((held, ["broken", "working"]), (later, ["working"])):
            self.assertEqual([one["data"]["driver"]["state"] for one in self.told_in_history(booking)], states)
        self.assertEqual(self.admin.post("/api/v1/reservations", body).status, 201)

    def on_the_command_line(self):
        token = {"DIBS_TOKEN": self.admin.token}
        self.assertIn("device handle", self.dibs("host", "list", **token).out)
        self.assertIn("broken", self.dibs("host", "show", "gpu02", **token).out)
        self.assertIn("driver_broken", self.dibs("gpu", "list", "--host", "gpu02", **token).out)
        said = self.dibs("reserve", "gpu02:2", "--for", "1h", **token)
        self.assertIn("device handle for GPU3", said.err)
        self.assertNotEqual(said.code, 0)
        said = self.dibs("reservation", "list", **token)
        self.assertIn("Warning: the GPU driver of the host of gpu02:0 does not work", said.err)

    def test_processes_behind_a_broken_driver_are_unknown_and_open_no_violation(self):
        self.fleet.wants("gpu03", "0 zoe 512 20 ./long")
        self.until(lambda: self.admin.get("/api/v1/processes?host=gpu03").json["items"])
        self.fleet.break_driver("gpu03", 9, "NVIDIA-SMI has failed because it couldn't communicate "
                                            "with the NVIDIA driver.")
        broken = self.wait_broken("gpu03")
        (process,) = self.admin.get("/api/v1/processes?host=gpu03").json["items"]
        self.assertEqual(process["unknown_since"], broken["state_since"])
        self.fleet.wants("gpu03")
        self.fleet.mend_driver("gpu03")
        self.until(lambda: not self.admin.get("/api/v1/processes?host=gpu03").json["items"])

    def test_a_driver_that_is_too_old_or_missing_is_a_state_of_its_own(self):
        self.fleet.break_driver("gpu03", 2, 'Field "count" is not a valid field to query.')
        self.wait_broken("gpu03")
        self.assertEqual(self.host("gpu03")["driver"]["state"], "unsupported")
        self.fleet.break_driver("gpu03", 127, "sh: 1: nvidia-smi: not found")
        self.until(lambda: self.host("gpu03")["driver"]["state"] == "missing")


if __name__ == "__main__":
    unittest.main()
