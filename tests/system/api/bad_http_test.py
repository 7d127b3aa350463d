#!/usr/bin/env python3
"""Authentication, origins and HTTP itself: wrong tokens, foreign pages, too long or ambiguous
heads and bodies, too many tries. Each is refused, with the security headers."""
import contextlib
import json
import re
import socket
import time
import unittest

from bad_request import RESERVATIONS, BadRequest
from dibs_node import PASSWORD, UNLIMITED
from installation import SECURITY_HEADERS
from patience import PATIENCE_S


class BadHttp(BadRequest):
    def raw(self, text, seconds=PATIENCE_S):
        """The server's answer to these bytes, until it closes, or until the body is complete on
        a kept connection."""
        with socket.create_connection(("127.0.0.1", self.node.port), PATIENCE_S) as connection:
            connection.settimeout(seconds)
            connection.sendall(text if isinstance(text, bytes) else text.encode())
            answer = b""
            try:
                while True:
                    piece = connection.recv(65536)
                    if not piece:
                        return answer.decode(errors="replace"), True
                    answer += piece
                    if self.is_whole(answer):
                        connection.settimeout(1)
            except TimeoutError:
                return answer.decode(errors="replace"), False

    @staticmethod
    def is_whole(answer):
        """Whether the body is complete and the connection stays open."""
        head, end, body = answer.partition(b"\r\n\r\n")
        size = re.search(rb"(?i)\r\ncontent-length: *(\d+)", head)
        return end and not re.search(rb"(?i)\r\nconnection: *close", head) and len(body) >= int(size[1] if size else 0)

    # Authentication and origins

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
            self.assertIn("/problems/content-too-large", answer)
            self.assertTrue(closed)
        chunks = "".join(f"{20000:x}\r\n{'x' * 20000}\r\n" for _ in range(5))
        answer, _ = self.raw(f"{head}Transfer-Encoding: chunked\r\n\r\n{chunks}")
        self.assertRegex(answer, r"^HTTP/1\.1 413 ")

    def test_another_content_type_is_415(self):
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
            answer = self.admin.post(RESERVATIONS, "{}", headers={"Content-Type": kind})
            self.assert_problem(answer, 415, "unsupported-media-type", "Content-Type")

    def test_long_heads_are_refused(self):
        answer, closed = self.raw("GET / HTTP/1.1\r\nHost: a\r\nX: " + "x" * 70000 + "\r\n\r\n")
        self.assertRegex(answer, r"^HTTP/1\.1 431 ")
        self.assertTrue(closed)
        answer, _ = self.raw("GET /" + "x" * 70000 + " HTTP/1.1\r\nHost: a\r\n\r\n")
        self.assertRegex(answer, r"^HTTP/1\.1 414 ")
        self.assertIn("/problems/uri-too-long", answer)

    def test_valid_http_variants_are_accepted(self):
        text = json.dumps(self.booking(colour="red"))  # reaches the route, which refuses it
        half = len(text) // 2
        chunks = "".join(f"{len(part):x}\r\n{part}\r\n" for part in (text[:half], text[half:], ""))
        answer, _ = self.raw(f"POST {RESERVATIONS} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer "
                             f"{self.admin.token}\r\nContent-Type: application/json\r\n"
                             f"Transfer-Encoding: chunked\r\n\r\n{chunks}")
        self.assertRegex(answer, r"^HTTP/1\.1 400 ")
        self.assertIn("colour", answer)
        answer, _ = self.raw("GET http://a/livez HTTP/1.1\r\nHost: a\r\n\r\n")
        self.assertRegex(answer, r"^HTTP/1\.1 200 ")
        answer, _ = self.raw("OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n")
        self.assertRegex(answer, r"^HTTP/1\.1 204 ")
        self.assertIn("Allow: GET, HEAD, POST", answer)
        answer, _ = self.raw("TRACE /livez HTTP/1.1\r\nHost: a\r\n\r\n")
        self.assertRegex(answer, r"^HTTP/1\.1 405 ")
        self.assertIn("Allow: GET, HEAD\r\n", answer)

    def test_two_way_readable_requests_are_refused_and_the_connection_ends(self):
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
        other = self.node.client()
        self.addCleanup(other.close)
        self.assertEqual(other.get("/livez").status, 200)
        for connection in slow:  # heads that do not end are cut after ten seconds: these still wait
            connection.setblocking(False)
            self.assertRaises(BlockingIOError, connection.recv, 1)

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

    @contextlib.contextmanager
    def configured(self, text):
        """Runs the node with another configuration for a while."""
        def put(configuration):
            self.node.kill()
            self.node.configuration.write_text(configuration)
            self.node.start()
            for client in (self.admin, self.user):
                client.close()
        put(text)
        try:
            yield
        finally:
            put(UNLIMITED)

    def test_the_sixth_try_at_once_is_429(self):
        wrong = {"name": "nobody", "password": "not the password"}
        with self.configured(""):
            client = self.node.client()
            self.addCleanup(client.close)
            begun, answers = time.monotonic(), []
            while len(answers) < 40 and (not answers or answers[-1].status == 401):
                answers.append(client.post("/api/v1/session", wrong))
            self.assert_problem(answers[-1], 429, "too-many-requests")
            more = (time.monotonic() - begun) / 12  # one try comes back every twelve seconds
            self.assertGreater(len(answers), 5)
            self.assertLessEqual(len(answers), 6 + more)

    def test_too_many_commands_are_429_and_reads_are_not(self):
        with self.configured("[limits]\ncommands_per_min = 4\n"):
            answers = [self.admin.post(RESERVATIONS, self.booking(colour="red")) for _ in range(6)]
            self.assertEqual(answers[0].status, 400)
            self.assert_problem(answers[-1], 429, "too-many-requests")
            self.assertGreaterEqual(int(answers[-1].headers["Retry-After"]), 1)
            self.assertEqual(self.admin.get("/api/v1/gpus").status, 200)


if __name__ == "__main__":
    unittest.main()
