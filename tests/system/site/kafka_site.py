"""A dibsd on its own topic, with the demo fleet or without: the base of the tests on Kafka."""
import re
import sys
import time
import unittest

from bookings import judge
from demo_fleet import DemoFleet
from dibs_node import Node, at
from kafka_broker import Topic, broker
from patience import wait_until

CLIENTS = 16


class OnKafka(unittest.TestCase):
    def topic(self, of=None):
        return Topic(of or broker())

    def node(self, topic, *arguments):
        node = Node(log=topic.url, arguments=arguments)
        self.addCleanup(node.remove)
        return node

    def running(self, topic, *arguments):
        """A node on a new log, and its admin."""
        node = self.node(topic, *arguments)
        node.create_log()
        node.start()
        admin = node.make_admin()
        self.addCleanup(admin.close)
        return node, admin

    def until(self, holds, what):
        """Seconds until the condition held, for printing."""
        begun = time.monotonic()
        wait_until(holds, what)
        return time.monotonic() - begun


class OnKafkaWithHosts(OnKafka):
    @classmethod
    def setUpClass(cls):
        cls.fleet = DemoFleet()
        cls.addClassCleanup(cls.fleet.stop)
        cls.fleet.start()

    def running(self, topic, *arguments):
        node, admin = super().running(topic, *self.fleet.arguments, *arguments)
        self.gpus = list(node.wait_for_gpus(admin).values())[:8]
        return node, admin

    def book(self, client, gpu, hour, key=None):
        headers = {"Idempotency-Key": key} if key else None
        return client.post("/api/v1/reservations",
                           {"gpus": [gpu], "from": at(hours=hour), "until": at(hours=hour + 1)},
                           headers=headers)

    def judged(self, admin, bookers, seconds, story):
        wrong, stored = judge(admin, bookers.acknowledged)
        print(f"{story}: {len(bookers.acknowledged)} acknowledged, {bookers.refused} refused, "
              f"{stored} stored; {seconds}", file=sys.stderr)
        self.assertEqual(wrong, [])
        self.assertEqual(bookers.broken, [])
        self.assertLessEqual(stored - len(bookers.acknowledged), CLIENTS, "something was done twice")
        self.assertGreater(len(bookers.acknowledged), 20)

    def until_said(self, reader, pattern):
        def holds():
            return re.search(pattern, reader.get("/readyz").body.decode())
        self.until(holds, f"{pattern} in readyz")
        return reader.get("/readyz").body.decode()

    def share_keys(self, first, second):
        with open(second.configuration, "a", encoding="utf-8") as file:
            file.write(f'\n[data]\nkeys = "{first.data / "keys"}"\n')
