#!/usr/bin/env python3
"""Probing of real hosts. An unknown account's process on a booked GPU is a violation within 5 s;
the owner's is none. A host that is gone or hangs is unreachable, and its values are old, not
zero. A host with another key is refused and reported."""
import datetime
import time
import unittest

from dibs_node import at
from installation import Installation



def age(moment, now=None):
    then = datetime.datetime.fromisoformat(moment.replace("Z", "+00:00"))
    return ((now or datetime.datetime.now(datetime.timezone.utc)) - then).total_seconds()


class Violation(Installation):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.bartek = cls.node.add_person(cls.admin, "bartek")
        cls.addClassCleanup(cls.bartek.close)

    def tearDown(self):
        for host in ("gpu01", "gpu02", "gpu03"):
            self.fleet.wants(host)
        running = self.admin.get("/api/v1/reservations?state=running").json["items"]
        for reservation in running:
            self.admin.post(f"/api/v1/reservations/{reservation['id']}/release", None)
        self.until(lambda: not self.violations("open"))

    def violations(self, state=None, gpu=None):
        query = [f"state={state}"] if state else []
        query += [f"gpu={self.gpus[gpu]}"] if gpu else []
        return self.admin.get("/api/v1/violations?" + "&".join(query)).json["items"]

    def processes(self, gpu):
        return self.admin.get(f"/api/v1/processes?gpu={self.gpus[gpu]}").json["items"]

    def host(self, name):
        return next(h for h in self.admin.get("/api/v1/hosts").json["items"] if h["name"] == name)

    def live(self, gpu):
        """The last measured values with their time, without their current age."""
        asked = datetime.datetime.now(datetime.timezone.utc)
        live = self.admin.get(f"/api/v1/gpus/{self.gpus[gpu]}").json.get("live")
        if live:
            said, now = live.pop("age_s"), age(live["at"])
            self.assertTrue(age(live["at"], asked) - 1 <= said <= now + 1, (said, live["at"]))
        return live

    def events(self, kind):
        return self.admin.get("/api/v1/events?host=gpu01&type=" + kind).json["items"]

    # Processes

    def test_a_stray_process_is_a_violation_until_it_ends(self):
        held = self.book(self.bartek, ["gpu02:1", "gpu02:2"], title="mine")
        self.fleet.wants("gpu02", "1 zoe 4096 80 python3 mine.py --fast")
        (found,) = self.until(lambda: self.violations("open", "gpu02:1"))
        self.assertEqual((found["unix_name"], found["owner_name"], found["reservation_id"],
                          found["gpu_name"]), ("zoe", "bartek", held["id"], "gpu02:1"))
        self.assertEqual([p["command"] for p in found["processes"]], ["python3 mine.py --fast"])
        self.assertNotIn("person_id", found)
        (process,) = self.processes("gpu02:1")
        self.assertEqual((process["unix_name"], process["violation_id"]), ("zoe", found["id"]))
        self.assertEqual(process["id"], found["processes"][0]["id"])
        self.assertEqual(self.violations("open", "gpu02:2"), [])
        self.fleet.wants("gpu02")
        (closed,) = self.until(lambda: self.violations("closed", "gpu02:1"))
        self.assertEqual(closed["id"], found["id"])
        self.assertGreater(closed["closed_at"], closed["opened_at"])
        self.assertEqual(self.processes("gpu02:1"), [])
        mine = [e["type"] for e in self.admin.get(f"/api/v1/events?violation={found['id']}").json["items"]]
        self.assertEqual([mine[0], mine[-1]], ["violation.closed.v1", "violation.opened.v1"])
        self.assertIn("violation.escalated.v1", mine, "its account is told")

    def test_the_owner_and_a_free_gpu_cause_no_violation(self):
        self.book(self.bartek, ["gpu02:0"])
        self.fleet.wants("gpu02", "0 bartek 1024 50 python3 own.py", "3 zoe 1024 50 python3 free.py",
                         "1 zoe 1024 50 python3 late.py")
        self.until(lambda: self.processes("gpu02:0") and self.processes("gpu02:3"))
        (own,) = self.processes("gpu02:0")
        self.assertEqual(own["person_name"], "bartek")
        self.until(lambda: self.processes("gpu02:1"))
        self.assertEqual(self.violations("open"), [])
        self.book(self.bartek, ["gpu02:1"])  # the earlier process is in the way from now on
        (found,) = self.until(lambda: self.violations("open"))
        self.assertEqual((found["gpu_name"], found["unix_name"]), ("gpu02:1", "zoe"))

    def test_with_a_hidden_owner_it_is_no_violation_until_shown(self):
        self.book(self.bartek, ["gpu02:0", "gpu02:1"])
        self.fleet.hides("gpu02")
        self.fleet.wants("gpu02", "0 bartek 1024 50 python3 own.py", "1 zoe 1024 50 python3 his.py")
        self.until(lambda: self.processes("gpu02:0") and self.processes("gpu02:1"))
        hidden = self.until(lambda: self.host("gpu02").get("hidden_owners"))
        self.assertEqual(hidden, {"why": "pid_namespace"})
        for gpu in ("gpu02:0", "gpu02:1"):
            (process,) = self.processes(gpu)
            self.assertFalse({"unix_name", "command", "started_at", "person_id"} & set(process))
        self.assertEqual(self.violations("open"), [])
        self.fleet.hides("gpu02", False)
        (found,) = self.until(lambda: self.violations("open"))
        self.assertEqual((found["unix_name"], found["gpu_name"]), ("zoe", "gpu02:1"))
        self.assertEqual(self.processes("gpu02:0")[0]["person_name"], "bartek")
        self.until(lambda: "hidden_owners" not in self.host("gpu02"))

    def test_a_known_person_is_named_and_giving_the_gpu_back_ends_it(self):
        held = self.book(self.admin, ["gpu03:0"])
        self.fleet.wants("gpu03", "0 bartek 512 20 ./gromacs")
        (found,) = self.until(lambda: self.violations("open"))
        self.assertEqual((found["person_name"], found["owner_name"]), ("bartek", "ann"))
        self.admin.post(f"/api/v1/reservations/{held['id']}/release", None)
        self.until(lambda: not self.violations("open"))
        self.assertEqual([p["unix_name"] for p in self.processes("gpu03:0")], ["bartek"])

    def test_the_owner_excuses_it_and_others_do_not(self):
        chen = self.node.add_person(self.admin, "chen")
        self.addCleanup(chen.close)
        self.book(self.bartek, ["gpu03:1"])
        self.fleet.wants("gpu03", "1 chen 512 20 ./short")
        (found,) = self.until(lambda: self.violations("open", "gpu03:1"))
        path = f"/api/v1/violations/{found['id']}/excuse"
        self.assert_problem(chen.post(path, {"reason": "I may"}), 403, "not-allowed")
        self.assert_problem(self.bartek.post(path, {"reason": ""}), 422, "out-of-range", "reason")
        excused = self.bartek.post(path, {"reason": "we share"})
        self.assertEqual(excused.status, 200, excused)
        self.assertEqual((excused.json["excused"]["reason"], excused.json["excused"]["by_name"]),
                         ("we share", "bartek"))
        self.fleet.wants("gpu03")
        self.until(lambda: not self.violations("open"))
        self.assert_problem(self.bartek.post(path, {"reason": "late"}), 409, "already-ended")

    def test_a_violation_outlives_a_restart(self):
        self.book(self.bartek, ["gpu01:5"])
        self.fleet.wants("gpu01", "5 zoe 512 20 ./long")
        (found,) = self.until(lambda: self.violations("open", "gpu01:5"))
        self.node.kill()
        self.node.start()
        self.admin.close()
        self.bartek.close()
        self.until(lambda: self.host("gpu01")["state"] == "reachable")
        self.until_seen_to_come_and_go("gpu01", "5 zoe 512 20 ./long", "gpu01:6")
        process = found["processes"][0]["id"]
        self.assertEqual([e for e in self.events("process.gone") if process in str(e)], [])
        self.assertEqual([v["id"] for v in self.violations(gpu="gpu01:5")], [found["id"]])
        self.assertEqual(self.violations("open", "gpu01:5")[0]["processes"], found["processes"])

    def until_seen_to_come_and_go(self, host, stays, gpu):
        """Waits until another process was seen to begin and end there: by then the end of
        `stays` would be known."""
        self.fleet.wants(host, stays, f"{gpu[-1]} zoe 512 20 ./later")
        self.until(lambda: self.processes(gpu))
        self.fleet.wants(host, stays)
        self.until(lambda: not self.processes(gpu))

    # Hosts

    def test_a_host_that_is_down_is_unreachable_and_its_values_are_old(self):
        self.until(lambda: self.live("gpu03:0"))
        self.fleet.take_down("gpu03")
        self.addCleanup(self.fleet.bring_up)
        self.until(lambda: self.host("gpu03")["state"] == "unreachable")
        down = self.host("gpu03")
        self.assertTrue(down["reason"])
        self.assertEqual(self.admin.get(f"/api/v1/gpus/{self.gpus['gpu03:0']}").json["state"],
                         "host_unreachable")
        last = self.live("gpu03:0")
        self.assertGreater(last["temperature_c"], 0)
        self.assertGreater(age(last["at"]), 0.5)
        self.assertFalse(last["current"], "young, and of a GPU that nobody sees")
        self.assertEqual(self.live("gpu03:0"), last)
        self.until(lambda: age(self.live("gpu01:0")["at"]) < 3)
        self.assertTrue(self.live("gpu01:0")["current"])
        self.assertFalse(self.host("gpu03")["live"]["current"])
        metrics = self.admin.get("/metrics").body.decode()
        self.assertIn('dibs_gpu_available{host="gpu03",gpu="0"} 0', metrics)
        self.assertNotIn('dibs_gpu_temperature_celsius{host="gpu03",gpu="0"}', metrics)
        self.fleet.bring_up()
        self.until(lambda: self.host("gpu03")["state"] == "reachable")
        self.until(lambda: self.live("gpu03:0")["at"] > last["at"])

    def test_a_host_that_hangs_delays_no_other(self):
        self.until(lambda: self.live("gpu01:0"))
        self.fleet.freeze("gpu02")
        self.addCleanup(self.fleet.thaw, "gpu02")
        worst = 0

        def unreachable():
            nonlocal worst
            worst = max(worst, age(self.live("gpu01:0")["at"]))
            return self.host("gpu02")["state"] == "unreachable"
        self.until(unreachable)
        self.assertLess(worst, self.took / 2, "it hung for 15 s and more, and the other went on all the time")
        self.fleet.thaw("gpu02")
        self.until(lambda: self.host("gpu02")["state"] == "reachable")

    def test_another_host_key_is_refused_and_reported(self):
        pinned = self.host("gpu01")["host_key_fingerprint"]
        self.fleet.change_key("gpu01")
        self.addCleanup(self.fleet.restore_key, "gpu01")
        self.until(lambda: self.host("gpu01")["state"] == "key_changed")
        changed = self.host("gpu01")
        self.assertEqual(changed["host_key_fingerprint"], pinned)
        self.assertNotEqual(changed["offered_key"], pinned)
        alarms = self.events("host.key_refused")
        self.assertEqual(len(alarms), 1)
        self.assertEqual(alarms[0]["host_id"], changed["id"])
        before = self.live("gpu01:0")
        time.sleep(2)
        self.assertEqual(self.live("gpu01:0"), before)  # Dibs does not connect to it
        self.fleet.restore_key("gpu01")
        self.until(lambda: self.host("gpu01")["state"] == "reachable")
        self.assertEqual(len(self.events("host.key_refused")), 1)

    def test_a_host_comes_and_goes_while_it_runs(self):
        known = self.host("gpu03")
        body = {key: known[key] for key in ("name", "address", "port", "user", "host_key_fingerprint")}
        path = "/api/v1/hosts/" + known["id"]
        asked = self.admin.post("/api/v1/hosts/fingerprint",
                                {"address": "127.0.0.1", "port": known["port"]})
        self.assertEqual(asked.json["host_key_fingerprint"], known["host_key_fingerprint"])
        self.assert_problem(self.bartek.ask("DELETE", path), 403, "not-allowed")
        ahead = self.book(self.admin, ["gpu03:0"], {"hours": 700}, {"hours": 701})
        held = self.admin.ask("DELETE", path)
        self.assert_problem(held, 409, "not-ready")
        self.assertEqual([c["reservation_id"] for c in held.json["conflicts"]], [ahead["id"]])
        cancelled = self.admin.ask("DELETE", "/api/v1/reservations/" + ahead["id"],
                                   headers={"If-Match": "*"})
        self.assertEqual(cancelled.status, 200, cancelled)
        self.assertEqual(self.admin.ask("DELETE", path).status, 204)
        self.assertEqual(len(self.admin.get("/api/v1/gpus").json["items"]), 12)
        wrong = {**body, "host_key_fingerprint": "SHA256:" + "B" * 43}
        self.assertEqual(self.admin.post("/api/v1/hosts", wrong).status, 201)
        self.until(lambda: self.host("gpu03")["state"] == "key_changed")
        self.admin.ask("DELETE", "/api/v1/hosts/" + self.host("gpu03")["id"])
        self.assertEqual(self.admin.post("/api/v1/hosts", body).status, 201)
        self.assert_problem(self.admin.post("/api/v1/hosts", body), 409, "already-exists")
        self.gpus.update(self.node.wait_for_gpus(self.admin))


if __name__ == "__main__":
    unittest.main()
