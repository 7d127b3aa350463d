#!/usr/bin/env python3
"""Signing in with a directory's password (a real slapd, over TLS) while it is killed, hangs, is
the wrong server, or answers without end. No person is let in by mistake, and Dibs passwords
still work."""
import signal
import threading
import time
import unittest
from concurrent.futures import ThreadPoolExecutor

from dibs_node import PASSWORD, Node
from directory_site import AWAY, RIGHT, DirectorySite
from patience import PATIENCE_S, PROMISE_S, wait_until
from slapd import Authority, NoDirectory, Slapd, person


class WhileItIsAway(DirectorySite):
    def setUp(self):
        super().setUp()
        self.slapd.knows(person("ann"))

    def site(self, **configured):
        """Another node, with an admin who has a Dibs password."""
        node = Node(configuration=self.configuration(**configured))
        self.addCleanup(node.remove)
        node.create_log()
        node.start()
        node.make_admin("boss").close()
        return node

    def back(self, node=None):
        """Waits until a person of the directory is let in again."""
        wait_until(lambda: self.sign_in("ann", node=node).status == 201, "let in again", (node or self.node).text, every_s=0.1)

    def test_killed_directory_lets_in_own_passwords_only(self):
        self.slapd.kill()
        for name, password in (("ann", RIGHT), ("nobody", RIGHT), ("boss", "wrong")):
            self.assertEqual(self.refused(name, password), AWAY, name)
        self.enter("boss", PASSWORD)
        self.slapd.start()
        self.back()

    def test_others_sign_in_while_the_directory_hangs(self):
        sites = [self.site(url=url) for url in (None, f"ldaps://127.0.0.1:{self.slapd.tls_port}")]
        self.slapd.process.send_signal(signal.SIGSTOP)
        try:
            # a hanging server is waited for until the timeout: at both sites at once
            with ThreadPoolExecutor() as pool:
                for _ in pool.map(self.hangs_at, sites):
                    pass
        finally:
            self.slapd.process.send_signal(signal.SIGCONT)
        for node in sites:
            self.back(node)

    def hangs_at(self, node):
        statuses, waited = [], []

        def sign_in_there():
            begun = time.monotonic()
            statuses.append(self.sign_in("ann", node=node).status)
            waited.append(time.monotonic() - begun)
        threads = [threading.Thread(target=sign_in_there) for _ in range(40)]
        for thread in threads:
            thread.start()
        time.sleep(1)
        own = []
        for _ in range(3):
            begun = time.monotonic()
            wait_until(lambda: self.own_signs_in(node), "a password of ours is let in", node.text, every_s=0.1)
            own.append(time.monotonic() - begun)
        for thread in threads:
            thread.join(PATIENCE_S)
        self.assertLess(min(own), max(waited), "a password of ours does not wait for the directory")
        # After the first few, tries do not wait for a directory known to be away.
        self.assertLessEqual(set(statuses), {503, 429}, "no more than ten in the same moment")
        self.assertEqual((len(statuses), statuses.count(503) > 9), (40, True))
        (spent,) = wait_until(lambda: self.spent_if_asked(node), "it is asked again")
        self.assertLess(spent, 3, "and waited for, in peace")

    def own_signs_in(self, node):
        """Accepts only success and, when too many passwords wait for their turn on a busy
        machine, 503."""
        status = self.sign_in("boss", PASSWORD, node).status
        self.assertIn(status, (201, 503))
        return status == 201

    def spent_if_asked(self, node):
        """The CPU time of a try that waited for the directory; None if it did not: Dibs does not
        ask again in the first seconds."""
        begun, before = time.monotonic(), node.cpu_seconds()
        self.assertEqual(self.refused("ann", node=node), AWAY)
        return [node.cpu_seconds() - before] if time.monotonic() - begun > 5 else None

    def test_a_server_that_is_not_the_configured_one_is_refused(self):
        other = Authority(self.node.folder, "other")
        stranger = Slapd(self.node.folder / "stranger", other.certify("127.0.0.1"))
        elsewhere = Slapd(self.node.folder / "elsewhere", self.authority.certify("ldap.example.org"))
        without = Slapd(self.node.folder / "without")
        for one in (stranger, elsewhere, without):
            self.addCleanup(one.kill)
            one.knows(person("ann"))
        for url in (f"ldap://127.0.0.1:{stranger.port}", f"ldaps://127.0.0.1:{stranger.tls_port}",
                    f"ldap://127.0.0.1:{elsewhere.port}", f"ldaps://127.0.0.1:{elsewhere.tls_port}",
                    f"ldap://127.0.0.1:{without.port}"):
            self.reconfigure(url=url)
            self.assertEqual(self.refused("ann"), AWAY, url)
        self.reconfigure(url=f"ldap://127.0.0.1:{stranger.port}", ca=other.certificate)
        self.enter("ann")
        self.reconfigure(url=f"ldaps://127.0.0.1:{self.slapd.tls_port}")
        self.enter("ann")
        self.reconfigure(url=f"ldap://127.0.0.1:1 ldap://127.0.0.1:{self.slapd.port}")
        self.enter("ann")
        self.reconfigure(url=f"ldap://127.0.0.1:{without.port}", more="create = true\nstart_tls = false\n")
        self.enter("ann")
        self.reconfigure(more='create = true\nsubject_attribute = "employeeNumber"\n')
        self.assertEqual(self.refused("ann"), AWAY, "without what tells them apart nobody is let in")

    def test_the_answers_of_a_server_are_bounded(self):
        half, huge = b"\x30\x84\x00\x00\x10\x00\x02\x01\x01", b"\x30\x84\x7f\xff\xff\xff" + b"\x04" * 65536
        started = b"\x30\x0c\x02\x01\x01\x78\x07\x0a\x01\x00\x04\x00\x04\x00"
        cases = ((b"", False, ""), (half, False, ""), (huge, True, ""), (b"no LDAP\r\n", True, ""), (started, False, ""),
                 (started, True, ""), (huge, True, "start_tls = false\n"), (half, False, "start_tls = false\n"))
        # Each server is waited for until the timeout: all wait at once.
        with ThreadPoolExecutor(len(cases)) as pool:
            for _ in pool.map(lambda case: self.is_bounded(*case), cases):
                pass

    def is_bounded(self, words, floods, more):
        server = NoDirectory()
        self.addCleanup(server.end)
        server.words, server.floods = words, floods
        url = f"ldap://127.0.0.1:{server.port}"
        node = self.site(url=url, more="create = true\n" + more)
        begun = time.monotonic()
        self.assertEqual(self.refused("ann", node=node), AWAY, (words[:20], floods, more))
        self.assertLess(time.monotonic() - begun, PROMISE_S)
        self.assertLess(server.sent, 32 << 20)
        self.assertNotIn(RIGHT.encode(), server.heard)
        self.assertEqual(self.sign_in("boss", PASSWORD, node).status, 201)
        node.stop()


if __name__ == "__main__":
    unittest.main()
