#!/usr/bin/env python3
"""Signing in with a real identity provider (oidc-provider, on its own pages, in a client that
keeps cookies like a browser): accounts, groups, roles, changed names, and the configuration."""
import json
import pathlib
import re
import time
import unittest
import urllib.parse

from browser import Browser
from dibs_node import PASSWORD, Node
from identity_provider import RealProvider, node_program
from oidc_site import CLIENT, SECRET, Site


@unittest.skipUnless(node_program(), "there is no node")
class AtARealProvider(Site):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.secret = cls.node.folder / "secret"
        cls.secret.write_text(SECRET + "\n")
        cls.secret.chmod(0o600)
        back = f"{cls.node.url}/api/v1/session/oidc/callback"
        client = {"client_id": CLIENT, "client_secret": SECRET, "redirect_uris": [back]}
        cls.people = {}
        cls.provider = RealProvider(cls.node.folder, client, cls.people)
        cls.addClassCleanup(lambda: cls.provider.stop())
        cls.provider.start()
        cls.begin(cls.provider.issuer, secret_file=cls.secret,
                  more='create = true\nadmins = "dibs-admins"\n[oidc.groups]\n"gpu-users" = "students"\n'
                       '"gpu-staff" = "staff"\n"gpu-profs" = "staff"\n"gpu-given" = "given"\n')

    def setUp(self):
        self.admin.close()  # the server closes connections that are idle for a minute

    def knows(self, typed, sub=None, **claims):
        self.people[typed] = {"sub": sub or f"sub-{typed}", "preferred_username": typed, "name": typed.title(),
                              "email": f"{typed}@example.org", "email_verified": True, **claims}
        self.provider.knows(self.people)

    def come(self, typed, browser=None):
        """Goes from Dibs's sign-in over the provider's pages until it lands on a Dibs page."""
        browser = browser or Browser()
        page = browser.open(self.door, until=self.is_landing)
        for _ in range(3):
            if page.status == 303:
                break
            fields = {"login": typed, "password": "x"} if 'name="login"' in page.text else {}
            page = browser.send(page, fields, until=self.is_landing)
        return browser, page

    def enter(self, typed, browser=None):
        browser, page = self.come(typed, browser)
        self.assertIsNone(self.refusal(page), self.node.text()[-2000:])
        return browser

    def test_one_lands_on_the_page_with_an_own_session(self):
        self.knows("ann")
        browser, page = self.come("ann")
        self.assertIsNone(self.refusal(page))
        self.assertEqual(page.url, self.node.url + "/")
        person = self.who(browser)
        self.assertEqual((person["unix_name"], person["name"], person["role"]), ("ann", "Ann", "user"))
        self.assertEqual(person["mail"], "ann@example.org")
        value, attributes = browser.cookie(self.node.url, "dibs_session")
        self.assertEqual(attributes["samesite"], "Strict")
        self.assertIn("httponly", attributes)
        value, attributes = browser.cookie(self.node.url, "dibs_oidc")
        self.assertEqual(attributes["samesite"], "Lax")
        self.assertIn("httponly", attributes)
        self.assertEqual(attributes["max-age"], "600")

    def test_a_session_is_new_at_each_sign_in(self):
        self.knows("fixed")
        browser = self.enter("fixed")
        first = browser.cookie(self.node.url, "dibs_session")[0]
        self.enter("fixed", browser)
        self.assertNotEqual(browser.cookie(self.node.url, "dibs_session")[0], first)

    def test_each_algorithm_and_claims_from_userinfo_are_accepted(self):
        self.knows("algo")
        self.addCleanup(self.provider.restart)
        for algorithm in ("ES256", "EdDSA", "RS256"):
            for brief in (False, True):
                with self.subTest(algorithm=algorithm, brief=brief):
                    self.provider.restart(algorithm=algorithm, brief=brief)
                    self.assertEqual(self.who(self.enter("algo"))["unix_name"], "algo")

    def test_after_a_restart_with_other_keys_it_is_trusted_again(self):
        self.knows("anew")
        self.enter("anew")
        time.sleep(10.1)  # keys are fetched at most every ten seconds
        self.provider.restart(new_keys=True)
        self.assertEqual(self.who(self.enter("anew"))["unix_name"], "anew")

    def test_memberships_of_mapped_groups_follow_and_others_stay(self):
        students, staff, other = self.group("students"), self.group("staff"), self.group("friends")
        self.knows("gina", groups=["gpu-users", "else"])
        person = self.who(self.enter("gina"))
        joined = self.admin.ask("PUT", f"/api/v1/groups/{other}/members/{person['id']}", {})
        self.assertIn(joined.status, (200, 201, 204), joined)
        self.assertEqual([self.members(g) for g in (students, staff, other)], [["gina"], [], ["gina"]])
        self.knows("gina", groups=["gpu-profs", "gpu-staff"])
        self.enter("gina")
        self.assertEqual([self.members(g) for g in (students, staff, other)], [[], ["gina"], ["gina"]])
        self.knows("gina", groups=[])
        self.enter("gina")
        self.assertEqual([self.members(g) for g in (students, staff, other)], [[], [], ["gina"]])

    def test_group_that_the_provider_gives_cannot_be_left_by_hand(self):
        given, other = self.group("given"), self.group("by hand")
        self.knows("hana", groups=["gpu-given"])
        browser = self.enter("hana")
        person = self.who(browser)
        self.assertEqual([(g["name"], g.get("from_provider")) for g in person["groups"]], [("given", True)])
        self.admin.ask("PUT", f"/api/v1/groups/{other}/members/{person['id']}", {})
        head = self.node.headers_of("dibs_session=" + browser.cookie(self.node.url, "dibs_session")[0])
        own = self.node.client()
        self.addCleanup(own.close)
        kept = own.ask("DELETE", f"/api/v1/groups/{given}/members/{person['id']}", headers=head)
        self.assertEqual((kept.status, kept.json["code"]), (403, "not-allowed"), kept)
        self.assertIn("directory gives this group", kept.json["detail"])
        left = own.ask("DELETE", f"/api/v1/groups/{other}/members/{person['id']}", headers=head)
        self.assertEqual(left.status, 204, left)
        self.assertEqual([self.members(g) for g in (given, other)], [["hana"], []])
        # An admin can remove them all the same, until they sign in again.
        taken = self.admin.ask("DELETE", f"/api/v1/groups/{given}/members/{person['id']}")
        self.assertEqual(taken.status, 204, taken)
        self.enter("hana")
        self.assertEqual(self.members(given), ["hana"])

    def test_the_admin_role_follows_the_group_that_the_configuration_names(self):
        self.knows("adam", groups=["dibs-admins"])
        browser = self.enter("adam")
        self.assertEqual(self.who(browser)["role"], "admin")
        self.knows("adam", groups=[])
        self.assertEqual(self.who(self.enter("adam"))["role"], "user")
        self.assertEqual(self.who(browser)["role"], "user", "what one may is asked anew")

    def test_no_name_opens_an_admins_account(self):
        self.add("chief", role="admin")
        self.knows("chief")
        _, page = self.come("chief")
        self.assertEqual(self.refusal(page), "admin")
        self.knows("boss")
        self.assertEqual(self.refusal(self.come("boss")[1]), "admin")

    def test_another_name_or_another_subject_for_a_name_is_refused(self):
        self.knows("rena")
        self.enter("rena")
        victim = self.add("victim")
        self.knows("rena", preferred_username="victim")  # renamed at the provider
        browser, page = self.come("rena")
        self.assertEqual((self.refusal(page), self.who(browser)), ("renamed", None))
        self.knows("thief", preferred_username="rena")
        browser, page = self.come("thief")
        self.assertEqual((self.refusal(page), self.who(browser)), ("taken", None))
        history = json.dumps(self.admin.get(f"/api/v1/people/{victim}").json)
        self.assertNotIn("thief", history)
        # An admin confirms that it is the same person.
        rena = next(p for p in self.admin.get("/api/v1/people?q=rena").json["items"] if p["unix_name"] == "rena")
        self.assertEqual(self.admin.ask("DELETE", f"/api/v1/people/{rena['id']}/link").status, 204)
        self.assertEqual(self.who(self.enter("thief"))["id"], rena["id"])

    def test_using_a_disabled_account_is_refused(self):
        self.knows("dora")
        browser = self.enter("dora")
        person = self.who(browser)
        self.assertEqual(self.admin.post(f"/api/v1/people/{person['id']}/disable", {}).status, 204)
        self.assertIsNone(self.who(browser), "the session ended")
        browser, page = self.come("dora", browser)
        self.assertEqual((self.refusal(page), self.who(browser)), ("disabled", None))

    def test_unusable_unix_names_make_no_account(self):
        for name in ("Eve Smith", "root", "../etc", "e" * 33, "", "eve@example.org"):
            self.knows("eve", preferred_username=name)
            self.assertEqual(self.refusal(self.come("eve")[1]), "no_name", name)

    def test_withheld_consent_comes_back_with_a_message(self):
        self.knows("nora")
        browser = Browser()
        page = browser.open(self.door)
        cancel = re.search(r'href="([^"]*/abort)"', page.text)[1]
        page = browser.open(urllib.parse.urljoin(page.url, cancel), until=self.is_landing, come_from=page.url)
        self.assertEqual(self.refusal(page), "denied")

    def test_using_only_the_provider_leaves_no_dibs_password(self):
        self.knows("paula")
        self.enter("paula")
        client = self.node.client()
        self.addCleanup(client.close)
        for password in ("", " ", PASSWORD, "x"):
            answer = client.post("/api/v1/session", {"name": "paula", "password": password})
            self.assertIn(answer.status, (401, 422), answer)

    def test_no_secret_is_stored_or_shown(self):
        self.knows("sec")
        browser = self.enter("sec")
        secrets = [SECRET, "sub-sec", browser.cookie(self.node.url, "dibs_oidc")[0],
                   browser.cookie(self.node.url, "dibs_session")[0]]
        words = pathlib.Path(f"/proc/{self.node.process.pid}/cmdline").read_bytes().decode()
        printed = self.node.text() + words + json.dumps(self.admin.get("/api/v1/events?limit=500").json)
        files = b"".join(path.read_bytes() for path in self.node.data.rglob("*") if path.is_file())
        for secret in secrets:
            self.assertNotIn(secret, printed)
            self.assertNotIn(secret.encode(), files)


