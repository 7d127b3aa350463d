#!/usr/bin/env python3
"""Every event as it is stored (tests/codec/golden), today and by earlier versions, against its schema
in api/events, by a validator that is not ours; and the same events damaged, which must not pass."""
import copy
import json
import pathlib
import unittest

from jsonschema import Draft7Validator, Draft202012Validator

ROOT = pathlib.Path(__file__).resolve().parents[2]


def read(folder):
    return {path.stem: json.loads(path.read_text(encoding="utf-8"))
            for path in sorted((ROOT / folder).glob("*.json"))}


def places(value, way=()):
    """The way to every value inside: to members, elements, and what they hold."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in inside:
        yield (*way, key), inner
        yield from places(inner, (*way, key))


def at(event, way):
    for key in way:
        event = event[key]
    return event


def damaged(event, required):
    """(what was done, the event) of an event in every way that no schema may let through."""
    def changed(change):
        other = copy.deepcopy(event)
        change(other)
        return other
    for name in required[:1]:
        yield f"lacks {name}", changed(lambda e: e.pop(name))
    yield "has a member too many", changed(lambda e: e.update(other=1))
    for way, value in places(event):
        where, holder = ".".join(map(str, way)), way[:-1]

        def put(new, holder=holder, key=way[-1]):
            return changed(lambda e: at(e, holder).__setitem__(key, new))
        yield f"{where} is null", put(None)
        yield f"{where} is of another type", put([] if isinstance(value, str) else "7")
        if isinstance(value, dict):
            yield f"{where} has a member too many", put({**value, "other": 1})
        if isinstance(value, str) and "_0" in value:
            yield f"{where} is no id", put(value[:-1])
            yield f"{where} is of no kind", put("xyz" + value[value.index("_"):])
        if isinstance(value, str) and value.endswith("Z"):
            yield f"{where} has no zone", put(value[:-1])


def thing_of(kind):
    """What an event is about; the set-up is told of the person who completed it."""
    thing = kind.split(".")[0]
    return "person" if thing == "setup" else thing


class Events(unittest.TestCase):
    schemas, golden = read("api/events"), read("tests/codec/golden")

    def test_every_event_has_a_schema_and_every_schema_an_event(self):
        self.assertEqual(set(self.schemas), set(self.golden))
        self.assertGreater(len(self.golden), 40)

    def test_they_are_json_schemas_with_an_id_of_their_own(self):
        for kind, schema in self.schemas.items():
            Draft202012Validator.check_schema(schema)
            self.assertEqual(schema["$id"], f"urn:dibs:event:{kind}")

    def test_every_event_is_as_its_schema_says_in_both_drafts(self):
        earlier = read("tests/codec/golden/earlier")
        self.assertGreater(len(earlier), 0)
        for kind, event in [*self.golden.items(), *earlier.items()]:
            for draft in Draft202012Validator, Draft7Validator:
                faults = [error.message for error in draft(self.schemas[kind]).iter_errors(event)]
                self.assertEqual(faults, [], (kind, draft))

    def test_no_damaged_event_is(self):
        tried = 0
        for kind, event in self.golden.items():
            validator = Draft202012Validator(self.schemas[kind])
            for what, other in damaged(event, self.schemas[kind].get("required", [])):
                self.assertFalse(validator.is_valid(other), f"{kind}: {what}: {other}")
                tried += 1
        self.assertGreater(tried, 500)

    def test_no_event_is_as_the_schema_of_another_kind_of_thing(self):
        for kind, event in self.golden.items():
            for other, schema in self.schemas.items():
                if thing_of(other) != thing_of(kind):
                    self.assertFalse(Draft202012Validator(schema).is_valid(event), (kind, other))

    def test_subjects_of_an_event_are_members(self):
        for kind, schema in self.schemas.items():
            for path in schema["x-subjects"]:
                here = schema
                for name in path.split("."):
                    here = here["properties"][name]
                    here = here.get("items", here)      # of a list: of each


if __name__ == "__main__":
    unittest.main()
