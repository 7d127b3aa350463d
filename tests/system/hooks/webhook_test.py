#!/usr/bin/env python3
"""Webhook and chat receivers get every event that they subscribed to: signed, at least once,
also over kill -9, each independently. Their answers are respected, and no secret is anywhere
else."""
import base64
import json
import os
import pathlib
import random
import secrets
import ssl
import subprocess
import sys
import threading
import time
import unittest

from dibs_node import UNLIMITED, Node
from hooks_test import Issuer, all_reported, facts, reported, watching
from http_receiver import Receiver, signed_by
from patience import PATIENCE_S, PROMISE_S, wait_until

KILLS = int(os.environ.get("DIBS_KILLS", "10"))


def new_secret():
    return "whsec_" + base64.b64encode(secrets.token_bytes(32)).decode()


def certificate(folder):
    """A self-signed certificate for 127.0.0.1, and a TLS context that uses it."""
    file, key = folder / "cert.pem", folder / "key.pem"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=receiver",
                    "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", str(key), "-out", str(file)],
                   check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file, key)
    return file, context


class Outward(unittest.TestCase):
    def receiver(self, *args, **more):
        made = Receiver(*args, **more)
        self.addCleanup(made.stop)
        return made

    def secret_file(self, node, name, text):
        file = node.folder / name
        file.write_text(text)
        file.chmod(0o600)
        return file

    def new_node(self):
        node = Node(configuration=UNLIMITED)
        self.addCleanup(node.remove)
        return node

    def begin(self, node, tables, count=1):
        """Starts the node with these tables. Returns an admin, once `count` reactors get events."""
        with open(node.configuration, "a", encoding="utf-8") as file:
            file.write("\n" + tables)
        node.create_log()
        node.start()
        admin = node.make_admin()
        self.addCleanup(admin.close)
        wait_until(lambda: len(watching(admin)) == count)
        return admin

    def webhook(self, node, receiver, path="/hook?key=hidden", event="token.*", more=""):
        self.secret = new_secret()
        file = self.secret_file(node, f"secret{receiver.port}", self.secret + "\n")
        return f'[[webhook]]\nevent = "{event}"\nurl = "{receiver.url}{path}"\nsecret_file = "{file}"\n{more}\n'

    def issue(self, client, label="one"):
        made = client.post("/api/v1/tokens", {"label": label, "scopes": ["read"]})
        self.assertEqual(made.status, 201, made)
        return made.json["secret"]

    def make_group(self, client):
        """An event that only the test causes."""
        made = client.post("/api/v1/groups", {"name": "one"})
        self.assertEqual(made.status, 201, made)

    def issued(self, client):
        return [fact["position"] for fact in facts(client, "token.issued")]


