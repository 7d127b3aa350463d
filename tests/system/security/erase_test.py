#!/usr/bin/env python3
"""Erasing of personal data. A person uses a whole site with unique words in names, mail, titles,
labels, browsers and command lines, and is then erased. Every file of dibsd is searched for these
words: verbatim, in base64, hex, UTF-16 and escaped. The search must find them before, so that it
cannot miss them. No restart, rebuild, kill in the middle, key file from a backup or repeated
request brings them back. No tool shows them, and other people lose no word."""
import shutil
import subprocess
import time
import unittest

from dibs_cli import Cli
from dibs_node import PASSWORD, at
from installation import Installation
from patience import PATIENCE_S
from secrets_test import forms, found_in

UNIX_NAME = "qzcanaryacct"
NAME, NEW_NAME = "Żaneta Qzfirstname", "Żaneta Qzlatername"
WORDS = {"first name": NAME.split()[1], "later name": NEW_NAME.split()[1], "mail": "qzmailbox@example.org",
         "title": "qztitle \"of\" łódź", "later title": "qzlatertitle", "label": "qzlabellaptop",
         "own board": "qzboardmine", "shared board": "qzboardshared", "panel": "qzpaneltext",
         "browser": "Qzbrowser/7.1", "command line": "qztraining.py --secret-plan"}
SHAPES = {what: [shape for shape in forms(word) if len(shape) >= 8] for what, word in WORDS.items()}
ACCOUNT = {"UNIX name": [shape for shape in forms(UNIX_NAME) if len(shape) >= 8]}
# Hours of use are kept by account: the answer names them (`hours-of-use`).
BY_ACCOUNT = ("samples", "hours", "usage")


