#!/usr/bin/env python3
"""A client cannot find out whether an account exists: not from the answer, not from its time,
not from the limits. The tests use a name without an account, one with, and a disabled one. Times
are taken in turns, in an order drawn each round, so that other load on the machine affects all
alike. Compared are the ranks of the times, and the least CPU time of the server, which load
changes little."""
import http.client
import json
import math
import random
import statistics
import time
import unittest

from dibs_node import PASSWORD, UNLIMITED, Node
from patience import PATIENCE_S

NOBODY, SOMEBODY, DISABLED, ADMIN, OBSERVER = "waldek", "bartek", "celina", "ann", "oda"
NAMES = NOBODY, SOMEBODY, DISABLED, ADMIN, OBSERVER
ROUNDS, MOST_BATCHES = 25, 12
PART_OF_WORK = 0.1  # A tenth of the work more or less is detected.
# Limit for the rank sum of two samples, in standard deviations: one run in 15,000 exceeds it by
# chance.
FAR_APART = 4.0
WRONG = "wrong horse battery"


def apart(one, other):
    """How many standard deviations the ranks of two samples of times are from those of one
    sample (Mann-Whitney)."""
    above = sum((a > b) + (a == b) / 2 for a in one for b in other)
    n, m = len(one), len(other)
    return (above - n * m / 2) / math.sqrt(n * m * (n + m + 1) / 12)


class Enumeration(unittest.TestCase):
    def site(self, configuration):
        node = Node(configuration=configuration)
        self.addCleanup(node.remove)
        node.create_log()
        node.start()
        admin = node.make_admin(ADMIN)
        self.addCleanup(admin.close)
        people = {}
        for name in (SOMEBODY, DISABLED, OBSERVER):
            made = admin.post("/api/v1/people", {"name": name, "unix_name": name, "password": PASSWORD,
                                                 "role": "observer" if name == OBSERVER else "user"})
            self.assertEqual(made.status, 201, made)
            people[name] = made.json["id"]
        self.assertEqual(admin.post(f"/api/v1/people/{people[DISABLED]}/disable", None).status, 204)
        return node

    def connection(self, node, source):
        made = http.client.HTTPConnection("127.0.0.1", node.port, timeout=PATIENCE_S, source_address=(source, 0))
        self.addCleanup(made.close)
        made.connect()
        return made

    def sign_in(self, connection, name, password=WRONG):
        connection.request("POST", "/api/v1/session", json.dumps({"name": name, "password": password}),
                           {"Content-Type": "application/json"})
        answer = connection.getresponse()
        answer.text = answer.read().decode()
        return answer

    def told(self, answer):
        """The whole answer, except for the clock and the request id, which grows longer."""
        request_id = json.loads(answer.text)["request_id"]
        headers = {name: value.replace(request_id, "ID") for name, value in answer.getheaders() if name != "Date"}
        headers["Content-Length"] = int(headers["Content-Length"]) - len(request_id)
        return answer.status, headers, answer.text.replace(request_id, "ID")

    def test_one_answer_is_given_to_the_byte(self):
        node = self.site(UNLIMITED)
        connection = self.connection(node, "127.0.0.1")
        said = {name: self.told(self.sign_in(connection, name)) for name in (*NAMES, "nobody at all", "x", "ŻÓŁW")}
        said["disabled, right password"] = self.told(self.sign_in(connection, DISABLED, PASSWORD))
        for name, told in said.items():
            self.assertEqual(told, said[NOBODY], name)
        self.assertEqual(said[NOBODY][0], 401)
        self.assertEqual(self.sign_in(connection, SOMEBODY, PASSWORD).status, 201, "the others were asked in earnest")

    def test_one_time_is_taken_for_all_names(self):
        node = self.site(UNLIMITED)
        connection, draw = self.connection(node, "127.0.0.1"), random.Random(11)
        asked = {"nobody": (NOBODY, WRONG), "somebody": (SOMEBODY, WRONG), "disabled": (DISABLED, WRONG),
                 "disabled, right": (DISABLED, PASSWORD)}
        took, spent = ({what: [] for what in asked} for _ in range(2))
        for _ in range(MOST_BATCHES):
            for _ in range(ROUNDS):
                for what, (name, password) in draw.sample(sorted(asked.items()), len(asked)):
                    begun, used = time.perf_counter(), node.cpu_seconds()
                    answer = self.sign_in(connection, name, password)
                    took[what].append(time.perf_counter() - begun)
                    spent[what].append(node.cpu_seconds() - used)
                    self.assertEqual(answer.status, 401)
            # The least of many is the time of undisturbed work. The busier the machine, the more
            # are needed.
            least = {what: min(times) / min(spent["nobody"]) for what, times in spent.items()}
            if alike := all(abs(ratio - 1) < PART_OF_WORK for ratio in least.values()):
                break
        middle = {what: statistics.median(times) for what, times in took.items()}
        print("enumeration: medians in ms", {what: round(1000 * each, 1) for what, each in middle.items()})
        print("enumeration: CPU times against nobody's", {what: round(each, 3) for what, each in least.items()}, len(took["nobody"]))
        self.assertTrue(alike, f"the work is not the same: {least}")
        for what, times in took.items():
            far = apart(times, took["nobody"])
            self.assertLess(abs(far), FAR_APART, f"{what} against nobody: {middle}")

    def limits_said(self, node):
        """The answers to each of three names, in turns."""
        said = {name: [] for name in NAMES[:3]}
        places = {name: self.connection(node, f"127.0.40.{i + 2}") for i, name in enumerate(said)}
        # In turns, so that tries that come back with time come back to all. No name waits for
        # another's hash.
        for _ in range(14):
            for name, connection in places.items():
                answer = self.sign_in(connection, name)
                limits = answer.getheader("RateLimit"), answer.getheader("RateLimit-Policy")
                said[name].append((answer.status, limits[1], limits[0].split(";")[:2]))
        return said

    def test_one_limit_applies_to_all_names(self):
        # On a busy machine a try may come back between two turns. A real difference between names
        # appears each time.
        for _ in range(MOST_BATCHES):
            node = self.site("")
            said = self.limits_said(node)
            self.assertEqual({status for status, *_ in said[NOBODY]}, {401, 429})
            if all(answers == said[NOBODY] for answers in said.values()):
                break
        for name, answers in said.items():
            self.assertEqual(answers, said[NOBODY], name)
        # Over all addresses, each name has one count, whatever the case of its letters.
        for i, name in enumerate((NOBODY.upper(), SOMEBODY.upper(), DISABLED.upper())):
            statuses = [self.sign_in(self.connection(node, f"127.0.41.{10 * i + j}"), name).status for j in (1, 2)]
            self.assertIn(429, statuses, name)

    def test_one_answer_is_given_above_the_limit(self):
        node, told = self.site(""), {}
        for i, name in enumerate((NOBODY, SOMEBODY, DISABLED)):
            connection = self.connection(node, f"127.0.42.{i + 2}")
            answers = [self.sign_in(connection, name) for _ in range(13)]
            status, headers, text = self.told(next(one for one in answers if one.status == 429))
            told[name] = status, sorted(headers), json.loads(text)["code"], json.loads(text)["title"]
        self.assertEqual(len(set(map(str, told.values()))), 1, told)


if __name__ == "__main__":
    unittest.main()
