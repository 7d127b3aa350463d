#!/usr/bin/env python3
"""dibsd on a real Kafka: the required settings of the topic, and its messages without a broker.
Nothing acknowledged is lost when it is killed, when the broker stalls, or when another node
takes over. kafka_ill_test.py has logs that are replaced."""
import concurrent.futures
import os
import random
import subprocess
import sys
import time
import unittest

from bookings import Bookers
from dibs_node import Node, free_port
from kafka_broker import own_broker
from kafka_site import CLIENTS, OnKafka, OnKafkaWithHosts
from patience import PATIENCE_S, PROMISE_S

KILLS = int(os.environ.get("DIBS_KAFKA_KILLS", "10"))


class Start(OnKafka):
    def run_out(self, node):
        """Its output and exit code; it is expected to give up by itself."""
        begun = time.monotonic()
        done = subprocess.run(node.command("--listen", f"127.0.0.1:{node.port}"), text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=PATIENCE_S)
        return done.stdout, done.returncode, time.monotonic() - begun

    def test_log_init_makes_the_topic_with_the_settings_dibsd_needs(self):
        topic = self.topic()
        node = self.node(topic)
        node.create_log()
        self.assertEqual(topic.partitions(), 1)
        settings = topic.settings()
        for name, wanted in (("cleanup.policy", "delete"), ("retention.ms", "-1"),
                             ("retention.bytes", "-1"),
                             ("unclean.leader.election.enable", "false")):
            self.assertEqual(settings[name], wanted, name)
        node.start()
        self.assertEqual(node.stop(), 0)

    def test_a_topic_of_two_partitions_is_refused(self):
        topic = self.topic()
        topic.make(2, **{"retention.ms": "-1"})
        self.addCleanup(topic.delete)
        text, code, _ = self.run_out(self.node(topic))
        self.assertNotEqual(code, 0)
        self.assertIn(topic.name, text)
        self.assertIn("the number of partitions is 2, Dibs needs exactly 1", text)

    def test_a_topic_that_deletes_records_is_refused(self):
        topic = self.topic()
        topic.make(1, **{"retention.ms": "604800000"})
        self.addCleanup(topic.delete)
        text, code, _ = self.run_out(self.node(topic))
        self.assertNotEqual(code, 0)
        self.assertIn("retention.ms is 604800000, Dibs needs -1", text)

    def test_without_a_topic_it_says_so(self):
        topic = self.topic()
        text, code, _ = self.run_out(self.node(topic))
        self.assertNotEqual(code, 0)
        self.assertIn(f"{topic.name} at {topic.broker.address}: does not exist", text)

    def test_without_a_broker_it_names_the_address_and_waits_for_sigterm(self):
        address = f"127.0.0.1:{free_port()}"
        node = Node(log=f"kafka://{address}")
        self.addCleanup(node.remove)
        node.start(wait=False)
        self.until(lambda: address in node.text(), "it names the address")
        self.assertIsNone(node.process.poll(), node.text())
        begun = time.monotonic()
        self.assertEqual(node.stop(), 0, node.text())
        self.assertLess(time.monotonic() - begun, PROMISE_S)


