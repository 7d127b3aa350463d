#!/usr/bin/env python3
"""One naming, in what others read: the contract of HTTP and the stream (api/openapi.yaml), the data
of events (api/events), and what else lies on Kafka (api/asyncapi.yaml). Ids end in _id, names in _name, times are at, since, from, until, and a
position is waited for by at_least and started behind by after."""
import json
import pathlib
import re
import unittest

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
ID = re.compile(r"\^\(?[a-z|]+\)?_\[0-7\]")              # the pattern of every id
NAMED = ("HostName", "GpuName", "PersonName")
MOMENTS = {"time", "now", "hour", "earliest", "latest"}
# Where the history goes on; everywhere else a position is one to wait for.
STARTS_BEHIND = {("GET /api/v1/events", "after"), ("StreamClientMessage", "after")}


def read(name):
    text = (ROOT / "api" / name).read_text(encoding="utf-8")
    return yaml.load(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))


class Contract:
    def __init__(self, document):
        self.document = document

    def target(self, schema):
        """The schema, and the name it has, if it is a reference."""
        if "$ref" not in schema:
            return "", schema
        name = schema["$ref"].split("/")[-1]
        return name, self.document["components"]["schemas"][name]

    def members(self):
        """(where, name, schema) of every property, and (where, names) of every object."""
        yield from members_of(self.document["components"], "")
        yield from members_of(self.document["paths"], "")

    def parameters(self):
        for path, item in self.document["paths"].items():
            for method, operation in item.items():
                if method != "parameters":
                    for one in operation.get("parameters", []):
                        if "$ref" in one:
                            one = self.document["components"]["parameters"][one["$ref"].split("/")[-1]]
                        yield f"{method.upper()} {path}", one["name"], one["schema"]


def members_of(node, where):
    if isinstance(node, list):
        for one in node:
            yield from members_of(one, where)
    if not isinstance(node, dict):
        return
    if isinstance(node.get("properties"), dict):
        for name, schema in node["properties"].items():
            yield where, name, schema
    for key, value in node.items():
        if key not in ("example", "examples"):
            yield from members_of(value, key if key[:1].isupper() else where)


def wrong_name(name, called, schema, items, items_called):
    """What is wrong with the name of a member; `called`: the name of its schema, "" if it has none."""
    word = name.rsplit("_", 1)[-1]
    plural = name.removesuffix("_before").endswith("s") or name in ("about", "people")
    if ID.match(schema.get("pattern", "")):
        return "" if name == "id" or name.endswith("_id") else "an id ends in _id"
    if items and ID.match(items.get("pattern", "")):
        return "" if plural else "a list of ids is in the plural"
    if called in NAMED:
        return "" if name == "name" or name.endswith("_name") else "a name ends in _name"
    if items_called in NAMED:
        return "" if name.endswith("_names") else "a list of names ends in _names"
    if called == "Time" or schema.get("format") == "date-time":
        good = word in ("at", "since", "from", "until") or name in MOMENTS
        return "" if good else "a time is at, since, from or until"
    return ""


class Naming(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.contract = Contract(read("openapi.yaml"))
        cls.events = {path.stem: json.loads(path.read_text(encoding="utf-8"))
                      for path in sorted((ROOT / "api" / "events").glob("*.json"))}

    def wrong(self, name, schema):
        called, schema = self.contract.target(schema)
        items_called, items = self.contract.target(schema.get("items") or {})
        return wrong_name(name, called, schema, items, items_called)

    def test_members_of_the_contract(self):
        seen = 0
        for where, name, schema in self.contract.members():
            if where.endswith("Question"):
                continue            # the parameters of its GET as members: they name what is looked for
            seen += 1
            with self.subTest(f"{where}.{name}"):
                self.assertEqual(self.wrong(name, schema), "")
        self.assertGreater(seen, 400)

    def test_members_of_events(self):
        seen = 0
        for kind, event in self.events.items():
            for _, name, schema in members_of(event, kind):
                seen += 1
                with self.subTest(f"{kind} {name}"):
                    self.assertEqual(wrong_name(name, "", schema, schema.get("items"), ""), "")
        self.assertGreater(seen, 200)

    def test_members_of_what_else_lies_on_kafka(self):
        seen = set()
        for _, name, schema in members_of(read("asyncapi.yaml")["components"]["messages"], ""):
            seen.add(name)
            self.assertEqual(wrong_name(name, "", schema, schema.get("items"), ""), "", name)
        self.assertLess({"subject_id", "reservation_id", "hour"}, seen)

    def test_times_of_parameters_and_intervals(self):
        for where, name, schema in self.contract.parameters():
            if self.contract.target(schema)[0] == "Time":
                with self.subTest(f"{where} {name}"):
                    self.assertEqual(self.wrong(name, schema), "")
        ends = {}
        for where, name, _ in [*self.contract.members(), *self.contract.parameters()]:
            ends.setdefault(where, set()).add(name)
        for where, names in ends.items():
            with self.subTest(where):
                self.assertFalse("until" in names and "from" not in names, "an interval is from and until")

    def test_a_position_is_waited_for_or_started_behind(self):
        found = {"at_least": 0, "after": 0}
        for where, name, schema in [*self.contract.members(), *self.contract.parameters()]:
            if self.contract.target(schema)[0] != "Position":
                continue
            with self.subTest(f"{where} {name}"):
                self.assertIn(name, ("position", "at_least", "after"))
                self.assertEqual(name == "after", (where, name) in STARTS_BEHIND)
            if name in found:
                found[name] += 1
        self.assertEqual(found["after"], len(STARTS_BEHIND))
        self.assertGreater(found["at_least"], 30)

    def test_a_wrong_name_is_found(self):
        an_id, a_time = {"$ref": "#/components/schemas/PersonId"}, {"$ref": "#/components/schemas/Time"}
        self.assertEqual(self.wrong("owner_id", an_id), "")
        self.assertNotEqual(self.wrong("owner", an_id), "")
        self.assertNotEqual(self.wrong("gpu", {"type": "array", "items": an_id}), "")
        self.assertNotEqual(self.wrong("host", {"$ref": "#/components/schemas/HostName"}), "")
        for name in ("start", "end", "begins", "expires"):
            self.assertNotEqual(self.wrong(name, a_time), "", name)


if __name__ == "__main__":
    unittest.main()
