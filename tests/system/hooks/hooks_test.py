#!/usr/bin/env python3
"""A site's program gets every event it subscribed to. Each outcome is recorded, also the
program's failures."""
import http.client
import json
import os
import pathlib
import random
import sys
import tempfile
import threading
import time
import unittest

from dibs_node import UNLIMITED, Node
from patience import PROMISE_S, wait_until

KILLS = int(os.environ.get("DIBS_KILLS", "50"))


def facts(client, kind):
    """Facts of this kind, oldest first."""
    found, cursor = [], ""
    while True:
        page = client.get(f"/api/v1/events?order=oldest&limit=500&type={kind}{cursor}")
        assert page.status == 200, page
        found += page.json["items"]
        if not page.json.get("next_cursor"):
            return found
        cursor = "&cursor=" + page.json["next_cursor"]


def watching(client):
    """Facts about the reactors of the configuration ("on token.* run …"); others are always
    present."""
    return [fact for fact in facts(client, "effect.watched") if fact["data"]["reactor"].startswith("on ")]


def reported(client):
    """The positions of the facts with a recorded outcome."""
    return {fact["data"]["position"] for fact in facts(client, "effect.done")}


def all_reported(client):
    """The positions of all token facts that a program must get, once each has an outcome."""
    known = watching(client)[0]["position"]
    wanted = {fact["position"] for fact in facts(client, "token") if fact["position"] > known}
    wait_until(lambda: wanted <= reported(client))
    return wanted


class Issuer:
    """Issues and revokes tokens all the time, whatever happens to dibsd."""

    def __init__(self, node, secret):
        self.node, self.secret, self.stopping, self.issued = node, secret, threading.Event(), 0
        self.thread = threading.Thread(target=self.run)

    def run(self):
        client = self.node.client(self.secret)
        while not self.stopping.wait(0.03):
            try:
                answer = client.post("/api/v1/tokens", {"label": "one", "scopes": ["read"]})
                if answer.status == 201:
                    self.issued += 1
                    client.ask("DELETE", f"/api/v1/tokens/{answer.json['id']}")
            except (OSError, http.client.HTTPException):
                client = self.node.client(self.secret)
        client.close()

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.stopping.set()
        self.thread.join()


