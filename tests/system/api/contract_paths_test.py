#!/usr/bin/env python3
"""Rules of the contract for all operations. The server accepts exactly the listed parameters and
the listed methods of a path. It refuses clients without the required scope, pages every list,
and answers HEAD."""
import re
import unittest

from contract_site import ContractSite

ANY_TOKEN = {"whoAmI", "revokeToken"}  # allowed with any scopes
# also for an observer's token; the owner is known once the path is read
ABOUT_ONESELF = {"joinGroup", "leaveGroup", "endInvitation"}


class ContractPathsTest(ContractSite):
    def test_each_query_accepts_exactly_its_listed_parameters(self):
        compared = 0
        for name, (method, path, operation) in self.contract.operations.items():
            answer = self.admin.ask(method, re.sub(r"{\w+}", "1", path) + "?no_such=1")
            if answer.status == 400 and answer.json["field"] == "no_such" and not path.endswith("/query"):
                known = re.search(r"Known are: (.*)\.$", answer.json["detail"])
                compared += 1
                with self.subTest(name):
                    self.assertEqual(set(known[1].split(", ") if known else ()),
                                     self.contract.query_parameters(operation))
        self.assertGreater(compared, 40)

    def test_each_operation_refuses_clients_without_its_scope(self):
        stranger, little = self.node.client(), self.token_for(["metrics"])
        self.addCleanup(stranger.close)
        for name, (method, path, operation) in self.contract.operations.items():
            if operation["operationId"] == "openStream":
                continue  # 426 without a handshake, for any client; stream_test sends one
            security = operation.get("security", self.contract.document["security"])
            needed = [scope for one in security for scope in one.get("token", [])]
            with self.subTest(name):
                path = re.sub(r"{\w+}", "1", path)
                answer = stranger.ask(method, path, headers=self.own_origin)
                self.assertEqual(answer.status == 401, bool(security) and {} not in security, answer)
                answer = little.ask(method, path)
                refused = needed and needed != ["metrics"] and operation["operationId"] not in ANY_TOKEN
                if refused:
                    about_oneself = operation["operationId"] in ABOUT_ONESELF
                    self.assertIn(answer.status, (403, 404) if about_oneself else (403,), answer)
                self.assertNotEqual(answer.status, 401, answer)

    def token_for(self, scopes):
        made = self.call("makeToken", {"label": "some", "scopes": scopes}, status=201).json
        client = self.node.client(made["secret"])
        self.addCleanup(client.close)
        return client

    def test_the_allowed_methods_of_a_path_are_those_listed(self):
        for path, item in self.contract.document["paths"].items():
            if path.endswith("/stream"):
                continue  # only a WebSocket: all other requests get 426
            listed = {method.upper() for method in item if method != "parameters"}
            path = re.sub("{[a-z]+}", "x", path)
            asked = self.admin.ask("OPTIONS", path)
            self.assertEqual(asked.status, 204, (path, asked))
            allowed = set(asked.headers["Allow"].replace(" ", "").split(",")) - {"HEAD", "OPTIONS"}
            self.assertEqual(allowed, listed, path)
            for method in {"GET", "POST", "PATCH", "DELETE", "PUT"} - listed:
                refused = self.admin.ask(method, path)
                self.assertEqual(refused.status, 405, (method, path))
                self.admin.close()

    def test_head_answers_as_get_without_a_body(self):
        for path in ("/livez", "/metrics", "/api/v1/gpus", "/api/v1/openapi.yaml", "/api/v1/nowhere"):
            get, head = self.admin.get(path), self.admin.ask("HEAD", path)
            self.assertEqual((head.status, head.body), (get.status, b""), path)
            self.assertEqual(head.headers["Content-Type"], get.headers["Content-Type"])

    def test_every_page_of_a_list_together_is_the_list(self):
        for i in range(7):
            self.call("bookReservation", self.booking(400 + i, ("gpu01:5",)), status=201)
        for name in ("listReservations", "listGpus", "listEvents", "listPeople", "listHosts"):
            more = {"order": "oldest"} if name == "listEvents" else {}  # hosts may report meanwhile
            whole = self.call(name, query={"limit": 1000, **more}).json["items"]
            pages, query = [], {"limit": 3, **more}
            while True:
                page = self.call(name, query=query).json
                self.assertLessEqual(len(page["items"]), 3)
                pages += page["items"]
                if "next_cursor" not in page:
                    break
                query["cursor"] = page["next_cursor"]
            key = "position" if name == "listEvents" else "id"
            self.assertEqual([item[key] for item in pages][:len(whole)], [item[key] for item in whole], name)


if __name__ == "__main__":
    unittest.main()
