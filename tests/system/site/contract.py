"""Checks answers against the contract, the openapi.yaml that the server serves. Sends operations
by their id and checks status, headers, content type and schema of each answer. Members that the
contract does not list are faults too."""
import copy
import re
import urllib.parse

import jsonschema
import yaml

from declared import Loader, comes_from_an_operation

formats = jsonschema.FormatChecker(formats=())
TIME = re.compile(r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")
formats.checks("date-time")(lambda value: not isinstance(value, str) or bool(TIME.match(value)))


def closed(schema):
    """The same schema, but objects may have no other members than those listed."""
    if isinstance(schema, list):
        return [closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    result = {key: closed(value) for key, value in schema.items()}
    if isinstance(schema.get("properties"), dict) and "additionalProperties" not in schema:
        result["additionalProperties"] = False
    return result


class Contract:
    def __init__(self, text):
        self.document = yaml.load(text, Loader)
        self.components = copy.deepcopy(self.document["components"])
        self.components["schemas"] = closed(self.components["schemas"])
        self.operations = {}
        for path, item in self.document["paths"].items():
            for method, operation in item.items():
                if method != "parameters":
                    self.operations[operation["operationId"]] = (method.upper(), path, operation)
        self.called = {}

    def resolved(self, thing):
        while "$ref" in thing:
            _, *steps = thing["$ref"].split("/")
            thing = self.document
            for step in steps:
                thing = thing[step]
        return thing

    def faults(self, schema, value):
        whole = {**closed(schema), "components": self.components}
        validator = jsonschema.Draft202012Validator(whole, format_checker=formats)
        return [f"{'/'.join(map(str, error.absolute_path)) or 'body'}: {error.message[:300]}"
                for error in validator.iter_errors(value)]

    def call(self, client, name, body=None, query=None, headers=None, **places):
        """Sends it and returns the answer; raises AssertionError if it does not match the
        contract."""
        method, path, operation = self.operations[name]
        for place, value in places.items():
            path = path.replace("{" + place + "}", value)
        if query:
            path += "?" + urllib.parse.urlencode(query, doseq=True)
        answer = client.ask(method, path, body, headers=headers)
        self.called.setdefault(name, set()).add(answer.status)
        wrong = self.judge(operation, answer)
        # an accepted body must be allowed by the contract
        if body is not None and answer.status < 300:
            wrong += self.faults(self.request_schema(operation), body)
        assert not wrong, f"{name} answered {answer}\nagainst the contract:\n" + "\n".join(wrong)
        return answer

    def query_parameters(self, operation):
        listed = [self.resolved(one) for one in operation.get("parameters", [])]
        return {one["name"] for one in listed if one["in"] == "query"}

    def request_schema(self, operation):
        return operation["requestBody"]["content"]["application/json"]["schema"]

    def judge(self, operation, answer):
        responses = operation["responses"]
        written = responses.get(str(answer.status))
        if not written and not comes_from_an_operation(answer.status, answer.headers):
            written = responses.get("default")
        if not written:
            return [f"the status {answer.status} is not listed"]
        written = self.resolved(written)
        wrong = [f"the header {name} is missing" for name, header in written.get("headers", {}).items()
                 if self.resolved(header).get("required") and name not in answer.headers]
        content = written.get("content")
        if not content:
            return wrong + (["a body where none is listed"] if answer.body else [])
        kind = answer.headers["Content-Type"].split(";")[0]
        if kind not in content:
            return wrong + [f"the content type {kind} is not listed"]
        if kind.endswith("json"):
            wrong += self.faults(content[kind]["schema"], answer.json)
        return wrong
