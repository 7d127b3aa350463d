#!/usr/bin/env python3
"""api/asyncapi.yaml: its structure, that it refers only to what is there, and that it lists every
event type, every frame of the stream, and what the other topics carry."""
import copy
import json
import pathlib
import re
import unittest

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
API = ROOT / "api"
SCHEMAS = "events/schemas/"


def load(name):
    return yaml.safe_load((API / name).read_text(encoding="utf-8"))


OPENAPI = load("openapi.yaml")
EVENTS = {path.stem for path in (API / "events").glob("*.json")}
# What the log says of itself: its records stand there, but are no event of the domain.
OF_THE_LOG = {"log.created.v1", "log.claimed.v1"}


def refs(part):
    if isinstance(part, dict):
        if "$ref" in part:
            yield part["$ref"]
        for inner in part.values():
            yield from refs(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from refs(inner)


def resolved(document, ref):
    """What is referred to; KeyError or FileNotFoundError if that is nothing."""
    if ref.startswith(SCHEMAS):
        return json.loads((API / "events" / (ref.removeprefix(SCHEMAS) + ".json")).read_text())
    place, _, path = ref.partition("#/")
    document = {"": document, "openapi.yaml": OPENAPI}[place]
    for step in path.split("/"):
        document = document[step]
    return document


def wrong_refs(document):
    for ref in refs(document):
        try:
            resolved(document, ref)
        except (KeyError, FileNotFoundError):
            yield f"{ref} refers to nothing"


def wrong_events(document):
    listed = set(document["channels"]["facts"]["messages"]) - OF_THE_LOG
    yield from (f"{kind} is not listed" for kind in EVENTS - listed)
    yield from (f"{kind} is no event" for kind in listed - EVENTS)
    for kind in EVENTS & listed:
        message = document["components"]["messages"].get(kind, {})
        if message.get("payload") != {"$ref": SCHEMAS + kind} or message.get("name") != "dibs." + kind:
            yield f"{kind} has another's name or schema"


def wrong_frames(document):
    server = OPENAPI["components"]["schemas"]["StreamServerMessage"]["properties"]["type"]["enum"]
    listed = set(document["channels"]["stream"]["messages"])
    yield from (f"the frame {name} is not listed, or is none" for name in listed ^ {*server, "subscribe"})


def wrong_structure(document):
    if not re.fullmatch(r"3\.0\.\d+", document["asyncapi"]) or not document["info"]["version"]:
        yield "no AsyncAPI 3"
    used = set()
    for name, channel in document["channels"].items():
        if not channel["address"] or not channel["servers"]:
            yield f"{name} is nowhere"
        for key, message in channel["messages"].items():
            used.add(key)
            if message != {"$ref": f"#/components/messages/{key}"}:
                yield f"{name}: {key} is another's"
    yield from (f"{key} is on no channel" for key in set(document["components"]["messages"]) - used)
    for name, operation in document["operations"].items():
        channel = operation["channel"]["$ref"]
        if operation.get("action") not in ("send", "receive"):
            yield f"{name} neither sends nor receives"
        for message in operation.get("messages", []):
            if not message["$ref"].startswith(channel + "/messages/"):
                yield f"{name}: {message['$ref']} is of another channel"


def faults(document):
    return [fault for rule in (wrong_structure, wrong_refs, wrong_events, wrong_frames)
            for fault in rule(document)]


class AsyncApi(unittest.TestCase):
    document = load("asyncapi.yaml")

    def test_document_has_no_faults(self):
        self.assertEqual(faults(self.document), [])

    def test_a_planted_fault_is_found(self):
        def without(*way):
            other = copy.deepcopy(self.document)
            part = other
            for step in way[:-1]:
                part = part[step]
            del part[way[-1]]
            return other
        for kind in EVENTS:
            self.assertIn(f"{kind} is not listed", faults(without("channels", "facts", "messages", kind)))
        for way in (("channels", "stream", "messages", "resync"), ("components", "messages", "event"),
                    ("components", "messageTraits", "record"), ("operations", "tellFacts", "action")):
            self.assertTrue(faults(without(*way)), way)

    def test_measurements_have_the_names_that_the_program_gives(self):
        sources = "".join(path.read_text() for path in (ROOT / "ingest/log/samples").glob("*.cpp"))
        given = set(re.findall(r'"ce_type", "(dibs\.[^"]+)"', sources))
        channels, messages = self.document["channels"], self.document["components"]["messages"]
        listed = {messages[key]["name"] for name in ("samples", "hours") for key in channels[name]["messages"]}
        self.assertEqual(listed, given)


if __name__ == "__main__":
    unittest.main()
