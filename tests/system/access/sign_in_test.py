#!/usr/bin/env python3
"""Signing in behind a proxy during password guessing. Each client is counted by its own address,
a known device is let in, and requests through a proxy need a token at /metrics. The proxy is a
real one on its own port; clients come from addresses of 127.0.0.0/8."""
import http.client
import http.server
import json
import subprocess
import threading
import time
import unittest

from dibs_cli import Cli
from dibs_node import PASSWORD, Client, Node, free_port
from patience import PATIENCE_S

CONFIGURATION = """[server]
trusted_proxies = ["127.0.0.1"]
public_url = "https://dibs.example.org"
"""
HERE, ATTACKER = "127.0.0.7", "127.0.6.6"


class Proxy(http.server.ThreadingHTTPServer):
    """Forwards requests from 127.0.0.1, with the client's address in a header if configured."""
    daemon_threads = True

    def __init__(self, port, says_for_whom=True):
        self.to, self.says_for_whom = port, says_for_whom
        super().__init__(("127.0.0.1", 0), Passing)
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Passing(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def pass_on(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        head = {name: value for name, value in self.headers.items() if name.lower() != "connection"}
        if self.server.says_for_whom:
            before = head.get("X-Forwarded-For")
            client = self.client_address[0]
            head["X-Forwarded-For"] = f"{before}, {client}" if before else client
        there = http.client.HTTPConnection("127.0.0.1", self.server.to, timeout=PATIENCE_S,
                                           source_address=("127.0.0.1", 0))
        there.request(self.command, self.path, body or None, head)
        answer = there.getresponse()
        text = answer.read()
        self.send_response_only(answer.status)
        for name, value in answer.getheaders():
            if name.lower() != "connection":
                self.send_header(name, value)
        self.end_headers()
        self.wfile.write(text)
        there.close()

    do_GET = do_POST = pass_on

    def log_message(self, *_):
        pass


class SignIn(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.node = Node(configuration=CONFIGURATION)
        cls.addClassCleanup(cls.node.remove)
        cls.node.create_log()
        cls.node.start()
        cls.admin = cls.node.make_admin()
        cls.addClassCleanup(cls.admin.close)
        for name in ("bartek", "celina", "dorota", "eryk", "fred"):
            made = cls.admin.post("/api/v1/people", {"name": name, "unix_name": name, "password": PASSWORD})
            assert made.status == 201, made

    def proxy(self, **more):
        proxy = Proxy(self.node.port, **more)
        self.addCleanup(proxy.server_close)
        self.addCleanup(proxy.shutdown)
        return proxy.server_address[1]

    def ask(self, port, method, path, source, body=None, headers=None):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S, source_address=(source, 0))
        self.addCleanup(connection.close)
        text = None if body is None else json.dumps(body)
        connection.request(method, path, text, {"Content-Type": "application/json", **(headers or {})})
        answer = connection.getresponse()
        answer.text = answer.read().decode()
        return answer

    def sign_in(self, port, source, name, password=PASSWORD, headers=None):
        return self.ask(port, "POST", "/api/v1/session", source, {"name": name, "password": password}, headers)

    def guess(self, port, source, name, headers=None):
        return self.sign_in(port, source, name, "wrong", headers).status

    def test_wrong_passwords_behind_the_proxy_keep_no_other_client_out(self):
        port = self.proxy()
        got = []
        # one more is let in every two seconds
        while len(got) < 200 and (not got or got[-1] != 429):
            got.append(self.guess(port, ATTACKER, f"nobody{len(got)}"))
        self.assertEqual((got[0], got[-1]), (401, 429))
        self.assertGreater(len(got), 59)
        entered = self.sign_in(port, HERE, "bartek")
        self.assertEqual(entered.status, 201, entered.text)
        self.assertEqual(self.sign_in(port, "127.0.0.8", "eryk").status, 201)
        # The address is the client's, in whichever header it is sent.
        cookie = {"Cookie": entered.getheader("Set-Cookie").split(";")[0]}
        sessions = self.ask(port, "GET", "/api/v1/sessions", HERE, headers=cookie).text
        self.assertIn(f'"source":"{HERE}"', sessions.replace(" ", ""))
        events = self.admin.get("/api/v1/events?type=session.started&limit=1000").body.decode()
        self.assertIn(HERE, events)

    def test_untrusted_header_values_are_ignored(self):
        port = self.proxy()
        begun, got = time.monotonic(), []
        while len(got) < 40 and (not got or got[-1] == 401):
            got.append(self.guess(port, "127.0.6.7", "celina", {"X-Forwarded-For": f"203.0.113.{len(got)}"}))
        self.assertEqual(got[-1], 429)
        self.assertGreater(len(got), 5)
        # one more is let in every twelve seconds
        self.assertLessEqual(len(got), 7 + (time.monotonic() - begun) / 12)
        got = [self.guess(port, "127.0.6.8", f"who{i}", {"Forwarded": f"for=203.0.113.{i}"}) for i in range(3)]
        self.assertEqual(got, [401] * 3)

    def test_a_device_that_signed_in_before_is_let_in_while_others_guess(self):
        port = self.proxy()
        first = self.sign_in(port, HERE, "dorota")
        self.assertEqual(first.status, 201, first.text)
        cookies = [value.split(";")[0] for value in first.msg.get_all("Set-Cookie")]
        device = [cookie for cookie in cookies if cookie.startswith("dibs_device=")]
        self.assertEqual(len(device), 1, cookies)
        for i in range(2, 30):
            self.guess(port, f"127.0.66.{i}", "Dorota" if i % 2 else "dorota")
        # One try comes back every six seconds: of two at once the second has none.
        self.assertIn(429, [self.sign_in(port, f"127.0.67.{i}", "dorota").status for i in (1, 3)])
        self.assertIn(429, [self.sign_in(port, HERE, "dorota").status for _ in range(2)], "without its cookie")
        known = self.sign_in(port, HERE, "dorota", headers={"Cookie": device[0]})
        self.assertEqual(known.status, 201, known.text)
        other = self.sign_in(port, "127.0.67.2", "bartek", headers={"Cookie": device[0]})
        self.assertEqual(other.status, 201, "another account is not what they guess at")

    def test_the_command_line_is_known_after_its_first_sign_in(self):
        port = self.proxy()
        known, stranger = Cli(self.node.url), Cli(self.node.url)
        self.addCleanup(known.remove)
        self.addCleanup(stranger.remove)

        def log_in(dibs):
            return dibs("auth", "login", "fred", "--password-stdin", stdin=PASSWORD + "\n")

        said = log_in(known)
        self.assertEqual(said.code, 0, said)
        self.assertEqual(known("auth", "logout").code, 0)
        for i in range(2, 30):
            self.guess(port, f"127.0.68.{i}", "fred")
        self.assertTrue(any(log_in(stranger).code != 0 for _ in range(2)))
        said = log_in(known)
        self.assertEqual(said.code, 0, said)
        kept = known.home / ".config/dibs/devices.toml"
        self.assertEqual(kept.stat().st_mode & 0o777, 0o600)

    def test_metrics_need_a_token_also_from_loopback(self):
        silent = self.proxy(says_for_whom=False)
        at = {"Host": f"127.0.0.1:{self.node.port}"}
        for port in (silent, self.proxy(), self.node.port):
            self.assertEqual(self.ask(port, "GET", "/metrics", "127.0.0.1", headers=at).status, 401, port)
        secrets = {}
        for scope in ("metrics", "read"):
            made = self.admin.post("/api/v1/tokens", {"label": scope, "scopes": [scope]})
            self.assertEqual(made.status, 201, made)
            secrets[scope] = {**at, "Authorization": "Bearer " + made.json["secret"]}
        for port in (silent, self.node.port):
            answer = self.ask(port, "GET", "/metrics", "127.0.0.1", headers=secrets["metrics"])
            self.assertEqual(answer.status, 200, answer.text)
            self.assertRegex(answer.text, r"(?m)^dibs_people [1-9]\d*$")
        self.assertEqual(self.ask(silent, "GET", "/metrics", HERE, headers=secrets["read"]).status, 403)
        self.assertEqual(self.ask(silent, "GET", "/api/v1/gpus", HERE, headers=secrets["metrics"]).status, 403)
        for host, status in (("dibs.example.org", 200), ("evil.example", 421)):
            answer = self.ask(silent, "GET", "/metrics", HERE, headers={**secrets["metrics"], "Host": host})
            self.assertEqual(answer.status, status, answer.text)


class Address(unittest.TestCase):
    def printed(self, configuration, *words):
        """The link that a start prints, and its port."""
        node = Node(configuration=configuration)
        self.addCleanup(node.remove)
        node.create_log()
        with open(node.output, "wb") as out:
            node.process = subprocess.Popen(
                node.command(*words, "--no-dashboard", "--config", str(node.configuration)), stdout=out,
                stderr=subprocess.STDOUT)
        return node.setup_link()

    def test_the_printed_link_opens(self):
        port = free_port()
        link = self.printed("[server]\nlisten_anywhere = true\n", "--listen", f"0.0.0.0:{port}")
        self.assertTrue(link.startswith(f"http://127.0.0.1:{port}/setup?token="), link)
        client = Client(port)
        self.addCleanup(client.close)
        self.assertEqual(client.get("/livez").status, 200)

    def test_the_public_url_is_printed_if_configured(self):
        link = self.printed('[server]\npublic_url = "https://dibs.example.org"\nbase_path = "/gpus"\n',
                            "--listen", f"127.0.0.1:{free_port()}")
        self.assertTrue(link.startswith("https://dibs.example.org/gpus/setup?token="), link)


if __name__ == "__main__":
    unittest.main()
