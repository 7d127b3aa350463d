#!/usr/bin/env python3
"""A hostile identity provider, and hostile browsers: invalid tokens, states and codes that are
replayed or used in another browser, a provider that hangs, floods or is down, and keys that
change."""
import hmac
import json
import threading
import time
import unittest
import urllib.parse

from browser import Browser
from dibs_node import PASSWORD
from identity_provider import HostileProvider, SigningKey, base64url
from oidc_site import CLIENT, Site
from patience import PATIENCE_S, PROMISE_S


class AtAHostileProvider(Site):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.provider = HostileProvider(cls.node.folder, CLIENT)
        cls.addClassCleanup(cls.provider.close)
        cls.begin(cls.provider.issuer)
        made = cls.admin.post("/api/v1/people", {"name": "Ann", "unix_name": "ann", "password": PASSWORD})
        assert made.status == 201, made

    def setUp(self):
        self.provider.reset()

    def come(self, browser=None):
        browser = browser or Browser()
        return browser, browser.open(self.door, until=self.is_landing)

    def refused(self, why="failed"):
        browser, page = self.come()
        self.assertEqual(self.refusal(page), why, self.node.text()[-1500:])
        self.assertIsNone(self.who(browser))

    def let_in(self):
        browser, page = self.come()
        self.assertIsNone(self.refusal(page), self.node.text()[-1500:])
        self.assertEqual(self.who(browser)["unix_name"], "ann")

    def fresh_process(self):
        """Restarts the node, so that it forgets the provider's documents."""
        self.admin.close()
        self.node.stop()
        self.node.start()

    def test_valid_tokens_of_the_provider_are_accepted(self):
        self.let_in()
        self.provider.claims = {"aud": [CLIENT, "other"], "azp": CLIENT}
        self.let_in()

    def test_claims_that_are_wrong_are_refused(self):
        now = int(time.time())
        for claims in (
                {"iss": "http://localhost:1"}, {"iss": self.provider.issuer + "/"}, {"iss": None},
                {"aud": "other"}, {"aud": None}, {"aud": []}, {"aud": [CLIENT, "other"]},
                {"aud": [CLIENT, "other"], "azp": "other"}, {"azp": "other"},
                {"nonce": "another"}, {"nonce": None}, {"nonce": ""},
                {"exp": now - 61}, {"exp": None}, {"exp": "tomorrow"}, {"exp": str(now + 300)},
                {"iat": None}, {"iat": now + 120}, {"iat": now - 3600}, {"nbf": now + 600},
                {"sub": None}, {"sub": ""}, {"sub": "s" * 256}, {"sub": 7}):
            with self.subTest(claims=claims):
                self.provider.claims = claims
                self.refused()
        self.provider.claims = {}
        self.let_in()

    def test_signatures_that_are_invalid_are_refused(self):
        key, other = self.provider.key, SigningKey(self.node.folder, "other")

        def unsigned(claims):
            return base64url(b'{"alg":"none","typ":"JWT"}') + "." + base64url(json.dumps(claims).encode()) + "."

        def by_public_key(form, algorithm="HS256"):
            def token(claims):
                head = {"alg": algorithm, "typ": "JWT", "kid": key.kid}
                text = base64url(json.dumps(head).encode()) + "." + base64url(json.dumps(claims).encode())
                return text + "." + base64url(hmac.digest(form, text.encode(), "sha256"))
            return token

        def changed(claims):
            head, _, signature = key.token(claims).split(".")
            claims = {**claims, "preferred_username": "boss"}
            return ".".join([head, base64url(json.dumps(claims).encode()), signature])

        tokens = {
            "none": unsigned,
            "none in capitals": lambda c: unsigned(c).replace(
                base64url(b'{"alg":"none","typ":"JWT"}'), base64url(b'{"alg":"NONE","typ":"JWT"}')),
            "HS256 with the public key": by_public_key(key.public_pem),
            "HS256 with its modulus": by_public_key(key.n),
            "HS256 called RS256": by_public_key(key.public_pem, "RS256"),
            "another key under this name": lambda c: other.token(c, kid=key.kid),
            "a key of its own, in the header": lambda c: other.token(c, jwk=other.jwk, kid="other"),
            "changed": changed,
            "RS512": lambda c: key.token(c, alg="RS512"),
            "ES256 with an RSA key": lambda c: key.token(c, alg="ES256"),
            "a header that must be understood": lambda c: key.token(c, crit=["exp"]),
            "an access token": lambda c: key.token(c, typ="at+jwt"),
            "no signature": lambda c: key.token(c).rpartition(".")[0] + ".",
            "two parts": lambda c: key.token(c).rpartition(".")[0],
            "padded": lambda c: key.token(c) + "==",
            "no token": lambda c: "", "noise": lambda c: "a.b.c", "a number": lambda c: 7,
            "huge": lambda c: "a" * 100_000,
        }
        for name, token in tokens.items():
            with self.subTest(name):
                self.provider.token = token
                self.refused()
        self.provider.token = lambda claims: key.token(claims)
        self.let_in()

    def test_a_state_and_a_code_come_back_once(self):
        browser = Browser()
        page = browser.open(self.door, until=lambda url: "/callback" in url)
        back = page.url
        self.assertIsNone(self.refusal(browser.open(back, until=self.is_landing)))
        self.assertIsNotNone(self.who(browser))
        self.assertEqual(self.refusal(browser.open(back, until=self.is_landing)), "expired")
        # A used code with a state of its own.
        code = urllib.parse.parse_qs(urllib.parse.urlsplit(back).query)["code"][0]
        browser = Browser()
        fresh = browser.open(self.door, until=lambda url: "/callback" in url)
        parts = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(fresh.url).query), code=code)
        page = browser.open(self.door + "/callback?" + urllib.parse.urlencode(parts), until=self.is_landing)
        self.assertEqual((self.refusal(page), self.who(browser)), ("failed", None))

    def test_a_state_of_another_browser_opens_nothing(self):
        attacker = Browser()
        back = attacker.open(self.door, until=lambda url: "/callback" in url).url
        stranger, begun = Browser(), Browser()
        self.assertEqual(self.refusal(stranger.open(back, until=self.is_landing)), "expired")
        begun.open(self.door, until=lambda url: "/callback" in url)
        self.assertEqual(self.refusal(begun.open(back, until=self.is_landing)), "expired")
        self.assertIsNone(self.who(begun))
        state = urllib.parse.parse_qs(urllib.parse.urlsplit(back).query)["state"][0]
        at, sign = state.split(".")[1:]
        forged = [state[:-1] + ("0" if state[-1] != "0" else "1"), state.replace(at, str(int(at) + 600)), "",
                  "..", "a" * 26 + f".{at}.{sign}", sign]
        for one in forged:
            page = attacker.open(self.door + "/callback?" + urllib.parse.urlencode({"state": one, "code": "c"}),
                                 until=self.is_landing)
            self.assertEqual(self.refusal(page), "expired", one)
        self.assertIsNone(self.refusal(attacker.open(back, until=self.is_landing)), "still its own")

    def test_a_second_tab_leaves_the_first_its_way_back(self):
        browser = Browser()
        first = browser.open(self.door, until=lambda url: "/callback" in url).url
        browser.open(self.door, until=lambda url: "/callback" in url)
        self.assertIsNone(self.refusal(browser.open(first, until=self.is_landing)))

    def test_provider_sends_its_issuer_and_errors_on_the_way_back(self):
        self.provider.came_back = {"iss": "http://localhost:1"}
        self.refused()
        self.provider.came_back = {"iss": self.provider.issuer, "session_state": "x", "scope": "openid"}
        self.let_in()
        self.provider.came_back = {"error": "server_error"}
        self.refused("unreachable")
        self.provider.came_back = {"error": "<script>", "error_description": "<script>alert(1)</script>"}
        self.refused()
        self.assertNotIn("script", self.node.text())
        self.provider.came_back = {"code": ""}
        self.refused()

    def test_a_discovery_document_that_is_not_its_own_is_refused(self):
        self.addCleanup(self.fresh_process)
        good = self.provider.discovery()
        for bad in ({**good, "issuer": "http://localhost:1"}, {**good, "token_endpoint": "http://example.org/token"},
                    {**good, "jwks_uri": "file:///etc/passwd"}, {**good, "authorization_endpoint": "javascript:1"},
                    {}, b"[]", b"<html>", b"{"):
            with self.subTest(bad=bad):
                self.fresh_process()
                self.provider.answers = {"/.well-known/openid-configuration": (200, bad)}
                self.refused()

    def test_provider_that_is_down_or_ill_lets_no_person_in(self):
        self.addCleanup(self.fresh_process)
        for path in ("/.well-known/openid-configuration", "/token", "/keys"):
            for answer in ((500, {}), (503, b"x")):
                self.fresh_process()
                self.provider.answers = {path: answer}
                self.refused("unreachable")
            self.provider.answers = {path: (302, b"")}
            self.fresh_process()
            self.refused()
            self.provider.reset()
            self.provider.floods = {path}
            self.fresh_process()
            self.refused("unreachable")
            self.provider.reset()

    def test_while_it_hangs_other_sign_ins_work_and_it_recovers(self):
        self.fresh_process()
        self.provider.stalls = {"/.well-known/openid-configuration"}
        pages, begun = [], time.monotonic()
        waiting = [threading.Thread(target=lambda: pages.append(self.come()[1])) for _ in range(6)]
        for thread in waiting:
            thread.start()
        client = self.node.client()
        self.addCleanup(client.close)
        slowest = 0
        while any(thread.is_alive() for thread in waiting) and time.monotonic() - begun < PATIENCE_S:
            asked = time.monotonic()
            self.assertEqual(client.get("/api/v1/setup").status, 200)
            slowest = max(slowest, time.monotonic() - asked)
            time.sleep(0.05)
        hung = time.monotonic() - begun
        signed_in = client.post("/api/v1/session", {"name": "ann", "password": PASSWORD})
        self.assertEqual(signed_in.status, 201, signed_in)
        for thread in waiting:
            thread.join(PATIENCE_S)
        self.assertEqual([self.refusal(page) for page in pages], ["unreachable"] * 6)
        self.assertLess(hung, PROMISE_S)
        self.assertLess(slowest, hung / 2, "others were answered all the time that it hung")
        self.provider.released.set()
        self.provider.reset()
        time.sleep(5.1)  # an unreachable provider is not asked again for this long
        self.let_in()

    def test_keys_that_change_are_fetched_and_not_at_each_try(self):
        self.fresh_process()
        self.addCleanup(self.fresh_process)
        self.let_in()
        new = SigningKey(self.node.folder, "new")
        self.addCleanup(setattr, self.provider, "key", self.provider.key)
        self.provider.key = new
        time.sleep(10.1)
        self.let_in()
        stranger = SigningKey(self.node.folder, "stranger")
        self.provider.token = lambda claims: stranger.token(claims)
        self.provider.asked.clear()
        for _ in range(5):
            self.refused()
        self.assertLessEqual(self.provider.asked.count("/keys"), 1)
        self.assertEqual(self.provider.asked.count("/.well-known/openid-configuration"), 0)

    def test_two_keys_of_one_name_are_refused(self):
        self.fresh_process()
        self.addCleanup(self.fresh_process)
        twin = SigningKey(self.node.folder, "twin")
        self.provider.keys = lambda: [self.provider.key.jwk, {**twin.jwk, "kid": self.provider.key.kid}]
        self.refused()
        self.provider.keys = lambda: [{**self.provider.key.jwk, "use": "enc"}]
        self.fresh_process()
        self.refused()
        self.provider.keys = lambda: [{"kty": "oct", "kid": "one", "k": "AAAA"}, 7, None, self.provider.key.jwk]
        self.fresh_process()
        self.let_in()

    def test_claims_from_userinfo_are_about_the_same_person(self):
        self.provider.claims = {"preferred_username": None}
        self.provider.answers = {"/me": (200, {"sub": "another", "preferred_username": "ann"})}
        self.refused()
        self.provider.answers = {"/me": (200, {"sub": "s1", "preferred_username": "ann"})}
        self.let_in()
        self.provider.answers = {"/me": (200, {"sub": "s1"})}
        self.refused("no_name")

    def test_groups_that_are_no_list_are_refused(self):
        self.provider.claims = {"groups": {"a": 1}}
        self.refused()
        self.provider.claims = {"groups": [1]}
        self.refused()
        self.provider.claims = {"groups": "one"}
        self.let_in()

    def test_without_an_account_the_page_says_to_ask(self):
        self.provider.claims = {"sub": "s9", "preferred_username": "nina"}
        self.refused("no_account")
        self.assertEqual(self.admin.get("/api/v1/people?q=nina").json["items"], [])