class Erase(Installation):
    lives = 0
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.bartek = cls.node.add_person(cls.admin, "bartek")
        cls.addClassCleanup(cls.bartek.close)
        made = cls.bartek.post("/api/v1/boards", {"title": "bartek's board", "panels": []})
        assert made.status == 201, made

    def make(self):
        """Called once for each life: called again, it returns the same answer."""
        return self.admin.post("/api/v1/people", {"name": NAME, "unix_name": UNIX_NAME, "password": PASSWORD},
                               headers={"Idempotency-Key": f"life-{self.lives}"})

    def live_a_little(self):
        """Creates a person with a unique word in each text that they can write; returns their
        id."""
        self.lives += 1
        made = self.make()
        self.assertEqual(made.status, 201, made)
        person = made.json["id"]
        client = self.node.client()
        self.addCleanup(client.close)
        entered = client.ask("POST", "/api/v1/session", {"name": UNIX_NAME, "password": PASSWORD},
                             {"User-Agent": WORDS["browser"]})
        self.assertEqual(entered.status, 201, entered)
        own = {"Cookie": entered.headers["Set-Cookie"].split(";")[0], "Origin": f"http://127.0.0.1:{self.node.port}"}

        def ask(method, path, body, status, **headers):
            answer = client.ask(method, "/api/v1" + path, body, {**own, **headers})
            self.assertEqual(answer.status, status, answer)
            return answer.json if answer.body else None
        ask("PATCH", f"/people/{person}", {"name": NEW_NAME, "mail": WORDS["mail"]}, 200)
        ask("POST", "/tokens", {"label": WORDS["label"], "scopes": ["read"]}, 201)
        panels = [{"id": "a", "kind": "text", "text": WORDS["panel"], "x": 0, "y": 0, "w": 3, "h": 1}]
        ask("POST", "/boards", {"title": WORDS["own board"], "panels": panels}, 201)
        ask("POST", "/boards", {"title": WORDS["shared board"], "panels": [], "shared": True}, 201)
        now = ask("POST", "/reservations", {"gpus": [self.gpus["gpu02:0"]], "from": at(), "until": at(hours=1),
                                            "title": WORDS["title"]}, 201)
        ask("POST", "/reservations", {"gpus": [self.gpus["gpu02:1"]], "from": at(days=2), "until": at(days=2, hours=1),
                                      "title": WORDS["title"]}, 201)
        ask("PATCH", "/reservations/" + now["id"], {"title": WORDS["later title"]}, 200, **{"If-Match": "*"})
        day = 3 + self.lives
        self.book(self.bartek, ["gpu03:0"], {"days": day}, {"days": day, "hours": 1}, title="bartek's words")
        self.fleet.wants("gpu02", f"0 {UNIX_NAME} 4096 80 python3 {WORDS['command line']}")
        self.until(lambda: self.runs_on_gpu02())
        self.fleet.wants("gpu02")
        self.until(lambda: not self.runs_on_gpu02())
        return person

    def runs_on_gpu02(self):
        return self.admin.get("/api/v1/processes?host=gpu02").json["items"]

    def erase(self, person):
        answer = self.admin.post(f"/api/v1/people/{person}/erasure", {"unix_name": UNIX_NAME})
        self.assertEqual(answer.status, 202, answer)
        return answer.json

    def is_done(self, person):
        return self.admin.get(f"/api/v1/people/{person}/erasure").json["state"] == "done"

    def in_files(self, *more):
        """Which of the words are in which file of dibsd."""
        found = set()
        for path in [*self.node.data.rglob("*"), self.node.output, *more]:
            if not path.is_file():
                continue
            try:
                data = path.read_bytes()
            except FileNotFoundError:  # renamed since it was listed
                continue
            place = str(path.relative_to(self.node.folder))
            found.update((place, what) for what in found_in(SHAPES, data))
            if not set(path.parts) & set(BY_ACCOUNT):
                found.update((place, what) for what in found_in(ACCOUNT, data))
        return found

    def in_answers(self, person):
        found = set()
        for path in ("people", f"people/{person}", "reservations", "boards", "violations", "processes", "events?limit=1000",
                     "events?order=oldest&limit=1000", f"calendar?from={at(days=-1)}&until={at(days=9)}", "groups", "grants"):
            answer = self.admin.get("/api/v1/" + path)
            self.assertEqual(answer.status, 200, answer)
            found.update((path, what) for what in found_in({**SHAPES, **ACCOUNT}, answer.body))
        return found

    def assert_gone(self, person, pseudonym):
        self.assertEqual(self.in_files(), set())
        self.assertEqual(self.in_answers(person), set())
        shown = self.admin.get(f"/api/v1/people/{person}").json
        self.assertEqual((shown["name"], shown["unix_name"], shown["state"]), (pseudonym, pseudonym, "erased"))
        owners = {one["owner_name"] for one in self.admin.get("/api/v1/reservations?limit=1000").json["items"]}
        self.assertIn(pseudonym, owners)

    def assert_tools_tell_nothing(self, person, pseudonym):
        cli = Cli(self.node.url)
        self.addCleanup(cli.remove)
        for words in (("user", "erase", person, "--yes"), ("audit", "export"), ("audit", "export", "--csv")):
            said = cli(*words, DIBS_TOKEN=self.admin.token)
            self.assertIn(pseudonym, said.out, said)
            self.assertEqual(found_in({**SHAPES, **ACCOUNT}, (said.out + said.err).encode()), [], words)
        again = self.make()
        self.assertEqual((again.status, again.json["id"], again.json["name"]), (201, person, pseudonym))
        self.assertEqual(self.in_files(), set())

    def assert_others_are_whole(self):
        titles = [one.get("title") for one in self.admin.get("/api/v1/reservations?limit=1000").json["items"]]
        self.assertIn("bartek's words", titles)
        self.assertIn("bartek's board", [one["title"] for one in self.bartek.get("/api/v1/boards").json["items"]])
        self.assertIn("bartek", [one["unix_name"] for one in self.admin.get("/api/v1/people").json["items"]])

    def again(self):
        self.admin.close()
        self.bartek.close()
        self.node.start()

    def test_nothing_of_an_erased_person_can_be_read_or_restored(self):
        person = self.live_a_little()
        before = {what for _, what in self.in_files()}
        self.assertEqual({*WORDS, "UNIX name"} - before, set(), "the test looks for what was never written")
        log = {what for place, what in self.in_files() if "/log/" in place}
        self.assertEqual(log, set(), "in the log it is sealed from the beginning")
        backup = self.node.folder / "keys.of.a.backup"
        shutil.copy2(self.node.data / "keys", backup)

        erasure = self.erase(person)
        pseudonym = erasure["pseudonym"]
        self.assertIn("backups", erasure["left"])
        self.assertIn("request-keys", erasure["left"])
        self.until(lambda: self.is_done(person))
        print(f"done after {self.took:.1f} s")
        self.assert_gone(person, pseudonym)
        self.assert_others_are_whole()
        self.assert_tools_tell_nothing(person, pseudonym)
        self.assertEqual(self.admin.get("/readyz").status, 200)

        self.assertEqual(self.node.stop(), 0)
        self.assertEqual(self.in_files(), set())
        export = self.node.folder / "export"
        for words in (("verify",), ("log", "verify"), ("log", "export", str(export)), ("rebuild",)):
            done = subprocess.run(self.node.command(*words), capture_output=True, timeout=PATIENCE_S, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.in_files(export), set())
        self.again()
        self.assertTrue(self.is_done(person))
        self.assert_gone(person, pseudonym)

        self.node.kill()
        shutil.copy2(backup, self.node.data / "keys")  # the tables are made with it
        shutil.rmtree(self.node.data / "tables")
        self.again()
        backup.unlink()
        self.until(lambda: not self.in_files())
        self.until(lambda: self.is_done(person))
        self.assert_gone(person, pseudonym)
        self.assert_others_are_whole()

        # The UNIX name is free: the next person with it is another one, who can be read.
        made = self.admin.post("/api/v1/people", {"name": "Next", "unix_name": UNIX_NAME, "password": PASSWORD})
        self.assertEqual(made.status, 201, made)
        self.assertNotEqual(made.json["id"], person)
        self.assertEqual(self.in_files(), {("data/tables/facts/data.mdb", "UNIX name")})
        self.erase(made.json["id"])  # removing alone leaves the name readable
        self.until(lambda: self.is_done(made.json["id"]))
        self.assertEqual(self.in_files(), set())
        self.kills_in_the_middle()

    def kills_in_the_middle(self):
        """Kills dibsd at several moments of an erasure; the next start must finish it."""
        for pause in (0, 0.02, 0.1, 0.3):
            person = self.live_a_little()
            self.assertNotEqual(self.in_files(), set())
            erasure = self.erase(person)
            time.sleep(pause)
            self.node.kill()
            self.again()
            self.until(lambda one=person: self.is_done(one))
            self.until(lambda: not self.in_files())
            self.assert_gone(person, erasure["pseudonym"])


if __name__ == "__main__":
    unittest.main()