class Hooks(unittest.TestCase):
    def node_that_runs(self, command, deadline_s=30):
        node = Node(configuration=UNLIMITED)
        self.addCleanup(node.remove)
        self.told_file = node.folder / "told"
        run = json.dumps([*command, str(self.told_file)])
        with open(node.configuration, "a", encoding="utf-8") as file:
            file.write(f'\n[[on]]\nevent = "token.*"\nrun = {run}\ndeadline_s = {deadline_s}\n')
        node.create_log()
        node.start()
        return node

    def node_with(self, script, deadline_s=30):
        return self.node_that_runs(["/bin/sh", "-c", script, "tell"], deadline_s)

    def watched_admin(self, node):
        """Returns an admin, once the program gets events."""
        admin = node.make_admin()
        self.addCleanup(admin.close)
        wait_until(lambda: watching(admin))
        return admin

    def told(self):
        lines = self.told_file.read_text().splitlines() if self.told_file.exists() else []
        return [json.loads(line) for line in lines]

    def issue(self, client, label):
        return client.post("/api/v1/tokens", {"label": label, "scopes": ["read"]})

    def test_hook_gets_a_cloudevent_and_nothing_else(self):
        node = self.node_with('cat >> "$1"; echo >> "$1"; echo thanks')
        admin = self.watched_admin(node)
        self.assertEqual(self.issue(admin, "one").status, 201)
        wait_until(lambda: [told for told in self.told() if told["data"]["label"] == "one"])
        event = self.told()[-1]
        wait_until(lambda: event["dibsposition"] in reported(admin))
        done = next(fact for fact in facts(admin, "effect.done")
                    if fact["data"]["position"] == event["dibsposition"])
        self.assertEqual((event["specversion"], event["type"]), ("1.0", "dibs.token.issued.v1"))
        self.assertEqual(event["datacontenttype"], "application/json")
        self.assertRegex(event["source"], r"^/dibs/\w{26}$")
        self.assertEqual(event["dataschema"], "urn:dibs:event:token.issued.v1")
        self.assertEqual(event["data"]["label"], "one")
        self.assertEqual((event["dibsattempt"], event["dibsepoch"]), (1, 1))
        self.assertEqual(event["dibsposition"], done["data"]["position"])
        self.assertIn("it says: thanks", node.text())

    def test_timeouts_and_failures_are_retried(self):
        node = self.node_with('[ -e "$1" ] && cat >> "$1" && echo >> "$1" && exit; : > "$1"; '
                              'sleep 60', deadline_s=4)
        admin = self.watched_admin(node)
        self.issue(admin, "one")
        wait_until(lambda: facts(admin, "effect.failed"))
        failed = facts(admin, "effect.failed")
        wait_until(lambda: failed[0]["data"]["position"] in reported(admin))
        self.assertEqual([fact["data"]["detail"] for fact in failed], ["killed: 4000 ms were over"])
        self.assertFalse(failed[0]["data"]["gave_up"])
        again = [event for event in self.told()
                 if event["dibsposition"] == failed[0]["data"]["position"]]
        self.assertEqual([event["dibsattempt"] for event in again], [2])

    def test_writable_programs_are_not_run(self):
        with tempfile.TemporaryDirectory() as folder:
            tell = pathlib.Path(folder) / "tell"
            tell.write_text("#!/bin/sh\ncat >> $1; echo >> $1\n")
            tell.chmod(0o777)
            node = self.node_that_runs([str(tell)])
            admin = self.watched_admin(node)
            self.issue(admin, "one")
            wait_until(lambda: facts(admin, "effect.failed"))
            why = f"it is not run: {tell} can be written by everyone: chmod go-w"
            self.assertEqual(facts(admin, "effect.failed")[0]["data"]["detail"], why)
            self.assertIn(f"error on token.* run {tell} {self.told_file}: {why}\n", node.text())
            tell.chmod(0o755)
            wait_until(self.told)
            wait_until(lambda: facts(admin, "effect.done"))

    def test_hook_never_delays_the_stop(self):
        node = self.node_with(': > "$1"; trap "" TERM; yes; sleep 1000', deadline_s=300)
        admin = self.watched_admin(node)
        self.issue(admin, "one")
        wait_until(self.told_file.exists)
        begun = time.monotonic()
        self.assertEqual(node.stop(), 0)
        self.assertLess(time.monotonic() - begun, PROMISE_S, "the program had 300 s")
        self.assertNotIn("failed", node.text())

    def test_none_is_lost_and_none_unreported_when_killed(self):
        """kill -9 at random moments, many of them while the program runs or before it starts."""
        node = self.node_with('read -r event; printf "%s\\n" "$event" >> "$1.begun"; sleep 0.03; '
                              'printf "%s\\n" "$event" >> "$1"')
        secret = self.watched_admin(node).token
        rng = random.Random(9)
        with Issuer(node, secret) as issuer:
            for _ in range(KILLS):
                time.sleep(rng.uniform(0.05, 0.5))
                node.kill()
                node.start()
            wait_until(lambda: issuer.issued > KILLS, "a token for each kill")
        admin = node.client(secret)
        self.addCleanup(admin.close)
        wanted = all_reported(admin)
        self.assertEqual(reported(admin), wanted)
        self.assertEqual({event["dibsposition"] for event in self.told()}, wanted)
        self.assertEqual(facts(admin, "effect.failed"), [])
        begun = len(self.told_file.with_suffix(".begun").read_text().splitlines())
        print(f"{KILLS} kills, {len(wanted)} facts, begun {begun} times, ended {len(self.told())} "
              f"times, reported {len(facts(admin, 'effect.done'))} times", file=sys.stderr)
        self.assertGreater(len(wanted), KILLS)
        self.assertGreater(begun, len(self.told()), "no kill fell into the program")


if __name__ == "__main__":
    unittest.main()
