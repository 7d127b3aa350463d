#!/usr/bin/env python3
"""A GPU of a live host counts memory errors. It becomes unhealthy within two probes of its
driver and is neither offered nor booked. Its holders are notified and swap it for a similar one;
the booking's history keeps both. After a while without errors it is healthy again. One odd
answer has no effect. Dibs's own times are fixed (45 s to settle, a minute to be healthy again),
so the cases run at once, each on its own GPUs."""
import datetime
import itertools
import threading
import time
import unittest

import icalendar

from dibs_cli import Cli
from dibs_node import at
from installation import Installation
from patience import PATIENCE_S, at_once

ERRORS = "ecc.errors.uncorrected.volatile.total"
# Shorter than the 30 s between two probes of a driver: at most one of them falls into it.
ONE_LOOK_S = 20
LONG_S = 3 * PATIENCE_S  # for Dibs's own waits of two minutes


class GpuHealth(Installation):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.dibs = Cli(cls.node.url)
        cls.addClassCleanup(cls.dibs.remove)
        cls.lock, cls.answers = threading.Lock(), {}

    def gpu(self, name):
        return self.admin.get(f"/api/v1/gpus/{self.gpus[name]}").json

    def reservation(self, booking):
        return self.admin.get("/api/v1/reservations/" + booking["id"]).json

    def told(self, kind, **query):
        asked = "&".join(f"{name}={value}" for name, value in {"type": kind, "order": "oldest", **query}.items())
        return self.admin.get("/api/v1/events?" + asked).json["items"]

    def metrics(self):
        return self.admin.get("/metrics").body.decode()

    def rules(self, **wanted):
        now = self.admin.get("/api/v1/rules").json
        answer = self.admin.ask("PATCH", "/api/v1/rules", wanted, headers={"If-Match": f'"v{now["version"]}"'})
        self.assertEqual(answer.status, 200, answer.json)

    def test_each_case_passes_on_its_own_gpus(self):
        self.rules(healthy_after_min=1)
        at_once(self.the_whole_way, self.one_odd_answer_and_a_condition_that_is_off_make_nothing,
                self.xid_errors_in_the_kernels_log, self.a_log_that_may_not_be_read_is_unknown)

    def spoil_gpu02(self, case, *answers):
        """Sets the answers of gpu02's GPUs for this case, in addition to those of the other
        cases."""
        with self.lock:
            self.answers[case] = answers
            self.fleet.spoil("gpu02", *itertools.chain(*self.answers.values()))

    def the_whole_way(self):
        running = self.book(self.admin, ["gpu01:0", "gpu01:1"], {"seconds": 0}, {"hours": 3})
        upcoming = self.book(self.admin, ["gpu01:0"], {"hours": 4}, {"hours": 5})
        self.fleet.spoil("gpu01", f"0 {ERRORS} 3")
        ill = self.until(lambda: self.gpu("gpu01:0")["state"] == "unhealthy" and self.gpu("gpu01:0"), "unhealthy", LONG_S)
        self.assertEqual(ill["unhealthy"]["faults"], [{"what": "ecc_errors", "count": 3}])
        self.assertEqual((ill["reason"], ill["state_since"]), ("3 uncorrected memory errors", ill["unhealthy"]["since"]))
        self.assertTrue(ill["processes_known"], "what runs there is seen")
        self.assertEqual(self.gpu("gpu01:1")["state"], "available")
        self.is_told_to_holders(running, upcoming)
        self.is_neither_offered_nor_booked()
        self.until(lambda: 'dibs_gpu_unhealthy{host="gpu01",gpu="0"} 1' in self.metrics())
        self.assertIn('dibs_gpu_available{host="gpu01",gpu="0"} 1', self.metrics())
        self.is_swapped(running, upcoming)
        self.is_healthy_again()

    def is_told_to_holders(self, running, upcoming):
        for booking in (running, upcoming):
            (warning,) = self.reservation(booking)["warnings"]
            self.assertEqual((warning["gpu_name"], warning["state"]), ("gpu01:0", "unhealthy"))
            (event,) = self.told("gpu.unhealthy", reservation=booking["id"])
            self.assertEqual(event["data"]["id"], self.gpus["gpu01:0"])

    def is_neither_offered_nor_booked(self):
        for gpus in (["gpu01:0"], ["gpu01:2", "gpu01:0"]):
            body = {"gpus": [self.gpus[name] for name in gpus], "from": at(hours=50), "until": at(hours=51)}
            refused = self.admin.post("/api/v1/reservations", body)
            self.assert_problem(refused, 409, "gpu-unhealthy", "gpus", says="3 uncorrected memory errors")
            self.assertTrue(refused.json["alternatives"])
        for more in ({}, {"earliest": at(hours=60)}):
            offers = self.admin.post("/api/v1/offers", {"count": 1, "host": "gpu01", "duration_s": 3600, "limit": 20, **more}).json
            self.assertTrue(offers["offers"])
            self.assertNotIn("gpu01:0", [name for one in offers["offers"] for name in one["gpu_names"]])
            self.assertEqual([one["gpu_name"] for one in offers["left_out"]], ["gpu01:0"])
            self.assertEqual(offers["left_out_count"], 1)

    def is_swapped(self, running, upcoming):
        token = {"DIBS_TOKEN": self.admin.token}
        proposal = self.admin.get(f"/api/v1/reservations/{running['id']}/swap").json
        (swap,) = proposal["swaps"]
        self.assertEqual((swap["from_gpu_name"], swap["same_host"]), ("gpu01:0", True))
        self.assertIn("gpu01:1", proposal["gpu_names"])
        stale = self.admin.ask("PATCH", f"/api/v1/reservations/{running['id']}", {"gpus": proposal["gpus"]}, headers={"If-Match": '"v77"'})
        self.assertEqual(stale.status, 412)
        said = self.dibs("swap", running["id"], **token)
        self.assertEqual(said.code, 0, said.err)
        self.assertIn("gpu01:0 -> " + swap["to_gpu_name"], said.err)
        now = self.reservation(running)
        self.assertEqual((sorted(now["gpus"]), now["from"], now["until"]), (sorted(proposal["gpus"]), running["from"], running["until"]))
        (move,) = now["moves"]
        self.assertEqual((move["from_gpu_name"], move["to_gpu_name"]), ("gpu01:0", swap["to_gpu_name"]))
        self.assertEqual(now["warnings"], [])
        self.assertEqual([e["type"] for e in self.told("reservation", reservation=running["id"])], ["reservation.booked.v1", "reservation.changed.v1"])
        self.assertIsNone(self.gpu("gpu01:0").get("reservation"))
        self.assertEqual(self.gpu(swap["to_gpu_name"])["reservation"]["id"], running["id"])
        self.is_in_the_calendars_of_both(now, move)
        keeps = self.admin.ask("PATCH", f"/api/v1/reservations/{running['id']}", {"gpus": [self.gpus["gpu01:0"], self.gpus["gpu01:1"]]},
                                 headers={"If-Match": f'"v{now["version"]}"'})
        self.assertEqual(keeps.status, 422, keeps.json)

        said = self.dibs("swap", upcoming["id"], **token)
        self.assertEqual(said.code, 0, said.err)
        self.assertNotIn("moves", self.reservation(upcoming))
        self.assertNotIn(self.gpus["gpu01:0"], self.reservation(upcoming)["gpus"])
        self.assertIn("nothing to swap", self.dibs("swap", upcoming["id"], **token).err)

    def is_in_the_calendars_of_both(self, booking, move):
        """Each GPU's feed shows what the booking had of it and when; the owner's feed has the
        whole current booking."""
        def second(text):  # calendars have whole seconds
            return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).replace(microsecond=0)

        def events(query=""):
            calendar = icalendar.Calendar.from_ical(self.admin.get("/api/v1/calendar/export" + query).body)
            self.assertEqual(calendar.errors, [])
            return [(event.decoded("DTSTART"), event.decoded("DTEND"), str(event["LOCATION"]), str(event["UID"]),
                     str(event["SUMMARY"])) for event in calendar.walk("VEVENT") if str(event["UID"]).startswith(booking["id"])]
        begun, swapped, until = second(booking["from"]), second(move["at"]), second(booking["until"])
        kept = [gpu for gpu in booking["gpus"] if gpu != move["to_gpu_id"]]
        self.assertEqual(kept, [self.gpus["gpu01:1"]])
        (left,) = events("?gpu=" + move["from_gpu_id"])
        (came,) = events("?gpu=" + move["to_gpu_id"])
        (stays,) = events("?gpu=" + kept[0])
        (own,) = events()
        self.assertEqual((left[0], left[1]), (begun, swapped))
        self.assertEqual((came[0], came[1]), (swapped, until))
        self.assertEqual((stays[0], stays[1]), (begun, until))
        self.assertEqual((own[0], own[1], own[3]), (begun, until, stays[3]))
        for event, gpu in ((left, move["from_gpu_name"]), (came, move["to_gpu_name"]), (stays, "gpu01:1")):
            self.assertIn(gpu, event[4])
        self.assertIn(move["to_gpu_name"].removeprefix("gpu01:"), own[4])
        host = events("?host=gpu01")
        self.assertEqual({event[:2] for event in host}, {left[:2], came[:2], stays[:2]})
        self.assertEqual(len({event[3] for event in host}), 3, "each is an event of its own")
        said = self.dibs("calendar", "export", "--gpu", move["from_gpu_name"], DIBS_TOKEN=self.admin.token)
        self.assertEqual(said.code, 0, said.err)
        (ended,) = [event for event in icalendar.Calendar.from_ical(said.out).walk("VEVENT") if str(event["UID"]) == left[3]]
        self.assertEqual(ended.decoded("DTEND"), swapped)

    def is_healthy_again(self):
        self.fleet.spoil("gpu01")
        self.until(lambda: self.gpu("gpu01:0")["state"] == "available", "healthy", LONG_S)
        (event,) = self.told("gpu.healthy", gpu=self.gpus["gpu01:0"])
        began = self.told("gpu.unhealthy", gpu=self.gpus["gpu01:0"])
        self.assertEqual(len(began), 1)
        self.assertEqual(event["data"]["before"], began[0]["data"]["unhealthy"])
        self.book(self.admin, ["gpu01:0"], {"hours": 3}, {"hours": 4})

    def one_odd_answer_and_a_condition_that_is_off_make_nothing(self):
        """When a real condition of another GPU in the same answers shows, these would have
        counted too."""
        self.spoil_gpu02("odd", "0 gpu_recovery_action Reset")
        began = time.monotonic()
        while time.monotonic() < began + ONE_LOOK_S and 'dibs_gpu_recovery_needed{host="gpu02",gpu="0"} 1' not in self.metrics():
            time.sleep(0.1)
        self.spoil_gpu02("odd", "0 remapped_rows.pending Yes", f"3 {ERRORS} 1")
        self.until(lambda: self.gpu("gpu02:3")["state"] == "unhealthy", "two looks", LONG_S)
        self.assertEqual(self.gpu("gpu02:0")["state"], "available")
        self.assertEqual(self.told("gpu.unhealthy", gpu=self.gpus["gpu02:0"]), [])
        self.spoil_gpu02("odd")

    def xid_errors_in_the_kernels_log(self):
        self.spoil_gpu02("xid", "1 gpu_recovery_action [N/A]")  # a driver that recommends no action
        with open("/proc/uptime") as uptime:
            up = uptime.read().split()[0]
        broken, busy = self.fleet.address("gpu02", 1), self.fleet.address("gpu02", 2)
        self.fleet.logs("gpu02", f"[{up}0000] gpu02 kernel: NVRM: Xid (PCI:{broken}): 79, pid='<unknown>', name=<unknown>, GPU has fallen off the bus.",
                        f"[{up}0000] gpu02 kernel: NVRM: Xid (PCI:{busy}): 13, pid=4242, name=python, Graphics Exception")
        ill = self.until(lambda: self.gpu("gpu02:1")["state"] == "unhealthy" and self.gpu("gpu02:1"), "unhealthy", LONG_S)
        (fault,) = ill["unhealthy"]["faults"]
        self.assertEqual((fault["what"], fault["xid"], ill["reason"]), ("xid_errors", 79, "XID 79: fallen off the bus"))
        self.assertLessEqual(fault["at"], ill["unhealthy"]["since"])
        self.assertEqual(self.gpu("gpu02:2")["state"], "available", "a program's error is no reason")
        self.until(lambda: 'dibs_gpu_last_xid{host="gpu02",gpu="1"} 79\n' in self.metrics())
        for line in ('gpu="2"} 13', 'gpu="0"} 0'):
            self.assertIn(f'dibs_gpu_last_xid{{host="gpu02",{line}\n', self.metrics())
        self.spoil_gpu02("xid")  # after a reset: the driver recommends no action
        self.until(lambda: self.gpu("gpu02:1")["state"] == "available", "healthy", LONG_S)

    def a_log_that_may_not_be_read_is_unknown(self):
        self.until(lambda: 'dibs_gpu_last_xid{host="gpu03",gpu="0"} 0\n' in self.metrics())
        self.fleet.hides_log("gpu03")
        self.until(lambda: 'dibs_gpu_last_xid{host="gpu03"' not in self.metrics(), "the value is too old", LONG_S)
        self.assertIn('dibs_gpu_recovery_needed{host="gpu01",gpu="0"}', self.metrics())


if __name__ == "__main__":
    unittest.main()