class Webhooks(Outward):
    def test_a_signed_cloudevent_arrives_and_is_on_record(self):
        node, receiver = self.new_node(), self.receiver()
        admin = self.begin(node, self.webhook(node, receiver))
        token = self.issue(admin)
        labelled = lambda: [one for one in receiver.came() if json.loads(one["body"])["data"].get("label") == "one"]
        wait_until(labelled)
        request = labelled()[0]
        self.assertTrue(signed_by(self.secret, request))
        self.assertFalse(signed_by(new_secret(), request))
        self.assertEqual(request["path"], "/hook?key=hidden")
        self.assertEqual(request["head"]["content-type"], "application/cloudevents+json; charset=utf-8")
        self.assertLess(abs(int(request["head"]["webhook-timestamp"]) - time.time()), 60)
        event = json.loads(request["body"])
        self.assertEqual((event["specversion"], event["type"]), ("1.0", "dibs.token.issued.v1"))
        self.assertEqual(event["data"]["label"], "one")
        self.assertEqual(request["head"]["webhook-id"], f"{event['source'].rpartition('/')[2]}-{event['id']}")
        wait_until(lambda: event["dibsposition"] in reported(admin))
        done = facts(admin, "effect.done")[0]["data"]
        self.assertEqual(done["reactor"], f"on token.* post {receiver.url}/hook")
        self.assert_nowhere(node, admin, [self.secret, self.secret[6:], "key=hidden", token])

    def assert_nowhere(self, node, admin, hidden):
        """Checks files of the data, output, answers, arguments and environment."""
        places = {"output": node.text().encode(), "events": json.dumps(facts(admin, "effect")).encode()}
        for kind in ("cmdline", "environ"):
            places[kind] = pathlib.Path(f"/proc/{node.process.pid}/{kind}").read_bytes()
        for file in node.data.rglob("*"):
            if file.is_file():
                places[str(file)] = file.read_bytes()
        for name, there in places.items():
            for secret in hidden:
                self.assertNotIn(secret.encode(), there, name)

    def test_a_certificate_is_checked(self):
        node = self.new_node()
        ca, tls = certificate(node.folder)
        trusted, strange = self.receiver(tls=tls), self.receiver(tls=tls)
        tables = (self.webhook(node, trusted, path="/a", more=f'ca = "{ca}"')
                  + self.webhook(node, strange, path="/b"))
        admin = self.begin(node, tables, count=2)
        self.issue(admin)
        wait_until(lambda: trusted.came() and facts(admin, "effect.failed"))
        self.assertIn("certificate", facts(admin, "effect.failed")[0]["data"]["detail"])
        self.assertEqual(strange.came(), [])

    def test_two_secrets_sign_while_one_takes_over_from_the_other(self):
        node, receiver = self.new_node(), self.receiver()
        table = self.webhook(node, receiver)
        new, old = new_secret(), new_secret()
        self.secret_file(node, f"secret{receiver.port}", f"{new}\n{old}\n")
        admin = self.begin(node, table)
        self.issue(admin)
        wait_until(receiver.came)
        self.assertTrue(signed_by(new, receiver.came()[0]) and signed_by(old, receiver.came()[0]))
        self.assertFalse(signed_by(self.secret, receiver.came()[0]))

    def test_unsuccessful_calls_are_retried_with_the_same_id(self):
        node, receiver = self.new_node(), self.receiver(lambda request, count: 500 if count < 3 else 200)
        admin = self.begin(node, self.webhook(node, receiver, event="group.*"))
        self.make_group(admin)
        wait_until(lambda: facts(admin, "effect.done"))
        came = receiver.came()
        self.assertEqual(len(came), 3)
        self.assertEqual(len({one["head"]["webhook-id"] for one in came}), 1)
        self.assertTrue(all(signed_by(self.secret, one) for one in came))
        self.assertEqual([json.loads(one["body"])["dibsattempt"] for one in came], [1, 2, 3])
        self.assertEqual([fact["data"]["detail"] for fact in facts(admin, "effect.failed")],
                         ["it answers 500"] * 2)

    def test_retry_after_is_respected_and_is_no_failure(self):
        answers = {1: (429, {"Retry-After": "2"}, b"slow down"), 2: (503, {"Retry-After": "1"}, b"")}
        node, receiver = self.new_node(), self.receiver(lambda request, count: answers.get(count, 200))
        admin = self.begin(node, self.webhook(node, receiver, event="group.*"))
        self.make_group(admin)
        wait_until(lambda: facts(admin, "effect.done"))
        at = [one["at"] for one in receiver.came()]
        self.assertEqual(len(at), 3)
        self.assertGreaterEqual(at[1] - at[0], 1.9)
        self.assertGreaterEqual(at[2] - at[1], 0.9)
        self.assertEqual(facts(admin, "effect.failed"), [])
        self.assertEqual(facts(admin, "effect.done")[0]["data"]["attempt"], 1)

    def test_gone_is_given_up_at_once(self):
        node, receiver = self.new_node(), self.receiver(lambda request, count: 410)
        admin = self.begin(node, self.webhook(node, receiver, event="group.*"))
        self.make_group(admin)
        wait_until(lambda: facts(admin, "effect.failed"))
        failed = facts(admin, "effect.failed")[0]["data"]
        self.assertTrue(failed["gave_up"])
        self.assertEqual(failed["detail"], "it answers 410 (gone: it wants to hear no more)")
        self.assertEqual(len(receiver.came()), 1)

    def test_a_slow_receiver_delays_no_other_and_no_stop(self):
        node = self.new_node()
        ended = threading.Event()
        self.addCleanup(ended.set)
        slow, quick = self.receiver(lambda request, count: ended.wait() and 200), self.receiver()
        admin = self.begin(node, self.webhook(node, slow, more="deadline_s = 300") + self.webhook(node, quick), count=2)
        for number in range(5):
            self.issue(admin, str(number))
        wait_until(lambda: len(quick.came()) >= 5 and slow.came())
        self.assertEqual(len(slow.came()), 1, "it still holds the first one, and has 300 s for it")
        begun = time.monotonic()
        self.assertEqual(node.stop(), 0)
        self.assertLess(time.monotonic() - begun, PROMISE_S)
        self.assertNotIn("failed", node.text())

    def test_none_is_lost_and_none_unreported_when_killed(self):
        node = self.new_node()
        receiver = self.receiver(lambda request, count: time.sleep(0.02) or (204 if count % 7 else 500))
        secret = self.begin(node, self.webhook(node, receiver)).token
        rng = random.Random(11)
        with Issuer(node, secret) as issuer:
            for _ in range(KILLS):
                time.sleep(rng.uniform(0.1, 0.7))
                node.kill()
                node.start()
            wait_until(lambda: issuer.issued > KILLS, "a token for each kill")
        admin = node.client(secret)
        self.addCleanup(admin.close)
        wanted = all_reported(admin)
        self.assertEqual(reported(admin), wanted)
        ids = {}
        for one in receiver.came():
            self.assertTrue(signed_by(self.secret, one))
            ids.setdefault(json.loads(one["body"])["dibsposition"], set()).add(one["head"]["webhook-id"])
        self.assertEqual(set(ids), wanted)
        self.assertTrue(all(len(same) == 1 for same in ids.values()))
        self.assertEqual(len({next(iter(same)) for same in ids.values()}), len(ids), "an id of two events")
        print(f"{KILLS} kills, {len(wanted)} facts, {len(receiver.came())} requests", file=sys.stderr)
        self.assertGreater(len(wanted), KILLS)


