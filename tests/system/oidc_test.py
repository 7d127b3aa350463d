#!/usr/bin/env python3
"""Signing in with an identity provider: at a real one (oidc-provider, on its own pages, in something
that keeps cookies as browsers do), and at a hostile one that says what is not to be believed."""
import hmac
import json
import pathlib
import re
import threading
import time
import unittest
import urllib.parse

from browser import Browser
from dibs_node import PASSWORD, Node
from identity_provider import HostileProvider, RealProvider, SigningKey, base64url, node_program

SECRET = "not-for-anybody-else-0123456789"
CLIENT = "dibs"
LIMITS = ("[limits]\ncommands_per_min = 1000000\nsign_ins_per_min = 1000000\n"
          "sign_ins_per_address_min = {tries}\n")


def configuration(node, issuer, secret_file=None, tries=1000000, more=""):
    secret = f'client_secret_file = "{secret_file}"\n' if secret_file else ""
    return (f'[server]\npublic_url = "{node.url.removesuffix(node.base)}"\n{LIMITS.format(tries=tries)}'
            f'[oidc]\nname = "Lab account"\nissuer = "{issuer}"\nclient_id = "{CLIENT}"\n{secret}{more}')


class Site(unittest.TestCase):
    """A node that asks a provider, an admin, and browsers."""
    base = ""

    @classmethod
    def begin(cls, issuer, **more):
        cls.node.configuration.write_text(configuration(cls.node, issuer, **more))
        cls.node.create_log()
        cls.node.start()
        cls.admin = cls.node.make_admin("boss")
        cls.addClassCleanup(cls.admin.close)

    @classmethod
    def setUpClass(cls):
        cls.node = Node(base=cls.base)
        cls.addClassCleanup(cls.node.remove)

    @property
    def door(self):
        return self.node.url + "/api/v1/session/oidc"

    def add(self, name, role="user"):
        made = self.admin.post("/api/v1/people", {"name": name.title(), "unix_name": name, "role": role,
                                                  "password": PASSWORD})
        self.assertEqual(made.status, 201, made)
        return made.json["id"]

    def who(self, browser):
        """Who is signed in there: their row, or None."""
        page = browser.ask(self.node.url + "/api/v1/session")
        return json.loads(page.text)["person"] if page.status == 200 else None

    def is_landing(self, url):
        return url.startswith(self.node.url + "/") and "/api/" not in url

    def refusal(self, page):
        """Why the page that one lands on says one was not let in; None: one was."""
        self.assertEqual(page.status, 303, page)
        self.assertTrue(self.is_landing(page.url), page)
        return page.query.get("refused")

    def group(self, name):
        made = self.admin.post("/api/v1/groups", {"name": name})
        self.assertEqual(made.status, 201, made)
        return made.json["id"]

    def members(self, group):
        return sorted(m["unix_name"] for m in self.admin.get(f"/api/v1/groups/{group}/members").json["items"])


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
                       '"gpu-staff" = "staff"\n"gpu-profs" = "staff"\n')

    def knows(self, typed, sub=None, **claims):
        self.people[typed] = {"sub": sub or f"sub-{typed}", "preferred_username": typed, "name": typed.title(),
                              "email": f"{typed}@example.org", "email_verified": True, **claims}
        self.provider.knows(self.people)

    def come(self, typed, browser=None):
        """From our door over the provider's pages until one lands on ours."""
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

    def test_one_lands_on_the_page_with_a_session_of_ones_own(self):
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

    def test_each_algorithm_and_claims_that_are_told_elsewhere(self):
        self.knows("algo")
        self.addCleanup(self.provider.restart)
        for algorithm in ("ES256", "EdDSA", "RS256"):
            for brief in (False, True):
                with self.subTest(algorithm=algorithm, brief=brief):
                    time.sleep(10.1)       # its keys are new, and asked for at most each ten seconds
                    self.provider.restart(algorithm=algorithm, brief=brief)
                    self.assertEqual(self.who(self.enter("algo"))["unix_name"], "algo")

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

    def test_another_name_for_a_subject_and_another_subject_for_a_name(self):
        self.knows("rena")
        self.enter("rena")
        victim = self.add("victim")
        self.knows("rena", preferred_username="victim")          # renamed at the provider
        browser, page = self.come("rena")
        self.assertEqual((self.refusal(page), self.who(browser)), ("renamed", None))
        self.knows("thief", preferred_username="rena")
        browser, page = self.come("thief")
        self.assertEqual((self.refusal(page), self.who(browser)), ("taken", None))
        history = json.dumps(self.admin.get(f"/api/v1/people/{victim}").json)
        self.assertNotIn("thief", history)
        # An admin says that it is the same person.
        rena = next(p for p in self.admin.get("/api/v1/people?q=rena").json["items"] if p["unix_name"] == "rena")
        self.assertEqual(self.admin.ask("DELETE", f"/api/v1/people/{rena['id']}/link").status, 204)
        self.assertEqual(self.who(self.enter("thief"))["id"], rena["id"])

    def test_who_is_disabled_stays_out(self):
        self.knows("dora")
        browser = self.enter("dora")
        person = self.who(browser)
        self.assertEqual(self.admin.post(f"/api/v1/people/{person['id']}/disable", {}).status, 204)
        self.assertIsNone(self.who(browser), "the session ended")
        browser, page = self.come("dora", browser)
        self.assertEqual((self.refusal(page), self.who(browser)), ("disabled", None))

    def test_what_is_no_unix_name_makes_no_account(self):
        for name in ("Eve Smith", "root", "../etc", "e" * 33, "", "eve@example.org"):
            self.knows("eve", preferred_username=name)
            self.assertEqual(self.refusal(self.come("eve")[1]), "no_name", name)

    def test_who_says_no_at_the_provider_comes_back_and_is_told(self):
        self.knows("nora")
        browser = Browser()
        page = browser.open(self.door)
        cancel = re.search(r'href="([^"]*/abort)"', page.text)[1]
        page = browser.open(urllib.parse.urljoin(page.url, cancel), until=self.is_landing, come_from=page.url)
        self.assertEqual(self.refusal(page), "denied")

    def test_who_made_an_account_so_has_no_password_of_ours(self):
        self.knows("paula")
        self.enter("paula")
        client = self.node.client()
        self.addCleanup(client.close)
        for password in ("", " ", PASSWORD, "x"):
            answer = client.post("/api/v1/session", {"name": "paula", "password": password})
            self.assertIn(answer.status, (401, 422), answer)

    def test_no_secret_stands_anywhere(self):
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
        """What is remembered of the provider is forgotten."""
        self.node.stop()
        self.node.start()

    def test_it_is_let_in_where_all_is_well(self):
        self.let_in()
        self.provider.claims = {"aud": [CLIENT, "other"], "azp": CLIENT}
        self.let_in()

    def test_claims_that_are_not_ours(self):
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

    def test_signatures_that_are_none(self):
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
        # A code that was used, with a state of its own.
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

    def test_it_says_who_it_is_on_the_way_back(self):
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

    def test_a_discovery_document_that_is_not_its_own(self):
        self.addCleanup(self.fresh_process)
        good = self.provider.discovery()
        for bad in ({**good, "issuer": "http://localhost:1"}, {**good, "token_endpoint": "http://example.org/token"},
                    {**good, "jwks_uri": "file:///etc/passwd"}, {**good, "authorization_endpoint": "javascript:1"},
                    {}, b"[]", b"<html>", b"{"):
            with self.subTest(bad=bad):
                self.fresh_process()
                self.provider.answers = {"/.well-known/openid-configuration": (200, bad)}
                self.refused()

    def test_it_is_down_or_ill(self):
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

    def test_while_it_hangs_others_go_on_and_it_is_let_in_again_after(self):
        self.fresh_process()
        self.provider.stalls = {"/.well-known/openid-configuration"}
        pages, begun = [], time.monotonic()
        waiting = [threading.Thread(target=lambda: pages.append(self.come()[1])) for _ in range(6)]
        for thread in waiting:
            thread.start()
        client = self.node.client()
        self.addCleanup(client.close)
        slowest = 0
        while any(thread.is_alive() for thread in waiting) and time.monotonic() - begun < 60:
            asked = time.monotonic()
            self.assertEqual(client.get("/api/v1/setup").status, 200)
            slowest = max(slowest, time.monotonic() - asked)
            time.sleep(0.05)
        signed_in = client.post("/api/v1/session", {"name": "ann", "password": PASSWORD})
        self.assertEqual(signed_in.status, 201, signed_in)
        for thread in waiting:
            thread.join(1)
        self.assertEqual([self.refusal(page) for page in pages], ["unreachable"] * 6)
        self.assertLess(time.monotonic() - begun, 40)
        self.assertLess(slowest, 1)
        self.provider.released.set()
        self.provider.reset()
        time.sleep(5.1)      # what could not be reached is left alone for so long
        self.let_in()

    def test_keys_that_change_are_fetched_and_not_at_each_try(self):
        self.fresh_process()
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

    def test_two_keys_of_one_name_are_none(self):
        self.fresh_process()
        twin = SigningKey(self.node.folder, "twin")
        self.provider.keys = lambda: [self.provider.key.jwk, {**twin.jwk, "kid": self.provider.key.kid}]
        self.refused()
        self.provider.keys = lambda: [{**self.provider.key.jwk, "use": "enc"}]
        self.fresh_process()
        self.refused()
        self.provider.keys = lambda: [{"kty": "oct", "kid": "one", "k": "AAAA"}, 7, None, self.provider.key.jwk]
        self.fresh_process()
        self.let_in()

    def test_claims_from_elsewhere_are_about_the_same_person(self):
        self.provider.claims = {"preferred_username": None}
        self.provider.answers = {"/me": (200, {"sub": "another", "preferred_username": "ann"})}
        self.refused()
        self.provider.answers = {"/me": (200, {"sub": "s1", "preferred_username": "ann"})}
        self.let_in()
        self.provider.answers = {"/me": (200, {"sub": "s1"})}
        self.refused("no_name")

    def test_groups_that_are_no_list_let_nobody_in(self):
        self.provider.claims = {"groups": {"a": 1}}
        self.refused()
        self.provider.claims = {"groups": [1]}
        self.refused()
        self.provider.claims = {"groups": "one"}
        self.let_in()

    def test_who_has_no_account_is_told_to_ask(self):
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

    def test_who_begins_and_never_ends_is_stopped_and_who_gets_in_is_not(self):
        for _ in range(15):
            page = Browser().open(self.door, until=self.is_landing)
            self.assertIsNone(self.refusal(page))
        got = [Browser().ask(self.door).status for _ in range(15)]
        self.assertEqual((got[0], got[-1]), (303, 429))
        self.assertIn(got.index(429), range(8, 12))


