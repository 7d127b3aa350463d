#!/usr/bin/env python3
"""With --base-path everything is under the prefix and nothing outside it: for a proxy that
passes paths on unchanged."""
import unittest

from dibs_cli import Cli
from dibs_node import PASSWORD, Client, at
from installation import Installation
from patience import PATIENCE_S
from websocket_client import Refused, WebSocket


class Prefix(Installation):
    base = "/dibs"

    def test_all_routes_answer_under_the_prefix(self):
        for path in ("/livez", "/readyz", "/metrics", "/api/v1/openapi.yaml", "/api/v1/gpus",
                     "/api/v1/session", "/api/v1/events"):
            self.assertEqual(self.admin.get(path).status, 200, path)

    def test_nothing_answers_outside_of_it(self):
        outside = Client(self.node.port, self.admin.token)
        self.addCleanup(outside.close)
        for path in ("/livez", "/readyz", "/metrics", "/api/v1/gpus", "/dibsapi/v1/gpus", "/dibs2/livez",
                     "/DIBS/livez", "//dibs/livez"):
            self.assertIn(outside.get(path).status, (400, 404), path)

    def test_links_and_cookies_keep_to_it(self):
        made = [self.admin.post("/api/v1/reservations", {
            "gpus": [self.gpus["gpu01:0"]], "from": at(days=day, hours=1),
            "until": at(days=day, hours=2)}) for day in (1, 2)]
        location = made[0].headers["Location"]
        self.assertTrue(location.startswith("/dibs/api/v1/reservations/res_"), location)
        outside = Client(self.node.port, self.admin.token)
        self.addCleanup(outside.close)
        self.assertEqual(outside.get(location).status, 200)
        page = self.admin.get("/api/v1/reservations?limit=1")
        self.assertRegex(page.headers["Link"], r'^</dibs/api/v1/reservations\?.*>; rel="next"$')
        entered = self.admin.post("/api/v1/session", {"name": "ann", "password": PASSWORD})
        self.assertRegex(entered.headers["Set-Cookie"], r"(?i); ?path=/dibs(/|;|$)")

    def test_the_one_time_link_and_the_command_line_use_it(self):
        self.assertRegex(self.node.text(), r"Dibs is ready: http://127\.0\.0\.1:\d+/dibs/setup\?token=")
        dibs = Cli(self.node.url)
        self.addCleanup(dibs.remove)
        login = dibs("auth", "login", "ann", "--password-stdin", stdin=PASSWORD + "\n")
        self.assertEqual(login.code, 0, login)
        self.assertEqual(len(dibs("gpu", "list").rows), 14)
        watch = dibs.in_background("watch", "-n", "1", "--after", "0")
        self.assertIn('"position"', watch.communicate(timeout=PATIENCE_S)[0])

    def test_the_stream_uses_it(self):
        stream = WebSocket(self.node.port, self.admin.token, "/dibs/api/v1/stream")
        self.addCleanup(stream.close)
        self.assertEqual(stream.subscribe("fleet")[-1]["type"], "caught_up")
        with self.assertRaises(Refused):
            WebSocket(self.node.port, self.admin.token)


if __name__ == "__main__":
    unittest.main()