class TooOften(Site):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.provider = HostileProvider(cls.node.folder, CLIENT)
        cls.addClassCleanup(cls.provider.close)
        cls.begin(cls.provider.issuer, tries=5)
        made = cls.admin.post("/api/v1/people", {"name": "Ann", "unix_name": "ann", "password": PASSWORD})
        assert made.status == 201, made

    def test_unfinished_sign_ins_are_limited_and_finished_ones_are_not(self):
        for _ in range(15):
            page = Browser().open(self.door, until=self.is_landing)
            self.assertIsNone(self.refusal(page))
        got = [Browser().ask(self.door).status for _ in range(15)]
        self.assertEqual((got[0], got[-1]), (303, 429))
        self.assertIn(got.index(429), range(8, 12))


class InAnotherForm(Site):
    """An honest provider that gives claims in another form, or omits them."""
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.provider = HostileProvider(cls.node.folder, CLIENT)
        cls.addClassCleanup(cls.provider.close)
        cls.begin(cls.provider.issuer,
                  more='create = true\nadmins = "dibs-admins"\nunix_name_domain = "example.org"\n'
                       '[oidc.groups]\n"gpu-users" = "students"\n')
        cls.students = cls.admin.post("/api/v1/groups", {"name": "students"}).json["id"]

    def enter(self, **claims):
        self.provider.claims = {"preferred_username": "Erin.Gray@Example.org", **claims}
        browser = Browser()
        self.assertIsNone(self.refusal(browser.open(self.door, until=self.is_landing)), self.node.text()[-1500:])
        return self.who(browser)

    def test_groups_that_are_not_given_change_no_role_and_membership(self):
        erin = self.enter(groups=["dibs-admins", "gpu-users"])
        self.assertEqual((erin["unix_name"], erin["role"]), ("erin.gray", "admin"))
        for claims in ({"_claim_names": {"groups": "src1"}, "_claim_sources": {"src1": {"endpoint": "https://x.example"}}},
                       {"hasgroups": True}, {"hasgroups": "true", "groups": []}, {}):
            with self.subTest(claims=claims):
                self.assertEqual(self.enter(**claims)["role"], "admin")
                self.assertEqual(self.members(self.students), ["erin.gray"])
                self.assertIn("does not say which groups erin.gray is in", self.node.text())
        self.assertEqual(self.enter(groups=[])["role"], "user", "an empty list is an answer")
        self.assertEqual(self.members(self.students), [])
        self.assertEqual(self.enter(hasgroups=True)["role"], "user", "and what is not given makes nobody an admin")

    def test_groups_that_are_not_given_open_no_admins_account(self):
        self.add("chief", role="admin")
        self.provider.claims = {"sub": "s7", "preferred_username": "chief@EXAMPLE.ORG", "hasgroups": True}
        page = Browser().open(self.door, until=self.is_landing)
        self.assertEqual(self.refusal(page), "admin")

    def test_times_with_a_fraction_are_accepted_and_other_domains_not(self):
        now = time.time()
        self.assertEqual(self.enter(exp=now + 300.5, iat=now - 0.25)["unix_name"], "erin.gray")
        for name in ("erin.gray@example.com", "erin.gray@notexample.org", "erin.gray"):
            self.provider.claims = {"preferred_username": name}
            self.assertEqual(self.refusal(Browser().open(self.door, until=self.is_landing)), "no_name", name)


class BelowAPath(AtAHostileProvider):
    """The same behind a path prefix."""
    base = "/lab"

    def test_the_page_lists_the_provider(self):
        client = self.node.client()
        self.addCleanup(client.close)
        self.assertEqual(client.get("/api/v1/session/providers").json,
                         {"items": [{"name": "Lab account", "path": "/lab/api/v1/session/oidc"}]})


def load_tests(loader, _, __):
    """Of the class below a path, runs only the tests that differ there."""
    suite = unittest.TestSuite()
    for case in (AtAHostileProvider, InAnotherForm, TooOften):
        suite.addTests(loader.loadTestsFromTestCase(case))
    for name in ("test_the_page_lists_the_provider", "test_valid_tokens_of_the_provider_are_accepted"):
        suite.addTest(BelowAPath(name))
    return suite


if __name__ == "__main__":
    unittest.main()