class Chats(Outward):
    def chat(self, node, receiver, path, event="token.*"):
        file = self.secret_file(node, f"url{receiver.port}", f"{receiver.url}{path}\n")
        return f'[[chat]]\nevent = "{event}"\nurl_file = "{file}"\n'

    def texts(self, receiver):
        return [json.loads(one["body"])["text"] for one in receiver.came()]

    def test_the_sentence_of_the_history_arrives_without_mentions(self):
        node, receiver = self.new_node(), self.receiver(lambda request, count: (200, {}, b"ok"))
        path = "/services/T012/B345/abcdefSECRETghijkl"
        node.configuration.write_text(UNLIMITED.replace(
            "[server]\n", '[server]\npublic_url = "https://dibs.example.org"\n'))
        admin = self.begin(node, self.chat(node, receiver, path))
        self.issue(admin, "<!channel> @here & [x](http://evil.example)")
        position = self.issued(admin)[-1]
        wait_until(lambda: position in reported(admin))
        text = self.texts(receiver)[-1]
        self.assertIn(f" https://dibs.example.org/history?event={position}", text)
        self.assertIn("&lt;!channel&gt; @\u200bhere &amp; [x]\u200b(http://evil.example)", text)
        self.assertNotIn("<", text)
        self.assertEqual(receiver.came()[0]["path"], path)
        wait_until(lambda: position in reported(admin))
        Webhooks.assert_nowhere(self, node, admin, [path, "SECRET", "/services/"])

    def test_a_receiver_that_repeats_its_own_address_leaks_nothing(self):
        path = "/services/T012/B345/abcdefSECRETghijkl"
        answers = {1: (404, {}, f"Cannot POST {path}".encode()), 2: (403, {}, b"invalid_token")}
        node, receiver = self.new_node(), self.receiver(lambda request, count: answers.get(count, 200))
        admin = self.begin(node, self.chat(node, receiver, path, event="group.*"))
        self.make_group(admin)
        wait_until(lambda: facts(admin, "effect.done"))
        self.assertEqual([fact["data"]["detail"] for fact in facts(admin, "effect.failed")],
                         ["it answers 404", "it answers 403: invalid_token"])
        self.assertEqual(self.texts(receiver), ["ann made the group one"] * 3)
        Webhooks.assert_nowhere(self, node, admin, [path, "SECRET", "/services/"])


