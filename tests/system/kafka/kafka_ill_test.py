#!/usr/bin/env python3
"""A log on Kafka that is replaced, deleted or created again under a running dibsd. Dibs answers
nothing from tables of another log, reports the reason, and ends on SIGTERM."""
import re
import signal
import sys
import time
import unittest

from bookings import Bookers
from kafka_broker import own_broker
from kafka_site import CLIENTS, OnKafka, OnKafkaWithHosts
from patience import PROMISE_S


class IllLog(OnKafkaWithHosts):
    def under_load(self):
        topic = self.topic(own_broker())
        node, admin = self.running(topic)
        bookers = Bookers(node, admin.token, self.gpus, CLIENTS).start()
        self.addCleanup(bookers.stop)
        self.until(lambda: len(bookers.acknowledged) > 10, "bookings are taken")
        reader = node.client(admin.token)
        self.addCleanup(reader.close)
        return topic, node, admin, reader

    def make_again(self, topic):
        """The old node, which still takes it for its log, may write to the topic before the new
        log exists."""
        try:
            self.node(topic).create_log()
        except AssertionError as refused:
            self.assertIn("has a log already", str(refused))

    def seconds_to_end(self, node):
        begun = time.monotonic()
        self.assertEqual(node.stop(), 0)
        took = time.monotonic() - begun
        self.assertLess(took, PROMISE_S)
        return took

    def test_a_log_replaced_under_it_stops_it_and_it_names_the_offset(self):
        topic = self.topic(own_broker())
        node, admin = self.running(topic)
        self.assertEqual(self.book(admin, self.gpus[0], 1).status, 201)
        newest = max(message.offset for message in topic.messages())
        node.process.send_signal(signal.SIGSTOP)
        try:
            topic.delete()
            other, stranger = OnKafka.running(self, topic)
            fillings = (f"filling {n}" for n in range(1000))
            while max(message.offset for message in topic.messages()) < newest + 20:
                stranger.post("/api/v1/groups", {"name": next(fillings)})
            other.stop()
        finally:
            node.process.send_signal(signal.SIGCONT)
        reader = node.client(admin.token)
        self.addCleanup(reader.close)
        took = self.until(lambda: reader.get("/readyz").status == 503, "not ready any more")
        said = self.until_said(reader, r"offset \d+")
        for _ in range(3):
            answer = self.book(admin, self.gpus[0], 50)
            self.assertEqual(answer.status, 503, answer)
        self.until(lambda: re.search(r"offset \d+", node.text()), "its log names the offset")
        # The writer may notice it before the tables' own reader.
        self.until(lambda: reader.get("/api/v1/reservations").status == 503, "reads are refused")
        read = reader.get("/api/v1/reservations")
        self.assertRegex(read.json["detail"], r"offset \d+")
        print(f"replaced: not ready after {took:.1f} s; {said.splitlines()[0]}", file=sys.stderr)
        self.assertEqual(reader.get("/livez").status, 200)

    def test_a_topic_deleted_under_load_is_reported_and_sigterm_ends_it(self):
        topic, node, admin, reader = self.under_load()
        topic.delete()
        begun = time.monotonic()
        read = self.until(lambda: reader.get("/api/v1/reservations").status == 503,
                          "reads are refused")
        answer = self.book(admin, self.gpus[0], 9000)
        wrote = time.monotonic() - begun
        self.assertEqual(answer.status, 503, answer)
        self.assertLess(wrote, PROMISE_S)
        for _ in range(3):
            self.assertEqual(reader.get("/api/v1/reservations").status, 503)
        said = self.until_said(reader, f"{topic.name} at .* does not exist any more")
        self.assertNotIn("no Kafka broker answers", said)
        self.assertEqual(reader.get("/livez").status, 200)
        stopped = self.seconds_to_end(node)
        print(f"deleted: reads refused after {read:.1f} s, commands after {wrote:.1f} s; ended "
              f"{stopped:.1f} s after SIGTERM", file=sys.stderr)

    def test_a_topic_made_again_under_load_stops_it_and_sigterm_ends_it(self):
        topic, node, admin, reader = self.under_load()
        topic.delete()
        self.make_again(topic)
        answer = self.book(admin, self.gpus[0], 9000)
        self.assertEqual(answer.status, 503, answer)
        # It waits 30 s for a broker that is behind.
        took = self.until(lambda: "STOPPED" in node.text(), "the writer stops for good")
        self.until(lambda: reader.get("/api/v1/reservations").status == 503, "and so do reads")
        self.until_said(reader, r"offset \d+")
        self.assertEqual(self.book(admin, self.gpus[0], 9000).status, 503)
        stopped = self.seconds_to_end(node)
        print(f"made again: stopped after {took:.1f} s; ended {stopped:.1f} s after SIGTERM",
              file=sys.stderr)


if __name__ == "__main__":
    unittest.main()
