#!/usr/bin/env python3
"""api/openapi.yaml: every operation is described, declares the answers that its kind of operation
gives, and has an example of what it takes and answers that is as its schema says."""
import copy
import pathlib
import re
import sys
import unittest

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "system" / "site"))
from contract import Contract  # noqa: E402  (beside the tests that ask a server)

# What is inside the program is answered before there are tables, and to everybody.
INSIDE = {"getContract", "getAsyncContract", "listEventSchemas", "getEventSchema", "listProblems", "getProblem",
          "isAlive", "isReady"}
WRITES = {"POST", "PUT", "PATCH", "DELETE"}
HEAD_BYTES = 8192           # of the request line and the headers together
USUAL_HEADERS = 2048        # what a browser sends beside the request line, with room


def expected_answers(name, method, path, operation):
    """The statuses that an operation gives for what it is, whatever it is about."""
    wanted = set()
    question = method == "POST" and "security" not in operation      # who may read may ask, uncounted
    if name not in INSIDE:
        wanted |= {"503"}
        if name not in ("getMetrics", "getDcgmMetrics", "openStream"):
            wanted |= {"400", "422"}
    if operation.get("security", [{}]) != []:
        wanted |= {"401", "403"}
    if method in WRITES:
        wanted |= {"403", "415"} | (set() if question else {"429"})
    if "{" in path:
        wanted |= {"404"}
    return wanted


def bytes_in_a_line(parameter, contract):
    """What the longest list takes: escaped commas, or the name again and again."""
    schema, item = parameter["schema"], contract.resolved(parameter["schema"]["items"])
    ids = re.fullmatch(r"\^([a-z]+_)\[0-7\].*", item.get("pattern", ""))
    longest = len(ids[1]) + 26 if ids else item.get("maxLength") or max(map(len, item["enum"]))
    return schema["maxItems"] * (longest + max(len("%2C"), len(parameter["name"]) + 2))


class OpenApiTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.contract = Contract((ROOT / "api" / "openapi.yaml").read_text(encoding="utf-8"))

    def operations(self):
        return ((name, *rest) for name, rest in self.contract.operations.items())

    def wrong_examples(self, content):
        schema = self.contract.resolved(content["schema"])
        examples = [content["example"]] if "example" in content else schema.get("examples", [])
        if not examples:
            return ["there is no example"]
        return [fault for example in examples for fault in self.contract.faults(content["schema"], example)]

    def test_every_operation_says_what_it_is(self):
        tags, summaries = {tag["name"] for tag in self.contract.document["tags"]}, set()
        for name, _, _, operation in self.operations():
            with self.subTest(name):
                self.assertTrue(operation.get("summary") and operation.get("description"))
                self.assertNotEqual(operation["summary"], operation["description"])
                self.assertNotIn(operation["summary"], summaries)
                self.assertEqual(len(set(operation["tags"]) & tags), 1)
                summaries.add(operation["summary"])

    def test_every_operation_declares_what_its_kind_answers(self):
        for name, method, path, operation in self.operations():
            with self.subTest(name):
                missing = expected_answers(name, method, path, operation) - set(operation["responses"])
                self.assertEqual(missing, set())
                self.assertIn("default", operation["responses"], "what HTTP itself refuses")

    def test_each_body_and_answer_has_an_example_that_fits_its_schema(self):
        seen = 0
        for name, _, _, operation in self.operations():
            parts = [("takes", operation.get("requestBody", {}))]
            parts += operation["responses"].items()
            for part, holder in parts:
                for kind, content in self.contract.resolved(holder).get("content", {}).items():
                    seen += 1
                    with self.subTest(f"{name} {part} {kind}"):
                        self.assertEqual(self.wrong_examples(content), [])
        self.assertGreater(seen, 300)

    def test_an_example_that_is_not_as_its_schema_says_is_found(self):
        content = {"schema": {"$ref": "#/components/schemas/Offers"}}
        good = copy.deepcopy(self.contract.resolved(content["schema"])["examples"][0])
        self.assertEqual(self.wrong_examples({**content, "example": good}), [])
        for wrong in ({**good, "more": 1}, {"offers": [{**good["offers"][0], "gpus": ["gpu_1"]}]}, {}):
            self.assertNotEqual(self.wrong_examples({**content, "example": wrong}), [], wrong)

    def test_an_example_of_a_problem_has_the_status_it_stands_under(self):
        for name, _, _, operation in self.operations():
            for status, response in operation["responses"].items():
                content = self.contract.resolved(response).get("content", {}).get("application/problem+json")
                example = (content or {}).get("example")
                if example and status != "default":
                    with self.subTest(f"{name} {status}"):
                        self.assertEqual(str(example["status"]), status)
                        self.assertEqual(example["type"], "/problems/" + example["code"])

    def test_ids_are_those_that_the_server_reads(self):
        ids = {name: schema for name, schema in self.contract.document["components"]["schemas"].items()
               if name.endswith("Id") and "pattern" in schema}
        self.assertGreater(len(ids), 8)
        for name, schema in ids.items():
            prefix = schema["pattern"][1:].split("_")[0]
            for digits, fits in (("0" * 26, True), ("7" + "Z" * 25, True), ("7" + "z" * 25, True),
                                 ("8" + "0" * 25, False), ("0" * 25, False), ("0" * 27, False),
                                 *(("0" * 25 + digit, False) for digit in "ILOUilou-")):
                self.assertEqual(bool(re.search(schema["pattern"], f"{prefix}_{digits}")), fits, (name, digits))

    def test_longest_queries_fit_into_a_head(self):
        for name, _, _, operation in self.operations():
            for one in operation.get("parameters", []):
                one = self.contract.resolved(one)
                if one["in"] == "query" and one["schema"].get("type") == "array":
                    with self.subTest(f"{name} {one['name']}"):
                        self.assertIn("maxItems", one["schema"])
                        self.assertLessEqual(bytes_in_a_line(one, self.contract), HEAD_BYTES - USUAL_HEADERS)

    def test_a_question_that_names_gpus_is_asked_by_a_body_too(self):
        paths = self.contract.document["paths"]
        for name, _, path, operation in self.operations():
            lists = [one for one in map(self.contract.resolved, operation.get("parameters", []))
                     if one["in"] == "query" and one["name"] == "gpu" and one["schema"].get("type") == "array"]
            if not lists:
                continue
            with self.subTest(name):
                asked = paths[path + "/query"]["post"]
                body = self.contract.resolved(self.contract.request_schema(asked))
                self.assertEqual(set(body["properties"]), self.contract.query_parameters(operation))
                needed = {one["name"] for one in map(self.contract.resolved, operation["parameters"])
                          if one.get("required") and one["in"] == "query"}
                self.assertEqual(set(body.get("required", [])), needed)


if __name__ == "__main__":
    unittest.main()
