#!/usr/bin/env python3
"""examples/consume_events.py prints the accepted facts of the topic as CloudEvents. It prints
nothing that a deposed writer, a retry or a foreign producer left there."""
import json
import subprocess
import sys
import unittest

import yaml
from jsonschema import Draft202012Validator

from dibs_node import ROOT, Node
from kafka_broker import Topic, broker
from patience import PATIENCE_S


def told_by_history(client):
    """Every fact, oldest first, as (type, data), through the API."""
    found, cursor = [], ""
    while True:
        page = client.get("/api/v1/events?order=oldest&limit=500" + cursor)
        assert page.status == 200, page
        found += [(event["type"], event["time"]) for event in page.json["items"]]
        if not page.json.get("next_cursor"):
            return found
        cursor = "&cursor=" + page.json["next_cursor"]


class ConsumeEvents(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.topic = Topic(broker())
        node = Node(log=cls.topic.url)
        cls.addClassCleanup(node.remove)
        node.create_log()
        node.start()
        token = node.make_admin().token
        messages = cls.topic.messages()
        cls.log_id, deposed = json.loads(messages[0].value)["id"], messages[-1]
        node.stop()
        node.start()  # claims the next epoch
        cls.admin = node.client(token)
        cls.addClassCleanup(cls.admin.close)
        made = node.add_person(cls.admin, "ben")
        made.close()
        cls.append_phantoms(deposed)
        cls.node = node

    @classmethod
    def append_phantoms(cls, deposed):
        """Appends the record that the deposed writer of the first epoch would have written next,
        a duplicate of a retry, and a foreign record."""
        sys.path.insert(0, str(ROOT / "examples"))
        import consume_events
        reader, newest = consume_events.Reader(), None
        for message in cls.topic.messages():
            if message.offset <= deposed.offset:
                reader.accept(message)
            newest = message
        headers = dict(deposed.headers)
        lines = deposed.key[16:].decode().split("\n")
        lines[1], lines[2], lines[3] = str(reader.epoch), str(reader.seq), "0"
        lines[5] = "reservation.cancelled.v1"
        key = reader.chain + "\n".join(lines).encode()
        headers["ce_type"], headers["ce_id"] = b"dibs.reservation.cancelled.v1", b"phantom"
        cls.topic.append(b'{"id":"res_00000000000000000000000000"}', list(headers.items()), key)
        cls.topic.append(newest.value, newest.headers, newest.key)
        cls.topic.append(b"no record at all", [])
        cls.topic.append(b"{}", [], b"nonsense")

    def printed(self):
        where = self.topic.url.removeprefix("kafka://")
        done = subprocess.run([str(ROOT / "examples" / "consume_events.py"), where], text=True,
                              capture_output=True, timeout=PATIENCE_S)
        self.assertEqual(done.returncode, 0, done.stderr)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def test_consumer_prints_the_facts_and_no_phantom(self):
        printed = self.printed()
        self.assertEqual([(event["type"].removeprefix("dibs."), event["time"]) for event in printed],
                         told_by_history(self.admin))
        self.assertGreater(len(printed), 5)
        self.assertNotIn("phantom", [event["id"] for event in printed])

    def test_the_printed_lines_are_cloudevents(self):
        printed = self.printed()
        for event in printed:
            self.assertEqual(event["specversion"], "1.0")
            self.assertEqual(event["datacontenttype"], "application/json")
            self.assertTrue(event["type"].startswith("dibs."))
            self.assertEqual(event["source"], f"/dibs/{self.log_id}")
            kind = event["type"].removeprefix("dibs.")
            self.assertRegex(event["id"], r"^\d+-\d+$")
            self.assertIsInstance(event["data"], dict)
        self.assertEqual(len({event["id"] for event in printed}), len(printed))

    def test_event_data_matches_the_named_schema(self):
        for event in self.printed():
            kind = event["type"].removeprefix("dibs.")
            schema = self.admin.get(f"/api/v1/events/schemas/{kind}").json
            self.assertEqual(event["dataschema"], schema["$id"])
            faults = [error.message for error in Draft202012Validator(schema).iter_errors(event["data"])]
            self.assertEqual(faults, [], event)

    def test_the_headers_match_the_asyncapi_contract(self):
        document = yaml.safe_load(self.admin.get("/api/v1/asyncapi.yaml").body)
        listed = {message["name"]: message for message in document["components"]["messages"].values()}
        judged = 0
        for message in self.topic.messages():
            headers = {name: value.decode() for name, value in message.headers or []}
            if headers.get("ce_id", "phantom") == "phantom":
                continue
            trait = listed[headers["ce_type"]]["traits"][0]["$ref"]
            Draft202012Validator({**document, "$ref": trait + "/headers"}).validate(headers)
            judged += 1
        self.assertGreater(judged, 5)

    def test_without_arguments_it_prints_its_usage(self):
        done = subprocess.run([str(ROOT / "examples" / "consume_events.py")], text=True,
                              capture_output=True, timeout=PATIENCE_S)
        self.assertEqual(done.returncode, 2, done)
        self.assertIn("usage: consume_events.py", done.stderr)
        self.assertNotIn("Traceback", done.stderr)

    def test_the_phantoms_are_on_the_topic(self):
        values = [message.value for message in self.topic.messages()]
        self.assertIn(b'{"id":"res_00000000000000000000000000"}', values)
        self.assertIn(b"no record at all", values)


if __name__ == "__main__":
    unittest.main()
