#!/usr/bin/env python3
"""dibs import tensorhive into a whole installation: its dry run, its result, and sign-in with
the one-time links. It is safe to repeat, and an import killed half way and run again ends like
an uninterrupted one."""
import json
import os
import pathlib
import shutil
import stat
import tempfile
import time
import unittest

from dibs_cli import Cli
from dibs_node import Node
from installation import Installation
from patience import PATIENCE_S
from tensorhive_file import TensorHive, moment

MANY = 60
CHOSEN = "seven grey herons wade"


class Import(Installation):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.dibs = Cli(cls.node.url)
        cls.addClassCleanup(cls.dibs.remove)
        cls.dibs.environment["DIBS_TOKEN"] = cls.admin.token
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="dibs-tensorhive."))
        cls.addClassCleanup(shutil.rmtree, cls.folder, True)
        cls.uuids = {f"{gpu['host_name']}:{gpu['index']}": gpu["uuid"]
                     for gpu in cls.admin.get("/api/v1/gpus?limit=100").json["items"]}
        # No grant for everyone: only imported permissions allow bookings.
        for grant in cls.admin.get("/api/v1/grants").json["items"]:
            cls.admin.ask("DELETE", f"/api/v1/grants/{grant['id']}", headers={"If-Match": "*"})
        cls.write_site()

    @classmethod
    def write_site(cls):
        site = cls.site = TensorHive(cls.folder / "database.sqlite")
        cls.addClassCleanup(site.close)
        for uuid in cls.uuids.values():
            site.insert("resources", id=uuid, name="A100", hostname="gpu01")
        site.insert("resources", id="GPU-00000000-0000-0000-0000-00000000dead", name="V100", hostname="gpu77")
        cls.zoe = site.add_user("zoe", "user", "admin", email="zoe@example.org")
        cls.tom = site.add_user("tom")
        site.add_user("Capital")
        students = site.insert("groups", name="students", created_at=moment(), is_default=True)
        for user in (cls.zoe, cls.tom):
            site.insert("user2group", user_id=user, group_id=students, created_at=moment())
        site.add_restriction("all for students", groups=[students], gpus=[cls.uuids["gpu01:0"], cls.uuids["gpu01:1"],
                             "GPU-00000000-0000-0000-0000-00000000dead"])
        site.add_restriction("nights", users=[cls.tom], everything=True,
                             schedules=[("12345", "22:00:00.000000", "06:00:00.000000"), ("67", "00:00:00.000000", "23:59:00.000000")])
        site.add_restriction("past", users=[cls.tom], everything=True, ends=moment(days=-1))
        cls.ahead = site.add_reservation(cls.tom, cls.uuids["gpu01:0"], {"days": 1}, {"days": 1, "hours": 4})
        site.add_reservation(cls.zoe, cls.uuids["gpu01:1"], {"hours": -1}, {"hours": 5}, title="runs")
        site.add_reservation(cls.zoe, cls.uuids["gpu02:0"], {"days": 2}, {"days": 2, "hours": 4}, title="no grant")
        site.add_reservation(cls.zoe, cls.uuids["gpu01:0"], {"days": 1, "hours": 1}, {"days": 1, "hours": 2}, title="clash")
        site.add_reservation(cls.tom, cls.uuids["gpu01:0"], {"days": -9}, {"days": -8}, title="old")
        site.add_reservation(cls.tom, cls.uuids["gpu01:0"], {"days": 3}, {"days": 4}, cancelled=True)
        job = site.insert("jobs", name="train", description="", user_id=cls.tom, _status="not_running")
        site.insert("tasks", job_id=job, hostname="gpu01", _status="not_running", command="python train.py")

    def run_import(self, *words, code=0):
        said = self.dibs("import", "tensorhive", "--database", self.site.path, "--json", *words)
        self.assertEqual(said.code, code, said)
        return said

    def states(self, said):
        return {f"{line['kind']} {line['name']}": line["state"] for line in said.json}

    def all_there(self):
        """Everything an import makes, without times that depend on when it ran."""
        ask = lambda path: self.admin.get("/api/v1" + path).json["items"]
        groups = {group["name"]: sorted(one["unix_name"] for one in ask(f"/groups/{group['id']}/members?limit=1000"))
                  for group in ask("/groups?limit=1000")}
        return {"people": sorted((one["unix_name"], one["role"], one.get("mail", "")) for one in ask("/people?limit=1000")),
                "groups": groups,
                "grants": sorted((one["id"], one["name"], one["version"]) for one in ask("/grants?limit=1000")),
                "reservations": sorted((one["id"], one["until"], one["state"]) for one in ask("/reservations?limit=1000"))}

    def test_1_a_dry_run_prints_the_plan_and_changes_nothing(self):
        before = self.all_there()
        said = self.run_import()
        states = self.states(said)
        self.assertEqual(states["person zoe"], "would be made")
        self.assertEqual(states["person Capital"], "not taken")
        self.assertEqual(states["group students"], "would be made")
        self.assertEqual(states["grant nights"], "would be made")
        self.assertEqual(states["reservation 1 that ended before now"], "not taken")
        self.assertIn("Nothing was changed", said.err)
        self.assertEqual(self.all_there(), before)

    def test_2_it_imports_everything_that_the_rules_allow(self):
        links, jobs = self.folder / "links", self.folder / "jobs.json"
        said = self.run_import("--apply", "--links", str(links), "--jobs", str(jobs))
        why = {line["name"]: line["why"] for line in said.json if line["kind"] == "reservation" and line["state"] == "not taken"}
        self.assertEqual(len(why), 4, said)
        self.assertTrue(any("grant" in one for one in why.values()), why)
        self.assertTrue(any("taken" in one or "tom" in one for one in why.values()), why)
        there = self.all_there()
        self.assertEqual(there["people"], [("ann", "admin", ""), ("tom", "user", ""), ("zoe", "admin", "zoe@example.org")])
        self.assertEqual(there["groups"], {"students": ["tom", "zoe"]})
        self.assertEqual([state for _, _, state in there["reservations"]].count("running"), 1)
        self.assertEqual(len(there["reservations"]), 2)
        nights = next(one for one in self.admin.get("/api/v1/grants").json["items"] if one["name"] == "nights")
        self.assertEqual((nights["zone"], nights["windows"]),
                         ("UTC", [{"days": ["mon", "tue", "wed", "thu", "fri"], "from": "22:00", "until": "06:00"},
                                  {"days": ["sat", "sun"], "from": "00:00", "until": "24:00"}]))
        self.assertEqual(json.loads(jobs.read_text())["jobs"][0]["tasks"][0]["command"], "python train.py")
        for file in (links, jobs):
            self.assertEqual(stat.S_IMODE(os.stat(file).st_mode), 0o600)
        lines = [line.split("\t") for line in links.read_text().splitlines()]
        self.assertEqual({name for name, _ in lines}, {"zoe", "tom"})
        for name, link in lines:
            self.assertTrue(link.startswith(f"{self.node.url}/welcome#name={name}&secret="), link)
            self.assertNotIn(link.split("secret=")[1], said.out + said.err)
        type(self).links = dict(lines)

    def comes_in(self, link, name):
        """Whether this link sets a password with which its person signs in."""
        client = self.node.client()
        self.addCleanup(client.close)
        chosen = {"secret": link.split("secret=")[1], "password": CHOSEN}
        if client.post("/api/v1/session/password-link", chosen).status != 204:
            return False
        entered = client.post("/api/v1/session", {"name": name, "password": CHOSEN})
        self.assertEqual((entered.status, entered.json["person"]["unix_name"]), (201, name), entered)
        return True

    def test_3_repeated_it_makes_requested_links_for_people_without_password(self):
        self.assertTrue(self.comes_in(self.links["zoe"], "zoe"))
        again = self.folder / "again"
        states = self.states(self.run_import("--apply", "--links", str(again)))
        self.assertEqual(states["link tom"], "made")
        self.assertNotIn("link zoe", states)
        (line,) = again.read_text().splitlines()
        name, link = line.split("\t")
        self.assertEqual(name, "tom")
        self.assertFalse(self.comes_in(self.links["tom"], "tom"), "the newer one is in its place")
        self.assertTrue(self.comes_in(link, "tom"))

    def test_3_repeated_it_changes_nothing_and_needs_no_file(self):
        before = self.all_there()
        states = self.states(self.run_import("--apply"))
        self.assertNotIn("made", states.values(), states)
        self.assertNotIn("completed", states.values(), states)
        self.assertEqual(states["grant nights"], "already there")
        self.assertEqual(self.all_there(), before)

    def test_4_bookings_cancelled_here_are_not_imported_again(self):
        (one,) = [one for one in self.admin.get("/api/v1/reservations").json["items"] if one["state"] == "upcoming"]
        done = self.admin.ask("DELETE", f"/api/v1/reservations/{one['id']}", headers={"If-Match": "*"})
        self.assertIn(done.status, (200, 204), done)
        before = self.all_there()
        said = self.run_import("--apply")
        again = [line for line in said.json if line["kind"] == "reservation" and line["state"] == "made"]
        # Its slot is free now: the booking that clashed with it is imported, itself it is not.
        self.assertEqual([line["name"].split()[0] for line in again], ["zoe"], said)
        now = self.all_there()
        self.assertEqual([one for one in now["reservations"] if one in before["reservations"]], before["reservations"])

    def test_5_killed_half_way_and_repeated_it_ends_the_same(self):
        group = self.site.insert("groups", name="crowd", created_at=moment(), is_default=False)
        users = [self.site.add_user(f"u{i:03}", email=f"u{i:03}@example.org") for i in range(MANY)]
        for user in users:
            self.site.insert("user2group", user_id=user, group_id=group, created_at=moment())
        self.site.add_restriction("crowd", groups=[group], gpus=[self.uuids["gpu02:1"]])
        for i, user in enumerate(users):
            self.site.add_reservation(user, self.uuids["gpu02:1"], {"days": 1, "hours": i}, {"days": 1, "hours": i + 1})
        kills = 0
        for i in range(8):
            process = self.dibs.in_background("import", "tensorhive", "--database", self.site.path, "--apply",
                                              "--links", str(self.folder / f"part{i}"))
            time.sleep(0.3 + 0.15 * i)
            kills += process.poll() is None
            process.kill()
            process.communicate(timeout=PATIENCE_S)
        self.assertGreater(kills, 0, "no import was cut off: make it longer")
        self.run_import("--apply", "--links", str(self.folder / "last"))
        there = self.all_there()
        crowd = [f"u{i:03}" for i in range(MANY)]
        self.assertEqual(there["groups"]["crowd"], crowd)
        self.assertEqual([one for one in there["people"] if one[0] in crowd],
                         [(name, "user", f"{name}@example.org") for name in crowd])
        self.assertEqual([name for _, name, _ in there["grants"]].count("crowd"), 1)
        booked = [one for one in self.admin.get("/api/v1/reservations?limit=1000").json["items"]
                  if one["owner_name"] in crowd]
        self.assertEqual(sorted(one["owner_name"] for one in booked), crowd)
        self.every_newest_link_works(crowd)

    def every_newest_link_works(self, crowd):
        """At every moment of a kill no person has a password yet, so the last import has a link
        for each."""
        links = dict(line.split("\t") for line in (self.folder / "last").read_text().splitlines())
        self.assertEqual(sorted(links), crowd)
        for name in crowd[::10]:
            self.assertTrue(self.comes_in(links[name], name), name)

    def test_6_without_the_admin_role_nothing_is_imported(self):
        user = self.node.add_person(self.admin, "plain")
        self.addCleanup(user.close)
        said = self.dibs("import", "tensorhive", "--database", self.site.path, "--apply", DIBS_TOKEN=user.token)
        self.assertEqual(said.code, 5, said)

    def test_7_invalid_database_files_are_refused(self):
        for text, code in ((None, 3), (b"", 2), (b"username,email\n" * 99, 2), (b"SQLite format 3\0" + b"\xff" * 4096, 2)):
            path = self.folder / "other"
            path.unlink(missing_ok=True)
            if text is not None:
                path.write_bytes(text)
            said = self.dibs("import", "tensorhive", "--database", str(path))
            self.assertEqual(said.code, code, said)
            self.assertNotIn("fault of dibs", said.err)


