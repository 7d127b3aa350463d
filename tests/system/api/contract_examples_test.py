#!/usr/bin/env python3
"""The contract's own examples on a demo site: each request that they make is answered. An
example's id is replaced by the site's object of that kind, as on the reference page at /api
(api/dashboard/src/reference/examples.ts)."""
import re
import unittest
import urllib.parse

from contract_site import ContractSite
from dibs_node import PASSWORD

INVENTED = re.compile(r"\b([a-z]+)_01JD3K8QZ4T5V6W7X8Y9Z0A[0-9A-Z]{3}\b")
# Other statuses by nature: a WebSocket, and an identity provider that this site does not have.
OTHERWISE = {"openStream": 426, "startOidcSignIn": 409, "finishOidcSignIn": 409}


class ContractExamples(ContractSite):
    @classmethod
    def setUpClass(cls):
        """Makes one object of each kind, as on a site in use."""
        super().setUpClass()
        cls.made = cls.contents(cls("runTest"))

    def runTest(self):
        raise AssertionError("not a test")

    def contents(self):
        gpus = [self.gpus["gpu01:0"], self.gpus["gpu01:1"]]
        booked = self.book(self.admin, ["gpu01:0", "gpu01:1"], {"hours": 1}, {"hours": 2}, project="bert")
        self.book(self.bartek, ["gpu03:0"])
        self.fleet.wants("gpu03", "0 zoe 4096 80 python3 mine.py")
        violation = self.until(lambda: self.call("listViolations").json["items"])[0]
        group = self.call("makeGroup", {"name": "students"}, status=201).json
        gone = self.call("addPerson", {"name": "Fela", "unix_name": "fela", "password": PASSWORD}, status=201).json
        self.call("erasePerson", {"unix_name": "fela"}, status=202, id=gone["id"])
        feed = self.call("makeFeed", {}, status=201).json
        browser = self.node.client()
        device = self.call("beginDeviceLogin", {"label": "dibs on laptop"}, client=browser, status=201).json
        browser.close()
        first = {
            "res": booked, "vio": violation, "grp": group, "feed": feed["feed"],
            "bud": self.call("makeBudget", {"group_id": group["id"], "gpu_hours": 500, "period": "month",
                                            "zone": "Europe/Warsaw", "when_spent": "warn"}, status=201).json,
            "brd": self.call("makeBoard", {"title": "mine"}, status=201).json,
            "tok": self.call("makeToken", {"label": "x", "scopes": ["read"]}, status=201).json,
            "per": self.call("whoAmI").json["person"], "ses": self.call("listSessions").json["items"][0],
            "grt": self.call("listGrants").json["items"][0], "host": self.call("listHosts").json["items"][0],
        }
        instead = {  # values that only their maker knows, and the erased person
            ("readFeed", "file"): feed["url"].rsplit("/", 1)[1], ("getDeviceLogin", "code"): device["user_code"],
            ("getErasure", "id"): gone["id"],
        }
        return {"gpu": gpus, **{kind: [one["id"]] for kind, one in first.items()}}, instead

    def example_of(self, name, parameter):
        """The example's value on this site; None: the contract has no example."""
        ids, instead = self.made
        if (name, parameter["name"]) in instead:
            return instead[name, parameter["name"]]
        schema = self.contract.resolved(parameter["schema"])
        items = self.contract.resolved(schema.get("items", {}))
        found = [parameter["example"]] if "example" in parameter else schema.get("examples") or items.get("examples")
        return found and INVENTED.sub(lambda m: ids[m[1]][0], str(found[0]))

    def parameters_of(self, path, operation):
        shared = self.contract.document["paths"][path].get("parameters", [])
        return [self.contract.resolved(one) for one in [*shared, *operation.get("parameters", [])]]

    def test_each_request_of_the_examples_is_answered(self):
        asked = 0
        for name, (method, path, operation) in self.contract.operations.items():
            if method != "GET":
                continue
            known = [(one, self.example_of(name, one)) for one in self.parameters_of(path, operation)]
            needed = {one["name"]: value for one, value in known if one.get("required") and one["in"] != "header"}
            self.assertNotIn(None, needed.values(), f"{name} has no example of what it needs: {needed}")
            more = {one["name"]: value for one, value in known
                    if one["in"] == "query" and one["name"] not in needed and value is not None}
            for extra in [{}, *({key: value} for key, value in more.items())]:
                with self.subTest(name, **extra):
                    self.ask(name, path, {**needed, **extra})
                    asked += 1
        self.assertGreater(asked, 100)

    def ask(self, name, path, values):
        places = {key: value for key, value in values.items() if "{" + key + "}" in path}
        query = {key: value for key, value in values.items() if key not in places}
        if name == "getUsage" and not {"gpu", "host"} & set(query):
            query["gpu"] = self.made[0]["gpu"][0]
        method, path, _ = self.contract.operations[name]
        for key, value in places.items():
            path = path.replace("{" + key + "}", value)
        answer = self.admin.ask(method, path + ("?" + urllib.parse.urlencode(query) if query else ""))
        expected = OTHERWISE.get(name)
        if expected is None:
            self.assertLess(answer.status, 400, answer)
        else:
            self.assertEqual(answer.status, expected, answer)


if __name__ == "__main__":
    unittest.main()
