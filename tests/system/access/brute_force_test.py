#!/usr/bin/env python3
"""10,000 guesses at passwords from 500 addresses, with the default limits. For each account at
most as many are checked as ops/decisions/0037 allows. Meanwhile a known device of the owner and
all other people get in without waiting. Sources are addresses of 127.0.0.0/8, each with its own
connection."""
import collections
import concurrent.futures
import http.client
import json
import pathlib
import re
import statistics
import threading
import time
import unittest

from dibs_node import PASSWORD, Node
from patience import PATIENCE_S, PROMISE_S, wait_until

ADDRESSES, TRIES_EACH, GUESSERS = 500, 20, 8
GUESSED_AT = ["ann", "bartek", "celina", "nobody", "root"]  # the last two have no account
UNHARMED = ["eryk", "fred", "gosia"]
AT_ONCE, A_MINUTE = 5, 5  # at most ten in any minute


def ask(connection, method, path, body=None, headers=None):
    connection.request(method, path, body and json.dumps(body), {"Content-Type": "application/json", **(headers or {})})
    answer = connection.getresponse()
    answer.text = answer.read().decode()
    return answer


def without_request_id(answer):
    return re.sub(r'"request_id":"[^"]*"|\d+ seconds?', "", answer.text)


class Guesser:
    """The guesses of one address, and their answers."""

    def __init__(self, node, number):
        self.node, self.number = node, number
        self.source = f"127.{77 + number // 250}.{number % 250}.9"
        self.checked, self.statuses = collections.Counter(), collections.Counter()
        self.said, self.waits, self.took = collections.defaultdict(set), [], []

    def __call__(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.node.port, timeout=PATIENCE_S, source_address=(self.source, 0))
        for i in range(TRIES_EACH):
            # Two of three guesses go to one account, the others to four more: both ways to spread
            # addresses.
            name = GUESSED_AT[0] if i % 3 else GUESSED_AT[1 + (i + self.number) % (len(GUESSED_AT) - 1)]
            begun = time.monotonic()
            answer = ask(connection, "POST", "/api/v1/session", {"name": name, "password": f"guess {self.number} {i}"})
            self.took += [time.monotonic() - begun] if answer.status == 401 else []
            self.statuses[answer.status] += 1
            self.checked[name] += answer.status == 401
            self.said[answer.status].add(without_request_id(answer))
            if answer.status == 429:
                self.waits.append(int(answer.getheader("Retry-After")))
        connection.close()
        return self


class Bystander(threading.Thread):
    """A person who works meanwhile, with the time each request waited."""

    def __init__(self, node, token):
        super().__init__(daemon=True)
        self.client, self.ended, self.took, self.refused = node.client(token), threading.Event(), [], []

    def run(self):
        while not self.ended.wait(0.05):
            begun = time.monotonic()
            answer = self.client.get("/api/v1/people")
            self.took.append(time.monotonic() - begun)
            if answer.status != 200:
                self.refused.append(answer)
        self.client.close()


class BruteForce(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.node = Node(configuration="")
        cls.addClassCleanup(cls.node.remove)
        cls.node.create_log()
        cls.node.start()
        cls.admin = cls.node.make_admin()
        cls.addClassCleanup(cls.admin.close)
        for name in (*GUESSED_AT[1:3], *UNHARMED):
            made = cls.admin.post("/api/v1/people", {"name": name, "unix_name": name, "password": PASSWORD})
            assert made.status == 201, made

    def sign_in(self, source, name, cookie=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.node.port, timeout=PATIENCE_S, source_address=(source, 0))
        self.addCleanup(connection.close)
        return ask(connection, "POST", "/api/v1/session", {"name": name, "password": PASSWORD},
                   {"Cookie": cookie} if cookie else None)

    def known_device(self, source, name):
        entered = self.sign_in(source, name)
        self.assertEqual(entered.status, 201, entered.text)
        kept = [value.split(";")[0] for value in entered.msg.get_all("Set-Cookie")]
        return next(cookie for cookie in kept if cookie.startswith("dibs_device="))

    def memory_mib(self):
        status = pathlib.Path(f"/proc/{self.node.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+) kB", status)[1]) / 1024

    def test_ten_thousand_guesses_keep_no_person_out(self):
        device = self.known_device("127.0.0.7", "ann")  # one of the guessing addresses
        bystander = Bystander(self.node, self.admin.token)
        bystander.start()
        before, begun = self.memory_mib(), time.monotonic()
        with concurrent.futures.ThreadPoolExecutor(GUESSERS) as pool:
            tried = [pool.submit(Guesser(self.node, i)) for i in range(ADDRESSES)]
            self.wait_for(tried, ADDRESSES // 4)
            self.people_get_in(device)
            guessers = [one.result() for one in tried]
        took, after = time.monotonic() - begun, self.memory_mib()
        bystander.ended.set()
        bystander.join(PATIENCE_S)
        self.judge(guessers, took)
        waited = sorted(bystander.took)
        print(f"brute force: {ADDRESSES * TRIES_EACH} tries from {ADDRESSES} addresses in {took:.1f} s; others waited "
              f"{waited[len(waited) // 2] * 1000:.0f} ms, at most {waited[-1] * 1000:.0f} ms; {before:.0f} MiB, then {after:.0f} MiB")
        self.assertEqual(bystander.refused, [])
        checked = statistics.median(took for one in guessers for took in one.took)
        print(f"brute force: a guess that was checked took {checked * 1000:.0f} ms")
        self.assertLess(statistics.median(waited), checked, "others do not wait for passwords to be checked")
        self.assertLess(waited[-1], PROMISE_S)
        self.assertLess(after, before + 300)

    def wait_for(self, tried, count):
        wait_until(lambda: sum(one.done() for one in tried) >= count, f"{count} addresses", patience_s=10 * PATIENCE_S, every_s=0.01)

    def people_get_in(self, device):
        """Runs during the attack."""
        known = self.sign_in("127.0.0.7", "ann", device)
        self.assertEqual(known.status, 201, known.text)
        elsewhere = self.sign_in("127.0.0.99", "ann", device)
        self.assertEqual(elsewhere.status, 201, elsewhere.text)
        for name in UNHARMED:
            entered = self.sign_in("127.0.0.8", name)
            self.assertEqual(entered.status, 201, entered.text)
        # An account that is not attacked can be entered even from a guessing address.
        entered = self.sign_in(Guesser(self.node, 0).source, "fred")
        self.assertEqual(entered.status, 201, entered.text)

    def judge(self, guessers, took):
        checked = sum((one.checked for one in guessers), collections.Counter())
        statuses = sum((one.statuses for one in guessers), collections.Counter())
        print(f"brute force: answers {dict(statuses)}, checked {dict(checked)}")
        self.assertEqual(sum(statuses.values()), ADDRESSES * TRIES_EACH)
        self.assertEqual(set(statuses), {401, 429})
        self.assertEqual(set(checked), set(GUESSED_AT))
        for name, count in checked.items():
            self.assertLessEqual(count, AT_ONCE + took * A_MINUTE / 60 + 1, name)
            self.assertGreaterEqual(count, AT_ONCE - 1, f"{name}: so many were to be checked")
        for status in statuses:
            self.assertEqual(len(set().union(*(one.said[status] for one in guessers))), 1, f"{status} is said in one way")
        waits = [wait for one in guessers for wait in one.waits]
        self.assertTrue(1 <= min(waits) and max(waits) <= 60, (min(waits), max(waits)))


if __name__ == "__main__":
    unittest.main()