class SlowImport(unittest.TestCase):
    """If a server limits commands a minute to fewer than there are people, an import waits and
    takes all."""

    def test_an_import_waits_for_the_servers_command_limit(self):
        node = Node(configuration="[limits]\ncommands_per_min = 114\n")
        self.addCleanup(node.remove)
        node.create_log()
        node.start()
        admin = node.make_admin()
        self.addCleanup(admin.close)
        folder = pathlib.Path(tempfile.mkdtemp(prefix="dibs-tensorhive."))
        self.addCleanup(shutil.rmtree, folder, True)
        site = TensorHive(folder / "database.sqlite")
        self.addCleanup(site.close)
        for i in range(MANY):
            site.add_user(f"u{i:03}")
        dibs = Cli(node.url)
        self.addCleanup(dibs.remove)
        begun = time.monotonic()
        said = dibs("import", "tensorhive", "--database", site.path, "--apply", "--links", str(folder / "links"),
                    "--json", DIBS_TOKEN=admin.token)
        self.assertEqual(said.code, 0, said)
        self.assertGreater(time.monotonic() - begun, 3, "nothing had to wait: lower the limit")
        self.assertEqual(len(admin.get("/api/v1/people?limit=1000").json["items"]), MANY + 1)


if __name__ == "__main__":
    unittest.main()
