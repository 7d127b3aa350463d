#!/usr/bin/env python3
"""Calendar links in a whole installation, read by two independent parsers (python3-icalendar,
python3-vobject): contents, times across a daylight saving change, and escaping of hostile text.
A link stops as soon as its owner may not see the subject."""
import datetime
import unittest
import zoneinfo

import icalendar
import vobject

from dibs_cli import Cli
from dibs_node import Client
from installation import Installation

UTC, WARSAW = datetime.timezone.utc, zoneinfo.ZoneInfo("Europe/Warsaw")
EMOJI, PILE = "\N{GRINNING FACE}", "Zażółć gęślą jaźń 你好 "
HOSTILE = ["a;b,c:d\\n e\\\\ \"q\" 'x'", "END:VEVENT BEGIN:VALARM ACTION:DISPLAY", EMOJI * 50, PILE * 8, "=?utf-8?q?x?= %0d%0aX-EVIL:1",
           "\\", "x" * 74 + ";", "<script>alert(1)</script>"]


def text_of(moment):
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.000Z")


def clocks_go_forward():
    """The next last Sunday of a March, at 01:00 UTC, at least two days ahead."""
    soon = datetime.datetime.now(UTC) + datetime.timedelta(days=2)
    for year in (soon.year, soon.year + 1):
        day = datetime.datetime(year, 3, 31, 1, tzinfo=UTC)
        day -= datetime.timedelta(days=(day.weekday() + 1) % 7)
        if day > soon:
            return day
    raise AssertionError("no March")


