#!/usr/bin/env python3
"""Mail through real mail servers, with and without TLS and a login. An admin gets the server's
answer in plain words, and faulty servers are given up in time. The password is only in its file."""
import email
import email.policy
import pathlib
import shutil
import subprocess
import tempfile
import threading
import time
import unittest

from dibs_node import BUILD
from mail_server import Authority, IllServer, MailServer, dialogue
from patience import PATIENCE_S, PROMISE_S

PASSWORD = "a password of dibs' own 7391"


class Mail(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="dibs-mail."))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.authority = Authority(cls.folder)
        cls.tls = cls.authority.context("IP:127.0.0.1")
        cls.password_file = cls.folder / "password"
        cls.password_file.write_text(PASSWORD + "\n")
        cls.password_file.chmod(0o600)

    def server(self, **more):
        made = MailServer(**more)
        self.addCleanup(made.stop)
        return made

    def ill(self, serve):
        made = IllServer(serve)
        self.addCleanup(made.stop)
        return made

    def configuration(self, port, tls="none", **more):
        keys = {"server": "127.0.0.1", "port": port, "tls": tls, "from": "Dibs of the lab <dibs@example.org>", **more}
        text = "[mail]\n" + "".join(f"{key} = {value if isinstance(value, int) else chr(34) + str(value) + chr(34)}\n"
                                    for key, value in keys.items() if value is not None)
        file = pathlib.Path(tempfile.mkstemp(dir=self.folder, suffix=".toml")[1])
        file.write_text(text)
        return file

    def check(self, port, address="ann@example.org", **keys):
        """The output and exit code of `dibsd check-mail`."""
        words = [str(BUILD / "dibsd"), "--data", str(self.folder / "data"), "--config",
                 str(self.configuration(port, **keys)), "check-mail", address]
        done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=PATIENCE_S,
                              check=False)
        self.assertNotIn(PASSWORD, done.stdout)
        return done.returncode, done.stdout

    def with_login(self, **more):
        return {"login": "dibs", "password_file": self.password_file, **more}

    def test_a_letter_is_parsed_by_programs(self):
        server = self.server()
        code, said = self.check(server.port)
        self.assertEqual(code, 0, said)
        self.assertIn("The server has taken a test letter to ann@example.org: 250 2.0.0 taken as 4711\n", said)
        envelope = server.letters[0]
        self.assertEqual((envelope.mail_from, envelope.rcpt_tos), ("dibs@example.org", ["ann@example.org"]))
        letter = email.message_from_bytes(envelope.content, policy=email.policy.default)
        self.assertEqual(letter.defects, [])
        self.assertEqual(letter["From"], "Dibs of the lab <dibs@example.org>")
        self.assertEqual(letter["To"], "ann@example.org")
        self.assertEqual(letter["Subject"], "A test letter from Dibs")
        self.assertEqual(letter["Auto-Submitted"], "auto-generated")
        self.assertEqual(letter["MIME-Version"], "1.0")
        self.assertRegex(letter["Message-ID"], r"^<dibs\.[0-9a-f]{32}@example\.org>$")
        self.assertLess(abs(letter["Date"].datetime.timestamp() - time.time()), 60)
        self.assertIn('asked for with "dibsd check-mail"', letter.get_body().get_content())
        lines = [line for line in envelope.content.split(b"\r\n") if b"boundary=" not in line]
        self.assertLessEqual(max(map(len, lines)), 78)

    def test_starttls_and_tls_work_with_a_login(self):
        for kind in ("starttls", "tls"):
            with self.subTest(kind=kind):
                tls = {"starttls": self.tls} if kind == "starttls" else {"implicit": self.tls}
                server = self.server(login=(b"dibs", PASSWORD.encode()), **tls)
                code, said = self.check(server.port, tls=kind, ca=self.authority.file, **self.with_login())
                self.assertEqual(code, 0, said)
                self.assertEqual(len(server.letters), 1)
                self.assertEqual(server.logins, [(b"dibs", PASSWORD.encode())])

    def test_a_wrong_password_is_reported_and_not_printed(self):
        server = self.server(login=(b"dibs", b"another"), starttls=self.tls)
        code, said = self.check(server.port, tls="starttls", ca=self.authority.file, **self.with_login())
        self.assertEqual(code, 75, said)
        self.assertIn("No letter could be sent: 535", said)
        self.assertEqual(server.letters, [])

    def test_no_letter_goes_out_without_the_configured_tls(self):
        server = self.server()
        code, said = self.check(server.port, tls="starttls", ca=self.authority.file)
        self.assertEqual(code, 75, said)
        self.assertIn("STARTTLS", said)
        self.assertEqual((server.letters, server.tries), ([], 0))

    def test_a_certificate_is_checked_against_the_ca_and_the_name(self):
        others = self.authority.context("DNS:elsewhere.example.org")
        for tls, ca, says in ((self.tls, None, "certificate"), (others, self.authority.file, "127.0.0.1")):
            for kind in ("starttls", "tls"):
                with self.subTest(says=says, kind=kind):
                    server = self.server(**({"starttls": tls} if kind == "starttls" else {"implicit": tls}))
                    code, said = self.check(server.port, tls=kind, ca=ca)
                    self.assertEqual(code, 75, said)
                    self.assertIn(says, said)
                    self.assertEqual((server.letters, server.tries), ([], 0))

    def test_no_yes_and_later_answers_are_reported(self):
        refuses = self.server(receiver=lambda count: "550 5.1.1 no such user here")
        code, said = self.check(refuses.port)
        self.assertEqual((code, refuses.letters), (1, []), said)
        self.assertIn("The server refuses a letter to ann@example.org: 550 5.1.1 no such user here\n", said)
        later = self.server(content=lambda count: "451 4.7.1 try again" if count == 1 else None)
        code, said = self.check(later.port)
        self.assertEqual((code, later.letters), (75, []), said)
        self.assertIn("The server wants it later: 451 4.7.1 try again\n", said)
        code, said = self.check(later.port)
        self.assertEqual((code, len(later.letters)), (0, 1), said)

    def test_ill_servers_are_given_up_in_time(self):
        """All at once, because each waits for a deadline: 10 s to connect, 30 s in all."""
        def flood(connection):
            while True:
                connection.sendall(b"220-welcome " * 500 + b"\r\n")
        def drop(connection):
            dialogue(connection, lambda _: None)
        def hang(connection):
            connection.recv(1)
        def hang_behind(connection):
            dialogue(connection, lambda one: one.recv(1_000_000) and one.recv(1_000_000) and time.sleep(1000))
        cases = {"hangs": (hang, 9), "floods": (flood, 0), "drops": (drop, 0), "hangs behind the content": (hang_behind, 0)}
        ends = {}

        def one(name, serve):
            begun = time.monotonic()
            code, said = self.check(self.ill(serve).port)
            ends[name] = (code, said, time.monotonic() - begun)
        threads = [threading.Thread(target=one, args=(name, serve)) for name, (serve, _) in cases.items()]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for name, (_, least) in cases.items():
            code, said, took = ends[name]
            with self.subTest(name=name):
                self.assertEqual(code, 75, said)
                self.assertIn("No letter could be sent: ", said) if name != "drops" else None
                self.assertGreaterEqual(took, least)
                self.assertLess(took, 30 + PROMISE_S)

    def test_a_server_that_is_not_there_is_named(self):
        server = self.server()
        server.stop()
        code, said = self.check(server.port)
        self.assertEqual(code, 75, said)
        self.assertIn("onnect", said)

    def test_wrong_configuration_is_named(self):
        text = {"from": ("'Dibs'", "[mail] from: expected an address"), "tls": ("'ssl'", "one of starttls, tls, none"),
                "server": ("'mail example'", "[mail] server: expected a host"), "port": ("0", "from 1 to 65535"),
                "per_person_hour": ("0", "from 1 to"), "speed": ("1", "no such key")}
        for key, (value, says) in text.items():
            with self.subTest(key=key):
                file = self.folder / "wrong.toml"
                file.write_text(f"\n[mail]\n{key} = {value}\n")
                self.assert_refused(file, f"{file}:3: [mail] {key}", says)
        good = 'server = "mail.example.org"\nfrom = "dibs@example.org"\n'
        for table, says in (('server = "a"\n', "[mail] from: is missing"), ('from = "a@b"\n', "[mail] server: is missing"),
                            (good + 'login = "x"\n', "[mail] login: with password_file, or neither"),
                            (good + 'login = "x"\npassword_file = "/x"\ntls = "none"\n', "[mail] tls: with a login")):
            with self.subTest(table=table):
                file = self.folder / "wrong.toml"
                file.write_text("[mail]\n" + table)
                self.assert_refused(file, says)

    def assert_refused(self, file, *says):
        done = subprocess.run([str(BUILD / "dibsd"), "--data", str(self.folder / "data"), "--config", str(file),
                               "check-config"], capture_output=True, text=True, timeout=PATIENCE_S, check=False)
        self.assertEqual(done.returncode, 2, done.stderr)
        for text in says:
            self.assertIn(text, done.stderr)

    def test_an_open_password_file_and_no_server_are_named(self):
        loose = self.folder / "loose"
        loose.write_text(PASSWORD)
        loose.chmod(0o644)
        code, said = self.check(1, tls="starttls", login="dibs", password_file=loose)
        self.assertEqual(code, 1)
        self.assertIn("[mail] password_file: ", said)
        empty = self.folder / "empty.toml"
        empty.write_text("")
        done = subprocess.run([str(BUILD / "dibsd"), "--data", str(self.folder / "data"), "--config", str(empty),
                               "check-mail", "ann@example.org"], capture_output=True, text=True, timeout=PATIENCE_S, check=False)
        self.assertEqual((done.returncode, done.stdout),
                         (1, "No mail server is configured: [mail] server is not set.\n"))
        done = subprocess.run([str(BUILD / "dibsd"), "check-mail", "ann"], capture_output=True, text=True, timeout=PATIENCE_S,
                              check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("expected a mail address", done.stderr)


if __name__ == "__main__":
    unittest.main()