class Refused(Outward):
    """Wrong configuration is named, and nothing is started."""

    def said_of(self, table, code):
        node = self.new_node()
        with open(node.configuration, "a", encoding="utf-8") as file:
            file.write("\n" + table.replace("FOLDER", str(node.folder)))
        for name, text, mode in (("open", new_secret(), 0o644), ("short", "whsec_AAAA", 0o600), ("empty", "", 0o600),
                                 ("good", new_secret(), 0o600), ("url", "https://chat.example.org/x", 0o600)):
            (node.folder / name).write_text(text)
            (node.folder / name).chmod(mode)
        words = node.command("--config", str(node.configuration), "log", "init")
        if code == 1:
            subprocess.run(words, check=True, capture_output=True, timeout=PATIENCE_S)
            words = node.command("--listen", f"127.0.0.1:{node.port}", "--no-dashboard", "--config", str(node.configuration))
        done = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stderr

    def test_each_fault_is_named_with_the_table_and_the_rule(self):
        hook = '[[webhook]]\nevent = "*"\nurl = "{url}"\nsecret_file = "{file}"\n'
        chat = '[[chat]]\nevent = "*"\nurl_file = "{file}"\n'
        url = "https://example.org/x"
        for table, code, says in (
                (hook.format(url="ftp://example.org", file="/x"), 2, "[[webhook]] url: expected https://"),
                (hook.format(url="https://a:b@example.org", file="/x"), 2, "[[webhook]] url: expected https://"),
                ('[[webhook]]\nevent = "*"\nurl = "https://a"\n', 2, "[[webhook]] secret_file: is missing"),
                ('[[webhook]]\nspeed = 1\n', 2, "[[webhook]] speed: no such key"),
                ('[[chat]]\nevent = "*"\n', 2, "[[chat]] url_file: is missing"),
                ('[chat]\nevent = "*"\n', 2, "chat is a list of tables: [[chat]]"),
                (hook.format(url=url, file="/x") * 2, 2, "[[webhook]] on * post https://example.org/x: stands there twice"),
                (hook.format(url=url, file="FOLDER/none"), 1, "none cannot be read, or is no file"),
                (hook.format(url=url, file="FOLDER/open"), 1, "open is open to others; its mode has to be 0600"),
                (hook.format(url=url, file="FOLDER/short"), 1, "short has a line that is not whsec_"),
                (hook.format(url=url, file="FOLDER/good") + 'ca = "/none"\n', 1, "[[webhook]] ca: /none cannot be read"),
                (chat.format(file="FOLDER/good"), 1, "good does not hold an https:// or http:// address"),
                (chat.format(file="FOLDER/empty"), 1, "empty is empty, or cannot be read")):
            with self.subTest(table=table):
                self.assertIn(says, self.said_of(table, code))


if __name__ == "__main__":
    unittest.main()
