#!/usr/bin/env python3
"""Revoked credentials stop working within a second. An account is disabled, removed, given a new
password, or signed out elsewhere; a token is revoked. A session cannot be planted before the
sign-in, kept after sign-out, or read by a script. Times run from the command to the effect on
its holder: an HTTP client that sends requests without end, and an open stream."""
import http.client
import threading
import time
import unittest

from dibs_node import PASSWORD, UNLIMITED, Node
from patience import PATIENCE_S, PROMISE_S
from websocket_client import Closed, Refused, WebSocket

OTHER_PASSWORD = "battery horse correct"


class Held(threading.Thread):
    """A credential in use: the time of its last successful answer, and of the close of its
    stream."""

    def __init__(self, node, token=None, cookie=None):
        super().__init__(daemon=True)
        self.node, self.client = node, node.client(token)
        self.headers = {"Cookie": cookie, "Origin": f"http://127.0.0.1:{node.port}"} if cookie else {}
        self.stream = WebSocket(node.port, token, **self.headers)
        self.stream.subscribe("fleet")
        self.ended, self.refused_at, self.closed_at, self.code = threading.Event(), None, None, None
        self.listener = threading.Thread(target=self.listen, daemon=True)

    def run(self):
        self.listener.start()
        while not self.ended.is_set() and self.refused_at is None:
            try:
                if self.client.get("/api/v1/people", headers=self.headers).status == 401:
                    self.refused_at = time.monotonic()
            except (OSError, http.client.HTTPException):
                pass
            time.sleep(0.005)
        self.listener.join(PATIENCE_S)
        self.client.close()
        self.stream.close()

    def listen(self):
        try:
            while True:
                self.stream.receive()
        except Closed as closed:
            self.closed_at, self.code = time.monotonic(), closed.code
        except OSError:
            pass

    def opens_a_stream(self):
        try:
            WebSocket(self.node.port, self.client.token, **self.headers).close()
        except Refused:
            return False
        return True


