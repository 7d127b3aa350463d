#!/usr/bin/env python3
"""The audit trail as an admin uses it. Seals are written by themselves and `dibs audit head`
prints the newest. `dibs audit verify` and `dibsd log verify` find that the log is as sealed.
`dibs audit export` exports the record."""
import csv
import io
import json
import os
import re
import subprocess
import time
import unittest

from dibs_node import BUILD, UNLIMITED, Node
from patience import PATIENCE_S, wait_until

EVERY_SECOND = UNLIMITED + "[log]\nseal_every_s = 1\n"
FORMULA = "=HYPERLINK(\"http://evil\",\"x\")"


class Audit(unittest.TestCase):
    def setUp(self):
        self.node = Node(configuration=EVERY_SECOND)
        self.addCleanup(self.node.remove)
        self.node.create_log()
        self.node.start()
        self.addCleanup(self.node.stop)
        self.admin = self.node.make_admin("ann")
        self.addCleanup(self.admin.close)

    def dibs(self, *words, code=0):
        environment = {**os.environ, "DIBS_SERVER": self.node.url, "DIBS_TOKEN": self.admin.token,
                       "HOME": str(self.node.folder), "NO_COLOR": "1"}
        done = subprocess.run([str(BUILD / "dibs"), *words], env=environment, capture_output=True, text=True,
                              timeout=PATIENCE_S, check=False)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout

    def seals(self):
        return self.admin.get("/api/v1/events?type=log.sealed&limit=1000").json["items"]

    def sealed(self, more_than=0):
        wait_until(lambda: len(self.seals()) > more_than, "a seal", self.node.text)
        return self.seals()[0]

    def settled(self):
        """The number of seals, once nothing happens any more: then no seal is added."""
        def unchanged():
            before = len(self.seals())
            newest = self.admin.get("/api/v1/events?limit=1").json["items"][0]
            time.sleep(2.5)  # longer than the time between two seals
            return newest["type"].startswith("log.sealed") and len(self.seals()) == before and before
        return wait_until(unchanged, "seals end where nothing happens")

    def verify(self, code, *words):
        done = subprocess.run(self.node.command("log", "verify", *words), capture_output=True, text=True, timeout=PATIENCE_S,
                              check=False)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def test_the_log_is_sealed_and_the_head_is_verified(self):
        before = self.settled()
        first = self.seals()[0]
        self.assertEqual(self.admin.post("/api/v1/groups", {"name": "students"}).status, 201)
        second = self.sealed(before)
        self.assertGreater(second["data"]["seal"]["until_position"], first["data"]["seal"]["until_position"])
        head = re.search(r"\d+:[0-9a-f]{64}", self.dibs("audit", "head"))[0]
        position, digest = head.split(":")
        others = (f"{position}:{digest[::-1]}", f"{int(position) - 1}:{digest}", f"9999999:{digest}")
        found = json.loads(self.dibs("audit", "verify", "--json"))
        self.assertEqual((found["seals"], found["unsealed_facts"], found.get("problem")), (before + 1, 0, None))
        self.assertEqual(f"{found['newest']['position']}:{found['newest']['digest']}", head)
        self.assertEqual(json.loads(self.dibs("audit", "verify", "--json", "--head", head))["head"], "held")
        for other in others:
            self.dibs("audit", "verify", "--head", other, code=1)
        self.dibs("audit", "verify", "--head", "yesterday", code=2)
        self.assertEqual(self.node.stop(), 0)
        self.assertRegex(self.verify(0), rf"{before + 1} seals, up to position \d+; ")
        self.assertIn("It holds what the head says.", self.verify(0, "--head", head))
        for other in others:
            self.assertIn("NOT THE LOG THAT WAS SEALED", self.verify(1, "--head", other))
        self.verify(2, "--head", "yesterday")

    def test_seals_go_on_after_a_restart(self):
        before = self.settled()
        self.assertEqual(self.node.stop(), 0)
        self.node.start()
        self.admin.close()
        self.assertEqual(self.admin.post("/api/v1/groups", {"name": "students"}).status, 201)
        self.sealed(before)
        self.assertNotIn("tampered", self.node.text())
        self.assertEqual(self.node.stop(), 0)
        self.assertIn(f"{before + 1} seals", self.verify(0))

    def test_seals_are_for_admins(self):
        self.sealed()
        ben = self.node.add_person(self.admin, "ben")
        self.addCleanup(ben.close)
        self.assertEqual(ben.get("/api/v1/events?type=log.sealed").json["items"], [])

    def test_the_record_is_exported_with_actor_source_and_outcome(self):
        self.assertEqual(self.admin.post("/api/v1/groups", {"name": FORMULA}).status, 201)
        self.assertEqual(self.admin.post("/api/v1/groups", {"name": FORMULA}).status, 409)
        lines = [json.loads(line) for line in self.dibs("audit", "export").splitlines()]
        positions = [line["position"] for line in lines]
        self.assertEqual(positions, sorted(positions))
        made, refused = ([line for line in lines if line["type"].startswith(kind)][-1]
                         for kind in ("group.made", "command.refused"))
        self.assertEqual((made["actor_name"], made["source"], made["outcome"]), ("ann", "127.0.0.1", "done"))
        self.assertEqual(refused["outcome"], "refused: already-exists")
        table = list(csv.DictReader(io.StringIO(self.dibs("audit", "export", "--csv").removeprefix("\ufeff"))))
        self.assertEqual([row["position"] for row in table[:len(lines)]], [str(p) for p in positions])
        told = [row for row in table if row["type"].startswith("group.made")][-1]
        self.assertEqual((told["actor_name"], told["source"]), ("ann", "127.0.0.1"))
        for row in table:
            for cell in row.values():
                self.assertNotIn(cell[:1], set("=+-@\t"), row)

    def test_before_the_first_seal_the_command_says_so(self):
        node = Node()
        self.addCleanup(node.remove)
        node.create_log()
        node.start()
        self.addCleanup(node.stop)
        self.node, self.admin = node, node.make_admin("ann")
        self.addCleanup(self.admin.close)
        self.dibs("audit", "head", code=3)
        self.dibs("audit", "verify", code=3)


if __name__ == "__main__":
    unittest.main()