class WhatIsConfigured(Site):
    def start_with(self, text):
        """What dibsd says of this configuration."""
        self.node.configuration.write_text(text)
        self.node.start(wait=False)
        self.node.process.wait(20)
        said = self.node.text()
        self.node.output.unlink()
        return said

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

    def test_without_a_provider_there_is_no_way_to_it(self):
        node = Node()
        self.addCleanup(node.remove)
        node.create_log()
        node.start()
        client = node.client()
        self.addCleanup(client.close)
        self.assertEqual(client.get("/api/v1/session/providers").json, {"items": []})
        for path in ("/api/v1/session/oidc", "/api/v1/session/oidc/callback?code=a&state=b"):
            self.assertEqual(client.get(path).status, 409)


class BelowAPath(AtAHostileProvider):
    """The same behind a prefix."""
    base = "/lab"

    def test_the_page_knows_of_it(self):
        client = self.node.client()
        self.addCleanup(client.close)
        self.assertEqual(client.get("/api/v1/session/providers").json,
                         {"items": [{"name": "Lab account", "path": "/lab/api/v1/session/oidc"}]})


def load_tests(loader, _, __):
    """Of the class below a path only what differs there."""
    suite = unittest.TestSuite()
    for case in (AtARealProvider, AtAHostileProvider, TooOften, WhatIsConfigured):
        suite.addTests(loader.loadTestsFromTestCase(case))
    for name in ("test_the_page_knows_of_it", "test_it_is_let_in_where_all_is_well"):
        suite.addTest(BelowAPath(name))
    return suite


if __name__ == "__main__":
    unittest.main()