class Revocation(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.node = Node(configuration=UNLIMITED)
        cls.addClassCleanup(cls.node.remove)
        cls.node.create_log()
        cls.node.start()
        cls.admin = cls.node.make_admin()
        cls.addClassCleanup(cls.admin.close)
        cls.own = {"Origin": f"http://127.0.0.1:{cls.node.port}"}
        cls.slowest, cls.measured = 0, 0
        cls.addClassCleanup(lambda: print(f"revocation: {cls.measured} ends measured, the slowest after "
                                          f"{1000 * cls.slowest:.0f} ms"))

    def person(self, name):
        made = self.admin.post("/api/v1/people", {"name": name, "unix_name": name, "password": PASSWORD})
        self.assertEqual(made.status, 201, made)
        return made.json["id"]

    def enter(self, name, password=PASSWORD, **headers):
        """The answer and its session's cookie."""
        client = self.node.client()
        self.addCleanup(client.close)
        entered = client.post("/api/v1/session", {"name": name, "password": password}, headers={**self.own, **headers})
        self.assertEqual(entered.status, 201, entered)
        return entered, entered.headers["Set-Cookie"].split(";")[0]

    def ask(self, cookie, method, path, body=None):
        client = self.node.client()
        self.addCleanup(client.close)
        return client.ask(method, path, body, headers={"Cookie": cookie, **self.own})

    def token(self, cookie, scopes=("read",)):
        made = self.ask(cookie, "POST", "/api/v1/tokens", {"label": "l", "scopes": list(scopes)})
        self.assertEqual(made.status, 201, made)
        return made.json

    def hold(self, **credential):
        held = Held(self.node, **credential)
        self.addCleanup(held.ended.set)
        held.start()
        return held

    def ends(self, what, do, *ending, staying=()):
        """Runs the command `do`. HTTP and the stream must end within a second for `ending`, and
        for no others."""
        time.sleep(0.05)
        answer = do()
        begun = time.monotonic()  # a second from the answer, not from when a password was checked
        self.assertLess(answer.status, 300, answer)
        for held in ending:
            held.join(PATIENCE_S)
            for way, moment in (("HTTP", held.refused_at), ("the stream", held.closed_at)):
                self.assertIsNotNone(moment, f"{what}: {way} goes on")
                type(self).slowest = max(self.slowest, moment - begun)
                type(self).measured += 1
                self.assertLess(moment - begun, PROMISE_S, f"{what}: {way}")
            self.assertEqual(held.code, 1008, what)
            self.assertFalse(held.opens_a_stream(), what)
        for held in staying:
            self.assertIsNone(held.refused_at, what)
            self.assertIsNone(held.closed_at, what)
            self.assertTrue(held.opens_a_stream(), what)

    def of_a_person(self, name):
        """A person's id, a session, a token, and both in use."""
        person, (_, cookie) = self.person(name), self.enter(name)
        token = self.token(cookie)
        return person, cookie, token, self.hold(cookie=cookie), self.hold(token=token["secret"])

    def test_an_account_that_is_disabled_is_cut_off(self):
        person, *_, session, token = self.of_a_person("dora")
        self.ends("disabled", lambda: self.admin.post(f"/api/v1/people/{person}/disable", None), session, token)

    def test_an_account_that_is_removed_is_cut_off(self):
        person, *_, session, token = self.of_a_person("rita")
        self.ends("removed", lambda: self.admin.ask("DELETE", f"/api/v1/people/{person}"), session, token)

    def test_a_password_that_an_admin_sets_ends_all_sessions(self):
        person, *_, session, token = self.of_a_person("rosa")
        self.ends("reset", lambda: self.admin.post(f"/api/v1/people/{person}/password", {"password": OTHER_PASSWORD}),
                  session, token)
        client = self.node.client()
        self.addCleanup(client.close)
        self.assertEqual(client.post("/api/v1/session", {"name": "rosa", "password": PASSWORD}).status, 401)

    def test_a_password_that_is_set_with_a_link_ends_all_sessions(self):
        person, *_, session, token = self.of_a_person("lena")
        client = self.node.client()
        self.addCleanup(client.close)
        made = self.admin.post(f"/api/v1/people/{person}/password-link", None)
        self.assertEqual(made.status, 201, made)
        chosen = {"secret": made.json["url"].split("secret=")[1], "password": OTHER_PASSWORD}
        self.ends("a link", lambda: client.post("/api/v1/session/password-link", chosen, headers=self.own), session, token)
        self.assertEqual(client.post("/api/v1/session", {"name": "lena", "password": PASSWORD}).status, 401)

    def test_ones_own_password_change_ends_other_sessions(self):
        person, cookie, _, session, token = self.of_a_person("otto")
        here = self.enter("otto")[1]
        changed = []

        def change():
            changed.append(self.ask(here, "POST", f"/api/v1/people/{person}/password",
                                    {"current_password": PASSWORD, "password": OTHER_PASSWORD}))
            return changed[0]
        self.ends("own password", change, session)
        self.assertEqual(self.ask(here, "GET", "/api/v1/session").status, 401, "it has a new session")
        fresh = changed[0].headers["Set-Cookie"].split(";")[0]
        self.assertNotIn(fresh, (here, cookie))
        self.assertEqual(self.ask(fresh, "GET", "/api/v1/session").status, 200)
        token.ended.set()

    def test_signing_out_ends_sessions_here_and_elsewhere(self):
        person = self.person("emil")
        cookies = [self.enter("emil")[1] for _ in range(4)]
        held = [self.hold(cookie=cookie) for cookie in cookies]
        listed = self.ask(cookies[1], "GET", "/api/v1/sessions").json["items"]
        current = next(one["id"] for one in listed if one["current"])
        self.ends("one of them", lambda: self.ask(cookies[0], "DELETE", f"/api/v1/sessions/{current}"), held[1],
                  staying=[held[0], *held[2:]])
        self.ends("itself", lambda: self.ask(cookies[2], "DELETE", "/api/v1/session"), held[2], staying=[held[0], held[3]])
        self.ends("all", lambda: self.admin.ask("DELETE", f"/api/v1/sessions?person={person}"), held[0], held[3])

    def test_a_token_and_its_sessions_end_when_it_is_revoked(self):
        _, cookie, token, session, by_token = self.of_a_person("toni")
        client = self.node.client()
        self.addCleanup(client.close)
        lent = client.post("/api/v1/session", {"token": token["secret"]}, headers=self.own)
        wall = self.hold(cookie=lent.headers["Set-Cookie"].split(";")[0])
        self.ends("revoked", lambda: self.ask(cookie, "DELETE", f"/api/v1/tokens/{token['id']}"), by_token, wall,
                  staying=[session])

    def test_a_session_is_new_at_each_sign_in(self):
        self.person("fiona")
        planted = "dibs_session=" + "A" * 52
        _, first = self.enter("fiona", Cookie=planted)
        self.assertNotEqual(first, planted)
        self.assertEqual(self.ask(planted, "GET", "/api/v1/session").status, 401, "what was there before opens nothing")
        _, second = self.enter("fiona", Cookie=first)
        self.assertNotEqual(second, first)
        # A session planted in this browser before is not the one signed in as fiona.
        _, mine = self.enter("ann")
        _, hers = self.enter("fiona", Cookie=mine)
        for cookie, name in ((mine, "ann"), (hers, "fiona")):
            self.assertEqual(self.ask(cookie, "GET", "/api/v1/session").json["person"]["unix_name"], name)
        self.assertNotEqual(hers, mine)
        # A session is no token, a token no session, and a device's cookie neither.
        device = self.enter("fiona")[0].headers.get_all("Set-Cookie")[1].split(";")[0].partition("=")[2]
        secret = hers.partition("=")[2]
        for wrong in (self.node.client(secret), self.node.client(device)):
            self.assertEqual(wrong.get("/api/v1/session").status, 401)
            wrong.close()
        for value in (device, self.token(hers)["secret"], secret[:-1], secret + "A", secret.swapcase(), ""):
            self.assertEqual(self.ask(f"dibs_session={value}", "GET", "/api/v1/session").status, 401, value)

    def test_cookies_are_for_own_pages_only(self):
        self.person("carl")
        for proto, secure in ((None, False), ("https", True)):
            entered, _ = self.enter("carl", **({"X-Forwarded-Proto": proto, "Origin": self.own["Origin"].replace("http:", "https:")} if proto else {}))
            for line in entered.headers.get_all("Set-Cookie"):
                parts = [part.strip() for part in line.split(";")]
                self.assertEqual(parts[0].startswith("__Host-"), secure, line)
                self.assertEqual("Secure" in parts, secure, line)
                for flag in ("HttpOnly", "SameSite=Strict", "Path=/"):
                    self.assertIn(flag, parts)
                self.assertFalse([part for part in parts if part.lower().startswith("domain")], line)
            self.assertEqual(entered.headers["Cache-Control"], "no-store")
        gone = self.ask(self.enter("carl")[1], "DELETE", "/api/v1/session")
        self.assertRegex(gone.headers["Set-Cookie"], r"^dibs_session=; .*Max-Age=0; HttpOnly; SameSite=Strict$")


if __name__ == "__main__":
    unittest.main()
