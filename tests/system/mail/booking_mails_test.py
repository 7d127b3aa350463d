#!/usr/bin/env python3
"""Mails about bookings, with a real mail server. Reminders come before start and end, once, even
if dibsd is killed in between. An independent parser (python3-icalendar) reads invitations with
each change and end. Other people's actions are mailed, and people who opted out get nothing."""
import datetime
import email
import email.policy
import time
import unittest

import icalendar

from dibs_node import at
from installation import MailedInstallation

PEOPLE = ("ben", "kim", "lee", "mia", "eva", "pia")


def seconds_from_now():
    """A function that returns the time so many seconds after the current second."""
    now = datetime.datetime.now(datetime.timezone.utc)
    return lambda seconds: (now + datetime.timedelta(seconds=seconds)).strftime("%Y-%m-%dT%H:%M:%S.000Z")


def moment_of(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))


class BookingMails(MailedInstallation):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.people, cls.ids, cls.browsers = {}, {}, {}
        cls.browser = cls.node.client()
        cls.addClassCleanup(cls.browser.close)
        for name in PEOPLE:
            cls.people[name] = cls.node.add_person(cls.admin, name)
            cls.addClassCleanup(cls.people[name].close)
            cls.browsers[name] = cls.node.session_of(name, cls.browser)
            cls.ids[name] = cls.people[name].get("/api/v1/session").json["person"]["id"]
            cls.give_mail(name, cls.ids[name])
        done = cls.admin.ask("PATCH", "/api/v1/rules", {"shortest_min": 1}, headers={"If-Match": "*"})
        assert done.status == 200, done

    def setUp(self):
        """Opens new connections: the server closes connections that were silent for a minute."""
        for client in (self.admin, self.browser, *self.people.values()):
            client.close()

    def choose(self, name, wanted):
        return self.browser.ask("PATCH", "/api/v1/session/preferences", wanted, headers=self.browsers[name])

    def prefers(self, name, **wanted):
        done = self.choose(name, wanted)
        self.assertEqual(done.status, 200, done)

    def book(self, client, gpu, begins, ends, **more):
        body = {"gpus": [self.gpus[gpu]], "from": begins, "until": ends, **more}
        done = client.post("/api/v1/reservations", body)
        self.assertEqual(done.status, 201, done)
        return done.json["id"]

    def change(self, client, booking, **wanted):
        done = client.ask("PATCH", f"/api/v1/reservations/{booking}", wanted, headers={"If-Match": "*"})
        self.assertEqual(done.status, 200, done)

    def cancel(self, client, booking):
        done = client.ask("DELETE", f"/api/v1/reservations/{booking}", headers={"If-Match": "*"})
        self.assertIn(done.status, (200, 204), done)

    def letters(self, name, part=""):
        found = [email.message_from_bytes(one.content, policy=email.policy.default)
                 for one in list(self.mail.letters) if one.rcpt_tos == [f"{name}@example.org"]]
        return [one for one in found if part in one["Subject"]]

    def report(self):
        return f"{[(one.rcpt_tos, one.content[:600]) for one in self.mail.letters]}\n{super().report()}"

    def letter(self, name, part):
        """The mail to them whose subject contains this part."""
        (letter,) = self.until(lambda: self.letters(name, part), f"a letter to {name}: {part}")
        self.assertEqual(letter.defects, [])
        return letter

    def invitation(self, name, count):
        """The method and the event of the `count`-th mail with a calendar."""
        def found():
            parts = [(letter, one) for letter in self.letters(name) for one in letter.walk()
                     if one.get_content_type() == "text/calendar"]
            return parts[count - 1:] or None
        [(letter, part)] = self.until(found, f"{count} invitations to {name}")
        self.assertEqual(letter.get_content_type(), "multipart/alternative")
        self.assertEqual(letter.defects, [])
        calendar = icalendar.Calendar.from_ical(part.get_content())
        (event,) = calendar.walk("VEVENT")
        self.assertEqual((calendar.errors, event.errors), ([], []))
        self.assertEqual(part.get_param("method"), str(calendar["METHOD"]))
        self.assertEqual(str(event["ORGANIZER"]), "mailto:dibs@example.org")
        self.assertEqual(str(event["ATTENDEE"]), f"mailto:{name}@example.org")
        self.assertEqual(event["ATTENDEE"].params["RSVP"], "FALSE")
        self.assertEqual(event["ATTENDEE"].params["PARTSTAT"], "ACCEPTED")
        return str(calendar["METHOD"]), event

    def restart(self, away):
        """Kills the node and starts it again after so many seconds, in which no mail was sent."""
        before = len(self.mail.letters)
        self.node.kill()
        time.sleep(away)
        self.assertEqual(len(self.mail.letters), before)
        self.node.start()
        self.setUp()

    def done_by(self, reactor):
        """The positions of the facts that this reactor has handled."""
        items = self.admin.get("/api/v1/events?type=effect.done&limit=1000").json["items"]
        return {one["data"]["position"] for one in items if one["data"]["reactor"] == reactor}

    def is_settled(self, booking, *reactors):
        """Whether these reactors have handled the newest fact about the booking."""
        newest = self.admin.get(f"/api/v1/events?type=reservation&reservation={booking}&limit=1").json["items"][0]["position"]
        return all(newest in self.done_by(reactor) for reactor in reactors)

    def test_reminders_come_once_for_the_current_times(self):
        for name in ("ben", "lee", "eva"):
            self.prefers(name, reminder_start_min=1, reminder_end_min=1)
        self.prefers("mia", reminder_start_min=0, reminder_end_min=0)
        begun, soon = time.monotonic(), seconds_from_now()

        def wait(seconds):
            time.sleep(max(0.0, begun + seconds - time.monotonic()))
        begins, ends = soon(70), soon(145)
        bens = self.book(self.people["ben"], "gpu01:0", begins, ends, title="Tuning")
        self.book(self.people["mia"], "gpu01:1", begins, ends)  # mia wants no reminders
        moved = self.book(self.people["lee"], "gpu01:2", begins, ends)
        off = self.book(self.people["eva"], "gpu01:3", begins, ends)
        # sooner than a minute: no reminder of the start; not longer than one: its end reminder
        # comes at the start
        self.book(self.people["eva"], "gpu02:0", soon(40), soon(100))
        self.change(self.people["lee"], moved, **{"from": soon(4000), "until": soon(8000)})
        self.cancel(self.people["eva"], off)

        with self.subTest("before the start"):
            letter = self.letter("ben", "begins in 1 minute")
            self.assertGreaterEqual(time.monotonic() - begun, 8, "not sooner than a minute before")
            self.assertEqual(letter["Subject"], "Your booking of gpu01:0 begins in 1 minute")
            text = letter.get_body().get_content()
            for part in ("Tuning", f"https://dibs.example.org/reservations/{bens}", f"dibs reservation cancel {bens}"):
                self.assertIn(part, text)
            self.assertEqual(letter["List-Unsubscribe"], "<https://dibs.example.org/me>")

        with self.subTest("killed: it is not told again"):
            self.until(lambda: self.done_by("booking-reminder"), "its end is on record")
            self.restart(0)
            wait(40)
            self.assertEqual(len(self.letters("ben")), 1)

        with self.subTest("killed over the moment: it comes late, and says what is left"):
            wait(74)
            self.restart(18)  # due at 85
            letter = self.letter("ben", "ends in 1 minute")
            self.assertIn(f"dibs extend {bens}", letter.get_body().get_content())

        with self.subTest("never after the fact, and nobody else"):
            wait(150)
            self.setUp()
            ids = [one["Message-ID"] for one in self.letters("ben")]
            self.assertEqual((len(ids), len(set(ids))), (2, 2))
            for name in ("lee", "mia"):
                self.assertEqual(self.letters(name, "begins in") + self.letters(name, "ends in"), [], name)
            self.assertEqual((len(self.letters("eva", "begins in")), len(self.letters("eva", "ends in"))), (0, 1))
            keys = [one["sentence"]["key"] for one in
                    self.admin.get(f"/api/v1/events?reservation={bens}&limit=200").json["items"]]
            self.assertEqual(sorted(key for key in keys if "reminded" in key),
                             ["reservation.reminded", "reservation.reminded.end"])

    def test_invitations_follow_a_booking(self):
        kim = self.people["kim"]
        self.prefers("kim", calendar_mails=True)
        link = kim.post("/api/v1/feeds", {}).json["url"]
        feed_path = link[link.index("/calendar/"):]
        begins, ends = at(days=1), at(days=1, hours=2)
        booking = self.book(self.admin, "gpu02:1", begins, ends, owner_id=self.ids["kim"], title="a;b,c \\ Zażółć")

        with self.subTest("an admin books for somebody"):
            method, event = self.invitation("kim", 1)
            self.assertEqual((method, int(event["SEQUENCE"]), str(event["STATUS"])), ("REQUEST", 1, "CONFIRMED"))
            self.assertEqual(event.decoded("DTSTART"), moment_of(begins))
            self.assertEqual(event.decoded("DTEND"), moment_of(ends))
            uid = str(event["UID"])
            (in_feed,) = icalendar.Calendar.from_ical(kim.get(feed_path).body).walk("VEVENT")
            self.assertEqual(str(in_feed["UID"]), uid, "a calendar that has both can tell")
            self.assertEqual(int(in_feed["SEQUENCE"]), 1)
            news = self.letter("kim", "for you")
            self.assertEqual(news["Subject"], "ann booked gpu02:1 for you")

        with self.subTest("changed by somebody else"):
            later = at(days=1, hours=4)
            self.change(self.admin, booking, until=later)
            method, event = self.invitation("kim", 2)
            self.assertEqual((method, int(event["SEQUENCE"]), str(event["UID"])), ("REQUEST", 2, uid))
            self.assertEqual(event.decoded("DTEND"), moment_of(later))
            news = self.letter("kim", "ann changed your booking")
            self.assertIn("before.", news.get_body().get_content())

        with self.subTest("its grant goes, and comes back"):
            grants = self.admin.get("/api/v1/grants").json["items"]
            for grant in grants:
                done = self.admin.ask("DELETE", f"/api/v1/grants/{grant['id']}", headers={"If-Match": "*"})
                self.assertIn(done.status, (200, 204), done)
            method, event = self.invitation("kim", 3)
            self.assertEqual((method, int(event["SEQUENCE"]), str(event["UID"])), ("CANCEL", 3, uid))
            self.assertEqual(str(event["STATUS"]), "CANCELLED")
            self.letter("kim", "Your booking of gpu02:1 is suspended")
            for grant in grants:
                done = self.admin.post("/api/v1/grants", {"name": grant["name"], "to": {"everyone": True},
                                                          "what": {"everything": True}})
                self.assertEqual(done.status, 201, done)
            method, event = self.invitation("kim", 4)
            self.assertEqual((method, int(event["SEQUENCE"])), ("REQUEST", 4))
            self.letter("kim", "Your booking of gpu02:1 holds again")

        with self.subTest("her own doing: the calendar follows, and nobody tells her"):
            self.until(lambda: self.is_settled(booking, "booking-news", "booking-calendar"), "what went before is on record")
            before = len(self.letters("kim"))
            self.cancel(kim, booking)
            method, event = self.invitation("kim", 5)
            self.assertEqual((method, int(event["SEQUENCE"]), str(event["UID"])), ("CANCEL", 5, uid))
            self.until(lambda: self.is_settled(booking, "booking-news"), "the other reactor has seen it too")
            self.assertEqual(len(self.letters("kim")), before + 1)

    def test_approval_is_requested_and_answered_by_mail(self):
        ann = self.admin.get("/api/v1/session").json["person"]["id"]
        self.assertEqual(self.admin.ask("PATCH", f"/api/v1/people/{ann}", {"mail": "ann@example.org"}).status, 200)
        grants = self.admin.get("/api/v1/grants").json["items"]
        for approval in ({}, None):
            for grant in grants:
                done = self.admin.ask("PATCH", f"/api/v1/grants/{grant['id']}", {"approval": approval},
                                      headers={"If-Match": "*"})
                self.assertEqual(done.status, 200, done)
            if approval is None:
                break
            yes = self.book(self.people["lee"], "gpu03:0", at(days=2), at(days=2, hours=1))
            asked = self.letter("ann", "lee asks for gpu03:0")
            self.assertIn(f"dibs reservation approve {yes}", asked.get_body().get_content())
            self.assertEqual(self.admin.post(f"/api/v1/reservations/{yes}/approve", None).status, 200)
            self.letter("lee", "ann approved your booking of gpu03:0")
            no = self.book(self.people["lee"], "gpu03:1", at(days=2), at(days=2, hours=1))
            done = self.admin.post(f"/api/v1/reservations/{no}/decline", {"reason": "Exams"})
            self.assertEqual(done.status, 200, done)
            self.assertIn("Why: Exams", self.letter("lee", "ann declined").get_body().get_content())

    def test_turning_mails_off_stops_all_of_them(self):
        self.prefers("pia", mails=False, calendar_mails=True)
        pias = self.book(self.admin, "gpu02:3", at(days=1), at(days=1, hours=1), owner_id=self.ids["pia"])
        self.cancel(self.admin, pias)
        self.until(lambda: self.is_settled(pias, "booking-news", "booking-calendar"),
                   "both reactors have seen both")
        self.assertEqual(self.letters("pia"), [])
        self.prefers("pia", mails=None, calendar_mails=None)
        again = self.book(self.admin, "gpu02:3", at(days=1), at(days=1, hours=1), owner_id=self.ids["pia"])
        self.letter("pia", "ann booked gpu02:3 for you")
        self.cancel(self.people["pia"], again)

    def test_a_wrong_choice_is_named(self):
        for field in ("reminder_start_min", "reminder_end_min"):
            for value, status in ((-1, 422), (1441, 422), ("ten", 400), (1.5, 400), (True, 400)):
                done = self.choose("ben", {field: value})
                self.assertEqual((done.status, done.json["field"]), (status, field), done)
        for field in ("mails", "calendar_mails"):
            done = self.choose("ben", {field: 1})
            self.assertEqual((done.status, done.json["field"]), (400, field), done)
        self.assertTrue(self.people["ben"].get("/api/v1/session").json["sends_mail"])


if __name__ == "__main__":
    unittest.main()
