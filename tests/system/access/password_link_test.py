#!/usr/bin/env python3
"""One-time links for passwords in a whole installation: made by the command line and used once,
even by many at once. Links dead for any reason get one answer. Over kill -9, made links work and
used links do not."""
import threading
import unittest
import urllib.parse

from dibs_cli import Cli
from dibs_node import PASSWORD, Node
from patience import PATIENCE_S

CHOSEN = "seven grey herons wade"
DEAD = "not valid (any more)"


def secret_of(url):
    """The part after the #: a browser does not send it to a server."""
    parts = urllib.parse.urlsplit(url)
    assert "secret" not in parts.path + parts.query, url
    return urllib.parse.parse_qs(parts.fragment)["secret"][0]


class PasswordLink(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.node = Node()
        cls.addClassCleanup(cls.node.remove)
        cls.node.create_log()
        cls.node.start()
        cls.admin = cls.node.make_admin()
        cls.addClassCleanup(lambda: cls.admin.close())
        cls.own = {"Origin": f"http://127.0.0.1:{cls.node.port}"}

    def person(self, name):
        made = self.admin.post("/api/v1/people", {"name": name, "unix_name": name})
        self.assertEqual(made.status, 201, made)
        return made.json["id"]

    def link(self, person):
        made = self.admin.post(f"/api/v1/people/{person}/password-link", None)
        self.assertEqual(made.status, 201, made)
        return secret_of(made.json["url"])

    def ask(self, path, body):
        client = self.node.client()
        self.addCleanup(client.close)
        return client.post(path, body, headers=self.own)

    def use(self, secret, password=CHOSEN):
        return self.ask("/api/v1/session/password-link", {"secret": secret, "password": password})

    def enter(self, name, password):
        return self.ask("/api/v1/session", {"name": name, "password": password}).status

    def is_dead(self, secret):
        answer = self.use(secret)
        self.assertEqual((answer.status, answer.json["code"], answer.json["field"]), (404, "not-found", "secret"), answer)
        self.assertIn(DEAD, answer.json["detail"])

    def restart(self):
        self.node.kill()
        self.admin.close()
        self.node.start()

    def test_the_command_line_shows_a_link_that_works(self):
        dibs = Cli(self.node.url)
        self.addCleanup(dibs.remove)
        dibs.environment["DIBS_TOKEN"] = self.admin.token
        said = dibs("user", "add", "kim", "--link", "--json")
        self.assertEqual(said.code, 0, said)
        self.assertTrue(said.json["url"].startswith(f"{self.node.url}/welcome#name=kim&"), said)
        self.assertNotIn("secret=", said.err)
        self.assertEqual(self.enter("kim", CHOSEN), 401)
        self.assertEqual(self.use(secret_of(said.json["url"])).status, 204)
        self.assertEqual(self.enter("kim", CHOSEN), 201)
        again = dibs("user", "password-link", "kim")
        self.assertEqual(again.code, 0, again)
        self.assertEqual(self.use(secret_of(again.rows[0][0]), PASSWORD).status, 204)
        self.assertEqual(self.enter("kim", CHOSEN), 401)
        self.assertEqual(self.enter("kim", PASSWORD), 201)

    def test_many_simultaneous_uses_succeed_once(self):
        name = "oona"
        secret = self.link(self.person(name))
        words = [f"{CHOSEN} {i} times over" for i in range(8)]
        statuses = {}

        def use(password):
            statuses[password] = self.use(secret, password).status
        threads = [threading.Thread(target=use, args=(password,)) for password in words]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE_S)
        self.assertEqual(sorted(statuses.values()), [204] + [404] * 7)
        for password in words:
            self.assertEqual(self.enter(name, password), 201 if statuses[password] == 204 else 401)

    def test_dead_links_get_the_same_answer(self):
        def disable(person):
            return self.admin.post(f"/api/v1/people/{person}/disable", None)

        def disable_and_enable(person):
            disable(person)
            return self.admin.post(f"/api/v1/people/{person}/enable", None)
        ways = {
            "disabled": disable, "enabled": disable_and_enable,
            "removed": lambda person: self.admin.ask("DELETE", f"/api/v1/people/{person}"),
            "reset": lambda person: self.admin.post(f"/api/v1/people/{person}/password", {"password": PASSWORD}),
            "newer": lambda person: self.admin.post(f"/api/v1/people/{person}/password-link", None),
        }
        self.is_dead("A" * 52)
        for name, end in ways.items():
            with self.subTest(name):
                person = self.person(name)
                secret = self.link(person)
                self.assertLess(end(person).status, 300)
                self.is_dead(secret)

    def test_over_kill_9_made_links_work_and_used_ones_do_not(self):
        person = self.person("vera")
        secret = self.link(person)
        self.restart()
        self.assertIn("password_link_until", self.admin.get(f"/api/v1/people/{person}").json)
        self.assertEqual(self.use(secret).status, 204)
        self.restart()
        self.is_dead(secret)
        self.assertEqual(self.enter("vera", CHOSEN), 201)
        told = self.admin.get(f"/api/v1/events?limit=1000&person={person}").json["items"]
        facts = {one["type"]: one for one in told}
        self.assertEqual(facts["person.password_link_made.v1"]["actor_name"], "ann")
        self.assertNotIn("actor_name", facts["person.password_link_used.v1"])


if __name__ == "__main__":
    unittest.main()
