#!/usr/bin/env python3
"""dibsd with its own certificate: only HTTPS on its port, checked with openssl and curl; cookies
that no other site can overwrite; streams over TLS; a renewed certificate without a restart."""
import os
import pathlib
import re
import socket
import ssl
import subprocess
import unittest

from dibs_node import BUILD, PASSWORD, UNLIMITED, Node
from patience import PATIENCE_S, wait_until
from websocket_client import frame


def make_certificate(folder, name):
    """Self-signed, for 127.0.0.1; returns the two files."""
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    fresh = folder / "fresh.pem"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                    "-days", "2", "-subj", f"/CN={name}", "-addext", "subjectAltName=IP:127.0.0.1",
                    "-keyout", str(folder / "fresh-key.pem"), "-out", str(fresh)], check=True, capture_output=True)
    os.chmod(folder / "fresh-key.pem", 0o600)
    os.replace(folder / "fresh-key.pem", key)
    os.replace(fresh, certificate)
    return certificate, key


class TlsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.node = Node()
        cls.addClassCleanup(cls.end)
        cls.certificate, cls.key = make_certificate(cls.node.folder, "first")
        cls.node.configuration.write_text(UNLIMITED.replace(
            "[server]\n", f'[server]\ncertificate = "{cls.certificate}"\ncertificate_key = "{cls.key}"\n'))
        cls.node.create_log()
        cls.node.start(wait=False)
        wait_until(lambda: cls.curl("/readyz").returncode == 0, "dibsd is ready", cls.node.text)

    @classmethod
    def end(cls):
        if cls.node.process:
            cls.node.process.terminate()
            assert cls.node.process.wait(PATIENCE_S) == 0, cls.node.text()

    @classmethod
    def curl(cls, path, *more, scheme="https"):
        return subprocess.run(
            ["curl", "-sS", "-i", "--http1.1", "--max-time", "10", "--cacert", str(cls.certificate), *more,
             f"{scheme}://127.0.0.1:{cls.node.port}{path}"], capture_output=True, text=True, check=False)

    def s_client(self, *words):
        return subprocess.run(["openssl", "s_client", "-connect", f"127.0.0.1:{self.node.port}",
                               "-CAfile", str(self.certificate), "-verify_return_error", *words],
                              input="", capture_output=True, text=True, timeout=PATIENCE_S, check=False)

    def connect(self):
        context = ssl.create_default_context(cafile=str(self.certificate))
        return context.wrap_socket(socket.create_connection(("127.0.0.1", self.node.port), timeout=PATIENCE_S),
                                   server_hostname="127.0.0.1")

    def test_openssl_finds_tls_1_2_and_1_3_and_nothing_older_or_weaker(self):
        for version in ("-tls1_2", "-tls1_3"):
            said = self.s_client(version, "-alpn", "h2,http/1.1")
            self.assertEqual(said.returncode, 0, said.stderr)
            self.assertIn("Verify return code: 0 (ok)", said.stdout)
            self.assertIn("ALPN protocol: http/1.1", said.stdout)
        old = self.s_client("-tls1_1", "-cipher", "ALL:@SECLEVEL=0")
        self.assertNotEqual(old.returncode, 0)
        without_forward_secrecy = self.s_client("-tls1_2", "-cipher", "AES128-GCM-SHA256:AES128-SHA")
        self.assertNotEqual(without_forward_secrecy.returncode, 0)

    def test_answers_set_strict_transport_security(self):
        said = self.curl("/api/v1/setup")
        self.assertIn("HTTP/1.1 200", said.stdout)
        self.assertRegex(said.stdout, r"(?i)strict-transport-security: max-age=\d+")

    def test_plain_http_on_its_port_is_answered_with_a_hint_to_https(self):
        said = self.curl("/", scheme="http")
        self.assertIn("HTTP/1.1 400", said.stdout)
        self.assertIn("https://", said.stdout)

    def test_the_link_of_the_first_start_is_https(self):
        self.assertRegex(self.node.setup_link(), r"^https://127\.0\.0\.1:\d+/setup\?token=")

    def test_cookies_are_bound_to_this_host_and_forged_ones_are_ignored(self):
        body = f'{{"token":"{self.node.setup_token()}","name":"ann","unix_name":"ann","password":"{PASSWORD}"}}'
        said = self.curl("/api/v1/setup", "-d", body, "-H", "Content-Type: application/json")
        self.assertIn("HTTP/1.1 201", said.stdout, said.stdout)
        cookies = re.findall(r"(?im)^set-cookie: (.*)$", said.stdout)
        self.assertEqual(len(cookies), 2, cookies)
        for cookie in cookies:
            self.assertRegex(cookie, r"^__Host-dibs_(session|device)=")
            for flag in ("; Path=/;", "; HttpOnly", "; SameSite=Strict", "; Secure"):
                self.assertIn(flag, cookie)
            self.assertNotIn("Domain", cookie)
        session = cookies[0].split(";")[0]
        self.assertIn("HTTP/1.1 200", self.curl("/api/v1/session", "-H", f"Cookie: {session}").stdout)
        bare = session.replace("__Host-", "")
        self.assertIn("HTTP/1.1 401", self.curl("/api/v1/session", "-H", f"Cookie: {bare}").stdout)
        made = self.curl("/api/v1/stream/ticket", "-X", "POST", "-H", f"Cookie: {session}", "-H", "Dibs-Client: test").stdout
        ticket = re.search(r'"ticket":"([^"]+)"', made)
        self.assertTrue(ticket, made)
        self.check_stream(session, ticket[1])

    def check_stream(self, session, ticket):
        with self.connect() as tls:
            tls.sendall((f"GET /api/v1/stream?ticket={ticket} HTTP/1.1\r\nHost: 127.0.0.1:{self.node.port}\r\n"
                         f"Origin: https://127.0.0.1:{self.node.port}\r\nCookie: {session}\r\n"
                         "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                         "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n").encode())
            self.assertIn(b" 101 ", tls.recv(4096))
            tls.sendall(frame('{"subscribe":["rules"]}'))
            heard = b""
            while b"caught_up" not in heard:
                more = tls.recv(4096)
                self.assertTrue(more, heard)
                heard += more

    def test_a_large_answer_and_many_requests_on_one_connection_come_whole(self):
        with self.connect() as tls:
            for _ in range(20):
                tls.sendall(f"GET /api/v1/openapi.yaml HTTP/1.1\r\nHost: 127.0.0.1:{self.node.port}\r\n\r\n".encode())
                heard = b""
                while b"\r\n\r\n" not in heard:
                    heard += tls.recv(65536)
                head, _, body = heard.partition(b"\r\n\r\n")
                size = int(re.search(rb"(?i)content-length: (\d+)", head)[1])
                self.assertGreater(size, 50_000)
                while len(body) < size:
                    body += tls.recv(65536)
                self.assertEqual(len(body), size)

    def test_without_a_valid_handshake_no_descriptor_is_kept(self):
        fds = pathlib.Path(f"/proc/{self.node.process.pid}/fd")
        before = len(list(fds.iterdir()))
        idle = [socket.create_connection(("127.0.0.1", self.node.port)) for _ in range(20)]
        for one in idle[:10]:
            one.sendall(b"\x16\x03\x01\x40\x00" + b"\x00" * 64)
        self.assertIn("HTTP/1.1 200", self.curl("/api/v1/setup").stdout)
        wait_until(lambda: len(list(fds.iterdir())) <= before + 2, "their descriptors are closed", every_s=0.1)
        for one in idle:
            one.close()

    def test_a_renewed_certificate_is_used_without_a_restart(self):
        folder = self.node.folder / "renewed"
        folder.mkdir()
        second, key = make_certificate(folder, "second")
        kept = self.certificate.read_bytes(), self.key.read_bytes()
        os.utime(second), os.utime(key)
        os.replace(key, self.key)
        os.replace(second, self.certificate)
        wait_until(lambda: "CN = second" in self.s_client().stdout, "the new one", every_s=0.1)
        self.assertIn("HTTP/1.1 200", self.curl("/api/v1/setup").stdout)
        del kept


class BadCertificateTest(unittest.TestCase):
    def setUp(self):
        self.node = Node()
        self.certificate, self.key = make_certificate(self.node.folder, "x")

    def refused(self, lines):
        self.node.configuration.write_text("[server]\n" + lines)
        if not self.node.data.exists():
            self.node.create_log()
        done = subprocess.run(self.node.command("--listen", f"127.0.0.1:{self.node.port}", "--no-dashboard",
                                                "--config", str(self.node.configuration)),
                              capture_output=True, text=True, timeout=PATIENCE_S, check=False)
        self.assertNotEqual(done.returncode, 0)
        return done.stderr + done.stdout

    def test_each_fault_is_named_with_its_file(self):
        both = f'certificate = "{self.certificate}"\ncertificate_key = "%s"\n'
        self.node.configuration.write_text("")
        self.node.create_log()
        self.assertIn("both, or neither", self.refused(f'certificate = "{self.certificate}"\n'))
        self.assertIn("No such file", self.refused(both % "/nowhere/key.pem"))
        self.assertIn("no key in PEM", self.refused(both % self.empty(0o600)))
        os.chmod(self.key, 0o644)
        self.assertIn("everybody may read this key", self.refused(both % self.key))
        os.chmod(self.key, 0o600)
        other = self.node.folder / "other"
        other.mkdir()
        _, foreign = make_certificate(other, "y")
        self.assertRegex(self.refused(both % foreign), "not the key|no key in PEM of this certificate")

    def empty(self, mode):
        file = self.node.folder / "empty.pem"
        file.write_text("")
        os.chmod(file, mode)
        return file


if __name__ == "__main__":
    assert BUILD
    unittest.main()
