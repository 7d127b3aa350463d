#!/usr/bin/env python3
"""Signing up with a code in a file of the person's UNIX account, on the demo fleet: real SSH
servers with several accounts, whose files the test reads like their owners. Without an account,
without a key, with a link in place of the folder, or with a host that is down or hangs, the
answer is the same for all. The server's log has the reason."""
import contextlib
import datetime
import http.client
import itertools
import json
import os
import pathlib
import re
import subprocess
import threading
import time
import unittest

from demo_fleet import DemoFleet
from dibs_node import BUILD, PASSWORD, UNLIMITED, Node
from declared import undeclared
from installation import Installation
from patience import PATIENCE_S, PROMISE_S, wait_until

ACCOUNTS = "kim lee max ola pia rex sam tim una vic"
OFFERED = "[sign_up]\nssh = true\nlowest_uid = {lowest}\n"
WRONG = "BBBBB-BBBBB"
CODE = re.compile(r"^[BCDFGHJKLMNPQRSTVWXZ]{5}-[BCDFGHJKLMNPQRSTVWXZ]{5}\n$")


class SignUp(Installation):
    @classmethod
    def setUpClass(cls):
        cls.fleet = DemoFleet(ACCOUNTS)
        cls.addClassCleanup(cls.fleet.stop)
        cls.fleet.start()
        cls.node = cls.site(lowest=1)
        cls.admin = cls.node.make_admin("ann")
        cls.addClassCleanup(cls.admin.close)
        cls.gpus = cls.node.wait_for_gpus(cls.admin)

    @classmethod
    def site(cls, lowest):
        node = Node(arguments=cls.fleet.arguments)
        cls.addClassCleanup(node.remove)
        node.create_log()
        node.configuration.write_text(UNLIMITED + OFFERED.format(lowest=lowest))
        node.start()
        cls.hosts_of(node, 3)
        return node

    @staticmethod
    def hosts_of(node, count):
        """The hosts that sign-up offers, once `count` are on record: that comes a moment after
        the node is ready."""
        with contextlib.closing(node.client()) as client:
            def names():
                found = client.get("/api/v1/session/providers").json["sign_up"]["host_names"]
                return len(found) >= count and found
            return wait_until(names, f"{count} hosts", node.text)

    addresses = (f"127.4.0.{i}" for i in itertools.count(1))

    def setUp(self):
        """A new address for each test: an address may ask thirty times, and then every 20 s."""
        self.address = next(self.addresses)

    # Steps of a person

    def ask(self, path, body, address=None, node=None):
        node = node or self.node
        connection = http.client.HTTPConnection("127.0.0.1", node.port, timeout=PATIENCE_S,
                                                source_address=(address or self.address, 0))
        try:
            connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
            answer = connection.getresponse()
            answer.text = answer.read().decode()
        finally:
            connection.close()
        self.assertFalse(undeclared("POST", path, answer.status, answer.headers), answer.text)
        answer.json = json.loads(answer.text)
        return answer

    def begin(self, name, host, address=None, node=None):
        """Asks again until the host's login limit allows it; the limit counts for the address."""
        def taken():
            answer = self.ask("/api/v1/sign-up", {"unix_name": name, "host": host}, address, node)
            if answer.status == 503:
                self.assertEqual(answer.json["code"], "busy")
                return None
            return answer
        answer = wait_until(taken, "the host is not logged in to too often", every_s=2)
        self.assertEqual(answer.status, 202, answer.text)
        return answer

    def complete(self, name, code, address=None, called=None, password=PASSWORD):
        return self.ask("/api/v1/sign-up/complete",
                        {"unix_name": name, "code": code, "name": called or name, "password": password}, address)

    def file(self, name, host):
        return self.fleet.home(host, name) / ".dibs" / "sign-up-code"

    def code(self, name, host):
        """The code in the file. Dibs knows it a moment later, once the host has answered."""
        file = self.file(name, host)
        text = self.until(lambda: file.exists() and file.read_text())
        self.assertRegex(text, CODE)
        time.sleep(1)
        return text.strip()

    def logged(self, words):
        return self.until(lambda: [line for line in self.node.text().splitlines() if words in line], words)

    def refused(self, answer, status, code, field):
        self.assertEqual((answer.status, answer.json["code"], answer.json.get("field")), (status, code, field), answer.text)

    # Successful sign-up

    def test_with_the_right_code_an_account_is_made_and_signed_in(self):
        made = self.admin.post("/api/v1/groups", {"name": "newcomers", "newcomers": True})
        self.assertEqual(made.status, 201, made)
        # so that commands on the host last long enough to be seen
        slow = self.fleet.folder / "gpu03" / "bin" / "id"
        slow.write_text("#!/bin/sh\nsleep 0.5\nexec /usr/bin/id \"$@\"\n")
        slow.chmod(0o755)
        self.addCleanup(slow.unlink)
        with EverythingSeen(self.node.process.pid) as seen:
            begun = self.begin("Kim", "gpu03")
            code = self.code("kim", "gpu03")
        self.assertEqual(begun.json["host_name"], "gpu03")
        self.assertEqual(begun.json["file"], "~/.dibs/sign-up-code")
        self.assertIn(begun.json["public_key"].split()[2], (self.fleet.folder / "probe_key.pub").read_text())
        file = self.file("kim", "gpu03")
        self.assertEqual((file.stat().st_mode & 0o7777, file.parent.stat().st_mode & 0o7777), (0o600, 0o700))
        weak = self.complete("kim", code, password="password1234")
        self.refused(weak, 422, "weak-password", "password")
        entered = self.complete("kim", code.lower().replace("-", " "), called="Kim Nowak")
        self.assertEqual(entered.status, 201, entered.text)
        person = entered.json["person"]
        self.assertEqual((person["unix_name"], person["name"], person["role"]), ("kim", "Kim Nowak", "user"))
        self.assertEqual([group["name"] for group in person["groups"]], ["newcomers"])
        self.assertEqual(self.admin.ask("DELETE", f"/api/v1/groups/{made.json['id']}",
                                        headers={"If-Match": "*"}).status, 204)
        cookie = entered.getheader("Set-Cookie").split(";")[0]
        client = self.node.client()
        self.addCleanup(client.close)
        self.assertEqual(client.get("/api/v1/session", headers={"Cookie": cookie}).json["person"]["id"], person["id"])
        self.node.sign_in("kim").close()
        self.refused(self.complete("kim", code), 403, "not-allowed", "code")  # a code works once
        told = self.admin.get("/api/v1/events?type=person.added&limit=50").json["items"]
        [source] = [event["source"] for event in told if event.get("person_id") == person["id"]]
        self.assertEqual(source, f"{self.address}, kim@gpu03")
        self.assertNotIn(code, begun.text + entered.text + json.dumps(told) + self.node.text())
        self.assertFalse(seen.has(code), "in an argument or an environment")
        self.assertTrue(seen.has("/bin/sh -c"), "what ran on the host was looked at")
        for stored in self.node.data.rglob("*"):
            if stored.is_file():
                content = stored.read_bytes()
                self.assertFalse(code.encode() in content or code.replace("-", "").encode() in content, stored)

    def test_five_wrong_codes_block_the_address_that_typed_them(self):
        self.begin("max", "gpu01")
        code = self.code("max", "gpu01")
        for _ in range(5):
            self.refused(self.complete("max", WRONG, "127.0.0.9"), 403, "not-allowed", "code")
        self.refused(self.complete("max", code, "127.0.0.9"), 403, "not-allowed", "code")
        self.assertEqual(self.complete("max", code).status, 201, "who owns it")

    def test_a_code_opens_no_other_name_and_the_newest_counts(self):
        self.begin("sam", "gpu02")
        first = self.code("sam", "gpu02")
        for name in ("tim", "ann", "nobody1"):
            self.refused(self.complete(name, first), 403, "not-allowed", "code")
        self.begin("sam", "gpu02", "127.0.0.8")  # another client asks in this name
        second = self.until(lambda: (now := self.code("sam", "gpu02")) != first and now)
        self.refused(self.complete("sam", first), 403, "not-allowed", "code")
        self.assertEqual(self.complete("sam", second).status, 201, "its owner needs not to have asked for it")

    def test_the_existence_of_an_account_is_shown_to_its_owner_only(self):
        self.node.add_person(self.admin, "lee").close()
        begun = self.begin("lee", "gpu02")
        self.assertEqual(sorted(begun.json), ["expires_at", "file", "host_name", "public_key"])
        code = self.code("lee", "gpu02")
        wrong, never = self.complete("lee", WRONG), self.complete("nobody2", WRONG)
        self.refused(wrong, 403, "not-allowed", "code")
        self.assertEqual([wrong.json[k] for k in ("code", "field", "detail", "title")],
                         [never.json[k] for k in ("code", "field", "detail", "title")])
        self.refused(self.complete("lee", code), 409, "already-exists", "unix_name")

    # Refusals without a code

    def test_all_names_get_the_same_answer(self):
        self.fleet.lets_in("gpu01", "rex", False)
        told = {}
        for name in ("rex", "nobody3", "ola"):
            told[name] = self.begin(name, "gpu01").json
            expires = datetime.datetime.fromisoformat(told[name].pop("expires_at")).timestamp()
            self.assertTrue(-1 <= time.time() - (expires - 600) < PROMISE_S, name)
        self.assertEqual([told["rex"], told["nobody3"]], [told["ola"]] * 2)
        self.logged(f"for rex on gpu01, asked from {self.address}: no code was left")
        self.logged(f"for nobody3 on gpu01, asked from {self.address}: no code was left")
        self.assertFalse(self.file("rex", "gpu01").exists())

    def test_no_link_leads_a_code_elsewhere(self):
        elsewhere = self.fleet.folder / "elsewhere"
        elsewhere.mkdir()
        (self.fleet.home("gpu03", "pia") / ".dibs").symlink_to(elsewhere)
        self.begin("pia", "gpu03")
        self.logged(f"for pia on gpu03, asked from {self.address}: ~/.dibs is a link")
        self.assertEqual(list(elsewhere.iterdir()), [])

    def test_accounts_of_the_system_and_of_dibs_get_no_code(self):
        strict = self.site(lowest=os.getuid() + 1)
        self.begin("tim", "gpu02", node=strict)
        self.until(lambda: "its uid is below [sign_up] lowest_uid" in strict.text())
        self.assertFalse(self.file("tim", "gpu02").exists())
        hosts = (self.fleet.folder / "hosts.toml").read_text()
        for name in {re.search(r'account = "(.*)"', hosts)[1], "root", "dibs", "-x", "a b", "a;b", "$(id)"}:
            self.refused(self.ask("/api/v1/sign-up", {"unix_name": name}), 422, "out-of-range", "unix_name")
        self.refused(self.ask("/api/v1/sign-up", {"unix_name": "tim", "host": "gpu09"}), 422, "unknown-host", "host")

    def test_a_host_that_is_down_or_hangs_keeps_no_client_waiting(self):
        self.fleet.take_down("gpu02")
        self.addCleanup(self.fleet.bring_up)
        self.begin("una", "gpu02")
        self.logged(f"for una on gpu02, asked from {self.address}: no code was left: ")
        self.fleet.bring_up()
        self.until(lambda: self.state_of("gpu02") == "reachable")
        self.fleet.freeze("gpu02")
        self.addCleanup(self.fleet.thaw, "gpu02")
        self.begin("vic", "gpu02")
        gave_up = f"for vic on gpu02, asked from {self.address}: no code was left: the host did not answer in time"
        self.assertNotIn(gave_up, self.node.text(), "the answer did not wait for the host")
        self.logged(gave_up)
        self.assertEqual((self.state_of("gpu01"), self.state_of("gpu03")), ("reachable", "reachable"))

    def state_of(self, host):
        return {h["name"]: h["state"] for h in self.admin.get("/api/v1/hosts").json["items"]}[host]

    def test_a_flood_from_many_addresses_is_slowed_and_pushes_no_code_out(self):
        self.begin("ola", "gpu03")
        code = self.code("ola", "gpu03")
        begun, statuses = time.monotonic(), []
        for i in range(300):
            answer = self.ask("/api/v1/sign-up", {"unix_name": f"flood{i}", "host": "gpu03"}, f"127.1.{i // 100}.{i % 100 + 1}")
            statuses.append(answer.status)
        took = time.monotonic() - begun
        self.assertLessEqual(set(statuses), {202, 503})
        self.assertLessEqual(statuses.count(202), 2 + took / 10 + 1)
        for i in range(60):
            self.complete(f"flood{i}", WRONG, f"127.2.0.{i + 1}")
        self.assertEqual(self.complete("ola", code).status, 201)
        self.assertEqual({self.state_of(h) for h in ("gpu01", "gpu02", "gpu03")}, {"reachable"}, "probes are not disturbed")
        for i in range(80):  # one address, many names: that address has to wait
            last = self.ask("/api/v1/sign-up", {"unix_name": f"one{i}", "host": "gpu03"}, "127.3.0.1")
        self.assertEqual(last.status, 429)
        self.assertGreater(int(last.getheader("Retry-After")), 0)

    def test_usable_hosts_are_listed_and_an_unreadable_key_is_named(self):
        self.assertEqual(self.hosts_of(self.node, 3), ["gpu01", "gpu02", "gpu03"])
        key = self.node.folder / "no_key"
        key.write_text("none\n")
        node = Node(configuration=f'[probe]\nidentity = "{key}"\n' + OFFERED.format(lowest=1))
        self.addCleanup(node.remove)
        node.create_log()
        node.start(wait=False)
        self.assertNotEqual(node.process.wait(PATIENCE_S), 0)
        self.assertIn("[sign_up] ssh: key file", node.text())

    def test_dibs_leads_through_sign_up(self):
        folder = self.node.folder / "cli"
        folder.mkdir()
        environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "DIBS_SERVER": self.node.url,
                       "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "")}

        def dibs(*words, typed=""):
            return subprocess.run([str(BUILD / "dibs"), *words], input=typed, text=True, capture_output=True,
                                  env=environment, timeout=PATIENCE_S, check=False)
        def begin():
            done = dibs("auth", "sign-up", "rex", "--host", "gpu02")
            return done if done.returncode == 0 else None
        begun = wait_until(begin, "the host is not logged in to too often", every_s=2)
        self.assertIn("cat ~/.dibs/sign-up-code", begun.stderr)
        code = self.code("rex", "gpu02")
        done = dibs("auth", "sign-up", "rex", "--code", code, "--name", "Rex", "--password-stdin", typed=PASSWORD + "\n")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(json.loads(dibs("auth", "status", "--json").stdout)["person"]["unix_name"], "rex")


class EverythingSeen:
    """Arguments and environments of all visible processes while it runs."""

    def __init__(self, but):
        self.but, self.texts, self.going = str(but), set(), True
        self.thread = threading.Thread(target=self.look)

    def look(self):
        while self.going:
            for process in pathlib.Path("/proc").glob("[0-9]*"):
                for name in ("cmdline", "environ"):
                    try:
                        self.texts.add((process / name).read_bytes().replace(b"\0", b" "))
                    except OSError:
                        continue
            time.sleep(0.002)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.going = False
        self.thread.join()

    def has(self, text):
        return any(text.encode() in seen for seen in self.texts)


if __name__ == "__main__":
    unittest.main()
