#!/usr/bin/env python3
"""A program of the site is told of every event it asked for, and what became of it is on record, also
what the program does wrong."""
import json
import time
import unittest

from dibs_node import UNLIMITED, Node



def facts(client, kind):
    """Of that kind, oldest first."""
    found, cursor = [], ""
    while True:
        page = client.get(f"/api/v1/events?order=oldest&limit=500&type={kind}{cursor}")
        assert page.status == 200, page
        found += page.json["items"]
        if not page.json.get("next_cursor"):
            return found
        cursor = "&cursor=" + page.json["next_cursor"]


def wait_until(true, seconds=60):
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, "it did not come true in time"
        time.sleep(0.1)


class Hooks(unittest.TestCase):
    def node_with(self, script, event="token.*", deadline_s=30):
        node = Node(configuration=UNLIMITED)
        self.addCleanup(node.remove)
        self.told_file = node.folder / "told"
        run = json.dumps(["/bin/sh", "-c", script, "tell", str(self.told_file)])
        with open(node.configuration, "a", encoding="utf-8") as file:
            file.write(f'\n[[on]]\nevent = "{event}"\nrun = {run}\ndeadline_s = {deadline_s}\n')
        node.create_log()
        node.start()
        return node

    def watched_admin(self, node):
        """An admin, once the program hears of what happens."""
        admin = node.make_admin()
        self.addCleanup(admin.close)
        wait_until(lambda: facts(admin, "effect.watched"))
        return admin

    def told(self):
        lines = self.told_file.read_text().splitlines() if self.told_file.exists() else []
        return [json.loads(line) for line in lines]

    def issue(self, client, label):
        return client.post("/api/v1/tokens", {"label": label, "scopes": ["read"]}, timeout=8)

    def test_it_gets_a_cloudevent_and_nothing_else(self):
        node = self.node_with('cat >> "$1"; echo >> "$1"; echo thanks')
        admin = self.watched_admin(node)
        self.assertEqual(self.issue(admin, "one").status, 201)
        wait_until(lambda: facts(admin, "effect.done"))
        event, done = self.told()[-1], facts(admin, "effect.done")[-1]
        self.assertEqual((event["specversion"], event["type"]), ("1.0", "dibs.token.issued.v1"))
        self.assertEqual(event["datacontenttype"], "application/json")
        self.assertRegex(event["source"], r"^/dibs/\w{26}$")
        self.assertEqual(event["dataschema"], "urn:dibs:event:token.issued.v1")
        self.assertEqual(event["data"]["label"], "one")
        self.assertEqual((event["dibsattempt"], event["dibsepoch"]), (1, 1))
        self.assertEqual(event["dibsposition"], done["data"]["position"])
        self.assertIn("it says: thanks", node.text())

    def test_what_fails_or_hangs_is_tried_again(self):
        node = self.node_with('[ -e "$1" ] && cat >> "$1" && exit; : > "$1"; sleep 60',
                              deadline_s=1)
        admin = self.watched_admin(node)
        self.issue(admin, "one")
        wait_until(lambda: facts(admin, "effect.done"))
        failed = facts(admin, "effect.failed")
        self.assertEqual([fact["data"]["detail"] for fact in failed], ["killed: 1000 ms were over"])
        self.assertFalse(failed[0]["data"]["gave_up"])
        again = [event for event in self.told()
                 if event["dibsposition"] == failed[0]["data"]["position"]]
        self.assertEqual([event["dibsattempt"] for event in again], [2])


if __name__ == "__main__":
    unittest.main()