class WhatIsConfigured(Site):
    def test_each_fault_names_its_key(self):
        public = f'[server]\npublic_url = "{self.node.url}"\n'
        good = '[oidc]\nissuer = "http://localhost:1"\nclient_id = "dibs"\n'
        secret = self.node.folder / "readable"
        secret.write_text("x")
        secret.chmod(0o644)
        self.node.configuration.write_text("")
        self.node.create_log()
        for text, key in (
                (public + '[oidc]\nclient_id = "dibs"\n', "issuer: is missing"),
                (public + '[oidc]\nissuer = "http://localhost:1"\n', "client_id: is missing"),
                (public + good.replace("localhost", "example.org"), "issuer: an https://"),
                (public + good.replace("localhost:1", "127.0.0.1.evil.example"), "issuer: an https://"),
                (public + good.replace("localhost:1", "user@localhost"), "issuer: an https://"),
                (good, "issuer: needs [server] public_url"),
                (public.replace("http://127.0.0.1", "http://dibs.example.org") + good, "issuer: needs [server] public_url"),
                (public + good + "create = 1\n", "create: expected true or false"),
                (public + good + "groups = ['a']\n", "groups: expected a table"),
                (public + good + "scopes = 'email'\n", "scopes: expected words"),
                (public + good + "secret = 'x'\n", "secret: no such key"),
                (public + good + f"name = '{'n' * 41}'\n", "name: has at most 40 characters"),
                (public + good + f'client_secret_file = "{self.node.folder}/none"\n', "client_secret_file: "),
                (public + good + f'client_secret_file = "{secret}"\n', "its mode has to be 0600")):
            with self.subTest(key):
                said = self.start_with(text)
                self.assertIn("[oidc] " if key.startswith(("is", "cl", "cr", "gr", "sc", "se", "na")) else "", said)
                self.assertIn(key, said)
                self.assertNotEqual(self.node.process.returncode, 0)

    def test_without_a_provider_there_is_no_route_to_it(self):
        node = Node()
        self.addCleanup(node.remove)
        node.create_log()
        node.start()
        client = node.client()
        self.addCleanup(client.close)
        self.assertEqual(client.get("/api/v1/session/providers").json, {"items": []})
        for path in ("/api/v1/session/oidc", "/api/v1/session/oidc/callback?code=a&state=b"):
            self.assertEqual(client.get(path).status, 409)


if __name__ == "__main__":
    unittest.main()