class CalendarFeed(Installation):
    base = "/gpus"

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.people, cls.clients = {}, {}
        for name in ("bartek", "chen", "dora", "emil", "fay"):
            cls.clients[name] = cls.node.add_person(cls.admin, name)
            cls.addClassCleanup(cls.clients[name].close)
            cls.people[name] = cls.clients[name].get("/api/v1/session").json["person"]["id"]
        cls.phone = Client(cls.node.port)  # has addresses only, no credentials
        cls.addClassCleanup(cls.phone.close)

    def link(self, client, **what):
        made = client.post("/api/v1/feeds", what)
        self.assertEqual(made.status, 201, made)
        return made.json["url"], made.json["feed"]["id"]

    def read(self, link, status=200, **headers):
        answer = self.phone.get(link, headers=headers)
        self.assertEqual(answer.status, status, answer)
        return answer

    def events(self, link):
        """Parses with both parsers, which have to agree: summary -> event of the first. Texts
        come from the second, because icalendar before 5 reads an escaped backslash before an n
        as a line end."""
        body = self.read(link).body
        self.assertEqual(body.count(b"\n"), body.count(b"\r\n"))
        self.assertLessEqual(max(map(len, body.split(b"\r\n"))), 75)
        calendar = icalendar.Calendar.from_ical(body)
        self.assertEqual(calendar.errors, [])
        events = calendar.walk("VEVENT")
        for event in events:
            self.assertEqual(event.errors, [])
        other = vobject.readOne(body.decode())
        others = other.contents.get("vevent", [])
        self.assertEqual(sorted((str(e["UID"]), e.decoded("DTSTART").astimezone(UTC)) for e in events),
                         sorted((e.uid.value, e.dtstart.value.astimezone(UTC)) for e in others))
        self.texts = {e.uid.value: e for e in others}
        for event in events:
            said = self.texts[str(event["UID"])].summary.value
            if "\\" not in said:
                self.assertEqual(str(event["SUMMARY"]), said)
        self.calendar = calendar
        return {self.texts[str(event["UID"])].summary.value: event for event in events}

    def one(self, link):
        [event] = self.events(link).values()
        return event

    def test_a_booking_is_followed_from_creation_to_its_end(self):
        chen = self.clients["chen"]
        link, _ = self.link(chen)
        self.assertTrue(link.startswith("/gpus/calendar/"), link)
        self.assertEqual(self.events(link), {})
        self.assertEqual(str(self.calendar["X-WR-CALNAME"]), "Dibs: chen")
        self.assertNotIn("METHOD", self.calendar)
        made = self.book(chen, ["gpu01:0", "gpu01:1"], {"days": 3}, {"days": 3, "hours": 2}, title="fine-tuning")
        answer = self.read(link)
        self.assertEqual(answer.headers["Content-Type"], "text/calendar; charset=utf-8")
        self.assertEqual(answer.headers["Cache-Control"], "private, no-cache")
        self.assertNotIn("Set-Cookie", answer.headers)
        event = self.one(link)
        self.assertEqual(str(event["SUMMARY"]), "fine-tuning: gpu01:0-1")
        self.assertRegex(str(event["UID"]), rf"^{made['id']}@[\w-]+$")
        self.assertEqual(text_of(event.decoded("DTSTART")), made["from"])
        self.assertEqual(text_of(event.decoded("DTEND")), made["until"])
        self.assertEqual((event["SEQUENCE"], str(event["STATUS"]), str(event["LOCATION"])), (1, "CONFIRMED", "gpu01"))
        self.assertIn("gpu01:0, gpu01:1", str(event["DESCRIPTION"]))
        self.read(link, 304, **{"If-None-Match": answer.headers["ETag"]})
        head = self.phone.ask("HEAD", link)
        self.assertEqual((head.status, head.headers["ETag"]), (200, answer.headers["ETag"]))

        one, uid = f"/api/v1/reservations/{made['id']}", str(event["UID"])
        changed = chen.ask("PATCH", one, {"title": "evaluation"}, headers={"If-Match": "*"})
        self.assertEqual(changed.status, 200, changed)
        event = self.one(link)
        self.assertEqual((str(event["UID"]), event["SEQUENCE"]), (uid, 2))
        self.assertGreaterEqual(event.decoded("LAST-MODIFIED"), event.decoded("CREATED"))
        self.assertEqual(chen.ask("DELETE", one, headers={"If-Match": "*"}).status, 200)
        event = self.one(link)
        self.assertEqual((str(event["UID"]), event["SEQUENCE"], str(event["STATUS"])), (uid, 3, "CANCELLED"))

        body = self.read(link).body
        self.node.kill()
        self.node.start()
        for client in (self.admin, self.phone, *self.clients.values()):
            client.close()
        self.assertEqual(self.read(link).body, body, "the same log, the same bytes")

    def test_times_are_right_where_clocks_go_forward(self):
        emil, turn = self.clients["emil"], clocks_go_forward()
        link, _ = self.link(emil)
        begins, ends = turn - datetime.timedelta(hours=5), turn + datetime.timedelta(hours=5)
        made = emil.post("/api/v1/reservations", {"gpus": [self.gpus["gpu03:1"]], "from": text_of(begins), "until": text_of(ends)})
        self.assertEqual(made.status, 201, made)
        event = self.one(link)
        first, last = (event.decoded(name).astimezone(WARSAW) for name in ("DTSTART", "DTEND"))
        self.assertEqual((first.hour, last.hour), (21, 8), "eleven hours on the clock")
        self.assertEqual(event.decoded("DTEND") - event.decoded("DTSTART"), datetime.timedelta(hours=10))

    def test_text_is_escaped(self):
        dora = self.clients["dora"]
        self.assertEqual(self.admin.ask("PATCH", f"/api/v1/people/{self.people['dora']}",
                                        {"name": "D\"ora; O'B, \\n <b>", "mail": "dora@example.org"}).status, 200)
        link, _ = self.link(dora)
        for i, title in enumerate(HOSTILE):
            self.book(dora, ["gpu03:0"], {"days": 5, "hours": i}, {"days": 5, "hours": i + 1}, title=title)
        for evil in ("a\r\nX-EVIL:1", "a\nEND:VEVENT", "\x00", "a\u2028b"):
            self.book(dora, ["gpu03:0"], {"days": 6}, {"days": 6, "hours": 1}, status=422, title=evil)
        events = self.events(link)
        self.assertEqual(sorted(events), sorted(f"{title.strip()}: gpu03:0" for title in HOSTILE))
        for event in events.values():
            self.assertNotIn("X-EVIL", event)
            self.assertEqual(str(event["ORGANIZER"]), "mailto:dora@example.org")
            said = self.texts[str(event["UID"])].description.value
            self.assertTrue(said.startswith("D\"ora; O'B, \\n <b>\n"), said)
        self.assertEqual(len(self.calendar.subcomponents), len(HOSTILE))
        seen, _ = self.link(self.clients["emil"], gpu_id=self.gpus["gpu03:0"])
        self.assertNotIn(b"dora@example.org", self.read(seen).body)

    def test_links_of_a_group_a_gpu_and_a_host_show_bookings(self):
        bartek = self.clients["bartek"]
        group = self.admin.post("/api/v1/groups", {"name": "a;b, \\c"}).json["id"]
        member = f"/api/v1/groups/{group}/members/{self.people['bartek']}"
        self.assertEqual(self.admin.ask("PUT", member, {}).status, 204)
        self.book(bartek, ["gpu02:0"], {"days": 9}, {"days": 9, "hours": 1}, title="sweep")
        refused = self.clients["chen"].post("/api/v1/feeds", {"group_id": group})
        self.assertEqual((refused.status, refused.json["code"], refused.json["field"]),
                         (403, "not-allowed", "group_id"))
        link, _ = self.link(bartek, group_id=group)
        self.assertEqual(list(self.events(link)), ["sweep: gpu02:0 (bartek)"])
        self.assertEqual(str(self.calendar["X-WR-CALNAME"]), "Dibs: a;b, \\c")
        host = next(one for one in self.admin.get("/api/v1/hosts").json["items"] if one["name"] == "gpu02")
        for what in ({"gpu_id": self.gpus["gpu02:0"]}, {"host_id": host["id"]}):
            other, _ = self.link(self.clients["chen"], **what)
            self.assertIn("sweep: gpu02:0 (bartek)", self.events(other))
        self.assertEqual(self.admin.ask("DELETE", member).status, 204)
        self.read(link, 404)
        self.assertEqual([one["readable"] for one in bartek.get("/api/v1/feeds").json["items"]], [False])
        self.assertEqual(self.admin.ask("PUT", member, {}).status, 204)
        self.assertEqual(len(self.events(link)), 1)

    def test_a_link_stops_at_once(self):
        fay = self.clients["fay"]
        link, identity = self.link(fay)
        self.read(link)
        self.assertEqual(self.clients["chen"].ask("DELETE", f"/api/v1/feeds/{identity}").status, 404)
        self.assertEqual(fay.ask("DELETE", f"/api/v1/feeds/{identity}").status, 204)
        closed = self.read(link, 404)
        never = self.read("/gpus/calendar/" + "A" * 52 + ".ics", 404)
        self.assertEqual({**closed.json, "request_id": ""}, {**never.json, "request_id": ""})
        link, _ = self.link(fay)
        self.read(link)
        for action, status in (("disable", 404), ("enable", 404)):
            self.assertEqual(self.admin.post(f"/api/v1/people/{self.people['fay']}/{action}", None).status, 204)
            self.read(link, status)
        told = self.admin.get(f"/api/v1/events?type=feed&person={self.people['fay']}").json["items"]
        self.assertEqual([one["type"] for one in told], ["feed.closed.v1", "feed.opened.v1"] * 2)
        self.assertNotIn(link[15:-4], str(told))

    def test_the_command_line_makes_and_closes_links(self):
        dibs = Cli(self.node.url)
        self.addCleanup(dibs.remove)
        dibs.environment["DIBS_TOKEN"] = self.admin.token
        said = dibs("calendar", "link", "--host", "gpu02")
        self.assertEqual(said.code, 0, said)
        self.assertTrue(said.out.startswith(self.node.url + "/calendar/"), said)
        path = said.out.strip().removeprefix(f"http://127.0.0.1:{self.node.port}")
        self.events(path)
        listed = dibs("calendar", "links")
        self.assertIn("host gpu02", listed.out)
        closed = dibs("calendar", "close", listed.rows[0][0])
        self.assertEqual(closed.code, 0, closed)
        self.read(path, 404)
        icalendar.Calendar.from_ical(dibs("calendar", "export", "--gpu", "gpu02:0").out)

    def test_a_thousand_bookings_are_read(self):
        busy = self.node.add_person(self.admin, "busy")
        self.addCleanup(busy.close)
        names = [name for name in sorted(self.gpus) if name.startswith("gpu03")][-2:]
        for i in range(1000):
            self.book(busy, [names[i % 2]], {"days": 12, "hours": i // 2}, {"days": 12, "hours": i // 2 + 1}, title=f"run {i}")
        link, _ = self.link(busy)
        before = self.node.cpu_seconds()
        body = self.read(link).body
        spent = self.node.cpu_seconds() - before
        print(f"calendar: 1,000 bookings are {len(body) >> 10} KiB in {spent * 1000:.0f} ms of CPU")
        self.assertEqual(len(self.events(link)), 1000)
        self.assertLess(len(body), 1 << 20)
        self.assertLess(spent, 5)


if __name__ == "__main__":
    unittest.main()
