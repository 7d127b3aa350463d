#!/usr/bin/env python3
"""Idle bookings, on the demo fleet and with a real mail server. Their owner is notified. An
owner who keeps the booking is notified again; one who does not loses the rest of it. Never while
the host is away, never without a notification, and at any time dibsd may be killed. A rule's
least time is a minute: all bookings wait for the same minutes."""
import email
import email.policy
import time
import unittest

from dibs_node import at
from installation import MailedInstallation
from patience import PATIENCE_S

MINUTE = 60
LONG_S = 3 * PATIENCE_S  # for rules of a minute, some of them one after the other


class IdleTest(MailedInstallation):
    @classmethod
    def prepare(cls):
        super().prepare()
        for host in ("gpu01", "gpu02", "gpu03"):
            cls.fleet.wants(host)

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.people = {name: cls.node.add_person(cls.admin, name) for name in ("ben", "kim", "lee", "mia")}
        for client in cls.people.values():
            cls.addClassCleanup(client.close)
        for person in cls.admin.get("/api/v1/people").json["items"]:
            if person["unix_name"] != "kim":
                cls.give_mail(person["unix_name"], person["id"])

    def rules(self, **wanted):
        done = self.admin.ask("PATCH", "/api/v1/rules", wanted, headers={"If-Match": "*"})
        self.assertEqual(done.status, 200, done)

    def booked(self, client, *gpus):
        done = client.post("/api/v1/reservations", {"gpus": [self.gpus[one] for one in gpus], "from": at(),
                                                    "until": at(hours=1)})
        self.assertEqual(done.status, 201, done)
        return done.json["id"]

    def now(self, booking):
        return self.admin.get(f"/api/v1/reservations/{booking}").json

    def told(self, booking):
        return self.until(lambda: (lambda one: one if one.get("idle", {}).get("told_at") else None)(self.now(booking)),
                          f"a letter about {booking}: {self.now(booking)}", LONG_S)

    def fresh_connections(self):
        """Opens new connections: the server closes those that were silent for a minute."""
        for client in (self.admin, *self.people.values()):
            client.close()

    def letters(self, name):
        return [email.message_from_bytes(one.content, policy=email.policy.default)
                for one in self.mail.letters if one.rcpt_tos == [f"{name}@example.org"]]

    def keys(self, booking):
        items = self.admin.get(f"/api/v1/events?reservation={booking}&order=oldest&limit=200").json["items"]
        return [one["sentence"]["key"] for one in items]

    def test_idle_bookings_are_notified_kept_and_freed(self):
        # ben's and mia's hold memory and compute nothing; lee's works; kim cannot be notified; ann
        # has no process.
        self.fleet.wants("gpu01", "0 ben 2000 0 python train.py", "2 lee 2000 80 python train.py")
        self.fleet.wants("gpu02", "0 mia 2000 0 python train.py")
        self.fleet.wants("gpu03", "1 kim 2000 0 python train.py")
        bens = self.booked(self.people["ben"], "gpu01:0", "gpu01:1")
        lees = self.booked(self.people["lee"], "gpu01:2")
        mias = self.booked(self.people["mia"], "gpu02:0")
        kims = self.booked(self.people["kim"], "gpu03:1")
        anns = self.booked(self.admin, "gpu03:0")
        self.rules(idle_tell_min=1, idle_release_min=1, no_show_tell_min=1)

        with self.subTest("told"):
            shown = self.told(bens)
            self.assertEqual(shown["idle"]["kind"], "idle", "something of ben's is there")
            self.assertIn("frees_at", shown["idle"])
            (letter,) = self.letters("ben")
            self.assertEqual(letter["Subject"], "Your booking of gpu01:0-1 idles")
            self.assertIn(f"dibs reservation keep {bens}", letter.get_body().get_content())
            self.assertIn(f"https://dibs.example.org/reservations/{bens}", letter.get_body().get_content())

        with self.subTest("kept"):
            body = {"for_min": 1, "reason": "Debugging"}
            self.fresh_connections()
            self.assertEqual(self.people["lee"].post(f"/api/v1/reservations/{bens}/keep", body).status, 403)
            done = self.people["ben"].post(f"/api/v1/reservations/{bens}/keep", body)
            self.assertEqual(done.status, 200, done)
            self.assertNotIn("idle", done.json)
            kept_until = done.json["kept_until"]

        with self.subTest("a no-show is told as one, and has no release here"):
            shown = self.told(anns)
            self.assertEqual(shown["idle"]["kind"], "no_show")
            self.assertNotIn("frees_at", shown["idle"])
            promised = self.told(mias)["idle"]["frees_at"]

        with self.subTest("killed: nothing is lost, nothing is told twice"):
            before = len(self.mail.letters)
            self.node.kill()
            self.node.start()
            self.fresh_connections()
            self.assertEqual(self.now(bens)["kept_until"], kept_until)
            for one in (anns, mias):
                self.assertIn("told_at", self.now(one)["idle"])
            time.sleep(5)
            self.assertEqual(len(self.mail.letters), before)

        self.fleet.take_down("gpu02")

        with self.subTest("while its host is away nothing counts"):
            self.until(lambda: at() > promised, "the time that was promised is over")
            time.sleep(15)
            self.fresh_connections()
            self.assertEqual(self.now(mias)["state"], "running")
            self.fleet.bring_up()
            back = time.monotonic()

        with self.subTest("idle again: told again"):
            shown = self.told(bens)
            self.assertGreaterEqual(shown["idle"]["since"], kept_until)
            self.assertEqual(len(self.letters("ben")), 2)
            promised = shown["idle"]["frees_at"]

        with self.subTest("back, it is freed after the whole notice"):
            self.until(lambda: self.now(mias)["state"] == "released", "it is freed", LONG_S)
            self.assertGreaterEqual(time.monotonic() - back, MINUTE - 1)
            self.until(lambda: self.now(bens)["state"] == "released", "so is what was kept once", LONG_S)
            self.assertGreaterEqual(at()[:19], promised[:19], "no sooner than it was told")
            for name, gpus, letters, booking in (("mia", "gpu02:0", 2, mias), ("ben", "gpu01:0-1", 3, bens)):
                self.until(lambda: len(self.letters(name)) == letters, f"{letters} letters to {name}")
                self.assertEqual(self.letters(name)[-1]["Subject"], f"Your booking of {gpus} is over: it idled")
                self.assertEqual(len({one["Message-ID"] for one in self.letters(name)}), letters)
                for key in ("reservation.idled", "reservation.idle_told.mail", "reservation.idle_ended.released"):
                    self.assertIn(key, self.keys(booking))
            self.assertIn("reservation.kept.reason", self.keys(bens))
            self.fresh_connections()
            free = self.people["lee"].post("/api/v1/reservations", {
                "gpus": [self.gpus["gpu01:0"], self.gpus["gpu02:0"]], "from": at(), "until": at(hours=1)})
            self.assertEqual(free.status, 201, "the rest of it is anybody's")

        with self.subTest("who works is told nothing; who could not be told loses nothing"):
            self.assertNotIn("idle", self.now(lees))
            self.assertEqual(self.letters("lee"), [])
            kim = self.now(kims)
            self.assertEqual(kim["state"], "running")
            self.assertNotIn("told_at", kim["idle"])
            self.assertIn("reservation.idle_told.mail.no_target", self.keys(kims))
            self.until(lambda: "kim does not know that gpu03:1 idles" in [one["Subject"] for one in self.letters("ann")],
                       "the admin gets a letter")

        with self.subTest("used again, it is over, also where the rules ask for nothing any more"):
            self.rules(idle_tell_min=None, idle_release_min=None, no_show_tell_min=None)
            self.assertEqual(self.now(anns)["idle"]["kind"], "no_show", "that is still so")
            time.sleep(10)  # the reactor has seen the rules
            self.fleet.wants("gpu03", "0 ann 2000 90 python train.py", "1 kim 2000 0 python train.py")
            self.until(lambda: "idle" not in self.now(anns), "it is used again")
            self.assertIn("reservation.idle_ended", self.keys(anns))


if __name__ == "__main__":
    unittest.main()