class Faults(OnKafkaWithHosts):
    def test_nothing_acknowledged_is_lost_when_killed(self):
        node, admin = self.running(self.topic())
        bookers = Bookers(node, admin.token, self.gpus, CLIENTS).start()
        rng, restarts = random.Random(1), []
        try:
            for _ in range(KILLS):
                time.sleep(rng.uniform(0.2, 1))
                node.kill()
                restarts.append(node.start())
            self.until(lambda: len(bookers.acknowledged) > 20, "bookings")
        finally:
            bookers.stop()
        admin.close()
        restarts.sort()
        self.judged(admin, bookers, f"restarts {restarts[len(restarts) // 2]:.2f} s, slowest "
                    f"{restarts[-1]:.2f} s", f"{KILLS} kills")
        self.assertLess(restarts[-1], PROMISE_S)

    def test_a_broker_that_stalls_costs_time_and_nothing_else(self):
        topic = self.topic(own_broker())
        node, admin = self.running(topic)
        reader = node.client(admin.token)
        self.addCleanup(reader.close)
        self.assertEqual(self.book(admin, self.gpus[0], 1).status, 201)
        bookers = Bookers(node, admin.token, self.gpus, CLIENTS).start()
        self.until(lambda: len(bookers.acknowledged) > 20, "bookings")
        topic.broker.pause()
        paused = time.monotonic()
        try:
            answer = self.book(admin, self.gpus[0], 9000, key="while-it-stalls")
            waited = time.monotonic() - paused
            self.assertEqual(answer.status, 503, answer)
            read = reader.get("/api/v1/reservations?limit=1")
            self.assertEqual(read.status, 200, read)
            time.sleep(max(0, 9 - (time.monotonic() - paused)))
        finally:
            topic.broker.resume()
        back = self.until(lambda: reader.get("/readyz").status == 200, "ready again")
        done = self.until(lambda: self.book(admin, self.gpus[0], 8000, key="afterwards").status == 201,
                          "a booking is taken again")
        enough = len(bookers.acknowledged) + 10
        self.until(lambda: len(bookers.acknowledged) > enough, "bookings go on")
        bookers.stop()
        self.judged(admin, bookers, f"503 after {waited:.1f} s, ready {back:.1f} s and writing "
                    f"{back + done:.1f} s after the broker came back", "stalled for 9 s")

    def test_sigterm_while_the_broker_is_silent_answers_open_requests(self):
        topic = self.topic(own_broker())
        node, admin = self.running(topic)
        self.assertEqual(self.book(admin, self.gpus[0], 1).status, 201)
        topic.broker.pause()
        try:
            with concurrent.futures.ThreadPoolExecutor(1) as pool:
                asked = pool.submit(self.book, admin, self.gpus[0], 9000)
                time.sleep(1.5)
                begun = time.monotonic()
                code = node.stop()
                took = time.monotonic() - begun
                answer = asked.result()
        finally:
            topic.broker.resume()
        print(f"ended {took:.1f} s after SIGTERM, the broker silent", file=sys.stderr)
        self.assertEqual((answer.status, code), (503, 0), answer)
        self.assertIn("outcome is unknown", answer.json["detail"])
        self.assertLess(took, PROMISE_S)

    def test_a_standby_follows_and_writes_once_promoted(self):
        topic = self.topic()
        first, admin = self.running(topic)
        second = self.node(topic, "--standby")
        self.share_keys(first, second)
        second.start()
        self.assertEqual(self.book(admin, self.gpus[0], 1).status, 201)
        reader = second.client(admin.token)
        self.addCleanup(reader.close)
        self.until(lambda: len(reader.get("/api/v1/reservations").json["items"]) == 1,
                   "the standby shows the booking")
        self.assertEqual(self.book(reader, self.gpus[1], 1).status, 503)
        self.assertEqual(self.book(admin, self.gpus[0], 3).status, 201, "the first still writes")
        first.kill()
        self.assertEqual(reader.get("/api/v1/reservations").status, 200)
        second.stop()
        reader.close()
        second.arguments.remove("--standby")
        second.start()
        self.assertEqual(len(reader.get("/api/v1/reservations").json["items"]), 2)
        self.assertEqual(self.book(reader, self.gpus[0], 1).status, 409)
        self.assertEqual(self.book(reader, self.gpus[1], 1).status, 201)

    def test_a_second_writer_takes_over_and_the_first_stands_by(self):
        topic = self.topic()
        first, admin = self.running(topic)
        second = self.node(topic)
        self.share_keys(first, second)
        second.start()
        other = second.client(admin.token)
        self.addCleanup(other.close)
        self.assertEqual(self.book(other, self.gpus[0], 1).status, 201)
        self.until(lambda: self.book(admin, self.gpus[1], 1).status == 503,
                   "the first steps down")
        self.until(lambda: len(admin.get("/api/v1/reservations").json["items"]) >= 1,
                   "the first follows")
        self.assertIsNone(first.process.poll())


if __name__ == "__main__":
    unittest.main()
