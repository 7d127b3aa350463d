#!/usr/bin/env python3
"""What must not be done, and how it is said: each wrong request gets problem+json that names the field
and the rule, nothing is half done, and the server goes on answering."""
import json
import re
import socket
import time
import unittest

from dibs_node import PASSWORD, UNLIMITED, at
from installation import SECURITY_HEADERS, Installation

RESERVATIONS = "/api/v1/reservations"
JSON = {"Content-Type": "application/json"}


class BadInput(Installation):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.user = cls.node.add_person(cls.admin, "bartek")
        cls.addClassCleanup(cls.user.close)

    def setUp(self):
        self.bookings = self.admin.get(RESERVATIONS).body

    def tearDown(self):
        self.assertEqual(self.admin.get("/livez").status, 200)
        self.assertIsNone(self.node.process.poll())
        self.assertEqual(self.admin.get(RESERVATIONS).body, self.bookings, "something was half done")

    def booking(self, **other):
        return {"gpus": [self.gpus["gpu01:0"]], "from": at(hours=30), "until": at(hours=32), **other}

    def send(self, text, path=RESERVATIONS, **headers):
        return self.admin.post(path, text, headers={**JSON, **headers})

    def raw(self, text, seconds=5):
        """What the server answers to these bytes, until it closes or says no more."""
        with socket.create_connection(("127.0.0.1", self.node.port), seconds) as connection:
            connection.settimeout(seconds)
            connection.sendall(text if isinstance(text, bytes) else text.encode())
            answer = b""
            try:
                while True:
                    piece = connection.recv(65536)
                    if not piece:
                        return answer.decode(errors="replace"), True
                    answer += piece
                    if b"\r\n\r\n" in answer:
                        connection.settimeout(0.3)
            except TimeoutError:
                return answer.decode(errors="replace"), False

    # JSON

    def test_what_is_not_json_is_malformed(self):
        good = json.dumps(self.booking())
        for text in ("", "{", "nonsense", good + "x", good + good, good[:-1], "[1,2]", "null", '"x"',
                     good.replace('"from"', "from"), good.replace(",", ",,", 1),
                     "[" * 40 + "]" * 40, '{"gpus": ' + "[" * 33 + "]" * 33 + "}"):
            self.assert_problem(self.send(text), 400, "malformed")
        for broken in (b'{"title": "\xff\xfe"}', b'{"title": "\xed\xa0\x80"}', b'{"title": "a\x00b"}',
                       b'{"title": "\\ud800"}'):
            self.assert_problem(self.send(broken), 400, "malformed")

    def test_an_unknown_member_is_named(self):
        answer = self.send(json.dumps(self.booking(colour="red")))
        self.assert_problem(answer, 400, "malformed", "colour")

    def test_a_repeated_member_is_named(self):
        text = json.dumps(self.booking())[:-1] + ', "until": "' + at(hours=40) + '"}'
        self.assert_problem(self.send(text), 400, "malformed", "until")

    def test_a_missing_member_is_named(self):
        for name in ("gpus", "from", "until"):
            body = self.booking()
            del body[name]
            self.assert_problem(self.send(json.dumps(body)), 400, "malformed", name)

    def test_a_wrong_type_is_named(self):
        for name, value in (("from", 5), ("until", None), ("gpus", "gpu01:0"), ("title", 7),
                            ("gpus", [7]), ("from", "tomorrow"), ("from", "2026-13-01T00:00:00Z"),
                            ("from", "2026-11-24T09:00:00"), ("id", "res_x"), ("gpus", ["gpu01:0"])):
            answer = self.send(json.dumps(self.booking(**{name: value})))
            self.assertIn(answer.status, (400, 422), answer)
            self.assertTrue(answer.json["field"].startswith(name), answer)

    def test_the_rules_of_a_booking_are_named(self):
        gpu = self.gpus["gpu01:0"]
        rules = [({"from": at(hours=32), "until": at(hours=30)}, "interval-reversed", "until"),
                 ({"until": at(hours=30)}, "interval-reversed", "until"),
                 ({"from": at(hours=-3), "until": at(hours=3)}, "in-the-past", "from"),
                 ({"from": at(minutes=-2), "until": at(hours=3)}, "in-the-past", "from"),
                 ({"until": at(hours=30, minutes=29)}, "too-short", "until"),
                 ({"until": at(days=12)}, "too-long", "until"),
                 ({"from": at(days=3000), "until": at(days=3001)}, "too-far-ahead", None),
                 ({"gpus": [gpu[:-4] + "0000"]}, "unknown-gpu", "gpus"),
                 ({"gpus": []}, "out-of-range", "gpus"),
                 ({"title": "x" * 201}, "out-of-range", "title"),
                 ({"owner": "per_0000000000000000000000000Z"}, "unknown-person", "owner")]
        for wrong, code, field in rules:
            with self.subTest(code=code, wrong=wrong):
                self.assert_problem(self.send(json.dumps(self.booking(**wrong))), 422, code, field)

    def test_a_gpu_named_twice_is_named(self):
        twice = self.booking(gpus=[self.gpus["gpu01:0"]] * 2)
        self.assert_problem(self.send(json.dumps(twice)), 400, "malformed", "gpus", "twice")

    def test_a_patch_keeps_the_rules(self):
        made = self.book(self.admin, ["gpu01:1"], {"hours": 50}, {"hours": 52})
        path, match = f"{RESERVATIONS}/{made['id']}", {"If-Match": '"v1"'}

        def patch(body, **headers):
            return self.admin.ask("PATCH", path, body, headers={**match, **headers})
        self.bookings = self.admin.get(RESERVATIONS).body
        self.assert_problem(patch({}), 400, "malformed")
        self.assert_problem(patch({"state": "running"}), 400, "malformed", "state")
        self.assert_problem(patch({"until": None}), 400, "malformed", "until")
        self.assert_problem(patch({"until": at(hours=49)}), 422, "interval-reversed", "until")
        self.assert_problem(self.admin.ask("PATCH", path, {"title": "x"}), 428, "precondition-required",
                            "If-Match")
        stale = patch({"title": "x"}, **{"If-Match": '"v7"'})
        self.assert_problem(stale, 412, "changed-meanwhile", "If-Match")
        self.assertEqual(stale.json["current"]["id"], made["id"])
        for wrong in ("v1", '"1"', "W/\"v1\"", '"v1", "v2"', '"v99999999999999999999"'):
            answer = patch({"title": "x"}, **{"If-Match": wrong})
            self.assertIn(answer.status, (400, 412, 422), answer)
            self.assertEqual(answer.json["field"], "If-Match")
        self.assert_problem(self.user.ask("PATCH", path, {"title": "x"}, headers=match), 403,
                            "not-allowed")
        self.admin.ask("DELETE", path, headers=match)
        self.bookings = self.admin.get(RESERVATIONS).body

    # Queries, paths, keys

    def test_a_query_is_as_strict_as_a_body(self):
        for query, field in (("limit=0", "limit"), ("limit=1001", "limit"), ("limit=x", "limit"),
                             ("limit=5&limit=6", "limit"), ("colour=red", "colour"),
                             ("cursor=xyz", "cursor"), ("state=gone", "state"), ("from=noon", "from"),
                             ("gpu=gpu_1", "gpu"), ("after=-1", "after"), ("owner=nobody", "owner"),
                             ("host=nowhere", "host")):
            answer = self.admin.get(f"{RESERVATIONS}?{query}")
            self.assertIn(answer.status, (400, 422), query)
            self.assertEqual(answer.json["field"], field, answer)
        self.assert_problem(self.admin.get(f"{RESERVATIONS}?after=99999999"), 503, "unavailable")

    def test_what_is_not_there_is_404(self):
        for path in ("/nowhere", "/api/v1/nowhere", "/api/v2/gpus", "/api/v1/gpus/", "/api/v1/gpus/x",
                     f"{RESERVATIONS}/res_0000000000000000000000000Z", f"{RESERVATIONS}/..%2f..%2fetc"):
            self.assert_problem(self.admin.get(path), 404, "not-found")
        for path in ("/../../etc/passwd", "/%2e%2e/etc/passwd"):
            self.assert_problem(self.admin.get(path), 400, "bad-request")
            self.admin.close()

    def test_another_method_is_405_with_allow(self):
        answer = self.admin.ask("PUT", RESERVATIONS, {})
        self.assert_problem(answer, 405, "method-not-allowed")
        self.assertEqual(set(answer.headers["Allow"].replace(" ", "").split(",")),
                         {"GET", "HEAD", "POST"})

    def test_an_idempotency_key_belongs_to_one_command(self):
        key = {"Idempotency-Key": "bad-input-1"}
        body = self.booking(gpus=[self.gpus["gpu01:2"]])
        first = self.admin.post(RESERVATIONS, body, headers=key)
        self.assertEqual(first.status, 201, first)
        again = self.admin.post(RESERVATIONS, body, headers=key)
        self.assertEqual((again.status, again.json["id"]), (201, first.json["id"]))
        self.bookings = self.admin.get(RESERVATIONS).body
        other = self.admin.post(RESERVATIONS, {**body, "title": "other"}, headers=key)
        self.assert_problem(other, 422, "key-reused", "Idempotency-Key")
        for wrong in ("", "x" * 129, "a b", "ą"):
            answer = self.admin.post(RESERVATIONS, self.booking(),
                                     headers={"Idempotency-Key": wrong.encode()})
            self.assertIn(answer.status, (400, 422), (wrong, answer))
            self.assertEqual(answer.json.get("field"), "Idempotency-Key", (wrong, answer))

    # Who asks, and from where

    def test_a_bad_token_is_401_everywhere(self):
        stranger = self.node.client()
        self.addCleanup(stranger.close)
        for header in ("Bearer dibs_wrong", "Bearer ", "Basic YTpi", "Bearer " + "x" * 4000, "dibs_x"):
            answer = stranger.get("/api/v1/gpus", headers={"Authorization": header})
            self.assert_problem(answer, 401, "not-signed-in")
        self.assert_problem(stranger.post(RESERVATIONS, {}), 401, "not-signed-in")
        cookie = {"Cookie": "dibs_session=wrong"}
        self.assert_problem(stranger.get("/api/v1/gpus", headers=cookie), 401, "not-signed-in")

    def test_a_command_by_cookie_comes_from_our_own_pages(self):
        client = self.node.client()
        self.addCleanup(client.close)
        entered = client.post("/api/v1/session", {"name": "bartek", "password": PASSWORD})
        cookie = entered.headers["Set-Cookie"]
        self.assertRegex(cookie, "(?i)httponly")
        self.assertRegex(cookie, "(?i)samesite=strict")
        cookie = {"Cookie": cookie.split(";")[0]}
        for name, value in (("Origin", "https://evil.example"), ("Origin", "null"), ("Origin", "http://"),
                            ("Origin", f"http://127.0.0.1:{self.node.port + 1}"),
                            ("Sec-Fetch-Site", "cross-site")):
            answer = client.post(RESERVATIONS, self.booking(), headers={**cookie, name: value})
            self.assert_problem(answer, 403, "not-allowed", name)
        self.assertEqual(client.get("/api/v1/gpus", headers=cookie).status, 200)

    def test_a_token_does_what_its_scopes_say(self):
        made = self.user.post("/api/v1/tokens", {"label": "x", "scopes": ["admin"]})
        self.assertIn(made.status, (401, 403), made)
        reader = self.admin.post("/api/v1/tokens", {"label": "x", "scopes": ["read"]}).json
        client = self.node.client(reader["secret"])
        self.addCleanup(client.close)
        self.assertEqual(client.get("/api/v1/gpus").status, 200)
        self.assert_problem(client.post(RESERVATIONS, self.booking()), 403, "not-allowed")
        self.assertEqual(client.ask("DELETE", "/api/v1/tokens/" + reader["id"]).status, 204)
        self.assert_problem(client.get("/api/v1/gpus"), 401, "not-signed-in")

    # HTTP itself

    def test_a_body_of_2_mb_is_413(self):
        big = json.dumps(self.booking(title="x" * 2_000_000))
        head = (f"POST {RESERVATIONS} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {self.admin.token}\r\n"
                "Content-Type: application/json\r\n")
        for text in (f"{head}Content-Length: {len(big)}\r\n\r\n",
                     f"{head}Content-Length: {len(big)}\r\nExpect: 100-continue\r\n\r\n"):
            answer, closed = self.raw(text)
            self.assertRegex(answer, r"^HTTP/1\.1 413 ")
            self.assertIn("urn:dibs:problem:content-too-large", answer)
            self.assertTrue(closed)
        chunks = "".join(f"{20000:x}\r\n{'x' * 20000}\r\n" for _ in range(5))
        answer, _ = self.raw(f"{head}Transfer-Encoding: chunked\r\n\r\n{chunks}")
        self.assertRegex(answer, r"^HTTP/1\.1 (411|413|400|501) ")

    def test_another_content_type_is_415(self):
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
            answer = self.admin.post(RESERVATIONS, "{}", headers={"Content-Type": kind})
            self.assert_problem(answer, 415, "unsupported-media-type", "Content-Type")

    def test_long_heads_are_refused(self):
        answer, closed = self.raw("GET / HTTP/1.1\r\nHost: a\r\nX: " + "x" * 70000 + "\r\n\r\n")
        self.assertRegex(answer, r"^HTTP/1\.1 431 ")
        self.assertTrue(closed)
        answer, _ = self.raw("GET /" + "x" * 70000 + " HTTP/1.1\r\nHost: a\r\n\r\n")
        self.assertRegex(answer, r"^HTTP/1\.1 (414|431) ")

    def test_what_could_be_read_in_two_ways_is_refused_and_the_connection_ends(self):
        post = f"POST {RESERVATIONS} HTTP/1.1\r\nHost: a\r\n"
        for text in (post + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                     post + "Content-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef",
                     post + "Content-Length: -1\r\n\r\n", post + "Content-Length: 1e3\r\n\r\n",
                     post + "Content-Length : 5\r\n\r\nabcde", post + " folded: x\r\n\r\n",
                     "GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
                     "GET / HTTP/9.9\r\nHost: a\r\n\r\n", "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n",
                     "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", "nonsense\r\n\r\n",
                     "GET / HTTP/1.1\r\nHost: a\r\nX\x00: b\r\n\r\n"):
            answer, closed = self.raw(text)
            self.assertTrue(closed, text)
            if answer:
                self.assertRegex(answer, r"^HTTP/1\.1 [45]\d\d ", text)
                for name, value in SECURITY_HEADERS.items():
                    self.assertIn(f"{name}: {value}\r\n", answer)

    def test_a_slow_head_does_not_hold_up_others(self):
        slow = [socket.create_connection(("127.0.0.1", self.node.port)) for _ in range(50)]
        for connection in slow:
            self.addCleanup(connection.close)
            connection.sendall(b"GET / HTTP/1.1\r\nHo")
        begun = time.monotonic()
        other = self.node.client()
        self.addCleanup(other.close)
        self.assertEqual(other.get("/livez").status, 200)
        self.assertLess(time.monotonic() - begun, 1)

    def test_every_answer_has_the_security_headers(self):
        for path, status in (("/livez", 200), ("/readyz", 200), ("/metrics", 200), ("/nowhere", 404),
                             ("/api/v1/openapi.yaml", 200), ("/api/v1/gpus", 200),
                             ("/", 404), ("/api/v1/reservations?x=1", 400), ("/api/v1/stream", 426)):
            answer = self.admin.get(path)
            self.assertEqual(answer.status, status, path)
            for name, value in SECURITY_HEADERS.items():
                self.assertEqual(answer.headers.get(name), value, (path, name))
            self.assertFalse(re.search(r"beast|boost", str(answer.headers), re.I))
        self.admin.close()

    def test_the_eleventh_try_in_a_minute_is_429(self):
        wrong = {"name": "nobody", "password": "not the password"}
        client = self.node.client()
        self.addCleanup(client.close)
        answers = [client.post("/api/v1/session", wrong) for _ in range(11)]
        self.assertEqual([answer.status for answer in answers[:10]], [401] * 10)
        self.assert_problem(answers[10], 429, "too-many-requests")

    def test_too_many_commands_are_429_and_reads_are_not(self):
        self.node.kill()
        self.node.configuration.write_text("[limits]\ncommands_per_min = 4\n")
        try:
            self.node.start()
            for client in (self.admin, self.user):
                client.close()
            answers = [self.admin.post(RESERVATIONS, self.booking(colour="red")) for _ in range(6)]
            self.assertEqual(answers[0].status, 400)
            self.assert_problem(answers[-1], 429, "too-many-requests")
            self.assertGreaterEqual(int(answers[-1].headers["Retry-After"]), 1)
            self.assertEqual(self.admin.get("/api/v1/gpus").status, 200)
        finally:
            self.node.kill()
            self.node.configuration.write_text(UNLIMITED)
            self.node.start()
            for client in (self.admin, self.user):
                client.close()


if __name__ == "__main__":
    unittest.main()
